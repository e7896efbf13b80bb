# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The frames of answers: of the library of G."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    import cudf
    import pandas as pd

Frame: TypeAlias = "pd.DataFrame | cudf.DataFrame"
Series: TypeAlias = "pd.Series | cudf.Series"
