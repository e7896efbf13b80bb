# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compiles every CPU kernel, for the processor that NUMBA_CPU_NAME names, and uses it.

Fails if an answer is wrong, or if a kernel stayed uncompiled: then extend the functions
in USES. Arguments name some of them, so that several processes share the work.
"""

import contextlib
import importlib
import io
import pkgutil
import sys

import numpy as np
from numba.core import config
from numba.core.dispatcher import Dispatcher

import cugraph_biclique as cb
from cugraph_biclique import cli
from cugraph_biclique.backends import backend_for
from cugraph_biclique.data import southern_women
from cugraph_biclique.enumeration import Enumeration
from cugraph_biclique.estimation import sample
from cugraph_biclique.partition.pieces import packs, pieces
from cugraph_biclique.partition.spreading import copied
from cugraph_biclique.preparation.stages import prepare
from cugraph_biclique.trace import Trace

# What is in these modules is of the GPU engine, or needs an optional package.
OTHERS = {
    "cudf_frame", "cudf_frames", "cudf_labels", "cugraph_graph", "cupy_pairs",
    "cupy_sparse", "dask", "device", "gpu", "viz", "__main__",
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


def search():
    found = cb.maximal_bicliques(southern_women(), engine="cpu")
    assert len(found.to_frame()) == len(found.scores("lift")) == 63
    assert len(found.vertices("left")) == 18 and len(found.vertices("right")) == 14
    assert len(found.families(1)) == 63 and len(found.missing()) == 83


def largest():
    found = cb.largest_bicliques(southern_women(), engine="cpu")
    assert found.report["upper_bound"] == 20
    found = cb.largest_bicliques(southern_women(), 3, min_left=3, min_right=3)
    assert [len(left) * len(right) for left, right in found] == [20, 18, 16]


def count():
    assert cb.biclique_count(southern_women(), 2, 2, engine="cpu") == 341
    assert len(cb.biclique_counts(southern_women(), 3, 3, engine="cpu")) == 9
    for p, q, total in ((2, 2, 341), (3, 2, 389)):
        of_edges = cb.biclique_count_by_edge(southern_women(), p, q, engine="cpu")
        assert of_edges["count"].sum() == p * q * total


def chance():
    assert cb.significance(southern_women(), 2, seed=1, engine="cpu").draws == 2
    call = Enumeration(southern_women(), None, None, 1, 1, "cpu", None, False)
    assert sample(call.prepared, lambda: call.prepared).bicliques > 9


def list_():
    batches = cb.iter_bicliques(southern_women(), 2, 2, engine="cpu")
    assert sum(map(len, batches)) == 341
    found = cb.maximal_bicliques(
        southern_women(), containing={"left": "Flora Price"}, engine="cpu"
    )
    assert all("Flora Price" in women for women, _ in found)


def demo():
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        cli.main(["demo"])
    assert "bicliques: 63" in output.getvalue(), output.getvalue()


def partition():
    graph = cb.bipartite_graph(southern_women())
    whole = prepare(graph, 1, 1, backend_for("cpu"), Trace(), 1 << 30).ordered.graph
    todo = packs(whole, budget=800)
    held = [piece.graph.is_root.sum() for piece in pieces(whole, todo)]
    assert len(held) > 1 and sum(held) == len(whole.grown_weight)
    degrees = np.diff(whole.kept_indptr).astype(float)
    alone = np.zeros(len(whole.grown_weight), np.int32)
    assert copied(alone, whole.kept_indptr, whole.kept_indices, degrees) == sum(degrees)


USES = {
    use.__name__: use
    for use in (search, largest, count, chance, list_, demo, partition)
}


def main(names):
    found = dict(kernels())
    for name in names or USES:
        USES[name]()
    if names:
        return
    left = [name for name, kernel in found.items() if not kernel.signatures]
    if left:
        sys.exit(f"not compiled: {', '.join(left)}")
    processor = config.CPU_NAME or "this processor"
    print(f"{len(found)} kernels compiled for {processor}: their answers are right")


if __name__ == "__main__":
    main(sys.argv[1:])
