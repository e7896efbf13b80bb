# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Data sets that are damaged or incomplete: each is told from a sound one.

Modules: `datasets/manifests.py`, `datasets/manifest_files.py`, `results/verifying.py`.
"""

import hashlib
import json
import shutil

import pyarrow.parquet as pq
import pytest

import cugraph_biclique as cb
from cugraph_biclique.cli import main
from cugraph_biclique.datasets import locking, manifest_files, manifests
from cugraph_biclique.results import parquet
from small_data_sets import (
    FRAME,
    MANIFEST,
    ROWS_PER_FILE,
    contents,
    faults,
    interrupted,
    listed,
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
    (folder / MANIFEST).write_bytes(manifest_files.encoded(manifest, None))


def test_a_part_with_other_rows_is_found_though_the_manifest_fits_it(folder):
    """As if whoever wrote both had been wrong."""
    manifest = listed(folder)
    part = manifest["parts"][1]
    table = pq.read_table(folder / part["name"])
    for rows, fault in (
        (table.slice(1), "not numbered in order"),
        (table.slice(0, 7), "has 7 bicliques instead of"),
        (table.drop_columns(["biclique"]), "cannot be read"),
    ):
        pq.write_table(rows, folder / part["name"])
        content = (folder / part["name"]).read_bytes()
        digest = hashlib.sha256(content).hexdigest()
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
    schema = pq.read_schema(folder / MANIFEST).remove_metadata()
    key = manifest_files.KEY
    written = pq.read_metadata(folder / MANIFEST).metadata[key.encode()].decode()
    n = 0
    for manifest in edits(json.loads(written)):
        text = json.dumps(manifest).replace('{"name"', '\n{"name"')
        for content in (text, text.replace(', "sha256": "', ',\n"sha256": "') + "\n"):
            if content == written:
                continue
            with pq.ParquetWriter(folder / MANIFEST, schema) as writer:
                writer.add_key_value_metadata({key: content})
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
        ({"bicliques": 7}, "bicliques in total, but it says 7"),
        ({"jobs_done": 10**6}, "jobs are done"),
        ({"jobs_done": -1}, "'jobs_done' is -1"),
        ({"jobs": True}, "'jobs' is True"),
        ({"parts": 5}, "'parts' is 5"),
        ({"parts": [5]}, "a part is 5"),
        ({"format": 4}, "format 4, but this version reads formats 2 and 3"),
    ],
    ids=str,
)
def test_a_manifest_that_contradicts_itself_is_damaged(change, fault, folder):
    manifest = listed(folder)
    signed(folder, manifest | change)
    with pytest.raises(cb.DataSetError, match=f"{fault}.*write it again"):
        cb.write_maximal_bicliques(FRAME, folder)
    assert len(faults(folder)) == 1


@pytest.mark.parametrize("name", ["../part-00000.parquet", "part-00007.parquet", ""])
def test_a_manifest_names_no_other_files(name, folder):
    manifest = listed(folder)
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
    (tmp_path / manifest_files.OLD_MANIFEST).write_text(json.dumps(old, indent=1))
    with pytest.raises(cb.DataSetError, match=r"format 1, .*write it again"):
        cb.write_maximal_bicliques(FRAME, tmp_path)


def as_written_before(folder, at="."):
    """Make the manifest of a folder, or of a partition in it, one of format 2."""
    new = folder / at / MANIFEST
    manifest = manifests.read_manifest(folder / at) | {"format": 2}
    for part in manifest["parts"]:
        if manifest_files.is_manifest(part["name"]):
            name = as_written_before(folder, part["name"].partition("/")[0])
            content = (folder / name).read_bytes()
            part.update(name=name, bytes=len(content))
            part["sha256"] = hashlib.sha256(content).hexdigest()
    text = json.dumps(manifest).replace('{"name"', '\n{"name"')
    digest = hashlib.sha256(text.encode()).hexdigest()
    old = folder / at / "_manifest.json"
    old.write_text(f'{text[:-1]},\n"sha256": "{digest}"}}\n')
    new.unlink()
    new.parent.rmdir()
    return old.relative_to(folder).as_posix()


def test_a_data_set_of_the_last_version_is_read_and_resumed(folder, begun):
    whole = contents(folder)
    for each in (folder, begun):
        as_written_before(each)
        assert (each / "_manifest.json").exists()
    assert cb.verify_data_set(folder) == 510
    assert cb.write_maximal_bicliques(FRAME, folder) == 510
    parts = contents(begun)
    assert cb.write_maximal_bicliques(FRAME, begun) == 510
    assert contents(begun) == whole  # the manifest, too
    assert all(whole[name] == parts[name] for name in parts if name in whole)
    (folder / "_manifest.json").write_bytes(b"{" + parts["_manifest.json"])
    with pytest.raises(cb.DataSetError, match=r"damaged _manifest\.json"):
        cb.write_maximal_bicliques(FRAME, folder)


@pytest.mark.filterwarnings("ignore")
def test_a_data_set_of_dask_of_the_last_version_is_read(client, tmp_path):
    folder = tmp_path / "set"
    assert over_dask(folder) == 510
    as_written_before(folder)
    assert not list(folder.rglob(MANIFEST))
    before = contents(folder)
    assert cb.verify_data_set(folder) == 510
    assert over_dask(folder) == 510
    assert contents(folder) == before


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
    assert lines[3] == f"{folder}: remove the folder and write it again"
    assert len(lines) == 4


def test_what_is_to_be_done_depends_on_what_is_found(folder, begun):
    (folder / "part-00099.parquet").write_bytes(b"")
    with pytest.raises(
        cb.DataSetError, match="move the files that are not listed to another"
    ):
        cb.verify_data_set(folder)
    (begun / "part-00098.parquet").write_bytes(b"")  # of a job that was interrupted
    with pytest.raises(cb.DataSetError, match="repeat the call") as caught:
        cb.verify_data_set(begun)
    assert len(caught.value.faults) == 1


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


@pytest.mark.slow
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

    manifest, *partitions = sorted(
        folder.rglob(MANIFEST), key=lambda path: (len(path.parts), path)
    )
    part = partitions[0].parents[1] / "part-00000.parquet"
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
    shutil.copytree(partitions[0].parent, stray.parent / "_manifest")
    with pytest.raises(FileExistsError, match=r"'partition-00009', .* move it"):
        over_dask(folder)
    shutil.rmtree(stray.parent)
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
    with pytest.raises(ValueError, match="path='' is not a folder name"):
        over_dask("")
