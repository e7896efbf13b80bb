# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Gene sets in the format ``.gmt``: a set, its description, and its genes per line."""

from __future__ import annotations

import numpy as np
import pandas as pd

from cugraph_biclique.inputs.files.blanks import without_blanks
from cugraph_biclique.inputs.files.text_bytes import LINE_END, Text, shown
from cugraph_biclique.inputs.files.text_rows import Layout
from cugraph_biclique.inputs.files.values import count_of, integers_or_text, repeated

NAMES = ["set", "gene"]


def read_gene_sets(text: Text, text_ids: bool = False) -> tuple[pd.DataFrame, str]:
    """Read the edges, from a set to each of its genes, and say what was recognised.

    Raises
    ------
    ValueError
        If a line has no tab, an empty name, or the name of a set above.
    """
    # Quotes are part of names, as no field is enclosed in them.
    text, removed = without_blanks(text, Layout("\t", quoting="none"))
    sets: list[str] = []
    lines: list[int] = []
    sizes: list[int] = []
    genes: list[str] = []
    described = 0
    for number, line in enumerate(LINE_END.split(text.data), start=1):
        if not line.strip():
            continue
        name, *others = line.decode().split("\t")
        if not others:
            raise ValueError(
                f"{text.name}: line {number}, {shown(name, 40)}, has no tab, but a "
                "line has the name of a set, its description and its genes, separated "
                "by tabs: separate them by tabs"
            )
        description, *members = others
        while members and not members[-1].strip():
            del members[-1]  # rows of spreadsheets end with tabs
        if not name.strip() or not all(map(str.strip, members)):
            kind = "gene" if name.strip() else "set"
            raise ValueError(
                f"{text.name}: line {number} has an empty name of a {kind}: add the "
                "name, or remove a tab"
            )
        described += bool(description.strip())
        sets.append(name)
        lines.append(number)
        sizes.append(len(members))
        genes += members
    if not sets:
        raise ValueError(f"{text.name} has no lines: add gene sets")
    if (pair := repeated(sets)) is not None:
        first, second = pair
        raise ValueError(
            f"{text.name}: line {lines[second]} repeats the set {shown(sets[second])} "
            f"of line {lines[first]}: give each set its own name"
        )
    labels = integers_or_text(sets, text_ids)
    places = np.repeat(np.arange(len(sets)), sizes)
    members_column = integers_or_text(genes, text_ids)
    left = labels.iloc[places].reset_index(drop=True)
    frame = pd.DataFrame(dict(zip(NAMES, (left, members_column), strict=True)))
    what = f"gene sets, {count_of(len(sets), 'set')}"
    if empty := sizes.count(0):
        what += f", {empty:,} of them without genes"
    if described:
        what += f", {count_of(described, 'description')} left out"
    if removed:
        what += ", blanks around fields removed"
    return frame, what
