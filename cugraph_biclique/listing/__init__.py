# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Listing of (p, q)-bicliques.

First, sets of vertices of one side grow vertex by vertex, as in BCList++. Then each
complete set gives one biclique for each choice from its common neighbours. `growing`
decides which sets grow next. `batches` divides the bicliques into batches. `cpu` and
`gpu` have the kernels. `contract.sets` has the arrays that they exchange.
"""
