"""Fanorona's kernels against the readable rules, for every ruleset, board and round."""

import random

import pytest

from lalao.codecs.fanorona import lines, perft, playouts, state_of, turn_of, turns_of
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.fanorona.rules import RULESETS
from lalao.games.registry import game_as
from lalao.kernels import fanorona as kernel
from lalao.kernels.compiling import COMPILED
from lalao.values import Side
from tests.patience import often

BOARDS = ((5, 9), (5, 5), (3, 3), (3, 5), (5, 3), (3, 7), (7, 3), (7, 7), (3, 19), (11, 5))
GAMES = [
    pytest.param(Fanorona(ruleset, *board, vela), id=Fanorona(ruleset, *board, vela).id)
    for board in BOARDS
    for ruleset in RULESETS
    for vela in (False, True)
]
POSITIONS = often(25, nightly=250) if COMPILED else 20


def same_turns(position: FanoronaPosition) -> list[FanoronaPosition]:
    """Compare the turns of a position in kernel and rules; return the positions that follow."""
    moves = position.legal_moves()
    rows = sorted(tuple(map(int, row)) for row in turns_of(position))
    assert rows == sorted(turn_of(position, move) for move in moves), str(position)
    assert len(set(rows)) == len(rows)
    return [position._play(move) for move in moves]


def scattered(game: Fanorona, rng: random.Random) -> FanoronaPosition:
    """Return a position with few or many pieces placed at random, in souffle with some huffable."""
    points = list(range(game.lattice.size))
    rng.shuffle(points)
    own, enemy = rng.randint(1, game.pieces), rng.randint(1, game.pieces)
    if own + enemy > 24 and game.lattice.size > 45:
        own, enemy = own // 3 + 1, enemy // 3 + 1
    white, black = sum(1 << p for p in points[:own]), sum(1 << p for p in points[own : own + enemy])
    side = rng.choice([Side.WHITE, Side.BLACK])
    vela = rng.choice([Side.WHITE, Side.BLACK]) if game.vela else None
    plain = FanoronaPosition(game, white, black, side, vela)
    if not game.rules.huffing or (plain.is_restricted and vela is not side):
        return plain
    huffable = plain.enemy & rng.getrandbits(game.lattice.size) & rng.getrandbits(game.lattice.size)
    return FanoronaPosition(game, white, black, side, vela, huffable)


@pytest.mark.skipif(not COMPILED, reason="nine million turns")
@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("fanorona", (5, 39, 724, 18_026, 431_830, 9_204_447)),
        ("fanorona-dimy", (5, 21, 202, 3_469, 34_608)),
        ("fanorona-telo", (4, 7, 14, 67, 137, 280)),
    ],
)
def test_counts_from_the_start(name: str, counts: tuple[int, ...]) -> None:
    # RULES.md, section 3
    start = game_as(name, Fanorona).start()
    assert tuple(perft(start, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("game", GAMES)
def test_random_play(game: Fanorona) -> None:
    rng, seen = random.Random(game.id), 0
    while seen < POSITIONS:
        position = game.start()
        for _ in range(60):
            after = same_turns(position)
            seen += 1
            if not after or seen == POSITIONS:
                break
            position = rng.choice(after)


@pytest.mark.parametrize("game", GAMES)
def test_scattered_positions(game: Fanorona) -> None:
    rng = random.Random(game.id)
    for _ in range(POSITIONS):
        same_turns(scattered(game, rng))


def test_a_name_for_each_position() -> None:
    game = Fanorona("souffle", vela=True)
    rng = random.Random(1)
    states = {state_of(scattered(game, rng)) for _ in range(5_000)}
    assert len({int(kernel.key(*state)) for state in states}) == len(states)
    assert min(kernel.key(*state) for state in states) >= 0


def test_too_many_turns_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    start = game_as("fanorona", Fanorona).start()
    monkeypatch.setattr("lalao.codecs.fanorona.MOST_TURNS", 20)
    monkeypatch.setattr("lalao.codecs.fanorona.workspace.__defaults__", (20,))
    with pytest.raises(TooLargeError):
        perft(start, 3)
    with pytest.raises(TooLargeError):
        playouts(start, 10, 100)
    with pytest.raises(TooLargeError):
        lines(7, 9)


def test_playouts_end_as_the_rules_say() -> None:
    start = game_as("fanorona-telo", Fanorona).start()
    wins, losses, plies = playouts(start, 2_000, 100)
    assert wins + losses <= 2_000 < plies
    assert wins > losses > 0
    assert playouts(start, 2_000, 100) == (wins, losses, plies)
    assert playouts(start, 2_000, 100, seed=2) != (wins, losses, plies)
