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
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build"]
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist"]
myst_heading_anchors = 3
numpydoc_show_class_members = False
default_role = "py:obj"
autodoc_member_order = "bysource"
templates_path = ["_templates"]
copybutton_exclude = ".linenos, .gp, .go"  # prompts and what was printed stay behind

html_theme = "pydata_sphinx_theme"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_sidebars = {"index": []}
html_theme_options = {
    "logo": {"text": project},
    "navbar_align": "left",
    "show_nav_level": 2,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
}
