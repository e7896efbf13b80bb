# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Two columns of integers that are clearly edges, in a frame, an array or a tuple."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from cugraph_biclique.arguments import shown
from cugraph_biclique.inputs import package_of, package_of_class
from cugraph_biclique.inputs.frame_columns import is_name


def integer_columns(
    G: Any, left: Hashable | None = None, right: Hashable | None = None
) -> tuple[Any, Any] | None:
    """Return the columns of G, as NumPy or CuPy arrays, if they are clearly edges.

    They must be columns of integers, and one integer type must have the values of both.
    None means that the adapter of G has to convert it, or to raise an error.
    """
    if isinstance(G, pd.DataFrame) or (package_of(G) == "cudf" and hasattr(G, "iloc")):
        columns = _columns_of_frame(G, left, right)
    elif left is not None or right is not None:
        return None
    elif _is_array(G) and G.ndim == 2 and G.shape[1] == 2:
        columns = [(G[:, 0], ""), (G[:, 1], "")]
    elif isinstance(G, tuple) and len(G) == 2:
        columns = [(G[0], "left labels"), (G[1], "right labels")]
    else:
        return None
    if not columns or not all(_has_integers(column) for column, _ in columns):
        return None
    (one, _), (other, _) = columns
    fits = np.result_type(one.dtype, other.dtype).kind != "f"
    if not fits or len(one) != len(other) or _is_cupy(one) != _is_cupy(other):
        return None
    return _array(*columns[0]), _array(*columns[1])


def _columns_of_frame(
    frame: Any, left: Hashable | None, right: Hashable | None
) -> list[tuple[Any, str]]:
    """Return both columns and their names in messages; [] if they are unclear."""
    if not hasattr(frame, "columns") or frame.index.nlevels > 1:
        return []
    names = list(frame.columns)
    if left is None and right is None:
        # The axis of the columns has a name in tables that a pivot has made.
        is_clear = len(names) == 2 and frame.columns.name is None
        places = [0, 1] if is_clear and not is_name(*names) else []
    else:
        places = [
            place
            for name in (left, right)
            for place, other in enumerate(names)
            if is_name(other, name)
        ]
    if len(places) != 2 or places[0] == places[1]:
        return []
    found = []
    for side, place in zip(("left", "right"), places, strict=True):
        name = names[place]
        # By position, unless it takes longer: a name in pandas may be a Boolean.
        is_cudf = package_of(frame) == "cudf"
        column = frame[name] if is_cudf else frame.iloc[:, place]
        found.append((column, f"labels of {side} column {shown(name)}"))
    return found


def _is_array(values: Any) -> bool:
    """Whether this is an array of NumPy or CuPy, but not of a subclass."""
    kind = type(values)
    is_cupy = package_of_class(kind) == "cupy" and kind.__name__ == "ndarray"
    return is_cupy or kind is np.ndarray


def _is_series(values: Any) -> bool:
    """Whether this is a Series of pandas or cuDF."""
    return package_of(values) in ("pandas", "cudf") and hasattr(values, "iloc")


def _is_cupy(values: Any) -> bool:
    """Whether an array or a Series is in device memory."""
    return package_of(values) in ("cupy", "cudf")


def _has_integers(column: Any) -> bool:
    """Whether this is a column of integers of a type that NumPy has."""
    dtype = getattr(column, "dtype", None)
    if not isinstance(dtype, np.dtype) or dtype.kind not in "iu" or not dtype.isnative:
        return False
    return (_is_array(column) or _is_series(column)) and column.ndim == 1


def _array(column: Any, what: str) -> Any:
    """Return the array of a column; nulls of cuDF are an error that names `what`."""
    if _is_array(column):
        return column
    if package_of(column) == "pandas":
        return column.to_numpy()
    from cugraph_biclique.inputs.cudf_labels import number

    return number(column, what).numbers
