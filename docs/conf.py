# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sphinx configuration."""

import cugraph_biclique

project = "cugraph_biclique"
author = "the cugraph_biclique authors"
copyright = f"2026, {author}"
version = release = cugraph_biclique.__version__

extensions = [
    "myst_parser",
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
numpydoc_show_class_members = False
default_role = "py:obj"

html_theme = "pydata_sphinx_theme"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_show_sourcelink = False
html_sidebars = {"*": []}  # the pages are few: all are in the header
