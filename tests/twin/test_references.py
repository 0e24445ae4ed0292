"""The readable games against the naive references, which were written from the rules alone, in random games."""

import random
from types import ModuleType

import pytest

import lalao
from lalao.games.game import AnyPosition
from tests.naive import fafy, fang, fanorona, fifangha
from tests.patience import drawing, often

GAMES = often(100, nightly=1_000)
REFERENCES: dict[str, ModuleType] = {"fang": fang, "fafy": fafy, "fifangha": fifangha, "fanorona": fanorona}
LONGEST = 300


def same_position(reference: ModuleType, position: AnyPosition) -> dict[str, str]:
    """Compare everything that the reference knows of a position; return its turns."""
    name, text = position.game.id, str(position)
    expected: dict[str, str] = reference.turns(name, text)
    found = {str(move): str(position._play(move)) for move in position.legal_moves()}
    assert found == expected, f"{name}: {text}\n{position.picture().draw()}"
    outcome = position.outcome
    result = None if outcome is None else "draw" if outcome.winner is None else outcome.winner.value
    assert result == reference.result(name, text), f"{name}: {text}"
    return expected


def random_game(reference: ModuleType, position: AnyPosition, rng: random.Random) -> None:
    """Play one random game in both implementations."""
    for _ in range(LONGEST):
        turns = same_position(reference, position)
        if not turns:
            return
        position = position.game.position(turns[rng.choice(sorted(turns))])


def agree(ids: list[str], games: int, starts: dict[str, list[str]] | None = None) -> None:
    """Play `games` random games, the ids in turn, from their start or from one of the given positions."""
    rng = drawing(*ids)
    for number in range(games):
        game = lalao.game(ids[number % len(ids)])
        reference = REFERENCES[game.family.name]
        assert str(game.start()) == reference.start(game.id)
        texts = (starts or {}).get(game.id)
        random_game(reference, game.position(rng.choice(texts)) if texts else game.start(), rng)


@pytest.mark.parametrize("option", ["", "-guarded"])
def test_fang(option: str) -> None:
    agree([f"fang-{pits}{option}" for pits in (4, 6, 8, 10)] + [f"fang-4{option}-last"], GAMES)


@pytest.mark.parametrize("name", ["fafy", "sowing"])
@pytest.mark.parametrize("option", ["", "-impartial", "-misere", "-impartial-misere"])
def test_fafy(name: str, option: str) -> None:
    rng = drawing(option)
    rows = [".".join(str(rng.randrange(4)) for _ in range(rng.randrange(1, 11))) for _ in range(500)]
    starts = {name + option: [f"{row} {rng.choice('SN')}" for row in rows]}
    agree([name + option], GAMES, starts)


def test_fifangha() -> None:
    agree(["fifangakely", "fifangakely", "fifangha-6", "fifangha"], GAMES // 4)


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(10))
def test_fifangha_10_000(part: int) -> None:
    rng = drawing(part)
    ids = ["fifangakely"] * 6 + ["fifangha-6"] * 3 + ["fifangha"]
    for _ in range(1_000):
        random_game(fifangha, lalao.game(rng.choice(ids)).start(), rng)


@pytest.mark.parametrize("rules", ["", "-libre", "-strict", "-souffle"])
@pytest.mark.parametrize("vela", ["", "-vela"])
def test_fanorona(rules: str, vela: str) -> None:
    boards = ["-telo"] * 9 + ["-3x5"] * 4 + ["-5x3"] * 3 + ["-3x7", "-7x3", "-dimy", ""]
    agree([f"fanorona{rules}{board}{vela}" for board in boards], GAMES)
