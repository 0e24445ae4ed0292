"""Files of many games: annotated, replayed one after another, counted from a position; trees edited."""

import json
import re
from pathlib import Path
from random import Random

import pytest

import lalao
from lalao.engine import player
from lalao.errors import NotationError
from lalao.games.game import AnyPosition
from lalao.record import Node, Record, read, read_all, write
from lalao.teach.annotating import BLUNDER, DUBIOUS, GOOD, MISTAKE, annotated
from lalao.teach.progress import Openings
from lalao.teach.reviewing import review
from tests.shell import ROOT, run_lalao

EXAMPLE = (ROOT / "docs" / "example.lalao").read_text(encoding="utf-8")


def random_game(name: str, rng: Random, plies: int = 200) -> Record:
    record = Record.begin(lalao.game(name).start())
    while len(record.moves()) < plies and record.outcome() is None:
        record.play(rng.choice(list(record.last.position.legal_moves())))
    return record


@pytest.mark.parametrize("name", ["fang-6", "fafy-impartial", "fanorona-telo", "fifangakely"])
def test_marks_say_what_the_review_says_and_lines_are_legal(name: str) -> None:
    record = random_game(name, Random(5), 40)
    before = list(map(str, record.moves()))
    told = review(record)
    again = read(write(annotated(told)))
    assert list(map(str, again.moves())) == before
    nodes = [again.root, *again.root.line()]
    marks = {ply: set(node.glyphs) for ply, node in enumerate(nodes) if node.glyphs}
    moments = {moment.ply: moment for side in told.sides for moment in side.moments}
    merits = {merit.ply for side in told.sides for merit in side.merits}
    assert set(marks) == moments.keys() | merits
    for ply, moment in moments.items():
        assert marks[ply] <= {MISTAKE, BLUNDER, DUBIOUS}
        beside = [str(child.move) for child in nodes[ply - 1].children[1:]]
        assert moment.better.move in beside
    assert all(marks[ply] == {GOOD} for ply in merits - moments.keys())


def test_a_judgement_that_is_there_stays() -> None:
    own = EXAMPLE.replace("3. 2 3 (", "3. 2!? {my own idea} 3 (")
    node = list(annotated(review(read(own))).root.line())[4]
    assert node.glyphs == (5,)
    assert node.comment.startswith("my own idea ")


def test_annotating_twice_says_nothing_twice() -> None:
    once = write(annotated(review(read(EXAMPLE))))
    assert write(annotated(review(read(once)))) == once


def test_the_command_writes_records_that_are_read_again(tmp_path: Path) -> None:
    done = run_lalao(["annotate", str(ROOT / "docs" / "example.lalao"), "--lang", "fr"], tmp_path)
    assert done.returncode == 0
    assert any("Nord gagne" in node.comment for node in read(done.stdout).root.line())
    empty = tmp_path / "none.lalao"
    empty.write_text("")
    assert run_lalao(["annotate", str(empty)], tmp_path).returncode == 2


@pytest.fixture
def two(tmp_path: Path) -> Path:
    file = tmp_path / "two.lalao"
    file.write_text(EXAMPLE + "\n" + '[Game "fafy"]\n\n*\n', encoding="utf-8")
    return file


def test_a_file_of_many_games_is_replayed_game_by_game(two: Path, tmp_path: Path) -> None:
    shown = run_lalao(["replay", str(two)], tmp_path).stdout
    assert [line for line in shown.splitlines() if re.match(r"Game \d", line)] == [
        "Game 1: Fang on 4 pits, human – level:2",
        "Game 2: Fafy, ? – ?",
    ]
    told = json.loads(run_lalao(["replay", str(two), "--json"], tmp_path).stdout)
    assert [each["game"] for each in told["games"]] == ["fang-4", "fafy"]
    alone = json.loads(run_lalao(["replay", str(two), "--number", "1", "--json"], tmp_path).stdout)
    assert alone == {"provenance": told["provenance"]} | told["games"][0]
    done = run_lalao(["replay", str(two), "--number", "3"], tmp_path)
    assert (done.returncode, done.stderr) == (2, "lalao: '3' is not a number from 1 to 2\n")
    done = run_lalao(["replay", "fang-4", "2", "--number", "1"], tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def counted(records: list[Record], position: AnyPosition) -> dict[str, int]:
    """Count naively how often each move was played at exactly this position."""
    found: dict[str, int] = {}
    for record in records:
        for here, move in zip(record.positions(), record.moves(), strict=False):
            if str(here) == str(position):
                found[str(move)] = found.get(str(move), 0) + 1
    return found


def test_what_was_played_from_the_start_is_counted() -> None:
    rng, strong = Random(1), player("level:3", lalao.game("fang-6"))
    records = []
    for _ in range(30):
        record = Record.begin(lalao.game("fang-6").start())
        while record.outcome() is None:
            moves = list(record.last.position.legal_moves())
            record.play(strong.choose(record.last.position) if len(record.moves()) % 2 else rng.choice(moves))
        records.append(record)
    openings = Openings(records)
    start = lalao.game("fang-6").start()
    found = openings.continuations()
    assert sum(each.games for each in found) == 30
    assert sum(each.won for each in found) == sum(record.result == "1-0" for record in records)
    assert sum(each.lost for each in found) == sum(record.result == "0-1" for record in records)
    assert {each.moves: each.games for each in found} == {
        (move,): count for move, count in counted(records, start).items()
    }
    assert [each.games for each in found] == sorted((each.games for each in found), reverse=True)


def test_symmetries_are_one() -> None:
    game = lalao.game("fafy-impartial")
    left, right = "2.1.1 S", "1.1.2 N"
    records = []
    for text, move in ((left, "1+"), (right, "3-")):
        record = Record.begin(game.position(text))
        record.play(record.last.position.move(move))
        records.append(record)
    for text, move in ((left, "1+"), (right, "3-")):
        (found,) = Openings(records).continuations(game.position(text))
        assert (found.games, move in found.moves) == (2, True)


def test_the_winner_of_the_first_round_is_kept_apart() -> None:
    game = lalao.game("fanorona-dimy-vela")
    first, second = (game.position(f"5/5/B3B/5/W3W w vela={side}") for side in "wb")
    record = Record.begin(first)
    record.play(next(iter(first.legal_moves())))
    assert sum(each.games for each in Openings([record]).continuations(first)) == 1
    assert Openings([record]).continuations(second) == []


def test_records_of_several_games_want_a_choice(two: Path, tmp_path: Path) -> None:
    done = run_lalao(["openings", str(two)], tmp_path)
    assert (done.returncode, done.stderr) == (2, "lalao: these records are not of one game: fafy, fang-4\n")
    told = json.loads(run_lalao(["openings", str(two), "--game", "fang-4", "--json"], tmp_path).stdout)
    assert told["moves"] == [{"moves": ["2"], "games": 1, "won": 0, "drawn": 0, "lost": 1}]
    assert "Nothing was played from here." in run_lalao(["openings", str(two), "--game", "fafy"], tmp_path).stdout
    assert run_lalao(["openings", str(two), "--game", "fang-6"], tmp_path).returncode == 2
    with pytest.raises(NotationError):
        Openings(read_all(two.read_text(encoding="utf-8")))


def test_a_tree_is_edited() -> None:
    node = Node(lalao.game("fang-6").start())
    moves = list(node.position.legal_moves())
    first, second = node.follow(moves[0]), node.follow(moves[1])
    assert node.follow(moves[0]) is first
    assert node.add_line([moves[0]]) is first
    second.promote()
    assert node.children == [second, first]
    second.remove()
    assert (node.children, second.parent) == ([first], None)
    node.remove()
    node.promote()
    assert node.children == [first]
