"""The referee's check names the wrong turns that independent generators make."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from lalao.games.fanorona.mistakes import FanoronaMisplay
from lalao.games.fifangha.words import FifanghaMisplay
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import LANGUAGES, words
from lalao.tournament.referee import Verdict, check
from lalao.values import Side
from lalao.web.work.document_tasks import Paper, check_turn
from tests.naive import fanorona as naive
from tests.naive.fanorona_misplays import board_of, wrong_turns
from tests.naive.sowing_misplays import fafy_sowings, fang_sowings
from tests.shell import sh

BOARDS = ("", "-dimy", "-telo", "-3x7", "-7x3", "-3x5")
ROUNDS = [(rules, vela) for rules in ("", "-libre", "-strict", "-souffle") for vela in ("", "-vela")]


OF_THE_START = {"forbidden", "beside", "other-tibong", "no-reserve"}
"""What may explain a board beside the kinds that the generator of wrong sowings makes."""


def judged(name: str, before: str, board: str) -> Verdict:
    chosen = game(name)
    return check(chosen.position(before), chosen.read_board(board))


def reached(name: str, rng: random.Random) -> AnyPosition:
    """Play at random from the start, and stop somewhere before the end."""
    position = game(name).start()
    for _ in range(rng.randrange(1, 16)):
        after = position._play(rng.choice(position.legal_moves()))
        if after.outcome:
            break
        position = after
    return position


WRONG = [
    ("fanorona-telo", "B2/W2/3 w", "B2/1W1/3", "must-take", "a2-b2 takes nothing, and you must take: a2-a1W does"),
    ("fanorona-telo", "B2/W2/3 w", "B2/3/W2", "nothing-removed", "a2-a1 takes a3, but nothing was removed"),
    ("fanorona-telo", "B2/W2/3 w", "B2/3/1W1", "no-line", "no line joins a2 and b1"),
    ("fanorona-telo", "B2/W2/3 w", "1W1/3/3", "no-line", "after a2-a1W: no line joins a1 and b3"),
    (
        "fanorona-telo",
        "B2/W2/3 w",
        "B2/2W/3",
        "too-far",
        "a2-c2 is too long: a piece goes to the next point on a line",
    ),
    (
        "fanorona-telo",
        "B2/W2/3 w",
        "3/3/2W",
        "too-far",
        "after a2-a1W: a1-c1 is too long: a piece goes to the next point on a line",
    ),
    (
        "fanorona-telo",
        "B2/W2/3 w",
        "3/W2/3",
        "same-point",
        "after a2-a1W: the piece has already stood on a2 this turn",
    ),
    (
        "fanorona-telo",
        "B2/3/2W b",
        "3/3/2B",
        "same-direction",
        "after a3-b2A: b2-c1 continues in the direction of the previous step",
    ),
    ("fanorona-telo", "B2/W2/3 w", "3/3/1W1", "continued", "after a2-a1W: a1-b1 continues without a capture"),
    (
        "fanorona-strict-telo",
        "B2/2B/W2 w",
        "3/1WB/3",
        "nothing-removed",
        "after a1-a2A: a2-b2 takes c2, but nothing was removed",
    ),
    (
        "fanorona-strict-3x5",
        "1B3/3WW/1W3 b",
        "5/2B1W/5",
        "part-of-run",
        "after b3-b2A: b2-c2 takes the whole run, d2, e2: not a part of it",
    ),
    (
        "fanorona-strict-3x5",
        "1BBBB/B2BW/WW1WW w",
        "1B1BB/2W1W/1W1WW",
        "both-runs",
        "after a1-b2A: b2-c2 took by approach and by withdrawal: a step takes in one direction only",
    ),
    (
        "fanorona-3x5",
        "3BW/5/2WWW b",
        "1B3/5/2W2",
        "beyond-run",
        "after d3-d2A-c3W: c3-b3 does not take e3: only an unbroken run next to the step is taken",
    ),
    ("fanorona-libre-telo", "1BB/BWW/3 w", "1BB/W1W/3", "not-empty", "a2 is not empty"),
    (
        "fanorona-strict-dimy",
        "1BBBB/BW1BB/BW3/WW2W/3B1 w",
        "1BBBB/2WBB/BW3/WW2W/3B1",
        "smaller-run",
        "b4-c4 took the smaller of its two runs, a4: it must take the larger",
    ),
    (
        "fanorona-strict-telo",
        "B2/2B/W2 w",
        "3/W1B/3",
        "stopped",
        "a1-a2A stops too early: this chain must go on while it can take",
    ),
    (
        "fanorona-3x5-vela",
        "BBBBB/2WBW/WWWWW b vela=b",
        "1BBBB/B1WBW/1WWWW",
        "winner-took",
        "in Vela the winner of the first round takes nothing while he has more than 5 pieces",
    ),
    (
        "fanorona-dimy-vela",
        "BB2B/BBW1B/1WWBW/W2WW/WWWWW w vela=b",
        "BB2B/3WB/1WWBW/W2WW/WWWWW",
        "took-more",
        "in Vela the loser of the first round takes one piece, the nearest: c4-d4 takes b4",
    ),
    (
        "fanorona-libre-3x5-vela",
        "BBBBB/W1WBW/1WWWW w vela=b",
        "1BBBB/1WWBW/1WWWW",
        "chained",
        "after a2-a1W: in Vela the loser of the first round takes once a turn and does not chain",
    ),
    (
        "fanorona-souffle-3x5",
        "5/B4/3W1 w",
        "5/5/3W1",
        "not-huffable",
        "a2 cannot be huffed: no piece there has failed to take",
    ),
    (
        "fanorona-souffle-3x5-vela",
        "BBBWB/BBW1W/WWWW1 b vela=b huff=e2.d3",
        "BBB1B/BBW1W/WWWW1",
        "winner-huffed",
        "in Vela the winner of the first round huffs nothing while he has more than 5 pieces",
    ),
    (
        "fanorona-souffle-telo",
        "B2/WB1/W2 w huff=b2",
        "B2/W2/W2",
        "only-huffed",
        "b2 was huffed, and no piece was moved: a turn follows the huff",
    ),
    (
        "fanorona-souffle-3x5",
        "1B1BB/5/2WW1 b huff=c1.d1",
        "2BBB/5/5",
        "two-huffed",
        "c1, d1 were huffed: only one piece may be",
    ),
    (
        "fanorona-souffle-telo",
        "BB1/WB1/W2 w huff=a3",
        "1B1/1B1/W1W",
        "no-line",
        "after xa3: no line joins a2 and c1",
    ),
    ("fang-4", "1.0.2.1 2+2 S", "1.0.2.2", "not-sown", "a seed was dropped in pit 4, but the pit was not sown"),
    ("fang-6", "1.2.2.1.1.0 2+3 N", "1.2.1.1.2.1", "not-emptied", "not all the seeds of pit 3 were sown"),
    ("fang-4", "1.0.2.1 2+2 S", "2.0.1.2", "left-out", "the sowing of pit 3 left out pit 2"),
    ("fang-4", "1.0.2.1 2+2 S", "2.2.0.1", "two-seeds", "the sowing of pit 3 dropped two seeds in pit 2"),
    ("fafy", "3.1.1.1.1 S", "2.2.1.1.1", "not-emptied", "not all the seeds of pit 1 were sown"),
    ("fafy", "3.1.1.1.1 S", "0.2.1.2.2", "left-out", "the sowing of pit 1 left out pit 3"),
    ("fafy", "3.1.1.1.1 S", "0.3.2.1.1", "two-seeds", "the sowing of pit 1 dropped two seeds in pit 2"),
    (
        "fifangakely",
        "1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S",
        "1.0.0.0/0.4.0.0/0.0.3.2/3.0.0.0",
        "stopped",
        "the sowing ended in a pit that held seeds, and did not go on from there",
    ),
    (
        "fifangakely",
        "1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S",
        "1.0.0.0/0.4.0.0/1.0.3.1/3.0.0.0",
        "wrong-tsibongy",
        "what pit c captured was sown from the wrong tsibongy",
    ),
    (
        "fifangakely",
        "4.2.1.2/1.6.0.0/0.0.6.1/0.0.0.1 4+4 S",
        "4.2.1.2/1.0.0.0/3.0.3.2/0.2.1.4",
        "captured",
        "nothing is captured in this turn, as it does not begin with a capture",
    ),
]


@pytest.mark.parametrize(("name", "before", "after", "kind", "sentence"), WRONG)
def test_a_wrong_turn_has_a_kind_and_a_sentence(name: str, before: str, after: str, kind: str, sentence: str) -> None:
    found = judged(name, before, after)
    assert not found.moves
    assert str(found.misplay) == kind
    assert [str(problem) for problem in found.problems] == [sentence]
    assert len({words(language).say(found.problems[0]) for language in LANGUAGES}) == len(LANGUAGES)


def test_every_kind_of_wrong_turn_is_seen_above_and_has_its_own_sentence() -> None:
    for family, kinds in (("fanorona", FanoronaMisplay), ("fifanga", FifanghaMisplay)):
        seen = {kind for name, _, _, kind, _ in WRONG if name.startswith(family)}
        assert {kind.value for kind in kinds} - seen <= {"forbidden", "no-reserve", "not-captured"}
        assert len({kind.sentence.sentence for kind in kinds}) == len(kinds)


def test_programs_are_given_the_kind(tmp_path: Path) -> None:
    done = sh("lalao referee fanorona-telo 'B2/W2/3 w' 3/3/1W1 --json", tmp_path)
    assert json.loads(done.stdout)["misplay"] == "continued"
    asked = Paper(id=1, task="check", game="fanorona-telo", position="B2/W2/3 w", text="3/3/1W1")
    assert check_turn(asked).misplay == "continued"


@pytest.mark.parametrize(("rules", "vela"), ROUNDS)
def test_every_kind_of_wrong_turn_is_named(rules: str, vela: str) -> None:
    seed = random.randrange(1 << 32)
    rng = random.Random(seed)
    for board in BOARDS:
        name = f"fanorona{rules}{board}{vela}"
        before = str(reached(name, rng))
        wrong, turns = wrong_turns(name, before), naive.turns(name, before).values()
        legal = {board_of(after) for after in turns}
        by_kind: dict[str, list[str]] = {}
        for after, kinds in wrong.items():
            for kind in kinds:
                by_kind.setdefault(kind, []).append(after)
        for kind, afters in sorted(by_kind.items()):
            for after in rng.sample(sorted(afters), min(3, len(afters))):
                where = f"seed {seed}: {kind}, lalao referee {name} '{before}' {after}"
                found = judged(name, before, after)
                assert bool(found.moves) == (after in legal), where
                if not found.moves:
                    assert found.misplay is not None, where
                    assert found.misplay.value in wrong[after], f"{where}: {found.misplay}"


@pytest.mark.parametrize("name", ["fafy-impartial", "fang-4", "fang-8"])
def test_every_kind_of_wrong_sowing_is_named(name: str) -> None:
    seed = random.randrange(1 << 32)
    rng = random.Random(seed)
    for _ in range(10):
        chosen = game(name)
        position: Any = chosen.agreed_start(rng)
        for _ in range(rng.randrange(4)):
            after = position._play(rng.choice(position.legal_moves()))
            position = position if after.outcome else after
        pits = list(position.pits)
        sowings = fafy_sowings(pits) if "fafy" in name else fang_sowings(pits, position.to_move is Side.SOUTH)
        wrong: dict[str, set[str]] = {}
        for kind, row in sowings:
            wrong.setdefault(".".join(map(str, row)), set()).add(kind)
        legal = {board_of(str(position._play(move))) for move in position.legal_moves()}
        for board in rng.sample(sorted(wrong), min(20, len(wrong))):
            where = f"seed {seed}: {wrong[board]}, lalao referee {name} '{position}' {board}"
            found = judged(name, str(position), board)
            assert bool(found.moves) == (board in legal), where
            if not found.moves and board != board_of(str(position)):
                assert found.misplay is not None, where
                assert found.misplay.value in wrong[board] | OF_THE_START, f"{where}: {found.misplay}"
