# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Parts of the search for the k largest maximal bicliques.

`greedy` finds some large ones. `calls.largest` searches for all that are at least as
large. `best` keeps the k best. `ceiling` bounds the scores of the sizes that the search
has not reached.
"""
