# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Draws the figures of the documentation: ``python docs/draw.py``.

The pages take the files in whole, so that drawings have the colours of the page.
"""

from drawings import (
    comparison,
    kinds,
    matrix,
    pair_rows,
    partition,
    partitions,
    picks,
    pipeline,
    rows,
    shapes,
    tree,
    truth_table,
)

DRAWINGS = [
    kinds, matrix, shapes, pipeline, tree, rows, picks, partition, partitions,
    truth_table, pair_rows, comparison,
]  # fmt: skip


def main() -> None:
    for drawing in DRAWINGS:
        drawing.draw()


if __name__ == "__main__":
    main()
