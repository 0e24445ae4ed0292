"""Claims about moves: every claim is checked on the readable rules, and a claim with one part changed is refused.

The judge shares nothing with the solvers, tables and searches from which claims are made (`lint-imports` checks it).
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from random import Random, SystemRandom
from typing import Any

import pytest

import lalao
from lalao.engine.analysis import Info, Limits, unsearched
from lalao.engine.searchers import searcher
from lalao.errors import TooLargeError
from lalao.games.fanorona import FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.locale import LANGUAGES, words
from lalao.teach.assessing import SETTINGS, Assessed, Assessment, assessor
from lalao.teach.captures import NoReplyTakes, ReplyTakes, Takes, TakesNothing
from lalao.teach.claims import AllReplies, Claim, NothingSaves, OnlyMove, Reply, Status
from lalao.teach.explaining import Explanation, explain
from lalao.teach.fafy import Twins
from lalao.teach.fang import BecauseOfSeed
from lalao.teach.fanorona import CouldGoOn
from lalao.teach.worths import Judge, Lead, Level, Worth, is_better
from lalao.values import Side, Value
from tests.patience import often

GAMES = {
    "fang": ("fang-4", "fang-6", "fang-6-guarded", "fang-8", "fang-8-guarded", "fang-4-guarded-last"),
    "fafy": ("fafy", "fafy-impartial", "fafy-misere", "fafy-impartial-misere", "sowing", "sowing-impartial"),
    "fanorona": ("fanorona-telo", "fanorona-strict-telo", "fanorona-libre-telo", "fanorona", "fanorona-souffle-dimy"),
    "fifangha": ("fifangakely", "fifangha-6", "fifangha"),
}
MOST_PLIES = {"fang": 9, "fafy": 5, "sowing": 20, "fanorona": 12, "fifangha": 40}
CLOSED = (*GAMES["fang"], *GAMES["fafy"], "fanorona-telo", "fanorona-strict-telo", "fanorona-libre-telo")
"""Games of which the judge must reach every end."""
WITHIN_REACH = 400
"""Positions that the judge may meet where a game cannot be followed to all its ends."""
SAMPLE = int(os.environ.get("LALAO_CLAIMS") or often(24, nightly=200))
"""Positions a family; `LALAO_CLAIMS=2000` takes half an hour."""
QUICK_SAMPLE = often(12, nightly=24)
LONGEST = 200


def quick_thought(position: AnyPosition) -> Info:
    """Analyse a position two plies deep."""
    count = len(position.legal_moves())
    info = unsearched(position, count)
    for info in searcher_of(position.game.id).think(position, Limits(None, 2), count):  # noqa: B007  the last
        pass
    return info


@cache
def searcher_of(name: str) -> Any:
    return searcher(lalao.game(name).start(), SETTINGS)


def wander(name: str, most: int, rng: Random) -> AnyPosition:
    """Play random moves from the start; return a position where the game is not over."""
    position = lalao.game(name).agreed_start(rng)
    for _ in range(rng.randrange(most + 1)):
        after = position._play(rng.choice(position.legal_moves()))
        if after.outcome is not None:
            break
        position = after
    return position


def explained(family: str, count: int) -> Iterator[Explanation]:
    """Explain random moves in positions that play can reach."""
    rng = Random(20 + count)
    for number in range(count):
        name = GAMES[family][number % len(GAMES[family])]
        position = wander(name, MOST_PLIES.get(name.split("-")[0], MOST_PLIES[family]), rng)
        move = rng.choice(position.legal_moves())
        yield explain(position, str(move), assessor(quick_thought))


@cache
def judge_of(name: str) -> Judge:
    """Return the judge of a game, with a larger budget where it must search to the end."""
    return Judge() if name in CLOSED else Judge(WITHIN_REACH)


def is_closed(claim: Claim) -> bool:
    return claim.position.game.id in CLOSED


def judged(family: str, count: int) -> Counter[str]:
    """Check every claim about `count` moves; count for each kind how often it held, or was out of reach."""
    found: Counter[str] = Counter()
    for explanation in explained(family, count):
        assert explanation.claims
        for claim in explanation.claims:
            try:
                assert claim.verify(judge_of(claim.position.game.id)), f"{claim.position}: {claim.shown()}"
            except TooLargeError:
                assert not is_closed(claim), f"{claim.position}: {claim.shown()}"
                found["out of reach"] += 1
            else:
                found[claim.kind] += 1
    return found


@pytest.mark.parametrize("family", GAMES)
def test_claims_about_some_moves_hold_by_the_rules(family: str) -> None:
    held = judged(family, QUICK_SAMPLE)
    assert sum(held.values()) - held["out of reach"] >= 2 * QUICK_SAMPLE


@pytest.mark.slow
@pytest.mark.parametrize("family", GAMES)
def test_claims_about_many_moves_hold_by_the_rules(family: str) -> None:
    print(judged(family, SAMPLE))


# Claims that are changed


def changed(claim: Claim, **changes: Any) -> Claim:
    """Return a claim with other arguments."""
    return replace(claim, **changes)


def other_worth(worth: Worth) -> Worth:
    """Return a worth that is not this one."""
    if isinstance(worth, Lead):
        return Lead.of(worth.half + 2, 0)
    if worth.plies is not None:
        return Value(worth.sign, worth.plies + 2)
    return Value(-worth.sign if worth.sign else 1, None)


def with_other_numbers(claim: Claim) -> Iterator[Claim]:
    """Change each number, and each value."""
    for field in fields(claim):
        value = getattr(claim, field.name)
        other: Any = None
        if isinstance(value, Lead | Value):
            other = other_worth(value)
        elif isinstance(value, int) and field.name not in PLACES:
            other = value + 1
        if other is not None:
            yield changed(claim, **{field.name: other})


PLACES = ("pit", "ends", "beside", "first", "last", "point", "reply", "move", "instead_of", "longer", "otherwise")


def with_other_places(claim: Claim) -> Iterator[Claim]:
    """Change each pit, point and move; the line stays the same."""
    for field in fields(claim):
        value = getattr(claim, field.name)
        if field.name == "blocks":
            yield changed(claim, **{field.name: (value[0] + 1, *value[1:])})
        elif field.name in ("instead_of", "longer"):
            yield changed(claim, **{field.name: claim.line[0]})
        elif field.name == "otherwise":
            yield changed(claim, **{field.name: str(claim.position.play(claim.line[0]))})
        elif field.name in PLACES and claim.kind != "opinion":
            yield changed(claim, **{field.name: value + 1 if isinstance(value, int) else elsewhere(value)})
    yield changed(claim, line=("z99", *claim.line[1:]))


def elsewhere(text: str) -> str:
    """Return another place or move than the one given."""
    return text.translate(str.maketrans("abcdefghABCDEFGH12345678", "bcdefghaBCDEFGHA23456781"))


def with_other_sides(claim: Claim) -> Iterator[Claim]:
    """Swap the side that acts or wins."""
    yield changed(claim, side=claim.side.other)
    winner = getattr(claim, "winner", None)
    if isinstance(winner, Side):
        yield changed(claim, winner=winner.other)


def with_other_quantifiers(claim: Claim, judge: Judge) -> Iterator[Claim]:
    """Replace quantifiers: all for one, one for all, none for some, some for none."""
    about: dict[str, Any] = {"position": claim.position, "line": claim.line[:1], "side": claim.side}
    replies = claim.position.play(claim.line[0]).legal_moves()
    moves = claim.position.legal_moves()
    if isinstance(claim, Reply | AllReplies):
        found = [judge.after(claim.position, (claim.line[0], str(reply))) for reply in replies]
        best = max(found)
        if any(is_better(best, worth) for worth in found):
            yield AllReplies(**about, count=len(found), leads_to=best)
    if isinstance(claim, ReplyTakes | Takes):
        yield TakesNothing(**about) if isinstance(claim, Takes) else NoReplyTakes(**about, count=len(replies))
    if isinstance(claim, OnlyMove) and claim.leads_to.sign >= 0:
        yield NothingSaves(**about, count=len(moves))
    if isinstance(claim, NothingSaves) and len(moves) > 1:
        yield OnlyMove(**about, count=len(moves), leads_to=Value(-1, None))
    if isinstance(claim, NoReplyTakes):
        yield ReplyTakes(**about | {"line": (claim.line[0], str(replies[0]))}, reply=str(replies[0]), count=1)


def mutants(claim: Claim, judge: Judge) -> Iterator[tuple[str, Claim]]:
    """Yield false variants of a claim, each with the kind of change."""
    for false in with_other_numbers(claim):
        yield "number", false
    for false in with_other_places(claim):
        yield "place", false
    for false in with_other_sides(claim):
        yield "side", false
    for false in with_other_quantifiers(claim, judge):
        yield "quantifier", false


def refused(count: int) -> Counter[str]:
    """Check changed claims; count for each kind of change how many were refused."""
    found: Counter[str] = Counter()
    for family in GAMES:
        for explanation in explained(family, count):
            for claim in explanation.claims:
                judge = judge_of(claim.position.game.id)
                try:
                    for kind, mutant in mutants(claim, judge):
                        assert not mutant.verify(judge), f"{kind}, {mutant.position}: {mutant.shown()}"
                        found[kind] += 1
                        found[claim.kind] += 1
                except TooLargeError:
                    assert not is_closed(claim)
    return found


def test_what_is_changed_in_a_claim_is_refused() -> None:
    found = refused(6)
    assert min(found[kind] for kind in ("number", "place", "side", "quantifier")) >= 10


@pytest.mark.slow
def test_many_changes_of_each_kind_are_refused() -> None:
    found = refused(often(20, nightly=200))
    print(found)
    assert min(found[kind] for kind in ("number", "place", "side", "quantifier")) >= often(50, nightly=500)


# Sentences


def sentences(count: int) -> Iterator[tuple[Claim, dict[tuple[str, Level], str]]]:
    for family in GAMES:
        for explanation in explained(family, count):
            for claim in explanation.claims:
                yield (
                    claim,
                    {(code, level): words(code).say(claim.said(level)) for code in LANGUAGES for level in Level},
                )


def test_sentences_are_short_and_whole_in_three_languages() -> None:
    for claim, said in sentences(QUICK_SAMPLE):
        for (code, _), sentence in said.items():
            assert len(sentence) <= LONGEST, sentence
            assert "{" not in sentence
            assert sentence[-1] == "."
            assert code == "en" or sentence != said["en", Level.PUPIL], claim.kind


def test_the_longest_of_reasons_is_short_enough() -> None:
    """This sentence has the most clauses of all; the numbers are as long as on the largest row with reasons."""
    position = lalao.game("fang-8").start()
    side, lead = Side.NORTH, Lead(0, -8)
    claim = BecauseOfSeed(
        position=position,
        line=("3",),
        side=side,
        leads_to=lead,
        then=lead.before(),
        otherwise="",
        pit=7,
        count=8,
        beside=8,
    )
    for code in LANGUAGES:
        for level in Level:
            assert len(words(code).say(claim.said(level))) <= LONGEST


def test_an_opinion_is_called_one() -> None:
    found = [claim for claim, _ in sentences(QUICK_SAMPLE) if claim.status is Status.OPINION]
    assert found
    assert all("opinion" in str(claim.said(level)) for claim in found for level in Level)


# What the documents and the solver know


@pytest.mark.parametrize(
    ("name", "text", "move", "said"),
    [
        ("fang-4", "1.1.3.2 0+1 N", "3", "The move 1 is better: if both play well, North wins by 6 seeds."),
        ("fang-4", "1.1.3.2 0+1 N", "1", "Pit 3 holds more seeds (3), but from there"),
        ("fang-4", "2.2.0.1 1+2 N", "1", "Of 3 moves only this one is best: if both play well, North wins"),
        ("fafy-impartial", "1.2.2.1.1.2.2.1 S", "4+", "North can answer with 5+: if both play well, North wins."),
        (
            "fafy-impartial",
            "1.2.2.0.2.2.2.1 N",
            "7-",
            "because of the block from pit 1 to pit 3: without it North wins.",
        ),
        ("fafy-impartial", "1.1.0.1.1.0.1.1 S", "7+", "Every block now has a twin"),
        ("fafy-misere", "2.2.1.2.1.0.3 N", "4-", "After this move South has only 1 move."),
        ("fafy-misere", "1.1.2.0.2.3.1 N", "3-", "Pits 1 and 2 sleep now: nobody can sow them any more."),
        ("fafy", "1.2.1.2.0.3 N", "3-", "Both moves of North lose here if South plays well."),
        ("fafy", "1.1.2.3.1 S", "1+", "Of 3 moves only this one is best: if both play well, South wins."),
        ("fanorona-telo", "1BB/3/W1B w", "a1-b1A", "it could continue with a1-b1A-b2A and take 2 in all."),
        ("fanorona-telo", "BWW/B2/WBW w", "b3-b2A", "takes more (2), but if both play well, Black wins."),
        ("fanorona", "9/9/9/6W2/7BB w", "g2-h2", "Black cannot take anything then."),
        ("fifangakely", "1.0.0.0/1.0.4.1/2.4.1.1/0.1.1.0 7+8 N", "c", "the inner row of South is empty."),
    ],
)
def test_positions_of_the_lessons(name: str, text: str, move: str, said: str) -> None:
    explanation = explain(lalao.game(name).position(text), move)
    told = [words("en").say(phrase) for phrase in explanation.sentences(Level.PUPIL)]
    assert any(said in sentence for sentence in told), told


def test_a_refutation_is_played_after_the_move_and_ends_as_it_was_said() -> None:
    position = lalao.game("fafy-impartial").position("1.2.2.1.1.2.2.1 S")
    explanation = explain(position, "4+")
    assert explanation.refutation[0] == "5+"
    after = position.play("4+")
    for move in explanation.refutation:
        after = after.play(move)
    assert not explain(position, "3-").refutation


@pytest.mark.parametrize(
    ("name", "text", "winning"),
    [
        ("fang-4", "2.2.0.1 1+2 N", ["1"]),
        ("fang-4", "1.3.1.1 1+1 S", ["4"]),
        ("fang-6", "1.4.1.1.1.2 1+1 S", ["6"]),
        ("fang-6", "1.3.1.0.1.2 2+2 S", ["6"]),
        ("fang-8-guarded", "3.2.2.1.0.0.1.3 2+2 S", ["8"]),
        ("fang-8-guarded", "1.6.2.1.1.3.1.0 0+1 N", ["2"]),
        ("fafy-impartial", "1.1.0.1.1 S", []),
        ("fafy-impartial", "1.1.1.0.1.1 S", ["1+", "3-"]),
        ("fafy-impartial", "1.1.1.0.1.1.0.1.1 S", ["2+", "2-"]),
        ("fafy-impartial", "1.1.1.0.1.1.0.1.1.1.1.1 S", []),
        ("fafy-impartial", "2.3.2.2.1 S", ["3+"]),
        ("fafy-impartial", "1.1.1.1.3 S", ["3-"]),
        ("fafy", "1.2.1.0.1.1.1 S", ["6+"]),
        ("fanorona-telo", "1B1/3/1W1 w", ["b1-b2A"]),
        ("fanorona-telo", "1BB/3/W1B w", ["a1-b1A-b2A"]),
        ("fanorona-telo", "1B1/3/W2 w", ["a1-b2"]),
        ("fanorona-telo", "BWW/B2/WBW w", ["b3-b2A"]),
        ("fanorona-strict-telo", "BWW/B2/WBW w", []),
        ("fanorona-telo", "B2/1WB/WBB w", ["a1-a2A"]),
    ],
)
def test_winning_moves_of_the_lessons(name: str, text: str, winning: list[str]) -> None:
    """The positions of the lessons have the winning moves that are taught, by the rules and by the maker of claims."""
    position, judge = lalao.game(name).position(text), Judge()
    after = {str(move): judge.after(position, (str(move),)) for move in position.legal_moves()}
    assert sorted(move for move, worth in after.items() if worth.sign > 0) == winning
    assessed = {move.move: move.worth for move in assessor(quick_thought)(position).moves}
    assert assessed == after


# Pieces that leave the board, where one of them may be huffed


def lost(before: AnyPosition, text: str) -> int:
    """Return how many pieces fewer the board holds after a move."""
    after = before.play(before.move(text))
    assert isinstance(before, FanoronaPosition)
    assert isinstance(after, FanoronaPosition)
    return (before.white | before.black).bit_count() - (after.white | after.black).bit_count()


def unproved(position: AnyPosition) -> Assessment:
    return Assessment(position, None, tuple(Assessed(str(move), None, 0) for move in position.legal_moves()))


def test_what_is_taken_is_what_the_board_loses_with_huffing() -> None:
    seed = SystemRandom().randrange(1 << 30)
    rng, kinds, huffed = Random(seed), Counter[str](), 0
    for number in range(400):
        name = ("fanorona-souffle-dimy", "fanorona-souffle-telo", "fanorona-souffle-3x5")[number % 3]
        position = wander(name, MOST_PLIES["fanorona"], rng)
        move = str(rng.choice(position.legal_moves()))
        about = f"seed {seed}: {name} '{position}' {move}"
        for claim in explain(position, move, unproved).claims:
            stated = str(claim.said(Level.PUPIL))
            if isinstance(claim, Takes | TakesNothing):
                assert claim.count == lost(position, move), about
                assert (str(claim.count) in stated) is (claim.count > 0), about
            elif isinstance(claim, ReplyTakes):
                after = position.play(position.move(move))
                most = max(lost(after, str(reply)) for reply in after.legal_moves())
                assert claim.count == most == lost(after, claim.reply), about
                assert f"take {most} piece" in stated, about
                huffed += claim.reply.startswith("x")
            elif isinstance(claim, CouldGoOn):
                assert claim.count == lost(position, claim.longer), about
                assert f"take {claim.count} in all" in stated, about
            kinds[claim.kind] += 1
    assert min(kinds["takes"], kinds["takes_nothing"], kinds["reply_takes"], kinds["could_go_on"]) > 0, kinds
    assert huffed > 0


def test_a_huffed_piece_is_among_those_taken() -> None:
    position = lalao.game("fanorona-souffle-dimy").position("2B2/WW3/5/1W3/5 w")
    said = [words("en").say(phrase) for phrase in explain(position, "a4-a3").sentences(Level.PUPIL)]
    assert "Black can then take 3 pieces with xb4 c5-b4A-b3A, and no more." in said


def test_twins_are_all_blocks_that_are_awake() -> None:
    position = lalao.game("fafy-impartial").position("1.1.1.2.2.0.1.1 N")
    twins = Twins(position=position, line=("3+",), side=Side.NORTH, blocks=(1, 7))
    assert twins.holds(Judge())
    assert not any(changed(twins, blocks=blocks).holds(Judge()) for blocks in ((1,), (7,), (7, 1), (1, 6), ()))
    assert not changed(twins, line=("1+",)).holds(Judge()), "the blocks are no twins after another move"
