"""Fang: one row of pits, a tibong at each end, every seed counts in the end.

On your turn take a seed from your reserve and drop it in any pit that is not empty, your own or your opponent's:
you attack it. Lift all its seeds, the new one too, and sow them one a pit, starting in your own tibong and going
away from it. When both reserves are empty the player with more seeds in the half of the board on his side wins; if
equal, the one with more in his tibong; if equal again, nobody. In the guarded game a tibong can be attacked only if
it holds 2 seeds or more.

Source: the two documents on Fang; the rule sheet says what was chosen where they are silent.

>>> from lalao.games.fang import Fang
>>> position = Fang(4).start()
>>> print(position)
0.1.1.0 3+3 S
>>> print(position.play("2").play("2"))
1.0.2.1 2+2 S
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lalao import events
from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.board.row import read_reserves, read_row, write_row
from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.events import Event, Ledger
from lalao.games.game import Game, Mistake, Position
from lalao.games.reserves import check_reserves
from lalao.values import Ending, Outcome, Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH


@dataclass(frozen=True, slots=True)
class FangMove:
    """The pit attacked, counted from 1 at the West end."""

    pit: int

    def __str__(self) -> str:
        return str(self.pit)


class FangEnding(Ending):
    """How a game of Fang ends, once both reserves are empty."""

    HALVES = "halves", Phrase("{more} seeds to {less} in the halves")
    TIBONGS = (
        "tibongs",
        Phrase(
            "equal halves, {count} seed to {less} in the tibongs",
            "equal halves, {count} seeds to {less} in the tibongs",
        ),
    )
    EQUAL = "equal", Phrase("equal halves and equal tibongs")


class Fang(Game):
    """Fang on an even number of pits, at least 4."""

    sheet = "fang"
    sides = (SOUTH, NORTH)
    balance_unit = 100

    def __init__(self, pits: int, guarded: bool = False, last: bool = False) -> None:
        """Choose the size and the options; `last` leaves surplus seeds in the last pit instead of starting again."""
        self.pits = pits
        self.guarded = guarded
        self.last = last
        self.id = f"fang-{pits}{'-guarded' * guarded}{'-last' * last}"
        self.reserve = (pits + 2) // 2
        self.small = pits <= 12
        self._routes = {SOUTH: tuple(range(pits)), NORTH: tuple(range(pits - 1, -1, -1))}

    @property
    def title(self) -> Phrase:
        """The game's name in words."""
        if self.guarded and self.last:
            return Phrase("Fang on {pits} pits, guarded tibongs, surplus in the last pit", pits=self.pits)
        if self.guarded:
            return Phrase("Fang on {pits} pits, guarded tibongs", pits=self.pits)
        if self.last:
            return Phrase("Fang on {pits} pits, surplus in the last pit", pits=self.pits)
        return Phrase("Fang on {pits} pits", pits=self.pits)

    def route(self, side: Side, seeds: int) -> list[int]:
        """List the pits that a sowing of so many seeds reaches, in order, counted from 0."""
        way = self._routes[side]
        surplus = seeds - self.pits
        if self.last and surplus > 0:
            return [*way, *[way[-1]] * surplus]
        return [way[i % self.pits] for i in range(seeds)]

    @property
    def notation(self) -> Phrase:
        """How a move is written."""
        return Phrase("A move is the number of the pit that you attack, such as 2.")

    @property
    def goal(self) -> Phrase:
        """What both players are after."""
        return Phrase("have more seeds than your opponent in your half of the row once both reserves are empty.")

    def start(self) -> "FangPosition":
        """Return the starting position, South to move."""
        row = (0, *[1] * (self.pits - 2), 0)
        return FangPosition(self, row, (self.reserve, self.reserve), SOUTH)

    def position(self, text: str) -> "FangPosition":
        """Read a position such as ``0.1.1.0 3+3 S``.

        Raises NotationError.
        """
        parts = text.split(" ")
        if len(parts) != 3 or parts[2] not in ("S", "N"):
            raise NotationError(
                "'{text}' is not a position of Fang: write pits, reserves and side to move, such as '{example}'",
                text=text,
                example=self.start(),
            )
        position = FangPosition(self, read_row(parts[0]), read_reserves(parts[1]), Side(parts[2]))
        self._check(position)
        return position

    def seen(self, text: str) -> Ledger:
        """Read the row that somebody saw, and the reserves if they are told."""
        row, *others = text.split(" ")
        found = {str(pit): events.SEED * seeds for pit, seeds in enumerate(read_row(row), 1)}
        if others:
            south, north = read_reserves(others[0])
            found |= {events.reserve("S"): events.SEED * south, events.reserve("N"): events.SEED * north}
        return found

    def _check(self, position: "FangPosition") -> None:
        """Refuse what no game can reach: every one of these keeps a legal move in every position that is accepted."""
        south, north = position.reserves
        if len(position.pits) != self.pits:
            raise NotationError(
                "'{row}' has {count} pit: this game has {pits}",
                "'{row}' has {count} pits: this game has {pits}",
                row=write_row(position.pits),
                count=len(position.pits),
                pits=self.pits,
            )
        if sum(position.pits) + south + north != 2 * self.pits:
            raise NotationError(
                "'{text}' holds {count} seed in all: this game has {seeds}",
                "'{text}' holds {count} seeds in all: this game has {seeds}",
                text=position,
                count=sum(position.pits) + south + north,
                seeds=2 * self.pits,
            )
        check_reserves(position, position.reserves, position.to_move, self.reserve)
        if south == north == self.reserve and position.pits != self.start().pits:
            raise NotationError(
                "in '{text}' nobody has played, so the row must be '{row}'",
                text=position,
                row=write_row(self.start().pits),
            )


@dataclass(frozen=True, slots=True)
class FangPosition(Position[FangMove]):
    """The seeds of each pit from West to East, the reserves (South, North), and who moves."""

    game: Fang
    pits: tuple[int, ...]
    reserves: tuple[int, int]
    to_move: Side

    def __str__(self) -> str:
        return f"{write_row(self.pits)} {self.reserves[0]}+{self.reserves[1]} {self.to_move}"

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    @property
    def key(self) -> tuple[tuple[int, ...], int, bool]:
        """Seeds, turns left and side: the reserves follow."""
        return self.pits, sum(self.reserves), self.to_move is SOUTH

    @property
    def south_first(self) -> bool:
        """Whether South has begun: all turns are even in number, so whoever began moves when an even number is left."""
        return (sum(self.reserves) % 2 == 0) == (self.to_move is SOUTH)

    def legal_moves(self) -> tuple[FangMove, ...]:
        """List every pit that may be attacked, from West to East."""
        if self.reserves == (0, 0):
            return ()
        return tuple(FangMove(pit + 1) for pit, seeds in enumerate(self.pits) if seeds >= self._needed(pit))

    def _needed(self, pit: int) -> int:
        """Count the seeds a pit must hold to be attacked."""
        return 2 if self.game.guarded and pit in (0, self.game.pits - 1) else 1

    def _play(self, move: FangMove) -> "FangPosition":
        pits = list(self.pits)
        lifted = pits[move.pit - 1] + 1
        pits[move.pit - 1] = 0
        for pit in self.game.route(self.to_move, lifted):
            pits[pit] += 1
        south, north = self.reserves
        reserves = (south - 1, north) if self.to_move is SOUTH else (south, north - 1)
        return FangPosition(self.game, tuple(pits), reserves, self.to_move.other)

    def as_written(self, text: str) -> str:
        """Keep the number of the pit alone: ``02.`` is ``2``."""
        shape = re.fullmatch(r"\W*0*([1-9][0-9]*)\W*", text, re.ASCII)
        return shape[1] if shape else text

    def _read_move(self, text: str) -> FangMove:
        if not (text.isascii() and text.isdigit()) or len(text) > 4 or text[0] == "0":
            raise NotationError("'{text}' is not a move of Fang: write the number of a pit, such as 2", text=text)
        return FangMove(int(text))

    def _refusal(self, move: FangMove) -> IllegalMoveError:
        if not 1 <= move.pit <= self.game.pits:
            return IllegalMoveError(
                "there is no pit {pit}: the pits go from 1 to {last}", pit=move.pit, last=self.game.pits
            )
        if self.pits[move.pit - 1] == 0:
            return IllegalMoveError("pit {pit} is empty: only a pit that holds seeds can be attacked", pit=move.pit)
        return IllegalMoveError(
            "pit {pit} is a tibong holding {count} seed: a guarded tibong needs 2 to be attacked",
            "pit {pit} is a tibong holding {count} seeds: a guarded tibong needs 2 to be attacked",
            pit=move.pit,
            count=self.pits[move.pit - 1],
        )

    def mistakes(self) -> Iterator[Mistake]:
        """Yield the attacks that the rules forbid, sowings from the wrong pit, and turns without a reserve seed."""
        if self.reserves == (0, 0):
            return
        own, other = self.game.route(self.to_move, self.game.pits), self.game.route(self.to_move.other, self.game.pits)
        for number, seeds in enumerate(self.pits, 1):
            move = FangMove(number)
            if seeds < self._needed(number - 1):
                yield self._refusal(move).phrase, self._play(move).ledger()
                continue
            beside = own[own.index(number - 1) + 1 :]
            if len(beside) > seeds:
                yield (
                    Phrase("the sowing began beside pit {pit}: it begins in one's own tibong", pit=number),
                    self._sown(number, beside, 1),
                )
            yield Phrase("the sowing began in the other player's tibong"), self._sown(number, other, 1)
            yield Phrase("no seed was taken from the reserve"), self._sown(number, own, 0)

    def _sown(self, lifted: int, way: list[int], spent: int) -> Ledger:
        """Tell what lies where once a pit, with or without a reserve seed, is sown in the pits of `way`."""
        pits = list(self.pits)
        seeds, pits[lifted - 1] = pits[lifted - 1] + spent, 0
        for turn in range(seeds):
            pits[way[turn % len(way)]] += 1
        south, north = self.reserves
        reserves = (south - spent, north) if self.to_move is SOUTH else (south, north - spent)
        return FangPosition(self.game, tuple(pits), reserves, self.to_move.other).ledger()

    def halves(self) -> tuple[int, int]:
        """Count the seeds in South's half and in North's."""
        middle = self.game.pits // 2
        return sum(self.pits[:middle]), sum(self.pits[middle:])

    def tibongs(self) -> tuple[int, int]:
        """Count the seeds in South's tibong and in North's."""
        return self.pits[0], self.pits[-1]

    @property
    def outcome(self) -> Outcome | None:
        """The winner by halves, then by tibongs, once both reserves are empty."""
        if self.reserves != (0, 0):
            return None
        halves, tibongs = self.halves(), self.tibongs()
        if halves[0] != halves[1]:
            winner = SOUTH if halves[0] > halves[1] else NORTH
            return Outcome(winner, FangEnding.HALVES, halves, (("more", max(halves)), ("less", min(halves))))
        if tibongs[0] != tibongs[1]:
            winner = SOUTH if tibongs[0] > tibongs[1] else NORTH
            return Outcome(winner, FangEnding.TIBONGS, halves, (("count", max(tibongs)), ("less", min(tibongs))))
        return Outcome(None, FangEnding.EQUAL, halves)

    @property
    def task(self) -> Phrase:
        """Attack a pit."""
        return Phrase("attack a pit")

    def events(self, move: FangMove) -> tuple[Event, ...]:
        """List the gestures: reserve, drop, lift, then one sowing a seed."""
        lifted = self.pits[move.pit - 1] + 1
        sown = (events.sow(str(pit + 1)) for pit in self.game.route(self.to_move, lifted))
        take = events.take_seed(str(self.to_move))
        return take, events.drop(str(move)), events.lift(str(move), lifted), *sown

    def ledger(self) -> Ledger:
        """Tell how many seeds lie in each pit and reserve."""
        places = {str(pit + 1): seeds for pit, seeds in enumerate(self.pits)}
        places |= {events.reserve("S"): self.reserves[0], events.reserve("N"): self.reserves[1]}
        return {place: events.SEED * seeds for place, seeds in places.items()}

    def holding(self, ledger: Ledger, side: Side) -> "FangPosition":
        """Lay out pits and reserves."""
        pits = tuple(len(ledger.get(str(pit + 1), "")) for pit in range(self.game.pits))
        south, north = (len(ledger.get(events.reserve(letter), "")) for letter in "SN")
        return FangPosition(self.game, pits, (south, north), side)

    def picture(self, last: FangMove | None = None, legal: bool = False) -> Picture:
        """Describe the row, tibongs marked."""
        playable = {move.pit for move in self.legal_moves()} if legal else set()
        pits = tuple(
            Pit(
                place=str(pit + 1),
                label=str(pit + 1),
                seeds=seeds,
                side=SOUTH if pit < self.game.pits // 2 else NORTH,
                special=pit in (0, self.game.pits - 1),
                last=last is not None and last.pit == pit + 1,
                legal=pit + 1 in playable,
            )
            for pit, seeds in enumerate(self.pits)
        )
        reserves = (Reserve(SOUTH, self.reserves[0]), Reserve(NORTH, self.reserves[1]))
        return RowPicture(str(self), self.to_move, (pits,), reserves, Phrase("tibong"))

    def symmetric(self) -> "tuple[FangPosition]":
        """Turn the board round: the row reversed, the players swapped."""
        south, north = self.reserves
        return (FangPosition(self.game, self.pits[::-1], (north, south), self.to_move.other),)

    def balance(self) -> int:
        """Count the seeds that the side to move has more in its half, tibongs breaking ties."""
        (south, north), tibongs = self.halves(), self.tibongs()
        lead = 100 * (south - north) + tibongs[0] - tibongs[1]
        return lead if self.to_move is SOUTH else -lead
