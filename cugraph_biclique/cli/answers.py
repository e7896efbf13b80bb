# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Commands that answer a question: which bicliques are the best, which vertices are in
them, and which sizes are more than chance."""

from __future__ import annotations

import argparse
import shutil
import sys
from typing import IO, Any

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.cli.cluster import Labels, labels_of, on_client, working_on
from cugraph_biclique.cli.commands import say_where, search_options
from cugraph_biclique.cli.containing import containing_of, containing_texts
from cugraph_biclique.cli.csv_fields import refuse_for_csv
from cugraph_biclique.cli.members import one_line
from cugraph_biclique.cli.output import (
    TEXT,
    Target,
    members_as_text,
    opened,
    score_name,
    scores_of,
    target_of,
    write_bicliques,
    write_labels,
    write_table,
)
from cugraph_biclique.cli.tables import printable
from cugraph_biclique.cli.terminal import is_terminal, tell
from cugraph_biclique.datasets.folders import check_free
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.results import Bicliques
from cugraph_biclique.results.groups import Groups
from cugraph_biclique.results.scores import NO_STAR, WHOLE, Score


def top(options: argparse.Namespace) -> None:
    """Run ``top``: print the best bicliques by a score."""
    target = target_of(options, TEXT)
    with working_on(options) as (calls, edges):
        _leave_stars_out(options)
        best = _best(calls, edges, options)._with_ascending_members()
    if target.format != TEXT:
        write_bicliques([best], best._graph, target, options.by)
        return
    with opened(target) as out:
        _print(best, options.by, out, _width(target))


def _leave_stars_out(options: argparse.Namespace) -> None:
    """Set each least size that the caller left out to 2, and say so.

    A star is a vertex with all its neighbours. Most stars at vertices of degree 1 have
    a share of 1, so they would come first.
    """
    unset = [side for side in ("left", "right") if not getattr(options, f"min_{side}")]
    for side in unset:
        setattr(options, f"min_{side}", NO_STAR)
    if unset and not options.quiet:
        stars = " ".join(f"--min-{side} 1" for side in unset)
        tell(
            f"bicliques with at least {options.min_left} left and {options.min_right} "
            f"right vertices; {stars} lists stars, too"
        )


def _width(target: Target) -> int | None:
    """The width of the terminal, if the output goes there."""
    if target.path is not None or not is_terminal(sys.stdout):
        return None
    return shutil.get_terminal_size().columns


def _best(calls: Any, edges: Any, options: argparse.Namespace) -> Bicliques:
    """The best bicliques; a score of the sizes alone needs no list of all of them."""
    by, k, search = options.by, options.k, search_options(options)
    if by in WHOLE:
        found = calls.largest_bicliques(edges, k, by=by, **search)
    else:
        found = calls.maximal_bicliques(edges, **search).nlargest(k, by)
    here: Bicliques = found if calls is cb else found._on_client(by)
    return here


def groups(options: argparse.Namespace) -> None:
    """Run ``groups``: print the groups whose edges chance explains least."""
    target = target_of(options, TEXT, folders=True)
    if target.folder:
        check_free(options.output)  # fail early, as reading the file may take long
    with working_on(options) as (calls, edges):
        labels: BipartiteGraph | Labels
        if calls is cb:
            edges = labels = cb.bipartite_graph(edges)
        else:
            labels = labels_of(edges, containing_texts(options))
        search = {
            "k": options.k,
            "density": options.density,
            "overlap": options.overlap,
            "containing": containing_of(options, labels),
            **search_options(options),
        }
        if target.folder:
            n = calls.write_groups(edges, options.output, **search)
            say_where(n, "group", target, options)
            return
        found = calls.groups(edges, **search)
    if target.format != TEXT:
        write_table(_members_of(found), target)
        return
    with opened(target) as out:
        _print_groups(found, out, _width(target))
    certain = int((found.summary["p_value"] == 1).sum())
    if certain and not options.quiet:
        tell(f"groups with a p-value of 1, which are not listed: {certain}")


def _members_of(found: Groups) -> pd.DataFrame:
    """A row per member of a group, for a file."""
    sides = [found.left.assign(side="left"), found.right.assign(side="right")]
    if sides[0]["vertex"].dtype != sides[1]["vertex"].dtype:
        sides = [side.assign(vertex=side["vertex"].map(str)) for side in sides]
    table = pd.concat(sides).sort_values("group", kind="stable", ignore_index=True)
    numbers = found.summary.loc[table["group"], ["score", "p_value", "density"]]
    table[list(numbers)] = numbers.to_numpy()
    names = ["group", "score", "p_value", "density", "side", "vertex", "share"]
    return table[names]


def _print_groups(found: Groups, out: IO[Any], columns: int | None) -> None:
    """Print a line per group: its numbers, and as many members as fit the line.

    Groups that chance certainly explains are left out.
    """
    print("  score  p_value  n_left  n_right  density  left | right", file=out)
    table = found.to_frame()
    for row in table[table["p_value"] < 1].to_dict("records"):
        start = (
            f"{row['score']:7.1f}  {row['p_value']:7.1e}  {row['n_left']:6}  "
            f"{row['n_right']:7}  {row['density']:7.2f}  "
        )
        room = None if columns is None else columns - len(start)
        left, right = (list(map(printable, row[side])) for side in ("left", "right"))
        print(start + one_line(left, right, room), file=out)


def vertices(options: argparse.Namespace) -> None:
    """Run ``vertices``: list the vertices of a side with the best of their scores."""
    target = target_of(options, "csv")
    with working_on(options) as (calls, edges):
        if calls is cb:
            edges = graph = cb.bipartite_graph(edges)
            if target.format == "csv":
                refuse_for_csv(options.side, graph._labels_of(options.side))
        found = calls.maximal_bicliques(edges, **search_options(options))
        table = on_client(found.vertices(options.side, options.by))
    write_labels(table.drop(columns="biclique"), {"vertex": options.side}, target)


def significance(options: argparse.Namespace) -> None:
    """Run ``significance``: list the least sizes that are more than chance."""
    target = target_of(options, "csv")
    with working_on(options) as (calls, edges):
        found = calls.significance(
            edges,
            options.draws,
            seed=options.seed,
            null=options.null,
            **search_options(options),
        )
    write_table(found.thresholds(options.false_share), target)


def _print(
    best: Bicliques,
    by: Score,
    out: IO[Any],
    columns: int | None,
) -> None:
    """Print a line per biclique: its score, its sizes, and its members, as many as
    fit the columns of a terminal."""
    form = "d" if by in WHOLE else ".3f"
    scores = [format(score, form) for score in scores_of(best, by).tolist()]
    name = score_name(by)
    width = max(map(len, [name, *scores]))
    print(f"{name:>{width}}  n_left  n_right  left | right", file=out)
    rows = members_as_text([best], best._graph, printable)
    for score, (left, right) in zip(scores, rows, strict=True):
        start = f"{score:>{width}}  {len(left):6}  {len(right):7}  "
        room = None if columns is None else columns - len(start)
        print(start + one_line(left, right, room), file=out)
