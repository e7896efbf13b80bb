#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The test suite on the CPU engine. Arguments go to pytest.
#
# First the examples of the docstrings, but for modules that need a package for GPUs, and
# those of the documentation's pages. Then, as the search shares its work among threads,
# some tests with a single one, where a worker that waits for another waits for ever.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
echo "--- examples"
pytest --quiet --doctest-modules --doctest-ignore-import-errors cugraph_biclique
pytest --quiet docs
echo "--- one thread"
NUMBA_NUM_THREADS=1 pytest --quiet --numprocesses 2 tests/test_enumeration.py \
    tests/test_counting.py -m "not slow and not gpu and not mg"
echo "--- two threads"
export NUMBA_NUM_THREADS=2
exec pytest --numprocesses 2 --dist loadfile "$@"
