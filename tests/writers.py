# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every writer of the package, in processes that are killed at chosen moments.

Run as a program, it reads requests from standard input, a JSON object a line, and
answers each with a line. It forks for each writer, so that a process to kill takes
milliseconds and not the seconds of an import.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path

import numpy as np

import cugraph_biclique as cb
import graphs
from cugraph_biclique.cli import main
from cugraph_biclique.datasets import whole_files
from cugraph_biclique.results import parquet

FRAME = graphs.as_frame(graphs.crown(12))  # 4,094 bicliques
PAIRS = np.argwhere(np.triu(np.ones((22, 22)) - np.eye(22, k=11), 1))  # 2,048 cliques
ROWS_PER_FILE = 300
FILES = ("open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "fcntl.flock")


def command_line(where, name):
    edges = where.parent / "edges.csv"
    if main(["enumerate", str(edges), "-o", f"{where}/{name}", "--quiet"]):
        sys.exit(1)


def over_dask(where):
    import dask.dataframe as dd
    import distributed

    import cugraph_biclique.dask as over

    ddf = dd.from_pandas(FRAME, npartitions=2, sort=False)
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        over.write_maximal_bicliques(ddf, where / "out", partitions=4, client=client)


WRITERS = {
    "library": lambda where: cb.write_maximal_bicliques(FRAME, where / "out"),
    "cliques": lambda where: cb.write_maximal_cliques(PAIRS, where / "out"),
    "groups": lambda where: cb.write_groups(FRAME, where / "out"),
    "to_parquet": lambda where: cb.maximal_bicliques(FRAME).to_parquet(where / "out"),
    "cli folder": lambda where: command_line(where, "out/"),
    "cli csv": lambda where: command_line(where, "found.csv"),
    "cli jsonl.gz": lambda where: command_line(where, "found.jsonl.gz"),
    "cli parquet": lambda where: command_line(where, "found.parquet"),
    "dask": over_dask,
}


class Events:
    """Counts what a writer does to the files of a folder; kills it at one of them, and
    a write then after half of the bytes."""

    def __init__(self, where, deadly):
        self.where = str(where)
        self.deadly = deadly
        self.n = 0
        sys.addaudithook(self.heard)
        self.write = whole_files.Checksummed.write
        whole_files.Checksummed.write = self.writes(self.write)

    def heard(self, event, arguments):
        if event == "fcntl.flock" or (
            event in FILES and str(arguments[0]).startswith(self.where)
        ):
            self.happens()

    def happens(self, before=lambda: None):
        self.n += 1
        if self.n == self.deadly:
            before()
            os.kill(os.getpid(), signal.SIGKILL)

    def writes(self, write):
        def half(stream, data):
            view = memoryview(data).cast("B")
            stream.out.write(view[: len(view) // 2])
            stream.out.flush()

        def heard(stream, data):
            self.happens(lambda: half(stream, data))
            return write(stream, data)

        return heard


def child(work):
    """Fork; the parent gets the number of the process."""
    number = os.fork()
    if number:
        return number
    status = 1
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the answers' own
        work()
        status = 0
    except SystemExit as ended:
        status = ended.code
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(status)


def ended(number):
    """How a process has ended: its status, or minus the signal that killed it."""
    return os.waitstatus_to_exitcode(os.waitpid(number, 0)[1])


def run(writer, where, event=0, delay=None):
    """Run a writer, and kill it at an event or after a delay, or not at all."""
    where, count = Path(where), Path(where + ".events")

    def work():
        events = Events(where, event)
        WRITERS[writer](where)
        count.write_text(str(events.n))

    began = time.perf_counter()
    number = child(work)
    if delay is not None:
        time.sleep(delay)
        os.kill(number, signal.SIGKILL)
    status = ended(number)
    done = {"status": status, "seconds": time.perf_counter() - began}
    return done | {"events": int(count.read_text()) if status == 0 else None}


def race(writer, where, n):
    """Start a writer n times at once; the statuses, and what was said."""
    gate, go = os.pipe()
    messages = Path(where + ".messages")

    def work():
        os.close(go)
        os.dup2(os.open(messages, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
        os.read(gate, 1)  # until the other end is closed
        WRITERS[writer](Path(where))

    numbers = [child(work) for _ in range(n)]
    os.close(gate)
    os.close(go)
    statuses = [ended(number) for number in numbers]
    said = messages.read_text().splitlines()
    messages.unlink()
    return {"statuses": statuses, "said": said}


def serve():
    parquet.ListWriter.rows_per_file = ROWS_PER_FILE
    import dask.dataframe  # noqa: F401 (before there are processes to kill)
    import distributed  # noqa: F401

    cb.maximal_bicliques(FRAME)[:1].left  # noqa: B018 (loads the kernels)
    cb.maximal_cliques(PAIRS)[:1].members  # noqa: B018
    for line in sys.stdin:
        request = json.loads(line)
        call = {"run": run, "race": race}[request.pop("call")]
        print(json.dumps(call(**request)), flush=True)


if __name__ == "__main__":
    serve()
