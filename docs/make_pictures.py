# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Draws the plots of docs/plots.md: ``python docs/make_pictures.py [FOLDER]``."""

import sys
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")

import numpy as np
import pandas as pd
from matplotlib import pyplot as plt
from matplotlib.figure import Figure
from PIL import Image

import cugraph_biclique as cb
from cugraph_biclique import viz
from cugraph_biclique.data import southern_women

DOTS_PER_INCH = 100
COLOURS = 256  # of a picture


def planted(n_users: int, n_items: int, sizes: list, noise: int) -> pd.DataFrame:
    """Random edges, and complete blocks of these sizes among random vertices."""
    rng = np.random.default_rng(11)
    parts = [
        pd.DataFrame(
            {
                "user": rng.integers(0, n_users, noise),
                "item": rng.integers(0, n_items, noise),
            }
        )
    ]
    users, items = rng.permutation(n_users), rng.permutation(n_items)
    for n, m in sizes:
        block = pd.MultiIndex.from_product([users[:n], items[:m]])
        parts.append(block.to_frame(index=False, name=["user", "item"]))
        users, items = users[n - n // 5 :], items[m:]  # a fifth is in the next one, too
    return pd.concat(parts, ignore_index=True)


def blocks() -> Figure:
    """The same matrix twice: as it is, and in an order that shows what is in it."""
    sizes = [(18, 14), (15, 12), (14, 10), (13, 8), (12, 7)]
    edges = planted(90, 70, sizes, 300)
    found = cb.maximal_bicliques(edges, min_left=5, min_right=5)
    figure, (before, after) = plt.subplots(1, 2, figsize=(9, 4.6), layout="constrained")
    viz.biadjacency(edges, ax=before)
    viz.biadjacency(edges, found.nlargest(5), ax=after)
    before.set_title("A graph as it comes", loc="left")
    after.set_title("and with its five largest bicliques", loc="left")
    return figure


def women_blocks() -> Figure:
    edges = southern_women()
    found = cb.maximal_bicliques(edges, sort=True)
    return viz.biadjacency(edges, found.nlargest(3)).figure


def ring() -> Figure:
    """The first group of the reviews that a page makes."""
    page = (Path(__file__).parent / "fraud_rings.md").read_text(encoding="utf-8")
    _, code, *_ = page.split("## The file of this page")[1].split("```")
    names: dict[str, Any] = {}
    exec(code.removeprefix("python").split("made.to_csv")[0], names)
    return viz.biadjacency(names["made"], cb.groups(names["made"])[:1]).figure


def large_blocks() -> Figure:
    edges = planted(3000, 2000, [(400, 250), (250, 220), (200, 130), (60, 40)], 15_000)
    found = cb.maximal_bicliques(edges, min_left=45, min_right=35)
    return viz.biadjacency(edges, found.nlargest(4)).figure


def women_sizes() -> Figure:
    return viz.sizes(cb.maximal_bicliques(southern_women())).figure


def wide_sizes() -> Figure:
    rng = np.random.default_rng(1)
    users, items = (100 * rng.pareto(1.0, (2, 20_000))).astype(int) % 2500
    edges = pd.DataFrame({"user": users, "item": items})
    return viz.sizes(cb.maximal_biclique_sizes(edges)).figure


def women_overlaps() -> Figure:
    return viz.overlaps(cb.maximal_bicliques(southern_women(), sort=True)).figure


def women_false_share() -> Figure:
    return viz.false_share(cb.significance(southern_women(), 100, seed=1)).figure


def women_counts() -> Figure:
    return viz.counts(cb.biclique_counts(southern_women(), 8, 8)).figure


PICTURES = {
    "blocks": blocks,
    "plot_biadjacency": women_blocks,
    "plot_group": ring,
    "plot_large": large_blocks,
    "plot_sizes": women_sizes,
    "plot_sizes_wide": wide_sizes,
    "plot_overlaps": women_overlaps,
    "plot_counts": women_counts,
    "plot_false_share": women_false_share,
}


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    for name, draw in PICTURES.items():
        path = folder / f"{name}.png"
        figure = draw()
        figure.savefig(path, dpi=DOTS_PER_INCH)
        plt.close(figure)
        with Image.open(path) as drawn:  # fewer colours, a smaller file
            drawn = drawn.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        drawn.save(path, optimize=True)
        print(f"{path}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    here = Path(__file__).parent / "_static"
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else here)
