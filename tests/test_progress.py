"""What a teacher learns: games, wins, won positions given away, the longest sowing by hand, week by week."""

import random
from datetime import date

import pytest

import lalao
from lalao.engine import player
from lalao.games.registry import game
from lalao.record import Record, read, write
from lalao.solve import solve
from lalao.teach import Tally, by_pupil, by_week, of_class
from lalao.teach.by_hand import BY_HAND, mark_by_hand, sown_by_hand


def record(game_id: str, moves: str, first: str, second: str, day: date | None = None, start: str = "") -> Record:
    chosen = game(game_id)
    made = Record.begin(chosen.position(start) if start else chosen.start(), first, second, day)
    for move in moves.split():
        made.play(made.last.position.move(move))
    return made


def document() -> Record:
    """Document 004: both err, South wins."""
    return record("fafy-impartial", "4+ 7- 1+", "Awa", "Léo", date(2026, 11, 20))


def test_the_documents_game() -> None:
    assert by_pupil([document()]) == {
        "Awa": Tally(games=1, won=1, moves=2, judged=2, thrown=1),
        "Léo": Tally(games=1, won=0, moves=1, judged=1, thrown=1),
    }


def test_games_add_up() -> None:
    again = record("fafy-impartial", "4+ 5+", "Léo", "Awa")
    counted = by_pupil([document(), again])
    assert counted["Awa"] == Tally(games=1, won=1, moves=3, judged=3, thrown=1)
    assert counted["Léo"] == Tally(games=1, won=0, moves=2, judged=2, thrown=2)
    assert of_class(counted) == Tally(games=2, won=1, moves=5, judged=5, thrown=3)
    assert of_class({}) == Tally()


def test_a_draw() -> None:
    made = record("fanorona-telo", "", "Awa", "Léo")
    made.result = "1/2-1/2"
    assert by_pupil([made])["Léo"] == Tally(games=1, drawn=1)


def test_players_without_a_name_are_left_out() -> None:
    assert list(by_pupil([record("fafy-impartial", "4+", "?", "Léo")])) == ["Léo"]


def test_what_cannot_be_judged_is_not() -> None:
    made = record("fanorona", "d3-e3A", "Awa", "Léo")
    assert by_pupil([made])["Awa"] == Tally(moves=1)


def test_weeks() -> None:
    games = [document(), record("fafy", "", "Awa", "Léo", date(2027, 1, 2)), record("fafy", "4+", "Awa", "Léo")]
    games[2].tags["Date"] = "????.??.??"
    counted = by_week(games)
    assert list(counted["Awa"]) == ["2026-W47", "2026-W53"]
    assert counted["Awa"]["2026-W47"].won == 1
    assert counted["Awa"]["2026-W53"] == Tally()


@pytest.mark.parametrize(
    ("tag", "awa", "leo"),
    [
        ("S", (3, 2, 0), (0, 0, 0)),
        ("S N", (3, 2, 0), (3, 2, 0)),
        ("", (0, 0, 0), (0, 0, 0)),
        ("1", (2, 1, 0), (0, 0, 0)),
        ("1:4 4:1", (2, 1, 4), (3, 1, 1)),
        ("S 3:2", (3, 2, 2), (0, 0, 0)),
        ("3:2 S", (3, 2, 2), (0, 0, 0)),
        ("9 0 x 1:x W", (0, 0, 0), (0, 0, 0)),
    ],
)
def test_what_was_sown_by_hand(tag: str, awa: tuple[int, ...], leo: tuple[int, ...]) -> None:
    """The longest sowing, the moves, the slips."""
    made = record("fang-4", "2 2 3 1", "Awa", "Léo")
    made.tags[BY_HAND] = tag
    counted = {name: (tally.longest, tally.sown, tally.slips) for name, tally in by_pupil([made]).items()}
    assert counted == {"Awa": awa, "Léo": leo}


def test_what_was_sown_by_hand_travels_in_the_record() -> None:
    made = record("fang-4", "2 2 3 1", "Awa", "Léo")
    for sown in ({1: 0, 2: 3, 4: 12}, {3: 0}, {}):
        mark_by_hand(made, sown)
        assert sown_by_hand(read(write(made))) == sown
    assert BY_HAND not in made.tags


def test_a_perfect_player_gives_nothing_away_and_a_random_one_does() -> None:
    """Against values found move by move from the positions after each."""
    chosen, perfect = game("fang-4"), player("perfect", game("fang-4"))
    games, thrown = [], 0
    for seed in range(12):
        chance = player("random", chosen, seed)
        made = Record.begin(chosen.start(), "Random", "Perfect")
        while made.outcome() is None:
            position = made.last.position
            move = (chance if position.to_move.is_first else perfect).choose(position)
            if position.to_move.is_first:
                was, now = solve(position).value, solve(position._play(move)).value
                assert not isinstance(was, lalao.values.Unknown)
                assert not isinstance(now, lalao.values.Unknown)
                thrown += was.sign > 0 and now.sign >= 0
            made.play(move)
        games.append(made)
    random.Random(1).shuffle(games)
    counted = by_pupil(games)
    assert counted["Perfect"].thrown == 0
    assert counted["Perfect"].judged == counted["Perfect"].moves == 36
    assert counted["Random"].thrown == thrown
