"""Impartial Fafy and Sowing in misère play: who wins sums of blocks, and misère quotients of rows.

An empty pit is never filled again in Fafy, so a row is the sum of its blocks. Sums have no nimbers in misère play, but
blocks without moves can be left out, and blocks can be reordered and mirrored.
"""

from collections.abc import Iterable
from functools import cache

from lalao.cgt.misere import MisereOutcomes, MisereQuotient
from lalao.cgt.misere import misere_quotient as quotient_of
from lalao.errors import NotationError, each, of_type
from lalao.games.fafy import Fafy
from lalao.games.game import Game, a_game
from lalao.solve.fafy import IMPARTIAL, Row, RowSolver, a_row, blocks_of, mirrored
from lalao.values import Side

ROW = "rows as texts such as 1.2.2.1, or as tuples"


@cache
def parts_after(block: Row) -> frozenset[tuple[Row, ...]]:
    """Return the results of the moves in a block of Fafy, each as the sum of the blocks that still have moves."""
    return frozenset(live_parts(after) for after in IMPARTIAL.followers(block, Side.SOUTH))


def live_parts(row: Row) -> tuple[Row, ...]:
    """Return the blocks of a row of Fafy that have moves, in ascending order."""
    return tuple(sorted(mirrored(part) for part in blocks_of(row) if is_live(part)))


@cache
def is_live(block: Row) -> bool:
    """Tell whether a block has a move."""
    return bool(IMPARTIAL.followers(block, Side.SOUTH))


def outcomes_of(rows: Iterable[Row]) -> list[bool]:
    """Tell for each row of impartial Fafy whether the player who starts wins it in misère play.

    Raises TooLargeError where too many sums would be cached.

    >>> outcomes_of([(1,), (1, 1), (1, 1, 1)])
    [True, False, True]
    """
    outcomes = MisereOutcomes(parts_after)
    return [outcomes.first_wins(live_parts(row)) for row in rows]


def misere_quotient(rows: Iterable[str | Row], game: Game = IMPARTIAL) -> MisereQuotient[str | Row]:
    """Return the misère quotient of rows of impartial Fafy or Sowing; each a text such as ``1.2.2.1`` or a tuple.

    It decides every sum of these rows and of the rows that play makes of them. In Fafy a sum may also be given as one
    row, with empty pits between the blocks.

    Raises NotationError where the game is partizan, TooLargeError where a quotient is too large or too costly.

    >>> quotient = misere_quotient(["1.1.1"])
    >>> quotient.presentation, quotient.lost
    ('⟨a, b | a² = 1, b³ = b⟩', ('a', 'b²'))
    >>> quotient.element("1.1.1"), quotient.first_wins("1.1.1", "1.1.1"), quotient.first_wins("1.1.1.0.1.1.1")
    ('b', False, False)
    """
    a_game("game", game)
    if not isinstance(game, Fafy) or not game.impartial:
        raise NotationError("'{id}' has no misère quotient: choose fafy-impartial or sowing-impartial", id=game.id)
    solver = RowSolver(game)

    def parts_of(row: str | Row) -> list[Row]:
        read = a_row(of_type("row", row, (str, tuple), ROW))
        return [mirrored(part) for part in solver.parts(read) if part]

    return quotient_of(each("rows", rows, (str, tuple), ROW), parts_of, solver.impartial_options)
