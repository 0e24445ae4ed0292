"""Draw offers to a computer player: it accepts where it cannot win, and declines where it can."""

import pytest

import lalao
from lalao.engine import searchers
from lalao.engine.analysis import Limits
from lalao.engine.searchers import agrees_to_draw

ENOUGH = 700_000
"""Positions that half a second reaches on an idle machine."""


@pytest.fixture(autouse=True)
def _as_on_an_idle_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searchers, "Limits", lambda _: Limits(nodes=ENOUGH))


@pytest.mark.parametrize(
    ("game", "text", "first", "second"),
    [
        ("fanorona", "B8/9/9/9/8W w", True, True),
        ("fanorona", "BB7/9/9/9/8W w", True, False),
        ("fanorona-dimy", "BBBBB/BB3/5/5/W4 w", True, False),
        ("fanorona", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w", False, False),
        ("fang-4", "0.1.1.0 3+3 S", True, False),
    ],
    ids=["drawn", "lost-for-white", "white-far-behind", "too-early", "solved"],
)
def test_who_takes_a_draw(game: str, text: str, first: bool, second: bool) -> None:
    position = lalao.game(game).position(text)
    found = tuple(agrees_to_draw([position], side) for side in position.game.sides)
    assert found == (first, second)


def test_a_level_game_that_goes_nowhere_is_drawn() -> None:
    game = lalao.game("fanorona-strict-dimy")
    busy, quiet = "B3B/5/5/5/W3W w", "B3B/5/5/5/W3W w quiet=40"
    white, _ = game.sides
    assert [agrees_to_draw([game.position(text)], white) for text in (busy, quiet)] == [False, True]


@pytest.mark.parametrize(("text", "taken"), [("B8/9/9/9/8W w", True), ("BB7/9/9/9/8W w", False)])
def test_what_tables_hold_is_known_without_any_time(text: str, taken: bool) -> None:
    game = lalao.game("fanorona")
    _, black = game.sides
    assert agrees_to_draw([game.position(text)], black, seconds=0) is taken
