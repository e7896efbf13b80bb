# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What every mutant needs and no mutant changes, made once."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent

for name in ("numba", "numpy", "pandas", "scipy.sparse", "networkx", "pytest",
             "hypothesis", "_pytest.assertion.rewrite"):  # fmt: skip
    import_module(name)

# NetworkX has imported the description of its backend. Mutants import the package anew.
for name in [name for name in sys.modules if name.startswith("cugraph_biclique")]:
    del sys.modules[name]


def oracle() -> None:
    """Let the oracle answer before the processes fork."""
    sys.path[:0] = [str(HERE.parent)]
    answers = import_module("answers")
    answers.answer_all()
