# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The option ``--scheduler``: a command runs on a Dask cluster, or else here.

A command takes its calls from a module, `cugraph_biclique` or `cugraph_biclique.dask`,
and its edges from the same place. The workers of a cluster read the edges from Parquet.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

import cugraph_biclique as cb
from cugraph_biclique.arguments import is_address
from cugraph_biclique.cli.edges import STANDARD, edges_of, reading_of
from cugraph_biclique.cli.errors import UsageError
from cugraph_biclique.cli.terminal import tell
from cugraph_biclique.inputs.files import refuse_options_of_text, refuse_other_folders
from cugraph_biclique.inputs.files.parquet_edges import (
    files_of_folder,
    is_parquet,
    picked_columns,
    well_formed,
)
from cugraph_biclique.inputs.files.sources import paths_of
from cugraph_biclique.inputs.files.text_bytes import shown

SECONDS = 10  # to reach the scheduler, and until it has a worker


class Labels(NamedTuple):
    """Some labels of a graph that is on the workers, as a graph has all of them."""

    left_labels: pd.Index
    right_labels: pd.Index
    left_name: Any
    right_name: Any


def add_scheduler(group: argparse._ArgumentGroup) -> None:
    """Add the address of a cluster to a group of options."""
    group.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="run on the Dask cluster of this scheduler, such as tcp://host:8786; all "
        "its workers must be able to read FILE, which is Parquet",
    )


@contextmanager
def working_on(options: argparse.Namespace) -> Iterator[tuple[Any, Any]]:
    """Context of the module that a command takes its calls from, and of the edges:
    those here, or those over the cluster of ``--scheduler``."""
    if options.scheduler is None:
        yield cb, edges_of(options)
        return
    paths = _paths_of(options)
    import cugraph_biclique.dask as over_dask

    with _client_of(options.scheduler) as client:
        yield over_dask, _frame_of(options, paths, len(client.nthreads()))


def on_client(frame: Any) -> pd.DataFrame:
    """Return a table of a result, which a cluster leaves on its workers."""
    return frame.compute() if hasattr(frame, "compute") else frame


def labels_of(edges: Any, texts: dict[str, list[str]]) -> Labels:
    """Return the labels that look like some texts, by side, and another one for error
    messages."""
    found = []
    for column, side in zip(edges.columns, texts, strict=True):
        labels = edges[column]
        if texts[side]:
            labels = labels.map_partitions(_like, texts[side], meta=labels._meta)
            found.append(pd.Index(labels.compute().drop_duplicates()))
        else:
            found.append(pd.Index(labels._meta))
    return Labels(*found, *edges.columns)


def _like(labels: pd.Series, texts: list[str]) -> pd.Series:
    """The labels that look like some texts, and the first one."""
    labels = labels.drop_duplicates()
    return pd.concat([labels[labels.map(str).isin(texts)], labels[:1]])


def _paths_of(options: argparse.Namespace) -> list[str]:
    """The Parquet files that a command names, for programs in any folder; one folder or
    address as it is."""
    if STANDARD in options.file:
        raise UsageError(
            "- is standard input, which the workers of --scheduler cannot read: pass "
            "Parquet files that they can read, or leave --scheduler out"
        )
    found = []
    for name in options.file:
        if is_address(name):
            found.append(name)
            continue
        for path in paths_of(name):
            if options.input_format not in (None, "parquet") or not is_parquet(path):
                raise UsageError(
                    f"{path} is not read as Parquet, but the workers of --scheduler "
                    "read only Parquet: convert it first, or leave --scheduler out"
                )
            if path.is_dir():
                refuse_other_folders(path)
            found.append(str(path.resolve()))
    if len(found) == 1:
        return found
    folders = [name for name in found if Path(name).is_dir()]
    files = [str(file) for each in folders for file in files_of_folder(Path(each))]
    return [name for name in found if name not in folders] + files


def _frame_of(options: argparse.Namespace, paths: list[str], n_workers: int) -> Any:
    """The two columns of the edges as a Dask frame."""
    import dask
    import dask.dataframe as dd

    name, reading = options.file[0], reading_of(options)
    refuse_options_of_text(name, reading)
    with well_formed(name), dask.config.set({"dataframe.backend": "pandas"}):
        source = paths[0] if len(paths) == 1 else paths
        frame = dd.read_parquet(source, index=False)
        columns = picked_columns(name, list(frame.columns), options.left, options.right)
    if not options.quiet:
        left, right = (shown(column, 30) for column in columns)
        workers = f"{n_workers:,} worker{'s' * (n_workers != 1)}"
        tell(f"{name}: Parquet, left is {left}, right is {right}, read by {workers}")
    return frame[columns]


@contextmanager
def _client_of(address: str) -> Iterator[Any]:
    """Context of a client of the scheduler at an address, which has a worker."""
    import asyncio  # with SSL: for clusters only

    from distributed import Client

    try:
        # A client waits without end for the answer of a server of another kind.
        asyncio.run(asyncio.wait_for(_greet(address), SECONDS))
        client = Client(address, timeout=SECONDS)
    except Exception as error:  # of any kind, if the server is of another kind
        why = str(error) or f"no answer within {SECONDS} s"
        raise OSError(
            f"--scheduler {address} cannot be reached ({why}): pass the address of a "
            "running Dask scheduler, such as tcp://host:8786"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=SECONDS)
        except TimeoutError:
            raise OSError(
                f"--scheduler {address} has no workers: start some with: dask worker "
                f"{address}"
            ) from None
        yield client


async def _greet(address: str) -> None:
    """Exchange the first messages with a scheduler."""
    from distributed.comm import connect
    from distributed.security import Security

    security = Security().get_connection_args("client")
    comm = await connect(address, **security)
    comm.abort()
