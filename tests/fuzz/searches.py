# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Relations of maximal bicliques: each takes a graph and options, and raises where the
library disagrees with the judge or with itself."""

from __future__ import annotations

import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pandas as pd

import cugraph_biclique as cb
from calls import call_for, call_in
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.call import run_search
from cugraph_biclique.calls.estimation import estimate
from cugraph_biclique.datasets.manifests import read_manifest
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition.frames import from_frame
from cugraph_biclique.partition.pieces import Packs, pieces
from cugraph_biclique.preparation.jobs import jobs_for, root_work
from cugraph_biclique.search import cpu
from cugraph_biclique.search.cpu import worker
from cugraph_biclique.search.stars import count_stars
from fuzz import calls, oracle
from fuzz.calls import Options, all_once, same, same_order
from fuzz.graph import Graph
from fuzz.inputs import ON_DEVICE, Given, from_lists, from_long_frames, numbers
from fuzz.shapes import side_by_side

CPU = Cpu()
# A data set is forced to the disk file by file, which is not what is tested here
PACKED = 40  # bytes of budget for an edge of a pack
IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None


def wanted(graph: Graph, o: Options) -> set[tuple[int, int]]:
    """The bicliques that the judge expects."""
    return graph.large_enough(o.get("min_left", 1), o.get("min_right", 1))


def members(graph: Graph, o: Options) -> None:
    """All bicliques are there, each once, however they are read."""
    it, found = calls.result(graph, o)
    all_once(calls.read(it, found, o), wanted(graph, o))


def by_definition(graph: Graph, o: Options) -> None:
    """Each is a maximal biclique; there are as many as are counted, none twice."""
    found = calls.bicliques(graph, o)
    for left, right in found:
        assert oracle.is_maximal(graph.rows, graph.columns, left, right), (
            f"{left:#x} x {right:#x} is no maximal biclique"
        )
        large = left.bit_count() >= o.get("min_left", 1)
        assert large and right.bit_count() >= o.get("min_right", 1), "too small"
    same(len(set(found)), len(found), "different bicliques")
    same(calls.count(graph, o), len(found), "count")


def count(graph: Graph, o: Options) -> None:
    """The count is the judge's."""
    same(calls.count(graph, o), len(wanted(graph, o)), "count")


def sizes(graph: Graph, o: Options) -> None:
    """The table of sizes is the judge's."""
    same(calls.sizes(graph, o), oracle.sizes(wanted(graph, o)), "sizes")


def batches(graph: Graph, o: Options) -> None:
    """A stream has all of them, in the order of the whole result."""
    found = calls.batched(graph, o)
    all_once(found, wanted(graph, o))
    if o.get("memory_budget") is None:
        it, whole = calls.result(graph, o | {"sort": False})
        same_order(found, calls.read(it, whole, o), "batches and the whole", o)


def in_order(graph: Graph, o: Options) -> None:
    """A sorted result stands in the order that is promised."""
    o = o | {"sort": True, "left": "int", "right": "int"}
    it, found = calls.result(graph, o)
    pairs = [(list(map(it.left.tolist().index, a)), b) for a, b in found]
    expected = sorted(
        wanted(graph, o),
        key=lambda pair: (pair[0].bit_count(), pair[1].bit_count(), bits(pair[0])),
    )
    same([a for a, _ in pairs], [bits(a) for a, _ in expected], "order")
    all_once(from_long_frames(it, found), wanted(graph, o))
    for _, right in pairs:
        assert right == sorted(right), "right members out of order"


def bits(word: int) -> list[int]:
    """The places of the bits of a word."""
    return [i for i in range(word.bit_length()) if word >> i & 1]


def largest(graph: Graph, o: Options) -> None:
    """The best ones stand first, ties in canonical order; scores are their formulas."""
    it, ordered = calls.result(graph, o | {"sort": True})
    it, found = calls.result(graph, o)
    by = ["edges", "left", "right", "balanced", "share", "share_left"][o["salt"] % 6]

    def score(pair: tuple[int, int]) -> float:
        left, right = (side.bit_count() for side in pair)
        of_left = sum(graph.rows[u].bit_count() for u in bits(pair[0]))
        of_right = sum(graph.columns[v].bit_count() for v in bits(pair[1]))
        return {
            "edges": left * right,
            "left": left,
            "right": right,
            "balanced": min(left, right),
            "share": left * right / of_right,
            "share_left": left * right / of_left,
        }[by]

    pairs = from_long_frames(it, found)
    scores = found.scores(by).to_numpy().tolist()
    same(scores, [score(pair) for pair in pairs], f"scores by {by}")
    n = o["salt"] % (len(found) + 2)
    expected = sorted(from_long_frames(it, ordered), key=score, reverse=True)[:n]
    same(from_long_frames(it, found.nlargest(n, by=by)), expected, f"nlargest by {by}")


def families(graph: Graph, o: Options) -> None:
    """Families are the components of the bicliques that share enough edges."""
    it, found = calls.result(graph, o)
    found = found[:60]
    pairs = from_long_frames(it, found)
    percent = [7, 30, 50, 80, 100][o["salt"] % 5]
    family = list(range(len(pairs)))
    for (i, one), (k, other) in combinations(enumerate(pairs), 2):
        shared = [(a & b).bit_count() for a, b in zip(one, other, strict=True)]
        edges = [a.bit_count() * b.bit_count() for a, b in (one, other)]
        if 100 * shared[0] * shared[1] >= percent * min(edges):
            family = [family[i] if f == family[k] else f for f in family]
    number = found.families(percent / 100).bicliques["family"].to_numpy().tolist()
    different = [len(set(number)), len(set(zip(number, family, strict=True)))]
    same(different, [len(set(family))] * 2, "families")


def covers(graph: Graph, o: Options) -> None:
    """A cover edge joins two bicliques of a selection without another one between."""
    it, found = calls.result(graph, o)
    step = 1 + o["salt"] % 3
    found = found[: 60 * step : step]
    lefts = [left for left, _ in from_long_frames(it, found)]
    below = [[b for b in lefts if b != a and b & a == b] for a in lefts]
    expected = [
        (i, lefts.index(b))
        for i, inside in enumerate(below)
        for b in inside
        if not any(b != c and b & c == b for c in inside)
    ]
    answer = found.covers()
    pairs = zip(
        *(answer[end].to_numpy().tolist() for end in ("upper", "lower")), strict=True
    )
    same(sorted(pairs), sorted(expected), "cover edges")


def cover(graph: Graph, o: Options) -> None:
    """Each biclique of a cover adds the most edges."""
    it, found = calls.result(graph, o)
    found = found[:60]
    everything = from_long_frames(it, found)
    chosen = found.cover(1 + o["salt"] % 8)
    covered, shares = [0] * len(graph.rows), []
    for pair in from_long_frames(it, chosen):
        gains = [gain(covered, *each) for each in everything]
        same(gain(covered, *pair), max(gains), "new edges of a biclique")
        for u in bits(pair[0]):
            covered[u] |= pair[1]
        shares.append(sum(map(int.bit_count, covered)))
    n_edges = sum(map(int.bit_count, graph.rows))
    told = [round(share * n_edges) for share in chosen.report["covered"]]
    same(told, shares, "covered edges")
    if len(chosen) < 1 + o["salt"] % 8:
        same(max((gain(covered, *each) for each in everything), default=0), 0, "rest")


def gain(covered: list[int], left: int, right: int) -> int:
    """The number of edges of a biclique that are not covered."""
    return sum((right & ~covered[u]).bit_count() for u in bits(left))


def missing(graph: Graph, o: Options) -> None:
    """Absent edges are counted for each vertex that nearly joins a biclique."""
    it, found = calls.result(graph, o)
    found = found[:60]
    most = 1 + o["salt"] % 3
    expected: Counter[tuple[int, int]] = Counter()
    for left, right in from_long_frames(it, found):
        for u, row in enumerate(graph.rows):
            if row & right and 1 <= (right & ~row).bit_count() <= most:
                expected.update((u, v) for v in bits(right & ~row))
        for v, column in enumerate(graph.columns):
            if column & left and 1 <= (left & ~column).bit_count() <= most:
                expected.update((u, v) for u in bits(left & ~column))
    answer = found.missing(most)
    lefts, rights, n = (answer[name] for name in answer.columns)
    edges = zip(
        numbers(it.left, lefts).tolist(), numbers(it.right, rights).tolist(),
        strict=True,
    )  # fmt: skip
    counts = dict(zip(edges, n.to_numpy().tolist(), strict=True))
    same(counts, dict(expected), "missing edges")


def only_the_largest(graph: Graph, o: Options) -> None:
    """A search for the largest gives what the whole list gives."""
    it, found = calls.result(graph, o)
    by = ["edges", "left", "right", "balanced"][o["salt"] % 4]
    k = 1 + o["salt"] % (len(found) + 2)
    expected = from_long_frames(it, found.nlargest(k, by=by))
    it = calls.passed(graph, o)
    only = cb.largest_bicliques(it.G, k, by=by, **it.columns, **calls.arguments(o))
    assert only.report["exact"], "there was no time limit"
    same(from_long_frames(it, only), expected, f"largest by {by}")


def filtered(graph: Graph, o: Options) -> None:
    """Least sizes leave the same as a filter of all bicliques, none twice."""
    some = calls.bicliques(graph, o)
    every = calls.bicliques(graph, o | {"min_left": 1, "min_right": 1})
    least = o.get("min_left", 1), o.get("min_right", 1)
    same(len(set(every)), len(every), "different bicliques")
    all_once(some, oracle.large_enough(set(every), *least))


def table_of_members(graph: Graph, o: Options) -> None:
    """The table of sizes is that of the members."""
    found = calls.bicliques(graph, o)
    same(calls.sizes(graph, o), oracle.sizes(found), "sizes")


def transposed(graph: Graph, o: Options) -> None:
    """The transpose has the same bicliques, sides exchanged."""
    turned = o | {
        "min_left": o.get("min_right", 1), "min_right": o.get("min_left", 1)
    }  # fmt: skip
    found = calls.bicliques(graph.transposed(), turned)
    all_once([(a, b) for b, a in found], set(calls.bicliques(graph, o)))


def relabelled(graph: Graph, o: Options) -> None:
    """Vertices in another order have the same bicliques."""
    other, left, right = calls.permuted(graph, o["salt"])
    found = calls.bicliques(other, o)

    def back(word: int, order: np.ndarray) -> int:
        return sum(1 << int(order[i]) for i in bits(word))

    mapped = [(back(a, left), back(b, right)) for a, b in found]
    all_once(mapped, set(calls.bicliques(graph, o)))


def union(graph: Graph, o: Options) -> None:
    """Side by side, the counts of two graphs add up."""
    other = Graph(graph.matrix[o["salt"] % 3 :: 2])
    both = Graph(side_by_side(graph.matrix, other.matrix))
    added = calls.count(graph, o) + calls.count(other, o)
    same(calls.count(both, o), added, "count of a disjoint union")


def threads(graph: Graph, o: Options) -> None:
    """One thread and three find the same, in the same order."""
    found = [calls_with(graph, o | {"threads": n}) for n in (1, 3)]
    same_order(found[1], found[0], "three threads and one", o)


def calls_with(graph: Graph, o: Options) -> list[tuple[int, int]]:
    """A stream with its own number of threads."""
    with calls.conditions({"threads": o["threads"], "fences": False}):
        return calls.bicliques(graph, o)


def engines(graph: Graph, o: Options) -> None:
    """The GPU engine and the CPU engine find the same."""
    found = calls.bicliques(graph, o | {"engine": "gpu"})
    all_once(found, set(calls.bicliques(graph, o | {"engine": "cpu"})))


def written(graph: Graph, o: Options) -> None:
    """A data set has all of them."""
    it = calls.passed(graph, o)
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        if o["salt"] % 2:
            n = write(it, folder, o)
        else:
            _, found = calls.result(graph, o)
            n = len(found)
            found.to_parquet(folder)
        same(n, len(wanted(graph, o)), "bicliques written")
        all_once(read_back(it, folder), wanted(graph, o))


def write(it: Given, folder: str | Path, o: Options, progress: object = False) -> int:
    """What `write_maximal_bicliques` returns."""
    options = calls.arguments(o) | {"progress": progress}
    return cb.write_maximal_bicliques(it.G, folder, **it.columns, **options)


def read_back(it: Given, folder: str | Path) -> list[tuple[int, int]]:
    """The bicliques of a data set, in its order."""
    files = sorted(Path(folder).glob("*.parquet"))
    frame = pd.concat([pd.read_parquet(file) for file in files])
    assert frame["biclique"].tolist() == [*range(len(frame))], "numbers of bicliques"
    return from_lists(it, frame["left"], frame["right"])


def resumed(graph: Graph, o: Options) -> None:
    """A data set that was interrupted and resumed has the same files."""
    it = calls.passed(graph, o)

    def interrupt(done: int, total: int) -> None:
        if 100 * done >= (o["salt"] % 100) * total:
            raise KeyboardInterrupt

    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder:
        whole, broken = Path(folder, "whole"), Path(folder, "broken")
        n = write(it, whole, o)
        try:
            same(write(it, broken, o, interrupt), n, "bicliques written")
        except KeyboardInterrupt:
            same(write(it, broken, o), n, "bicliques written in the end")
        manifests = [read_manifest(at) for at in (whole, broken)]
        for name in ("jobs", "jobs_done", "bicliques"):
            same(manifests[1][name], manifests[0][name], f"{name} of the manifest")
        for made in manifests if o.get("kind") in ON_DEVICE else []:
            for part in made["parts"]:  # cuDF writes the keys of a dictionary in any
                del part["bytes"], part["sha256"]  # order; the content is read below
        parts = [str(made["parts"]) for made in manifests]
        same(parts[1], parts[0], "parts of the manifest")
        same_order(read_back(it, broken), read_back(it, whole), "resumed", o)
        all_once(read_back(it, whole), wanted(graph, o))


def estimated(graph: Graph, o: Options) -> None:
    """An estimate is sane, and exact where all roots are searched."""
    it = calls.passed(graph, o)
    least = {k: o[k] for k in ("min_left", "min_right") if k in o}
    found = cb.estimate_maximal_bicliques(it.G, **it.columns, **least)
    assert found.bicliques >= 0 and found.nodes >= 0 and found.bytes >= 0, found
    if found.standard_error == 0 and not found.at_least:
        same(found.bicliques, len(wanted(graph, o)), "estimate of all roots")


def partitions(graph: Graph, o: Options) -> None:
    """Partitions find all bicliques, each in one of them."""
    grow = ["left", "right"][o["salt"] % 2]
    found = []
    for part in partitions_of(graph, grow, o["parts"], o["salt"]):
        it = Given(part, {}, *map(np.arange, graph.matrix.shape))
        for batch in call_in(part, **calls.of_partition(o)).batches(100):
            found += from_long_frames(it, batch)
    all_once(found, wanted(graph, o))


def search(graph: Graph, o: Options) -> BicliqueCall:
    """A call of the search, before it runs."""
    it = calls.passed(graph, o)
    return call_for(it.G, **it.columns, **calls.arguments(o))


def partitions_of(graph: Graph, grow: str, parts: int, salt: int) -> list:
    """The partitions of a graph, the vertices of a side assigned at random."""
    left, right = graph.edges
    frame = pd.DataFrame({"left": left, "right": right})
    kept = {"left": "right", "right": "left"}[grow]
    rng = np.random.default_rng(salt)
    n = graph.matrix.shape[0 if grow == "left" else 1]
    degree = np.bincount(frame[grow], minlength=n)
    rank = np.empty(n, np.int64)
    rank[np.lexsort((rng.permutation(n), degree))] = np.arange(n)
    part = rng.integers(0, parts, n)
    frame["rank"] = rank[frame[grow]]
    made = []
    for which in range(parts):
        mine = part[frame[grow]] == which
        edges = frame[frame[kept].isin(frame[kept][mine])]
        edges = edges.assign(is_root=part[edges[grow]] == which)
        if len(edges):
            args = "left", "right", grow, "rank", "is_root"
            made.append(from_frame(edges.sample(frac=1, random_state=salt), *args))
    return made


def in_pieces(graph: Graph, o: Options) -> None:
    """The pieces of a graph that is streamed, on CPU cores, add up."""
    o = o | {"engine": "cpu"}
    whole = search(graph, o).prepared
    packed = Packs(whole.ordered.graph, PACKED * int(graph.matrix.sum()) // o["pieces"])
    n = count_stars(whole, CPU)
    for _, piece in pieces(whole.ordered.graph, packed):
        part = whole._replace(ordered=whole.ordered._replace(graph=piece.graph))
        jobs = jobs_for(root_work(piece.graph), o.get("threads", 1))
        for _, taken in run_search(CPU, part, jobs, len, Trace()):
            n += taken or 0
    same(n, len(wanted(graph, o)), "count of the pieces")


def estimated_rest(graph: Graph, o: Options) -> None:
    """What a running call is weighed at is exact where all roots are searched."""
    found = estimate(search(graph, o).prepared.to_host(), Trace())
    if found.standard_error == 0 and not found.at_least:
        same(found.bicliques, len(wanted(graph, o)), "weight of a call")


def one_step_at_a_time(graph: Graph, o: Options) -> None:
    """A worker that is asked for one step at a time, by hand, finds as many."""
    o = o | {"engine": "cpu"}
    prepared = search(graph, o).prepared
    state = cpu.new_state(prepared.ordered.graph)
    n, parts = count_stars(prepared, CPU), 1 + o["salt"] % 3
    for root in range(len(prepared.ordered.graph.grown_weight)):
        for part in range(parts):
            cpu.start(state, root, root + 1, part, parts)
            status = cpu.MORE
            while status != cpu.DONE:
                status = cpu.run(
                    state, 1 + o["salt"] % 4, prepared.least_bits, prepared.min_grown,
                    worker.MATRIX_BYTES, None,
                )  # fmt: skip
                if status == cpu.GROW:
                    state = cpu.grown(state)
                if status in (cpu.FLUSH, cpu.DONE):
                    n += cpu.take_output(state, len) or 0
    same(n, len(wanted(graph, o)), "count by hand")


def limited(graph: Graph, o: Options) -> None:
    """The bicliques with an edge or a vertex, up to a size, are those among all."""
    salt, (left, right) = o["salt"], graph.edges
    if not len(left):
        return
    it = calls.passed(graph, o)
    u, v = left[salt % len(left)], right[salt % len(left)]
    sides = [("left",), ("right",), ("left", "right")][salt % 3]
    labels = {"left": [it.left[u]], "right": [it.right[v]]}
    most = [max(o.get(f"min_{s}", 1), 1 + salt // 7 % 9) for s in ("left", "right")]
    found = cb.maximal_bicliques(
        it.G, **it.columns, **calls.arguments(o | {"memory_budget": None}),
        containing={side: labels[side] for side in sides},
        max_left=most[0], max_right=most[1],
    )  # fmt: skip
    expected = {
        (a, b)
        for a, b in wanted(graph, o)
        if a.bit_count() <= most[0] and b.bit_count() <= most[1]
        if ("left" not in sides or a >> int(u) & 1)
        if ("right" not in sides or b >> int(v) & 1)
    }
    all_once(from_long_frames(it, found), expected)


SEARCHES = {
    function.__name__: function
    for function in (
        members, by_definition, count, sizes, batches, in_order, largest, families,
        missing, covers, cover, filtered,
        table_of_members, transposed, relabelled, union, threads, engines, written,
        resumed, estimated, partitions, in_pieces, estimated_rest, one_step_at_a_time,
        limited,
        only_the_largest,
    )
}  # fmt: skip
