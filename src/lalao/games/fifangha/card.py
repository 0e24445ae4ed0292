"""The rules of a game of Fifangha on one page."""

from lalao.errors import Phrase
from lalao.games.fifangha.rules import Fifangha
from lalao.games.game import Card, Chapter

RULES = Phrase("The rule of Flacourt")
LARGEST, SMALLEST = 8, 4

ON = (
    Phrase("In a pit that was empty: your turn is over."),
    Phrase("Opposite the other player's seeds, if you have taken this turn: take them and sow again."),
    Phrase("In any other pit: lift it, and sow on in the same direction from the next pit."),
)
SECOND = (
    Phrase("Lift any pit of yours, and sow it from the next pit on, in the direction you choose."),
    Phrase("Where this first sowing can end across from seeds that you can take, choose so; else nothing is taken."),
)
END = (
    Phrase("Whoever has no seed in the inner row when his turn begins has lost, and so has whoever cannot play."),
    Phrase("It is a draw when a position comes for the third time, or after 200 turns without a capture."),
)


def card(game: Fifangha) -> Card:
    """Write the rules of a game of Fifangha."""
    start = (
        Phrase(
            "The two rows near you are yours: the inner one in the middle, the outer one behind it. They form a ring."
        ),
        Phrase("The two ends of your inner row are your tsibongy."),
        Phrase("One seed in every other inner pit, and {count} seeds in each reserve.", count=game.reserve),
    )
    return Card(
        Phrase("{columns} columns", columns=game.columns),
        RULES,
        difference(game),
        (
            Chapter(Phrase("The start"), start),
            Chapter(Phrase("While you have a reserve"), first_phase(game)),
            Chapter(Phrase("Where the last seed falls"), ON),
            Chapter(Phrase("When your reserve is empty"), SECOND),
            Chapter(Phrase("The end"), END),
        ),
    )


def first_phase(game: Fifangha) -> tuple[Phrase, ...]:
    """Say what is done with seeds of the reserve; on the smallest board the tsibongy is never chosen."""
    tsibongy = (
        Phrase("They begin in the tsibongy of that side where it is in this column or beside it; else you choose."),
        Phrase("They begin in the tsibongy that is in this column or beside it."),
    )
    return (
        Phrase("Put one seed of it in a pit of your inner row that is not empty."),
        Phrase(
            "Seeds of the other player lie right opposite? You must choose such a pit: take them, and sow them from a "
            "tsibongy towards the middle. Your own pit keeps its seeds."
        ),
        tsibongy[game.columns == SMALLEST],
        Phrase("No seeds opposite? Lift the pit and sow it in either direction: nothing is taken this turn (fotsiny)."),
    )


def difference(game: Fifangha) -> Phrase:
    """Say where this size comes from."""
    if game.columns == LARGEST:
        return Phrase("The whole board of 32 pits and 64 seeds (Flacourt 1661; Alain Busser, IREM de La Réunion).")
    if game.columns == SMALLEST:
        return Phrase("Fifangakely, the little Fifangha, to begin with (a small board of the reconstruction).")
    return Phrase("Between the little board and the whole one (a small board of the reconstruction).")
