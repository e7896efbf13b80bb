# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Values of options: what is typed as a number, a share or a size of memory."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from cugraph_biclique.arguments import LARGEST, positive
from cugraph_biclique.device.budget import budget_bytes
from cugraph_biclique.inputs.files.text_bytes import shown
from cugraph_biclique.randomization import SEEDS

MOST_DIGITS = 20  # of a size; longer numbers are read as LARGEST


def size(name: str) -> Callable[[str], int]:
    """Return a function that parses a positive integer."""

    def parsed(text: str) -> int:
        digits = text.strip().removeprefix("-")
        if not (digits.isdecimal() and digits.isascii()):
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is not a whole number: pass 1 or more"
            )
        # int() raises an error for thousands of digits; no size needs more than 20.
        value = int(text) if len(digits) <= MOST_DIGITS else LARGEST
        if value < 1 or text.strip().startswith("-"):
            raise argparse.ArgumentTypeError(
                f"{shown(text)} is too small: pass 1 or more"
            )
        return positive(name, value)

    return parsed


def seed(text: str) -> int:
    """Parse a seed."""
    if not (text.strip().isdecimal() and text.isascii()):
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a whole number: pass 0 or more"
        )
    digits = text.strip().lstrip("0")
    if len(digits) > len(str(SEEDS)) or int(digits or "0") >= SEEDS:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is too large: pass a number below 2**128"
        )
    return int(digits or "0")


def share(text: str, allowed: str = "from 0 to 1") -> float:
    """Parse a share, from 0 to 1. `allowed`: what an error asks for."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is not a share: pass a number {allowed}"
        )
    return value


def part(text: str) -> float:
    """Parse a share above 0."""
    allowed = "above 0, and at most 1"
    value = share(text, allowed)
    if not value:
        raise argparse.ArgumentTypeError(
            f"{shown(text)} is too small: pass a number {allowed}"
        )
    return value


def budget(text: str) -> str:
    """Check a size of memory."""
    try:
        budget_bytes(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(
            str(error).removeprefix("memory_budget=")
        ) from None
    return text
