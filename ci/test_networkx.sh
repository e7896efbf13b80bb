#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# NetworkX's own tests of the functions that the backend has, with graphs that NetworkX
# converts. It runs other functions, and arguments that the backend does not take, itself.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
export NETWORKX_TEST_BACKEND=biclique NETWORKX_FALLBACK_TO_NX=True
# Not with this project's settings of pytest, which turn warnings into errors.
PYTHONPATH=ci exec python -m pytest --quiet --disable-warnings -c /dev/null --rootdir / -p no:cacheprovider \
    -p networkx_calls --pyargs networkx.algorithms.tests.test_clique \
    networkx.algorithms.tests.test_cluster networkx.algorithms.bipartite
