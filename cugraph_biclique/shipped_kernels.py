# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""CPU kernels that were compiled when the wheel was built, so that no user waits.

`ci/ship_kernels.py` puts the files of Numba's cache into one archive per version of
Python, version of Numba, and platform. Their code is for a level of processors, not for
one processor: Numba's cache may be shared in the same way between machines, by
``NUMBA_CPU_NAME``. A file is used only if its key says that Numba would compile the same
code: same bytecode of the kernel and its callees, same types, same version. Otherwise
Numba compiles, as it does in a checkout, which has no archives.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

import numba
from llvmlite import binding as llvm  # type: ignore[import-untyped]

FOLDER = Path(__file__).parent / "shipped"
# LLVM's name of a level of processors, and what the level asks of a processor. The
# machine code of 2013's level is as fast as that for the processor itself, or faster.
LEVELS = {
    "x86_64": (
        "x86-64-v3",
        "avx avx2 bmi bmi2 cx16 f16c fma lzcnt movbe popcnt sahf sse3 sse4.1 sse4.2 "
        "ssse3 xsave",
    ),
    "aarch64": ("generic", "neon"),
}


def level(machine: str) -> str:
    """Return LLVM's name of the processors that kernels are shipped for."""
    return LEVELS[machine][0]


def archive_name(triple: str) -> str:
    """Return the name of the archive for this Python and this version of Numba."""
    tag = sys.implementation.cache_tag
    return f"{tag}-numba-{numba.__version__}-{triple}.zip"


@lru_cache(maxsize=1)
def _archive() -> tuple[ZipFile, str, str] | None:
    """Return the archive for this process, its triple and its processor, if any."""
    if numba.config.CPU_NAME or numba.config.CPU_FEATURES is not None:
        return None  # the user asked for other code
    triple = llvm.get_process_triple()
    name, needed = LEVELS.get(triple.partition("-")[0], ("", ""))
    path = FOLDER / archive_name(triple)
    if not name or not path.is_file():
        return None
    has = llvm.get_host_cpu_features()
    if not all(has.get(feature) for feature in needed.split()):
        return None
    with suppress(OSError, BadZipFile):
        return ZipFile(path), triple, name
    return None


def key_of_shipped(key: Any) -> Any:
    """Return the key of the same kernel in the archive, or None without an archive.

    `key` is Numba's: types, the processor to compile for, and digests of the bytecode.
    """
    found = _archive()
    if found is None:
        return None
    _, triple, processor = found
    types, _, code = key
    return types, (triple, processor, ""), code


def read(name: str) -> bytes | None:
    """Return the content of a file in the archive, or None."""
    found = _archive()
    with suppress(KeyError, OSError, BadZipFile):
        return found[0].read(name) if found else None
    return None
