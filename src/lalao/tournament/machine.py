"""The state machine behind all formats: it takes events one by one, and refuses those that are not possible."""

import random
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import asdict
from itertools import count
from typing import Any, ClassVar

from lalao.errors import NotationError
from lalao.tournament.names import kept_name, kept_names
from lalao.tournament.rounds import Pairing, Pairs, Result, Round, TournamentConfig, read_result
from lalao.tournament.state import TournamentState

Event = dict[str, Any]
MOST_SECONDS = 1e9
"""The latest time of an event, in seconds since the opening."""


class Tournament(TournamentState):
    """A tournament; its `journal` lists all events, and suffices to rebuild it.

    An event is a dictionary: what to ``do``, its arguments, and if known the time ``at`` in seconds since the opening.
    `apply` accepts or refuses an event as a whole; the methods named after events build and apply one, and raise
    NotationError as `apply` does.
    """

    needs_winner: ClassVar[bool] = False
    """Whether a drawn game is replayed with the seats exchanged."""
    meets_once: ClassVar[bool] = False
    """Whether two pupils may not meet a second time."""
    calls_on: ClassVar[bool] = False
    """Whether free pupils are called to a new game while others play."""

    def __init__(self, setting: TournamentConfig, names: Iterable[str]) -> None:
        """Open a tournament for the pupils with these names.

        Raises NotationError where a name is not usable or appears twice.
        """
        super().__init__(setting, names)
        self.journal: list[Event] = [{"do": "open", **asdict(setting), "names": list(self.names)}]
        self._orders = count(1)

    # -- the parts of a format ---------------------------------------------------------------------------------

    @abstractmethod
    def draw(self, rng: random.Random) -> tuple[Pairs, list[str]]:
        """Pair the next round: return the pairs and the pupils without opponent."""

    def check_join(self, name: str) -> None:
        """Check that a pupil does not come too late for this format; raises NotationError."""

    def seats_fixed(self) -> bool:
        """Tell whether `draw` also decides who sits first."""
        return False

    # -- events ------------------------------------------------------------------------------------------------

    def apply(self, event: Event) -> None:
        """Apply an event and append it to the journal.

        Raises NotationError where the event is refused; then nothing has changed.
        """
        actions = {
            "join": self._join,
            "leave": self._leave,
            "round": self._round,
            "result": self._result,
            "accuse": self._accuse,
            "swap": self._swap,
            "rename": self._rename,
            "close": self._close,
        }
        action = actions.get(str(event.get("do")))
        if action is None:
            raise NotationError("a tournament does not know what '{text}' is", text=event.get("do"))
        at = event.get("at")
        if at is not None and (not isinstance(at, int | float) or isinstance(at, bool) or not 0 <= at <= MOST_SECONDS):
            raise NotationError("'{text}' is not a number of seconds", text=at)
        self.journal.append(action(event) | ({} if at is None else {"at": at}))

    def join(self, name: str, at: float | None = None) -> None:
        """Add a pupil, or readmit one who had left."""
        self.apply({"do": "join", "name": name, "at": at})

    def leave(self, name: str, at: float | None = None) -> None:
        """Mark a pupil as absent; the opponent wins an unfinished game."""
        self.apply({"do": "leave", "name": name, "at": at})

    def next_round(self, at: float | None = None) -> None:
        self.apply({"do": "round", "at": at})

    def report(self, table: int, result: str, at: float | None = None) -> None:
        """Enter or correct the result of a table; `result` is a value of `Result`."""
        self.apply({"do": "result", "table": table, "result": result, "at": at})

    def accuse(self, table: int, name: str, at: float | None = None) -> None:
        """Record that a pupil accuses the opponent of cheating; where each accuses the other, both lose."""
        self.apply({"do": "accuse", "table": table, "name": name, "at": at})

    def swap(self, one: str, other: str, at: float | None = None) -> None:
        """Exchange the seats of two pupils in the last round."""
        self.apply({"do": "swap", "one": one, "other": other, "at": at})

    def rename(self, name: str, to: str) -> None:
        """Rename a pupil, in past rounds too; the lots drawn are kept."""
        self.apply({"do": "rename", "name": name, "to": to})

    def close(self, at: float | None = None) -> None:
        """End the tournament, which must have no table without result."""
        self.apply({"do": "close", "at": at})

    def _join(self, event: Event) -> Event:
        name = kept_name(_text(event, "name"))
        self._check_open()
        if name in self.present:
            raise NotationError("'{name}' is here already", name=name)
        if name not in self.names:
            kept_names([*self.names, name])
        self.check_join(name)
        if name not in self.names:
            if name in self._drawn.values():
                self._drawn[name] = f"{name}/{len(self.names)}"
            self.names.append(name)
        self.present.add(name)
        self.seat_newcomer(name)
        self._index()
        return {"do": "join", "name": name}

    def seat_newcomer(self, name: str) -> None:
        """Seat a newcomer in the current round, in formats that do so; by default nothing happens."""

    def _leave(self, event: Event) -> Event:
        name = self._pupil(event.get("name"))
        if name not in self.present:
            raise NotationError("'{name}' has left already", name=name)
        self.present.discard(name)
        for table in self.open_tables():
            if name in table.pupils:
                self._settle(table, self._walkover(table), event.get("at"))
                table.walkover = True
        return {"do": "leave", "name": name}

    def _walkover(self, table: Pairing) -> Result:
        """Return the result of a table that a pupil has left: the one who stays wins, else both lose."""
        if table.first in self.present:
            return Result.FIRST
        return Result.SECOND if table.second in self.present else Result.BOTH_LOST

    def _round(self, event: Event) -> Event:
        self._check_open()
        self._check_next()
        number = len(self.rounds) + 1
        rng = random.Random(f"{self.setting.seed}/{self.format}/{number}")
        if "tables" in event:
            seated, byes = self._given(event)
        else:
            pairs, byes = self.draw(rng)
            seated = pairs if self.seats_fixed() else [self._seated(pair, rng) for pair in pairs]
        if not seated:
            raise NotationError("nobody has an opponent: the tournament is over")
        numbers = self.table_numbers(len(seated))
        tables = [Pairing(number, *pair) for number, pair in zip(numbers, seated, strict=True)]
        self.rounds.append(Round(number, tables, list(byes), begun=event.get("at")))
        self._index()
        return {"do": "round", "tables": [list(pair) for pair in seated], "byes": list(byes)}

    def table_numbers(self, wanted: int) -> list[int]:
        """Return `wanted` numbers for the tables of a new round."""
        return list(range(1, wanted + 1))

    def _given(self, event: Event) -> tuple[Pairs, list[str]]:
        """Read pairings that are given instead of drawn: by a journal or a teacher."""
        tables, byes = event["tables"], event.get("byes", [])
        if not isinstance(tables, list) or not isinstance(byes, list):
            raise NotationError("'{text}' is not a list of tables", text=tables)
        pairs: Pairs = []
        for pair in tables:
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise NotationError("'{text}' is not a pair of pupils", text=pair)
            pairs.append((self._pupil(pair[0]), self._pupil(pair[1])))
            self._check_meeting(*pairs[-1])
        alone = [self._pupil(name) for name in byes]
        seated = [name for pair in pairs for name in pair] + alone
        for name in seated:
            if seated.count(name) > 1:
                raise NotationError("'{name}' has two seats in one round", name=name)
            if name not in self.present:
                raise NotationError("'{name}' is not here", name=name)
        return pairs, alone

    def _result(self, event: Event) -> Event:
        result = read_result(event.get("result"))
        round_, table = self._table(event)
        if not self.may_correct(round_, table):
            raise NotationError(
                "the next round has begun: the result of table {table} of round {round} stands",
                table=table.number,
                round=round_.number,
            )
        if table.result is not None:
            table.was.append(table.result)
        table.walkover = False
        table.accusers.clear()
        if result is Result.DRAW and self.needs_winner:
            table.first, table.second = table.second, table.first
            table.games += 1
            table.result = None
            round_.ended = None
        else:
            self._settle(table, result, event.get("at"))
        return {"do": "result", "round": round_.number, "table": table.number, "result": str(result)}

    def _accuse(self, event: Event) -> Event:
        round_, table = self._table(event)
        name = self._pupil(event.get("name"))
        if name not in table.pupils:
            raise NotationError("'{name}' does not sit at table {table}", name=name, table=table.number)
        if table.result is not None:
            raise NotationError("table {table} has its result: correct that instead", table=table.number)
        if name not in table.accusers:
            table.accusers.append(name)
        if len(table.accusers) == 2:
            self._settle(table, Result.BOTH_LOST, event.get("at"))
        return {"do": "accuse", "round": round_.number, "table": table.number, "name": name}

    def _swap(self, event: Event) -> Event:
        one, other = self._pupil(event.get("one")), self._pupil(event.get("other"))
        here = self.rounds[-1] if self.rounds else None
        places = [self._seat(here, name) for name in (one, other)]
        if here is None or one == other or None in places:
            raise NotationError("'{one}' and '{other}' cannot swap seats", one=one, other=other)
        exchange = {one: other, other: one}
        for table in here.tables:
            if len({one, other} & set(table.pupils)) == 1:
                self._check_meeting(*(exchange.get(name, name) for name in table.pupils))
        for table in here.tables:
            table.first, table.second = (exchange.get(name, name) for name in table.pupils)
        here.byes = [exchange.get(name, name) for name in here.byes]
        self._index()
        return {"do": "swap", "one": one, "other": other}

    def _rename(self, event: Event) -> Event:
        name, to = self._pupil(event.get("name")), kept_name(_text(event, "to"))
        kept_names([to, *(each for each in self.names if each != name)])
        self._drawn[to] = self._drawn.pop(name, name)

        def called(each: str) -> str:
            return to if each == name else each

        self.names = [called(each) for each in self.names]
        self.present = {called(each) for each in self.present}
        for round_ in self.rounds:
            round_.byes = [called(each) for each in round_.byes]
            for table in round_.tables:
                table.first, table.second = called(table.first), called(table.second)
                table.accusers = [called(each) for each in table.accusers]
        self._index()
        return {"do": "rename", "name": name, "to": to}

    def _check_meeting(self, one: str, other: str) -> None:
        """Check that two pupils may meet in this format; raises NotationError."""
        if self.meets_once and self.have_met(one, other):
            raise NotationError("'{one}' and '{other}' have met already", one=one, other=other)

    @staticmethod
    def _seat(here: Round | None, name: str) -> int | None:
        """Return the number of the table where a pupil's game is open, 0 for a pupil without opponent, else None."""
        table = here.table_of(name) if here else None
        if table is not None:
            return table.number if table.result is None else None
        return 0 if here and name in here.byes else None

    def _close(self, _event: Event) -> Event:
        self._check_open()
        if self.open_tables():
            raise self._waiting_for()
        self.is_closed = True
        return {"do": "close"}

    # -- checks ------------------------------------------------------------------------------------------------

    def _check_open(self) -> None:
        if self.is_closed:
            raise NotationError("the tournament is over")

    def _check_next(self) -> None:
        """Check that a round can begin; raises NotationError."""
        if self.open_tables():
            raise self._waiting_for()
        if len(self.present) < 2:
            raise NotationError("a round needs two pupils at least")
        if self.is_decided():
            raise NotationError("the tournament is over")

    def _waiting_for(self) -> NotationError:
        tables = ", ".join(str(table.number) for table in self.open_tables())
        return NotationError("the round goes on: no result yet at table {tables}", tables=tables)

    def may_correct(self, round_: Round, table: Pairing) -> bool:  # noqa: ARG002  other formats use the table
        """Tell whether the result of a table may still be entered or corrected: until the next round begins."""
        return round_ is self.rounds[-1]

    def _pupil(self, name: object) -> str:
        if not isinstance(name, str) or name not in self.names:
            raise NotationError("there is no pupil '{name}' in this tournament", name=name)
        return name

    def _table(self, event: Event) -> tuple[Round, Pairing]:
        """Return the table named by an event, with its round: the round named, else the last with such a table.

        Raises NotationError where there is none.
        """
        wanted = event.get("round")
        for round_ in reversed(self.rounds):
            for table in round_.tables:
                if table.number == event.get("table") and wanted in (None, round_.number):
                    return round_, table
        raise NotationError("there is no table '{text}'", text=event.get("table"))

    def _settle(self, table: Pairing, result: Result, at: float | None) -> None:
        table.result = result
        table.order = next(self._orders)
        for round_ in self.rounds:
            if any(here is table for here in round_.tables) and round_.is_over and round_.ended is None:
                round_.ended = at

    def _seated(self, pair: tuple[str, str], rng: random.Random) -> tuple[str, str]:
        """Seat first the one who sat first less often, else the one who sat second in the last round, else by lot."""

        def turns(name: str) -> tuple[int, bool]:
            seats = [table.first == name for table in self.tables_of(name)]
            return sum(seats), bool(seats) and seats[-1]

        one, other = pair
        if turns(one) == turns(other):
            return (one, other) if rng.random() < 0.5 else (other, one)
        return (one, other) if turns(one) < turns(other) else (other, one)


def _text(event: Event, field: str) -> str:
    """Return a field of an event, "" where it is missing; raises NotationError where it is not a text."""
    text = event.get(field, "")
    if not isinstance(text, str):
        raise NotationError("'{text}' is not a name", text=text)
    return text
