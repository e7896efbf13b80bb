# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A search for planted rings with missing reviews, by `groups` and by other ways.

The reviews are generated, see `planted`: 15 rings of 8 to 14 accounts and 4 to 7 shops,
of which a share of the reviews exists. A ring counts as found if one of the first 30
answers has half of its accounts and half of its shops.
"""

import argparse
import heapq
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.timing import measured

QUICK = ["--reviews 20000 --densities 0.85 --blocks 3"]
FULL = ["", "--reviews 5000000 --only groups"]

ANSWERS = 30
Ring = tuple[set, set]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--reviews", type=int, default=300_000, help="reviews (default: 300000)"
    )
    parser.add_argument(
        "--densities",
        type=float,
        nargs="+",
        default=[1.0, 0.85, 0.7, 0.6],
        metavar="SHARE",
        help="shares of the reviews of a ring that exist (default: 1 0.85 0.7 0.6)",
    )
    parser.add_argument(
        "--blocks",
        type=int,
        default=ANSWERS,
        help="blocks of FRAUDAR, one after the other (default: 30; 0 leaves it out)",
    )
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="methods whose names begin with TEXT"
    )
    parser.add_argument("--engine", default="cpu", help="cpu or gpu (default: cpu)")
    parser.add_argument("--seed", type=int, default=1, help="seed (default: 1)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    for density in options.densities:
        edges, rings = planted(options.reviews, density, options.seed)
        about = {"engine": options.engine, "reviews": len(edges), "density": density}
        for method, call in methods(edges, options):
            if not method.startswith(options.only):
                continue
            answers, seconds = measured(call, 1, options.engine)
            yield about | {
                "method": method,
                "rings": found_among(answers, rings),
                "of": len(rings),
                "seconds": seconds,
            }


def methods(
    edges: pd.DataFrame, options: argparse.Namespace
) -> Iterator[tuple[str, Callable[[], list[Ring]]]]:
    """Ways to find rings: each returns its best answers, as pairs of sets."""
    search = {"engine": options.engine, "progress": False}

    def groups() -> list[Ring]:
        found = cb.groups(edges, ANSWERS, **search)
        return sides(found.left, found.right, "group")

    def by_share(left: int, right: int) -> list[Ring]:
        found = cb.maximal_bicliques(edges, min_left=left, min_right=right, **search)
        return as_pairs(found.nlargest(ANSWERS, "share"))

    def families(left: int, right: int, best: int) -> list[Ring]:
        found = cb.maximal_bicliques(edges, min_left=left, min_right=right, **search)
        some = found.nlargest(best, "share").families(0.3, by="share")
        return sides(some.left, some.right, "family")[:ANSWERS]

    def thresholds() -> list[Ring]:
        found = cb.significance(edges, 5, seed=1, min_left=2, min_right=2, **search)
        with warnings.catch_warnings(action="ignore"):  # it says what this row shows
            table = found.thresholds()
        if not len(table):
            return []
        first = table.loc[0]
        return by_share(int(first["min_left"]), int(first["min_right"]))

    yield "groups", groups
    yield "best by share, at least 4 x 2", lambda: by_share(4, 2)
    for left, right, best in ((4, 2, 150), (4, 3, 150), (4, 2, 400)):
        yield (
            f"families of the best {best}, at least {left} x {right}",
            lambda left=left, right=right, best=best: families(left, right, best),
        )
    yield "significance, then by share", thresholds
    if options.blocks:
        yield (
            f"FRAUDAR, {options.blocks} blocks",
            lambda: fraudar(edges, options.blocks),
        )


def as_pairs(found) -> list[Ring]:
    return [(set(left), set(right)) for left, right in found]


def sides(left, right, key: str) -> list[Ring]:
    """Groups of a frame per side, as pairs of sets, the best one first."""
    frames = on_host(left), on_host(right)
    lists = [frame.groupby(key)["vertex"].agg(set) for frame in frames]
    return list(zip(*lists, strict=True))


def on_host(frame) -> pd.DataFrame:
    return frame if isinstance(frame, pd.DataFrame) else frame.to_pandas()


def found_among(answers: list[Ring], rings: list[Ring]) -> int:
    """How many rings have half of both sides in one of the answers."""
    return sum(
        any(
            2 * len(accounts & left) >= len(accounts)
            and 2 * len(shops & right) >= len(shops)
            for left, right in answers[:ANSWERS]
        )
        for accounts, shops in rings
    )


def planted(
    reviews: int, density: float, seed: int = 1, rings: int = 15, camouflage: int = 4
) -> tuple[pd.DataFrame, list[Ring]]:
    """Generate reviews, and the accounts and shops of the rings.

    Accounts and shops have degrees of Zipf's law. The shops of a ring are none of the
    tenth with the most reviews. Each account of a ring also has its own reviews, and
    `camouflage` more, mostly of popular shops.
    """
    rng = np.random.default_rng(seed)
    n_accounts, n_shops = reviews // 4, reviews // 25
    of_account, of_shop = zipf(n_accounts, 0.6), zipf(n_shops, 0.8)
    accounts = [rng.choice(n_accounts, reviews, p=of_account)]
    shops = [rng.choice(n_shops, reviews, p=of_shop)]
    free = (
        rng.permutation(n_accounts),
        rng.permutation(np.arange(n_shops // 10, n_shops)),
    )
    used, truth = [0, 0], []
    for _ in range(rings):
        sizes = int(rng.integers(8, 15)), int(rng.integers(4, 8))
        ring = [free[k][used[k] : used[k] + sizes[k]] for k in (0, 1)]
        used = [used[k] + sizes[k] for k in (0, 1)]
        who, where = np.nonzero(rng.random(sizes) < density)
        accounts += [ring[0][who], np.repeat(ring[0], camouflage)]
        shops += [ring[1][where], rng.choice(n_shops, camouflage * sizes[0], p=of_shop)]
        truth.append((set(ring[0].tolist()), set(ring[1].tolist())))
    ends = {"account": np.concatenate(accounts), "shop": np.concatenate(shops)}
    return pd.DataFrame(ends).drop_duplicates(ignore_index=True), truth


def zipf(n: int, exponent: float) -> np.ndarray:
    """Probabilities that fall with a power of the rank."""
    weight = 1 / np.arange(1, n + 1) ** exponent
    return weight / weight.sum()


def fraudar(edges: pd.DataFrame, blocks: int) -> list[Ring]:
    """The densest blocks by FRAUDAR's greedy peeling (Hooi et al., KDD 2016), one after
    the other; each is found without the edges of those before it.

    An edge counts 1 / log(5 + the degree of its shop).
    """
    left, right = edges["account"].to_numpy(), edges["shop"].to_numpy()
    n_left = int(left.max()) + 1
    answers = []
    for _ in range(blocks):
        weight = 1 / np.log(5 + np.bincount(right))[right]
        inside = densest(left, right + n_left, weight)
        accounts = {v for v in inside if v < n_left}
        answers.append((accounts, {v - n_left for v in inside - accounts}))
        is_in = np.zeros(n_left + int(right.max()) + 1, bool)
        is_in[list(inside)] = True
        keep = ~(is_in[left] & is_in[right + n_left])
        left, right = left[keep], right[keep]
        if not len(left):
            break
    return answers


def densest(left: np.ndarray, right: np.ndarray, weight: np.ndarray) -> set[int]:
    """The vertices of the densest subgraph on the way of a greedy peeling, which
    removes the vertex with the least weight first."""
    ends, others = np.concatenate([left, right]), np.concatenate([right, left])
    order = np.argsort(ends, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(ends))])
    others, weights = others[order].tolist(), np.tile(weight, 2)[order].tolist()
    of_vertex = np.bincount(ends, np.tile(weight, 2)).tolist()
    heap = [(w, v) for v, w in enumerate(of_vertex) if w]
    heapq.heapify(heap)
    total, n, start = float(weight.sum()), len(heap), start.tolist()
    gone = [not w for w in of_vertex]
    removed, best, best_at = [], -1.0, 0
    while heap:
        w, v = heapq.heappop(heap)
        if gone[v] or w > of_vertex[v] + 1e-12:
            continue
        if total / n > best:
            best, best_at = total / n, len(removed)
        gone[v] = True
        removed.append(v)
        total, n = total - of_vertex[v], n - 1
        if not n:
            break
        for e in range(start[v], start[v + 1]):
            u = others[e]
            if not gone[u]:
                of_vertex[u] -= weights[e]
                heapq.heappush(heap, (of_vertex[u], u))
    return set(removed[best_at:])
