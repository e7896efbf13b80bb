# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What the package may say when something is wrong, read from its sources.

A *shape* is a message with an ellipsis in place of what is only known at run time:
``{name}={value} is too small: pass 1 or more`` has the shape ``…=… is too small: pass 1
or more``. Strings with a name are filled in where there is one of that name; where a
part is one of several texts, or made by a function, each text is a shape of its own.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

GAP = "…"
WORDS = 4  # a part of a message with fewer says nothing by itself
MOST_DEPTH = 3  # of texts made of texts
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def shapes(package: Path) -> dict[str, str]:
    """The shape of each message, and where it is: ``module.py:line``."""
    paths = sorted(package.rglob("*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    texts = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts): _texts_of(
            tree
        )
        for path, tree in trees.items()
    }
    found: dict[str, str] = {}
    for path, tree in trees.items():
        module = _Module(tree, _imported(tree, texts) | _texts_of(tree))
        for node, shape in module.messages():
            where = f"{path.relative_to(package)}:{node.lineno}"
            one_gap = re.sub(f"{GAP}+", GAP, shape)
            found.setdefault(re.sub(r"\s+", " ", one_gap).strip(), where)
    return found


def _texts_of(tree: ast.Module) -> dict[str, str]:
    """The texts that a module gives a name."""
    return {
        node.targets[0].id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }


def _imported(tree: ast.Module, texts: dict[str, dict[str, str]]) -> dict[str, str]:
    """The texts that a module imports from others of the package."""
    return {
        alias.asname or alias.name: texts[node.module][alias.name]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name in texts.get(node.module, {})
    }


class _Module:
    """One module: which texts its names and functions stand for."""

    def __init__(self, tree: ast.Module, constants: dict[str, str]) -> None:
        self.tree = tree
        self.constants = constants
        self.scopes = [n for n in ast.walk(tree) if isinstance(n, FUNCTIONS)]
        self.functions = {scope.name: scope for scope in self.scopes}
        self.scope: ast.AST = tree
        self.raised: set[ast.AST | None] = set()  # in the scope

    def messages(self) -> Iterator[tuple[ast.Call, str]]:
        """Errors that are made, and their shapes."""
        for scope in [self.tree, *self.scopes]:
            self.scope = scope
            own = _own_nodes(scope)
            self.raised = {node.exc for node in own if isinstance(node, ast.Raise)}
            for error in filter(self._is_error, own):
                for argument in error.args:
                    for shape in self._texts(argument):
                        yield error, shape

    def _is_error(self, node: ast.AST) -> bool:
        """Whether a node makes an error, be it raised here or handed to the caller."""
        if not isinstance(node, ast.Call):
            return False
        name = ast.unparse(node.func).rpartition(".")[2]
        if name.endswith("Error"):
            return True
        return node in self.raised and name not in self.functions

    def _texts(self, node: ast.AST, depth: int = 0) -> list[str]:
        """Shapes of an expression that say something; its own is the first."""
        own = self._shape(node)
        words = len(re.findall(r"[^\W\d]{2,}", own))
        whole = depth == 0 or (words >= WORDS and not own.startswith(","))
        texts = [own] if whole and words else []
        if depth < MOST_DEPTH:
            for part in self._parts(node):
                texts += self._texts(part, depth + 1)
        return texts

    def _shape(self, node: ast.AST) -> str:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return node.value
        if isinstance(node, ast.JoinedStr):
            return "".join(map(self._shape, node.values))
        if isinstance(node, ast.FormattedValue):
            return self._shape(node.value) if node.format_spec is None else GAP
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            return self._shape(node.left) + self._shape(node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("strip", "rstrip", "lstrip"):
                return self._shape(node.func.value)
        if isinstance(node, ast.Name):
            if node.id in self.constants:
                return self.constants[node.id]
            values = self._values(node.id)
            if len(values) == 1 and isinstance(values[0], ast.Constant):
                return self._shape(values[0])
        return GAP

    def _parts(self, node: ast.AST) -> list[ast.AST]:
        """Expressions that a message takes texts from: names, calls and entries of
        tables."""
        if isinstance(node, ast.JoinedStr):
            inner = [v.value for v in node.values if isinstance(v, ast.FormattedValue)]
            return [part for value in inner for part in self._sources(value)]
        if isinstance(node, ast.BinOp):
            return [node.left, node.right]
        return self._sources(node)

    def _sources(self, node: ast.AST) -> list[ast.AST]:
        if isinstance(node, ast.Name) and node.id not in self.constants:
            values = self._values(node.id)
            return values if len(values) > 1 else self._unnamed(values)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            function = self.functions.get(node.func.id)
            nodes = _own_nodes(function) if function else []
            return [n.value for n in nodes if isinstance(n, ast.Return) and n.value]
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            tables = self._values(node.value.id, everywhere=True)
            return [v for t in tables if isinstance(t, ast.Dict) for v in t.values]
        if isinstance(node, ast.Dict):
            return node.values
        if isinstance(node, ast.BinOp):
            return [node.left, node.right]
        return []

    def _unnamed(self, values: list[ast.AST]) -> list[ast.AST]:
        return [value for value in values if not isinstance(value, ast.Constant)]

    def _values(self, name: str, everywhere: bool = False) -> list[ast.AST]:
        """What a name stands for here, by assignments and by loops over tables."""
        scope = self.tree if everywhere else self.scope
        found: list[ast.AST] = []
        for node in _own_nodes(scope):
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    found += _matched(target, node.value, name)
            elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):
                for row in node.iter.elts:
                    found += _matched(node.target, row, name)
        return [value for node in found for value in _branches(node)]


def _branches(node: ast.AST) -> list[ast.AST]:
    return [node.body, node.orelse] if isinstance(node, ast.IfExp) else [node]


def _matched(target: ast.AST, value: ast.AST, name: str) -> list[ast.AST]:
    if isinstance(target, ast.Name):
        return [value] if target.id == name else []
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        pairs = zip(target.elts, value.elts, strict=False)
        return [found for t, v in pairs for found in _matched(t, v, name)]
    return []


@cache
def _own_nodes(scope: ast.AST) -> list[ast.AST]:
    """The nodes of a function, or a module, without those of functions in it."""
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(scope):
        if not isinstance(child, FUNCTIONS):
            found += [child, *_own_nodes(child)]
    return found
