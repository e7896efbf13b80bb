# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The k largest maximal bicliques: `greedy` finds some, `search` finds all that are at
least as large, `best` keeps the k best, and `ceiling` bounds what was not searched."""
