# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Graphs that the device has no room for: the same answers, piece by piece.

Modules: `backends/out_of_core.py`, `partition/pieces.py`.
"""

import signal
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import count, islice

import numba
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cugraph_biclique as cb
import graphs
import naive
from calls import resources
from cugraph_biclique import bipartite_graph
from cugraph_biclique.backends import backend_for, out_of_core
from cugraph_biclique.backends.out_of_core import OutOfCore
from cugraph_biclique.calls.call import run_search
from cugraph_biclique.contract.records import Records, concatenate
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.partition import packing
from cugraph_biclique.partition import pieces as pieces_module
from cugraph_biclique.partition.pieces import Cutter, Pack, Packs, pieces
from cugraph_biclique.partition.pruning import Least
from cugraph_biclique.preparation.stages import anchor, anchored_and_ordered, prepare
from cugraph_biclique.results import Bicliques
from cugraph_biclique.search.stars import star_records

COMMUNITIES = [
    (12 * block + u, 9 * block + v)
    for block in range(1000)
    for u, v in graphs.random_graph(12, 9, 0.6, seed=block)
]
CPU = backend_for("cpu")
BUDGET = 1_000_000  # of device memory: the graph would need five times that


def prepared(edges, min_left=1, min_right=1):
    graph = bipartite_graph(graphs.as_frame(edges))
    whole = prepare(graph, min_left, min_right, resources())
    return graph, whole


def searched(graph, whole, budget):
    """What the roots of all pieces find on the CPU, and the stars of the graph."""
    packs = Packs(whole.ordered.graph, budget)
    assert sum(pack.roots for pack in packs) == packs.roots
    parts = [star_records(whole, CPU)]
    least = Least(whole.least_bits, whole.min_grown)
    for _, piece in pieces(whole.ordered.graph, packs, least):
        here = whole._replace(ordered=whole.ordered._replace(graph=piece.graph))
        jobs = [Job(0, len(piece.graph.grown_weight))]
        for _, found in run_search(CPU, here, jobs, Records.copy, Trace()):
            if found is not None:
                members = piece.kept[found.members]
                parts.append(replace(found, members=members))
    found = Bicliques(graph, whole.ordered, concatenate(parts), CPU, {})
    return graphs.as_list(found)


def assert_complete(edges, budget, min_left=1, min_right=1):
    found = searched(*prepared(edges, min_left, min_right), budget)
    expected = {
        (left, right)
        for left, right in naive.maximal_bicliques(edges)
        if len(left) >= min_left and len(right) >= min_right
    }
    assert len(found) == len(expected)
    assert set(found) == expected


@given(
    graphs.bipartite_edges(max_width=70),
    st.integers(100, 10_000),
    st.integers(1, 3),
    st.integers(1, 3),
)
def test_the_pieces_of_any_graph_find_what_it_has(edges, budget, min_left, min_right):
    assert_complete(edges, budget, min_left, min_right)


@pytest.mark.parametrize("name", graphs.IRREGULAR)
def test_the_pieces_of_irregular_graphs(name):
    assert_complete(graphs.IRREGULAR[name], 2000)


def counted(edges, p, q, budget, side=None):
    """The (p, q)-bicliques that the roots of all pieces count on the CPU."""
    graph = bipartite_graph(graphs.as_frame(edges))
    anchored = anchor(graph, p, q, resources(), side)
    least = Least(anchored.least, anchored.picks, ascending=True)
    n = 0
    packs = Packs(anchored.graph, budget)
    for _, piece in pieces(anchored.graph, packs, least):
        here = anchored._replace(graph=piece.graph)
        n += CPU.count(here, [here.least], Trace(), False)[0]
    return n


@given(
    graphs.bipartite_edges(max_width=70),
    st.integers(100, 10_000),
    st.integers(2, 4),
    st.integers(2, 4),
    st.sampled_from(["left", "right"]),
)
def test_the_pieces_of_any_graph_count_what_it_has(edges, budget, p, q, side):
    expected = naive.biclique_count(sorted(set(edges)), p, q)
    assert counted(edges, p, q, budget, side) == expected


@pytest.mark.parametrize("name", graphs.IRREGULAR)
@pytest.mark.parametrize("sizes", [(2, 2), (3, 2), (2, 4), (4, 4)])
def test_counts_of_the_pieces_of_irregular_graphs(name, sizes):
    edges = graphs.IRREGULAR[name]
    # The naive count would try all sets of hundreds of vertices.
    expected = cb.biclique_count(graphs.as_frame(edges), *sizes, engine="cpu")
    assert counted(edges, *sizes, 2000) == expected


# Two (3, 3)-bicliques. The left vertex 6 has two edges to each of them.
TWO = [
    *((u, v) for u in range(3) for v in range(3)),
    *((u, v) for u in range(3, 6) for v in range(3, 6)),
    *((6, v) for v in (0, 1, 3, 4)),
]


def edges_of_piece(edges, least, roots):
    """Number of edges that these roots of the left need, and those of the graph."""
    graph = bipartite_graph(graphs.as_frame(edges))
    ordered, _ = anchored_and_ordered(graph, 2, 2, resources(), "left")
    ids = sorted(ordered.grown.of[list(roots)])
    piece = Cutter(ordered.graph, least).piece(Pack(np.array(ids, np.int32)))
    assert piece.graph.is_root.sum() == len(roots)
    assert len(piece.graph.grown_indices) == len(piece.graph.kept_indices)
    return len(piece.graph.kept_indices)


@pytest.mark.parametrize("least", [Least(3, 3, True), Least(3, 3, reads=1e9)])
def test_a_piece_has_only_vertices_with_enough_neighbours(least):
    # The right vertex 6 lends the left vertex 6 a third neighbour, until it goes.
    edges = [*TWO, (0, 6), (3, 6), (6, 6)]
    assert edges_of_piece(edges, least, range(3)) == 9
    assert edges_of_piece(edges, Least(2, 1), range(3)) > 9


@pytest.mark.parametrize("ascending", [False, True])
def test_a_piece_has_only_vertices_that_share_enough_with_a_root(ascending):
    assert edges_of_piece(TWO, Least(3, 3, ascending, reads=1e9), range(6)) == 18
    for too_few in (0, 0.5):
        least = Least(3, 3, ascending, reads=too_few)
        assert edges_of_piece(TWO, least, range(6)) > 18


def test_a_piece_is_empty_if_its_roots_have_too_few_neighbours():
    # The left vertices 2 and 3 have one neighbour each, and share it with 0 and 1.
    edges = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (3, 1)]
    graph = bipartite_graph(graphs.as_frame(edges))
    ordered, _ = anchored_and_ordered(graph, 1, 1, resources(), "left")
    cutter = Cutter(ordered.graph)
    empty = [
        cutter.piece(Pack(np.array([root], np.int32))).is_empty
        for root in ordered.grown.of[[0, 2, 3]]
    ]
    assert empty == [False, True, True]


def test_a_piece_for_a_count_has_no_vertices_before_its_roots():
    edges = graphs.random_graph(12, 9, 0.7, seed=5)
    graph = bipartite_graph(graphs.as_frame(edges))
    ordered, _ = anchored_and_ordered(graph, 2, 2, resources(), "left")
    last = Pack(np.arange(8, len(ordered.grown), dtype=np.int32))
    grown = [
        len(Cutter(ordered.graph, Least(2, 2, ascending)).piece(last).graph.is_root)
        for ascending in (False, True)
    ]
    assert grown == [len(ordered.grown), last.roots]


def test_disjoint_communities_are_copied_once():
    graph = prepared(COMMUNITIES)[1].ordered.graph
    held = [
        len(piece.graph.kept_indices)
        for _, piece in pieces(graph, Packs(graph, BUDGET))
    ]
    assert len(held) > 2
    assert sum(held) < 1.5 * len(graph.kept_indices)


# What is made while the caller works


@pytest.fixture(scope="module")
def communities():
    """The search graph of `COMMUNITIES`."""
    return prepared(COMMUNITIES)[1].ordered.graph


@pytest.fixture
def threads():
    """Set the number of threads, and reset it afterwards."""
    before = numba.get_num_threads()
    yield numba.set_num_threads
    numba.set_num_threads(before)


@pytest.fixture
def no_thread_left():
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


AHEAD = [1, 2] if numba.config.NUMBA_NUM_THREADS > 1 else [1]


@pytest.mark.parametrize("n", AHEAD)
def test_pieces_are_the_same_at_any_number_of_threads(n, threads, communities):
    cutter = Cutter(communities)
    expected = [(pack, cutter.piece(pack)) for pack in Packs(communities, BUDGET)]
    threads(n)
    found = list(pieces(communities, Packs(communities, BUDGET)))
    assert len(found) == len(expected) > 2
    for (pack, piece), (other, same) in zip(found, expected, strict=True):
        np.testing.assert_array_equal(pack.ids, other.ids)
        np.testing.assert_array_equal(piece.kept, same.kept)
        for array, wanted in zip(piece.graph, same.graph, strict=True):
            np.testing.assert_array_equal(array, wanted)


def test_a_pack_is_made_when_it_is_taken(communities, monkeypatch):
    filled, fill = [], packing._fill
    monkeypatch.setattr(packing, "_fill", lambda *now: filled.append(now) or fill(*now))
    packs = iter(Packs(communities, BUDGET))
    for taken in range(1, 4):
        next(packs)
        assert len(filled) == taken


class AtOnce:
    """An executor without threads: a task is done when it is submitted."""

    def __init__(self, *_, **__):
        pass

    def submit(self, task, *arguments):
        done = Future()
        done.set_result(task(*arguments))
        return done

    def shutdown(self, **_):
        pass


def packs_with(tell):
    """Endless packs of one root; `tell` is called with the number of each one."""
    for number in count():
        tell(number)
        yield Pack(np.array([number], np.int32))


@pytest.mark.parametrize("n", AHEAD)
def test_at_most_one_piece_per_thread_is_made_ahead(
    n, threads, communities, monkeypatch
):
    monkeypatch.setattr(pieces_module, "ThreadPoolExecutor", AtOnce)
    threads(n)
    asked = []
    with closing(pieces(communities, packs_with(asked.append))) as found:
        for taken, _ in enumerate(islice(found, 5), 1):
            assert len(asked) == taken + n


@pytest.mark.parametrize("n", AHEAD)
def test_pieces_are_made_while_the_caller_works(
    n, threads, communities, monkeypatch, no_thread_left
):
    threads(n)
    asked, cut = threading.Semaphore(0), threading.Semaphore(0)
    piece = Cutter.piece

    def cut_out(cutter, pack):
        made = piece(cutter, pack)
        cut.release()
        return made

    monkeypatch.setattr(Cutter, "piece", cut_out)
    with closing(pieces(communities, packs_with(lambda _: asked.release()))) as found:
        next(found)
        for done in (asked, cut):
            for _ in range(1 + n):
                assert done.acquire(timeout=60)
        assert not asked.acquire(blocking=False)


def fails(number):
    if number == 3:
        raise ZeroDivisionError(f"of pack {number}")


def test_an_error_of_packing_comes_after_the_pieces_before_it(
    communities, no_thread_left
):
    taken = []
    with pytest.raises(ZeroDivisionError, match="of pack 3"):
        taken.extend(pieces(communities, packs_with(fails)))
    found = pieces(communities, packs_with(fails))
    assert [pack.ids.tolist() for pack, _ in islice(found, 3)] == [[0], [1], [2]]
    with pytest.raises(ZeroDivisionError, match="of pack 3"):
        next(found)


def test_an_error_of_cutting_ends_the_threads(communities, monkeypatch, no_thread_left):
    monkeypatch.setattr(Cutter, "piece", lambda _, pack: fails(pack.ids[0]))
    with pytest.raises(ZeroDivisionError, match="of pack 3"):
        list(pieces(communities, packs_with(lambda _: None)))


def search_on_cores(whole, piece, take, trace):
    """The search of a piece, on CPU cores."""
    here = whole._replace(ordered=whole.ordered._replace(graph=piece.graph))
    found = CPU.search(here, CPU.jobs(here), take, trace, lambda roots: None)
    return (taken for _, taken in found)


def out_of_core_search(whole, monkeypatch, search_piece=search_on_cores):
    """Sum the results of an out-of-core search, whose device is the CPU cores."""
    monkeypatch.setattr(out_of_core, "search_piece", search_piece)
    whole, backend = whole._replace(budget=BUDGET), OutOfCore()
    found = run_search(backend, whole, backend.jobs(whole), len, Trace())
    return sum(taken or 0 for _, taken in found)


def test_the_search_takes_packs_as_they_are_made(monkeypatch):
    graph, whole = prepared(COMMUNITIES)
    n = out_of_core_search(whole, monkeypatch)
    assert n + len(star_records(whole, CPU)) == cb.maximal_biclique_count(graph)
    assert len(list(OutOfCore().jobs_to_keep(whole._replace(budget=BUDGET)))) > 2


def test_the_count_takes_packs_as_they_are_made(monkeypatch, no_thread_left):
    def count_piece(anchored, piece, *how):
        return CPU.count(anchored._replace(graph=piece.graph), *how, False)

    monkeypatch.setattr(out_of_core, "count_piece", count_piece)
    graph = bipartite_graph(graphs.as_frame(COMMUNITIES))
    anchored = anchor(graph, 3, 3, resources(budget=BUDGET))
    done = []
    found = OutOfCore().count(anchored, [3], Trace(), lambda *now: done.append(now))
    assert found == [cb.biclique_count(graph, 3, 3)]
    roots = len(anchored.graph.grown_weight)
    assert len(done) > 2 and done[-1] == (roots, roots)
    monkeypatch.setattr(out_of_core, "count_piece", lambda *_: fails(3))
    with pytest.raises(ZeroDivisionError, match="of pack 3"):
        OutOfCore().count(anchored, [3], Trace(), False)


def test_an_error_of_the_search_ends_the_threads(monkeypatch, no_thread_left):
    searched = iter(range(5))

    def search(*_):
        fails(next(searched))
        yield 1

    _, whole = prepared(COMMUNITIES)
    with pytest.raises(ZeroDivisionError, match="of pack 3") as raised:
        out_of_core_search(whole, monkeypatch, search)
    assert raised.traceback  # which refers to the frames of the search


class Telling(ThreadPoolExecutor):
    """An executor whose futures tell when the caller waits for one: its threads have
    started by then, and an interrupt cannot come between."""

    waits = threading.Event()

    def submit(self, *task):
        made = super().submit(*task)
        result = made.result

        def told():
            self.waits.set()
            return result()

        made.result = told
        return made


def test_ctrl_c_ends_the_threads(communities, no_thread_left, monkeypatch):
    monkeypatch.setattr(pieces_module, "ThreadPoolExecutor", Telling)
    begun, over = Telling.waits, threading.Event()

    def wait(number):
        assert over.wait(60)

    def interrupt(*_):
        if not over.is_set():
            over.set()  # before the call ends, as that waits for the pack
            raise KeyboardInterrupt

    def send():
        begun.wait()
        # Python sees a signal that comes just before it waits for a lock only after
        # the wait. So it is sent again.
        while not over.is_set():
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            over.wait(0.5)

    before = signal.signal(signal.SIGINT, interrupt)
    sender = threading.Thread(target=send, daemon=True)
    try:
        sender.start()
        with pytest.raises(KeyboardInterrupt):
            next(pieces(communities, packs_with(wait)))
    finally:
        signal.signal(signal.SIGINT, before)
        sender.join()


@pytest.mark.gpu
class TestOnTheDevice:
    """All calls with a budget that the graph is too large for."""

    @pytest.fixture
    def whole(self):
        return graphs.as_frame(COMMUNITIES)

    @pytest.mark.parametrize("least", [{}, {"min_left": 2, "min_right": 3}])
    def test_results(self, whole, least):
        expected = cb.maximal_bicliques(whole, engine="cpu", sort=True, **least)
        n = cb.maximal_biclique_count(
            whole, engine="gpu", memory_budget=BUDGET, **least
        )
        assert n == len(expected)
        sizes = cb.maximal_biclique_sizes(
            whole, engine="gpu", memory_budget=BUDGET, **least
        )
        pd.testing.assert_frame_equal(
            sizes, cb.maximal_biclique_sizes(whole, engine="cpu", **least)
        )
        batches = cb.iter_maximal_bicliques(
            whole, batch_size=1000, engine="gpu", memory_budget=BUDGET, **least
        )
        found = [pair for batch in batches for pair in graphs.as_list(batch)]
        assert len(found) == len(set(found)) == n
        assert set(found) == set(graphs.as_list(expected))

    def test_a_data_set_is_resumed(self, whole, tmp_path):
        n = cb.maximal_biclique_count(whole, engine="cpu")
        for _ in range(2):
            written = cb.write_maximal_bicliques(
                whole, tmp_path / "found", engine="gpu", memory_budget=BUDGET
            )
            assert written == n
        assert len(pd.read_parquet(tmp_path / "found")) == n

    def test_counts(self, whole):
        for p, q in [(2, 2), (3, 2), (1, 3), (4, 4)]:
            n = cb.biclique_count(whole, p, q, engine="gpu", memory_budget=BUDGET)
            assert n == cb.biclique_count(whole, p, q, engine="cpu")
        table = cb.biclique_counts(whole, 3, 3, engine="gpu", memory_budget=BUDGET)
        pd.testing.assert_frame_equal(table, cb.biclique_counts(whole, 3, 3))

    def test_a_root_without_room_is_searched_on_the_cores(self):
        edges = graphs.random_graph(60, 45, 0.4, seed=20)
        expected = naive.maximal_bicliques(edges)
        whole = graphs.as_frame(edges)
        n = cb.maximal_biclique_count(whole, engine="gpu", memory_budget=5000)
        assert n == len(expected)
        n = cb.biclique_count(whole, 3, 3, engine="gpu", memory_budget=5000)
        assert n == naive.biclique_count(sorted(set(edges)), 3, 3)

    def test_frames_come_back_as_they_came(self):
        cudf = pytest.importorskip("cudf")
        whole = graphs.as_frame(COMMUNITIES)
        batches = cb.iter_maximal_bicliques(
            cudf.from_pandas(whole), batch_size=1000, memory_budget=BUDGET
        )
        assert isinstance(next(batches).left, cudf.DataFrame)
