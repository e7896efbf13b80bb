# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dependencies point one way: a folder of the package imports only those below it."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "cugraph_biclique"
NAME = PACKAGE.name

# From the call to the machine. docs/day_in_the_code.md describes each of them.
LAYERS = [
    "__main__", "cli", "warming", "dask", "networkx_backend", "api", "calls",
    "viz", "request", "backends", "largest", "results", "grouping", "datasets",
    "cliques", "peeling", "local_counting", "randomization", "listing", "counting",
    "search", "partition", "preparation", "contract", "inputs", "graph", "device",
    "host", "data", "arguments", "errors",
]  # fmt: skip


def modules():
    """The modules of the package by name, with their paths."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(path, names):
    """The modules of the package that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert not node.level, f"{path}: imports are absolute"
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                if inner in names:
                    yield inner
                elif node.module in names:
                    yield node.module


@pytest.fixture(scope="module")
def arrows():
    """Each module, and the modules that it imports."""
    names = modules()
    return {name: set(imports(path, names)) for name, path in names.items()}


def layer(name):
    return name.split(".")[1] if "." in name else ""


def test_every_folder_has_its_place(arrows):
    assert {layer(name) for name in arrows} - {""} == set(LAYERS)


def test_no_module_imports_a_layer_above_its_own(arrows):
    place = {name: i for i, name in enumerate(LAYERS)}
    upward = [
        f"{source} imports {target}"
        for source, targets in arrows.items()
        for target in targets
        # The public names of the package are for the layers on top.
        if layer(source)
        and (
            place[layer(target)] < place[layer(source)]
            if layer(target)
            else place[layer(source)] > place["networkx_backend"]
        )
    ]
    assert not upward


def test_no_modules_import_each_other_in_a_circle(arrows):
    # The package itself imports its public names when they are first used.
    inner = {name: targets - {NAME} for name, targets in arrows.items() if name != NAME}
    try:
        list(TopologicalSorter(inner).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_the_root_has_few_modules():
    assert len(list(PACKAGE.glob("*.py"))) <= 6


def test_the_page_for_contributors_lists_the_layers():
    text = (ROOT / "docs" / "day_in_the_code.md").read_text(encoding="utf-8")
    table = text.partition("| layer |")[2].partition("\n\n")[0]
    listed = re.findall(r"`(\w+)(?:/|\.py)?`", "\n".join(
        row.split("|")[1] for row in table.splitlines() if row.startswith("|")
    ))  # fmt: skip
    assert listed == LAYERS


PROGRAMS = [
    path
    for folder in ("benchmarks", "ci", "docs", "examples")
    for path in sorted((ROOT / folder).rglob("*.py"))
]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_program_imports_names_that_exist(path):
    """Wherever it imports them: some functions run only on a machine with GPUs."""
    sources = modules()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module in sources:
            known = defined(sources[node.module])
            for each in node.names:
                inner = f"{node.module}.{each.name}"
                assert each.name in known or inner in sources, inner


def defined(path):
    """The names that a module binds outside functions and classes.

    A module with `__getattr__` imports more when it is asked for: its texts name these.
    """
    tree = ast.parse(path.read_text(encoding="utf-8"))
    names = set(bound(tree.body))
    if "__getattr__" in names:
        names |= {
            each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)
        }
    return names


def bound(statements):
    """The names that statements of a module bind, also below `if` and `try`."""
    for each in statements:
        match each:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Import(names=given) | ast.ImportFrom(names=given):
                yield from (one.asname or one.name for one in given)
            case ast.If() | ast.Try() | ast.With():
                yield from bound(ast.iter_child_nodes(each))
            case ast.ExceptHandler(body=body):
                yield from bound(body)
            case _:
                stored = (one for one in ast.walk(each) if isinstance(one, ast.Name))
                yield from (one.id for one in stored if isinstance(one.ctx, ast.Store))
