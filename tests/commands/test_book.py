"""Users' own opening books: several moves per position, merged up to symmetry, learnt, extended, played from."""

import json
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import lalao
from lalao.engine import player
from lalao.engine.analysis import Limits, Score, Settings
from lalao.engine.book import HEAD, Book, BookSearcher, read_book, weight_of
from lalao.engine.fanorona_book import as_book, books, in_book
from lalao.engine.protocol import Engine
from lalao.engine.readable import ReadableSearcher
from lalao.engine.searchers import searcher
from lalao.errors import FileError, LalaoError
from lalao.games.fanorona import Fanorona
from lalao.games.game import name_of
from lalao.games.registry import game_as
from lalao.record import Record, write
from lalao.teach.progress import Openings
from lalao.values import DRAW, Loss, Win
from tests.patience import drawing
from tests.shell import run_lalao

FANG = lalao.game("fang-4")
NAMES = ["fang-6", "fafy-impartial", "fafy", "fanorona-telo", "fanorona-souffle-dimy", "fifangakely"]


def played(name: str, rng: random.Random, plies: int) -> Record:
    """Play a random game."""
    record = Record.begin(lalao.game(name).start())
    while record.outcome() is None and len(record.moves()) < plies:
        record.play(rng.choice(record.last.position.legal_moves()))
    return record


def a_line(**changed: str) -> str:
    """Return a line of a book, with some fields changed."""
    fields = {"game": "fang-4", "position": "0.1.1.0 3+3 S", "move": "2", "weight": "1"}
    fields |= dict.fromkeys(("games", "won", "drawn", "lost"), "0") | {"value": "-", "nodes": "0"} | changed
    return "\t".join(fields.values())


@pytest.mark.parametrize("name", NAMES)
def test_a_book_counts_what_the_explorer_of_openings_counts(name: str) -> None:
    rng = random.Random(name)
    games = [played(name, rng, 8) for _ in range(30)]
    book, openings = Book(), Openings(games)
    for record in games:
        book.learn(record, 100)
    book = Book.read(book.text(), "book")
    positions = {str(position): position for record in games[:10] for position in record.positions()}
    for position in positions.values():
        seen = [other for other in (position, *position.game.family.alike(position)) if other.legal_moves()]
        for each in seen:
            found = {
                tuple(map(str, one.moves)): (one.entry.games, one.entry.won, one.entry.drawn, one.entry.lost)
                for one in book.moves(each)
            }
            assert found == {
                one.moves: (one.games, one.won, one.drawn, one.lost) for one in openings.continuations(each)
            }


@pytest.mark.parametrize("name", NAMES)
def test_text_comes_back(name: str) -> None:
    rng, book = random.Random(name), Book()
    for _ in range(5):
        book.learn(played(name, rng, 12), 6)
    start = lalao.game(name).start()
    book.entry(start, start.legal_moves()[0]).score = Score(proved=Win(7))
    again = Book.read(book.text(), "book")
    assert again.text() == book.text()
    assert [(one.moves, one.entry) for one in again.moves(start)] == [
        (one.moves, one.entry) for one in book.moves(start)
    ]


def test_moves_that_a_mirror_makes_one_are_one() -> None:
    book, one = Book(), lalao.game("fafy-impartial").position("1.2.2.3 S")
    after = name_of(one.play("1+"))
    for position in (one, *one.game.family.alike(one)):
        for move in position.legal_moves():
            if name_of(position.play(move)) == after:
                book.entry(position, move).weight += 1
    assert book.positions(one.game) == 1
    assert [(str(each.move), each.entry.weight) for each in book.moves(one)] == [("1+", 4)]
    assert not book.moves(one.game.start())


def test_a_move_is_removed_from_whichever_side_it_is_seen() -> None:
    rng, book = random.Random(1), Book()
    record = played("fifangakely", rng, 6)
    book.learn(record, 6)
    position, move = record.root.position, record.moves()[0]
    turned = position.game.family.alike(position)[1]
    assert len(book.moves(turned)) == 1
    assert book.remove(turned, book.moves(turned)[0].move) == 1
    assert not book.moves(position)
    assert book.remove(position, move) == 0
    assert book.positions(position.game) == 5


@pytest.mark.parametrize(
    ("result", "weight", "ended"),
    [("1-0", 2, (1, 0, 0)), ("1/2-1/2", 1, (0, 1, 0)), ("*", 1, (0, 0, 0)), ("0-1", 0, (0, 0, 1))],
)
def test_a_game_adds_to_the_weight_of_a_move_as_it_ended(result: str, weight: int, ended: tuple[int, ...]) -> None:
    """South made the move: his win counts twice, and his loss nothing."""
    record, book = Record.begin(FANG.start()), Book()
    move = record.last.position.move("2")
    record.play(move)
    record.result = result
    book.learn(record, 1)
    entry = book.entry(FANG.start(), move)
    assert (entry.weight, entry.games, (entry.won, entry.drawn, entry.lost)) == (weight, 1, ended)


def test_merged_books_count_together_and_keep_the_largest_search() -> None:
    """In any order; a score of no search counts as the smallest."""
    game, rng = lalao.game("fang-6"), drawing("merged books")
    start = game.start()
    scores = [(Score(100 * nodes), nodes) for nodes in (7, 0, 90_000, 800)]
    records, books_of_one = [played("fang-6", rng, 6) for _ in scores], []
    for (score, nodes), record in zip(scores, records, strict=True):
        one = Book()
        one.learn(record, 6)
        entry = one.entry(start, start.legal_moves()[0])
        entry.score, entry.nodes, entry.weight = score, nodes, entry.weight + 5
        books_of_one.append(one)
    whole = Book()
    for record in records:
        whole.learn(record, 6)
    whole.entry(start, start.legal_moves()[0]).weight += 5 * len(records)
    for order in permutations(books_of_one):
        merged = Book()
        for one in order:
            merged.add(one)
        entry = merged.entry(start, start.legal_moves()[0])
        assert (entry.score, entry.nodes) == (Score(9_000_000), 90_000)
        entry.score, entry.nodes = None, 0
        assert merged.text() == whole.text()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", f"is not an opening book: its first line should be {HEAD}"),
        ('[Game "fang-4"]\n', "is not an opening book"),
        (f"{HEAD}\nnonsense\n", "line 2: a line has 10 fields, with a tab between, not 1: game, position, "),
        (f"{HEAD}\n\n{a_line(game='chess')}\n", "line 3: there is no game 'chess'"),
        (f"{HEAD}\n{a_line(weight='-1')}", "line 2: '-1' is not a number"),
        (f"{HEAD}\n{a_line(nodes='9' * 30)}", "is not a number"),
        (f"{HEAD}\n{a_line(value='good')}", "line 2: 'good' is not a score: write cp N, win N, loss N or draw"),
        (f"{HEAD}\n{a_line()}\n{a_line()}", "line 3: the move '2' stands here twice"),
    ],
)
def test_a_damaged_or_foreign_book_is_one_line(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "book"
    path.write_text(text)
    done = run_lalao(["book", "list", "book"], tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "'book'" in done.stderr
    assert why in done.stderr
    with pytest.raises(FileError) as caught:
        read_book(path)
    assert why in str(caught.value)


@pytest.mark.parametrize("changed", [{"move": "1"}, {"move": "x"}])
def test_an_illegal_move_is_told_where_it_is_met(changed: dict[str, str]) -> None:
    book = Book.read(f"{HEAD}\n{a_line(**changed)}\n", "mine")
    with pytest.raises(FileError, match=r"'mine', position 0\.1\.1\.0 3\+3 S: "):
        book.moves(FANG.start())


def test_bytes_that_are_no_text_are_no_book(tmp_path: Path) -> None:
    (tmp_path / "book").write_bytes(b"\xff\xfe\x00\n" * 1000)
    with pytest.raises(FileError, match="is not an opening book"):
        read_book(tmp_path / "book")
    with pytest.raises(FileError, match="cannot be read"):
        read_book(tmp_path)


def test_weights_fall_with_what_is_lost() -> None:
    best = Score(50)
    assert [weight_of(Score(50 - lost), best) for lost in (0, 9, 10, 55, 100, 500)] == [10, 10, 9, 5, 0, 0]
    win = Score(proved=Win(5))
    assert [weight_of(each, win) for each in (win, Score(proved=Win(9)), Score(proved=DRAW), Score(900))] == [
        10,
        10,
        0,
        0,
    ]
    assert weight_of(Score(proved=Loss(4)), best) == 0


def test_extending_goes_on_where_it_was_left(tmp_path: Path) -> None:
    asked = ["fanorona-9x9", "--nodes", "40", "--lines", "2"]
    for name, steps in (("once", ["5"]), ("thrice", ["1", "2", "2"])):
        for step in steps:
            done = run_lalao(["book", "extend", name, *asked, "--positions", step], tmp_path)
            assert done.returncode == 0, done.stderr
    book = read_book(tmp_path / "once")
    assert book.text() == read_book(tmp_path / "thrice").text()
    assert book.positions(lalao.game("fanorona-9x9")) == 5
    start = lalao.game("fanorona-9x9").start()
    assert all(each.entry.score and each.entry.nodes for each in book.moves(start))
    assert book.offers(start.play(book.moves(start)[0].move))


def test_leaves_are_the_nearest_positions_without_moves() -> None:
    start, book = FANG.start(), Book()
    assert list(book.leaves(start)) == [start]
    for move, weight in (("2", 1), ("3", 0)):
        book.entry(start, start.move(move)).weight = weight
    assert list(book.leaves(start)) == [start.play("2")]
    book.entry(start.play("2"), "2").weight = 0
    assert list(book.leaves(start)) == [start.play("2")]


def test_the_engine_plays_the_heaviest_move_and_chance_draws_by_weight(tmp_path: Path) -> None:
    start, book = FANG.start(), Book()
    for move, weight in (("2", 1), ("3", 3)):
        book.entry(start, start.move(move)).weight = weight
    path = tmp_path / "book"
    path.write_text(book.text())
    one = searcher(start, Settings(book=path))
    assert [str(each.moves[0]) for info in one.think(start, Limits(nodes=10)) for each in info.lines] == ["3"]
    *_, deep = one.think(start, Limits(depth=2))
    assert deep.depth > 0
    chance = BookSearcher(book, ReadableSearcher(), random.Random(7))
    drawn = Counter(str(next(iter(chance.think(start, Limits(nodes=1)))).lines[0].moves[0]) for _ in range(400))
    assert 250 < drawn["3"] < 350
    moves = {str(player(f"engine:10n:book={path}", FANG, seed).choose(start)) for seed in range(20)}
    assert moves == {"2", "3"}


def test_the_protocol_opens_a_book(tmp_path: Path) -> None:
    start, book = FANG.start(), Book()
    book.entry(start, start.move("2")).weight = 1
    (tmp_path / "book").write_text(book.text())
    lines: list[str] = []
    engine = Engine("test", lines.append)
    engine.hear(f"setoption name BookFile value {tmp_path / 'none'}")
    assert lines.pop().startswith("error ")
    for line in (f"setoption name BookFile value {tmp_path / 'book'}", "position fang-4 start", "go nodes 100"):
        engine.hear(line)
    assert engine.thought
    engine.thought.join()
    assert lines[-1] == "bestmove 2"
    assert lines[-2].startswith("info depth 0 ")
    engine.hear("setoption name Book value perhaps")
    assert "true" in lines.pop()
    for line in ("setoption name Book value false", "go nodes 100"):
        engine.hear(line)
    engine.thought.join()
    assert not lines[-2].startswith("info depth 0 ")


def test_the_book_of_the_package_can_be_taken_over() -> None:
    book = as_book()
    for name, text in random.Random(3).sample(sorted(books()), 40):
        position = game_as(name, Fanorona).position(text)
        line = in_book(position)
        assert line is not None
        found = book.moves(position)
        assert [each.entry.score for each in found if line.moves[0] in each.moves] == [line.score]


def test_the_commands_edit_a_book(tmp_path: Path) -> None:
    def lalao_book(*arguments: str, status: int = 0) -> str:
        done = run_lalao(["book", *arguments], tmp_path)
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr

    assert "3 moves added" in lalao_book("add", "mine", "fang-4", "2", "2", "3", "--weight", "4")
    record = played("fang-4", random.Random(2), 6)
    (tmp_path / "games.lalao").write_text(write(record) + write(record))
    lalao_book("learn", "mine", "games.lalao", "--plies", "2")
    lalao_book("learn", "other", "mine")
    assert (tmp_path / "other").read_text() == (tmp_path / "mine").read_text()
    told = json.loads(lalao_book("list", "mine", "fang-4", "--json"))
    assert sum(each["games"] for each in told["moves"]) == 2
    assert sum(each["weight"] for each in told["moves"]) >= 4
    assert "weight" in lalao_book("list", "mine", "fang-4", "2")
    assert json.loads(lalao_book("list", "mine", "--json"))["games"][0]["game"] == "fang-4"
    assert "1 move removed" in lalao_book("remove", "mine", "fang-4", "2", "2", "3")
    assert "no such move" in lalao_book("remove", "mine", "fang-4", "2", "2", "3", status=2)
    solved = json.loads(run_lalao(["solve", "fang-4", "--book-file", "mine", "--json"], tmp_path).stdout)
    assert [each["moves"] for each in solved["book"]] == [each["moves"] for each in told["moves"]]
    analysed = run_lalao(["analyse", "fang-4", "--nodes", "5", "--book-file", "mine", "--json"], tmp_path)
    assert json.loads(analysed.stdout)["lines"][0]["line"] == [told["moves"][0]["moves"][0]]
    before = (tmp_path / "mine").read_text()
    assert "move 3" not in lalao_book("add", "mine", "fang-4", "2", "9", status=2)
    assert (tmp_path / "mine").read_text() == before


def test_a_game_that_nobody_knows_is_no_book() -> None:
    with pytest.raises(LalaoError, match="there is no game"):
        Book.read(f"{HEAD}\n{a_line(game='nothing')}", "mine")
