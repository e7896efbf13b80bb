# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How a command starts and ends: it imports what it needs, and leaves when all is
written.

Modules: `cli/__init__.py`, `host/kernel_cache.py`.
"""

import os
import subprocess
import sys

import numba
import pytest

import graphs
from cugraph_biclique.cli import main

# What others need, as seconds of every command: clusters, other searches, and what
# Numba loads to compile.
NOT_NEEDED = (
    "asyncio ssl distributed matplotlib networkx pyarrow.parquet scipy.linalg "
    "cugraph_biclique.calls.cliques cugraph_biclique.calls.significance "
    "cugraph_biclique.dask cugraph_biclique.viz cugraph_biclique.warming "
    "numba.np.arraymath numba.typed.typeddict"
)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A graph as a file, and its kernels in the cache."""
    name = tmp_path_factory.mktemp("graph") / "graph.csv"
    graphs.as_frame(graphs.random_graph(12, 9, 0.5, seed=30)).to_csv(name, index=False)
    for words in COMMANDS:
        assert main(arguments(words, name)) == 0
    return name


def arguments(words, file):
    return [str(file) if word == "FILE" else word for word in words.split()]


COMMANDS = "sizes FILE", "count FILE -p 2 -q 2", "estimate FILE"
LOADED = """
import atexit, sys
names, sys.argv = sys.argv[1].split(), sys.argv[1:]
atexit.register(lambda: print(*(name for name in names if name in sys.modules)))
import pandas  # and what it loads
names = [name for name in names if name not in sys.modules]
from cugraph_biclique.cli import main
sys.stdout.flush()
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="loads no kernels")
@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_imports_only_what_it_needs(words, file, python):
    loaded = python(LOADED, NOT_NEEDED, *arguments(words, file)).splitlines()[-1]
    assert loaded == ""


COMPILES = """
import sys
import numba, numpy
import pandas as pd
import cugraph_biclique as cb
women = pd.DataFrame({"u": [1, 1, 2], "v": [1, 2, 2]})
print(cb.maximal_biclique_count(women, engine="cpu"))
assert "numba.np.arraymath" not in sys.modules
print(numba.njit(lambda x: numpy.sort(x)[0] + numpy.dot(x, x))(numpy.array([3.0, 2.0])))
print({key: 1 for key in numba.njit(lambda: {"a": 1})()})
"""


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="loads no kernels")
def test_numba_compiles_after_kernels_from_the_cache(file, python):
    pytest.importorskip("scipy")  # for Numba's numpy.dot
    assert python(COMPILES).splitlines() == ["2", "15.0", "{'a': 1}"]


# A command whose module has registered work for the exit, as progress bars, log
# handlers and clusters do, and has a thread that still writes.
REGISTERS = """
import atexit, sys, threading
from cugraph_biclique.cli import commands, run
def sizes(options):
    def write():
        threading.main_thread().join()  # until it waits for other threads
        print("thread")
    threading.Thread(target=write).start()
    atexit.register(print, "registered")
    print("command")
    print("to stderr", end="", file=sys.stderr)
    {end}
commands.sizes = sizes
sys.exit(run())
"""


@pytest.mark.parametrize(
    ("end", "status", "said"),
    [
        ("return 0", 0, "to stderr"),
        ("return 3", 3, "to stderr"),
        ("raise OSError('no')", 1, "to stderrcugraph-biclique sizes: no\n"),
        ("raise SystemExit(4)", 4, "to stderr"),
    ],
)
def test_work_at_exit_is_done_and_all_is_written(end, status, said):
    program = REGISTERS.replace("{end}", end)
    ended = subprocess.run(
        [sys.executable, "-c", program, "sizes", "FILE"], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (status, said)
    assert sorted(ended.stdout.splitlines()) == ["command", "registered", "thread"]


def test_a_fault_of_the_program_keeps_its_traceback():
    program = REGISTERS.replace("{end}", "raise KeyError('fault')")
    ended = subprocess.run(
        [sys.executable, "-c", program, "sizes", "FILE"], capture_output=True, text=True
    )
    assert ended.returncode == 1
    assert ended.stderr.endswith("KeyError: 'fault'\n")


def piped(file, reader):
    """What a shell prints of a command whose output it pipes to a reader."""
    words = "enumerate", str(file), "--no-progress"
    program = f'"$0" -m cugraph_biclique "$@" 2>&1 | {reader}'
    ended = subprocess.run(
        ["sh", "-c", program, sys.executable, *words], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout.splitlines()


@pytest.mark.skipif(os.name == "nt", reason="needs a Unix shell")
def test_a_pipe_gets_the_whole_output(tmp_path):
    # More than a pipe holds.
    edges = graphs.as_frame(graphs.crown(13))
    edges.to_csv(tmp_path / "crown.csv", index=False)
    report, *rows = piped(tmp_path / "crown.csv", "cat")
    assert len(rows) == 2**13 - 2
    assert len(set(rows)) == len(rows)
    assert sum(map(len, rows)) > 1 << 17
    first = piped(tmp_path / "crown.csv", "head -n 2")
    assert first == [report, rows[0]]
