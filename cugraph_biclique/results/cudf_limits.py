# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How large a frame of cuDF may become. This module needs no cuDF."""

from __future__ import annotations

MOST_ROWS = 2**31 - 1  # of a frame, and of the members in a column of lists
OF_BICLIQUES = (
    "pass G in host memory for a frame of pandas, write files with to_parquet, take "
    "some bicliques at a time with iter_maximal_bicliques or iter_batches, or search "
    "for larger ones with min_left and min_right"
)
OF_CLIQUES = (
    "pass G in host memory for a frame of pandas, write files with to_parquet, take "
    "some cliques at a time with iter_maximal_cliques or iter_batches, or search for "
    "larger ones with min_size"
)
OTHERWISE = "pass G in host memory for a frame of pandas"


def check_rows(n: int, instead: str = OTHERWISE) -> None:
    """Raise an error, before cuDF does, for a frame of more rows than it can hold."""
    if n > MOST_ROWS:
        raise ValueError(
            f"the frame would have {n:,} rows, but a frame of cuDF holds at most "
            f"{MOST_ROWS:,}: {instead}"
        )


def check_members(n: int, instead: str) -> None:
    """Raise an error for a column of lists with more members than cuDF can hold."""
    if n > MOST_ROWS:
        raise ValueError(
            f"the lists would have {n:,} members, but a list column of cuDF holds at "
            f"most {MOST_ROWS:,}: {instead}"
        )
