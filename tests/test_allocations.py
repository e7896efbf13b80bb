# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every allocation fails once: the call says so, leaves nothing, and the next is right.

On the host these are the allocations of NumPy, with those of pandas and of all threads,
on the device those of CuPy. A call may also do with less, and give the right answer.
"""

from __future__ import annotations

import gc
import itertools
import os
import shutil
import sys
import threading

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import failing_allocations
import graphs

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def listed(G, engine, folder):
    found = cb.maximal_bicliques(G, engine=engine, sort=True).to_frame()
    frame = found.to_pandas() if hasattr(found, "to_pandas") else found
    return [
        (list(left), list(right)) for _, left, right in frame.itertuples(index=False)
    ]


def iterated(G, engine, folder):
    return [len(b) for b in cb.iter_maximal_bicliques(G, batch_size=50, engine=engine)]


def written(G, engine, folder):
    return cb.write_maximal_bicliques(G, folder, engine=engine)


def sizes(G, engine, folder):
    return cb.maximal_biclique_sizes(G, engine=engine).to_numpy().tolist()


def estimated(G, engine, folder):
    return cb.estimate_maximal_bicliques(G).bicliques


def counted(G, engine, folder):
    return cb.maximal_biclique_count(G, engine=engine)


def cliques(G, engine, folder):
    return cb.biclique_count(G, 2, 3, engine=engine)


def table(G, engine, folder):
    return cb.biclique_counts(G, 3, 3, engine=engine).to_numpy().tolist()


CALLS = [listed, iterated, written, sizes, estimated, counted, cliques, table]
FRAME = graphs.as_frame(graphs.crown(6))  # most allocations are those of pandas
SMALL = cb.bipartite_graph(FRAME)
MEDIUM = cb.bipartite_graph(graphs.as_frame(graphs.random_graph(99, 99, 0.12, seed=5)))


def left_behind():
    """Threads and open files of this process."""
    return threading.active_count(), len(os.listdir("/proc/self/fd"))


def fail_each(call, arguments, failing, numbers, folder, is_clean):
    """Let the allocations of these numbers fail, one at a time; how many did."""
    expected = call(*arguments, folder / "before")
    failures = 0
    for number in numbers:
        target = folder / str(number)
        try:
            with failing(number) as faults:
                answer = call(*arguments, target)
        except MemoryError:
            assert faults.failed
            failures += 1
        else:
            assert answer == expected
            if not faults.failed:
                break
        is_clean()
        if call is written:  # goes on where it was stopped
            assert call(*arguments, target) == expected
        shutil.rmtree(target, ignore_errors=True)
    assert call(*arguments, folder / "after") == expected
    return failures


@pytest.mark.slow
@linux
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
@pytest.mark.parametrize(
    ("graph", "step"),
    [
        pytest.param(SMALL, 3, id="small"),
        pytest.param(FRAME, 17, id="frame"),
        pytest.param(MEDIUM, 37, id="medium"),
    ],
)
def test_on_the_host(call, graph, step, tmp_path):
    if call is written:
        pytest.importorskip("pyarrow")
        step *= 13  # it has many parts, with the same allocations in each
    call(graph, "cpu", tmp_path / "first")
    before = left_behind()

    def is_clean():
        assert left_behind() == before

    failures = fail_each(
        call,
        (graph, "cpu"),
        failing_allocations.failing,
        itertools.count(0, step),
        tmp_path,
        is_clean,
    )
    assert failures > 1


class Failing:
    """An allocator of CuPy that fails once."""

    def __init__(self, allocator, number):
        self.allocator, self.left, self.failed = allocator, number, False

    def __call__(self, size):
        import cupy

        self.left -= 1
        if self.left == -1:
            self.failed = True
            raise cupy.cuda.memory.OutOfMemoryError(size, 0)
        return self.allocator(size)

    def __enter__(self):
        import cupy

        cupy.cuda.set_allocator(self)
        return self

    def __exit__(self, *error):
        import cupy

        cupy.cuda.set_allocator(self.allocator)


@pytest.fixture
def pool():
    """A pool of CuPy for this test alone."""
    import cupy

    before = cupy.cuda.get_allocator()
    pool = cupy.cuda.MemoryPool()
    cupy.cuda.set_allocator(pool.malloc)
    yield pool
    cupy.cuda.set_allocator(before)
    gc.collect()
    pool.free_all_blocks()


@pytest.mark.gpu
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__)
@pytest.mark.parametrize(
    ("graph", "step"),
    [pytest.param(SMALL, 3, id="small"), pytest.param(MEDIUM, 3, id="medium")],
)
def test_on_the_device(call, graph, step, tmp_path, pool):
    if call is estimated:
        pytest.skip("works on the host")
    call(graph, "gpu", tmp_path / "first")
    gc.collect()
    threads, held = threading.active_count(), pool.used_bytes()

    def is_clean():
        gc.collect()
        assert threading.active_count() == threads
        assert pool.used_bytes() == held

    failures = fail_each(
        call,
        (graph, "gpu"),
        lambda number: Failing(pool.malloc, number),
        itertools.count(0, step),
        tmp_path,
        is_clean,
    )
    assert failures > 1


def test_the_harness_fails_when_told():
    with failing_allocations.failing(2) as faults:
        kept = [np.empty(10), np.zeros(10)]
        with pytest.raises(MemoryError):
            np.ones(10)
        kept.append(np.ones(3))
    assert faults.failed
    assert len(kept) == 3
    with failing_allocations.failing(0), pytest.raises(MemoryError):
        pd.Series(np.arange(3)) + 1


def test_the_harness_reaches_threads():
    raised = []

    def work():
        try:
            np.ones(10)
        except MemoryError as error:
            raised.append(error)

    with failing_allocations.failing(0):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert raised
