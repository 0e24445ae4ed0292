"""The evidence that a class has of each pupil: facts from its tournaments, puzzles and paths, and from screen games."""

import unicodedata
from collections.abc import Iterator, Mapping
from datetime import date

from lalao.errors import Phrase
from lalao.locale import Rows, Translator
from lalao.teach.evidence import HEADINGS, OBSERVED, SIGHTS, Days, Facts, together, told, when
from lalao.teach.progress import Tally
from lalao.tournament import Result
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.shown import ShownEvidence, ShownSight

Tallies = Mapping[str, Mapping[date, Tally]]
"""The counts of moves, by names and dates."""


def evidence(classroom: Classroom, tallies: Tallies) -> dict[str, Days]:
    """Return the facts about each pupil on each day, in the order of their names."""
    found: dict[str, dict[date | None, Facts]] = {name: {} for name in sorted(classroom.pupils, key=in_order)}
    for name, at, facts in seen(classroom):
        if name in found:
            day = date.fromtimestamp(at) if at else None
            found[name][day] = found[name].get(day, Facts()) + facts
    for name, days in found.items():
        for day, tally in tallies.get(name, {}).items():
            days[day] = days.get(day, Facts()) + Facts(tally=tally)
    return {**found}


def in_order(name: str) -> str:
    """Return a key that sorts names as a register does: case and accents make no difference."""
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode().casefold() or name


def seen(classroom: Classroom) -> Iterator[tuple[str, float, Facts]]:
    """Yield facts, each with its pupil and time (seconds since 1970, 0 where it is not known), but for the moves."""
    for pupil in classroom.pupils.values():
        for at, facts in pupil.seen:
            yield pupil.name, at, facts
    for day in classroom.days:
        for table in (table for round_ in day.tournament.rounds for table in round_.tables if table.result):
            for name in table.pupils:
                drawn = int(table.result is Result.DRAW)
                yield name, day.at, Facts(games=1, won=int(table.winner == name), drawn=drawn)
    for handed in classroom.sets:
        for name, tries in handed.tries.items():
            begun = [each for each in tries if each.is_begun]
            at_once = sum(each.solved and not each.is_missed for each in begun)
            yield name, handed.at, Facts(tried=len(begun), at_once=at_once, solved=sum(each.solved for each in begun))


def evidence_view(classroom: Classroom, tallies: Tallies, today: date, words: Translator) -> list[ShownEvidence]:
    """Describe the evidence about each pupil, in the order of their names."""
    return [
        ShownEvidence(
            name=name,
            picture=classroom.pupils[name].picture,
            lines={heading: told(together(days), heading, words) for heading in HEADINGS},
            sights=list(sights_view(days, words)),
            today=[key for key in OBSERVED if key in days.get(today, Facts()).observed],
        )
        for name, days in evidence(classroom, tallies).items()
    ]


def sights_view(days: Days, words: Translator) -> Iterator[ShownSight]:
    """Describe each thing that was seen: on how much it rests, and from when to when."""
    facts = together(days)
    for sight in SIGHTS:
        if sight.amount(facts):
            dates = [day.isoformat() for day in when(days, sight)] or [""]
            said = [words.say(phrase) for phrase in sight.say(facts)]
            yield ShownSight(sight.heading, said, sight.amount(facts), dates[0], dates[-1])


COLUMNS = (
    Phrase("name"),
    Phrase("games"),
    Phrase("won"),
    Phrase("drawn"),
    Phrase("last seeds foretold"),
    Phrase("foretold right"),
    Phrase("one pit short"),
    Phrase("one pit too far"),
    Phrase("sure up to (seeds)"),
    Phrase("sowings by hand"),
    Phrase("sowings without a miss"),
    Phrase("longest without a miss (seeds)"),
    Phrase("referee's counts"),
    Phrase("referee's counts right"),
    Phrase("sown to the own right"),
    Phrase("sown to the own left"),
    Phrase("begun on the wrong side"),
    Phrase("won positions kept"),
    Phrase("won positions given away"),
    Phrase("puzzles tried"),
    Phrase("puzzles solved at once"),
    Phrase("puzzles solved"),
    Phrase("lessons done"),
    Phrase("rounds of puzzles done"),
    Phrase("creatures beaten"),
    *OBSERVED.values(),
)


def evidence_rows(found: Mapping[str, Days], words: Translator) -> Rows:
    """Return the evidence as the rows of a table: a head, then a pupil in each, counts alone."""
    rows: Rows = [[words.say(column) for column in COLUMNS]]
    return rows + [[name, *numbers(together(days))] for name, days in found.items()]


def numbers(facts: Facts) -> list[int]:
    """List the counts in the order of `COLUMNS`, the name left out."""
    tally, answers, done = facts.tally, facts.answers, facts.done
    return [
        *(facts.games, facts.won, facts.drawn),
        *(len(facts.foretold), answers["right"], answers["short"], answers["over"], facts.sure),
        *(tally.sown, tally.clean, tally.longest),
        *(len(facts.counted), facts.counted.count(0)),
        *(tally.right, tally.left, tally.astray),
        *(tally.judged - tally.thrown, tally.thrown),
        *(facts.tried, facts.at_once, facts.solved),
        *(done["lesson"], done["puzzles"], done["creature"]),
        *(facts.observed.count(key) for key in OBSERVED),
    ]
