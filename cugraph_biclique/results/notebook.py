# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a notebook shows of a result: an HTML table of its first bicliques."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from cugraph_biclique.host.arrays import to_host

if TYPE_CHECKING:
    from cugraph_biclique.results.result import Result

MOST_ROWS = 5
MOST_LABELS = 10  # of a side
MOST_LETTERS = 40  # of a label
LEFT = "text-align: left"
# The classes stop MathJax, which would read labels with dollar signs as formulas.
TABLE = '<table class="dataframe tex2jax_ignore mathjax_ignore">'


def as_html(found: Result) -> str:
    """Return the number of bicliques, the engine, and the first bicliques as a table.

    Only the members of these bicliques are computed, and few of them get labels.
    """
    graph, n = found._graph, len(found)
    sides = f"{_text(graph.left_name)} &times; {_text(graph.right_name)}"
    engine = escape(str(found.report.get("engine", "unknown")))
    title = f"<p><b>{n:,} biclique{'s' * (n != 1)}</b> of {sides}, engine {engine}</p>"
    if not n:
        return title
    some = found._select(slice(MOST_ROWS))._with_ascending_members()
    sizes = [to_host(side).tolist() for side in some._sizes]
    lefts, rights = (_members(some, side) for side in ("left", "right"))
    rows = [
        [str(i), f"{n_left:,}", f"{n_right:,}", left, right]
        for i, (n_left, n_right, left, right) in enumerate(
            zip(*sizes, lefts, rights, strict=True)
        )
    ]
    if n > MOST_ROWS:
        rows.append(["&hellip;"] * 5)
    names = ["biclique", "n_left", "n_right"]
    names += [_text(graph.left_name), _text(graph.right_name)]
    return title + _table(names, rows)


def _members(some: Result, side: str) -> list[str]:
    """The labels of one side of each biclique, without the end of a long side."""
    graph = some._graph
    offsets, members = map(to_host, some._side(side))
    sizes = np.diff(offsets)
    shown = np.minimum(sizes, MOST_LABELS)
    ends = np.cumsum(shown)
    ids = members[np.repeat(offsets[:-1] - (ends - shown), shown) + np.arange(ends[-1])]
    labels = graph._labels_of(side)
    vertices = some._frames.frame({"vertex": (ids, labels)})["vertex"]
    if hasattr(vertices, "to_pandas"):
        vertices = vertices.to_pandas()
    texts = map(_text, vertices.tolist())
    return [
        _listed([next(texts) for _ in range(n)], size - n)
        for n, size in zip(shown.tolist(), sizes.tolist(), strict=True)
    ]


def _listed(labels: list[str], more: int) -> str:
    text = ", ".join(labels)
    return f"{text} &hellip; and {more:,} more" if more else text


def _text(label: Any) -> str:
    """A label in HTML, shortened; lone surrogates are escaped, as UTF-8 has none."""
    text = str(label)
    if len(text) > MOST_LETTERS:
        text = text[: MOST_LETTERS - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return escape(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def _table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table; the last two columns are text."""
    styles = [""] * (len(names) - 2) + [f' style="{LEFT}"'] * 2

    def row(cells: Sequence[str], tag: str) -> str:
        marked = zip(styles, cells, strict=True)
        inside = (f"<{tag}{style}>{cell}</{tag}>" for style, cell in marked)
        return f"<tr>{''.join(inside)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    head = row(names, "th")
    return f"{TABLE}<thead>{head}</thead><tbody>{body}</tbody></table>"
