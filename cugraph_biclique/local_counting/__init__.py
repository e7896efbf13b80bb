# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact counts of (p, q)-bicliques by vertex and by edge.

`pipeline` runs one count. It takes a graph and returns `LocalCounts` in the order of
the graph's vertices and edges. `priority` predicts the cost of counting butterflies in
one order of priority of both sides. `stars` counts from the degrees. `cpu` and `gpu`
count butterflies in this order, and all other bicliques from sets of anchored vertices.
`exact` keeps their sums within int64.
"""
