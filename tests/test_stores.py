# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Writing to addresses: fsspec's stores in memory and in folders stand for all.

Modules: `datasets/stores.py`, `datasets/locking.py`, `datasets/whole_files.py`.
"""

import errno
import os
import tempfile
from pathlib import Path
from typing import ClassVar

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
from cugraph_biclique import cli
from cugraph_biclique.data import southern_women
from cugraph_biclique.datasets import stores
from cugraph_biclique.datasets.locking import LOCK_BY_NAME
from cugraph_biclique.results import parquet
from small_data_sets import FRAME, ROWS_PER_FILE, contents, interrupted

fsspec = pytest.importorskip("fsspec")
from fsspec.implementations.memory import MemoryFileSystem  # noqa: E402

WOMEN = southern_women().iloc[:, :2]
BICLIQUES = 63
FOLDER = "memory://bucket/found"


class BucketFileSystem(MemoryFileSystem):
    """A store as S3 is: it keeps its listings, and marks a folder with an object."""

    protocol = "bucket"
    store: ClassVar = {}
    pseudo_dirs: ClassVar = [""]

    def invalidate_cache(self, path=None):
        self.dircache.clear()

    def ls(self, path, detail=True, **kwargs):
        path = self._strip_protocol(path)
        if path not in self.dircache:
            marker = {"name": f"{path}/", "size": 0, "type": "directory"}
            self.dircache[path] = [marker, *super().ls(path, detail=True, **kwargs)]
        entries = self.dircache[path]
        return entries if detail else [entry["name"] for entry in entries]

    def find(self, path, **kwargs):
        return [f"{path}/", *super().find(path, **kwargs)]


@pytest.fixture(autouse=True)
def memory(tmp_path, monkeypatch):
    """An empty store, and an empty folder for temporary files."""
    fsspec.register_implementation("bucket", BucketFileSystem, clobber=True)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    yield fsspec.filesystem("memory")
    assert list((tmp_path / "temporary").glob("cugraph*")) == []
    for system in (MemoryFileSystem, BucketFileSystem):
        system.store.clear()
        system.pseudo_dirs[:] = [""]


def opened(address):
    """The file system of an address, without a cache, and the path in it."""
    return fsspec.url_to_fs(address.removeprefix("simplecache::"))


def files(address):
    """The bytes of each file below an address."""
    system, path = opened(address)
    system.invalidate_cache()
    found = [name for name in system.find(path) if not name.endswith("/")]
    return {
        name.removeprefix(path).lstrip("/"): system.cat_file(name) for name in found
    }


@pytest.fixture(params=["memory", "cache", "bucket", "folder"])
def address(request, tmp_path):
    if request.param == "folder":
        (tmp_path / "root" / "found").mkdir(parents=True)
        return f"dir://found::file://{tmp_path.as_posix()}/root"
    caches = {"cache": "simplecache::", "memory": ""}
    if request.param in caches:
        return f"{caches[request.param]}memory://bucket/found"
    return "bucket://bucket/found/"


@pytest.fixture
def small_parts(monkeypatch):
    monkeypatch.setattr(parquet.PartWriter, "rows_per_file", ROWS_PER_FILE)


# Data sets


def test_a_data_set_is_that_of_a_folder(address, tmp_path, small_parts):
    n = cb.write_maximal_bicliques(FRAME, tmp_path / "local")
    assert cb.write_maximal_bicliques(FRAME, address) == n
    assert files(address) == contents(tmp_path / "local")
    assert cb.verify_data_set(address) == n
    assert cb.write_maximal_bicliques(FRAME, address) == n


def test_an_interrupted_data_set_is_resumed(address, tmp_path, small_parts):
    interrupted(address)
    with pytest.raises(cb.DataSetError, match="jobs are done"):
        cb.verify_data_set(address)
    begun = files(address)
    assert LOCK_BY_NAME not in begun
    cb.write_maximal_bicliques(FRAME, tmp_path / "local")
    cb.write_maximal_bicliques(FRAME, address)
    whole = files(address)
    assert whole == contents(tmp_path / "local")
    assert 2 < len(begun) < len(whole)


def test_parts_of_a_crash_are_removed(address, small_parts):
    interrupted(address)
    system, path = opened(address)
    system.pipe_file(f"{path}/part-00099.parquet", b"half")
    cb.write_maximal_bicliques(FRAME, address)
    assert "part-00099.parquet" not in files(address)
    cb.verify_data_set(address)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda system, part: system.rm_file(part), "it is missing"),
        (lambda system, part: system.pipe_file(part, b"x"), "it has 1 bytes instead"),
        (
            lambda system, part: system.pipe_file(
                part, system.cat_file(part)[:-1] + b"x"
            ),
            "does not match its checksum",
        ),
        (
            lambda system, part: system.pipe_file(f"{part}.txt", b""),
            "part-00000.parquet.txt: the manifest does not list it",
        ),
    ],
    ids=["missing", "short", "changed", "unlisted"],
)
def test_damage_is_found(address, change, fault):
    cb.write_maximal_bicliques(WOMEN, address)
    system, path = opened(address)
    change(system, f"{path}/part-00000.parquet")
    with pytest.raises(cb.DataSetError) as raised:
        cb.verify_data_set(address)
    assert len(raised.value.faults) == 1
    assert fault in raised.value.faults[0]


def test_every_kind_of_data_set(tmp_path):
    edges = np.array([[0, 1], [0, 2], [1, 2], [2, 3]])
    assert cb.write_maximal_cliques(edges, "memory://b/cliques") == 2
    assert cb.verify_data_set("memory://b/cliques") == 2
    assert cb.write_groups(WOMEN, "memory://b/groups", 2) == 2
    assert cb.write_groups(WOMEN, "memory://b/groups", 2) == 2
    found = cb.maximal_bicliques(WOMEN, sort=True)
    found.to_parquet("memory://b/found")
    assert cb.verify_data_set("memory://b/found") == BICLIQUES
    with pytest.raises(FileExistsError, match="is not empty"):
        found.to_parquet("memory://b/found")
    found.to_parquet(tmp_path / "found")
    back = pd.read_parquet("memory://b/found/part-00000.parquet")
    pd.testing.assert_frame_equal(
        back, pd.read_parquet(tmp_path / "found" / "part-00000.parquet")
    )


def test_a_local_file_at_an_address_is_a_local_file(tmp_path):
    """So it is renamed and locked as any other."""
    folder = tmp_path / "found"
    for address in (f"file://{folder}", f"simplecache::file://{folder}"):
        assert stores.place_of(address) == folder
    assert cb.write_maximal_bicliques(WOMEN, f"file://{folder}") == BICLIQUES
    assert cb.verify_data_set(folder) == BICLIQUES


# One writer at a time


def test_a_second_writer_is_refused(address):
    def second(done, total):
        with pytest.raises(BlockingIOError, match=r"being written by process \d+ on"):
            cb.write_maximal_bicliques(FRAME, address)

    n = cb.write_maximal_bicliques(FRAME, address, progress=second)
    assert cb.verify_data_set(address) == n


def test_the_lock_of_a_killed_process_is_named(memory):
    memory.pipe_file(f"/bucket/found/{LOCK_BY_NAME}", b"process 7 on 'node'\n")
    with pytest.raises(BlockingIOError, match="by process 7 on 'node'") as raised:
        cb.write_maximal_bicliques(WOMEN, FOLDER)
    assert f"remove '{LOCK_BY_NAME}' from the folder" in str(raised.value)
    memory.rm_file(f"/bucket/found/{LOCK_BY_NAME}")
    assert cb.write_maximal_bicliques(WOMEN, FOLDER) == BICLIQUES


def test_a_folder_with_other_files_stays_as_it_is(memory):
    memory.pipe_file("/bucket/found/mine.txt", b"mine")
    with pytest.raises(FileExistsError, match=r"contains 'mine.txt' but no manifest"):
        cb.write_maximal_bicliques(WOMEN, FOLDER)
    with pytest.raises(FileExistsError, match="is a file, but a data set is a folder"):
        cb.write_maximal_bicliques(WOMEN, f"{FOLDER}/mine.txt")
    assert files(FOLDER) == {"mine.txt": b"mine"}


def test_a_store_that_only_reads_may_be_asked_again(monkeypatch):
    cb.write_groups(WOMEN, FOLDER, 2)

    def denied(*args, **options):
        raise PermissionError("Access Denied")

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", denied)
    assert cb.write_groups(WOMEN, FOLDER, 2) == 2
    assert cb.verify_data_set(FOLDER) == 2
    with pytest.raises(PermissionError, match="Access Denied"):
        cb.write_groups(WOMEN, "memory://bucket/new", 2)


def test_a_failed_upload_leaves_the_old_file(memory, monkeypatch, small_parts):
    interrupted(FOLDER)
    before = files(FOLDER)

    def fail(self, file, path, **options):
        raise OSError("the network is down")

    with monkeypatch.context() as patch, pytest.raises(OSError, match="network"):
        patch.setattr(MemoryFileSystem, "put_file", fail)
        cb.write_maximal_bicliques(FRAME, FOLDER)
    after = files(FOLDER)
    assert {name: before[name] for name in after} == after
    cb.write_maximal_bicliques(FRAME, FOLDER)
    cb.verify_data_set(FOLDER)


# What cannot be written


@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("memory://", ValueError, "is not a folder name"),
        ("nowhere://a/b", ValueError, "Protocol not known: nowhere"),
        (Path("s3://bucket/found"), ValueError, "without its second slash"),
        ("dir://a::file:///nowhere/at/all", OSError, "cannot be written .*No such fi"),
        ("data://bucket/found", OSError, r"cannot be written .*: check the address"),
    ],
    ids=str,
)
def test_what_cannot_be_written(address, error, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for write in (cb.write_maximal_bicliques, cb.write_groups):
        with pytest.raises(error, match=message):
            write(WOMEN, address)
    assert [path.name for path in tmp_path.iterdir()] == ["temporary"]


def test_errors_of_a_store_name_the_place(memory, monkeypatch):
    def fail(*args, **options):
        raise ConnectionError("lost connection")

    monkeypatch.setattr(MemoryFileSystem, "put_file", fail)
    said = rf"{FOLDER}/.* cannot be written \(lost connection\): .* repeat the same"
    with pytest.raises(OSError, match=said):
        cb.write_maximal_bicliques(WOMEN, FOLDER)
    monkeypatch.undo()
    assert cb.write_maximal_bicliques(WOMEN, FOLDER) == BICLIQUES


def test_a_complete_data_set_is_known_where_nothing_can_be_written(monkeypatch):
    cb.write_maximal_bicliques(WOMEN, FOLDER)

    def fail(*args, **options):
        raise NotImplementedError

    monkeypatch.setattr(MemoryFileSystem, "pipe_file", fail)
    assert cb.write_maximal_bicliques(WOMEN, FOLDER) == BICLIQUES


def test_a_full_temporary_folder_is_named(monkeypatch):
    def fail(*args):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(parquet.PartWriter, "table", fail)
    with pytest.raises(OSError, match=r"in the temporary folder '.*temporary', while"):
        cb.write_maximal_bicliques(WOMEN, FOLDER)


def test_a_lock_that_goes_in_between_is_taken(memory, monkeypatch):
    """Its holder ends after the new writer has seen it."""
    memory.pipe_file(f"/bucket/found/{LOCK_BY_NAME}", b"process 1 on 'a'")
    exists = stores.StorePath.exists

    def seen(self):
        there = exists(self)
        if there and self.name == LOCK_BY_NAME:
            self.unlink()
        return there

    monkeypatch.setattr(stores.StorePath, "exists", seen)
    assert cb.write_maximal_bicliques(WOMEN, FOLDER) == BICLIQUES


def test_the_same_path_in_two_stores_is_not_the_same_file(memory):
    one = stores.StorePath("/b/e.csv", "memory://b/e.csv", memory)
    assert one != stores.StorePath("/b/e.csv", "bucket://b/e.csv", BucketFileSystem())
    assert one == stores.place_of("memory://b/e.csv")


def test_a_folder_whose_name_looks_like_an_address(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert cb.write_maximal_bicliques(WOMEN, "s3:x") == BICLIQUES
    assert cb.verify_data_set("s3:x") == BICLIQUES


def test_there_is_nothing_to_verify():
    with pytest.raises(FileNotFoundError, match="does not exist"):
        cb.verify_data_set("memory://bucket/nothing")


# The shell


@pytest.fixture
def women(tmp_path):
    path = tmp_path / "women.csv"
    WOMEN.to_csv(path, index=False)
    return f"file://{path}"


@pytest.mark.parametrize("name", ["o.jsonl", "o.csv.gz", "o.parquet"])
def test_a_command_writes_a_file(name, address, women, tmp_path):
    out = address.replace("dir://found", "dir://found/sub")
    first, *chain = out.split("::file")
    out = "::file".join([f"{first.rstrip('/')}/{name}", *chain])
    for target in (out, tmp_path / name):
        assert cli.main(["enumerate", women, "--header", "-o", str(target)]) == 0
    system, path = opened(out)
    assert system.cat_file(path) == (tmp_path / name).read_bytes()
    names = [name for name in files(address) if name.rpartition("/")[2]]
    assert len(names) == 1


def test_a_command_writes_a_folder(address, women, tmp_path, capsys):
    command = ["enumerate", women, "--header"]
    assert cli.main([*command, "-o", address]) == 0
    assert f"63 maximal bicliques in {address}" in capsys.readouterr().out
    assert cli.main(["verify", address]) == 0
    assert cli.main([*command, "--sort", "-o", address]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert cli.main([*command, "-o", f"{tmp_path}/local/"]) == 0
    assert files(address) == contents(tmp_path / "local")


def test_a_command_does_not_write_to_its_input(memory, women, capsys):
    memory.put_file(women.removeprefix("file://"), "/bucket/women.csv")
    before = memory.cat_file("/bucket/women.csv")
    there = "memory://bucket/women.csv"
    assert cli.main(["sizes", there, "--header", "-o", there]) == 2
    assert "is the input file" in capsys.readouterr().err
    local = women.removeprefix("file://")
    assert cli.main(["sizes", women, "--header", "-o", local]) == 2
    assert memory.cat_file("/bucket/women.csv") == before


def test_a_command_fails_before_the_work(tmp_path, capsys):
    nothing = str(tmp_path / "nothing.csv")  # an error, if it is read
    for out in ("a.jsonl", "found"):
        where = f"dir://{out}::file:///nowhere/at/all"
        assert cli.main(["enumerate", nothing, "-o", where]) == 1
        assert "cannot be written" in capsys.readouterr().err


def test_a_failed_command_leaves_the_old_file(memory, women, monkeypatch):
    memory.pipe_file("/bucket/o.jsonl", b"old")

    def fail(*args, **options):
        raise OSError("the network is down")

    monkeypatch.setattr(MemoryFileSystem, "put_file", fail)
    out = "memory://bucket/o.jsonl"
    assert cli.main(["enumerate", women, "--header", "-o", out]) == 1
    assert files("memory://bucket") == {"o.jsonl": b"old"}


# Over Dask


@pytest.fixture
def client():
    distributed = pytest.importorskip("distributed")
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0"
    ) as client:
        yield client


@pytest.mark.parametrize("where", [FOLDER, "bucket://bucket/found"])
def test_workers_write_to_a_store(where, client, tmp_path):
    dd = pytest.importorskip("dask.dataframe")
    from cugraph_biclique import dask as over_dask

    edges = dd.from_pandas(FRAME, npartitions=2)
    local = tmp_path / "local"
    n = over_dask.write_maximal_bicliques(edges, local, partitions=3)
    assert over_dask.write_maximal_bicliques(edges, where, partitions=3) == n
    assert files(where) == contents(local)
    assert cb.verify_data_set(where) == n
    whole = files(where)
    system, path = opened(where)
    for name in whole:
        if name.startswith("partition-00001"):
            system.rm_file(f"{path}/{name}")
    assert over_dask.write_maximal_bicliques(edges, where, partitions=3) == n
    assert files(where) == whole
    assert over_dask.write_groups(edges, "memory://bucket/groups", 2) == 2


def test_workers_of_other_machines_need_the_store(tmp_path):
    """Each process has a store of its own in memory, so its workers find nothing."""
    from cugraph_biclique.dask import tasks

    with pytest.raises(FileNotFoundError, match="does not exist for this worker"):
        tasks.write(None, FOLDER)


def test_halves_take_the_place_of_a_partition(memory):
    from cugraph_biclique.dask import tasks

    folder = stores.place_of(FOLDER)
    cb.write_maximal_bicliques(WOMEN, FOLDER)
    for _ in range(2):
        tasks.give_up(folder)
        assert files(FOLDER) == {tasks.HALVED: b""}
    assert os.listdir(tempfile.gettempdir()) == []
