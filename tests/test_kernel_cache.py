# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compiled kernels on disk: found again, never mistaken, never the end of a call.

Modules: `host/kernel_cache.py`, `host/replacing.py`, `host/kernel_code.py`.
"""

import errno
import importlib
import logging
import shutil
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from cugraph_biclique.host import decorators, kernel_cache
from cugraph_biclique.host.kernel_code import code_digest


def twice(x):
    return x + x


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where Numba keeps kernels in this test."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_said", set())
    monkeypatch.setattr(kernel_cache.watch, "is_cached", True)
    return tmp_path


def kernel():
    """The function as a new process has it: compiled, or read from disk."""
    return decorators.compiled(twice)


def kept(folder):
    return sorted(folder.rglob("*.nbc"))


def is_read(dispatcher):
    return bool(dispatcher.stats.cache_hits)


def warnings_of(caplog):
    return [r for r in caplog.records if r.levelno >= logging.WARNING]


def test_a_kernel_is_compiled_once_for_each_signature(folder):
    assert kernel()(3) == 6
    assert kernel()(1.5) == 3.0
    assert len(kept(folder)) == 2
    again = kernel()
    assert (again(3), again(1.5)) == (6, 3.0)
    assert sum(again.stats.cache_hits.values()) == 2


DAMAGES = {
    "empty": lambda content: b"",
    "in-the-checksum": lambda content: content[:10],
    "half": lambda content: content[: len(content) // 2],
    "one-byte-less": lambda content: content[:-1],
    "zeros": lambda content: bytes(len(content)),
    "one-bit": lambda content: content[:-100] + b"\x00" * 100,
    "another-format": lambda content: b"\x80\x05K\x01." + content,
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_kernel_is_compiled_again(folder, caplog, damage):
    assert kernel()(3) == 6
    (path,) = kept(folder)
    path.write_bytes(damage(path.read_bytes()))
    again = kernel()
    assert again(3) == 6
    assert not is_read(again)
    assert kernel()(3) == 6
    (warning,) = warnings_of(caplog)
    assert "is compiled again" in warning.getMessage()
    mended = kernel()
    assert mended(3) == 6
    assert is_read(mended)


def test_a_kernel_is_not_taken_for_another_one(folder):
    assert kernel()(3) == 6
    (of_integers,) = kept(folder)
    assert kernel()(1.5) == 3.0
    (of_floats,) = set(kept(folder)) - {of_integers}
    shutil.copy(of_floats, of_integers)
    again = kernel()
    assert again(3) == 6
    assert type(again(3)) is int
    assert not is_read(again)


def test_any_edit_of_a_source_changes_their_state(tmp_path, monkeypatch):
    (tmp_path / "inner").mkdir()
    callee = tmp_path / "inner" / "callee.py"
    callee.write_text("x = 1")
    monkeypatch.setattr(kernel_cache, "__file__", str(tmp_path / "kernel_cache.py"))
    state = kernel_cache._state_of_sources.__wrapped__
    before = state()
    assert state() == before
    callee.write_text("x = 12")
    assert state() != before


# A kernel, its callee, and what they use. An edit replaces text in it.
SOURCE = '''
"""About this module."""
from typing import NamedTuple
import numpy as np
from cugraph_biclique.host.decorators import compiled, inlined
import constants as C

WEIGHT = 3
TABLE = np.array([1, 2, 3])

class Pair(NamedTuple):
    first: int
    second: int

@inlined
def callee(x):
    """Add a weight."""
    return x + WEIGHT

@compiled
def caller(pair):
    """Call the callee."""
    return callee(pair.first) + TABLE[0] + C.LEAST

def host():
    return 1

def shown():
    return caller(Pair(10, 20)), sum(caller.stats.cache_hits.values())
'''
EDITS = {
    "nothing": ("", "", (14, 1)),
    "a docstring": ("Call the callee", "Calls\n\n    a callee", (14, 1)),
    "the docstring of a callee": ("Add a weight.", "Add.", (14, 1)),
    "a comment above": ("@inlined", "# A comment.\n\n@inlined", (14, 1)),
    "host code": ("return 1", "return 2", (14, 1)),
    "a callee": ("x + WEIGHT", "x - WEIGHT", (8, 0)),
    "a constant of a callee": ("WEIGHT = 3", "WEIGHT = 4", (15, 0)),
    "an array": ("[1, 2, 3]", "[2, 2, 3]", (15, 0)),
    "a kernel": (" + TABLE", " - TABLE", (12, 0)),
    "the fields of a tuple": (
        "first: int\n    second: int", "second: int\n    first: int", (24, 0),
    ),
    "a constant of a module": ("LEAST = 0", "LEAST = 5", (19, 0)),
}  # fmt: skip


@pytest.mark.parametrize("edit", EDITS)
def test_a_kernel_is_compiled_again_if_its_code_has_changed(edit, folder, monkeypatch):
    monkeypatch.syspath_prepend(folder)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def shown(before="", after=""):
        for name, text in {"kernels": SOURCE, "constants": "LEAST = 0"}.items():
            sys.modules.pop(name, None)
            (folder / f"{name}.py").write_text(text.replace(before, after, 1))
        importlib.invalidate_caches()
        return importlib.import_module("kernels").shown()

    try:
        assert shown() == (14, 0)
        assert shown(*EDITS[edit][:2]) == EDITS[edit][2]
    finally:
        for name in ("kernels", "constants"):
            sys.modules.pop(name, None)


def test_the_code_before_an_edit_is_removed(folder, monkeypatch):
    monkeypatch.setattr(kernel_cache, "code_digest", lambda *_: "before")
    assert kernel()(3) == 6
    (old,) = kept(folder)
    monkeypatch.setattr(kernel_cache, "code_digest", lambda *_: "after")
    newer = kernel()
    assert newer(3) == 6
    assert not is_read(newer)
    (new,) = kept(folder)
    assert new != old


def test_a_value_that_cannot_be_read_depends_on_all_sources():
    class Odd:
        pass

    odd = Odd()

    def reads():
        return odd

    assert code_digest(reads, lambda: "a") == code_digest(reads, lambda: "a")
    assert code_digest(reads, lambda: "a") != code_digest(reads, lambda: "b")


def test_a_folder_that_goes_does_not_end_a_call(folder, caplog):
    first, second = kernel(), decorators.compiled(lambda x: x + 1)
    (cache,) = folder.iterdir()
    shutil.rmtree(cache)
    cache.write_text("in the way")
    assert (first(3), second(3)) == (6, 4)
    assert first(1.5) == 3.0
    not_read, not_kept = warnings_of(caplog)  # once each
    assert "is compiled again" in not_read.getMessage()
    assert "set NUMBA_CACHE_DIR" in not_kept.getMessage()


def test_a_full_disk_does_not_end_a_call(folder, caplog, monkeypatch):
    write_bytes = Path.write_bytes

    def full(path, content):
        write_bytes(path, content[:100])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert kernel()(3) == 6
    (warning,) = warnings_of(caplog)
    assert "No space left on device" in warning.getMessage()
    assert [p for p in folder.rglob("*") if p.is_file()] == []


def test_files_that_cannot_be_read_do_not_end_a_call(folder, caplog):
    assert kernel()(3) == 6
    (path,) = kept(folder)
    path.unlink()
    path.mkdir()  # what nobody can read, not even root
    again = kernel()
    assert again(np.int64(3)) == 6
    assert not is_read(again)
    assert len(warnings_of(caplog)) == 2  # neither read nor written


def test_recompiling_forgets_what_was_kept(folder):
    dispatcher = kernel()
    assert dispatcher(3) == 6
    dispatcher.recompile()
    assert dispatcher(3) == 6
    assert len(kept(folder)) == 1


class Dispatcher:
    """That of a Numba whose caches look different from within."""

    def enable_caching(self):
        self._cache = object()


def test_an_unknown_cache_stays_as_it_is():
    dispatcher = kernel_cache.keep(Dispatcher())
    assert type(dispatcher._cache) is object


def test_what_has_no_cache_stays_as_it_is():
    assert kernel_cache.keep(twice) is twice  # as NUMBA_DISABLE_JIT leaves it
