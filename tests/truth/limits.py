# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Limits: shares that are equal to one, budgets, seeds, and rows of a frame."""

import io
from contextlib import redirect_stderr, redirect_stdout
from itertools import product
from unittest import mock

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.calls.significance import _compared
from cugraph_biclique.cli import main
from cugraph_biclique.data import southern_women
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.results import cudf_limits
from truth import CallCase, Refused, plain


def significance(draws, observed, drawn):
    """The answer for numbers of bicliques by size: in the graph, and in the random
    graphs together."""
    seen = [(*size, n) for size, n in observed.items() if n]
    rows = [(*size, n) for size, n in drawn.items() if n]
    empty = np.empty((0, 3), np.int64)
    sizes = _compared(
        np.array(seen or empty), np.array(rows or empty).reshape(-1, 3), draws
    )
    return cb.Significance(sizes, draws, 1)


def least(found, share):
    table = found.thresholds(share)
    return table[["min_left", "min_right"]].to_numpy().tolist()


def steps(n, draws, share=1):
    """A share of exactly n * share / n / draws, from a sum of n means."""
    observed = {(1, b): 1 for b in range(1, n + 1)}
    drawn = {(1, b): share for b in range(1, n + 1)}
    return significance(draws, observed, drawn)


def tenths(n):
    """The least sizes for a limit of n tenths, which the share of n of ten equals."""
    return least(steps(10, 10, n), n / 10), least(steps(10, 10, n), np.float32(n / 10))


def own_shares():
    """Each share of a table, as a limit, admits the size that has it."""
    found = cb.significance(southern_women(), 7, seed=3, engine="cpu")
    missed = []
    for row in found.sizes[found.sizes["observed"] > 0].itertuples():
        table = found.thresholds(row.false_share)
        admitted = (table["min_left"] <= row.n_left) & (
            table["min_right"] <= row.n_right
        )
        if not admitted.any():
            missed.append((row.n_left, row.n_right))
    return missed


def drawn(seed):
    sizes = cb.significance(southern_women(), 2, seed=seed, engine="cpu").sizes
    return sizes["mean"].tolist()


def in_shell(seed):
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main(["significance", "none.csv", "--seed", seed])
        except SystemExit as ended:
            status = ended.code
    return status, err.getvalue().splitlines()[-1].partition("significance: ")[2]


def absent():
    """A graph with 6,320 absent edges: a matching of 80 edges, and two more vertices
    beside all of them."""
    edges = [(n, n) for n in range(80)]
    edges += [(n, 80 + k) for n in range(80) for k in range(2)]
    frame = pd.DataFrame(edges, columns=["u", "i"])
    return cb.maximal_bicliques(frame, engine="cpu", min_right=3)


def on_device(call, most):
    """A call whose input is on a device, where a frame has at most some rows. There
    is no cuDF: the error comes before it is needed."""
    is_there = mock.patch.object(BipartiteGraph, "on_device", True)
    with mock.patch.object(cudf_limits, "MOST_ROWS", most):
        women = southern_women()
        found = cb.maximal_bicliques(women, engine="cpu", sort=True)
        cliques = cb.maximal_cliques(women, engine="cpu")
        cliques._on_device = True
        with is_there:
            return call(found, cliques)


def too_many(n, most, kind="bicliques", what="rows"):
    of = {"bicliques": cudf_limits.OF_BICLIQUES, "cliques": cudf_limits.OF_CLIQUES}
    frame = "a frame" if what == "rows" else "a list column"
    return Refused(
        f"the {'frame' if what == 'rows' else 'lists'} would have {n:,} {what}, but "
        f"{frame} of cuDF holds at most {most:,}: {of[kind]}"
    )


def largest_budget():
    """The least budget of `missing` that suffices, and whether less is refused."""
    found = absent()
    rows = len(found.missing())
    budget = 48 * rows
    assert len(found.missing(memory_budget=budget)) == rows
    try:
        found.missing(memory_budget=budget - 1)
    except cb.MemoryBudgetError:
        return rows, True
    return rows, False


CASES = [
    *(
        CallCase(f"a share of {n} tenths", lambda n=n: tenths(n), ([[1, 1]], [[1, 1]]))
        for n in range(1, 10)
    ),
    *(
        CallCase(
            f"a share of {n} parts in {n * draws}",
            lambda n=n, draws=draws: least(steps(n, draws), 1 / draws),
            [[1, 1]],
        )
        for n, draws in product((3, 7, 49, 1000), (3, 7, 10, 49))
    ),
    CallCase(
        "a share above the limit",
        lambda: least(steps(10, 10, 1), np.nextafter(0.1, 0)),
        [],
    ),
    CallCase("its own shares", own_shares, []),
    CallCase("counts beyond float64", lambda: least(
        significance(10, {(1, 1): 2**60}, {(1, 1): 2**60}), 0.1), [[1, 1]]),
    *(
        CallCase(
            f"seed={seed}",
            lambda seed=seed: drawn(seed),
            Refused(f"seed={shown} is too large: pass a number below 2**128"),
        )
        for seed, shown in [
            (2**128, str(2**128)),
            (2**128 + 1, str(2**128 + 1)),
            (10**200, "1000…0000"),
        ]
    ),
    *(
        CallCase(
            f"seed={seed!r}",
            lambda seed=seed: drawn(seed),
            Refused(
                f"seed must be an integer, not {type(seed).__name__} "
                f"({plain(seed)!r}): pass 0 or more",
                TypeError,
            ),
        )
        for seed in (1.0, True, np.float64(1), np.bool_(True), "1", None)
    ),
    CallCase("seed=-1", lambda: drawn(np.int8(-1)), Refused("seed=… is negative: …")),
    CallCase(
        "seeds of NumPy",
        lambda: [drawn(kind(7)) == drawn(7) for kind in (np.int8, np.uint64)],
        [True, True],
    ),
    CallCase(
        "the same random graphs for two seeds",
        lambda: len(
            {tuple(drawn(s)) for s in (0, 1, 2**64, 2**64 + 1, 2**127, 2**128 - 1)}
        ),
        6,
    ),
    *(
        CallCase(f"--seed {name}", lambda seed=seed: in_shell(seed), (status, err))
        for name, seed, status, err in [
            ("2**128 - 1", str(2**128 - 1), 1, "no such file: none.csv"),
            (
                "2**128",
                str(2**128),
                2,
                f"argument --seed: '{2**128}' is too large: pass a number below "
                "2**128 (see cugraph-biclique significance --help)",
            ),
            (
                "-1",
                "-1",
                2,
                "argument --seed: '-1' is not a whole number: pass 0 or more (see "
                "cugraph-biclique significance --help)",
            ),
        ]
    ),
    CallCase("the least budget of missing", largest_budget, (6320, True)),
    CallCase(
        "missing beyond its budget",
        lambda: absent().missing(memory_budget="1kB"),
        Refused(
            "memory_budget=1,000 bytes is too small for the absent edges, of which the "
            "first … take … bytes: raise memory_budget, lower at_most, or take fewer "
            "bicliques before, for example with nlargest",
            cb.MemoryBudgetError,
        ),
    ),
    CallCase(
        "missing(memory_budget='much')",
        lambda: absent().missing(memory_budget="much"),
        Refused("memory_budget='much' is not a size: …"),
    ),
    *(
        CallCase(
            f"cuDF: {name}",
            lambda call=call: on_device(call, 100),
            outcome,
        )
        for name, call, outcome in [
            ("left", lambda b, c: b.left, too_many(254, 100)),
            ("right", lambda b, c: b.right, too_many(233, 100)),
            ("to_frame", lambda b, c: b.to_frame(),
             too_many(254, 100, what="members")),
            ("members", lambda b, c: c.members, too_many(178, 100, "cliques")),
            ("cliques to_frame", lambda b, c: c.to_frame(),
             too_many(178, 100, "cliques", "members")),
        ]
    ),
    CallCase(
        "frames of pandas have no limit",
        lambda: (
            len(cb.maximal_bicliques(southern_women(), engine="cpu").left) > 100
        ),
        True,
    ),
]  # fmt: skip
