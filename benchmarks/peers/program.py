# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a comparison knows about another program: its input, its command, its output."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd


class Task(NamedTuple):
    """What is asked for: a count if p is given, or what the program counts."""

    p: int | None = None
    q: int | None = None
    threads: int = 1


class Printed(NamedTuple):
    """The answer and the seconds of its search that a program prints."""

    answer: int | None
    kernel: float | None


@dataclass(frozen=True)
class Program:
    """Another program. Its command runs in the folder of its input file.

    `variants` are the arguments behind the name of the program, for each way to run it;
    the fastest way counts. `refuses` says why the program cannot run a task. `file` is
    the name of the input file.
    """

    counts: str  # "maximal", "p, q", "cliques" or "wings"
    write: Callable[[pd.DataFrame, Path], None]
    variants: Callable[[str, Task], list[list[str]]]
    parse: Callable[[str, Task], Printed]
    exact_to: int | None = None  # larger answers are rounded or wrap around
    asked_for: str = "count"  # our call that does the same: "count" or "members"
    refuses: Callable[[pd.DataFrame, Task], str | None] = lambda _, __: None
    file: str = "graph.txt"


# Input files. Vertices become numbers without gaps, on each side.


def numbered(edges: pd.DataFrame) -> pd.DataFrame:
    """The distinct edges, with vertices numbered from zero on each side, in order."""
    ids = {side: pd.factorize(edges[side], sort=True)[0] for side in edges}
    return pd.DataFrame(ids).drop_duplicates().sort_values(["u", "v"])


def write_lists(edges: pd.DataFrame, path: Path) -> None:
    """One line for each right vertex, with the numbers of its left neighbours."""
    lists = numbered(edges).groupby("v")["u"].agg(lambda u: " ".join(map(str, u)))
    path.write_text("\n".join(lists) + "\n")


def write_csr(edges: pd.DataFrame, path: Path) -> None:
    """The numbers of vertices and edges; a line "start degree" for each left vertex,
    and a line "v 1" for each edge, in the order of the left vertices."""
    rows = numbered(edges)
    degrees = rows["u"].value_counts(sort=False).sort_index()
    starts = degrees.cumsum() - degrees
    with path.open("w") as file:
        print(len(degrees), rows["v"].max() + 1, len(rows), "\n", file=file)
        for lines in (zip(starts, degrees, strict=True), ((v, 1) for v in rows["v"])):
            print("\n".join(f"{first} {second}" for first, second in lines), file=file)


def write_counted(edges: pd.DataFrame, path: Path, first: int = 0) -> None:
    """A line with the numbers of vertices and edges, then a line for each edge."""
    rows = numbered(edges)
    sizes = rows["u"].max() + 1, rows["v"].max() + 1, len(rows)
    with path.open("w") as file:
        print(*sizes, file=file)
        (rows + first).to_csv(file, sep=" ", index=False, header=False)


def write_counted_from_one(edges: pd.DataFrame, path: Path) -> None:
    """The same, with vertices numbered from one."""
    write_counted(edges, path, first=1)


def write_edges(edges: pd.DataFrame, path: Path) -> None:
    """A line "u v" for each edge."""
    numbered(edges).to_csv(path, sep=" ", index=False, header=False)


def write_hypergraph(edges: pd.DataFrame, path: Path) -> None:
    """Both sides as adjacency lists: the numbers of vertices and edges of each, then
    the starts of the lists and the lists, a number in a line."""
    rows = numbered(edges)
    lists = rows, rows.sort_values(["v", "u"])[["v", "u"]]
    lines: list[int | str] = ["AdjacencyHypergraph"]
    for side in lists:
        lines += [side.iloc[:, 0].max() + 1, len(side)]
    for side in lists:
        degrees = side.iloc[:, 0].value_counts(sort=False).sort_index()
        lines += [*(degrees.cumsum() - degrees), *side.iloc[:, 1]]
    path.write_text("\n".join(map(str, lines)) + "\n")


def write_binary(edges: pd.DataFrame, path: Path) -> None:
    """Little-endian uint32 arrays. Right vertices follow left ones.

    The arrays are the numbers of left vertices, right vertices, left vertices again,
    and edges, and a zero; the neighbours of each vertex, the starts of these lists, and
    their lengths; a zero for each edge; the two ends of each edge; the number of the
    edge to each neighbour; and a zero for each edge.
    """
    rows = numbered(edges).reset_index(drop=True)
    left, right = (int(rows[side].max()) + 1 for side in rows)
    rows["v"] += left
    back = rows.sort_values(["v", "u"])
    degrees = np.bincount(rows.to_numpy().ravel(), minlength=left + right)
    nothing = np.zeros(len(rows))
    arrays = [
        [left, right, left, len(rows), 0],
        rows["v"], back["u"], np.append(0, np.cumsum(degrees)), degrees, nothing,
        rows.to_numpy().ravel(), rows.index, back.index, nothing,
    ]  # fmt: skip
    path.write_bytes(np.concatenate(arrays).astype("<u4").tobytes())


# Input files of undirected graphs, whose vertices are numbered from zero without gaps.


def write_pairs(edges: pd.DataFrame, path: Path) -> None:
    """A line "u v" for each edge."""
    edges.to_csv(path, sep=" ", index=False, header=False)


def both_ways(edges: pd.DataFrame) -> pd.DataFrame:
    """Each edge as (u, v) and as (v, u), in the order of u, then v."""
    both = pd.concat([edges, edges.rename(columns={"u": "v", "v": "u"})])
    return both.sort_values(["u", "v"])


def write_both_ways(edges: pd.DataFrame, path: Path) -> None:
    """The numbers of vertices and of lines, then lines "u,v" and "v,u"."""
    both = both_ways(edges)
    with path.open("w") as file:
        print(edges.max(axis=None) + 1, len(both), sep="\n", file=file)
        both.to_csv(file, index=False, header=False)


def write_triples(edges: pd.DataFrame, path: Path) -> None:
    """Little-endian uint64 triples "v u 0" and "u v 0", in the order of u, then v."""
    triples = both_ways(edges)[["v", "u"]].assign(weight=0)
    path.write_bytes(triples.to_numpy().astype("<u8").tobytes())
