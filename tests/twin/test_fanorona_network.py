"""The network that judges Fanorona against a naive one, and what its weights can hold."""

import random
from dataclasses import replace

import numpy as np
import pytest

from lalao.codecs.fanorona import state_of
from lalao.codecs.fanorona_search import (
    Network,
    Worker,
    default_network,
    default_weights,
    judges,
    line_of,
    table_of,
)
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.engine.players import engine_player
from lalao.errors import NotationError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.kernels import fanorona_search_state as state_words
from lalao.kernels.fanorona_network import BEGIN, HIDDEN, network_value, readings
from lalao.kernels.fanorona_search_state import BUCKETS
from lalao.kernels.scores import INFINITE
from tests.naive.fanorona_network import value_of
from tests.naive.fanorona_values import evaluation, minimax
from tests.twin.test_fanorona_search import positions

PATTERNS_IN_ALL = readings()[2]


def learned(name: str = "fanorona") -> Fanorona:
    """Return a game that the network has learned."""
    found = game_as(name, Fanorona)
    assert judges(found)
    return found


def drawn(seed: int) -> Network:
    """Return a network with great weights drawn at random."""
    rng = np.random.default_rng(seed)
    return Network(
        rng.integers(-900, 900, (PATTERNS_IN_ALL + 1, HIDDEN), dtype=np.int16),
        rng.integers(-(2**15), 2**15, (BUCKETS, HIDDEN), dtype=np.int16),
        rng.integers(-(2**24), 2**24, BUCKETS, dtype=np.int64),
    )


def worker_of(network: Network, one: Fanorona) -> Worker:
    """Return a search that a network judges for."""
    return Worker(one, table_of(1), default_weights(), network=network)


def told(worker: Worker, position: FanoronaPosition) -> int:
    """Return what the kernel says of a position."""
    ws = worker.workspace
    return int(network_value(ws.lines, ws.digits, ws.words, ws.rows, ws.second, position.own, position.enemy))


@pytest.mark.parametrize("network", [default_network(), drawn(1)], ids=["shipped", "random"])
def test_the_network_is_the_naive_one(network: Network) -> None:
    one, rng = learned(), random.Random(1)
    worker = worker_of(network, one)
    for _ in range(4):
        position = one.start()
        while not position.outcome:
            assert told(worker, position) == value_of(network, position), str(position)
            position = position._play(rng.choice(position.legal_moves()))


def test_a_position_and_its_images_have_nearly_the_same_value() -> None:
    """Lines that a symmetry maps onto one another share their patterns; those that it maps onto themselves do not."""
    one, rng = learned(), random.Random(2)
    worker, differences, values = worker_of(default_network(), one), [], []
    for _ in range(20):
        position = one.start()
        for _ in range(rng.randrange(1, 12)):
            if position.outcome is None:
                position = position._play(rng.choice(position.legal_moves()))
        if position.own and position.enemy:
            lattice = one.lattice
            images = [lattice.mirrored(points) for points in (position.white, position.black)]
            mirrored = replace(position, white=images[0], black=images[1])
            values.append(abs(told(worker, position)))
            differences.append(abs(told(worker, position) - told(worker, mirrored)))
    assert sum(differences) < sum(values) / 4


def test_no_position_is_more_than_the_sums_can_hold() -> None:
    network = default_network()
    lines, _, patterns = readings()
    assert len(network.rows) == patterns + 1
    begins = sorted({int(line[BEGIN]) for line in lines})
    greatest = np.abs(network.rows[-1].astype(np.int64))
    sizes = dict(zip(begins, [*begins[1:], patterns], strict=True))
    for line in lines:
        begin = int(line[BEGIN])
        greatest += np.abs(network.rows[begin : sizes[begin]].astype(np.int64)).max(axis=0)
    assert greatest.max() < 2**15
    assert 255 * np.abs(network.second.astype(np.int64)).sum(axis=1).max() < 2**31


@pytest.mark.parametrize("name", ["fanorona", "fanorona-strict"])
def test_a_search_of_all_turns_is_plain_minimax(name: str) -> None:
    one, network, weights = learned(name), default_network(), default_weights()
    worker = worker_of(network, one)
    worker.words[state_words.FULL_WIDTH] = 1

    def judged(position: FanoronaPosition) -> int:
        return (value_of(network, position) + evaluation(position, weights)) // 2

    for number, position in enumerate(positions(one, 12)):
        if not position.legal_moves():
            continue
        state = state_of(position)
        worker.begin(state, 1 << 60)
        depth = 2 if number % 2 and len(position.legal_moves()) < 12 else 1
        found = worker.look(state, position.quiet, worker.order(), depth, -INFINITE, INFINITE)
        assert found.value == minimax(position, depth, judged), str(position)
        assert line_of(worker, position, found.turns)[0] in position.legal_moves()


@pytest.mark.parametrize(
    "name", ["fanorona-dimy", "fanorona-souffle", "fanorona-libre", "fanorona-7x5", "fanorona-strict-telo"]
)
def test_other_games_are_judged_by_the_weights(name: str) -> None:
    found = game_as(name, Fanorona)
    assert not judges(found)


@pytest.mark.parametrize(("name", "expected"), [("", 3), (":counts", 2), (":material", 1)])
def test_an_engine_judges_as_it_is_asked(name: str, expected: int) -> None:
    """By the network and the counts, by the counts, or by pieces: three values of a start that differ."""
    player = engine_player(f"engine:d1{name}")
    one = FanoronaSearcher(learned(), player.settings)
    words = one.workers[0].words
    weights = words[state_words.WEIGHTS : state_words.WEIGHTS + 2 * state_words.FEATURES]
    judges_of = int(words[state_words.NETWORK]) + int(list(weights) == default_weights()) + 1
    assert judges_of == expected


def test_an_engine_that_judges_otherwise_is_refused() -> None:
    with pytest.raises(NotationError, match="engine:1s:wrong"):
        engine_player("engine:1s:wrong")
