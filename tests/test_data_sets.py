# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Data sets that are damaged, incomplete, locked, or not ours: each is told apart."""

import errno
import json
import os
import shutil
import threading

import pandas as pd
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.cli import main
from cugraph_biclique.datasets import locking, manifests
from cugraph_biclique.results import parquet

FRAME = graphs.as_frame(graphs.crown(9))  # 510 bicliques
MANIFEST = "_manifest.json"


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(parquet.PartWriter, "rows_per_file", 100)


@pytest.fixture
def folder(tmp_path):
    """A data set that is whole."""
    cb.write_maximal_bicliques(FRAME, tmp_path / "set")
    return tmp_path / "set"


@pytest.fixture
def begun(tmp_path):
    """A data set that is not."""
    return interrupted(tmp_path / "begun")


def interrupted(folder):
    def stop(done, total):
        if 2 * done > total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.write_maximal_bicliques(FRAME, folder, progress=stop)
    return folder


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def listed(folder):
    return json.loads((folder / MANIFEST).read_text())


def faults(folder):
    """What verify says; [] if nothing is wrong."""
    try:
        cb.verify_data_set(folder)
    except cb.DataSetError as error:
        assert folder.name in str(error)
        return list(error.faults)
    return []


# Parts


def truncated(content):
    return content[: len(content) // 2]


def flipped(place):
    def flip(content):
        where = int(place * (len(content) - 1)) if place >= 0 else len(content) + place
        return content[:where] + bytes([content[where] ^ 1]) + content[where + 1 :]

    flip.__name__ = f"flipped {place}"
    return flip


DAMAGES = [
    truncated,
    lambda content: b"",
    lambda content: content[:-1],
    lambda content: content + b"\0",
    lambda content: b"not Parquet",
    # The magic bytes, pages, metadata, the length of these, and the magic bytes again
    *map(flipped, (0, 0.1, 0.3, 0.5, 0.7, 0.9, -100, -8, -5, -4, -1)),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("state", ["folder", "begun"])
def test_a_damaged_part_is_named(damage, state, request):
    folder = request.getfixturevalue(state)
    name = listed(folder)["parts"][-1]["name"]
    damaged = damage((folder / name).read_bytes())
    (folder / name).write_bytes(damaged)
    before = contents(folder)
    with pytest.raises(cb.DataSetError, match=f"{folder.name}.*{name}.*write it again"):
        cb.write_maximal_bicliques(FRAME, folder)
    assert contents(folder) == before
    assert [fault for fault in faults(folder) if fault.startswith(f"{name}: it")]


def test_a_lost_part_is_named(folder):
    (folder / "part-00001.parquet").unlink()
    with pytest.raises(cb.DataSetError, match=r"part-00001\.parquet.*it is missing"):
        cb.write_maximal_bicliques(FRAME, folder)
    assert faults(folder) == ["part-00001.parquet: it is missing"]


def signed(folder, manifest):
    (folder / MANIFEST).write_bytes(manifests._signed(manifest))


def test_a_part_with_other_rows_is_found_though_the_manifest_fits_it(folder):
    """As if whoever wrote both had been wrong."""
    manifest = listed(folder)
    del manifest["sha256"]
    part = manifest["parts"][1]
    table = pq.read_table(folder / part["name"])
    for rows, fault in (
        (table.slice(1), "not numbered in order"),
        (table.slice(0, 7), "has 7 bicliques instead of"),
        (table.drop_columns(["biclique"]), "cannot be read"),
    ):
        pq.write_table(rows, folder / part["name"])
        content = (folder / part["name"]).read_bytes()
        digest = manifests.hashlib.sha256(content).hexdigest()
        part.update(bytes=len(content), sha256=digest)
        signed(folder, manifest)
        (found,) = faults(folder)
        assert found.startswith(part["name"])
        assert fault in found


# The manifest


def edits(value):
    """Other values of the same kind, and one of another."""
    if isinstance(value, dict):
        for name in value:
            for other in edits(value[name]):
                yield {**value, name: other}
            yield {other: value[other] for other in value if other != name}
    elif isinstance(value, list):
        yield value[:-1]
        for i, item in enumerate(value):
            for other in edits(item):
                yield [*value[:i], other, *value[i + 1 :]]
    elif isinstance(value, int):
        yield from (value + 1, value - 1, -value - 1, str(value), value + 0.5)
    elif isinstance(value, str):
        yield from (value + "0", value[1:], value.swapcase(), None)


@pytest.mark.parametrize("state", ["folder", "begun"])
def test_no_edit_of_the_manifest_goes_unnoticed(state, request):
    folder = request.getfixturevalue(state)
    original = (folder / MANIFEST).read_bytes()
    n = 0
    for manifest in edits(json.loads(original)):
        text = json.dumps(manifest).replace('{"name"', '\n{"name"')
        for content in (text, text.replace(', "sha256": "', ',\n"sha256": "') + "\n"):
            if content.encode() == original:
                continue
            (folder / MANIFEST).write_text(content)
            with pytest.raises(cb.DataSetError, match=MANIFEST):
                manifests.read_manifest(folder)
            n += 1
    assert n > 200
    (folder / MANIFEST).write_bytes(original)
    cb.write_maximal_bicliques(FRAME, folder)


def test_no_flipped_bit_of_the_manifest_goes_unnoticed(begun):
    original = (begun / MANIFEST).read_bytes()
    for where in range(len(original)):
        changed = bytearray(original)
        changed[where] ^= 1 << where % 8
        (begun / MANIFEST).write_bytes(changed)
        with pytest.raises(cb.DataSetError):
            manifests.read_manifest(begun)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"bicliques": 7}, "bicliques, and it says 7"),
        ({"jobs_done": 10**6}, "jobs are done"),
        ({"jobs_done": -1}, "'jobs_done' is -1"),
        ({"jobs": True}, "'jobs' is True"),
        ({"parts": 5}, "'parts' is 5"),
        ({"parts": [5]}, "a part is 5"),
        ({"format": 3}, "format 3, and this version reads format 2"),
    ],
    ids=str,
)
def test_a_manifest_that_contradicts_itself_is_damaged(change, fault, folder):
    manifest = {k: v for k, v in listed(folder).items() if k != "sha256"}
    signed(folder, manifest | change)
    with pytest.raises(cb.DataSetError, match=f"{fault}.*write it again"):
        cb.write_maximal_bicliques(FRAME, folder)
    assert len(faults(folder)) == 1


@pytest.mark.parametrize("name", ["../part-00000.parquet", "part-00007.parquet", ""])
def test_a_manifest_names_no_other_files(name, folder):
    manifest = {k: v for k, v in listed(folder).items() if k != "sha256"}
    manifest["parts"][0]["name"] = name
    signed(folder, manifest)
    with pytest.raises(cb.DataSetError, match="part 0 is named"):
        cb.write_maximal_bicliques(FRAME, folder)


@pytest.mark.parametrize(
    "old",
    [
        {
            "asked": {"graph": "1"},
            "jobs": 3,
            "jobs_done": 3,
            "bicliques": 0,
            "parts": [],
        },
        {"edges": 1, "cut": 2, "asked": 3, "partitions": ["00000"], "min_left": 1},
    ],
    ids=["library", "dask"],
)
def test_a_data_set_of_an_earlier_version_is_written_again(old, tmp_path):
    (tmp_path / MANIFEST).write_text(json.dumps(old, indent=1))
    with pytest.raises(cb.DataSetError, match=r"format 1, .*write it again"):
        cb.write_maximal_bicliques(FRAME, tmp_path)


# verify


def test_what_is_whole_is_verified(folder, tmp_path, capsys):
    cb.maximal_bicliques(FRAME).to_parquet(tmp_path / "at once")
    before = contents(folder)
    for each in (folder, tmp_path / "at once"):
        assert cb.verify_data_set(each) == 510
        assert main(["verify", str(each)]) == 0
        said = capsys.readouterr().out
        assert said == f"{each}: sound and complete, 510 maximal bicliques\n"
    assert contents(folder) == before


def test_each_fault_is_a_line(folder, capsys):
    (folder / "part-00000.parquet").unlink()
    (folder / "part-00002.parquet").write_bytes(b"")
    (folder / "part-00099.parquet").write_bytes(b"")
    (folder / "_ignored").touch()
    assert main(["verify", str(folder)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{folder}: part-00000.parquet: it is missing"
    assert "part-00002.parquet: it has 0 bytes instead of" in lines[1]
    assert lines[2] == f"{folder}: part-00099.parquet: the manifest does not list it"
    assert len(lines) == 3


def test_what_is_not_complete_says_how_to_go_on(begun):
    with pytest.raises(
        cb.DataSetError, match=r"jobs are done.*repeat the call"
    ) as error:
        cb.verify_data_set(begun)
    assert len(error.value.faults) == 1


def test_what_is_no_data_set_is_told(tmp_path, capsys):
    assert faults(tmp_path) == [f"{MANIFEST}: it is missing"]
    with pytest.raises(FileNotFoundError, match=r"nowhere.*pass the folder"):
        cb.verify_data_set(tmp_path / "nowhere")
    assert main(["verify", str(tmp_path / "nowhere")]) == 1
    assert "does not exist" in capsys.readouterr().err


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
    assert "wait until that ends, or pass another folder" in str(error)
    assert sorted(contents(folder)) == [MANIFEST, *sorted(manifest_parts(folder))]


def manifest_parts(folder):
    return [part["name"] for part in listed(folder)["parts"]]


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
    assert f"remove '{locking.LOCK_BY_NAME}' there" in str(error)
    # What a killed process leaves has to be removed by hand, as the error says.
    (folder / locking.LOCK_BY_NAME).write_text("process 1 on 'elsewhere'\n")
    with pytest.raises(BlockingIOError, match="process 1 on 'elsewhere'"):
        cb.write_maximal_bicliques(FRAME, folder)
    (folder / locking.LOCK_BY_NAME).unlink()
    assert cb.write_maximal_bicliques(FRAME, folder) == 510
    assert sorted(contents(folder)) == [MANIFEST, *sorted(manifest_parts(folder))]


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
    with pytest.raises(OSError, match=r"new.*Make it writable") as error:
        cb.write_maximal_bicliques(FRAME, new)
    assert error.value.errno == number
    assert not new.exists()


# Over Dask


@pytest.fixture(scope="module")
def client():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def over_dask(folder):
    import dask.dataframe as dd

    import cugraph_biclique.dask as over

    ddf = dd.from_pandas(FRAME, npartitions=2, sort=False)
    return over.write_maximal_bicliques(ddf, folder, partitions=3)


@pytest.mark.filterwarnings("ignore")  # those of Dask are not ours to mend
def test_a_data_set_of_dask_is_verified_and_resumed_only_if_it_is_sound(
    client, tmp_path, capsys
):
    folder = tmp_path / "set"
    assert over_dask(folder) == 510
    assert cb.verify_data_set(folder) == 510
    whole = {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
    assert over_dask(folder) == 510
    assert all(path.read_bytes() == content for path, content in whole.items())

    manifest, *partitions = [path for path in sorted(whole) if path.name == MANIFEST]
    part = partitions[0].with_name("part-00000.parquet")
    for path in (manifest, partitions[0], part):
        path.write_bytes(flipped(0.5)(whole[path]))
        with pytest.raises((cb.DataSetError, RuntimeError), match=f"{path.name}"):
            over_dask(folder)
        name = path.relative_to(folder).as_posix()
        assert [fault for fault in faults(folder) if fault.startswith(f"{name}: it")]
        path.write_bytes(whole[path])
    assert faults(folder) == []

    stray = folder / "partition-00009" / "part-00000.parquet"
    stray.parent.mkdir()
    stray.write_bytes(whole[part])
    name = stray.relative_to(folder).as_posix()
    assert faults(folder) == [f"{name}: the manifest does not list it"]
    stray.unlink()
    shutil.rmtree(part.parent)  # which the client makes again
    name = partitions[0].relative_to(folder).as_posix()
    assert faults(folder) == [f"{name}: it is missing"]
    assert over_dask(folder) == 510
    assert cb.verify_data_set(folder) == 510


@pytest.mark.filterwarnings("ignore")
def test_a_folder_has_one_client(client, folder):
    with locking.held(folder), pytest.raises(BlockingIOError, match="being written by"):
        over_dask(folder)
    message = r"write_maximal_bicliques instead of dask\.write_maximal_bicliques"
    with pytest.raises(FileExistsError, match=message):
        over_dask(folder)
    with pytest.raises(ValueError, match="path='' names no folder"):
        over_dask("")


# What is not ours


@pytest.mark.parametrize(
    "name",
    [
        "part-time-jobs.csv",
        "part-0.parquet",
        "part-000001.parquet",
        "old/",
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
    with pytest.raises(FileExistsError, match=f"{name.strip('/')}.*move that"):
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
    with pytest.raises(FileExistsError, match="and no manifest"):
        cb.write_maximal_bicliques(FRAME, folder)
    with pytest.raises(FileExistsError, match="is not empty"):
        cb.maximal_bicliques(FRAME).to_parquet(folder)
    assert contents(folder) == before


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
    "to_parquet": lambda path: cb.maximal_bicliques(FRAME).to_parquet(path),
    "verify": cb.verify_data_set,
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_path_that_names_nothing_is_refused(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"path='' names no folder: pass '\.'"):
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
    assert "-o '' names no file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
