#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Every CUDA kernel compiles for two kinds of devices that are not in this machine, with the
# compilers of the wheel: tests/gate. ci/build_wheel.sh compiles them for all kinds, with
# the same checks.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
kernels_venv
exec .venv-kernels/bin/python -m pytest --quiet --numprocesses auto -m gate tests/gate
