# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The errors that are this library's own; all are kinds of builtin errors."""

from __future__ import annotations

from collections.abc import Iterable


class NotBipartiteError(ValueError):
    """An edge joins two vertices of one side, or no two sides exist."""


class EngineUnavailableError(RuntimeError):
    """The engine that was asked for cannot run here: what is missing, what to do."""


class MemoryBudgetError(MemoryError):
    """The result or the working set does not fit: which calls can do it instead."""


class DataSetError(ValueError):
    """A data set is damaged or not complete: ``faults`` is a tuple of all that is
    wrong with it, and ``cure`` says what to do."""

    def __init__(
        self, message: str, faults: Iterable[str] = (), cure: str = ""
    ) -> None:
        super().__init__(message)
        self.faults = tuple(faults)
        self.cure = cure
