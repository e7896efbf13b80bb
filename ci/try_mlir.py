# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Try which GPU kernels numba-cuda-mlir compiles, and compare it with numba-cuda.

``python ci/try_mlir.py FILE`` compiles each recorded signature, without a GPU, and adds
the results to a JSON file. The compiler is numba-cuda where it is installed, and else
numba-cuda-mlir. ``bash ci/try_mlir.sh FILE`` runs this program first with
numba-cuda-mlir, and then with numba-cuda for the signatures that compiled. A kernel
that does not compile is a row of the table, and not an error.
"""

import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import ship_gpu_kernels

from cugraph_biclique.device import later, signatures

ROOT = Path(__file__).resolve().parents[1]
ONE = "--one"  # the argument before a signature, in a process of its own
OURS = r"<class 'cugraph_biclique\.[\w.]+'>"
OLD, NEW = "numba-cuda", "numba-cuda-mlir"
CAPABILITIES = (9, 0), (12, 0)
PACKAGES = (
    NEW, "numba", OLD, "cuda-core", "cuda-bindings", "nvidia-cuda-nvcc-cu12",
    "nvidia-nvjitlink-cu12",
)  # fmt: skip


def compile_mlir(signature):
    """Compile a signature with numba-cuda-mlir, whose interface is that of numba-cuda.

    It asks for the device even if the capability is given, and has types of its own.
    """
    import numba
    from numba_cuda_mlir import cuda, tools
    from numba_cuda_mlir.numba_cuda import types
    from numba_cuda_mlir.numba_cuda.np.numpy_support import from_dtype

    numba.cuda = cuda
    signatures.types, signatures.from_dtype = types, from_dtype
    tools._cached_cc = ship_gpu_kernels.LOWEST
    name, kinds = signatures.parsed(signature)
    kernel = signatures.named(name)
    text, _ = cuda.compile_ptx(
        later.with_compiler(kernel.py_func), tuple(map(signatures.type_of, kinds)),
        cc=ship_gpu_kernels.LOWEST, launch_bounds=kernel.targetoptions["launch_bounds"],
    )  # fmt: skip
    entry = ship_gpu_kernels.entry_of(text)
    return ship_gpu_kernels.Ptx(text, entry[1], entry[2].count(".param"))


def tried(signature):
    """Return what a compiler makes of a signature, or why it makes nothing."""
    compiler = ship_gpu_kernels.compile_ptx if find_spec("numba_cuda") else compile_mlir
    import_module("numba.cuda" if find_spec("numba_cuda") else "numba_cuda_mlir.cuda")
    begin = time.perf_counter()
    try:
        ptx = compiler(signature)
        seconds = time.perf_counter() - begin
        devices = {
            f"sm_{ship_gpu_kernels.digits(capability)}": used(
                ship_gpu_kernels.assemble(ptx, capability)
            )
            for capability in CAPABILITIES
        }
    except Exception as error:  # of any kind: the compiler has many
        return {"error": reason(error)}
    instructions = len(re.findall(r"^\s+[^.\s/][^\n]*;", ptx.text, re.M))
    return {
        "seconds": round(seconds, 2), "instructions": instructions, "words": ptx.words,
        **devices,
    }  # fmt: skip


def tried_apart(signature):
    """Do the same in a process of its own.

    Compilers keep device functions that they have compiled, and may end the process.
    """
    command = [sys.executable, __file__, ONE, signature]
    environment = os.environ | {"NUMBA_CUDA_MLIR_ICE_FULL_TB": "1"}  # full errors
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        return {"error": f"the compiler ended with status {done.returncode}"}
    return json.loads(done.stdout.splitlines()[-1])


def used(cubin):
    """What a kernel uses of a multiprocessor, as the assembler reports it."""
    found = {
        key: max(map(int, re.findall(pattern, cubin.log)), default=0)
        for key, pattern in (
            ("stack", r"(\d+) bytes stack"),
            ("shared", r"(\d+) bytes smem"),
        )
    }
    return {"registers": cubin.registers, "spilled": cubin.spilled, **found}


def reason(error):
    """The line of an error that says what is wrong."""
    lines = [line.strip() for line in str(error).replace(f"{ROOT}/", "").splitlines()]
    said = [
        line for line in lines if line and not re.match("Failed in|.* failed:$", line)
    ]
    return f"{type(error).__name__}: {' '.join(said[:1])}"[:200]


def versions():
    """The versions of the compilers that are installed."""
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def summary(rows):
    """Numbers over all signatures, and over those that both compilers compile."""
    both = [row for row in rows if all("words" in row.get(c, {}) for c in (OLD, NEW))]
    totals = {
        compiler: {
            "instructions": sum(row[compiler]["instructions"] for row in both),
            "seconds": round(sum(row[compiler]["seconds"] for row in both), 1),
        }
        for compiler in (OLD, NEW)
    }
    devices = {}
    for device in (f"sm_{ship_gpu_kernels.digits(each)}" for each in CAPABILITIES):
        pairs = [(row[OLD][device], row[NEW][device]) for row in both]
        devices[device] = {
            "more_registers": sum(
                new["registers"] > old["registers"] for old, new in pairs
            ),
            "fewer_registers": sum(
                new["registers"] < old["registers"] for old, new in pairs
            ),
            "spilling": sum(new["spilled"] > 0 for _, new in pairs),
            "more_stack": sum(new["stack"] > old["stack"] for old, new in pairs),
            "more_shared": sum(new["shared"] > old["shared"] for old, new in pairs),
        }
    errors = [row[NEW]["error"] for row in rows if "error" in row.get(NEW, {})]
    reasons = Counter(re.sub(OURS, "a named tuple", error) for error in errors)
    return {
        "signatures": len(rows), "both": len(both), "failed": len(errors),
        "totals": totals, "devices": devices, "reasons": [
            {"reason": each, "signatures": n} for each, n in reasons.most_common()
        ],
    }  # fmt: skip


def main(path):
    compiler = OLD if find_spec("numba_cuda") else NEW
    result = json.loads(path.read_text()) if path.exists() else {}
    rows = result.get("kernels") or [
        {"signature": each} for each in signatures.recorded()
    ]
    wanted = [row for row in rows if "error" not in row.get(NEW, {})]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        found = threads.map(tried_apart, [row["signature"] for row in wanted])
        for row, code in zip(wanted, found, strict=True):
            row[compiler] = code
            name = signatures.parsed(row["signature"])[0]
            print(f"{name:60} {code.get('error', 'compiles')}", flush=True)
    result = {
        "versions": result.get("versions", {}) | {compiler: versions()},
        "summary": summary(rows),
        "kernels": rows,
    }
    path.write_text(json.dumps(result, indent=1) + "\n")
    print(json.dumps(result["summary"], indent=1))


if __name__ == "__main__":
    if sys.argv[1] == ONE:
        print("\n" + json.dumps(tried(sys.argv[2])))
    else:
        main(Path(sys.argv[1]))
