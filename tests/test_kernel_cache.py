# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compiled kernels on disk: found again, never mistaken, never the end of a call."""

import errno
import logging
import shutil
from pathlib import Path

import numba
import numpy as np
import pytest

from cugraph_biclique import _cpu, kernel_cache


def twice(x):
    return x + x


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where Numba keeps kernels in this test."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(kernel_cache, "_said", set())
    return tmp_path


def kernel():
    """The function as a new process has it: compiled, or read from disk."""
    return _cpu.compiled(twice)


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
    before = kernel_cache._state_of_sources()
    assert kernel_cache._state_of_sources() == before
    callee.write_text("x = 12")
    assert kernel_cache._state_of_sources() != before


def test_kernels_of_other_sources_go(folder, monkeypatch):
    monkeypatch.setattr(kernel_cache, "SOURCES", "of before the update")
    assert kernel()(3) == 6
    (old,) = kept(folder)
    monkeypatch.setattr(kernel_cache, "SOURCES", "of after it")
    newer = kernel()
    assert newer(3) == 6
    assert not is_read(newer)
    assert old not in kept(folder)
    assert len(kept(folder)) == 1


def test_a_folder_that_goes_does_not_end_a_call(folder, caplog):
    first, second = kernel(), _cpu.compiled(lambda x: x + 1)
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
