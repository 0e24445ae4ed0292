"""What is solved, as tables: the figures lie in ``known.json`` beside the rules, written by ``tools/known.py``."""

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
    """Return the figures of a family, as its solver found them.

    Raises FileError where there are none.
    """
    for folder in folders_of_games():
        path = folder / "known.json"
        if folder.name == family and path.is_file():
            figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
            return figures
    raise FileError("there are no figures of '{family}'", family=family)


def table(family: str, name: str, words: Translator) -> str:
    """Set figures of a family as a Markdown table.

    Raises FileError where there are none of this name.
    """
    if name not in TABLES or name not in known(family):
        raise FileError("there are no figures '{name}' of '{family}'", name=name, family=family)
    return TABLES[name](known(family)[name], words)


def markdown(heads: Sequence[str], rows: Rows) -> str:
    """Write a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines) + "\n"


def grouped(number: int) -> str:
    """Write a number with narrow spaces between thousands, which every language of ours reads.

    >>> grouped(250903).replace("\\u202f", "_")
    '250_903'
    """
    return f"{number:,}".replace(",", "\u202f")


def code(text: str) -> str:
    """Write the id of a game."""
    return f"`{text}`"


def winner(letter: str, words: Translator) -> str:
    """Name the side that wins; none is a draw."""
    return words.say(Side(letter)) if letter else words("a draw")


def margins(found: list[dict[str, Any]], words: Translator) -> str:
    """Tell who wins games of Fang from their start, and by how much."""
    heads = [words("game"), words("winner"), words("South in the halves"), words("South in the tibongs")]
    return markdown(
        heads,
        ([code(one["game"]), winner(one["winner"], words), f"{one['half']:+}", f"{one['tibong']:+}"] for one in found),
    )


def winners(found: list[dict[str, Any]], words: Translator) -> str:
    """Tell who wins from the start, and in how many turns."""
    heads = [words("game"), words("winner"), words("turns, both players' counted")]
    return markdown(heads, ([code(one["game"]), winner(one["winner"], words), one["plies"]] for one in found))


def sequences(found: dict[str, list[int]], words: Translator) -> str:
    """Count the sequences of turns from the start, of one turn, of two, and so on."""
    heads = [words("game"), words("sequences of 1, 2, 3… turns")]
    return markdown(heads, ([code(name), ", ".join(map(grouped, counts))] for name, counts in found.items()))


def nimbers(found: list[dict[str, Any]], words: Translator) -> str:
    """List the nimbers of rows with as many seeds in each pit."""
    heads = [words("game"), words("seeds in each pit"), words("pits"), words("nimbers")]
    return markdown(
        heads,
        (
            [code(one["game"]), one["seeds"], lengths(one["from"], one["nimbers"]), " ".join(map(str, one["nimbers"]))]
            for one in found
        ),
    )


def lengths(first: int, values: Sequence[int]) -> str:
    """Name the first and the last number of pits."""
    return f"{first}…{first + len(values) - 1}"


def endgames(found: list[dict[str, Any]], words: Translator) -> str:
    """Count the positions of few pieces by what they are for the side to move, whose pieces come first."""
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
"""What tables are called, in ``known.json`` as in the texts."""
