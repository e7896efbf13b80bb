# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Measure the library: list the benchmarks, run one, or run all.

python -m benchmarks                       the list, with a line for each
python -m benchmarks NAME --help           the arguments of one
python -m benchmarks NAME ARGUMENTS        run it, and write a file of figures
python -m benchmarks all --quick           run all on small graphs
python -m benchmarks all --folder GRAPHS   run all on the graphs that the figures are of
"""

import argparse
import ast
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).parent

GROUPS = {
    "Answers, with other programs in the same run": [
        "enumeration",
        "counting",
        "cliques",
    ],
    "First calls, threads, growth, work": [
        "first_use",
        "threads",
        "growth",
        "floors",
        "maximality",
        "load",
        "timeline",
        "energy",
    ],
    "Questions": [
        "largest",
        "local_counts",
        "neighbourhood",
        "peeling",
        "projection",
        "rings",
        "scoring",
        "significance",
        "estimates",
        "subgraphs",
    ],
    "Memory": [
        "pipeline",
        "streaming",
        "overflow",
        "out_of_core",
        "preparing",
        "reading",
    ],
    "Alternatives": ["bitmaps", "ablations"],
    "Clusters": [
        "partitions",
        "pruning",
        "exchange",
        "dask_cpu",
        "dask_budget",
        "dask_largest",
        "dask_client",
        "dask_gpu",
        "several_gpus",
    ],
}
NAMES = [name for names in GROUPS.values() for name in names]


def main(words: Sequence[str]) -> int | str:
    """List, or run what is asked for; return the exit status, or what is wrong."""
    name, *rest = words or ["list"]
    if name in ("list", "--help", "-h"):
        print(__doc__)
        for group, names in GROUPS.items():
            print(group)
            print(*(f"  {each:14}  {summary(each)}" for each in names), sep="\n")
        return 0
    if name == "all":
        return run_all(rest)
    if name not in NAMES:
        return f"there is no benchmark {name!r}: python -m benchmarks lists them"
    return run(name, rest)


def summary(name: str) -> str:
    """The first line of a program's docstring, without an import of what it needs."""
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]


def constants(name: str) -> dict:
    """The texts QUICK, FULL and NEEDS at the top of a program."""
    tree = ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8"))
    return {
        target.id: ast.literal_eval(line.value)
        for line in tree.body
        if isinstance(line, ast.Assign)
        for target in line.targets
        if isinstance(target, ast.Name) and target.id in ("QUICK", "FULL", "NEEDS")
    }


# One benchmark


def run(name: str, words: Sequence[str]) -> int | str:
    """Run one benchmark in the settings of all."""
    import numba

    asks = {"-h", "--help"} & set(words)
    if not asks and (lacks := missing(name)):
        return (
            f"{name} needs {', '.join(lacks)}, which this machine lacks. Install the "
            "packages, and run it where nvidia-smi finds a GPU if it needs one"
        )
    if "NUMBA_NUM_THREADS" not in os.environ:
        numba.set_num_threads(1)
    with compiled_modules():
        return measured(name, words)


@contextmanager
def compiled_modules() -> Iterator[None]:
    """Let Python write the bytecode of modules, as users do, also where a developer
    does not: a process would compile all modules again."""
    asked = os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as folder:
        if asked:
            os.environ["PYTHONPYCACHEPREFIX"] = folder
        try:
            yield
        finally:
            if asked:
                os.environ["PYTHONDONTWRITEBYTECODE"] = asked
                del os.environ["PYTHONPYCACHEPREFIX"]


def measured(name: str, words: Sequence[str]) -> int | str:
    """Run one benchmark, and write its file after each row."""
    from benchmarks.shared import provenance
    from benchmarks.shared.tables import show
    from benchmarks.shared.timing import WrongAnswer

    program = import_module(f"benchmarks.{name}")
    parser = argparse.ArgumentParser(
        prog=f"python -m benchmarks {name}",
        description=program.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    program.add_arguments(parser)
    parser.add_argument("--output", help="JSON file (default: a new file in results/)")
    options = parser.parse_args(words)
    about = provenance.provenance(name, words)
    path = Path(options.output) if options.output else provenance.default_path(about)
    rows: list[dict] = []
    wrong = None
    try:
        for row in program.run(options):
            rows.append(row)
            print(json.dumps(row), file=sys.stderr, flush=True)
            provenance.save(path, about, rows, complete=False)
    except WrongAnswer as found:
        wrong = f"wrong answer: {found}"
    provenance.save(path, about, rows, complete=wrong is None)
    lines = getattr(program, "lines", lambda row: [row])
    show([line for row in rows for line in lines(row)])
    print(f"\nwritten to {path}")
    if wrong or not any(row.get("agree") is False for row in rows):
        return wrong or 0
    return "different answers: see the rows with NO under agree"


# All of them


def run_all(words: Sequence[str]) -> int | str:
    """Run every benchmark in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks all")
    parser.add_argument("--quick", action="store_true", help="on small graphs")
    parser.add_argument("--folder", help="the folder of the graphs that figures are of")
    parser.add_argument(
        "--engine", choices=["cpu", "gpu"], help="for programs that have a choice"
    )
    parser.add_argument("--output", help="a folder for the files of figures")
    options = parser.parse_args(words)
    if options.quick == bool(options.folder):
        parser.error("pass --quick, or --folder with the folder of the graphs")
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as scratch:
        output = options.output or (scratch if options.quick else None)
        # Quick runs measure nothing, so they may disturb each other.
        with ThreadPoolExecutor(os.cpu_count() if options.quick else 1) as pool:
            ended = list(pool.map(lambda run: run_apart(*run), runs(options, output)))
    failed = dict.fromkeys(name for name, right in ended if not right)
    print(f"{len(ended)} runs in {time.perf_counter() - began:.0f} s")
    return f"these benchmarks failed: {', '.join(failed)}" if failed else 0


def runs(options: argparse.Namespace, output: str | None) -> Iterator[tuple]:
    """Each run of all benchmarks: its name, its words, and whether it is quick."""
    for name in NAMES:
        for place, command in enumerate(commands(name, options)):
            file = [f"--output={output}/{name}-{place}.json"] if output else []
            yield name, [*command, *file], options.quick


def run_apart(name: str, words: Sequence[str], quick: bool) -> tuple[str, bool]:
    """Run a benchmark in a process of its own; return whether it ended well."""
    began = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, "-m", "benchmarks", name, *words],
        cwd=HERE.parent,
        check=False,
        stderr=subprocess.PIPE if quick else None,
        stdout=subprocess.PIPE if quick else None,
        text=True,
    )
    state = "FAILED" if ended.returncode else "ok"
    seconds = time.perf_counter() - began
    print(f"{name:14}  {state:6}  {seconds:.1f} s", flush=True)
    if ended.returncode:
        print(ended.stderr or "")
    return name, ended.returncode == 0


def commands(name: str, options: argparse.Namespace) -> Iterator[list[str]]:
    """The arguments to run a benchmark with: one list of words for each run."""
    about = constants(name)
    if lacks := missing(name):
        print(f"{name:14}  left out: needs {', '.join(lacks)}")
        return
    takes_engine = '"--engine"' in (HERE / f"{name}.py").read_text(encoding="utf-8")
    engine = ["--engine", options.engine] if options.engine and takes_engine else []
    for line in about["QUICK"] if options.quick else about["FULL"]:
        yield shlex.split(line.replace("FOLDER", options.folder or "")) + engine


def missing(name: str) -> list[str]:
    """What a program needs and the machine lacks."""
    return [need for need in constants(name).get("NEEDS", ()) if not there(need)]


def there(need: str) -> bool:
    """Whether a package is installed, or a GPU is there."""
    if need == "a GPU":
        from benchmarks.shared.provenance import device

        return device() is not None
    return find_spec(need) is not None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
