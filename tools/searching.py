"""Time `solve` of a game of one's own beside a search by hand: ``python tools/searching.py``.

Both find who wins, and in how many plies, of every position that can be reached: the one by hand is a memoised
function on the same options. Canonical forms, which an answer of `solve` finds once it is asked, are timed apart; one
that is too large costs its budget. Seconds of processor time, the least of three; caches are emptied before each.
"""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.owngame import naive, names  # noqa: E402

from lalao.solve import exhaustive, sums  # noqa: E402
from lalao.solve.answer import Answer  # noqa: E402
from lalao.values import Unknown, Value  # noqa: E402

TRIES = 3
STARTS = (
    ("Nim", (6, 7, 8)),
    ("ToadsAndFrogs", "TTTTT...FFFFF"),
    ("Clobber", "WBW/BWB/WBW"),
)


def by_hand(game: Any) -> int:
    """Return the plies to the end, below 0 where the first side loses, by a memoised search."""
    return naive(game)(game.begins, game.sides[0])


def by_solve(game: Any) -> int:
    """Return the same from `solve`, with nothing remembered."""
    return plies_of(solved(game).value)


def solved(game: Any) -> Answer:
    """Return what `solve` answers with nothing remembered."""
    exhaustive.LAST.clear()
    sums.SOLVERS.clear()
    return exhaustive.solve(game.start(), 10_000_000)


def plies_of(value: Value | Unknown) -> int:
    """Return the plies to the end, below 0 where the first side loses."""
    assert isinstance(value, Value)
    assert value.plies is not None
    return value.plies if value == Value(1, value.plies) else -value.plies


def seconds(measured: Callable[[Any], int], game: Any) -> tuple[float, int]:
    """Return the least processor time of some tries, and what they found."""
    times = []
    for _ in range(TRIES):
        began = time.process_time()
        found = measured(game)
        times.append(time.process_time() - began)
    return min(times), found


def with_forms(game: Any) -> int:
    """Return the same, once the canonical form has been asked for too."""
    answer = solved(game)
    assert answer.values
    return plies_of(answer.value)


def main() -> None:
    """Print a line a game."""
    for name, begins in STARTS:
        game = names()[name]()
        game.begins = begins
        hand, expected = seconds(by_hand, game)
        search, found = seconds(by_solve, game)
        whole, again = seconds(with_forms, game)
        assert found == again == expected
        print(
            f"{name:15} {hand:6.3f} s by hand  {search:6.3f} s by solve, {search / hand:3.1f} times"
            f"  {whole:6.3f} s with forms, {whole / hand:3.1f} times"
        )


if __name__ == "__main__":
    main()
