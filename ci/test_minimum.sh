#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Tests of what other versions of the dependencies may break: those that the newest RAPIDS
# asks for, with cuDF installed and no GPU, and the oldest ones that pyproject.toml allows.
# Each runs in one process, as two processes would both compile the kernels.

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
rapids_venv
.venv-rapids/bin/python -m pytest --quiet --hypothesis-profile quick \
    tests/test_enumeration.py tests/test_counting.py tests/test_import.py \
    tests/test_without_gpu.py -m "not slow and not gpu and not mg"
if "$PYTHON" -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
    try oldest numba==0.61.0 pandas==2.2.3 numpy==2.0.2 pyarrow==19.0.0
else
    echo "--- the oldest versions are older than this Python: not tested"
fi
