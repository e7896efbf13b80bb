# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compile the CPU kernels for a level of processors, into an archive for the wheel.

``python ci/ship_kernels.py FOLDER`` writes one archive, for the Python and the Numba
that run this program. Run it once for each of them that a release supports.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from llvmlite import binding as llvm

from cugraph_biclique import shipped_kernels

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the archive depends on its content alone


def ship(folder: Path) -> Path:
    """Compile all kernels; returns the archive that was written."""
    triple = llvm.get_process_triple()
    with tempfile.TemporaryDirectory() as cache:
        subprocess.run(
            [sys.executable, "-m", "cugraph_biclique", "warm"],
            check=True,
            env=os.environ
            | {
                "NUMBA_CACHE_DIR": cache,
                "NUMBA_CPU_NAME": shipped_kernels.level(triple.partition("-")[0]),
                "NUMBA_CPU_FEATURES": "",
            },
        )
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / shipped_kernels.archive_name(triple)
        files = {file.name: file for file in Path(cache).rglob("*.nbc")}
        with ZipFile(path, "w") as archive:
            for name in sorted(files):
                archive.writestr(
                    ZipInfo(name, LONG_AGO),
                    files[name].read_bytes(),
                    ZIP_DEFLATED,
                    compresslevel=9,
                )
    return path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path, default=shipped_kernels.FOLDER, nargs="?")
    path = ship(parser.parse_args().folder)
    print(f"{path}: {path.stat().st_size:,} bytes")
