# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Digest of all that the machine code of a kernel depends on.

Numba compiles the bytecode of a function, the functions that it calls, and the values
of the global names in it. The digest covers these, and not the text of the files. So
after an edit of a docstring, of a comment or of host code, compiled kernels stay valid.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import types

# Numba compiles these by their names. Its version is part of the keys of its cache.
OTHERS = sys.stdlib_module_names | {"llvmlite", "numba", "numba_cuda", "numpy"}
CONSTANTS = (bool, int, float, complex, str, bytes, type(None), type(...), np.generic)
OPTIONS = (*CONSTANTS, tuple, list, dict)


def code_digest(kernel: Any, unknown: Callable[[], str]) -> str:
    """Return the digest of the code of a kernel, and of all functions that it calls.

    `unknown` stands for a value whose content this module cannot read. It returns a
    text that changes whenever such a value may change.
    """
    walk = _Walk(unknown)
    walk.value(kernel, ())
    return walk.digest.hexdigest()


def fields_of(kind: Any) -> str:
    """Return the fields of all named tuples in a Numba type, or in a tuple of types.

    Numba compares these types by the name of the class and by the types of the fields.
    """
    if isinstance(kind, tuple | list):
        return f"({','.join(map(fields_of, kind))})"
    inner = getattr(kind, "types", None) or getattr(kind, "args", None) or ()
    fields = getattr(kind, "fields", "")
    return f"{fields if isinstance(fields, tuple) else ''}{fields_of(tuple(inner))}"


class _Walk:
    """A digest, and the functions and modules that it covers already."""

    def __init__(self, unknown: Callable[[], str]) -> None:
        self.digest = sha256()
        self.unknown = unknown
        self.seen: set[object] = set()

    def text(self, *texts: object) -> None:
        for text in map(str, texts):
            self.digest.update(f"{len(text)} {text}\n".encode(errors="surrogatepass"))

    def value(self, value: Any, names: tuple[str, ...]) -> None:
        """Add a value that code with these names uses."""
        # A dispatcher, or an intrinsic, holds the Python function.
        function = getattr(value, "py_func", getattr(value, "_defn", value))
        if isinstance(function, FunctionType):
            for name, option in sorted(getattr(value, "targetoptions", {}).items()):
                plain = isinstance(option, OPTIONS)
                self.text(name, repr(option) if plain else type(option).__name__)
            self.function(function)
        elif isinstance(value, ModuleType):
            self.module(value, names)
        elif isinstance(value, CONSTANTS):
            self.text(type(value).__name__, repr(value))
        elif isinstance(value, tuple | list):
            self.text(type(value).__name__, len(value))
            for item in value:
                self.value(item, names)
        elif isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self.text(value.dtype.str, value.shape, value.tobytes().hex())
        elif isinstance(value, type):
            self.text(value.__module__, value.__qualname__)
            if not _is_other(value.__module__):  # a named tuple, or who knows what
                self.text(getattr(value, "_fields", None) or self.unknown())
        elif isinstance(value, types.Type | np.dtype):
            self.text(repr(value))
        elif _is_other(str(getattr(value, "__module__", ""))):
            self.text(getattr(value, "__name__", None) or self.unknown())
        else:
            self.text(self.unknown())

    def module(self, module: ModuleType, names: tuple[str, ...]) -> None:
        """Add a module, and those of its variables that have one of the names."""
        self.text(module.__name__)
        if (id(module), names) in self.seen or _is_other(module.__name__):
            return
        self.seen.add((id(module), names))
        for name in names:
            if name in vars(module):
                self.text(name)
                self.value(vars(module)[name], names)

    def function(self, function: FunctionType) -> None:
        """Add a function, and what it refers to."""
        self.text(function.__module__, function.__qualname__)
        if id(function) in self.seen or _is_other(function.__module__):
            return
        self.seen.add(id(function))
        self.code(function.__code__, function)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        for value in (*cells, *(function.__defaults__ or ())):
            self.value(value, function.__code__.co_names)

    def code(self, code: CodeType, function: FunctionType) -> None:
        """Add bytecode, its constants, and the global variables that it names."""
        self.text(code.co_code.hex(), code.co_exceptiontable.hex(), code.co_flags)
        self.text(code.co_varnames, code.co_names, code.co_argcount)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, function)
            elif isinstance(constant, frozenset):
                self.text(sorted(map(repr, constant)))
            elif constant != function.__doc__ or constant is None:
                self.value(constant, ())
            else:  # a docstring, or none
                self.value(None, ())
        for name in code.co_names:
            if name in function.__globals__:
                self.value(function.__globals__[name], code.co_names)


def _is_other(module: str) -> bool:
    return module.partition(".")[0] in OTHERS
