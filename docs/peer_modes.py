# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which modes of other programs ran on which graphs, from all files of results."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "benchmarks" / "results"
RIGHT, WRONG, LATE, NONE, OUT = ENDS = (
    "right",
    "wrong",
    "did not end",
    "no answer",
    "left out",
)


def table() -> str:
    """A table of how the modes ended, in Markdown. Graphs with the same numbers share a
    row."""
    rows: dict[tuple, list[str]] = {}
    for program, file, graph, numbers in ran():
        rows.setdefault((program, file, numbers), []).append(graph)
    lines = [
        f"| program | file | graphs | {' | '.join(ENDS)} |",
        "|---|---|---|" + "---:|" * len(ENDS),
    ]
    for (program, file, numbers), graphs in sorted(rows.items()):
        cells = " | ".join(str(n or "–") for n in numbers)
        lines.append(f"| {program} | `{file}` | {', '.join(graphs)} | {cells} |")
    return "\n".join([*lines, ""])


def ran() -> Iterator[tuple[str, str, str, tuple[int, ...]]]:
    """Program, file, graph, and the number of modes that ended in each way."""
    for path in sorted(RESULTS.glob("*.json")):
        results = json.loads(path.read_text(encoding="utf-8"))["results"]
        for row in results if isinstance(results, list) else []:
            graph = f"{row['graph']} ({row['pq']})" if "pq" in row else row.get("graph")
            for program, run in (row.get("peers") or {}).items():
                if program != "ours":
                    modes = run.get("modes") or [run]
                    ends = Counter(map(end, modes))
                    numbers = tuple(ends[each] for each in ENDS)
                    yield program, path.stem, graph, numbers


def end(mode: dict) -> str:
    """How a mode ended."""
    why = mode.get("why") or ""
    if "left out" in why:
        return OUT
    if "did not end" in why:
        return LATE
    if mode.get("answer") is None:
        return NONE
    return WRONG if mode.get("agrees") is False else RIGHT
