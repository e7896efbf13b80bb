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

from typing import Any

import numpy as np
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
