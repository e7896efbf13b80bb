# SPDX-FileCopyrightText: Copyright (c) 2026, the cugraph_biclique authors.
# SPDX-License-Identifier: Apache-2.0
"""Sphinx configuration."""

import base64
import json
import shutil
import tomllib
from pathlib import Path

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

import cugraph_biclique

ROOT = Path(__file__).parent.parent
URLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]

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
html_math_renderer = "mathml"
html_title = f"{project} {version}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_sidebars = {"index": []}
html_theme_options = {
    "logo": {"text": project},
    "github_url": URLS["Repository"],
    "navbar_align": "left",
    "show_nav_level": 2,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
}


def copy_notebooks() -> None:
    """Bring the notebooks here, and one picture of each: that of the cell with the tag
    "picture"."""
    target = ROOT / "docs" / "generated" / "notebooks"
    target.mkdir(parents=True, exist_ok=True)
    for notebook in (ROOT / "examples" / "notebooks").glob("*.ipynb"):
        shutil.copy2(notebook, target)
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        (cell,) = (c for c in cells if "picture" in c["metadata"].get("tags", []))
        (png,) = (
            output["data"]["image/png"]
            for output in cell["outputs"]
            if "image/png" in output.get("data", {})
        )
        (target / f"{notebook.stem}.png").write_bytes(base64.b64decode(png))


def write_inline(page: HTML5Translator, formula: nodes.math) -> None:
    page.body.append(convert(formula.astext()))
    raise nodes.SkipNode


def write_block(page: HTML5Translator, formula: nodes.math_block) -> None:
    page.body.append(convert(formula.astext(), display="block"))
    raise nodes.SkipNode


def setup(app: Sphinx) -> None:
    """Write formulas as MathML: browsers show it without a script from another site."""
    app.add_html_math_renderer("mathml", (write_inline, None), (write_block, None))


copy_notebooks()
