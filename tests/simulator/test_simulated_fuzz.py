# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The fuzzer's graphs, relations and limits on the GPU engine, in the simulator."""

import numpy as np
import pytest

from fuzz import cases, limits, options
from fuzz.graph import Graph

pytestmark = pytest.mark.simulator

EDGES = 60  # of a graph: the simulator takes milliseconds for each
RELATIONS = ["count", "members", "sizes", "by_definition", "counted", "counted_all"]


def small_case(number):
    """A part of a graph, and a relation that takes few calls."""
    graph, rng = cases.graph_number(2, number)
    matrix = graph.matrix
    while matrix.sum() > EDGES:
        matrix = matrix[::2, : -(-matrix.shape[1] * 3 // 4)]
    graph = Graph(matrix, graph.made)
    while True:
        relation, o = options.draw(rng, graph, "gpu")
        if relation in RELATIONS:
            return cases.Case(graph, relation, o)


@pytest.mark.parametrize("number", range(12))
def test_cases_of_the_fuzzer(number):
    case = small_case(number)
    assert not case.error(), case.options


@pytest.mark.parametrize("name", limits.GPU | limits.SIMULATED)
def test_each_limit_is_there_and_changes_no_answer(name):
    values, _ = (limits.GPU | limits.SIMULATED)[name]
    graph = Graph(np.random.default_rng(1).random((9, 8)) < 0.6)
    for value in (values[0], values[-1]):
        o = {"engine": "gpu", "salt": 1, "limits": {name: value}, "p": 3, "q": 3}
        for relation in ("count", "counted"):
            assert not cases.Case(graph, relation, o).error()
        # These counts need the sizes of R, as lists do.
        sized = o | {"min_left": 2, "min_right": 3}
        assert not cases.Case(graph, "count", sized).error()
