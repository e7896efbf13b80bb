# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Seconds of the first calls on a machine that has no cache of compiled kernels.

Each repetition is a process with an empty cache, as a notebook that has just started.
`--python VENV/bin/python` measures another installation. `by_cupy` counts the kernels
that CuPy compiled in all steps; the step `data` imports cuDF, as pipelines do.

With `--files`, whole processes of shell commands on these files are measured as well,
each after one that has compiled its kernels: by the clock, and as `processor`, the time
of all cores. A process that imports the libraries of others and nothing else shows what
is theirs.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.shared.timing import check, timing

QUICK = ["--repeat 1 --warm --files benchmarks/shared/crown.txt"]
FULL = [""]

# One process, as a notebook: each step is the first call of its kind.
PROGRAM = """
import json, sys, time
seconds, compiled = {}, {}
began = [time.perf_counter()]
def step(name):
    now = time.perf_counter()
    seconds[name] = now - began[0]
    try:
        from cugraph_biclique.host.compiling import watch
        compiled[name] = watch.number - sum(compiled.values())
    except ImportError:  # versions that did not count
        compiled[name] = None
    began[0] = time.perf_counter()
import cugraph_biclique as cb
cb.Bicliques
step("import")
engine = sys.argv[1]
from cugraph_biclique.data import southern_women
import numpy as np, pandas as pd
women = southern_women()
rng = np.random.default_rng(0)
# Roots of the smaller side have over 64 neighbours.
wide = pd.DataFrame(np.argwhere(rng.random((40, 400)) < 0.3), columns=["u", "v"])
if engine == "gpu":
    import cudf
    women, wide = cudf.DataFrame(women), cudf.DataFrame(wide)
    women.groupby("woman").size(), wide.groupby("u").size()
step("data")
count = cb.maximal_biclique_count(women, engine=engine)
step("count")
rows = len(cb.maximal_bicliques(women, engine=engine).to_frame())
step("frames")
butterflies = cb.biclique_count(women, 2, 2, engine=engine)
step("(p, q) count")
wide_count = cb.maximal_biclique_count(wide, engine=engine)
step("wide roots")
answers = [count, rows, butterflies, wide_count]
print(json.dumps({"seconds": seconds, "compiled": compiled, "answers": answers}))
"""
ANSWERS = [63, 63, 341, 84897]
COMMANDS = {"sizes": [], "count": ["-p", "2", "-q", "2"]}
LIBRARIES = "import os, numpy, pandas, numba; os._exit(0)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--python", default=sys.executable, help="the interpreter")
    parser.add_argument("--engine", default="cpu", choices=["cpu", "gpu"])
    parser.add_argument("--label", help="what is installed, for the file")
    parser.add_argument(
        "--warm",
        action="store_true",
        help="keep the caches: seconds of a later process",
    )
    parser.add_argument(
        "--files", nargs="*", default=[], help="edges for commands of a shell"
    )
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")


def run(options: argparse.Namespace) -> Iterator[dict]:
    runs = [
        once(options.python, options.engine, options.warm)
        for _ in range(options.repeat)
    ]
    for answers in (ran["answers"] for ran in runs):
        check(answers == ANSWERS, "answers", answers)
    compiled = runs[0]["compiled"]
    steps = {step: [ran["seconds"][step] for ran in runs] for step in compiled}
    known = None not in compiled.values()
    # Pipelines have imported cuDF before their first call.
    ours = [step for step in steps if step != "data"]
    steps["all but data"] = [sum(ran["seconds"][s] for s in ours) for ran in runs]
    compiled["all but data"] = sum(compiled.values()) if known else None
    for step, seconds in steps.items():
        yield {
            "step": step,
            "seconds": timing(seconds),
            "compiled": compiled[step],
            "by_cupy": runs[0]["by_cupy"],
            "engine": options.engine,
            "warm": options.warm,
            "label": options.label,
        }
    yield from shells(options)


def shells(options: argparse.Namespace) -> Iterator[dict]:
    """Rows of whole processes, which take turns."""
    if not options.files:
        return
    programs = {("process of libraries", None): ["-c", LIBRARIES]}
    for file in options.files:
        for name, words in COMMANDS.items():
            command = ["-m", "cugraph_biclique", name, file, *words]
            programs[f"process of {name}", Path(file).name.partition(".")[0]] = [
                *command,
                *("--engine", options.engine),
            ]
    environment = environment_for(options.python)
    for program in programs.values():
        whole([options.python, "-P", *program], environment)
    runs: dict = {name: [] for name in programs}
    for _ in range(options.repeat):
        for name, program in programs.items():
            runs[name].append(whole([options.python, "-P", *program], environment))
    for (name, graph), each in runs.items():
        seconds, processor = zip(*each, strict=True)
        yield {
            "step": name,
            "graph": graph,
            "seconds": timing(seconds),
            "processor": timing(processor),
            "engine": options.engine,
            "warm": True,
            "label": options.label,
        }


def whole(program: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds of a process, and those of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    subprocess.run(program, env=environment, capture_output=True, check=True)
    seconds = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    return seconds, user + system


def environment_for(python: str) -> dict[str, str]:
    """The environment of a process: another installation does not see these modules."""
    hidden = ["NUMBA_NUM_THREADS"]
    hidden += ["PYTHONPATH"] if python != sys.executable else []
    return {k: v for k, v in os.environ.items() if k not in hidden}


def once(python: str, engine: str, warm: bool) -> dict:
    """The steps in a new process, with empty caches or with those that are there."""
    with tempfile.TemporaryDirectory() as folder:
        empty = {
            "NUMBA_CACHE_DIR": f"{folder}/numba",
            "CUPY_CACHE_DIR": f"{folder}/cupy",
        }
        others = environment_for(python)
        ended = subprocess.run(
            [python, "-P", "-c", PROGRAM, engine],
            cwd=folder,
            env=others if warm else others | empty,
            capture_output=True,
            text=True,
            check=True,
        )
        by_cupy = sum(1 for _ in Path(folder).glob("cupy/*.cubin"))
    return json.loads(ended.stdout) | {"by_cupy": by_cupy}
