# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Data sets that come with the package."""

from __future__ import annotations

from importlib.resources import files

import pandas as pd


def southern_women() -> pd.DataFrame:
    """Load the attendance of 18 women at 14 social events.

    The classic graph of A. Davis, B. B. Gardner and M. R. Gardner, "Deep South"
    (University of Chicago Press, 1941): 89 edges, 63 maximal bicliques.

    Returns
    -------
    pandas.DataFrame
        One edge per row, with columns woman and event.

    Examples
    --------
    >>> southern_women().head(2)
                  woman event
    0  Evelyn Jefferson    E1
    1  Evelyn Jefferson    E2
    """
    with files(__name__).joinpath("southern_women.csv").open(encoding="utf-8") as file:
        return pd.read_csv(file)
