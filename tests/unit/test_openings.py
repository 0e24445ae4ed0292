"""How games went on from a position: the engine's own games agree with the rules, those of records are counted."""

from pathlib import Path

import pytest
from tools.openings import WHOLE, begun, counted
from tools.openings import openings as beginnings

import lalao
from lalao.engine import openings
from lalao.engine.book import Book, BookMove
from lalao.engine.fanorona_book import starts
from lalao.engine.openings import learned, named, played, turns
from lalao.errors import FileError
from lalao.games.game import AnyPosition
from lalao.record import Record
from tests.shell import ROOT


def recorded(game: str, result: str, *moves: str) -> Record:
    """Return the record of a game that ended so after these moves."""
    record = Record.begin(lalao.game(game).start())
    for move in moves:
        record.play(record.last.position.move(move))
    record.result = result
    return record


def test_moves_of_records_are_counted_for_who_played_them() -> None:
    book = learned([recorded("fang-4", "1-0", "2", "1"), recorded("fang-4", "0-1", "2"), recorded("fang-4", "*", "3")])
    start = lalao.game("fang-4").start()
    found = {str(each.move): each.entry for each in turns(book, start)}
    assert list(found) == ["2", "3"]
    assert (found["2"].games, found["2"].won, found["2"].drawn, found["2"].lost) == (2, 1, 0, 1)
    assert (found["3"].games, found["3"].won, found["3"].drawn, found["3"].lost) == (1, 0, 0, 0)
    after = turns(book, start.play("2"))
    assert [(str(each.move), each.entry.lost) for each in after] == [("1", 1)]


def test_games_of_the_engine_go_on_by_the_rules() -> None:
    book, game = played(), lalao.game("fanorona")
    start = game.start()
    first = turns(book, start)
    reached = 0
    for each in first:
        assert each.entry.score is not None
        after = start.play(each.move)
        answers = turns(book, after)
        assert {move for one in answers for move in one.moves} == set(after.legal_moves()), "every answer was played"
        games = sum(one.entry.games for one in answers)
        assert games == each.entry.games
        assert sum(one.entry.won for one in answers) == each.entry.lost
        assert sum(one.entry.drawn for one in answers) == each.entry.drawn
        reached += games
    assert {move for each in first for move in each.moves} == set(start.legal_moves())
    assert reached >= 20 * len(list(beginnings(starts()[0])))
    ranks = [each.entry.score.rank for each in first if each.entry.score]
    assert ranks == sorted(ranks, reverse=True)


def test_the_documentation_has_the_first_two_plies() -> None:
    start = lalao.game("fanorona").start()
    rows = [
        row for each in turns(played(), start) for row in (line(start, each), *answers(start.play(each.move), each))
    ]
    page = (ROOT / "docs" / "results" / "engine.md").read_text(encoding="utf-8")
    assert "\n".join(["|---|---|---|---|---|---|", *rows, ""]) in page


def answers(after: AnyPosition, first: BookMove) -> list[str]:
    """Return the rows of the answers to a first turn."""
    return [line(after, each, f"{first.move} ") for each in turns(played(), after)]


def line(position: AnyPosition, each: BookMove, begun: str = "") -> str:
    """Return a row of the table of the documentation."""
    assert each.entry.score is not None
    name = f" ({named(position, each.move)})" if named(position, each.move) else ""
    opinion = f"{each.entry.score.opinion / 100:+.1f}".replace("-", "−")
    counts = each.entry.games, each.entry.won, each.entry.drawn, each.entry.lost
    return f"| `{begun}{each.move}`{name} | {opinion} | {' | '.join(map(str, counts))} |"


def test_mirror_images_are_one_opening() -> None:
    game = lalao.game("fanorona-strict")
    met: set[str] = set()
    for turns_made in beginnings(starts()[2]):
        position = begun(starts()[2], turns_made).last.position
        assert position.game == game
        assert len(turns_made) == WHOLE
        images = {str(each) for each in (position, *game.family.alike(position))}
        assert met.isdisjoint(images)
        met |= images


def test_rare_positions_are_left_out(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("1-0 e2-e3A f4-e5W\n0-1 e2-e3A f4-e5W\n1/2-1/2 d3-e3A\n", encoding="utf-8")
    game = starts()[0]
    book = counted(game, path)
    assert book.lines(game) == 3
    often = book.often(2)
    assert [str(each.move) for each in turns(often, game.start())] == ["e2-e3A", "d3-e3A"]
    assert often.positions(game) == 2
    assert book.often(3).positions(game) == 1
    assert not often.offers(game.start()), "counts alone give no weight"


def test_first_turns_have_their_names() -> None:
    start = lalao.game("fanorona").start()
    assert named(start, "d3-e3A") == "fohy"
    assert {named(start, move) for move in start.legal_moves()} == {"vaky loha", "havanana", "havia", "fohy", "kobana"}
    assert named(start.play("e2-e3A"), "d3-e3A") == ""
    assert named(lalao.game("fanorona-dimy").start(), "c2-c3A") == ""
    assert named(lalao.game("fang-4").start(), "2") == ""


def test_a_damaged_file_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / openings.FILE).write_bytes(b"{}\nnothing")
    monkeypatch.setattr(openings, "files", lambda _: tmp_path)
    played.cache_clear()
    with pytest.raises(FileError, match=openings.FILE):
        played()
    played.cache_clear()


def test_a_book_of_nothing_has_no_turns() -> None:
    assert turns(Book(), lalao.game("fang-4").start()) == []
