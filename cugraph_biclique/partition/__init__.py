# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Partitions that are searched or counted independently of each other.

The rows of a root are built from the adjacency lists of its neighbours. So the search
or count from a set of roots P needs only N(P) and every edge of N(P): such a partition
is autonomous, as in BCPar [1]_. A graph larger than a device is processed one partition
at a time; on a cluster, partitions are parallel tasks.

The order of the whole graph makes the results disjoint: a biclique belongs to the first
vertex of its grown side, a star to the first neighbour of its vertex. Each vertex is a
root in one partition only. In other partitions it may be a row. Its adjacency list is
then truncated, but complete for the local roots.

References
----------
.. [1] GBC: "Efficient (p, q)-biclique counting on GPUs", its partitioning by 2-hop
   neighbourhoods.
"""
