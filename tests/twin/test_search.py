"""The compiled search: proofs checked on the readable rules, and players that use it."""

import random
from collections import Counter

import pytest

import lalao
from lalao.codecs.fifangha import CompiledSearch
from lalao.engine import player
from lalao.engine.players import COMPILED_SEARCH
from lalao.games.fifangha import FifanghaPosition
from lalao.games.game import AnyPosition
from lalao.kernels.scores import WIN
from lalao.record import Record
from lalao.research.results.methods import no_win_within
from lalao.solve.fifangha import decided
from lalao.values import Side, Value
from tests.naive import fifangha as naive_fifangha
from tests.naive.forcing import plies_to_end
from tests.patience import drawing, often


def readable_value(position: AnyPosition, plies: int) -> int:
    """Return 1 or -1 where the side to move wins or loses within `plies` plies, else 0, by plain search."""
    if position.outcome:
        return position.outcome.value_for(position.to_move).sign
    if plies == 0:
        return 0
    values = [-readable_value(position._play(move), plies - 1) for move in position.legal_moves()]
    return 1 if 1 in values else -1 if all(value == -1 for value in values) else 0


def forced(position: AnyPosition, winner: Side, plies: int, seen: set[object]) -> None:
    """Check that the solver's moves win against every reply, within the plies that it states."""
    if position.outcome:
        assert position.outcome.winner is winner
        return
    assert plies > 0
    if position.key in seen:
        return
    seen.add(position.key)
    if position.to_move is not winner:
        for move in position.legal_moves():
            forced(position._play(move), winner, plies - 1, seen)
        return
    best = lalao.solve(position).moves[0]
    assert isinstance(best.value, Value)
    assert best.value.sign == 1
    assert best.value.plies is not None
    assert best.value.plies <= plies
    forced(best.position, winner, best.value.plies - 1, seen)


@pytest.mark.slow
def test_south_wins_fifangakely_in_17_plies() -> None:
    start = lalao.game("fifangakely").start()
    answer = lalao.solve(start)
    assert answer.value == Value(1, 17)
    assert len(answer.line) == 17
    forced(start, Side.SOUTH, 17, set())


def test_the_line_is_played_to_the_end() -> None:
    position: AnyPosition = lalao.game("fifangakely").start()
    for move in lalao.solve(position).line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.winner is Side.SOUTH


@pytest.mark.parametrize("name", ["fifangakely", "fifangha-6", "fifangha"])
def test_short_wins_and_losses_are_those_of_plain_search(name: str) -> None:
    rng, checked = random.Random(name), 0
    for _ in range(40):
        position = lalao.game(name).start()
        while not position.outcome:
            if rng.random() < 0.15:
                assert isinstance(position, FifanghaPosition)
                plain = readable_value(position, 2)
                found = decided(position, 20_000)
                if plain:
                    checked += 1
                    assert isinstance(found, Value)
                    assert found.sign == plain
                    assert found.plies is not None
                    assert found.plies <= 2
                elif isinstance(found, Value):
                    assert found.plies is not None
                    assert found.plies > 2
            position = position._play(rng.choice(position.legal_moves()))
    assert checked > 5


def test_small_budgets_answer_unknown() -> None:
    start = lalao.game("fifangha").start()
    assert decided(start, 100).name == "unknown"


@pytest.mark.parametrize("name", ["fifangakely", "fifangha-6", pytest.param("fifangha", marks=pytest.mark.slow)])
def test_decided_finds_the_shortest_win_and_how_long_there_is_none(name: str) -> None:
    """Compared with all lines of the readable rules, three plies deep, in late positions of random games."""
    rng, found = drawing(name), Counter[int]()
    for _ in range(often(30, nightly=60)):
        line = [lalao.game(name).start()]
        while not line[-1].outcome and len(line) < 300:
            line.append(line[-1]._play(rng.choice(line[-1].legal_moves())))
        for position in line[-7:-1]:
            assert isinstance(position, FifanghaPosition)
            if len(position.legal_moves()) > 6:
                continue
            plies = plies_to_end(naive_fifangha, name, str(position).partition(" quiet=")[0], 3)
            search = CompiledSearch(1 << 10)
            score = search.decided(position, 3, 1 << 30)
            assert score == (0 if plies is None else WIN - plies if plies % 2 else plies - WIN), position
            assert search.reached == (3 if plies is None else plies - 1), position
            assert CompiledSearch(1 << 10).decided(position, search.reached, 1 << 30) == 0
            found[-1 if plies is None else plies] += 1
    assert found[-1] > 10
    assert min(found[plies] for plies in (1, 2, 3)) > 1, found


def test_how_long_nobody_wins_is_how_long_the_game_is_where_it_is_solved() -> None:
    assert no_win_within("fifangakely", 30) == 16
    assert no_win_within("fifangakely", 9) == 9


def test_scores_name_every_move_once() -> None:
    start = lalao.game("fifangha").start()
    moves = list(start.legal_moves())
    scored = CompiledSearch().scores(start, moves, 4, 50_000)
    assert sorted(str(move) for _, move in scored) == sorted(map(str, moves))
    assert [score for score, _ in scored] == sorted((score for score, _ in scored), reverse=True)


def test_games_without_a_codec_have_no_compiled_search() -> None:
    assert COMPILED_SEARCH.by(lalao.game("fanorona")) is None
    own = COMPILED_SEARCH.by(lalao.game("fifangha"))
    assert own is not None
    assert isinstance(own(), CompiledSearch)


def test_perfect_wins_fifangakely_against_the_strongest_level() -> None:
    game = lalao.game("fifangakely")
    players = (player("perfect", game), player("level:8", game, 1))
    record = Record.begin(game.start())
    while not record.outcome():
        position = record.last.position
        record.play(players[0 if position.to_move is Side.SOUTH else 1].choose(position))
    assert record.result == "1-0"
    assert len(record.moves()) <= 17
