# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dense groups, which may lack edges, around the best bicliques of a graph.

`hubs` limits the degrees of the graph that is searched. `seeds` keeps its best maximal
bicliques. `refining` adds and drops vertices until the evidence for a group does not
grow; `evidence` defines it. `ranking` leaves out groups that overlap better ones.
"""
