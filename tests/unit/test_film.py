"""Games as moving pictures: every position is shown once in turn, an SVG and a GIF have one frame for each."""

import io
import random
import re
import xml.etree.ElementTree as ET

import pytest

import lalao
from lalao.errors import TooLargeError
from lalao.locale import words
from lalao.print import film
from lalao.print.film import film_gif, film_svg
from lalao.record import Record, read

GAMES = ["fang-4", "fafy-impartial", "fifangakely", "fanorona-dimy", "fanorona-souffle-dimy"]
SHOWN = re.compile(r"@keyframes f(\d+)\{.*?([\d.]+)%\{visibility:visible\}([\d.]+)%\{visibility:hidden\}\}")

SEED = random.SystemRandom().randrange(1 << 30)
"""Drawn anew for each run: a failure prints it."""


def random_record(game: str, most: int = 40) -> Record:
    """Play a game at random, of at most so many moves."""
    rng, record = random.Random(f"{SEED} {game}"), Record.begin(lalao.game(game).start())
    while len(record.moves()) < most and not record.outcome():
        record.play(rng.choice(record.last.position.legal_moves()))
    return record


@pytest.mark.parametrize("game", GAMES)
def test_each_position_is_shown_in_its_turn(game: str) -> None:
    record = random_record(game)
    made = film_svg(record, words("fr"))
    frames = [each for each in ET.fromstring(made).iter() if each.get("class") == "frame"]
    assert len(frames) == len(record.positions()), SEED
    spans = [(float(begin), float(end)) for _, begin, end in SHOWN.findall(made)]
    assert [begin for begin, _ in spans] == [0, *(end for _, end in spans[:-1])]
    assert spans[-1][1] == 100
    moves = ["".join(frame.itertext()) for frame in frames[1:]]
    assert all(str(move) in text for move, text in zip(record.moves(), moves, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_a_gif_has_a_frame_for_each_position(game: str) -> None:
    image = pytest.importorskip("PIL.Image")
    record = random_record(game, most=6)
    with image.open(io.BytesIO(film_gif(record, width=120))) as made:
        assert made.n_frames == len(record.positions())
        assert made.width == 120
        assert made.info["loop"] == 0


def test_names_are_escaped_and_the_end_is_told() -> None:
    record = read('[Game "fang-4"] [South "<A&B>"] [North "Soky"] [Result "1-0"] [Termination "resigned"] 1. 2 1-0')
    made = film_svg(record)
    ET.fromstring(made)
    assert "&lt;A&amp;B&gt; – Soky" in made


def test_a_game_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(film, "MOST_PLIES", 1)
    record = read('[Game "fang-4"] 1. 2 2 *')
    with pytest.raises(TooLargeError, match="a game of 2 moves is too long for a picture: at most 1"):
        film_svg(record)


def test_the_ground_is_drawn_once() -> None:
    record = read('[Game "fanorona"] 1. d2-e3A *')
    assert film_svg(record).count('class="slab"') == 1
    assert lalao.game("fanorona").start().picture().svg().count('class="slab"') == 1
