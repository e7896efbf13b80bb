# shellcheck shell=bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by test.sh and nightly.sh: runs other scripts as steps, one after the other or
# beside each other. Each step says how long it took.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"

# steps NAME...: runs these scripts one after the other, up to the first that fails.
steps() {
    local step begin
    for step in "$@"; do
        echo "=== ci/$step.sh"
        begin=$SECONDS
        bash "ci/$step.sh" || return
        echo "=== ci/$step.sh: passed in $((SECONDS - begin)) s"
    done
}

aside=$(mktemp)
trap 'rm -f "$aside"; jobs -p | xargs -r kill 2>/dev/null || true' EXIT

# beside NAME...: begins to run these scripts in the background.
beside() {
    steps "$@" >"$aside" 2>&1 &
    steps_beside=$!
}

# those_beside: waits for the scripts in the background, and shows their output.
those_beside() {
    local failed=
    wait "$steps_beside" || failed=yes
    cat "$aside"
    [[ -z $failed ]]
}
