# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Processes, threads, signals and limits that calls may meet: an answer or an error.

Each program runs in an interpreter of its own, which is ended if it takes too long: a
call that waits for ever fails its test.

Modules: `host/interrupts.py`, `host/workers.py`.
"""

import sys

import pytest

pytestmark = pytest.mark.slow  # most programs start several processes
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
cb.Bicliques  # loads the package, which is not what is limited here
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


# Threads

THREADS = """
from concurrent.futures import ThreadPoolExecutor
barrier = threading.Barrier(8)

def both(n):
    barrier.wait()
    assert cb.biclique_count(crown(n), 1, 1, engine="cpu") == n * (n - 1)
    return right(n)

with ThreadPoolExecutor(8) as pool:
    print(*pool.map(both, range(3, 11)))
print(threading.active_count())
"""


def test_threads_call_at_once(run):
    assert run(THREADS) == [*map(str, range(3, 11)), "1"]


ASYNC = """
import asyncio

async def main():
    return await asyncio.gather(*(asyncio.to_thread(right, n) for n in (5, 9, 7)))

print(*asyncio.run(main()))
"""


def test_calls_from_coroutines(run):
    assert run(ASYNC) == ["5", "9", "7"]


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_joblib(run, backend):
    pytest.importorskip("joblib")
    program = f"""
from joblib import Parallel, delayed
right(5)
calls = (delayed(cb.maximal_biclique_count)(crown(n), engine="cpu") for n in (6, 8))
print(*Parallel(n_jobs=2, backend={backend!r})(calls))
"""
    assert run(program) == ["62", "254"]


# Processes

FORK = """
import signal
right(8)  # threads have run, and ended
print(*cb.biclique_counts(crown(5), 2, 2, engine="cpu")["count"], flush=True)
for n in 6, 9:
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(right(n))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
right(7)
"""


@linux
def test_a_child_of_a_process_that_has_used_the_library(run):
    assert run(FORK) == ["20", "30", "30", "30", "6", "9"]


FORK_MEANWHILE = """
import signal
right(8)
stop = threading.Event()

def work():
    while not stop.is_set():
        right(8)

thread = threading.Thread(target=work)
thread.start()
for _ in range(5):
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(right(6))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
stop.set()
thread.join()
"""


@linux
@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python warns of it")
def test_a_child_made_while_another_thread_calls(run):
    assert run(FORK_MEANWHILE) == ["6"] * 5


POOLS = """
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
right(5)
context = multiprocessing.get_context({method!r})
with ProcessPoolExecutor(2, context) as pool:
    calls = [
        pool.submit(cb.maximal_biclique_count, crown(n), engine="cpu") for n in (6, 8)
    ]
    print(*(call.result(120) for call in calls))
"""


@linux
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_pools_of_processes(run, method):
    assert run(POOLS.replace("{method!r}", repr(method))) == ["62", "254"]


# Signals

SIGNALS = """
import signal
seen = []
signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
right(10)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
while len(seen) < 20:
    right(10)
signal.setitimer(signal.ITIMER_REAL, 0)

class Late(Exception):
    pass

def late(number, frame):
    raise Late

signal.signal(signal.SIGALRM, late)
signal.setitimer(signal.ITIMER_REAL, 0.3)
try:
    print(cb.maximal_biclique_count(crown(40), engine="cpu"))  # for hours
except Late:
    print("stopped")
print(threading.active_count(), right(8))
"""


@linux
def test_signals_during_a_call(run):
    assert run(SIGNALS) == ["stopped", "1", "8"]


# The end of the interpreter

AT_EXIT = """
import atexit
right(6)

def last():
    try:
        print(right(8))
    except RuntimeError as error:  # of Python, which starts no thread any more
        print("thread" in str(error) or "shutdown" in str(error))

atexit.register(last)
"""


def test_a_call_at_exit(run):
    assert run(AT_EXIT) in (["8"], ["True"])


DAEMON = """
right(6)
begun = threading.Event()

def work():
    for _ in cb.iter_maximal_bicliques(crown(40), engine="cpu"):  # for hours
        begun.set()

threading.Thread(target=work, daemon=True).start()
assert begun.wait(60)
print("ends")
"""


def test_a_daemon_thread_does_not_keep_the_interpreter(run):
    assert run(DAEMON) == ["ends"]


# What stays behind

CALLS = """
from itertools import cycle, islice
G = cb.bipartite_graph(crown(6))
CALLS = [
    lambda: len(cb.maximal_bicliques(G, sort=True, **options).to_frame()),
    lambda: cb.maximal_biclique_count(G, **options),
    lambda: sum(map(len, cb.iter_maximal_bicliques(G, batch_size=9, **options))),
    lambda: next(cb.iter_maximal_bicliques(G, batch_size=9, **options)),
    lambda: cb.biclique_count(G, 2, 2, **options),
    lambda: cb.maximal_biclique_count(crown(6), **options),
]

def do(n):
    for call in islice(cycle(CALLS), n):
        call()
"""

ON_THE_HOST = """
def state():
    with open("/proc/self/statm") as sizes:
        resident = int(sizes.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resident, threading.active_count(), len(os.listdir("/proc/self/fd"))

options = {"engine": "cpu"}
do(300)
before, *rest = state()
do(1000)
after, *rest_after = state()
assert rest == rest_after, (rest, rest_after)
print(after - before)
"""

ON_THE_DEVICE = """
import cupy

pool = cupy.get_default_memory_pool()

def state():
    return (
        pool.used_bytes(),
        threading.active_count(),
        len(os.listdir("/proc/self/fd")),
    )

# Without a budget, sizes depend on the memory that other processes leave.
options = {"engine": "gpu", "memory_budget": "1GB"}
do(300)
before, held = state(), pool.total_bytes()
do(1000)
assert state() == before, (before, state())
print(pool.total_bytes() - held)
"""


@pytest.mark.slow
@linux
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(ON_THE_HOST, id="cpu"),
        pytest.param(ON_THE_DEVICE, id="gpu", marks=pytest.mark.gpu),
    ],
)
def test_a_thousand_calls_leave_nothing_behind(run, program):
    (growth,) = run(CALLS + program)
    assert int(growth) < 8 << 20  # 8 KiB a call
