# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Maximal cliques: graph -> degeneracy order -> search below each vertex -> records.

The search keeps bits, jobs, records and streams as that of maximal bicliques does, and
shares these with it.
"""
