"""Time appends to journals and the opening of a class: ``python tools/journals.py``.

Appends go to a journal of 10 lines and to one of 40 000, each acknowledged when it is on disk. The class has 30 pupils
and a journal of 2 000 events, which is read from the disk and replayed.
"""

import asyncio
import tempfile
import time
from contextlib import closing
from itertools import cycle
from pathlib import Path
from statistics import median

from lalao.store import Store
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.rooms.lobby import Lobby
from lalao.web.rooms.messages import Entry, Message, write_entry
from lalao.web.work.engines import EnginePool

SHORT, LONG = 10, 40_000
APPENDS = 400
PUPILS, EVENTS = 30, 2_000
LINE = '{"kind":"moved","move":"2","spent":1234}'


def append_seconds(store: Store, *lengths: int) -> list[float]:
    """Return the median seconds of an append to journals of these lengths, the appends taking turns."""
    seconds: list[list[float]] = [[] for _ in lengths]
    for journal, lines in enumerate(lengths):
        assert store.create(str(journal), [LINE] * lines)
    for number in range(APPENDS):
        for journal, lines in enumerate(lengths):
            begun = time.perf_counter()
            store.append(str(journal), lines + number, LINE).result()
            seconds[journal].append(time.perf_counter() - begun)
    return [median(each) for each in seconds]


class Year:
    """The journal of a class that plays one tournament after another."""

    def __init__(self) -> None:
        """Found the class, and enrol its pupils."""
        self.classroom = Classroom([])
        self.lines: list[str] = []
        self.now = time.time()
        self.keep(c.Founded("CM1", "0" * 40, self.now))
        self.say(c.Enrol([f"Pupil {number}" for number in range(1, PUPILS + 1)]))

    def keep(self, entry: Entry) -> None:
        """Write a line, and apply it to the class."""
        self.lines.append(write_entry(entry))
        self.classroom.apply(entry)

    def say(self, message: Message) -> None:
        """Handle a message of the teacher, one second after the last."""
        self.now += 1
        self.keep(self.classroom.decide(None, message, self.now))

    def play(self, events: int) -> None:
        """Play on until the journal holds `events` events."""
        results = cycle(["first", "second", "first", "draw"])
        while len(self.lines) < events:
            day = self.classroom.day
            if day is None or not self.classroom.is_playing:
                self.say(c.Begin(len(self.classroom.days), "swiss", "fafy-impartial", on_screen=False, rounds=5))
            elif waiting := self.classroom.open_tables():
                round_, table = waiting[0]
                self.say(c.Report(round_.number, table.number, next(results)))
            else:
                self.say(c.Call(len(day.tournament.rounds)))


async def opening_seconds(store: Store, code: str) -> float:
    """Return the seconds that opening a class takes when nobody is connected to it yet."""
    engines = EnginePool()
    classes = ClassroomRegistry(Lobby(store, engines))
    begun = time.perf_counter()
    host = await classes.host_of(code)
    seconds = time.perf_counter() - begun
    assert len(host.classroom.pupils) == PUPILS
    await engines.close()
    return seconds


def main() -> None:
    """Print all measurements."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(Store.open(f"sqlite:///{Path(folder) / 'a.sqlite'}")) as store,
    ):
        short, long = append_seconds(store, SHORT, LONG)
        print(f"an append to a journal of {SHORT} lines: {1000 * short:.2f} ms")
        print(f"an append to a journal of {LONG} lines: {1000 * long:.2f} ms, {long / short:.2f} times that")
        year = Year()
        year.play(EVENTS)
        store.create("CCCC", year.lines, "CCCC")
        seconds = median(asyncio.run(opening_seconds(store, "CCCC")) for _ in range(5))
        print(f"opening a class of {PUPILS} with {len(year.lines)} events: {seconds:.2f} s")


if __name__ == "__main__":
    main()
