# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What is mutated, and which tests have to notice.

An area takes whole folders of the package, so that a new module is in it. The GPU side
of all stages is one area. `tests/test_mutants.py` fails if a module with kernels is in
no area.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).resolve().parents[2] / "cugraph_biclique"


class Area(NamedTuple):
    """Source files, below the package, and the tests that have to notice mutants."""

    files: list[str]
    tests: list[str]  # relative to this folder
    barriers: bool | None = None  # only barriers, none of them, or no matter
    simulated: bool = False
    seconds: float = 10.0  # of tests for each mutant, as the unchanged package takes


def kernels_of(file: str) -> str | None:
    """The processor ("cpu" or "gpu") that the kernels of a module are for, if any."""
    source = (PACKAGE / file).read_text(encoding="utf-8")
    if not re.search(r"^@(compiled|device|inlined|intrinsic|kernel)\b", source, re.M):
        return None
    on_gpu = file == "device/simt.py" or "cugraph_biclique.device.simt" in source
    return "gpu" if on_gpu else "cpu"


def needs_a_gpu(file: str) -> bool:
    """Whether a module is for the GPU engine: kernels, or what calls them."""
    words = re.split(r"[/_.]", file)
    return kernels_of(file) == "gpu" or not {"gpu", "cudf", "cupy"}.isdisjoint(words)


MODULES = sorted(path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*.py"))
GPU_FILES = [  # kernels, and what launches them
    file
    for file in MODULES
    if kernels_of(file) == "gpu" or re.search(r"(?<!^backends)/gpu[/.]", file)
]


def on_cores(*places: str) -> list[str]:
    """The modules of these folders that run on CPU cores, or modules by their names."""
    found: list[str] = []
    for place in places:
        inside = [
            file
            for file in MODULES
            if file.startswith(f"{place}/") and not needs_a_gpu(file)
        ]
        found += inside or [f"{place}.py"]
    return found


SIMULATOR = ["../simulator"]

AREAS = {
    "search-cpu": Area(
        on_cores(
            "search", "largest", "grouping", "host/bits", "host/jobs", "host/interrupts"
        ),
        ["checks_search.py", "checks_fuzz.py::test_searches", "../test_bit_columns.py",
         "../test_truth_tables.py", "../test_excluded_rows.py",
         "../test_enumeration.py::test_the_search_visits_as_many_nodes_as_it_did",
         "../test_largest.py", "../test_balanced.py", "../test_groups.py",
         "../test_defective.py"],
        seconds=20.0,
    ),
    "counting-cpu": Area(
        on_cores("counting", "calls/counting"),
        ["checks_counting.py", "checks_fuzz.py::test_counts"],
    ),
    "local-counting-cpu": Area(
        on_cores("local_counting", "calls/local_counting"),
        ["../test_local_counting.py", "checks_fuzz.py::test_counts"],
    ),
    "peeling-cpu": Area(
        on_cores("peeling", "calls/peeling"),
        ["../test_peeling.py", "checks_fuzz.py::test_counts"],
    ),
    "cliques-cpu": Area(
        on_cores("cliques"),
        ["../test_cliques.py", "../test_clique_partitions.py"],
    ),
    "listing-cpu": Area(
        on_cores("listing", "randomization", "calls/projection"),
        ["../test_subgraphs.py", "../test_significance.py", "../test_projection.py"],
    ),
    "partition": Area(
        on_cores("partition", "dask/partitions"),
        ["../test_partition.py", "../test_packing.py", "../test_out_of_core.py",
         "../test_sub_partitions.py", "checks_fuzz.py::test_partitions"],
    ),
    "graph": Area(
        on_cores("graph", "inputs/two_colouring"),
        ["../test_graph.py", "../test_csr.py", "../test_inputs.py",
         "../test_integer_columns.py",
         "../test_partition.py"],
    ),
    "results-cpu": Area(
        on_cores("results", "contract/records"),
        ["checks_results.py", "checks_fuzz.py::test_results", "../test_answers.py",
         "../test_families.py", "../test_missing.py", "../test_weights.py",
         "../test_notebook_tables.py", "../test_covers.py", "../test_cover.py",
         "../test_rules.py"],
    ),
    "preparing-cpu": Area(
        on_cores("preparation"),
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
        "FEW_EXCLUDED": "from how many rows on contained ones are dropped",
    },
    "search/cpu/rows.py": {
        "BLOCK": "after how many rows a test may end",
        "TABLE_ROWS": "from how many rows on a table is used",
        "FEW_ROWS": "up to how many children no level is opened",
    },
    "search/cpu/state.py": {
        "OUTPUT_RECORDS": "how often the output is taken away",
        "OUTPUT_MEMBERS": "how often the output is taken away",
        "STRATA": "how many of the largest rows others are compared with",
        "MOST_LISTED": "up to how many members a table of wide nodes is used",
    },
    "search/cpu/worker.py": {"STEPS": "how often a worker looks at the board"},
    "host/jobs.py": {"JOBS_PER_THREAD": "how the work is cut"},
    "preparation/jobs.py": {"MOST_PARTS": "how the work is cut"},
    "counting/binomials.py": {"MANY_SUMS": "from when on sums are not made by NumPy"},
    "counting/cpu/__init__.py": {
        "LANES": "padding for vectors of the processor",
        "STEPS": "how often a worker looks at the board",
    },
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
    "graph/csr.py": {"WORTH_THREADS": "from when on threads share the work"},
    "results/cpu/members.py": {
        "RECORDS_PER_JOB": "how threads share the work",
    },
    "results/cpu/classes.py": {"SHARED": "which of two ways is used"},
    "randomization/bicm.py": {
        "TOLERANCE": "when an iteration ends",
        "MOST_STEPS": "when an iteration ends",
    },
    "results/cpu/linking.py": {
        "STEPS": "how often Python handles signals",
        "MIX": "which bit stands for a vertex",
        "HIGH": "which bit stands for a vertex",
        "SHIFT": "which place of a table is used",
        "BITS_EACH": "how many bits a signature has",
        "MOST_WORDS": "how many bits a signature has",
        "PLACES": "how many bicliques a table has",
        "MANY": "which of two ways is used",
        "UNITE": "how often groups are united",
    },
    "results/cpu/covers.py": {
        "STEPS": "how often Python handles signals",
        "ROOM": "how many pairs are listed at a time",
    },
    "results/cpu/inclusion.py": {
        "STEPS": "how often Python handles signals",
        "ROOM": "how many pairs there is room for at first",
    },
    "results/cpu/added.py": {"STEPS": "how often Python handles signals"},
    "results/cpu/distinct.py": {"MIX": "which slot of a hash table is tried first"},
    "results/cpu/coverage.py": {
        "STEPS": "how often Python handles signals",
        "MANY": "which of two ways is used",
    },
    "results/cpu/hypergeometric.py": {"STEPS": "how often Python handles signals"},
    "results/cpu/rules.py": {"ROOM": "how many divisions are listed at a time"},
    "results/cpu/missing.py": {
        "KEYS_AT_ONCE": "how many keys are counted at a time",
        "BICLIQUES_PER_JOB": "how threads share the work",
        "SEARCH": "which of two ways is used",
    },
    "results/cpu/unions.py": {"STEPS": "how often Python handles signals"},
    "results/cpu/weighted.py": {"STEPS": "how often Python handles signals"},
    "results/absent_edges.py": {"LEAST_WAITING": "how many keys are added at a time"},
    "device/simt.py": {
        "THREADS": "the size of a block", "SMALL": "the size of a block",
        "LARGE": "the size of a block", "WARPS": "the size of a block",
        "MIX": "which slot of a hash table is tried first",
    },
}  # fmt: skip
