# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How many threads work starts, and how its jobs are put together.

Modules: `host/jobs.py`, `host/workers.py`, `preparation/jobs.py`,
`preparation/sharing.py`.
"""

import threading
from itertools import pairwise

import numba
import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.host import workers
from cugraph_biclique.host.jobs import Cut, Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream
from cugraph_biclique.preparation.jobs import jobs_for

NEVER = 1e9  # seconds


@pytest.fixture
def threads():
    """A function that sets the number of threads until the end of the test."""
    before = numba.get_num_threads()
    yield lambda n: numba.set_num_threads(min(n, numba.config.NUMBA_NUM_THREADS))
    numba.set_num_threads(before)


def random_work(seed):
    rng = np.random.default_rng(seed)
    work = (rng.pareto(rng.uniform(0.6, 2), rng.integers(1, 90)) * 50).astype(np.int64)
    work[rng.random(len(work)) < 0.2] = 0
    return work


# Jobs


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("divide", [True, False])
def test_jobs_are_all_roots_in_order(seed, divide):
    work = random_work(seed)
    jobs = jobs_for(work, 4, divide)
    assert_whole(jobs, len(work))
    assert divide or all(job.parts == 1 for job in jobs)


def assert_whole(jobs, roots):
    """All roots are in the jobs, in order, and all parts of those that are divided."""
    at = part = 0
    for job in jobs:
        assert (job.first, job.part) == (at, part)
        part = (part + 1) % job.parts
        assert job.last == at + 1 if job.parts > 1 else job.last > at
        at = at if part else job.last
    assert (at, part) == (roots, 0)
    assert sum(job.roots for job in jobs) == roots


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("most", [1e-12, 40, 1000, 1e9])
def test_jobs_together_are_the_same_roots(seed, most):
    work = random_work(seed)
    jobs = jobs_for(work, 4)
    together, following = [], 0
    while following < len(jobs):
        together += jobs.together(following, most)
        following = together[-1][0].stop
    assert_whole([job for _, job in together], len(work))
    numbers = [numbers for numbers, _ in together]
    assert numbers[0].start == 0
    assert all(one.stop == other.start for one, other in pairwise(numbers))
    for numbers, job in together:
        if len(numbers) > 1 and job.parts == 1:
            assert work[job.first : job.last].sum() <= most * 1.001
    if most < 1:
        assert [job for _, job in together] == jobs
    if most == 1e9:
        assert len(together) == 1


def test_little_work_is_one_job():
    assert jobs_for(np.full(20, 25), 16) == [Job(0, 20)]
    assert len(jobs_for(np.full(20, 25), 16, least=1.0)) > 20
    assert len(jobs_for(np.full(2000, 2500), 16)) > 500


# Threads


class Waits:
    """A worker that waits in each job until as many threads as expected have begun."""

    def __init__(self, barrier):
        self.barrier = barrier

    def start(self, job):
        pass

    def advance(self):
        self.barrier.wait(60)
        return True, None


def test_threads_join_a_job_that_takes_long():
    # Little predicted work, in 4 jobs: the first thread is in a job that does not end.
    jobs = Cut([Job(n, n + 1) for n in range(4)], np.full(4, 600.0))
    trace, barrier = Trace(), threading.Barrier(4)
    done = [number for number, _ in stream(jobs, lambda: Waits(barrier), 4, trace)]
    assert done == [0, 1, 2, 3]
    assert trace.threads == 4


def test_work_that_is_certainly_long_starts_all_threads(monkeypatch):
    monkeypatch.setattr(workers, "LOOK_SECONDS", NEVER)
    barrier = threading.Barrier(3)
    jobs = Cut([Job(n, n + 1) for n in range(3)], np.full(3, 1e9))
    for _ in stream(jobs, lambda: Waits(barrier), 3, Trace()):
        pass
    plain = [Job(n, n + 1) for n in range(3)]  # of unknown work
    for _ in stream(plain, lambda: Waits(barrier), 3, Trace()):
        pass


def test_no_thread_starts_for_jobs_that_are_gone(monkeypatch):
    monkeypatch.setattr(workers, "LOOK_SECONDS", 0.0)
    trace = Trace()
    jobs = Cut([Job(0, 1)], np.full(1, 1e9))
    for _ in stream(jobs, lambda: Waits(threading.Barrier(1)), 8, trace):
        pass
    assert trace.threads == 1


def test_work_goes_on_where_no_more_threads_can_start(monkeypatch):
    class Scarce(threading.Thread):
        started = 0

        def start(self):
            Scarce.started += 1
            if Scarce.started > 2:
                raise RuntimeError("can't start new thread")
            super().start()

    monkeypatch.setattr(workers.threading, "Thread", Scarce)
    trace = Trace()
    jobs = [Job(n, n + 1) for n in range(6)]
    barrier = threading.Barrier(2)
    found = stream(jobs, lambda: Waits(barrier), 4, trace)
    assert [number for number, _ in found] == [*range(6)]
    assert trace.threads == 2
    with pytest.raises(RuntimeError, match="can't start"):
        next(stream(jobs, lambda: Waits(barrier), 4, trace))


SMALL = graphs.as_frame(graphs.random_graph(30, 20, 0.3, seed=3))
DENSE = graphs.as_frame(graphs.random_graph(60, 40, 0.5, seed=4))


def test_a_small_graph_is_searched_by_one_thread(threads, monkeypatch):
    monkeypatch.setattr(workers, "LOOK_SECONDS", NEVER)
    threads(16)
    found = cb.maximal_bicliques(SMALL, engine="cpu")
    assert found.report["threads"] == 1
    threads(1)
    assert len(cb.maximal_bicliques(SMALL, engine="cpu")) == len(found)


@pytest.mark.usefixtures("small_jobs")
@pytest.mark.parametrize("look", [0.0, 0.004, NEVER])
@pytest.mark.parametrize("job", [1e-12, 1e-5, 1.0])
def test_answers_do_not_depend_on_threads_and_jobs(look, job, threads, monkeypatch):
    threads(1)
    expected = cb.maximal_bicliques(DENSE, engine="cpu").to_frame()
    counts = cb.biclique_counts(DENSE, 4, 4, engine="cpu")
    by_edge = cb.biclique_count_by_edge(DENSE, 3, 2, engine="cpu")
    monkeypatch.setattr(workers, "LOOK_SECONDS", look)
    monkeypatch.setattr(workers, "WORTH_SECONDS", job)
    monkeypatch.setattr(workers, "JOB_SECONDS", job)
    threads(16)
    found = cb.maximal_bicliques(DENSE, engine="cpu").to_frame()
    assert found.equals(expected)  # and in the same order
    assert cb.biclique_counts(DENSE, 4, 4, engine="cpu").equals(counts)
    assert cb.biclique_count_by_edge(DENSE, 3, 2, engine="cpu").equals(by_edge)
