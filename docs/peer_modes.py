# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which modes of other programs ran on which graphs, from all files of results."""

import re
from collections import Counter
from collections.abc import Iterator

from comparison import OURS, agrees, graph_of, reports

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
    for file, report in reports("*").items():
        limit = limit_of(report)
        for row in report["results"]:
            peers = row.get("peers", {})
            for program in peers.keys() - {OURS}:
                ends = Counter(map(end, peers[program].get("modes", [peers[program]])))
                numbers = tuple(ends[each] for each in ENDS)
                yield program, file, limit, graph_of(row), numbers


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
    return RIGHT if agrees(mode) else WRONG
