# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Data sets of bicliques on disk: whole, or resumable after whatever happened.

Modules: `api/writing.py`, `calls/writing.py`, `results/parquet.py`.
"""

import datetime
import signal
import subprocess
import sys
from collections import Counter
from itertools import chain
from pathlib import Path

import pandas as pd
import pyarrow.parquet as pq
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls import writing as writing_data_sets
from cugraph_biclique.datasets.manifests import MANIFEST, read_manifest
from cugraph_biclique.results import parquet

DENSE = graphs.as_frame(graphs.random_graph(60, 45, 0.4, seed=20))
TWO_LETTERS = pd.DataFrame({"user": ["b", "a", "a", "c"], "item": [7, 7, 5, 5]})


def test_written_results_are_the_whole(engine, tmp_path):
    whole = cb.maximal_bicliques(DENSE, engine=engine)
    count = cb.write_maximal_bicliques(DENSE, tmp_path / "out", engine=engine)
    assert count == len(whole)
    assert graphs.read(tmp_path / "out") == Counter(graphs.as_list(whole))


def test_an_empty_result_is_a_data_set_too(engine, tmp_path):
    count = cb.write_maximal_bicliques(
        DENSE, tmp_path / "out", min_left=61, engine=engine
    )
    assert count == 0
    frame = pd.read_parquet(tmp_path / "out")
    assert len(frame) == 0
    assert {"left", "right"} <= set(frame.columns)


def test_writing_again_changes_nothing(engine, tmp_path):
    first = cb.write_maximal_bicliques(DENSE, tmp_path, engine=engine)
    before = contents(tmp_path)
    again = cb.write_maximal_bicliques(DENSE, tmp_path, engine=engine)
    assert again == first
    assert contents(tmp_path) == before


def contents(folder):
    """Each Parquet file's bytes, and when they were written."""
    return {
        path.name: (path.read_bytes(), path.stat().st_mtime_ns)
        for path in folder.glob("*.parquet")
    }


@pytest.mark.slow
@pytest.mark.parametrize("percent", [5, 50, 95])
def test_writing_goes_on_after_an_interruption(percent, engine, tmp_path):
    # 524,286 bicliques in several parts
    edges = graphs.as_frame(graphs.crown(19))
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    count = cb.write_maximal_bicliques(edges, whole, engine=engine)

    def interrupt(done, total):
        if 100 * done >= percent * total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.write_maximal_bicliques(edges, broken, engine=engine, progress=interrupt)
    before = contents(broken)
    again = cb.write_maximal_bicliques(edges, broken, engine=engine)
    assert again == count
    expected = {name: written for name, (written, _) in contents(whole).items()}
    after = contents(broken)
    assert {name: written for name, (written, _) in after.items()} == expected
    if percent == 95:  # what was safe has not been written a second time
        assert any(after[name] == part for name, part in before.items())


def test_another_graph_in_the_same_place_is_an_error(engine, tmp_path):
    cb.write_maximal_bicliques(DENSE, tmp_path, engine=engine)
    before = contents(tmp_path)
    others = {
        "with a different graph:": (TWO_LETTERS, {}),
        "with min_left=1 instead of 2:": (DENSE, {"min_left": 2}),
        "with a different graph, min_right=1 instead of 3:": (
            TWO_LETTERS,
            {"min_right": 3},
        ),
    }
    for difference, (edges, options) in others.items():
        with pytest.raises(FileExistsError, match=f"{tmp_path.name}.*{difference}"):
            cb.write_maximal_bicliques(edges, tmp_path, engine=engine, **options)
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        ([1, "a"], "1 \\(int\\) and 'a' \\(str\\)"),
        (["a", b"a"], "several types"),
        ([datetime.date(2026, 1, 1), datetime.datetime(2026, 1, 1)], "several types"),
        ([2j, 1j], "j have no Parquet type"),
        ([2**70, 1], "have no Parquet type"),
    ],
    ids=str,
)
def test_labels_that_parquet_cannot_hold_are_refused_before_the_search(
    labels, shown, engine, tmp_path
):
    frame = pd.DataFrame({"user": [1, 2], "item": pd.Series(labels, dtype=object)})

    def search(done, total):
        raise AssertionError("the search has begun")

    message = rf"(?s)right labels of G, 'item',.*{shown}.*astype\(str\)"
    folder = tmp_path / "out"
    with pytest.raises(TypeError, match=message):
        cb.write_maximal_bicliques(frame, folder, engine=engine, progress=search)
    found = cb.maximal_bicliques(frame, engine=engine)
    assert sorted(map(repr, found.right["vertex"])) == sorted(map(repr, labels))
    with pytest.raises(TypeError, match=message):
        found.to_parquet(folder)
    assert not folder.exists()


@pytest.mark.parametrize(
    "labels", [[1, 2.5], ["a", "b"], [(1, 2), (3, 4)], [b"a", b"b"]], ids=str
)
def test_objects_that_parquet_can_hold_are_written(labels, engine, tmp_path):
    frame = pd.DataFrame({"user": [1, 2], "item": pd.Series(labels, dtype=object)})
    cb.write_maximal_bicliques(frame, tmp_path, engine=engine)
    (written,) = [pq.read_table(file) for file in tmp_path.glob("*.parquet")]
    items = chain.from_iterable(written["right"].to_pylist())
    kind = type(labels[0]) if isinstance(labels[0], tuple) else lambda item: item
    assert sorted(map(kind, items)) == labels


@pytest.mark.parametrize(
    "damaged",
    ["", '{"asked": {"graph', "{}", "[1]", "null", '{"jobs": "many"}', "\xff"],
)
def test_a_damaged_manifest_says_what_to_do(damaged, engine, tmp_path):
    cb.write_maximal_bicliques(DENSE, tmp_path, engine=engine)
    before = contents(tmp_path)
    (tmp_path / MANIFEST).write_text(damaged, encoding="latin-1")
    with pytest.raises(
        ValueError, match=r"manifest\.parquet.*remove the folder"
    ) as error:
        cb.write_maximal_bicliques(DENSE, tmp_path, engine=engine)
    assert tmp_path.name in str(error.value)
    assert contents(tmp_path) == before


def test_a_folder_of_something_else_is_left_alone(engine, tmp_path):
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=r"precious\.txt"):
        cb.write_maximal_bicliques(DENSE, tmp_path, engine=engine)
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


# Whatever happens

WRITE = """
import os, resource, signal, sys
from pathlib import Path
import cugraph_biclique as cb
sys.path.insert(0, {tests!r})
import graphs
from cugraph_biclique.datasets.manifests import read_manifest
from cugraph_biclique.results import parquet
if {most}:
    resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most}))

def die(done, total):
    manifest = read_manifest(Path(sys.argv[1]))
    if len(manifest["parts"]) >= {parts}:
        os.kill(os.getpid(), signal.SIGKILL)

cb.write_maximal_bicliques(
    graphs.as_frame(graphs.crown(19)), sys.argv[1], engine={engine!r},
    progress=die if {parts} else None,
)
"""


def writing(engine, folder, most=0, parts=0):
    """A process that writes a data set.

    If not 0: files may have `most` bytes, and the process kills itself once the
    manifest lists `parts` parts.
    """
    tests = str(Path(__file__).parent)
    program = WRITE.format(engine=engine, tests=tests, most=most, parts=parts)
    return subprocess.Popen(
        [sys.executable, "-c", program, str(folder)],
        stderr=subprocess.PIPE,
        text=True,
    )


def parts_listed(folder):
    """The names of the parts that the manifest of a data set lists."""
    manifest = read_manifest(folder)
    return [] if manifest is None else [part["name"] for part in manifest["parts"]]


def write_and_die(engine, folder, parts):
    """Write a data set in a process that is killed once a number of parts is listed."""
    process = writing(engine, folder, parts=parts)
    _, message = process.communicate(timeout=300)
    assert process.returncode == -signal.SIGKILL, message
    assert len(parts_listed(folder)) >= parts


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX signals")
def test_a_killed_process_loses_nothing_that_was_safe(engine, tmp_path):
    """Twice, with more of the data set each time."""
    folder = tmp_path / "killed"
    safe = {}
    for parts in (1, 3):
        write_and_die(engine, folder, parts)
        listed = parts_listed(folder)
        there = contents(folder)
        assert {name: there[name] for name in safe} == safe
        safe = {name: there[name] for name in listed}
    edges = graphs.as_frame(graphs.crown(19))
    count = cb.write_maximal_bicliques(edges, folder, engine=engine)
    there = contents(folder)
    assert {name: there[name] for name in safe} == safe
    assert count == 2**19 - 2
    numbers = pd.read_parquet(folder, columns=["biclique"])["biclique"]
    assert sorted(numbers) == list(range(count))
    assert not list(folder.glob("*.partial"))


def test_a_disk_that_is_full_from_the_beginning(tmp_path):
    process = writing("cpu", tmp_path / "full", most=100)
    _, message = process.communicate(timeout=300)
    assert "Free some space" in message.rstrip().splitlines()[-1]
    assert not (tmp_path / "full").exists()


def test_another_error_says_nothing_of_room(tmp_path, monkeypatch):
    def refuse(*arguments):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(parquet.PartWriter, "write", refuse)
    with pytest.raises(PermissionError) as error:
        cb.write_maximal_bicliques(DENSE, tmp_path, engine="cpu")
    assert "room" not in str(error.value)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX limits")
def test_a_full_disk_leaves_what_can_be_resumed_and_says_so(engine, tmp_path):
    folder = tmp_path / "full"
    write_and_die(engine, folder, parts=1)
    safe = contents(folder)
    process = writing(engine, folder, most=100_000)
    _, message = process.communicate(timeout=300)
    assert process.returncode == 1
    last = message.rstrip().splitlines()[-1]
    assert last.startswith("OSError")
    assert str(folder) in last
    assert "Free some space, then repeat the same call" in last
    assert not list(folder.glob("*.partial"))
    listed = len(parts_listed(folder))
    assert listed > 0
    count = cb.write_maximal_bicliques(
        graphs.as_frame(graphs.crown(19)), folder, engine=engine
    )
    after = contents(folder)
    assert sum(after.get(name) == part for name, part in safe.items()) >= listed
    assert count == len(pd.read_parquet(folder)) == 2**19 - 2


def test_a_file_has_no_more_members_than_it_may(engine, tmp_path, monkeypatch):
    monkeypatch.setattr(writing_data_sets, "LEAST_MEMBERS", 50)
    count = cb.write_maximal_bicliques(
        DENSE, tmp_path, engine=engine, min_left=3, min_right=3, memory_budget=8 << 20
    )
    parts = [pd.read_parquet(file) for file in sorted(tmp_path.glob("*.parquet"))]
    assert len(parts) > 1
    for part in parts:
        widest = part[["left", "right"]].map(len).max(axis=1)
        assert widest.sum() <= (8 << 20) // 512
    assert sum(map(len, parts)) == count
