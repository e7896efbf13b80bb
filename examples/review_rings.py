# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Accounts that review the same shops: which groups are too alike to be chance?

The input is reviews by many accounts, among them two planted rings. The output is the
suspicious groups, joined back to their reviews. Run ``python examples/review_rings.py``
on the CPU, or ``python examples/review_rings.py cudf`` on a GPU.
"""

import sys

import numpy as np
import pandas as pd

import cugraph_biclique as cb

LEAST_ACCOUNTS = 5
LEAST_SHOPS = 4


def make_events(seed: int = 0):
    """A frame of 4,000 random reviews, and two rings of 8 accounts at 6 shops each."""
    rng = np.random.default_rng(seed)
    noise = pd.DataFrame(
        {
            "account": rng.integers(0, 800, 4000),
            "shop": rng.integers(0, 300, 4000),
        }
    )
    rings = [
        pd.DataFrame({"account": a, "shop": s}, index=[0])
        for accounts, shops in (
            (range(800, 808), range(10, 16)),
            (range(810, 818), range(200, 206)),
        )
        for a in accounts
        for s in shops
    ]
    return pd.concat([noise, *rings], ignore_index=True)


def find_rings(events):
    """Find groups of accounts that review the same shops, largest group first.

    The same code works on pandas and on cuDF frames.
    """
    found = cb.maximal_bicliques(
        events,
        left="account",
        right="shop",
        min_left=LEAST_ACCOUNTS,
        min_right=LEAST_SHOPS,
    )
    largest = found.nlargest(len(found), by="edges")
    return largest.left.rename(columns={"biclique": "group", "vertex": "account"})


def main(library: str = "pandas") -> None:
    events = make_events()
    if library == "cudf":
        import cudf

        events = cudf.from_pandas(events)
    rings = find_rings(events)
    reviews = events.merge(rings, on="account")
    print(rings.groupby("group")["account"].agg(list).sort_index().to_string())
    print(f"\n{len(reviews)} of {len(events)} reviews are by accounts in such groups")


if __name__ == "__main__":
    main(*sys.argv[1:])
