"""What each format of tournament promises, in small days worked out by hand."""

from typing import Any

import pytest

from lalao.errors import NotationError
from lalao.tournament import Tournament, open_tournament, replayed
from lalao.tournament.ladder import Ladder
from lalao.tournament.standings import beaten_points
from lalao.tournament.swiss import Swiss


def opened(format_name: str, pupils: int, **options: Any) -> tuple[Tournament, list[str]]:
    """Open a day; return it with its pupils, A, B, C and so on, in the order of their lots."""
    day = open_tournament(format_name, "fafy-impartial", [chr(65 + number) for number in range(pupils)], **options)
    return day, sorted(day.names, key=day.lot)


def played_out(day: Tournament) -> Tournament:
    """Play a day to its end: at every table the first by the alphabet wins."""
    while not day.is_over:
        day.next_round()
        for table in day.open_tables():
            win(day, min(table.pupils))
    return day


def paired(day: Tournament) -> set[frozenset[str]]:
    """Call the next round; return who plays whom."""
    day.next_round()
    return {frozenset(table.pupils) for table in day.rounds[-1].tables}


def win(day: Tournament, *winners: str) -> None:
    """Report that these pupils have won their tables."""
    for name in winners:
        table = next(table for table in day.open_tables() if name in table.pupils)
        day.report(table.number, "first" if table.first == name else "second")


def sets(text: str, names: list[str]) -> set[frozenset[str]]:
    """Return the pairs of a text such as ``01 25``, by the pupils' lots."""
    return {frozenset((names[int(pair[0])], names[int(pair[1])])) for pair in text.split()}


class TestLadder:
    def test_it_begins_by_lot_and_neighbours_play(self) -> None:
        day, lots = opened("ladder", 6)
        assert isinstance(day, Ladder)
        assert day.rungs() == lots != sorted(lots)
        assert paired(day) == sets("01 23 45", lots)

    def test_a_winner_takes_the_higher_rung(self) -> None:
        day, lots = opened("ladder", 6)
        assert isinstance(day, Ladder)
        paired(day)
        win(day, lots[0], lots[3], lots[4])
        assert day.rungs() == [lots[number] for number in (0, 1, 3, 2, 4, 5)]

    def test_neighbours_who_have_just_met_play_the_nearest_others(self) -> None:
        day, lots = opened("ladder", 6)
        paired(day)
        win(day, lots[0], lots[2], lots[4])
        assert paired(day) == sets("02 14 35", lots)

    def test_who_has_played_most_waits(self) -> None:
        day, lots = opened("ladder", 3)
        first = paired(day)
        (waiting,) = set(lots).difference(*first)
        win(day, next(name for name in lots if name != waiting))
        (second,) = paired(day)
        assert waiting in second

    def test_fewer_than_two_free_pupils_are_not_called(self) -> None:
        day, _ = opened("ladder", 3)
        day.next_round()
        with pytest.raises(NotationError, match="fewer than two pupils are free") as told:
            day.next_round()
        assert str(told.value) == "fewer than two pupils are free"


class TestSwiss:
    @pytest.mark.parametrize(
        ("pupils", "rounds", "expected"),
        [
            *[(2, None, 1), (3, None, 2), (4, None, 2), (5, None, 3), (8, None, 3), (9, None, 4), (24, None, 5)],
            *[(2, 9, 1), (3, 9, 3), (4, 9, 3), (5, 9, 5), (8, 2, 2)],
        ],
    )
    def test_rounds(self, pupils: int, rounds: int | None, expected: int) -> None:
        day, _ = opened("swiss", pupils, **({} if rounds is None else {"rounds": rounds}))
        assert day.expected_rounds() == expected
        assert len(played_out(day).rounds) == expected

    def test_the_dutch_system_pairs_the_upper_half_with_the_lower(self) -> None:
        """By points, then by lots: 1 with 5, 2 with 6; then winners with winners (FIDE Handbook C.04.3)."""
        day, lots = opened("swiss", 8, pairing="dutch")
        assert paired(day) == sets("04 15 26 37", lots)
        win(day, *lots[:4])
        winners, losers = set(lots[:4]), set(lots[4:])
        for pair in paired(day):
            assert pair <= winners or pair <= losers

    @pytest.mark.parametrize("pairing", ["quick", "dutch"])
    @pytest.mark.parametrize("pupils", [7, 8])
    def test_a_sound_pairing_of_the_library_is_taken(self, pairing: str, pupils: int) -> None:
        day, _ = opened("swiss", pupils, pairing=pairing)
        assert isinstance(day, Swiss)
        while not day.is_over:
            pairs, byes = day._by_library()
            assert len(byes) == pupils % 2
            day.next_round()
            assert [table.pupils for table in day.rounds[-1].tables] == pairs
            assert day.rounds[-1].byes == byes
            for table in day.open_tables():
                day.report(table.number, "first")

    def test_a_library_that_pairs_as_before_is_not_believed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        day, _ = opened("swiss", 8)
        before = paired(day)
        for table in day.open_tables():
            day.report(table.number, "first")
        again = [tuple(table.pupils) for table in day.rounds[-1].tables]
        monkeypatch.setattr(Swiss, "_by_library", lambda _: (again, []))
        assert not before & paired(day)

    def test_a_library_that_lets_the_same_pupil_wait_is_not_believed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        day, _ = opened("swiss", 7)
        day.next_round()
        (waiting,) = day.rounds[-1].byes
        for table in day.open_tables():
            day.report(table.number, "first")
        others = [table.pupils for table in day.rounds[-1].tables]
        crossed = [(others[0][0], others[1][0]), (others[0][1], others[2][0]), (others[1][1], others[2][1])]
        monkeypatch.setattr(Swiss, "_by_library", lambda _: (crossed, [waiting]))
        day.next_round()
        assert day.rounds[-1].byes != [waiting]


def test_points_of_the_opponents_beaten() -> None:
    """A beats B and C, B beats C: A has beaten opponents with 1 and 0 points, B one with 0."""
    day = played_out(opened("round-robin", 3)[0])
    bye = day.bye_points
    assert [day.points(name) - bye for name in "ABC"] == [2, 1, 0]
    assert [beaten_points(day, name, "ABC") for name in "ABC"] == [1 + 2 * bye, bye, 0]


def test_how_far_each_came() -> None:
    day = played_out(opened("poules", 24)[0])
    assert all(day.survived(name) == 4 for name in day.winners)
    out = set(day.names) - set(day.rounds[0].went_on()) - {name for r in day.rounds[1:] for name in r.went_on()}
    assert out
    assert all(day.survived(name) == 0 for name in out)


@pytest.mark.parametrize("seat", [0, 1])
def test_who_stays_wins(seat: int) -> None:
    day, _ = opened("swiss", 4)
    day.next_round()
    table = day.rounds[-1].tables[0]
    day.leave(table.pupils[seat])
    assert table.result == ("second", "first")[seat]
    assert table.walkover


def test_times_are_kept() -> None:
    day, _ = opened("poules", 4)
    day.join("Z", 7.5)
    assert day.journal[-1] == {"do": "join", "name": "Z", "at": 7.5}
    day.next_round(8.0)
    table = day.rounds[-1].tables[0]
    day.accuse(table.number, table.first, 9.5)
    assert day.journal[-1] == {"do": "accuse", "round": 1, "table": table.number, "name": table.first, "at": 9.5}
    assert replayed(day.journal).journal == day.journal
