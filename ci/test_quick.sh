#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The tests of the CPU engine that take at most a few seconds each, with few random graphs.
# A new environment is made first, and the kernels are compiled. Arguments go to pytest.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
compile_ahead
export NUMBA_NUM_THREADS=2
exec pytest --numprocesses 2 --dist loadfile --hypothesis-profile quick \
    -m "not slow and not gpu and not mg and not simulator and not gate" "$@"
