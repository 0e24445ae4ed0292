"""Puzzles: reachable, with one solution family by the readable rules, refuted elsewhere, rated as they are solved."""

import json
import time
from collections import Counter
from pathlib import Path

import pytest

import lalao
from lalao.engine.levels import levels_of
from lalao.teach.explaining import explain
from lalao.teach.families import teaching
from lalao.teach.judging import Judge
from lalao.teach.puzzles import LEAST_CHOICE, Puzzle, by_chance, make, name_of, rate
from lalao.teach.worths import is_better, signed
from tests.shell import run_lalao

GAMES = ("fang-6", "fang-8-guarded", "fafy-impartial", "fafy", "fanorona-telo", "fanorona-strict-telo")
FAMILIES = {
    "fang": ("fang-6", "fang-8", "fang-8-guarded"),
    "fafy": ("fafy", "fafy-impartial"),
    "fanorona": ("fanorona-telo", "fanorona-libre-telo"),
}
LEAST_CORRELATION = 0.7
LEAST_A_MINUTE = {"fang-8-guarded": 100, "fafy-impartial": 100, "fanorona-telo": 20}


def solved_by_the_rules(puzzle: Puzzle, judge: Judge) -> None:
    """See that the accepted moves are one family, equally good, and that every other move is worse."""
    position, family = puzzle.position, teaching(puzzle.position.game)
    worths = {str(move): signed(judge.after(position, (str(move),))) for move in position.legal_moves()}
    assert len(worths) >= LEAST_CHOICE
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


@pytest.mark.slow
def test_themes_are_found() -> None:
    themes = Counter(
        puzzle.theme
        for name in ("fang-8-guarded", "fafy-impartial", "fanorona-telo")
        for puzzle in make(lalao.game(name), 25, 4)
    )
    assert {"full-tibong", "not-the-fullest", "sleep", "one-move-only", "paika", "go-on"} <= set(themes)


def test_the_same_seed_makes_the_same_puzzles_and_another_others() -> None:
    game = lalao.game("fafy-impartial")
    assert make(game, 5, 7) == make(game, 5, 7)
    assert make(game, 5, 7) != make(game, 5, 8)


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_ratings_follow_what_the_levels_solve(family: str) -> None:
    """The levels try once more, with other chances: what they solve less often must have the higher rating."""
    puzzles = [puzzle for name in FAMILIES[family] for puzzle in make(lalao.game(name), 25, 5)]
    ratings = [float(puzzle.rating) for puzzle in puzzles]
    correlation = rank_correlation(ratings, [-solve_rate(puzzle) for puzzle in puzzles])
    print(family, correlation)
    assert correlation >= LEAST_CORRELATION


def solve_rate(puzzle: Puzzle) -> float:
    """Return how often the levels and chance solve a puzzle."""
    levels = levels_of(puzzle.position.game)
    rates = [rate(puzzle.position, puzzle.accepted, level, seed=99) for level in levels]
    return (by_chance(puzzle.position, puzzle.accepted) + sum(rates)) / (1 + len(rates))


def rank_correlation(one: list[float], other: list[float]) -> float:
    """Return Spearman's coefficient, ties sharing their ranks."""
    first, second = ranks(one), ranks(other)
    mean = (len(one) + 1) / 2
    together = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    spread = sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)
    return float(together / spread**0.5)


def ranks(values: list[float]) -> list[float]:
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2 for value in values
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", LEAST_A_MINUTE)
def test_puzzles_are_made_fast(name: str) -> None:
    game = lalao.game(name)
    make(game, 1, 1)  # reads tables, compiles
    begun = time.process_time()
    make(game, 30, 6)
    a_minute = 30 / (time.process_time() - begun) * 60
    print(name, round(a_minute))
    assert a_minute >= LEAST_A_MINUTE[name]


def test_the_command_writes_a_list(tmp_path: Path) -> None:
    done = run_lalao(["puzzles", "make", "fang-6", "--count", "3", "--seed", "1", "--json"], tmp_path)
    puzzles = json.loads(done.stdout)
    assert [list(puzzle) for puzzle in puzzles] == [["game", "position", "solution", "theme", "rating"]] * 3
    lines = run_lalao(["puzzles", "make", "fang-6", "--count", "3", "--seed", "1"], tmp_path).stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == [puzzle["position"] for puzzle in puzzles]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["make", "fifangha"], "puzzles are not made of fifangha: it is not solved in a blink"),
        (["make", "fang-6", "--count", "0"], "'0' is not a number from 1 to 1000"),
        (["make", "fang-4", "--count", "900"], "only "),
        (["break", "fang-4"], "there is no command 'break'"),
        ([], "lalao puzzles needs one word more: make"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    done = run_lalao(["puzzles", *arguments], tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"lalao: {said}")
    assert len(done.stderr.splitlines()) == 1
