# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""What only a command line can get wrong."""

from __future__ import annotations


class UsageError(Exception):
    """Options that do not go together."""
