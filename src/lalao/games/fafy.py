"""Fafy and Sowing: lift a pit, sow it, never where you may not; who cannot play loses.

Choose a pit that is not empty, lift all its seeds and sow them one a pit, starting in the neighbouring pit, to your
right (South eastwards, North westwards). In Fafy no seed may leave the board nor fall in an empty pit: a pit for
which that would happen cannot be played. In the impartial game the sower chooses the direction. In misère play the
player who cannot play wins. In J. H. Conway's Sowing only the last seed is bound: it must stay on the board and
fall in a pit that was not empty before it fell.

Source: the document on Fafy; J. Erickson, "Sowing Games", Games of No Chance (1996), for Sowing.

>>> from lalao.games.fafy import Fafy
>>> position = Fafy(impartial=True).start()
>>> print(position.play("4+").play("7-"))
1.2.2.0.3.3.0.1 S
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lalao import events
from lalao.board.picture import Picture, Pit, RowPicture
from lalao.board.row import MOST_SEEDS, read_row, write_row
from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.events import Event, Ledger
from lalao.games.game import Choice, Game, Mistake, Position
from lalao.values import Ending, Outcome, Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH
START = (1, 2, 2, 1, 1, 2, 2, 1)
TYPED = re.compile("(?P<before>[-+<>]?) ?0*(?P<pit>[1-9][0-9]*) ?(?P<after>[-+<>]?)")
TITLES = {
    ("fafy", False, False): Phrase("Fafy"),
    ("fafy", False, True): Phrase("Fafy, misère"),
    ("fafy", True, False): Phrase("Impartial Fafy"),
    ("fafy", True, True): Phrase("Impartial Fafy, misère"),
    ("sowing", False, False): Phrase("Sowing"),
    ("sowing", False, True): Phrase("Sowing, misère"),
    ("sowing", True, False): Phrase("Impartial Sowing"),
    ("sowing", True, True): Phrase("Impartial Sowing, misère"),
}


@dataclass(frozen=True, slots=True)
class FafyMove:
    """The pit sown, counted from 1 at the West end, and the direction: 1 eastwards, -1 westwards."""

    pit: int
    direction: int

    def __str__(self) -> str:
        return f"{self.pit}{'+' if self.direction > 0 else '-'}"


class FafyEnding(Ending):
    """How a game of Fafy or Sowing ends: in either way somebody cannot play."""

    BLOCKED = "blocked", Phrase("{loser} cannot play")
    MISERE = "misere", Phrase("{winner} cannot play, and so wins in misère play")


class Fafy(Game):
    """Fafy, or Sowing where only the last seed is bound; partizan or impartial; normal or misère."""

    sheet = "fafy"
    sides = (SOUTH, NORTH)
    small = True
    minutes = 1
    laid_out = True
    lead = Phrase("moves")

    def __init__(self, impartial: bool = False, misere: bool = False, last_only: bool = False) -> None:
        """Choose the options; `last_only` makes it Sowing."""
        self.impartial = impartial
        self.misere = misere
        self.last_only = last_only
        self.name = "sowing" if last_only else "fafy"
        self.id = f"{self.name}{'-impartial' * impartial}{'-misere' * misere}"

    @property
    def title(self) -> Phrase:
        """The game's name in words."""
        return TITLES[self.name, self.impartial, self.misere]

    def directions(self, side: Side) -> tuple[int, ...]:
        """List the directions in which a side may sow."""
        return (1, -1) if self.impartial else (1,) if side is SOUTH else (-1,)

    @property
    def notation(self) -> Phrase:
        """How a move is written."""
        if self.impartial:
            return Phrase("A move is a pit and a direction: 2+ sows pit 2 eastwards, 2- westwards.")
        return Phrase("A move is the number of a pit, such as 2: South sows it eastwards, North westwards.")

    @property
    def goal(self) -> Phrase:
        """What both players are after."""
        if self.misere:
            return Phrase("have no pit left to sow when it is your turn: in misère play that wins.")
        return Phrase("leave your opponent without a pit to sow: who cannot play loses.")

    def followers(self, row: tuple[int, ...], side: Side) -> list[tuple[int, ...]]:
        """List the rows that a side's moves lead to."""
        position = FafyPosition(self, row, side)
        return [position._play(move).pits for move in position._moves(side)]

    def start(self) -> "FafyPosition":
        """Return the document's starting position, South to move."""
        return FafyPosition(self, START, SOUTH)

    def agreed_start(self, rng: Random) -> "FafyPosition":
        """Lay out about ten seeds in six to eight pits, none of them empty."""
        pits = [1] * rng.randint(6, 8)
        for _ in range(rng.randint(9, 12) - len(pits)):
            pits[rng.randrange(len(pits))] += 1
        return FafyPosition(self, tuple(pits), SOUTH)

    def position(self, text: str) -> "FafyPosition":
        """Read a position such as ``1.2.2.1 S``.

        Raises NotationError.
        """
        row, space, side = text.partition(" ")
        if not space or side not in ("S", "N"):
            raise NotationError(
                "'{text}' is not a row: write pits and side to move, such as '{example}'",
                text=text,
                example=self.start(),
            )
        pits = read_row(row)
        if sum(pits) > MOST_SEEDS:
            raise NotationError("'{text}' holds too many seeds: write at most {most}", text=text, most=MOST_SEEDS)
        return FafyPosition(self, pits, Side(side))

    def seen(self, text: str) -> Ledger:
        """Read the row that somebody saw."""
        return {str(pit): events.SEED * seeds for pit, seeds in enumerate(read_row(text.split(" ")[0]), 1)}


@dataclass(frozen=True, slots=True)
class FafyPosition(Position[FafyMove]):
    """The seeds of each pit from West to East, and who moves."""

    game: Fafy
    pits: tuple[int, ...]
    to_move: Side

    def __str__(self) -> str:
        return f"{write_row(self.pits)} {self.to_move}"

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    @property
    def key(self) -> tuple[tuple[int, ...], bool]:
        """Seeds and side."""
        return self.pits, self.to_move is SOUTH

    def legal_moves(self) -> tuple[FafyMove, ...]:
        """List every sowing that breaks no rule, from West to East, eastwards first."""
        return tuple(self._moves(self.to_move))

    def _moves(self, side: Side) -> Iterator[FafyMove]:
        ways = self.game.directions(side)
        for pit, seeds in enumerate(self.pits):
            if seeds:
                for way in ways:
                    if self._obstacle(pit, way) is None:
                        yield FafyMove(pit + 1, way)

    def _obstacle(self, pit: int, way: int) -> int | None:
        """Return the first pit (counted from 0, perhaps off the board) where a seed may not fall, or None."""
        seeds, size = self.pits[pit], len(self.pits)
        end = pit + way * seeds
        bound = range(end, end + way, way) if self.game.last_only else range(pit + way, end + way, way)
        for reached in bound:
            if not 0 <= reached < size or self.pits[reached] == 0:
                return reached
        return None

    def _play(self, move: FafyMove) -> "FafyPosition":
        pits = list(self.pits)
        for pit in self._route(move):
            pits[pit - 1] += 1
        pits[move.pit - 1] = 0
        return FafyPosition(self.game, tuple(pits), self.to_move.other)

    def _route(self, move: FafyMove) -> range:
        """List the pits that receive a seed, counted from 1."""
        seeds = self.pits[move.pit - 1]
        return range(move.pit + move.direction, move.pit + move.direction * (seeds + 1), move.direction)

    def as_written(self, text: str) -> str:
        """Put the direction, which may be an arrow, behind the pit: ``> 4`` is ``4+``."""
        shape = TYPED.fullmatch(text)
        if shape is None or (shape["before"] and shape["after"]):
            return text
        return shape["pit"] + (shape["before"] or shape["after"]).translate(str.maketrans("<>", "-+"))

    def forms(self, text: str) -> tuple[str, ...]:
        """Let the direction be left out."""
        return (re.escape(text) + "[-+]?",)

    def _read_move(self, text: str) -> FafyMove:
        number, sign = (text[:-1], text[-1]) if text[-1:] in ("+", "-") else (text, "")
        if not (number.isascii() and number.isdigit()) or len(number) > 4 or number[0] == "0":
            raise self._unreadable(text)
        if not sign and self.game.impartial:
            raise NotationError(
                "'{text}' does not say the direction: write {text}+ (eastwards) or {text}- (westwards)",
                text=text,
            )
        own = self.game.directions(self.to_move)[0]
        return FafyMove(int(number), {"+": 1, "-": -1, "": own}[sign])

    def _unreadable(self, text: str) -> NotationError:
        if self.game.impartial:
            return NotationError(
                "'{text}' is not a move: write a pit and a direction, 2+ (eastwards) or 2- (westwards)", text=text
            )
        return NotationError("'{text}' is not a move: write the number of a pit, such as 2", text=text)

    def _refusal(self, move: FafyMove) -> IllegalMoveError:
        if not 1 <= move.pit <= len(self.pits):
            return IllegalMoveError(
                "there is no pit {pit}: the pits go from 1 to {last}", pit=move.pit, last=len(self.pits)
            )
        if self.pits[move.pit - 1] == 0:
            return IllegalMoveError("pit {pit} is empty: only a pit that holds seeds can be sown", pit=move.pit)
        if move.direction not in self.game.directions(self.to_move):
            if self.to_move is SOUTH:
                return IllegalMoveError("South sows eastwards: write {pit}+", pit=move.pit)
            return IllegalMoveError("North sows westwards: write {pit}-", pit=move.pit)
        obstacle = self._obstacle(move.pit - 1, move.direction)
        if obstacle is None or not 0 <= obstacle < len(self.pits):
            return IllegalMoveError("sowing {move} would send a seed off the board", move=move)
        if self.game.last_only:
            return IllegalMoveError(
                "sowing {move} would drop the last seed in pit {pit}, which is empty",
                move=move,
                pit=obstacle + 1,
            )
        return IllegalMoveError(
            "sowing {move} would drop a seed in pit {pit}, which is empty", move=move, pit=obstacle + 1
        )

    def mistakes(self) -> Iterator[Mistake]:
        """Yield the sowings that the rules forbid, and those that begin in the wrong pit."""
        for number, seeds in enumerate(self.pits, 1):
            for way in (1, -1) if seeds else ():
                move = FafyMove(number, way)
                if way not in self.game.directions(self.to_move) or self._obstacle(number - 1, way) is not None:
                    yield self._refusal(move).phrase, self._sown(number, way, number + way)
                    continue
                yield (
                    Phrase(
                        "the seeds of pit {pit} were sown from pit {pit} itself: the first one falls beside it",
                        pit=number,
                    ),
                    self._sown(number, way, number),
                )
                missed = Phrase("the sowing of pit {pit} left out pit {missed}", pit=number, missed=number + way)
                yield missed, self._sown(number, way, number + 2 * way)

    def _sown(self, lifted: int, way: int, first: int) -> Ledger:
        """Tell what lies where once a pit is sown from another one; seeds off the board are gone."""
        pits = list(self.pits)
        seeds, pits[lifted - 1] = pits[lifted - 1], 0
        for pit in range(first, first + way * seeds, way):
            if 1 <= pit <= len(pits):
                pits[pit - 1] += 1
        return FafyPosition(self.game, tuple(pits), self.to_move).ledger()

    @property
    def outcome(self) -> Outcome | None:
        """The opponent of the player who cannot play wins, or that player in misère play."""
        if any(True for _ in self._moves(self.to_move)):
            return None
        if self.game.misere:
            return Outcome(self.to_move, FafyEnding.MISERE)
        return Outcome(self.to_move.other, FafyEnding.BLOCKED)

    @property
    def task(self) -> Phrase:
        """Sow a pit."""
        return Phrase("sow a pit, without falling in an empty one")

    def paths(self) -> Iterator[tuple[str, FafyMove, tuple[Choice, ...]]]:
        """Yield each sowing as two taps: the pit, then the neighbour that receives the first seed."""
        for move in self.legal_moves():
            way = Choice(str(move.pit + move.direction), "+" if move.direction > 0 else "-")
            yield str(move), move, (Choice(str(move.pit)), way)

    def events(self, move: FafyMove) -> tuple[Event, ...]:
        """List the gestures: lift, then one sowing a seed."""
        place = str(move.pit)
        return events.lift(place, self.pits[move.pit - 1]), *(events.sow(str(pit)) for pit in self._route(move))

    def ledger(self) -> Ledger:
        """Tell how many seeds lie in each pit."""
        return {str(pit + 1): events.SEED * seeds for pit, seeds in enumerate(self.pits)}

    def holding(self, ledger: Ledger, side: Side) -> "FafyPosition":
        """Lay out a row, as long as it has places."""
        return FafyPosition(self.game, tuple(len(ledger.get(str(pit + 1), "")) for pit in range(len(ledger))), side)

    def picture(self, last: FafyMove | None = None, legal: bool = False) -> Picture:
        """Describe the row."""
        playable = {move.pit for move in self.legal_moves()} if legal else set()
        pits = tuple(
            Pit(
                place=str(pit + 1),
                label=str(pit + 1),
                seeds=seeds,
                last=last is not None and last.pit == pit + 1,
                legal=pit + 1 in playable,
            )
            for pit, seeds in enumerate(self.pits)
        )
        return RowPicture(str(self), self.to_move, (pits,))

    def symmetric(self) -> "tuple[FafyPosition, ...]":
        """Turn the board round, the players swapped; in the impartial games the mirror image or the swap alone too."""
        turned = FafyPosition(self.game, self.pits[::-1], self.to_move.other)
        if not self.game.impartial:
            return (turned,)
        mirrored = FafyPosition(self.game, self.pits[::-1], self.to_move)
        return turned, mirrored, FafyPosition(self.game, self.pits, self.to_move.other)

    def balance(self) -> int:
        """Count the moves that the side to move has more than its opponent: fewer is better in misère play."""
        if self.game.impartial:
            return 0
        lead = sum(1 for _ in self._moves(self.to_move)) - sum(1 for _ in self._moves(self.to_move.other))
        return -lead if self.game.misere else lead
