# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""This package against other programs, from the files compare-*.json of results.

`enumeration` and `counting` write these files with `--peer`. Each file is one run on
one machine. Tables and the chart show whatever files there are.
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

RESULTS = Path(__file__).resolve().parents[1] / "benchmarks" / "results"
QUESTIONS = {"maximal": "Maximal bicliques", "p, q": "(p, q) counts"}
NAMES = {
    "adambe": "AdaMBE",
    "bclist++": "BCList++",
    "epivoter": "EPivoter",
    "paradambe": "ParAdaMBE",
    "cumbe": "cuMBE",
    "gmbe": "GMBE",
    "gmbe+": "GMBE+",
    "gbc": "GBC",
}
OURS = "ours"
CORE, CORES, GPU = range(3)  # where ours runs


class Measured(NamedTuple):
    """Seconds of one program on one graph; None if it has no answer, for a reason."""

    question: str
    graph: str
    program: str
    where: str  # such as "one core", "16 cores" and "H200"
    search: float | None
    whole: float | None
    why: str | None
    file: str

    @property
    def label(self) -> str:
        """The head of a column: ours run in several places."""
        return f"{OURS}, {self.where}" if self.program == OURS else self.program


@cache
def reports(names: str = "compare-*") -> dict[str, dict]:
    """The files of some names, by default those of comparisons, by name."""
    return {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(RESULTS.glob(f"{names}.json"))
    }


def place(report: dict, engine: str) -> str:
    """Where the programs of a file ran."""
    if engine == "gpu":
        return report["device"]["name"].removeprefix("NVIDIA ").split()[0]
    threads = report["host"]["threads"]
    return "one core" if threads == 1 else f"{threads} cores"


def measured() -> list[Measured]:
    """All programs on all graphs. Figures of later files replace those of earlier."""
    found = {}
    for name, report in reports().items():
        for row in report["results"]:
            for each in of_row(name, report, row):
                found[each.question, each.graph, each.label] = each
    questions = list(QUESTIONS)
    return sorted(found.values(), key=lambda each: questions.index(each.question))


def of_row(name: str, report: dict, row: dict) -> Iterator[Measured]:
    """The programs on one graph: ours first."""
    question = "p, q" if "pq" in row else "maximal"
    graph = graph_of(row)
    engine, ours = next(iter(row["ours"].items()))
    where = place(report, engine)
    whole = seconds(row["peers"]["ours"]["whole"])
    search = seconds(ours.get("count", ours))
    yield Measured(question, graph, OURS, where, search, whole, None, name)
    for peer, ran in row["peers"].items():
        if peer in NAMES:
            why = ran.get("why") or ("a different count" if not agrees(ran) else None)
            yield Measured(
                question, graph, NAMES[peer], where,
                None if why else seconds(ran["kernel"]),
                None if why else seconds(ran["whole"]), why, name,
            )  # fmt: skip


def graph_of(row: dict) -> str:
    """The graph of a row, and the size that was counted."""
    return f"{row['graph']} ({row['pq']})" if "pq" in row else row["graph"]


def agrees(ran: dict) -> bool:
    """Whether a program gives our answer. None is an answer beyond its integers."""
    return ran["agrees"] is not False


def seconds(timing: dict | None) -> float | None:
    """The median of a timing."""
    return timing and timing["seconds"]


def columns(found: list[Measured]) -> list[str]:
    """The programs: ours on one core, on more and on a GPU, then others."""
    others = list(NAMES.values())

    def rank(label: str) -> tuple[bool, int, str]:
        peer = is_peer(label)
        return peer, others.index(label) if peer else kind(label), label

    return sorted({each.label for each in found}, key=rank)


def is_peer(label: str) -> bool:
    """Whether a label is that of another program."""
    return label.partition(", ")[0] != OURS


def kind(label: str) -> int:
    """Where ours runs."""
    where = label.partition(", ")[2]
    if "core" in where:
        return CORE if where == "one core" else CORES
    return GPU


# Text


def table(question: str) -> str:
    """A table of one question, in Markdown, and what its files are."""
    found = [each for each in measured() if each.question == question]
    if not found:
        return f"*{QUESTIONS[question]}: not measured yet.*\n"
    labels = columns(found)
    by = {(each.graph, each.label): each for each in found}
    lines = [
        f"| graph | {' | '.join(labels)} |",
        "|---|" + "---:|" * len(labels),
    ]
    for graph in dict.fromkeys(each.graph for each in found):
        row = [by.get((graph, label)) for label in labels]
        least = min(each.search for each in row if each and each.search)
        cells = [cell(each, least) for each in row]
        lines.append(f"| {graph} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", caption(found), ""])


def cell(each: Measured | None, least: float) -> str:
    """Seconds of the search and of the process. The fastest search is bold."""
    if each is None:
        return "–"
    if each.why:
        most = limit(each)
        return "no answer" if most is None else f"> {most:g} s"
    search = short(each.search)
    bold = f"**{search}**" if each.search == least else search
    return f"{bold} / {short(each.whole)}"


def limit(each: Measured) -> float | None:
    """The limit in seconds that a program exceeded, if it did."""
    found = re.fullmatch(r"it did not end in (\S+) s", each.why or "")
    return float(found[1]) if found else None


def short(value: float | None) -> str:
    """Seconds with two digits, or three from 100 on."""
    if value is None:
        return "–"
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:#.2g}".removesuffix(".")


def caption(found: list[Measured]) -> str:
    """What the figures are, and the file of each program."""
    files = dict.fromkeys(each.file for each in found)
    return "\n".join(
        [
            "*Seconds of the search / of the whole process. The columns come from "
            "several machines: compare the programs of one line below. "
            "The fastest search is bold.*",
            "",
            *(f"- {origin(name, found)}" for name in files),
        ]
    )


def origin(name: str, found: list[Measured]) -> str:
    """One line about a file: machine, versions, load, and where ours is slower."""
    report = reports()[name]
    here = [each for each in found if each.file == name]
    on_gpu = kind(here[0].label) == GPU
    machine = (
        report["device"]["name"]
        if on_gpu
        else f"{report['host']['cpu']}, {here[0].where}"
    )
    peers: dict[str, str] = {}
    for row in report["results"]:
        for peer, ran in row.get("peers", {}).items():
            if peer in NAMES:
                known = peers.get(NAMES[peer]) or ran.get("version") or ""
                peers[NAMES[peer]] = known
    versions = [f"{peer} {version}".strip() for peer, version in peers.items()]
    others = f" against {', '.join(versions)}" if versions else ""
    facts = f"{machine}{others}, {report['date']}{load(report['host'])}"
    return f"`{name}.json`: {facts}.{slower(here)}"


def load(host: dict) -> str:
    """The load average of the host over one minute, if the file has it."""
    if not host.get("load"):
        return ""
    return f", host load {host['load'][0]:.1f} on {host['cores']} cores at the start"


def slower(here: list[Measured]) -> str:
    """Where another program of the same run is faster."""
    ours = {each.graph: each for each in here if each.program == OURS}
    others = dict.fromkeys(each.program for each in here if each.program != OURS)
    parts = []
    for what, key in (("search", "search"), ("whole process", "whole")):
        for program in others:
            lost = [
                each.graph
                for each in here
                if each.program == program
                and getattr(each, key) is not None
                and getattr(each, key) < (getattr(ours[each.graph], key) or 0)
            ]
            if lost:
                parts.append(
                    f" The {what} of {program} is faster on {', '.join(lost)}."
                )
    return "".join(parts)
