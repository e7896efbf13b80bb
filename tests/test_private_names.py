# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Names of other packages that their documentation does not promise are still there.

If a test fails with a new version of a package, its message names what is missing.

Modules: `device/private_names.py`, `host/private_names.py`, `host/kernel_compiler.py`.
"""

import ast
import inspect
from importlib import import_module
from pathlib import Path

import numba
import pytest
from numba import njit

import cugraph_biclique
from cugraph_biclique.device import memory
from cugraph_biclique.host import kernel_cache, private_names

PACKAGE = Path(cugraph_biclique.__file__).parent
HOMES = {
    "device/private_names.py",
    "host/private_names.py",
    "host/kernel_compiler.py",  # overrides methods of Numba's compiler
}
OTHERS = {
    "_c_contiguous",  # of CuPy, at each launch: see `device/private_names.py`
    # Of named tuples, which document them
    "_asdict", "_fields", "_make", "_replace",
    # Of the standard library, which keeps them
    "_ArgumentGroup", "_SubParsersAction", "_actions", "_exit", "_getframe",
    "_option_string_actions",
    # Of Dask and NetworkX, for extensions
    "_adj", "_meta",
}  # fmt: skip

# Modules and classes, with the names that this package takes or overrides
NUMBA = {
    "numba.core.runtime:rtsys": ["initialize"],
    "numba.core.registry:CPUDispatcher": ["_compile_for_args", "_insert", "stats"],
    "numba.core.caching:FunctionCache": [
        "_load_overload", "load_overload", "save_overload", "cache_path",
    ],
    "numba.core.caching:IndexDataCacheFile": [
        "_dump", "load", "save", "flush",
    ],
    "numba.core.codegen:JITCodeLibrary": [
        "_optimize_functions", "_optimize_final_module", "_finalize_final_module",
        "_finalize_dynamic_globals", "_verify_declare_only_symbols",
        "enable_object_caching",
    ],
    "numba.core.codegen:JITCPUCodegen": ["_module_pass_manager"],
    "numba.core.compiler:CompilerBase": ["define_pipelines"],
    "numba.core.compiler:DefaultPassBuilder": ["define_nopython_pipeline"],
    "numba.core.compiler_machinery:register_pass": [],
    "numba.core.typed_passes:NativeLowering": ["run_pass"],
    "numba.core.base:BaseContext": ["insert_user_function"],
    "numba.core.event:Listener": ["on_start", "on_end"],
    "numba.core.event:register": [],
    "numba.cpython.unsafe.numbers:trailing_zeros": [],
}  # fmt: skip
# Instances have these: the class that sets them, and the names
SET_BY = {
    "numba.core.codegen:CodeLibrary": ["_codegen"],
    "numba.core.codegen:CPUCodeLibrary": ["_final_module", "_finalized"],
    "numba.core.codegen:CPUCodegen": ["_data_layout"],
    "numba.core.caching:Cache": ["_cache_file", "_impl"],
    "numba.core.caching:IndexDataCacheFile": ["_version"],
}
CUPY = {
    "cupy_backends.cuda.api.driver": [
        "launchKernel", "launchCooperativeKernel",
        "occupancyMaxActiveBlocksPerMultiprocessor",
    ],
    "cupy:ndarray": ["_c_contiguous", "data", "itemsize"],
    "cupy.cuda.function:Module": ["load", "get_function"],
    "cupy.cuda.function:Function": ["ptr"],
}  # fmt: skip
NUMBA_CUDA = {
    "numba.cuda.dispatcher:CUDADispatcher": ["compile"],
    "numba.cuda.codegen:CUDACodeLibrary": ["get_cufunc"],
}
RMM = {
    "rmm.mr": ["get_current_device_resource", *memory.ALLOCATED],
    "rmm.mr:LimitingResourceAdaptor": ["get_allocated_bytes", "get_allocation_limit"],
    "rmm.mr:StatisticsResourceAdaptor": ["allocation_counts"],
    "rmm.mr:TrackingResourceAdaptor": ["get_allocated_bytes"],
    "rmm.mr:PoolMemoryResource": ["pool_size", "get_upstream"],
}


def found_at(place):
    """A module, or what it has under a name with dots."""
    module, _, names = place.partition(":")
    there = import_module(module)
    for name in filter(None, names.split(".")):
        there = getattr(there, name)
    return there


def missing(wanted):
    """What another package lacks, as one line for each name."""
    lacks = []
    for place, names in wanted.items():
        try:
            there = found_at(place)
        except (ImportError, AttributeError) as error:
            lacks.append(f"{place}: {error}")
            continue
        lacks += [f"{place} has no {n}" for n in names if not hasattr(there, n)]
    return lacks


def names_in(function):
    """The attributes that the code of a function names."""
    return set(inspect.unwrap(function).__code__.co_names)


def test_numba_has_the_names():
    assert missing(NUMBA) == [], f"Numba {numba.__version__}"


@pytest.mark.parametrize("place", SET_BY)
def test_numba_sets_the_names(place):
    source = inspect.getsource(found_at(place))
    lacks = [n for n in SET_BY[place] if f"self.{n} = " not in source]
    assert lacks == [], f"{place} of Numba {numba.__version__} does not set these"


def test_the_cache_is_mended_and_not_numbas_own(tmp_path, monkeypatch):
    """If a name is missing, Numba's own cache stays in use without an error."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    kept = kernel_cache.keep(njit(lambda x: x + 1))
    cache = private_names.cache_of(kept)
    assert isinstance(private_names.files_of(cache), kernel_cache._Files)
    assert kept(1) == 2
    assert [path.suffix for path in private_names.folder_of(cache).iterdir()] == [
        ".nbc"
    ]


@pytest.mark.parametrize("name", ["_load_overload", "_cache_file", "_impl"])
def test_without_a_name_numbas_own_cache_stays(name, tmp_path, monkeypatch):
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    kernel = njit(lambda x: x + 1)
    kernel.enable_caching()

    class Renamed:
        """Numba's cache without a name."""

        def __getattr__(self, asked):
            if asked == name:
                raise AttributeError(asked)
            return getattr(cache, asked)

    cache = private_names.cache_of(kernel)
    renamed = Renamed()
    with pytest.raises(AttributeError):
        kernel_cache._mend(renamed, kernel)
    assert vars(renamed) == {}


def test_cupy_has_the_names():
    cupy = pytest.importorskip("cupy", reason="CuPy is not installed")
    assert missing(CUPY) == [], f"CuPy {cupy.__version__}"


def test_numba_cuda_has_the_names():
    pytest.importorskip("numba_cuda", reason="numba-cuda is not installed")
    from numba.cuda import dispatcher

    assert missing(NUMBA_CUDA) == []
    assert "_codelibrary" in names_in(dispatcher._Kernel.__init__)


def test_rmm_has_the_names():
    pytest.importorskip("rmm", reason="RMM is not installed")
    assert missing(RMM) == []


@pytest.mark.gpu
def test_a_compiled_kernel_has_a_handle():
    import cupy
    from numba import cuda

    from cugraph_biclique.device import private_names as of_device

    @cuda.jit
    def nothing(array):
        pass

    nothing[128, 1](cupy.zeros(1))  # of fewer blocks, Numba warns
    (compiled,) = nothing.overloads.values()
    handle = of_device.handle_of(compiled)
    assert of_device.blocks_of_multiprocessor(handle, 32, 0) > 0


def test_missing_names_are_told():
    """The checks above would say what a new version lacks."""
    wanted = {"numba.core.event:Listener": ["on_start", "renamed"], "numba.gone": []}
    (first, second) = missing(wanted)
    assert first == "numba.core.event:Listener has no renamed"
    assert second.startswith("numba.gone: No module named")


def private_attributes(path):
    """Private attributes that a module reads, and the names that it gives itself."""
    read, given = set(), set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            (read if isinstance(node.ctx, ast.Load) else given).add(node.attr)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            given.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given.add(node.id)
    private = {n for n in read if n.startswith("_") and not n.startswith("__")}
    return private, given


def test_no_other_module_has_private_names_of_other_packages():
    modules = {
        path.relative_to(PACKAGE).as_posix(): private_attributes(path)
        for path in PACKAGE.rglob("*.py")
    }
    own = set().union(*(given for _, given in modules.values()))
    strange = {
        f"{name}: {each}"
        for name, (private, _) in modules.items()
        if name not in HOMES
        for each in private - own - OTHERS
    }
    assert strange == set()
    backends = {
        name
        for name in modules
        if "cupy_backends" in (PACKAGE / name).read_text("utf-8")
    }
    assert backends == {"device/private_names.py"}
