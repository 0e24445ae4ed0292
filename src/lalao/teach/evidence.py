"""The evidence about a pupil: counting, own right and left, planning, losing and behaviour. Counts, never per cents.

The four headings are those of document 004. `Facts` of several days add up; `SIGHTS` state the findings, each
with how much it rests on. Nothing is concluded from fewer than `ENOUGH` answers or positions.

>>> told(Facts(tally=Tally(judged=12, thrown=5)), "planning")
['won positions kept: 7, given away: 5']
>>> told(Facts(tally=Tally(judged=9)), "planning")
['too few yet: 9 won positions']
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date
from typing import TypeAlias

from lalao.errors import Phrase
from lalao.locale import ENGLISH, Translator
from lalao.teach.foretelling import Foretelling
from lalao.teach.lessons import stones
from lalao.teach.progress import Tally

ENOUGH = 10
"""Answers or won positions from which something is concluded."""
SURE = 2
"""Right answers, and more than wrong ones, that make a pupil sure of sowings of so many seeds."""
OBSERVED = {
    "finishes": Phrase("plays to the end"),
    "accepts": Phrase("accepts losing"),
    "helps": Phrase("helps others"),
    "referees": Phrase("referees fairly"),
}
"""The entries that a teacher ticks in the observation grid, by key."""


NOTHING = Tally()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts about a pupil, from one day or several.

    `games`, `won` and `drawn` come from the tournaments' results, `tally` from the moves, `foretold` from *The last
    seed*. `counted` has for each count as a referee the number said less the right one. `tried`, `at_once` and
    `solved` count puzzles of the teacher, `stones` are those done on the path, `observed` keys of `OBSERVED`.
    """

    games: int = 0
    won: int = 0
    drawn: int = 0
    tally: Tally = NOTHING
    foretold: tuple[Foretelling, ...] = ()
    counted: tuple[int, ...] = ()
    tried: int = 0
    at_once: int = 0
    solved: int = 0
    stones: tuple[str, ...] = ()
    observed: tuple[str, ...] = ()

    def __add__(self, other: "Facts") -> "Facts":
        return Facts(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def answers(self) -> Counter[str]:
        """How many sowings were foretold right, a pit short, a pit over, or farther off."""
        return Counter(each.answered for each in self.foretold)

    @property
    def sure(self) -> int:
        """The most seeds of a sowing that the pupil foretells, 0 where that is not known."""
        simple = [each for each in self.foretold if each.laps == 1]
        right = Counter(each.seeds for each in simple if each.answered == "right")
        every = Counter(each.seeds for each in simple)
        known = [seeds for seeds, count in right.items() if count >= SURE and 2 * count > every[seeds]]
        return max(known, default=0) if len(self.foretold) >= ENOUGH else 0

    @property
    def done(self) -> Counter[str]:
        """How many lessons, rounds of puzzles and creatures of the path are done."""
        return Counter(stones()[stone].kind for stone in {*self.stones} & stones().keys())


Days: TypeAlias = Mapping[date | None, Facts]
"""The facts of each day; None where the day is not known."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A finding: its heading, how much of it there is, and the sentences about it."""

    heading: str
    amount: Callable[[Facts], int]
    say: Callable[[Facts], Iterator[Phrase]]


def foretold(facts: Facts) -> Iterator[Phrase]:
    """Yield how well a pupil foretells where the last seed falls."""
    answers, count = facts.answers, len(facts.foretold)
    if count < ENOUGH:
        yield Phrase("too few yet: {count} last seed foretold", "too few yet: {count} last seeds foretold", count=count)
        return
    yield Phrase("last seed: {right} of {count} foretold right", right=answers["right"], count=count)
    if facts.sure:
        yield Phrase("sure up to {count} seed", "sure up to {count} seeds", count=facts.sure)
    if answers["short"]:
        yield Phrase("one pit short {count} time", "one pit short {count} times", count=answers["short"])
    if answers["over"]:
        yield Phrase("one pit too far {count} time", "one pit too far {count} times", count=answers["over"])


def by_hand(facts: Facts) -> Iterator[Phrase]:
    """Yield how well a pupil sows seed by seed."""
    tally = facts.tally
    yield Phrase("sown by hand without a miss: {clean} of {count}", clean=tally.clean, count=tally.sown)
    if tally.longest:
        yield Phrase("the longest of {count} seed", "the longest of {count} seeds", count=tally.longest)


def counted(facts: Facts) -> Iterator[Phrase]:
    """Yield how well a pupil counts seeds as a referee."""
    errors, count = Counter(facts.counted), len(facts.counted)
    yield Phrase("as a referee, counted right: {right} of {count}", right=errors[0], count=count)
    if errors[-1]:
        yield Phrase("one too few {count} time", "one too few {count} times", count=errors[-1])
    if errors[1]:
        yield Phrase("one too many {count} time", "one too many {count} times", count=errors[1])


def sides(facts: Facts) -> Iterator[Phrase]:
    """Yield which directions a pupil chose, from the own seat."""
    tally = facts.tally
    yield Phrase("sown to the own right: {right}, to the left: {left}", right=tally.right, left=tally.left)
    if tally.astray:
        yield Phrase(
            "began {count} time on the left instead of the right",
            "began {count} times on the left instead of the right",
            count=tally.astray,
        )


def kept(facts: Facts) -> Iterator[Phrase]:
    """Yield how many won positions a pupil kept."""
    count, thrown = facts.tally.judged, facts.tally.thrown
    if count < ENOUGH:
        yield Phrase("too few yet: {count} won position", "too few yet: {count} won positions", count=count)
    else:
        yield Phrase("won positions kept: {kept}, given away: {thrown}", kept=count - thrown, thrown=thrown)


def solved(facts: Facts) -> Iterator[Phrase]:
    """Yield how many puzzles of the teacher a pupil solved."""
    yield Phrase(
        "puzzles: {count} tried, {first} solved at once, {later} later",
        count=facts.tried,
        first=facts.at_once,
        later=facts.solved - facts.at_once,
    )


def won(facts: Facts) -> Iterator[Phrase]:
    """Yield how many games of the tournaments a pupil won."""
    yield Phrase("{won} of {count} game won", "{won} of {count} games won", won=facts.won, count=facts.games)
    if facts.drawn:
        yield Phrase("{count} drawn", "{count} drawn", count=facts.drawn)


def done(facts: Facts) -> Iterator[Phrase]:
    """Yield how much of the path a pupil has done."""
    yield Phrase(
        "lessons: {lessons}, rounds of puzzles: {rounds}, creatures beaten: {creatures}",
        lessons=facts.done["lesson"],
        rounds=facts.done["puzzles"],
        creatures=facts.done["creature"],
    )


def observation(key: str) -> Sight:
    """Return the sight of something that the teacher ticks."""

    def ticked(facts: Facts) -> Iterator[Phrase]:
        count = facts.observed.count(key)
        yield Phrase("{told}: {count} time", "{told}: {count} times", told=OBSERVED[key], count=count)

    return Sight("behaviour", lambda facts: facts.observed.count(key), ticked)


HEADINGS = {
    "counting": Phrase("Counting"),
    "sides": Phrase("Own right and left"),
    "planning": Phrase("Planning"),
    "behaviour": Phrase("Losing and behaviour"),
    "work": Phrase("Games and lessons"),
}
SIGHTS = (
    Sight("counting", lambda facts: len(facts.foretold), foretold),
    Sight("counting", lambda facts: facts.tally.sown, by_hand),
    Sight("counting", lambda facts: len(facts.counted), counted),
    Sight("sides", lambda facts: facts.tally.right + facts.tally.left + facts.tally.astray, sides),
    Sight("planning", lambda facts: facts.tally.judged, kept),
    Sight("planning", lambda facts: facts.tried, solved),
    *map(observation, OBSERVED),
    Sight("work", lambda facts: facts.games, won),
    Sight("work", lambda facts: len(facts.stones), done),
)


def together(days: Days) -> Facts:
    """Add up the facts of several days."""
    return sum(days.values(), Facts())


def when(days: Days, sight: Sight) -> list[date]:
    """List the days on which something was seen, as far as they are known."""
    return sorted(day for day, facts in days.items() if day is not None and sight.amount(facts))


def told(facts: Facts, heading: str, words: Translator = ENGLISH) -> list[str]:
    """State the evidence under a heading, a sentence for each thing."""
    seen = (sight for sight in SIGHTS if sight.heading == heading and sight.amount(facts))
    return [words.say(phrase) for sight in seen for phrase in sight.say(facts)]
