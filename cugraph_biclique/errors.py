# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exceptions and warnings of this library; each is a subclass of a builtin one."""

from __future__ import annotations

from collections.abc import Iterable

SILENCE = (
    'to silence this warning, call warnings.simplefilter("ignore", '
    "cugraph_biclique.LongSearchWarning)"
)


class NotBipartiteError(ValueError):
    """The graph is not bipartite, or a vertex is not on exactly one side."""


class EngineUnavailableError(RuntimeError):
    """The requested engine cannot run; the message says what is missing."""


class MemoryBudgetError(MemoryError):
    """The result or the working set exceeds the budget; the message says what to do."""


class StalledClusterError(TimeoutError):
    """No worker of a Dask cluster has done anything for minutes; the message says what
    to do."""


class LongSearchWarning(UserWarning):
    """A search or a count certainly takes minutes, or its result will not fit."""


class UnknownSidesWarning(UserWarning):
    """Nothing says which side of each component of a graph is the left one."""


class DataSetError(ValueError):
    """A data set is damaged or incomplete: ``faults`` is a tuple of all its faults, and
    ``cure`` says what to do."""

    def __init__(
        self, message: str, faults: Iterable[str] = (), cure: str = ""
    ) -> None:
        super().__init__(message)
        self.faults = tuple(faults)
        self.cure = cure
