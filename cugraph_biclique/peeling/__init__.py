# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Peeling: wing numbers of edges, and tip numbers of the vertices of one side.

The items (edges or vertices) with the fewest butterflies are removed in rounds. A round
removes all items that are left with at most the level's number of butterflies, and
takes the butterflies that go with them from other items. The level rises if no such
item is left. It is the number of each item that is removed.

`cpu` and `gpu` take a graph, and return int64, by edge in the order of `left_indices`
or by vertex. `windows` selects the items to be searched for the next level. `room`
checks the memory budget.
"""
