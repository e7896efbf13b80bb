#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Everything a change has to pass. Steps that use one core run beside the test suites: a
# list of them in the background, whose output appears when they end. The CPU suite runs
# last, so that pytest's summary ends the output.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"

# steps NAME...: runs these scripts one after the other, up to the first that fails.
steps() {
    local step
    for step in "$@"; do
        echo "=== ci/$step.sh"
        bash "ci/$step.sh" || return
    done
}

cuda_venv & # of the next steps but one
steps check_style check_types
wait $!

beside=$(mktemp)
trap 'rm -f "$beside"; jobs -p | xargs -r kill 2>/dev/null || true' EXIT
steps build_wheel build_docs test_minimum test_networkx >"$beside" 2>&1 &
steps test_simulator compile_gate
if ! wait $!; then
    cat "$beside"
    exit 1
fi
cat "$beside"
steps test_benchmarks test_cpu
