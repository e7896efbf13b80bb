#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The test suite with CPU kernels that check every index: one beyond an array is an
# IndexError. Arguments go to pytest.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
export NUMBA_BOUNDSCHECK=1
export NUMBA_CACHE_DIR=$NUMBA_CACHE_DIR-bounds # the checks are part of the kernels
exec pytest --numprocesses 2 --dist loadfile "$@"
