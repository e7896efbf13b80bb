# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments that several calls share."""

from __future__ import annotations

from typing import Any

import numpy as np

LARGEST = 2**31 - 1  # no side has more vertices, so no larger size makes a difference


def positive(name: str, value: Any) -> int:
    """A positive integer, or an error that names the argument."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(
            f"{name} must be an integer, not {type(value).__name__} ({value!r}): pass "
            "1 or more"
        )
    if value < 1:
        raise ValueError(f"{name}={value} is too small: pass 1 or more")
    return min(int(value), LARGEST)


def full_name(argument: Any) -> str:
    """What kind of thing an argument is, for an error."""
    kind = type(argument)
    known = kind.__module__ == "builtins"
    return kind.__qualname__ if known else f"{kind.__module__}.{kind.__qualname__}"
