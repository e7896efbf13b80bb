# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Small made-up data for the notebooks, with a truth to find in each.

The same seed gives the same data.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

# --- reviews

ACCOUNTS, SHOPS, CITIES = 12_000, 1_800, 30
CLUBS, RINGS = 120, 14


def make_reviews(seed: int = 7) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Reviews of shops, some of them by rings of accounts that are paid for it.

    Honest accounts write few reviews or many, mostly in their own city, and mostly of
    popular shops. Some of them are friends who go to the same places. The members of a
    ring do all that for camouflage; on top of it, most of them review most of the shops
    that pay the ring.

    Returns
    -------
    reviews : DataFrame
        ``account`` and ``shop``, each pair once.
    members : DataFrame
        The truth: ``account`` and its ``ring``.
    """
    rng = np.random.default_rng(seed)
    city_of_account = rng.integers(0, CITIES, ACCOUNTS)
    city_of_shop = rng.integers(0, CITIES, SHOPS)
    popularity = rng.pareto(1.3, SHOPS) + 0.3
    written = np.minimum(1 + rng.lognormal(1.1, 1.0, ACCOUNTS), 120).astype(int)

    pairs = []
    for city in range(CITIES):
        weight = popularity * np.where(city_of_shop == city, 1.0, 0.01)
        residents = np.flatnonzero(city_of_account == city)
        for account in residents:
            shops = rng.choice(SHOPS, written[account], p=weight / weight.sum())
            pairs.append(all_pairs([account], shops))
        for _ in range(CLUBS // CITIES):
            friends = rng.choice(residents, rng.integers(3, 8), replace=False)
            places = rng.choice(np.flatnonzero(city_of_shop == city), 6, replace=False)
            pairs.append(some_of(all_pairs(friends, places), 0.7, rng))

    rings = []
    free = rng.permutation(ACCOUNTS)
    can_pay = np.flatnonzero(popularity < np.quantile(popularity, 0.9))
    for ring in range(RINGS):
        free, accounts = np.split(free, [-rng.integers(5, 19)])
        paying = rng.choice(can_pay, rng.integers(4, 11), replace=False)
        pairs.append(some_of(all_pairs(accounts, paying), 0.8, rng))
        rings.append(pd.DataFrame({"account": accounts, "ring": ring}))

    edges = rng.permutation(np.concatenate(pairs))
    reviews = pd.DataFrame(edges, columns=["account", "shop"]).drop_duplicates()
    return reviews.reset_index(drop=True), pd.concat(rings, ignore_index=True)


def all_pairs(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Every left vertex with every right vertex: an array of shape (n, 2)."""
    return np.column_stack([np.repeat(left, len(right)), np.tile(right, len(left))])


def some_of(pairs: np.ndarray, share: float, rng: np.random.Generator) -> np.ndarray:
    """Each pair with the same chance."""
    return pairs[rng.random(len(pairs)) < share]


# --- purchases

CUSTOMERS, ITEMS, DAYS = 3_000, 240, 360
PROJECTS, USEFUL = 50, 90


def make_purchases(seed: int = 3) -> tuple[pd.DataFrame, list[set[int]]]:
    """Purchases of a year, part of them for projects that several customers have.

    A project, such as a first aquarium or a camping trip, needs six to ten items, and
    an item is of use in several projects. A customer starts a few projects in the year
    and buys most of what they need within weeks. In between everybody buys by chance,
    and mostly what is popular.

    Returns
    -------
    purchases : DataFrame
        ``customer``, ``item`` and ``day``, in that order of time; an item that a
        customer buys again is left out.
    projects : list of set
        The truth: the items of each project.
    """
    rng = np.random.default_rng(seed)
    popularity = rng.pareto(1.2, ITEMS) + 0.1
    popularity /= popularity.sum()
    useful = rng.choice(ITEMS, USEFUL, replace=False)
    projects = [
        rng.choice(useful, rng.integers(6, 11), replace=False) for _ in range(PROJECTS)
    ]
    fashion = rng.dirichlet(np.full(PROJECTS, 2.0))

    parts = []
    for customer in range(CUSTOMERS):
        by_chance = rng.choice(ITEMS, 1 + rng.poisson(4), p=popularity)
        parts.append((customer, by_chance, rng.integers(0, DAYS, len(by_chance))))
        for project in rng.choice(PROJECTS, rng.poisson(1.6), p=fashion):
            needed = rng.permutation(projects[project])
            bought = needed[rng.random(len(needed)) < 0.85]
            days = rng.integers(-40, DAYS) + rng.exponential(8, len(bought)).cumsum()
            parts.append((customer, bought, days.astype(int)))

    columns = ["customer", "item", "day"]
    frame = pd.concat(
        pd.DataFrame(dict(zip(columns, part, strict=True))) for part in parts
    )
    frame = frame[frame["day"].between(0, DAYS - 1)].sort_values(["day", *columns[:2]])
    first = frame.drop_duplicates(columns[:2], ignore_index=True)
    return first, [set(map(int, items)) for items in projects]


# --- gene expression

GENES, CONDITIONS = 1_200, 60
MODULES = 9  # the last ones faint, with half the shift
OF_INFECTION = 2  # the module that reacts to infections


def make_expression(
    seed: int = 5,
) -> tuple[pd.DataFrame, pd.Series, dict[str, set[str]], pd.DataFrame]:
    """Expression of genes under conditions, with modules that react together.

    Each gene has its own level, scatter and share of outliers. The genes of a module
    are raised under the conditions of the module, most of them and most of the time.
    Two modules share genes. A third of the conditions are infections, among them all
    of one module.

    Returns
    -------
    expression : DataFrame
        A row a gene, a column a condition; log2 of the abundance.
    infected : Series of bool
        Whether a condition is an infection, by condition.
    gene_sets : dict of set
        What a database would know: sets of genes by name. Some are near to a module,
        with genes missing and others added; most have nothing to do with any.
    modules : DataFrame
        The truth: ``gene``, ``condition`` and their ``module``.
    """
    rng = np.random.default_rng(seed)
    genes = np.array([f"gene{i:04d}" for i in range(GENES)])
    conditions = np.array([f"c{i:02d}" for i in range(CONDITIONS)])
    level = rng.normal(7, 2, (GENES, 1))
    scatter = rng.gamma(8, 0.05, (GENES, 1))
    noise = rng.standard_t(6, (GENES, CONDITIONS))
    raised = np.zeros((GENES, CONDITIONS))

    cells, gene_sets, earlier = [], {}, np.array([], int)
    for module in range(MODULES):
        rows = rng.choice(GENES, rng.integers(18, 40), replace=False)
        if module == 1:  # shares genes with the one before
            rows = np.union1d(rows, rng.choice(earlier, 10, replace=False))
        columns = rng.choice(CONDITIONS, rng.integers(6, 13), replace=False)
        shift = 1.7 if module >= MODULES - 2 else 3.6
        reacts = rng.random((len(rows), len(columns))) < 0.92
        raised[np.ix_(rows, columns)] += shift * reacts
        cells.append(
            pd.DataFrame(
                all_pairs(genes[rows], conditions[columns]),
                columns=["gene", "condition"],
            ).assign(module=module)
        )
        if module % 3 != 2:  # of the others, the database knows nothing
            known = rng.choice(rows, int(0.6 * len(rows)), replace=False)
            others = rng.choice(GENES, 20, replace=False)
            gene_sets[f"pathway {module:02d}"] = set(genes[np.r_[known, others]])
        earlier = rows
    for other in range(MODULES, 80):
        members = rng.choice(genes, rng.integers(15, 60), replace=False)
        gene_sets[f"pathway {other:02d}"] = set(members)

    expression = pd.DataFrame(
        level + scatter * (noise + raised), index=genes, columns=conditions
    )
    names = list(gene_sets)  # in an order that gives nothing away
    gene_sets = {
        f"pathway {new:02d}": gene_sets[names[old]]
        for new, old in enumerate(rng.permutation(len(names)))
    }
    modules = pd.concat(cells, ignore_index=True)
    reacts = modules.loc[modules["module"] == OF_INFECTION, "condition"].unique()
    others = rng.permutation(np.setdiff1d(conditions, reacts))
    infections = [*reacts, *others[: CONDITIONS // 3 - len(reacts)]]
    infected = pd.Series(np.isin(conditions, infections), index=conditions)
    return expression, infected, gene_sets, modules
