# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Warnings that threads show at the line of the user's program that called us."""

from __future__ import annotations

import sys
import warnings
from typing import Any, NamedTuple

PACKAGE = __name__.partition(".")[0]


class Caller(NamedTuple):
    """A line of a program that has called this package."""

    filename: str
    line: int
    module: str
    registry: dict[Any, Any]  # of the warnings that its module has shown

    def warn(self, text: str, category: type[Warning]) -> None:
        """Warn as if this line had called `warnings.warn`; any thread may do so."""
        warnings.warn_explicit(
            text, category, self.filename, self.line, self.module, self.registry
        )


def caller() -> Caller:
    """Return the line that called this package, in the calling thread."""
    frame = sys._getframe()
    while _is_ours(frame.f_globals) and frame.f_back is not None:
        frame = frame.f_back
    return Caller(
        frame.f_code.co_filename,
        frame.f_lineno,
        frame.f_globals.get("__name__", "<string>"),
        frame.f_globals.setdefault("__warningregistry__", {}),
    )


def _is_ours(names: dict[str, Any]) -> bool:
    """Whether these are the global names of a module of this package."""
    return str(names.get("__name__")).partition(".")[0] == PACKAGE
