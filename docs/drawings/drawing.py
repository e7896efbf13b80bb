# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""An SVG from boxes, lines, words and bits, in the colours of the page.

These have names, to which ``_static/site.css`` gives a value on dark pages.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

STATIC = Path(__file__).parents[1] / "_static"
COLOURS = {
    "ink": "#1f2933",
    "muted": "#3e4c59",
    "strong": "#52606d",
    "line": "#9aa5b1",
    "surface": "#f1f4f7",
    "box": "#ffffff",
    "accent": "#c2570c",
    "accent-soft": "#fdecd8",
    "second": "#1f6fb2",
    "second-soft": "#dcebf8",
}


class Drawing:
    """An SVG that is put together piece by piece; y grows downwards."""

    def __init__(self, name: str, width: int, height: int, title: str, text: str):
        self.path = STATIC / f"{name}.svg"
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="drawing" '
            f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="img" aria-labelledby="{name}-title {name}-desc" '
            'font-family="Helvetica, Arial, sans-serif" font-size="15">',
            f'<title id="{name}-title">{escape(title)}</title>',
            f'<desc id="{name}-desc">{escape(text)}</desc>',
            f'<rect width="{width}" height="{height}" rx="12" '
            'style="fill: var(--figure-ground, #ffffff)"/>',
        ]
        tip = "M0 0 L10 5 L0 10 Z"
        self.tip = f"{name}-tip"
        self.parts.append(
            f'<defs><marker id="{self.tip}" viewBox="0 0 10 10" refX="9" refY="5" '
            'markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" '
            f'orient="auto"><path d="{tip}" style="fill: {colour("strong")}"/>'
            "</marker></defs>"
        )

    def text(self, x, y, words, ink="ink", *, bold=False, anchor="middle", size=15):
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"{weight} '
            f'dominant-baseline="central" style="fill: {colour(ink)}">'
            f"{escape(words)}</text>"
        )

    def box(self, x, y, width, height, fill="box", edge="line", rx=8, dashed=False):
        dash = "; stroke-dasharray: 5 4" if dashed else ""
        self.parts.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{rx}" '
            f'style="fill: {colour(fill)}; stroke: {colour(edge)}; '
            f'stroke-width: 2{dash}"/>'
        )

    def line(self, x1, y1, x2, y2, ink="line", width=2, *, arrow=False, dashed=False):
        extra = f' marker-end="url(#{self.tip})"' if arrow else ""
        dash = "; stroke-dasharray: 6 5" if dashed else ""
        self.parts.append(
            f'<path d="M{x1} {y1} L{x2} {y2}"{extra} style="fill: none; '
            f'stroke: {colour(ink)}; stroke-width: {width}{dash}"/>'
        )

    def left_vertex(self, x, y, fill="strong", r=9):
        self.parts.append(
            f'<circle cx="{x}" cy="{y}" r="{r}" style="fill: {colour(fill)}"/>'
        )

    def right_vertex(self, x, y, fill="strong", r=9):
        self.parts.append(
            f'<rect x="{x - r}" y="{y - r}" width="{2 * r}" height="{2 * r}" rx="3" '
            f'style="fill: {colour(fill)}"/>'
        )

    def bits(self, x, y, bits, on="second", size=22):
        for i, bit in enumerate(bits):
            fill, edge = (on, on) if bit == "1" else ("box", "line")
            self.box(x + i * (size + 4), y, size, size, fill, edge, rx=4)

    def rows_of_bits(self, x, y, names, rows):
        """Rows (what they are, bits, colour) from y on, below the names of the bits."""
        for i, name in enumerate(names):
            self.text(x + 11 + 26 * i, y - 18, name, "muted", size=11)
        for k, (what, bits, fill) in enumerate(rows):
            self.text(x - 12, y + 11 + 38 * k, what, anchor="end", size=14)
            self.bits(x, y + 38 * k, bits, fill)

    def footnote(self, y, words):
        """A sentence below a line across a drawing that is 740 wide."""
        self.line(10, y, 730, y, "line", dashed=True)
        self.text(370, y + 18, words, "muted", size=14)

    def save(self):
        self.path.write_text("\n".join([*self.parts, "</svg>"]) + "\n", "utf-8")


def colour(name: str | None) -> str:
    """What CSS calls a colour; None is none."""
    if name is None:
        return "none"
    return f"var(--figure-{name}, {COLOURS[name]})"
