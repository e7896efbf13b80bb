# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Commands on a cluster: each prints what it prints on one machine.

Modules: `cli/cluster.py`, `cli/containing.py`, `dask/merging.py`.
"""

import os
import socket
import sys
import threading

import pandas as pd
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.cli import cluster as cluster_of_commands
from cugraph_biclique.cli import main
from cugraph_biclique.data import southern_women

pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="starts processes"),
]

DENSE = graphs.as_frame(
    graphs.relabelled(graphs.random_graph(40, 30, 0.3, seed=4), "int", "str")
)
DAYS = pd.DataFrame(
    {
        "day": pd.to_datetime(["2026-01-01", "2026-01-02"]).repeat(2),
        "shop": ["a", "b"] * 2,
    }
)
DASK = "cugraph_biclique.dask"
FRAMES = {"dense": DENSE, "women": southern_women(), "days": DAYS}
COMMANDS = [
    "sizes dense",
    "sizes dense --min-left 3 --format jsonl",
    "count dense -p 2 -q 3",
    "count dense -p 3 -q 3 --table",
    "project dense --side right --least-common 3 --by jaccard --validated bicm",
    "significance dense --draws 3",
    "groups women",
    "groups women -k 2 --format csv",
    "groups women --containing-left Ruth\N{NO-BREAK SPACE}DeSand --format csv",
    "groups days --containing-left 2026-01-02\N{NO-BREAK SPACE}00:00:00 --format csv",
    "top dense -k 5",
    "top dense -k 3 --by edges --format jsonl",
    "top women -k 3 --by lift --format csv",
    "top dense -k 3 --min-left 39 --min-right 29",  # there are none
    "vertices women --min-left 2 --by surprise",
    "vertices dense --side right --min-left 3 --format jsonl",
    "estimate women",
    "cliques women --count",
    "cliques women --sizes",
]


@pytest.fixture(scope="module")
def cluster():
    """Two processes with a thread each."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the graphs as Parquet."""
    folder = tmp_path_factory.mktemp("graphs")
    for name, frame in FRAMES.items():
        frame.to_parquet(folder / f"{name}.parquet", index=False)
    return folder


@pytest.fixture
def run(folder, capsys, monkeypatch):
    """A function that runs a command: its status, its output, and what it said."""
    monkeypatch.chdir(folder)

    def run(words, *more):
        words = [word.replace("\N{NO-BREAK SPACE}", " ") for word in words.split(" ")]
        words = [f"{x}.parquet" if x in FRAMES else x for x in words]
        try:
            status = main([*words, *map(str, more)])
        except SystemExit as ended:
            status = ended.code
        return status, *capsys.readouterr()

    return run


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_prints_what_it_prints_on_one_machine(words, cluster, run):
    engine = [] if words.startswith("estimate") else ["--engine=cpu"]
    status, expected, _ = run(words, *engine)
    assert status == 0 and expected
    found = run(words, "--scheduler", cluster.scheduler_address)
    assert found[:2] == (0, expected)
    assert "Parquet, left is " in found[2] and "read by 2 workers" in found[2]


@pytest.mark.parametrize(
    ("words", "kind", "other"),
    [
        ("enumerate dense --min-left 2", "maximal bicliques", "--min-left 3"),
        ("cliques women --min-size 2", "maximal cliques", "--min-size 1"),
        ("groups women -k 3", "groups", "--density 0.9"),
    ],
)
def test_a_folder_is_a_data_set(words, kind, other, cluster, run, tmp_path):
    command = words.partition(" ")[0]
    there = ["-o", f"{tmp_path}/there/", "--scheduler", cluster.scheduler_address]
    status, out, _ = run(words, *there)
    assert status == 0
    assert run(words, "-o", f"{tmp_path}/here/")[0] == 0
    n = cb.verify_data_set(tmp_path / "here")
    assert n == cb.verify_data_set(tmp_path / "there")
    assert out == f"{n} {kind} in {tmp_path}/there/\n"
    here, found = (rows(tmp_path / name) for name in ("here", "there"))
    assert here == found
    assert run(words, *there)[0] == 0  # it is complete
    status, _, said = run(f"{words} {other}", *there)
    assert status == 1
    assert f"cugraph-biclique {command}: -o {tmp_path}/there contains the" in said
    assert "the result of a different call" in said


@pytest.mark.parametrize(
    "words",
    [
        "top dense -k 4 --by lift",
        "vertices dense --by share",
        "sizes dense",
        "count dense -p 3 -q 3",
        "project dense --by jaccard",
    ],
)
def test_a_graph_in_partitions_has_the_same_answers(words, cluster, run):
    _, expected, _ = run(words)
    scheduler = "--scheduler", cluster.scheduler_address
    found = run(words, *scheduler, "--memory-budget", "30kB")
    assert found[:2] == (0, expected)


@pytest.mark.parametrize("words", ["top dense --by edges", "groups dense -o set/"])
def test_what_needs_the_whole_graph_is_refused_in_partitions(words, cluster, run):
    scheduler = "--scheduler", cluster.scheduler_address
    status, out, said = run(words, *scheduler, "--memory-budget", "30kB")
    assert (status, out) == (1, "")
    assert "needs the whole graph on every worker, but the workers have too" in said
    assert not os.path.exists("set")


def rows(folder):
    """The rows of a data set, in no order; the first column numbers them."""
    frame = pd.read_parquet(folder)
    frame = frame.drop(columns=frame.columns[0])
    values = frame.map(lambda x: sorted(map(str, x)) if hasattr(x, "__len__") else x)
    return sorted(map(str, values.to_dict("records")))


def test_several_files_and_folders_are_one_graph(cluster, run, tmp_path):
    parts = tmp_path / "parts"
    parts.mkdir()
    DENSE[:99].to_parquet(parts / "0.parquet")
    DENSE[99:150].to_parquet(parts / "1.parquet")
    DENSE[150:].assign(weight=1).to_parquet(tmp_path / "rest.parquet")
    _, expected, _ = run("sizes dense")
    names = "--left", "user", "--right", "item"
    scheduler = "--scheduler", cluster.scheduler_address
    found = run("sizes", f"{parts}/*", tmp_path / "rest.parquet", *names, *scheduler)
    assert found[:2] == (0, expected)
    DENSE[150:].to_parquet(parts / "2.parquet")
    for path in (parts, f"{parts}/*.parquet", f"file://{parts}/"):
        assert run("sizes", path, *scheduler)[:2] == (0, expected)


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (
            "enumerate dense", 2,
            "enumerate: --scheduler writes a folder of Parquet files here: pass a "
            "folder that all workers can write with -o, such as -o found/",
        ),
        (
            "cliques women -o found.csv", 2,
            "cliques: --scheduler writes a folder of Parquet files here: pass a folder "
            "that all workers can write with -o, such as -o found/",
        ),
        (
            "enumerate dense --sort -o found/", 2,
            "enumerate: --sort holds the whole result on one machine, but --scheduler "
            "leaves it on the workers: leave one of them out",
        ),
        (
            "sizes -", 2,
            "sizes: - is standard input, which the workers of --scheduler cannot read: "
            "pass Parquet files that they can read, or leave --scheduler out",
        ),
        (
            "sizes edges.csv", 2,
            "sizes: edges.csv is not read as Parquet, but the workers of --scheduler "
            "read only Parquet: convert it first, or leave --scheduler out",
        ),
        (
            "sizes dense.parquet --input-format csv", 2,
            "sizes: dense.parquet is not read as Parquet, but the workers of "
            "--scheduler read only Parquet: convert it first, or leave --scheduler out",
        ),
        ("sizes none.parquet", 1, "sizes: no such file: none.parquet"),
        (
            "sizes texts", 1,
            "sizes: texts is a folder without .parquet files: pass the names of its "
            "files, or a pattern such as 'texts/*.csv'",
        ),
        (
            "sizes dense.parquet --left usr", 1,
            "sizes: --left 'usr' is not a column of dense.parquet: its columns are "
            "'user', 'item'",
        ),
        (
            "sizes dense.parquet --text-ids", 1,
            "sizes: --text-ids applies only to text files, and dense.parquet is "
            "Parquet, whose columns have types: leave --text-ids out",
        ),
        (
            "groups women --containing-left nobody", 2,
            "groups: --containing-left 'nobody' is no left vertex of the file: pass a "
            "label of 'woman' as results show it, such as 'Evelyn Jefferson'",
        ),
    ],
)  # fmt: skip
def test_what_has_no_counterpart_is_one_clear_error(
    words, status, message, cluster, run, folder
):
    (folder / "edges.csv").write_text("user,item\n1,2\n")
    (folder / "texts").mkdir(exist_ok=True)
    found = run(words, "--scheduler", cluster.scheduler_address, "--quiet")
    assert found == (status, "", f"cugraph-biclique {message}\n")


def test_a_file_that_is_no_parquet_names_itself(cluster, run, tmp_path):
    (tmp_path / "bad.parquet").write_bytes(b"PAR1xxxxPAR1")
    scheduler = "--scheduler", cluster.scheduler_address
    status, _, said = run("sizes", tmp_path / "bad.parquet", *scheduler)
    assert status == 1
    assert f"{tmp_path}/bad.parquet is malformed: " in said
    assert said.count("\n") == 1


# The scheduler


@pytest.fixture
def little_time(monkeypatch):
    monkeypatch.setattr(cluster_of_commands, "SECONDS", 1)


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("tcp://127.0.0.1:1", "no answer within 1 s"),
        ("localhost", "missing port number in address 'localhost'"),
        ("http://localhost:1", "unknown address scheme 'http'"),
    ],
)
def test_a_scheduler_that_is_not_there(address, why, run, little_time):
    status, out, said = run("sizes dense", "--scheduler", address)
    assert (status, out) == (1, "")
    assert f"sizes: --scheduler {address} cannot be reached ({why}" in said
    assert said.endswith("running Dask scheduler, such as tcp://host:8786\n")
    assert said.count("\n") == 1


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9])
def test_a_server_of_another_kind_is_given_up(answer, run, little_time):
    with socket.create_server(("127.0.0.1", 0)) as server:
        open_connections = []

        def serve():
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                open_connections.append(connection)
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        status, out, said = run("sizes dense", "--scheduler", address)
        server.shutdown(socket.SHUT_RDWR)
        thread.join()
    for connection in open_connections:
        connection.close()
    assert (status, out) == (1, "")
    assert f"--scheduler {address} cannot be reached (" in said
    assert bool(answer) or "no answer within 1 s" in said
    assert said.count("\n") == 1


def test_a_scheduler_without_workers(cluster, run, monkeypatch):
    def wait_for_workers(self, n, timeout):
        raise TimeoutError

    monkeypatch.setattr(distributed.Client, "wait_for_workers", wait_for_workers)
    address = cluster.scheduler_address
    status, out, said = run("sizes dense", "--scheduler", address)
    assert (status, out) == (1, "")
    assert said.endswith(f"{address} has no workers: start some with: dask worker "
                         f"{address}\n")  # fmt: skip


def test_without_dask_the_command_says_how_to_install_it(run, monkeypatch):
    for name in [name for name in sys.modules if name.startswith(DASK)]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr(cb, "dask", raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, out, said = run("sizes dense", "--scheduler", "tcp://127.0.0.1:1")
    assert (status, out) == (1, "")
    assert said.startswith("cugraph-biclique sizes: cugraph_biclique.dask needs Dask (")
    assert said.endswith(': pip install "cugraph_biclique[dask]"\n')
