"""What each format of tournament promises, in small days worked out by hand."""

import random
from typing import Any

import pytest

from lalao.cli import tournament
from lalao.cli.tournament import document
from lalao.errors import NotationError, excerpt
from lalao.games.registry import game
from lalao.tournament import FORMATS, Tournament, judged, open_tournament, replayed
from lalao.tournament.ladder import Ladder
from lalao.tournament.machine import MOST_SECONDS
from lalao.tournament.names import MOST_PUPILS, read_names
from lalao.tournament.poules import halvings
from lalao.tournament.rounds import Pairing, Result, RoundTime, times
from lalao.tournament.standings import beaten_points
from lalao.tournament.swiss import Swiss
from tests.unit.test_tournament import state_of


def opened(format_name: str, pupils: int, **options: Any) -> tuple[Tournament, list[str]]:
    """Open a day; return it with its pupils, A, B, C and so on, in the order of their lots."""
    day = open_tournament(format_name, "fafy-impartial", [chr(65 + number) for number in range(pupils)], **options)
    return day, sorted(day.names, key=day.lot)


def played_out(day: Tournament) -> Tournament:
    """Play a day to its end: at every table the first by the alphabet wins."""
    while not day.is_over:
        if not day.open_tables():
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


def timed(day: Tournament) -> tuple[float | None, float | None]:
    """Return when the first round began and ended."""
    return day.rounds[0].begun, day.rounds[0].ended


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


def test_a_day_as_plain_json() -> None:
    """B beats A while C waits, then draws with C while A waits: 1½, 1½ and 1 points; B's opponents have more."""
    day, _ = opened("swiss", 3)
    for result in ("first", "draw"):
        day.next_round()
        day.report(1, result)
    opponents = {"by": "opponents", "reason": "points of the opponents met"}
    points = {"by": "points", "reason": "points"}
    standings = [
        {"rank": 1, "name": "B", "points": 1.5, "wins": 1, "games": 2, "byes": 0, "opponents": 2.5}
        | {"by": None, "reason": None},
        {"rank": 2, "name": "C", "points": 1.5, "wins": 0, "games": 1, "byes": 1, "opponents": 1.5} | opponents,
        {"rank": 3, "name": "A", "points": 1.0, "wins": 0, "games": 1, "byes": 1, "opponents": 1.5} | points,
    ]
    assert [(table.result, table.winner) for each in day.rounds for table in each.tables] == [
        ("first", "B"),
        ("draw", None),
    ]
    assert (day.names, day.here(), day.is_over) == (["A", "B", "C"], ["A", "B", "C"], True)
    assert document(day) == {
        "rounds": [
            {"round": 1, "tables": 1, "pairings": [["B", "A"]], "byes": ["C"], "minutes": None},
            {"round": 2, "tables": 1, "pairings": [["C", "B"]], "byes": ["A"], "minutes": None},
        ],
        "winners": ["B"],
        "standings": standings,
    }
    assert times(day) == [RoundTime(1, 1, None), RoundTime(2, 5.0, None)]


def test_rounds_still_to_come() -> None:
    """A knockout of 5 keeps 3, then 2, then 1; in a round robin of 4 three rounds, one more for a latecomer's games."""
    day, _ = opened("knockout", 5)
    assert day.expected_rounds() == 3
    day.next_round()
    assert day.expected_rounds() == 3
    assert played_out(day).expected_rounds() == len(day.rounds) == 3

    day, _ = opened("round-robin", 4)
    assert day.expected_rounds() == 3
    day.next_round()
    assert day.expected_rounds() == 3
    day.join("Z")
    assert day.expected_rounds() == 1 + 4
    assert played_out(day).expected_rounds() == len(day.rounds)
    assert opened("round-robin", 5)[0].expected_rounds() == 5
    for format_name, options in (("round-robin", {}), ("swiss", {}), ("swiss", {"rounds": 9})):
        assert opened(format_name, 1, **options)[0].expected_rounds() == 0


def test_when_a_round_ended() -> None:
    """It ends with its last result; a correction leaves that as it was, a drawn game that is replayed does not."""
    day, _ = opened("poules", 4)
    day.next_round(0.0)
    day.report(1, "first", 5.0)
    assert timed(day) == (0.0, None)
    day.leave(day.rounds[0].tables[1].first, 6.0)
    assert timed(day) == (0.0, 6.0)
    day.report(1, "second", 7.0)
    assert timed(day) == (0.0, 6.0)
    day.report(1, "draw", 8.0)
    assert timed(day) == (0.0, None)
    day.report(1, "first", 9.0)
    assert timed(day) == (0.0, 9.0)
    assert day.journal[-1] == {"do": "result", "round": 1, "table": 1, "result": "first", "at": 9.0}

    day, _ = opened("poules", 2)
    day.next_round(0.0)
    for name in "AB":
        day.accuse(1, name, 3.0)
    assert timed(day) == (0.0, 3.0)


def test_what_is_refused_is_told() -> None:
    day, _ = opened("round-robin", 4)
    first, second = next(iter(sorted(map(sorted, paired(day)))))
    with pytest.raises(NotationError) as told:
        day.apply({"do": "round", "tables": [[first, second]]})
    assert str(told.value).startswith("the round goes on: no result yet at table 1, 2")
    for table in day.open_tables():
        day.report(table.number, "first")
    refused: list[tuple[dict[str, Any], str]] = [
        ({"do": "round", "tables": [[first, second]]}, f"'{first}' and '{second}' have met already"),
        ({"do": "join", "name": 7}, "'7' is not a name"),
        ({"do": "leave", "name": first, "at": True}, "'True' is not a number of seconds"),
    ]
    for event, said in refused:
        with pytest.raises(NotationError) as told:
            day.apply(event)
        assert str(told.value) == said
    day.leave(first, 1.0)
    assert day.journal[-1] == {"do": "leave", "name": first, "at": 1.0}
    with pytest.raises(NotationError) as told:
        day.leave(first)
    assert str(told.value) == f"'{first}' has left already"
    played_out(day)
    with pytest.raises(NotationError) as told:
        day.next_round()
    assert str(told.value) == "the tournament is over"
    day.close()
    with pytest.raises(NotationError) as told:
        day.join("Z")
    assert str(told.value) == "the tournament is over"
    with pytest.raises(NotationError) as told:
        opened("league", 4)
    assert str(told.value) == f"there is no format 'league': choose {', '.join(FORMATS)}"


@pytest.mark.parametrize(("to_move", "result"), [("S", "first"), ("N", "second")])
def test_a_simulated_game_goes_to_who_has_won_it(monkeypatch: pytest.MonkeyPatch, to_move: str, result: str) -> None:
    """Two seeds side by side: whoever moves takes the last move."""
    fafy = game("fafy-impartial")
    monkeypatch.setattr(tournament, "start_of", lambda *_: fafy.position(f"1.1 {to_move}"))
    assert tournament.played(fafy, Pairing(1, "A", "B"), random.Random(1)) == result


def test_a_simulated_draw_is_played_again_three_times_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    fang = game("fang-4")
    monkeypatch.setattr(tournament, "start_of", lambda *_: fang.position("2.2.2.2 0+0 S"))
    results = {
        games: {tournament.played(fang, Pairing(1, "A", "B", games=games), random.Random(seed)) for seed in range(20)}
        for games in (2, 3)
    }
    assert results == {2: {Result.DRAW}, 3: {Result.FIRST, Result.SECOND}}


def test_the_pairing_engine_is_told_colours_and_floats() -> None:
    """A beats B and D beats C while E waits; then A beats E and B beats D while C waits; F comes last."""
    day, _ = opened("swiss", 5, rounds=4)
    assert isinstance(day, Swiss)
    day.apply({"do": "round", "tables": [["A", "B"], ["C", "D"]], "byes": ["E"]})
    win(day, "A", "D")
    day.apply({"do": "round", "tables": [["E", "A"], ["D", "B"]], "byes": ["C"]})
    win(day, "A", "B")
    day.join("F")
    history: dict[str, tuple[float, list[str], list[str], int]] = {
        "A": (2, ["white", "black"], ["none", "none"], 0),
        "B": (1, ["black", "black"], ["none", "up"], 0),
        "C": (1, ["white", "none"], ["none", "down"], 1),
        "D": (1, ["black", "white"], ["none", "down"], 0),
        "E": (1, ["none", "white"], ["down", "none"], 1),
        "F": (0, ["none", "none"], ["none", "none"], 0),
    }
    for number, (name, (score, colours, floats, byes)) in enumerate(history.items(), 1):
        assert day._player(name, number) == {
            "id": number,
            "name": name,
            "score": score,
            "rating": 0,
            "starting_number": number,
            "color_hist": colours,
            "float_history": floats,
            "bye_count": byes,
        }


def test_swiss_pairs_without_the_engine_those_who_are_level() -> None:
    day, _ = opened("swiss", 4)
    assert isinstance(day, Swiss)
    day.apply({"do": "round", "tables": [["A", "B"], ["C", "D"]]})
    win(day, "A", "C")
    pairs, byes = day._by_matching()
    assert {frozenset(pair) for pair in pairs} == {frozenset("AC"), frozenset("BD")}
    assert byes == []
    day, _ = opened("swiss", 5)
    assert isinstance(day, Swiss)
    day.apply({"do": "round", "tables": [["A", "B"], ["C", "D"]], "byes": ["E"]})
    win(day, "A", "C")
    pairs, byes = day._by_matching()
    assert byes in (["A"], ["C"]), "then B meets D, and E whoever is left: nobody meets one with other points"
    assert frozenset("BD") in {frozenset(pair) for pair in pairs}
    assert sorted(name for pair in pairs for name in pair) == sorted({*"ABCDE"} - {*byes})


def test_an_event_is_tried_without_touching_the_day() -> None:
    day, _ = opened("swiss", 4)
    day.next_round()
    before = state_of(day), list(day.journal)
    entry = judged(day, {"do": "result", "round": 1, "table": 2, "result": "first", "at": 3})
    assert entry == {"do": "result", "round": 1, "table": 2, "result": "first", "at": 3}
    with pytest.raises(NotationError):
        judged(day, {"do": "result", "round": 1, "table": 3, "result": "first"})
    assert (state_of(day), day.journal) == before


def test_whoever_takes_a_name_that_is_free_again_has_a_lot_of_his_own() -> None:
    day, _ = opened("swiss", 4)
    lots = {name: day.lot(name) for name in day.names}
    for old, new in (("A", "Y"), ("B", "Z")):
        day.apply({"do": "rename", "name": old, "to": new})
        day.join(old)
        assert day.lot(new) == lots[old]
    assert len({day.lot(name) for name in day.names}) == 6
    again = replayed(day.journal)
    assert {name: again.lot(name) for name in again.names} == {name: day.lot(name) for name in day.names}


def test_a_time_is_a_number_of_seconds_that_a_day_may_have() -> None:
    day, _ = opened("swiss", 4)
    for at in (0, 0.5, MOST_SECONDS):
        day.apply({"do": "join", "name": f"late {at}", "at": at})
        assert day.journal[-1] == {"do": "join", "name": f"late {at}", "at": at}
    for wrong in (-1, MOST_SECONDS + 1, True, "1"):
        with pytest.raises(NotationError) as told:
            day.apply({"do": "join", "name": "X", "at": wrong})
        assert str(told.value) == f"'{wrong}' is not a number of seconds"
    day.apply({"do": "join", "name": "X", "at": None})
    assert day.journal[-1] == {"do": "join", "name": "X"}


def test_the_journal_says_who_sits_where() -> None:
    day, _ = opened("swiss", 5)
    day.next_round(2.0)
    here = day.rounds[0]
    tables = [[table.first, table.second] for table in here.tables]
    assert day.journal[-1] == {"do": "round", "tables": tables, "byes": here.byes, "at": 2.0}


def test_who_has_met_does_not_meet_again_by_an_exchange_of_seats() -> None:
    day, _ = opened("swiss", 4)
    day.apply({"do": "round", "tables": [["A", "B"], ["C", "D"]]})
    win(day, "A", "C")
    day.apply({"do": "round", "tables": [["A", "C"], ["B", "D"]]})
    with pytest.raises(NotationError) as told:
        day.swap("C", "B")
    assert str(told.value) == "'A' and 'B' have met already"
    with pytest.raises(NotationError) as told:
        day.apply({"do": "result", "round": 1, "table": 1, "result": "first"})
    assert str(told.value) == "the next round has begun: the result of table 1 of round 1 stands"


def test_poules_take_newcomers_into_the_first_round_only() -> None:
    day, _ = opened("poules", 4, winners=1)
    assert day.expected_rounds() == 3
    for _ in range(2):
        day.next_round()
        for table in day.open_tables():
            win(day, min(table.pupils))
    assert day.expected_rounds() == 3
    with pytest.raises(NotationError) as told:
        day.join("Z")
    assert str(told.value) == "round 2 has begun: 'Z' comes too late to play, but may referee"


def test_how_many_rounds_poules_will_have() -> None:
    """Two rounds for everybody, then halvings, an odd one rounded up, down to the wanted number."""
    for pupils, winners, rounds in ((4, 1, 3), (5, 1, 4), (9, 1, 5), (9, 3, 3), (12, 2, 4), (24, 3, 4), (3, 3, 2)):
        assert opened("poules", pupils, winners=winners)[0].expected_rounds() == rounds
    assert [halvings(pupils, 3) for pupils in (1, 3, 4, 6, 7, 12, 13)] == [0, 0, 1, 1, 2, 2, 3]


def test_a_simulated_day_has_the_options_asked_for() -> None:
    day = tournament.simulated("swiss", "fafy-impartial", 6, seed=2, rounds=2, minutes=3, regrouping=1)
    assert (len(day.rounds), day.is_over) == (2, True)
    assert day.rounds[0].begun == 0
    assert day.rounds[0].ended == 180
    assert day.rounds[1].begun == 240
    ladder = tournament.simulated("ladder", "fafy-impartial", 5, seed=2)
    assert len(ladder.rounds) == tournament.LADDER_CALLS


def test_as_many_names_as_a_day_may_have() -> None:
    most = [f"P{number}" for number in range(MOST_PUPILS)]
    assert read_names(most) == most
    with pytest.raises(NotationError) as told:
        read_names([*most, "Q"])
    assert str(told.value) == f"there are too many names: write at most {MOST_PUPILS}"
    with pytest.raises(NotationError) as told:
        read_names(["x" * 61])
    assert str(told.value) == f"the name '{excerpt('x' * 61)}' is too long: write at most 60 letters"


BERGER = ("05 14 23", "53 42 01", "15 20 34", "54 03 12", "25 31 40")
"""The rounds of six in Berger's tables, by lots from 0 on (FIDE Handbook C.05, annex 1)."""


def told_round(day: Tournament, text: str, lots: list[str]) -> None:
    """Call the next round, see that those pairs of a text play whose pupils are here, and let the first lots win."""
    here = {pair for pair in sets(text, lots) if pair <= day.present}
    assert paired(day) == here
    assert set(day.rounds[-1].byes) == day.present - {name for pair in here for name in pair}
    win(day, *(min(pair, key=lots.index) for pair in here))


def test_a_round_robin_follows_the_tables_of_berger() -> None:
    day, lots = opened("round-robin", 6)
    for text in BERGER:
        told_round(day, text, lots)
    assert day.is_over
    assert [place.name for place in day.standings()] == lots


def test_a_round_robin_goes_on_by_the_tables_when_somebody_leaves() -> None:
    """Who stays has a point for each game that is not played; whoever comes back plays it, and the point is gone."""
    day, lots = opened("round-robin", 6)
    told_round(day, BERGER[0], lots)
    before = {name: day.points(name) for name in lots}
    day.leave(lots[5])
    assert {name: day.points(name) - before[name] for name in lots} == dict(zip(lots, [0, 1, 1, 1, 1, 0], strict=True))
    for text in BERGER[1:]:
        told_round(day, text, lots)
    assert [day.points(name) for name in lots] == [5, 4, 3, 2, 1, 0]
    assert day.is_over
    day.join(lots[5])
    assert not day.is_over
    assert [day.points(name) for name in lots] == [5, 3, 2, 1, 0, 0]
    assert day.expected_rounds() == 5 + 4


@pytest.mark.parametrize("seed", range(6))
def test_who_comes_late_to_a_round_robin_plays_at_once_and_in_every_round(seed: int) -> None:
    day, _ = opened("round-robin", 4, seed=seed)

    def play_round() -> None:
        day.next_round()
        win(day, *(table.first for table in day.open_tables()))

    for name in "YZ":
        play_round()
        day.join(name)
    while not day.is_over:
        play_round()
    for name, number in (("Y", 2), ("Z", 3)):
        assert len(day.tables_of(name)) == 5
        for here in day.rounds[number - 1 : number + 1]:
            assert here.table_of(name), "who lacks most is seated first"
    assert opened("round-robin", 2)[0].expected_rounds() == 1


def test_games_are_laid_out_for_either_side() -> None:
    fafy, fang, rng = game("fafy-impartial"), game("fang-4"), random.Random(3)
    assert {tournament.start_of(fafy, rng).to_move for _ in range(40)} == set(fafy.sides)
    assert {str(tournament.start_of(fang, rng)) for _ in range(40)} == {str(fang.start())}


@pytest.mark.parametrize("minutes", [0, 0.5, 600])
def test_a_round_may_be_given_from_nothing_to_ten_hours(minutes: float) -> None:
    day, _ = opened("swiss", 4, minutes=minutes, regrouping=minutes)
    assert (day.setting.minutes, day.setting.regrouping) == (minutes, minutes)
