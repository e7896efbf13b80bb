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
from cugraph_biclique.calls.cliques import CliqueCall
from cugraph_biclique.cli.edges import edges_of
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
from cugraph_biclique.request.request import UndirectedRequest
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
    if target.folder:
        check_free(options.output)  # fail early, as reading the file may take long
    edges = edges_of(options)
    if options.sort:
        found = cb.maximal_bicliques(edges, sort=True, **search_options(options))
        n = len(found)
        if target.folder:
            found.to_parquet(options.output)
        else:
            write_bicliques([found], found._graph, target)
    elif target.folder:
        n = cb.write_maximal_bicliques(edges, options.output, **search_options(options))
    else:
        graph = cb.bipartite_graph(edges)
        del edges
        batches = cb.iter_maximal_bicliques(graph, **search_options(options))
        n = write_bicliques(batches, graph, target)
    say_where(n, "biclique", target, options)


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
    if target.folder:
        check_free(options.output)  # fail early, as reading the file may take long
    edges = edges_of(options)
    if (columns := tuple(edges.columns)) in TWO_KINDS:
        kind, left, right = TWO_KINDS[columns]
        raise UsageError(
            f"{options.file[0]} contains {kind}, whose {left} and {right} are two "
            "kinds of vertices, but cliques need one kind: pass a file of edges"
        )
    search = {"min_size": options.min_size} | _working(options)
    if options.count:
        n = cb.maximal_clique_count(edges, **search)
        _write_number(n, pd.DataFrame({"count": [n]}), target)
    elif options.sizes:
        write_table(cb.maximal_clique_sizes(edges, **search), target)
    else:
        n = _list_cliques(edges, search, target, options)
        say_where(n, "clique", target, options)


def _list_cliques(
    edges: pd.DataFrame,
    search: dict[str, Any],
    target: Target,
    options: argparse.Namespace,
) -> int:
    """Write all maximal cliques, and return their number."""
    if options.sort:
        found = cb.maximal_cliques(edges, sort=True, **search)
        if not target.folder:
            return write_cliques([found], found._labels, target)
        found.to_parquet(options.output)
        return len(found)
    if target.folder:
        return cb.write_maximal_cliques(edges, options.output, **search)
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
    found = cb.estimate_maximal_bicliques(edges_of(options), **_least(options))
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
    edges = edges_of(options)
    if options.table:
        write_table(cb.biclique_counts(edges, p, q, **_working(options)), target)
        return
    n = cb.biclique_count(edges, p, q, **_working(options))
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
    found = cb.maximal_biclique_sizes(edges_of(options), **search_options(options))
    write_table(found, target)


def _working(options: argparse.Namespace) -> dict[str, Any]:
    return {
        "engine": options.engine,
        "memory_budget": options.memory_budget,
        "progress": options.progress,
    }


def _least(options: argparse.Namespace) -> dict[str, int]:
    return {"min_left": options.min_left, "min_right": options.min_right}


def search_options(options: argparse.Namespace) -> dict[str, Any]:
    """The options that the searches share."""
    return _least(options) | _working(options)
