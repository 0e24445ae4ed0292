"""Environments for reinforcement learning: the libraries' own conformance tests, and every action against the rules."""

from copy import deepcopy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

import lalao
import lalao.adapters.gymnasium
import lalao.adapters.pettingzoo
from lalao.adapters.compiled import CompiledMatch
from lalao.adapters.steps import Match
from lalao.errors import IllegalMoveError, LalaoError, NotationError
from tests.patience import drawing, often

GAMES = ["fang-6", "fang-4-guarded-last", "fafy", "sowing-impartial-misere", "fifangakely", "fanorona-telo"]
GAMES += ["fanorona-souffle-telo", "fanorona-libre-3x5", "fanorona-strict-dimy-vela"]


def turns(match: Match) -> dict[str, str]:
    """Return the positions that sequences of actions lead to, each with its move's choices, by exhausting the tree."""
    found: dict[str, str] = {}
    before = len(match.positions)

    def go(chosen: tuple[int, ...]) -> None:
        again = Match(match.game.id, str(match.position))
        for action in chosen:
            again.act(action)
        if len(again.positions) > 1:
            found[" ".join(match.named(action) for action in chosen)] = str(again.position)
            return
        for action in again.legal():
            go((*chosen, action))

    go(())
    assert len(match.positions) == before
    return found


@pytest.mark.parametrize("name", GAMES)
def test_actions_make_exactly_the_turns_of_the_rules(name: str) -> None:
    rng, position = Random(name), lalao.game(name).start()
    for _ in range(6):
        if position.outcome is not None:
            break
        expected = {str(position.play(move)) for move in position.legal_moves()}
        assert set(turns(Match(name, str(position))).values()) == expected
        position = position.play(rng.choice(list(position.legal_moves())))


def test_a_chain_may_be_stopped() -> None:
    match = Match("fanorona-dimy", "BB1BB/BB1BB/BWWBW/WW1WW/WWWWW b")
    assert list(turns(match)) == ["d4 c5W c4A", "d4 c5W stop"]


@pytest.mark.filterwarnings("ignore:Observation")  # it warns about dictionaries, but masks need one
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing(name: str) -> None:
    api_test(lalao.adapters.pettingzoo.env(name), num_cycles=60)
    seed_test(lambda: lalao.adapters.pettingzoo.env(name), num_cycles=40)


@pytest.mark.parametrize("name", [*GAMES, "fifangha", "fanorona"])
def test_kernels_play_as_the_rules(name: str) -> None:
    """Whatever environments ask of a match is answered alike, in copies too."""
    rng, games = drawing("compiled", name), 0
    match, other = Match(name), CompiledMatch(Match(name))
    for _ in range(often(200, nightly=2_000)):
        assert (match.mask() == other.mask()).all()
        assert match.legal() == other.legal()
        assert (match.mover, match.is_over, match.is_cut_off) == (other.mover, other.is_over, other.is_cut_off)
        assert match.rewards() == other.rewards()
        assert match.outcome == other.outcome
        for agent in (0, 1):
            assert (match.seen_by(agent) == other.seen_by(agent)).all()
        if rng.random() < 0.1:
            assert (match.positions, match.moves, match.chosen) == (other.positions, other.moves, other.chosen)
            other = deepcopy(other)
        wrong = [action for action in range(match.actions) if action not in match.legal()]
        for one in (match, other):
            with pytest.raises(IllegalMoveError, match="is not legal here"):
                one.act(wrong[games % len(wrong)])
        if match.is_over:
            games += 1
            match.reset()
            other.reset()
        else:
            action = rng.choice(match.legal())
            match.act(action)
            other.act(action)


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_finds_nothing_once_kernels_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.adapters.pettingzoo.SOON", 0)
    env = lalao.adapters.pettingzoo.env(name)
    api_test(env, num_cycles=60)
    assert isinstance(env.unwrapped.match, CompiledMatch)
    seed_test(lambda: lalao.adapters.pettingzoo.env(name), num_cycles=40)


def test_a_game_without_kernels_is_played_by_its_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.adapters.pettingzoo.SOON", 0)
    env = lalao.adapters.pettingzoo.env("fanorona-7x9")
    env.reset()
    assert isinstance(env.unwrapped.match, Match)


@pytest.mark.parametrize("name", ["fang-6", "fafy", "fanorona-telo"])
def test_gymnasium_finds_nothing(name: str) -> None:
    made = gymnasium.make("lalao.adapters.gymnasium:Lalao-v0", name=name, opponent="level:1", render_mode="ansi")
    check_env(made.unwrapped, skip_render_check=False)


@pytest.mark.parametrize("name", [*lalao.LISTED])
def test_random_matches_end_as_the_match_judges(name: str) -> None:
    rng = Random(name)
    env = lalao.adapters.pettingzoo.raw_env(name)
    env.reset()
    match, seen = env.match, 0.0
    for _ in range(4_000):
        observation, _, over, cut, _ = env.last()
        if over or cut:
            break
        mask = observation["action_mask"]
        assert env.observation_space(env.agent_selection).contains(observation)
        seen = max(seen, float(observation["observation"].max()))
        env.step(int(rng.choice(np.flatnonzero(mask))))
        if match.outcome is None and len(match.positions) > 40:
            return
    outcome = match.outcome
    assert outcome is not None
    first, second = (outcome.value_for(side).sign for side in match.game.sides)
    assert (env.rewards[env.possible_agents[0]], env.rewards[env.possible_agents[1]]) == (first, second)
    assert all(env.terminations.values()) != all(env.truncations.values())
    assert seen <= match.most


def test_a_draw_by_the_match_cuts_the_game_off() -> None:
    env = lalao.adapters.pettingzoo.raw_env("fanorona-dimy", "B4/5/5/5/4W w")
    env.reset()
    for name in ("e1", "d1", "a5", "b5", "d1", "e1", "b5", "a5") * 2:
        assert not any(env.terminations.values())
        env.step(env.match.numbered(name))
    assert all(env.truncations.values())
    assert set(env.rewards.values()) == {0.0}
    free = Match("fanorona-dimy", "B4/5/5/5/4W w", draws=False)
    for name in ("e1", "d1", "a5", "b5", "d1", "e1", "b5", "a5") * 2:
        free.act(free.numbered(name))
    assert free.outcome is None


def test_what_is_not_legal_loses() -> None:
    env = lalao.adapters.gymnasium.env("fang-6", "level:1")
    env.reset(seed=1)
    illegal = next(np.int64(action) for action in range(env.match.actions) if action not in env.match.legal())
    _, reward, over, cut, told = env.step(illegal)
    assert (reward, over, cut, told) == (-1.0, True, False, {"illegal": env.match.named(int(illegal))})
    with pytest.raises(IllegalMoveError, match="is not legal here"):
        env.match.act(int(illegal))


def test_the_opponent_begins_where_it_is_first() -> None:
    env = lalao.adapters.gymnasium.env("fang-6", "level:2", second=True)
    observation, _ = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert len(env.match.positions) == 2
    assert (observation["observation"] == again["observation"]).all()
    assert env.match.mover == 1


def test_an_agent_sees_the_board_from_its_own_side() -> None:
    match = Match("fanorona-telo")
    first, second = match.seen_by(0), match.seen_by(1)
    assert (first[0] == second[1]).all()
    assert (first[1] == second[0]).all()
    assert (first[0].sum(), first[1].sum()) == (4, 4)
    match.act(match.numbered("c1"))
    assert match.seen_by(0)[2].tolist() == [1.0 if place == "c1" else 0.0 for place in match.everywhere]


@pytest.mark.parametrize("render_mode", ["ansi", "rgb_array"])
def test_boards_are_rendered(render_mode: str) -> None:
    made: list[Any] = []
    for env in (
        lalao.adapters.pettingzoo.raw_env("fang-6", render_mode=render_mode),
        lalao.adapters.gymnasium.env("fang-6", render_mode=render_mode),
    ):
        env.reset()
        made.append(env.render())
    if render_mode == "ansi":
        assert made[0] == made[1] == lalao.game("fang-6").start().picture().draw()
    else:
        assert made[0].dtype == np.uint8
        assert made[0].shape[1:] == (480, 3)
        assert len({tuple(pixel) for pixel in made[0].reshape(-1, 3)}) > 10


def test_games_and_players_that_are_none_are_refused() -> None:
    for make in (lambda: lalao.adapters.pettingzoo.env("chess"), lambda: lalao.adapters.gymnasium.env("fang-6", "god")):
        with pytest.raises(LalaoError):
            make()


def test_an_action_that_is_none_is_refused() -> None:
    with pytest.raises(NotationError, match="there is no action 'z9'"):
        Match("fang").numbered("z9")
