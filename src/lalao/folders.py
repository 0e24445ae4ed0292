"""The folders that the package lies in: its own, and those called ``lalao`` elsewhere on Python's path.

A family of games may lie in one of these, ``lalao/games/<family>``, with what it brings to other layers beside.
"""

import sys
from pathlib import Path
from pkgutil import extend_path

PACKAGE = __name__.partition(".")[0]


def widen(name: str) -> None:
    """Let a package, already imported, lie in all folders of its name."""
    package = sys.modules[name]
    package.__path__ = extend_path(package.__path__, name)


def roots() -> list[Path]:
    """List the folders of the whole package, its own first."""
    return [Path(folder) for folder in sys.modules[PACKAGE].__path__]


widen(PACKAGE)
