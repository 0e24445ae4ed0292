"""How Sphinx builds these pages: ``sphinx-build docs docs/_build``."""

project = "Lalao"
copyright = "the founders of Lalao"
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "furo"
html_title = "Lalao"
myst_heading_anchors = 2
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.header"]
