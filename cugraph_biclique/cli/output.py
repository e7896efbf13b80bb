# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Where results go, and as what: JSON lines, CSV or Parquet.

A file is there once it is whole: until then it has a name with a dot in front.
"""

from __future__ import annotations

import argparse
import codecs
import csv
import gzip
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import pairwise
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, cast

import numpy as np
import pandas as pd

from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.datasets.whole_files import new_file
from cugraph_biclique.graph import BipartiteGraph
from cugraph_biclique.results import Bicliques, parquet
from cugraph_biclique.results.bicliques import Members

FORMATS = ("jsonl", "csv", "parquet")
TEXT = "text"  # for people: what is no table unless that is asked for
ENDINGS = {f".{name}": name for name in FORMATS} | {".ndjson": "jsonl"}
GZIP_LEVEL = 6  # as gzip itself; Python's 9 takes several times as long
CSV_END = "\r\n"
SHOWN = 80  # characters of a label that an error message repeats
LARGEST = 2**63 - 1  # integer that a column of Parquet holds
TO_JSON = json.JSONEncoder(default=str, ensure_ascii=False, allow_nan=False)
TO_ASCII = json.JSONEncoder(default=str, allow_nan=False)


class Target(NamedTuple):
    """Where the results of a command go."""

    path: Path | None  # None is standard output
    format: str
    folder: bool = False

    @property
    def compressed(self) -> bool:
        """Whether it is a gzipped text file."""
        return self.path is not None and self.path.suffix == ".gz"


def target_of(
    options: argparse.Namespace, default: str, folders: bool = False
) -> Target:
    """Where and as what to write, by ``-o`` and ``--format``; `folders` may be named
    where data sets of many files are known. What cannot be written is refused here,
    before the work."""
    target = _target(options.output, options.format, default, folders)
    if target.format == "parquet":
        parquet.pyarrow()
    where = target.path
    if where is not None and where.exists() and Path(options.file).exists():
        if where.samefile(options.file):
            raise UsageError(f"-o {where} is the file of the graph: name another")
    return target


def _target(
    output: str | None, asked: str | None, default: str, folders: bool
) -> Target:
    if output == "":
        raise UsageError("-o '' names no file: pass a name, or - for standard output")
    if output in (None, "-"):
        return Target(None, asked or default)
    path = Path(output)
    by_name = ENDINGS.get(Path(output.removesuffix(".gz")).suffix)
    is_folder = path.is_dir() or output.endswith(("/", os.sep))
    if is_folder and not folders:
        raise UsageError(f"-o {output} is a folder: name a file")
    if is_folder or (folders and not path.suffix and asked in (None, "parquet")):
        if asked not in (None, "parquet"):
            raise UsageError(
                f"-o {output} is a folder, and --format {asked} makes one file: name "
                "that, or leave --format out for a Parquet data set"
            )
        return Target(path, "parquet", folder=True)
    target = Target(path, asked or by_name or default)
    if asked is None and by_name is None and default != TEXT:
        folder = ", in / for a folder of Parquet files" * folders
        raise UsageError(
            f"-o {output} does not tell its format by its ending: end it in .jsonl, "
            f".csv or .parquet{folder}, or pass --format"
        )
    if target.compressed and target.format == "parquet":
        raise UsageError(f"-o {output}: Parquet is compressed by itself, leave .gz out")
    if not path.parent.is_dir():
        raise UsageError(f"-o {output}: no folder {path.parent}, make it first")
    return target


@contextmanager
def opened(target: Target) -> Iterator[IO[Any]]:
    """A stream to write to: of bytes for Parquet, of text for all else."""
    binary = target.format == "parquet"
    if target.path is None:
        if binary and sys.stdout.isatty():
            raise UsageError(
                "Parquet is nothing to read in a terminal: name a file with -o, or "
                "redirect standard output"
            )
        yield sys.stdout.buffer if binary else sys.stdout
    elif target.path.exists() and not target.path.is_file():
        with target.path.open("wb") as pipe, _encoded(pipe, target) as out:
            yield out
    else:
        with new_file(target.path, shared=True) as file, _encoded(file, target) as out:
            yield out


@contextmanager
def _encoded(raw: BinaryIO, target: Target) -> Iterator[IO[Any]]:
    """What to write to, so that it comes to the file as the target asks."""
    if target.format == "parquet":
        yield raw
        return
    with ExitStack() as stack:
        if target.compressed:
            name = target.path.name if target.path else ""
            zipped = gzip.GzipFile(name, "wb", GZIP_LEVEL, raw, mtime=0)  # no clock
            raw = cast("BinaryIO", stack.enter_context(zipped))
        text = io.TextIOWrapper(raw, encoding="utf-8", newline="")
        stack.callback(text.detach)  # which writes what is left, and closes nothing
        yield text


def write_table(frame: pd.DataFrame, target: Target) -> None:
    """Write a small frame of numbers."""
    with opened(target) as out:
        if target.format == "csv":
            frame.to_csv(out, index=False)
        elif target.format == "jsonl":
            out.writelines(json.dumps(row) + "\n" for row in frame.to_dict("records"))
        else:
            pa = parquet.pyarrow()
            table = {name: _column(frame[name]) for name in frame}
            pa.parquet.write_table(pa.table(table), out)


def _column(column: pd.Series) -> np.ndarray | list[str]:
    """Numbers as 64-bit integers, or as text if one of them is larger."""
    if column.dtype != object:
        return column.to_numpy()
    if column.max() > LARGEST:
        return column.map(str).tolist()
    return column.to_numpy(np.int64)


def write_bicliques(
    batches: Iterable[Bicliques], graph: BipartiteGraph, target: Target
) -> int:
    """Write bicliques as they are found; returns how many."""
    write = {"jsonl": _write_jsonl, "csv": _write_csv, "parquet": _write_parquet}
    with opened(target) as out:
        return write[target.format](batches, graph, out)


class _Texts:
    """The labels of a side as text, each made once, when it is first needed."""

    def __init__(
        self, labels: pd.Index | np.ndarray, text_of: Callable[[Any], str]
    ) -> None:
        self.labels = labels
        self.text_of = text_of
        self.texts = np.empty(len(labels), object)
        self.made = np.zeros(len(labels), bool)

    def of(self, offsets: np.ndarray, members: np.ndarray) -> Iterator[list[str]]:
        """The members of each biclique."""
        new = np.unique(members[~self.made[members]])
        made = map(self.text_of, self.labels.take(new).tolist())
        self.texts[new] = np.fromiter(made, object, len(new))
        self.made[new] = True
        flat = self.texts[members].tolist()
        for first, last in pairwise(offsets.tolist()):
            yield flat[first:last]


def _members_as_text(
    batches: Iterable[Bicliques], graph: BipartiteGraph, text_of: Callable[[Any], str]
) -> Iterator[Iterable[tuple[list[str], list[str]]]]:
    """Both sides of the bicliques, some at a time."""
    graph = graph.with_host_labels()
    lefts = _Texts(graph.left_labels, text_of)
    rights = _Texts(graph.right_labels, text_of)
    for batch in batches:
        for offsets, left, right_offsets, right in batch._members_on_host():
            yield zip(
                lefts.of(offsets, left), rights.of(right_offsets, right), strict=True
            )


def _write_jsonl(
    batches: Iterable[Bicliques], graph: BipartiteGraph, out: IO[Any]
) -> int:
    """A line a biclique."""
    n = 0
    text_of = _json if _is_utf8(out) else _ascii_json
    for some in _members_as_text(batches, graph, text_of):
        lines = [
            f'{{"left": [{", ".join(left)}], "right": [{", ".join(right)}]}}\n'
            for left, right in some
        ]
        out.writelines(lines)
        n += len(lines)
    return n


def _is_utf8(out: IO[Any]) -> bool:
    return codecs.lookup(getattr(out, "encoding", None) or "utf-8").name == "utf-8"


def _json(label: Any) -> str:
    """A label in JSON; text, where JSON has no form for it."""
    text = _json_by(TO_JSON, label)
    # UTF-8 has no lone surrogates, and JSON has escapes for them.
    return text if _is_encodable(text) else _ascii_json(label)


def _ascii_json(label: Any) -> str:
    return _json_by(TO_ASCII, label)


def _json_by(encoder: json.JSONEncoder, label: Any) -> str:
    try:
        return encoder.encode(label)
    except ValueError:  # an infinity
        return encoder.encode(str(label))


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _write_csv(
    batches: Iterable[Bicliques], graph: BipartiteGraph, out: IO[Any]
) -> int:
    """A row a member, which other tables can be joined to."""
    graph = graph.with_host_labels()
    _refuse_for_csv("left", graph.left_labels)
    _refuse_for_csv("right", graph.right_labels)
    out.write("biclique,side,vertex\n")
    n = 0
    for some in _members_as_text(batches, graph, _csv):
        for left, right in some:
            out.write(_rows(f"{n},left,", left))
            out.write(_rows(f"{n},right,", right))
            n += 1
    return n


def _rows(start: str, vertices: list[str]) -> str:
    """A line for each, all of which start the same."""
    return start + f"\n{start}".join(vertices) + "\n"


def _csv(label: Any) -> str:
    """A label as a field of CSV, in quotes where it needs them."""
    row = io.StringIO(newline="")
    # Both signs of the line end are put in quotes: readers take either for one.
    csv.writer(row, lineterminator=CSV_END).writerow(["", label])
    return row.getvalue()[1 : -len(CSV_END)]


def _refuse_for_csv(side: str, labels: pd.Index | np.ndarray) -> None:
    """Refuse, before the work, labels that readers of CSV would not get back."""
    if labels.dtype.kind in "iufbM":
        return
    for label in labels:
        text = str(label)
        if "\0" in text or not _is_encodable(text):
            raise ValueError(
                f"the {side} label {text[:SHOWN]!r} has a character that CSV cannot "
                "hold: write --format jsonl"
            )


def _write_parquet(
    batches: Iterable[Bicliques], graph: BipartiteGraph, out: IO[Any]
) -> int:
    """A row a biclique, its members as lists."""
    part = parquet.PartWriter(graph)
    nothing = np.zeros(1, np.int64), np.zeros(0, np.int32)
    empty = part.table(Members(*nothing, *nothing), 0)
    n = 0
    with parquet.pyarrow().parquet.ParquetWriter(out, empty.schema) as file:
        for batch in batches:
            for some in batch.iter_batches(parquet.ROWS_PER_GROUP):
                file.write_table(part.table(some._members(), n))
                n += len(some)
    return n
