"""The rules of a game of Fang on one page."""

from lalao.errors import Phrase
from lalao.games.fang.rules import Fang
from lalao.games.game import Card, Chapter

SIMPLE = Phrase("Simple rule")
GUARDED = Phrase("Guarded tibongs")
WRAPS = 4
"""Pits of the only board where a sowing can have more seeds than there are pits."""


def card(game: Fang) -> Card:
    """Write the rules of a game of Fang."""
    turn = (
        Phrase("Take one seed from your reserve."),
        Phrase("Drop it in a pit that is not empty, on your side or on the other: you attack this pit."),
        attacked(game),
        Phrase("Lift all the seeds of this pit, the one that you have just dropped too."),
        Phrase("Sow them one by one: the first in your own tibong, the next ones beside it, towards your right."),
        *surplus(game),
    )
    start = (
        Phrase(
            "Your half is the {count} pits nearest to you; the first one at your left is your tibong.",
            count=game.pits // 2,
        ),
        Phrase("One seed in every pit but the two tibongs, and {count} seeds in each reserve.", count=game.reserve),
    )
    end = (
        Phrase("The game ends when both reserves are empty."),
        Phrase("The player with more seeds in his half wins; if equal, the one with more in the tibong."),
        Phrase("Still equal? It is a draw."),
    )
    return Card(
        Phrase("{pits} pits", pits=game.pits),
        GUARDED if game.guarded else SIMPLE,
        difference(game),
        (
            Chapter(Phrase("The start"), start),
            Chapter(Phrase("On your turn"), turn, steps=True),
            Chapter(Phrase("The end"), end),
        ),
    )


def attacked(game: Fang) -> Phrase:
    """Say when a tibong may be attacked."""
    if game.guarded:
        return Phrase("A tibong, yours or the other's, may be attacked only where 2 seeds or more lie in it already.")
    return Phrase("A tibong, yours or the other's, may be attacked as soon as it is not empty.")


def surplus(game: Fang) -> tuple[Phrase, ...]:
    """Say what is done with more seeds than there are pits, where that may happen."""
    if game.pits != WRAPS:
        return ()
    if game.last:
        return (Phrase("More seeds than pits? Those left over stay in the last pit."),)
    return (Phrase("More seeds than pits? Begin again in your tibong."),)


def difference(game: Fang) -> Phrase:
    """Say what is special about this rule, and which document has it."""
    if game.guarded:
        return Phrase(
            "A tibong is safe until it holds 2 seeds. For those who know the game (Alain Busser, IREM de La Réunion)."
        )
    return Phrase("Every pit that is not empty may be attacked. To begin with (IREM de La Réunion).")
