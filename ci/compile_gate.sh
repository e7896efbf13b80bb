#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Every CUDA kernel compiles for devices that are not in this machine: tests/gate.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
cuda_venv
exec .venv-cuda/bin/python -m pytest --quiet --numprocesses auto -m gate tests/gate
