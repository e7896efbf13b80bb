# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which files of figures are older than the code that they measure.

`MEASURES` names the modules and folders of each benchmark: those of the kernels and of
the algorithm. It leaves out arguments, the shell, messages, and host code that only
launches kernels, because a change there rarely changes a figure. A module counts as
changed if its code differs. Comments, docstrings, imports and the layout of lines do
not count. A module that was moved or renamed counts as changed.

`WAITING` lists the files that are too old, and the machine that each waits for.
"""

import ast
from collections.abc import Sequence
from functools import cache

from benchmarks.shared.provenance import git

PACKAGE = "cugraph_biclique"
SEARCH = "search/{engine}", "preparation/{engine}"
COUNT = "counting/{engine}", "preparation/{engine}"
PARTITION = "partition/packing.py", "partition/pieces.py", "partition/pruning.py"
OVER_DASK = "dask/partitioning.py", "dask/exchange.py", "dask/lists.py", "dask/edges.py"

# Paths below the package. "{engine}" stands for each engine of the command.
MEASURES: dict[str, tuple[str, ...]] = {
    "ablations": SEARCH,
    "bitmaps": COUNT,
    "cliques": ("cliques/{engine}",),
    "counting": COUNT,
    "dask_budget": (*SEARCH, *PARTITION, *OVER_DASK),
    "dask_client": ("dask/partitioning.py", "dask/lists.py"),
    "dask_cpu": (*SEARCH, *PARTITION, *OVER_DASK),
    "dask_gpu": (*SEARCH, *PARTITION, *OVER_DASK),
    "dask_largest": (*SEARCH, *PARTITION, *OVER_DASK),
    "energy": SEARCH,
    "enumeration": SEARCH,
    "estimates": ("calls/estimation.py", "search/{engine}"),
    "exchange": ("dask/exchange.py", "dask/lists.py"),
    "first_use": ("warming.py", "host/shipped_kernels.py", "device/prebuilt.py"),
    "floors": SEARCH,
    "growth": SEARCH,
    "largest": ("largest", "search/{engine}"),
    "load": SEARCH,
    "local_counts": ("local_counting",),
    "maximality": ("search/{engine}",),
    "neighbourhood": ("calls/neighbourhood.py", "search/{engine}"),
    "out_of_core": (*SEARCH, *PARTITION),
    "overflow": SEARCH,
    "partitions": (*SEARCH, *PARTITION),
    "peeling": ("peeling/{engine}",),
    "pipeline": (*SEARCH, "results/{engine}"),
    "preparing": ("preparation/cpu", *PARTITION),
    "projection": ("calls/projection.py", "results/pair_scores.py"),
    "pruning": (*PARTITION, "dask/lists.py"),
    "reading": ("inputs/files", "inputs/labels.py"),
    "rings": ("grouping",),
    "scoring": ("results/scores.py", "results/pair_scores.py"),
    "several_gpus": (*SEARCH, "backends/several_gpus.py"),
    "significance": ("randomization", "search/{engine}"),
    "streaming": SEARCH,
    "subgraphs": ("listing", "preparation/{engine}"),
    "threads": (*SEARCH, "host/jobs.py", "host/workers.py"),
    "timeline": SEARCH,
}
ON_GPUS = {
    "dask_gpu",
    "energy",
    "exchange",
    "floors",
    "load",
    "out_of_core",
    "overflow",
    "pipeline",
    "scoring",
    "several_gpus",
    "timeline",
}


# How a job becomes several parts, and the benchmarks whose jobs do. The others search
# each job as one part.
PARTS = "search/gpu/host/parts.py", "search/gpu/host/part_sizes.py"
IN_PARTS = {"dask_budget", "out_of_core", "overflow", "streaming"}

CHANGED = "its code has changed"
LOST = "its commit is not in the history"
UNNAMED = "it names no benchmark"

# Files that are too old, by the machine on which to measure again, with the reason.
WAITING: dict[str, dict[str, str]] = {
    "two H100s or H200s": {
        "dask-budget-h100-2026-11-27": CHANGED,
        "dask-p-q-h200-2026-11-25": CHANGED,
    },
    "four H100s or H200s": {
        "dask-h200-2026-11-28": CHANGED,
        "dask-largest-billion-h200-2026-11-27": CHANGED,
        "dask-largest-h100-2026-11-27": CHANGED,
        "dask-largest-tcp-h200-2026-11-27": CHANGED,
        "exchange-h100-2026-11-27": CHANGED,
    },
    "eight cores or more": {
        "dask-cpu-2026-11-28": CHANGED,
    },
    "nothing: a text compares them with newer files": {
        "out-of-core-dense-h200-2026-11-25": CHANGED,
    },
}


def reason(report: dict) -> str:
    """Why a file of figures is too old, or nothing."""
    benchmark, commit = report.get("what"), report.get("commit")
    if benchmark not in MEASURES or commit is None:
        return UNNAMED
    if git("cat-file", "-e", f"{commit}^{{commit}}") is None:
        return LOST
    paths = measured_by(benchmark, report["command"])
    unused = set() if benchmark in IN_PARTS else {f"{PACKAGE}/{path}" for path in PARTS}
    return CHANGED if set(changed_since(commit, paths)) - unused else ""


def engines_of(benchmark: str, command: str) -> list[str]:
    """The engines that a command names behind ``--engine``."""
    words = command.partition("--engine ")[2].split()
    named = [word for word in words[:2] if word in ("cpu", "gpu")]
    return named or ["gpu" if benchmark in ON_GPUS else "cpu"]


def measured_by(benchmark: str, command: str) -> list[str]:
    """Paths of the code that a file measures, from the root of the repository."""
    engines = engines_of(benchmark, command)
    return [
        f"{PACKAGE}/{path.format(engine=engine)}"
        for path in MEASURES[benchmark]
        for engine in (engines if "{engine}" in path else engines[:1])
    ]


def changed_since(commit: str, paths: Sequence[str]) -> list[str]:
    """Modules below paths whose code differs between a commit and the last one."""
    top = [f":/{path}" for path in paths]
    listed = git("diff", "--name-only", "--no-renames", commit, "HEAD", "--", *top)
    modules = [path for path in (listed or "").split() if path.endswith(".py")]
    return [m for m in modules if code_of(commit, m) != code_of("HEAD", m)]


@cache
def code_of(commit: str, path: str) -> str | None:
    """The code of a module in a commit, or None if it has no such module."""
    text = git("show", f"{commit}:{path}")
    return None if text is None else code_in(text)


def code_in(text: str) -> str:
    """The code of a module without comments, docstrings and imports."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [each for each in body if not is_left_out(each)]  # type: ignore[attr-defined]
    return ast.dump(tree)


def is_left_out(statement: ast.stmt) -> bool:
    """Whether a statement is an import or a text that stands alone."""
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return True
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Constant) and isinstance(value.value, str)
