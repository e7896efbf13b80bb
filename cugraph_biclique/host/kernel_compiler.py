# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""How Numba compiles the CPU kernels: each kernel that Python calls is optimised once.

By default, Numba optimises every function by itself, generates machine code for it, and
wraps it for calls from Python and from C. Then it optimises the function again as a
part of each of its callers. A search of fifty nested functions took twice as long to
compile that way. Here a function that a kernel calls, a `Part`, ends as unoptimised
code. A kernel that Python calls (`whole`) links its parts, and LLVM optimises them
together.

Numba documents `pipeline_class`, and not the methods of its code libraries. If a
version of Numba renames these methods, its own ones run: then compiling takes longer.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from numba import njit
from numba.core import codegen
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

from cugraph_biclique.host.kernel_cache import keep

# Numba 0.62 changed the interface of LLVM's passes.
HAS_PASS_BUILDER = hasattr(codegen, "create_pass_builder")


class _Code(codegen.JITCodeLibrary):  # type: ignore[misc]  # Numba has no types
    """Code of a function without the passes that Numba runs before it is linked."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout


class _PartCode(_Code):
    """Code that is linked into that of a caller, and is never run by itself."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _WholeCode(_Code):
    """Code with all that it calls, and one run of LLVM's passes over it."""

    def _optimize_final_module(self) -> None:
        if not HAS_PASS_BUILDER:
            super()._optimize_final_module()
            return
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(NativeLowering):  # type: ignore[misc]
    _name = "lower_part"

    def run_pass(self, state: Any) -> bool:
        target = state.targetctx
        state.library = _PartCode(target.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        state.flags.no_cpython_wrapper = True
        state.flags.no_cfunc_wrapper = True
        super().run_pass(state)
        # Callers find the code by the entry point, which they never call themselves.
        entry = object()
        target.insert_user_function(entry, state["cr"].fndesc, [state.library])
        state["cr"] = state["cr"]._replace(cfunc=entry)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(NativeLowering):  # type: ignore[misc]
    _name = "lower_whole"

    def run_pass(self, state: Any) -> bool:
        codegen = state.targetctx.codegen()
        state.library = _WholeCode(codegen, state.func_id.func_qualname)
        state.library.enable_object_caching()
        state.flags.no_cfunc_wrapper = True
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):  # type: ignore[misc]
    """Numba's passes for compiled functions, with another one as the last step."""

    lowering: type[NativeLowering]

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (self.lowering, text) if step is NativeLowering else (step, text)
            for step, text in passes.passes
        ]
        passes.finalize()
        return [passes]


class _PartCompiler(_Compiler):
    lowering = _LowerPart


class _WholeCompiler(_Compiler):
    lowering = _LowerWhole


def whole(function: Any, **options: Any) -> Any:
    """Compile a function that Python calls; its machine code is cached on disk."""
    return keep(njit(nogil=True, pipeline_class=_WholeCompiler, **options)(function))


class Part(CPUDispatcher):  # type: ignore[misc]
    """A function that kernels call. A call from Python compiles it as a whole."""

    def __init__(
        self,
        py_func: Any,
        locals: Any = None,
        targetoptions: Any = None,
        pipeline_class: Any = _PartCompiler,
    ) -> None:
        options = targetoptions or {"nopython": True, "nogil": True, "_nrt": False}
        super().__init__(py_func, locals or {}, options, pipeline_class)

    @cached_property
    def as_whole(self) -> Any:
        """The same function for calls from Python."""
        return whole(self.py_func, _nrt=self.targetoptions["_nrt"])

    def __call__(self, *args: Any) -> Any:
        return self.as_whole(*args)

    @property
    def stats(self) -> Any:
        """Numba's statistics of the cache, of calls from Python."""
        return self.as_whole.stats

    @property
    def signatures(self) -> list[Any]:
        """Compiled signatures, for calls of kernels and for those of Python."""
        from_python = vars(self).get("as_whole")
        return [*self.overloads, *(from_python.signatures if from_python else ())]

    def _insert(self, *args: Any, **options: Any) -> None:
        """Keep the code out of the table of functions that Python may call."""
