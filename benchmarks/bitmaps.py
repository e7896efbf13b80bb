# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Rows as dense words, as truncated bitmaps (HTB of GBC), and as sorted lists.

The same search tree counts (p, q)-bicliques with each kind of row, on one thread:

- dense: words of bits that are numbered within the neighbours of a root, as in the
  library. Zero words of the picked row are skipped.
- lists: the same members as ascending numbers, merged.
- local 64: the words of dense rows that are not zero, with their numbers, merged.
- truncated 64, 32: the words that are not zero of whole adjacency lists, in words of
  64 or 32 bits. Bits are numbered in an order of all vertices, and root rows are made
  from stored ones.

The orders of truncated bitmaps are those by degree and of the input, one that fills
word after word with vertices that share rows, and one that exchanges vertices as long
as that saves words (Border of GBC). The file has the words, ids and bytes that an
intersection reads, the bytes of root rows, and CPU seconds. Counts must be those of the
library, modulo 2^64. A count that takes longer than --most seconds has no seconds, but
the work so far.

The last row of a graph has the first level of the search for maximal bicliques.
"""

import argparse
import time
from collections.abc import Iterator
from math import inf

import cugraph_biclique as cb
from benchmarks.bitmap_rows import first_level
from benchmarks.bitmap_rows.count import KINDS, Count
from benchmarks.bitmap_rows.first_level import BYTES
from benchmarks.bitmap_rows.orders import ORDERS, used_words
from benchmarks.bitmap_rows.tree import MODULUS, Pairs, renumbered
from benchmarks.shared.calls import BUDGET, CPU, resources
from benchmarks.shared.graphs import HELP, load, name_of
from benchmarks.shared.sizes import sizes
from benchmarks.shared.timing import check, timing
from cugraph_biclique.preparation.stages import anchored_and_ordered, prepare

QUICK = ["random:left=40,right=90,density=0.3 --pq 3,3 4,4 --repeat 1"]
FULL = [
    "FOLDER/lastfm-hetrec.txt.gz FOLDER/marvel.txt.gz "
    "FOLDER/youtube-groupmemberships.txt.gz FOLDER/movielens-10m_ui.txt.gz "
    "FOLDER/fimi-mushroom.txt.gz FOLDER/citeulike-a.txt.gz FOLDER/pinterest.txt.gz"
]


def three_or_more(text: str) -> tuple[int, ...]:
    """Read "3,4". Smaller sizes are counted without rows."""
    if min(sizes(text)) < 3:
        raise argparse.ArgumentTypeError(f"{text}: p and q must be at least 3")
    return sizes(text)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("graphs", nargs="+", help=HELP)
    parser.add_argument(
        "--pq",
        nargs="+",
        metavar="P,Q",
        type=three_or_more,
        default=[(3, 3), (4, 4), (5, 5)],
        help="sizes of at least 3 to count (default: 3,3 4,4 5,5)",
    )
    parser.add_argument("--repeat", type=int, default=3, help="runs (default: 3)")
    parser.add_argument(
        "--most",
        type=float,
        default=5.0,
        help="CPU seconds of a count, after which it is given up (default: 5)",
    )


def run(options: argparse.Namespace) -> Iterator[dict]:
    compile_all()
    for name in options.graphs:
        whole = cb.bipartite_graph(load(name))
        about = {"graph": name_of(name), "edges": whole.n_edges}
        for p, q in options.pq:
            if found := counts(whole, p, q, options):
                yield about | found
        yield about | first_levels(whole)


def lines(row: dict) -> list[dict]:
    """A line of the terminal for each kind of row."""
    about = {"graph": row["graph"], "call": row["call"]}
    return [about | {"rows": name} | found for name, found in row["rows"].items()]


def compile_all() -> None:
    """Run everything once, so that no time is that of a compiler."""
    whole = cb.bipartite_graph(load("random:left=40,right=90,density=0.3"))
    counts(whole, 3, 3, argparse.Namespace(repeat=1, most=60))
    first_levels(whole)


def cpu_timed(call, options: argparse.Namespace) -> tuple:
    """The answer of a call, and the CPU seconds of its runs: fewer if they are long."""
    seconds: list[float] = []
    while len(seconds) < options.repeat and sum(seconds) < options.most:
        began = time.process_time()
        answer = call()
        seconds.append(time.process_time() - began)
    return answer, timing(seconds)


# Counts


def counts(whole, p: int, q: int, options: argparse.Namespace) -> dict | None:
    """Each kind of row, in each order that matters to it; None for an empty core."""
    ordered, anchored = anchored_and_ordered(whole, p, q, resources(CPU, BUDGET))
    core_edges = len(anchored.graph.kept_indices)
    if not core_edges:
        return None
    expected, library = cpu_timed(
        lambda: cb.biclique_count(whole, p, q, engine="cpu"), options
    )
    pairs = Pairs.of(anchored.graph, anchored.least)
    size = pairs, anchored.picks, anchored.least
    rows = {}
    for kind in KINDS:
        if not kind.startswith("truncated"):
            count = Count(kind, anchored.graph, *size)
            rows[kind] = counted(count, expected, options)
            continue
        width = int(kind.split()[1])
        for order, place_in in ORDERS.items():
            began = time.process_time()
            place = place_in(ordered, width)
            took = time.process_time() - began
            if place is None:
                continue
            count = Count(kind, renumbered(anchored.graph, place), *size)
            words = used_words(anchored.graph, place, width)
            check(words == count.stored_words, kind, order, words, count.stored_words)
            rows[f"{kind} {order}"] = {
                "ordering_seconds": took,
                "words": words,
                "bits_per_word": core_edges / words,
                **counted(count, expected, options),
            }
    return {
        "search": "count",
        "call": f"({p}, {q})",
        "count": str(expected),
        "core_edges": core_edges,
        "root_rows": len(pairs.row),
        "library": library,
        "rows": rows,
    }


def counted(count: Count, expected: int, options: argparse.Namespace) -> dict:
    """The work and the CPU seconds of a count: fewer runs if they are long, and no
    seconds if the first run does not end."""
    seconds: list[float] = []
    while len(seconds) < options.repeat and sum(seconds) < options.most:
        took = count.run(inf if seconds else options.most)
        if took is None:
            break
        seconds.append(took)
        right = expected % MODULUS
        check(count.total == right, count.kind, "differs", count.total, right)
    id_bytes, word_bytes = BYTES[count.kind]
    n = max(1, count.intersections)
    return {
        **({"seconds": timing(seconds)} if seconds else {}),
        "ended": bool(seconds),
        "intersections": count.intersections,
        "reads": (count.ids + count.words) / n,
        "bytes_read": (4 * count.ids + word_bytes * count.words) / n,
        "stored_bytes": count.stored_bytes,
        "largest_root_bytes": count.largest_root * (id_bytes + word_bytes),
        "all_roots_bytes": count.all_roots * (id_bytes + word_bytes),
    }


# The search for maximal bicliques


def first_levels(whole) -> dict:
    """Root rows of the search for maximal bicliques, and tests of their children."""
    ordered = prepare(whole, 1, 1, resources(CPU, BUDGET)).ordered
    rows = {}
    for order in ("degree", "filled"):
        graph = renumbered(ordered.graph, ORDERS[order](ordered, 64))
        held, tests = first_level.held(graph), first_level.tests(graph)
        for kind in KINDS:
            name = f"{kind} {order}" if kind.startswith("truncated") else kind
            rows.setdefault(name, held[kind] | tests[kind])
    return {"search": "maximal", "call": "maximal bicliques", "rows": rows}
