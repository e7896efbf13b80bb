# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Digests that identify a graph, so that a data set is resumed with the same graph."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host


def digest_of_graph(graph: BipartiteGraph) -> str:
    """Digest of a graph and its labels, which identifies the graph of a data set."""
    graph = graph.with_host_labels()
    return digest_of(
        (graph.left_indptr, graph.left_indices),
        (graph.left_labels, graph.right_labels),
    )


def digest_of(adjacency: Iterable[Any], labels_by_side: Iterable[Any]) -> str:
    """Digest of the arrays of a graph and of its labels."""
    digest = hashlib.sha256()
    for array in adjacency:
        digest.update(np.ascontiguousarray(to_host(array)).data)
    for labels in labels_by_side:
        digest.update(_kind_of(labels).encode())
        if isinstance(labels.dtype, np.dtype) and labels.dtype.kind in "iub":
            digest.update(np.ascontiguousarray(labels).data)
            continue
        for label in labels:
            digest.update(repr(label).encode())
            digest.update(b"\0")
    return digest.hexdigest()


def _kind_of(labels: Any) -> str:
    """Return the dtype of labels as text. Labels of text are equal in any dtype: pandas
    and Dask read the same file as different ones."""
    is_text = isinstance(labels.dtype, pd.StringDtype) or (
        labels.dtype == object
        and pd.api.types.infer_dtype(labels, skipna=False) == "string"
    )
    return "str" if is_text else str(labels.dtype)
