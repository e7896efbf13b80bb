# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The stages of the preparation on a GPU."""

from cugraph_biclique.preparation.gpu.anchoring import anchor_costs
from cugraph_biclique.preparation.gpu.at_once import prepare_at_once
from cugraph_biclique.preparation.gpu.order import order_graph, side_to_grow
from cugraph_biclique.preparation.gpu.reduction import core, reduce_graph

__all__ = [
    "anchor_costs", "core", "order_graph", "prepare_at_once", "reduce_graph",
    "side_to_grow",
]  # fmt: skip
