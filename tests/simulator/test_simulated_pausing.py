# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""A search whose output is nearly full pauses, and goes on with a larger one.

Modules: `search/gpu/narrow/pausing.py`.
"""

import pytest
import test_simulated_schedules as schedules
import warps

import cugraph_biclique as cb
import graphs
import naive
from cugraph_biclique.backends.gpu import Gpu
from cugraph_biclique.device import launching
from cugraph_biclique.host.jobs import Job
from cugraph_biclique.search import gpu
from cugraph_biclique.search.gpu import state as S
from cugraph_biclique.search.gpu.host import workspace
from cugraph_biclique.search.gpu.narrow import levels, subtrees
from cugraph_biclique.search.gpu.narrow import search as narrow_search
from cugraph_biclique.search.gpu.state import OutOfTime
from cugraph_biclique.search.gpu.wide.search import WideSearch

pytestmark = pytest.mark.simulator

RANDOM = graphs.random_graph(24, 18, 0.5, seed=1)
LARGE = graphs.random_graph(30, 24, 0.5, seed=1)
CROWNS = [(u + 100 * i, v + 100 * i) for i in range(30) for u, v in graphs.crown(5)]
SCHEDULES = schedules.SCHEDULES | {"newest-first": lambda: warps.newest_first}
FEW = {"first_records": 40, "spare_records": 16}


@pytest.fixture(params=SCHEDULES)
def schedule(request, monkeypatch):
    """One way in which the warps of a block go on."""
    monkeypatch.setattr(warps, "schedule", SCHEDULES[request.param]())


@pytest.fixture
def blocks_meet(monkeypatch):
    """Two blocks of each round's kernels run at the same time."""

    def repeated(function, blocks, *args):
        def launch():
            with warps.side_by_side(2):
                launching._simulate(function, 2, args)

        return launch

    monkeypatch.setattr(narrow_search, "repeated", repeated)


@pytest.fixture
def extensions(monkeypatch):
    """What the host reads when it makes an output larger, and whether it can."""
    seen = []
    extend = workspace.Workspace.extend_output

    def noting(work, found):
        entries = work.control.copy()
        seen.append((entries, extend(work, found)))
        return seen[-1][1]

    monkeypatch.setattr(workspace.Workspace, "extend_output", noting)
    return seen


@pytest.fixture
def outputs(monkeypatch):
    """The sizes of the outputs; there is no memory for the second one, which has 0."""
    made, new_output = [], workspace.new_output

    def fails_once(records):
        made.append(records if len(made) != 1 else 0)
        if len(made) == 2:
            raise MemoryError
        return new_output(records)

    monkeypatch.setattr(workspace, "new_output", fails_once)
    return made


def found_by(edges, **options):
    found = cb.maximal_bicliques(graphs.as_frame(edges), engine="gpu", **options)
    listed = graphs.as_list(found)
    assert len(listed) == len(set(listed))
    return listed


def found_before(searches, edges, **options):
    """The same by a search that is not noted."""
    found = found_by(edges, **options)
    searches.clear()
    return found


def with_room(limit, n):
    """An output that n bicliques do not fit, with room for those that warps hold."""
    limit(gpu, first_records=7 * n // 8, spare_records=6 * n // 8)


@pytest.mark.parametrize(("interval", "least"), [(1, 1), (4, 2)])
def test_it_loses_nothing(
    interval, least, schedule, searches, extensions, monkeypatch, limit
):
    options = {"min_left": least, "min_right": least}
    whole = found_before(searches, LARGE, **options)
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", interval)
    with_room(limit, len(whole))
    assert found_by(LARGE, **options) == whole  # in the same order, too
    assert len(searches) == 1
    assert [larger for _, larger in extensions] == [True]


def test_blocks_that_run_together_lose_nothing(
    schedule, blocks_meet, searches, monkeypatch, limit
):
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 1)
    whole = found_before(searches, LARGE)
    with_room(limit, len(whole))
    assert found_by(LARGE) == whole
    assert len(searches) == 1


def test_subtrees_that_no_warp_has_taken_wait(extensions, monkeypatch, limit):
    whole = found_by(CROWNS)
    monkeypatch.setattr(subtrees, "MOST_MEMBERS", 0)  # of a table
    limit(gpu, first_records=400, spare_records=200)
    assert found_by(CROWNS) == whole
    (entries, larger), *_ = extensions
    assert larger
    assert entries[S.PAUSED] == 1
    assert entries[S.SUBTREES] > 0
    assert entries[S.FIRST_SUBTREE] > 0


def test_an_output_grows_several_times(searches, extensions, monkeypatch, limit):
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 1)
    monkeypatch.setattr(subtrees, "MOST_MEMBERS", 0)
    monkeypatch.setattr(workspace, "EXTENDED", 2)
    limit(gpu, first_records=400, spare_records=300)
    assert len(found_by(CROWNS)) == 30 * (2**5 - 2)
    assert len(searches) == 1
    assert len(extensions) > 1


def test_an_output_that_holds_all_never_grows(searches, extensions, limit):
    without_stars = {"min_left": 2, "min_right": 2}
    whole = found_before(searches, RANDOM, **without_stars)
    limit(gpu, first_records=len(whole), spare_records=10)
    assert found_by(RANDOM, **without_stars) == whole
    assert len(searches) == 1
    assert not extensions


@pytest.mark.usefixtures("outputs")
def test_each_job_may_pause(searches, extensions, monkeypatch, limit):
    """The first of two jobs loses bicliques, the second one pauses."""
    jobs_of = Gpu.jobs

    def two_jobs(self, prepared):
        (job,) = jobs_of(self, prepared)
        return [Job(job.last // 2, job.last), Job(0, job.last // 2)]

    monkeypatch.setattr(Gpu, "jobs", two_jobs)
    limit(gpu, first_records=300, spare_records=150)
    assert set(found_by(LARGE)) == naive.maximal_bicliques(LARGE)
    failed, *others = [larger for _, larger in extensions]
    assert not failed
    assert others and all(others)
    first, again, second = searches
    assert again == first != second


def test_wide_nodes_make_it_pause_too(searches, extensions, monkeypatch, limit):
    limit(gpu, wide_degree=0)
    whole = found_before(searches, RANDOM)
    inside, levels_of = [], WideSearch.level

    def noting(search, matrices, levels):
        before = len(extensions)
        levels_of(search, matrices, levels)
        inside.append(len(extensions) - before)

    monkeypatch.setattr(WideSearch, "level", noting)
    limit(gpu, first_records=400)
    assert found_by(RANDOM) == whole
    assert len(searches) == 1
    assert any(inside)


@pytest.mark.parametrize("most", [0, 1])
def test_levels_that_find_no_room_are_searched(most, monkeypatch, limit):
    """They emit more than the spare room, and then the search is repeated."""
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 1)
    limit(gpu, most_levels=most, first_records=20, spare_records=4)
    assert set(found_by(RANDOM)) == naive.maximal_bicliques(RANDOM)


def test_bicliques_that_were_lost_are_found_again(searches, extensions, limit):
    limit(gpu, first_records=20, spare_records=0)
    assert set(found_by(RANDOM)) == naive.maximal_bicliques(RANDOM)
    first, again = searches
    assert again == first
    assert [larger for _, larger in extensions] == [False]


def test_without_memory_for_a_copy_the_search_goes_on(
    searches, extensions, outputs, limit
):
    limit(gpu, **FEW)
    assert set(found_by(RANDOM)) == naive.maximal_bicliques(RANDOM)
    assert len(searches) == 2
    assert [larger for _, larger in extensions] == [False]
    assert outputs[:2] == [40, 0]


@pytest.mark.parametrize("most", [40, 79])
def test_an_output_that_may_not_grow_never_pauses(most, searches, extensions, limit):
    limit(gpu, most_records=most, **FEW)
    assert set(found_by(RANDOM)) == naive.maximal_bicliques(RANDOM)
    assert len(searches) > 2
    assert not extensions


def test_a_count_never_pauses(extensions, limit):
    limit(gpu, **FEW)
    count = cb.maximal_biclique_count(graphs.as_frame(RANDOM), engine="gpu")
    assert count == len(naive.maximal_bicliques(RANDOM))
    assert not extensions


def test_a_stream_never_pauses(extensions, limit):
    limit(gpu, part_records=1 << 10, **FEW)
    batches = cb.iter_maximal_bicliques(graphs.as_frame(RANDOM), engine="gpu")
    found = [pair for batch in batches for pair in graphs.as_list(batch)]
    assert set(found) == naive.maximal_bicliques(RANDOM)
    assert not extensions


@pytest.mark.parametrize("name", ["oldest-first", "drawn-1"])
def test_warps_that_wait_stay_until_all_searches_have_ended(
    name, searches, monkeypatch, limit
):
    """A level that is donated after the pause goes to a warp that waits for it."""
    monkeypatch.setattr(warps, "schedule", SCHEDULES[name]())
    taken = []
    wait = levels.wait_for_level

    def noting(pool, output, control, n):
        place = wait(pool, output, control, n)
        if place >= 0 and control[S.FOUND] > control[S.PAUSE_AT]:
            taken.append(place)
        return place

    monkeypatch.setattr(subtrees, "wait_for_level", noting)
    monkeypatch.setattr(subtrees, "MOST_MEMBERS", 0)  # of a table
    limit(gpu, first_records=2**9 - 3, spare_records=50)
    assert len(found_by(graphs.crown(9))) == 2**9 - 2
    assert len(searches) == 1
    assert taken


def test_the_time_is_up_during_a_pause(monkeypatch, limit):
    def check_time(work):
        if work.control[S.PAUSED]:
            raise OutOfTime

    monkeypatch.setattr(workspace.Workspace, "check_time", check_time)
    monkeypatch.setattr(subtrees, "DONATION_INTERVAL", 1)
    whole = naive.maximal_bicliques(RANDOM)
    limit(gpu, first_records=len(whole) // 2, spare_records=len(whole) // 4)
    found = set(found_by(RANDOM))
    assert found < whole
    assert len(found) > len(whole) // 4
