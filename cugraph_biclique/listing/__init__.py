# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Listing of (p, q)-bicliques: sets of one side grow vertex by vertex, then choices.

`sets` has the arrays that pass between the stages, `growing` decides which sets grow
next, and `batches` cuts the bicliques into batches. `cpu` and `gpu` have the kernels.
"""
