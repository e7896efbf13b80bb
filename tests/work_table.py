# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The counted work of fixed graphs, and the table of the work that is expected.

python tests/work_table.py writes the table again, from the work of this tree, and
prints what has changed. benchmarks/shared/work.py describes the figures.
"""

import json
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # for `benchmarks`, which is not installed

import graphs  # noqa: E402
from benchmarks.shared import work  # noqa: E402
from benchmarks.shared.graphs import load  # noqa: E402
from cugraph_biclique.data import southern_women  # noqa: E402

FILE = Path(__file__).with_suffix(".json")
COMMAND = "python tests/work_table.py"
TOLERANCE = 0.01

# Each graph is for a part of the engine.
GRAPHS = {
    "southern women": southern_women,
    # nodes of single words, with truth tables
    "random": lambda: load("random:left=60,right=40,density=0.35"),
    # bit matrices, and counts that see the whole graph as one
    "wide": lambda: load("random:left=180,right=20,density=0.5"),
    # equal rows, which counts merge
    "twins": lambda: graphs.as_frame(
        graphs.twins(graphs.random_graph(45, 30, 0.5, seed=1))
    ),
    # hubs and equal rows
    "hubs": lambda: load("power-law:edges=12000,exponent=3,distinct=1"),
    # stars and sweeps
    "sparse": lambda: load("power-law:edges=12000,distinct=1"),
    # many nodes below each root
    "communities": lambda: load("communities:n=3,density=0.3"),
}
SIZES = [(3, 3), (5, 4)]


def measured(name: str) -> dict[str, dict[str, int]]:
    """The work of a graph: of the search, and of each count."""
    edges = GRAPHS[name]()
    found = {"maximal": work.searched(work.prepared(edges))}
    return found | {f"{p}, {q}": work.counted(edges, p, q) for p, q in SIZES}


def expected() -> dict[str, dict[str, dict[str, int]]]:
    """The table."""
    return json.loads(FILE.read_text(encoding="utf-8"))


def changes(expected: dict, found: dict) -> list[str]:
    """The figures of a graph that have risen or fallen by more than the tolerance."""
    lines = []
    for of in expected.keys() | found.keys():
        was, now = expected.get(of, {}), found.get(of, {})
        for figure in was.keys() | now.keys():
            before, after = was.get(figure, 0), now.get(figure, 0)
            if abs(after - before) > TOLERANCE * before:
                verb = "rises" if after > before else "falls"
                lines.append(f"{of}: {figure} {verb} from {before:,} to {after:,}")
    return sorted(lines)


def main() -> None:
    table = {name: measured(name) for name in GRAPHS}
    before = expected() if FILE.exists() else {}
    for name in table.keys() & before.keys():
        for line in changes(before[name], table[name]):
            print(f"{name}: {line}")
    FILE.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    print(f"written: {os.path.relpath(FILE)}")


if __name__ == "__main__":
    main()
