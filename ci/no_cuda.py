# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Fails if a module of the package imports numba.cuda: its kernels need tests first."""

import ast
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CUDA = ("numba.cuda.", "numba_cuda.")


def imported(module):
    """The full names of all that a module imports, anywhere in it."""
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def main():
    modules = sorted((ROOT / "cugraph_biclique").rglob("*.py"))
    users = [
        str(module.relative_to(ROOT))
        for module in modules
        if any(f"{name}.".startswith(CUDA) for name in imported(module))
    ]
    if users:
        sys.exit(f"{', '.join(users)}: imports numba.cuda, {' '.join(sys.argv[1:])}")
    print(f"none of {len(modules)} modules imports numba.cuda: no CUDA kernels to test")


if __name__ == "__main__":
    main()
