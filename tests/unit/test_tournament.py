"""Tournaments: the document's figures, laws over random tournaments, and every refusal."""

import copy
import itertools
import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lalao.cli.tournament import document, simulated
from lalao.errors import NotationError, excerpt
from lalao.tournament import FORMATS, Tournament, open_tournament, replayed
from lalao.tournament.ladder import Ladder
from lalao.tournament.names import read_name, read_names, seen
from lalao.tournament.rounds import coming, passed, times
from tests.patience import often

GAME = "fafy-impartial"
ONCE = ("swiss", "round-robin", "knockout")


def opened(format_name: str, pupils: int, seed: int = 1, **options: Any) -> Tournament:
    return open_tournament(format_name, GAME, [f"P{number}" for number in range(pupils)], seed=seed, **options)


def finish_round(day: Tournament, rng: random.Random, at: float | None = None) -> None:
    while day.open_tables():
        for table in day.open_tables():
            day.report(table.number, rng.choice(("first", "second")), at)


class TestDocument:
    """Seed document 004: 24 pupils, tables 12, 12, 6, 3, and 3 winners, in 16 minutes."""

    def test_numbers(self) -> None:
        told = document(simulated("poules", GAME, 24))
        assert [row["tables"] for row in told["rounds"]] == [12, 12, 6, 3]
        assert [len(row["byes"]) for row in told["rounds"]] == [0, 0, 0, 0]
        assert sum(row["minutes"] for row in told["rounds"]) == 16
        assert len(told["winners"]) == 3

    @pytest.mark.parametrize("seed", range(often(3, nightly=30)))
    def test_groups(self, seed: int) -> None:
        """In round 2 winners play winners and losers play losers; only its 12 winners go on."""
        day = simulated("poules", GAME, 24, seed)
        won = [set(here.went_on()) for here in day.rounds]
        assert [len(names) for names in won] == [12, 12, 6, 3]
        for table in day.rounds[1].tables:
            assert (table.first in won[0]) == (table.second in won[0])
        for before, here in itertools.pairwise(range(1, 4)):
            assert {name for table in day.rounds[here].tables for name in table.pupils} == won[before]
        assert set(day.winners) == won[3]

    def test_two_who_accuse_each_other_have_both_lost(self) -> None:
        day = opened("poules", 24)
        rng = random.Random(1)
        for _ in range(3):
            day.next_round()
            finish_round(day, rng)
        day.next_round()
        table = day.rounds[-1].tables[0]
        day.accuse(1, table.first)
        assert table.result is None
        day.accuse(1, table.second)
        assert table.result == "both-lost"
        finish_round(day, rng)
        assert day.is_over
        assert len(day.winners) == 2
        assert not {table.first, table.second} & set(day.winners)

    def test_expected_minutes(self) -> None:
        day = opened("poules", 24)
        assert [row.estimated for row in times(day)] == [1, 5, 5, 5]
        assert sum(coming(day)) == 16

    def test_a_slow_game_makes_no_regrouping_longer(self) -> None:
        day = opened("poules", 24)
        day.next_round(at=0.0)
        finish_round(day, random.Random(1), at=180.0)
        assert [row.actual for row in times(day)] == [3, None, None, None]
        assert coming(day) == [4 + 3] * 3

    def test_the_pace_is_that_of_all_rounds_that_are_over(self) -> None:
        day = opened("poules", 24, minutes=2)
        assert [row.number for row in times(day)] == [1, 2, 3, 4]
        for ended in (180.0, 720.0):
            day.next_round(at=0.0)
            finish_round(day, random.Random(1), at=ended)
        assert [row.actual for row in times(day)] == [3, 9, None, None]
        assert coming(day) == [4 + 2 * 2] * 2, "3 and 5 minutes where 2 and 2 were expected"

    def test_rounds_that_nobody_timed_are_not_still_to_come(self) -> None:
        day = opened("poules", 24)
        day.next_round()
        finish_round(day, random.Random(1))
        assert [row.actual for row in times(day)] == [None] * 4
        assert sum(coming(day)) == 15

    def test_the_minutes_of_a_round_pass_while_it_is_played_and_before_it_is_called(self) -> None:
        day = opened("poules", 24)
        assert passed(day, 600.0) == 0, "no round has been called"
        day.next_round(at=60.0)
        assert passed(day, 150.0) == 1.5
        finish_round(day, random.Random(1), at=180.0)
        assert passed(day, 240.0) == 1, "the pupils find their tables"
        day.next_round(at=270.0)
        assert passed(day, 300.0) == 2
        assert passed(day, 0.0) == 0, "a clock that was set back"
        finish_round(day, random.Random(1), at=300.0)
        day.close(at=360.0)
        assert passed(day, 900.0) == 0

    @pytest.mark.parametrize("pupils", range(2, 41))
    def test_the_number_of_rounds_is_known_from_the_beginning(self, pupils: int) -> None:
        day = opened("poules", pupils)
        expected = [day.expected_rounds()]
        while not day.is_decided():
            day.next_round()
            expected.append(day.expected_rounds())
            finish_round(day, random.Random(pupils))
            expected.append(day.expected_rounds())
        assert set(expected) == {len(day.rounds)}


def state_of(day: Tournament) -> Any:
    """Return a copy of all that a tournament holds and ranks, for comparison."""
    state = day.setting, day.names, day.here(), day.rounds, day.is_over, day.winners, day.standings()
    return copy.deepcopy(state)


def oracle_points(day: Tournament, name: str) -> float:
    """Compute a pupil's points again, from the tables alone."""
    total = 0.0
    met = set()
    for here in day.rounds:
        for table in here.tables:
            if name in (table.first, table.second):
                met |= {table.first, table.second}
                total += 0.5 if table.result == "draw" else float(table.winner == name)
        if name in here.byes and day.format not in ("round-robin", "ladder"):
            total += 1
    if day.format == "round-robin" and name in day.here() and day.rounds:
        total += len(set(day.names) - set(day.here()) - met)
    return total


def check_round(day: Tournament, playing: set[str], met: Counter[frozenset[str]], byes: Counter[str]) -> None:
    """Check a new round against all that was drawn before it."""
    here = day.rounds[-1]
    seated = [name for table in here.tables for name in table.pupils] + here.byes
    assert len(seated) == len(set(seated))
    assert set(seated) <= playing
    if day.format not in ("ladder", "poules", "knockout"):
        assert set(seated) == playing
    for table in here.tables:
        if day.format in ONCE:
            assert met[frozenset(table.pupils)] == 0, (day.format, table.pupils)
    room = len(playing) >= 2 * len(day.rounds) + 4  # enough for new opponents, whoever has the bye
    if day.format == "swiss" and room:
        assert len(here.byes) == len(playing) % 2
        assert all(byes[name] == min(byes[other] for other in playing) for name in here.byes)
    if day.format == "knockout":
        left = set(seated)
        assert len(here.byes) == len(left) % 2
        assert all(byes[name] == min(byes[other] for other in left) for name in here.byes)
    if day.format == "poules" and len(day.rounds) <= 2:
        assert set(seated) == playing
        assert len(here.byes) == len(playing) % 2
        assert all(byes[name] == min(byes[other] for other in playing) for name in here.byes)
        if room:
            assert not any(met[frozenset(table.pupils)] for table in here.tables)
    for table in here.tables:
        met[frozenset(table.pupils)] += 1
    byes.update(here.byes)


def class_day(format_name: str, pupils: int, seed: int, trouble: float, pairing: str = "quick") -> Tournament:
    """Play a random tournament: results, disputes, absences, late arrivals, corrections, and crashes."""
    rng = random.Random(seed)
    rounds = rng.choice((None, None, rng.randint(1, 8)))
    day = opened(format_name, pupils, seed, pairing=pairing, rounds=rounds, winners=rng.randint(1, 4))
    met: Counter[frozenset[str]] = Counter()
    byes: Counter[str] = Counter()
    guests = iter(f"G{number}" for number in range(8))
    for _ in range(3 * pupils + 60):
        if rng.random() < trouble:
            come_and_go(day, rng, next(guests, None))
        if day.is_over or len(day.present) < 2 or (day.format == "ladder" and len(day.rounds) > 6):
            break
        if (
            day.format == "poules"
            and len(day.rounds) >= 2
            and not any(n in day.present for n in day.rounds[-1].went_on())
        ):
            break
        day.next_round()
        playing = set(day.present)
        check_round(day, playing, met, byes)
        play_round(day, rng, trouble)
        for table in day.rounds[-1].tables:  # seats exchanged, or a newcomer seated with the one who had no opponent
            met[frozenset(table.pupils)] = max(1, met[frozenset(table.pupils)])
        byes = Counter(name for here in day.rounds for name in here.byes)
        if rng.random() < 0.2:
            day = replayed(json.loads(json.dumps(day.journal)))
    return day


def come_and_go(day: Tournament, rng: random.Random, guest: str | None) -> None:
    away = [name for name in day.names if name not in day.present]
    choice = rng.random()
    newcomer = guest if choice < 0.4 else rng.choice(away) if choice < 0.6 and away else None
    if newcomer is None:
        if len(day.present) > 2:
            day.leave(rng.choice(day.here()))
        return
    try:
        day.join(newcomer)
    except NotationError:
        assert day.format in ("poules", "knockout")
        assert day.rounds
        assert newcomer not in day.present


def play_round(day: Tournament, rng: random.Random, trouble: float) -> None:
    while day.open_tables():
        if rng.random() < trouble / 3:
            come_and_go(day, rng, None)
            continue
        table = rng.choice(day.open_tables())
        kind = rng.random()
        if kind < trouble / 3:
            for name in table.pupils:
                day.accuse(table.number, name)
        else:
            day.report(table.number, rng.choice(("first", "second", "first", "second", "draw")))
        if kind > 1 - trouble / 3:
            corrected = rng.choice(day.rounds[-1].tables)
            day.report(corrected.number, rng.choice(("first", "second", "both-lost")))


def check_end(day: Tournament) -> None:
    """Check what must hold at the end of any tournament."""
    standings = day.standings()
    assert sorted(place.name for place in standings) == sorted(day.names)
    assert [place.rank for place in standings] == list(range(1, len(day.names) + 1))
    assert all((place.by is None) == (place.rank == 1) for place in standings)
    for place in standings:
        assert place.points == oracle_points(day, place.name)
    for above, below in itertools.pairwise(standings):
        assert below.by is not None
        assert below.by in day.criteria
        number = list(day.criteria).index(below.by)
        tied = [one.name for one in standings]
        for criterion in day.criteria[: number + 1]:
            values = [criterion.measure(day, name, tied) for name in (above.name, below.name)]
            assert values[0] == values[1] if criterion != below.by else values[0] > values[1]
            tied = [n for n in tied if criterion.measure(day, n, tied) == values[0]] if criterion != below.by else []
    results = sum(1 for here in day.rounds for table in here.tables if table.result != "both-lost")
    byes = sum(len(here.byes) for here in day.rounds) * day.bye_points
    given = sum(day.points(name) for name in day.names)
    if day.format != "round-robin":
        assert given == results + byes
    assert len(day.winners) == len(set(day.winners))
    assert set(day.winners) <= set(day.names)
    again = replayed(json.loads(json.dumps(day.journal)))
    assert state_of(again) == state_of(day)
    assert again.journal == day.journal
    if day.format == "round-robin" and day.is_over:
        met = day.meetings()
        assert all(set(day.present) - {name} <= met[name] for name in day.present)


DAYS = {"pupils": st.integers(2, 40), "seed": st.integers(0, 2**32), "trouble": st.sampled_from((0.0, 0.2, 0.6))}
QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large]


LONG_DAYS = {"round-robin": [pytest.mark.slow]}


@pytest.mark.parametrize("format_name", [pytest.param(name, marks=LONG_DAYS.get(name, [])) for name in FORMATS])
@settings(max_examples=often(3, nightly=15), deadline=None, suppress_health_check=QUIET)
@given(**DAYS)
def test_a_class_day(format_name: str, pupils: int, seed: int, trouble: float) -> None:
    check_end(class_day(format_name, pupils, seed, trouble))


@pytest.mark.nightly
@pytest.mark.parametrize("format_name", [name for name in FORMATS if name != "round-robin"])
@settings(max_examples=250, deadline=None, suppress_health_check=QUIET)
@given(**DAYS)
def test_a_thousand_class_days(format_name: str, pupils: int, seed: int, trouble: float) -> None:
    """A thousand in all."""
    check_end(class_day(format_name, pupils, seed, trouble))


@pytest.mark.nightly
@settings(max_examples=60, deadline=None, suppress_health_check=QUIET)
@given(**DAYS)
def test_days_on_which_everybody_meets_everybody(pupils: int, seed: int, trouble: float) -> None:
    """These have as many rounds in all as 250 tournaments of another format."""
    check_end(class_day("round-robin", pupils, seed, trouble))


@settings(max_examples=6, deadline=None, suppress_health_check=QUIET)
@given(**DAYS)
def test_a_class_day_paired_by_the_dutch_system(pupils: int, seed: int, trouble: float) -> None:
    check_end(class_day("swiss", pupils, seed, trouble, "dutch"))


@pytest.mark.nightly
@settings(max_examples=50, deadline=None, suppress_health_check=QUIET)
@given(**DAYS)
def test_fifty_class_days_paired_by_the_dutch_system(pupils: int, seed: int, trouble: float) -> None:
    check_end(class_day("swiss", pupils, seed, trouble, "dutch"))


@pytest.mark.parametrize("format_name", FORMATS)
@pytest.mark.parametrize("pupils", [2, 3, 7, 24])
def test_every_pairing_comes_back_from_its_seed(format_name: str, pupils: int) -> None:
    told = [document(simulated(format_name, GAME, pupils, seed)) for seed in (1, 1, 2)]
    assert told[0] == told[1]
    assert pupils < 24 or told[0]["rounds"][0] != told[2]["rounds"][0]


@pytest.mark.parametrize("pupils", range(2, 13))
def test_round_robin_lets_everybody_meet_everybody(pupils: int) -> None:
    day = simulated("round-robin", GAME, pupils)
    pairs = Counter(frozenset(table.pupils) for here in day.rounds for table in here.tables)
    assert pairs == Counter(map(frozenset, itertools.combinations(day.names, 2)))
    assert len(day.rounds) == pupils - 1 + pupils % 2
    assert {day.byes(name) for name in day.names} == {pupils % 2}


@pytest.mark.parametrize("pupils", range(2, 41))
def test_poules_leave_the_wanted_number(pupils: int) -> None:
    day = simulated("poules", GAME, pupils)
    left = len(day.rounds[1].went_on())
    assert len(day.winners) == min(3, left)


def test_who_starts_alternates() -> None:
    day = simulated("swiss", GAME, 24)
    for name in day.names:
        starts = sum(table.first == name for table in day.tables_of(name))
        assert abs(2 * starts - len(day.tables_of(name))) <= 2


@pytest.mark.parametrize("seed", range(5))
def test_who_sat_first_less_often_sits_first_then_who_sat_second_last(seed: int) -> None:
    day = simulated("poules", GAME, 24, seed)
    seats: dict[str, list[bool]] = {name: [] for name in day.names}
    turns = 0
    for here in day.rounds:
        for table in here.tables:
            first, second = (seats[name] for name in table.pupils)
            assert sum(first) <= sum(second)
            if sum(first) == sum(second) and first and second:
                assert first[-1] <= second[-1], table.pupils
                turns += first[-1] < second[-1]
        for table in here.tables:
            for name in table.pupils:
                seats[name].append(name == table.first)
    assert turns, "no pair was seated by the second rule"


@pytest.mark.parametrize("seed", range(5))
def test_a_round_robin_is_parted_by_points_then_by_the_games_between_those_tied(seed: int) -> None:
    day = simulated("round-robin", GAME, 9, seed)
    points = {name: sum(table.winner == name for table in day.tables_of(name)) for name in day.names}

    def direct(name: str) -> int:
        return sum(
            table.winner == name and points[table.opponent(name)] == points[name] for table in day.tables_of(name)
        )

    places = [place.name for place in day.standings()]
    values = [(points[name], direct(name)) for name in places]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) > len(set(points.values())), "nobody was parted by the games between those tied"


class TestCorrections:
    def test_until_the_next_round(self) -> None:
        day = opened("knockout", 4)
        day.next_round()
        day.report(1, "first")
        day.report(2, "first")
        day.report(1, "second")
        assert day.rounds[0].tables[0].winner == day.rounds[0].tables[0].second
        assert day.rounds[0].tables[0].was == ["first"]
        day.next_round()
        with pytest.raises(NotationError, match="the result of table 1 of round 1 stands"):
            day.apply({"do": "result", "table": 2, "round": 1, "result": "first"} | {"table": 1})

    def test_the_last_result_may_open_the_end_again(self) -> None:
        day = opened("knockout", 2)
        day.next_round()
        day.report(1, "first")
        assert day.is_over
        day.report(1, "draw")
        assert not day.is_over
        day.report(1, "second")
        assert day.is_over

    def test_a_draw_exchanges_the_seats_where_somebody_must_win(self) -> None:
        day = opened("poules", 2)
        day.next_round()
        table = day.rounds[0].tables[0]
        first, second = table.pupils
        day.report(1, "draw")
        assert (table.pupils, table.result, table.games) == ((second, first), None, 2)

    def test_a_draw_is_half_a_point_elsewhere(self) -> None:
        day = opened("swiss", 2)
        day.next_round()
        day.report(1, "draw")
        assert [day.points(name) for name in day.names] == [0.5, 0.5]

    def test_two_exchange_their_seats(self) -> None:
        day = opened("poules", 5)
        day.next_round()
        here = day.rounds[0]
        alone, seated = here.byes[0], here.tables[1].first
        with pytest.raises(NotationError, match="cannot swap"):
            day.swap(alone, alone)
        day.swap(alone, seated, at=30.0)
        assert day.journal[-1] == {"do": "swap", "one": alone, "other": seated, "at": 30.0}
        assert here.byes == [seated]
        assert here.tables[1].first == alone
        day.swap(here.tables[0].first, here.tables[1].second)
        assert here.byes == [seated], "who waits is not concerned"
        assert state_of(replayed(day.journal)) == state_of(day)
        before = opened("poules", 4)
        with pytest.raises(NotationError, match="'P0' and 'P1' cannot swap seats"):
            before.swap("P0", "P1")
        before.next_round()
        before.join("P9")
        with pytest.raises(NotationError, match="'P0' and 'P9' cannot swap seats"):
            before.swap("P0", "P9")

    def test_a_ladder_is_corrected_until_one_plays_again(self) -> None:
        day = opened("ladder", 4)
        assert isinstance(day, Ladder)
        day.next_round()
        top = day.rungs()
        day.report(1, "second" if day.rounds[0].tables[0].first == top[0] else "first")
        assert day.rungs()[0] == day.rounds[0].tables[0].winner != top[0]
        day.report(1, "first" if day.rounds[0].tables[0].first == top[0] else "second")
        assert day.rungs() == top
        day.next_round()
        with pytest.raises(NotationError, match="stands"):
            day.apply({"do": "result", "round": 1, "table": 1, "result": "first"})

    def test_a_ladder_goes_on_beside_open_tables(self) -> None:
        day = opened("ladder", 6)
        day.next_round()
        day.report(1, "first")
        day.report(3, "first")
        day.next_round()
        assert [table.number for table in day.rounds[1].tables] == [1, 3]
        assert not set(day.rounds[0].tables[1].pupils) & {n for t in day.rounds[1].tables for n in t.pupils}


class TestComingAndGoing:
    def test_a_latecomer_gets_the_second_chance(self) -> None:
        day = opened("poules", 3)
        day.next_round()
        day.join("Zoé")
        assert day.rounds[0].table_of("Zoé") is None
        finish_round(day, random.Random(1))
        day.next_round()
        table = day.rounds[1].table_of("Zoé")
        assert table is not None
        assert table.opponent("Zoé") not in day.rounds[0].went_on()
        with pytest.raises(NotationError, match="'Max' comes too late to play, but may referee"):
            day.join("Max")

    def test_a_latecomer_plays_who_waits_in_a_knockout(self) -> None:
        day = opened("knockout", 5)
        day.next_round()
        alone = day.rounds[0].byes[0]
        day.join("Zoé")
        assert day.rounds[0].tables[-1].pupils == (alone, "Zoé")
        assert [table.number for table in day.rounds[0].tables] == [1, 2, 3]
        with pytest.raises(NotationError) as caught:
            day.join("Max")
        assert str(caught.value) == "the draw is made: 'Max' comes too late for this tournament"
        assert "Max" not in day.names

    def test_who_was_away_comes_back_to_a_knockout(self) -> None:
        day = opened("knockout", 5)
        day.next_round()
        alone, seated = day.rounds[0].byes[0], day.rounds[0].tables[0].first
        for name in (alone, seated):
            day.leave(name)
            day.join(name)
        assert day.rounds[0].byes == [alone]
        assert len(day.rounds[0].tables) == 2
        finish_round(day, random.Random(1))
        with pytest.raises(NotationError, match="'Max' comes too late"):
            day.join("Max")

    def test_who_leaves_loses_the_game(self) -> None:
        day = opened("swiss", 4)
        day.next_round()
        table = day.rounds[0].tables[0]
        day.leave(table.second)
        assert (table.winner, table.walkover) == (table.first, True)
        day.report(2, "first")
        day.next_round()
        assert day.rounds[1].table_of(table.second) is None

    def test_the_games_of_who_left_a_round_robin_are_won(self) -> None:
        day = opened("round-robin", 4)
        day.leave("P0")
        rng = random.Random(1)
        while not day.is_over:
            day.next_round()
            finish_round(day, rng)
        assert sum(day.points(name) for name in day.names) == 6
        assert day.points("P0") == 0


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"do": "dance"}, "a tournament does not know what 'dance' is"),
        ({}, "a tournament does not know what 'None' is"),
        ({"do": "round", "at": "noon"}, "'noon' is not a number of seconds"),
        ({"do": "join", "name": "P1"}, "'P1' is here already"),
        ({"do": "join", "name": "p1"}, "the name 'p1' occurs twice: add a letter to one of them"),
        ({"do": "join", "name": " "}, "a name is empty: write at least one letter"),
        ({"do": "leave", "name": "P9"}, "there is no pupil 'P9' in this tournament"),
        ({"do": "leave", "name": 3}, "there is no pupil '3' in this tournament"),
        ({"do": "result", "table": 1, "result": "won"}, "there is no result 'won': write first, second, draw or both-"),
        ({"do": "result", "table": 7, "result": "first"}, "there is no table '7'"),
        ({"do": "accuse", "table": 2, "name": "P1"}, "'P1' does not sit at table 2"),
        ({"do": "accuse", "table": 1, "name": "P1"}, "table 1 has its result: correct that instead"),
        ({"do": "swap", "one": "P1", "other": "P1"}, "'P1' and 'P1' cannot swap seats"),
        ({"do": "swap", "one": "P1", "other": "P2"}, "'P1' and 'P2' cannot swap seats"),
        ({"do": "rename", "name": "P9", "to": "Q"}, "there is no pupil 'P9' in this tournament"),
        ({"do": "rename", "name": "P1", "to": "p2"}, "the name 'P2' occurs twice: add a letter to one of them"),
        ({"do": "rename", "name": "P1", "to": ""}, "a name is empty: write at least one letter"),
        ({"do": "round"}, "the round goes on: no result yet at table 2"),
        ({"do": "close"}, "the round goes on: no result yet at table 2"),
    ],
)
def test_an_event_that_cannot_be_is_refused_whole(event: dict[str, Any], said: str) -> None:
    day = open_tournament("swiss", GAME, [])
    for name in ("P1", "P2", "P3", "P4"):
        day.join(name)
    day.apply({"do": "round", "tables": [["P1", "P3"], ["P2", "P4"]]})
    day.report(1, "first")
    before = state_of(day), list(day.journal)
    with pytest.raises(NotationError) as caught:
        day.apply(event)
    assert str(caught.value).startswith(said)
    assert (state_of(day), day.journal) == before


def test_who_accuses_is_renamed_too() -> None:
    day = opened("poules", 4)
    day.next_round()
    first, second = day.rounds[0].tables[0].pupils
    day.accuse(1, first)
    lots = [day.lot(name) for name in (first, second)]
    day.rename(first, "Zoé")
    assert day.rounds[0].tables[0].accusers == ["Zoé"]
    assert [day.lot(name) for name in ("Zoé", second)] == lots
    day.rename("Zoé", "Zo")
    assert [day.lot(name) for name in ("Zo", second)] == lots
    day.accuse(1, second)
    assert day.rounds[0].tables[0].result == "both-lost"


def test_the_tables_that_are_waited_for_are_named() -> None:
    day = opened("swiss", 6)
    day.next_round()
    day.report(2, "first")
    with pytest.raises(NotationError, match="the round goes on: no result yet at table 1, 3"):
        day.next_round()
    finish_round(day, random.Random(1))
    day.close(at=12.5)
    assert day.journal[-1] == {"do": "close", "at": 12.5}


@pytest.mark.parametrize("format_name", tuple(FORMATS))
def test_another_name_changes_nothing_else(format_name: str) -> None:
    days = [opened(format_name, 9, seed=5) for _ in range(2)]
    for number in range(3):
        for day in days:
            day.next_round()
            finish_round(day, random.Random(number))
        if number == 1:
            days[1].rename("P3", "Zoé")
            for day in days:
                if format_name not in ("knockout", "poules"):
                    day.join("Q" if day is days[0] else "P3")
    called = {"P3": "Zoé", "Q": "P3"}
    told = [[place.name for place in day.standings()] for day in days]
    seated = [[table.pupils for round_ in day.rounds for table in round_.tables] for day in days]
    if format_name in ("knockout", "poules"):
        assert [called.get(name, name) for name in told[0]] == told[1]
        assert [tuple(called.get(name, name) for name in pair) for pair in seated[0]] == seated[1]
    assert sorted(called.get(name, name) for name in told[0]) == sorted(told[1])
    assert len({day.lot(name) for day in days[1:] for name in day.names}) == len(days[1].names)
    assert state_of(replayed(days[1].journal)) == state_of(days[1])


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(("P0", "P1", "first", "draw", "", "x")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("do", "name")), inner, max_size=2),
    max_leaves=6,
)
DOINGS = ("join", "leave", "round", "result", "accuse", "swap", "rename", "close", "open")
FIELDS = ("name", "at", "table", "result", "round", "tables", "byes", "one", "other", "to")


@settings(max_examples=often(30, nightly=300), deadline=None)
@given(
    st.sampled_from(tuple(FORMATS)),
    st.lists(st.tuples(st.sampled_from(DOINGS), st.dictionaries(st.sampled_from(FIELDS), JUNK))),
)
def test_whatever_comes_is_taken_or_refused_whole(format_name: str, events: list[tuple[str, dict[str, Any]]]) -> None:
    day = opened(format_name, 3)
    for doing, fields in events:
        before = state_of(day), list(day.journal)
        try:
            day.apply({**fields, "do": doing})
        except NotationError:
            assert (state_of(day), day.journal) == before
    assert state_of(replayed(json.loads(json.dumps(day.journal)))) == state_of(day)


@pytest.mark.parametrize(
    ("tables", "byes", "said"),
    [
        (3, [], "'3' is not a list of tables"),
        ([["P0"]], [], "'['P0']' is not a pair of pupils"),
        ([["P0", "P9"]], [], "there is no pupil 'P9' in this tournament"),
        ([["P0", "P1"]], ["P1"], "'P1' has two seats in one round"),
        ([["P0", "P3"]], [], "'P3' is not here"),
        ([], [], "nobody has an opponent: the tournament is over"),
    ],
)
def test_pairings_told_are_checked(tables: Any, byes: Any, said: str) -> None:
    day = opened("swiss", 4)
    day.leave("P3")
    with pytest.raises(NotationError) as caught:
        day.apply({"do": "round", "tables": tables, "byes": byes})
    assert str(caught.value) == said
    assert not day.rounds


def test_a_second_meeting_cannot_be_told_where_there_is_none() -> None:
    day = opened("swiss", 4, rounds=3)
    day.apply({"do": "round", "tables": [["P0", "P1"], ["P2", "P3"]]})
    finish_round(day, random.Random(1))
    day.apply({"do": "round", "tables": [["P0", "P2"], ["P1", "P3"]]})
    with pytest.raises(NotationError, match="have met already"):
        day.swap("P2", "P1")


BEGINS = "line 1 of the journal:"


@pytest.mark.parametrize(
    ("journal", "said"),
    [
        ([], "this journal is empty"),
        ([{"do": "join"}], f"{BEGINS} a journal begins with the opening of a tournament"),
        ([{"do": "join", "names": []}], f"{BEGINS} a journal begins with the opening of a tournament"),
        ([{"do": "open", "names": "AB"}], f"{BEGINS} a journal begins with the opening of a tournament"),
        ([{"do": "open", "names": ["A", 2]}], f"{BEGINS} a journal begins with the opening of a tournament"),
        ([{"do": "open", "format": "swiss", "names": ["A"]}], f"{BEGINS} there is no game ''"),
        (
            [{"do": "open", "game": "fang", "names": ["A"]}],
            f"{BEGINS} there is no format '': choose {', '.join(FORMATS)}",
        ),
        (["x"], "line 1 of the journal: 'x' is not an event"),
        (
            [{"do": "open", "format": "chess", "game": "fang", "names": []}],
            "line 1 of the journal: there is no format ",
        ),
        (
            [{"do": "open", "format": "swiss", "game": "go", "names": []}],
            "line 1 of the journal: there is no game 'go'",
        ),
        (
            [{"do": "open", "format": "swiss", "game": "fang", "names": [], "x": 1}],
            "line 1 of the journal: a tournament",
        ),
        (
            [{"do": "open", "format": "swiss", "game": "fang", "names": [], "seed": "a"}],
            "line 1 of the journal: seed is",
        ),
        (
            [{"do": "open", "format": "swiss", "game": "fang", "names": []}, {"do": "round"}],
            "line 2 of the journal: a r",
        ),
    ],
)
def test_a_journal_that_cannot_be_is_refused(journal: list[Any], said: str) -> None:
    with pytest.raises(NotationError) as caught:
        replayed(journal)
    assert str(caught.value).startswith(said)


def test_the_opening_may_have_a_time() -> None:
    opening = {"do": "open", "format": "swiss", "game": "fang", "names": ["A", "B"], "at": 5}
    assert replayed([opening]).names == ["A", "B"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"winners": 0}, "winners is '0': write a whole number from 1 to 100"),
        ({"rounds": 0}, "rounds is '0': write a whole number from 1 to 100"),
        ({"minutes": -1}, "minutes is '-1': write a number from 0 to 600"),
        ({"regrouping": True}, "regrouping is 'True': write a number from 0 to 600"),
        ({"minutes": 600.5}, "minutes is '600.5': write a number from 0 to 600"),
        ({"regrouping": 600.5}, "regrouping is '600.5': write a number from 0 to 600"),
        ({"pairing": "best"}, "there is no pairing 'best': choose quick or dutch"),
        ({"size": 3}, "a tournament has no option 'size'"),
    ],
)
def test_an_option_that_cannot_be_is_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(NotationError) as caught:
        opened("swiss", 4, **options)
    assert str(caught.value) == said


@pytest.mark.parametrize("name", ["Éloïse", "N'Diaye", "שרה", "أحمد", "Léa 😀", "<b>Bob</b>", "x" * 60, "e\u0301"])
def test_a_name_is_kept(name: str) -> None:
    assert len(read_name(f"  {name} ")) == len(name) - (name == "e\u0301")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("x" * 61, "is too long: write at most 60 letters"),
        ("a\u202eb", "holds a sign that cannot be seen"),
        ("a\x00b", "holds a sign that cannot be seen"),
        ("\u200d", "a name is empty"),
        ("\t \n", "a name is empty"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, said: str) -> None:
    with pytest.raises(NotationError, match=said):
        read_name(name)


def test_names_that_show_as_nothing_are_no_names() -> None:
    for name in ("\u3164", "\u2800", "Ana\u3164", "\u0301", "\u200d", "\ufe0f\u200d", "\u115f\u1160", "\U00013441"):
        with pytest.raises(NotationError) as caught:
            read_name(name)
        hidden = f"the name '{excerpt(name)}' holds a sign that cannot be seen: leave it out"
        assert str(caught.value) in ("a name is empty: write at least one letter", hidden)
    for name in ("❤️", "👩‍🏫", "नि", "٣", "..", "N̈atao", "李"):
        assert read_name(name) == name
    with pytest.raises(NotationError, match="occurs twice"):
        read_names(["Ana", "ANA\u200d"])
    assert seen(" Ana\u3164\u202e  Bo ") == "Ana Bo"
