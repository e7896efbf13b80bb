# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Every CUDA kernel compiles to machine code, without spills, without a GPU."""

import importlib
import pkgutil
import re
import sys
from functools import cache
from types import SimpleNamespace

import pytest
from numba import types

import cugraph_biclique
from cugraph_biclique.preparation import SearchGraph

pytestmark = pytest.mark.gate
pytest.importorskip("numba_cuda", reason="needs numba-cuda[cu13], and no GPU")

DEVICE_MODULES = {"gpu", "device", "cupy_pairs"}
CAPABILITIES = [(7, 5), (8, 0), (9, 0), (10, 0), (12, 0)]
REGISTERS = 65_536  # of a multiprocessor

U64, I64, I32, I16, FLAG = (
    types.uint64[::1], types.int64[::1], types.int32[::1], types.int16[::1],
    types.boolean[::1],
)  # fmt: skip
LONG, TABLE, LONGS, MASKS = (
    types.int64, types.int32[:, ::1], types.int64[:, ::1], types.uint64[:, ::1],
)  # fmt: skip


def tuple_of(kind, *fields):
    """The type of a named tuple of arrays."""
    return types.NamedTuple(fields, kind)


@cache
def signatures():
    """The argument types of every kernel, by module and name, with a note if it is
    compiled for several types."""
    from cugraph_biclique.counting.gpu.state import Pool as CountPool
    from cugraph_biclique.local_counting.gpu.sets import Items, Scratch, Sums
    from cugraph_biclique.search.gpu.bound import DeviceBound
    from cugraph_biclique.search.gpu.matrices import Children, Matrices, WideNodes
    from cugraph_biclique.search.gpu.output import Output
    from cugraph_biclique.search.gpu.state import Pool

    graph = tuple_of(SearchGraph, I64, I32, I32, I64, I32, I32, FLAG)
    pool = tuple_of(
        Pool, U64, I32, I32, I32, I32, TABLE, TABLE, I32, U64, TABLE, I32, I32, LONGS,
    )  # fmt: skip
    output = tuple_of(Output, U64, I32, I32)
    matrices = tuple_of(Matrices, I32, U64, I64, I32, I64, I32)
    nodes = tuple_of(WideNodes, I32, I32, I64, I64, I32, I64, U64, I64)
    children = tuple_of(Children, I32, I32, I64, I64, I32, I32, I32, I32, I32, I32, I32)
    records = U64, I32, I64, I32
    bound = tuple_of(DeviceBound, I64, LONG, LONG, LONG, LONG)
    narrow = pool, output, I64, LONG, LONG
    wide = graph, matrices, nodes, I64, children, output, I64, LONG, LONG, LONG
    count_pool = tuple_of(CountPool, U64, TABLE, TABLE, I64, I64, LONGS)
    adjacency = I64, I32, I64, I64, I32, I64
    members_missing = I64, I32, I64, I32, I64, I32, I64, I64
    items = tuple_of(Items, I32, I32, I32)
    scratch = tuple_of(
        Scratch, TABLE, TABLE, TABLE, TABLE, TABLE, LONGS, LONGS, LONGS
    )  # fmt: skip
    sums = tuple_of(Sums, I64, I64, I64, I64, I64)
    return {
        "search.gpu.narrow.descend": (*narrow, types.none),
        "search.gpu.narrow.descend, bounded": (*narrow, bound),
        "search.gpu.narrow.test": (*narrow, types.none),
        "search.gpu.narrow.test, bounded": (*narrow, bound),
        "search.gpu.narrow.expand": (pool, I64, LONG),
        "search.gpu.roots.roots_in_shared": (
            graph, I32, I32, pool, output, I64, I32, LONG, LONG,
        ),
        "search.gpu.roots.roots_in_global": (
            graph, I32, I32, MASKS, TABLE, pool, output, I64, I32, LONG, LONG,
        ),
        "search.gpu.roots.wide_roots": (
            graph, I32, MASKS, TABLE, I64, I64, I64, I32, LONG,
        ),
        "search.gpu.matrices.fill_matrices": (graph, matrices, nodes, MASKS),
        "search.gpu.wide.emit_roots": (matrices, nodes, output, I64, LONG),
        "search.gpu.wide.list_children": (matrices, nodes, I64, children),
        "search.gpu.wide.measure_children": (
            matrices, nodes, I64, children, I64, LONG,
        ),
        "search.gpu.wide.test_children": (*wide, types.none),
        "search.gpu.wide.test_children, bounded": (*wide, bound),
        "search.gpu.wide_expand.widen": (matrices, nodes, children, I32, nodes, I64),
        "search.gpu.wide_expand.gather_nodes": (
            graph, matrices, nodes, children, I32, pool, I64, I32, LONG, LONG,
        ),
        "search.gpu.stars._maximal_stars": (graph, FLAG),
        "search.gpu.stars._star_sizes": (graph, I32),
        "preparation.gpu.reduction._isolate": (I64, I32),
        "preparation.gpu.reduction._take_off_small": (*adjacency, LONG, LONG, I32, I64),
        "preparation.gpu.reduction._peel": (*adjacency, LONG, LONG, I32, I64),
        "preparation.gpu.reduction._hash_lists": (
            I64, I32, I64, I64, LONG, U64, I32, I32,
        ),
        "preparation.gpu.reduction._compare_lists": (
            I64, I32, I64, I64, I32, I32, I32, I32,
        ),
        "preparation.gpu.order._count_edges": (I64, I32, I32, I32, I64),
        "preparation.gpu.order._number": (
            I64, I32, I32, I32, I32, I32, I64, I64, I32, I32, I32, I32, I32, I32,
        ),
        "preparation.gpu.order._sum_squares": (I64, I64, LONGS),
        "preparation.gpu.order._sample_two_hop": (
            *adjacency, TABLE, TABLE, LONG, LONG, LONGS,
        ),
        "preparation.gpu.order._start_degrees": (I32, I32, I32, I32),
        "preparation.gpu.order._rank": (I64, I64, I32, I32),
        "preparation.gpu.order._read_keys": (I64, LONG, I32, I32, I64, I32),
        "counting.gpu.roots.open_roots": (
            graph, I32, TABLE, TABLE, count_pool, I64, I64, I32, LONG, LONG, LONG,
        ),
        "counting.gpu.rows.count": (count_pool, I64, I64, LONG, LONG),
        "counting.gpu.rows.expand": (count_pool, I64, LONG, LONG),
        "local_counting.gpu.by_priority.count_butterflies": (
            I64, I32, TABLE, TABLE, I64, I64, I64, LONG,
        ),
        "local_counting.gpu.sets.sum_sets": (
            graph, items, scratch, sums, I64, I64, LONG, LONG,
        ),
        "inputs.cupy_pairs._find_extents": (I64, I64, I64),
        "inputs.cupy_pairs._mark_labels": (I32, I64, LONG, LONG, LONG, I32),
        "inputs.cupy_pairs._rank_labels": (I32, I64, LONG, LONG, LONG, I64, I64),
        "inputs.cupy_pairs._take_left": (I64, LONG, I32),
        "inputs.cupy_pairs._split_keys": (I64, I32, I32, I32, I64, I64),
        "listing.gpu._later": (I64, I32, I32, I32, I32, I64, I64),
        "listing.gpu._pairs": (I32, I32, I32, I64, I64, I64, I32),
        "listing.gpu._fill": (TABLE, I64, I32, I64, LONG, I64, I64, TABLE, TABLE),
        "results.gpu.members._kept_sizes": (I32, *records, I32),
        "results.gpu.members._list_pieces": (I32, I64, FLAG, LONGS, I64),
        "results.gpu.members._fill_kept": (I64, I32, *records, I64, I32),
        "results.gpu.members._fill_grown": (
            I64, I32, I64, I32, *records, I64, I32, FLAG,
        ),
        "results.gpu.missing._count_missing": (*members_missing, LONG, I64),
        "results.gpu.missing._write_missing": (
            *members_missing, LONG, LONG, LONG, I64, LONG, LONG, I64,
        ),
        "results.gpu.sums._sum_kept": (*records, I64, I64),
        "results.gpu.sums._sum_alone": (I64, I32, I64, *records, I32, I64, I64, FLAG),
        "results.gpu.sums._sum_shared": (
            I64, I32, I64, *records, I32, I64, I64, LONGS, MASKS,
        ),
        "results.gpu.sums._find_best": (I64, I32, I64, I64, I64),
        "results.gpu.sums._find_least": (I64, I32, I64, LONG, I64, I64),
        "results.gpu.members._fill_shared": (
            I64, I32, I64, I32, *records, I64, I32, LONGS, MASKS,
        ),
        "randomization.gpu._fill_owners": (I64, I32),
        "randomization.gpu._claim": (
            I32, I32, LONG, LONG, U64, I64, I32, TABLE, TABLE,
        ),
        "randomization.gpu._hold": (I32, I32, LONG, I64, I32, I32),
        "randomization.gpu._swap": (I32, I32, I32, TABLE, TABLE),
        "device.ranges._sum_up": (I64, I64),
        "device.ranges._gather_ranges": (I32, I64, I64, I32),
    }  # fmt: skip


@cache
def kernels():
    """All kernels of the package by module and name."""
    from numba.cuda.dispatcher import CUDADispatcher

    found = {}
    for _, name, _ in pkgutil.walk_packages(
        cugraph_biclique.__path__, "cugraph_biclique."
    ):
        if not DEVICE_MODULES & set(name.split(".")):
            continue
        module = importlib.import_module(name)
        for key, value in vars(module).items():
            if isinstance(value, CUDADispatcher) and value.py_func.__module__ == name:
                if not value.targetoptions.get("device"):
                    found[f"{name.removeprefix('cugraph_biclique.')}.{key}"] = value
    return found


@pytest.fixture
def device_of(monkeypatch):
    """Kernels that call device functions ask for the current device: there is none."""

    def pretend(capability):
        device = SimpleNamespace(compute_capability=capability)
        for name, module in list(sys.modules.items()):
            if name.startswith("numba.cuda") and hasattr(module, "get_current_device"):
                monkeypatch.setattr(module, "get_current_device", lambda: device)

    return pretend


def test_every_kernel_has_a_signature_here():
    assert set(kernels()) == {name.split(",")[0] for name in signatures()}


@pytest.mark.parametrize("capability", CAPABILITIES, ids=str)
@pytest.mark.parametrize("name", list(signatures()))
def test_kernel_compiles_without_spills(name, capability, device_of):
    from cuda.core import Linker, LinkerOptions, ObjectCode
    from numba import cuda

    device_of(capability)
    kernel = kernels()[name.split(",")[0]]
    bounds = kernel.targetoptions["launch_bounds"]
    ptx, _ = cuda.compile_ptx(
        kernel.py_func, signatures()[name], cc=capability, launch_bounds=bounds
    )
    options = LinkerOptions(
        arch=f"sm_{capability[0]}{capability[1]}", ptxas_options=["-v"]
    )
    linker = Linker(ObjectCode.from_ptx(ptx.encode()), options=options)
    linker.link("cubin")
    log = linker.get_info_log()
    registers = [int(n) for n in re.findall(r"Used (\d+) registers", log)]
    spills = [int(n) for n in re.findall(r"(\d+) bytes spill", log)]
    threads, blocks = bounds
    assert registers and max(registers) * threads * blocks <= REGISTERS, log
    assert not any(spills), log
