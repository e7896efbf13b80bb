# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""CPU kernels that were compiled when the wheel was built, so that no user waits.

``ci/ship_kernels.py`` puts the files of Numba's cache into one archive for each version
of Python, version of Numba and platform. Their code is for a level of processors, as
``NUMBA_CPU_NAME`` makes it for caches that several machines share. A file is used only
if its key says that Numba would compile the same code: same types, same version, same
bytecode of the kernel and its callees. Otherwise Numba compiles. A checkout has no
archives.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

import numba
from llvmlite import binding as llvm  # type: ignore[import-untyped]

FOLDER = Path(__file__).parents[1] / "shipped"


class Level(NamedTuple):
    """Processors that run the same machine code."""

    triple: str  # LLVM's name of the architecture and the operating system
    name: str  # LLVM's name of the processors
    features: str  # what they have in common


# By architecture: LLVM's name of the level, and its features. x86-64-v3 is the level of
# processors with AVX2, since about 2013.
LEVELS = {
    "x86_64": (
        "x86-64-v3",
        "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse3 sse4.1 sse4.2 "
        "ssse3 xsave",
    ),
    "aarch64": ("generic", "neon"),
}


def level() -> Level | None:
    """Return the level of this processor, or None if no kernels are shipped for it."""
    triple = llvm.get_process_triple()
    name, features = LEVELS.get(triple.partition("-")[0], ("", ""))
    try:
        has = llvm.get_host_cpu_features()
    except RuntimeError:  # LLVM does not know this kind of processor
        return None
    fits = name and all(has.get(feature) for feature in features.split())
    return Level(triple, name, features) if fits else None


def archive_name(level: Level) -> str:
    """Return the name of the archive for this Python and this version of Numba."""
    tag = sys.implementation.cache_tag
    return f"{tag}-numba-{numba.__version__}-{level.triple}.zip"


@lru_cache(maxsize=1)
def _archive() -> tuple[ZipFile, Level] | None:
    """Return the archive for this process, if there is one."""
    asked = numba.config.CPU_NAME, numba.config.CPU_FEATURES
    found = (
        level() if asked == (None, None) else None
    )  # else the user chose a processor
    if found is None:
        return None
    with suppress(OSError, BadZipFile):
        return ZipFile(FOLDER / archive_name(found)), found
    return None


def shipped_key(key: Any) -> Any:
    """Return the key of a kernel in the archive, or None without an archive.

    `key` is Numba's: the types, the processor to compile for, and the bytecode.
    """
    found = _archive()
    if found is None:
        return None
    types, _, code = key
    return types, (found[1].triple, found[1].name, ""), code


def read_shipped(name: str) -> bytes | None:
    """Return the content of a file in the archive, or None."""
    found = _archive()
    with suppress(KeyError, OSError, BadZipFile):
        return found[0].read(name) if found else None
    return None
