# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What a long call shows while it runs: bars, and the log.

Modules: `host/progress.py`, `host/trace.py`.
"""

import io
import logging
import sys
import threading
import types

import numpy as np
import pytest

import cugraph_biclique as cb
import graphs
from cugraph_biclique.host import progress
from cugraph_biclique.host.progress import reporting

pytestmark = pytest.mark.usefixtures("small_jobs")

FRAME = graphs.as_frame(graphs.random_graph(40, 40, 0.4, seed=8))
CALLS = {
    "maximal_bicliques": lambda **options: len(cb.maximal_bicliques(FRAME, **options)),
    "maximal_biclique_count": lambda **options: cb.maximal_biclique_count(
        FRAME, **options
    ),
}


class Screen(io.StringIO):
    """A standard error that tells a waiting thread what is written."""

    def __init__(self):
        super().__init__()
        self.written = threading.Condition()

    def write(self, text):
        with self.written:
            n = super().write(text)
            self.written.notify_all()
        return n


class Terminal(Screen):
    """A standard error that somebody reads."""

    def isatty(self):
        return True


@pytest.fixture
def quick(monkeypatch):
    """Bars without delay."""
    pytest.importorskip("tqdm")
    monkeypatch.setattr(progress, "DELAY_SECONDS", 0)
    monkeypatch.setattr(progress, "DRAW_SECONDS", 0.01)


@pytest.fixture
def terminal(quick, monkeypatch):
    """A function that makes standard error a terminal; pytest takes it back between a
    fixture and its test."""

    def install():
        monkeypatch.setattr(sys, "stderr", Terminal())
        return sys.stderr

    return install


def shown(screen, text):
    """Wait for a text on a screen."""
    with screen.written:
        return screen.written.wait_for(lambda: text in screen.getvalue(), 60)


@pytest.fixture
def drawers(monkeypatch):
    """The threads that draw bars. Without one, nothing is drawn now or later."""
    started = []

    class Remembered(threading.Thread):
        def start(self):
            super().start()
            started.append(self)

    ours = types.SimpleNamespace(**vars(threading) | {"Thread": Remembered})
    monkeypatch.setattr(progress, "threading", ours)
    return started


# Bars


def test_a_bar_shows_roots_and_what_they_have_yielded(terminal):
    screen = terminal()
    with reporting(None, 4000) as tracker:
        assert shown(screen, "0 of 4,000 roots")
        tracker(3000)
        tracker(found=12_345)
        assert shown(screen, "3,000 of 4,000 roots")
        assert shown(screen, "12,345 bicliques")
    assert screen.getvalue().endswith("\r")  # and is gone at the end


def test_a_bar_of_cliques_counts_cliques(terminal):
    screen = terminal()
    with reporting(None, 10, noun="cliques") as tracker:
        tracker(found=12_345)
        assert shown(screen, "12,345 cliques")
    assert "bicliques" not in screen.getvalue()


def test_a_bar_is_alive_while_a_root_takes_long(terminal):
    screen = terminal()
    with reporting(None, 10):
        assert shown(screen, "[00:01")


def test_a_bar_promises_no_time_and_no_share_of_it(terminal):
    screen = terminal()
    with reporting(None, 10) as tracker:
        tracker(9, found=5)
        assert shown(screen, "9 of 10")
    assert "<" not in screen.getvalue()
    assert "%" not in screen.getvalue()


def test_a_bar_appears_after_the_compiler(terminal, monkeypatch):
    screen, looks = terminal(), iter([True, True, True])
    written = []

    def at_work():
        written.append(screen.getvalue())
        return next(looks, False)

    monkeypatch.setattr(progress.compiling, "at_work", at_work)
    with reporting(None, 10):
        assert shown(screen, "0 of 10 roots")
    assert written == [""] * 4


def test_short_work_shows_no_bar(terminal, monkeypatch):
    screen = terminal()
    monkeypatch.setattr(progress, "DELAY_SECONDS", 60)
    with reporting(None, 10) as tracker:
        tracker(5)
    assert screen.getvalue() == ""


def test_nothing_is_shown_in_a_pipe_unless_asked_for(quick, drawers, capsys):
    with reporting(None, 10) as tracker:
        tracker(5)
    assert not drawers
    assert capsys.readouterr().err == ""


def test_a_bar_in_a_pipe_that_is_asked_for(quick, monkeypatch):
    monkeypatch.setattr(sys, "stderr", Screen())
    with reporting(True, 10) as tracker:
        tracker(5)
        assert shown(sys.stderr, "5 of 10 roots")


def test_a_switch_turns_it_off(terminal, drawers):
    screen = terminal()
    with reporting(False, 10) as tracker:
        tracker(5)
    assert not drawers
    assert screen.getvalue() == ""


@pytest.mark.parametrize("kernel", [True, False], ids=["notebook", "ipython"])
def test_a_notebook_is_no_terminal_but_somebody_looks_on(
    kernel, quick, drawers, monkeypatch
):
    shell = types.SimpleNamespace(**{"kernel": object()} if kernel else {})
    ipython = types.SimpleNamespace(get_ipython=lambda: shell, version_info=(9,))
    monkeypatch.setattr(sys, "stderr", Screen())
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    with reporting(None, 10) as tracker:
        tracker(5)
        if kernel:
            assert shown(sys.stderr, "5 of 10 roots")
    assert bool(sys.stderr.getvalue()) == bool(drawers) == kernel


def test_without_tqdm_a_bar_that_was_asked_for_is_missed(monkeypatch):
    monkeypatch.setattr(sys, "stderr", Terminal())
    for name in ("tqdm", "tqdm.auto"):
        monkeypatch.setitem(sys.modules, name, None)
    with reporting(None, 10) as tracker:
        tracker(5)
    with pytest.warns(UserWarning, match="pip install tqdm"), reporting(True, 10):
        pass
    assert sys.stderr.getvalue() == ""


def test_a_function_is_told_of_roots_alone():
    seen = []
    with reporting(lambda done, total: seen.append((done, total)), 10) as tracker:
        tracker(3)
        tracker(found=99)
        tracker(0)
        tracker(7, found=1)
    assert seen == [(3, 10), (10, 10)]


@pytest.mark.parametrize("name", CALLS)
def test_a_bar_ends_with_the_call_and_with_an_error(name, terminal, drawers, engine):
    terminal()
    n = CALLS[name](engine=engine)
    assert CALLS[name](engine=engine, progress=True) == n
    batches = cb.iter_maximal_bicliques(FRAME, engine=engine, batch_size=10)
    next(batches)
    batches.close()
    assert len(drawers) >= 3
    assert not any(drawer.is_alive() for drawer in drawers)


@pytest.mark.filterwarnings("ignore")  # those of Dask are not ours to mend
def test_partitions_tell_what_they_have_found(terminal, monkeypatch):
    terminal()
    distributed = pytest.importorskip("distributed")
    dd = pytest.importorskip("dask.dataframe")
    import cugraph_biclique.dask as over_dask

    trackers = []

    class Remembered(progress.Tracker):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            trackers.append(self)

    monkeypatch.setattr(progress, "Tracker", Remembered)
    with distributed.Client(
        processes=False, n_workers=1, threads_per_worker=2, dashboard_address=":0"
    ) as client:
        ddf = dd.from_pandas(FRAME, npartitions=2)
        n = over_dask.maximal_biclique_count(ddf, partitions=3, client=client)
    (tracker,) = (some for some in trackers if some.shows_found)
    assert tracker.found == n
    assert tracker.done == tracker.total


# The log


def lines(caplog):
    assert all(record.name.startswith("cugraph_biclique") for record in caplog.records)
    return [record.getMessage() for record in caplog.records]


def test_stages_of_a_search_are_in_the_log(caplog, engine):
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        n = cb.maximal_biclique_count(FRAME, engine=engine)
    log = "\n".join(lines(caplog))
    assert f"engine: {engine} (requested)" in log
    assert f"{len(FRAME.drop_duplicates()):,} edges" in log
    for stage in ("input", "reduce", "order", "search"):
        assert f"{stage}: begins" in log
        assert f"{stage}: done in " in log
    assert "reduced: " in log
    assert " bicliques, stars not counted" in log
    assert n > 80
    assert all(record.levelno == logging.INFO for record in caplog.records)


def test_a_search_for_cliques_logs_cliques(caplog, engine):
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        n = cb.maximal_clique_count(
            np.array([[0, 1], [0, 2], [1, 2], [2, 3]]), engine=engine
        )
    log = "\n".join(lines(caplog))
    assert f" {n} cliques" in log
    assert "bicliques," not in log


def test_stages_of_a_count_are_in_the_log(caplog, engine):
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        cb.biclique_count(FRAME, 3, 3, engine=engine)
    log = "\n".join(lines(caplog))
    for text in ("engine: ", "reduce: done in ", "reduced: ", "count: done in "):
        assert text in log


def test_the_log_says_why_an_engine_was_taken(caplog):
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        cb.maximal_biclique_count(FRAME)
    (line,) = (line for line in lines(caplog) if line.startswith("engine: "))
    assert line.startswith(
        (
            "engine: cpu (the GPU engine is not available: ",
            "engine: gpu (a usable GPU is present)",
        )
    )


def test_jobs_are_for_those_who_look_close(caplog):
    with caplog.at_level(logging.DEBUG, "cugraph_biclique"):
        cb.maximal_biclique_count(FRAME, engine="cpu")
    jobs = [r for r in caplog.records if r.levelno == logging.DEBUG]
    assert "search: job 1 of " in jobs[0].getMessage()


def test_the_log_is_silent_until_it_is_asked_for(python):
    program = """
import logging, sys
sys.stderr = sys.stdout
import cugraph_biclique as cb
import numpy as np
cb.maximal_biclique_count(np.array([(1, 2), (1, 3)]), engine="cpu", progress=False)
logging.getLogger("cugraph_biclique").error("not shown")
"""
    assert python(program) == ""
