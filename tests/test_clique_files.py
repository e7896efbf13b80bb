# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques in files: data sets that resume, and the command ``cliques``.

Modules: `calls/cliques.py`, `datasets/manifest_files.py`.
"""

import io
import json
from collections import Counter

import networkx as nx
import numba
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest

import cugraph_biclique as cb
from cugraph_biclique.cli import main
from cugraph_biclique.datasets import manifest_files
from cugraph_biclique.results import parquet
from small_data_sets import MANIFEST, contents, faults, listed, part_names

PAIRS = nx.complement(nx.disjoint_union_all([nx.path_graph(2)] * 9))
GRAPH = nx.disjoint_union(PAIRS, nx.gnp_random_graph(60, 0.3, seed=1))
EDGES = pd.DataFrame(list(GRAPH.edges()), columns=["u", "v"], dtype=np.int64)
EXPECTED = Counter(frozenset(clique) for clique in nx.find_cliques(GRAPH))
N = len(EXPECTED)  # more than 2^9


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(parquet.ListWriter, "rows_per_file", 100)


@pytest.fixture
def folder(tmp_path):
    """A data set that is whole."""
    assert cb.write_maximal_cliques(EDGES, tmp_path / "set") == N
    return tmp_path / "set"


@pytest.fixture
def begun(tmp_path):
    """A data set that is not."""
    return interrupted(tmp_path / "begun")


def interrupted(folder):
    def stop(done, total):
        if 10 * done > 3 * total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cb.write_maximal_cliques(EDGES, folder, progress=stop)
    assert len(part_names(folder)) > 0
    return folder


def cliques_of(table):
    """The cliques of a table with lists."""
    assert list(table.columns) == ["clique", "vertices"]
    assert sorted(table["clique"]) == list(range(len(table)))
    return Counter(map(frozenset, table["vertices"]))


# Data sets


def test_a_data_set_has_every_clique_once(folder):
    assert len(part_names(folder)) > 3
    assert cliques_of(pd.read_parquet(folder)) == EXPECTED
    assert cb.verify_data_set(folder) == N
    schema = pq.read_schema(folder / "part-00000.parquet")
    assert str(schema.field("clique").type) == "int64"
    assert pq.read_schema(folder / MANIFEST).equals(schema)
    assert listed(folder)["cliques"] == N


def test_a_result_is_written_in_its_order(tmp_path):
    found = cb.maximal_cliques(EDGES, sort=True)
    found.to_parquet(tmp_path / "set")
    table = pd.read_parquet(tmp_path / "set").sort_values("clique")
    assert list(map(list, table["vertices"])) == list(found)
    assert cb.verify_data_set(tmp_path / "set") == N
    with pytest.raises(FileExistsError, match="is not empty"):
        found.to_parquet(tmp_path / "set")


def test_an_interrupted_call_resumes(begun, folder):
    before = contents(begun)
    safe = part_names(begun)
    assert [fault.partition(": ")[0] for fault in faults(begun)] == [MANIFEST]
    rows = pd.read_parquet(begun)
    assert 0 < sum(cliques_of(rows).values()) < N
    assert cb.write_maximal_cliques(EDGES, begun) == N
    after = contents(begun)
    assert all(after[name] == before[name] for name in safe)
    assert after == contents(folder)


def test_a_complete_data_set_is_not_searched_again(folder):
    def search(done, total):
        raise AssertionError("the search has begun")

    before = contents(folder)
    assert cb.write_maximal_cliques(EDGES, folder, progress=search) == N
    assert contents(folder) == before


def test_files_do_not_depend_on_the_machine(folder, tmp_path):
    threads = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        begun = interrupted(tmp_path / "begun")
        cb.write_maximal_cliques(EDGES, tmp_path / "one", memory_budget="1GiB")
    finally:
        numba.set_num_threads(threads)
    assert contents(tmp_path / "one") == contents(folder)
    assert cb.write_maximal_cliques(EDGES, begun) == N
    assert contents(begun) == contents(folder)


@pytest.mark.parametrize("min_size", [6, 99])
def test_only_large_cliques(min_size, tmp_path):
    large = {clique for clique in EXPECTED if len(clique) >= min_size}
    n = cb.write_maximal_cliques(EDGES, tmp_path, min_size=min_size)
    assert n == len(large) == cb.verify_data_set(tmp_path)
    assert set(cliques_of(pd.read_parquet(tmp_path))) == large


def test_a_graph_without_vertices_is_a_data_set(tmp_path):
    assert cb.write_maximal_cliques(np.empty((0, 2), np.int64), tmp_path / "a") == 0
    cb.maximal_cliques(np.empty((0, 2), np.int64)).to_parquet(tmp_path / "b")
    for name in "ab":
        assert cb.verify_data_set(tmp_path / name) == 0
        assert len(pd.read_parquet(tmp_path / name)) == 0


def test_another_call_is_refused(folder, begun, tmp_path):
    bicliques = tmp_path / "bicliques"
    cb.write_maximal_bicliques(EDGES, bicliques)
    for where, difference, edges, options in (
        (folder, "min_size=1 instead of 2", EDGES, {"min_size": 2}),
        (begun, "a different graph", EDGES[1:], {}),
        (
            bicliques,
            "write_maximal_bicliques instead of write_maximal_cliques",
            EDGES,
            {},
        ),
    ):
        before = contents(where)
        with pytest.raises(FileExistsError, match=difference):
            cb.write_maximal_cliques(edges, where, **options)
        assert contents(where) == before
    with pytest.raises(FileExistsError, match="write_maximal_cliques instead of"):
        cb.write_maximal_bicliques(EDGES, folder)


def test_labels_that_parquet_cannot_hold_are_refused_before_the_search(tmp_path):
    def search(done, total):
        raise AssertionError("the search has begun")

    edges = pd.DataFrame({"u": [1, "a"], "v": ["a", 2]}, dtype=object)
    message = r"labels of G have several types, such as 2 \(int\) and 'a'"
    with pytest.raises(TypeError, match=message):
        cb.write_maximal_cliques(edges, tmp_path / "set", progress=search)
    with pytest.raises(TypeError, match=message):
        cb.maximal_cliques(edges).to_parquet(tmp_path / "set")
    assert not (tmp_path / "set").exists()


def test_wrong_arguments_leave_no_folder(tmp_path):
    with pytest.raises(ValueError, match="min_size"):
        cb.write_maximal_cliques(EDGES, tmp_path / "set", min_size=0)
    with pytest.raises(ValueError, match="path='' is not a folder name"):
        cb.write_maximal_cliques(EDGES, "")
    assert not (tmp_path / "set").exists()


def test_damage_is_found(folder, begun):
    for where in (folder, begun):
        name = part_names(where)[-1]
        content = bytearray((where / name).read_bytes())
        content[len(content) // 2] ^= 1
        (where / name).write_bytes(content)
        with pytest.raises(cb.DataSetError, match=f"{name}.*write it again"):
            cb.write_maximal_cliques(EDGES, where)
        assert any(fault.startswith(f"{name}: it") for fault in faults(where))


def test_a_manifest_counts_what_its_parts_contain(folder):
    manifest = listed(folder)
    for change, fault in (
        ({"cliques": N + 1}, f"its parts have {N} cliques in total, but it says"),
        ({"cliques": -1}, "'cliques' is -1"),
        ({"parts": [{"name": "part-00000.parquet"}]}, "is None"),
    ):
        content = manifest_files.encoded(manifest | change, None)
        (folder / MANIFEST).write_bytes(content)
        (found,) = faults(folder)
        assert fault in found


def test_rows_are_numbered_in_order(folder, monkeypatch):
    name = part_names(folder)[1]
    table = pq.read_table(folder / name)
    pq.write_table(table.slice(1), folder / name)
    monkeypatch.setattr("cugraph_biclique.results.verifying.fault_of", lambda *a: None)
    first, *_ = faults(folder)
    assert first == f"{name}: its cliques are not numbered in order"
    pq.write_table(table.slice(0, 7), folder / name)
    assert faults(folder)[0].startswith(f"{name}: it has 7 cliques instead of")


def test_files_have_few_members(tmp_path, monkeypatch):
    monkeypatch.setattr("cugraph_biclique.calls.writing.LEAST_MEMBERS", 90)
    monkeypatch.setattr("cugraph_biclique.calls.writing.BYTES_A_MEMBER", 1 << 60)
    cb.write_maximal_cliques(EDGES, tmp_path)
    assert cb.verify_data_set(tmp_path) == N
    for name in part_names(tmp_path):
        table = pd.read_parquet(tmp_path / name)
        assert table["vertices"].map(len).sum() <= 90


# The command line


@pytest.fixture
def file(tmp_path):
    EDGES.to_csv(tmp_path / "edges.csv", index=False)
    return tmp_path / "edges.csv"


def run(capsys, *words):
    """The standard output of a command that succeeds."""
    assert main(["cliques", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_lines_of_json(file, capsys):
    rows = [json.loads(line) for line in run(capsys, file).splitlines()]
    assert {tuple(row) for row in rows} == {("vertices",)}
    assert Counter(frozenset(row["vertices"]) for row in rows) == EXPECTED
    large = run(capsys, file, "--min-size", 6).splitlines()
    assert len(large) == sum(len(clique) >= 6 for clique in EXPECTED)


def test_csv_is_the_long_form(file, capsys):
    table = pd.read_csv(io.StringIO(run(capsys, file, "--format", "csv")))
    assert list(table.columns) == ["clique", "vertex"]
    cliques = table.groupby("clique")["vertex"].agg(frozenset)
    assert list(cliques.index) == list(range(N))
    assert Counter(cliques) == EXPECTED


@pytest.mark.parametrize("sort", [False, True])
@pytest.mark.parametrize("name", ["found.parquet", "found/", "found"])
def test_parquet(name, sort, file, capsys, tmp_path):
    where = f"{tmp_path}/{name}"
    said = run(capsys, file, "-o", where, *["--sort"] * sort)
    assert said == f"{N} maximal cliques in {where}\n"
    table = pd.read_parquet(where)
    assert cliques_of(table) == EXPECTED
    if sort:
        rows = list(map(list, table.sort_values("clique")["vertices"]))
        assert rows == list(cb.maximal_cliques(EDGES, sort=True))
    if "." not in name:
        assert main(["verify", where]) == 0
        told = capsys.readouterr().out
        assert told == f"{where}: sound and complete, {N} maximal cliques\n"


def test_the_command_resumes_what_the_library_began(begun, file, capsys):
    safe = part_names(begun)
    before = contents(begun)
    assert main(["verify", str(begun)]) == 1
    assert "jobs are done" in capsys.readouterr().out
    assert f"{N} maximal cliques" in run(capsys, file, "-o", f"{begun}/")
    after = contents(begun)
    assert all(after[name] == before[name] for name in safe)
    words = ["cliques", str(file), "-o", f"{begun}/", "--min-size", "2"]
    assert main(words) == 1
    assert "--min-size 1 instead of 2" in capsys.readouterr().err


def test_sorted_cliques(file, capsys):
    lines = run(capsys, file, "--sort").splitlines()
    rows = [json.loads(line)["vertices"] for line in lines]
    assert rows == list(cb.maximal_cliques(EDGES, sort=True))


def test_numbers(file, capsys, tmp_path):
    assert run(capsys, file, "--count") == f"{N}\n"
    assert run(capsys, file, "--count", "--format", "csv") == f"count\n{N}\n"
    table = pd.read_csv(io.StringIO(run(capsys, file, "--sizes")))
    pd.testing.assert_frame_equal(
        table, cb.maximal_clique_sizes(EDGES), check_dtype=False
    )
    out = tmp_path / "sizes.jsonl"
    assert run(capsys, file, "--sizes", "-o", out) == ""
    assert json.loads(out.read_text().splitlines()[0]).keys() == {"size", "count"}


def test_no_cliques_are_files_too(file, capsys, tmp_path):
    assert run(capsys, file, "--min-size", 99) == ""
    assert run(capsys, file, "--min-size", 99, "--format", "csv") == "clique,vertex\n"
    run(capsys, file, "--min-size", 99, "-o", tmp_path / "none.parquet")
    assert pq.read_schema(tmp_path / "none.parquet").names == ["clique", "vertices"]


def test_labels_come_back(capsys, tmp_path):
    (tmp_path / "e.csv").write_text('from,to\n"a,b",7\n7,ö\n"a,b",ö\n', "utf-8")
    (line,) = run(capsys, tmp_path / "e.csv", "--header").splitlines()
    assert sorted(json.loads(line)["vertices"]) == ["7", "a,b", "ö"]
    table = pd.read_csv(
        io.StringIO(run(capsys, tmp_path / "e.csv", "--header", "--format", "csv"))
    )
    assert sorted(table["vertex"]) == ["7", "a,b", "ö"]


REFUSED = [
    ("e.csv", "u,v\n1,2\n", "FILE --count --sizes", "not allowed with argument"),
    ("e.csv", "u,v\n1,2\n", "FILE --sort --count", "not allowed with argument"),
    ("e.csv", "u,v\n1,2\n", "FILE --count -o out/", "is a folder: pass a file name"),
    ("e.csv", "u,v\n1,2\n", "FILE --min-size 0", "'0' is too small: pass 1 or more"),
    ("e.csv", "u,v\n1,2\n", "FILE --min_sise 2", "did you mean --min-size?"),
    ("e.csv", "u,v\n1,x\n2,y\n", "FILE --header", "of one kind: pass --text-ids"),
    ("e.fimi", "1 2 3\n1 2\n", "FILE", "contains baskets, whose lines and items are"),
    ("e.gmt", "S\tx\tA\n", "FILE", "contains gene sets, whose sets and genes are two"),
    (
        "e.net", "*Vertices 2 1\n*Edges\n1 2\n", "FILE",
        "contains a two-mode network, whose first mode and second mode are two",
    ),
    (
        "e.csv", EDGES.to_csv(index=False), "FILE --sort --memory-budget 100",
        "search only for larger cliques with --min-size, or stream the result with "
        "cliques -o FOLDER/",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "words", "message"), REFUSED)
def test_what_is_wrong_is_told(name, content, words, message, tmp_path, capsys):
    (tmp_path / name).write_text(content)
    arguments = words.replace("FILE", str(tmp_path / name))
    arguments = arguments.replace("out/", f"{tmp_path}/out/").split()
    try:
        status = main(["cliques", *arguments])
    except SystemExit as ended:
        status = ended.code
    said = capsys.readouterr()
    assert status in (1, 2)
    assert message in said.err.splitlines()[-1]
    assert said.out == ""
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_csv_refuses_what_its_readers_lose(capsys, tmp_path):
    file = tmp_path / "e.jsonl"
    file.write_text('["a\\u0000b", "c"]\n')
    assert main(["cliques", str(file), "--format", "csv"]) == 1
    assert "the vertex label 'a\\x00b' contains" in capsys.readouterr().err
