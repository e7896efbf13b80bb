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
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import graphs
from cuda_clusters import cuda_cluster
from cugraph_biclique.data import southern_women

pytest.importorskip("dask.dataframe")
distributed = pytest.importorskip("distributed")

import cugraph_biclique.dask as over_dask  # noqa: E402 (where there is Dask)
from both_ways import (  # noqa: E402
    CALLS,
    LABELS,
    NAMES,
    OF_RESULTS,
    WAYS,
    Case,
    Cores,
    Gpus,
    check,
    has_place,
    labelled,
)

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # those of Dask are not ours to mend
    pytest.mark.skipif(os.name == "nt", reason="starts processes"),
]


@pytest.fixture(
    scope="module", params=["cores", pytest.param("gpus", marks=pytest.mark.mg)]
)
def machines(request):
    if request.param == "gpus":
        started = cuda_cluster()
    else:
        started = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0"
        )
    with started as cluster, distributed.Client(cluster) as client:
        yield {"cores": Cores, "gpus": Gpus}[request.param](client)


# Graphs

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
N_GRAPHS = 1  # of each call and way


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


# Of each call and way: a call over Dask takes as long as several on one machine.
EXAMPLES = max(1, settings.default.max_examples // 8)


@pytest.mark.slow
@every_way
@settings(
    max_examples=int(os.environ.get("CUGRAPH_BICLIQUE_BOTH_WAYS", EXAMPLES)),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    edges=graphs.bipartite_edges(max_width=40),
    left=st.sampled_from(LABELS),
    right=st.sampled_from(LABELS),
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
