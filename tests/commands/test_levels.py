"""Levels: how many each game has, that each errs less than the one below, and that the figures were measured."""

import json
import random
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tools import levels as tool

import lalao
from lalao.engine.levels import MOST_LEVELS, level_of, levels_of, nearest, row_of, strongest, table_name, tables
from lalao.engine.players import LevelPlayer, player
from lalao.errors import NotationError
from lalao.games.fanorona import Fanorona
from lalao.games.fanorona.rules import RULESETS
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import LISTED
from tests.shell import sh


def one_of(table: str) -> Game:
    """Return a game that uses a table of levels."""
    return lalao.game("fanorona-7x9" if table == "default" else table)


@pytest.mark.parametrize("table", tables())
def test_every_list_of_a_table_has_a_place_for_each_level(table: str) -> None:
    lengths = {len(value) for value in tables()[table].values() if isinstance(value, list)}
    assert lengths == {len(levels_of(one_of(table)))}
    assert lengths <= set(range(2, MOST_LEVELS + 1))


@pytest.mark.parametrize("name", [*LISTED, "fanorona-7x9", "fang-12-guarded"])
def test_weaker_levels_err_more_often(name: str) -> None:
    game = lalao.game(name)
    if "plies" in tables()[table_name(game)] and game.id != "fanorona-7x9":
        rows = [row_of(game, number) for number in levels_of(game)]
        weaknesses = [(row["slips"], not row["plies"], -row["plies"], row["missed"]) for row in rows]
        assert all(one != other for one, other in pairwise(weaknesses))
        assert all(one[0] >= other[0] for one, other in pairwise(weaknesses[1:]))
        assert (rows[-1]["plies"], rows[-1]["slips"]) == (0, 0)
        return
    levels = [level_of(game, number) for number in levels_of(game)]
    assert all(one.error > other.error and one.sight <= other.sight for one, other in pairwise(levels))
    assert (levels[0].error, levels[-1].error) == (1, 0)
    assert levels[0].sight >= 2  # so that a win and a loss in one are seen


def test_a_game_has_the_levels_of_the_longest_beginning_of_its_id() -> None:
    for name, table in {
        "fang-4-guarded-last": "fang-4-guarded-last",
        "fang-4-last": "fang-4",
        "fang-12-guarded": "fang",
        "fafy-impartial": "fafy-impartial",
        "fafy-misere": "fafy-misere",
        "fifangakely": "fifangakely",
        "fifangha-6": "fifangha-6",
        "fanorona-strict-telo-vela": "fanorona-strict-telo",
        "fanorona-strict-dimy": "fanorona",
        "fanorona-7x9": "fanorona",
    }.items():
        assert table_name(lalao.game(name)) == table


@pytest.mark.parametrize("name", ["fang", "fang-4-guarded", "fanorona-telo"])
def test_a_level_that_a_game_has_not_is_refused(name: str) -> None:
    game = lalao.game(name)
    most = len(levels_of(game))
    for level in levels_of(game):
        assert isinstance(player(f"level:{level}", game), LevelPlayer)
    for text in (f"level:{most + 1}", "level:0", "level:", "level:1 ", "level:01"):
        with pytest.raises(NotationError) as refused:
            player(text, game)
        assert str(refused.value) == (
            f"'{text}' is not a level of {game.id}, which has {most}: choose level:1 to level:{most}"
        )


def test_who_sat_down_to_more_levels_plays_at_the_strongest() -> None:
    game = lalao.game("fang-4-guarded")
    assert strongest(game) == f"level:{len(levels_of(game))}" != "level:8"
    names = ("level:8", "level:1", "level:9", "Soa", "perfect", strongest(game))
    assert [nearest(name, game) for name in names] == [strongest(game), *names[1:]]


@pytest.mark.parametrize("name", ["fanorona-telo", "fanorona-strict-telo"])
def test_slips_are_seen_as_the_beginner_sees_them(name: str) -> None:
    game = lalao.game(name)

    def played(level: int) -> set[str]:
        return {str(LevelPlayer(level, random.Random(seed)).choose(game.start())) for seed in range(60)}

    weakest, second, *_, best = levels_of(game)
    assert played(weakest) == played(second) > played(best)
    assert len(played(best)) == 1


@pytest.mark.parametrize("start", tool.starts(), ids=str)
def test_figures_are_those_of_the_levels_as_they_are(start: tool.Start) -> None:
    for step in (step for step in kept() if tool.Start(step["game"], step.get("pits", 0)) == start):
        assert step["level"] in levels_of(start.game)
        assert step["levels"] == tool.played_as(start, step["level"])
        assert step["won"] + step["drawn"] + step["lost"] == 2 * sum(step["pairs"])
        half_points = sum(times * points for points, times in enumerate(step["pairs"]))
        assert 2 * step["won"] + step["drawn"] == half_points
        assert half_points / (4 * sum(step["pairs"])) >= tool.APART


def kept() -> list[dict[str, Any]]:
    """Return the figures in docs/levels.toml."""
    found: list[dict[str, Any]] = tomllib.loads(tool.FIGURES.read_text(encoding="utf-8"))["step"]
    return found


def test_the_page_shows_the_figures() -> None:
    assert tool.PAGE.read_text(encoding="utf-8") == tool.page()


def test_a_step_is_measured_by_the_games_of_the_command_that_is_shown(tmp_path: Path) -> None:
    step = tool.Step(tool.Start("fafy", 6), 2, "")
    step.play(4)
    step.play(6)
    command = tool.told(step).split("\t")[0]
    assert command == "lalao match level:2 level:1 fafy --pits 6 --games 10"
    done = sh(f"{command} --json", tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["won"], told["lost"], tuple(told["pairs"])) == (step.score.won, step.score.lost, step.score.pairs)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_vela_on_nine_points_is_the_same_game(ruleset: str) -> None:
    plain, vela = Fanorona(ruleset, 3, 3), Fanorona(ruleset, 3, 3, vela=True)
    assert tool.SAME.search(vela.id)
    rng = random.Random(ruleset)
    for _ in range(30):
        one: AnyPosition = plain.start()
        other: AnyPosition = vela.start()
        while one.outcome is None and one.quiet < 20:
            moves = [str(move) for move in one.legal_moves()]
            assert moves == [str(move) for move in other.legal_moves()]
            move = rng.choice(moves)
            one, other = one._play(one.move(move)), other._play(other.move(move))
        assert (one.outcome is None) == (other.outcome is None)


def test_the_error_is_that_of_the_mean_of_pairs() -> None:
    assert tool.error_of((0, 0, 8, 0, 0)) == 0
    assert tool.error_of((8, 0, 0, 0, 8)) == pytest.approx(0.5 / 4)


def test_levels_are_spaced_by_what_their_steps_brought() -> None:
    even = [(1 - at / 10, 1 - (at + 1) / 10, 0.55) for at in range(10)]
    assert tool.spaced(even, 6) == pytest.approx([1, 0.8, 0.6, 0.4, 0.2, 0], abs=0.002)
    late = [(1 - at / 10, 1 - (at + 1) / 10, 0.5 + (2 * at + 1) / 200) for at in range(10)]
    assert tool.spaced(late, 3) == pytest.approx([1, 1 - 0.5**0.5, 0], abs=0.02)
