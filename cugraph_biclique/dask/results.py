# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""`DaskBicliques`: results that stay on the workers."""

from __future__ import annotations

from typing import Any

import dask
import dask.dataframe as dd
import numpy as np

from cugraph_biclique.dask.parts import Part


class DaskBicliques:
    """Maximal bicliques, each on the worker that found it.

    `cugraph_biclique.dask.maximal_bicliques` returns them. Dask recomputes the results
    of a lost worker when they are needed.

    Attributes
    ----------
    report : list of dict
        One entry per partition, or per sub-partition of a split one: the name of the
        ``partition``, its ``roots``, predicted ``work`` and ``edges``, and the entries
        of `cugraph_biclique.Bicliques.report` for its search. If a single root was
        split, ``roots`` is 1 in its first sub-partition and 0 in the others.
    """

    def __init__(self, client: Any, parts: dict[Part, Any]) -> None:
        self._client = client
        self._parts = list(parts.values())
        described = client.gather(client.map(_described, self._parts, pure=False))
        self._first = np.cumsum([0, *(n for n, _ in described)]).tolist()
        self.report = [
            {"partition": part.name, "roots": part.roots, "work": part.work, **report}
            for part, (_, report) in zip(parts, described, strict=True)
        ]

    def __len__(self) -> int:
        """Number of bicliques."""
        return self._first[-1]

    def __repr__(self) -> str:
        return f"<DaskBicliques: {len(self):,} in {len(self._parts):,} partitions>"

    @property
    def sizes(self) -> dd.DataFrame:
        """One row per biclique: ``biclique`` (int64), ``n_left``, ``n_right`` (int32)."""
        return self._frame("sizes")

    @property
    def left(self) -> dd.DataFrame:
        """One row per left member: ``biclique`` (int64), ``vertex`` (your label)."""
        return self._frame("left")

    @property
    def right(self) -> dd.DataFrame:
        """One row per right member: ``biclique`` (int64), ``vertex`` (your label)."""
        return self._frame("right")

    def to_frame(self) -> dd.DataFrame:
        """Return one row per biclique: ``biclique``, and the members as lists."""
        return self._frame("to_frame")

    def _frame(self, which: str) -> dd.DataFrame:
        frames = [
            dask.delayed(_frame)(part, which, first)
            for part, first in zip(self._parts, self._first, strict=False)
        ]
        meta = self._client.submit(_empty, self._parts[0], which).result()
        # By default, Dask converts object columns to strings, including lists.
        with dask.config.set({"dataframe.convert-string": False}):
            return dd.from_delayed(frames, meta=meta, verify_meta=False)


def _described(found: Any) -> tuple[int, dict[str, Any]]:
    return len(found), found.report


def _frame(found: Any, which: str, first: int) -> Any:
    """Return one frame of a partition, with its bicliques numbered from `first`."""
    frame = getattr(found, which)
    frame = frame() if callable(frame) else frame
    frame["biclique"] += first
    return frame


def _empty(found: Any, which: str) -> Any:
    """Return the same frame without rows."""
    return _frame(found[:1], which, 0)[:0]
