#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Tests with the oldest RAPIDS that the extras allow, without a GPU: kernels compile for one
# kind of GPU, and calls say that there is none. cuDF itself can do no more without a GPU:
# .github/workflows/nightly.yaml tests this release on one, too. Downloads 4 GB, so ci/test.sh
# leaves it to the workflow.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"

venv .venv-rapids-oldest --editable '.[parquet]' --group test-core \
    'cudf-cu13==26.8.*' 'cupy-cuda13x==14.0.*' 'numba-cuda[cu13]==0.26.0'
export NUMBA_CACHE_DIR=$PWD/.venv-rapids-oldest/numba
.venv-rapids-oldest/bin/python -m pytest --quiet tests/test_without_gpu.py \
    -k "not test_a_pandas_frame_goes_to_the_cpu_engine"
.venv-rapids-oldest/bin/python -m pytest --quiet -m gate tests/gate \
    -k "every_kernel or (stars or roots_in_shared or sum_sets or narrow.descend) and 9"
