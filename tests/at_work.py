# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Tells a test when the kernels of a call are at work, so that no test has to guess."""

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
