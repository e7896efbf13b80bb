# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Two-mode networks of Pajek, ``.net``: the vertices of the first mode are left."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.pajek_labels import label_of
from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text, shown
from cugraph_biclique.inputs.files.values import NUMBER as REAL
from cugraph_biclique.inputs.files.values import count_of, edges_of_ids, repeated

NAMES = ["first", "second"]
VERTICES, PAIRS, LISTS, MATRIX = "vertices", "pairs", "lists", "matrix"
STARS = re.compile(rb"(?:(?<=[\r\n])|\A)[ \t]*\*[^\r\n]*")
SECTIONS = {
    "*edges": PAIRS,
    "*arcs": PAIRS,
    "*edgeslist": LISTS,
    "*arcslist": LISTS,
    "*matrix": MATRIX,
}
VERTEX = re.compile(r"\s*([0-9]{1,18})(?:\s+(.*))?")  # its number, and its label
NUMBER = re.compile(REAL.pattern.encode())


class Section(NamedTuple):
    """Lines below a line that begins with a star."""

    kind: str
    first: int  # number of its first line
    data: bytes

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Yield the lines with their numbers; comments are empty."""
        for number, line in enumerate(LINE_END.split(self.data), start=self.first):
            content = line.strip()
            yield number, b"" if content.startswith(b"%") else content


class _File:
    """A file, its sizes, and its edges as numbers of vertices from 0."""

    def __init__(self, text: Text) -> None:
        self.name = text.name
        self.labels: list[str] = []
        self.named: list[bool] = []  # whether the file has the label of a vertex
        self.lines: dict[int, int] = {}  # of the vertices, by number from 0
        self.n = self.n_first = 0
        self.ends: list[tuple[np.ndarray, np.ndarray]] = []
        for section in self._sections(text):
            if section.kind == VERTICES:
                self._read_vertices(section)
            elif section.kind == MATRIX:
                self._read_matrix(section)
            elif section.kind == LISTS:
                self._read_lists(section)
            else:
                self._read_pairs(section)

    def _sections(self, text: Text) -> list[Section]:
        """Find the sections, of which that of the vertices is the first."""
        sections: list[Section] = []
        stars = list(STARS.finditer(text.data))
        above = text.data[: stars[0].start()] if stars else text.data
        for number, content in Section("", 1, above).lines():
            if content:
                raise ValueError(
                    f"{self.name}: line {number} is {shown(content.decode(), 40)}, but "
                    "a network of Pajek begins with *Vertices: add this line, or pass "
                    "format='txt' for an edge list"
                )
        ends = [*(star.start() for star in stars[1:]), len(text.data)]
        for star, end in zip(stars, ends, strict=False):
            number = text.line_of(star.end())
            words = star[0].decode().split()
            kind = words[0].lower()
            if kind == "*network" and not sections:
                continue
            if kind == "*vertices" and not sections:
                self._read_sizes(number, words[1:])
                kind = VERTICES
            elif kind in SECTIONS and sections:
                kind = SECTIONS[kind]
            else:
                heading = star[0].strip().decode()
                raise ValueError(
                    f"{self.name}: line {number} is {shown(heading, 40)}, but only "
                    "*Vertices, and below it *Edges, *Arcs, *Edgeslist, *Arcslist and "
                    "*Matrix are read: remove the other sections"
                )
            start = LINE_END.match(text.data, star.end())
            below = text.data[start.end() : end] if start else b""
            sections.append(Section(kind, number + 1, below))
        if not sections:
            raise ValueError(f"{self.name} has no line *Vertices: add it")
        return sections

    def _read_sizes(self, line: int, sizes: list[str]) -> None:
        if not sizes or not all(s.isdecimal() and s.isascii() for s in sizes[:2]):
            raise ValueError(
                f"{self.name}: line {line} "
                "has no numbers of vertices: write *Vertices, the number of all "
                "vertices, and the number of those of the first mode"
            )
        if len(sizes) == 1:
            raise ValueError(
                f"{self.name}: line {line} "
                f"is *Vertices {sizes[0]}, of a network with one kind of vertices, but "
                "a bipartite graph has two: write the number of the vertices of the "
                "first mode behind, or pass networkx.Graph(networkx.read_pajek(path)) "
                "to maximal_cliques"
            )
        self.n, self.n_first = int(sizes[0]), int(sizes[1])
        if self.n_first > self.n:
            raise ValueError(
                f"{self.name}: line {line} "
                f"has {self.n_first} vertices of the first mode, but {self.n} in all: "
                "write the number of all vertices first"
            )
        self.labels = [str(number + 1) for number in range(self.n)]
        self.named = [False] * self.n

    def _read_vertices(self, section: Section) -> None:
        for number, line in section.lines():
            if line:
                self._read_vertex(number, line.decode())

    def _read_vertex(self, line: int, content: str) -> None:
        found = VERTEX.fullmatch(content)
        if found is None or not 1 <= int(found[1]) <= self.n:
            raise ValueError(
                f"{self.name}: line {line} "
                f"is {shown(content.strip(), 40)}, but must be the number of a vertex, "
                f"from 1 to {self.n}, and its label: enclose a label with blanks in "
                "double quotes"
            )
        vertex = int(found[1]) - 1
        label = label_of((found[2] or "").strip())
        if label is None:
            raise ValueError(
                f"{self.name}: line {line} "
                f"is {shown(content.strip(), 40)}, whose label is unclear: enclose the "
                "whole label in double quotes, and remove double quotes within it"
            )
        if vertex in self.lines:
            raise ValueError(
                f"{self.name}: line {line} repeats the vertex {vertex + 1} of line "
                f"{self.lines[vertex]}: write one line for each vertex"
            )
        self.lines[vertex] = line
        self.named[vertex] = bool(label)
        self.labels[vertex] = label or self.labels[vertex]

    def refuse_repeated(self, mode: slice) -> None:
        """Raise an error if two vertices of a mode have the same label."""
        if (pair := repeated(self.labels[mode])) is None:
            return
        first, second = (mode.start + place for place in pair)
        label = shown(self.labels[second])
        if self.named[first] and self.named[second]:
            raise ValueError(
                f"{self.name}: line {self.lines[second]} repeats the label {label} of "
                f"line {self.lines[first]}: give each vertex of a mode its own label"
            )
        # Two vertices without labels have different numbers.
        named, other = (first, second) if self.named[first] else (second, first)
        raise ValueError(
            f"{self.name}: line {self.lines[named]} has the label {label}, which is "
            f"the number of vertex {other + 1}, a vertex without a label: give that "
            "vertex a label"
        )

    def _read_pairs(self, section: Section) -> None:
        """Read lines with both ends of an edge, and maybe its value and more."""
        try:
            frame = pd.read_csv(
                io.BytesIO(section.data),
                sep=r"\s+",
                header=None,
                names=range(2),
                usecols=range(2),
                index_col=False,
                dtype=np.int64,
                comment="%",
            )
        except (ValueError, OverflowError, pd.errors.ParserError):
            self._read_lists(section)  # names the line
            return
        self._add(frame[0].to_numpy(), frame[1].to_numpy(), section)

    def _read_lists(self, section: Section) -> None:
        """Read lines with a vertex and its neighbours, or with an edge."""
        lefts: list[int] = []
        rights: list[int] = []
        for number, line in section.lines():
            words = line.split()
            if section.kind == PAIRS:
                words = words[:2]
            if words and not (len(words) > 1 and all(map(bytes.isdigit, words))):
                raise ValueError(
                    f"{self.name}: line {number} "
                    f"is {shown(line.decode(), 40)}, but must begin with the numbers "
                    "of two vertices: correct or remove it"
                )
            # `_refuse` names numbers beyond 64 bits, as it does any beyond the last.
            ids = [min(int(word), self.n + 1) for word in words]
            lefts += ids[:1] * (len(ids) - 1)
            rights += ids[1:]
        self._add(np.array(lefts, np.int64), np.array(rights, np.int64), section)

    def _add(self, ends: np.ndarray, others: np.ndarray, section: Section) -> None:
        """Add edges between numbers from 1, which join both modes."""
        low, high = np.minimum(ends, others), np.maximum(ends, others)
        wrong = (low < 1) | (low > self.n_first)
        wrong |= (high <= self.n_first) | (high > self.n)
        if wrong.any():
            self._refuse(section)
        self.ends.append((low - 1, high - 1 - self.n_first))

    def _refuse(self, section: Section) -> NoReturn:
        """Raise the error for the first line whose edge does not join both modes."""
        for number, line in section.lines():
            words = line.split()
            if section.kind == PAIRS:
                words = words[:2]
            for word in words[1:]:
                low, high = sorted((int(words[0]), int(word)))
                if not 1 <= low <= high <= self.n:
                    raise ValueError(
                        f"{self.name}: line {number} "
                        f"has the vertices {low} and {high}, but vertices are numbered "
                        f"from 1 to {self.n}: correct the line, or *Vertices"
                    )
                if high <= self.n_first or low > self.n_first:
                    mode = "first" if high <= self.n_first else "second"
                    raise ValueError(
                        f"{self.name}: line {number} "
                        f"joins the vertices {low} and {high}, both of the {mode} "
                        f"mode (the first mode has {self.n_first} vertices): remove "
                        "it, or correct *Vertices"
                    )
        raise AssertionError("an edge that does not join both modes has a line")

    def _read_matrix(self, section: Section) -> None:
        """Read a row for each vertex of the first mode."""
        width = self.n - self.n_first
        row, last = 0, section.first - 1
        for number, line in section.lines():
            words = line.split()
            if not words:
                continue
            last = number
            if len(words) != width or not all(map(NUMBER.fullmatch, words)):
                raise ValueError(
                    f"{self.name}: line {number} "
                    f"is no row of {width} numbers, one for each vertex of the second "
                    "mode: correct it"
                )
            columns = np.flatnonzero(np.array(words, "S").astype(float))
            self.ends.append((np.full(len(columns), row), columns))
            row += 1
        if row != self.n_first:
            raise ValueError(
                f"{self.name}: line {last} "
                f"ends *Matrix after {count_of(row, 'row')}, but the first mode has "
                f"{self.n_first} vertices: write one row for each of them"
            )


def read_pajek(text: Text, text_ids: bool = False) -> tuple[pd.DataFrame, str]:
    """Read the edges, and say what was recognised.

    Every line of an edge or arc is an edge, in any direction and of any value; an entry
    of a matrix is one unless it is zero.

    Raises
    ------
    ValueError
        If the network has one mode, a line is malformed, an edge joins vertices of one
        mode, a vertex has two lines, or two vertices of a mode have the same label.
    """
    file = _File(text)
    lefts = np.concatenate([np.empty(0, np.int64), *(ends for ends, _ in file.ends)])
    rights = np.concatenate([np.empty(0, np.int64), *(ends for _, ends in file.ends)])
    sides = file.labels[: file.n_first], file.labels[file.n_first :]
    for mode in (slice(0, file.n_first), slice(file.n_first, file.n)):
        file.refuse_repeated(mode)
    what = (
        f"Pajek, {count_of(file.n_first, 'vertex')} of the first mode, "
        f"{count_of(file.n - file.n_first, 'vertex')} of the second"
    )
    nouns = ["first-mode vertex", "second-mode vertex"]
    return edges_of_ids(NAMES, sides, (lefts, rights), what, text_ids, nouns)
