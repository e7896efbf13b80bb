# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A search for planted rings with missing reviews, by `groups` and by other ways.

The reviews are generated, see `planted`: 15 rings of 8 to 14 accounts and 4 to 7 shops,
of which a share of the reviews exists. A ring counts as found if one of the first 30
answers has half of its accounts and half of its shops.

With `--workers`, the workers of a Dask cluster draw the reviews and share the search of
`groups`. The same review may then be drawn on several workers.
"""

import argparse
import heapq
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from benchmarks.shared.clusters import workers
from benchmarks.shared.timing import measured

QUICK = [
    "--reviews 20000 --densities 0.85 --blocks 3",
    "--reviews 20000 --densities 0.85 --workers 1",
]
FULL = [
    "",
    "--reviews 5000000 --only groups",
    "--engine gpu --reviews 100000000 --workers 2 --protocol ucx",
]

ANSWERS = 30
PIECES = 16  # of the reviews, over Dask
OF_ACCOUNTS, OF_SHOPS = 0.6, 0.8  # exponents of Zipf's law
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
    parser.add_argument(
        "--workers",
        type=int,
        default=0,
        help="Dask workers that share the search (default: 0, without Dask)",
    )
    parser.add_argument("--protocol", choices=["tcp", "ucx"], default="tcp")
    parser.add_argument("--seed", type=int, default=1, help="seed (default: 1)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    if options.workers:
        yield from groups_over_dask(options)
        return
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


def groups_over_dask(options: argparse.Namespace) -> Iterator[dict]:
    """`groups` on Dask workers, from a frame that they hold."""
    from distributed import wait

    import cugraph_biclique.dask as over_dask

    with workers(options.engine, options.workers, None, options.protocol) as client:
        for density in options.densities:
            frame, rings = frame_on_workers(density, options)
            frame = frame.persist()
            wait(frame)
            call = partial(
                over_dask.groups, frame, ANSWERS, engine=options.engine, client=client
            )
            found, seconds = measured(call, 1, options.engine)
            yield {
                "engine": options.engine,
                "workers": options.workers,
                "protocol": options.protocol,
                "reviews": len(frame),
                "density": density,
                "method": "groups",
                "rings": found_among(sides(found.left, found.right, "group"), rings),
                "of": len(rings),
                "seconds": seconds,
            }


def frame_on_workers(
    density: float, options: argparse.Namespace
) -> tuple[Any, list[Ring]]:
    """A Dask frame of reviews, which the workers draw, and of planted rings."""
    import dask.dataframe as dd
    from dask import delayed

    n, reviews = sizes(options.reviews), options.reviews // PIECES
    rng = np.random.default_rng(options.seed)
    accounts, shops, rings = plant(rng, n, density)
    ring = delayed(as_frame)(accounts, shops, options.engine)
    drawn = [
        delayed(draw_reviews)(reviews, n, (options.seed, piece), options.engine)
        for piece in range(PIECES)
    ]
    return dd.from_delayed([ring, *drawn]), rings


def draw_reviews(reviews: int, n: tuple[int, int], seed: tuple, engine: str) -> Any:
    """Reviews as a frame in the memory of `engine`."""
    import importlib

    xp = importlib.import_module("cupy" if engine == "gpu" else "numpy")
    rng = xp.random.default_rng(int(np.random.SeedSequence(seed).generate_state(1)[0]))
    ends = []
    for size, exponent in zip(n, (OF_ACCOUNTS, OF_SHOPS), strict=True):
        reached = xp.asarray(zipf(size, exponent).cumsum())
        drawn = xp.searchsorted(reached, rng.random(reviews), side="right")
        ends.append(drawn.clip(max=size - 1))  # as the last sum may be below 1
    return as_frame(*ends, engine)


def as_frame(accounts: Any, shops: Any, engine: str) -> Any:
    ends = {"account": accounts, "shop": shops}
    if engine != "gpu":
        return pd.DataFrame(ends)
    import cudf

    return cudf.DataFrame(ends)


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


def sizes(reviews: int) -> tuple[int, int]:
    """The numbers of accounts and shops."""
    return reviews // 4, reviews // 25


def planted(
    reviews: int, density: float, seed: int = 1
) -> tuple[pd.DataFrame, list[Ring]]:
    """Generate reviews, and the accounts and shops of the rings.

    Accounts and shops have degrees of Zipf's law.
    """
    rng = np.random.default_rng(seed)
    n = n_accounts, n_shops = sizes(reviews)
    who = rng.choice(n_accounts, reviews, p=zipf(n_accounts, OF_ACCOUNTS))
    where = rng.choice(n_shops, reviews, p=zipf(n_shops, OF_SHOPS))
    accounts, shops, rings = plant(rng, n, density)
    ends = {
        "account": np.concatenate([who, accounts]),
        "shop": np.concatenate([where, shops]),
    }
    return pd.DataFrame(ends).drop_duplicates(ignore_index=True), rings


def plant(
    rng: np.random.Generator,
    n: tuple[int, int],
    density: float,
    rings: int = 15,
    camouflage: int = 4,
) -> tuple[np.ndarray, np.ndarray, list[Ring]]:
    """Accounts and shops of reviews in rings, and the members of the rings.

    The shops of a ring are none of the tenth with the most reviews. Each account of a
    ring also has its own reviews, and `camouflage` more, mostly of popular shops.
    """
    n_accounts, n_shops = n
    of_shop = zipf(n_shops, OF_SHOPS)
    free = (
        rng.permutation(n_accounts),
        rng.permutation(np.arange(n_shops // 10, n_shops)),
    )
    used, accounts, shops, truth = [0, 0], [], [], []
    for _ in range(rings):
        size = int(rng.integers(8, 15)), int(rng.integers(4, 8))
        ring = [free[k][used[k] : used[k] + size[k]] for k in (0, 1)]
        used = [used[k] + size[k] for k in (0, 1)]
        who, where = np.nonzero(rng.random(size) < density)
        accounts += [ring[0][who], np.repeat(ring[0], camouflage)]
        shops += [ring[1][where], rng.choice(n_shops, camouflage * size[0], p=of_shop)]
        truth.append((set(ring[0].tolist()), set(ring[1].tolist())))
    return np.concatenate(accounts), np.concatenate(shops), truth


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
