# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What is mutated, and which tests have to notice."""

from __future__ import annotations

from typing import NamedTuple


class Area(NamedTuple):
    """Source files, below the package, and the tests that have to notice mutants."""

    files: list[str]
    tests: list[str]  # relative to this folder
    barriers: bool | None = None  # only barriers, none of them, or no matter
    simulated: bool = False
    seconds: float = 10.0  # of tests for each mutant, as the unchanged package takes


GPU_FILES = [
    *(f"search/gpu/{name}.py" for name in (
        "families", "lane_tables", "large_roots", "levels", "matrices", "narrow",
        "narrow_expand", "narrow_maximality", "output", "roots", "small_levels",
        "sorting", "stars", "subtrees", "sweeps", "tables", "wide", "wide_counts",
        "wide_expand", "wide_groups", "wide_levels", "wide_lists", "wide_matrices",
        "wide_nodes", "wide_small", "wide_tables", "workspace")),
    *(f"counting/gpu/{name}.py" for name in (
        "expand", "full_rows", "roots", "rows")),
    *(f"device/{name}.py" for name in ("ranges", "simt", "stack")),
    *(f"results/gpu/{name}.py" for name in (
        "adjacency", "by_lane", "members", "missing", "sums", "universes")),
    "preparation/gpu/at_once.py",
    "preparation/gpu/reduction.py",
    "preparation/gpu/order.py",
    "preparation/gpu/anchoring.py",
]  # fmt: skip

SIMULATOR = ["../simulator"]

AREAS = {
    "search-cpu": Area(
        [
            *(f"search/cpu/{name}.py" for name in (
                "__init__", "columns", "frontier", "matrix", "merging", "rows", "stars",
                "state", "tables", "worker")),
            "bits.py", "tasks.py",
        ],
        ["checks_search.py", "checks_fuzz.py::test_searches", "../test_columns.py",
         "../test_tables.py",
         "../test_enumeration.py::test_the_search_visits_as_many_nodes_as_it_did"],
        seconds=20.0,
    ),
    "counting-cpu": Area(
        [
            "counting/__init__.py", "counting/binomials.py",
            *(f"counting/cpu/{name}.py" for name in (
                "__init__", "collapsed", "rows", "sizes", "state", "words",
                "worker")),
        ],
        ["checks_counting.py", "checks_fuzz.py::test_counts"],
    ),
    "partition": Area(
        [
            *(f"partition/{name}.py" for name in (
                "__init__", "packing", "pieces", "spreading")),
            "dask/partitions.py", "csr.py",
        ],
        ["../test_partition.py", "../test_packing.py", "../test_pieces.py",
         "../test_sub_partitions.py", "../test_csr.py",
         "checks_fuzz.py::test_partitions"],
    ),
    "results-cpu": Area(
        ["results/cpu/classes.py", "results/cpu/linking.py", "results/cpu/members.py",
         "results/cpu/missing.py", "results/cpu/sums.py", "results/cpu/unions.py",
         "results/absent_edges.py", "results/families.py", "results/missing.py",
         "results/scores.py", "results/vertices.py", "records.py"],
        ["checks_results.py", "checks_fuzz.py::test_results", "../test_answers.py",
         "../test_families.py", "../test_missing.py"],
    ),
    "preparing-cpu": Area(
        ["preparation/__init__.py", "preparation/cpu/reduction.py",
         "preparation/cpu/order.py", "preparation/cpu/anchoring.py"],
        ["checks_search.py::test_known_answers", "checks_search.py::test_least_sizes",
         "checks_fuzz.py::test_searches", "checks_fuzz.py::test_counts",
         "checks_fuzz.py::test_partitions", "../test_graph.py",
         "../test_anchoring.py"],
    ),
    "barriers": Area(
        GPU_FILES, SIMULATOR, barriers=True, simulated=True, seconds=60.0
    ),
    "kernels": Area(
        GPU_FILES, SIMULATOR, barriers=False, simulated=True, seconds=15.0
    ),
}  # fmt: skip

# Constants that only tune speed, and why another value gives the same answers.
TUNING = {
    "search/cpu/merging.py": {
        "HASH_MULTIPLIER": "which slot of a hash table is tried first",
        "HASH_SHIFT": "which slot of a hash table is tried first",
        "INSERTION_SORT": "which of two sorts is used",
        "CONDENSE": "from how many rows on repeated ones are dropped",
    },
    "search/cpu/rows.py": {
        "BLOCK": "after how many rows a test may end",
        "TABLE_ROWS": "from how many rows on a table is used",
        "FEW_ROWS": "up to how many children no level is opened",
        "FEW": "from how many subsets on the excluded rows become a table",
    },
    "search/cpu/state.py": {
        "OUTPUT_RECORDS": "how often the output is taken away",
        "OUTPUT_MEMBERS": "how often the output is taken away",
        "MOST_LISTED": "up to how many members a table of wide nodes is used",
    },
    "search/cpu/worker.py": {"STEPS": "how often a worker looks at the board"},
    "tasks.py": {
        "JOBS_PER_THREAD": "how the work is cut",
        "MOST_PARTS": "how the work is cut",
    },
    "counting/cpu/worker.py": {"STEPS": "how often a worker looks at the board"},
    "counting/binomials.py": {"MANY_SUMS": "from when on sums are not made by NumPy"},
    "counting/cpu/__init__.py": {"LANES": "padding for vectors of the processor"},
    "counting/cpu/collapsed.py": {
        "HASH_MULTIPLIER": "which slot of a hash table is tried first",
    },
    "counting/cpu/rows.py": {"TWINS_FROM": "from when on twins are looked for"},
    "partition/packing.py": {"RISE": "how often the heap is told of a gain"},
    "partition/pieces.py": {
        "MAKERS": "threads that make pieces",
        "MANY": "of which graphs packing looks at fewer edges",
        "ONE_OF": "how many edges packing looks at",
    },
    "dask/partitions.py": {
        "PARTITIONS_PER_THREAD": "how the work is cut",
        "MAX_SUB_PARTITIONS": "how the work is cut",
    },
    "csr.py": {"WORTH_THREADS": "from when on threads share the work"},
    "results/cpu/members.py": {
        "RECORDS_PER_JOB": "how threads share the work",
    },
    "results/cpu/classes.py": {"SHARED": "which of two ways is used"},
    "results/cpu/linking.py": {
        "STEPS": "how often Python handles signals",
        "MIX": "which bit stands for a vertex",
        "TOP": "which bit stands for a vertex",
        "MANY": "which of two ways is used",
        "UNITE": "how often groups are united",
    },
    "results/cpu/missing.py": {
        "KEYS_AT_ONCE": "how many keys are counted at a time",
        "BICLIQUES_PER_JOB": "how threads share the work",
        "SEARCH": "which of two ways is used",
    },
    "results/cpu/unions.py": {"STEPS": "how often Python handles signals"},
    "results/absent_edges.py": {"LEAST_WAITING": "how many keys are added at a time"},
    "device/simt.py": {
        "THREADS": "the size of a block", "SMALL": "the size of a block",
        "LARGE": "the size of a block", "WARPS": "the size of a block",
        "MIX": "which slot of a hash table is tried first",
    },
}  # fmt: skip
