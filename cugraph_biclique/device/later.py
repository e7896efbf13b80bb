# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The CUDA compiler, where it is not imported before a kernel needs it.

If the kernels of the package were compiled ahead for all devices, functions with the
decorators of `simt` stay plain Python functions. A kernel that was not compiled ahead,
for example for arguments of other types, is compiled from copies of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dis import get_instructions
from functools import cache
from importlib.util import find_spec
from types import CellType, FunctionType, ModuleType
from typing import Any

from cugraph_biclique.device.prebuilt import covers
from cugraph_biclique.errors import EngineUnavailableError
from cugraph_biclique.host.kernel_cache import keep

LATER = object()  # stands for the module `numba.cuda`
PACKAGE = __name__.partition(".")[0]


def are_compiled_ahead() -> bool:
    """Whether kernels were compiled ahead for all devices, of which there are some."""
    if find_spec("cupy") is None:
        return False
    import cupy

    if not cupy.cuda.is_available():
        return False
    devices = map(cupy.cuda.Device, range(cupy.cuda.runtime.getDeviceCount()))
    return all(covers(device.compute_capability) for device in devices)


class CompiledAhead:
    """A kernel that the CUDA compiler has not seen."""

    def __init__(self, function: Any, threads: int, blocks: int) -> None:
        self.py_func = function
        self.targetoptions = {"launch_bounds": (threads, blocks)}

    def compile(self, types: Any) -> Any:
        """Compile the kernel for arguments of certain types.

        Raises
        ------
        EngineUnavailableError
            If there is no compiler.
        """
        if find_spec("numba_cuda") is None:
            raise EngineUnavailableError(
                f"the GPU kernel {self.py_func.__name__} was not compiled ahead for "
                "this GPU, and numba-cuda is not installed: install it, or use "
                "engine='cpu'"
            )
        from numba import cuda

        made = cuda.jit(**self.targetoptions)(with_compiler(self.py_func))
        return keep(made).compile(types)


def with_compiler(function: Any) -> Any:
    """Return a copy of a plain function that uses the compiler, and compiled copies of
    the functions that it calls."""
    code, names = function.__code__, function.__globals__
    steps = [step for step in get_instructions(code) if step.opname == "LOAD_GLOBAL"]
    used = {step.argval for step in steps} & set(names)
    made = {name: _with_compiler(names[name], code.co_names) for name in used}
    kept = {name: names[name] for name in ("__builtins__", "__name__", "__file__")}
    closure = [cell.cell_contents for cell in function.__closure__ or ()]
    cells = tuple(CellType(_with_compiler(value, ())) for value in closure)
    copy = FunctionType(code, kept | made, function.__name__, None, cells or None)
    copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
    return copy


def _with_compiler(value: Any, names: Sequence[str]) -> Any:
    """Return what a kernel means by a value, now that there is a compiler. `names`:
    what it may use of a module."""
    if value is LATER:
        from numba import cuda

        return cuda
    if isinstance(value, FunctionType) and _is_ours(value.__module__):
        return _compiled(value)
    if isinstance(value, ModuleType) and _is_ours(value.__name__):
        copy, own = ModuleType(value.__name__), vars(value)
        for name in own.keys() & set(names):
            setattr(copy, name, _with_compiler(own[name], names))
        return copy
    return value


def _is_ours(module: str) -> bool:
    return module.startswith(f"{PACKAGE}.")


@cache
def _compiled(function: Any) -> Any:
    from numba import cuda

    return cuda.jit(device=True)(with_compiler(function))
