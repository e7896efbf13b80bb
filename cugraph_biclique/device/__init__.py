# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""GPU runtime of depth-first searches, shared by the search and the (p, q) count.

`simt` has the primitives of kernels: warps, votes, shuffles. `arrays`, `memory` and
`ranges` handle device arrays. `launching` packs kernel arguments and launches kernels.
It loads kernels that were compiled ahead (`prebuilt`) for the recorded `signatures`,
after the check of `convention`, and compiles others. `control` names the cursors and
counters that kernels share. `stack` keeps the levels of a search in a pool of fixed
size, and `rounds` launches one round of kernels per level.
"""
