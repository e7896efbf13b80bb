# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Choice of the engine by name, and the reasons why the GPU engine cannot run."""

from __future__ import annotations

import importlib.util
import logging
from typing import Any, Literal, get_args

from cugraph_biclique.arguments import one_of
from cugraph_biclique.device.prebuilt import covers
from cugraph_biclique.errors import EngineUnavailableError

logger = logging.getLogger(__name__)

Engine = Literal["auto", "cpu", "gpu"]
ENGINES = get_args(Engine)
ON_DEVICE = {"cupy", "cupyx", "cudf", "cugraph", "dask_cudf"}
TO_HOST = ".to_pandas() for a frame or .get() for an array"
LEAST_CAPABILITY = 75
INSTALL = (
    'Install the CUDA extra: pip install "cugraph_biclique[cu13]" (or [cu12]), or use '
    "engine='cpu'"
)
CHECK = "Check that nvidia-smi lists a device, or use engine='cpu'"


def select_engine(engine: str, G: Any = None) -> Literal["cpu", "gpu"]:
    """Return the engine that will run: "cpu" or "gpu" for any accepted name.

    "auto" selects the GPU if there is a usable one. Graphs on the device need the GPU.
    """
    chosen, why = engine_and_reason(engine, G)
    logger.info("engine: %s (%s)", chosen, why)
    return chosen


def engine_and_reason(engine: str, G: Any = None) -> tuple[Literal["cpu", "gpu"], str]:
    """Return the engine that will run, and the reason for the choice."""
    check_engine(engine)
    there = on_device(G)
    if engine == "cpu":
        if not there:
            return "cpu", "requested"
        raise ValueError(
            f"engine='cpu' needs G in host memory, but this {_package(G)} G is in "
            f"device memory: convert it with {TO_HOST}, or leave engine out"
        )
    missing = missing_for_gpu()
    if not missing:
        return "gpu", "requested" if engine == "gpu" else "a usable GPU is present"
    if there:
        raise EngineUnavailableError(
            f"a {_package(G)} G is in device memory and needs the GPU engine, which "
            f"is not available: {missing}, and convert G to host memory with {TO_HOST}"
        )
    if engine == "auto":
        return "cpu", f"the GPU engine is not available: {missing}"
    raise EngineUnavailableError(f"engine='gpu' is not available: {missing}")


def _package(G: Any) -> str:
    """Name of the package of a graph on the device."""
    parts = filter(on_device, G) if isinstance(G, tuple) else [G]
    return type(next(iter(parts))).__module__.partition(".")[0]


def check_engine(engine: str) -> None:
    """Raise an error if a name is not that of an engine."""
    if not isinstance(engine, str):
        raise TypeError(
            f"engine must be a string, not {type(engine).__name__}: pass one of "
            f"{', '.join(map(repr, ENGINES))}"
        )
    one_of("engine", engine, ENGINES)


def on_device(G: Any) -> bool:
    """Whether a graph is in device memory."""
    if isinstance(G, tuple) and len(G) == 2:
        return any(map(on_device, G))
    if type(G).__module__.startswith("cugraph_biclique."):
        return on_device(getattr(G, "left_indices", None))
    package = type(G).__module__.partition(".")[0]
    if package == "cugraph" and getattr(G, "is_multi_gpu", bool)():
        return False  # the devices of Dask workers hold it, and the inputs refuse it
    return package in ON_DEVICE


def missing_for_gpu() -> str:
    """Say why the GPU engine cannot run, and what to do; empty if it can run.

    Installed packages do not imply a GPU, so CuPy looks for a device too.
    """
    if importlib.util.find_spec("cupy") is None:
        return f"cupy is not installed. {INSTALL}"
    from numba import config

    if config.ENABLE_CUDASIM:
        return (
            "NUMBA_ENABLE_CUDASIM replaces the GPU with a simulator. Unset it, or use "
            "engine='cpu'"
        )
    import cupy

    if not cupy.cuda.is_available():
        return f"there is no CUDA device, or its driver is missing. {CHECK}"
    capability = cupy.cuda.Device().compute_capability
    if int(capability) < LEAST_CAPABILITY:
        return (
            f"the device has compute capability {capability[:-1]}.{capability[-1]}, "
            "but the GPU engine needs 7.5 or higher. Use engine='cpu'"
        )
    if importlib.util.find_spec("numba_cuda") is None and not covers(capability):
        return f"numba_cuda is not installed, which compiles the kernels. {INSTALL}"
    return ""
