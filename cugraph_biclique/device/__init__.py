# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The device machine: what drives a depth-first search on a GPU, whatever it searches.

`simt` is the language of kernels: warps, votes, shuffles. `arrays`, `memory` and
`ranges` are arrays on the device, `launching` packs arguments and launches kernels.
`control` names the cursors and counters that kernels share, `stack` keeps the levels of
a search in a pool of fixed size, and `rounds` launches one round of kernels per level.
Search and count are clients of these.
"""
