# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Preparation of a graph before the search: core, twins, and the order of the roots.

The (min_right, min_left)-core contains every biclique with at least `min_left` left and
`min_right` right vertices. Such a biclique is maximal in the core exactly if it is
maximal in the graph. Twins, vertices of one side with the same neighbours, are in the
same maximal bicliques. So one vertex represents each class of twins.

`stages` runs the stages, which `cpu` and `gpu` implement.
"""
