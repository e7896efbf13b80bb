#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Every kernel compiles for processors and devices that are not in this machine: the CPU
# kernels for a plain x86-64 processor, the CUDA kernels by tests/gate, without a GPU.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
cuda_venv
NUMBA_CACHE_DIR=$(mktemp -d)
trap 'rm -rf "$NUMBA_CACHE_DIR"' EXIT
echo "--- CUDA kernels"
.venv-cuda/bin/python -m pytest --quiet --numprocesses auto -m gate tests/gate
echo "--- CPU kernels"
if [[ $(uname -m) == x86_64 ]]; then
    export NUMBA_CPU_NAME=generic NUMBA_CPU_FEATURES=""
fi
python -W error ci/compile_kernels.py
