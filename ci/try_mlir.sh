#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Which CUDA kernels the newest numba-cuda-mlir compiles, and what its code needs beside
# that of numba-cuda: ci/try_mlir.sh FILE writes a JSON file. The wheel is not made with
# it, so a kernel that it does not compile is no failure.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
kernels_venv
venv .venv-mlir --editable . 'numba-cuda-mlir[cu12]>=0.6' cuda-core
rm -f "$1"
.venv-mlir/bin/python ci/try_mlir.py "$1"
exec .venv-kernels/bin/python ci/try_mlir.py "$1"
