# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The argument `null` of the calls that draw random graphs."""

from __future__ import annotations

from typing import Any, get_args

from cugraph_biclique.arguments import one_of
from cugraph_biclique.contract.backend import Null

NULLS = get_args(Null)


def check_null(value: Any) -> Null:
    """Return the name of a null model, or raise an error."""
    null: Null = one_of("null", value, NULLS)
    return null
