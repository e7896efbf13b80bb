#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The test suite on the CPU engine. Arguments go to pytest.
#
# First the code in docstrings and pages. Then some tests with a single thread, where a
# worker that waits for another one waits for ever. They need no random graphs: those run
# with two threads.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
compile_ahead
echo "--- examples"
bash ci/test_examples.sh
echo "--- one thread"
NUMBA_NUM_THREADS=1 pytest --quiet --numprocesses 2 --hypothesis-profile quick \
    tests/test_enumeration.py tests/test_counting.py -m "not slow and not gpu and not mg"
echo "--- two threads"
export NUMBA_NUM_THREADS=2
exec pytest --numprocesses 2 --dist loadfile "$@"
