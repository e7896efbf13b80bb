# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Compile the GPU kernels, without a GPU, into archives for the wheel.

``python ci/ship_gpu_kernels.py FOLDER`` writes an archive for each of
`CAPABILITIES`, and one with PTX of the lowest. A kernel with spills, or with too many
registers, is an error. The compilers are those of the dependency group ``kernels``: of
CUDA 12, as drivers of CUDA 12 and of CUDA 13 load their code.
"""

import ast
import json
import re
import sys
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cugraph_biclique.device import prebuilt
from cugraph_biclique.device.signatures import named, parsed, recorded, type_of

# Machine code of 10.0 and of 12.0 does not run on later major versions: PTX does.
CAPABILITIES = (7, 5), (8, 0), (8, 6), (8, 9), (9, 0), (10, 0), (12, 0)
LOWEST = CAPABILITIES[0]
REGISTERS = 65_536  # of a multiprocessor
WORD = 8  # bytes of each parameter of a kernel
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that an archive depends on its content alone
COMPILERS = (
    "numba", "numba-cuda", "llvmlite", "cuda-core", "cuda-bindings",
    "nvidia-cuda-nvcc-cu12", "nvidia-nvjitlink-cu12",
)  # fmt: skip


class Ptx(NamedTuple):
    """A kernel that is compiled for one signature, and for all devices."""

    text: str
    symbol: str
    words: int  # of arguments


class Cubin(NamedTuple):
    """A kernel that is compiled for one signature and one compute capability."""

    code: bytes
    registers: int
    spilled: int  # bytes
    log: str


def pretend(capability):
    """Let the compiler, which asks for the device, compile for one that is not here."""
    import numba.cuda  # noqa: F401  # all its modules are loaded then

    device = SimpleNamespace(compute_capability=capability)
    for name, module in list(sys.modules.items()):
        if name.startswith("numba.cuda") and hasattr(module, "get_current_device"):
            module.get_current_device = lambda: device


def compile_ptx(signature):
    """Compile a signature for the lowest compute capability, and see that the kernel
    reads the words that the launcher passes."""
    from numba import cuda

    pretend(LOWEST)
    name, kinds = parsed(signature)
    kernel = named(name)
    text, _ = cuda.compile_ptx(
        kernel.py_func, tuple(map(type_of, kinds)), cc=LOWEST,
        launch_bounds=kernel.targetoptions["launch_bounds"],
    )  # fmt: skip
    entry = entry_of(text)
    kinds = re.findall(r"\.param\s+\.(\w+)\s[\w$]+(,|\s*$)", entry[2])
    assert all(kind in ("b64", "u64") for kind, _ in kinds), entry[0]
    assert len(kinds) == entry[2].count(".param"), entry[0]
    assert len(kinds) == sum(map(words_of, parsed(signature)[1])), entry[0]
    return Ptx(text, entry[1], len(kinds))


def entry_of(text):
    """Match the only kernel of a PTX text: its name, and its parameters."""
    (entry,) = re.finditer(r"\.entry\s+([\w$]+)\s*\(([^)]*)\)", text)
    return entry


def words_of(kind):
    """The words that the launcher packs for an argument of a kind."""
    if isinstance(kind, ast.Call):  # a named tuple
        return sum(map(words_of, kind.args))
    if isinstance(kind, ast.Subscript):  # an array: five words, its shape and strides
        ndim = len(kind.slice.elts) if isinstance(kind.slice, ast.Tuple) else 1
        return 5 + 2 * ndim
    return 1  # an integer, or the pointer of None


def assemble(ptx, capability):
    """Assemble PTX for a compute capability."""
    from cuda.core import Linker, LinkerOptions, ObjectCode

    options = LinkerOptions(arch=f"sm_{digits(capability)}", ptxas_options=["-v"])
    linker = Linker(ObjectCode.from_ptx(ptx.text.encode()), options=options)
    code = bytes(linker.link("cubin").code)
    log = linker.get_info_log()
    registers = max(map(int, re.findall(r"Used (\d+) registers", log)))
    spilled = max(map(int, re.findall(r"(\d+) bytes spill", log)), default=0)
    return Cubin(code, registers, spilled, log)


def check(signature, cubin):
    """Raise an error if a kernel cannot run as fast as its source says."""
    threads, blocks = named(parsed(signature)[0]).targetoptions["launch_bounds"]
    assert not cubin.spilled, f"{signature} spills:\n{cubin.log}"
    assert cubin.registers * threads * blocks <= REGISTERS, (
        f"{blocks} blocks of {signature} do not fit:\n{cubin.log}"
    )


def digits(capability):
    return "".join(map(str, capability))


def compile_all(signature, capabilities=CAPABILITIES):
    """Compile a signature to PTX, and assemble it for compute capabilities."""
    ptx = compile_ptx(signature)
    cubins = [assemble(ptx, capability) for capability in capabilities]
    for cubin in cubins:
        check(signature, cubin)
    return signature, ptx, cubins


def write(path, images):
    """Write an archive of signatures, each with its PTX and the image to load."""
    files, entries = {}, {}
    for signature, (ptx, image, registers) in images.items():
        file = sha256(signature.encode()).hexdigest()[:16]
        files[file] = image
        entries[signature] = {
            "file": file, "symbol": ptx.symbol, "words": ptx.words, **registers,
        }  # fmt: skip
    manifest = {
        "sources": prebuilt.digest_of_sources(),
        "compilers": compilers(),
        "kernels": entries,
    }
    files[prebuilt.MANIFEST] = json.dumps(manifest, indent=1).encode()
    with ZipFile(path, "w") as archive:
        for name in sorted(files):
            entry = ZipInfo(name, LONG_AGO)
            archive.writestr(entry, files[name], ZIP_DEFLATED, compresslevel=9)
    print(f"{path.name}: {len(images)} kernels, {path.stat().st_size:,} bytes")


def compilers():
    """The versions of the packages that compile."""
    found = {}
    for package in COMPILERS:
        try:
            found[package] = version(package)
        except PackageNotFoundError as error:
            sys.exit(f"{error}: install the dependency group kernels")
    return found


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    compilers()
    with ProcessPoolExecutor() as processes:
        built = list(processes.map(compile_all, recorded()))
    for place, capability in enumerate(CAPABILITIES):
        images = {
            signature: (ptx, cubins[place].code, {"registers": cubins[place].registers})
            for signature, ptx, cubins in built
        }
        write(folder / f"{prebuilt.CUBIN}{digits(capability)}.zip", images)
    images = {signature: (ptx, ptx.text.encode(), {}) for signature, ptx, _ in built}
    write(folder / f"{prebuilt.PTX}{digits(LOWEST)}.zip", images)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
