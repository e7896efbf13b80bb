# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""The tests that take long, which `slow.txt` lists."""

from pathlib import Path


def names():
    """Each test as ``file::test[case]``, below the folder tests."""
    lines = Path(__file__).with_name("slow.txt").read_text(encoding="utf-8")
    return [line for line in lines.splitlines() if line and not line.startswith("#")]
