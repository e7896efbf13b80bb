# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Time a search for planted rings: the list of bicliques, then the best ones by share.

    python benchmarks/scoring.py [--reviews 1000000] [--engine cpu] [--output FILE]

The reviews are generated. Most are of popular shops; 20 rings of 12 accounts review 6
shops each. Other accounts rarely review these shops.
"""

import argparse
import time

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from common import save, show
from cugraph_biclique.memory import peak_memory

RINGS, MEMBERS, PAYING = 20, 12, 6
LEAST = {"min_left": 10, "min_right": 5}
MANY = 100_000  # of the best bicliques, which families and missing edges are made of


def reviews(n, seed=7):
    """Generate about n reviews; the accounts of ring r are -12 r - 1 to -12 r - 12."""
    rng = np.random.default_rng(seed)
    accounts, shops = n // 8, n // 100
    popularity = rng.pareto(1.0, shops) + 0.1
    active = rng.lognormal(0.0, 1.2, accounts)
    edges = np.column_stack([
        rng.choice(accounts, n, p=active / active.sum()),
        rng.choice(shops, n, p=popularity / popularity.sum()),
    ])  # fmt: skip
    unpopular = rng.permutation(np.argsort(popularity)[: shops // 2])
    rings = [
        np.column_stack([
            np.repeat(-MEMBERS * r - 1 - np.arange(MEMBERS), PAYING),
            np.tile(unpopular[PAYING * r :][:PAYING], MEMBERS),
        ])
        for r in range(RINGS)
    ]  # fmt: skip
    frame = pd.DataFrame(np.concatenate([edges, *rings]), columns=["account", "shop"])
    return frame.drop_duplicates(ignore_index=True)


def timed(call):
    """Return the answer of a call, and its seconds."""
    began = time.perf_counter()
    answer = call()
    return answer, round(time.perf_counter() - began, 3)


def rings_among(bicliques):
    """Number of rings that have at least half of their accounts in one biclique."""
    found = set()
    for left, _ in bicliques:
        rings = [(-account - 1) // MEMBERS for account in left if account < 0]
        found |= {ring for ring in rings if rings.count(ring) >= MEMBERS // 2}
    return len(found)


def run(frame, engine):
    """Seconds of the list, the scores and the best ones, and what they found."""
    few = cb.maximal_bicliques(frame[:1000], engine=engine)
    few.nlargest(1, "share"), few.vertices("left"), few.families(), few.missing()  # JIT
    list_, listed = timed(lambda: cb.maximal_bicliques(frame, engine=engine, **LEAST))
    before = peak_memory()
    row = {"engine": engine, "reviews": len(frame), "bicliques": len(list_)}
    row["list"] = listed
    for by in ("share", "lift", "surprise"):
        row[f"scores, {by}"] = timed(lambda by=by: list_.scores(by))[1]
        best, row[f"first 20, {by}"] = timed(lambda by=by: list_.nlargest(20, by))
        row[f"rings in the first 20, {by}"] = rings_among(best)
    row["accounts"] = timed(lambda: list_.vertices("left", "share"))[1]
    best, row[f"first {MANY:,}, share"] = timed(lambda: list_.nlargest(MANY, "share"))
    families, row["their families"] = timed(lambda: best.families(by="share"))
    row["number of families"] = len(families)
    first = families.summary["biclique"][:20]
    row["rings in the first 20 families"] = rings_among(best.take(first))
    row["their missing edges"] = timed(best.missing)[1]
    row["rings in the first 20, edges"] = rings_among(list_.nlargest(20, "edges"))
    row["bytes_of_list"] = list_.report["bytes"]
    row["growth_of_peak"] = peak_memory() - before
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--reviews", type=int, default=1_000_000, help="reviews (default: 1000000)"
    )
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    options = parser.parse_args()
    rows = [run(reviews(options.reviews), options.engine)]
    show(rows)
    save("scoring", rows, options.output)


if __name__ == "__main__":
    main()
