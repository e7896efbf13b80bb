# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Where a graph is prepared, searched and counted: one of four backends for each call.

`Cpu` works on CPU cores, `Gpu` on one device, and `SeveralGpus` on the devices that the
call names. `OutOfCore` keeps the graph in host memory and works on a device, one pack
of roots at a time. The methods are those of `contract.backend.Backend`.
"""

from __future__ import annotations

from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.contract.backend import Backend
from cugraph_biclique.partition.pieces import in_pieces


def backend_for(
    engine: str, n_edges: int = 0, budget: int = 0, devices: tuple[int, ...] = ()
) -> Backend:
    """Choose the backend of an available engine.

    A graph that the plan has no bytes to prepare on the device (`plan.preparation`) is
    left to `OutOfCore`, also if the call names `devices`. Calls for partitions omit
    `n_edges`: a partition has been cut to fit.
    """
    if engine == "cpu":
        return Cpu()
    if n_edges and in_pieces(n_edges, budget):
        from cugraph_biclique.backends.out_of_core import OutOfCore

        return OutOfCore()
    if devices:
        from cugraph_biclique.backends.several_gpus import SeveralGpus

        return SeveralGpus(devices)
    from cugraph_biclique.backends.gpu import Gpu

    return Gpu()
