# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The types that the stages of a local count return."""

from __future__ import annotations

from typing import Any, NamedTuple


class LocalCounts(NamedTuple):
    """Number of (p, q)-bicliques of each vertex and each edge of the input.

    Arrays of NumPy or CuPy, of int64, or of Python integers where int64 is too small.
    """

    left: Any
    right: Any
    edges: Any  # in the order of `left_indices`; empty if not asked for


class SetSums(NamedTuple):
    """Sums over sets of anchored vertices, in the numbers of a `SearchGraph`: int64."""

    grown: Any
    kept: Any
    edges: Any  # in the order of `grown_indices`; empty if not asked for
    total: int
