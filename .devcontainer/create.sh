#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# .devcontainer/create.sh all_cuda-129: creates the conda environment of a development
# container from the list for this CUDA and this machine, and installs the checkout in it.
set -euo pipefail
cd "$(dirname "$0")/.."

conda env create --yes --name cugraph_biclique \
    --file "conda/environments/$1_arch-$(uname -m).yaml"
conda run --name cugraph_biclique \
    python -m pip install --no-deps --no-build-isolation --editable .
echo "conda activate cugraph_biclique" >> ~/.bashrc
