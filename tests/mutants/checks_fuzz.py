# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What kills mutants that known answers do not: cases of the fuzzer (tests/fuzz)."""

import answers
import pytest

from fuzz import cases, options
from fuzz.counts import COUNTS

SEARCHES = {"members", "count", "sizes", "by_definition", "transposed",
            "one_step_at_a_time", "batches", "filtered"}  # fmt: skip
RESULTS = {"members", "sizes", "in_order", "largest", "table_of_members", "batches"}
PARTITIONS = {"partitions", "in_pieces", "counted_in_partitions"}
COUNTED = set(COUNTS) - {"closed_form", "counted_by_engines"}
CASES = 5  # of a graph, in each test


def check(relations, number):
    """A few cases of a graph with one of these relations."""
    graph, rng = answers.fuzzed(number)
    done = 0
    while done < CASES:
        relation, drawn = options.draw(rng, graph, "cpu")
        if relation in relations:
            done += 1
            error = cases.Case(graph, relation, drawn).error()
            assert not error, error


@pytest.mark.parametrize("number", range(answers.FUZZED))
def test_searches(number):
    check(SEARCHES, number)


@pytest.mark.parametrize("number", range(answers.FUZZED))
def test_counts(number):
    check(COUNTED, number)


@pytest.mark.parametrize("number", range(answers.FUZZED))
def test_results(number):
    check(RESULTS, number)


@pytest.mark.parametrize("number", range(answers.FUZZED))
def test_partitions(number):
    check(PARTITIONS, number)
