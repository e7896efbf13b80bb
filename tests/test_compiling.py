# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The message that kernels are compiled: once, and only if they are.

Modules: `host/compiling.py`, `host/last_compilation.py`, `host/decorators.py`,
`cli/compiling.py`.
"""

import os
import subprocess
import sys
from types import SimpleNamespace

import numba
import numpy as np
import pytest
from numba.core.event import trigger_event

from cugraph_biclique.host import compiling, kernel_cache, last_compilation
from cugraph_biclique.host.compiling import NotCompiled, forbidden
from cugraph_biclique.host.decorators import compiled

SAID = (
    "cugraph_biclique: compiling for this processor, each kernel once "
    "(cugraph-biclique warm compiles all): about"
)


def compiling_of(module):
    """What Numba does while it compiles a kernel of a module."""
    function = SimpleNamespace(__module__=module, __name__="some")
    dispatcher = SimpleNamespace(py_func=function)
    return trigger_event("numba:compile", data={"dispatcher": dispatcher})


@pytest.fixture
def watch(monkeypatch, tmp_path):
    """A process that has compiled nothing, and where a message needs no second."""
    fresh = compiling._Watch()
    for name, value in vars(fresh).items():
        monkeypatch.setattr(compiling.watch, name, value)
    monkeypatch.setattr(compiling, "QUIET_SECONDS", 0.0)
    monkeypatch.setattr(last_compilation, "_path", lambda: tmp_path / "new" / "seconds")
    return compiling.watch


def messages(caplog):
    return [r.getMessage() for r in caplog.records if r.name == compiling.logger.name]


def test_it_is_said_once(watch, caplog):
    for module in ("cugraph_biclique.graph.bipartite", "cugraph_biclique.search.cpu"):
        with compiling_of(module):
            assert compiling.at_work()
    (said,) = messages(caplog)
    assert f"cugraph_biclique: {said}".startswith(SAID)
    assert said.endswith(f"{compiling.USUALLY} for a search")
    assert not compiling.at_work()
    assert watch.number == 2


def test_the_seconds_of_the_last_process_are_said(watch, caplog, monkeypatch):
    with compiling_of("cugraph_biclique.graph.csr"):
        pass
    assert last_compilation.seconds() is None  # it took less than a second
    monkeypatch.setattr(compiling, "KEPT_SECONDS", 0.0)
    watch.spent = 16.6
    with compiling_of("cugraph_biclique.graph.csr"):
        assert last_compilation.seconds() is None
    watch.said = False  # as a new process
    with compiling_of("cugraph_biclique.graph.csr"):
        pass
    assert messages(caplog)[-1].endswith(" for a search, 17 s here the last time")


def test_seconds_that_cannot_be_read_or_kept_are_unknown(watch, monkeypatch, tmp_path):
    damaged = tmp_path / "damaged"
    damaged.write_text("seventeen")
    monkeypatch.setattr(last_compilation, "_path", lambda: damaged)
    assert last_compilation.seconds() is None
    monkeypatch.setattr(last_compilation, "_path", lambda: damaged / "below a file")
    last_compilation.keep(17.0)
    assert last_compilation.seconds() is None


def test_seconds_are_kept_beside_the_cache(monkeypatch, tmp_path):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    assert last_compilation.seconds() is None
    last_compilation.keep(17.0)
    assert last_compilation.seconds() == 17.0
    (path,) = tmp_path.rglob("*.txt")
    assert path.name == last_compilation.NAME


def test_nothing_is_said_of_short_compilations(watch, caplog, monkeypatch):
    monkeypatch.setattr(compiling, "QUIET_SECONDS", 1e9)
    with compiling_of("cugraph_biclique.graph.csr"):
        pass
    assert messages(caplog) == []
    assert watch.number == 1
    monkeypatch.setattr(compiling, "QUIET_SECONDS", watch.spent)
    with compiling_of("cugraph_biclique.graph.csr"):
        assert len(messages(caplog)) == 1


def test_nothing_is_said_of_the_kernels_of_others(watch, caplog):
    with compiling_of("users_program"), compiling_of("cugraph_bicliques"):
        assert not compiling.at_work()
    assert messages(caplog) == []


def test_callees_of_our_kernels_belong_to_them(watch):
    with compiling_of("cugraph_biclique.graph.csr"):
        with compiling_of("numba.np.arraymath"):
            pass
        assert compiling.at_work()
    assert watch.number == 1


def test_a_compilation_that_fails_has_ended(watch):
    with (
        pytest.raises(ZeroDivisionError),
        compiling_of("cugraph_biclique.graph.bipartite"),
    ):
        raise ZeroDivisionError
    assert not compiling.at_work()


def test_the_message_of_a_gpu_names_it(watch, caplog):
    with compiling.on_device():
        assert compiling.at_work()
    assert "for this GPU" in messages(caplog)[0]
    assert watch.spent == 0.0  # of a kernel that was only loaded


class Unkept:
    """A kernel of Numba that finds no folder for its cache."""

    def enable_caching(self):
        raise OSError("read-only file system")


def test_without_a_folder_for_caches_each_run_compiles(watch, caplog):
    kernel_cache.keep(Unkept())
    with compiling_of("cugraph_biclique.graph.csr"):
        pass
    assert "in each run, as no folder" in messages(caplog)[0]


@compiled
def halved(x):
    return x / 2


def test_compilation_can_be_forbidden(watch, tmp_path, monkeypatch):
    monkeypatch.setattr(halved.py_func, "__module__", "cugraph_biclique.tests")
    with forbidden(), pytest.raises(NotCompiled, match="halved"):
        halved(np.float32(3))
    assert not compiling.at_work()
    assert halved(np.float32(3)) == 1.5
    with forbidden():
        assert halved(np.float32(5)) == 2.5


# Standard error, in processes of their own

PROGRAM = """
import logging, sys
import numpy as np
import cugraph_biclique as cb
from cugraph_biclique.host import compiling
from cugraph_biclique.host.progress import check_progress
compiling.QUIET_SECONDS = 0.0
"""
USE = """
for _ in range(2):
    graph = cb.bipartite_graph((np.array([3, 1, 3]), np.array([7, 7, 5])))
    assert graph.left_indices.tolist() == [1, 0, 1]
print(compiling.watch.number > 0)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def ended(program, folder, *arguments):
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder)},
    )
    assert result.returncode == 0, result.stderr
    return result.stdout, result.stderr


def test_a_script_says_that_it_compiles_and_not_that_it_loads(tmp_path):
    output, said = ended(PROGRAM + USE, tmp_path)
    assert output == "True\n"
    (line,) = said.splitlines()
    assert line.startswith(SAID)
    assert ended(PROGRAM + USE, tmp_path) == ("False\n", "")


# As if something was compiled
PRETEND = """
from types import SimpleNamespace
from numba.core.event import trigger_event
function = SimpleNamespace(__module__="cugraph_biclique.graph.csr", __name__="some")
data = {"dispatcher": SimpleNamespace(py_func=function)}
def pretend():
    with trigger_event("numba:compile", data=data):
        pass
"""
SILENT = {
    "level": "logging.getLogger('cugraph_biclique').setLevel(logging.ERROR)",
    "disabled": "logging.getLogger('cugraph_biclique.compiling').disabled = True",
    "all-disabled": "logging.disable()",
    "progress": "check_progress(False)",
    "elsewhere": "logging.basicConfig(stream=sys.stdout)",
    "closed": "sys.stderr = None",
}


@pytest.mark.parametrize("setting", SILENT.values(), ids=SILENT)
def test_a_program_can_silence_it(setting, folder):
    output, said = ended(PROGRAM + PRETEND + setting + "\npretend()", folder)
    assert said == ""
    assert ("WARNING:cugraph_biclique.compiling" in output) == ("basic" in setting)


def test_a_later_call_may_say_it(folder):
    program = (
        PROGRAM + PRETEND + "check_progress(False); check_progress(None); pretend()"
    )
    assert ended(program, folder)[1].startswith(SAID)


def test_a_child_process_only_logs(folder):
    program = (
        PROGRAM
        + PRETEND
        + """
import multiprocessing
pretend_here = multiprocessing.get_context("fork").Process(target=pretend)
pretend_here.start(); pretend_here.join()
"""
    )
    if os.name != "posix":
        pytest.skip("has no fork")
    assert ended(program, folder) == ("", "")
