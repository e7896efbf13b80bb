# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sphinx configuration."""

import base64
import json
import shutil
from pathlib import Path

import cugraph_biclique

project = "cugraph_biclique"
author = "the cugraph_biclique authors"
copyright = f"2026, {author}"
version = release = cugraph_biclique.__version__

extensions = [
    "myst_nb",  # brings myst_parser
    "numpydoc",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["_build", "jupyter_execute"]
myst_enable_extensions = ["attrs_block", "colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
nb_execution_mode = "off"  # the notebooks show what they were committed with
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


def copy_notebooks() -> None:
    """Bring the notebooks here, and one picture of each: that of the cell with the tag
    "picture"."""
    docs = Path(__file__).parent
    target = docs / "generated" / "notebooks"
    target.mkdir(parents=True, exist_ok=True)
    for notebook in (docs.parent / "examples" / "notebooks").glob("*.ipynb"):
        shutil.copy2(notebook, target)
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        (cell,) = (c for c in cells if "picture" in c["metadata"].get("tags", []))
        (png,) = (
            output["data"]["image/png"]
            for output in cell["outputs"]
            if "image/png" in output.get("data", {})
        )
        (target / f"{notebook.stem}.png").write_bytes(base64.b64decode(png))


copy_notebooks()
