# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Allocations of NumPy that fail when they are told to, in all threads.

NumPy lets its allocator be replaced (NEP 49), by a table of C functions. They are made
here from Python functions that count, and give no memory once their time has come.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from numpy._core import _multiarray_umath

SET_HANDLER, GET_HANDLER = 304, 305  # in the table of NumPy's functions since 1.22
PLACE, SIZE = ctypes.c_void_p, ctypes.c_size_t
# With the GIL held, as NumPy calls them, and as they may let go of it.
Malloc = ctypes.PYFUNCTYPE(PLACE, PLACE, SIZE)
Calloc = ctypes.PYFUNCTYPE(PLACE, PLACE, SIZE, SIZE)
Realloc = ctypes.PYFUNCTYPE(PLACE, PLACE, PLACE, SIZE)
NAME = ctypes.c_char_p(b"mem_handler")  # kept: a capsule does not copy its name


class Handler(ctypes.Structure):
    """PyDataMem_Handler of numpy/ndarraytypes.h."""

    _fields_ = [
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("ctx", ctypes.c_void_p),
        ("malloc", Malloc),
        ("calloc", Calloc),
        ("realloc", Realloc),
        ("free", ctypes.c_void_p),
    ]


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype = ctypes.py_object
_new_capsule.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_table = ctypes.cast(
    _pointer(_multiarray_umath._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p)
)
_set_handler = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(
    _table[SET_HANDLER]
)
_get_handler = ctypes.PYFUNCTYPE(ctypes.py_object)(_table[GET_HANDLER])


class Faults:
    """How many allocations are left before one fails, and whether it has."""

    def __init__(self) -> None:
        self.left = -1
        self.failed = False

    def let_pass(self) -> bool:
        """Whether this allocation succeeds."""
        if self.left < 0:
            return True
        self.left -= 1
        if self.left < 0:
            self.failed = True
            return False
        return True


_faults = Faults()
_numpys = Handler.from_address(_pointer(_get_handler(), NAME))


@Malloc
def _malloc(_, size):
    return _numpys.malloc(_numpys.ctx, size) if _faults.let_pass() else None


@Calloc
def _calloc(_, n, size):
    return _numpys.calloc(_numpys.ctx, n, size) if _faults.let_pass() else None


@Realloc
def _realloc(_, pointer, size):
    return _numpys.realloc(_numpys.ctx, pointer, size) if _faults.let_pass() else None


# Arrays free themselves with the handler that made them, maybe long after the test; and
# while an exception is raised, where no Python function may run.
_handler = Handler(b"failing", 1, _numpys.ctx, _malloc, _calloc, _realloc, _numpys.free)
_capsule = _new_capsule(ctypes.addressof(_handler), NAME, None)


@contextmanager
def failing(number: int) -> Iterator[Faults]:
    """Let the allocation of this number fail, in this thread or one begun meanwhile."""
    run = threading.Thread.run

    def run_counted(thread: threading.Thread) -> None:
        _set_handler(_capsule)  # each thread begins with NumPy's own
        run(thread)

    _faults.left, _faults.failed = number, False
    before = _set_handler(_capsule)
    threading.Thread.run = run_counted
    try:
        yield _faults
    finally:
        _faults.left = -1
        threading.Thread.run = run
        _set_handler(before)
