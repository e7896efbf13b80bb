# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The Dask client of a call."""

from __future__ import annotations

from typing import Any

from distributed import Client, get_client

from cugraph_biclique.arguments import full_name
from cugraph_biclique.dask.waiting import wait_for


def client_of(client: Any) -> Any:
    """Return the given client, or the current one."""
    if client is not None:
        if not isinstance(client, Client):
            raise TypeError(
                f"client must be a distributed.Client, not {full_name(client)}: pass "
                "distributed.Client(...) of a cluster or an address"
            )
        if is_closed(client):
            raise ValueError(
                "client is closed: create a new one with distributed.Client(...)"
            )
        return client
    try:
        return get_client()
    except ValueError as error:
        raise ValueError(
            "there is no Dask client: create one first, for example client = "
            "distributed.Client() for the cores of this machine, or "
            "Client(dask_cuda.LocalCUDACluster()) for its GPUs"
        ) from error


def is_closed(client: Client) -> bool:
    """Whether a client has been closed, so that the workers keep nothing of it."""
    return client.status in ("closed", "closing")


def wait_for_worker(client: Any) -> None:
    """Wait for the first worker: an adaptive cluster starts some for a task."""
    if not client.nthreads():
        wait_for([client.submit(int, pure=False)])
