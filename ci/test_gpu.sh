#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# ci/test_gpu.sh CUDA RAPIDS [pytest arguments]: the tests that need a GPU, with CUDA 12 or
# 13 and one release of RAPIDS, such as: ci/test_gpu.sh 13 '26.8.*'. Needs an NVIDIA GPU.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
cuda=${1:?CUDA is missing: 12 or 13} rapids=${2:?RAPIDS is missing: for example 26.8.*}
shift 2
venv .venv-gpu --editable ".[cu$cuda,parquet]" --group test "cudf-cu$cuda==$rapids" \
    "cugraph-cu$cuda==$rapids" "dask-cuda==$rapids" "dask-cudf-cu$cuda==$rapids"
export NUMBA_CACHE_DIR=$PWD/.venv-gpu/numba
exec .venv-gpu/bin/python -m pytest --quiet -m gpu "$@"
