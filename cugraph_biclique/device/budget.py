# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The argument `memory_budget`, in bytes of the memory in which an engine works."""

from __future__ import annotations

import re
from fractions import Fraction

import numpy as np

from cugraph_biclique.arguments import shown
from cugraph_biclique.host.memory import SHARE, free_memory
from cugraph_biclique.host.memory_limits import UNLIMITED

UNITS = {"": 1, "B": 1}
UNITS |= {unit + "B": 10 ** (3 * i) for i, unit in enumerate("KMGT", start=1)}
UNITS |= {unit + "iB": 2 ** (10 * i) for i, unit in enumerate("KMGT", start=1)}
SIZE = re.compile(r"\s*([0-9]{1,30}(?:\.[0-9]{1,30})?)\s*([A-Za-z]*)\s*")
ADVICE = 'pass a number of bytes, or a size such as "8GiB"'


def budget_bytes(memory_budget: int | str | None, engine: str = "cpu") -> int:
    """The budget in bytes; by default `SHARE` of the free memory of the engine."""
    if memory_budget is None:
        if engine == "gpu":
            from cugraph_biclique.device import memory

            return int(SHARE * memory.free_memory())
        return int(SHARE * free_memory())
    if isinstance(memory_budget, bool) or not isinstance(
        memory_budget, int | np.integer | str
    ):
        raise TypeError(
            f"memory_budget must be an integer or a string, not "
            f"{type(memory_budget).__name__} ({shown(memory_budget)}): {ADVICE}"
        )
    size = _parsed(memory_budget) if isinstance(memory_budget, str) else memory_budget
    if size < 1:
        raise ValueError(
            f"memory_budget={shown(memory_budget)} is less than one byte: {ADVICE}"
        )
    return min(int(size), UNLIMITED)


def _parsed(text: str) -> int:
    """Parse a number with a unit to whole bytes, rounded down."""
    match = SIZE.fullmatch(text)
    units = {unit.lower(): size for unit, size in UNITS.items()}
    if match is None or match[2].lower() not in units:
        raise ValueError(f"memory_budget={shown(text)} is not a size: {ADVICE}")
    return int(Fraction(match[1]) * units[match[2].lower()])  # exact at any size
