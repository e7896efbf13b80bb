# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The argument `containing`: from labels of vertices to their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host

# {"left": labels, "right": labels}; of a graph with one id space also labels alone.
Containing: TypeAlias = Mapping[str, Any] | Any

SIDES = "left", "right"


class Ids(NamedTuple):
    """Ids of vertices of both sides: int64, ascending, in host memory."""

    left: np.ndarray
    right: np.ndarray

    def as_json(self) -> dict[str, list[int]]:
        """Return the ids by side, as a manifest stores them."""
        return {side: ids.tolist() for side, ids in self._asdict().items()}


def ids_of(graph: BipartiteGraph, containing: Containing) -> Ids:
    """Return the ids of the labels of `containing`, or raise an error that names the
    first label that the graph does not have."""
    if isinstance(containing, Mapping):
        sides = _labels_by_side(containing)
        ids = Ids(*(_ids_on(graph, side, sides.get(side, [])) for side in SIDES))
    elif graph._one_id_space:
        if isinstance(containing, tuple):
            _refuse_tuple_label(containing, graph._label_indexes)
        ids = _ids_on_both(graph, labels_in(containing))
    else:
        raise TypeError(
            f"containing={shown(containing)} does not tell the side of its labels, and "
            "the two sides of G have separate labels: pass a dict such as "
            '{"left": labels} or {"left": labels, "right": labels}'
        )
    if not len(ids.left) + len(ids.right):
        raise ValueError(
            f"containing={shown(containing)} names no vertex: pass at least one label, "
            "or leave containing out"
        )
    return ids


def _labels_by_side(containing: Mapping[str, Any]) -> dict[str, Any]:
    for key in containing:
        if key not in SIDES:
            raise ValueError(
                f"containing has the key {shown(key)}, but its keys are the sides of "
                'G: pass labels under "left", "right" or both'
            )
    return {side: containing[side] for side in SIDES if side in containing}


def labels_in(value: Any) -> list[Any]:
    """The labels in a collection of any kind. Anything else is one label."""
    if hasattr(value, "to_pandas"):  # cuDF
        value = value.to_pandas()
    elif hasattr(value, "__cuda_array_interface__"):  # CuPy
        value = to_host(value)
    if pd.api.types.is_scalar(value) or not isinstance(value, Iterable):
        return [value]
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return [value[()]]
    return list(value)


def _refuse_tuple_label(value: tuple[Any, ...], indexes: Sequence[pd.Index]) -> None:
    """Raise an error for a tuple that is a label of G, as a tuple is also a list of
    labels."""
    if not any(_place(index, value) >= 0 for index in indexes):
        return
    advice = f"pass [{shown(value)}] for this label"
    if all(any(_place(index, x) >= 0 for index in indexes) for x in value):
        advice += f", or {shown(list(value))} for the labels in it"
    raise ValueError(
        f"containing has the tuple {shown(value)}, which is a label of G, but a tuple "
        f"is also a list of labels: {advice}"
    )


def _ids_on(graph: BipartiteGraph, side: str, value: Any) -> np.ndarray:
    index = graph._label_indexes[SIDES.index(side)]
    if isinstance(value, tuple):
        _refuse_tuple_label(value, [index])
    labels = labels_in(value)
    ids = np.array([_place(index, label) for label in labels], np.int64)
    if len(ids) and ids.min() < 0:
        name = graph.left_name if side == "left" else graph.right_name
        raise ValueError(
            f"containing has the {side} label {shown(labels[int(ids.argmin())])}, "
            f"which is not in G: pass labels of {shown(name)}, of dtype {index.dtype}"
        )
    return np.unique(ids)


def _ids_on_both(graph: BipartiteGraph, labels: list[Any]) -> Ids:
    """Ids of labels of a graph in which a label is on one side only."""
    found = [[_place(index, x) for index in graph._label_indexes] for x in labels]
    for label, places in zip(labels, found, strict=True):
        if max(places) < 0:
            raise ValueError(
                f"containing has the label {shown(label)}, which is not in G: pass "
                "labels of vertices of G"
            )
    left, right = np.array(found, np.int64).reshape(-1, 2).T
    return Ids(np.unique(left[left >= 0]), np.unique(right[right >= 0]))


def _place(index: pd.Index, label: Any) -> int:
    """The place of a label in an index, -1 if it is absent.

    The conversion to the dtype of the index keeps the lookup in its hash table, which
    pandas builds once. But it may change the label, so compare what it finds.
    """
    try:
        one = pd.Index(_object_array(label), dtype=index.dtype, tupleize_cols=False)
        place = int(index.get_indexer(one)[0])
        return place if place >= 0 and bool(index[place] == label) else -1
    except Exception:  # of pandas, or of the label: it is not of the labels' kind
        return -1


def _object_array(label: Any) -> np.ndarray:
    """An array of one entry, even if the label is a tuple."""
    one = np.empty(1, object)
    one[0] = label
    return one
