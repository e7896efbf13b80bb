#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# What takes too long for every change: each suite in full, the wheel, other versions of
# the dependencies, and programs that use the package. Run it, and ci/test.sh, before a
# release and before an issue is resolved: a failure here blocks as one there does. Takes
# about 45 minutes on two idle cores, with installation.

source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

beside build_wheel test_minimum test_networkx
echo "=== ci/test_simulator.sh, with the slow tests"
bash ci/test_simulator.sh -m simulator
those_beside
steps test_benchmarks test_cpu
