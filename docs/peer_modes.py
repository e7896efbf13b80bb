# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which modes of other programs ran on which graphs, from all files of results."""

import json
import re
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
LIMIT = 60  # seconds of a run, if a command names no --timeout


def table() -> str:
    """A table of how the modes ended, in Markdown. Graphs with the same numbers share a
    row."""
    rows: dict[tuple, list[str]] = {}
    for program, file, limit, graph, numbers in ran():
        rows.setdefault((program, file, limit, numbers), []).append(graph)
    lines = [
        f"| program | file | limit (s) | graphs | {' | '.join(ENDS)} |",
        "|---|---|---:|---|" + "---:|" * len(ENDS),
    ]
    for (program, file, limit, numbers), graphs in sorted(rows.items()):
        cells = " | ".join([", ".join(graphs), *(str(n or "–") for n in numbers)])
        lines.append(f"| {program} | `{file}` | {limit:g} | {cells} |")
    return "\n".join([*lines, ""])


def ran() -> Iterator[tuple[str, str, float, str, tuple[int, ...]]]:
    """Program, file, limit in seconds, graph, and how many modes ended in each way."""
    for path in sorted(RESULTS.glob("*.json")):
        report = json.loads(path.read_text(encoding="utf-8"))
        results = report["results"]
        for row in results if isinstance(results, list) else []:
            graph = f"{row['graph']} ({row['pq']})" if "pq" in row else row.get("graph")
            for program, run in (row.get("peers") or {}).items():
                if program != "ours":
                    modes = run.get("modes") or [run]
                    ends = Counter(map(end, modes))
                    numbers = tuple(ends[each] for each in ENDS)
                    yield program, path.stem, limit_of(report), graph, numbers


def limit_of(report: dict) -> float:
    """The limit in seconds for each run of another program."""
    found = re.search(r"--timeout (\S+)", report["command"])
    return float(found[1]) if found else LIMIT


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
