# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Groups on disk: one part, written once, and not searched again.

Modules: `api/writing.py`, `calls/writing.py`, `graph/digests.py`,
`results/parquet.py`.
"""

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from hypothesis import given

import cugraph_biclique as cb
import graphs
from cugraph_biclique.calls import groups as search
from cugraph_biclique.cli import main
from cugraph_biclique.data import southern_women
from cugraph_biclique.datasets.manifests import is_complete
from small_data_sets import contents, faults, listed, part_names

WOMEN = southern_women()
N = 6  # groups to write
CHANGED = [
    ({"k": 5}, f"with k={N} instead of 5:"),
    ({"min_left": 3}, "with min_left=2 instead of 3:"),
    ({"min_right": 3}, "with min_right=2 instead of 3:"),
    ({"density": 0.6}, r"with density=0\.5 instead of 0\.6:"),
    ({"overlap": 0.4}, r"with overlap=0\.3 instead of 0\.4:"),
    ({"containing": {"left": "Ruth DeSand"}}, "with other vertices in containing:"),
]


def refuse_search(monkeypatch):
    """Let a search fail: it must not begin."""

    def best(self, k, overlap):
        raise AssertionError("searched")

    monkeypatch.setattr(search.GroupSearch, "best", best)


def rows(frame):
    """The rows of a frame of groups, with lists of labels."""
    frame = frame.to_pandas() if hasattr(frame, "to_pandas") else frame
    sides = {side: frame[side].map(list) for side in ("left", "right")}
    return frame.assign(**sides).to_dict("records")


@pytest.fixture
def written(tmp_path):
    """A folder with the groups of the women."""
    cb.write_groups(WOMEN, tmp_path / "set", N, engine="cpu")
    return tmp_path / "set"


@pytest.fixture
def begun(tmp_path):
    """A folder whose writer was interrupted while it searched."""

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.write_groups(WOMEN, tmp_path / "begun", N, engine="cpu", progress=stop)
    return tmp_path / "begun"


@pytest.mark.parametrize("options", [{}, {"k": 2, "density": 0.8, "min_left": 3}])
def test_the_part_has_the_rows_of_the_frame(options, engine, tmp_path):
    found = cb.groups(WOMEN, **options, engine=engine)
    assert cb.write_groups(WOMEN, tmp_path, **options, engine=engine) == len(found)
    assert part_names(tmp_path) == ["part-00000.parquet"]
    read, expected = pd.read_parquet(tmp_path), found.to_frame()
    assert list(read.columns) == list(expected.columns)
    assert rows(read) == rows(expected)
    assert cb.verify_data_set(tmp_path) == len(found)


@given(graphs.bipartite_edges())
def test_random_graphs_are_written_as_they_are_found(tmp_path_factory, edges):
    folder, frame = tmp_path_factory.mktemp("set"), graphs.as_frame(edges)
    found = cb.groups(frame, engine="cpu")
    assert cb.write_groups(frame, folder, engine="cpu") == len(found)
    assert rows(pd.read_parquet(folder)) == rows(found.to_frame())


def test_a_graph_without_groups_is_a_data_set_too(engine, tmp_path):
    star = pd.DataFrame({"user": [1, 1, 1], "item": ["a", "b", "c"]})
    assert cb.write_groups(star, tmp_path, engine=engine) == 0
    assert cb.write_groups(star, tmp_path, engine=engine) == 0
    assert cb.verify_data_set(tmp_path) == 0
    assert pq.read_table(tmp_path).column_names[:3] == ["group", "left", "right"]


def test_the_same_call_searches_once(written, monkeypatch):
    refuse_search(monkeypatch)
    before = contents(written)
    same = [
        WOMEN,
        WOMEN.sample(frac=1, random_state=1),
        pd.concat([WOMEN, WOMEN]),
        cb.bipartite_graph(WOMEN),
        WOMEN.astype(object),
        WOMEN.astype("string"),
    ]
    for edges in same:
        assert cb.write_groups(edges, written, N, memory_budget="1GiB") == N
    assert contents(written) == before


@pytest.mark.parametrize(("options", "difference"), CHANGED)
def test_other_options_need_another_folder(options, difference, written):
    before = contents(written)
    with pytest.raises(FileExistsError, match=f"path=.*{difference} pass a new folder"):
        cb.write_groups(WOMEN, written, **{"k": N} | options, engine="cpu")
    assert contents(written) == before


def test_another_graph_or_version_needs_another_folder(written, monkeypatch):
    with pytest.raises(FileExistsError, match="with a different graph:"):
        cb.write_groups(WOMEN[1:], written, N, engine="cpu")
    with pytest.raises(FileExistsError, match="with a different graph:"):
        cb.write_groups(WOMEN[["event", "woman"]], written, N, engine="cpu")
    monkeypatch.setattr("cugraph_biclique.calls.writing.version", lambda: "99")
    with pytest.raises(FileExistsError, match=r"version='.*' instead of '99'"):
        cb.write_groups(WOMEN, written, N, engine="cpu")


def test_each_call_refuses_the_folder_of_another(written, tmp_path):
    message = "with write_groups instead of write_maximal_bicliques"
    with pytest.raises(FileExistsError, match=message):
        cb.write_maximal_bicliques(WOMEN, written)
    cb.write_maximal_bicliques(WOMEN, tmp_path / "bicliques")
    message = "with write_maximal_bicliques instead of write_groups"
    with pytest.raises(FileExistsError, match=message):
        cb.write_groups(WOMEN, tmp_path / "bicliques")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    with pytest.raises(FileExistsError, match=r"'notes\.txt' but no manifest"):
        cb.write_groups(WOMEN, tmp_path / "mine")


def test_an_interrupted_call_is_done_again(begun, written):
    assert not is_complete(listed(begun))
    assert not list(begun.glob("*.parquet"))
    assert faults(begun) == ["_manifest/manifest.parquet: 0 of 1 jobs are done"]
    (begun / "part-00000.parquet").write_bytes(b"of a killed process")
    with pytest.raises(FileExistsError, match=r"with density=0\.5 instead of 1"):
        cb.write_groups(WOMEN, begun, N, density=1, engine="cpu")
    assert cb.write_groups(WOMEN, begun, N, engine="cpu") == N
    assert contents(begun) == contents(written)


def test_damage_is_detected_before_a_search(written, monkeypatch):
    part = written / "part-00000.parquet"
    whole = part.read_bytes()
    part.write_bytes(whole[:-9] + b"x" + whole[-8:])
    refuse_search(monkeypatch)
    with pytest.raises(cb.DataSetError, match=r"a damaged 'part-00000\.parquet'"):
        cb.write_groups(WOMEN, written, N, engine="cpu")
    assert faults(written)
    part.unlink()
    with pytest.raises(cb.DataSetError, match="it is missing"):
        cb.write_groups(WOMEN, written, N, engine="cpu")


def test_a_second_writer_is_refused(tmp_path):
    errors = []

    def meanwhile(done, total):
        try:
            cb.write_groups(WOMEN, tmp_path, N, engine="cpu")
        except BlockingIOError as error:
            errors.append(error)

    assert cb.write_groups(WOMEN, tmp_path, N, engine="cpu", progress=meanwhile) == N
    assert errors and "is being written by process" in str(errors[0])


def test_labels_that_parquet_lacks_are_refused_before_the_search(tmp_path, monkeypatch):
    refuse_search(monkeypatch)
    mixed = pd.DataFrame({"user": [1, 2], "item": pd.Series([1, "a"], dtype=object)})
    folder = tmp_path / "set"
    with pytest.raises(TypeError, match="have several types"):
        cb.write_groups(mixed, folder)
    assert not folder.exists()


@pytest.mark.parametrize(
    ("options", "match"),
    [({"k": 0}, "k=0"), ({"min_left": 1}, "min_left=1"), ({"density": 2}, "density=2")],
)
def test_bad_arguments_leave_no_folder(options, match, tmp_path):
    with pytest.raises(ValueError, match=match):
        cb.write_groups(WOMEN, tmp_path / "set", **options)
    assert not (tmp_path / "set").exists()


def test_the_warning_of_a_dense_graph_names_the_line_of_the_caller(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(search, "MOST_BICLIQUES", 100)
    dense = np.array(graphs.random_graph(40, 40, 0.5, seed=1))
    with pytest.warns(UserWarning, match="in a dense part") as caught:
        cb.write_groups(dense, tmp_path, engine="cpu")
    assert caught[0].filename == __file__


def test_the_shell_verifies_groups(written, capsys):
    assert main(["verify", str(written)]) == 0
    assert f"sound and complete, {N} groups\n" in capsys.readouterr().out
