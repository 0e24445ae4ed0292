"""Tree search over batches, and the network that learns from it."""

import runpy
import threading
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lalao
from lalao.adapters.batch import Batch, env
from lalao.adapters.mcts import EXPLORATION, MOST_SIMULATIONS, Trees, TreeSearcher, playout
from lalao.adapters.network import Network, features, shipped, symmetries
from lalao.adapters.steps import Match
from lalao.engine.analysis import History, Limits
from lalao.errors import ArgumentError, FileError, UnknownGameError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.values import Unknown, Value
from tests.patience import drawing, often

GAMES = ["fang-6", "fafy", "sowing-impartial-misere", "fifangakely", "fanorona-telo", "fanorona-souffle-3x5"]
CLOSE = {"fang-6": "0.2.1.3.4.0 1+1 S", "fanorona-telo": "B2/3/2W w quiet=97", "fifangakely": None}


def judged(seen: Any, masks: Any) -> tuple[Any, Any]:
    """Judge by a sum over what is seen: any function will do, as long as it is the same twice."""
    weights = np.arange(1, seen[0].size + 1, dtype=np.float64)
    sums = (seen.reshape(len(seen), -1) @ weights)[:, None]
    raised = np.where(masks > 0, 1.5 + np.sin(sums + np.arange(masks.shape[1])), 0)
    shares = raised / np.maximum(raised.sum(axis=1, keepdims=True), 1e-9)
    return shares.astype(np.float32), np.sin(sums[:, 0]).astype(np.float32)


class Naive:
    """A node of a tree of one game, by the readable environment."""

    def __init__(self, match: Match) -> None:
        """Judge a position."""
        self.match = match
        self.children: dict[int, Naive] = {}
        legal = match.legal()
        self.visits, self.worths = dict.fromkeys(legal, 0), dict.fromkeys(legal, np.float32(0))
        shares, values = judged(match.seen_by(match.mover)[None], match.mask()[None])
        self.priors, sign = shares[0], 1 if match.mover == 0 else -1
        self.value = match.rewards()[0] if match.outcome else np.float32(sign * values[0])

    def grow(self) -> Any:
        """Add a node, and return what it is worth to the first side."""
        if self.match.outcome:
            return self.value
        tried = sum(self.visits.values())
        usual = np.float32(sum(self.worths.values())) / np.float32(max(tried, 1))

        def worth(action: int) -> Any:
            visits = np.float32(self.visits[action])
            mean = self.worths[action] / visits if visits else usual
            return mean + np.float32(EXPLORATION) * np.sqrt(np.float32(tried + 1)) / (1 + visits) * self.priors[action]

        action = max(self.visits, key=worth)
        if action in self.children:
            result = self.children[action].grow()
        else:
            after = deepcopy(self.match)
            after.act(action)
            self.children[action] = Naive(after)
            result = self.children[action].value
        self.visits[action] += 1
        self.worths[action] += np.float32(result if self.match.mover == 0 else -result)
        return result


@pytest.mark.parametrize("name", GAMES)
def test_trees_are_those_of_a_naive_search(name: str) -> None:
    simulations, games = often(80, nightly=400), 3
    batch = env(name, games, CLOSE.get(name), seed=1)
    trees = Trees(batch, lambda here: judged(here.shown.observations.astype(float), here.shown.masks), simulations)
    batch.step(batch.sample())
    visits = trees.search(state := batch.state())
    assert (visits[:, 0] >= 0).all()
    for game in range(games):
        match = Match(name, CLOSE.get(name))
        for action in range(match.actions):
            trial = deepcopy(match)
            if action in match.legal():
                trial.act(action)
                if (trial.mask() == state.masks[game]).all() and (
                    trial.seen_by(trial.mover) == state.observations[game]
                ).all():
                    match = trial
                    break
        root = Naive(match)
        for _ in range(simulations):
            root.grow()
        assert {action: int(visits[game, action]) for action in root.visits} == root.visits
        for action, worth in root.worths.items():
            assert trees.worths[game, 0, action] == pytest.approx(worth, abs=1e-3)


def drawn_positions(name: str, count: int) -> Iterator[Any]:
    """Yield positions of random games."""
    rng = drawing(name, count)
    position = lalao.game(name).start()
    for _ in range(count):
        if position.outcome:
            position = lalao.game(name).start()
        yield position
        position = position.play(rng.choice(list(position.legal_moves())))


@pytest.mark.parametrize("name", [*GAMES, "fanorona", "fanorona-libre-dimy"])
def test_turns_are_sequences_of_actions(name: str) -> None:
    for position in drawn_positions(name, 12):
        match = Match(name, str(position))
        for move in position.legal_moves():
            trial = deepcopy(match)
            for action in match.actions_of(move):
                trial.act(action)
            assert trial.moves == [move]
            assert trial.position == position.play(move)
        assert match.moves == []


@pytest.mark.parametrize("name", GAMES)
def test_lines_are_legal_and_as_many_as_asked_for(name: str) -> None:
    for position in drawn_positions(name, often(3, nightly=30)):
        for info in TreeSearcher().think(position, Limits(nodes=40), lines=3):
            assert 1 <= len(info.lines) <= 3
            assert len({line.moves[0] for line in info.lines}) == len(info.lines)
            for line in info.lines:
                assert line.score.proved is None
                reached = position
                for move in line.moves:
                    reached = reached.play(move)
        assert info.nodes == 40


@pytest.mark.parametrize("name", ["fang-4", "fanorona-telo", "fifangakely"])
def test_what_wins_soon_is_found(name: str) -> None:
    wins = 0
    for position in drawn_positions(name, often(16, nightly=600)):
        value = lalao.solve(position).value
        if isinstance(value, Unknown) or value.sign <= 0 or (value.plies or 9) > 3:
            continue
        wins += 1
        *_, info = TreeSearcher().think(position, Limits(nodes=300))
        after = lalao.solve(position.play(info.lines[0].moves[0])).value
        assert isinstance(after, Value), position
        assert after.sign < 0, position
        assert info.lines[0].score.opinion > 0
    assert wins


def test_limits_are_kept() -> None:
    position = lalao.game("fanorona-dimy").start()
    *_, info = TreeSearcher(shipped(position.game).judge).think(position, Limits(seconds=0.2, nodes=10**12))
    assert info.nodes <= MOST_SIMULATIONS
    infos = list(TreeSearcher(shipped(position.game).judge).think(position, Limits(depth=4)))
    assert [(info.depth, info.nodes) for info in infos] == [(1, 1), (2, 2), (3, 4), (4, 8)]
    stop = threading.Event()
    stop.set()
    (info,) = TreeSearcher().think(position, Limits(nodes=500), stop=stop)
    assert info.nodes == 1


def test_repetition_is_a_draw_for_trees() -> None:
    positions = [lalao.game("fanorona-dimy").position("B4/5/5/5/4W w")]
    for move in ["e1-e2", "a5-a4", "e2-e1", "a4-a5"] * 2:
        positions.append(positions[-1].play(move))
    *_, info = TreeSearcher().think(positions[-1], Limits(nodes=30), history=History.of(positions))
    assert info.depth == 0, "the match is over"
    *_, alone = TreeSearcher().think(positions[-1], Limits(nodes=30))
    assert alone.nodes == 30


def test_random_games_judge_both_sides_alike() -> None:
    batch = env("fang-6", 2_000, seed=2)
    priors, values = playout(batch)
    assert priors[0].tolist() == [0, 0.25, 0.25, 0.25, 0.25, 0, 0]
    assert set(values.tolist()) <= {-1, 0, 1}
    assert abs(values.mean()) < 0.3


def test_slopes_of_the_network_are_those_of_its_losses(monkeypatch: pytest.MonkeyPatch) -> None:
    match, rng = Match("fanorona-telo"), np.random.default_rng(drawing("slopes").getrandbits(32))
    network = Network.drawn(match, hidden=12)
    batch = env("fanorona-telo", 16)
    for _ in range(5):
        batch.step(batch.sample())
    seen, masks = batch.shown.observations.copy(), batch.shown.masks.copy()
    policies = np.where(masks > 0, rng.random(masks.shape), 0).astype(np.float32)
    policies /= policies.sum(axis=1, keepdims=True)
    values = rng.uniform(-1, 1, 16).astype(np.float32)
    gradients: list[Any] = []
    monkeypatch.setattr(Network, "_descend", lambda self, found, rate: gradients.extend(found))  # noqa: ARG005
    network.learn(seen, masks, policies, values)
    network.weights = [each.astype(np.float64) for each in network.weights]

    def loss() -> float:
        return sum(network.learn(seen, masks, policies, values))

    known, small = [each.copy() for each in gradients[:6]], 1e-5
    for weight, slopes in zip(network.weights, known, strict=True):
        at = tuple(int(rng.integers(size)) for size in weight.shape)
        weight[at] += small
        above = loss()
        weight[at] -= 2 * small
        below = loss()
        weight[at] += small
        assert (above - below) / (2 * small) == pytest.approx(slopes[at], abs=2e-3)


def test_the_network_learns_what_it_is_shown(tmp_path: Path) -> None:
    batch, rng = env("fanorona-dimy", 64, seed=3), np.random.default_rng(3)
    network = Network.drawn(batch.match, hidden=32, seed=3)
    for _ in range(15):
        batch.step(batch.sample())
    seen, masks = batch.shown.observations.copy(), batch.shown.masks.copy()
    one = np.where(masks > 0, rng.random(masks.shape), -1).argmax(axis=1)
    policies = np.eye(masks.shape[1], dtype=np.float32)[one]
    values = rng.choice([-1.0, 1.0], 64).astype(np.float32)
    first = network.learn(seen, masks, policies, values)
    for _ in range(300):
        last = network.learn(seen, masks, policies, values, rate=5e-3)
    assert last[0] < first[0] / 2
    assert last[1] < first[1] / 2
    network.write(tmp_path / "some.npz")
    again = Network.read(tmp_path / "some.npz")
    assert again.game == "fanorona-dimy"
    assert again.steps == 301
    for mine, read in zip(network.judge(batch), again.judge(batch), strict=True):
        assert mine == pytest.approx(read, abs=0.03)
        assert mine.dtype == np.float32


@pytest.mark.parametrize("name", ["fanorona-telo", "fanorona-libre-3x5", "fanorona-strict-dimy", "fanorona"])
def test_symmetries_of_the_board_are_those_of_the_game(name: str) -> None:
    """A turned position allows the turned actions."""
    game = game_as(name, Fanorona)
    width, height = game.lattice.width, game.lattice.height
    turned = symmetries(Match(name))
    assert len(turned) == (8 if width == height else 4)
    for position in drawn_positions(name, 6):
        match = Match(name, str(position))
        for places, actions in turned:
            contents = position.contents()
            names = list(contents)
            moved = {names[at]: contents[names[int(place)]] for at, place in enumerate(places)}
            other = Match(name, str(game.start().from_contents(moved, position.to_move)))
            assert (match.mask()[actions] == other.mask()).all()
            assert (match.seen_by(0)[:3, places] == other.seen_by(0)[:3]).all()


def test_networks_are_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "no.npz").write_text("nothing")
    for name in ("no.npz", "missing.npz"):
        with pytest.raises(FileError, match="is not a network"):
            Network.read(tmp_path / name)
    with pytest.raises(UnknownGameError, match="no network for 'fang-6': there are some for fanorona, fanorona-dimy"):
        shipped(lalao.game("fang-6"))
    with pytest.raises(ArgumentError, match="this network plays fanorona-dimy, not fanorona"):
        shipped(lalao.game("fanorona-dimy")).checked(lalao.game("fanorona"))


@pytest.mark.parametrize("name", ["fanorona-dimy", "fanorona"])
def test_what_is_shipped_judges_better_than_chance(name: str) -> None:
    """With a tree of a few nodes it wins nearly every game against random play."""
    network, games = shipped(lalao.game(name)), often(24, nightly=200)
    batch = env(name, games, seed=5)
    trees, rng = Trees(batch, network.judge, 8), np.random.default_rng(5)
    learner = np.arange(games) % 2
    points, going, state = np.zeros(games), np.ones(games, dtype=np.bool_), batch.state()
    while going.any():
        best = trees.search(state).argmax(axis=1)
        batch.set_state(state)
        lucky = np.where(state.masks > 0, rng.random(state.masks.shape), -1).argmax(axis=1)
        shown = batch.step(np.where(state.movers == learner, best, lucky))
        ended = going & (shown.terminated | shown.truncated)
        points[ended] = (1 + shown.rewards[ended, learner[ended]]) / 2
        going &= ~ended
        state = batch.state()
    assert points.mean() > 0.9


def test_the_example_plays_and_learns() -> None:
    made = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "learn_fanorona.py"))
    made["play"].__globals__.update(GAMES=4, CHOICES=3, SIMULATIONS=4)
    network = Network.drawn(Match("fanorona-telo"), hidden=8, seed=1)
    first = made["play"](network, None, 1)
    second = made["play"](network, first[4], 2)
    seen, masks, shares, values, state = second
    assert len(seen) == len(masks) == len(shares) == len(values) == 12
    assert shares.sum(axis=1) == pytest.approx(np.ones(12))
    assert (shares[masks == 0] == 0).all()
    assert (abs(values) <= 1).all()
    assert (first[0][-4:] != seen[:4]).any(), "games go on"
    made["teach"](network, [first, second], np.random.default_rng(1), 1e-3)
    assert network.steps > 0
    assert len(state) == 4


def test_features_tell_positions_apart() -> None:
    batch: Batch = env("fanorona-dimy", 64, seed=9)
    for _ in range(11):
        batch.step(batch.sample())
    seen = batch.shown.observations
    known = {tuple(row): bytes(one) for row, one in zip(features(seen).tolist(), seen, strict=True)}
    assert len(known) == len({bytes(one) for one in seen})
