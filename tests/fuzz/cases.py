# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Cases: drawn by a seed, run, and kept as JSON."""

from __future__ import annotations

import json
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from fuzz import calls, named, options, shapes
from fuzz.graph import Graph

CORPUS = Path(__file__).parent / "corpus"


class Case(NamedTuple):
    """A graph, a relation, and options of the calls that it makes."""

    graph: Graph
    relation: str
    options: dict[str, Any]

    def run(self) -> None:
        """Run it: an error of any kind is a failure."""
        with calls.conditions(self.options), suppress(calls.Refused):
            options.RELATIONS[self.relation](self.graph, self.options)

    def error(self) -> str:
        """What is wrong, an empty text if nothing is."""
        try:
            self.run()
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            at = f"{Path(where.filename).name}:{where.lineno}"
            return f"{type(error).__name__} at {at}: {error}"[:1000]
        return ""


def graph_number(seed: int, number: int) -> tuple[Graph, np.random.Generator]:
    """The graph with this number, and what its cases are drawn with."""
    rng = np.random.default_rng([seed, number])
    return shapes.draw(rng), rng


def cases_of(graph: Graph, rng: np.random.Generator, engine: str) -> Iterator[Case]:
    """The cases of a graph: fewer of a graph that takes long."""
    n = len(graph.maximal or ())
    times = 4 if n > 2000 else 12 if n > 400 or graph.matrix.size > 60_000 else 30
    for _ in range(times):
        yield Case(graph, *options.draw(rng, graph, engine))


# The corpus


def to_json(case: Case, note: str) -> dict[str, Any]:
    """A case as data."""
    edges = np.column_stack(case.graph.edges).tolist()
    return {
        "note": note,
        "edges": edges,
        "relation": case.relation,
        "options": case.options,
        "expected": len(case.graph.maximal or ()),
    }


def from_json(data: dict[str, Any]) -> Case:
    """A case from data: its graph is a list of edges, or made by a name."""
    if "edges" in data:
        graph = Graph.of_edges(data["edges"], data["note"])
    else:
        graph = Graph(named.make(**data["graph"]), data["note"])
    return Case(graph, data["relation"], data["options"])


def save(case: Case, name: str, note: str) -> Path:
    """Add a case to the corpus."""
    path = CORPUS / f"{name}.json"
    text = json.dumps(to_json(case, note), separators=(",", ":"))
    path.write_text(text.replace(',"', ',\n"') + "\n")
    return path


def corpus() -> dict[str, dict[str, Any]]:
    """All that has ever failed, and borders, by name."""
    return {
        path.stem: json.loads(path.read_text())
        for path in sorted(CORPUS.glob("*.json"))
    }
