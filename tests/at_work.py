# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tells a test when the kernels of a call are at work, so that no test has to guess."""

import signal
import subprocess
import sys
from pathlib import Path

# The first lines of a program for an interpreter of its own. `when_at_work` watches
# threads that start later: a worker thread calls `advance` for each part of its work.
# The GPU engine launches its kernels from the calling thread.
WHEN_AT_WORK = """
import sys, threading

def when_at_work(act):
    'Call a function in a thread of its own, once a worker starts to advance.'
    working = threading.Event()

    def seen(frame, event, argument):
        if frame.f_code.co_name in ("advance", "launch_rounds"):
            working.set()

    def wait():
        working.wait()
        act()

    threading.Thread(target=wait, daemon=True).start()
    threading.setprofile(seen)
    sys.setprofile(seen)
"""

TESTS = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"


def stopped_by_ctrl_c(program, *lines):
    """Run a program for hours, and interrupt it once it has printed some lines.

    It has `when_at_work`, and may import what is here. Returns its status, and what it
    wrote to standard error.
    """
    process = subprocess.Popen(
        [sys.executable, "-c", TESTS + WHEN_AT_WORK + program],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        for line in lines:
            assert process.stdout.readline() == f"{line}\n"
        process.send_signal(signal.SIGINT)
        _, message = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, message.rstrip()
