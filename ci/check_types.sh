#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# Type hints: those of the package, and what a user's type checker makes of its public
# calls (tests/typing). The settings are in pyproject.toml. Arguments go to mypy.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
mypy "$@"
