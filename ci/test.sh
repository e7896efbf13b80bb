#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Everything a change has to pass, the quickest first. The CPU suite runs last, so that
# pytest's summary ends the output.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
for step in check_style check_types test_simulator compile_gate build_wheel build_docs \
    test_minimum; do
    echo "=== ci/$step.sh"
    bash "$step.sh"
done
echo "=== ci/test_cpu.sh"
exec bash test_cpu.sh
