# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Argument checks that several calls share, and values as error messages show them."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np

LARGEST = 2**31 - 1  # most vertices of a side: larger sizes make no difference
MOST_SHOWN = 80  # characters of a value in an error message
SCHEME = r"[A-Za-z][A-Za-z0-9+.-]+"  # longer than the letter of a drive
ADDRESS = re.compile(rf"({SCHEME}::)*{SCHEME}:/")  # pathlib keeps one slash of two
MOST_REASON = 160  # characters of a library's message in ours


def positive(name: str, value: Any) -> int:
    """Return a positive integer, or raise an error that names the argument."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise TypeError(
            f"{name} must be an integer, not {type(value).__name__} ({shown(value)}): "
            "pass 1 or more"
        )
    if value < 1:
        raise ValueError(f"{name}={shown(value)} is too small: pass 1 or more")
    return min(int(value), LARGEST)


def share(name: str, value: Any, of: str = "") -> float:
    """Return a number above 0 and at most 1, or raise an error that names the argument
    and, with `of`, what the share is of."""
    numbers = int | float | np.integer | np.floating
    if isinstance(value, bool) or not isinstance(value, numbers):
        raise TypeError(
            f"{name} must be a number, not {type(value).__name__} ({shown(value)}): "
            f"pass a share{of}, such as 0.5"
        )
    if not 0 < value <= 1:
        raise ValueError(
            f"{name}={shown(value)} is not a share{of}: pass a number above 0, and at "
            "most 1"
        )
    return float(value)


def one_of(name: str, value: Any, choices: Sequence[str]) -> Any:
    """Return one of some names, or raise an error that names the argument."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(
            f"{name}={shown(value)} is unknown: pass one of "
            f"{', '.join(map(repr, choices))}"
        )
    return value


def check_side(side: Any) -> None:
    """Raise an error unless `side` names a side."""
    if not isinstance(side, str) or side not in ("left", "right"):
        raise ValueError(f"side={shown(side)} is unknown: pass 'left' or 'right'")


def require_scipy(what: str) -> None:
    """Raise an error if SciPy, which an argument or a call needs, is not installed."""
    if find_spec("scipy") is None:
        raise ImportError(
            f"{what} needs SciPy, which is not installed: pip install scipy"
        )


def switch(name: str, value: Any, advice: str = "") -> bool:
    """Return True or False, or raise an error that names the argument, and ends in
    advice such as ": pass ..."."""
    if not isinstance(value, bool | np.bool_):
        raise TypeError(
            f"{name} must be True or False, not {type(value).__name__} "
            f"({shown(value)}){advice}"
        )
    return bool(value)


def is_address(path: str | bytes | os.PathLike[Any]) -> bool:
    """Whether a path is an address of a file system of fsspec, such as "s3://a/b"."""
    return ADDRESS.match(os.fsdecode(path)) is not None


def check_path(path: Any) -> None:
    """Raise an error if a path does not name a folder."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(
            f"path must be a string or a path, not {type(path).__name__} "
            f"({shown(path)}): pass the name of a folder"
        )
    text = os.fspath(path)
    only_a_store = is_address(text) and os.fsdecode(text).rstrip("/").endswith(":")
    if not text or "\0" in os.fsdecode(text) or only_a_store:
        raise ValueError(
            f"path={shown(path)} is not a folder name: pass the name of a folder, or "
            '"." for the current folder'
        )


def full_name(argument: Any) -> str:
    """Name of an argument's class, for an error message."""
    kind = type(argument)
    known = kind.__module__ == "builtins"
    return kind.__qualname__ if known else f"{kind.__module__}.{kind.__qualname__}"


def shown(value: Any) -> str:
    """The repr of a value for an error message, on one line and shortened."""
    if isinstance(value, str) and len(value) > MOST_SHOWN:
        # The repr of a long string might take longer than the call.
        value = value[:MOST_SHOWN] + value[-MOST_SHOWN:]
    if isinstance(value, np.number | np.bool_ | np.str_):
        value = value.item()  # 3.0, as a frame shows it, not np.float64(3.0)
    try:
        text = repr(value)
    except Exception:  # a faulty __repr__, or an integer of too many digits
        return f"<{full_name(value)}>"
    return shortened(text)


def shortened(text: str, most: int = MOST_SHOWN) -> str:
    """Put a text on one line, and cut out its middle if it is too long."""
    text = " ".join(text.split("\n"))
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"


def reason(error: Exception) -> str:
    """The message of a library's error, shortened for one of ours."""
    return shortened(str(error) or type(error).__name__, MOST_REASON)


def rounded(n: int) -> str:
    """Two digits of a number, with commas up to a million."""
    if n < 100:
        return str(n)
    value = float(f"{n:.1e}")
    return f"{value:,.0f}" if value < 1e6 else f"{value:.1e}".replace("e+", "e")


def duration(seconds: float) -> str:
    """A length of time in words."""
    for unit, size in (("years", 3.15e7), ("days", 86400), ("hours", 3600)):
        if seconds >= 2 * size:
            return f"{rounded(round(seconds / size))} {unit}"
    return f"{rounded(max(1, round(seconds / 60)))} minutes"
