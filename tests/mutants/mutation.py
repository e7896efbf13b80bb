# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Mutants: a source file with one small change each."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

COMPARED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"), ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"), ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}  # fmt: skip
OPERATORS = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
    ast.FloorDiv: ("//", "*"), ast.Mult: ("*", "+"),
}  # fmt: skip
EXTREMES = {"min": "max", "max": "min", "minimum": "maximum", "maximum": "minimum"}
BARRIERS = ("syncthreads", "syncwarp", "threadfence")
LOGGERS = ("logger", "log", "warnings")
LEFT_ALONE = (ast.Raise, ast.Assert, ast.JoinedStr, ast.Import, ast.ImportFrom)
HINTS = ("annotation", "returns", "decorator_list", "type_params", "type_comment")
JUMPS = (ast.Return, ast.Continue, ast.Break)


class Mutant(NamedTuple):
    """One change: the bytes begin:end of a file become `text`."""

    file: str
    line: int
    function: str  # qualified name of the enclosing function, "" if there is none
    kind: str
    begin: int
    end: int
    text: str
    change: str  # "before -> after", with "#2" if the function has the same twice

    def applied(self, source: bytes) -> bytes:
        """The file with the change."""
        return source[: self.begin] + self.text.encode() + source[self.end :]


def mutants_of(file: str, source: bytes, fixed: Collection[str] = ()) -> list[Mutant]:
    """All mutants of a source file, in the order of the file.

    `fixed` names module constants that must stay, because they only tune speed.
    """
    maker = Maker(file, source, fixed)
    maker.block(maker.tree.body, "")
    found: list[Mutant] = []
    seen: set[tuple[int, int, str]] = set()
    alike: Counter[tuple[str, str]] = Counter()
    for mutant in sorted(maker.made, key=lambda m: (m.begin, m.end, m.text)):
        place = mutant.begin, mutant.end, mutant.text
        if place in seen:
            continue
        seen.add(place)
        alike[mutant.function, mutant.change] += 1
        nth = alike[mutant.function, mutant.change]
        if nth > 1:
            mutant = mutant._replace(change=f"{mutant.change} #{nth}")
        found.append(mutant)
    return found


class Maker:
    """Walks over a module and collects its mutants in `made`."""

    def __init__(self, file: str, source: bytes, fixed: Collection[str]) -> None:
        self.file, self.source, self.fixed = file, source, fixed
        self.tree = ast.parse(source)
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.made: list[Mutant] = []

    def begin(self, node: ast.AST) -> int:
        return self.starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]

    def end(self, node: ast.AST) -> int:
        return self.starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str:
        return self.source[self.begin(node) : self.end(node)].decode()

    def add(self, kind: str, scope: str, begin: int, end: int, text: str) -> None:
        """Collect a mutant, shown by the source lines that it changes."""
        line = self.source.count(b"\n", 0, begin)
        first = self.starts[line]
        last = self.source.find(b"\n", end)
        before = self.source[first:last].decode()
        after = (
            self.source[first:begin].decode() + text + self.source[end:last].decode()
        )
        change = f"{shown(before)} -> {shown(after)}"
        self.made.append(
            Mutant(self.file, line + 1, scope, kind, begin, end, text, change)
        )

    def between(self, left: ast.AST, right: ast.AST, token: str) -> tuple[int, int]:
        """Where the token between two nodes stands."""
        at = self.source.index(token.encode(), self.end(left), self.begin(right))
        return at, at + len(token)

    def block(self, body: list[ast.stmt], scope: str, stored: frozenset = frozenset()):
        """Mutants of some statements; `stored` are names that have a value before."""
        for index, statement in enumerate(body):
            if index == 0 and _is_text(statement):
                continue
            if isinstance(statement, LEFT_ALONE) or _logs(statement):
                continue
            self.statement(statement, scope, stored, last=index == len(body) - 1)
            stored |= _names_stored(statement)

    def statement(
        self, node: ast.stmt, scope: str, stored: frozenset, last: bool
    ) -> None:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            inner = f"{scope}.{node.name}" if scope else node.name
            self.block(node.body, inner, frozenset(_arguments(node)))
            return
        if not scope and self.is_fixed(node):
            return
        if scope:
            self.deleted(node, scope, stored, last)
        for test, always in _tests(node):
            self.forced(test, scope, always)
        for field, value in ast.iter_fields(node):
            if field in HINTS:
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.stmt):
                    continue
                if isinstance(child, ast.AST):
                    self.expression(child, scope)
        if isinstance(node, ast.AugAssign):
            self.operator(node, node.target, node.value, scope, "=")
        for name in ("body", "orelse", "finalbody"):
            if isinstance(inner_body := getattr(node, name, None), list):
                self.block(inner_body, scope, stored)
        for handler in getattr(node, "handlers", []):
            self.block(handler.body, scope, stored)

    def is_fixed(self, node: ast.stmt) -> bool:
        """Whether a statement of a module sets nothing but fixed constants."""
        names = _names_stored(node)
        return "__all__" in names or (bool(names) and names <= set(self.fixed))

    def deleted(self, node: ast.stmt, scope: str, stored: frozenset, last: bool):
        """A statement that can go: one without which every name still has a value."""
        kind = "deleted"
        if isinstance(node, JUMPS):
            if last and isinstance(node, ast.Return) and node.col_offset <= 4:
                return  # the end of a function is no early return
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            if _called(node.value) in BARRIERS:
                kind = "barrier"
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            if not _names_stored(node) <= stored:
                return
        else:
            return
        self.add(kind, scope, self.begin(node), self.end(node), "pass")

    def forced(self, test: ast.expr, scope: str, always: bool) -> None:
        """A condition that never holds, or, unless it ends a loop, always does."""
        for value in ("True", "False") if always else ("False",):
            if self.text(test) != value:
                self.add("forced", scope, self.begin(test), self.end(test), value)

    def expression(self, node: ast.AST, scope: str) -> None:
        if isinstance(node, LEFT_ALONE):
            return
        if isinstance(node, ast.Compare):
            left = node.left
            for op, right in zip(node.ops, node.comparators, strict=True):
                token, other = COMPARED[type(op)]
                self.add("comparison", scope, *self.between(left, right, token), other)
                left = right
        elif isinstance(node, ast.BinOp):
            self.operator(node, node.left, node.right, scope)
        elif isinstance(node, ast.BoolOp):
            self.connective(node, scope)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            operand = f"({self.text(node.operand)})"
            self.add("not", scope, self.begin(node), self.end(node), operand)
        elif isinstance(node, ast.Constant):
            if type(node.value) is int:
                self.constant(node, scope)
        elif isinstance(node, ast.Call) and (name := _called(node)) in EXTREMES:
            end = self.end(node.func)
            self.add("extreme", scope, end - len(name), end, EXTREMES[name])
        elif isinstance(node, ast.IfExp):
            self.forced(node.test, scope, always=True)
        for child in ast.iter_child_nodes(node):
            self.expression(child, scope)

    def operator(
        self, node: ast.AST, left: ast.AST, right: ast.AST, scope: str, more: str = ""
    ) -> None:
        token, other = OPERATORS.get(type(node.op), (None, None))  # type: ignore[attr-defined]
        if token:
            where = self.between(left, right, token + more)
            self.add("operator", scope, *where, other + more)

    def constant(self, node: ast.Constant, scope: str) -> None:
        begin, end = self.begin(node), self.end(node)
        for value in (node.value + 1, node.value - 1):
            text = hex(value) if node.value > 2**32 else str(value)
            if value < 0:
                if self.source[begin - 1 : begin] == b"(":
                    continue  # of an unsigned type, which has no such value
                text = f"({text})"
            self.add("constant", scope, begin, end, text)

    def connective(self, node: ast.BoolOp, scope: str) -> None:
        """`and` for `or` and the reverse, and each operand left out."""
        is_and = isinstance(node.op, ast.And)
        token, other = ("and", "or") if is_and else ("or", "and")
        text = self.text(node.values[0])
        for left, right in zip(node.values, node.values[1:], strict=False):
            gap = self.source[self.end(left) : self.begin(right)].decode()
            text += gap.replace(token, other) + self.text(right)
        begin, end = self.begin(node.values[0]), self.end(node.values[-1])
        self.add("connective", scope, begin, end, text)
        for value in node.values:
            at = self.begin(value), self.end(value)
            self.add("forced", scope, *at, "True" if is_and else "False")


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _called(call: ast.Call) -> str:
    """The last part of the name of what is called."""
    function = call.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _logs(node: ast.stmt) -> bool:
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    if _called(call).startswith("log_"):
        return True
    owner = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(owner, ast.Name) and owner.id in LOGGERS


def _arguments(node: ast.FunctionDef | ast.ClassDef) -> set[str]:
    if isinstance(node, ast.ClassDef):
        return set()
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return {argument.arg for argument in every}


def _names_stored(node: ast.stmt) -> frozenset[str]:
    """The names that a statement, or one inside it, sets."""
    return frozenset(
        inner.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    )


def _tests(node: ast.stmt) -> Iterator[tuple[ast.expr, bool]]:
    """The condition of a statement, and whether it may always hold."""
    if isinstance(node, ast.If):
        yield node.test, True
    elif isinstance(node, ast.While):
        yield node.test, False


def shown(source: str) -> str:
    """Source lines on one line, without comments: these may change at any time."""
    return " ".join(re.sub(r"  # .*", "", source).split())
