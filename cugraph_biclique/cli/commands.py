# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The commands: each reads its options, calls the library, and writes the results."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import asdict
from typing import Any

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.cli.cluster import working_on
from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.output import (
    TEXT,
    Target,
    opened,
    target_of,
    write_bicliques,
    write_cliques,
    write_table,
)
from cugraph_biclique.cli.terminal import say
from cugraph_biclique.data import southern_women
from cugraph_biclique.datasets.folders import check_free
from cugraph_biclique.inputs.files import (
    baskets,
    formal_contexts,
    gene_sets,
    hypergraphs,
    pajek,
)
from cugraph_biclique.results.verifying import verified

CLIQUES_AT_ONCE = 100_000
# Columns of formats with two kinds of vertices: the format, and the kinds.
TWO_KINDS = {
    tuple(baskets.NAMES): ("baskets", "lines", "items"),
    tuple(formal_contexts.NAMES): ("a formal context", "objects", "attributes"),
    tuple(gene_sets.NAMES): ("gene sets", "sets", "genes"),
    tuple(pajek.NAMES): ("a two-mode network", "first mode", "second mode"),
    tuple(hypergraphs.NAMES): ("a hypergraph", "edges", "nodes"),
}
NO_BREAK = "\N{NO-BREAK SPACE}"


def demo(options: argparse.Namespace) -> None:
    """Run ``demo``: search a real graph that comes with the package."""
    from cugraph_biclique.warming import compiled_beside

    edges = southern_women()
    progress = getattr(options, "progress", None)  # False with --quiet
    with compiled_beside("count"):
        found = cb.maximal_bicliques(edges, sort=True, progress=progress)
        print("Davis, Deep South (1941): 18 women at 14 social events, 89 attendances")
        print(f"maximal bicliques: {len(found)}")
        print("\nthe three with the most attendances:")
        for left, right in found.nlargest(3):
            print(_wrapped(left, "  "))
            print(_wrapped(right, "    at "))
    print("\n(p, q)-bicliques: p women who were at the same q events")
    table = cb.biclique_counts(edges, 5, 5, progress=progress)
    print(table.pivot(index="p", columns="q", values="count").to_string())


def enumerate_(options: argparse.Namespace) -> None:
    """Run ``enumerate``: write all maximal bicliques."""
    target = target_of(options, "jsonl", folders=True)
    _check_folder(target, options)
    with working_on(options) as (calls, edges):
        if target.folder and not options.sort:
            n = calls.write_maximal_bicliques(
                edges, options.output, **search_options(options)
            )
        else:
            graph = cb.bipartite_graph(edges)
            del edges
            n = _list_bicliques(graph, target, options)
    say_where(n, "biclique", target, options)


def _check_folder(target: Target, options: argparse.Namespace) -> None:
    """Raise an error if a command that lists its results cannot write them."""
    if options.scheduler is not None:
        if options.sort:
            raise UsageError(
                "--sort holds the whole result on one machine, but --scheduler leaves "
                "it on the workers: leave one of them out"
            )
        if not target.folder:
            raise UsageError(
                "--scheduler writes a folder of Parquet files here: pass a folder that "
                "all workers can write with -o, such as -o found/"
            )
    if target.folder:
        check_free(options.output)  # fail early, as reading the file may take long


def _list_bicliques(
    graph: cb.BipartiteGraph, target: Target, options: argparse.Namespace
) -> int:
    """Write all maximal bicliques, and return their number."""
    if not options.sort:
        batches = cb.iter_maximal_bicliques(graph, **search_options(options))
        return write_bicliques(batches, graph, target)
    found = cb.maximal_bicliques(graph, sort=True, **search_options(options))
    if not target.folder:
        return write_bicliques([found], graph, target)
    found.to_parquet(options.output)
    return len(found)


def say_where(n: int, kind: str, target: Target, options: argparse.Namespace) -> None:
    if target.path is not None and not options.quiet:
        say(f"{in_words(n, kind)} in {options.output}")


def in_words(n: int, kind: str) -> str:
    """Return a number of rows and what they are."""
    return f"{n} {'maximal ' * (kind != 'group')}{kind}{'s' * (n != 1)}"


def cliques(options: argparse.Namespace) -> None:
    """Run ``cliques``: write all maximal cliques, or count them."""
    default = TEXT if options.count else "csv" if options.sizes else "jsonl"
    target = target_of(options, default, folders=default == "jsonl")
    if default == "jsonl":
        _check_folder(target, options)
    search = {"min_size": options.min_size} | working_options(options)
    with working_on(options) as (calls, edges):
        _refuse_two_kinds(options.file[0], tuple(edges.columns))
        if options.count:
            n = calls.maximal_clique_count(edges, **search)
            _write_number(n, pd.DataFrame({"count": [n]}), target)
        elif options.sizes:
            write_table(calls.maximal_clique_sizes(edges, **search), target)
        else:
            n = _list_cliques(calls, edges, search, target, options)
            say_where(n, "clique", target, options)


def _refuse_two_kinds(file: str, columns: tuple[str, ...]) -> None:
    if columns in TWO_KINDS:
        kind, left, right = TWO_KINDS[columns]
        raise UsageError(
            f"{file} contains {kind}, whose {left} and {right} are two kinds of "
            "vertices, but cliques need one kind: pass a file of edges"
        )


def _list_cliques(
    calls: Any,
    edges: Any,
    search: dict[str, Any],
    target: Target,
    options: argparse.Namespace,
) -> int:
    """Write all maximal cliques, and return their number."""
    from cugraph_biclique.calls.cliques import CliqueCall
    from cugraph_biclique.request.request import UndirectedRequest

    if options.sort:
        found = cb.maximal_cliques(edges, sort=True, **search)
        if not target.folder:
            return write_cliques([found], found._labels, target)
        found.to_parquet(options.output)
        return len(found)
    if target.folder:
        n: int = calls.write_maximal_cliques(edges, options.output, **search)
        return n
    others = {name: value for name, value in search.items() if name != "min_size"}
    call = CliqueCall(UndirectedRequest(edges, **others), search["min_size"])
    return write_cliques(call.batches(CLIQUES_AT_ONCE), call.graph.labels, target)


def verify(options: argparse.Namespace) -> int:
    """Run ``verify``: compare a data set with its manifest."""
    try:
        n, kind = verified(options.folder)
    except cb.DataSetError as error:
        for fault in error.faults:
            say(f"{options.folder}: {fault}")
        say(f"{options.folder}: {error.cure}")
        return 1
    say(f"{options.folder}: sound and complete, {in_words(n, kind)}")
    return 0


def _wrapped(names: list[str], start: str) -> str:
    """Wrap names to lines of at most 80 columns, without breaks within a name."""
    whole = [name.replace(" ", NO_BREAK) for name in names]
    text = textwrap.fill(
        ", ".join(whole), 80, initial_indent=start, subsequent_indent=" " * len(start)
    )
    return text.replace(NO_BREAK, " ")


def estimate(options: argparse.Namespace) -> None:
    """Run ``estimate``: estimate the number of maximal bicliques."""
    target = target_of(options, TEXT)
    with working_on(options) as (calls, edges):
        found = calls.estimate_maximal_bicliques(edges, **_least(options))
    if target.format != TEXT:
        write_table(pd.DataFrame([asdict(found)]), target)
        return
    nodes, size = found.nodes, found.bytes
    about = ""
    if found.standard_error:
        about = "more than " if found.at_least else "about "
    with opened(target) as out:
        print(f"maximal bicliques: {found._in_words()}", file=out)
        print(f"nodes of the search: {about}{nodes:,}", file=out)
        print(f"memory of the result: {about}{size:,} bytes, without frames", file=out)


def count(options: argparse.Namespace) -> None:
    """Run ``count``: count (p, q)-bicliques."""
    p, q = options.p, options.q
    target = target_of(options, "csv" if options.table else TEXT)
    with working_on(options) as (calls, edges):
        if options.table:
            write_table(
                calls.biclique_counts(edges, p, q, **working_options(options)), target
            )
            return
        n = calls.biclique_count(edges, p, q, **working_options(options))
    counted = pd.Series([n], dtype=object)  # for integers of any size
    _write_number(n, pd.DataFrame({"p": [p], "q": [q], "count": counted}), target)


def _write_number(n: int, row: pd.DataFrame, target: Target) -> None:
    """Write only a number, or the row that contains it."""
    if target.format != TEXT:
        write_table(row, target)
        return
    with opened(target) as out:
        print(n, file=out)


def sizes(options: argparse.Namespace) -> None:
    """Run ``sizes``: count the maximal bicliques of each size."""
    target = target_of(options, "csv")
    with working_on(options) as (calls, edges):
        found = calls.maximal_biclique_sizes(edges, **search_options(options))
    write_table(found, target)


def working_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options of all calls."""
    return {
        "engine": options.engine,
        "memory_budget": options.memory_budget,
        "progress": options.progress,
    }


def _least(options: argparse.Namespace) -> dict[str, int]:
    return {"min_left": options.min_left, "min_right": options.min_right}


def search_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options that the searches share."""
    return _least(options) | working_options(options)
