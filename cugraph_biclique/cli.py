# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The calls from a shell: ``cugraph-biclique demo | enumerate | ...``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from math import isfinite
from typing import Any

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.data import southern_women
from cugraph_biclique.inputs.files import read_edges

INTERRUPTED = 130  # what a shell reports after Ctrl-C


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    if options.command is None:
        parser.print_help(sys.stderr)
        return 2
    try:
        options.run(options)
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough, as in `... | head`. Python would complain again
        # when it flushes standard output at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (
        OSError,
        ValueError,
        TypeError,
        ImportError,
        RuntimeError,
        MemoryError,
    ) as e:
        print(f"cugraph-biclique {options.command}: {e}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cugraph-biclique",
        description="Maximal bicliques and (p, q)-biclique counts of bipartite graphs.",
    )
    parser.add_argument("--version", action="version", version=cb.__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    demo = commands.add_parser(
        "demo", help="a real graph that comes with the package: women and social events"
    )
    demo.set_defaults(run=_demo)

    enumerate_ = commands.add_parser(
        "enumerate",
        help="list every maximal biclique",
        description="List every maximal biclique of a graph, as JSON lines to standard "
        "output or as a Parquet data set. In JSON, labels such as dates and infinities "
        "are text.",
    )
    _add_graph(enumerate_)
    _add_minimum(enumerate_)
    enumerate_.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        help="write a Parquet data set; after a crash, the same command goes on",
    )
    enumerate_.set_defaults(run=_enumerate)

    estimate = commands.add_parser(
        "estimate",
        help="estimate how many maximal bicliques there are",
        description="Estimate how many maximal bicliques a graph has, and the memory "
        "that they take, from a sample.",
    )
    _add_file(estimate)
    _add_minimum(estimate)
    estimate.set_defaults(run=_estimate)

    count = commands.add_parser(
        "count",
        help="count (p, q)-bicliques exactly",
        description="Count the bicliques of p left and q right vertices, exactly at "
        "any size.",
    )
    _add_graph(count)
    count.add_argument("-p", type=int, required=True, help="left vertices")
    count.add_argument("-q", type=int, required=True, help="right vertices")
    count.add_argument(
        "--table", action="store_true", help="all sizes up to p and q, as CSV"
    )
    count.set_defaults(run=_count)

    sizes = commands.add_parser(
        "sizes",
        help="count maximal bicliques by size",
        description="Count the maximal bicliques of each size, as CSV.",
    )
    _add_graph(sizes)
    _add_minimum(sizes)
    sizes.set_defaults(run=_sizes)
    return parser


def _add_graph(parser: argparse.ArgumentParser) -> None:
    _add_file(parser)
    parser.add_argument(
        "--engine", default="auto", help="auto, cpu or gpu (default: auto)"
    )


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        help="Parquet, CSV or TSV with a header, a plain edge list (.txt), or KONECT "
        "(out.*); text may be gzipped",
    )
    parser.add_argument(
        "--left", help="column of the left vertices (default: the first)"
    )
    parser.add_argument(
        "--right", help="column of the right vertices (default: the second)"
    )


def _add_minimum(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--min-left", type=int, default=1, help="least left vertices (default: 1)"
    )
    parser.add_argument(
        "--min-right", type=int, default=1, help="least right vertices (default: 1)"
    )


def _edges(options: argparse.Namespace) -> pd.DataFrame:
    return read_edges(options.file, options.left, options.right)


def _minimum(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "min_left": options.min_left,
        "min_right": options.min_right,
        "engine": options.engine,
    }


def _demo(options: argparse.Namespace) -> None:
    edges = southern_women()
    found = cb.maximal_bicliques(edges, sort=True)
    print("Davis, Deep South (1941): 18 women at 14 social events, 89 attendances")
    print(f"maximal bicliques: {len(found)}")
    print("\nthe three with most attendances:")
    row: Any
    for row in found.nlargest(3).to_frame().itertuples():
        print(f"  {', '.join(row.left)}\n    at {', '.join(row.right)}")
    print("\n(p, q)-bicliques: p women who were at the same q events")
    table = cb.biclique_counts(edges, 5, 5)
    print(table.pivot(index="p", columns="q", values="count").to_string())


def _enumerate(options: argparse.Namespace) -> None:
    edges = _edges(options)
    if options.output is not None:
        n = cb.write_maximal_bicliques(edges, options.output, **_minimum(options))
        print(f"{n} maximal bicliques in {options.output}")
        return
    row: Any
    for batch in cb.iter_maximal_bicliques(edges, **_minimum(options)):
        for row in batch.to_frame().itertuples():
            print(_json({"left": row.left, "right": row.right}))


def _json(line: dict[str, list[Any]]) -> str:
    """A line of JSON; labels that JSON has no form for become text."""
    try:
        return json.dumps(line, default=str, ensure_ascii=False, allow_nan=False)
    except ValueError:  # an infinity among the labels
        return _json({side: list(map(_finite, line[side])) for side in line})


def _finite(label: Any) -> Any:
    return str(label) if isinstance(label, float) and not isfinite(label) else label


def _estimate(options: argparse.Namespace) -> None:
    found = cb.estimate_maximal_bicliques(
        _edges(options), min_left=options.min_left, min_right=options.min_right
    )
    about = "at least" if found.at_least else "about"
    print(f"maximal bicliques: {about} {found.bicliques:,}", end="")
    print(f", give or take {found.standard_error:,}" if found.standard_error else "")
    print(f"nodes of the search: {about} {found.nodes:,}")
    print(f"memory of the result: {about} {found.bytes:,} bytes, without frames")


def _count(options: argparse.Namespace) -> None:
    edges = _edges(options)
    if options.table:
        table = cb.biclique_counts(edges, options.p, options.q, engine=options.engine)
        table.to_csv(sys.stdout, index=False)
    else:
        print(cb.biclique_count(edges, options.p, options.q, engine=options.engine))


def _sizes(options: argparse.Namespace) -> None:
    sizes = cb.maximal_biclique_sizes(_edges(options), **_minimum(options))
    sizes.to_csv(sys.stdout, index=False)
