# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Checks of arguments that several calls share, and how an error shows a value."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

LARGEST = 2**31 - 1  # no side has more vertices, so no larger size makes a difference
MOST_SHOWN = 80  # characters of a value in an error
MOST_REASON = 160  # and of what a library says of it


def positive(name: str, value: Any) -> int:
    """A positive integer, or an error that names the argument."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(
            f"{name} must be an integer, not {type(value).__name__} ({shown(value)}): "
            "pass 1 or more"
        )
    if value < 1:
        raise ValueError(f"{name}={shown(value)} is too small: pass 1 or more")
    return min(int(value), LARGEST)


def switch(name: str, value: Any) -> bool:
    """True or False, or an error that names the argument."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(
            f"{name} must be True or False, not {type(value).__name__} ({shown(value)})"
        )
    return bool(value)


def check_path(path: Any) -> None:
    """Refuse what does not name a folder."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"path must be a string or a path, not {type(path).__name__} "
            f"({shown(path)}): pass the name of a folder"
        )
    text = os.fspath(path)
    if not text or "\0" in os.fsdecode(text):
        raise ValueError(
            f'path={shown(path)} names no folder: pass the name of one, "." for the '
            "current one"
        )


def full_name(argument: Any) -> str:
    """What kind of thing an argument is, for an error."""
    kind = type(argument)
    known = kind.__module__ == "builtins"
    return kind.__qualname__ if known else f"{kind.__module__}.{kind.__qualname__}"


def shown(value: Any) -> str:
    """A value as an error shows it: its repr, on one line and not too long."""
    if isinstance(value, str) and len(value) > MOST_SHOWN:
        # A repr of the whole might take longer than the call.
        value = value[:MOST_SHOWN] + value[-MOST_SHOWN:]
    try:
        text = repr(value)
    except Exception:  # of the caller's class, or of an integer of too many digits
        return f"<{full_name(value)}>"
    return shortened(text)


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """A text on one line, without its middle if it is too long."""
    text = " ".join(text.split("\n"))
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def reason(error: Exception) -> str:
    """What a library says is wrong, in an error of ours."""
    return shortened(str(error) or type(error).__name__, MOST_REASON)
