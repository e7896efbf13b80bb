# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Exact counts of (p, q)-bicliques: sets of anchored vertices, and binomials."""
