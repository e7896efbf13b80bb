# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Make small changes to the package, and check whether the tests detect them.

``python tests/mutants --of search-cpu --jobs 2 --sample 40 --report mutants.json``
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE)]

from areas import AREAS  # noqa: E402


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests/mutants", description=__doc__)
    parser.add_argument(
        "--of",
        nargs="+",
        choices=AREAS,
        default=["search-cpu"],
        metavar="AREA",
        help=f"areas to mutate: {', '.join(AREAS)} (default: search-cpu)",
    )
    parser.add_argument(
        "--jobs", type=int, default=1, help="number of worker processes (default: 1)"
    )
    parser.add_argument(
        "--sample", type=int, help="number of mutants to try (default: all)"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="random seed of the sample (default: 1)"
    )
    parser.add_argument(
        "--only",
        nargs="+",
        default=[],
        metavar="TEXT",
        help="only mutants whose name contains TEXT, such as "
        '"rows.py:12 emit: n + 1 -> n - 1"',
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=480,
        help="start no mutant after this time (default: 480)",
    )
    parser.add_argument("--report", type=Path, help="write a report to this JSON file")
    return parser.parse_args()


def main() -> None:
    options = arguments()
    simulated = any(AREAS[name].simulated for name in options.of)
    os.environ.update(NUMBA_DISABLE_JIT="1", NUMBA_NUM_THREADS="2")
    if simulated:
        os.environ["NUMBA_ENABLE_CUDASIM"] = "1"
        for module in ("numba_cuda", "greenlet"):
            if not _importable(module):
                sys.exit(
                    f"GPU areas need {module!r}, which is not installed: install it"
                )
    # Everything but the package is imported once, before the processes fork.
    import preloaded
    from campaign import campaign
    from reporting import complete, summary

    preloaded.oracle()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        found = campaign(
            options.of,
            options.jobs,
            options.sample,
            options.seed,
            options.only,
            options.seconds,
            Path(folder),
            lambda text: print(text, flush=True),
        )
    complete(found)
    if options.report:
        options.report.write_text(json.dumps(found, indent=1) + "\n")
    print(summary(found))


def _importable(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


main()
