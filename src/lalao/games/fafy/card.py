"""The rules of a game of Fafy or Sowing on one page."""

from lalao.errors import Phrase
from lalao.games.fafy.rules import Fafy
from lalao.games.game import Card, Chapter


def card(game: Fafy) -> Card:
    """Write the rules of a game of Fafy or Sowing."""
    turn = (Phrase("Choose a pit that is not empty, and lift all its seeds."), direction(game), forbidden(game))
    start = (
        Phrase("A row of pits, seeds in them as both agree: one in each, or any other layout."),
        Phrase("Cake rule: one player lays out the seeds, the other chooses who starts."),
    )
    return Card(
        Phrase("One row"),
        name(game),
        difference(game),
        (
            Chapter(Phrase("The start"), start),
            Chapter(Phrase("On your turn"), turn, steps=True),
            Chapter(Phrase("The end"), (end(game), Phrase("There is no draw."))),
        ),
    )


def name(game: Fafy) -> Phrase:
    """Name the rules in the words of those who play by them."""
    if game.misere:
        return Phrase("Misère, both directions") if game.impartial else Phrase("Misère: if you cannot sow, you win")
    if game.last_only:
        return (
            Phrase("Only the last seed counts, both directions")
            if game.impartial
            else Phrase("Only the last seed counts")
        )
    return Phrase("Both directions") if game.impartial else Phrase("Each to his right")


def direction(game: Fafy) -> Phrase:
    """Say which way one sows."""
    if game.impartial:
        return Phrase("Sow them one by one from the next pit on, to the left or to the right: you choose.")
    return Phrase("Sow them one by one from the next pit on, always to your right.")


def forbidden(game: Fafy) -> Phrase:
    """Say which pits cannot be played."""
    if game.last_only:
        return Phrase(
            "The last seed may neither leave the board nor fall in a pit that was empty: else choose another pit."
        )
    return Phrase("No seed may leave the board or fall in an empty pit: else choose another pit.")


def end(game: Fafy) -> Phrase:
    """Say who wins."""
    if game.misere:
        return Phrase("If you have no pit to sow on your turn, you win.")
    return Phrase("If you have no pit to sow on your turn, you lose.")


def difference(game: Fafy) -> Phrase:
    """Say what is special about these rules, and where they come from."""
    if game.misere:
        return Phrase("Like the usual game, but if you cannot play, you win.")
    if game.last_only:
        return Phrase("A cousin, Sowing: seeds may fall in empty pits, but not the last one (J. H. Conway, 1996).")
    if game.impartial:
        return Phrase("You choose the direction at each turn: the game of the class tournament (IREM de La Réunion).")
    return Phrase("Each player sows only to his own right (IREM de La Réunion).")
