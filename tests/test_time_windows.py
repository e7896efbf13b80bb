# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The recipe for time windows of docs/from_pandas.md: a window in the right label.

Modules: `inputs/pandas_frame.py`.
"""

import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb

WEEK = pd.Timedelta(weeks=1)
START = pd.Timestamp("2026-01-05")  # a Monday


def in_windows(reviews):
    """Each review in both windows of two weeks that contain it."""
    week = reviews["day"].dt.to_period("W").dt.start_time
    windows = [reviews.assign(window=start) for start in (week, week - WEEK)]
    visits = pd.concat(windows, ignore_index=True)
    return visits.assign(visit=visits.groupby(["shop", "window"]).ngroup())


def reviews_of(accounts, shops, days):
    """Every account reviews every shop, at any of these days."""
    pairs = pd.MultiIndex.from_product([accounts, shops]).to_frame(index=False)
    pairs.columns = ["account", "shop"]
    return pairs.assign(day=START + pd.to_timedelta(days, unit="D"))


@pytest.mark.parametrize("first", range(7))
def test_a_ring_is_found_on_whichever_day_it_begins(first, engine):
    rng = np.random.default_rng(first)
    ring, others = [f"ring{i}" for i in range(6)], [f"user{i}" for i in range(300)]
    shops = [f"shop{i}" for i in range(4)]
    burst = reviews_of(ring, shops, 70 + first + rng.integers(0, 7, 24))
    slow = reviews_of(others, shops, rng.integers(0, 365, 1200))
    reviews = pd.concat([burst, slow], ignore_index=True)
    visits = in_windows(reviews)
    found = cb.maximal_bicliques(
        visits, left="account", right="visit", min_left=6, min_right=4, engine=engine
    )
    labels = visits[["visit", "shop", "window"]].drop_duplicates()
    members = found.right.merge(labels, left_on="vertex", right_on="visit")
    n_shops = members.groupby("biclique")["shop"].nunique()
    groups = [set(left) for i, (left, _) in enumerate(found) if n_shops.get(i, 0) == 4]
    assert groups
    assert all(group >= set(ring) for group in groups)
    assert all(len(group) < 20 for group in groups)
    # Without windows, all accounts are one group.
    ((everyone, _),) = cb.largest_bicliques(reviews[["account", "shop"]], engine=engine)
    assert len(everyone) == 306


def test_reviews_at_most_a_week_apart_share_a_window():
    days = START + pd.to_timedelta(np.arange(0, 60, 0.25), unit="D")
    reviews = pd.DataFrame({"account": range(len(days)), "shop": "s", "day": days})
    windows = in_windows(reviews).groupby("account")["window"].agg(set)
    for i, day in enumerate(days):
        for j in range(i, len(days)):
            together = bool(windows[i] & windows[j])
            if days[j] - day <= WEEK - pd.Timedelta(days=0.25):
                assert together
            if days[j] - day >= 2 * WEEK:
                assert not together
