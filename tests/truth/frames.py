# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Frames that could be edges or a matrix, other objects, and what messages advise."""

import io

import pandas as pd

import cugraph_biclique as cb
from truth import CallCase, Refused


def found(G, **arguments):
    """The maximal bicliques of a graph, as sorted lists."""
    bicliques = cb.maximal_bicliques(G, sort=True, engine="cpu", **arguments)
    return sorted((sorted(left), sorted(right)) for left, right in bicliques)


def clicks():
    return pd.DataFrame({"user": [1, 2], "clicked": [True, False]})


def dummies():
    return pd.get_dummies(pd.Series(list("abbab")), dtype=int)


def levels():
    users, days = pd.Series(["u", "v"]), pd.Series([1, 2])
    return pd.crosstab([users, days], pd.Series(["a", "b"]))


KEYS = {("a", "b"): 1, ("c", "d"): 2}
CASES = [
    CallCase(
        "labels beside a column of booleans",
        lambda: found(clicks()),
        Refused(
            "column 'clicked' of G is Boolean, so it could hold the right vertices "
            "True and False, or be the only column of a biadjacency matrix: pass "
            "left='user' and right='clicked' if True and False are labels, or "
            "G.set_index('user') if the column is a right vertex"
        ),
    ),
    CallCase(
        "booleans as labels",
        lambda: found(clicks(), left="user", right="clicked"),
        [([1], [True]), ([2], [False])],
    ),
    CallCase(
        "booleans as a column of a matrix",
        lambda: found(clicks().set_index("user")),
        [([1], ["clicked"])],
    ),
    CallCase(
        "two columns of get_dummies",
        lambda: found(dummies()),
        Refused(
            "G has two columns of numbers, ['a', 'b'], which could be edges or a "
            "biadjacency matrix: pass G > 0 if each column is a right vertex, or "
            "left='a' and right='b' if each row is an edge"
        ),
    ),
    CallCase(
        "two columns of get_dummies as a matrix",
        lambda: found(dummies() > 0),
        [([0, 3], ["a"]), ([1, 2, 4], ["b"])],
    ),
    CallCase(
        "two columns of zeros and ones as edges",
        lambda: found(dummies(), left="a", right="b"),
        [([0], [1]), ([1], [0])],
    ),
    CallCase(
        "a crosstab with two levels",
        lambda: found(levels()),
        Refused(
            "the index of G has several levels, ['row_0', 'row_1'], so the edges could "
            "be in the index or in the columns: pass (G > 0).set_axis("
            "G.index.to_flat_index()) if each column is a right vertex, or "
            "G.index.to_frame(index=False) if the levels hold the edges, or "
            "G.reset_index(drop=True) if the columns hold them"
        ),
    ),
    CallCase(
        "a crosstab with two levels as a matrix",
        lambda: found((levels() > 0).set_axis(levels().index.to_flat_index())),
        [([("u", 1)], ["a"]), ([("v", 2)], ["b"])],
    ),
    CallCase(
        "a buffer",
        lambda: found(io.BytesIO(b"1 2\n")),
        Refused(
            "G is a _io.BytesIO, but must be a graph: pass "
            "cugraph_biclique.read_edges(G) if it is an open file",
            TypeError,
        ),
    ),
    CallCase(
        "a buffer that is read",
        lambda: found(cb.read_edges(io.BytesIO(b"1 2\n"))),
        [([1], [2])],
    ),
    CallCase(
        "a dict of edges",
        lambda: found(KEYS),
        Refused(
            "G is a dict, which is not accepted directly: pass "
            'pandas.DataFrame(list(G), columns=["left", "right"]) if it contains pairs',
            TypeError,
        ),
    ),
    CallCase(
        "the edges of a dict",
        lambda: found(pd.DataFrame(list(KEYS), columns=["left", "right"])),
        [(["a"], ["b"]), (["c"], ["d"])],
    ),
]
