"""Batches of games: each game behaves like PettingZoo's environment, action after action."""

import math
import re
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lalao
import lalao.adapters.pettingzoo
from lalao.adapters import batch
from lalao.adapters.steps import Match
from lalao.errors import ArgumentError, IllegalMoveError, LalaoError, NotationError, TooLargeError
from lalao.kernels import fifangha_batch as fifangha
from lalao.kernels.batch import Shown
from tests.patience import often

FANGS = ("fang-4", "fang-4-last", "fang-4-guarded-last", "fang-6", "fang-8-guarded", "fang-64", "fang-62-guarded")
ROWS = [f"{name}{turn}{end}" for name in ("fafy", "sowing") for turn in ("", "-impartial") for end in ("", "-misere")]
SMALL = [f"fanorona{rules}{board}" for rules in ("", "-libre", "-strict", "-souffle") for board in ("-telo", "-3x5")]
LARGE = [f"fanorona{rules}{board}" for rules in ("", "-libre", "-strict", "-souffle") for board in ("-dimy", "")]
CROWDED = {  # a chain that may go on, open huffing, Vela just lapsed, a draw near
    "fanorona-dimy": "BB1BB/BB1BB/BWWBW/WW1WW/WWWWW b quiet=96",
    "fanorona-souffle-telo": "BBB/1BW/WWW b huff=a1.c2",
    "fanorona-souffle-dimy": "5/2B2/1W3/5/4W w huff=c4",
    "fanorona-libre-3x5-vela": "BBBB1/1WB1W/1W3 w vela=b",
    "fafy-misere": "1.1.2.0.3.4.1.1.2.5.0.1.1.1.2.1 N",
    "sowing-impartial": "2.1.3.1.1.0.2.5.1.2.3.1.1.4 S",
    "sowing": "1.1.3.1.2.1.2.2.1.1.3.1.1.1.1.2.2.1 N",
    "fanorona-7x7": "7/1B3B1/3W3/7/2W1W2/7/7 w quiet=90",
    "fifangakely": "0.0.1.0/3.2.0.4/1.0.5.2/2.4.6.2 0+0 N quiet=90",
}


@pytest.fixture(autouse=True)
def by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep kernels out of the environments that batches are compared with."""
    monkeypatch.setattr("lalao.adapters.pettingzoo.SOON", math.inf)


def compare(name: str, games: int, steps: int, start: str | None = None, draws: bool = True) -> int:
    """Play random games in a batch and in as many environments; return how many games ended."""
    many = batch.env(name, games, start, draws, seed=7)
    ones = [lalao.adapters.pettingzoo.raw_env(name, start, draws) for _ in range(games)]
    ended = 0
    for one in ones:
        one.reset()
    for _ in range(steps):
        for game, one in enumerate(ones):
            agree(one, many.shown.observations[game], many.shown.masks[game], int(many.shown.movers[game]))
        actions = many.sample()
        shown = many.step(actions)
        for game, one in enumerate(ones):
            one.step(int(actions[game]))
            over = one.terminations["player_0"], one.truncations["player_0"]
            assert (bool(shown.terminated[game]), bool(shown.truncated[game])) == over
            assert shown.rewards[game].tolist() == [one.rewards[agent] for agent in one.possible_agents]
            if any(over):
                ended += 1
                assert (shown.last[game] == one.observe(one.agent_selection)["observation"]).all()
                one.reset()
    return ended


def agree(one: Any, observation: Any, mask: Any, mover: int) -> None:
    """Compare what an environment shows to the side to choose with the batch's mask, observation and mover."""
    assert one.possible_agents[mover] == one.agent_selection
    seen = one.observe(one.agent_selection)
    assert (seen["action_mask"] == mask).all(), one.match.position
    assert (seen["observation"] == observation).all(), one.match.position


@pytest.mark.parametrize("name", FANGS)
def test_games_of_fang_are_those_of_the_environment(name: str) -> None:
    turns = int(name.split("-")[1]) + 2
    games = often(4, nightly=max(8, 400 // turns))
    assert compare(name, games, steps=5 * turns) >= 5 * games


@pytest.mark.parametrize("name", ROWS)
def test_games_of_fafy_and_sowing_are_those_of_the_environment(name: str) -> None:
    games = often(2, nightly=20)
    assert compare(name, games, steps=60) >= 2 * games


@pytest.mark.parametrize(
    "name", [*SMALL, "fanorona-telo-vela", "fanorona-souffle-3x5-vela", "fanorona-strict-3x5-vela"]
)
def test_small_games_of_fanorona_are_those_of_the_environment(name: str) -> None:
    games = often(3, nightly=30)
    assert compare(name, games, steps=120) >= games


@pytest.mark.parametrize("name", [*LARGE, "fanorona-strict-dimy-vela", "fanorona-libre-dimy-vela"])
def test_large_games_of_fanorona_are_those_of_the_environment(name: str) -> None:
    compare(name, games=often(1, nightly=2), steps=60)


@pytest.mark.parametrize("name", ["fifangakely", "fifangha-6", "fifangha"])
def test_games_of_fifangha_are_those_of_the_environment(name: str) -> None:
    compare(name, games=often(2, nightly=20), steps=often(120, nightly=2_000))


@pytest.mark.parametrize("name", CROWDED)
def test_games_are_those_of_the_environment_from_any_position(name: str) -> None:
    assert compare(name, games=8, steps=90, start=CROWDED[name]) >= 1


@pytest.mark.parametrize("name", ["fang-8-guarded", "fafy", "fifangha", *CROWDED])
def test_games_go_on_from_where_they_stood(name: str) -> None:
    """What is played after a state was taken is played alike after it was set, there and in another batch."""
    many, other = (batch.env(name, 6, CROWDED.get(name), seed=seed) for seed in (None, 1))
    for _ in range(9):
        many.step(many.sample())
    state, played = many.state(), []
    for _ in range(40):
        actions = many.sample()
        played.append((actions, copied(many.step(actions))))
    order = np.random.default_rng().permutation(6)
    for one, rows in ((many, slice(None)), (other, order)):
        shown = one.set_state(state[rows])
        assert not shown.terminated.any()
        assert (shown.masks == state.masks[rows]).all()
        for actions, after in played:
            shown = one.step(actions[rows])
            over = shown.terminated | shown.truncated
            assert all((new == old[rows]).all() for new, old in zip(shown[:-1], after[:-1], strict=True))
            assert (shown.last[over] == after[-1][rows][over]).all()


def copied(shown: Shown) -> tuple[Any, ...]:
    return tuple(array.copy() for array in shown)


@pytest.mark.parametrize(
    "name", ["fang-8-guarded", "sowing", "fifangha", "fanorona-souffle-dimy", "fanorona-telo-vela"]
)
def test_positions_are_given_and_taken(name: str) -> None:
    many, matches = batch.env(name, 8), [Match(name) for _ in range(8)]
    for _ in range(12):
        actions = many.sample()
        for match, action in zip(matches, actions, strict=True):
            match.act(int(action))
        if many.step(actions).terminated.any():
            break
        assert many.positions() == [match.position for match in matches]
    before = [match.positions[-2] for match in matches]
    many.set_positions([before[0], *map(str, before[1:])])
    assert many.positions() == before
    for match, mask in zip(map(Match, [name] * 8, map(str, before)), many.shown.masks, strict=True):
        assert (match.mask() == mask).all()


@pytest.mark.parametrize(("times", "known"), [(1, 3), (2, 3), (2, 3 * fifangha.REMEMBERED + 7)])
def test_a_position_of_fifangha_stands_there_for_the_third_time(times: int, known: int) -> None:
    """Random games never get there: the position that comes next is written among those remembered."""
    many = batch.env("fifangakely", 1, "0.0.1.0/3.2.0.4/1.0.5.2/2.4.6.2 0+0 S")
    begun, played = many.state(), []
    while many.positions()[0].to_move is lalao.Side.SOUTH:
        played.append(many.sample())
        many.step(played[-1])
    told = many.state().words[0]
    words = begun.words.copy()
    words[0, fifangha.GAME_WORDS + 1 :][:times] = told[fifangha.GAME_WORDS + 1]
    words[0, fifangha.KNOWN] = known
    many.set_state(replace(begun, words=words))
    for action in played:
        shown = many.step(action)
    assert shown.truncated[0] == (times == 2)
    assert not shown.rewards.any()


def test_without_draws_nothing_is_cut_off() -> None:
    compare("fanorona-telo", games=4, steps=150, start="B2/3/2W w quiet=98", draws=False)
    many = batch.env("fanorona-dimy", 50, "B4/5/5/5/4W w", draws=False, seed=1)
    assert not any(many.step(many.sample()).truncated.any() for _ in range(400))


@pytest.mark.slow
@pytest.mark.parametrize("name", [*FANGS[:5], *ROWS, *SMALL])
def test_thousands_of_games_are_those_of_the_environment(name: str) -> None:
    assert compare(name, games=often(5, nightly=50), steps=400) >= often(20, nightly=200)


def test_each_action_is_as_likely() -> None:
    many = batch.env("fang-6", 6_000, seed=3)
    chosen = np.bincount(many.sample(), minlength=7)
    assert chosen[[0, 5, 6]].tolist() == [0, 0, 0]
    assert (abs(chosen[1:5] - 1_500) < 150).all()


def test_the_same_seed_plays_the_same_games() -> None:
    first, again, other = (batch.env("fanorona", 4, seed=seed) for seed in (5, 5, 6))
    played = [[many.step(many.sample()).observations.copy() for _ in range(40)] for many in (first, again, other)]
    assert np.array_equal(played[0], played[1])
    assert not np.array_equal(played[0], played[2])


def test_what_is_not_legal_loses_and_begins_anew() -> None:
    many = batch.env("fang-6", 3, "0.2.2.2.2.0 2+2 S")
    many.step([1, 1, 1])
    assert many.shown.movers.tolist() == [1, 1, 1]
    shown = many.step([6, 2, 6])
    assert shown.rewards.tolist() == [[0, -1], [0, 0], [0, -1]]
    assert shown.terminated.tolist() == [True, False, True]
    assert shown.movers.tolist() == [0, 0, 0]
    assert shown.observations[0, 0].tolist() == [0, 2, 2, 2, 2, 0, 2, 2]


def test_what_is_shown_is_not_written_to() -> None:
    many = batch.env("fang-6", 2)
    with pytest.raises(ValueError, match="read-only"):
        many.shown.masks[0, 0] = 1


def test_the_example_learns_to_beat_chance() -> None:
    example = Path(__file__).parents[2] / "docs" / "learn_fang.py"
    assert len(example.read_text().splitlines()) <= 60
    made = runpy.run_path(str(example))
    untaught, taught = made["learn"](steps=0), made["learn"](steps=300, games=512)
    assert made["score"](untaught, "random", 200) < 0.7
    assert made["score"](taught, "random", 200) > 0.85
    assert made["score"](taught, "perfect", 20) == 0.5, "whoever is second wins"


REFUSED: dict[str, tuple[type[LalaoError], Callable[[], Any]]] = {
    "up to 255: 'fang-126' has more": (TooLargeError, lambda: batch.env("fang-126", 1)),
    "a board of 63 points is too large": (TooLargeError, lambda: batch.env("fanorona-7x9", 1)),
    "the game is over in '0.4.4.0 0+0 S'": (IllegalMoveError, lambda: batch.env("fang-4", 1, "0.4.4.0 0+0 S")),
    "games cannot be 0: give a whole number from 1": (ArgumentError, lambda: batch.env("fang-4", 0)),
    "this state is of 2 × fang-4 (draws=True), not of 2 × fang-6 (draws=True)": (
        ArgumentError,
        lambda: batch.env("fang-6", 2).set_state(batch.env("fang-4", 2).state()),
    ),
    "this state is of 1 × fang-4": (
        ArgumentError,
        lambda: batch.env("fang-4", 2).set_state(batch.env("fang-4", 2).state()[:1]),
    ),
    "give one position of fang-4 for each game of the batch": (
        ArgumentError,
        lambda: batch.env("fang-4", 2).set_positions(["0.1.1.0 3+3 S"]),
    ),
    "the game is over in '0.4.4.0 0+0 N'": (
        IllegalMoveError,
        lambda: batch.env("fang-4", 1).set_positions(["0.4.4.0 0+0 N"]),
    ),
    "2 actions are wanted": (LalaoError, lambda: batch.env("fang-4", 2).step([1])),
    "'here' is not a position": (NotationError, lambda: batch.env("fang-4", 1, "here")),
}


@pytest.mark.parametrize("said", REFUSED)
def test_what_cannot_be_is_refused(said: str) -> None:
    kind, make = REFUSED[said]
    with pytest.raises(kind, match=re.escape(said)):
        make()
