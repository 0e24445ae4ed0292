"""Lessons: what each step says is true, what it accepts is right, and faults in users' own lessons are reported."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import lalao
from lalao.errors import UnknownLessonError
from lalao.games.fang import FangPosition
from lalao.games.game import AnyPosition
from lalao.games.registry import FAMILIES
from lalao.locale import LANGUAGES
from lalao.teach import assessing
from lalao.teach.captures import taken
from lalao.teach.family import teaching
from lalao.teach.laying import other_starts
from lalao.teach.lesson_checks import check_lesson, refuted, wrong_tries
from lalao.teach.lessons import Lesson, LessonError, Step, lesson, lessons, read_lesson
from lalao.teach.worths import Judge, is_better, signed
from tests.playing import get
from tests.shell import ROOT, run_lalao

EXAMPLE = ROOT / "docs" / "example.toml"
STEPS = [(one, number) for one in lessons() for number in range(len(one.steps))]
NUMBERS = {"two": 2, "three": 3, "four": 4, "six": 6, "eight": 8, "nine": 9}
SMALL = 5_000
"""Positions that the judge may meet: enough for the rows."""


def step_of(name: str, number: int) -> tuple[AnyPosition, Step]:
    """Return a step of a lesson, counted from 1, and its position."""
    one = lesson(name)
    step = one.steps[number - 1]
    return lalao.game(one.game).position(step.position), step


def play(position: AnyPosition, *moves: str) -> AnyPosition:
    """Play a line."""
    for text in moves:
        position = position.play(text)
    return position


@pytest.mark.parametrize("one", lessons(), ids=lambda one: one.id)
def test_what_a_lesson_accepts_is_what_the_solvers_find_right(one: Lesson) -> None:
    check_lesson(one, one.id)


def test_every_family_has_a_ladder() -> None:
    ids = [one.id for one in lessons()]
    assert len(set(ids)) == len(ids) >= 12
    assert {one.family for one in lessons()} == {family.name for family in FAMILIES}
    assert [one.id for one in lessons() if not 3 <= len(one.steps) <= 6] == []
    assert {step.ask for one in lessons() for step in one.steps} == {"see", "tap", "play", "predict", "start"}


@pytest.mark.parametrize(("name", "other"), [("fang-county", "fang-count"), ("", "fang-first-sowing")])
def test_an_unknown_lesson_is_refused(name: str, other: str) -> None:
    with pytest.raises(UnknownLessonError, match=f"^there is no lesson '{name}': write one such as {other}$"):
        lesson(name)


def valued_steps() -> Iterator[tuple[AnyPosition, Step]]:
    """Yield the steps whose answer depends on the values of moves."""
    for one, number in STEPS:
        position, step = step_of(one.id, number + 1)
        if step.ask != "start" and step.aimed in ("best", "wins"):
            yield position, step


def judged(position: AnyPosition, step: Step, judge: Judge) -> set[str]:
    """Return the right moves, worked out on the readable rules alone."""
    worths = {str(move): signed(judge.after(position, (str(move),))) for move in position.legal_moves()}
    if step.aimed == "wins":
        return {text for text, worth in worths.items() if worth.sign > 0}
    return {text for text, worth in worths.items() if not any(is_better(other, worth) for other in worths.values())}


def test_the_readable_rules_find_the_same_right() -> None:
    judge, told = Judge(SMALL), 0
    for position, step in valued_steps():
        if position.game.family.name in ("fang", "fafy"):
            assert judged(position, step, judge) == set(step.accept), position
            told += 1
    assert told >= 14


def test_who_should_start_wins_by_the_readable_rules() -> None:
    judge, told = Judge(SMALL), set[str]()
    for one, number in STEPS:
        position, step = step_of(one.id, number + 1)
        if step.ask == "start":
            own, others = judge.worth(position), judge.worth(other_starts(position))
            assert signed(own).sign == signed(others).sign == (1 if step.accept == ("start",) else -1)
            told |= set(step.accept)
    assert told == {"start", "wait"}


def test_every_wrong_try_is_refuted_though_there_is_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assessing, "OPINION_SECONDS", 0.0)
    tries, assess = 0, assessing.assessor()
    for position, step in valued_steps():
        for text in wrong_tries(position, step):
            told = refuted(position, text, assess)
            assert told.sentences, (position, text)
            assert told.line or told.ends, (position, text)
            play(position, text, *told.line)
            tries += 1
    assert tries > 60


# What the sentences say


def only_ones() -> list[tuple[str, int]]:
    """Return the steps whose sentence says that there is one answer."""
    return [
        (one.id, number + 1) for one, number in STEPS if re.search("[Oo]nly one|the only", one.steps[number].say["en"])
    ]


@pytest.mark.parametrize(("name", "number"), only_ones())
def test_where_one_is_told_there_is_one(name: str, number: int) -> None:
    position, step = step_of(name, number)
    assert len(step.accept) == 1
    counted = re.search(r"of (\w+) wins", step.say["en"]) or re.search(r"pit of (\w+)", step.say["en"])
    if counted and counted[1] in NUMBERS:
        assert len(position.legal_moves()) == NUMBERS[counted[1]]


def targets(position: AnyPosition, move: str, key: str = "sow") -> list[str]:
    """Return the places where the seeds of a move fall."""
    return [event.target for event in position.events(position.move(move)) if event.key == key]


def ends_six_to_six(tibongs: tuple[int, int], winner: str | None) -> Callable[[AnyPosition, Step], bool]:
    """Return a check that a game of Fang ends 6 to 6, with these tibongs and this winner."""

    def said(position: AnyPosition, step: Step) -> bool:
        after = play(position, *step.line)
        assert isinstance(after, FangPosition)
        assert after.outcome
        return (after.halves(), after.tibongs(), after.outcome.winner and str(after.outcome.winner)) == (
            (6, 6),
            tibongs,
            winner,
        )

    return said


def is_over_after(position: AnyPosition, step: Step) -> bool:
    """Tell whether each right move ends the game."""
    return all(position.play(text).outcome for text in step.accept)


def is_last_turn(position: AnyPosition, _: Step) -> bool:
    return all(position.play(move).outcome for move in position.legal_moves())


def nothing_is_taken(position: AnyPosition, _: Step) -> bool:
    return not any(taken(position, str(move)) for move in position.legal_moves())


def seeds(position: AnyPosition) -> dict[str, int]:
    """Count the seeds in each pit."""
    return {place: len(things) for place, things in position.contents().items() if " " not in place}


def fullest(position: AnyPosition) -> list[str]:
    held = seeds(position)
    return [place for place, count in held.items() if count == max(held.values())]


def row_of(count: int) -> AnyPosition:
    """Return a row of `count` pits with one seed each."""
    return lalao.game("fafy-impartial").position(f"{'.'.join('1' * count)} S")


def sign_of(position: AnyPosition) -> int:
    """Return 1 if the side to move wins, else -1, by the readable rules alone."""
    return signed(Judge(SMALL).worth(position)).sign


def turns_left(position: AnyPosition) -> int:
    """Return the number of turns of the longest game from here."""
    return max((1 + turns_left(position.play(str(move))) for move in position.legal_moves()), default=0)


def is_worst(position: AnyPosition, move: str) -> bool:
    """Tell, by the readable rules alone, whether every other move is better."""
    worths = {str(each): signed(Judge(SMALL).after(position, (str(each),))) for each in position.legal_moves()}
    return all(is_better(worth, worths[move]) for text, worth in worths.items() if text != move)


def under(name: str, position: AnyPosition) -> AnyPosition:
    """Return the same board under other rules."""
    return lalao.game(name).position(str(position).split(" vela=")[0])


def won_by(position: AnyPosition, line: Sequence[str]) -> str:
    """Return the winner after a line, or "" where the game goes on."""
    outcome = play(position, *line).outcome
    return str(outcome.winner) if outcome else ""


def played_by(position: AnyPosition, moves: Sequence[str]) -> list[str]:
    """Return the side that plays each move of a line."""
    return [str(play(position, *moves[:ply]).to_move) for ply in range(len(moves))]


def faces(position: AnyPosition, pit: str) -> bool:
    """Tell whether an inner pit of South faces seeds."""
    held = position.contents()
    return bool(held[f"S{pit}"] and held[f"N{pit}"])


def opens(position: AnyPosition, text: str) -> bool:
    """Tell whether the last step of a turn goes to a point where the turn has taken a piece before."""
    events = position.events(position.move(text))
    last = max(at for at, event in enumerate(events) if event.key == "step")
    return events[last].target in {event.source for event in events[:last] if event.key == "remove"}


SAID: dict[tuple[str, int], Callable[[AnyPosition, Step], bool]] = {
    ("fang-first-sowing", 1): lambda at, _: targets(at, "2", "drop") == ["2"] and targets(at, "2")[0] == "1",
    ("fang-count", 1): lambda at, _: fullest(at) == ["2"] and targets(at, "2") == ["1", "2", "3", "4"],
    ("fang-count", 2): lambda at, step: is_last_turn(at, step) and len(step.accept) == 2,
    ("fang-count", 3): is_last_turn,
    ("fang-count", 4): lambda at, _: at.contents()["reserve S"] == "oo",
    ("fang-count", 5): lambda at, step: not set(step.accept) & set(fullest(at)),
    ("fang-whose-tibong", 1): lambda at, step: str(at.to_move) == "N" and targets(at, step.move)[0] == "4",
    ("fang-whose-tibong", 2): lambda at, step: (str(at.to_move), step.move) == ("N", "1"),
    ("fang-whose-tibong", 3): lambda at, step: (str(at.to_move), step.move) == ("N", "4"),
    ("fang-whose-tibong", 4): lambda at, step: (len(at.legal_moves()), len(step.accept)) == (4, 2),
    ("fang-whose-tibong", 5): lambda at, step: str(at.to_move) == "N" and step.accept == ("1",),
    ("fang-never-changes", 1): lambda at, step: (
        len(step.line) == 6
        and play(at, *step.line).outcome is not None
        and all(len("".join(play(at, *step.line[:ply]).contents().values())) == 8 for ply in range(7))
    ),
    ("fang-never-changes", 2): lambda at, _: str(at.to_move) == "N" and is_last_turn(at, _),
    ("fang-never-changes", 3): lambda at, step: len(step.accept) == 2 and is_worst(at, *fullest(at)),
    ("fang-eight", 1): lambda at, _: (
        (len("".join(at.contents().values())), at.contents()["reserve S"], at.contents()["reserve N"])
        == (16, "ooooo", "ooooo")
    ),
    ("fang-eight", 2): lambda at, step: (str(at.to_move), seeds(at)[step.move]) == ("N", 7),
    ("fang-eight", 3): lambda at, step: not set(step.accept) & set(fullest(at)),
    ("fang-eight", 4): lambda at, step: str(at.to_move) == "S" and step.accept == ("8",),
    ("fang-tibong", 1): ends_six_to_six((1, 3), "N"),
    ("fang-tibong", 3): ends_six_to_six((2, 2), None),
    ("fang-tibong", 4): lambda at, step: "6" in step.accept and seeds(at)["6"] > 1,
    ("fang-guarded", 1): lambda at, _: (seeds(at)["1"], seeds(at)["8"]) == (1, 1),
    ("fang-guarded", 2): lambda at, _: seeds(at)["8"] == 2,
    ("fang-guarded", 4): lambda at, _: {"1", "8"} <= {str(move) for move in at.legal_moves()},
    ("fafy-first-sowing", 1): lambda at, _: targets(at, "1+") == ["2", "3"],
    ("fafy-first-sowing", 3): is_over_after,
    ("fafy-blocks", 1): lambda at, step: seeds(play(at, *step.line))["4"] == 0,
    ("fafy-too-many", 1): lambda at, _: sum(seeds(at).values()) == 18,
    ("fafy-too-many", 2): lambda at, step: all(
        int(pit) + seeds(at)[pit] > 4 and int(pit) - seeds(at)[pit] < 1 for pit in step.accept
    ),
    ("fafy-too-many", 3): lambda at, _: sum(seeds(at).values()) == 10,
    ("fafy-twins", 1): lambda at, step: str(play(at, *step.line)) == "0.2.0.0.2 S",
    ("fafy-twins", 2): lambda at, _: (
        str(lalao.game("fafy-impartial").position("1.1.1.0.1.1.1 N").play("1+")) == str(at)
    ),
    ("fafy-twins", 5): lambda at, step: (
        [len(block) for block in str(at).split(" ")[0].replace(".", "").split("0")] == [3, 2, 5]
        and sign_of(at) < 0
        and sign_of(play(at, *step.line)) < 0
        and play(at, *step.line).outcome is not None
    ),
    ("fafy-each-turn", 1): lambda at, step: (
        [list(seeds(play(at, *step.line[:ply])).values()).count(0) for ply in range(4)] == [0, 1, 2, 3]
    ),
    ("fafy-each-turn", 2): lambda at, step: step.move == "6-" and targets(at, "6-") == ["5", "4"],
    ("fafy-each-turn", 3): lambda at, _: min(seeds(at).values()) > 0 and len(seeds(at)) == 5 and turns_left(at) <= 4,
    ("fafy-cake", 1): lambda at, step: sign_of(at) < 0 and won_by(at, step.line) == "N",
    ("fafy-cake", 3): lambda at, _: str(at) == "1.1.0.1.1 S",
    ("fafy-cake", 4): lambda at, _: len({*str(at).split(" ")[0].split(".0.")}) == 2,
    ("fafy-ones", 1): lambda at, _: at == row_of(3),
    ("fafy-ones", 2): lambda at, step: at == row_of(4) and sign_of(at) < 0 and won_by(at, step.line) == "N",
    ("fafy-ones", 3): lambda at, _: at == row_of(6),
    ("fafy-ones", 4): lambda at, step: at == row_of(7) and sign_of(at) < 0 and won_by(at, step.line) == "N",
    ("fafy-ones", 5): lambda at, step: at == row_of(10) and sign_of(at) > 0 and won_by(at, step.line) == "S",
    ("fafy-sides", 1): lambda at, step: (
        played_by(at, step.line) == ["S", "N"]
        and int(targets(at, step.line[0])[0]) > int(step.line[0][:-1])
        and int(targets(play(at, step.line[0]), step.line[1])[0]) < int(step.line[1][:-1])
    ),
    ("fafy-sides", 2): lambda at, _: str(at.to_move) == "S",
    ("fafy-sides", 5): lambda at, step: (
        list(seeds(at).values()) == list(seeds(at).values())[::-1]
        and sign_of(at) < 0
        and (int(step.line[0][:-1]) + int(step.line[1][:-1]), won_by(at, step.line)) == (8, "N")
    ),
    ("fanorona-free", 1): lambda at, step: (
        taken(at, *step.line) == 0 and any(taken(at, str(move)) for move in at.legal_moves())
    ),
    ("fanorona-free", 2): lambda at, step: taken(at, *step.accept) == 0,
    ("fanorona-free", 3): lambda at, step: [taken(at, move) > 0 for move in sorted(step.accept)] == [True, False],
    ("fanorona-go-on", 1): lambda at, step: (
        taken(at, step.line[0]) == 2
        and step.line[0].rpartition("-")[0] in {str(move) for move in under("fanorona-telo", at).legal_moves()}
        and not any(str(move) == step.line[0].rpartition("-")[0] for move in at.legal_moves())
        and won_by(at, step.line) == "B"
        and "W" not in play(at, *step.line).contents().values()
    ),
    ("fanorona-go-on", 2): lambda at, _: len(at.legal_moves()) == 2,
    ("fanorona-huff", 1): lambda at, step: (
        any(taken(at, str(move)) for move in at.legal_moves())
        and taken(at, step.line[0]) == 0
        and "W" not in play(at, *step.line).contents().values()
    ),
    ("fanorona-huff", 2): lambda at, _: str(at).endswith("huff=b2") and at.contents()["b2"] == "W",
    ("fanorona-huff", 3): lambda _, step: step.accept[0].startswith("x") and " " in step.accept[0],
    ("fanorona-huff", 4): lambda at, _: {str(move)[0] for move in at.legal_moves()} == {"a", "x"},
    ("fanorona-longer-line", 1): lambda at, step: (
        {str(move): taken(under("fanorona-dimy", at), str(move)) for move in under("fanorona-dimy", at).legal_moves()}
        == {step.line[0]: 2, "b3-c3W": 1}
        and [str(move) for move in at.legal_moves()] == list(step.line)
    ),
    ("fanorona-longer-line", 2): lambda at, step: [str(move) for move in at.legal_moves()] == [step.move],
    ("fanorona-longer-line", 3): lambda at, _: [taken(at, str(move)) for move in at.legal_moves()] == [1, 1],
    ("fanorona-big-board", 1): lambda at, _: at == at.game.start(),
    ("fanorona-big-board", 2): lambda at, step: at == at.game.start() and step.line == ("e2-e3A",),
    ("fanorona-big-board", 3): lambda at, step: at == at.game.start() and step.line == ("d3-e3W",),
    ("fanorona-big-board", 4): lambda at, _: (
        (list(at.contents().values()).count("W"), list(at.contents().values()).count("B")) == (1, 2)
    ),
    ("fanorona-vela", 1): lambda at, step: (taken(at, *step.line), taken(under("fanorona", at), *step.line)) == (1, 2),
    ("fanorona-vela", 3): lambda at, step: (
        list(at.contents().values()).count("B") > 5
        and not any(taken(at, str(move)) for move in at.legal_moves())
        and taken(under("fanorona", at), f"{step.line[0]}A") == 1
    ),
    ("fanorona-vela", 4): lambda at, _: list(at.contents().values()).count("B") == 5,
    ("fanorona-first-taking", 1): lambda at, step: taken(at, *step.line) == 1,
    ("fanorona-first-taking", 3): lambda at, _: len(at.legal_moves()) == 1,
    ("fanorona-first-taking", 5): nothing_is_taken,
    ("fanorona-lines", 1): lambda at, step: taken(at, *step.line) == 1,
    ("fanorona-lines", 5): lambda at, _: [taken(at, str(move)) for move in at.legal_moves()] == [1, 1, 1],
    ("fanorona-opens", 1): lambda at, step: opens(at, *step.line),
    ("fanorona-opens", 2): lambda at, step: opens(at, *step.accept),
    ("fanorona-opens", 4): lambda at, step: opens(at, *step.accept) and step.accept[0].count("-") == 3,
    ("fanorona-stop", 1): lambda at, step: any(str(move).startswith(f"{step.accept[0]}-") for move in at.legal_moves()),
    ("fanorona-stop", 2): lambda at, _: {taken(at, str(move)) for move in at.legal_moves()} >= {1, 2, 3},
    ("fanorona-stop", 3): lambda at, step: (
        max(taken(at, str(move)) for move in at.legal_moves()) > max(taken(at, text) for text in step.accept)
    ),
    ("fifangakely-first-taking", 1): lambda at, step: taken(at, *step.line) == 1,
    ("fifangakely-first-taking", 4): lambda at, _: len(targets(at, "c")) > 2,
    ("fifangakely-nothing", 1): lambda at, _: nothing_is_taken(at, _) and not any(faces(at, pit) for pit in "abcd"),
    ("fifangakely-nothing", 2): lambda at, step: targets(at, step.move)[0] == "Sa",
    ("fifangakely-nothing", 3): lambda at, step: targets(at, step.move)[0] == "Sc" and len(targets(at, step.move)) > 2,
    ("fifangakely-nothing", 4): nothing_is_taken,
    ("fifangha-eight", 1): lambda at, _: at == at.game.start(),
    ("fifangha-eight", 2): lambda at, step: targets(at, step.move) == ["Sa"],
    ("fifangha-eight", 3): lambda at, step: targets(at, *step.line) == ["Sa"],
    ("fifangha-eight", 4): lambda at, step: targets(at, step.move) == ["Sh"],
    ("fifangha-eight", 5): lambda at, _: (
        {str(move)[0] for move in at.legal_moves() if len(str(move)) > 1} == set("cdef")
    ),
    ("fifangakely-empty-row", 3): nothing_is_taken,
    ("fifangakely-empty-row", 4): lambda at, _: at.contents()["reserve S"] == "",
}
"""What sentences say beside what is asked, worked out."""


@pytest.mark.parametrize(("name", "number"), SAID)
def test_what_a_sentence_says_is_so(name: str, number: int) -> None:
    position, step = step_of(name, number)
    assert SAID[name, number](position, step)


def test_french_is_set_as_french_is() -> None:
    wrong = re.compile(r"[ \u00a0][;:?!»]|«[ \u00a0]|'|\w[;?!:](?:\s|$)")
    said = [text["fr"] for one in lessons() for text in (one.title, *(step.say for step in one.steps))]
    assert [text for text in said if wrong.search(text)] == []


def test_a_sentence_can_be_read_aloud() -> None:
    said = [step.say[language] for one in lessons() for step in one.steps for language in LANGUAGES]
    assert [text for text in said if re.search(r"[^\w\s.,:?!'’«»-]", text) or not text[0].isupper()] == []


# Those that somebody writes


def test_the_example_is_right() -> None:
    check_lesson(read_lesson(EXAMPLE.read_text(encoding="utf-8"), "example.toml"), "example.toml")


FAULTS = {
    "a wrong move": ('accept = ["3+"]', 'accept = ["2+"]', 3, "'2+' is accepted, and is not right: right would be 3+"),
    "a missing place": ('accept = ["1", "3"]', 'accept = ["1"]', 2, "'3' is right, and is not accepted"),
    "no place": ('accept = ["1", "3"]', 'accept = ["1", "33"]', 2, "'33' is not a place of this board"),
    "twice": ('accept = ["1", "3"]', 'accept = ["1", "3", "3"]', 2, "an answer is accepted twice"),
    "an illegal move": ('line = ["4+"]', 'line = ["1-"]', 1, "sowing 1- would send a seed off the board"),
    "a move written otherwise": ('line = ["4+"]', 'line = ["04+"]', 1, "04+"),
    "no position": ('"2.3.2.2.1 S"', '"2.3.2.2 Q"', 3, "Q"),
    "a game that is over": ('"2.3.2.2.1 S"', '"2.0.2 S"', 3, "the game is over"),
    "an unknown field": ('aim = "wins"', 'goal = "wins"', 3, "goal"),
    "a move where it is asked who starts": ('ask = "play"', 'ask = "start"', 3, "right would be start"),
    "an unknown question": ('ask = "tap"', 'ask = "sing"', 2, "ask: Invalid enum value 'sing'"),
    "an aim of another question": (
        'aim = "wins"',
        'aim = "stuck"',
        3,
        "aim 'stuck' is not for play: choose best, wins",
    ),
    "a language": ('fr = "Une case vidée reste vide."\n', "", 1, "there is no text in the language fr"),
    "a long sentence": ("Only one move of six wins.", "Only one move of six wins. " * 4, 3, "at most 99 letters"),
    "two lines": ("Only one move", "Only\\none move", 3, "is not one line"),
    "nothing asked": ('accept = ["3+"]\n', "", 3, "play needs accept"),
    "too much": ('line = ["4+"]', 'line = ["4+"]\naccept = ["4+"]', 1, "see has no accept"),
    "nothing to find": (
        '"2.3.2.2.1 S"\nask = "play"\naim = "wins"\naccept = ["3+"]',
        '"2.5.2 S"\nask = "play"\naim = "wins"\naccept = ["1+", "3-"]',
        3,
        "every move is right here",
    ),
    "a title": ("Two rows", "Two rows " * 9, 0, "at most 32 letters"),
    "an id": ("fafy-two-rows", "Fafy Two", 0, "'Fafy Two' is not an id"),
    "a game": ('"fafy-impartial"', '"fafi-impartial"', 0, "there is no game 'fafi-impartial': did you mean"),
    "no TOML": ("[title]", "[title", 0, "this is not TOML"),
    "a place of its own": ('game = "fafy-impartial"', "game = 2", 0, "': game: Expected `str`, got `int`"),
    "a number": ('position = "2.3.2.2.1 S"', "position = 2", 3, "position: Expected `str`, got `int`"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_file_step_and_text(fault: str) -> None:
    right, wrong, number, told = FAULTS[fault]
    text = EXAMPLE.read_text(encoding="utf-8")
    assert text.count(right) == 1
    with pytest.raises(LessonError) as found:
        check_lesson(read_lesson(text.replace(right, wrong), "mine.toml"), "mine.toml")
    where = f"'mine.toml', step {number}: " if number else "'mine.toml': "
    assert str(found.value).startswith(where)
    assert told in str(found.value)
    assert (found.value.file, found.value.step) == ("mine.toml", number)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = " + "9" * 5_000, "this is not TOML: Exceeds the limit"),
        ("id = -" + "1_" * 20_000 + "1", "this is not TOML: Exceeds the limit"),
        ("a" + ".a" * 30_000 + " = 1", "a line has more than 1000 dots"),
        ("[" + "a." * 30_000 + "a]", "a line has more than 1000 dots"),
        ("x = " + "[" * 30_000, "this is not TOML"),
    ],
    ids=["long number", "long number in parts", "long key", "long title", "deep"],
)
def test_what_would_take_long_to_read_is_refused(text: str, said: str) -> None:
    with pytest.raises(LessonError, match=said):
        read_lesson(text, "a.toml")


def test_a_lesson_has_an_end() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    with pytest.raises(LessonError, match="a lesson has from 1 to 12 steps, not 21"):
        read_lesson(text + text[text.index("[[step]]") :] * 6, "long.toml")
    with pytest.raises(LessonError, match="this is too long: at most 64000 bytes"):
        read_lesson(text + "#" * 64_000, "long.toml")


LINE = """
id = "line"
game = "fafy-impartial"
[title]
en = "A line"
fr = "Une suite"
mg = "Filaharana"
[[step]]
position = "{position}"
ask = "play"
aim = "wins"
accept = {accept}
line = {line}
[step.say]
en = "Go on to the end."
fr = "Va jusqu’au bout."
mg = "Tohizo hatramin'ny farany."
"""


def checked_line(position: str, accept: list[str], line: list[str]) -> None:
    text = LINE.format(position=position, accept=json.dumps(accept), line=json.dumps(line))
    check_lesson(read_lesson(text, "line.toml"), "line.toml")


@pytest.mark.parametrize(
    ("accept", "line", "told"),
    [
        (["4-"], ["4-", "5+", "3-"], ""),
        (["4-"], ["4-", "5+"], "the line ends with a reply"),
        (["4-"], ["3-"], "the line begins with '3-', which is not accepted"),
        (["4-"], ["4-", "3-", "5+"], "'6-' is right, and is not accepted: right would be 5+, 6-"),
        (["4-"], ["4-", "4-", "5+"], "pit 4 is empty"),
    ],
)
def test_a_line_is_checked_ply_by_ply(accept: list[str], line: list[str], told: str) -> None:
    if not told:
        checked_line("3.2.1.2.1.1 S", accept, line)
        return
    with pytest.raises(LessonError, match=re.escape(told)):
        checked_line("3.2.1.2.1.1 S", accept, line)


def test_places_of_every_family_are_places_of_the_board() -> None:
    for one, number in STEPS:
        position, step = step_of(one.id, number + 1)
        begun = {teaching(position.game).begins(position, str(move)) for move in position.legal_moves()}
        assert begun <= set(position.contents()), (one.id, step.position)


# The command and the server


def test_the_command_lists_them(tmp_path: Path) -> None:
    done = run_lalao(["lessons", "list", "--json", "--lang", "fr"], tmp_path)
    told = json.loads(done.stdout)
    assert [each["id"] for each in told] == [one.id for one in lessons()]
    first = lessons()[0]
    assert told[0] == {
        "id": first.id,
        "family": "fang",
        "game": "fang-4",
        "title": first.title["fr"],
        "steps": len(first.steps),
    }
    assert len(run_lalao(["lessons", "list"], tmp_path).stdout.splitlines()) == len(told)


def test_the_command_checks_files(tmp_path: Path) -> None:
    done = run_lalao(["lessons", "check", str(EXAMPLE)], tmp_path)
    assert (done.returncode, done.stdout) == (0, f"{EXAMPLE}: 3 steps, all right\n")
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(EXAMPLE.read_text(encoding="utf-8").replace('["3+"]', '["2+"]'), encoding="utf-8")
    done = run_lalao(["lessons", "check", str(EXAMPLE), str(wrong), "--lang", "fr"], tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "wrong.toml" in done.stderr
    assert "3+" in done.stderr
    assert run_lalao(["lessons", "check", "nothing.toml"], tmp_path).returncode == 2
    assert run_lalao(["lessons", "check"], tmp_path).returncode == 2


def test_the_server_gives_lessons_in_each_language(server: str) -> None:
    for language in LANGUAGES:
        status, told = get(server, f"/api/lessons?lang={language}")
        assert status == 200
        assert [each["title"] for each in told] == [one.title[language] for one in lessons()]
        assert all(each["picture"]["kind"] in ("rows", "lattice") for each in told)
        for one in lessons():
            status, found = get(server, f"/api/lessons/{one.id}?lang={language}")
            assert status == 200
            assert [each["say"] for each in found["steps"]] == [step.say[language] for step in one.steps]
            assert [each["accept"] for each in found["steps"]] == [list(step.accept) for step in one.steps]
    status, told = get(server, "/api/lessons/nothing?lang=fr")
    assert status == 404
    assert "nothing" in told["error"]
