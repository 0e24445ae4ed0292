"""Forced wins that begin with a quiet turn: the engine finds them, and claims none that is not there."""

import random
from itertools import repeat
from pathlib import Path

import pytest

import lalao
from lalao.codecs.fanorona import state_of
from lalao.engine.analysis import History
from lalao.engine.fanorona_levels import FanoronaLevel
from lalao.engine.fanorona_searcher import WinSeeker
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.values import Value, Win
from tests.endgames import fanorona
from tests.patience import drawing, often
from tests.twin.test_proved_scores import scattered

SACRIFICE = "4W4/BBB6/5W3/1B7/B1B2WW1W w"
"""The quiet `f3-e3` gives pieces away and wins in 7; a search with cuts misses it at depth 16."""
FEW, MANY = 20, 100_000
"""Rounds in which a proof is looked for, where there is none and where there is one."""


def test_a_quiet_sacrifice_is_found_and_proved() -> None:
    position = lalao.game("fanorona").position(SACRIFICE)
    info = lalao.analyse(position, seconds=2)
    assert (str(info.lines[0].moves[0]), info.lines[0].score.proved) == ("f3-e3", Win(7))


def test_of_several_lines_the_one_that_wins_is_first() -> None:
    position = lalao.game("fanorona").position(SACRIFICE)
    first, *others = lalao.analyse(position, seconds=2, lines=3).lines
    assert str(first.moves[0]) == "f3-e3"
    assert "f3-e3" not in {str(line.moves[0]) for line in others}


def test_where_draws_count_a_forced_win_is_not_called_proved() -> None:
    position = lalao.game("fanorona").position(SACRIFICE)
    history = History.of([position])
    info = lalao.analyse(position, seconds=1, history=history)
    proved = info.lines[0].score.proved
    assert str(info.lines[0].moves[0]) == "f3-e3"
    assert proved is None or proved == Win(7), "7 plies end before any draw rule"


def test_level_8_finds_it_among_its_positions() -> None:
    position = fanorona("fanorona").position(SACRIFICE)
    level = FanoronaLevel(position.game, 8)
    first, again = (lalao.analyse(position, nodes=level.limits.nodes) for _ in range(2))
    assert (str(first.lines[0].moves[0]), first.lines[0].score.proved) == ("f3-e3", Win(7))
    assert (first.nodes, first.lines) == (again.nodes, again.lines)
    assert str(level.choose(position, random.Random(1))) == "f3-e3"


def test_a_search_of_a_depth_is_as_before() -> None:
    position = lalao.game("fanorona").position(SACRIFICE)
    first, again = (lalao.analyse(position, depth=6) for _ in range(2))
    assert (first.nodes, first.lines) == (again.nodes, again.lines)
    assert str(first.lines[0].moves[0]) != "f3-e3"


@pytest.mark.parametrize("name", ["fanorona-telo", "fanorona-strict-telo", "fanorona"])
def test_no_win_is_claimed_that_the_tables_do_not_hold(name: str) -> None:
    rng, seeker = drawing("sacrifices", name), WinSeeker(game_as(name, Fanorona), None)
    found = won = 0
    for _ in range(often(150, 2_000)):
        position = scattered(name, rng.randint(2, 5), rng)
        if not position.legal_moves():
            continue
        value = lalao.solve(position).value
        assert isinstance(value, Value), position
        told = seeker.seek(state_of(position), repeat(None, MANY) if value.sign > 0 else repeat(None, FEW))
        assert told is None or value.sign > 0, f"{position} is not won"
        won += value.sign > 0
        if told is None:
            continue
        found += told.is_checked
        after = (position.play(move) for move in position.legal_moves())
        there = lalao.solve(next(each for each in after if (each.own, each.enemy) == told[:2])).value
        assert isinstance(there, Value), position
        assert there.sign < 0, f"{position}: the turn that is named does not win"
    assert 0.7 * won < found <= won


def test_the_wins_of_the_suite_are_seen_and_checked() -> None:
    lines = (Path(__file__).parents[2] / "docs" / "results" / "sacrifices.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == len(set(lines)) >= 300
    rng = drawing("the suite")
    for name, text in (line.split("\t") for line in rng.sample(lines, often(24, 320))):
        position = fanorona(name).position(text)
        assert not any(move.captured for move in position.legal_moves()), (name, text)
        told = WinSeeker(position.game, None).seek(state_of(position), repeat(None, MANY))
        assert told is not None, (name, text)
        assert told.is_checked, (name, text)
