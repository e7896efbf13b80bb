# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The results of a search on a GPU: members of bicliques, sums over members, and absent
edges."""
