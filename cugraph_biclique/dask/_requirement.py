# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Raise a helpful error if Dask is missing, before any other import of this package."""

try:
    import dask.dataframe  # noqa: F401
    import distributed  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"cugraph_biclique.dask needs Dask ({error}): "
        'pip install "cugraph_biclique[dask]"'
    ) from error
