# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Members of bicliques, and sums over them, on every way that the kernels may take.

Modules: `results/gpu/`, `device/ranges.py`.
"""

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.contract.records import WHOLE, Records
from cugraph_biclique.device import launching, ranges
from cugraph_biclique.results.gpu import (
    adjacency,
    by_lane,
    members,
    sums,
    swept,
    universes,
)

pytestmark = pytest.mark.simulator

HUBS = [(80, v) for v in range(90)] + [(81, v) for v in range(88)]
HUBS += [(v, u) for u, v in HUBS]
EDGES = graphs.twins(graphs.random_graph(80, 90, 0.12, seed=4) + HUBS)

# Each way: what is patched, and the kernels that find grown sides then.
NO_MATRIX = {(adjacency, "MOST_COLUMNS"): 0}
MATRIX = {(adjacency, "MOST_EDGES"): 10**6}
ALONE = NO_MATRIX | {(universes, "SHARED"): 10**6}
FEW_PROBES = {"SLOTS_POWER": 6, "SLOTS": 64, "PROBES": 1}
SWEPT = NO_MATRIX | {(universes, "PROBES"): 0}
TABLES = {"_fill_alone", "_fill_in_tables"}
ALL = TABLES | {"_fill_swept"}
WAYS = {
    "matrix": (MATRIX, {"_fill_from_matrix"}),
    "matrix, by warp": (MATRIX | {(by_lane, "MANY"): 0}, {"_fill_from_matrix"}),
    "tables": (NO_MATRIX, TABLES),
    "small pieces": (NO_MATRIX | {(universes, "PIECE"): 32}, TABLES),
    "most in pieces": (NO_MATRIX | {(universes, "SHARED"): 1}, TABLES),
    "few slots": (
        NO_MATRIX | {(universes, "SLOTS_POWER"): 5, (universes, "SLOTS"): 32},
        ALL,
    ),
    "few probes": (
        NO_MATRIX | {(universes, name): value for name, value in FEW_PROBES.items()},
        ALL,
    ),
    "short lists": (NO_MATRIX | {(universes, "LISTED"): 20}, ALL),
    "no lists": (NO_MATRIX | {(universes, "LISTED"): 0}, ALL),
    "lists in global memory": (SWEPT, ALL),
    "little room": (SWEPT | {(swept, "ROOM"): 5}, ALL),
    "no room": (SWEPT | {(swept, "ROOM"): 0}, ALL),
    "alone": (ALONE, {"_fill_alone"}),
    "alone, checked": (ALONE | {(members, "CHECKED"): 1}, {"_fill_alone"}),
}


def common_neighbours(graph, kept):
    lists = [graph.kept_indices[slice(*graph.kept_indptr[u : u + 2])] for u in kept]
    return sorted(set(lists[0]).intersection(*lists[1:]))


def some_records(graph, sizes, runs, least=1):
    """Random sets of vertices of random universes, which need not be maximal."""
    chance = np.random.default_rng(5)
    kept, masks, numbers, counts = [], [], [], []
    for number, (size, run) in enumerate(zip(sizes, runs, strict=True)):
        size = min(size, len(graph.kept_weight))
        universe = np.sort(chance.choice(len(graph.kept_weight), size, replace=False))
        if number % 2:  # with the hubs
            universe = np.union1d(
                universe[2:], np.arange(2) + len(graph.kept_weight) - 2
            )
        for place in range(run):
            chosen = np.arange(len(universe))
            if place and len(universe) <= 64:
                n = chance.integers(least, min(len(universe), 4) + 1)
                chosen = np.sort(chance.choice(len(universe), n, replace=False))
            mask = np.bitwise_or.reduce(np.uint64(1) << (chosen.astype(np.uint64) % 64))
            masks.append(mask if len(chosen) < len(universe) else WHOLE)
            numbers.append(number)
            grown = common_neighbours(graph, universe[chosen])
            counts.append(graph.grown_weight[grown].sum())
        kept.append(universe)
    return Records(
        np.array(masks, np.uint64),
        np.array(numbers, np.int32),
        np.array(counts, np.int32),
        np.cumsum([0, *map(len, kept)]),
        np.concatenate(kept).astype(np.int32),
    )


def classes_of(graph, records):
    """The kept and the grown classes of each biclique, by definition."""
    for mask, u in zip(records.mask, records.universe, strict=True):
        kept = records.members[records.start[u] : records.start[u + 1]]
        if mask != WHOLE:
            kept = kept[[int(mask) >> i & 1 == 1 for i in range(len(kept))]]
        yield kept, common_neighbours(graph, kept)


def members_of(classes, sets):
    """The offsets and the members of sets of classes."""
    parts = [
        classes.members[classes.indptr[c] : classes.indptr[c + 1]]
        for some in sets
        for c in some
    ]
    sizes = [sum(np.diff(classes.indptr)[c] for c in some) for some in sets]
    return np.cumsum([0, *sizes]), np.concatenate([np.empty(0, np.int32), *parts])


def assert_right(ordered, records):
    sides = list(classes_of(ordered.graph, records))
    kept, grown = [k for k, _ in sides], [g for _, g in sides]
    sizes = members.kept_sizes(ordered, records)
    assert sizes.dtype == np.int32
    where, out = members.kept_members(ordered, records, sizes)
    expected = members_of(ordered.kept, kept)
    np.testing.assert_array_equal(where, expected[0])
    np.testing.assert_array_equal(out, expected[1])
    where, out = members.grown_members(ordered, records)
    expected = members_of(ordered.grown, grown)
    np.testing.assert_array_equal(where, expected[0])
    np.testing.assert_array_equal(out, expected[1])
    for sum_side, sets, classes in (
        (sums.sum_kept, kept, ordered.kept),
        (sums.sum_grown, grown, ordered.grown),
    ):
        n = len(classes.indptr) - 1
        weight = np.random.default_rng(1).integers(1, 1 << 40, n)
        found = sum_side(ordered, records, weight)
        assert found.tolist() == [weight[some].sum() for some in sets]


@pytest.fixture(scope="module")
def ordered():
    frame = graphs.as_frame(EDGES)
    found = cb.maximal_bicliques(frame, engine="cpu")
    graph = found._ordered.graph
    assert graph.kept_weight.max() > 1 and graph.grown_weight.max() > 1
    return found._ordered


def note_launches(monkeypatch):
    """Return the set of the names of kernels that `over_universes` will launch."""
    names = set()

    def launch(kernel, *arguments):
        names.add(kernel.fn.__name__)
        launching.launch(kernel, *arguments)

    monkeypatch.setattr(universes, "launch", launch)
    return names


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("least", [1, 2])
def test_sets_of_vertices(ordered, way, least, monkeypatch):
    patches, kernels = WAYS[way]
    for (module, name), value in patches.items():
        monkeypatch.setattr(module, name, value)
    launched = note_launches(monkeypatch)
    sizes = [5, 64, 1, 70, 12, 63, 2, 30, 17, 16, 70]
    runs = [6, 70, 1, 1, 40, 9, 3, 33, 4, 5, 1]
    records = some_records(ordered.graph, sizes, runs, least)
    assert_right(ordered, records)
    assert {name for name in launched if name.startswith("_fill")} == kernels
    order = np.random.default_rng(2).permutation(len(records))
    assert_right(ordered, records.select(order[:40]))
    twice = np.repeat(np.arange(20), 3)
    assert_right(ordered, records.select(twice))
    assert_right(ordered, records.select(slice(0, 0)))


# Kept sides by their bits in a universe of 64 vertices: first vertices with one and
# with several bicliques, kept sides of one vertex, and the whole universe.
SIDES = [[0, 1], [0, 40], [0, 1, 63], [3, 60], [5], [5, 9], [5, 60, 62], [63], [63]]
SIDES += [range(64), [62, 63], [62], [10, 62], [10, 11, 62]]


@pytest.mark.parametrize(
    ("room", "listed"),
    [(swept.ROOM, {0, 5, 10, 62}), (0, set())],
)
def test_lists_in_global_memory(ordered, room, listed, monkeypatch):
    """Bicliques scan the list of their first vertex if several have this vertex."""
    for (module, name), value in {**SWEPT, (swept, "ROOM"): room}.items():
        monkeypatch.setattr(module, name, value)
    scanned = set()

    def common_at(kept, scratch, is_listed, k, behind, bits):
        scanned.add((int(bits), bool(is_listed)))
        return swept.common_at(kept, scratch, is_listed, k, behind, bits)

    monkeypatch.setattr(members, "common_at", common_at)
    monkeypatch.setattr(sums, "common_at", common_at)
    graph = ordered.graph
    universe = np.arange(len(graph.kept_weight) - 64, len(graph.kept_weight))
    grown = [common_neighbours(graph, universe[list(side)]) for side in SIDES]
    mask = [sum(1 << i for i in side) for side in SIDES]
    records = Records(
        np.array(mask, np.uint64),
        np.zeros(len(mask), np.int32),
        np.array([graph.grown_weight[some].sum() for some in grown], np.int32),
        np.array([0, 64]),
        universe.astype(np.int32),
    )
    assert_right(ordered, records)
    for bits, is_listed in scanned:
        first = (bits & -bits).bit_length() - 1
        assert is_listed == (bits.bit_count() > 1 and first in listed)
    assert any(is_listed for _, is_listed in scanned) == bool(listed)
    assert {1 << 5, 1 << 62, 1 << 63} <= {bits for bits, _ in scanned}


def test_lists_fit_where_degrees_do_not(ordered, monkeypatch):
    """A piece fits a table if its lists do, however many edges its vertices have."""
    for (module, name), value in {**NO_MATRIX, (universes, "LISTED"): 40}.items():
        monkeypatch.setattr(module, name, value)
    launched = note_launches(monkeypatch)
    records = some_records(ordered.graph, [12], [40], least=4)
    firsts = {kept[0] for kept, _ in classes_of(ordered.graph, records)}
    assert np.diff(ordered.graph.kept_indptr)[list(firsts)].sum() > universes.LISTED
    assert_right(ordered, records)
    assert launched == {"_list_pieces", "_fill_in_tables", "_sum_in_tables"}


@pytest.mark.parametrize("piece", [32, 256])
@pytest.mark.parametrize("shared", [1, 3])
def test_pieces(piece, shared, monkeypatch):
    """Each biclique is alone, or in one piece of a single universe."""
    monkeypatch.setattr(universes, "PIECE", piece)
    monkeypatch.setattr(universes, "SHARED", shared)
    chance = np.random.default_rng(3)
    lengths = chance.choice([1, 2, 3, 5, 31, 32, 33, 100, 300], 30)
    universe = np.repeat(chance.integers(0, 6, 30), lengths).astype(np.int32)
    start = np.cumsum([0, 3, 64, 65, 1, 9, 20])
    alone = np.full(len(universe), -1)
    pieces = np.full((len(universe) // shared + 1, 2), -1)
    n = np.zeros(3, np.int64)
    launching.launch(universes._list_pieces, 2, universe, start, alone, pieces, n)
    listed = [*alone[: n[0]]]
    for begin, end in pieces[: n[1]]:
        assert shared <= end - begin <= piece
        assert begin // piece == (end - 1) // piece
        assert len(set(universe[begin:end])) == 1 and universe[begin] != 2
        assert begin % piece == 0 or universe[begin - 1] != universe[begin]
        assert (
            end % piece == 0 or end == len(universe) or universe[end] != universe[begin]
        )
        listed += range(begin, end)
    assert sorted(listed) == list(range(len(universe)))
    assert (pieces[n[1] :] == -1).all() and (alone[n[0] :] == -1).all()


@pytest.mark.parametrize("run", [32, 96, 512])
def test_rows_of_entries(run, monkeypatch):
    monkeypatch.setattr(ranges, "RUN", run)
    chance = np.random.default_rng(6)
    for sizes in ([], [0], [1], [0, 0, 5, 0], chance.integers(0, 4, 300), [700, 0, 700],
                  [0] * 600 + [3] + [0] * 40 + [200]):  # fmt: skip
        where = np.cumsum([0, *sizes])
        found = ranges.row_of_entries(where, int(where[-1]))
        expected = np.repeat(np.arange(len(sizes)), np.array(sizes, np.int64))
        assert found.dtype == np.int64
        np.testing.assert_array_equal(found, expected)


class NoRoom:
    """NumPy without memory for arrays of zeros."""

    def __getattr__(self, name):
        return getattr(np, name)

    def zeros(self, *args):
        raise MemoryError


def test_members_without_room_for_a_matrix(monkeypatch):
    frame = graphs.as_frame(graphs.random_graph(80, 14, 0.4, seed=3))
    expected = cb.maximal_bicliques(frame, engine="cpu", sort=True)
    found = cb.maximal_bicliques(frame, engine="gpu", sort=True)
    monkeypatch.setattr(adjacency, "xp", NoRoom())
    assert found.left.equals(expected.left)
    assert found.right.equals(expected.right)
