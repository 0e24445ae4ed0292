"""Pupils' progress: games, wins, won positions given away, the longest sowing by hand, week by week."""

import csv
import json
import random
from datetime import date
from pathlib import Path

import pytest

from lalao.engine import player
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.record import Record, read, read_all, write
from lalao.solve import solve
from lalao.teach import Tally, by_pupil, by_week, of_class, progress_view
from lalao.teach.foretelling import BY_HAND, mark_by_hand, sown_by_hand
from lalao.teach.progress import Exact
from lalao.values import Unknown
from tests.shell import ROOT, run_lalao, sh


def record(game_id: str, moves: str, first: str, second: str, day: date | None = None, start: str = "") -> Record:
    chosen = game(game_id)
    made = Record.begin(chosen.position(start) if start else chosen.start(), first, second, day)
    for move in moves.split():
        made.play(made.last.position.move(move))
    return made


def document() -> Record:
    """Return the game of document 004: both err, South wins."""
    return record("fafy-impartial", "4+ 7- 1+", "Awa", "Léo", date(2026, 11, 20))


def test_the_documents_game() -> None:
    assert by_pupil([document()]) == {
        "Awa": Tally(games=1, won=1, moves=2, judged=1, thrown=1, right=1),
        "Léo": Tally(games=1, won=0, moves=1, judged=1, thrown=1),
    }


def test_games_add_up() -> None:
    again = record("fafy-impartial", "4+ 5+", "Léo", "Awa")
    counted = by_pupil([document(), again])
    assert counted["Awa"] == Tally(games=1, won=1, moves=3, judged=2, thrown=1, right=1)
    assert counted["Léo"] == Tally(games=1, won=0, moves=2, judged=2, thrown=2, right=1)
    assert of_class(counted) == Tally(games=2, won=1, moves=5, judged=4, thrown=3, right=2)
    assert of_class({}) == Tally()


def test_a_draw() -> None:
    made = record("fanorona-telo", "", "Awa", "Léo")
    made.result = "1/2-1/2"
    assert by_pupil([made])["Léo"] == Tally(games=1, drawn=1)


def test_players_without_a_name_are_left_out() -> None:
    for name in ("?", "human", "level:3", "engine:1s", "perfect"):
        assert list(by_pupil([record("fafy-impartial", "4+", name, "Léo")])) == ["Léo"]


def test_what_cannot_be_judged_is_not() -> None:
    made = record("fanorona", "d3-e3A", "Awa", "Léo")
    assert by_pupil([made])["Awa"] == Tally(moves=1)


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("fang-4-guarded-last", ""),
        ("fang-6", ""),
        ("fafy", ""),
        ("fafy-impartial-misere", ""),
        ("sowing", "1.2.1.0.1 S"),
        ("sowing-impartial", "1.2.1.0.1 S"),
        ("fanorona-telo", ""),
        ("fifangakely", "3.0.2.1/0.10.1.1/0.0.5.1/3.0.2.3 0+0 S"),
    ],
)
def test_the_judge_says_what_solving_says(name: str, start: str) -> None:
    chosen, judge, rng = game(name), Exact(), random.Random(2)
    for _ in range(4):
        position = chosen.position(start) if start else chosen.start()
        while True:
            value = solve(position).value
            assert not isinstance(value, Unknown)
            assert judge(position) == value.sign, position
            if position.outcome:
                break
            position = position._play(rng.choice(position.legal_moves()))


def test_what_takes_too_long_is_not_judged() -> None:
    row = game("sowing-impartial").position(".".join("2" * 40) + " S")
    assert Exact()(row) is None
    assert Exact()(game("fanorona").start()) is None


def test_weeks() -> None:
    games = [document(), record("fafy", "", "Awa", "Léo", date(2027, 1, 2)), record("fafy", "4+", "Awa", "Léo")]
    games[2].tags["Date"] = "????.??.??"
    counted = by_week(games)
    assert list(counted["Awa"]) == ["2026-W47", "2026-W53"]
    assert counted["Awa"]["2026-W47"].won == 1
    assert counted["Awa"]["2026-W53"] == Tally()


def test_the_view_is_what_the_weeks_hold() -> None:
    games = [document(), record("fafy", "4+", "Léo", "abou", date(2026, 11, 25)), record("fafy", "", "Awa", "?")]
    games[2].tags["Date"] = "????.??.??"
    shown = progress_view(games)
    assert list(shown["pupils"]) == ["abou", "Awa", "Léo"]
    assert list(shown["pupils"]["Léo"]) == ["2026-W47", "2026-W48"]
    assert shown["pupils"]["Awa"]["2026-W47"] == {
        "games": 1,
        "won": 1,
        "drawn": 0,
        "moves": 2,
        "judged": 1,
        "thrown": 1,
        "longest": 0,
        "sown": 0,
        "clean": 0,
        "misses": 0,
        "right": 1,
        "left": 0,
        "astray": 0,
    }
    assert shown["class"]["2026-W47"]["games"] == 2
    assert progress_view([]) == {"pupils": {}, "class": {}}


@pytest.mark.parametrize(
    ("tag", "awa", "leo"),
    [
        ("S", (3, 2, 0), (0, 0, 0)),
        ("S N", (3, 2, 0), (3, 2, 0)),
        ("", (0, 0, 0), (0, 0, 0)),
        ("1", (2, 1, 0), (0, 0, 0)),
        ("1:4 4:1", (0, 1, 4), (0, 1, 1)),
        ("S 3:2", (2, 2, 2), (0, 0, 0)),
        ("3:2 S", (2, 2, 2), (0, 0, 0)),
        ("9 0 x 1:x W", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_what_was_sown_by_hand(tag: str, awa: tuple[int, ...], leo: tuple[int, ...]) -> None:
    """The longest sowing without a miss, the number of moves sown by hand, and the misses."""
    made = record("fang-4", "2 2 3 1", "Awa", "Léo")
    made.tags[BY_HAND] = tag
    counted = {name: (tally.longest, tally.sown, tally.misses) for name, tally in by_pupil([made]).items()}
    assert counted == {"Awa": awa, "Léo": leo}


def test_what_was_sown_by_hand_travels_in_the_record() -> None:
    made = record("fang-4", "2 2 3 1", "Awa", "Léo")
    for sown in ({1: 0, 2: 3, 4: 12}, {3: 0}, {}):
        mark_by_hand(made, sown)
        assert sown_by_hand(read(write(made))) == sown
    assert BY_HAND not in made.tags


def test_a_perfect_player_gives_nothing_away_and_a_random_one_does() -> None:
    """Compared with values found move by move from the positions after each."""
    chosen, perfect = game("fang-4"), player("perfect", game("fang-4"))
    games, thrown, could = [], 0, dict.fromkeys(("Random", "Perfect"), 0)
    for seed in range(12):
        chance = player("random", chosen, seed)
        made = Record.begin(chosen.start(), "Random", "Perfect")
        while made.outcome() is None:
            position = made.last.position
            move = (chance if position.to_move.is_first else perfect).choose(position)
            after = {each: sign_of(position._play(each)) for each in position.legal_moves()}
            could["Random" if position.to_move.is_first else "Perfect"] += {-1} < {*after.values()}
            if position.to_move.is_first:
                thrown += sign_of(position) > 0 and after[move] >= 0
            made.play(move)
        games.append(made)
    random.Random(1).shuffle(games)
    counted = by_pupil(games)
    assert counted["Perfect"].thrown == 0
    assert {name: tally.judged for name, tally in counted.items()} == could
    assert counted["Perfect"].moves == 36
    assert counted["Random"].thrown == thrown


def sign_of(position: AnyPosition) -> int:
    value = solve(position).value
    assert not isinstance(value, Unknown)
    return value.sign


def test_directions_are_those_of_the_seat() -> None:
    made = record("fafy-impartial", "2+ 5-", "Awa", "Léo", start="1.1.1.1.1 S")
    assert {name: (tally.right, tally.left) for name, tally in by_pupil([made]).items()} == {
        "Awa": (1, 0),
        "Léo": (0, 0),
    }, "pit 5 can be sown in one direction only: nothing was chosen"
    mark_by_hand(made, {1: 0, 2: 1}, {2: 1})
    assert made.tags[BY_HAND] == "1 2:1:1"
    awa, leo = (by_pupil([made])[name] for name in ("Awa", "Léo"))
    assert (awa.right, awa.left, awa.astray) == (1, 0, 0)
    assert (leo.right, leo.left, leo.astray) == (1, 0, 1), "North's right is South's left"


def test_a_lost_position_shows_nothing() -> None:
    lost = record("fafy-impartial", "1+", "Awa", "Léo", start="1.1.1.1 S")
    assert solve(lost.root.position).value.sign < 0  # type: ignore[union-attr]
    assert by_pupil([lost])["Awa"] == Tally(moves=1)


class TestCommand:
    def files(self, folder: Path) -> str:
        later = record("fang-4", "2 2 3 1 2 3", "Léo", "Awa", date(2026, 11, 25))
        mark_by_hand(later, {1: 0, 2: 5, 6: 0})
        (folder / "one.lalao").write_text(write(document()) + write(later), encoding="utf-8")
        unplayed = record("fafy", "", "Soa", "level:2", date(2026, 11, 25))
        (folder / "two.lalao").write_text(write(unplayed), encoding="utf-8")
        return f"{folder}/one.lalao {folder}/two.lalao"

    def test_a_table_with_bars_for_the_weeks(self, tmp_path: Path) -> None:
        done = sh(f"lalao progress {self.files(tmp_path)} --lang en", tmp_path)
        assert done.returncode == 0, done.stderr
        rows = [" ".join(line.split()) for line in done.stdout.splitlines()]
        judge = by_pupil(read_all((tmp_path / "one.lalao").read_text(encoding="utf-8")))
        awa = judge["Awa"]
        assert awa.longest == 4
        assert f"Awa 2 2 ██ {awa.thrown}/{awa.judged} █" in rows[1]
        assert rows[1].endswith("4 (5) ·█")
        assert rows[2].startswith("Léo 2 0 ▁▁")
        assert rows[2].endswith("2 (0) ·▅")
        assert rows[3].startswith("Soa 0 0")
        assert rows[4].startswith("The class 4 2 ▅▅")
        assert "from 2026-W47 to 2026-W48" in done.stdout

    def test_as_json(self, tmp_path: Path) -> None:
        done = sh(f"lalao progress {self.files(tmp_path)} --json", tmp_path)
        assert list(json.loads(done.stdout)["pupils"]) == ["Awa", "Léo", "Soa"]
        assert json.loads(done.stdout)["pupils"]["Awa"]["2026-W48"]["misses"] == 5

    def test_a_file_has_a_line_for_each_pupil_and_week(self, tmp_path: Path) -> None:
        shown = run_lalao(["progress", str(ROOT / "docs" / "class.lalao"), "--csv", "c.csv", "--json"], tmp_path)
        pupils = json.loads(shown.stdout)["pupils"]
        heads, *rows = csv.reader((tmp_path / "c.csv").read_text(encoding="utf-8-sig").splitlines())
        assert len(heads) == 10
        counted = ("games", "won", "drawn", "moves", "judged", "thrown", "longest", "misses")
        assert rows == [
            [name, week, *(str(one[each]) for each in counted)]
            for name, weeks in pupils.items()
            for week, one in weeks.items()
        ]

    def test_records_without_names(self, tmp_path: Path) -> None:
        (tmp_path / "none.lalao").write_text('[Game "fang-4"]')
        assert "No pupil is named" in run_lalao(["progress", "none.lalao"], tmp_path).stdout
