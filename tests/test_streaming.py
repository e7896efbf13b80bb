# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Streams of more bicliques than can be searched: the first ones come at once, a slow
consumer pauses the search, and each job is searched once.

Modules: `api/bicliques.py`, `calls/bicliques.py`, `host/workers.py`.
"""

import threading
from itertools import islice

import pyarrow.parquet as parquet
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls import writing
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.host.workers import stream

pytestmark = pytest.mark.usefixtures("small_jobs")

ENDLESS = graphs.as_frame(graphs.crown(60))  # 2**60 - 2 bicliques with both sides
SIZE = 10  # of a chunk


class Counted:
    """A worker whose jobs have `chunks` chunks each, and the log of all workers."""

    def __init__(self, chunks, log):
        self.chunks, self.log = chunks, log

    def start(self, job):
        self.job, self.made = job, 0
        self.log.start(job)

    def advance(self):
        self.made += 1
        self.log.make()
        return self.made == self.chunks, (self.job.first, self.made)


class Log:
    """The jobs that were started, and the number of chunks that were made."""

    def __init__(self, still_at=0):
        self.lock = threading.Lock()
        self.started, self.made = [], 0
        self.still_at, self.reached = still_at, threading.Event()

    def start(self, job):
        with self.lock:
            self.started.append(job)

    def make(self):
        with self.lock:
            self.made += 1
            if self.made >= self.still_at:
                self.reached.set()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_slow_consumer_pauses_the_search(threads):
    # Room for six chunks, and each thread has one more in its hands.
    log = Log(still_at=6)
    jobs = [Job(n, n + 1) for n in range(8)]
    found = stream(
        jobs, lambda: Counted(50, log), threads, Trace(),
        size_of=lambda chunk: SIZE, waiting_bytes=6 * SIZE,
    )  # fmt: skip
    taken = []
    for n, (_, chunk) in enumerate(found):
        if chunk is not None:
            taken.append(chunk)
        if n == 0:
            assert log.reached.wait(60)  # the search goes on to the limit
        with log.lock:
            assert log.made - len(taken) <= 6 + threads
    assert taken == [(job, n + 1) for job in range(8) for n in range(50)]
    assert sorted(log.started) == jobs


def first_batches(engine):
    """The first batches of the endless search, which has been closed."""
    batches = cb.iter_maximal_bicliques(ENDLESS, batch_size=1000, engine=engine)
    some = list(islice(batches, 3))
    batches.close()
    assert next(batches, None) is None
    return some


def test_the_first_batches_of_an_endless_search(engine):
    some = first_batches(engine)
    assert [len(batch) for batch in some] == [1000] * 3
    listed = [pair for batch in some for pair in graphs.as_list(batch)]
    assert len(set(listed)) == 3000
    everyone = frozenset(range(60))
    assert all(left | right == everyone for left, right in listed)
    assert not any(left & right for left, right in listed)
    again = [pair for batch in first_batches(engine) for pair in graphs.as_list(batch)]
    assert again == listed


class StopNow(Exception):
    """Ends a call from a thread that has seen enough."""


def test_the_first_file_of_an_endless_search(engine, tmp_path, monkeypatch):
    write_part = writing.write_part
    written = []

    def until_the_second(folder, number, *arguments):
        if written:
            raise StopNow
        written.append(write_part(folder, number, *arguments))
        return written[-1]

    monkeypatch.setattr(writing, "write_part", until_the_second)
    with pytest.raises(StopNow):
        cb.write_maximal_bicliques(ENDLESS, tmp_path / "found", engine=engine)
    [file] = (tmp_path / "found").glob("*.parquet")
    assert parquet.read_table(file).num_rows > 0
