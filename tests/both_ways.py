# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls that are there for one machine and over Dask: what to ask, how to read the
answers, and the comparison of both. `test_both_ways.py` and the fuzzer use the table.
"""

import inspect
import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

import dask
import dask.dataframe as dd
import numpy as np
import pandas as pd
import pytest

import cugraph_biclique as cb
import cugraph_biclique.dask as over_dask
import graphs
from cugraph_biclique.results.scores import SCORES

# Machines


class Cores:
    """Two processes of one thread, and pandas frames."""

    def __init__(self, client):
        self.client = client

    def holds(self, kind):
        return True

    def convert(self, frame):
        return frame

    def frame(self, frame, npartitions):
        """A Dask frame. Categories are in another order in every second part."""
        parts = []
        for i in range(npartitions):
            ends = (i * len(frame) // npartitions, (i + 1) * len(frame) // npartitions)
            part = frame.iloc[slice(*ends)]
            for name in part:
                if part[name].dtype == "category" and i % 2:
                    order = list(part[name].cat.categories[::-1])
                    reordered = part[name].cat.reorder_categories(order)
                    part = part.assign(**{name: reordered})
            parts.append(dask.delayed(self.convert(part)))
        meta = self.convert(frame.iloc[:0])
        with dask.config.set({"dataframe.convert-string": False}):  # labels as they are
            return dd.from_delayed(parts, meta=meta, verify_meta=False)


class Gpus(Cores):
    """A worker for each GPU, and cuDF frames."""

    def holds(self, kind):
        return kind in {
            "int", "negative", "huge", "float", "str", "unicode", "timestamp",
            "category",
        }  # fmt: skip

    def convert(self, frame):
        import cudf

        return cudf.from_pandas(frame)


# Answers as text


def host(frame):
    """A frame or Series of any library in pandas."""
    frame = frame.compute() if hasattr(frame, "compute") else frame
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


def rows(frame, *columns):
    """The rows of a frame, as text: 1 is not 1.0."""
    frame = host(frame)
    frame = frame[list(columns)] if columns else frame
    values = [frame.iloc[:, i].tolist() for i in range(len(frame.columns))]
    return [tuple(map(repr, row)) for row in zip(*values, strict=True)]


def grouped(frame, n, by):
    """The members of each of n bicliques or cliques, as text."""
    made = [[] for _ in range(n)]
    frame = host(frame)
    for i, label in zip(frame[by].tolist(), frame["vertex"].tolist(), strict=True):
        made[i].append(repr(label))
    return [tuple(sorted(each)) for each in made]


def members(found):
    """The bicliques of a result, in its order."""
    sides = (
        grouped(side, len(found), "biclique") for side in (found.left, found.right)
    )
    return list(zip(*sides, strict=True))


def texts(labels):
    """Labels of a list of a frame, as text. cuDF's lists have times of NumPy."""
    return tuple(sorted(map(text, labels)))


def text(label):
    if isinstance(label, np.datetime64):
        return repr(pd.Timestamp(label))
    return repr(label.item() if hasattr(label, "item") else label)


# What is asked


class Case(NamedTuple):
    """A graph, and where the options of a call come from."""

    frame: pd.DataFrame
    draw: random.Random
    has_order: bool = True  # the labels

    def least(self, most=3):
        sizes = {"min_left": self.draw.randint(1, most)}
        return sizes | {"min_right": self.draw.randint(1, most)}

    def containing(self):
        """Some vertices of an edge, as a label or a list."""
        frame = self.frame.dropna()
        if not len(frame):
            return {"left": ["nobody"]}
        row = self.draw.randrange(len(frame))
        labels = {side: frame[name].iloc[row] for side, name in NAMES.items()}
        sides = self.draw.choice([["left"], ["right"], ["left", "right"]])
        return {side: [labels[side]] for side in sides}

    def some(self):
        """Options of a search."""
        chosen = self.least()
        for side in ("left", "right"):
            if self.draw.random() < 0.3:
                least = chosen[f"min_{side}"]
                chosen[f"max_{side}"] = least + self.draw.randint(0, 6)
        if self.draw.random() < 0.4:
            chosen["containing"] = self.containing()
        return chosen

    def near_complete(self):
        """Options of a search in which some edges may be missing."""
        missing = self.draw.choice([0, 0, 1, 2])
        sizes = {"min_left": missing + 1, "min_right": missing + 1}
        return (self.least() if not missing else sizes) | {"missing": missing}

    def p_q(self, *names):
        return {name: self.draw.randint(1, 3) for name in names}

    def random_graphs(self):
        null = self.draw.choice(["swaps", "bicm"])
        return {"draws": 3, "seed": self.draw.randrange(9), "null": null}


NAMES = {"left": "user", "right": "item"}


class Call(NamedTuple):
    """A public call: how to ask, and how to read the answer."""

    options: Callable[[Case], dict[str, Any]]
    read: Callable[..., list]  # the answer of a library as rows of text
    order: str = (
        "never"  # of the rows: "never", "whole" or "always" that of one machine
    )
    cut: bool = True  # whether partitions give an answer
    needs_order: bool = False  # the answer depends on the order of labels
    is_of_cliques: bool = False


def counted(name):
    """A call that returns a number or a frame."""

    def read(library, G, asked, **how):
        found = getattr(library, name)(G, **asked, **how)
        return [repr(found)] if isinstance(found, int) else rows(found)

    return read


def listed(library, G, asked, **how):
    found = library.maximal_bicliques(G, **asked, **how)
    made = members(found)
    n = [(str(len(left)), str(len(right))) for left, right in made]
    assert rows(found.sizes, "n_left", "n_right") == n
    frame = host(found.to_frame())
    assert frame["biclique"].tolist() == list(range(len(found)))
    assert made == list(
        zip(*(map(texts, frame[side]) for side in ("left", "right")), strict=True)
    )
    return made


def searched(call):
    """What `call` makes of the bicliques of some sizes."""

    def read(library, G, asked, **how):
        options = {
            key: asked[key] for key in asked if key not in call.__code__.co_varnames
        }
        found = library.maximal_bicliques(G, **options, **how)
        mine = {key: asked[key] for key in asked if key not in options}
        return call(found, **mine)

    return read


def scored(found, by, weight=None):
    scores = host(found.scores(by, weight=weight))
    assert scores.index.tolist() == list(range(len(found)))
    return list(zip(members(found), map(repr, scores.tolist()), strict=True))


def best(found, n, by, weight=None):
    chosen = found.nlargest(n, by, weight=weight)
    return list(zip(members(chosen), map(repr, host(chosen.scores(by, weight=weight))),
                    strict=True))  # fmt: skip


def vertices(found, side, by):
    return rows(found.vertices(side, by), "vertex", "n_bicliques", "score")


def rated(found, draws, seed, null, by):
    answer = host(found.p_values(by, draws=draws, seed=seed, null=null))
    return list(
        zip(members(found), rows(answer, "score", "p_value", "fdr"), strict=True)
    )


def asked_of_groups(case):
    return {
        "k": case.draw.randint(1, 5),
        "min_left": case.draw.randint(2, 3),
        "min_right": case.draw.randint(2, 3),
        "density": case.draw.choice([0.7, 0.9]),
        "overlap": case.draw.choice([0.5, 1]),
    } | ({"containing": case.containing()} if case.draw.random() < 0.4 else {})


def written_groups(library, G, asked, tmp_path, **how):
    folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
    n = library.write_groups(G, folder, **asked, **how)
    frame = pd.read_parquet(folder)
    assert cb.verify_data_set(folder) == len(frame) == n
    return list(zip(map(texts, frame["left"]), map(texts, frame["right"]), strict=True))


def written(name):
    def read(library, G, asked, tmp_path, **how):
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        n = getattr(library, name)(G, folder, **asked, **how)
        assert cb.verify_data_set(folder) == n
        frame = pd.read_parquet(folder)
        assert len(frame) == n
        columns = [column for column in frame if column not in ("biclique", "clique")]
        return list(
            zip(*(map(texts, frame[column]) for column in columns), strict=True)
        )

    return read


def largest(library, G, asked, **how):
    found = library.largest_bicliques(G, **asked, **how)
    return members_of_groups(found) if asked["missing"] else members(found)


def streamed(library, G, asked, **how):
    batches = list(library.iter_bicliques(G, **asked, **how))
    return [row for batch in batches for row in [("batch",), *rows(batch)]]


def compared(library, G, asked, **how):
    return rows(library.significance(G, **asked, **how).sizes)


def estimated(library, G, asked, **how):
    how.pop("engine", None)
    return [repr(library.estimate_maximal_bicliques(G, **asked, **how))]


def rings(library, G, asked, **how):
    return members_of_groups(library.groups(G, **asked, **how))


def members_of_groups(found):
    frames = found.summary, found.left, found.right, found.missing
    return [("frame", *row) for frame in frames for row in rows(frame)]


def itemsets(library, G, asked, **how):
    if library is cb:
        how = NAMES | how
    found = library.closed_itemsets(G, **asked, **how)
    sets = map(texts, found["itemsets"])
    return list(zip(map(repr, found["support"]), sets, strict=True))


def cliques(library, G, asked, **how):
    found = library.maximal_cliques(G, **asked, **how)
    made = grouped(found.members, len(found), "clique")
    assert rows(found.sizes, "size") == [(str(len(each)),) for each in made]
    assert list(map(texts, host(found.to_frame())["vertices"])) == made
    return made


def weighted(case):
    """Amounts of the edges, sometimes."""
    if case.draw.random() < 0.5:
        return {}
    amounts = [case.draw.randint(1, 9) for _ in range(len(case.frame))]
    return {"weight": case.frame.assign(amount=amounts)}


def by(case):
    return {"by": case.draw.choice(sorted(SCORES))}


def side(case):
    return {"side": case.draw.choice(["left", "right"])}


def projected_on(case):
    scores = {
        "by": case.draw.choice(["count", "jaccard", "overlap", "cosine"]),
        "validated": case.draw.choice([None, None, "bicm", "hypergeometric"]),
        "alpha": case.draw.choice([0.05, 1.0]),
    }
    return side(case) | {"least_common": case.draw.randint(1, 3)} | scores


def of_size(case):
    return {"min_size": case.draw.randint(1, 4)}


CALLS = {
    "maximal_bicliques": Call(Case.some, listed),
    "maximal_biclique_count": Call(Case.some, counted("maximal_biclique_count")),
    "maximal_biclique_sizes": Call(
        Case.some, counted("maximal_biclique_sizes"), order="always"
    ),
    "write_maximal_bicliques": Call(Case.some, written("write_maximal_bicliques")),
    "scores": Call(lambda case: case.some() | by(case), searched(scored)),
    "nlargest": Call(
        lambda case: case.some() | by(case) | {"n": case.draw.randint(0, 9)},
        searched(best),
        order="always",
        needs_order=True,
    ),
    "vertices": Call(
        lambda case: case.some() | by(case) | side(case),
        searched(vertices),
        order="always",
        needs_order=True,
    ),
    "p_values": Call(
        lambda case: case.least() | case.random_graphs() | by(case),
        searched(rated),
        cut=False,
        needs_order=True,
    ),
    "weights": Call(
        lambda case: case.least() | {"by": "share", "n": 5} | weighted(case),
        searched(best),
        order="always",
        cut=False,
        needs_order=True,
    ),
    "largest_bicliques": Call(
        lambda case: (
            case.near_complete()
            | ({"containing": case.containing()} if case.draw.random() < 0.4 else {})
            | {
                "k": case.draw.randint(1, 9),
                "by": case.draw.choice(["edges", "balanced", "left", "right"]),
                "time_limit": case.draw.choice([None, 1e6]),
            }
        ),
        largest,
        order="always",
        cut=False,
        needs_order=True,
    ),
    "biclique_count": Call(lambda case: case.p_q("p", "q"), counted("biclique_count")),
    "biclique_counts": Call(
        lambda case: case.p_q("max_p", "max_q"), counted("biclique_counts"), "always"
    ),
    "biclique_count_by_vertex": Call(
        lambda case: case.p_q("p", "q") | side(case),
        counted("biclique_count_by_vertex"),
        order="whole",
    ),
    "biclique_count_by_edge": Call(
        lambda case: case.p_q("p", "q"), counted("biclique_count_by_edge"), "whole"
    ),
    "project": Call(projected_on, counted("project"), "whole", needs_order=True),
    "core": Call(lambda case: case.p_q("alpha", "beta"), counted("core"), "whole"),
    "iter_bicliques": Call(
        lambda case: case.p_q("p", "q") | {"batch_size": case.draw.choice([99, 10**4])},
        streamed,
        order="always",
        cut=False,
        needs_order=True,
    ),
    "significance": Call(
        lambda case: case.least() | case.random_graphs(),
        compared,
        order="always",
        cut=False,
        needs_order=True,
    ),
    "estimate_maximal_bicliques": Call(
        Case.least, estimated, cut=False, needs_order=True
    ),
    "groups": Call(
        asked_of_groups,
        rings,
        order="always",
        cut=False,
        needs_order=True,
    ),
    "closed_itemsets": Call(
        lambda case: {
            "min_support": case.draw.choice([0.2, 0.5, 1.0]),
            "max_len": case.draw.choice([None, 2]),
            "nulls": case.draw.choice(["raise", "drop"]),
        },
        itemsets,
        order="always",
        needs_order=True,
    ),
    "maximal_cliques": Call(of_size, cliques, is_of_cliques=True),
    "maximal_clique_count": Call(
        of_size, counted("maximal_clique_count"), is_of_cliques=True
    ),
    "maximal_clique_sizes": Call(
        of_size, counted("maximal_clique_sizes"), "always", is_of_cliques=True
    ),
    "write_groups": Call(
        asked_of_groups,
        written_groups,
        order="always",
        cut=False,
        needs_order=True,
    ),
    "write_maximal_cliques": Call(
        of_size, written("write_maximal_cliques"), is_of_cliques=True
    ),
}
OF_RESULTS = {"scores", "nlargest", "vertices", "p_values", "weights"}
WAYS = ["whole", "kept", "cut"]


# Both ways


class Refusal(NamedTuple):
    """The error of a call."""

    kind: str
    message: str


def outcome(read, *arguments, **options):
    """The answer of a call, or its error."""
    try:
        return read(*arguments, **options)
    except over_dask.PartitionError as error:
        return Refusal(*re.search(r" failed in \w+: (\w+): (.*)", str(error)).groups())
    except (TypeError, ValueError) as error:
        return Refusal(type(error).__name__, str(error))


REFUSED = "null|not in G|Parquet"  # for a reason


def check(name, way, case, machines, folder):
    """Compare the answer over Dask with that of one machine."""
    call = CALLS[name]
    asked, local, over = call.options(case), {"engine": "cpu"}, {}
    if name == "estimate_maximal_bicliques":
        local = {}
    if name.startswith("write_"):
        local["tmp_path"] = over["tmp_path"] = folder
    expected = outcome(call.read, cb, case.frame, asked, **local)
    if isinstance(expected, Refusal):
        assert re.search(REFUSED, expected.message), expected
    G, is_cut = machines.frame(case.frame, case.draw.randint(1, 4)), False
    function = "maximal_bicliques" if name in OF_RESULTS else name
    takes = inspect.signature(getattr(over_dask, function)).parameters
    if way == "cut" and "partitions" in takes:
        over["partitions"], is_cut = case.draw.randint(1, 5), True
    elif way != "whole":
        if case.frame.isna().any(axis=None):
            return  # which a graph cannot have
        budget = "1kB" if way == "cut" else None
        G = over_dask.bipartite_graph(G, memory_budget=budget)
        is_cut = not G.is_on_every_worker
        assert is_cut == (way == "cut") or len(case.frame) < 20  # edges, which fit
    needs_whole = not call.cut and (name != "weights" or "weight" in asked)
    if is_cut and needs_whole:
        why = "needs the whole graph"
        if isinstance(expected, Refusal):  # which may come first
            why += f"|{REFUSED}"
        with pytest.raises((cb.MemoryBudgetError, TypeError, ValueError), match=why):
            call.read(over_dask, G, asked, **over)
        return
    found = outcome(call.read, over_dask, G, asked, **over)
    if isinstance(expected, Refusal) and isinstance(found, list):
        # A worker only refuses labels that a requested biclique may have.
        assert name.startswith("write_"), (name, found, expected)
        listed = getattr(cb, name.removeprefix("write_"))
        assert len(found) == len(listed(case.frame, engine="cpu", **asked))
        return
    if isinstance(expected, Refusal):
        assert found.kind == expected.kind, (found, expected)
        assert re.search(REFUSED, found.message), (found, expected)
        return
    assert not isinstance(found, Refusal), (found, asked)
    if (
        call.order == "never"
        or (call.order == "whole" and is_cut)
        or not case.has_order
    ):
        found, expected = sorted(found), sorted(expected)
    assert found == expected, (name, way, asked, found, expected)


# Labels


LABELS = [*graphs.LABELS, "category"]


def labelled(edges, left, right):
    """A frame of edges with labels of some kinds."""
    frame = graphs.as_frame(edges)
    if not len(frame):
        return frame
    for column, kind in zip(frame, (left, right), strict=True):
        label = graphs.LABELS["str" if kind == "category" else kind]
        made = graphs._column([(label(int(each)),) for each in frame[column]], 0)
        frame[column] = made.astype("category") if kind == "category" else made
    return frame


def has_place(call, kinds, machines):
    """Whether labels of some kinds can be compared."""
    if call is CALLS["closed_itemsets"] and kinds[1] == "tuple":
        return False  # on one machine, a column of tuples may have a basket in each row
    return all(map(machines.holds, kinds)) and not (
        call.needs_order and "mixed" in kinds
    )
