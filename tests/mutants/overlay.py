# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The package as it is imported here: with a mutant, or with probes.

Nothing is copied and no kernel is compiled: NUMBA_DISABLE_JIT=1 runs kernels as plain
Python, which takes a mutant from half a minute to a second, and makes an index past
the end of an array an error.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import numpy as np

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "cugraph_biclique"
PROBE = "_mutants_reached"

reached: set[tuple[str, int]] = set()  # file and first line of statements


class Overlay(MetaPathFinder):
    """Finds the modules of the package, some of them changed."""

    def __init__(
        self, replaced: dict[str, bytes] | None = None, probed: tuple[str, ...] = ()
    ) -> None:
        self.replaced = replaced or {}  # sources, by file below the package
        self.probed = probed

    def install(self) -> None:
        """From now on the package is this one. It must not be imported before."""
        assert "cugraph_biclique" not in sys.modules
        setattr(builtins, PROBE, reached.add)
        sys.meta_path.insert(0, self)

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname.partition(".")[0] != "cugraph_biclique":
            return None
        spec: ModuleSpec | None = PathFinder.find_spec(fullname, path, target)
        if spec and isinstance(spec.loader, SourceFileLoader):
            spec.loader = Loader(fullname, spec.loader.path, self)
        return spec


class Loader(SourceFileLoader):
    """Loads one module of the package."""

    def __init__(self, fullname: str, path: str, overlay: Overlay) -> None:
        super().__init__(fullname, path)
        self.overlay = overlay

    def get_code(self, fullname: str) -> CodeType | None:
        file = Path(self.path).relative_to(PACKAGE).as_posix()
        if file in self.overlay.replaced:
            return compile(self.overlay.replaced[file], self.path, "exec")
        if file in self.overlay.probed:
            tree = with_probes(file, Path(self.path).read_bytes())
            return compile(tree, self.path, "exec")
        return super().get_code(fullname)

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        adapt(module)


# What kernels call and plain Python has not, by module
def add_to(array: Any, index: int, value: int) -> int:
    """Add to an entry of an array, and return its old value."""
    before = int(array[index])
    array[index] += value
    return before


INSTEAD: dict[str, dict[str, Callable[..., Any]]] = {
    "cugraph_biclique.host.bits": {
        "_ctpop": lambda word: int(word).bit_count(),
        "trailing_zeros": lambda word: (int(word) & -int(word)).bit_length() - 1,
    },
    "cugraph_biclique.host.interrupts": {"_load_now": lambda flag: flag[0]},
    "cugraph_biclique.local_counting.cpu.atomics": {"add_to": add_to},
}


def adapt(module: ModuleType) -> None:
    """Give a module what only compiled code has."""
    vars(module).update(INSTEAD.get(module.__name__, {}))
    if module.__name__ == "cugraph_biclique.partition.packing":
        # an array of records whose fields are attributes
        module.np = Records.made_by(module.np)  # type: ignore[attr-defined]


class Records:
    """An array of records as Numba has them: fields are attributes of the array, and of
    each record. One of NumPy has methods of the same names."""

    def __init__(self, array: np.ndarray, at: Any = ...) -> None:
        vars(self).update(_array=array, _at=at)

    @staticmethod
    def made_by(library: ModuleType) -> ModuleType:
        """NumPy, but that `zeros` makes such arrays."""
        made = ModuleType("numpy")
        vars(made).update(vars(library))

        def zeros(shape: Any, dtype: Any) -> Any:
            array = library.zeros(shape, dtype)
            return Records(array) if array.dtype.names else array

        made.zeros = zeros  # type: ignore[attr-defined]
        return made

    def __getitem__(self, at: Any) -> Records:
        return Records(self._array, at)

    def __setitem__(self, field: str, value: Any) -> None:
        self._array[field] = value

    def __getattr__(self, field: str) -> Any:
        return self._array[field][self._at]

    def __setattr__(self, field: str, value: Any) -> None:
        self._array[field][self._at] = value


def first_lines(source: bytes) -> list[int]:
    """The lines on which statements begin."""
    nodes = ast.walk(ast.parse(source))
    return sorted({node.lineno for node in nodes if isinstance(node, ast.stmt)})


def with_probes(file: str, source: bytes) -> ast.Module:
    """A module that notes each statement of a function before it runs."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in ast.walk(function):
                for name in ("body", "orelse", "finalbody"):
                    body = getattr(node, name, None)
                    if isinstance(body, list) and not hasattr(body, "probed"):
                        setattr(node, name, Probed(_probed(file, body)))
    return ast.fix_missing_locations(tree)


class Probed(list):  # type: ignore[type-arg]
    """Statements with their probes: a function within a function is walked twice."""

    probed = True


def _probed(file: str, body: list[ast.stmt]) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    for statement in body:
        probe = ast.parse(f"{PROBE}(({file!r}, {statement.lineno}))").body[0]
        made += [ast.copy_location(probe, statement), statement]
    return made
