"""The opening book: it holds legal turns, is used only in play, and is refused where it is damaged."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from lalao.engine import fanorona_book, player
from lalao.engine.analysis import Info, Limits, Settings
from lalao.engine.fanorona_book import FILE, books, in_book, starts
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.errors import FileError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as


@pytest.fixture
def _forgetful() -> Iterator[None]:
    books.cache_clear()
    yield
    books.cache_clear()


def last(one: FanoronaSearcher, position: FanoronaPosition, limits: Limits, lines: int = 1) -> Info:
    """Return the last result of a search."""
    *_, info = one.think(position, limits, lines)
    return info


def test_every_turn_is_legal() -> None:
    assert len(books()) > 300
    for name, text in random.Random(1).sample(sorted(books()), 200):
        position = game_as(name, Fanorona).position(text)
        line = in_book(position)
        assert line is not None
        assert line.moves[0] in position.legal_moves()


def test_the_book_holds_every_answer_to_the_first_turn() -> None:
    for game in starts():
        first = game.start()
        for move in first.legal_moves():
            after = first.play(move)
            assert in_book(first)
            assert in_book(after)


def test_the_book_is_opened_in_play_alone() -> None:
    start = game_as("fanorona", Fanorona).start()
    one, without = (FanoronaSearcher(start.game, Settings(hash_mb=1, book=book)) for book in (True, False))
    known = in_book(start)
    assert known is not None
    for limits in (Limits(nodes=500), Limits(seconds=0.2)):
        assert last(one, start, limits).lines == (known,)
        assert last(without, start, limits).nodes > 0
    assert last(one, start, Limits(depth=2)).depth == 2
    assert last(one, start, Limits(nodes=500), lines=2).nodes > 0
    assert player("engine:50n:book", start.game).choose(start) == known.moves[0]
    small = game_as("fanorona-telo", Fanorona).start()
    assert in_book(small) is None


@pytest.mark.usefixtures("_forgetful")
def test_a_damaged_book_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = Path(fanorona_book.__file__).with_name(FILE).read_bytes()
    head, _, frame = data.partition(b"\n")
    at = head.index(b'"sha256": "') + len(b'"sha256": "')
    wrong = b"1" if head[at : at + 1] == b"0" else b"0"
    (tmp_path / FILE).write_bytes(head[:at] + wrong + head[at + 1 :] + b"\n" + frame)
    monkeypatch.setattr(fanorona_book, "files", lambda _: tmp_path)
    with pytest.raises(FileError):
        books()
