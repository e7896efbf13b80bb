# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What is drawn of the measurements in benchmarks/results."""

import json
from pathlib import Path

from .drawing import Drawing

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results"

Look = tuple[str, str]  # fill and edge


def results(name: str) -> list[dict]:
    """The rows of a file."""
    return json.loads((RESULTS / f"{name}.json").read_text("utf-8"))["results"]


def bar(drawing: Drawing, x, y, width, height, look: Look) -> None:
    """A box with its edge inside; what is lower than a pixel is left out."""
    if height >= 1:
        inset = min(1, height / 2)
        place = x + 1, round(y + inset, 1)
        drawing.box(*place, width - 2, round(height - 2 * inset, 1), *look, rx=0)


def key(drawing: Drawing, x, y, name: str, look: Look) -> None:
    """What a look means."""
    bar(drawing, x, y - 8, 16, 16, look)
    drawing.text(x + 24, y, name, anchor="start", size=14)
