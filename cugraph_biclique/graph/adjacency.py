# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Named tuples for arrays that always travel together. Kernels of both engines take
them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Adjacency(NamedTuple):
    """The adjacency lists of the vertices of one side: a CSR."""

    indptr: Any  # int64 (vertices + 1,), where each list begins
    indices: Any  # int32, the neighbours: vertices of the other side


class BothSides(NamedTuple):
    """The same array, number or tuple for the left side and for the right side."""

    left: Any
    right: Any
