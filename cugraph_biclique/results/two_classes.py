# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The argument `labels` of `contrast`: two classes of left vertices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import full_name, shown
from cugraph_biclique.graph.bipartite import BipartiteGraph

HOW = "pass a dict or a Series from left labels to two classes, such as True and False"


class TwoClasses(NamedTuple):
    """Two classes, and the left vertices of each."""

    names: tuple[Any, Any]  # ascending
    of: np.ndarray  # int64 per left vertex: 0, 1, or -1 for a vertex without a class


def two_classes(graph: BipartiteGraph, labels: Any) -> TwoClasses:
    """Find the class of each left vertex, or raise an error unless there are two."""
    series = _series(labels)
    if not series.index.is_unique:
        twice = series.index[series.index.duplicated()][0]
        raise ValueError(
            f"labels has {shown(twice)} more than once: keep one class for each vertex"
        )
    vertices = graph._label_indexes[0]
    at = series.index.get_indexer(vertices)  # -1 for a vertex that labels leave out
    of = np.full(len(vertices), -1, np.int64)
    known = np.flatnonzero(at >= 0)
    of[known], names = _factorized(pd.Series(series.array.take(at[known])))
    if not len(names):
        raise ValueError(
            f"labels has a class for none of the {len(vertices):,} left vertices of "
            f"found: pass labels of {shown(graph.left_name)}, of dtype {vertices.dtype}"
        )
    if len(names) != 2:
        raise ValueError(
            f"labels has {len(names):,} classes of left vertices ({shown(names)}), but "
            "contrast compares two: give each vertex one of two classes, and leave out "
            "the vertices of other classes"
        )
    return TwoClasses((names[0], names[1]), of)


def _series(labels: Any) -> pd.Series:
    """The labels as a Series of pandas, with the left vertices as its index."""
    if hasattr(labels, "to_pandas"):  # cuDF
        labels = labels.to_pandas()
    if isinstance(labels, Mapping):
        keys = np.empty(len(labels), object)
        keys[:] = list(labels)
        index = pd.Index(keys, tupleize_cols=False)
        return pd.Series(list(labels.values()), index=index, dtype=object)
    if not isinstance(labels, pd.Series):
        raise TypeError(
            f"labels must be a dict or a Series, not {full_name(labels)}: {HOW}"
        )
    return labels


def _factorized(values: pd.Series) -> tuple[np.ndarray, list[Any]]:
    """The number of the class of each value, -1 for a null, and the names of the
    classes; ascending if they have an order."""
    try:
        code, names = pd.factorize(values, sort=True)
    except TypeError:  # classes without an order
        code, names = pd.factorize(values)
    return code, list(names)
