# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Check for ``rapids doctor``: a search of five edges, from a cuDF frame and back."""

from __future__ import annotations

from typing import Any


def biclique_smoke_check(verbose: bool = False, **options: Any) -> str:
    """Find the two bicliques of a small cuDF frame on the GPU.

    Parameters
    ----------
    verbose : bool, default False
        Whether to name the versions of the packages that took part.
    **options
        Other options that ``rapids doctor`` passes; they are ignored.

    Returns
    -------
    str
        What was found, and on which device. ``rapids doctor --verbose`` prints it.

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
    from cugraph_biclique.device.engine import INSTALL, select_engine

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
    text = f"found the {len(expected)} bicliques of a cuDF frame on {_device_name()}"
    return f"{text}, with {_versions()}" if verbose else text


def _device_name() -> str:
    """Name of the current device."""
    import cupy

    runtime = cupy.cuda.runtime
    name: bytes = runtime.getDeviceProperties(runtime.getDevice())["name"]
    return name.decode()


def _versions() -> str:
    """Versions of the packages that take part in a search on a GPU."""
    from importlib.metadata import version

    import cudf
    import cupy

    import cugraph_biclique

    return (
        f"cugraph_biclique {cugraph_biclique.__version__}, cuDF {cudf.__version__}, "
        f"CuPy {cupy.__version__}, numba-cuda {version('numba-cuda')}"
    )
