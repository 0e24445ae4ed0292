"""How Sphinx builds these pages; ``python tools/manual.py`` builds those of every version."""

import os

project = "Lalao"
copyright = "the founders of Lalao"
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.intersphinx", "sphinx.ext.viewcode"]
nb_execution_mode = "off"  # a test runs the notebooks, and tools/notebooks.py keeps what they print
intersphinx_mapping = {  # what these name is all that the reference links to; nothing is fetched
    "python": ("https://docs.python.org/3", "python.inv"),
    "numpy": ("https://numpy.org/doc/stable", "numpy.inv"),
}
nitpicky = True
nitpick_ignore_regex = [
    ("py:class", r"numpy\._typing\..*"),  # what `ArrayLike` stands for
    ("py:class", r"lalao\.(games\.game|games\.ruleset|errors|cgt\.misere)\.[A-Z]"),  # type variables
    ("py:class", r"(pycgt|pettingzoo)\..*"),  # which have no reference to link to
    ("py:class", r"\w+Id"),  # the texts that stand for games
    ("py:class", r"lalao\.solve\.exhaustive\.Graph"),  # which no user makes
    ("py:class", r"dict\[str"),  # beside a default that is made anew for each object
]
default_role = "code"
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
maximum_signature_line_length = 100
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


def setup(app):
    """Show arrays without what kernels are compiled for: Sphinx writes `Annotated` out."""
    app.connect("autodoc-before-process-signature", lambda _, documented, __: plain(documented))


def plain(documented):
    """Strip `Annotated` from the types of a function, or of a NamedTuple's fields, which are those of its `__new__`."""
    types = getattr(documented, "__annotations__", {})
    types.update({name: kind.__origin__ for name, kind in types.items() if hasattr(kind, "__metadata__")})
