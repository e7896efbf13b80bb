# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Suggestions for misspelt commands and options."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

NEAR = 0.6  # least similarity of a suggestion, from 0 to 1


def nearest(given: str, allowed: Iterable[str]) -> str | None:
    """Return the allowed word that resembles the given one most, if one does."""
    words = {word.lower().replace("_", "-"): word for word in allowed}
    plain = given.lower().replace("_", "-")
    found = difflib.get_close_matches(plain, words, n=1, cutoff=NEAR)
    return words[found[0]] if found else None


def unrecognized(unknown: list[str], allowed: Iterable[str]) -> str:
    """Return the message for arguments that a command does not know."""
    options = [word for word in allowed if word.startswith("--")]
    near = [
        _options_meant(word.partition("=")[0], options)
        for word in unknown
        if word.startswith("-")
    ]
    meant = " ".join(dict.fromkeys(word for word in near if word))
    message = f"unrecognized arguments: {' '.join(unknown)}"
    return f"{message}: did you mean {meant}?" if meant else message


def _options_meant(given: str, options: list[str]) -> str | None:
    """The options of which the given word is the beginning, or else the nearest."""
    begun = [word for word in options if given != "--" and word.startswith(given)]
    return " or ".join(begun) or nearest(given, options)
