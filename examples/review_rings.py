# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Accounts that review the same shops: which groups are too alike to be chance?

The input is reviews by many accounts, among them two planted rings, which lack some of
their reviews. The output is the suspicious groups, joined back to their reviews. Run
``python examples/review_rings.py`` on the CPU, or ``python examples/review_rings.py
cudf`` on a GPU.
"""

import sys

import numpy as np
import pandas as pd

import cugraph_biclique as cb

MOST_BY_CHANCE = 0.01  # the largest p-value of a group that is suspicious


def make_events(seed: int = 0):
    """A frame of 4,000 random reviews, and two rings of 8 accounts at 6 shops each, in
    which each account lacks one review."""
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
        if (a - s) % 6
    ]
    return pd.concat([noise, *rings], ignore_index=True)


def find_rings(events):
    """Find groups of accounts that review the same shops, most evidence first.

    The same code works on pandas and on cuDF frames.
    """
    found = cb.groups(events, left="account", right="shop")
    rings = found.summary[found.summary["p_value"] < MOST_BY_CHANCE]
    accounts = found.left[found.left["group"].isin(rings["group"])]
    return accounts.rename(columns={"vertex": "account"})


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
