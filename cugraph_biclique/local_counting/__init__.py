# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact counts of (p, q)-bicliques by vertex and by edge.

`calls.local_counting` runs one count, which gives `LocalCounts` in the order of the
graph's vertices and edges. `stars` counts from the degrees. `cpu` and `gpu` count
butterflies with the vertices of both sides in one order of priority, as in BFC-VP. They
count all other bicliques from sets of anchored vertices. `priority` predicts the cost
of counting butterflies in each way. `exact` keeps sums within int64.
"""
