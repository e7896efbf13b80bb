# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Runs a case of a table: the call, and the same from a shell, have its outcome."""

import importlib
import json
import logging
import re
import warnings

import pytest

import cugraph_biclique as cb
import truth
from cugraph_biclique.cli import main

for package in ("networkx", "polars", "pyarrow", "scipy"):  # for the tables
    pytest.importorskip(package)


def cases_of(tables, kind="CASES"):
    """The cases of some tables, as parameters of a test."""
    return [
        pytest.param(case, id=f"{name}: {case.name}")
        for name in tables
        for case in getattr(importlib.import_module(f"truth.{name}"), kind, ())
    ]


def run(case, folder, caplog, capsys):
    """See that a case has its outcome."""
    if isinstance(case, truth.FileCase):
        run_file_case(case, folder, caplog, capsys)
    else:
        run_call_case(case, folder)


def pattern(message):
    """A pattern for a whole message, an ellipsis of which may be anything."""
    return ".*".join(map(re.escape, message.split("…")))


def exact(value):
    """A value beside its type, and each of its parts beside theirs."""
    if isinstance(value, dict):
        return {exact(key): exact(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return type(value), tuple(map(exact, value))
    return type(value), value


def edges_in(frame):
    """The edges of a frame, with labels as Python has them."""
    columns = [frame.iloc[:, place].tolist() for place in range(2)]
    return list(zip(*columns, strict=True))


def flags(options):
    """Arguments of `read_edges` as options of the shell."""
    for name, value in options.items():
        option = "--input-format" if name == "format" else f"--{name.replace('_', '-')}"
        if isinstance(value, bool):
            yield option if value else f"--no-{option[2:]}"
        else:
            yield f"{option}={value}"


def refused(call, outcome, folder):
    """See that a call raises this error, and no other."""
    with pytest.raises(Exception) as raised:
        call()
    assert type(raised.value) is outcome.kind, raised.value
    message = str(raised.value).replace(f"{folder}/", "")
    assert re.fullmatch(pattern(outcome.message), message, re.DOTALL), message


def read(case, folder, reading, caplog, capsys):
    """See that both the Python call and the shell find these edges."""
    paths = paths_of(case, folder)
    options = case.options | reading.options
    caplog.clear()
    with caplog.at_level(logging.INFO, "cugraph_biclique"):
        frame = cb.read_edges(paths, **options)
    assert exact(edges_in(frame)) == exact(reading.edges)
    assert reading.said in "\n".join(r.getMessage() for r in caplog.records)
    assert main(["enumerate", *paths, *flags(options)]) == 0
    out, err = capsys.readouterr()
    assert reading.said in err
    assert case.told in err
    found = [json.loads(line) for line in out.splitlines()]
    edges = {
        (left, right)
        for biclique in found
        for left in biclique["left"]
        for right in biclique["right"]
    }
    assert edges == {tuple(map(in_json, edge)) for edge in reading.edges}


def in_json(label):
    return label if isinstance(label, int | float | str) else str(label)


def paths_of(case, folder):
    names = [case.argument] if case.argument else case.files
    return [str(folder / name) for name in names]


def run_file_case(case, folder, caplog, capsys):
    for name, content in case.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(path)
        else:
            path.write_bytes(content.encode() if isinstance(content, str) else content)
    if isinstance(case.outcome, truth.Refused):
        paths = paths_of(case, folder)
        refused(lambda: cb.read_edges(paths, **case.options), case.outcome, folder)
        assert main(["enumerate", *paths, *flags(case.options)]) == 1
        assert case.told in capsys.readouterr().err
    else:
        reading = truth.Reading({}, case.outcome, case.said)
        read(case, folder, reading, caplog, capsys)
    for reading in case.readings:
        read(case._replace(told=""), folder, reading, caplog, capsys)


def run_call_case(case, folder):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        if isinstance(case.outcome, truth.Refused):
            refused(case.call, case.outcome, folder)
        else:
            assert exact(case.call()) == exact(case.outcome)
    said = [str(warning.message) for warning in caught]
    if case.warned:
        assert any(case.warned in message for message in said), said
    else:
        assert not said
