# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, and iterators that are closed early: work ends within a second.

No test measures that second. Without the stop flag of the kernels, each of these calls
goes on for minutes, and fails its test after one minute.

Modules: `host/interrupts.py`, `host/workers.py`.
"""

import gc
import os
import signal
import threading
import time
import weakref
from contextlib import contextmanager

import numba
import numpy as np
import pytest

from at_work import WHEN_AT_WORK
from cugraph_biclique.counting.cpu import rows, state
from cugraph_biclique.host import interrupts
from cugraph_biclique.host.bits import ONE
from cugraph_biclique.host.interrupts import LONG_EDGES, interruptible, new_flag
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.request.request import edges_in

pytestmark = pytest.mark.usefixtures("small_jobs")

# A graph whose roots have tens of thousands of rows, whichever side is picked from. The
# process sends itself what Ctrl-C sends once the count is at work. The calling thread
# notices this up to a tenth of a second later, when the kernels are deep in their work.
PROGRAM = """
import logging, os, signal
import numpy as np
import cugraph_biclique as cb

N, HUBS = 40_000, 12
random = np.random.default_rng(1)
hubs = [(h, v) for h in range(HUBS) for v in random.choice(N, N // 2, replace=False)]
hubs = np.array(hubs)
tail = random.integers(0, N, (200_000, 2))
edges = np.concatenate([hubs, hubs[:, ::-1], tail])
engine = sys.argv[2]
call = {
    "biclique_count": lambda g: cb.biclique_count(g, 3, 3, engine=engine),
    "biclique_counts": lambda g: cb.biclique_counts(g, 3, 3, engine=engine),
    "many picks": lambda g: cb.biclique_count(g, 5, 5, engine=engine),
}[sys.argv[1]]
call(tail[:1000] % 40)  # compiles

def interrupt():
    os.kill(os.getpid(), signal.SIGINT)
    limit = threading.Timer(60, os._exit, [1])
    limit.daemon = True
    limit.start()

class Listener(logging.Handler):
    def emit(self, record):
        if record.getMessage() == "count: begins":
            when_at_work(interrupt)

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may ignore it
logger = logging.getLogger("cugraph_biclique")
logger.setLevel(logging.INFO)
logger.addHandler(Listener())
try:
    print("done", call(edges))
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.slow
@pytest.mark.parametrize("call", ["biclique_count", "biclique_counts", "many picks"])
def test_a_count_is_interrupted_at_once(call, engine, python):
    assert python(WHEN_AT_WORK + PROGRAM, call, engine) == "interrupted\n"


@pytest.fixture
def ctrl_c():
    """Python's handler of SIGINT, which another test may have replaced."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@contextmanager
def interrupted(begun):
    """Expect KeyboardInterrupt, from the SIGINT that is sent when an event comes.

    If that is raised in a destructor, Python drops it. So it is sent again then.
    """
    caught = threading.Event()

    def send():
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)
        while not caught.wait(20):
            os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=send, daemon=True)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        yield
    caught.set()
    thread.join()


def test_a_call_waits_for_what_an_interrupted_one_has_left(monkeypatch, ctrl_c):
    monkeypatch.setattr(interrupts, "LONG_EDGES", 1)
    begun, ended = threading.Event(), threading.Event()

    def work():
        begun.set()
        ended.wait()

    with interrupted(begun):
        interruptible(1, work)
    wait_for = interrupts._wait_for

    def end_and_wait_for(left_behind):
        ended.set()
        wait_for(left_behind)

    monkeypatch.setattr(interrupts, "_wait_for", end_and_wait_for)
    assert interruptible(0, ended.is_set)
    assert interruptible(1, lambda: interruptible(1, lambda: 5)) == 5


@pytest.mark.parametrize("each", [1, 7, 1000])
def test_pairs_are_counted_in_several_turns(each, monkeypatch):
    # Compiled anew, as a constant is part of a kernel.
    n = 50
    monkeypatch.setattr(rows, "POLL_PAIRS", each * n)
    count_pairs = numba.njit(rows.count_pairs.py_func)
    bits, control = np.full(n, 7, np.uint64), np.zeros(20, np.int64)
    binomial, leaves = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    stop = new_flag()
    count_pairs(bits, binomial, leaves, control, stop, 0, n, 3)
    assert leaves.tolist() == [0, 0, 0, n * (n - 1) // 2]
    binomial[3], control[state.SINGLE] = 5, 1
    count_pairs(bits, binomial, leaves, control, stop, 0, n, 3)
    assert control[state.SUM_LOW] == 5 * n * (n - 1) // 2
    stop[0] = 1
    count_pairs(bits, binomial, leaves, control, stop, 0, n, 3)
    assert control[state.SUM_LOW] == 5 * n * (n - 1) // 2


# What runs beside the main thread


def test_the_main_thread_answers_while_a_graph_is_prepared(ctrl_c):
    began, over = threading.Event(), threading.Event()

    def work():
        began.set()
        over.wait()

    try:
        with interrupted(began):
            interruptible(LONG_EDGES, work)
    finally:
        over.set()


def test_work_beside_the_main_thread_is_as_in_it(monkeypatch):
    def work(value, *, other):
        return value, other, numba.get_num_threads(), np.geterr()["over"]

    set_before = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        with np.errstate(over="raise"):
            assert interruptible(LONG_EDGES, work, 1, other=2) == (1, 2, 1, "raise")
    finally:
        numba.set_num_threads(set_before)
    with pytest.raises(ZeroDivisionError):
        interruptible(LONG_EDGES, lambda: 1 // 0)


@pytest.mark.parametrize("edges", [0, LONG_EDGES - 1])
def test_small_graphs_need_no_thread(edges):
    here = threading.current_thread()
    assert interruptible(edges, threading.current_thread) is here


def test_large_graphs_get_a_thread():
    here = threading.current_thread()
    assert interruptible(LONG_EDGES, threading.current_thread) is not here


def test_edges_are_counted_without_reading_them():
    sparse = pytest.importorskip("scipy.sparse")
    pairs = np.array([(0, 1), (0, 2), (1, 2)])
    columns = pairs[:, 0], pairs[:, 1]
    matrix = sparse.coo_array((np.ones(3, bool), columns))
    for graph in (pairs, columns, matrix):
        assert edges_in(graph) == 3
    assert edges_in(None) == edges_in(()) == 0


class Stuck:
    """A worker that is in a kernel, and does not come back before it may, or after a
    minute."""

    def __init__(self, inside, may_end, late):
        self.inside, self.may_end, self.late = inside, may_end, late

    def start(self, job):
        pass

    def advance(self):
        self.inside.set()
        self.may_end.wait(60)
        self.late.set()
        return True, "late"


def test_nobody_waits_for_a_worker_that_is_late(ctrl_c):
    inside, may_end, late = threading.Event(), threading.Event(), threading.Event()
    jobs, stop = [Job(0, 1), Job(1, 2)], new_flag()
    found = stream(jobs, lambda: Stuck(inside, may_end, late), 2, Trace(), stop=stop)
    try:
        with interrupted(inside):
            next(found)
        assert not late.is_set()  # the worker is still inside
        assert stop[0] == 1
    finally:
        may_end.set()


def test_a_stopped_worker_leaves_no_memory_behind():
    class Stops:
        def start(self, job):
            self.number = job.first

        def advance(self):
            if self.number == 0:
                return False, "some"
            while not stop[0]:
                time.sleep(0.001)
            raise interrupts.Stopped

    workers, stop = weakref.WeakSet(), new_flag()

    def new_worker():
        worker = Stops()
        workers.add(worker)
        return worker

    gc.disable()  # a worker in a cycle would stay until the next collection
    try:
        found = stream([Job(0, 1), Job(1, 2)], new_worker, 2, Trace(), stop=stop)
        assert next(found) == (0, "some")
        found.close()
        assert not workers
    finally:
        gc.enable()


def test_workers_are_gone_when_an_iterator_has_been_closed():
    class Endless:
        def start(self, job):
            pass

        def advance(self):
            return False, "some"

    before = set(threading.enumerate())
    found = stream([Job(0, 1)] * 3, Endless, 3, Trace())
    assert next(found) == (0, "some")
    found.close()
    assert set(threading.enumerate()) <= before


def test_a_flag_is_read_anew():
    # A plain load might be read once for the whole loop.
    stop, seen = new_flag(), threading.Event()

    @numba.njit(nogil=True)
    def spin(flag):
        turns = ONE
        while not interrupts.is_raised(flag):
            turns += ONE
        return turns

    spin.compile((numba.int64[::1],))
    thread = threading.Thread(target=lambda: (spin(stop), seen.set()), daemon=True)
    thread.start()
    stop[0] = 1
    assert seen.wait(60)
