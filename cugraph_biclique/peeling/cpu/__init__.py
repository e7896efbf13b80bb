# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Peeling on CPU cores."""

from cugraph_biclique.peeling.cpu.tips import tip_numbers
from cugraph_biclique.peeling.cpu.wings import wing_numbers

__all__ = ["tip_numbers", "wing_numbers"]
