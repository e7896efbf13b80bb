# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Dask clusters with a worker on each GPU, for tests."""

from contextlib import contextmanager, suppress

import pytest


@contextmanager
def cuda_cluster(**options):
    """A cluster that ends although its workers take long to leave their GPUs.

    Its nannies kill a worker after four seconds, and wait one more second for its end.
    If that is not enough, they raise an error.
    """
    dask_cuda = pytest.importorskip("dask_cuda")
    cluster = dask_cuda.LocalCUDACluster(dashboard_address=":0", **options)
    try:
        yield cluster
    finally:
        with suppress(TimeoutError):
            cluster.close()
