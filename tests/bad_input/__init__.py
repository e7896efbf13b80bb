# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Calls that are refused, as tables: one module for each kind of argument.

A case is run by `test_bad_input.py` with every call that takes its arguments. In a
message, an ellipsis stands for what another library says.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
import pytest


class Case(NamedTuple):
    """A call, and the error that it raises."""

    name: str
    error: type[Exception]
    message: str
    G: Callable[[], Any]
    arguments: dict[str, Any]


def edges() -> pd.DataFrame:
    """A frame that nothing is wrong with."""
    return pd.DataFrame({"user": [1, 1, 2], "item": ["a", "b", "b"]})


def bad(name, error, message, G=edges, **arguments):
    """A case with this G, or one that nothing is wrong with."""
    return Case(name, error, message, G, arguments)


def frame(**columns):
    """A frame of these columns."""
    return pd.DataFrame(columns)


def column(labels, dtype=None):
    """A frame with an edge from 0, 1, ... to each label."""
    labels = pd.Series(labels, dtype=dtype)
    return pd.DataFrame({"user": range(len(labels)), "item": labels})


def objects(*labels):
    """A frame with an edge from 0, 1, ... to each of these, whatever they are."""
    items = np.empty(len(labels), object)
    items[:] = labels
    return column(items, object)


def pa():
    """PyArrow."""
    return pytest.importorskip("pyarrow")


def pl():
    """Polars."""
    return pytest.importorskip("polars")


def sp():
    """The sparse matrices of SciPy."""
    return pytest.importorskip("scipy.sparse")


def network(edges, kind="Graph", sides=None):
    """A graph of NetworkX, some of whose nodes have a side."""
    graph = getattr(pytest.importorskip("networkx"), kind)(edges)
    for node, side in (sides or {}).items():
        graph.nodes[node]["bipartite"] = side
    return graph


class Label:
    """A label whose methods do as they like."""

    def __init__(self, name, **methods):
        self.name = name
        self.methods = methods

    def _do(self, method, otherwise):
        if method in self.methods:
            raise self.methods[method]
        return otherwise

    def __hash__(self):
        return self._do("hash", hash(self.name))

    def __eq__(self, other):
        return self._do("eq", isinstance(other, Label) and self.name == other.name)

    def __lt__(self, other):
        return self._do("lt", self.name < other.name)

    def __repr__(self):
        return self._do("repr", f"Label({self.name!r})")
