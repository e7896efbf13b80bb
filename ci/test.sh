#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Everything that a change has to pass: about 15 minutes on two idle cores, with
# installation. ci/nightly.sh runs what takes longer. Steps that use one core run beside the
# test suites: their output appears when they end. The CPU suite runs last, so that
# pytest's summary ends the output.

source "$(dirname "${BASH_SOURCE[0]}")/steps.sh"

kernels_venv & # of the compile gate
steps check_style check_types
wait $!
compile_ahead
beside build_docs test_examples
steps test_simulator compile_gate
those_beside
steps test_quick
