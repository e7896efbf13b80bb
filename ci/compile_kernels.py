# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compiles every CPU kernel, for the processor that NUMBA_CPU_NAME names, and uses it.

Fails if an answer is wrong, or if a kernel stayed uncompiled: then extend the functions
in `cugraph_biclique.warming`. Arguments name some of them, so that several processes
share the work.
"""

import importlib
import pkgutil
import sys

from numba.core import config
from numba.core.dispatcher import Dispatcher

import cugraph_biclique as cb
from cugraph_biclique.warming import USES, use

# What is in these modules is of the GPU engine, or needs an optional package.
OTHERS = {
    "cudf_frame", "cudf_frames", "cudf_labels", "cugraph_graph", "cupy_pairs",
    "cupy_sparse", "cupy_undirected", "dask", "device", "gpu", "viz", "__main__",
}  # fmt: skip


def kernels():
    """Kernels of the package's CPU modules by name, but those inlined in others."""
    for _, module, _ in pkgutil.walk_packages(cb.__path__, "cugraph_biclique."):
        if OTHERS & set(module.split(".")):
            continue
        for name, value in vars(importlib.import_module(module)).items():
            if not isinstance(value, Dispatcher) or value.py_func.__module__ != module:
                continue
            if value.targetoptions.get("inline") != "always":
                yield f"{module}.{name}", value


def main(names):
    found = dict(kernels())
    use(names or USES)
    if names:
        return
    left = [name for name, kernel in found.items() if not kernel.signatures]
    if left:
        sys.exit(f"not compiled: {', '.join(left)}")
    processor = config.CPU_NAME or "this processor"
    print(f"{len(found)} kernels compiled for {processor}: their answers are right")


if __name__ == "__main__":
    main(sys.argv[1:])
