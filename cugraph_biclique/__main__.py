# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""``python -m cugraph_biclique``."""

import sys

from cugraph_biclique.cli import run

sys.exit(run())
