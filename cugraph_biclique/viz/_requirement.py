# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Says what is missing, before anything else is imported here."""

from __future__ import annotations

import importlib
from types import ModuleType


def needed(package: str) -> ModuleType:
    """A package of the extra `viz`, or an error that says how to get it."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ImportError(
            f"cugraph_biclique.viz needs {package.partition('.')[0]} ({error}): "
            'pip install "cugraph_biclique[viz]"'
        ) from error


needed("matplotlib")
