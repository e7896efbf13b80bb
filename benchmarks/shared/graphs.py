# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The graphs of the benchmarks: files of three kinds, and generators by name.

A graph is a file, or a generator with its arguments: ``random:left=20,density=0.3``.
"""

import inspect
import tarfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd

HELP = (
    'a file of lines "u v", a KONECT file or archive, a .npz file, or a generated '
    "graph, such as random:left=200,right=200,density=0.7"
)
COLUMNS = ["u", "v"]


def load(graph: str | Path) -> pd.DataFrame:
    """Read or generate a graph: the two integer columns u and v."""
    generator, _, values = str(graph).partition(":")
    if generator in GENERATORS:
        return call_with(GENERATORS[generator], generator, values)
    path = Path(graph)
    if not path.exists():
        raise SystemExit(
            f"the graph {str(graph)!r} is neither a file nor one of the generators "
            f"{', '.join(GENERATORS)}: check the name"
        )
    if path.suffix == ".npz":
        return from_npz(path)
    if ".tar" in path.suffixes:
        return from_konect_archive(path)
    return from_text(path)


def name_of(graph: str | Path) -> str:
    """The name of a file without its suffixes, or the generator with its arguments."""
    if str(graph).partition(":")[0] in GENERATORS:
        return str(graph)
    name = Path(graph).name
    if name.startswith("out."):  # KONECT puts the kind of file first
        return name.removeprefix("out.")
    return name.removeprefix("download.tsv.").split(".")[0]


# Files


def from_text(source) -> pd.DataFrame:
    """Read lines "u v", perhaps with more columns; lines that begin with % or # are
    comments."""
    rows = pd.read_csv(
        source, sep=r"\s+", header=None, comment="%", usecols=[0, 1], dtype=str
    )
    rows = rows[~rows[0].str.startswith("#")]
    return rows.set_axis(COLUMNS, axis=1).astype("int32").reset_index(drop=True)


def from_konect_archive(path: Path) -> pd.DataFrame:
    """Read the file out.* of a KONECT archive."""
    with tarfile.open(path) as archive:
        members = [m for m in archive if Path(m.name).name.startswith("out.")]
        if len(members) != 1:
            raise SystemExit(
                f"{path} has {len(members)} files out.*: a KONECT archive has one"
            )
        return from_text(archive.extractfile(members[0]))


def from_npz(path: Path) -> pd.DataFrame:
    """Read a matrix of scipy.sparse.save_npz, arrays u and v, or an array edges."""
    with np.load(path) as arrays:
        if "edges" in arrays:
            sides = arrays["edges"].T
        elif {"u", "v"} <= set(arrays):
            sides = arrays["u"], arrays["v"]
        else:
            import scipy.sparse

            matrix = scipy.sparse.load_npz(path).tocoo()
            sides = matrix.row, matrix.col
    return frame(*sides)


# Generators


def call_with(call: Callable, generator: str, values: str):
    """Call a generator with arguments that are given as text."""
    kinds = {
        name: type(parameter.default)
        for name, parameter in inspect.signature(call).parameters.items()
    }
    arguments = {}
    for pair in filter(None, values.split(",")):
        name, _, value = pair.partition("=")
        if name not in kinds:
            raise SystemExit(
                f"the graph {generator}:{values} has no argument {name!r}: it has "
                f"{', '.join(kinds)}"
            )
        arguments[name] = kinds[name](float(value))
    return call(**arguments)


def frame(left, right) -> pd.DataFrame:
    """Two arrays of ids as a frame."""
    return pd.DataFrame(dict(zip(COLUMNS, (left, right), strict=True)), dtype="int32")


def random(left=200, right=200, density=0.7, seed=1) -> pd.DataFrame:
    """Generate a graph in which each pair is an edge with the same probability."""
    has_edge = np.random.default_rng(seed).random((left, right)) < density
    return frame(*has_edge.nonzero())


def skewed(uniform: Callable, n_edges: int, sizes, exponent: float):
    """Ends of edges with degrees of a power law, from a source of uniform numbers.

    The source may belong to NumPy or CuPy. Edges may repeat.
    """
    return [(uniform(n_edges) ** exponent * n).astype("int32") for n in sizes]


def power_law(
    edges=1_000_000, left=0, right=0, exponent=1.5, seed=1, distinct=0
) -> pd.DataFrame:
    """Generate edges whose ends have degrees of a power law.

    By default, the left side has a third as many vertices as there are edges, and the
    right side a sixth. `distinct=1` removes repeated edges.
    """
    rng = np.random.default_rng(seed)
    sizes = left or edges // 3, right or edges // 6
    made = frame(*skewed(rng.random, edges, sizes, exponent))
    return made.drop_duplicates(ignore_index=True) if distinct else made


def r_mat(edges=1_000_000, left=17, right=17, a=0.57, b=0.19, c=0.19, seed=1):
    """Generate a recursive matrix (R-MAT) of 2**left rows and 2**right columns.

    Each edge falls into a quarter of the matrix with the probabilities a and b (above),
    c and 1 - a - b - c (below), then into a quarter of this quarter, and so on. A side
    with fewer levels than the other one is halved in the first levels only. The
    defaults are those of Graph500. An edge that falls on another one is left out.
    """
    bounds = np.cumsum([a, b, c])
    if min(a, b, c) < 0 or bounds[-1] > 1 + 1e-9:
        raise SystemExit(
            f"the graph r-mat has a={a}, b={b}, c={c}: give probabilities, with a sum "
            "of at most 1"
        )
    rng = np.random.default_rng(seed)
    u, v = np.zeros((2, edges), "int64")
    for level in range(max(left, right)):
        quarter = np.searchsorted(bounds, rng.random(edges), "right")
        if level < left:
            u = 2 * u + quarter // 2
        if level < right:
            v = 2 * v + quarter % 2
    return frame(u, v).drop_duplicates(ignore_index=True)


def hub(degree=100_000, left=200_000, right=50_000, edges=1_000_000, seed=1):
    """Generate random edges, and a right vertex with many neighbours, the last one."""
    rng = np.random.default_rng(seed)
    u, v = rng.integers(left, size=edges), rng.integers(right, size=edges)
    of_hub = rng.choice(left, degree, replace=False)
    made = frame(np.append(u, of_hub), np.append(v, np.full(degree, right)))
    return made.drop_duplicates(ignore_index=True)


COMMUNITY = 60, 40  # left and right vertices


def communities(n=5000, density=0.55, between=0.02, seed=1) -> pd.DataFrame:
    """Generate dense communities, plus random edges between any two vertices."""
    rng = np.random.default_rng(seed)
    left, right = COMMUNITY
    block, u, v = (rng.random((n, left, right)) < density).nonzero()
    u, v = block * left + u, block * right + v
    n_between = int(between * len(u))
    u = np.concatenate([u, rng.integers(n * left, size=n_between)])
    v = np.concatenate([v, rng.integers(n * right, size=n_between)])
    return frame(u, v)


RINGS, MEMBERS, PAYING = 20, 12, 6


def reviews(n=1_000_000, seed=7) -> pd.DataFrame:
    """Generate about n reviews: 20 rings of 12 accounts review 6 shops each.

    Most reviews are of popular shops. The accounts of ring r have the ids -12 r - 1 to
    -12 r - 12. There are shops enough from 24,000 reviews on.
    """
    rng = np.random.default_rng(seed)
    accounts, shops = n // 8, n // 100
    popularity = rng.pareto(1.0, shops) + 0.1
    active = rng.lognormal(0.0, 1.2, accounts)
    edges = np.column_stack([
        rng.choice(accounts, n, p=active / active.sum()),
        rng.choice(shops, n, p=popularity / popularity.sum()),
    ])  # fmt: skip
    unpopular = rng.permutation(np.argsort(popularity)[: shops // 2])
    rings = [
        np.column_stack([
            np.repeat(-MEMBERS * r - 1 - np.arange(MEMBERS), PAYING),
            np.tile(unpopular[PAYING * r :][:PAYING], MEMBERS),
        ])
        for r in range(RINGS)
    ]  # fmt: skip
    return frame(*np.concatenate([edges, *rings]).T).drop_duplicates(ignore_index=True)


GENERATORS = {
    "random": random,
    "power-law": power_law,
    "r-mat": r_mat,
    "communities": communities,
    "reviews": reviews,
    "hub": hub,
}
