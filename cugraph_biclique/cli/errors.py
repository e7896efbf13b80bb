# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Errors that only a command line can raise."""

from __future__ import annotations


class UsageError(Exception):
    """The options contradict each other."""
