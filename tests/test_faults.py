# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every writer is killed, starved, raced: what it leaves is sound, or is refused.

CUGRAPH_BICLIQUE_KILLS is how often each writer is killed: a few times without it. For
Dask it is a tenth of that, as a cluster takes seconds to start.

Modules: `datasets/whole_files.py`, `results/parquet.py`.
"""

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import cugraph_biclique as cb
import writers
from cugraph_biclique.datasets import manifests, whole_files

pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs POSIX processes"),
]

KILLS = int(os.environ.get("CUGRAPH_BICLIQUE_KILLS", 0))
MOST_IN_A_ROW = 3
ROUNDS = {"library": 20, "cli folder": 3, "to_parquet": 3}
MINE = {"found.csv.partial": b"mine", "notes.txt": b"mine"}  # which nobody may touch


class Server:
    """Runs writers in processes of their own."""

    def __init__(self, said):
        self.process = subprocess.Popen(
            [sys.executable, str(Path(writers.__file__))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            # Writers are forked, and CUDA does not survive that.
            env=os.environ | {"CUDA_VISIBLE_DEVICES": ""},
        )

    def __call__(self, call, **request):
        print(json.dumps({"call": call} | request), file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    path = tmp_path_factory.mktemp("server") / "stderr"
    with path.open("w") as said:
        server = Server(said)
        yield server
        server.process.stdin.close()
        server.process.wait(60)
        server.process.stdout.close()
    print(path.read_text()[-2000:])


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A function that makes a folder for a writer, beside the file of the graph."""
    folder = tmp_path_factory.mktemp("faults")
    writers.FRAME.to_csv(folder / "edges.csv", index=False)
    made = iter(range(10**9))

    def new():
        where = folder / str(next(made))
        where.mkdir()
        for name, content in MINE.items():
            (where / name).write_bytes(content)
        return where

    return new


def tree(where):
    """All files below a folder, and what is in them."""
    return {
        path.relative_to(where).as_posix(): path.read_bytes()
        for path in sorted(where.rglob("*"))
        if path.is_file()
    }


def check_sound(where):
    """What a killed writer's manifests list is there."""
    for path in where.rglob(manifests.MANIFEST):
        manifest = manifests.read_manifest(path.parents[1])
        faults = [
            manifests.fault_of(path.parents[1], part) for part in manifest["parts"]
        ]
        assert set(faults) <= {None}, path


def test_a_fork_writes_what_this_process_writes(server, place):
    where, here = place(), place()
    assert server("run", writer="cli csv", where=str(where))["status"] == 0
    writers.WRITERS["cli csv"](here)
    assert tree(where) == tree(here)
    assert len(tree(where)["found.csv"]) > 100_000


@pytest.mark.parametrize("writer", writers.WRITERS)
def test_a_killed_writer_ends_with_the_same_files(writer, server, place):
    whole = place()
    done = server("run", writer=writer, where=str(whole))
    assert done["status"] == 0
    expected = tree(whole)
    chance = random.Random(writer)
    left = KILLS or 4
    if writer == "dask":
        left = max(1, left // 10)
    by_event = by_clock = resumed = 0
    while left:
        where = place()
        for _ in range(min(left, chance.randint(1, MOST_IN_A_ROW))):
            moment = {"event": chance.randint(1, done["events"])}
            if chance.random() < 0.5:
                moment = {"delay": chance.uniform(0, done["seconds"])}
            ended = server("run", writer=writer, where=str(where), **moment)
            # 0 if there was less to do; to_parquet takes no data set that is complete
            assert ended["status"] in (-9, 0) or writer == "to_parquet"
            left -= ended["status"] == -9
            by_event += ended["status"] == -9 and "event" in moment
            by_clock += ended["status"] == -9 and "delay" in moment
            check_sound(where)
            assert MINE.items() <= tree(where).items()
            if "found.csv" in expected:
                assert tree(where).get("found.csv") in (None, expected["found.csv"])
        again = server("run", writer=writer, where=str(where))
        assert again["status"] == 0 or writer == "to_parquet"
        assert tree(where) == expected
        resumed += 1
    print(
        f"{writer}: killed {by_event} times at one of {done['events']} events and "
        f"{by_clock} times by the clock; {resumed} times it ended with the same files"
    )


@pytest.mark.parametrize("writer", ROUNDS)
def test_of_writers_that_start_at_once_all_but_one_are_refused(writer, server, place):
    whole = place()
    assert server("run", writer=writer, where=str(whole))["status"] == 0
    refused = 0
    for _ in range(KILLS or ROUNDS[writer]):
        where = place()
        done = server("race", writer=writer, where=str(where), n=2)
        assert 0 in done["statuses"]
        assert tree(where) == tree(whole)
        for line in done["said"]:
            assert "is being written by" in line or "is not empty" in line
            refused += 1
    assert refused  # they did meet


def test_files_that_are_written_at_once_are_whole(server, place):
    whole = place()
    assert server("run", writer="cli csv", where=str(whole))["status"] == 0
    for _ in range(2):
        where = place()
        done = server("race", writer="cli csv", where=str(where), n=3)
        assert done["statuses"] == [0, 0, 0]
        assert tree(where) == tree(whole)


# A disk that fails once


class Disk:
    """Lets one of the calls that change files fail."""

    opened = Path.open

    def __init__(self, monkeypatch, number):
        self.number = number
        self.failing = self.n = 0
        for owner, name in (
            (os, "fsync"),
            (os, "replace"),
            (Path, "open"),
            (whole_files.Checksummed, "write"),
        ):
            monkeypatch.setattr(owner, name, self.counted(getattr(owner, name)))

    def counted(self, call):
        def failing(*arguments, **options):
            kept = ".nbc" in str(arguments[0])  # a compiled kernel
            if not kept and (call is not Disk.opened or "xb" in arguments):
                self.n += 1
                if self.n == self.failing:
                    raise OSError(self.number, os.strerror(self.number))
            return call(*arguments, **options)

        return failing

    def fail_at(self, n):
        self.failing, self.n = n, 0


SMALL = writers.graphs.as_frame(writers.graphs.crown(7))  # 126 bicliques


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_whatever_call_fails_the_same_call_goes_on(number, tmp_path, monkeypatch):
    monkeypatch.setattr(writers.parquet.PartWriter, "rows_per_file", 30)
    cb.write_maximal_bicliques(SMALL, tmp_path / "whole", engine="cpu")
    expected = tree(tmp_path / "whole")
    disk = Disk(monkeypatch, number)
    cure = {errno.ENOSPC: "Free some space", errno.EIO: "Fix the cause"}
    n = 0
    while True:
        n += 1 if KILLS else 31
        folder = tmp_path / str(n)
        disk.fail_at(n)
        try:
            cb.write_maximal_bicliques(SMALL, folder, engine="cpu")
        except OSError as error:
            assert error.errno == number
            assert str(folder) in str(error)
            assert cure.get(number, f"Make {str(folder)!r} writable") in str(error)
            disk.fail_at(0)
            if folder.exists():  # everything that is there is sound
                check_sound(folder)
            assert not list(tmp_path.rglob("*.partial"))
            cb.write_maximal_bicliques(SMALL, folder, engine="cpu")
        else:
            assert disk.n < n  # it ended before the call that was to fail
            break
        assert tree(folder) == expected
    assert n > 50


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES])
def test_whatever_call_fails_to_parquet_leaves_nothing(number, tmp_path, monkeypatch):
    found = cb.maximal_bicliques(SMALL, engine="cpu")
    disk = Disk(monkeypatch, number)
    n = 0
    while True:
        n += 1
        disk.fail_at(n)
        try:
            found.to_parquet(tmp_path / "out")
        except OSError as error:
            assert error.errno == number
            assert not (tmp_path / "out").exists()
        else:
            assert disk.n < n
            break
    assert n > 10


@pytest.mark.parametrize("name", ["found.csv", "found.jsonl.gz", "found.parquet"])
def test_whatever_call_fails_a_file_stays_as_it_was(
    name, tmp_path, monkeypatch, capsys
):
    SMALL.to_csv(tmp_path / "edges.csv", index=False)
    arguments = ["enumerate", str(tmp_path / "edges.csv"), "-o", str(tmp_path / name)]
    arguments += ["--engine", "cpu"]
    assert writers.main(arguments) == 0  # compiles
    capsys.readouterr()
    (tmp_path / name).write_bytes(b"before")
    (tmp_path / f"{name}.partial").write_bytes(b"mine")
    before, outcomes = tree(tmp_path), []
    disk = Disk(monkeypatch, errno.ENOSPC)
    n = 0
    while True:
        n += 1
        disk.fail_at(n)
        if writers.main(arguments) == 0:
            break
        assert "No space left" in capsys.readouterr().err
        outcomes.append(tree(tmp_path))
    assert len(outcomes) > 3
    # The last call that can fail forces the name to the disk: the file is whole then.
    assert outcomes[-1] == tree(tmp_path) != before
    assert all(outcome == before for outcome in outcomes[:-1])


# SIGTERM


@pytest.mark.parametrize("name", ["found.csv", "out/"])
def test_sigterm_leaves_nothing_half_written(name, tmp_path):
    edges = writers.graphs.as_frame(writers.graphs.crown(24))  # 16 million
    edges.to_csv(tmp_path / "edges.csv", index=False)
    target = tmp_path / name
    command = [sys.executable, "-m", "cugraph_biclique", "enumerate", "-v"]
    with subprocess.Popen(
        [*command, tmp_path / "edges.csv", "-o", f"{tmp_path}/{name}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        while "search: begins" not in process.stderr.readline():
            assert process.poll() is None
        if name == "found.csv":
            assert list(tmp_path.glob(".found.csv.*.partial"))
        process.terminate()
        assert process.stderr.read().splitlines()[-1] == "terminated"
        assert process.wait(60) == 143
    if name == "found.csv":
        assert sorted(tree(tmp_path)) == ["edges.csv"]
    else:
        check_sound(target)
        assert all(name[0] in "p_" for name in tree(target))


def test_importing_leaves_sigterm_alone(python):
    program = """
import signal
import cugraph_biclique.cli
assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
"""
    assert python(program) == ""


def test_sigterm_while_kernels_are_compiled(tmp_path):
    """Nobody waits for the compiler."""
    (tmp_path / "edges.csv").write_text("user,item\n1,2\n")
    command = [sys.executable, "-m", "cugraph_biclique", "enumerate", "-v"]
    cache = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    with subprocess.Popen(
        [*command, tmp_path / "edges.csv", "-o", tmp_path / "found.csv"],
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | cache,
    ) as process:
        while "search: begins" not in process.stderr.readline():
            assert process.poll() is None
        assert list(tmp_path.glob(".found.csv.*.partial"))
        process.terminate()
        assert process.stderr.read().splitlines() == ["terminated"]
        assert process.wait(60) == 143
    assert not list(tmp_path.glob("*found.csv*"))
