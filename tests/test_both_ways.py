# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every call that is there for one machine and over Dask gives the same answer both
ways: with the whole graph on each worker, with a graph that the workers keep, and with
a graph in partitions. On two processes of cores, or with `-m mg` on GPUs.

Modules: `dask/`.
"""

import inspect
import os
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
from cugraph_biclique.data import southern_women
from cugraph_biclique.results.scores import SCORES

dd = pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import dask  # noqa: E402 (where there is Dask)

import cugraph_biclique.dask as over_dask  # noqa: E402

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="starts processes"),
]


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


@pytest.fixture(
    scope="module", params=["cores", pytest.param("gpus", marks=pytest.mark.mg)]
)
def machines(request):
    if request.param == "gpus":
        dask_cuda = pytest.importorskip("dask_cuda")
        started = dask_cuda.LocalCUDACluster(dashboard_address=None)
    else:
        started = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        )
    with started as cluster, distributed.Client(cluster) as client:
        yield {"cores": Cores, "gpus": Gpus}[request.param](client)


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
    return tuple(sorted(repr(getattr(label, "item", lambda label=label: label)())
                        for label in labels))  # fmt: skip


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
        for name in ("max_left", "max_right"):
            if self.draw.random() < 0.3:
                chosen[name] = self.draw.randint(1, 9)
        if self.draw.random() < 0.4:
            chosen["containing"] = self.containing()
        return chosen

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
    return members(library.largest_bicliques(G, **asked, **how))


def streamed(library, G, asked, **how):
    batches = list(library.iter_bicliques(G, **asked, **how))
    return [row for batch in batches for row in [("batch",), *rows(batch)]]


def compared(library, G, asked, **how):
    return rows(library.significance(G, **asked, **how).sizes)


def estimated(library, G, asked, **how):
    how.pop("engine", None)
    return [repr(library.estimate_maximal_bicliques(G, **asked, **how))]


def rings(library, G, asked, **how):
    found = library.groups(G, **asked, **how)
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
            case.least()
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
    "core": Call(lambda case: case.p_q("alpha", "beta"), counted("core"), "whole"),
    "iter_bicliques": Call(
        lambda case: case.p_q("p", "q") | {"batch_size": case.draw.choice([7, 10**4])},
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
        lambda case: (
            {
                "k": case.draw.randint(1, 5),
                "min_left": case.draw.randint(2, 3),
                "min_right": case.draw.randint(2, 3),
                "density": case.draw.choice([0.7, 0.9]),
                "overlap": case.draw.choice([0.5, 1]),
            }
            | ({"containing": case.containing()} if case.draw.random() < 0.4 else {})
        ),
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
    "write_maximal_cliques": Call(
        of_size, written("write_maximal_cliques"), is_of_cliques=True
    ),
}
OF_RESULTS = {"scores", "nlargest", "vertices", "p_values", "weights"}
WAYS = ["whole", "kept", "cut"]


# Both ways


def outcome(read, *arguments, **options):
    """The answer of a call, or the type of its error."""
    try:
        return read(*arguments, **options)
    except over_dask.PartitionError as error:
        return re.search(r" failed in \w+: (\w+):", str(error)).group(1)
    except (TypeError, ValueError) as error:
        return type(error).__name__


def check(name, way, case, machines, tmp_path):
    """Compare the answer over Dask with that of one machine."""
    call = CALLS[name]
    asked = call.options(case)
    paths = {"tmp_path": tmp_path} if name.startswith("write_") else {}
    local = {} if name == "estimate_maximal_bicliques" else {"engine": "cpu"}
    expected = outcome(call.read, cb, case.frame, asked, **paths, **local)
    ddf = machines.frame(case.frame, case.draw.randint(1, 4))
    takes = inspect.signature(
        over_dask.maximal_bicliques if name in OF_RESULTS else getattr(over_dask, name)
    ).parameters
    may_fail = (cb.MemoryBudgetError, ValueError)
    if way == "cut" and "partitions" in takes:
        paths["partitions"] = case.draw.randint(1, 5)
        is_cut = True
    elif way != "whole":
        least = "1kB" if way == "cut" else None
        made = outcome(over_dask.bipartite_graph, ddf, memory_budget=least)
        if isinstance(made, str):
            assert made == expected or asked.get("nulls") == "drop"
            return
        ddf, is_cut = made, not made.is_on_every_worker
        assert is_cut or way == "kept" or len(case.frame) < 20
    else:
        is_cut = False
    refused = not call.cut and ("weight" in asked or name != "weights")
    if is_cut and refused and not isinstance(expected, str):
        with pytest.raises(may_fail, match="needs the whole graph"):
            call.read(over_dask, ddf, asked, **paths)
        return
    found = outcome(call.read, over_dask, ddf, asked, **paths)
    has_order = call.order == "always" or (call.order == "whole" and not is_cut)
    if not (has_order and case.has_order):
        found, expected = (
            each if isinstance(each, str) else sorted(each)
            for each in (found, expected)
        )
    assert found == expected, (name, way, asked)


# Graphs


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


KINDS = {
    "dense": ("int", "str"),
    "twins": ("float", "category"),
    "repeated": ("mixed", "tuple"),
    "wide": ("timestamp", "unicode"),
    "star": ("huge", "bytes"),
    "matching": ("date", "negative"),
    "crown": ("category", "int"),
}
EDGES = {
    "dense": graphs.random_graph(30, 24, 0.35, seed=20),
    "twins": graphs.IRREGULAR["twins"],
    "repeated": graphs.IRREGULAR["repeated-edges"],
    "wide": graphs.wide(80, n_left=7),
    "star": graphs.star(9),
    "matching": graphs.matching(6),
    "crown": graphs.crown(5),
}
GRAPHS = ["women", "empty", "nulls", *EDGES]
OF_CLIQUES = ["int", "str", "mixed", "empty", "tuple", "women", "category"]


@cache
def graph_of(name):
    """A graph, and the kinds of its labels."""
    if name == "women":
        frame = southern_women().set_axis(list(NAMES.values()), axis=1)
        return frame, ("str", "str")
    if name == "empty":
        return graphs.as_frame([]), ("int", "int")
    if name == "nulls":
        frame = graph_of("women")[0].copy()
        frame.iloc[3, 0] = frame.iloc[7, 1] = None
        return frame, ("str", "str")
    if name in EDGES:
        return labelled(EDGES[name], *KINDS[name]), KINDS[name]
    return labelled(EDGES["dense"], name, name), (name, name)


WAYS_OF_CALLS = [
    (name, way)
    for name, call in CALLS.items()
    for way in WAYS
    if not (call.is_of_cliques and way == "kept")  # which is bipartite
]
every_way = pytest.mark.parametrize(("name", "way"), WAYS_OF_CALLS)
N_GRAPHS = 2  # of each call and way


def has_place(call, kinds, machines):
    """Whether labels of some kinds can be compared."""
    return all(map(machines.holds, kinds)) and not (
        call.needs_order and "mixed" in kinds
    )


@every_way
def test_the_answer_is_that_of_one_machine(name, way, machines, tmp_path):
    call = CALLS[name]
    some = OF_CLIQUES if call.is_of_cliques else GRAPHS
    some = [each for each in some if has_place(call, graph_of(each)[1], machines)]
    first = N_GRAPHS * WAYS_OF_CALLS.index((name, way))  # all graphs in turn
    for i in range(first, first + N_GRAPHS):
        frame, kinds = graph_of(some[i % len(some)])
        draw = random.Random(f"{name} {way} {i}")
        check(name, way, Case(frame, draw, "mixed" not in kinds), machines, tmp_path)


@pytest.mark.slow
@every_way
@settings(
    max_examples=int(os.environ.get("CUGRAPH_BICLIQUE_BOTH_WAYS", "8")),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    edges=graphs.bipartite_edges(max_width=40),
    left=st.sampled_from(sorted([*graphs.LABELS, "category"])),
    right=st.sampled_from(sorted([*graphs.LABELS, "category"])),
    seed=st.integers(0, 1 << 20),
)
def test_random_graphs(name, way, machines, tmp_path, edges, left, right, seed):
    call = CALLS[name]
    if call.is_of_cliques:
        right = left
    if has_place(call, (left, right), machines):
        frame, draw = labelled(edges, left, right), random.Random(seed)
        case = Case(frame, draw, "mixed" not in (left, right))
        check(name, way, case, machines, tmp_path)


# What is compared


def test_every_call_over_dask_is_compared():
    public = {
        name
        for name in over_dask.__all__
        if inspect.isfunction(getattr(over_dask, name))
    }
    assert public - {"bipartite_graph"} == CALLS.keys() - OF_RESULTS


PLUMBING = {"ddf", "path", "left", "right", "engine", "memory_budget", "partitions",
            "progress", "client"}  # fmt: skip


@pytest.mark.parametrize("name", sorted(CALLS.keys() - OF_RESULTS))
def test_every_option_is_drawn(name):
    frame, _ = graph_of("women")
    asked = [CALLS[name].options(Case(frame, random.Random(i))) for i in range(40)]
    drawn = set().union(*asked)
    assert (
        drawn
        == inspect.signature(getattr(over_dask, name)).parameters.keys() - PLUMBING
    )


def test_every_answer_of_a_result_is_compared():
    public = {name for name in dir(over_dask.DaskBicliques) if not name.startswith("_")}
    frames = {"left", "right", "sizes", "to_frame"}  # of `listed`
    assert public - frames - {"kind"} == OF_RESULTS - {"weights"}
