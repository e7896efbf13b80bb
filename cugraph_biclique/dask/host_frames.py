# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Device frames that are in host memory until a task needs them.

Dask-CUDA moves frames to the host when the device is nearly full. But it moves a frame
back to the device to free it, counts the memory that frames share once for each, and
moves a whole container back for one of its frames. So if a graph exceeds the memory of
the workers, its frames are in host memory between two tasks: each task moves its input
and its output once.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pandas as pd
from distributed.protocol import deserialize, serialize


class HostFrame:
    """A device frame in host memory, in the form in which Dask sends it."""

    def __init__(self, frame: Any) -> None:
        self.n = len(frame)
        self.header, frames = serialize(frame, serializers=["dask"], on_error="raise")
        self.frames = [np.asarray(each) for each in frames]  # views cannot be pickled

    def __len__(self) -> int:
        return self.n

    def __sizeof__(self) -> int:  # Dask limits the host memory, too
        return sum(each.nbytes for each in self.frames)

    def moved_back(self) -> Any:
        """Return the device frame."""
        return deserialize(self.header, self.frames)


def is_cudf_frame(frame: Any) -> bool:
    """Return whether a frame is a cuDF frame."""
    return hasattr(frame, "to_pandas")


def to_host_frame(frame: Any) -> Any:
    """Return a frame as it is kept between tasks: a device frame in host memory."""
    return HostFrame(frame) if is_cudf_frame(frame) else frame


def from_host_frame(frame: Any) -> Any:
    """Return a frame that may have been kept in host memory."""
    return frame.moved_back() if isinstance(frame, HostFrame) else frame


def on_host(frame: Any) -> Any:
    """Convert a frame or a Series to pandas."""
    return frame.to_pandas() if hasattr(frame, "to_pandas") else frame


def concatenated(parts: list[Any]) -> Any:
    """Concatenate frames or Series of one library; categories are united.

    The order of unlike categories does not depend on that of the parts.
    """
    if len(parts) == 1:
        return parts[0].reset_index(drop=True)
    first = parts[0]
    if not hasattr(first, "columns"):
        parts = of_one_dtype(parts)
    else:
        columns = {
            name: of_one_dtype([part[name] for part in parts])
            for name, dtype in first.dtypes.items()
            if dtype == "category"
        }
        parts = [
            part.assign(**{str(name): some[i] for name, some in columns.items()})
            for i, part in enumerate(parts)
        ]
    return _library_of(first).concat(parts, ignore_index=True)


def of_one_dtype(columns: list[Any]) -> list[Any]:
    """Give columns of categories the same categories, in one order.

    Dtypes that differ in their order only are equal. Then cuDF compares codes.
    """
    dtypes = [column.dtype for column in columns]
    if not all(dtype == "category" for dtype in dtypes):
        return columns
    first = dtypes[0]
    if all(
        dtype == first and dtype.categories.equals(first.categories) for dtype in dtypes
    ):
        return columns
    some = [dtype.categories.to_series() for dtype in dtypes]
    together = _library_of(columns[0]).concat(some, ignore_index=True)
    united = _in_some_order(together.drop_duplicates())
    # Not `astype`: dtypes that differ in their order only are equal to it.
    return [column.cat.set_categories(united, ordered=False) for column in columns]


def _library_of(frame: Any) -> Any:
    return importlib.import_module(type(frame).__module__.partition(".")[0])


def _in_some_order(labels: Any) -> Any:
    """Return distinct labels in an order that does not depend on the order given."""
    try:
        return labels.sort_values()
    except TypeError:  # labels without an order
        return labels.iloc[pd.util.hash_pandas_object(labels, index=False).argsort()]
