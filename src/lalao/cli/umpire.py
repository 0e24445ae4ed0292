"""The umpire's prompt: call rounds, enter and correct results; each order is a word, some with a name after it."""

import asyncio
import os
import shlex
import time
from collections.abc import Callable, Iterable
from functools import partial

from lalao.cli.asking import ask, order_meant, order_named, remembered
from lalao.cli.journal import Journal
from lalao.cli.rules import show_sheet
from lalao.cli.terminal import tell, tell_columns
from lalao.errors import FileError, LalaoError, NotationError, Phrase
from lalao.games.registry import game
from lalao.hosting import Host
from lalao.locale import Translator, later
from lalao.tournament import Event, Pairing, Result, Round, Tournament, judged
from lalao.tournament.clock import minutes_left, times
from lalao.tournament.names import read_name

DRAW, BOTH = later("draw"), later("both")


class Umpire(Host[Tournament, Event]):
    """A tournament run from the terminal; each event is on disk before it is acknowledged."""

    def __init__(self, journal: Journal, words: Translator) -> None:
        """Replay a journal; the clock continues from its last event.

        Raises FileError or NotationError.
        """
        super().__init__(journal.read())
        self.journal = journal
        self.words = words
        last = max((event.get("at", 0.0) for event in self.day.journal), default=0.0)
        self.opened = time.time() - last
        self.orders: dict[str, Callable[[str], None]] = {
            later("next"): self.next_round,
            later("tables"): self.show_round,
            later("standings"): self.show_standings,
            later("join"): self.join,
            later("leave"): self.leave,
            later("accuse"): self.accuse,
            later("swap"): self.swap,
            later("clock"): self.show_clock,
            later("close"): self.close,
            later("rules"): self.rules,
            later("help"): self.help,
        }

    @property
    def day(self) -> Tournament:
        """The tournament, which is the subject of this host."""
        return self.subject

    def now(self) -> float:
        """Return the seconds since the opening, times between sessions left out."""
        return round(max(0.0, time.time() - self.opened), 1)

    def happen(self, tell: Callable[[], None], do: str, **what: object) -> None:
        """Apply an event now, and announce it with `tell`.

        Raises LalaoError where it is refused or cannot be written.
        """
        event = {"do": do, **what, "at": self.now()}
        asyncio.run(self.change(lambda day: judged(day, event), tell))

    async def write(self, entry: Event) -> None:
        """Append an event to the file, on disk on return."""
        self.journal.append([entry])

    @property
    def length(self) -> int:
        """The number of events in the file, as it was read."""
        return len(self.subject.journal)

    async def read_on(self) -> None:
        """Read the tournament again and print it; the user looks at it before trying again: raises FileError."""
        self.subject = self.journal.read()
        self.tell()
        raise FileError("another program has written to '{file}': look again", file=self.journal.path)

    def apply(self, entry: Event) -> None:
        """Apply an event to the tournament."""
        self.day.apply(entry)

    def tell(self) -> None:
        """Print the current round."""
        self.show_round("")

    def say(self, sentence: str, plural: str | None = None, **blanks: object) -> None:
        """Print a translated sentence."""
        tell(self.words(sentence, plural, **blanks))

    def run(self) -> None:
        """Read and obey lines until the user quits or the input ends."""
        with remembered("tournament"):
            self._run()

    def _run(self) -> None:
        self.say(
            "{format}, {game}, {count} pupil, seed {seed}.",
            "{format}, {game}, {count} pupils, seed {seed}.",
            format=self.day.title,
            game=game(self.day.setting.game).title,
            count=len(self.day.here()),
            seed=self.day.setting.seed,
        )
        self.help("")
        if self.day.rounds:
            self.show_round("")
        while True:
            text = ask("> ")
            if text is None or order_named(text, {"quit": True}, self.words):
                self.tell_kept()
                return
            if text:
                self.obey(text)

    def obey(self, text: str) -> None:
        """Carry out the order in a line, or print why it is refused."""
        first, _, rest = text.partition(" ")
        order = order_named(first, self.orders, self.words)
        try:
            if order:
                order(rest.strip())
            elif first.isascii() and first.isdigit():
                self.result(int(first[:6]), rest.strip())
            else:
                raise self._no_order(first)
        except LalaoError as error:
            tell(self.words.say(error))

    def _no_order(self, word: str) -> NotationError:
        meant = order_meant(word, self.orders, self.words)
        if meant:
            return NotationError("'{text}' is no order: did you mean {order}?", text=word, order=meant)
        return NotationError("'{text}' is no order: write help to see them", text=word)

    def result(self, number: int, told: str) -> None:
        """Enter the result of a table: the winner's name or its beginning, ``draw``, or ``both`` where both lose.

        Raises LalaoError.
        """
        table = next((t for here in reversed(self.day.rounds) for t in here.tables if t.number == number), None)
        if table is None:
            raise NotationError("there is no table '{text}'", text=number)
        result = self._read_result(table, told)
        self.happen(partial(self._tell_result, table), "result", table=number, result=str(result))

    def _tell_result(self, table: Pairing) -> None:
        """Print the result of a table, and what comes next."""
        self._tell_table(table)
        if self.day.is_over:
            self.tell_end()
        elif not self.day.open_tables():
            self.say("All results are in. Write next for the next round.")

    def _read_result(self, table: Pairing, told: str) -> Result:
        word = told.lower()
        if word in (DRAW, self.words(DRAW)):
            return Result.DRAW
        if word in (BOTH, self.words(BOTH)):
            return Result.BOTH_LOST
        return Result.FIRST if one_of(told, table.pupils) == table.first else Result.SECOND

    def _tell_table(self, table: Pairing) -> None:
        """Print the result of a table, and whether it is a correction."""
        if table.result is None:
            self.say("Table {table}: a draw. Play again, {first} first now.", table=table.number, first=table.first)
        elif table.winner:
            self.say("Table {table}: {name} wins.", table=table.number, name=table.winner)
        elif table.result is Result.DRAW:
            self.say("Table {table}: a draw.", table=table.number)
        else:
            self.say("Table {table}: both have lost.", table=table.number)
        if table.was:
            self.say("(corrected)")

    def next_round(self, _: str) -> None:
        """Pair the next round and print it."""
        self.happen(self.tell, "round")

    def show_round(self, _: str) -> None:
        """Print the tables of the last round, and of earlier ones that are not over."""
        if not self.day.rounds:
            self.say("No round has begun yet: write next.")
            return
        shown = [here for here in self.day.rounds if here is self.day.rounds[-1] or not here.is_over]
        for here in shown:
            self._show(here)

    def _show(self, here: Round) -> None:
        self.say(
            "Round {round}: {count} table", "Round {round}: {count} tables", round=here.number, count=len(here.tables)
        )
        rows = [(f"{t.number:>4}", t.first, t.second, self._marks(t)) for t in here.tables]
        tell_columns(rows)
        for name in here.byes:
            self.say("No opponent: {name}", name=name)
        if game(self.day.setting.game).laid_out:
            self.say("The first named lays out the seeds, the second decides who starts.")
        else:
            self.say("The first named starts.")

    def _marks(self, table: Pairing) -> str:
        if table.accusers and table.result is None:
            return self.words("{name} accuses", name=table.accusers[0])
        if table.result is None:
            return "…"
        won = self.words("both have lost") if table.result is Result.BOTH_LOST else self.words(DRAW)
        return (f"✓ {table.winner}" if table.winner else won) + " *" * bool(table.was)

    def show_standings(self, _: str) -> None:
        """Print the standings."""
        tell_standings(self.day, self.words)

    def join(self, name: str) -> None:
        """Add or readmit a pupil."""
        self.happen(partial(self._tell_newcomer, name), "join", name=read_name(name))

    def _tell_newcomer(self, name: str) -> None:
        self.say("{name} is here.", name=self.day.here()[-1] if name not in self.day.names else name)

    def leave(self, told: str) -> None:
        """Mark a pupil as absent."""
        name = one_of(told, self.day.here())
        self.happen(lambda: self.say("{name} has left.", name=name), "leave", name=name)

    def accuse(self, told: str) -> None:
        """Record that a pupil accuses the opponent of cheating; where each accuses the other, both lose."""
        tables = {name: table for table in self.day.open_tables() for name in table.pupils}
        name = one_of(told, tables)
        table = tables[name]
        self.happen(partial(self._tell_accused, table, name), "accuse", table=table.number, name=name)

    def _tell_accused(self, table: Pairing, name: str) -> None:
        if table.result is None:
            self.say("{name} accuses {other}: the referee decides.", name=name, other=table.opponent(name))
        else:
            self._tell_table(table)

    def swap(self, told: str) -> None:
        """Exchange the seats of two pupils, given with a comma between them."""
        one, _, other = told.partition(",")
        first, second = (one_of(each.strip(), self.day.here()) for each in (one, other))
        self.happen(self.tell, "swap", one=first, other=second)

    def show_clock(self, _: str) -> None:
        """Print the minutes of every round, estimated and actual, and the time left."""
        for row in times(self.day):
            actual = "…" if row.actual is None else f"{row.actual:.1f}"
            self.say(
                "Round {round}: {time} estimated, {actual} actual",
                round=row.number,
                time=minutes(row.estimated),
                actual=actual,
            )
        self.say("Time left: about {time}.", time=minutes(round(minutes_left(self.day))))

    def close(self, _: str) -> None:
        """Close the tournament, print the winners and the standings."""
        self.happen(self.tell_end, "close")

    def tell_end(self) -> None:
        """Print the winners and the standings."""
        self.say("The tournament is over. Winners: {names}", names=", ".join(self.day.winners))
        self.show_standings("")

    def rules(self, _: str) -> None:
        """Print the rule sheet of the game that is played."""
        show_sheet(game(self.day.setting.game), self.words)

    def help(self, _: str) -> None:
        """Print what can be typed."""
        self.say("Write a table and what came of it: 3 NAME (who won), 3 draw, or 3 both (each accused the other).")
        orders = ", ".join(self.words(name) for name in (*self.orders, "quit"))
        self.say("Or one of: {orders}; after some of them a name.", orders=orders)

    def tell_kept(self) -> None:
        """Print the command that continues the tournament later."""
        command = (
            f"{os.environ.get('LALAO_COMMAND', 'lalao')} tournament run --file {shlex.quote(str(self.journal.path))}"
        )
        tell(self.words("The tournament is kept. To go on with it: {command}", command=command), whole=command)


def minutes(number: float) -> Phrase:
    """Return a number of minutes as a phrase."""
    count = int(number) if number == int(number) else 2
    return Phrase("{minutes} minute", "{minutes} minutes", count=count, minutes=f"{number:g}")


def one_of(told: str, names: Iterable[str]) -> str:
    """Return the name that a text is, or the only one that begins with it in any case.

    Raises NotationError where there is none, or several begin with it.
    """
    known = list(names)
    if told in known:
        return told
    meant = [name for name in known if told and name.casefold().startswith(told.casefold())]
    if len(meant) == 1:
        return meant[0]
    choices = ", ".join(meant or known[:10])
    raise NotationError("'{text}' names nobody, or several: write one of {names}", text=told, names=choices)


def tell_standings(day: Tournament, words: Translator) -> None:
    """Print the standings, each place with what decided it."""
    rows = [("", words("name"), words("points"), words("games won"), words("decided by"))]
    rows += [
        (
            f"{place.rank:>4}",
            place.name,
            f"{place.points:g}",
            str(place.wins),
            words.say(place.by.title) if place.by else "",
        )
        for place in day.standings()
    ]
    tell_columns(rows)
