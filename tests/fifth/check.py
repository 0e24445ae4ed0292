"""Compare Oware with its naive reference, in a process that finds the family: ``python -m tests.fifth.check``."""

import random

import lalao
from tests.fifth import naive

GAMES = 60


def main() -> None:
    """Play random games, comparing every turn; then compare perft."""
    rng, ends = random.Random(5), set()
    for _ in range(GAMES):
        position = lalao.game("oware").start()
        while not position.outcome and position.quiet < 200:
            found = {str(move): str(position.play(move)).split(" quiet=")[0] for move in position.legal_moves()}
            assert found == naive.turns(str(position)), str(position)
            for move in position.legal_moves():
                position.turn(move)
            assert str(lalao.game("oware").position(str(position))) == str(position)
            position = position.play(rng.choice(position.legal_moves()))
        ends.add(position.outcome and position.outcome.ending)
    start = str(lalao.game("oware").start())
    assert all(lalao.perft(lalao.game("oware").start(), plies) == naive.perft(start, plies) for plies in range(6))
    print(f"{len(ends)} endings")


if __name__ == "__main__":
    main()
