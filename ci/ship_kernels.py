# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compile the CPU kernels for a level of processors, into an archive for the wheel.

``python ci/ship_kernels.py FOLDER`` writes one archive, for the Python and the Numba
that run this program. Run it once for each of them that a release supports.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cugraph_biclique.host import shipped_kernels

PROGRAM = Path(__file__).with_name("compile_kernels.py")
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the archive depends on its content alone


def pack(cache, path):
    """Write the files of a cache of kernels to an archive."""
    files = {file.name: file for file in Path(cache).rglob("*.nbc")}
    path.parent.mkdir(parents=True, exist_ok=True)
    with ZipFile(path, "w") as archive:
        for name in sorted(files):
            content = files[name].read_bytes()
            entry = ZipInfo(name, LONG_AGO)
            archive.writestr(entry, content, ZIP_DEFLATED, compresslevel=9)


def main(folder):
    level = shipped_kernels.level()
    if level is None:
        sys.exit("this processor cannot run the kernels that are shipped for its kind")
    with tempfile.TemporaryDirectory() as cache:
        processor = {"NUMBA_CPU_NAME": level.name, "NUMBA_CPU_FEATURES": ""}
        command = [sys.executable, "-P", "-W", "error", str(PROGRAM)]
        environment = os.environ | processor | {"NUMBA_CACHE_DIR": cache}
        subprocess.run(command, check=True, env=environment)
        path = folder / shipped_kernels.archive_name(level)
        pack(cache, path)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
