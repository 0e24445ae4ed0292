"""Puzzles: reachable, with one solution family by the readable rules, wrong tries refuted, rated as they are solved."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from random import Random

import pytest
from tools.puzzles import EASY_RATING, TRIES, WANTED, rank_correlation, solve_rate

import lalao
from lalao.errors import LalaoError, NotationError
from lalao.games.game import name_of
from lalao.teach.assessing import prover
from lalao.teach.explaining import explain
from lalao.teach.family import teaching
from lalao.teach.laying import Asked, laying, other_starts, row_of
from lalao.teach.puzzles import Puzzle, answer, by_chance, choices, is_right, make
from lalao.teach.shipped_puzzles import (
    STRIDE,
    daily,
    everything,
    families,
    id_of,
    of_family,
    of_game,
    of_moves,
    read,
    written,
    wrong,
)
from lalao.teach.worths import Judge, is_better, signed
from lalao.values import Value
from tests.patience import drawing, least, often, seconds_of_work
from tests.shell import ROOT, run_lalao

GAMES = ("fang-6", "fang-8-guarded", "fafy-impartial", "fafy", "fanorona-telo", "fanorona-strict-telo")
FAMILIES = {
    "fang": ("fang-6", "fang-8", "fang-8-guarded"),
    "fafy": ("fafy", "fafy-impartial"),
    "fanorona": ("fanorona-telo", "fanorona-libre-telo"),
}
LEAST_CORRELATION = 0.7
CLOSED = {name for name in (*WANTED["fang"], *WANTED["fafy"], *WANTED["fanorona"]) if name != "fanorona"}
"""Games of which the judge reaches every end."""
LEAST_A_MINUTE = {"fang-8-guarded": 100, "fafy-impartial": 100, "fanorona-telo": 20}


def answered_by_the_rules(puzzle: Puzzle, judge: Judge) -> None:
    """Check that a puzzle has exactly the answer that it states, whatever it asks for."""
    answered: dict[Asked, Callable[[Puzzle, Judge], None]] = {
        "play": solved_by_the_rules,
        "tap": forbidden_by_the_rules,
        "start": started_by_the_rules,
        "lay": laid_by_the_rules,
    }
    answered[puzzle.asked](puzzle, judge)


def forbidden_by_the_rules(puzzle: Puzzle, _: Judge) -> None:
    """Check that a legal turn begins at each place that is asked about, except the answer."""
    position = puzzle.position
    begun = {choice.place for _, _, path in position.paths() for choice in path[:1]}
    held = teaching(position.game).held(position)
    assert len(held) >= 3
    assert tuple(place for place in held if place not in begun) == puzzle.solution == puzzle.accepted
    assert all(position.contents()[place] for place in held)


def started_by_the_rules(puzzle: Puzzle, judge: Judge) -> None:
    """Check that the side asked wins with the stated answer, and loses otherwise."""
    own, others = judge.worth(puzzle.position), judge.worth(other_starts(puzzle.position))
    assert isinstance(own, Value)
    assert isinstance(others, Value)
    assert (own.sign, others.sign) == {"start": (1, 1), "wait": (-1, -1)}[puzzle.solution[0]]
    assert puzzle.accepted == puzzle.solution


def laid_by_the_rules(puzzle: Puzzle, judge: Judge) -> None:
    """Check that both sides lose if they start on the example, which keeps the given seeds, and check other rows."""
    task, found = puzzle.laying, prover()
    right = [text for text in task.layouts() if lost_by_the_rules(puzzle, text, judge)]
    assert puzzle.accepted == puzzle.solution
    assert puzzle.solution[0] in right
    assert right == [text for text in task.layouts() if task.is_right(text, found)]
    assert 0.03 <= len(right) / len(task.layouts()) <= 0.4
    assert 4 <= len(row_of(puzzle.position)) <= 6
    assert 5 <= sum(row_of(puzzle.position)) + task.seeds <= 10


def lost_by_the_rules(puzzle: Puzzle, text: str, judge: Judge) -> bool:
    """Tell whether each side loses if it starts on a layout."""
    worths = [judge.worth(puzzle.position.game.position(f"{text} {side}")) for side in "SN"]
    return all(isinstance(worth, Value) and worth.sign < 0 for worth in worths)


def solved_by_the_rules(puzzle: Puzzle, judge: Judge) -> None:
    """Check that the accepted moves are one family, equally good, and that every other move is worse."""
    position, family = puzzle.position, teaching(puzzle.position.game)
    worths = {str(move): signed(judge.after(position, (str(move),))) for move in position.legal_moves()}
    assert len(worths) > len(puzzle.accepted)
    best = worths[puzzle.solution[0]]
    for text, worth in worths.items():
        assert (text in puzzle.accepted) == (worth == best)
        assert text in puzzle.accepted or is_better(best, worth)
    assert all(family.are_kin(puzzle.accepted[0], text) for text in puzzle.accepted)


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_has_one_solution_by_the_rules(name: str) -> None:
    judge, game = Judge(), lalao.game(name)
    puzzles = make(game, 8, seed=2)
    assert len({name_of(puzzle.position) for puzzle in puzzles}) == 8
    for puzzle in puzzles:
        solved_by_the_rules(puzzle, judge)
        position = puzzle.position
        for ply, move in enumerate(puzzle.solution):
            if ply % 2 == 0:
                moves = {str(each): signed(judge.after(position, (str(each),))) for each in position.legal_moves()}
                assert not any(is_better(worth, moves[move]) for worth in moves.values())
            position = position.play(move)


@pytest.mark.parametrize("name", ["fang-8-guarded", "fafy-impartial", "fanorona-telo"])
def test_every_wrong_try_is_answered(name: str) -> None:
    for puzzle in make(lalao.game(name), 4, seed=3):
        for move in map(str, puzzle.position.legal_moves()):
            explanation = explain(puzzle.position, move)
            over = puzzle.position.play(move).outcome is not None
            assert bool(explanation.refutation) == (move not in puzzle.accepted and not over)


@pytest.mark.nightly
def test_themes_are_found() -> None:
    themes = Counter(
        puzzle.theme
        for name in ("fang-8-guarded", "fafy-impartial", "fanorona-telo")
        for puzzle in make(lalao.game(name), 25, 4)
    )
    assert {"full-tibong", "not-the-fullest", "sleep", "one-move-only", "paika", "one-against-two"} <= set(themes)


def test_the_same_seed_makes_the_same_puzzles_and_another_others() -> None:
    game = lalao.game("fafy-impartial")
    assert make(game, 5, 7) == make(game, 5, 7)
    assert make(game, 5, 7) != make(game, 5, 8)


@pytest.mark.nightly
@pytest.mark.parametrize("family", FAMILIES)
def test_ratings_follow_what_the_levels_solve(family: str) -> None:
    """The levels try again with other random numbers: what they solve less often must have the higher rating."""
    puzzles = [puzzle for name in FAMILIES[family] for puzzle in make(lalao.game(name), 12, 5)]
    ratings = [float(puzzle.rating) for puzzle in puzzles]
    correlation = rank_correlation(ratings, [-solve_rate(puzzle, TRIES[family] // 2) for puzzle in puzzles])
    print(family, correlation)
    assert correlation >= LEAST_CORRELATION


@pytest.mark.nightly
@pytest.mark.parametrize("name", LEAST_A_MINUTE)
def test_puzzles_are_made_fast(name: str) -> None:
    game = lalao.game(name)
    make(game, 1, 1)  # reads tables, compiles
    seeds = itertools.count(6)
    seconds = least(lambda: seconds_of_work(lambda: make(game, 30, next(seeds))), 1800 / LEAST_A_MINUTE[name], tries=3)
    print(name, round(1800 / seconds))
    assert 1800 / seconds >= LEAST_A_MINUTE[name]


def test_the_command_writes_a_list(tmp_path: Path) -> None:
    done = run_lalao(["puzzles", "make", "fang-6", "--count", "3", "--seed", "1", "--json"], tmp_path)
    puzzles = json.loads(done.stdout)
    assert [list(puzzle) for puzzle in puzzles] == [["game", "position", "solution", "theme", "rating"]] * 3
    lines = run_lalao(["puzzles", "make", "fang-6", "--count", "3", "--seed", "1"], tmp_path).stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == [puzzle["position"] for puzzle in puzzles]


def shipped_sample(count: int) -> list[Puzzle]:
    """Return some shipped puzzles of every game, except with huffing, which is slow to solve."""
    games = {puzzle.position.game: None for puzzle in everything() if "souffle" not in puzzle.position.game.id}
    return [puzzle for game in games for puzzle in Random(game.id).sample(of_game(game), count)]


def test_three_hundred_of_each_family_come_with_the_package() -> None:
    assert set(families()) == set(WANTED)
    for family, games in WANTED.items():
        puzzles = of_family(family)
        assert len(puzzles) >= 300
        assert {puzzle.position.game.id for puzzle in puzzles} == set(games)
        assert len({puzzle.theme for puzzle in puzzles}) >= 4
        assert len(
            {(name_of(each.position), each.position.game.id, each.asked, each.seeds) for each in puzzles}
        ) == len(puzzles)
        assert max(puzzle.rating for puzzle in puzzles) - min(puzzle.rating for puzzle in puzzles) > 500


EASY_ENOUGH = 50
"""Easy puzzles of a family: more than the forty tries after which one may come again."""


@pytest.mark.parametrize("family", ["fafy", "fifangha"])
def test_there_are_easy_ones_for_who_begins(family: str) -> None:
    easy = [puzzle for puzzle in of_moves(of_family(family)) if puzzle.rating <= EASY_RATING]
    assert len(easy) >= EASY_ENOUGH
    assert all(by_chance(puzzle) >= 0.5 for puzzle in easy)


@pytest.mark.parametrize("name", ["fafy", "fanorona-telo", "fifangakely"])
def test_easy_ones_have_one_solution_by_the_rules(name: str) -> None:
    judge, easy = (
        Judge(),
        [each for each in of_moves(of_game(lalao.game(name))) if len(each.position.legal_moves()) == 2],
    )
    assert easy
    for puzzle in Random(name).sample(easy, 3):
        assert wrong(puzzle, prover()) is None
        if name in CLOSED:
            solved_by_the_rules(puzzle, judge)


def test_puzzles_with_few_moves_are_made_where_they_are_wished_for(tmp_path: Path) -> None:
    done = run_lalao(["puzzles", "make", "fafy", "--count", "4", "--moves", "2", "--json"], tmp_path)
    found = [lalao.game("fafy").position(each["position"]) for each in json.loads(done.stdout)]
    assert [len(position.legal_moves()) for position in found] == [2] * 4
    usual = make(lalao.game("fafy"), 20, seed=0)
    assert min(len(puzzle.position.legal_moves()) for puzzle in usual) == 3


def test_every_theme_is_told_of_in_the_manual() -> None:
    page = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
    assert [theme for theme in {puzzle.theme for puzzle in everything()} if f"`{theme}`" not in page] == []


def test_a_sample_of_them_is_solved_again() -> None:
    assess = prover()
    for puzzle in shipped_sample(3):
        assert wrong(puzzle, assess) is None, puzzle


def test_a_sample_of_them_is_solved_by_the_rules() -> None:
    judge = Judge()
    for puzzle in of_moves(tuple(shipped_sample(2))):
        if puzzle.position.game.id in CLOSED:
            solved_by_the_rules(puzzle, judge)


def test_each_that_asks_for_no_move_has_its_answer_by_the_rules() -> None:
    """All shipped ones, at least twenty of each theme in every family that has it."""
    judge, assess = Judge(), prover()
    others = [puzzle for puzzle in everything() if puzzle.asked != "play"]
    counts = Counter((puzzle.theme, puzzle.position.game.family.name) for puzzle in others)
    assert set(counts) == {("who-starts", "fafy"), ("lay-out", "fafy"), *(("illegal", family) for family in WANTED)}
    assert min(counts.values()) >= 20
    for puzzle in others:
        answered_by_the_rules(puzzle, judge)
        assert wrong(puzzle, assess) is None
    starts = Counter(puzzle.solution[0] for puzzle in others if puzzle.asked == "start")
    assert abs(starts["start"] - starts["wait"]) <= 0.2 * starts.total(), "no answer is right much more often"


@pytest.mark.parametrize(
    ("name", "asked"),
    [("fafy", "start"), ("fanorona-telo", "tap"), ("fifangakely", "tap"), ("fafy-impartial", "lay")],
)
def test_puzzles_that_ask_for_no_move_are_made(name: str, asked: Asked, tmp_path: Path) -> None:
    done = run_lalao(["puzzles", "make", name, "--ask", asked, "--count", "4", "--seed", "2", "--json"], tmp_path)
    told, seeds = json.loads(done.stdout), ["seeds"] * (asked == "lay")
    assert [list(each) for each in told] == [["game", "position", "ask", *seeds, "solution", "theme", "rating"]] * 4
    assert {each["ask"] for each in told} == {asked}
    made = make(lalao.game(name), 4, 2, asked=asked)
    assert [puzzle.as_dict() for puzzle in made] == told
    for puzzle in made:
        answered_by_the_rules(puzzle, Judge())


def test_another_answer_is_found_to_be_wrong() -> None:
    assess = prover()
    for puzzle in (each for each in everything() if each.asked != "play"):
        other = next(each for each in choices(puzzle) if not is_right(puzzle, each, assess))
        assert wrong(replace(puzzle, solution=(other,), accepted=(other,)), assess) is not None


def test_answers_are_worded_for_each_question() -> None:
    by_asked = {puzzle.asked: puzzle for puzzle in everything() if puzzle.position.game.id.startswith("fifang")}
    worded = {asked: str(answer(puzzle)) for asked, puzzle in by_asked.items()}
    assert worded["tap"] == by_asked["tap"].solution[0][1:], "a pit goes without the side that owns it"
    assert worded["play"] == ", ".join(by_asked["play"].solution)
    assert str(answer(LAID)) == "for example 1.3.3.1"


LAID = Puzzle(lalao.game("fafy-impartial").position("1.1.1.1 S"), ("1.3.3.1",), ("1.3.3.1",), "lay-out", 0)


def test_any_layout_that_is_lost_for_the_starter_is_right() -> None:
    """Not only the example; where each pit gets one more seed, the starter wins."""
    assess = prover()
    right = [text for text in choices(LAID) if is_right(LAID, text, assess)]
    assert (LAID.seeds, len(choices(LAID)), len(right)) == (4, 35, 7)
    assert {"1.3.3.1", "3.1.3.1", "2.1.4.1"} <= set(right)
    assert not is_right(LAID, "2.2.2.2", assess)
    assert by_chance(LAID) == 7 / 35
    assert wrong(LAID, assess) is None
    for text in right:
        assert wrong(replace(LAID, solution=(text,), accepted=(text,)), assess) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("2.2.1.2", "'2.2.1.2' has 7 seeds: lay 8"),
        ("2.2.3.2", "'2.2.3.2' has 9 seeds: lay 8"),
        ("2.2.2.1.1", "'2.2.2.1.1' has another number of pits than 1.1.1.1"),
        ("4.4", "'4.4' has another number of pits than 1.1.1.1"),
        ("0.3.3.2", "'0.3.3.2' takes seeds away: those of 1.1.1.1 stay"),
        ("", "'' is not a number of seeds"),
        ("2.2.2.-2", "'-2' is not a number of seeds"),
        ("2.2.2.2 S", "'2 S' is not a number of seeds"),
        ("start", "'start' is not a number of seeds"),
        ("2.2.2.99999", "'99999' is too many seeds"),
    ],
)
def test_what_is_no_layout_of_these_seeds_is_refused(text: str, said: str) -> None:
    with pytest.raises(NotationError, match=re.escape(said)):
        is_right(LAID, text, prover())


@pytest.mark.parametrize(
    ("game", "given", "laid"),
    [
        ("fafy", "1.1.1 S", "1.1.2"),
        ("fafy", "1.1.1 S", "9.9.9"),
        ("fafy", "1.1.1.1.1.1.1.1.1 S", "2.2.2.2.1.1.1.1.1"),
        ("fafy", "1.1.1.1.1.1.1 S", "5.2.2.2.2.1.1"),
        ("sowing", "1.1.1.1 S", "2.2.2.2"),
        ("fang-4", "0.1.1.0 3+3 S", "1.1.1.1"),
    ],
)
def test_layouts_that_are_too_large_to_be_judged_while_somebody_waits_are_refused(
    game: str, given: str, laid: str
) -> None:
    with pytest.raises(LalaoError):
        laying(lalao.game(game).position(given), laid)


def test_a_layout_puzzle_that_is_too_easy_or_too_hard_is_found_to_be_wrong() -> None:
    assess = prover()
    for given, laid, share in (("1.1.1.1.1", "2.2.2.1.1", 60), ("1.1.1.1.1.1", "2.3.1.1.1.2", 1)):
        task = laying(lalao.game("fafy-impartial").position(f"{given} S"), laid)
        right = next(text for text in task.layouts() if task.is_right(text, assess))
        puzzle = replace(LAID, position=task.given, solution=(right,), accepted=(right,))
        assert str(wrong(puzzle, assess)) == f"{share} % of all layouts are right: it should be 3 to 40 %"


def test_the_same_row_with_more_seeds_is_another_puzzle() -> None:
    other = replace(LAID, solution=("1.1.3.1",), accepted=("1.1.3.1",))
    assert LAID.seeds != other.seeds
    assert id_of(LAID) != id_of(other)


def test_every_wrong_try_of_a_sample_is_answered() -> None:
    assess = prover()
    for puzzle in of_moves(tuple(shipped_sample(1))):
        for move in map(str, puzzle.position.legal_moves()):
            told = explain(puzzle.position, move, assess)
            over = puzzle.position.play(move).outcome is not None
            assert told.refutation or over or move in puzzle.accepted, (puzzle, move)


def test_puzzles_of_fifangakely_are_made_and_solved_again() -> None:
    (puzzle,) = make(lalao.game("fifangakely"), 1, seed=1)
    assert wrong(puzzle, prover()) is None


@pytest.mark.parametrize("theme", ["empty-row", "last-turn"])
def test_what_ends_a_game_ends_it_by_the_rules(theme: str) -> None:
    ending = [puzzle for puzzle in everything() if puzzle.theme == theme]
    assert ending
    for puzzle in ending:
        outcome = puzzle.position.play(puzzle.solution[0]).outcome
        assert outcome is not None
        assert outcome.winner is puzzle.position.to_move


def test_a_piece_is_huffed_or_not_where_one_may_be() -> None:
    puzzles = of_game(lalao.game("fanorona-souffle-telo"))
    assert {puzzle.theme for puzzle in puzzles} >= {"huff", "no-huff"}
    for puzzle in puzzles:
        could = any(str(move).startswith("x") for move in puzzle.position.legal_moves())
        assert (puzzle.theme in ("huff", "no-huff")) == could
        assert (puzzle.theme == "huff") == puzzle.solution[0].startswith("x")


def test_where_the_rule_decides_another_rule_decides_otherwise() -> None:
    """By the rules alone: under the usual ones the move is not allowed, or does not win."""
    judge, usual = Judge(), lalao.game("fanorona-telo")
    ruled = [puzzle for puzzle in of_family("fanorona") if puzzle.theme == "rule-decides"]
    assert len(ruled) >= 10
    assert {puzzle.position.game.id for puzzle in ruled} == {"fanorona-libre-telo", "fanorona-souffle-telo"}
    for puzzle in ruled:
        position = usual.position(str(puzzle.position))
        moves = {str(move) for move in position.legal_moves()}
        for move in set(puzzle.accepted) & moves:
            assert signed(judge.after(position, (move,))).sign <= 0


@pytest.mark.slow
def test_all_that_come_with_the_package_are_solved_again() -> None:
    assess = prover()
    every = everything()
    for puzzle in drawing("puzzles").sample(every, often(len(every) // 5, nightly=len(every))):
        assert wrong(puzzle, assess) is None, puzzle


@pytest.mark.parametrize("change", ["solution", "theme", "accepted"])
def test_what_is_wrong_with_a_puzzle_is_found(change: str) -> None:
    puzzle = of_family("fafy")[0]
    other = next(str(move) for move in puzzle.position.legal_moves() if str(move) != puzzle.solution[0])
    changed = {
        "solution": replace(puzzle, solution=(other,)),
        "theme": replace(puzzle, theme="twins" if puzzle.theme != "twins" else "sleep"),
        "accepted": replace(puzzle, accepted=(*puzzle.accepted, other)),
    }
    assert wrong(changed[change], prover()) is not None


def test_a_line_holds_a_puzzle() -> None:
    for puzzle in shipped_sample(3):
        assert read(written(puzzle)) == puzzle
    stopping = [puzzle for puzzle in of_family("fanorona") if len(puzzle.accepted) > 1]
    assert stopping
    assert read(written(stopping[0])).accepted == stopping[0].accepted


def test_the_puzzle_of_a_day_is_another_one_every_day() -> None:
    first = date(2026, 11, 22)
    days = [first + timedelta(days) for days in range(4 * 300)]
    assert len({daily(day) for day in days}) == len(days)
    game = lalao.game("fang-8-guarded")
    own = of_moves(of_game(game))
    assert {daily(day, game) for day in days[: len(own)]} == set(own)
    assert all(len(of_moves(of_family(family))) % STRIDE for family in families())


def test_the_commands_show_what_comes_with_the_package(tmp_path: Path) -> None:
    done = run_lalao(["puzzles", "list", "fafy", "--theme", "sleep", "--json"], tmp_path)
    puzzles = json.loads(done.stdout)
    assert {(puzzle["game"], puzzle["theme"]) for puzzle in puzzles} == {("fafy", "sleep")}
    day = ["puzzles", "daily", "--date", "2026-11-22", "--game", "fang-6"]
    shown = run_lalao(day, tmp_path).stdout
    answered = run_lalao([*day, "--answer"], tmp_path).stdout
    found = json.loads(run_lalao([*day, "--json"], tmp_path).stdout)
    assert found["date"] == "2026-11-22"
    assert found["position"] in shown
    assert "answer" not in shown
    assert answered.splitlines()[-1] == f"The answer: {' '.join(found['solution'])}"


def test_the_command_solves_them_again(tmp_path: Path) -> None:
    done = run_lalao(["puzzles", "check", "fang-4-guarded"], tmp_path)
    count = len(of_game(lalao.game("fang-4-guarded")))
    assert done.stdout == f"{count} puzzles are solved again: each has one solution.\n"


@pytest.mark.parametrize(
    "name", ["fang-6", "fafy", "fanorona-telo", "fanorona-souffle-telo", "fifangakely", "fifangha"]
)
def test_positions_alike_have_as_many_moves_and_games(name: str) -> None:
    rng = Random(3)
    for _ in range(10):
        position = lalao.game(name).agreed_start(rng)
        for _ in range(rng.randrange(12)):
            moves = position.legal_moves()
            position = position._play(rng.choice(moves)) if moves else position
        counts = {lalao.perft(other, 2) for other in (position, *position.game.family.alike(position))}
        assert len(counts) == 1, str(position)
