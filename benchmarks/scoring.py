# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A search for planted rings: the list of bicliques, then the best ones by a score.

The reviews are generated: 20 rings of 12 accounts review 6 shops each, which other
accounts rarely review.
"""

import argparse
from collections.abc import Iterator

import cugraph_biclique as cb
from benchmarks.shared.graphs import MEMBERS, reviews
from benchmarks.shared.timing import check, measured
from cugraph_biclique.host.memory import peak_memory

QUICK = ["--reviews 30000 --repeat 1"]
FULL = [""]

LEAST = {"min_left": 10, "min_right": 5}
MANY = 100_000  # of the best bicliques, which families and missing edges are made of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reviews", type=int, default=1_000_000, help="reviews (default: 1000000)"
    )
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    edges = reviews(options.reviews)
    repeat, engine = options.repeat, options.engine
    before = peak_memory()
    found, seconds = measured(
        lambda: cb.maximal_bicliques(edges, engine=engine, **LEAST), repeat, engine
    )
    count = cb.maximal_biclique_count(edges, engine=engine, **LEAST)
    check(len(found) == count, "list and count", len(found), count)
    about = {"engine": engine, "reviews": len(edges), "bicliques": count}

    def row(question: str, call, rings=None) -> dict:
        answer, took = measured(call, repeat, engine)
        best = rings(answer) if rings else None
        return about | {"question": question, "seconds": took, "rings": best}

    yield about | {
        "question": "list",
        "seconds": seconds,
        "bytes": found.report["bytes"],
        "growth_of_peak": peak_memory() - before,
    }
    for by in ("share", "lift", "surprise"):
        yield row(f"scores, {by}", lambda by=by: found.scores(by))
        yield row(f"first 20, {by}", lambda by=by: found.nlargest(20, by), rings_among)
    yield row("first 20, edges", lambda: found.nlargest(20, "edges"), rings_among)
    yield row("accounts", lambda: found.vertices("left", "share"))
    yield row(f"first {MANY:,}, share", lambda: found.nlargest(MANY, "share"))
    best = found.nlargest(MANY, "share")
    yield row(
        "their families",
        lambda: best.families(by="share"),
        lambda families: rings_among(best.take(families.summary["biclique"][:20])),
    )
    yield row("their missing edges", best.missing)


def rings_among(bicliques) -> int:
    """Number of rings that have at least half of their accounts in one biclique."""
    found = set()
    for left, _ in bicliques:
        rings = [(-account - 1) // MEMBERS for account in left if account < 0]
        found |= {ring for ring in rings if rings.count(ring) >= MEMBERS // 2}
    return len(found)
