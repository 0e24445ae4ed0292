"""The levels of Fanorona: the longer a chain and the lower the level, the more often it is missed."""

import random
from itertools import pairwise

import pytest

import lalao
from lalao.codecs.fanorona import move_of, state_of
from lalao.codecs.fanorona_search import Worker, table_of
from lalao.engine.fanorona_levels import FanoronaLevel
from lalao.engine.levels import levels_of, own_level
from lalao.engine.players import LevelPlayer
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.games.fanorona.rules import RULESETS
from lalao.kernels.fanorona_blunder_model import links
from tests.twin.test_kernel_fanorona import scattered

SEEDS = 60
LONGEST = 4


def wins_at_once(position: FanoronaPosition, move: FanoronaMove) -> bool:
    """Tell whether a move ends the game in favour of the side that plays it."""
    outcome = position._play(move).outcome
    return outcome is not None and outcome.winner is position.to_move


def played(game: Fanorona, count: int) -> list[FanoronaPosition]:
    """Return positions from random play."""
    rng = random.Random(game.id)
    found: list[FanoronaPosition] = []
    while len(found) < count:
        position = game.start()
        while position.legal_moves() and position.quiet < 20:
            found.append(position)
            position = position._play(rng.choice(position.legal_moves()))
    return found[:count]


def steps_of(position: FanoronaPosition, turn: tuple[int, ...]) -> int:
    """Return the number of steps of the shortest path that makes this turn."""
    paths = [path for path in position.move_paths() if path.identity == turn]
    return min(path.text.count("-") for path in paths)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_links_are_the_steps_of_the_shortest_chain(ruleset: str) -> None:
    game = Fanorona(ruleset, 5, 5)
    worker = Worker(game, table_of(0.001), [0] * 16)
    for position in played(game, 25):
        state = state_of(position)
        worker.begin(state, 1)
        for turn in range(worker.found):
            row = worker.turns[turn]
            move = move_of(position, row)
            if move.huffed:
                continue
            found = links(worker.board, worker.stack, state.own, state.enemy, row[0], row[1])
            assert found == (steps_of(position, move.identity) if move.captured else 0), str(move)


def missed(level: int, positions: list[FanoronaPosition]) -> dict[int, float]:
    """Return for each length of chain the share of such turns that a level misses."""
    one = FanoronaLevel(positions[0].game, level)
    looked: dict[int, list[bool]] = {length: [] for length in range(LONGEST + 1)}
    for seed in range(SEEDS):
        for position in positions:
            state = state_of(position)
            one.worker.begin(state, 1)
            one.worker.see(one.sight.missed, seed)
            for turn in range(one.worker.found):
                row = one.worker.turns[turn]
                given = (one.worker.board, one.worker.stack, state.own, state.enemy, row[0], row[1])
                length = min(LONGEST, int(links(*given)))
                looked[length].append(not one.worker.is_seen(state, turn))
    return {length: sum(seen) / len(seen) for length, seen in looked.items() if seen}


def test_long_chains_are_missed_more_often_and_by_low_levels() -> None:
    positions = [p for p in played(Fanorona("", 5, 9), 200) if any(m.text.count("-") > 2 for m in p.legal_moves())][:8]
    shares = [missed(level, positions) for level in range(1, 9)]
    for share in shares[:-1]:
        assert share[1] == share.get(0, 0) == 0
        assert all(low < high for low, high in pairwise(share[length] for length in range(1, LONGEST + 1)))
    assert set(shares[-1].values()) == {0}
    for length in range(2, LONGEST + 1):
        assert all(low > high for low, high in pairwise(share[length] for share in shares))


def test_a_chain_stays_missed_while_a_level_thinks() -> None:
    game = Fanorona("", 5, 9)
    one = FanoronaLevel(game, 1)
    for position in played(game, 30):
        state = state_of(position)
        one.worker.begin(state, 1)
        one.worker.see(one.sight.missed, 5)
        seen = [one.worker.is_seen(state, turn) for turn in range(one.worker.found)]
        chosen = one.chosen(state, list(range(one.worker.found)), one.sight, random.Random(1))
        assert 0 <= chosen < one.worker.found
        one.worker.see(one.sight.missed, 5)
        assert seen == [one.worker.is_seen(state, turn) for turn in range(one.worker.found)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("vela", [False, True])
def test_every_level_plays_every_ruleset(ruleset: str, vela: bool) -> None:
    game, rng = Fanorona(ruleset, 5, 9, vela), random.Random(2)
    for level in levels_of(game):
        one = LevelPlayer(level, random.Random(level))
        for _ in range(3):
            position = scattered(game, rng)
            moves = position.legal_moves()
            if moves:
                move = one.choose(position)
                assert move in moves
                wins = [other for other in moves if wins_at_once(position, other)]
                assert not wins or move in wins


def test_large_boards_have_the_common_levels() -> None:
    start = lalao.game("fanorona-7x9").start()
    assert own_level(start, 3) is None
    assert LevelPlayer(1, random.Random(1)).choose(start) in start.legal_moves()
