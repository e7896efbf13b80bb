# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Signatures of kernels, as lines of text that people and programs read.

A line is a call in Python's syntax: the kernel, and the kinds of its arguments.
``int64[:, :]`` is a contiguous array of two dimensions. ``int`` is a number of 64 bits.
A named tuple is a call of its class. Names of modules are relative to the package.

``signatures.txt`` lists the signatures that the tests launch. The tests fail if they
launch another one. A wheel contains kernels for these signatures.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.np.numpy_support import from_dtype

from cugraph_biclique.device.arrays import xp

PACKAGE = __name__.partition(".")[0]
RECORD = Path(__file__).with_name("signatures.txt")

used: set[str] = set()  # by the launches of this process


def signature_of(function: Any, arguments: tuple[Any, ...]) -> str:
    """Return the signature of a launch of a kernel with these arguments."""
    python = getattr(function, "py_func", None) or function.fn  # in the simulator
    name = _name(python.__module__, python.__qualname__)
    return f"{name}({', '.join(map(_kind_of, arguments))})"


def _kind_of(argument: Any) -> str:
    if isinstance(argument, tuple):
        kind = type(argument)
        items = ", ".join(map(_kind_of, argument))
        return f"{_name(kind.__module__, kind.__qualname__)}({items})"
    if isinstance(argument, xp.ndarray):
        assert argument.ndim, "kernels take arrays of one dimension or more"
        return f"{argument.dtype.name}[{', '.join(':' * argument.ndim)}]"
    return "None" if argument is None else "int"


def _name(module: str, name: str) -> str:
    return f"{module.removeprefix(f'{PACKAGE}.')}.{name}"


def recorded() -> list[str]:
    """Return the signatures of the record, ascending."""
    return RECORD.read_text().splitlines() if RECORD.exists() else []


def record(signatures: set[str]) -> None:
    """Add signatures to the record."""
    lines = sorted(signatures.union(recorded()))
    RECORD.write_text("".join(f"{line}\n" for line in lines))


def named(name: str) -> Any:
    """Return the kernel or class with this name in a signature."""
    module, _, attribute = name.rpartition(".")
    return getattr(import_module(f"{PACKAGE}.{module}"), attribute)


def parsed(signature: str) -> tuple[str, list[ast.expr]]:
    """Return the name of a kernel, and the kinds of its arguments as syntax."""
    call = ast.parse(signature, mode="eval").body
    assert isinstance(call, ast.Call)
    return ast.unparse(call.func), call.args


def types_of(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return Numba's types of the arguments of a launch."""
    call = ast.parse(f"f({', '.join(map(_kind_of, arguments))})", mode="eval").body
    assert isinstance(call, ast.Call)
    return tuple(map(type_of, call.args))


def type_of(kind: ast.expr) -> Any:
    """Return Numba's type for a kind of argument."""
    if isinstance(kind, ast.Call):
        of_tuple = named(ast.unparse(kind.func))
        return types.NamedTuple(tuple(map(type_of, kind.args)), of_tuple)
    if isinstance(kind, ast.Subscript):
        ndim = len(kind.slice.elts) if isinstance(kind.slice, ast.Tuple) else 1
        return types.Array(from_dtype(np.dtype(ast.unparse(kind.value))), ndim, "C")
    return types.none if isinstance(kind, ast.Constant) else types.int64
