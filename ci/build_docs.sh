#!/usr/bin/env bash
# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
#
# The documentation into docs/_build. A warning is an error. The search of the site must find
# what users look for, and its pages must need no other site.

source "$(dirname "${BASH_SOURCE[0]}")/venv.sh"
also docs
rm -rf docs/_build docs/generated docs/jupyter_execute
python -m sphinx --quiet --fail-on-warning --keep-going docs docs/_build
python ci/check_site.py docs/_build
echo "documentation: docs/_build/index.html"
