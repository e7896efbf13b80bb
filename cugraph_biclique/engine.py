# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Engines by name. A stage's module for an engine is imported when it is first used."""

from __future__ import annotations

import importlib
from types import ModuleType

from cugraph_biclique.errors import EngineUnavailableError

ENGINES = ("auto", "cpu", "gpu")


def select_engine(engine: str) -> str:
    """The engine that will run: "cpu" or "gpu" for any accepted name."""
    if not isinstance(engine, str):
        raise TypeError(
            f"engine must be a string, not {type(engine).__name__}: pass one of "
            f"{', '.join(map(repr, ENGINES))}"
        )
    if engine not in ENGINES:
        raise ValueError(
            f"engine={engine!r} is unknown: pass one of {', '.join(map(repr, ENGINES))}"
        )
    if engine == "gpu":
        raise EngineUnavailableError(
            "engine='gpu' is not available: this version of cugraph_biclique has no "
            "CUDA kernels yet. Use engine='cpu' or engine='auto', or install a newer "
            'version with its CUDA extra: pip install -U "cugraph_biclique[cu13]"'
        )
    return "cpu"


def stage(name: str, engine: str) -> ModuleType:
    """The module of one stage for one engine, as in ``stage("search", "cpu")``."""
    return importlib.import_module(f"cugraph_biclique.{name}.{engine}")
