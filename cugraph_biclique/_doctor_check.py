# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Check for ``rapids doctor``: a search of five edges, from a cuDF frame and back."""

from __future__ import annotations

from typing import Any


def biclique_smoke_check(**options: Any) -> None:
    """Find the two bicliques of a small cuDF frame on the GPU.

    Parameters
    ----------
    **options
        Options that ``rapids doctor`` passes, such as ``verbose``; they are ignored.

    Raises
    ------
    ImportError
        If cuDF is not installed.
    EngineUnavailableError
        If there is no usable GPU.
    AssertionError
        If the answer is wrong.
    """
    from cugraph_biclique import maximal_bicliques
    from cugraph_biclique.engine import INSTALL, select_engine

    select_engine("gpu")
    try:
        import cudf
    except ImportError as error:
        raise ImportError(f"cuDF is not installed. {INSTALL}") from error
    edges = cudf.DataFrame({"user": [1, 1, 2, 2, 3], "item": list("xyxyy")})
    frame: cudf.DataFrame = maximal_bicliques(edges, sort=True).to_frame()
    found = frame.to_pandas()
    sides = found["left"], found["right"]
    listed = [tuple(map(list, pair)) for pair in zip(*sides, strict=True)]
    expected = [([1, 2], ["x", "y"]), ([1, 2, 3], ["y"])]
    if listed != expected:
        raise AssertionError(
            f"the GPU engine found {listed} in a test graph of five edges, not "
            f"{expected}"
        )
