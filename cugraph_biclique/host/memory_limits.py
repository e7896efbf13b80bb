# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Limits on host memory: of the process (ulimit), and of its control groups (cgroups).

A container, a batch system or a shell may give a process less memory than the machine
has. The process can allocate as much as its tightest limit leaves.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numba

PROCESS = Path("/proc/self")
UNLIMITED = 1 << 62
SIZE, DATA = 0, 5  # fields of statm, in pages
FOR_LIBRARIES = 160 << 20  # libraries loaded before the first kernel, mainly BLAS
FOR_CORE = 16 << 20  # per core, for the buffers of BLAS
FOR_THREAD = 80 << 20  # per thread, for its stack and its malloc arena
FOR_ARRAYS = 64 << 20


class _Version(NamedTuple):
    """File names of a version of control groups."""

    mounted_as: str
    limits: tuple[str, ...]
    used: str
    cache: str  # field of memory.stat: file pages that the kernel can reclaim


VERSION_1 = _Version(
    "cgroup",
    ("memory.limit_in_bytes",),
    "memory.usage_in_bytes",
    "total_inactive_file",
)
VERSION_2 = _Version(
    "cgroup2", ("memory.max", "memory.high"), "memory.current", "inactive_file"
)


def room(process: Path = PROCESS) -> int:
    """Bytes that the tightest limit leaves, or `UNLIMITED`."""
    return min([UNLIMITED, *_rooms_of_process(process), *_rooms_of_groups(process)])


def check_address_space(process: Path = PROCESS) -> None:
    """Raise an error if the address space is too small for the first kernel.

    Before the first kernel, Numba loads libraries and threads start. If the address
    space runs out, some of these libraries hang and others end the process.
    """
    space = _room_of_process(process, "RLIMIT_AS", SIZE)
    if space is None:
        return
    threads = numba.config.NUMBA_NUM_THREADS
    least = FOR_ARRAYS + FOR_THREAD * threads
    if "numba.np.arraymath" not in sys.modules:
        least += FOR_LIBRARIES + FOR_CORE * (os.cpu_count() or 1)
    if space < least:
        raise MemoryError(
            f"the process may use only {space >> 20:,} MiB more of address space, but "
            f"the first call needs {least >> 20:,} MiB with {threads} threads: raise "
            "the limit (ulimit -v), or set NUMBA_NUM_THREADS to a smaller number"
        )


def _rooms_of_process(process: Path) -> Iterator[int]:
    """Bytes left of the address space, and of the data segment, if they are limited."""
    for limit, field in (("RLIMIT_AS", SIZE), ("RLIMIT_DATA", DATA)):
        space = _room_of_process(process, limit, field)
        if space is not None:
            yield space


def _room_of_process(process: Path, limit: str, field: int) -> int | None:
    try:
        import resource

        most, _ = resource.getrlimit(getattr(resource, limit))
        if most == resource.RLIM_INFINITY:
            return None
        pages = (process / "statm").read_text().split()
        return max(0, most - int(pages[field]) * os.sysconf("SC_PAGE_SIZE"))
    except (ImportError, AttributeError, OSError):
        return None


def _rooms_of_groups(process: Path) -> Iterator[int]:
    """Bytes left in each limited control group of the process, and in its ancestors."""
    for version, folder in _groups(process):
        limit = min(_number(folder / name) for name in version.limits)
        if limit < UNLIMITED:
            used = _number(folder / version.used)
            yield max(0, limit - used + _cached(folder, version))


def _number(path: Path) -> int:
    """The number in a file of a group; `UNLIMITED` for "max", or without such a file,
    as in the outermost group of version 2."""
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return UNLIMITED


def _cached(folder: Path, version: _Version) -> int:
    try:
        for line in (folder / "memory.stat").read_text().splitlines():
            name, _, size = line.partition(" ")
            if name == version.cache:
                return int(size)
    except (OSError, ValueError):
        pass
    return 0


def _groups(process: Path) -> Iterator[tuple[_Version, Path]]:
    """Folders of the groups that account memory, from the innermost outwards."""
    try:
        lines = (process / "cgroup").read_text().splitlines()
        mounts = list(_mounts((process / "mountinfo").read_text()))
    except OSError:
        return
    for line in lines:
        hierarchy, controllers, path = line.split(":", 2)
        if hierarchy == "0":
            version = VERSION_2
        elif "memory" in controllers.split(","):
            version = VERSION_1
        else:
            continue
        for kind, root, point in mounts:
            if kind == version.mounted_as:
                inner = os.path.relpath(path, root)
                # A container may see only its own group, mounted as the root.
                inner = "" if inner.startswith("..") else inner
                folder = point / inner
                while True:
                    yield version, folder
                    if folder == point:
                        break
                    folder = folder.parent


def _mounts(mountinfo: str) -> Iterator[tuple[str, str, Path]]:
    """Mounted hierarchies that may account memory: kind, outermost group, folder."""
    for line in mountinfo.splitlines():
        before, _, after = line.partition(" - ")
        kind, _, options = after.split(" ", 2)
        if kind == "cgroup2" or (kind == "cgroup" and "memory" in options.split(",")):
            root, point = before.split(" ")[3:5]
            yield kind, root, Path(point.replace("\\040", " "))
