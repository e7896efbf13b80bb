# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Seconds of the first calls on a machine that has no cache of compiled kernels.

python benchmarks/first_use.py                      this environment
python benchmarks/first_use.py --python VENV/bin/python    one with another installation
python benchmarks/first_use.py --engine gpu
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile

from common import save, show

# One process, as a notebook: each step is the first call of its kind.
PROGRAM = """
import json, sys, time
seconds, compiled = {}, {}
began = [time.perf_counter()]
def step(name):
    now = time.perf_counter()
    seconds[name] = now - began[0]
    try:
        from cugraph_biclique.compiling import watch
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
wide = pd.DataFrame(np.argwhere(rng.random((90, 400)) < 0.12), columns=["u", "v"])
if engine == "gpu":
    import cudf
    women, wide = cudf.DataFrame(women), cudf.DataFrame(wide)
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
ANSWERS = [63, 63, 341]


def main():
    options = arguments()
    runs = [run(options.python, options.engine) for _ in range(options.repeat)]
    wrong = [r["answers"] for r in runs if r["answers"][:3] != ANSWERS]
    medians = {
        step: statistics.median(r["seconds"][step] for r in runs)
        for step in runs[0]["seconds"]
    }
    rows = [
        {"step": step, "seconds": medians[step], "compiled": runs[0]["compiled"][step]}
        for step in medians
    ]
    compiled = [row["compiled"] for row in rows]
    total = None if None in compiled else sum(compiled)
    rows.append({"step": "all", "seconds": sum(medians.values()), "compiled": total})
    show(rows)
    save("first-use", {"label": options.label, "runs": runs}, options.output)
    if wrong or len({r["answers"][3] for r in runs}) > 1:
        sys.exit(f"wrong answers: {[r['answers'] for r in runs]}")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", default=sys.executable, help="the interpreter")
    parser.add_argument("--engine", default="cpu", choices=["cpu", "gpu"])
    parser.add_argument("--label", help="what is installed, for the file")
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    return parser.parse_args()


def run(python, engine):
    """The steps in a new process, with an empty cache."""
    with tempfile.TemporaryDirectory() as folder:
        caches = {
            "NUMBA_CACHE_DIR": f"{folder}/numba",
            "CUPY_CACHE_DIR": f"{folder}/cupy",
        }
        ended = subprocess.run(
            [python, "-P", "-c", PROGRAM, engine],
            cwd=folder,
            env={
                name: value
                for name, value in os.environ.items()
                if name not in ("PYTHONPATH", "NUMBA_NUM_THREADS")
            }
            | caches,
            capture_output=True,
            text=True,
            check=True,
        )
    return json.loads(ended.stdout)


if __name__ == "__main__":
    main()
