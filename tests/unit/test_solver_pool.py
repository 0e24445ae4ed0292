"""Solvers that keep what they found are used by one thread at a time: threads agree with one thread."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest

import lalao
from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition
from lalao.solve.pool import Lender
from tests.patience import drawing, often

THREADS = 3


def late(name: str, count: int, rng: random.Random) -> list[AnyPosition]:
    """Return positions of random games, a few turns before their ends."""
    found: list[AnyPosition] = []
    while len(found) < count:
        game = [lalao.game(name).start()]
        while not game[-1].outcome and len(game) < 300:
            game.append(game[-1]._play(rng.choice(game[-1].legal_moves())))
        found += game[-12:-1:4]
    return found[:count]


@pytest.mark.parametrize("name", ["fifangakely", "fafy", "fafy-impartial", "fang-8", "fanorona-telo"])
def test_threads_find_what_one_finds(name: str) -> None:
    """Two solved with one compiled search at once, which ended the process."""
    positions = late(name, often(15, nightly=60), drawing("threads", name))
    with ThreadPoolExecutor(THREADS) as threads:
        told = list(threads.map(lalao.solve, positions * THREADS))
    alone = [lalao.solve(position).as_dict() for position in positions]
    assert [answer.as_dict() for answer in told] == alone * THREADS


def test_what_is_lent_is_one_threads_own() -> None:
    lender = Lender[list[int]]()
    with lender.lend("a", list) as one, lender.lend("a", list) as other, lender.lend("b", list) as third:
        assert len({id(each) for each in (one, other, third)}) == 3
    with lender.lend("a", list) as again:
        assert again is one, "what came back last"


def test_what_was_interrupted_is_not_lent_again() -> None:
    lender = Lender[list[int]]()
    with pytest.raises(KeyboardInterrupt), lender.lend("a", list) as broken:
        raise KeyboardInterrupt
    with pytest.raises(TooLargeError), lender.lend("a", list) as whole:
        raise TooLargeError("this is too large to compute here")
    assert whole is not broken
    with lender.lend("a", list) as again:
        assert again is whole, "an answer like any other"


def test_few_keys_are_kept() -> None:
    lender = Lender[list[int]](2)
    with lender.lend("a", list) as first, lender.lend("b", list), lender.lend("c", list):
        pass
    with lender.lend("a", list) as later:
        assert later is not first
