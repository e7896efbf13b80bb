# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Makes ``python tests/fuzz`` run."""

import sys
from pathlib import Path

# The folder itself stands first on the path: its modules belong to the package `fuzz`.
sys.path[0] = str(Path(__file__).resolve().parents[1])
sys.path.insert(1, str(Path(__file__).resolve().parents[2]))

from fuzz.command import main  # noqa: E402

sys.exit(main())
