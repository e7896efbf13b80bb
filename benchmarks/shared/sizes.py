# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sizes of bicliques as arguments of a benchmark."""


def sizes(text: str) -> tuple[int, ...]:
    """Read "3,4"."""
    p, q = map(int, text.split(","))
    return p, q
