# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Nodes whose L has more than 64 vertices: their rows are bits of columns."""
