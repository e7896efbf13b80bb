# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which test files test a module: ``python tests/where.py search/cpu/rows.py``.

The docstring of a test file ends with a list of what it tests: "Modules:", and modules
or whole folders of the package in backticks.
"""

import ast
import re
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
PACKAGE = TESTS.parent / "cugraph_biclique"


def modules():
    """The modules that do something, as paths below the package."""
    for path in sorted(PACKAGE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        if any(not isinstance(node, ast.Expr) for node in tree.body):
            yield path.relative_to(PACKAGE).as_posix()


def listed():
    """Each test file, below the folder of the tests, with what its docstring lists."""
    found = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        names = re.findall(r"`([^`]+)`", text.partition("Modules:")[2])
        found[path.relative_to(TESTS).as_posix()] = names
    return found


def tests_of(module, listed):
    """The test files that list a module, then those of the nearest folder around it."""
    found = [file for file, names in listed.items() if module in names]
    for folder in Path(module).parents:
        name = f"{folder.as_posix()}/"
        if around := [file for file, names in listed.items() if name in names]:
            return [*found, *(file for file in around if file not in found)]
    return found


def main():
    for argument in sys.argv[1:] or sys.exit(__doc__):
        path = Path(argument)
        if path.resolve().is_relative_to(PACKAGE):
            path = path.resolve().relative_to(PACKAGE)
        if not (PACKAGE / path).is_file():
            sys.exit(f"{argument} is not a module of cugraph_biclique")
        for file in tests_of(path.as_posix(), listed()):
            print(f"tests/{file}")


if __name__ == "__main__":
    main()
