# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Benchmarks that read counters of a device, with texts of profilers in its place."""

import argparse
import csv
import io
import json
import sys
import time
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # for `benchmarks`, which is not installed

import cugraph_biclique as cb  # noqa: E402
import naive  # noqa: E402
from benchmarks import __main__ as entry  # noqa: E402
from benchmarks import energy, load, timeline  # noqa: E402
from benchmarks.shared import profiled_calls, timing  # noqa: E402
from benchmarks.shared.graphs import load as load_graph  # noqa: E402
from benchmarks.shared.profiled_calls import MARK  # noqa: E402
from benchmarks.shared.timing import WrongAnswer  # noqa: E402

WITHOUT_GPU = pytest.mark.skipif(entry.there("a GPU"), reason="there is a GPU")


@WITHOUT_GPU
@pytest.mark.parametrize("name", ["load", "timeline", "energy", "overflow"])
def test_a_machine_without_a_gpu_is_told(name, tmp_path):
    path = tmp_path / "figures.json"
    said = entry.run(name, ["random:left=4,right=3,density=1", f"--output={path}"])
    assert said.startswith(f"{name} needs ")
    assert "a GPU, which this machine lacks" in said
    assert not path.exists()
    with pytest.raises(SystemExit) as ended:
        entry.run(name, ["--help"])
    assert ended.value.code == 0


# Counters of Nsight Compute

HEADER = (
    "ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context",
    "Stream", "Block Size", "Grid Size", "Device", "CC", "Section Name",
    "Metric Name", "Metric Unit", "Metric Value",
)  # fmt: skip
TEST = "cugraph_biclique::search::gpu::narrow::search::test[abi:v1](Array<int, 1>)"
SWEEP = "_ZN16cugraph_biclique5roots5sweepB2v1E5ArrayIxLi1E1C7mutableE"


def report(*launches):
    """The text that ncu writes for launches: a name, and values with their units."""
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(HEADER)
    for number, (name, counters) in enumerate(launches):
        about = [number, 7, "python", "127.0.0.1", name, 1, 7, "(128, 1, 1)"]
        about += ["(1, 1, 1)", 0, "9.0", "Command line profiler metrics"]
        for counter, (value, unit) in counters.items():
            writer.writerow([*about, counter, unit, value])
    return f"==PROF== Connected to process 7\n{text.getvalue()}==PROF== Disconnected\n"


def balance(seconds, average, least, most, elapsed, unit="nsecond"):
    """Counters of the first group."""
    return {
        load.TIME: (seconds, unit),
        f"{load.ACTIVE}.avg": (average, "cycle"),
        f"{load.ACTIVE}.min": (least, "cycle"),
        f"{load.ACTIVE}.max": (most, "cycle"),
        load.CYCLES: (elapsed, "cycle"),
    }


NOTHING = {load.TIME: ("n/a", "nsecond")}
FIRST = report(
    (MARK, balance("900", "1", "1", "1", "9")),
    (TEST, balance("1,000", "600.5", "0", "900", "1,000")),
    (SWEEP, balance("3", "300", "100", "400", "500", "usecond")),
    (TEST, balance("1,000", "399.5", "200", "500", "1,000", "ns")),
    (MARK, NOTHING),
    (SWEEP, balance("0.5", "40", "10", "50", "80", "us")),
)
SECOND = report(
    (MARK, {load.USED: ("1", "%"), load.LOADS: ("5", "inst")}),
    (TEST, {load.USED: ("25", "%"), load.LOADS: ("300", "inst")}),
    (TEST, {load.USED: ("75", "%"), load.LOADS: ("100", "inst")}),
    (SWEEP, {load.USED: ("n/a", "%"), load.LOADS: ("0", "inst")}),
    (MARK, {load.USED: ("n/a", "%"), load.LOADS: ("0", "inst")}),
    (SWEEP, {load.USED: ("50", "%"), load.LOADS: ("8", "inst")}),
)
THIRD = report(
    (MARK, NOTHING),
    (TEST, {load.THREADS: ("640", ""), load.INSTRUCTIONS: ("40", "inst"),
            load.DRAM: ("1.5", "Kbyte")}),
    (TEST, {load.THREADS: ("320", ""), load.INSTRUCTIONS: ("10", "inst"),
            load.DRAM: ("500", "byte")}),
    (MARK, NOTHING),
)  # fmt: skip

NO_MORE = report((MARK, NOTHING), (MARK, NOTHING))


@pytest.fixture
def ncu(monkeypatch):
    """A function that gives the texts or errors of the groups of counters, in turn."""

    def ends_with(*texts, counts=(3, 2), pq=None):
        left = iter(texts)

        def profiled(counters, options, seconds):
            text = next(left, THIRD)
            if isinstance(text, Exception):
                raise text
            return text, list(counts)

        monkeypatch.setattr(load, "profiled", profiled)
        options = argparse.Namespace(graphs=["a", "b"], limit=60, pq=pq)
        return list(load.run(options))

    return ends_with


def test_counters_are_added_by_graph_and_kernel(ncu):
    rows = ncu(FIRST, THIRD, load.Refused("no such counter"), SECOND)
    assert [(r["graph"], r["count"], r["kernel"]) for r in rows] == [
        ("a", 3, "all"), ("a", 3, "sweep"), ("a", 3, "test"),
        ("b", 2, "all"), ("b", 2, "sweep"),
    ]  # fmt: skip
    every, sweep, test, _, other = rows
    assert {row["call"] for row in rows} == {"maximal"}
    assert every["left_out"] == {"memory": "no such counter"}
    assert test["seconds"] == pytest.approx(2e-6)
    assert sweep["seconds"] == pytest.approx(3e-6)
    assert every["seconds"] == pytest.approx(5e-6)
    assert test["busy"] == pytest.approx(1000 / 2000)
    assert test["least_busy"] == pytest.approx(200 / 2000)
    assert test["mean_over_longest"] == pytest.approx(1000 / 1400)
    assert every["busy"] == pytest.approx(1300 / 2500)
    assert test["used"] == pytest.approx((0.25 * 300 + 0.75 * 100) / 400)
    assert sweep["used"] is None
    assert other["used"] == 0.5
    assert other["seconds"] == pytest.approx(5e-7)
    assert test["threads"] == pytest.approx(960 / 50)
    assert test["bytes"] == 2000
    assert sweep["bytes"] is None


def test_counters_of_a_size_name_it(ncu):
    rows = ncu(FIRST, *[NO_MORE] * 3, pq=(2, 3))
    assert {(row["call"], row["graph"], row["count"]) for row in rows} == {
        ("2, 3", "a", 3),
        ("2, 3", "b", 2),
    }


def test_without_the_first_counters_there_is_one_error(ncu):
    with pytest.raises(SystemExit, match="the driver refuses"):
        ncu(load.Refused("the driver refuses"))


FIRST_TEST = TEST, balance("5", "1", "1", "1", "2")


def test_a_report_without_kernels_is_refused(ncu):
    with pytest.raises(WrongAnswer, match="b, no kernel was profiled"):
        ncu(*[report((MARK, NOTHING), FIRST_TEST, (MARK, NOTHING))] * 4)


@pytest.mark.parametrize(
    ("value", "unit", "expected"),
    [
        ("12.5", "%", 0.125),
        ("31.9", "ratio", 31.9),
        ("1,234", "nsecond", 1.234e-6),
        ("1.5", "usecond", 1.5e-6),
        ("2", "ms", 2e-3),
        ("3", "second", 3),
        ("3", "s", 3),
        ("7", "byte", 7),
        ("7", "Mbyte", 7e6),
        ("5", "inst", 5),
        ("5", "sector/request", 5),
        ("n/a", "%", None),
    ],
)
def test_values_have_their_base_unit(value, unit, expected):
    assert load.in_base_unit(value, unit) == (expected and pytest.approx(expected))


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        (TEST, "test"),
        (SWEEP, "sweep"),
        ("void at::native::reduce<int>(int)", "reduce"),
        ("next_graph", "next_graph"),
        ("cupy_copy__int32", "cupy_copy__int32"),
    ],
)
def test_kernels_have_short_names(kernel, name):
    assert load.short_name(kernel) == name


# What a program in the place of ncu does: it has the options of ncu before the process.
STAND_IN = """#!{python}
import pathlib, sys, time
words = sys.argv[1:]
log = words[words.index("--log-file") + 1]
assert words[-4:] == ["benchmarks.shared.profiled_calls", "maximal", "a", "b"]
{does}
"""


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("pathlib.Path(log).write_text('==ERROR== ERR_NVGPUCTRPERM - no'); sys.exit(1)",
         "refuses performance counters to this user .* Run as an administrator"),
        ("print('3\\n2'); pathlib.Path(log).write_text('==WARNING== No kernels')",
         "ended with 0, without counters: .*No kernels"),
        ("sys.exit('Failed to find metric x')", "ended with 1, .*to find metric"),
        ("time.sleep(60)", r"did not end within the limit\. Pass a longer --limit"),
        (None, "there is no program '.*'. Install Nsight Compute"),
    ],
)  # fmt: skip
def test_a_profiler_that_gives_nothing_says_why(does, said, tmp_path):
    script = tmp_path / "ncu"
    if does:
        script.write_text(STAND_IN.format(python=sys.executable, does=does))
        script.chmod(0o755)
    limit = 0.5 if does and "sleep" in does else 60
    options = argparse.Namespace(ncu=str(script), graphs=["a", "b"], pq=None)
    with pytest.raises(load.Refused, match=said):
        load.profiled(["x"], options, limit)


def test_a_profiler_gives_its_report_and_the_counts(tmp_path):
    script = tmp_path / "ncu"
    does = f"print('3\\n2'); pathlib.Path(log).write_text({FIRST!r})"
    script.write_text(STAND_IN.format(python=sys.executable, does=does))
    script.chmod(0o755)
    options = argparse.Namespace(ncu=str(script), graphs=["a", "b"], pq=None)
    assert load.profiled(["x"], options, 60) == (FIRST.replace("\r\n", "\n"), [3, 2])


# The trace of PyTorch


def event(cat, name, ts, dur, **about):
    """A complete event of a trace, in microseconds."""
    return {"ph": "X", "cat": cat, "name": name, "ts": ts, "dur": dur, "args": about}


TRACE = json.dumps(
    {
        "traceEvents": [
            event("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", 100, 20, bytes=64),
            event("kernel", "test", 120, 40, grid=[66, 1, 1]),
            event("kernel", "sweep", 140, 40, grid=[33, 2, 1]),
            event("gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", 280, 20, bytes=8),
            event("gpu_memcpy", "Memcpy DtoD (Device -> Device)", 200, 80, bytes=99),
            event("cpu_op", "aten::add", 0, 999),
            {"ph": "M", "name": "process_name"},
        ]
    }
)


def test_shares_are_those_of_the_time_in_which_something_runs():
    figures = timeline.figures(timeline.events_of(TRACE), 400e-6, 132)
    assert figures["kernels"] == 2
    assert figures["in_kernels"] == pytest.approx(60 / 400)
    assert figures["in_copies_to_device"] == pytest.approx(20 / 400)
    assert figures["in_copies_to_host"] == pytest.approx(20 / 400)
    assert (figures["bytes_to_device"], figures["bytes_to_host"]) == (64, 8)
    assert figures["span"] == pytest.approx(200e-6)
    # Twenty parts of 10 us: one kernel with half the blocks, both, and the other one.
    active = [0] * 2 + [0.5] * 2 + [1] * 2 + [0.5] * 2 + [0] * 12
    assert figures["most_active"] == pytest.approx(active, abs=1e-6)


def test_a_trace_without_kernels_is_refused():
    copies = [e for e in timeline.events_of(TRACE) if e["kind"] != "kernel"]
    with pytest.raises(WrongAnswer, match="recorded no kernel"):
        timeline.figures(copies, 1e-3, 132)


# Energy


def test_energy_is_that_of_one_call_and_idle_power_is_subtracted(monkeypatch):
    now = [0.0]
    watts = {"now": 100.0}
    used = [0.0]

    def spend(seconds, power):
        now[0] += seconds
        used[0] += seconds * power

    def call():
        spend(0.5, 300.0)
        return 2_000_000

    monkeypatch.setattr(time, "sleep", lambda seconds: spend(seconds, watts["now"]))
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    options = argparse.Namespace(seconds=2.0, repeat=3)
    row = energy.row("graph", call, lambda: used[0], options)
    assert row["idle_watts"] == pytest.approx(100)
    assert row["call"]["seconds"] == pytest.approx(0.5)
    assert row["joules"] == pytest.approx(150)
    assert row["above_idle"] == pytest.approx(100)
    assert row["joules_per_million"] == pytest.approx(75)
    assert row["above_idle_per_million"] == pytest.approx(50)
    assert row["all_joules"] == pytest.approx([150] * 3)


def test_a_repetition_with_another_count_is_refused():
    counts = iter(range(99))
    options = argparse.Namespace(seconds=0.0, repeat=1)
    with pytest.raises(WrongAnswer, match="graph, repetitions"):
        energy.row("graph", lambda: next(counts), time.perf_counter, options)


# Whole runs, with a count of cores in the place of a device

GRAPH = "random:left=12,right=9,density=0.5"


def options_of(program, *words):
    """The arguments of a run."""
    parser = argparse.ArgumentParser()
    program.add_arguments(parser)
    return parser.parse_args([GRAPH, *words])


@pytest.fixture
def on_cores(monkeypatch):
    """Calls for a GPU use cores."""
    counted = partial(cb.maximal_biclique_count, engine="cpu")
    of_size = partial(cb.biclique_count, engine="cpu")
    monkeypatch.setattr(timing, "wait_for", lambda engine: None)
    monkeypatch.setattr(energy, "on_engine", lambda edges, engine: edges)
    monkeypatch.setattr(cb, "maximal_biclique_count", lambda G, engine: counted(G))
    monkeypatch.setattr(cb, "biclique_count", lambda G, p, q, engine: of_size(G, p, q))


def test_a_time_line_has_both_calls(on_cores, monkeypatch):
    calls = dict.fromkeys(("count", "list"), lambda edges: len(edges))
    events = timeline.events_of(TRACE)
    seconds = iter([9.0, 3e-4, 4e-4, 5e-4] * 2)  # the first run is left out
    monkeypatch.setattr(timeline, "CALLS", calls)
    monkeypatch.setattr(timeline, "multiprocessors", lambda: 132)
    monkeypatch.setattr(timeline, "profiled", lambda *_: (next(seconds), events))
    rows = list(timeline.run(options_of(timeline, "--repeat", "3")))
    assert [row["call"] for row in rows] == ["count", "list"]
    for row in rows:
        assert row["profiled_seconds"] == 4e-4
        assert row["in_kernels"] == pytest.approx(0.15)
        assert len(row["seconds"]["repetitions"]) == 3
        json.dumps(row)


def test_energy_is_measured_for_each_graph(on_cores, monkeypatch):
    monkeypatch.setattr(energy, "meter", lambda: time.perf_counter)  # a watt
    words = "--repeat", "2", "--seconds", "0.01"
    (row,) = energy.run(options_of(energy, *words))
    assert row["maximal"] > 0
    assert row["idle_watts"] == pytest.approx(1, rel=0.3)
    assert row["joules"] > 0
    assert len(row["call"]["repetitions"]) == 2
    json.dumps(row)


@pytest.mark.parametrize("call", ["maximal", "2, 3"])
def test_the_profiled_process_marks_and_prints_each_count(
    call, on_cores, monkeypatch, capsys
):
    from contextlib import nullcontext
    from types import SimpleNamespace

    launched = []
    kernel = SimpleNamespace(
        RawKernel=lambda text, name: lambda *_: launched.append(name),
        asarray=lambda values: values,
    )
    monkeypatch.setitem(sys.modules, "cupy", kernel)
    profiler = SimpleNamespace(profile=nullcontext)
    monkeypatch.setitem(sys.modules, "cupyx", SimpleNamespace(profiler=profiler))
    monkeypatch.setitem(sys.modules, "cupyx.profiler", profiler)
    profiled_calls.main(call, [GRAPH, GRAPH])
    first, second = capsys.readouterr().out.split()
    edges = load_graph(GRAPH).itertuples(index=False, name=None)
    if call == "maximal":
        expected = len(naive.maximal_bicliques(list(edges)))
    else:
        expected = naive.biclique_count(list(edges), 2, 3)
    assert first == second == str(expected)
    assert launched == [MARK] * 3
