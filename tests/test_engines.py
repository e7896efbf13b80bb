# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Which engine runs, and what is said where the one asked for cannot.

The machine is a pretended one: with these packages, and this device.

Modules: `backends/__init__.py`, `device/engine.py`, `device/budget.py`,
`request/request.py`.
"""

import importlib.util
import re
import sys
from types import ModuleType, SimpleNamespace

import numba
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.device.engine import select_engine

GRAPH = graphs.as_frame(graphs.crown(4))
PACKAGES = {"numba_cuda", "cupy"}

CALLS = {
    "maximal_bicliques": cb.maximal_bicliques,
    "maximal_biclique_count": cb.maximal_biclique_count,
    "biclique_count": lambda graph, **k: cb.biclique_count(graph, 2, 2, **k),
    "biclique_counts": lambda graph, **k: cb.biclique_counts(graph, 2, 2, **k),
    "maximal_biclique_sizes": cb.maximal_biclique_sizes,
    "iter_maximal_bicliques": lambda *a, **k: list(cb.iter_maximal_bicliques(*a, **k)),
}
every_call = pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)

# What is wrong with a machine: (the machine, what the message says)
INCOMPLETE = {
    "no numba-cuda": (
        {"packages": {"cupy"}},
        ["numba_cuda is not installed", "pip install", "cugraph_biclique[cu13]"],
    ),
    "no CuPy": (
        {"packages": {"numba_cuda"}},
        ["cupy is not installed", "pip install", "cugraph_biclique[cu13]"],
    ),
    "neither": ({"packages": set()}, ["not installed", "pip install"]),
    "no device": ({"available": False}, ["no CUDA device", "driver", "nvidia-smi"]),
    "old device": ({"capability": "61"}, ["6.1", "7.5"]),
    "simulator": ({"simulated": 1}, ["NUMBA_ENABLE_CUDASIM", "Unset"]),
}
every_incomplete_machine = pytest.mark.parametrize("machine", INCOMPLETE)


@pytest.fixture
def pretend(monkeypatch):
    """A function that pretends to be on some machine, by default one with all."""
    find_spec = importlib.util.find_spec

    def machine(packages=PACKAGES, available=True, capability="90", simulated=0):
        def find(name, *args):
            if name in PACKAGES:
                return SimpleNamespace(name=name) if name in packages else None
            return find_spec(name, *args)

        cupy = ModuleType("cupy")
        cupy.ndarray = type("ndarray", (), {"__module__": "cupy"})
        device = SimpleNamespace(compute_capability=capability)
        cupy.cuda = SimpleNamespace(
            is_available=lambda: available, Device=lambda: device
        )
        monkeypatch.setattr(importlib.util, "find_spec", find)
        monkeypatch.setitem(sys.modules, "cupy", cupy)
        monkeypatch.setattr(numba.config, "ENABLE_CUDASIM", simulated)
        return cupy

    return machine


def says(words):
    """A pattern for ``match=`` that wants all the words, in any order."""
    return "(?s)" + "".join(f"(?=.*{re.escape(word)})" for word in words)


@every_incomplete_machine
@every_call
def test_the_gpu_engine_says_what_is_missing(call, machine, pretend):
    kind, words = INCOMPLETE[machine]
    pretend(**kind)
    with pytest.raises(
        cb.EngineUnavailableError, match=says(["engine='gpu' is not", *words])
    ):
        call(GRAPH, engine="gpu")


@every_incomplete_machine
def test_auto_is_the_cpu_where_the_gpu_cannot_run(machine, pretend):
    pretend(**INCOMPLETE[machine][0])
    found = cb.maximal_bicliques(GRAPH)
    assert found.report["engine"] == "cpu"
    assert len(found) == 2**4 - 2


def test_auto_is_the_gpu_where_it_can_run(pretend):
    pretend()
    assert select_engine("auto") == "gpu"
    assert select_engine("gpu") == "gpu"
    assert select_engine("cpu") == "cpu"


@every_call
def test_the_cpu_does_not_take_a_graph_on_the_device(call, pretend):
    array = pretend().ndarray
    for graph in (array(), (array(), array())):
        with pytest.raises(ValueError, match=says(["engine='cpu'", "cupy", "host"])):
            call(graph, engine="cpu")


@every_incomplete_machine
def test_a_graph_on_the_device_needs_the_gpu(machine, pretend):
    kind, words = INCOMPLETE[machine]
    array = pretend(**kind).ndarray
    with pytest.raises(cb.EngineUnavailableError, match=says(words)):
        cb.maximal_bicliques((array(), array()))
