# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques: graph -> degeneracy order -> search below each vertex -> records.

The bits, jobs, records and streams are those of the search for maximal bicliques.
The degeneracy order is that of Eppstein, Löffler and Strash. The pivots are those of
Tomita, Tanaka and Takahashi (docs/papers.md).
"""
