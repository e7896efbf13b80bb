# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""All kernels are compiled ahead, by `warm` and from a shell.

Modules: `warming.py`, `cli/warm.py`.
"""

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from cugraph_biclique import warming
from cugraph_biclique.cli import main
from cugraph_biclique.host import compiling
from cugraph_biclique.host.compiling import NotCompiled
from cugraph_biclique.warming import GROUPS, USES, folder, uncompiled, use, warm

doctor = importlib.import_module("cugraph_biclique.cli.doctor")


@pytest.fixture
def cold(monkeypatch):
    """The names of those uses that lack a kernel; the test adds some."""
    return set()


@pytest.fixture
def done(cold, monkeypatch):
    """What is done instead of the uses of the package: (name, engine) of each use that
    may compile, and the names that each process compiles."""
    done = []

    def one(name):
        def act(engine):
            if compiling.watch.forbids and name in cold:
                raise NotCompiled(f"kernel of {name}")
            if not compiling.watch.forbids:
                done.append((name, engine))

        return act

    def compile_(names):
        done.append(names)
        cold.difference_update(names)

    monkeypatch.setattr(warming, "USES", {name: one(name) for name in USES})
    monkeypatch.setattr(warming, "_compile_in_process", compile_)
    monkeypatch.setattr(warming, "missing_for_gpu", lambda: "there is no GPU")
    monkeypatch.setattr(compiling.watch, "is_cached", True)  # whatever ran before
    return done


def test_every_use_is_in_one_group():
    assert sorted(name for group in GROUPS for name in group) == sorted(USES)


def test_the_checks_compile_every_group_ahead():
    script = (Path(__file__).parents[1] / "ci" / "venv.sh").read_text(encoding="utf-8")
    calls = re.findall(r"compile_kernels\.py ([\w ]+)", script)
    assert [set(names.split()) for names in calls] == list(GROUPS)


def test_each_use_has_right_answers(engine):
    for name in USES:
        use([name], engine)
    if engine == "cpu":
        assert uncompiled() == []  # all was compiled above, or loaded


def test_a_wrong_answer_is_an_error():
    with pytest.raises(RuntimeError, match="the number of bicliques is 62, not 63"):
        warming._expect("the number of bicliques", 62, 63)


def test_what_is_in_the_cache_is_only_checked(done):
    found = warm()
    assert found.compiled == []
    assert found.folder == folder()
    assert done == []


@pytest.mark.parametrize("threads", [1, 2])
def test_the_rest_is_compiled_by_two_processes(done, cold, threads, monkeypatch):
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", threads)
    cold.update({"search", "list", "count"})
    assert warm().compiled == ["search", "count", "list"]
    assert len(done) == threads
    assert sorted(name for names in done for name in names) == [
        "count", "list", "search",
    ]  # fmt: skip


def test_the_gpu_engine_runs_where_there_is_a_gpu(done, monkeypatch):
    monkeypatch.setattr(warming, "missing_for_gpu", lambda: "")
    assert warm().gpu == ""
    assert done == [(name, "gpu") for name in USES]


@pytest.mark.parametrize(
    ("change", "compiled"),
    [
        (("numba.config.NUMBA_NUM_THREADS", 2), [["count"]]),
        (("numba.config.NUMBA_NUM_THREADS", 1), []),
        (("missing_for_gpu", lambda: ""), []),
        (("compiling.watch.is_cached", False), []),
    ],
)
def test_one_use_is_compiled_while_another_runs(
    done, cold, change, compiled, monkeypatch
):
    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 2)
    monkeypatch.setattr(f"cugraph_biclique.warming.{change[0]}", change[1])
    cold.add("count")
    with warming.compiled_beside("count"):
        pass
    assert done == compiled
    with warming.compiled_beside("list"):  # which is in the cache
        pass
    assert done == compiled


def test_a_failure_beside_is_left_to_the_use(done, cold, monkeypatch):
    def fail(names):
        raise RuntimeError("no memory")

    monkeypatch.setattr(numba.config, "NUMBA_NUM_THREADS", 2)
    monkeypatch.setattr(warming, "_compile_in_process", fail)
    cold.add("count")
    with warming.compiled_beside("count"):
        pass


def test_a_cache_that_loses_files_is_an_error(done, cold, monkeypatch):
    cold.add("list")
    monkeypatch.setattr(warming, "_compile_in_process", lambda names: None)
    with pytest.raises(RuntimeError, match=r"are not in .* \(those of list\): free"):
        warm()


def test_no_folder_for_a_cache_is_an_error(done, monkeypatch, capsys):
    monkeypatch.setattr(compiling.watch, "is_cached", False)
    with pytest.raises(RuntimeError, match="set NUMBA_CACHE_DIR to a writable folder"):
        warm()
    assert main(["warm"]) == 1
    assert "set NUMBA_CACHE_DIR" in capsys.readouterr().err


def test_a_switched_off_compiler_is_an_error(monkeypatch):
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    with pytest.raises(RuntimeError, match="NUMBA_DISABLE_JIT is set"):
        warm()


def test_a_process_that_fails_says_why():
    with pytest.raises(RuntimeError, match="exit status 1: KeyError: 'no such use'"):
        warming._compile_in_process(["no such use"])


def test_a_process_imports_the_same_package(monkeypatch, tmp_path):
    (tmp_path / "cugraph_biclique.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    warming._compile_in_process([])


def test_the_shell_says_what_was_done(done, cold, capsys):
    cold.add("local_count")
    assert main(["warm"]) == 0
    text = capsys.readouterr().out
    assert "CPU engine: compiled for local count; checked: search, count" in text
    assert "GPU engine: not compiled: there is no GPU" in text
    assert f"cache: {folder()}, for the processor " in text
    assert main(["warm"]) == 0
    assert "CPU engine: in the cache already" in capsys.readouterr().out


def test_the_doctor_says_what_is_cold(done, cold, capsys):
    assert doctor.kernels().text == f"all compiled, in {folder()}"
    cold.add("local_count")
    line = doctor.kernels()
    assert line.status == doctor.MISSING
    assert "run cugraph-biclique warm" in line.text
    assert main(["doctor"]) == 0  # searches run all the same
    assert done == []


def test_an_empty_cache_is_seen_and_nothing_compiled(tmp_path):
    program = """
from cugraph_biclique import warming
from cugraph_biclique.host import compiling
print(*warming.uncompiled())
print(compiling.watch.number, warming.folder())
"""
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.splitlines() == [" ".join(USES), f"0 {tmp_path}"]
    assert list(tmp_path.rglob("*.nbc")) == []


def test_the_cache_is_beside_the_package_if_no_folder_is_set(monkeypatch):
    package = Path(warming.cb.__file__).parent
    search = importlib.import_module("cugraph_biclique.search.cpu")
    beside = package / "search" / "cpu" / "__pycache__"
    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    for path, expected in ((beside, package), (Path("/else"), Path("/else"))):
        stats = search.run.stats._replace(cache_path=str(path))
        monkeypatch.setattr(type(search.run), "stats", stats)
        assert folder() == expected
