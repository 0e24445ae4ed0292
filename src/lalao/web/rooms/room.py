"""A room: the table of one match, as a plain object fed with messages.

`Room.decide` judges a message and returns the entry to be written; `Room.apply` applies it. The journal determines
the room: the same entries give the same room. There is no clock and no socket in here: time is a parameter.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable
from datetime import date
from itertools import takewhile

from lalao.errors import IllegalMoveError, NotationError
from lalao.games.game import AnyPosition, begun_by
from lalao.games.registry import Hook
from lalao.games.registry import game as find_game
from lalao.record import Record, flatten, unflatten
from lalao.record.tree import OPEN, UNNAMED
from lalao.teach.foretelling import mark_by_hand
from lalao.values import MatchEnding, Outcome, Side
from lalao.web.limits import RefusedError, check_opponent, check_size
from lalao.web.rooms import messages as m

Seats = frozenset[int]
STRAYS: Hook[Callable[[AnyPosition, str, str], bool]] = Hook("lalao.teach", "strays")
ENDINGS = {
    "resigned": MatchEnding.RESIGNED,
    "agreed": MatchEnding.AGREED,
    "time": MatchEnding.TIME,
    "decided": MatchEnding.ADJUDICATED,
    "forfeit": MatchEnding.FORFEIT,
    "abandoned": MatchEnding.ABANDONED,
}


def new_token() -> str:
    """Draw a token, the secret that opens a seat."""
    return secrets.token_urlsafe(18)


def hashed(token: str) -> str:
    """Return the hash of a token, which is all that journals hold of it."""
    return hashlib.sha256(token.encode()).hexdigest()[:40]


class Room:
    """One table: its seats 0 and 1, and the game that is being played there."""

    opening: m.Opened
    record: Record
    played: list[m.Moved]
    tokens: list[str]
    first: int
    phase: m.Phase
    layer: int
    cake: bool
    offer: m.Offered | None
    outcome: Outcome | None
    clocks: list[float]
    undone: bool
    """Whether moves of this game were taken back: they are variations now."""

    def __init__(self, entries: Iterable[m.Entry], now: float = 0.0) -> None:
        """Replay a journal; whoever's turn it is starts thinking at `now` (seconds).

        Until the first move of a game nobody's clock runs.
        """
        self.length = 0
        self.turn = -1
        self.began = now
        for entry in entries:
            self.apply(entry, now)

    # Queries

    @property
    def sides(self) -> tuple[Side, Side]:
        """The side of each seat."""
        one, other = self.record.game.sides
        return (one, other) if self.first == 0 else (other, one)

    def seat_of(self, side: Side) -> int:
        """Return the seat that plays a side."""
        return self.sides.index(side)

    @property
    def position(self) -> AnyPosition:
        """The position on the board."""
        return self.record.last.position

    @property
    def active(self) -> int | None:
        """The seat whose turn it is to do something, None once the game is over."""
        if self.phase == "layout":
            return self.layer
        if self.phase == "choose":
            return 1 - self.layer
        return self.seat_of(self.position.to_move) if self.phase == "play" else None

    @property
    def free_seat(self) -> int | None:
        """The first seat that nobody has taken, None where there is none."""
        return self.tokens.index("") if "" in self.tokens else None

    def seats_of(self, token: str) -> Seats:
        """Return the seats that a token opens."""
        known = hashed(token)
        return frozenset(seat for seat, kept in enumerate(self.tokens) if kept and secrets.compare_digest(kept, known))

    @property
    def mode(self) -> m.Mode:
        """How the room is played; in a class, where devices come and go, this depends on who holds the seats now."""
        if not self.opening.classroom:
            return self.opening.mode
        return "here" if self.tokens[0] == self.tokens[1] else "apart"

    @property
    def alone(self) -> bool:
        """Whether nobody else has to be asked: one token holds all the seats of people."""
        return self.mode != "apart"

    @property
    def asked(self) -> int | None:
        """The computer's seat if it has been offered something and has to answer."""
        if self.offer is None or not self.opening.computer[1 - self.offer.seat]:
            return None
        return 1 - self.offer.seat

    @property
    def has_second_round(self) -> bool:
        """Whether a second round (Vela) may follow."""
        if self.opening.classroom:
            return False
        winner = self.outcome.winner if self.outcome else None
        return winner is not None and self.record.game.second_round(winner) is not None

    def left(self, now: float) -> list[float] | None:
        """Return the seconds that each seat has left, or None where there are no clocks."""
        if not self.opening.seconds:
            return None
        left = list(self.clocks)
        if self.phase == "play" and self.active is not None and self.record.moves():
            left[self.active] -= now - self.began
        return [max(seconds, 0.0) for seconds in left]

    def to_record(self, names: tuple[str, str], day: date | None = None) -> Record:
        """Make the record of the game on the board: who sits in each seat, its variations, the turns sown by hand.

        A seat of the computer is named after its player; one without a name is left unnamed.
        """
        called = {side: self.opening.computer[seat] or names[seat] for seat, side in enumerate(self.sides)}
        first, second = (called[side] or UNNAMED for side in self.record.game.sides)
        start = self.record.root.position
        record = unflatten(start, takewhile(lambda word: word != OPEN, flatten(self.record)))
        record.tags, record.result = Record.begin(start, first, second, day).tags, self.record.result
        record.settled = self.record.settled
        sown = {ply: entry for ply, entry in enumerate(self.played, 1) if entry.by_hand}
        mark_by_hand(
            record,
            {ply: entry.misses for ply, entry in sown.items()},
            {ply: entry.astray for ply, entry in sown.items()},
        )
        return record

    # Entries applied

    def apply(self, entry: m.Entry, now: float) -> None:
        """Apply an entry of the journal, at the time `now` (seconds)."""
        self.length += 1
        match entry:
            case m.Opened():
                self.opening, self.tokens = entry, list(entry.tokens)
                self._begin(entry.game, entry.start, entry.first, entry.who == "cake")
            case m.Round():
                self._begin(entry.game, entry.start, entry.first, entry.cake)
            case m.Sat():
                self.tokens[entry.seat] = entry.token
                self.began = now
            case m.Laid():
                self._put(self.record.game.position(entry.position))
                self.phase = "choose"
            case m.Chosen():
                self._choose(entry.starter)
            case m.Moved():
                self._move(entry, now)
            case m.Undone():
                for _ in range(entry.plies):
                    self.record.undo()
                    self.played.pop()
                self.outcome, self.phase, self.began, self.undone = None, "play", now, True
            case m.Offered():
                self.offer = entry
            case m.Ended():
                self._end(entry)
        if not isinstance(entry, m.Offered | m.Sat):
            self.offer = None
        if not isinstance(entry, m.Offered | m.Sat | m.Declined):
            self.turn += 1

    def _begin(self, game: str, start: str, first: int, cake: bool) -> None:
        chosen = find_game(game)
        self.first = first
        self._put(chosen.position(start))
        self.layer = first if chosen.laid_out else 0
        self.phase = ("layout" if chosen.laid_out else "choose") if cake else "play"
        self.cake = cake
        self.offer = None
        self.outcome = self.record.outcome() if self.phase == "play" else None
        self.phase = "over" if self.outcome else self.phase
        self.clocks = [float(self.opening.seconds)] * 2

    def _put(self, position: AnyPosition) -> None:
        self.record, self.played, self.undone = Record.begin(position), [], False

    def _choose(self, starter: int) -> None:
        """Let a seat start: with a layout it moves first from its own side, else it takes the first side."""
        if self.record.game.laid_out:
            self._put(begun_by(self.position, self.sides[starter]))
        else:
            self.first = starter
        self.outcome = self.record.outcome()
        self.phase = "over" if self.outcome else "play"

    def _move(self, entry: m.Moved, now: float) -> None:
        seat = self.seat_of(self.position.to_move)
        self.clocks[seat] += self.opening.increment - entry.spent / 1000
        self.record.play(self.position.move(entry.move))
        self.played.append(entry)
        self.outcome = self.record.outcome()
        self.phase, self.began = "over" if self.outcome else "play", now

    def _end(self, entry: m.Ended) -> None:
        loser = None if entry.loser is None else self.sides[entry.loser]
        self.outcome = Outcome(loser.other if loser else None, ENDINGS[entry.how])
        self.record.settle(self.outcome)
        self.phase = "over"

    # Messages judged

    def decide(self, seats: Seats, message: m.Message, now: float) -> m.Entry:
        """Judge a message from the holder of these seats; return the entry to be written, then applied.

        Raises LalaoError; the room itself does not change.
        """
        if isinstance(message, m.Sit):
            return self._sit(seats)
        if not seats:
            raise RefusedError("only the players can do that")
        if self.length >= m.MOST_LINES and not isinstance(message, m.Resign):
            raise RefusedError("too much has happened at this table: open another one")
        turn = getattr(message, "turn", self.turn)
        if turn != self.turn:
            raise RefusedError("the board has changed: look again")
        if self.opening.classroom and (self.phase == "over" or isinstance(message, m.Again | m.Vela)):
            raise RefusedError("the teacher says what is played next")
        match message:
            case m.Lay():
                return self._lay(seats, message)
            case m.Choose():
                self._expect(seats, "choose")
                chooser = 1 - self.layer
                return m.Chosen(chooser if message.me else self.layer)
            case m.Move():
                return self._play(seats, message, now)
            case m.Undo():
                return self._undo(seats)
            case m.Draw():
                self._in_play()
                return self._ask(seats, "draw")
            case m.Again():
                return self._again() if self.phase == "over" else self._ask(seats, "again")
            case m.Vela():
                return self._second_round()
            case m.Answer():
                return self._answer(seats, message.yes)
            case m.Resign():
                self._in_play()
                return m.Ended("resigned", self._speaker(seats))
            case _:
                raise RefusedError("this is not for a room that is open already")

    def time_is_up(self, now: float) -> m.Entry | None:
        """Return the entry that ends the game if the clock of whoever is to move has run down, else None."""
        left = self.left(now)
        if left is None or self.phase != "play" or self.active is None or left[self.active] > 0:
            return None
        return m.Ended("time", self.active)

    def _sit(self, seats: Seats) -> m.Entry:
        seat = self.free_seat
        if seats:
            raise RefusedError("you already have a seat")
        if seat is None:
            raise RefusedError("there is no free seat: you can watch")
        return m.Sat(seat, "")

    def _in_play(self) -> None:
        if self.phase != "play":
            raise RefusedError("no game is in progress")

    def _expect(self, seats: Seats, phase: m.Phase) -> None:
        if self.phase != phase:
            raise RefusedError("that cannot be done now")
        if self.active not in seats:
            raise RefusedError("it is the other player's turn")

    def _speaker(self, seats: Seats) -> int:
        """Return the seat that somebody speaks for: where one holds both, the one whose turn it is."""
        return self.active if self.active in seats and self.active is not None else min(seats)

    def _lay(self, seats: Seats, message: m.Lay) -> m.Entry:
        self._expect(seats, "layout")
        position = self.record.game.position(message.position[: m.MOST_TEXT])
        check_size(position)
        return m.Laid(str(position))

    def _play(self, seats: Seats, message: m.Move, now: float) -> m.Entry:
        if self.phase == "over":
            raise IllegalMoveError("the game is over: no move can be played")
        self._expect(seats, "play")
        if self.free_seat is not None:
            raise RefusedError("the other player is not there yet")
        ended = self.time_is_up(now)
        if ended:
            return ended
        if len(self.record.moves()) >= m.MOST_PLIES:
            raise RefusedError("this game is too long: offer a draw")
        move = self.position.move(message.move[: m.MOST_TEXT])
        spent = round(1000 * (now - self.began)) if self.opening.seconds and self.record.moves() else 0
        misses = min(max(message.misses, 0), m.MOST_MISSES) if message.by_hand else 0
        return m.Moved(str(move), max(spent, 0), message.by_hand, misses, min(self._astray(message), misses))

    def _astray(self, message: m.Move) -> int:
        """Count the first seeds of a turn that were dropped to the side to which the rule lets nobody sow."""
        strays = STRAYS.by(self.record.game)
        return sum(strays(self.position, pit, place) for pit, place in message.first) if strays else 0

    def _undo(self, seats: Seats) -> m.Entry:
        if not self.record.moves():
            raise RefusedError("there is no move to take back")
        if self.outcome and not self.record.outcome():
            raise RefusedError("this game was ended by the players: nothing is taken back")
        return m.Undone(self._plies_back(seats)) if self.alone else self._ask(seats, "undo")

    def _plies_back(self, seats: Seats) -> int:
        """Count the moves to take back until it is the turn of these seats again."""
        if len(seats) == 2:
            return 1
        movers = [self.seat_of(position.to_move) for position in self.record.positions()[:-1]]
        for plies, seat in enumerate(reversed(movers), 1):
            if seat in seats:
                return plies
        raise RefusedError("you have not played yet: there is no move to take back")

    def _ask(self, seats: Seats, what: m.Offer) -> m.Entry:
        """Ask the other player, or do it where there is nobody to ask; the computer is asked about draws alone."""
        if self.alone and not (what == "draw" and any(self.opening.computer)):
            return self._agreed(min(seats), what)
        if self.offer is not None:
            raise RefusedError("answer the other player's offer first")
        if what == "undo":
            self._plies_back(seats)
        return m.Offered(self._speaker(seats), what)

    def _answer(self, seats: Seats, yes: bool) -> m.Entry:
        if self.offer is None or self.offer.seat in seats:
            raise RefusedError("nothing was offered to you")
        return self._agreed(self.offer.seat, self.offer.what) if yes else m.Declined()

    def _agreed(self, seat: int, what: m.Offer) -> m.Entry:
        if what == "undo":
            return m.Undone(self._plies_back(frozenset({seat})))
        return m.Ended("agreed") if what == "draw" else self._again()

    def _again(self) -> m.Entry:
        """Return the entry of a new game, in which the seats exchange their sides."""
        opening = self.opening
        chosen = find_game(opening.game)
        return m.Round(chosen.id, opening.start, 1 - self.first, opening.who == "cake")

    def _second_round(self) -> m.Entry:
        winner = self.outcome.winner if self.outcome else None
        start = self.record.game.second_round(winner) if winner else None
        if start is None:
            raise RefusedError("there is no second round here")
        return m.Round(start.game.id, str(start), self.first)


def at(game: str, position: str) -> AnyPosition:
    """Read a position that is shown and played from, "" for the game's start.

    Raises LalaoError.
    """
    found = find_game(game)
    check_size(found.start())
    shown = found.position(position[: m.MOST_TEXT]) if position else found.start()
    check_size(shown)
    return shown


def open_room(asked: m.Opening, token: str) -> m.Opened:
    """Judge the settings of a new table, and return the first entry of its journal.

    Raises LalaoError.
    """
    chosen, start = find_game(asked.game), at(asked.game, asked.start)
    if not (0 <= asked.seconds <= m.MOST_SECONDS and 0 <= asked.increment <= m.MOST_SECONDS):
        raise NotationError("a clock has from 0 to {most} seconds", most=m.MOST_SECONDS)
    if asked.mode == "alone":
        check_opponent(asked.level, chosen)
    other = {"alone": "", "here": hashed(token), "apart": ""}[asked.mode]
    first = {"me": 0, "other": 1, "lot": secrets.randbelow(2), "cake": 0}[asked.who]
    computer = ("", asked.level if asked.mode == "alone" else "")
    tokens = (hashed(token), "-" if asked.mode == "alone" else other)
    return m.Opened(
        chosen.id, str(start), asked.mode, asked.who, tokens, computer, first, asked.seconds, asked.increment
    )
