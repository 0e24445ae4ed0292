"""Tables of solved values: the numbers are in ``known.json`` beside the rules, written by ``tools/known.py``."""

import json
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from lalao.errors import FileError
from lalao.locale import Translator, folders_of_games
from lalao.values import Side

Rows = Iterable[Sequence[object]]


@cache
def known(family: str) -> dict[str, Any]:
    """Return the solved values of a family, by the name of their table.

    Raises FileError where there are none.
    """
    for folder in folders_of_games():
        path = folder / "known.json"
        if folder.name == family and path.is_file():
            figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return figures
    raise FileError("there are no results for '{family}'", family=family)


def table(family: str, name: str, words: Translator) -> str:
    """Return solved values of a family as a Markdown table; `name` is a key of `TABLES`.

    Raises FileError where the family has none of this name.
    """
    if name not in TABLES or name not in known(family):
        raise FileError("there is no table '{name}' for '{family}'", name=name, family=family)
    return TABLES[name](known(family)[name], words)


def markdown(heads: Sequence[str], rows: Rows) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def grouped(number: int) -> str:
    """Return a number with narrow no-break spaces between thousands, as readable in all our languages.

    >>> grouped(250903).replace("\\u202f", "_")
    '250_903'
    """
    return f"{number:,}".replace(",", "\u202f")


def code(text: str) -> str:
    """Return the id of a game, marked as code."""
    return f"`{text}`"


def winner(letter: str, words: Translator) -> str:
    """Return the name of the winning side, or "a draw" where the letter is empty."""
    return words.say(Side(letter)) if letter else words("a draw")


def margins(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of who wins games of Fang from their start, and by how much."""
    heads = [words("game"), words("winner"), words("South in the halves"), words("South in the tibongs")]
    return markdown(
        heads,
        ([code(one["game"]), winner(one["winner"], words), f"{one['half']:+}", f"{one['tibong']:+}"] for one in found),
    )


def winners(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of who wins games from their start, and in how many plies."""
    heads = [words("game"), words("winner"), words("turns, both players' counted")]
    return markdown(heads, ([code(one["game"]), winner(one["winner"], words), one["plies"]] for one in found))


def sequences(found: dict[str, list[int]], words: Translator) -> str:
    """Return a table of the numbers of sequences of 1, 2, 3… turns from the start."""
    heads = [words("game"), words("sequences of 1, 2, 3… turns")]
    return markdown(heads, ([code(name), ", ".join(map(grouped, counts))] for name, counts in found.items()))


def nimbers(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of the nimbers of rows with the same number of seeds in each pit."""
    heads = [words("game"), words("seeds in each pit"), words("pits"), words("nimbers")]
    return markdown(
        heads,
        (
            [code(one["game"]), one["seeds"], lengths(one["from"], one["nimbers"]), " ".join(map(str, one["nimbers"]))]
            for one in found
        ),
    )


def lengths(first: int, values: Sequence[int]) -> str:
    """Return the range of the numbers of pits, ``first…last``."""
    return f"{first}…{first + len(values) - 1}"


def endgames(found: list[dict[str, Any]], words: Translator) -> str:
    """Return a table of endgame positions won, drawn and lost for the side to move, whose pieces come first."""
    heads = [words("pieces"), words("won"), words("drawn"), words("lost")]
    return markdown(
        heads,
        (
            [words("{own} against {others}", own=one["own"], others=one["others"]), *map(grouped, one["counts"])]
            for one in found
        ),
    )


TABLES: dict[str, Callable[[Any, Translator], str]] = {
    "margins": margins,
    "winners": winners,
    "sequences": sequences,
    "nimbers": nimbers,
    "endgames": endgames,
}
"""The functions that set a table, by its name in ``known.json`` and in the texts of the rules."""
