#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The CUDA kernels in Numba's simulator, on the CPU: tests/simulator. It replaces
# numba.cuda when that is imported, hence a process of its own.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
if [[ -d tests/simulator ]]; then
    NUMBA_ENABLE_CUDASIM=1 exec pytest --quiet -m simulator tests/simulator
fi
python ci/no_cuda.py "but there is no test in tests/simulator"
