#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The GPU engine in the simulator of the CUDA compiler, on the CPU: tests/simulator. The
# simulator replaces numba.cuda when that is imported, hence a process of its own.
# Arguments go to pytest; `-m simulator` adds the slow tests.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
simulator_venv
compile_ahead # of the CPU engine, whose answers are compared
export NUMBA_ENABLE_CUDASIM=1
exec .venv-simulator/bin/python -m pytest --quiet --numprocesses auto \
    -m "simulator and not slow" tests/simulator "$@"
