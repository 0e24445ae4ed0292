"""The page *Your own game*: its classes, and a folder that holds its first game as a user saves it."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import lalao
from lalao.games import registry
from tests.shell import ROOT

PAGE = ROOT / "docs" / "own-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
"""All blocks of Python, sessions among them."""
CODE = [block for block in BLOCKS if not block.startswith(">>>")]
COMMANDS = re.findall("^PYTHONPATH=. lalao (.*)$", TEXT, re.MULTILINE)


def names() -> dict[str, Any]:
    """Return the names that the blocks of code define, as if they were one module."""
    found: dict[str, Any] = {"__name__": "own_game"}
    for block in CODE:
        exec(block, found)
    return found


def saved(home: Path) -> Path:
    """Save the first block where the page says, below a folder; return the folder."""
    file = home / "lalao" / "games" / "nim.py"
    file.parent.mkdir(parents=True)
    file.write_text(CODE[0], encoding="utf-8")
    return home


def naive(game: Any) -> Callable[[Any, Any], int]:
    """Return a function that counts the plies to the end, above 0 where the side to move wins: plain recursion."""

    @cache
    def plies(state: Any, side: Any) -> int:
        after = [plies(reached, side.other) for _, reached in game.options(state, side)]
        if not after:
            return 0
        lost = [each for each in after if each <= 0]
        return 1 - max(lost) if lost else -1 - max(after)

    return plies


@contextmanager
def registering(*games: lalao.Game) -> Iterator[None]:
    """Register games, and afterwards forget all that were registered meanwhile."""
    before = [*registry.FAMILIES], [*registry.LISTED]
    try:
        for game in games:
            lalao.register(game)
        yield
    finally:
        registry.REGISTERED.clear()
        registry.FAMILIES[:], registry.LISTED[:] = before
        registry._game.cache_clear()
