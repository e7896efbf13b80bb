# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The stages of the preparation on CPU cores."""

from cugraph_biclique.preparation.cpu.anchoring import anchor_costs
from cugraph_biclique.preparation.cpu.order import order_graph, side_to_grow
from cugraph_biclique.preparation.cpu.reduction import core, reduce_graph

__all__ = [
    "anchor_costs", "core", "order_graph", "prepare_at_once", "reduce_graph",
    "side_to_grow",
]  # fmt: skip

prepare_at_once = None  # stages are function calls here: there are no launches to save
