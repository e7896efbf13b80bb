# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Type hints, as far as mypy does not look after them (ci/check_types.sh).

Modules: `contract/frames.py`.
"""

import ast
import runpy
from pathlib import Path

import pytest

import cugraph_biclique

PACKAGE = Path(cugraph_biclique.__file__).parent
COMPILED = {"compiled", "kernel", "inlined", "device", "intrinsic"}  # decorators


def without_hints(source):
    """Functions that neither have hints nor are compiled; those in a kernel are."""
    waiting, found = [ast.parse(source)], []
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not COMPILED.isdisjoint(map(name_of, node.decorator_list)):
                continue
            if not is_hinted(node):
                found.append(node.name)
        waiting += ast.iter_child_nodes(node)
    return found


def name_of(decorator):
    return ast.unparse(decorator).partition("(")[0]


def is_hinted(function):
    """As mypy has it: whatever is not hinted, but self, makes a function untyped."""
    given = function.args
    arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    arguments += filter(None, [given.vararg, given.kwarg])
    if arguments and arguments[0].arg in ("self", "cls"):
        del arguments[0]
    hints = [argument.annotation for argument in arguments]
    return None not in hints and (function.returns or function.name == "__init__")


def test_only_kernels_go_without_hints():
    found = {
        str(path.relative_to(PACKAGE)): without_hints(path.read_text(encoding="utf-8"))
        for path in PACKAGE.rglob("*.py")
    }
    assert {path: names for path, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("def f(x): pass", ["f"]),
        ("def f(x: int): pass", ["f"]),
        ("def f(x, *more: int) -> None: pass", ["f"]),
        ("def f(*more) -> None: pass", ["f"]),
        ("class A:\n def f(self) -> None:\n  def g(): pass", ["g"]),
        ("@cached_property\ndef f(x): pass", ["f"]),
        ("@compiled\ndef f(x):\n def g(y): pass", []),
        ("@kernel\ndef f(x): pass", []),
        ("def f(self, x: int) -> None: pass", []),
    ],
)
def test_a_function_without_hints_is_noticed(source, expected):
    assert without_hints(source) == expected


def test_the_calls_that_a_type_checker_reads_run(tmp_path):
    sample = runpy.run_path(str(Path(__file__).parent / "typing" / "public_calls.py"))
    sample["main"](tmp_path)
