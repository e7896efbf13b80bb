# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Warnings of searches and counts that certainly take long.

Modules: `calls/watching.py`, `counting/prediction.py`, `host/callers.py`.
"""

import threading
import warnings

import pytest

import cugraph_biclique as cb
import graphs
from calls import call_for, resources
from cugraph_biclique import arguments
from cugraph_biclique.backends.cpu import Cpu
from cugraph_biclique.calls import watching
from cugraph_biclique.calls.bicliques import BicliqueCall
from cugraph_biclique.calls.estimation import Estimate
from cugraph_biclique.counting import prediction
from cugraph_biclique.counting.cpu import count
from cugraph_biclique.host import callers
from cugraph_biclique.host.trace import Trace
from cugraph_biclique.preparation import stages
from cugraph_biclique.preparation.stages import anchor

DENSE = graphs.as_frame(graphs.random_graph(200, 200, 0.7, seed=1))
SMALL = graphs.as_frame(graphs.random_graph(30, 30, 0.3, seed=1))
FEW = Estimate(100, 3, 120, 2400, False, 90, 110)
HUGE = Estimate(10**14, 10**13, 10**15, 10**16, False, 10**13, 10**15)


@pytest.fixture
def estimated(monkeypatch):
    """A function that sets the estimate of every search, without a delay; it returns an
    event that is set once the estimate has been asked for."""
    monkeypatch.setattr(watching, "WARN_AFTER", 0)

    def set_to(expected):
        asked = threading.Event()

        def sample(*_):
            asked.set()
            return expected

        monkeypatch.setattr(watching, "sample", sample)
        return asked

    return set_to


def test_an_endless_search_warns_within_seconds():
    call = call_for(DENSE, 20, 20)
    with (
        pytest.warns(cb.LongSearchWarning, match="maximal bicliques .*nodes"),
        watching.Watch(call._to_watch(), "cpu", call.budget) as watch,
    ):
        watch.thread.join(60)
        assert not watch.thread.is_alive()


def watched(frame, asked, engine="cpu", **options):
    """Watch a call until its estimate has been judged; return the messages."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call = call_for(frame, engine=engine, **options)
        with watching.Watch(call._to_watch(), engine, call.budget) as watch:
            assert asked.wait(60)
            watch.thread.join(60)
    return [str(w.message) for w in caught if w.category is cb.LongSearchWarning]


def test_a_hopeless_search_names_its_size_and_the_cures(engine, estimated):
    (text,) = watched(SMALL, estimated(HUGE), engine)
    assert "about 1.0e14 maximal bicliques (between 1.0e13 and 1.0e15)" in text
    assert "at the very least" in text
    assert "memory_budget=" in text
    for word in ("min_left", "largest_bicliques", "iter_maximal_bicliques", "ignore"):
        assert word in text


def test_a_search_of_seconds_says_nothing(engine, estimated):
    assert watched(SMALL, estimated(FEW), engine) == []


def test_a_result_that_cannot_fit_is_told(estimated):
    (text,) = watched(SMALL, estimated(FEW), memory_budget=1000)
    assert "needs 1,400 bytes, but memory_budget=1,000" in text
    assert "very least" not in text


def test_a_search_without_bicliques_is_judged_by_its_nodes(estimated):
    none = Estimate(0, 10**12, 10**14, 0, False, 0, 10**12)
    (text,) = watched(SMALL, estimated(none))
    assert "1.0e14 nodes" in text


@pytest.fixture
def hopeless(estimated, monkeypatch):
    """Every search begins when its estimate has been judged, and is hopeless."""
    estimated(HUGE)
    judged = threading.Event()
    search, wait = BicliqueCall.search, watching.Watch._wait

    def and_tell(watch):
        wait(watch)
        judged.set()

    def after_the_estimate(call, take):
        assert judged.wait(60)
        yield from search(call, take)

    monkeypatch.setattr(watching.Watch, "_wait", and_tell)
    monkeypatch.setattr(BicliqueCall, "search", after_the_estimate)


@pytest.mark.usefixtures("hopeless")
def test_a_warning_may_be_an_error():
    """It is raised by the call, and not by the thread."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", cb.LongSearchWarning)
        with pytest.raises(cb.LongSearchWarning, match="at the very least"):
            cb.maximal_bicliques(SMALL, engine="cpu")


@pytest.mark.usefixtures("hopeless")
def test_a_warning_shows_the_line_of_the_caller():
    """Although a thread warns."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        cb.maximal_bicliques(SMALL, engine="cpu")
        warnings.warn("the next line", UserWarning, stacklevel=1)
    shown, after = caught
    assert shown.category is cb.LongSearchWarning
    assert (shown.filename, shown.lineno) == (__file__, after.lineno - 1)


def test_one_line_warns_once_with_the_filter_of_python():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        here = callers.caller()
        for _ in range(2):
            here.warn("this takes long", cb.LongSearchWarning)
    assert len(caught) == 1


def test_a_search_that_ends_first_is_not_estimated(estimated, monkeypatch):
    asked = estimated(HUGE)
    monkeypatch.setattr(watching, "WARN_AFTER", 3600)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = cb.maximal_bicliques(SMALL, engine="cpu")
    assert len(found) == cb.maximal_biclique_count(SMALL, engine="cpu")
    assert not asked.is_set()
    names = {thread.name for thread in threading.enumerate()}
    assert not any("_wait" in name for name in names)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (61, "1 minutes"),
        (600, "10 minutes"),
        (3 * 3600, "3 hours"),
        (5 * 86400, "5 days"),
        (1e9, "32 years"),
        (1e15, "3.2e07 years"),
    ],
)
def test_lengths_of_time(seconds, words):
    assert arguments.duration(seconds) == words


# Counts


def warnings_of(call, *arguments, **options):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call(*arguments, **options)
    return [str(w.message) for w in caught if w.category is cb.LongSearchWarning]


def test_a_count_of_minutes_warns_before_it_starts(monkeypatch):
    graph = cb.bipartite_graph(DENSE)
    seen = []

    def instead_of_the_count(*_):
        seen.append(True)
        return [7]

    monkeypatch.setattr(Cpu, "count", instead_of_the_count)
    (text,) = warnings_of(cb.biclique_count, graph, 12, 12, engine="cpu")
    assert seen
    assert text.startswith("the count needs ")
    assert "or more, as a sample of its roots shows" in text
    assert "ignore" in text


def test_tables_warn_of_their_runs(engine, monkeypatch):
    monkeypatch.setattr(stages, "LARGE", 0)
    monkeypatch.setattr(prediction, "STEPS", 1e-9)
    monkeypatch.setattr(prediction, "sampled_seconds", lambda anchored, long: 1e9)
    assert len(warnings_of(cb.biclique_counts, SMALL, 3, 3, engine=engine)) == 3


@pytest.mark.parametrize("steps", [1e9, 1e-300], ids=["model", "sample"])
def test_a_count_of_seconds_says_nothing(steps, engine, monkeypatch):
    """Neither by the model, nor by a sample."""
    monkeypatch.setattr(prediction, "STEPS", steps)
    assert warnings_of(cb.biclique_count, DENSE, 2, 3, engine=engine) == []
    assert warnings_of(cb.biclique_counts, SMALL, 3, 3, engine=engine) == []


def test_a_count_that_shares_its_work_says_nothing():
    """The model predicts years, but all vertices are twins."""
    frame = graphs.as_frame(graphs.complete(100, 100))
    assert warnings_of(cb.biclique_count, frame, 20, 20, engine="cpu") == []


def test_a_sample_predicts_the_seconds_of_a_count(monkeypatch):
    """Within a factor, as other programs share the cores."""
    graph = cb.bipartite_graph(graphs.as_frame(graphs.random_graph(300, 300, 0.3, 1)))
    anchored = anchor(graph, 4, 4, resources())
    monkeypatch.setattr(prediction, "SAMPLE_SECONDS", 60)
    count(anchored, [4], Trace(), False)  # compiles
    trace = Trace()
    count(anchored, [4], trace, False)
    truth = sum(trace.busy_seconds)
    assert truth / 4 < prediction.sampled_seconds(anchored) < 4 * truth


@pytest.mark.parametrize("name", ["marvel", "citeulike-a", "pinterest"])
def test_counts_of_real_graphs_that_end_do_not_warn(name, known_graph):
    graph = cb.bipartite_graph(known_graph(name))
    for p, q in [(2, 2), (3, 3), (4, 4)]:
        assert warnings_of(cb.biclique_count, graph, p, q, engine="cpu") == []
