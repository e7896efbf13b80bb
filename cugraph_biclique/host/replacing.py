# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Replace a small file as a whole, so that no other process reads a part of it."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import uuid4


def replace(target: Path, content: bytes) -> None:
    """Write a file in place of an older one. On an error nothing is left behind."""
    partial = target.with_name(f"{target.name}.tmp.{uuid4().hex[:16]}")
    try:
        partial.write_bytes(content)
        os.replace(partial, target)
    except OSError:
        partial.unlink(missing_ok=True)
        raise
