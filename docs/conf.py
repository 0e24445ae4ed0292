"""How Sphinx builds these pages; ``python tools/manual.py`` builds those of every version."""

import os

project = "Lalao"
copyright = "the founders of Lalao"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
nb_execution_mode = "off"  # a test runs the notebooks, and tools/notebooks.py keeps what they print
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
exclude_patterns = ["_build"]
templates_path = ["_templates"]
html_theme = "furo"
html_title = "Lalao"
html_static_path = ["_static"]
html_css_files = ["cards.css"]
html_context = {"versions": os.environ.get("LALAO_VERSIONS", "").split()}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/versions.html",
        "sidebar/scroll-end.html",
    ]
}
myst_heading_anchors = 2
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]
