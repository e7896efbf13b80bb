#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The code in docstrings, but for modules that need a package for GPUs, and the code of the
# documentation's pages.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
pytest --quiet --doctest-modules --doctest-ignore-import-errors cugraph_biclique
exec pytest --quiet docs
