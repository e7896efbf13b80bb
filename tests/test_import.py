# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What importing the package loads, and what it offers.

Modules: `__init__.py`.
"""

import inspect
import os
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

import cugraph_biclique as cb

OPTIONAL = (
    "cudf cugraph cupy dask distributed dask_cudf datashader matplotlib networkx "
    "numba.cuda rmm scipy"
)
CALLS = [
    "maximal_bicliques",
    "maximal_biclique_count",
    "estimate_maximal_bicliques",
    "maximal_biclique_sizes",
    "iter_maximal_bicliques",
    "write_groups",
    "write_maximal_bicliques",
    "write_maximal_cliques",
    "significance",
    "random_graphs",
    "verify_data_set",
    "biclique_count",
    "biclique_counts",
    "biclique_count_by_vertex",
    "biclique_count_by_edge",
]


# Numba loads SciPy where it is installed: what the dependencies load does not count.
LOADED = """
import sys, numba, numpy, pandas
before = set(sys.modules)
import cugraph_biclique as cb
{use}
print(*(name for name in sys.argv[1:] if name in set(sys.modules) - before))
"""
USE = """
frame = pandas.DataFrame({"user": [1, 1, 2], "item": [1, 2, 2]})
assert len(cb.maximal_bicliques(frame, engine="cpu").to_frame()) == 2
assert cb.biclique_count(frame, 2, 1, engine="cpu") == 1
"""


@pytest.mark.parametrize(
    "use", ["", "cb.Bicliques", USE], ids=["import", "name", "use"]
)
def test_nothing_optional_is_loaded(use, python):
    assert python(LOADED.replace("{use}", use), *OPTIONAL.split()).split() == []


def test_importing_starts_no_thread_and_prints_nothing(python):
    program = """
import threading, cugraph_biclique
cugraph_biclique.Bicliques  # loads all
assert threading.active_count() == 1
"""
    assert python(program) == ""


# An installation that belongs to another user, and no home: a container, or a function
# of a cloud. Files in the way of folders stop root as well.
NOWHERE_TO_WRITE = """
import logging, numba, numpy, pandas
from numba.core.event import RecordingListener, install_listener
logging.basicConfig()
with install_listener("numba:compile", RecordingListener()) as compiled:
    import cugraph_biclique as cb
    cb.Bicliques  # loads all
    print(len(compiled.buffer))
graph = cb.bipartite_graph((numpy.array([3, 1, 3]), numpy.array([7, 7, 5])))
print(cb.__file__)
print(graph.left_indptr.tolist(), graph.left_indices.tolist())
"""


@pytest.fixture
def read_only(tmp_path):
    """A function that runs a program with a copy of the package to which nothing can be
    added: (what it prints, what it logs)."""
    package = tmp_path / "cugraph_biclique"
    shutil.copytree(
        Path(cb.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__")
    )
    for folder in (package, *filter(Path.is_dir, package.rglob("*"))):
        (folder / "__pycache__").write_text("in the way")

    def run(program):
        environment = os.environ | {
            "PYTHONPATH": str(tmp_path),
            "PYTHONDONTWRITEBYTECODE": "1",
            "HOME": "/dev/null",
            "USERPROFILE": "/dev/null",
        }
        for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
            environment.pop(name, None)
        ended = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            timeout=300,
            env=environment,
            cwd=tmp_path,
        )
        assert ended.returncode == 0, ended.stderr
        return ended.stdout, ended.stderr

    return run


@pytest.mark.skipif(os.name == "nt", reason="has other folders for caches")
def test_it_works_where_nothing_can_be_written(read_only, tmp_path):
    output, log = read_only(NOWHERE_TO_WRITE)
    compiled, where, answer = output.splitlines()
    assert Path(where).is_relative_to(tmp_path)
    assert compiled == "0"  # by the import
    assert answer == "[0, 1, 3] [1, 0, 1]"
    # A slow machine compiles for more than a second, and says that it does.
    (line,) = [line for line in log.splitlines() if "compiling for this" not in line]
    assert "no locator available" in line
    assert "set NUMBA_CACHE_DIR to a writable folder" in line


@pytest.mark.parametrize("missing", ["dask", "distributed"])
def test_without_dask_its_calls_say_how_to_get_it(missing, python):
    program = f"""
import sys
sys.modules[{missing!r}] = None
try:
    import cugraph_biclique.dask
except ImportError as error:
    print(error)
"""
    assert 'pip install "cugraph_biclique[dask]"' in python(program)


def test_every_public_name_exists():
    assert set(CALLS) <= set(cb.__all__)
    assert sorted(set(cb.__all__)) == sorted(cb.__all__)
    missing = [name for name in cb.__all__ if not hasattr(cb, name)]
    assert missing == []


SHOWN = """
import cugraph_biclique as cb
def shown():
    names = [name for name in dir(cb) if not name.startswith("__")]
    assert names == sorted(cb.__all__), names
    assert {"__all__", "__doc__", "__version__"} <= set(dir(cb))
shown()  # before any of them is imported
cb.Bicliques  # imports all of them, and many submodules
import cugraph_biclique.data
shown()
"""


def test_completion_shows_the_public_names_only(python):
    assert python(SHOWN) == ""


def test_the_version_is_a_string():
    assert cb.__version__[0].isdigit()


def test_it_is_cited_by_its_version():
    citation = Path(__file__).parents[1] / "CITATION.cff"
    assert f"version: {cb.__version__}" in citation.read_text().splitlines()


def sections(documented):
    lines = inspect.getdoc(documented).splitlines()
    return {
        title
        for title, rule in pairwise(lines)
        if rule and set(rule) == {"-"} and len(rule) == len(title)
    }


@pytest.mark.parametrize("name", CALLS)
def test_every_call_documents_its_parameters(name):
    call = getattr(cb, name)
    titles = sections(call)
    assert "Parameters" in titles
    assert titles & {"Returns", "Yields"}
    assert "Examples" in titles
    documented = {
        name
        for line in inspect.getdoc(call).splitlines()
        for name in line.partition(" : ")[0].split(", ")
    }
    parameters = inspect.signature(call).parameters
    undocumented = [name for name in parameters if name not in documented]
    assert undocumented == []


def test_every_public_class_and_method_is_documented():
    undocumented = [
        f"{name}.{member}"
        for name in cb.__all__
        if inspect.isclass(getattr(cb, name))
        for member, value in vars(getattr(cb, name)).items()
        if not member.startswith("_")
        and (callable(value) or isinstance(value, property))
        if not inspect.getdoc(value)
    ]
    assert undocumented == []


def test_options_are_keyword_only():
    for name in CALLS:
        parameters = list(inspect.signature(getattr(cb, name)).parameters.values())
        positional = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
        expected = {
            "write_groups": ["G", "path", "k"],
            "write_maximal_bicliques": ["G", "path"],
            "write_maximal_cliques": ["G", "path"],
            "verify_data_set": ["path"],
            "biclique_count": ["G", "p", "q"],
            "biclique_counts": ["G", "max_p", "max_q"],
            "significance": ["G", "draws"],
            "random_graphs": ["G", "draws", "seed"],
            "biclique_count_by_vertex": ["G", "p", "q", "side"],
            "biclique_count_by_edge": ["G", "p", "q"],
        }
        assert positional == expected.get(name, ["G"])
