# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The gate checks what the program that makes the wheel's kernels makes."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "ci"))
