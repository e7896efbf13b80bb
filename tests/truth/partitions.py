# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dask partitions whose columns or dtypes are not those that their frame declares."""

import pandas as pd

from truth import CallCase, Refused

A = pd.DataFrame({"u": [1, 2], "i": [50, 60]})
B = pd.DataFrame({"u": [3, 2], "i": [50, 70]})
BOTH = [([1, 3], [50]), ([2], [60, 70])]
NAMED = {"left": "u", "right": "i"}


def frame(*parts):
    """A Dask frame of these partitions, as they are."""
    import dask
    import dask.dataframe as dd

    delayed = [dask.delayed(part) for part in parts]
    with dask.config.set({"dataframe.convert-string": False}):
        return dd.from_delayed(delayed, meta=parts[0].iloc[:0], verify_meta=False)


def bicliques(*parts, **options):
    import cugraph_biclique.dask as over

    found = over.maximal_bicliques(frame(*parts), **options).to_frame().compute()
    sides = zip(found["left"], found["right"], strict=True)
    return sorted((sorted(left), sorted(right, key=repr)) for left, right in sides)


def every_call(*parts):
    """The answers of the calls that return numbers."""
    import cugraph_biclique.dask as over

    ddf = frame(*parts)
    sizes = over.maximal_biclique_sizes(ddf)
    return (
        over.maximal_biclique_count(ddf),
        sizes["n_left"].tolist(),
        over.biclique_count(ddf, 2, 1),
        over.biclique_counts(ddf, 2, 2)["count"].tolist(),
        over.maximal_clique_count(ddf),
        over.maximal_clique_sizes(ddf)["count"].tolist(),
    )


def cliques(*parts):
    import cugraph_biclique.dask as over

    found = over.maximal_cliques(frame(*parts)).to_frame().compute()
    return sorted(map(sorted, found["vertices"]))


def case(name, parts, outcome, **options):
    return CallCase(name, lambda: bicliques(*parts, **options), outcome)


def differs(have, declared, advice):
    return Refused(
        f"column 'i' of partition 1 of ddf has dtype {have}, but ddf declares "
        f"{declared}, which would change its labels: {advice}give all partitions the "
        "same dtype",
        TypeError,
    )


TEXT = "pass ddf.astype({'i': str}), or "
OTHER_WAY = B[["i", "u"]]
WIDE = A.assign(w=1)
OVER_DASK = [
    # Columns
    case("the other order", (A, OTHER_WAY), BOTH),
    case("the other order, named", (A, OTHER_WAY), BOTH, **NAMED),
    case("the other order, declared", (OTHER_WAY, A), BOTH, **NAMED),
    case("a further column", (A, B.assign(w=1)), BOTH),
    case("a further column before", (A, B.assign(w=1)[["w", "i", "u"]]), BOTH),
    case("three columns", (WIDE, OTHER_WAY.assign(w=2)), BOTH, **NAMED),
    case("three columns, one of them unused", (WIDE, OTHER_WAY), BOTH, **NAMED),
    CallCase(
        "every count of the other order",
        lambda: (every_call(A, OTHER_WAY), every_call(A, B)),
        ((2, [1, 2], 1, [4, 1, 1, 0], 4, [4]),) * 2,
    ),
    CallCase(
        "cliques of the other order",
        lambda: cliques(A, OTHER_WAY, pd.DataFrame({"i": [3], "u": [1]})),
        [[1, 3, 50], [2, 60], [2, 70]],
    ),
    case(
        "a missing column",
        (A, B[["u"]]),
        Refused(
            "partition 1 of ddf has no column 'i' (its columns are ['u']), but ddf "
            "declares one: give all partitions the same columns"
        ),
    ),
    case(
        "a missing column of three",
        (WIDE, B[["u"]].assign(w=1)),
        Refused(
            "partition 1 of ddf has no column 'i' (its columns are ['u', 'w']), but "
            "ddf declares one: give all partitions the same columns"
        ),
        **NAMED,
    ),
    case(
        "a repeated column",
        (A, pd.concat([B, B[["i"]]], axis=1)),
        Refused(
            "partition 1 of ddf has 2 columns 'i' (its columns are ['u', 'i', 'i']), "
            "but ddf declares one: give all partitions the same columns"
        ),
    ),
    # Dtypes
    *(
        case(f"{dtype} beside int64", (A, B.astype({"i": dtype})), BOTH)
        for dtype in ("int32", "uint8", "Int64", "float64", "object", "category")
    ),
    case(
        "text in two dtypes",
        (A.astype({"i": "str"}), B.astype({"i": "str"}).astype({"i": object})),
        [([1, 3], ["50"]), ([2], ["60", "70"])],
    ),
    case("integers beside objects", (A.astype(object), B), BOTH),
    CallCase(
        "cliques of objects",
        lambda: cliques(A.astype(object), B),
        [[1, 50], [2, 60], [2, 70], [3, 50]],
    ),
    case(
        "numbers and text among objects",
        (A.astype(object), B.astype({"i": object}).replace({"i": {70: "60"}})),
        [([1, 3], [50]), ([2], ["60", 60])],
    ),
    case("integers beside categories", (A.astype({"i": "category"}), B), BOTH),
    case(
        "text beside numbers",
        (A, B.astype({"i": "str"})),
        differs("str", "int64", TEXT),
    ),
    case(
        "numbers beside text",
        (A.astype({"i": "str"}), B),
        differs("int64", "str", TEXT),
    ),
    case(
        "text among objects beside numbers",
        (A, B.astype({"i": object}).replace({"i": {70: "70"}})),
        differs("object", "int64", TEXT),
    ),
    case(
        "booleans beside numbers",
        (A, B.assign(i=[True, False])),
        differs("bool", "int64", TEXT),
    ),
    case(
        "integers that do not fit",
        (A, B.assign(i=pd.Series([50, 2**63 + 5], dtype="uint64"))),
        differs("uint64", "int64", TEXT),
    ),
    case(
        "fractions beside integers",
        (A, B.assign(i=[50, 70.5])),
        differs("float64", "int64", "pass ddf.astype({'i': float}), or "),
    ),
    case(
        "large integers beside floats",
        (A.astype({"i": float}), B.assign(i=[50, 2**53 + 1])),
        differs("int64", "float64", ""),
    ),
    case(
        "large floats beside integers",
        (A, B.assign(i=[50, 2.0**53])),
        differs("float64", "int64", "pass ddf.astype({'i': float}), or "),
    ),
    case(
        "nulls beside integers",
        (A, B.assign(i=[50, None])),
        Refused(
            "labels of column 'i' are null in 1 edge, but a label cannot be "
            "null: drop these edges, or replace the nulls with a label"
        ),
    ),
    # The advice
    CallCase(
        "numbers beside text, as text",
        lambda: followed(A, B.astype({"i": "str"}), str),
        [([1, 3], ["50"]), ([2], ["60", "70"])],
    ),
    CallCase(
        "fractions beside integers, as floats",
        lambda: followed(A, B.assign(i=[50, 70.5]), float),
        [([1, 3], [50.0]), ([2], [60.0, 70.5])],
    ),
]


def followed(a, b, dtype):
    import cugraph_biclique.dask as over

    ddf = frame(a, b).astype({"i": dtype})
    found = over.maximal_bicliques(ddf).to_frame().compute()
    sides = zip(found["left"], found["right"], strict=True)
    return sorted((sorted(left), sorted(right)) for left, right in sides)
