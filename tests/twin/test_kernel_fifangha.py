"""Fifangha's kernels against the readable rules."""

import random

import numpy as np
import pytest

from lalao.arrays.types import IntArray
from lalao.codecs.fifangha import children, move_of, perft, position_of, state_of, turn_of, workspace
from lalao.games.fifangha import Fifangha, FifanghaPosition
from lalao.games.registry import game_as
from lalao.kernels import fifangha as kernel
from lalao.kernels import fifangha_random as play
from lalao.kernels.compiling import COMPILED
from lalao.values import Side
from tests.blocks import Block, read_blocks
from tests.patience import often
from tests.symmetry import symmetric

COLUMNS = (4, 6, 8)
POSITIONS = often(600, nightly=6_000) if COMPILED else 100
LONGEST = 300
BLOCKS = list(read_blocks("perft/fifangha.txt"))
NO_TURN_ENDS = "2.0.2.0/1.1.5.0/2.0.0.0/2.1.0.4 6+6 S"
MILLIONS_OF_RELAYS = "0.0.0.0.0.0.0.0/1.0.0.0.0.2.0.0/0.1.0.9.5.0.1.7/8.9.0.1.0.13.2.5 0+0 S"

SOME_ANSWERS_ENDLESS = (
    "0.0.0.0.0.0/0.0.0.1.0.0/0.6.5.4.6.5/0.5.1.2.5.8 0+0 S",
    "0.3.0.2.0.5.0.3/3.0.2.0.7.3.3.5/0.2.2.0.7.0.6.0/0.3.0.3.0.2.0.3 0+0 S",
)
"""Positions where every turn begins alike and some answers sow for ever."""


def rng_of(seed: int) -> IntArray:
    return np.array([seed], dtype=np.int64)


def same_turns(position: FifanghaPosition) -> list[FifanghaPosition]:
    """Compare everything that a kernel computes of a position with the rules; return the positions that follow."""
    game, side, state = position.game, position.to_move, state_of(position)
    assert position_of(game, state) == position
    rows = children(state)
    found = [(move_of(game, side, int(row[kernel.TURN])), position_of(game, row)) for row in rows]
    assert found == [(move, position._play(move)) for move in position.legal_moves()], position
    assert [turn_of(game, side, move) for move, _ in found] == rows[:, kernel.TURN].tolist()
    assert bool(found) == (position.outcome is None), position
    return [after for _, after in found]


def scattered(game: Fifangha, rng: random.Random) -> FifanghaPosition:
    """Return a position with seeds placed at random, in few pits or many, in phase 1, in phase 2 or in between."""
    side = rng.choice([Side.SOUTH, Side.NORTH])
    reserve = rng.choice([0, 0, 1, rng.randrange(game.reserve)])
    reserves = [reserve, reserve]
    reserves[0 if side is Side.SOUTH else 1] += rng.randrange(2)
    pits = [0] * 4 * game.columns
    places = rng.sample(range(len(pits)), rng.randint(3, len(pits)))
    for _ in range(8 * game.columns - sum(reserves)):
        pits[rng.choice(places)] += 1
    south, north = tuple(pits[: 2 * game.columns]), tuple(pits[2 * game.columns :])
    return FifanghaPosition(game, south, north, (reserves[0], reserves[1]), side, rng.randrange(3))


@pytest.mark.parametrize("columns", COLUMNS)
def test_turns_of_random_games(columns: int) -> None:
    game, rng = Fifangha(columns), random.Random(columns)
    met, without_reserve = 0, 0
    while met < POSITIONS:
        position = game.start()
        for _ in range(LONGEST):
            met += 1
            without_reserve += not position.has_reserve
            following = same_turns(position)
            if not following:
                break
            position = rng.choice(following)
    assert without_reserve > met // 50


@pytest.mark.parametrize("columns", COLUMNS)
def test_turns_of_scattered_seeds(columns: int) -> None:
    rng = random.Random(columns)
    for _ in range(POSITIONS // 3):
        same_turns(scattered(Fifangha(columns), rng))


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_perft(block: Block) -> None:
    game = game_as(block.one("game"), Fifangha)
    position = game.position(block.one("position"))
    for depth, nodes in block.lines[2:]:
        assert perft(position, int(depth)) == int(nodes)
    assert perft(position, 0) == 1


def test_no_turn_ends() -> None:
    game = Fifangha(4)
    position = game.position(NO_TURN_ENDS)
    for seen, result in ((position, -1), (symmetric(position)[0], 1)):
        assert same_turns(seen) == []
        assert kernel.choose(state_of(seen).reshape(1, -1), 0, np.empty(kernel.MOST_BEGUN, dtype=np.int64))[0] > 0
        assert play.playout(state_of(seen), rng_of(1), LONGEST, *workspace(play.ROWS)) == (0, result)


def test_sowing_that_comes_back_after_millions_of_relays() -> None:
    game = Fifangha(8)
    position = game.position(MILLIONS_OF_RELAYS)
    assert same_turns(position)
    texts = {str(move_of(game, Side.SOUTH, int(row[kernel.TURN]))) for row in children(state_of(position))}
    assert "h-" in texts
    assert "h+" not in texts


def test_inner_row_empty() -> None:
    for text in ("0.0.0.4/5.0.0.0/0.0.0.0/9.8.3.3 0+0 S", "5.0.0.0/0.0.0.0/0.0.4.0/9.8.3.3 0+0 N"):
        assert same_turns(Fifangha(4).position(text)) == []


@pytest.mark.parametrize("columns", COLUMNS)
@pytest.mark.parametrize("seed", range(often(1, nightly=10)))
def test_playouts_play_legal_turns(columns: int, seed: int) -> None:
    game = Fifangha(columns)
    (rows, begun), rng = workspace(play.ROWS), rng_of(seed)
    position, plies = game.start(), 0
    rows[0] = state_of(position)
    while play.random_turn(rows, plies % 2, 1 - plies % 2, rng, begun):
        plies += 1
        row = rows[plies % 2]
        after = position_of(game, row)
        assert after == position.play(move_of(game, position.to_move, int(row[kernel.TURN])))
        position = after
    assert position.outcome
    result = 1 if position.outcome.winner is Side.SOUTH else -1
    start = state_of(game.start())
    assert play.playout(start, rng_of(seed), 10_000, rows, begun) == (plies, result)
    assert play.playout(start, rng_of(seed), plies - 1, rows, begun) == (plies - 1, 0)


@pytest.mark.parametrize("text", SOME_ANSWERS_ENDLESS)
def test_playouts_find_the_answers_that_end(text: str) -> None:
    position = Fifangha(text.index("/") // 2 + 1).position(text)
    following = same_turns(position)
    rows, begun = workspace(play.ROWS)
    rows[0] = state_of(position)
    assert kernel.choose(rows, 0, begun)[0] == 1
    reached = set()
    for seed in range(100):
        assert play.random_turn(rows, 0, 1, rng_of(seed), begun)
        reached.add(position_of(position.game, rows[1]))
    assert reached == set(following)


def test_playouts_count() -> None:
    start, games = state_of(Fifangha(4).start()), 200
    rng, room, counts = rng_of(5), workspace(play.ROWS), np.zeros(4, dtype=np.int64)
    played = [play.playout(start, rng, 25, *room) for _ in range(games)]
    play.playouts(start, rng_of(5), 25, games, *room, counts)
    plies, won, lost, undecided = counts
    results = [result for _, result in played]
    assert plies == sum(plies for plies, _ in played)
    assert [won, lost, undecided] == [results.count(1), results.count(-1), results.count(0)]
    assert min(won, lost, undecided) > 0


def test_generate_many_counts_turns() -> None:
    positions = [scattered(Fifangha(6), random.Random(seed)) for seed in range(20)]
    turns = sum(len(position.legal_moves()) for position in positions)
    states, room = np.array([state_of(position) for position in positions]), workspace(kernel.MOST_ROWS + 1)
    assert kernel.generate_many(states, 2, *room) == 2 * turns


def test_keys_are_those_of_the_readable_positions() -> None:
    keys: dict[int, object] = {}
    rng = random.Random(1)
    for _ in range(POSITIONS):
        position = scattered(Fifangha(rng.choice(COLUMNS)), rng)
        turned = symmetric(position)[0]
        for seen in (
            position,
            turned,
            FifanghaPosition(position.game, turned.south, turned.north, (0, 0), turned.to_move, 9),
        ):
            key = kernel.key(state_of(seen).reshape(1, -1), 0)
            assert 0 <= key < 1 << 62
            assert keys.setdefault(key, seen.key) == seen.key
    assert len(keys) == len(set(keys.values()))


def test_draws_are_even() -> None:
    for seed in (0, -1, 2**63 - 1):
        numbers = rng_of(seed)
        drawn = [play.below(numbers, 5) for _ in range(POSITIONS)]
        assert set(drawn) == set(range(5))
        assert max(drawn.count(number) for number in range(5)) < POSITIONS * (0.25 if COMPILED else 0.4)
