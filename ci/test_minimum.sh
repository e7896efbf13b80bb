#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Tests of what other versions of the dependencies may break: those that the newest RAPIDS
# asks for, with cuDF installed and no GPU, the oldest ones that pyproject.toml allows, and
# the oldest RAPIDS. Each runs in one process, as two processes would both compile the
# kernels.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"

# try NAME REQUIREMENT...
try() {
    echo "--- $*"
    local folder=.venv-$1
    shift
    venv "$folder" --editable '.[parquet]' --group test-core "$@"
    NUMBA_CACHE_DIR=$PWD/$folder/numba "$folder/bin/python" -m pytest --quiet \
        --hypothesis-profile quick tests/test_enumeration.py tests/test_counting.py \
        tests/test_import.py -m "not slow and not gpu and not mg"
}

echo "--- the newest RAPIDS, without a GPU"
cuda_venv
.venv-cuda/bin/python -m pytest --quiet --hypothesis-profile quick \
    tests/test_enumeration.py tests/test_counting.py tests/test_import.py \
    tests/test_without_gpu.py -m "not slow and not gpu and not mg"
if "$PYTHON" -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
    try oldest numba==0.61.0 pandas==2.2.3 numpy==2.0.2 pyarrow==19.0.0
else
    echo "--- the oldest versions are older than this Python: not tested"
fi

# Kernels compile for one kind of GPU, and calls say that there is none. cuDF itself can do
# no more without a GPU: .github/workflows/ci.yaml tests this release on one, too.
echo "--- the oldest RAPIDS, without a GPU"
venv .venv-rapids-oldest --editable '.[parquet]' --group sim --group test-core \
    'cudf-cu13==26.8.*' 'cupy-cuda13x==14.0.*' 'numba-cuda[cu13]==0.26.0'
export NUMBA_CACHE_DIR=$PWD/.venv-rapids-oldest/numba
.venv-rapids-oldest/bin/python -m pytest --quiet tests/test_without_gpu.py \
    -k "not test_a_pandas_frame_goes_to_the_cpu_engine"
.venv-rapids-oldest/bin/python -m pytest --quiet -m gate tests/gate \
    -k "every_kernel or (stars or roots_in_shared or sum_sets or narrow.descend) and 9"
