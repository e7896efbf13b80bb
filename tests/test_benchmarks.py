# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The programs that measure: each runs, checks its answers, and says what it did."""

import argparse
import bz2
import gzip
import io
import json
import os
import re
import shlex
import struct
import subprocess
import sys
import tarfile
from pathlib import Path

import numba
import numpy as np
import pandas as pd
import pytest

import graphs
import naive
from cugraph_biclique.results.cudf_limits import MOST_ROWS, check_rows

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # for `benchmarks`, which is not installed

from benchmarks import __main__ as entry  # noqa: E402
from benchmarks import ablations, enumeration  # noqa: E402
from benchmarks.peers import binaries, compare, modes, packages  # noqa: E402
from benchmarks.peers.program import Task  # noqa: E402
from benchmarks.shared import answers, provenance, tables, timing  # noqa: E402
from benchmarks.shared import graphs as readers  # noqa: E402
from benchmarks.shared.undirected import (  # noqa: E402
    load_undirected,
    name_of_undirected,
    simple,
)

# One process each: a copy of the package, Dask, which warns, and how a process starts.
APART = "ablations", "dask_budget", "dask_cpu", "dask_largest", "first_use"


@pytest.fixture(autouse=True)
def same_threads():
    """Benchmarks set the number of threads of the process."""
    before = numba.get_num_threads()
    yield
    numba.set_num_threads(before)


def figures(path):
    """A file of figures."""
    return json.loads(path.read_text(encoding="utf-8"))


# The origin of figures


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("graph.txt", "graph.txt"),
        ("../graphs/graph.txt", "graph.txt"),
        ("..\\graphs\\graph.txt", "graph.txt"),
        ("folder/", "folder/"),
        ("/graphs/folder/", "folder/"),
        ("gbc@077b4be=/built/gbc", "gbc@077b4be=gbc"),
        ("gmbe@v1=/built/MBE_GPU -s 2 --more x/y", "gmbe@v1=MBE_GPU -s 2 --more y"),
        ("left-of:graphs/graph.txt", "left-of:graph.txt"),
        ("power-law:edges=1000,exponent=1.5", "power-law:edges=1000,exponent=1.5"),
        ("0.5", "0.5"),
    ],
)
def test_a_command_names_files_without_folders(word, written):
    assert provenance.without_folders(word) == written


def test_settings_that_are_folders_are_not_written(monkeypatch):
    monkeypatch.setenv("CUDA_HOME", "/usr/local/cuda")
    monkeypatch.setenv("CUDA_VERSION", "13.0.2")
    settings = provenance.host()["settings"]
    assert "CUDA_HOME" not in settings
    assert settings["CUDA_VERSION"] == "13.0.2"


# Each program


def runs():
    """The quick runs of all programs that need neither a GPU nor another package."""
    for name in entry.NAMES:
        about = entry.constants(name)
        if all(map(entry.there, about.get("NEEDS", ()))):
            yield from ((name, line) for line in about["QUICK"])


@pytest.mark.parametrize(("name", "line"), [r for r in runs() if r[0] not in APART])
def test_a_quick_run_writes_its_figures_and_their_origin(name, line, tmp_path, capsys):
    path = tmp_path / "figures.json"
    words = [*shlex.split(line), *arguments_of(name), "--output", str(path)]
    assert entry.run(name, words) == 0
    written = figures(path)
    assert set(provenance.KEYS) <= set(written)
    words[-1] = path.name
    assert written["command"] == shlex.join(
        ["python", "-m", "benchmarks", name, *words]
    )
    assert written["complete"]
    assert written["results"]
    assert str(path) in capsys.readouterr().out


def arguments_of(name):
    """Python packages as peers have a test of their own, with smaller graphs."""
    return ["--no-packages"] if name in ("enumeration", "counting", "cliques") else []


@pytest.mark.slow
@pytest.mark.parametrize("name", APART)
def test_a_quick_run_in_a_process_of_its_own(name, tmp_path):
    path = tmp_path / "figures.json"
    (line,) = entry.constants(name)["QUICK"]
    command = [sys.executable, "-m", "benchmarks", name, *shlex.split(line)]
    subprocess.run(
        [*command, "--output", str(path)], cwd=ROOT, check=True, capture_output=True
    )
    assert figures(path)["results"]


def test_every_program_is_listed_with_a_summary_and_runs_everywhere(capsys):
    shared = {"__init__", "__main__"}
    there = {path.stem for path in (ROOT / "benchmarks").glob("*.py")} - shared
    assert there == set(entry.NAMES)
    assert entry.main([]) == 0
    listed = capsys.readouterr().out
    for name in entry.NAMES:
        assert f"{entry.summary(name)}\n" in listed
        assert len(entry.summary(name)) > 20
        assert {"QUICK", "FULL"} <= set(entry.constants(name))


def test_an_unknown_name_is_refused():
    assert "there is no benchmark 'speed'" in entry.main(["speed"])


def test_a_wrong_answer_ends_the_run_and_marks_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(timing, "timing", dict)
    answers = iter([1, 1, 2])
    from benchmarks import growth

    monkeypatch.setattr(
        growth,
        "run",
        lambda _: iter([{"edges": timing.measured(lambda: next(answers), 2)[0]}]),
    )
    path = tmp_path / "figures.json"
    said = entry.run("growth", ["--output", str(path)])
    assert said == "wrong answer: a repetition, 2, 1"
    assert figures(path)["complete"] is False


def test_different_answers_of_a_peer_end_with_an_error(tmp_path, monkeypatch):
    from benchmarks import growth

    monkeypatch.setattr(growth, "run", lambda _: iter([{"agree": False}]))
    said = entry.run("growth", ["--output", str(tmp_path / "figures.json")])
    assert said.startswith("different answers")


def test_all_runs_each_program_in_turn(monkeypatch, capsys):
    ran = []

    def record(command, **_):
        ran.append(command[3])
        return subprocess.CompletedProcess(command, int(command[3] == "largest"))

    monkeypatch.setattr(entry.subprocess, "run", record)
    monkeypatch.setattr(entry, "there", lambda need: need != "a GPU")
    assert entry.main(["all", "--quick"]) == "these benchmarks failed: largest"
    needs = {name: entry.constants(name).get("NEEDS", ()) for name in entry.NAMES}
    assert set(ran) == {name for name in needs if "a GPU" not in needs[name]}
    assert "pipeline        left out: needs a GPU" in capsys.readouterr().out


def test_all_takes_a_folder_and_an_engine(monkeypatch):
    ran = {}

    def record(command, **_):
        ran.setdefault(command[3], command[4:])
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(entry.subprocess, "run", record)
    monkeypatch.setattr(entry, "there", lambda need: True)
    assert entry.main(["all", "--folder", "/graphs", "--engine", "gpu"]) == 0
    assert set(ran) == set(entry.NAMES)
    assert ran["dask_cpu"] == ["/graphs/pinterest.txt.gz"]
    assert ran["counting"][0].startswith("/graphs/")
    assert ran["counting"][-2:] == ["--engine", "gpu"]


@pytest.mark.parametrize("name", entry.NAMES)
def test_the_arguments_of_the_full_run_are_taken(name):
    """By the parser, also where the packages of the program are not installed."""
    program = entry.import_module(f"benchmarks.{name}")
    for line in entry.constants(name)["FULL"]:
        parser = entry.argparse.ArgumentParser()
        program.add_arguments(parser)
        assert parser.parse_args(shlex.split(line))


def test_repetitions_are_kept():
    seconds = iter([5.0, 1.0, 3.0, 2.0])
    answer, found = timing.measured(lambda: next(seconds) and "x", 3)
    assert answer == "x"
    assert len(found["repetitions"]) == 3
    assert found["seconds"] == sorted(found["repetitions"])[1]
    assert found["first"] > 0


# Graphs

PAIRS = [(0, 1), (2, 0), (2, 3)]
TEXT = "".join(f"{u} {v}\n" for u, v in PAIRS)
KONECT = "% bip unweighted\n% 3 3 4\n" + "".join(f"{u}\t{v} 1 99\n" for u, v in PAIRS)


def test_readers_take_text_konect_and_npz(tmp_path):
    scipy = pytest.importorskip("scipy.sparse")
    (tmp_path / "plain.txt").write_text(TEXT)
    (tmp_path / "packed.txt.gz").write_bytes(gzip.compress(TEXT.encode()))
    (tmp_path / "out.konect").write_text(KONECT)
    archive = tmp_path / "download.tsv.konect.tar.bz2"
    with tarfile.open(archive, "w:bz2") as tar:
        for name, text in (("konect/README", "x"), ("konect/out.konect", KONECT)):
            info = tarfile.TarInfo(name)
            info.size = len(text)
            tar.addfile(info, io.BytesIO(text.encode()))
    u, v = np.array(PAIRS).T
    np.savez(tmp_path / "sides.npz", u=u, v=v)
    np.savez(tmp_path / "edges.npz", edges=np.array(PAIRS))
    matrix = scipy.coo_array((np.ones(3), (u, v)), shape=(3, 4))
    scipy.save_npz(tmp_path / "matrix.npz", matrix)
    for path in tmp_path.iterdir():
        edges = readers.load(path)
        assert list(edges.itertuples(index=False, name=None)) == PAIRS, path
        assert set(edges.dtypes) == {np.dtype("int32")}
    assert bz2.decompress(archive.read_bytes())
    assert readers.name_of(archive) == readers.name_of(tmp_path / "out.konect")


def test_generators_take_their_arguments_as_text():
    edges = readers.load("random:left=7,right=5,density=1")
    assert len(edges) == 35
    few = readers.load("power-law:edges=100,left=10,right=5,distinct=1")
    assert len(few) == len(few.drop_duplicates())
    assert few["u"].max() < 10
    assert few["v"].max() < 5
    assert len(readers.load("communities:n=2,between=0")["u"].unique()) <= 120
    assert (readers.load("reviews:n=30000")["u"] < 0).sum() == 20 * 12 * 6


def test_edges_of_r_mat_fall_into_quarters_of_quarters():
    graph = "r-mat:edges=40000,left=6,right=5,a=0.5,b=0.3,c=0.15"
    edges = readers.load(graph)
    assert edges.equals(readers.load(graph))
    assert len(edges) == len(edges.drop_duplicates())
    assert edges["u"].max() == 2**6 - 1
    assert edges["v"].max() == 2**5 - 1
    few = readers.load("r-mat:edges=2000,left=14,right=13,a=0.5,b=0.3,c=0.15")
    above, before = few["u"] < 2**13, few["v"] < 2**12
    for quarter, share in (
        (above & before, 0.5),
        (above & ~before, 0.3),
        (~above & before, 0.15),
        (~above & ~before, 0.05),
    ):
        assert abs(quarter.mean() - share) < 0.04
    assert len(readers.load("r-mat:edges=9,left=4,right=4,a=1,b=0,c=0")) == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("r-mat:a=0.6,b=0.3,c=0.2", "a=0.6, b=0.3, c=0.2: give probabilities, with a"),
        ("nothing.txt", "is neither a file nor one of the generators random,"),
        ("random:width=3", "has no argument 'width': it has left, right, density"),
    ],
)
def test_an_unknown_graph_is_refused(name, said):
    with pytest.raises(SystemExit, match=re.escape(said)):
        readers.load(name)


def test_projections_join_vertices_with_a_common_neighbour(tmp_path):
    pytest.importorskip("scipy.sparse")
    path = tmp_path / "films.txt"
    path.write_text("0 0\n0 1\n1 1\n2 1\n3 2\n")
    # Vertices are numbered again: right vertices 0 and 1 are joined by left vertex 0.
    for kind, joined in (("left-of", [(0, 1), (0, 2), (1, 2)]), ("right-of", [(0, 1)])):
        edges = load_undirected(f"{kind}:{path}")
        assert list(edges.itertuples(index=False, name=None)) == joined
        assert name_of_undirected(f"{kind}:{path}") == f"{kind}:films"


@pytest.mark.parametrize(
    "graph",
    [
        "uniform:vertices=20,density=0.5",
        "sparse:vertices=50,edges=200",
        "power:vertices=50,edges=200,exponent=0.7",
        "groups:vertices=30,n=3,size=10,density=0.8",
    ],
)
def test_undirected_graphs_have_each_edge_once(graph):
    edges = load_undirected(graph)
    assert (edges["u"] < edges["v"]).all()
    assert len(edges) == len(edges.drop_duplicates()) > 10
    assert set(edges.to_numpy().ravel()) == set(range(edges.max(axis=None) + 1))
    assert name_of_undirected(graph) == graph


def test_a_file_of_edges_is_undirected(tmp_path):
    path = tmp_path / "graph.txt"
    path.write_text("5 3\n3 5\n3 3\n9 5\n")
    edges = load_undirected(str(path))
    assert list(edges.itertuples(index=False, name=None)) == [(0, 1), (1, 2)]
    assert name_of_undirected(str(path)) == "graph"


# Peers


EDGES = graphs.random_graph(9, 7, 0.5, seed=30)
FRAME = readers.frame(*np.array(EDGES).T)
MAXIMAL = len(naive.maximal_bicliques(EDGES))
UNDIRECTED = simple(np.array(graphs.random_graph(9, 9, 0.6, seed=31)))


def frame_of(counts):
    """The graph of a comparison."""
    return UNDIRECTED if counts == "cliques" else FRAME


# What each program prints, around an answer and its seconds.
PRINTS = {
    "gmbe": "Graph:graph.txt |U|: 9 |V|: 7 |E|: 30\nGraph load time: 0.5 s\n"
    "Total processing time: {kernel} seconds\nmaximal nodes:{answer}\n",
    "gmbe+": "Graph load time: 0.5 s\n, {answer}, {kernel}\n",
    "cumbe": "algorithm: cuMBE\nmaximal bicliques: {answer}\nruntime (s): {kernel}\n",
    "adambe": "graph, AdaMBE, {kernel}, 4.250000, {answer}, 77, 0\n",
    "paradambe": "graph, ParAdaMBE, {kernel}, 4.250000, {answer}, 77, 0, 2\n",
    **{
        name: "graph, Finder, {kernel}, 4.250000, {answer}, 77, 0\n"
        for name in (*binaries.BASELINES, "oombea")
    },
    "parmbe": "graph, ParMBE2, {kernel}, 27.56, {answer}\n",
    "sketch": "maximal {answer} nodes 5 prep 0.25 enum 1 stars 0\n",
    "gbc": "0:3\n\nAll time: {kernel}s\nThe number of ({p},{q})-biclique is {answer}\n",
    "bclist++": "core reduction time:7ms\nans {answer}.00\ntime:1250ms\n",
    "epivoter": "maxD:5\n2-2:17\n{p}-{q}:{answer}\n{p}-1{q}:4\ntime:1250ms\n",
    "count-sketch": "count {answer} cost 3 time {kernel}\n",
    "parbutterfly": "Hash : 1\nnumber of edge butterflies: 5\n"
    "sum of wing numbers: {answer}\nPar Peel : 0.25\n",
    "gpu-butterflies": "kernel seconds: {kernel}\nbtf number: {answer}\n",
    "gpu-bitruss": "sum of wing numbers: {answer}\npeeling seconds: {kernel}\n",
    "quick-cliques": "NOTE: v2\ndegeneracy: {answer} maximal cliques, in {kernel} "
    "seconds\n",
    "mce-gpu": "Degeneracy ordering time: 0.250000 s\ncount time 1.000000 s\n"
    "Found {answer} maximal cliques in total.\n",
}


def stand_in(folder, name, answer, task):
    """A script that prints what a program prints, and keeps its arguments and input."""
    text = PRINTS[name].format(answer=answer, kernel="1.250000", p=task.p, q=task.q)
    script = folder / name
    script.write_text(
        f"#!{sys.executable}\nimport sys, pathlib\n"
        f"pathlib.Path({str(folder / 'words')!r}).write_text(repr(sys.argv[1:]))\n"
        f"given = pathlib.Path({binaries.BINARIES[name].file!r}).read_bytes()\n"
        f"pathlib.Path({str(folder / 'given')!r}).write_bytes(given)\n"
        f"print({text!r}, end='')\n"
    )
    script.chmod(0o755)
    return script


def task_of(name):
    """What to ask a program for."""
    if name == "gpu-butterflies":
        return Task(2, 2)
    return Task(3, 2) if binaries.BINARIES[name].counts == "p, q" else Task(threads=2)


def compared(text, task, answer, counts=None, more=()):
    """The comparison with one program, without packages."""
    parser = entry.argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=2)
    compare.add_arguments(parser)
    options = parser.parse_args(["--no-packages", "--peer", text, *more])
    counts = counts or ("maximal" if task.p is None else "p, q")
    found = compare.peers(options, counts, "cpu")
    edges = frame_of(counts)
    row = compare.compare(found, edges, task, answer, {"count": 0.5}, options)
    assert row["peers"]["ours"]["agrees"] is (
        row["peers"]["ours"]["answer"] == str(answer)
    )
    return row


def test_our_process_does_not_run_alone():
    build = modes.Build(["none"], [], {})
    found = {"ours": modes.Peer(packages.own("maximal", "cpu"), [build])}
    row = compare.compare(found, None, Task(), 7, {"count": 0.5}, None)
    assert row == {"peers": {}, "times_faster": {}, "agree": True}


@pytest.fixture
def no_process_of_ours(monkeypatch):
    """A quick stand-in for the process that runs this package."""
    took = {"seconds": 2.0, "repetitions": [2.0]}

    def run(peer, *rest):
        if peer.program.variants("graph.txt", Task(1, 1))[0][0] == "cugraph_biclique":
            return {"answer": "0", "kernel": took, "whole": took}
        return real(peer, *rest)

    real = compare.run
    monkeypatch.setattr(compare, "run", run)


@pytest.mark.parametrize("name", PRINTS)
def test_a_binary_is_run_read_and_compared(name, tmp_path, no_process_of_ours):
    task, answer = task_of(name), 42
    script = stand_in(tmp_path, name, answer, task)
    counts = binaries.BINARIES[name].counts
    row = compared(f"{name}@v1={script} --more", task, answer, counts)
    ran = row["peers"][name]
    assert ran["answer"] == "42"
    assert ran["agrees"] is True
    assert ran["kernel"]["repetitions"][0] == 1.25
    assert len(ran["whole"]["repetitions"]) == 2
    assert ran["whole"]["seconds"] != ran["kernel"]["seconds"]
    assert row["times_faster"][name]["kernel"] == 2.5
    assert row["times_faster"][name]["whole"] == ran["whole"]["seconds"] / 2.0
    assert ran["version"] == "v1"
    for mode in (*ran["fastest"].values(), *(each["mode"] for each in ran["modes"])):
        assert mode.startswith(f"{name} ")
        assert mode.endswith(" --more")  # later options replace earlier ones
    (build,) = ran["builds"]
    assert build["program"] == name
    assert len(build["sha256"]) == 64
    assert (tmp_path / "words").read_text().endswith("'--more']")


def test_we_are_not_faster_than_a_program_with_a_wrong_answer(
    tmp_path, no_process_of_ours
):
    script = stand_in(tmp_path, "cumbe", 41, Task())
    row = compared(f"cumbe={script}", Task(), 42)
    assert row["peers"]["cumbe"]["agrees"] is False
    assert row["times_faster"] == {}
    assert not row["agree"]


def test_a_count_may_have_commas():
    text = "kernel seconds: 0.5\nbtf number: 1,234,567\n"
    assert binaries.gpu_butterflies(text, Task(2, 2)) == (1_234_567, 0.5)


def test_our_process_runs_once_before_it_is_timed(monkeypatch):
    ran = []
    monkeypatch.setattr(compare, "run", lambda peer, *rest: ran.append(rest[-1]))
    monkeypatch.setattr(compare, "_warm", set())
    build = modes.Build(["python"], [], {})
    peer = modes.Peer(packages.own("maximal", "cpu"), [build])
    for _ in range(2):
        compare.warm_up(peer, FRAME, Task())
    assert ran == [1]


def test_other_programs_run_as_often_as_asked(tmp_path, no_process_of_ours):
    script = stand_in(tmp_path, "cumbe", 42, Task())
    row = compared(f"cumbe={script}", Task(), 42, more=["--processes", "3"])
    assert row["peers"]["cumbe"]["kernel"]["repetitions"] == [1.25] * 3


# A script whose modes differ: its first argument names one.
MODES = """#!{python}
import pathlib, sys, time
mode = (sys.argv + ["3"])[4]
kernel, answer = {modes}[mode]
with open({log!r}, "a") as log:
    print(mode, file=log)
if answer is None:
    time.sleep(60)
print(f"All time: {{kernel}}s\\nThe number of (2,2)-biclique is {{answer}}")
"""


def gbc_with(folder, name, answers):
    """A program of GBC whose answers and seconds differ by side."""
    script, log = folder / name, folder / f"{name}.log"
    script.write_text(MODES.format(python=sys.executable, modes=answers, log=str(log)))
    script.chmod(0o755)
    return script, log


def test_the_fastest_mode_with_our_answer_counts(tmp_path, no_process_of_ours):
    script, log = gbc_with(tmp_path, "gbc", {"0": (3.0, 42), "1": (0.5, 41)})
    ran = compared(f"gbc={script}", Task(2, 2), 42)["peers"]["gbc"]
    assert ran["agrees"] is True
    assert ran["kernel"]["seconds"] == 3.0
    assert ran["fastest"]["kernel"] == "gbc graph.txt 2 2 0"
    assert [mode["agrees"] for mode in ran["modes"]] == [True, False]
    assert log.read_text().split() == ["0", "1", "0"]  # only the first one repeats


def test_a_mode_far_from_the_fastest_one_runs_once(tmp_path, monkeypatch):
    script, log = gbc_with(tmp_path, "gbc", {"0": (3.0, 42), "1": (0.5, 42)})
    build = modes.Build([str(script)], [], {})
    found = [modes.Mode(build, ["graph.txt", "2", "2", side]) for side in "01"]
    # By the clock of the process, both are near each other.
    monkeypatch.setattr(modes, "CLOCKS", ("kernel",))
    program = binaries.BINARIES["gbc"]
    modes.run_all(found, program, Task(2, 2), str(tmp_path), 60, 3, "42")
    assert log.read_text().split() == ["0", "1", "1", "1"]


def test_a_mode_has_three_times_the_fastest_process(tmp_path, monkeypatch):
    monkeypatch.setattr(modes, "LEAST", 0.4)
    monkeypatch.setattr(modes, "PATIENCE", 0.0)
    script, _ = gbc_with(tmp_path, "gbc", {"0": (3.0, 42), "1": (0.5, None)})
    _, build = compare.named(f"gbc={script}")
    peer = modes.Peer(binaries.BINARIES["gbc"], [build])
    ran = modes.run(peer, FRAME, Task(2, 2), 60, 1)
    assert ran["answer"] == "42"
    assert ran["modes"][1]["why"] == "it did not end in 0.4 s"


def test_all_builds_of_a_program_run(tmp_path, no_process_of_ours):
    slow, _ = gbc_with(tmp_path, "slow", {"0": (3.0, 42), "1": (2.0, 42)})
    quick, _ = gbc_with(tmp_path, "quick", {"0": (1.0, 42), "1": (4.0, 42)})
    more = ["--peer", f"gbc@v2={quick}"]
    ran = compared(f"gbc@v1={slow}", Task(2, 2), 42, more=more)["peers"]["gbc"]
    assert ran["fastest"]["kernel"] == "quick graph.txt 2 2 0"
    assert len(ran["modes"]) == 4
    assert [build["version"] for build in ran["builds"]] == ["v1", "v2"]


def test_another_order_of_a_graph_is_a_mode(tmp_path, no_process_of_ours):
    script, _ = gbc_with(tmp_path, "gbc", {"0": (3.0, 42), "1": (2.0, 42)})
    border = tmp_path / "border"
    border.write_text(
        f"#!{sys.executable}\nimport pathlib, sys\n"
        "name, p, q, side = sys.argv[1:]\n"
        "text = pathlib.Path(name).read_text()\n"
        "if side == '1': pathlib.Path('reordered.txt').write_text(text)\n"
    )
    border.chmod(0o755)
    more = ["--peer", f"border={border}"]
    ran = compared(f"gbc={script}", Task(2, 2), 42, more=more)["peers"]["gbc"]
    assert [mode["mode"] for mode in ran["modes"]] == [
        "gbc graph.txt 2 2 0",
        "gbc graph.txt 2 2 1",
        "gbc order-1.txt 2 2 1",
    ]


def test_modes_that_are_not_asked_for_are_named(tmp_path, no_process_of_ours):
    script, log = gbc_with(tmp_path, "gbc", {"0": (3.0, 42), "1": (2.0, 42)})
    more = ["--modes", "2 2 0", "elsewhere"]
    ran = compared(f"gbc={script}", Task(2, 2), 42, more=more)["peers"]["gbc"]
    assert ran["fastest"]["kernel"] == "gbc graph.txt 2 2 0"
    assert ran["modes"][1]["why"] == "it was left out by --modes"
    assert set(log.read_text().split()) == {"0"}
    more = ["--modes", "elsewhere"]
    ran = compared(f"gbc={script}", Task(2, 2), 42, more=more)["peers"]["gbc"]
    assert (ran["answer"], ran["why"]) == (None, "it was left out by --modes")


def test_modes_that_differ_have_no_answer(tmp_path):
    script, _ = gbc_with(tmp_path, "gbc", {"0": (3.0, 42), "1": (2.0, 43)})
    _, build = compare.named(f"gbc={script}")
    peer = modes.Peer(binaries.BINARIES["gbc"], [build])
    ran = modes.run(peer, FRAME, Task(2, 2), 60, 1)
    assert ran["answer"] == "its modes differ"


def test_the_mode_of_the_authors_comes_first():
    plus = binaries.BINARIES["gmbe+"].variants("graph.txt", Task())
    versions = [words[words.index("-s") + 1] for words in plus]
    assert versions[0] == "2"
    assert sorted(set(versions)) == list("0123456")


def test_a_binary_that_differs_is_told(tmp_path, no_process_of_ours):
    script = stand_in(tmp_path, "gmbe", 41, Task())
    row = compared(f"gmbe={script}", Task(), 42)
    assert row["peers"]["gmbe"]["agrees"] is False
    assert row["agree"] is False


def test_an_answer_that_a_program_cannot_print_is_not_compared(
    tmp_path, no_process_of_ours
):
    script = stand_in(tmp_path, "gmbe", 1, Task())
    row = compared(f"gmbe={script}", Task(), 2**32 + 1)
    assert row["peers"]["gmbe"]["agrees"] is None


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("sys.exit('no device')", "it printed no answer, and ended with 1: no device"),
        ("import time; time.sleep(60)", "it did not end in 0.3 s"),
    ],
)
def test_a_binary_without_an_answer_says_why(line, why, tmp_path):
    script = tmp_path / "gbc"
    script.write_text(f"#!{sys.executable}\nimport sys\n{line}\n")
    script.chmod(0o755)
    name, build = compare.named(f"gbc={script}")
    peer = modes.Peer(binaries.BINARIES[name], [build])
    timeout = 30 if "exit" in line else 0.3
    ran = modes.run(peer, FRAME, Task(2, 2), timeout, 1)
    assert name == "gbc"
    assert ran["answer"] is None
    assert ran["why"] == why


def test_sizes_that_a_program_does_not_print_are_left_out(tmp_path):
    script = stand_in(tmp_path, "epivoter", 5, Task(2, 2))
    name, build = compare.named(f"epivoter={script}")
    peer = modes.Peer(binaries.BINARIES[name], [build])
    assert modes.run(peer, FRAME, Task(1, 3), 9, 1)["why"].startswith("it prints")
    # A size that is not printed has no bicliques; 2-2 is not 12-2.
    assert binaries.epivoter("12-2:9\ntime:3ms\n", Task(2, 2)).answer == 0
    assert binaries.epivoter("12-2:9\n", Task(2, 2)).answer is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mbe=/bin/true", "no program has the name 'mbe'. Use one of gmbe"),
        ("gmbe=/nowhere", "'/nowhere' is not a program. Check its path"),
        ("gmbe", "'' is not a program"),
    ],
)
def test_an_unknown_program_is_refused(text, said):
    with pytest.raises(SystemExit, match=re.escape(said)):
        compare.named(text)


def edges_of_lists(text):
    """Edges from a line of left neighbours for each right vertex."""
    return {
        (int(u), v) for v, line in enumerate(text.splitlines()) for u in line.split()
    }


def edges_of_counted(text, first):
    """Edges behind a line of sizes, which must be right."""
    (n_left, n_right, n_edges), *rows = [
        list(map(int, line.split())) for line in text.splitlines()
    ]
    edges = {(u - first, v - first) for u, v in rows}
    assert (n_left, n_right, n_edges) == (
        len({u for u, _ in edges}),
        len({v for _, v in edges}),
        len(edges),
    )
    return edges


def edges_of_csr(text):
    """Edges from the starts and degrees of the left vertices, and their neighbours."""
    (n_left, n_right, n_edges), *rows = [
        list(map(int, line.split())) for line in text.splitlines() if line.strip()
    ]
    bounds, neighbours = rows[:n_left], [v for v, _ in rows[n_left:]]
    assert len(neighbours) == n_edges
    assert set(neighbours) == set(range(n_right))
    return {
        (u, v)
        for u, (start, degree) in enumerate(bounds)
        for v in neighbours[start : start + degree]
    }


def edges_of_hypergraph(text):
    """Edges from the adjacency lists of both sides, which must have the same."""
    kind, *numbers = text.splitlines()
    assert kind == "AdjacencyHypergraph"
    (n_left, n_edges, n_right, again), rest = map(int, numbers[:4]), numbers[4:]
    assert n_edges == again
    found = []
    for n in (n_left, n_right):
        starts = [*map(int, rest[:n]), n_edges]
        lists, rest = list(map(int, rest[n : n + n_edges])), rest[n + n_edges :]
        found.append(
            {(i, each) for i in range(n) for each in lists[starts[i] : starts[i + 1]]}
        )
    assert rest == []
    assert found[1] == {(v, u) for u, v in found[0]}
    return found[0]


def edges_of_binary(data):
    """Edges from the lists of both sides, which must agree with the numbered edges."""
    (n_left, n_right, again, n_edges, zero), rest = np.split(
        np.frombuffer(data, "<u4"), [5]
    )
    n = n_left + n_right
    sizes = [2 * n_edges, n + 1, n, n_edges, 2 * n_edges, 2 * n_edges, n_edges]
    assert (again, zero, len(rest)) == (n_left, 0, sum(sizes))
    neighbours, starts, degrees, none, ends, numbers, no_more = np.split(
        rest, np.cumsum(sizes)[:-1]
    )
    assert not np.any(none)
    assert not np.any(no_more)
    assert np.array_equal(np.diff(starts), degrees)
    ends = ends.reshape(-1, 2)
    owners = np.repeat(np.arange(n), degrees)
    for owner, neighbour, number in zip(owners, neighbours, numbers, strict=True):
        assert set(ends[number]) == {owner, neighbour}
    return {(int(u), int(v - n_left)) for u, v in ends}


def both_ways():
    """Each edge of the undirected graph as (u, v) and (v, u), in order."""
    edges = set(UNDIRECTED.itertuples(index=False, name=None))
    return sorted(edges | {(v, u) for u, v in edges})


def check_both_ways(text):
    """Lines "u,v" and "v,u" of each edge, behind the numbers of vertices and lines."""
    n, lines, *rows = text.splitlines()
    pairs = [tuple(map(int, row.split(","))) for row in rows]
    assert pairs == both_ways()
    assert int(lines) == len(pairs)
    assert int(n) == len({u for u, _ in pairs})


def check_triples(data):
    """Three numbers of eight bytes for each direction: to, from, and a weight."""
    numbers = struct.unpack(f"<{len(data) // 8}Q", data)
    to, start, weight = numbers[::3], numbers[1::3], numbers[2::3]
    assert list(zip(start, to, strict=True)) == both_ways()
    assert set(weight) == {0}


@pytest.mark.parametrize("name", PRINTS)
def test_the_input_of_a_binary_is_the_graph(name, tmp_path):
    path = tmp_path / "graph.txt"
    if name == "quick-cliques":
        binaries.BINARIES[name].write(UNDIRECTED, path)
        check_both_ways(path.read_text())
        return
    if name == "mce-gpu":
        binaries.BINARIES[name].write(UNDIRECTED, path)
        check_triples(path.read_bytes())
        return
    gaps = readers.frame(FRAME["u"] * 3 + 5, FRAME["v"] * 2)  # ids with gaps
    binaries.BINARIES[name].write(gaps, path)
    if name in ("gpu-butterflies", "gpu-bitruss"):
        found = edges_of_binary(path.read_bytes())
    else:
        found = edges_of_text(name, path.read_text())
    assert len(found) == len(set(EDGES))
    assert len(naive.maximal_bicliques(sorted(found))) == MAXIMAL


def edges_of_text(name, text):
    """Edges from the input of a program, in its format."""
    lists = "gmbe", "gmbe+", "adambe", "paradambe", "parmbe", "oombea"
    if name in (*lists, *binaries.BASELINES):
        found = edges_of_lists(text)
    elif name == "cumbe":
        found = edges_of_csr(text)
    elif name == "parbutterfly":
        found = edges_of_hypergraph(text)
    elif "sketch" in name:
        found = {tuple(map(int, line.split())) for line in text.splitlines()}
    else:
        found = edges_of_counted(text, first=1 if name == "gbc" else 0)
    return found


SIZES = Task(2, 3), Task(3, 2)
PACKAGES = [
    *((name, Task()) for name in packages.installed("maximal")),
    *((name, task) for name in packages.installed("p, q") for task in SIZES),
    *(("ours", task) for task in (Task(), SIZES[0])),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "task"), PACKAGES, ids=str)
def test_a_package_gives_our_answers(name, task):
    counts = "maximal" if task.p is None else "p, q"
    known = {"ours": packages.own(counts, "cpu"), **packages.installed(counts)}
    command = [sys.executable, "-m", "benchmarks.peers.packages"]
    peer = modes.Peer(known[name], [modes.Build(command, [], {})])
    ran = modes.run(peer, FRAME, task, 120, 1)
    sizes = task.p, task.q
    right = MAXIMAL if task.p is None else naive.biclique_count(EDGES, *sizes)
    assert ran["answer"] == str(right), ran
    assert 0 < ran["kernel"]["seconds"] < ran["whole"]["seconds"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ours", *packages.installed("cliques")])
def test_a_package_finds_our_cliques(name):
    networkx = pytest.importorskip("networkx")
    known = {"ours": packages.own("cliques", "cpu"), **packages.installed("cliques")}
    command = [sys.executable, "-m", "benchmarks.peers.packages"]
    peer = modes.Peer(known[name], [modes.Build(command, [], {})])
    ran = modes.run(peer, UNDIRECTED, Task(), 120, 1)
    graph = networkx.Graph(UNDIRECTED.to_numpy().tolist())
    assert ran["answer"] == str(len(list(networkx.find_cliques(graph)))), ran


def test_a_completed_graph_that_is_too_large_is_left_out():
    n = 4000
    edges = readers.frame(np.arange(n), np.arange(n))
    assert "the completed graph would have" in packages.large(edges, Task())
    assert packages.large(FRAME, Task()) is None


# Tables and slopes


def test_tables_show_the_median_of_a_timing(capsys):
    tables.show(
        [
            {"graph": "a", "seconds": timing.timing([3, 1, 2]), "list": [1, 2]},
            {"graph": "bb", "seconds": None, "agree": False},
        ]
    )
    assert capsys.readouterr().out.splitlines() == [
        "graph  seconds  agree",
        "a            2      -",
        "bb           -     NO",
    ]


def test_slopes_are_those_of_the_points():
    from benchmarks import growth

    rows = [
        {"edges": n, "p + q": k, "seconds": timing.timing([3 * n**2])}
        for k, n in enumerate((10, 100, 1000), 4)
    ]
    (square,) = growth.slopes("maximal", rows, ["edges"], ["seconds", "memory.growth"])
    assert square["slope"] == pytest.approx(2)
    assert square["off"] == pytest.approx(1)
    (factor,) = growth.slopes("p, q", rows, ["p + q"], ["seconds"])
    assert factor["factor"] == pytest.approx(100)


def test_peak_memory_is_that_of_the_call():
    if os.name != "posix":
        pytest.skip("reads /proc")
    edges = readers.load("random:left=60,right=40,density=0.2")
    found = timing.peak_memory(edges, "bytearray(64 << 20) if len(G) > 3 else None")
    assert found is None or found["growth"] >= 60 << 20


# Ablations


@pytest.mark.parametrize("name", ablations.SWITCHES)
def test_a_switch_changes_its_lines_and_no_others(name):
    switch = ablations.SWITCHES[name]
    text = (ablations.PACKAGE / switch.module).read_text(encoding="utf-8")
    changed = switch.changed(text)
    before, after = text.splitlines(), changed.splitlines()
    assert len(before) == len(after)
    new = [b for a, b in zip(before, after, strict=True) if a != b]
    assert sorted(new) == sorted(switch.instead.split("\n"))
    compile(changed, switch.module, "exec")


def test_a_switch_without_its_line_is_told():
    switch = ablations.SWITCHES["no-tables"]
    with pytest.raises(SystemExit, match=r"2 lines of .* begin with 'TABLE_ROWS = '"):
        switch.changed("TABLE_ROWS = 1\nTABLE_ROWS = 2\n")


def ablation_options(*words):
    parser = entry.argparse.ArgumentParser()
    ablations.add_arguments(parser)
    return parser.parse_args(words)


def measured_row(count, seconds=1.0):
    return {"count": count, "call": {"seconds": seconds, "repetitions": [seconds]}}


def test_copies_for_a_gpu_compile_before_they_are_measured_together(
    tmp_path, monkeypatch
):
    calls = []

    def run_copies(copies, sizes, options):
        calls.append((list(copies), options.repeat))
        if options.repeat:
            rows = {name: measured_row("7", len(name)) for name in copies}
            yield {"graph": "a", "rows": rows}

    monkeypatch.setattr(ablations, "run_copies", run_copies)
    names = ["donation-128", "no-heavy"]
    options = ablation_options(
        "a", "--engine", "gpu", "--repeat", "4", "--only", *names,
        "--copies", str(tmp_path),
    )  # fmt: skip
    rows = list(ablations.run(options))
    assert [row["switch"] for row in rows] == [ablations.AS_IT_IS, *names]
    assert [row["times"] for row in rows] == [1.0, 3.0, 2.0]
    first, *compiled, last = calls
    assert first == (["base"], 0)
    assert sorted(compiled) == [([name], 0) for name in names]
    assert last == (["base", *names], 4)
    # The copies stay, and one with an archive needs no compiler.
    kept = tmp_path / "no-heavy" / ablations.NAME
    text = (kept / "search/gpu/wide/maximality.py").read_text(encoding="utf-8")
    assert f"\nHEAVY_WORDS = {ablations.NEVER}\n" in text
    (kept / "shipped").mkdir()
    (kept / "shipped" / "gpu-sm_90.zip").touch()
    calls.clear()
    list(ablations.run(options))
    assert calls == [(["donation-128"], 0), last]


def test_a_different_count_of_a_copy_is_told(tmp_path, monkeypatch):
    def run_copies(copies, sizes, options):
        for name, folder in copies.items():
            text = (folder / ablations.NAME / "search/cpu/worker.py").read_text()
            assert ("\nSTEPS = 64\n" in text) == (name == "steps-64")
        rows = {"base": measured_row("7"), "steps-64": measured_row("8")}
        yield {"graph": "a", "rows": {name: rows[name] for name in copies}}

    monkeypatch.setattr(ablations, "run_copies", run_copies)
    path = tmp_path / "figures.json"
    words = ["a", "--only", "steps-64", f"--output={path}"]
    assert entry.run("ablations", words).startswith("different answers")
    assert [row["agree"] for row in figures(path)["results"]] == [True, False]


def test_the_package_as_it_is_has_a_turn_among_every_few_switches():
    names = ["base", *"abcdefghi"]
    order = "".join(name[0] for name in ablations.turns(names))
    assert order == "babcd" + "befgh" + "bi"
    assert list(ablations.turns(["base"])) == ["base"]


def test_calls_of_copies_are_in_turns_and_short_ones_are_repeated(monkeypatch):
    class Process:
        def __init__(self):
            self.called = []

        def call(self, name):
            self.called.append(name)
            return "7", 0.001 * len(self.called)

    process = Process()
    monkeypatch.setattr(ablations, "MORE", 2)
    rows = ablations.in_turns(dict.fromkeys(["base", "a", "b"], process), 1, 1.0)
    names = ["base", "a", "b"]
    assert process.called == [*names, "base", *names, *names]
    assert rows["a"]["call"]["repetitions"] == pytest.approx([0.006, 0.009])
    assert rows["a"]["call"]["first"] == 0.002
    assert rows["a"]["count"] == "7"


def test_times_are_those_of_quiet_moments():
    row = {"call": {"repetitions": [9.0, 2.0, 1.0, 3.0, 4.0]}}
    assert ablations.quiet(row) == 2.0


def test_a_slow_switch_has_fewer_turns():
    seconds = {"base": [1.0, 1.0], "slow": [20.0], "other": [3.0], "new": []}
    enough = {name: ablations.is_enough(seconds, name, 5) for name in seconds}
    assert enough == {"base": False, "slow": True, "other": False, "new": False}


# Work


def test_the_tests_of_a_search_are_those_of_its_bicliques():
    from benchmarks import maximality

    parser = entry.argparse.ArgumentParser()
    maximality.add_arguments(parser)
    graph = "random:left=30,right=20,density=0.5,seed=2"
    options = parser.parse_args([graph, "--sizes", "1", "3"])
    every, large = maximality.run(options)
    edges = list(readers.load(graph).itertuples(index=False, name=None))
    pairs = naive.maximal_bicliques(edges)
    assert every["bicliques"] == len(pairs)
    assert large["bicliques"] == sum(min(map(len, pair)) >= 3 for pair in pairs)
    succeeded = every["tests"] - every["contained"]
    assert succeeded == len(pairs) - every["stars"]
    assert every["failed"] == every["contained"] / succeeded
    more = every["failed_without_merging"] - every["failed"]
    assert more == pytest.approx(every["equal"] / succeeded)


def test_sums_are_halved_and_both_anchors_give_the_count(tmp_path):
    path = tmp_path / "figures.json"
    graph = "random:left=14,right=9,density=0.6"
    words = [graph, "--sums", "5", "6", "--both-sides", "--repeat", "1"]
    assert entry.run("counting", [*words, "--no-packages", f"--output={path}"]) == 0
    edges = list(readers.load(graph).itertuples(index=False, name=None))
    for row, (p, q) in zip(figures(path)["results"], [(2, 3), (3, 3)], strict=True):
        assert row["pq"] == f"{p}, {q}"
        assert row["p + q"] == p + q
        assert row["count"] == str(naive.biclique_count(edges, p, q))
        assert row["anchors"]["chosen"] in ("left", "right")
        for side in ("left", "right"):
            assert row["anchors"][side]["seconds"] > 0
            assert row["anchors"][side]["predicted"] >= 0


def test_an_anchor_that_takes_too_long_is_left_out(tmp_path, monkeypatch):
    from benchmarks import counting

    monkeypatch.setattr(counting, "sampled_seconds", lambda anchored: 100.0)
    path = tmp_path / "figures.json"
    words = ["random:left=14,right=9,density=0.6", "--pq", "3,3", "--both-sides"]
    rest = ["--repeat", "1", "--no-packages", f"--output={path}"]
    assert entry.run("counting", words + rest) == 0
    (row,) = figures(path)["results"]
    assert row["anchors"]["left"] == row["anchors"]["right"] == {"predicted": 100.0}


def test_disjoint_copies_have_the_same_work_for_each_biclique():
    from benchmarks import growth
    from benchmarks.shared import work

    edges = readers.load("power-law:edges=600,exponent=3,distinct=1")
    one = work.searched(work.prepared(edges))
    for mix in (False, True):
        copies = growth.disjoint(edges, 3, mix)
        assert len(copies.drop_duplicates()) == 3 * len(edges)
        many = work.searched(work.prepared(copies))
        for figure in ("roots", "swept"):
            assert many[figure] == 3 * one[figure], (mix, figure)
        assert many["tests"] - many["contained"] == 3 * (
            one["tests"] - one["contained"]
        )
        for figure in ("tests", "contained", "equal"):
            # Vertices of equal degree are in the order of their ids, so mixed copies
            # may test a few more or fewer.
            expected = pytest.approx(3 * one[figure], rel=0.1 if mix else 0)
            assert many[figure] == expected, (mix, figure)


def bicliques_in(folder, *rows):
    """A data set of bicliques, as far as `dask_budget` reads it."""
    folder.mkdir()
    frame = pd.DataFrame(rows, columns=["left", "right"])
    frame.to_parquet(folder / "part-0.parquet")
    return folder


def test_a_digest_tells_bicliques_apart_but_not_their_order(tmp_path):
    pytest.importorskip("pyarrow")
    from benchmarks.dask_budget import digest

    ours = bicliques_in(tmp_path / "a", ([1, 2], [3]), ([4], [5, 6]))
    same = bicliques_in(tmp_path / "b", ([4], [6, 5]), ([2, 1], [3]))
    assert digest(ours) == digest(same)
    others = [
        [([1, 2], [3]), ([4], [5, 7])],
        [([1], [2, 3]), ([4], [5, 6])],
        [([3], [1, 2]), ([4], [5, 6])],
        [([4], [3]), ([1, 2], [5, 6])],
        [([1, 2], [3])],
    ]
    for i, rows in enumerate(others):
        assert digest(bicliques_in(tmp_path / str(i), *rows)) != digest(ours)


def test_the_files_of_the_largest_graph_have_each_edge_of_each_community(tmp_path):
    pytest.importorskip("pyarrow")
    from benchmarks import dask_largest

    n, files = 11, 4
    for which in range(files):
        dask_largest.write_file(n, files, tmp_path, which)
    found = pd.read_parquet(tmp_path)
    assert not found.duplicated().any()
    made = dask_largest.patterns()
    lefts, rights = dask_largest.SIDES
    expected = {
        (c * lefts + u, c * rights + v)
        for c in range(n)
        for u, v in made[c % len(made)].itertuples(index=False)
    }
    assert set(map(tuple, found.to_numpy().tolist())) == expected


def test_the_client_is_measured_with_what_it_receives_of_this_graph():
    pytest.importorskip("distributed")
    from benchmarks import dask_client, dask_largest
    from cugraph_biclique.dask.lists import HASHES

    n, made = 11, dask_largest.patterns()
    found = dask_client.received(made, n, rate=1.0)
    groups, sampled = found.groups, found.sample.copy()
    edges = sum(len(made[c % len(made)]) for c in range(n))
    assert len(groups) == n
    assert groups["roots"].sum() == n * dask_largest.SIDES[1]
    assert len(sampled) == groups["degree"].sum() == edges
    sampled["work"] = sampled["signature"] // HASHES
    by_group = sampled.groupby("group")
    pd.testing.assert_series_equal(
        by_group["work"].sum(), groups["work"], check_index=False, check_dtype=False
    )
    assert by_group["signature"].max().is_monotonic_decreasing


def test_frames_that_are_too_long_leave_the_count(monkeypatch):
    options = argparse.Namespace(no_frames=False, repeat=1)
    edges = pd.DataFrame({"left": [0, 0, 1], "right": [0, 1, 1]})
    monkeypatch.setattr(
        enumeration, "members", lambda *_: check_rows(MOST_ROWS + 1, "take some")
    )
    found = enumeration.times(edges, "cpu", options)
    assert found["answer"] == 2 and "members" not in found
    assert found["no_members"].startswith("the frame would have 2,147,483,648 rows")


def test_other_errors_of_frames_end_a_benchmark(monkeypatch):
    def wrong(*_):
        raise ValueError("another error")

    options = argparse.Namespace(no_frames=False, repeat=1)
    edges = pd.DataFrame({"left": [0, 0, 1], "right": [0, 1, 1]})
    monkeypatch.setattr(enumeration, "members", wrong)
    with pytest.raises(ValueError, match="another error"):
        enumeration.times(edges, "cpu", options)


@pytest.mark.parametrize("graph", ["power-law-5-million", "youtube-groupmemberships"])
def test_a_known_name_of_another_graph_ends_a_benchmark(graph):
    with pytest.raises(timing.WrongAnswer, match=f"{graph}, 7, "):
        answers.check_maximal(graph, 7)
    answers.check_maximal("another graph", 7)
