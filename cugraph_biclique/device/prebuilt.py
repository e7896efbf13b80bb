# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""GPU kernels that were compiled when the wheel was built, so that users do not wait.

``ci/ship_gpu_kernels.py`` writes one archive per compute capability, with the machine
code of each signature in ``signatures.txt``. One more archive has PTX, which the driver
compiles for later devices. Each archive has a manifest. Archives made from other
sources than those of the package are ignored. A checkout has no archives: there, a
kernel is compiled at its first launch.
"""

from __future__ import annotations

import json
import logging
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile, ZipFile

logger = logging.getLogger(__name__)

FOLDER = Path(__file__).parent.parent / "shipped"
MANIFEST = "manifest.json"
CUBIN, PTX = "gpu-sm_", "gpu-ptx_"  # before the compute capability, such as 90
LACKING = "%s was not compiled ahead for compute capability %s: it is compiled now"
OTHER_SOURCES = (
    "the compiled GPU kernels in %s are of another version of the package, so kernels "
    "are compiled when they are first launched: delete that folder"
)

lacking: set[str] = set()  # signatures that were looked for, and are in no archive


class Built(NamedTuple):
    """Compiled code of a kernel."""

    image: bytes  # what the driver loads
    symbol: str
    words: int  # number of 8-byte words that the kernel reads as arguments


class _Archive(NamedTuple):
    file: ZipFile
    manifest: dict[str, Any]


def find(signature: str, capability: str) -> Built | None:
    """Return the code of a signature for a compute capability, such as "90".

    None means that the kernel must be compiled. If there are archives, the log says so.
    """
    if not _names():
        return None
    for name in _fitting(capability):
        archive = _archive(name)
        entry = archive and archive.manifest["kernels"].get(signature)
        if archive and entry:
            with suppress(KeyError, OSError, BadZipFile):
                image = archive.file.read(entry["file"])
                return Built(image, entry["symbol"], entry["words"])
    lacking.add(signature)
    logger.warning(LACKING, signature, f"{capability[:-1]}.{capability[-1]}")
    return None


def covers(capability: str) -> bool:
    """Return whether kernels were compiled ahead for a compute capability."""
    return any(_archive(name) for name in _fitting(capability))


def _names() -> list[str]:
    return [path.name for path in FOLDER.glob("gpu-*.zip")]


def _fitting(capability: str) -> list[str]:
    """Return the names of the archives that a device can run, best first.

    A device runs machine code of its own major version, up to its minor version. Its
    driver compiles PTX of its own or any earlier version.
    """
    of_device = int(capability)
    cubins, ptxs = _capabilities(CUBIN), _capabilities(PTX)
    same_major = [c for c in cubins if c // 10 == of_device // 10 and c <= of_device]
    earlier = [c for c in ptxs if c <= of_device]
    return [f"{CUBIN}{c}.zip" for c in sorted(same_major, reverse=True)] + [
        f"{PTX}{c}.zip" for c in sorted(earlier, reverse=True)
    ]


def _capabilities(prefix: str) -> list[int]:
    names = [Path(name).stem for name in _names() if name.startswith(prefix)]
    return [int(name.removeprefix(prefix)) for name in names]


@lru_cache
def _archive(name: str) -> _Archive | None:
    """Return an archive, if it can be read and was made from these sources."""
    with suppress(OSError, BadZipFile, KeyError, ValueError):
        file = ZipFile(FOLDER / name)
        manifest = json.loads(file.read(MANIFEST))
        if manifest["sources"] == digest_of_sources():
            return _Archive(file, manifest)
        logger.warning(OTHER_SOURCES, FOLDER)
    return None


@lru_cache(maxsize=1)
def digest_of_sources() -> str:
    """Return the digest of all source files of the package."""
    root = Path(__file__).parent.parent
    digest = sha256()
    for path in sorted(root.rglob("*.py"), key=lambda path: path.as_posix()):
        digest.update(f"{path.relative_to(root).as_posix()}\n".encode())
        digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()
