# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Processes, threads, signals and limits that calls may meet: an answer or an error.

Each program runs in an interpreter of its own, which is ended if it takes too long: a
call that waits for ever fails its test.
"""

import sys

import pytest

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

# Counts of crowns S_n are 2**n - 2. The graph is small, and the calls use threads.
PRELUDE = """
import os, sys, threading
import numpy as np
import cugraph_biclique as cb

def crown(n):
    left, right = np.nonzero(~np.eye(n, dtype=bool))
    return left, right

def right(n):
    assert cb.maximal_biclique_count(crown(n), engine="cpu") == 2**n - 2
    return n
"""


@pytest.fixture
def run(python):
    """A function that runs a program after the prelude, and returns what it prints."""
    return lambda program: python(PRELUDE + program).split()


# Limits

SPACE = """
import resource, signal
ENDS = {0: "right", 3: "refused"}
for mib in 16, 96, 160, 224, 288, 352, 416, 480, 640, 1024:
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # ends a process that waits for ever
        with open("/proc/self/statm") as sizes:
            used = int(sizes.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (used + (mib << 20), -1))
        try:
            right(10)
        except (MemoryError, RuntimeError):
            os._exit(3)
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    print(ENDS.get(ended, f"{mib}:{ended}"))
"""


@linux
def test_little_address_space_is_an_answer_or_an_error(run):
    ends = run(SPACE)
    assert set(ends) == {"refused", "right"}, ends
    assert ends == sorted(ends)  # what is enough stays enough
