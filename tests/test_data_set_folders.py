# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The folder of a data set: it has one writer, and what is not ours stays.

Modules: `datasets/folders.py`, `datasets/locking.py`, `datasets/own_files.py`.
"""

import errno
import os
import threading
from pathlib import Path

import pandas as pd
import pyarrow.dataset
import pytest

import cugraph_biclique as cb
from cugraph_biclique.cli import main
from cugraph_biclique.datasets import locking, manifests
from cugraph_biclique.results import parquet
from small_data_sets import (
    FRAME,
    MANIFEST,
    ROWS_PER_FILE,
    contents,
    faults,
    interrupted,
    part_names,
)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(parquet.PartWriter, "rows_per_file", ROWS_PER_FILE)


@pytest.fixture
def folder(tmp_path):
    """A data set that is whole."""
    cb.write_maximal_bicliques(FRAME, tmp_path / "set")
    return tmp_path / "set"


@pytest.fixture
def begun(tmp_path):
    """A data set that is not."""
    return interrupted(tmp_path / "begun")


# Two writers


def meanwhile(folder, work):
    """What `work` raises while another thread writes to the folder."""
    writing, ended = threading.Event(), threading.Event()
    raised = []

    def hold(done, total):
        writing.set()
        ended.wait(60)

    def write():
        cb.write_maximal_bicliques(FRAME, folder, progress=hold)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        assert writing.wait(60)
        work()
    except OSError as error:
        raised.append(error)
    finally:
        ended.set()
        thread.join()
    assert cb.verify_data_set(folder) == 510
    return raised


def test_a_second_writer_gets_one_clear_error(tmp_path):
    folder = tmp_path / "set"

    def read_and_write():
        found = pd.read_parquet(folder)  # the lock is no part to a reader
        assert len(found) <= 510
        pyarrow.dataset.dataset(folder).count_rows()
        cb.write_maximal_bicliques(FRAME, folder)

    (error,) = meanwhile(folder, read_and_write)
    assert isinstance(error, BlockingIOError)
    assert str(folder) in str(error)
    assert f"process {os.getpid()} on" in str(error)
    assert "wait until that process ends, or pass another folder" in str(error)
    assert sorted(contents(folder)) == [MANIFEST, *sorted(part_names(folder))]


def test_to_parquet_and_the_command_line_are_writers_too(tmp_path, capsys):
    folder = tmp_path / "set"
    found = cb.maximal_bicliques(FRAME)
    (error,) = meanwhile(folder, lambda: found.to_parquet(folder))
    assert isinstance(error, BlockingIOError)
    # Refused before it reads the file of the graph, which is not there
    arguments = ["enumerate", "nowhere.csv", "-o", f"{tmp_path}/other/"]
    assert not meanwhile(tmp_path / "other", lambda: main(arguments))
    assert "is being written by process" in capsys.readouterr().err


def test_threads_that_start_at_once(tmp_path):
    refused = 0
    for n in range(20):
        start, said = threading.Barrier(2), []

        def write(folder=tmp_path / str(n), start=start, said=said):
            start.wait(60)
            try:
                said.append(cb.write_maximal_bicliques(FRAME, folder))
            except BlockingIOError:
                said.append(None)

        threads = [threading.Thread(target=write) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert 510 in said
        assert cb.verify_data_set(tmp_path / str(n)) == 510
        refused += said.count(None)
    assert refused


def without_locks(monkeypatch, number=errno.ENOLCK):
    def refuse(handle):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(locking, "lock_at_once", refuse)


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS])
def test_where_there_are_no_locks_a_file_is_one(number, tmp_path, monkeypatch):
    without_locks(monkeypatch, number)
    folder = tmp_path / "set"
    (error,) = meanwhile(folder, lambda: cb.write_maximal_bicliques(FRAME, folder))
    assert f"process {os.getpid()} on" in str(error)
    assert f"remove '{locking.LOCK_BY_NAME}' from the folder" in str(error)
    # What a killed process leaves has to be removed by hand, as the error says.
    (folder / locking.LOCK_BY_NAME).write_text("process 1 on 'elsewhere'\n")
    with pytest.raises(BlockingIOError, match="process 1 on 'elsewhere'"):
        cb.write_maximal_bicliques(FRAME, folder)
    (folder / locking.LOCK_BY_NAME).unlink()
    assert cb.write_maximal_bicliques(FRAME, folder) == 510
    assert sorted(contents(folder)) == [MANIFEST, *sorted(part_names(folder))]


def test_a_worker_waits_for_one_before_it(tmp_path):
    waited = threading.Event()

    def work():
        with locking.held(tmp_path, wait=True):
            waited.set()

    with locking.held(tmp_path):
        thread = threading.Thread(target=work)
        thread.start()
        assert not waited.wait(3 * locking.POLL_SECONDS)
    thread.join(60)
    assert waited.is_set()
    assert not list(tmp_path.iterdir())


def read_only(monkeypatch, folder, number):
    """As a folder on a disk that is read-only, also for the tests of root."""
    opened = os.open

    def refuse(path, flags, *mode, **options):
        if str(path).startswith(str(folder)) and flags & (os.O_WRONLY | os.O_RDWR):
            raise OSError(number, os.strerror(number), str(path))
        return opened(path, flags, *mode, **options)

    monkeypatch.setattr(os, "open", refuse)


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES])
def test_a_read_only_folder(number, folder, begun, tmp_path, monkeypatch):
    with monkeypatch.context() as patch:
        read_only(patch, folder, number)
        assert cb.write_maximal_bicliques(FRAME, folder) == 510
        assert cb.verify_data_set(folder) == 510
    new = tmp_path / "new"
    read_only(monkeypatch, new, number)
    with pytest.raises(OSError, match=r"Make .*new' writable") as error:
        cb.write_maximal_bicliques(FRAME, new)
    assert error.value.errno == number
    assert not new.exists()


# What is not ours


@pytest.mark.parametrize(
    "name",
    [
        "part-time-jobs.csv",
        "part-0.parquet",
        "part-000001.parquet",
        "partition-00000/",
        "a.partial",
    ],
)
@pytest.mark.parametrize("state", ["folder", "begun"])
def test_a_stranger_is_an_error_and_stays(name, state, request):
    folder = request.getfixturevalue(state)
    before = contents(folder)
    if name.endswith("/"):
        (folder / name).mkdir()
    else:
        (folder / name).write_text("mine")
    with pytest.raises(FileExistsError, match=f"{name.strip('/')}.*move it"):
        cb.write_maximal_bicliques(FRAME, folder)
    assert (folder / name).exists()
    assert any(fault.startswith(name.strip("/")) for fault in faults(folder)) or (
        name.endswith("/")
    )
    (folder / name).rmdir() if name.endswith("/") else (folder / name).unlink()
    assert contents(folder) == before


def test_hidden_files_beside_a_manifest_are_nobody_s_business(begun):
    (begun / ".DS_Store").write_text("mine")
    (begun / "_SUCCESS").write_text("mine")
    assert cb.write_maximal_bicliques(FRAME, begun) == 510
    assert cb.verify_data_set(begun) == 510
    assert (begun / ".DS_Store").exists()
    assert (begun / "_SUCCESS").exists()


def test_parts_without_a_manifest_stay(folder):
    (folder / MANIFEST).unlink()
    before = contents(folder)
    with pytest.raises(FileExistsError, match="but no manifest"):
        cb.write_maximal_bicliques(FRAME, folder)
    with pytest.raises(FileExistsError, match="is not empty"):
        cb.maximal_bicliques(FRAME).to_parquet(folder)
    assert contents(folder) == before


def test_what_a_killed_to_parquet_has_left_is_removed_whenever_that_is_stopped(
    folder, monkeypatch
):
    manifest = manifests.new_manifest({"call": "Bicliques.to_parquet"}, jobs=1)
    unlink, left = Path.unlink, []

    def stop(path, **options):
        if not left:
            raise KeyboardInterrupt
        left.pop()
        unlink(path, **options)

    found = cb.maximal_bicliques(FRAME)
    for n in range(6):  # parts
        manifests.write_manifest(folder, manifest)  # as if none were admitted yet
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(Path, "unlink", stop)
            left[:] = [None] * n
            found.to_parquet(folder)
        found.to_parquet(folder)
        assert cb.verify_data_set(folder) == 510


def test_each_call_refuses_the_folder_of_another(folder, tmp_path):
    found = cb.maximal_bicliques(FRAME)
    with pytest.raises(FileExistsError, match="is not empty"):
        found.to_parquet(folder)
    found.to_parquet(tmp_path / "at once")
    message = r"Bicliques\.to_parquet instead of write_maximal_bicliques"
    with pytest.raises(FileExistsError, match=message):
        cb.write_maximal_bicliques(FRAME, tmp_path / "at once")


# Paths

CALLS = {
    "write": lambda path: cb.write_maximal_bicliques(FRAME, path),
    "groups": lambda path: cb.write_groups(FRAME, path),
    "to_parquet": lambda path: cb.maximal_bicliques(FRAME).to_parquet(path),
    "verify": cb.verify_data_set,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_path_that_names_nothing_is_refused(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="path='' is not a folder name: pass the name"):
        call("")
    for wrong in (None, 5, b"found", ["found"]):
        with pytest.raises(TypeError, match=f"path.*{type(wrong).__name__}.*pass the"):
            call(wrong)
    (tmp_path / "file").write_text("mine")
    with pytest.raises(FileExistsError, match="is a file"):
        call("file")
    assert contents(tmp_path) == {"file": b"mine"}


def test_an_empty_name_is_no_output(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["enumerate", "edges.csv", "-o", ""]) == 2
    assert "-o '' is not a file name" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
