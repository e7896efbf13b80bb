#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Lint, format and spelling. `ruff check --fix . && ruff format .` mends most of it.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
ruff check --quiet .
ruff format --quiet --check .
codespell
echo "style: no complaints"
