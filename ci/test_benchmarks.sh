#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Every benchmark on small graphs: each one runs, and checks its answers. Those that need a
# GPU or a package that is not installed are left out. Takes less than two minutes on two
# idle cores, without installation and compilation.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
compile_ahead
exec python -m benchmarks all --quick
