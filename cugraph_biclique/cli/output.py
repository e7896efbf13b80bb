# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Output of results: JSON lines, CSV or Parquet, to a file or to standard output.

A file appears under its name once it is complete. Until then its name starts with a
dot.
"""

from __future__ import annotations

import argparse
import codecs
import gzip
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import chain, islice, pairwise, repeat
from math import isfinite
from pathlib import Path
from typing import IO, Any, BinaryIO, NamedTuple, cast

import numpy as np
import pandas as pd

from cugraph_biclique.cli.csv_fields import (
    is_encodable,
    maker_of_fields,
    refuse_for_csv,
    write_frame,
)
from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.tables import write_aligned
from cugraph_biclique.cli.terminal import escaping
from cugraph_biclique.datasets.stores import Place, StorePath, place_of
from cugraph_biclique.datasets.whole_files import new_file, partial_of
from cugraph_biclique.graph.bipartite import BipartiteGraph
from cugraph_biclique.host.arrays import to_host
from cugraph_biclique.results import Bicliques, parquet
from cugraph_biclique.results.cliques import Cliques
from cugraph_biclique.results.scores import WHOLE, Score

FORMATS = ("jsonl", "csv", "parquet")
TEXT = "text"  # for people: the default format of single numbers
TABLE = "table"  # for people: tables in a terminal, unless --format asks for another
ENDINGS = {f".{name}": name for name in FORMATS} | {".ndjson": "jsonl"}
TEXT_ENDINGS = ("", ".txt")  # another one may promise a format with all members
LABELS = ("vertex", "left", "right")  # columns of tables, with labels of the caller
GZIP_LEVEL = 6  # the default of gzip; Python's default of 9 takes several times as long
SCORE = "score"  # the column of a score whose own name is that of the members
LARGEST = 2**63 - 1  # largest integer of a Parquet column
TO_JSON = json.JSONEncoder(default=str, ensure_ascii=False, allow_nan=False)
TO_ASCII = json.JSONEncoder(default=str, allow_nan=False)


class Target(NamedTuple):
    """Destination and format of the results of a command."""

    path: Place | None  # None is standard output
    format: str
    folder: bool = False
    for_spreadsheets: bool = False  # whether no label of a CSV becomes a formula

    @property
    def compressed(self) -> bool:
        """Whether the target is a gzipped text file."""
        return self.path is not None and self.path.suffix == ".gz"


def target_of(
    options: argparse.Namespace, default: str, folders: bool = False
) -> Target:
    """Return the target that ``-o`` and ``--format`` name.

    `folders` says that ``-o`` may name a folder, for a data set of several files. A
    target that cannot be written raises an error here, before the work.
    """
    target = _target(options.output, options.format, default, folders)
    if target.format == "parquet":
        parquet.pyarrow()
    if getattr(options, "spreadsheet_safe", False):
        if target.format not in ("csv", TABLE):
            raise UsageError(
                f"--spreadsheet-safe concerns CSV, but the output is {target.format}: "
                "pass --format csv, or leave --spreadsheet-safe out"
            )
        target = target._replace(for_spreadsheets=True)
    where = target.path
    if where is not None and where.exists():
        if any(_is_same(where, place_of(file)) for file in options.file):
            raise UsageError(f"-o {where} is the input file: pass another file name")
    return target


def _is_same(target: Place, file: Place) -> bool:
    """Whether both are the same existing file."""
    if isinstance(target, StorePath) or isinstance(file, StorePath):
        return target == file
    return file.exists() and target.samefile(file)


def _target(
    output: str | None, asked: str | None, default: str, folders: bool
) -> Target:
    if output == "":
        raise UsageError(
            "-o '' is not a file name: pass a file name, or - for standard output"
        )
    if output in (None, "-"):
        if asked is None and default == "csv" and sys.stdout.isatty():
            return Target(None, TABLE)
        return Target(None, asked or default)
    path = place_of(output)
    ending = Path(path.name.removesuffix(".gz")).suffix
    by_name = ENDINGS.get(ending)
    is_folder = path.is_dir() or output.endswith(("/", os.sep))
    if is_folder and not folders:
        raise UsageError(f"-o {output} is a folder: pass a file name")
    plain = not path.suffix and default != TEXT  # text needs no ending
    if is_folder or (folders and plain and asked in (None, "parquet")):
        if asked not in (None, "parquet"):
            raise UsageError(
                f"-o {output} is a folder, but --format {asked} writes a single file: "
                "pass a file name, or leave --format out to write a Parquet data set"
            )
        return Target(path, "parquet", folder=True)
    target = Target(path, asked or by_name or default)
    is_text = default == TEXT and ending in TEXT_ENDINGS
    if asked is None and by_name is None and not is_text:
        folder = ", a final / for a folder of Parquet files" * folders
        text = ", .txt for text" * (default == TEXT)
        raise UsageError(
            f"-o {output} has no known file extension: use .jsonl, .csv or "
            f".parquet{folder}{text}, or pass --format"
        )
    if target.compressed and target.format == "parquet":
        raise UsageError(f"-o {output} would compress Parquet twice: leave .gz out")
    if isinstance(path, StorePath):
        with partial_of(path).passing(b""):
            pass  # fail early, as the work may take long
    elif not path.parent.is_dir():
        raise UsageError(
            f"-o {output} is in folder {path.parent}, which does not exist: create it "
            "first"
        )
    return target


@contextmanager
def opened(target: Target) -> Iterator[IO[Any]]:
    """Open a target as a stream of bytes for Parquet, and of text otherwise."""
    binary = target.format == "parquet"
    if target.path is None:
        if binary and sys.stdout.isatty():
            raise UsageError(
                "Parquet is a binary format and is not written to a terminal: pass a "
                "file name with -o, or redirect standard output"
            )
        yield sys.stdout.buffer if binary else escaping(sys.stdout)
    elif isinstance(target.path, Path) and _is_pipe(target.path):
        # Without O_CREAT and O_TRUNC, a file that takes its place stays as it is.
        handle = os.open(target.path, os.O_WRONLY)
        with open(handle, "wb") as pipe, _encoded(pipe, target) as out:
            yield out
    else:
        with new_file(target.path, shared=True) as file, _encoded(file, target) as out:
            yield out


def _is_pipe(path: Path) -> bool:
    """Whether a path exists and is no plain file, such as a pipe."""
    return path.exists() and not path.is_file()


@contextmanager
def _encoded(raw: BinaryIO, target: Target) -> Iterator[IO[Any]]:
    """Wrap a binary stream with the encoding and the compression of the target."""
    if target.format == "parquet":
        yield raw
        return
    with ExitStack() as stack:
        if target.compressed:
            name = target.path.name if target.path else ""
            # Without a time stamp, so that equal results give equal files.
            zipped = gzip.GzipFile(name, "wb", GZIP_LEVEL, raw, mtime=0)
            raw = cast("BinaryIO", stack.enter_context(zipped))
        text = io.TextIOWrapper(raw, encoding="utf-8", newline="")
        stack.callback(text.detach)  # flushes, and leaves `raw` open
        yield text


def write_table(frame: pd.DataFrame, target: Target) -> None:
    """Write a frame of numbers, and of labels."""
    with opened(target) as out:
        if target.format == TABLE:
            write_aligned(frame, out)
        elif target.format == "csv":
            write_frame(frame, out, maker_of_fields(target.for_spreadsheets))
        elif target.format == "jsonl":
            text_of = _json if _is_utf8(out) else _ascii_json
            names = [_ascii_json(name) for name in frame]
            columns = [
                map(_text_in(str(name), text_of), frame[name].tolist())
                for name in frame
            ]
            for row in zip(*columns, strict=True):
                fields = (f"{name}: {x}" for name, x in zip(names, row, strict=True))
                out.write(f"{{{', '.join(fields)}}}\n")
        else:
            pa = parquet.pyarrow()
            table = {name: _column(frame[name]) for name in frame}
            pa.parquet.write_table(pa.table(table), out)


def write_labels(frame: pd.DataFrame, sides: dict[Any, str], target: Target) -> None:
    """Write a frame with columns of labels. `sides`: the side of each of them."""
    if target.format == "csv":
        for column, side in sides.items():
            refuse_for_csv(side, pd.Index(frame[column].unique()))
    write_table(frame, target)


def _column(column: pd.Series) -> Any:
    """A column for Parquet: integers as text if one of them has more than 64 bits."""
    if column.dtype != object or not isinstance(column.iloc[:1].max(), int):
        return column
    if column.max() > LARGEST:
        return column.map(str).tolist()
    return column.to_numpy(np.int64)


class Layout(NamedTuple):
    """What is written: the kind of a row, the labels of its lists, and the writer of
    Parquet."""

    kind: str
    labels: dict[str, pd.Index | np.ndarray]
    writer: Callable[[], parquet.ListWriter]


def _layout_of(graph: BipartiteGraph) -> Layout:
    host = graph.with_host_labels()
    labels = {"left": host.left_labels, "right": host.right_labels}
    return Layout("biclique", labels, lambda: parquet.PartWriter(host))


def write_bicliques(
    batches: Iterable[Bicliques],
    graph: BipartiteGraph,
    target: Target,
    by: Score | None = None,
) -> int:
    """Write bicliques as they are found, with a score if `by` names one, and return
    their number."""
    return _write(batches, _layout_of(graph), target, by)


def write_cliques(
    batches: Iterable[Cliques], labels: pd.Index | np.ndarray, target: Target
) -> int:
    """Write cliques as they are found, and return their number."""
    writer = partial(parquet.CliqueWriter, labels)
    return _write(batches, Layout("clique", {"vertices": labels}, writer), target)


def _write(
    batches: Iterable[Any], layout: Layout, target: Target, by: Score | None = None
) -> int:
    text_of = maker_of_fields(target.for_spreadsheets)
    write_csv = partial(_write_csv, text_of=text_of)
    write: dict[str, Callable[..., int]]
    write = {"jsonl": _write_jsonl, "csv": write_csv, "parquet": _write_parquet}
    with opened(target) as out:
        return write[target.format](batches, layout, by, out)


def score_name(by: Score) -> str:
    """The name of a score in an output, where ``left`` and ``right`` are members."""
    return SCORE if by in ("left", "right") else by


def scores_of(found: Bicliques, by: Score) -> np.ndarray:
    """The scores of some bicliques, in host memory."""
    return to_host(found.scores(by).to_numpy())


class _Texts:
    """The labels of a side as text, each converted once, on first use."""

    def __init__(
        self, labels: pd.Index | np.ndarray, text_of: Callable[[Any], str]
    ) -> None:
        self.labels = labels
        self.text_of = text_of
        self.texts = np.empty(len(labels), object)
        self.made = np.zeros(len(labels), bool)

    def of(self, offsets: np.ndarray, members: np.ndarray) -> Iterator[list[str]]:
        """Yield each list of members as text."""
        new = np.unique(members[~self.made[members]])
        made = map(self.text_of, self.labels.take(new).tolist())
        self.texts[new] = np.fromiter(made, object, len(new))
        self.made[new] = True
        flat = self.texts[members].tolist()
        for first, last in pairwise(offsets.tolist()):
            yield flat[first:last]


def members_as_text(
    batches: Iterable[Bicliques],
    graph: BipartiteGraph,
    text_of: Callable[[Any], str],
) -> Iterator[tuple[list[str], list[str]]]:
    """Yield both sides of the bicliques as text."""
    for _, left, right in _columns_as_text(batches, _layout_of(graph), text_of, None):
        yield from zip(left, right, strict=True)


def _columns_as_text(
    batches: Iterable[Any],
    layout: Layout,
    text_of: Callable[[Any], str],
    by: Score | None,
) -> Iterator[list[Iterator[Any]]]:
    """Yield the columns of some rows at a time: the score, or an empty text if `by` is
    None, then each list of members as texts."""
    texts = [_Texts(labels, text_of) for labels in layout.labels.values()]
    for batch in batches:
        score = map(str, scores_of(batch, by).tolist()) if by else repeat("")
        for arrays in batch._members_on_host():
            some = islice(score, len(arrays[0]) - 1)
            yield [some, *map(_Texts.of, texts, arrays[::2], arrays[1::2])]


def _write_jsonl(
    batches: Iterable[Any], layout: Layout, by: Score | None, out: IO[Any]
) -> int:
    """Write one line per row."""
    n = 0
    text_of = _json if _is_utf8(out) else _ascii_json
    start = f'"{score_name(by)}": %s, ' if by else "%s"
    lists = ", ".join(f'"{name}": [%s]' for name in layout.labels)
    line = f"{{{start}{lists}}}\n"
    for score, *columns in _columns_as_text(batches, layout, text_of, by):
        if by:
            score = map(_number, map(float, score)) if by not in WHOLE else score
        joined = [map(", ".join, column) for column in columns]
        lines = [line % row for row in zip(score, *joined, strict=True)]
        out.writelines(lines)
        n += len(lines)
    return n


def _text_in(name: str, text_of: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return how a column of a table becomes JSON: its labels, or its numbers."""

    def text(value: Any) -> str:
        is_number = isinstance(value, float) and name not in LABELS
        return _number(value) if is_number else text_of(value)

    return text


def _number(value: float) -> str:
    """A number in JSON; null if it is infinite or NaN, which JSON does not have."""
    return repr(value) if isfinite(value) else "null"


def _is_utf8(out: IO[Any]) -> bool:
    return codecs.lookup(getattr(out, "encoding", None) or "utf-8").name == "utf-8"


def _json(label: Any) -> str:
    """A label in JSON, as a string if JSON has no type for it."""
    text = _json_by(TO_JSON, label)
    # UTF-8 cannot encode lone surrogates, but JSON can escape them.
    return text if is_encodable(text) else _ascii_json(label)


def _ascii_json(label: Any) -> str:
    return _json_by(TO_ASCII, label)


def _json_by(encoder: json.JSONEncoder, label: Any) -> str:
    try:
        return encoder.encode(label)
    except ValueError:  # a label: JSON has no infinity
        return encoder.encode(str(label))


def _write_csv(
    batches: Iterable[Any],
    layout: Layout,
    by: Score | None,
    out: IO[Any],
    text_of: Callable[[Any], str],
) -> int:
    """Write one row per member, so that other tables can be joined."""
    sided = len(layout.labels) > 1
    for name, labels in layout.labels.items():
        refuse_for_csv(name if sided else "vertex", labels)
    end = "," if by else ""
    sides = [f"{end}{name}," if sided else end for name in layout.labels]
    scored = f"{score_name(by)}," if by else ""
    out.write(f"{layout.kind},{scored}{'side,' * sided}vertex\n")
    n = 0
    for score, *columns in _columns_as_text(batches, layout, text_of, by):
        heads = [f"{number},{each}" for number, each in enumerate(score, n)]
        rows = [
            map(_rows, [head + side for head in heads], column)
            for side, column in zip(sides, columns, strict=True)
        ]
        out.writelines(chain.from_iterable(zip(*rows, strict=True)))
        n += len(heads)
    return n


def _rows(start: str, vertices: list[str]) -> str:
    """One line per vertex, each with the same start."""
    return start + f"\n{start}".join(vertices) + "\n"


def _write_parquet(
    batches: Iterable[Any], layout: Layout, by: Score | None, out: IO[Any]
) -> int:
    """Write one row per biclique or clique, with its members as lists."""
    part = layout.writer()
    nothing = np.zeros(1, np.int64), np.zeros(0, np.int32)
    schema = part.table(nothing * len(layout.labels), 0).schema
    pa = parquet.pyarrow()
    if by:
        kind = pa.int64() if by in WHOLE else pa.float64()
        schema = schema.insert(1, pa.field(score_name(by), kind))
    n = 0
    with pa.parquet.ParquetWriter(out, schema) as file:
        for batch in batches:
            for some in batch.iter_batches(parquet.ROWS_PER_GROUP):
                table = part.table(some._members(), n)
                if by:
                    scores = [scores_of(some, by)]
                    table = table.add_column(1, schema.field(1), scores)
                file.write_table(table)
                n += len(some)
    return n
