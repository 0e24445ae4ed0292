"""How many counters a referee should find: at every step of random games, on screens and on boards of wood."""

import random

import pytest

import lalao
from lalao.teach.counting import counters, lying, taken


@pytest.mark.parametrize("name", ["fang-4", "fang-8", "fafy", "fifangakely", "fanorona-telo", "fanorona"])
def test_counters_stay_in_play_but_for_pieces_taken(name: str) -> None:
    draw, position = random.Random(1), lalao.game(name).start()
    start = position
    for _ in range(40):
        if position.outcome is not None:
            break
        position = position.play(draw.choice(list(position.legal_moves())))
        lost = sum(len(position.contents()[place]) for place in taken(position))
        assert counters(position) + lost == counters(start)
        assert lying(start, position, after=True, on_screen=True) == counters(position)
        assert lying(start, position, after=False, on_screen=True) == (None if lost else counters(start))
        wood = lying(start, position, after=True, on_screen=False)
        assert wood == (None if name.startswith("fanorona") else counters(start))
    assert position != start
    assert counters(position) < counters(start) or not taken(position)
