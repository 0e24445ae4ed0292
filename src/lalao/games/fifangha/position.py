"""A position of Fifangha and its turns."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lalao import events
from lalao.board.picture import Picture, Pit, Reserve, RowPicture
from lalao.board.row import write_row
from lalao.errors import IllegalMoveError, NotationError, Phrase
from lalao.events import Event, Ledger
from lalao.games.fifangha.turns import SIGNS, FifanghaMove, Hand
from lalao.games.game import Choice, Mistake, Position
from lalao.values import Ending, Outcome, Side

if TYPE_CHECKING:
    from lalao.games.fifangha.rules import Fifangha

SOUTH, NORTH = Side.SOUTH, Side.NORTH


class FifanghaEnding(Ending):
    """How a game of Fifangha ends, when a turn would begin."""

    EMPTY_ROW = "empty-row", Phrase("the inner row of {loser} is empty")
    NO_TURN = "no-turn", Phrase("{loser} has no turn that ends")


@dataclass(frozen=True, slots=True)
class FifanghaPosition(Position[FifanghaMove]):
    """Each player's pits as he sees them, the reserves (South, North), who moves, and the quiet plies."""

    game: "Fifangha"
    south: tuple[int, ...]
    north: tuple[int, ...]
    reserves: tuple[int, int]
    to_move: Side
    quiet: int = 0

    def __str__(self) -> str:
        rows = "/".join(map(write_row, self.rows()))
        quiet = f" quiet={self.quiet}" if self.quiet else ""
        return f"{rows} {self.reserves[0]}+{self.reserves[1]} {self.to_move}{quiet}"

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def rows(self) -> tuple[tuple[int, ...], ...]:
        """Give the four rows from North to South, each from West to East."""
        columns = self.game.columns
        return (
            self.north[columns:],
            self.north[:columns][::-1],
            self.south[:columns],
            self.south[columns:][::-1],
        )

    @property
    def key(self) -> tuple[tuple[int, ...], tuple[int, ...], int, bool]:
        """Seeds, turns left in phase 1 and side; the quiet plies are left out."""
        return self.south, self.north, sum(self.reserves), self.to_move is SOUTH

    @property
    def own(self) -> tuple[int, ...]:
        """The pits of the side to move."""
        return self.south if self.to_move is SOUTH else self.north

    @property
    def enemy(self) -> tuple[int, ...]:
        """The pits of the other side."""
        return self.north if self.to_move is SOUTH else self.south

    @property
    def has_reserve(self) -> bool:
        """Whether the side to move is in phase 1."""
        return self.reserves[0 if self.to_move is SOUTH else 1] > 0

    def _facing(self) -> list[int]:
        """List the non-empty inner pits of the side to move that face enemy seeds."""
        columns = self.game.columns
        return [i for i in range(columns) if self.own[i] and self.enemy[columns - 1 - i]]

    def _inner(self) -> list[int]:
        """List the non-empty inner pits of the side to move."""
        return [i for i in range(self.game.columns) if self.own[i]]

    def _hand(self, pit: int, wanted: FifanghaMove | None, capturing: bool) -> Hand:
        """Begin a turn with a pit; only a wanted one tells its events."""
        side, names = self.to_move, self.game.names
        move = FifanghaMove(self.game.letters[side][pit])
        asked = wanted.signs if wanted else None
        own, enemy = list(self.own), list(self.enemy)
        done: list[Event] | None = [] if wanted else None
        return Hand(own, enemy, names[side], names[side.other], move, asked, capturing, done=done)

    def _first_sowing_captures(self, pit: int, way: int) -> bool:
        """Tell whether, in phase 2, sowing a pit ends in a non-empty inner pit facing enemy seeds."""
        hand = self._hand(pit, None, True)
        hand.lift(pit, way)
        last = hand.sow()
        return hand.own[last] > 1 and hand.faces_seeds(last)

    def _occupied(self) -> list[int]:
        """List the non-empty pits of the side to move."""
        return [pit for pit, seeds in enumerate(self.own) if seeds]

    def _captures_with(self, pit: int) -> bool:
        """Tell whether, in phase 2, some first sowing of a pit captures."""
        return any(self._first_sowing_captures(pit, way) for way in (1, -1))

    def _turns(self, wanted: FifanghaMove | None = None) -> Iterator[Hand]:
        """Yield every turn that ends, played to its end; only the `wanted` one where one is given."""
        if not self._inner():
            return
        for turn in self._phase_1(wanted) if self.has_reserve else self._phase_2(wanted):
            yield from turn.finish()

    def _is_wanted(self, pit: int, wanted: FifanghaMove | None) -> bool:
        return wanted is None or wanted.pit == self.game.letters[self.to_move][pit]

    def _phase_1(self, wanted: FifanghaMove | None) -> Iterator[Hand]:
        """Yield the turns of phase 1, ready for their first sowing."""
        facing = self._facing()
        for pit in facing or self._inner():
            if self._is_wanted(pit, wanted):
                hand = self._hand(pit, wanted, bool(facing))
                hand.put_from_reserve(self.to_move, pit)
                yield from hand.capture(pit) if facing else hand.lifted(pit)

    def _phase_2(self, wanted: FifanghaMove | None) -> Iterator[Hand]:
        """Yield the turns of phase 2, ready for their first sowing."""
        pits = self._occupied()
        capturing = {(p, way) for p in pits for way in (1, -1) if self._first_sowing_captures(p, way)}
        for pit in pits:
            if self._is_wanted(pit, wanted):
                for hand in self._hand(pit, wanted, bool(capturing)).lifted(pit):
                    if not capturing or (pit, hand.way) in capturing:
                        yield hand

    def legal_moves(self) -> tuple[FifanghaMove, ...]:
        """List every turn that ends, each with its answers."""
        return tuple(turn.move for turn in self._turns())

    def _played(self, move: FifanghaMove) -> Hand:
        return next(turn for turn in self._turns(move) if turn.move == move)

    def _play(self, move: FifanghaMove) -> "FifanghaPosition":
        turn = self._played(move)
        own, enemy = tuple(turn.own), tuple(turn.enemy)
        south, north = (own, enemy) if self.to_move is SOUTH else (enemy, own)
        spent = 1 if self.has_reserve else 0
        reserves = (
            self.reserves[0] - (spent if self.to_move is SOUTH else 0),
            self.reserves[1] - (spent if self.to_move is NORTH else 0),
        )
        quiet = 0 if turn.captures else self.quiet + 1
        return FifanghaPosition(self.game, south, north, reserves, self.to_move.other, quiet)

    def as_written(self, text: str) -> str:
        """Join pit and signs; while there is a reserve only the inner row is played, and its letters are small."""
        joined = text.replace(" ", "")
        return joined.lower() if self.has_reserve else joined

    def forms(self, text: str) -> tuple[str, ...]:
        """Let the last answers be left out."""
        return (re.escape(text) + "[-+]*",)

    def _read_move(self, text: str) -> FifanghaMove:
        pit, signs = text[:1], text[1:]
        if not (pit.isascii() and pit.isalpha()) or set(signs) - set(SIGNS):
            raise NotationError(
                "'{text}' is not a move of Fifangha: write a pit and a sign for each question, such as c, c+ or C-+",
                text=text,
            )
        if pit not in self.game.letters[self.to_move]:
            last = self.game.letters[SOUTH][self.game.columns - 1]
            raise IllegalMoveError(
                "there is no pit {pit}: the columns go from a to {last}, capitals for the outer row",
                pit=pit,
                last=last,
            )
        return FifanghaMove(pit, signs)

    def _refusal(self, move: FifanghaMove) -> IllegalMoveError:
        pit = self.game.letters[self.to_move].find(move.pit)
        if pit < 0:
            return IllegalMoveError("there is no pit {pit} on this board", pit=move.pit)
        if self.own[pit] == 0:
            return IllegalMoveError("pit {pit} is empty: choose one that holds seeds", pit=move.pit)
        if self.has_reserve and pit >= self.game.columns:
            return IllegalMoveError(
                "pit {pit} is in the outer row: while you have a reserve you play in the inner row",
                pit=move.pit,
            )
        texts = [str(legal) for legal in self.legal_moves()]
        if not any(text[0] == move.pit for text in texts):
            return self._refused_pit(move)
        answers = ", ".join(text for text in texts if text[0] == move.pit)
        return IllegalMoveError(
            "{move} does not answer the questions of this turn: write one of {answers}",
            move=move,
            answers=answers,
        )

    def _refused_pit(self, move: FifanghaMove) -> IllegalMoveError:
        """Say why no turn that begins with this pit is legal."""
        pit = self.game.letters[self.to_move].index(move.pit)
        if self.has_reserve and self._facing() and pit not in self._facing():
            return IllegalMoveError("you must capture: pit {pit} faces no seeds", pit=move.pit)
        if not self.has_reserve and not self._captures_with(pit) and any(map(self._captures_with, self._occupied())):
            return IllegalMoveError("you must capture: sowing pit {pit} does not", pit=move.pit)
        return IllegalMoveError("pit {pit} would sow for ever", pit=move.pit)

    def mistakes(self) -> Iterator[Mistake]:
        """Yield turns without the capture that is due, from the wrong row, or without a reserve seed."""
        for pit in self._occupied():
            inner, letter = pit < self.game.columns, self.game.letters[self.to_move][pit]
            reason = self._refusal(FifanghaMove(letter)).phrase
            if self.has_reserve and inner:
                forgotten = Phrase("no seed was taken from the reserve")
                yield from ((forgotten, ledger) for ledger in self._sowings(pit, put=False))
                if pit in self._facing():
                    reason = Phrase("pit {pit} faces seeds: they are captured, and the pit is not lifted", pit=letter)
            yield from ((reason, ledger) for ledger in self._sowings(pit, put=self.has_reserve and inner))

    def _sowings(self, pit: int, put: bool) -> Iterator[Ledger]:
        """Yield what lies where once a pit, with a reserve seed or not, is sown each way and nothing is captured."""
        hand = self._hand(pit, None, capturing=False)
        if put:
            hand.put_from_reserve(self.to_move, pit)
        spent = (int(put), 0) if self.to_move is SOUTH else (0, int(put))
        reserves = (self.reserves[0] - spent[0], self.reserves[1] - spent[1])
        for lifted in hand.lifted(pit):
            for done in lifted.finish():
                own, enemy = tuple(done.own), tuple(done.enemy)
                south, north = (own, enemy) if self.to_move is SOUTH else (enemy, own)
                yield FifanghaPosition(self.game, south, north, reserves, self.to_move.other).ledger()

    @property
    def outcome(self) -> Outcome | None:
        """The winner once the inner row of the side to move is empty, or it has no legal move."""
        side = self.to_move
        if not self._inner():
            return Outcome(side.other, FifanghaEnding.EMPTY_ROW)
        if next(self._turns(), None) is None:
            return Outcome(side.other, FifanghaEnding.NO_TURN)
        return None

    @property
    def task(self) -> Phrase:
        """Put a seed, or sow a pit."""
        if not self.has_reserve:
            return Phrase("choose one of your pits and where to sow it")
        if self._facing():
            return Phrase("put a seed in a pit that faces seeds of {side}", side=self.to_move.other)
        return Phrase("put a seed in a pit of your inner row and sow it")

    def paths(self) -> Iterator[tuple[str, FifanghaMove, tuple[Choice, ...]]]:
        """Yield each turn: the pit, then for each question the pit that the answer sows first."""
        for move in self.legal_moves():
            yield str(move), move, (Choice(self.to_move.value + move.pit), *self._played(move).choices)

    def events(self, move: FifanghaMove) -> tuple[Event, ...]:
        """List the gestures: reserve and drop in phase 1, then captures, lifts and sowings, a seed at a time."""
        return tuple(self._played(move).done or ())

    def ledger(self) -> Ledger:
        """Tell how many seeds lie in each pit and reserve."""
        ledger = {events.reserve(side.value): self.reserves[i] for i, side in enumerate((SOUTH, NORTH))}
        for side, pits in ((SOUTH, self.south), (NORTH, self.north)):
            ledger |= dict(zip(self.game.names[side], pits, strict=True))
        return {place: events.SEED * seeds for place, seeds in ledger.items()}

    def holding(self, ledger: Ledger, side: Side) -> "FifanghaPosition":
        """Lay out pits and reserves."""
        south, north = (tuple(len(ledger.get(name, "")) for name in self.game.names[owner]) for owner in (SOUTH, NORTH))
        reserves = (len(ledger.get(events.reserve("S"), "")), len(ledger.get(events.reserve("N"), "")))
        return FifanghaPosition(self.game, south, north, reserves, side)

    def picture(self, last: FifanghaMove | None = None, legal: bool = False) -> Picture:
        """Describe the four rows, tsibongy marked."""
        playable = {self.to_move.value + move.pit for move in self.legal_moves()} if legal else set()
        played = self.to_move.other.value + last.pit if last else None
        rows = []
        for row, seeds in enumerate(self.rows()):
            side = NORTH if row < 2 else SOUTH
            inner = row in (1, 2)
            letters = self.game.letters[SOUTH][: self.game.columns]
            labels = letters if inner else letters.upper()
            rows.append(
                tuple(
                    Pit(
                        place=side.value + label,
                        label=label,
                        seeds=seeds[column],
                        side=side,
                        special=inner and column in (0, self.game.columns - 1),
                        last=played == side.value + label,
                        legal=side.value + label in playable,
                    )
                    for column, label in enumerate(labels)
                )
            )
        reserves = (Reserve(SOUTH, self.reserves[0]), Reserve(NORTH, self.reserves[1]))
        return RowPicture(str(self), self.to_move, tuple(rows), reserves, Phrase("tsibongy"))

    def symmetric(self) -> "tuple[FifanghaPosition, ...]":
        """Turn the board round, the players swapped; mirror West and East."""
        south, north = self.reserves
        columns = self.game.columns
        return (
            FifanghaPosition(self.game, self.north, self.south, (north, south), self.to_move.other, self.quiet),
            FifanghaPosition(
                self.game,
                self.south[:columns][::-1] + self.south[columns:][::-1],
                self.north[:columns][::-1] + self.north[columns:][::-1],
                self.reserves,
                self.to_move,
                self.quiet,
            ),
        )

    def balance(self) -> int:
        """Count the seeds that the side to move has more on the board, those of the inner row twice."""
        columns = self.game.columns
        own = sum(self.own) + sum(self.own[:columns])
        return own - sum(self.enemy) - sum(self.enemy[:columns])
