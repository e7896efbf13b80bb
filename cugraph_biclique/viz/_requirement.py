# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Import of the packages of the extra `viz`, with an error that says how to install
them."""

from __future__ import annotations

import importlib
from types import ModuleType


def needed(package: str) -> ModuleType:
    """Import a package of the extra `viz`, or say how to install it."""
    try:
        return importlib.import_module(package)
    except ImportError as error:
        raise ImportError(
            f"cugraph_biclique.viz needs {package.partition('.')[0]} ({error}): "
            'pip install "cugraph_biclique[viz]"'
        ) from error


needed("matplotlib")
