# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The memory plans of a device never promise more than the budget.

Modules: `device/plan.py`.
"""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique
from cugraph_biclique.device import plan

LARGEST = 140 * 10**9
BUDGETS = [
    *range(400),
    *(10**power + step for power in range(3, 12) for step in (-1, 0, 1)),
    *(1 << power for power in range(10, 41)),
    LARGEST,
]
SEARCHES = {
    "emits": plan.emitting_search,
    "counts-narrow": lambda budget: plan.counting_search(budget, wide=False),
    "counts-wide": lambda budget: plan.counting_search(budget, wide=True),
}


def check_search(made, budget):
    # Written out: the sums of the plan itself might forget a field.
    always = made.sweeps + made.pool + made.output
    wide = made.matrices + made.levels + made.children + made.members
    assert always + wide + made.universes <= budget
    lists = made.universes + made.copied_universes
    assert always + made.sorting + lists <= budget
    assert made.while_searching == always + wide + made.universes
    assert made.while_sorting == always + made.sorting + lists
    assert min(made) >= 0


@pytest.mark.parametrize("name", SEARCHES)
def test_a_search_fits_every_budget(name):
    for budget in BUDGETS:
        check_search(SEARCHES[name](budget), budget)


@pytest.mark.parametrize("name", SEARCHES)
@given(st.integers(1, LARGEST))
def test_a_search_fits_any_budget(name, budget):
    check_search(SEARCHES[name](budget), budget)


@pytest.mark.parametrize("name", SEARCHES)
def test_next_to_nothing_of_a_budget_is_left_over(name):
    made = SEARCHES[name](LARGEST)
    if name == "counts-narrow":  # its lists of roots have no share of their own
        assert made.while_searching >= 0.6 * LARGEST
    else:
        assert made.while_searching >= 0.95 * LARGEST


def test_records_that_fill_the_output_can_be_sorted():
    for budget in BUDGETS:
        made = plan.emitting_search(budget)
        records = made.output // plan.RECORD_BYTES
        assert records * plan.SORTED_BYTES <= made.sorting
        assert made.copied_universes >= made.universes


def test_lists_of_children_fit_when_they_become_those_of_nodes():
    for search in SEARCHES.values():
        made = search(LARGEST)
        emits = made.output > 0
        lists = made.members // (2 if emits else 1)  # `members` without `kept`
        assert lists <= made.levels


@pytest.mark.parametrize("emit", [False, True])
def test_a_search_for_cliques_fits_every_budget(emit):
    for budget in BUDGETS:
        made = plan.clique_search(budget, emit)
        # Written out: the sums of the plan itself might forget a field.
        always = made.levels + made.output + made.universes
        searching = always + made.rows + made.copies + made.matrices + made.wide
        sorting = always + made.sorting + made.copied_universes
        assert made.while_searching == searching <= budget
        assert made.while_sorting == sorting <= budget
        records = made.output // plan.RECORD_BYTES
        assert records * plan.SORTED_BYTES <= made.sorting
        assert made.copied_universes >= made.universes
        assert min(made) >= 0
    assert made.while_searching >= 0.95 * budget


def test_a_count_fits_every_budget():
    for budget in BUDGETS:
        made = plan.biclique_count(budget)
        assert sum(made) <= budget - budget // 2


def test_a_graph_and_what_works_on_it_fit_every_budget():
    for budget in BUDGETS:
        whole, sample = plan.preparation(budget), plan.sampling(budget)
        assert whole + sample <= budget
        assert whole + plan.matrices_of_edges(budget) <= budget
        graph = plan.piece(budget)
        for search in SEARCHES.values():
            left = search(budget - graph)
            assert graph + max(left.while_searching, left.while_sorting) <= budget


def test_the_minima_are_small():
    """They come on top of any budget, so no one notices them but with a tiny one."""
    assert plan.LEAST_ROWS * plan.ROW_BYTES < 64 << 10
    assert plan.LEAST_WORDS * plan.WORD_BYTES < 64 << 10
    for made in (plan.emitting_search(1), plan.counting_search(1, wide=True)):
        assert set(made) == {0}
    assert set(plan.biclique_count(1)) == {0}


def paths(folder):
    """The modules of a folder, of which there are some."""
    found = sorted(folder.glob("*.py"))
    assert found
    return found


def test_no_other_module_of_a_device_divides_a_budget():
    package = Path(cugraph_biclique.__file__).parent
    folders = (
        "search/gpu", "counting/gpu", "device", "preparation/gpu", "partition",
        "backends", "cliques/gpu",
    )  # fmt: skip
    found = [
        f"{path.name}: {line.strip()}"
        for folder in folders
        for path in paths(package / folder)
        if path.name not in ("plan.py", "cpu.py")
        for line in path.read_text().splitlines()
        if re.search(r"(budget|free_memory\(\)|plan\.\w+) *(//|/|\*) *\d", line)
    ]
    assert found == []
