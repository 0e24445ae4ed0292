"""The folders of the package: its own, and those called ``lalao`` elsewhere on Python's path.

A family of games may live in any of them, in ``lalao/games/<family>``, beside its modules for the other layers.
"""

import pkgutil
import sys
from pathlib import Path

PACKAGE = __name__.partition(".")[0]


def extend_path(name: str) -> None:
    """Extend the ``__path__`` of an imported package by the folders of the same name on ``sys.path``.

    A second copy of Lalao on that path adds nothing: it has the same games.
    """
    package = sys.modules[name]
    own, *others = pkgutil.extend_path(package.__path__, name)
    package.__path__ = [own, *(other for other in others if not Path(other, Path(__file__).name).exists())]


def roots() -> list[Path]:
    """List the folders of the package ``lalao``, its own first."""
    return [Path(folder) for folder in sys.modules[PACKAGE].__path__]


extend_path(PACKAGE)
