"""Games of one's own: values as published and as naive searches find them, and what holds of every game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pycgt
import pytest

import lalao
from lalao.adapters import batch, gymnasium, pettingzoo
from lalao.adapters.steps import MOST_NUMBERED, Match
from lalao.engine import player
from lalao.errors import ArgumentError, IllegalMoveError, NotationError, TooLargeError, UnknownGameError
from lalao.solve import exhaustive
from lalao.solve.exhaustive import graph_from
from lalao.teach.puzzles import make
from lalao.values import DRAW, UNKNOWN, Value
from tests.owngame import CODE, naive, names, registering
from tests.patience import drawing, often

PAGE = names()
Nim, ToadsAndFrogs, Clobber = PAGE["Nim"], PAGE["ToadsAndFrogs"], PAGE["Clobber"]


class Kayles(lalao.Ruleset[str]):
    """Knock down one pin, or two that stand side by side. Whoever takes the last pin wins."""

    begins = "ooooo"
    impartial = True
    least = 1

    def options(self, pins: str, side: lalao.Side, /) -> Iterator[tuple[str, str]]:
        points = self.points(pins)
        for taken in range(self.least, 3):
            for at in range(len(pins) - taken + 1):
                if pins[at : at + taken] == "o" * taken:
                    places = "-".join(points[each] for each in range(at, at + taken))
                    yield places, pins[:at] + "." * taken + pins[at + taken :]

    def parts(self, pins: str, /) -> list[str]:
        return [row for row in pins.split(".") if row]


class DawsonsKayles(Kayles):
    """Knock down two pins that stand side by side. Whoever cannot loses."""

    least = 2


class Circle(lalao.Ruleset[int]):
    """Walk round for ever, or stop. Whoever cannot move loses."""

    begins = 0

    def options(self, state: int, side: lalao.Side, /) -> list[tuple[str, int]]:
        return {0: [("go", 1)], 1: [("back", 0), ("stop", 2)], 2: [("end", 3)]}.get(state, [])

    def board(self, state: int, /) -> tuple[int, ...]:
        return tuple(int(place == state) for place in range(4))

    def from_board(self, board: lalao.Board, /) -> int:
        return [*board].index(1)


WINNING_WAYS = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7]
"""The nimbers of rows of 0 to 23 pins in Kayles (Winning Ways, chapter 4)."""
DAWSON = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0]
"""Those of Dawson's Kayles, 0.07 (Winning Ways, chapter 4), for rows of 0 to 25 pins."""


def test_nimbers_of_nim_are_exclusive_ors() -> None:
    heaps = [(a, b, c) for a in range(5) for b in range(5) for c in range(5)]
    assert lalao.nimbers(heaps, Nim()) == [a ^ b ^ c for a, b, c in heaps]


@pytest.mark.parametrize(("game", "published"), [(Kayles(), WINNING_WAYS), (DawsonsKayles(), DAWSON)])
def test_nimbers_of_kayles_are_the_published_ones(game: Kayles, published: list[int]) -> None:
    assert lalao.nimbers(["." + "o" * pins for pins in range(len(published))], game) == published


def options(*parts: Any) -> pycgt.Game:
    """Return a game from its options: those of Left, then those of Right."""
    return pycgt.Game.of(*parts)


@pytest.mark.parametrize("toads", range(2, 6))
def test_toads_with_three_points_and_two_frogs(toads: int) -> None:
    """T^a □□□ FF = {a - 2 | a - 2}: conjecture E2 of Erickson (1996), proved by Thanatipanonda and Zeilberger."""
    (found,) = lalao.canonical_forms(["T" * toads + "...FF"], ToadsAndFrogs())
    assert found == options([pycgt.integer(toads - 2)], [pycgt.integer(toads - 2)])


@pytest.mark.parametrize(("toads", "frogs"), [(3, 2), (4, 2), (4, 3), (5, 2), (5, 3), (5, 4)])
def test_toads_with_two_points_and_fewer_frogs(toads: int, frogs: int) -> None:
    """T^a □□ F^b = {{a - 3 | a - b} | {* | 3 - b}} for a > b ≥ 2: conjecture E1 of Erickson, proved since."""
    (found,) = lalao.canonical_forms(["T" * toads + ".." + "F" * frogs], ToadsAndFrogs())
    left = options([pycgt.integer(toads - 3)], [pycgt.integer(toads - frogs)])
    right = options([pycgt.STAR], [pycgt.integer(3 - frogs)])
    assert found == options([left], [right])


def test_clobber_has_the_values_of_cgsuite() -> None:
    """CGSuite's own tests: ``game.grid.Clobber("xox|ox.")`` is ``{^^*|*,v}``."""
    found, pair, three = lalao.canonical_forms(["WBW/BW.", "WB", "WBB"], Clobber())
    two_up_star = pycgt.UP + pycgt.UP + pycgt.STAR
    assert found == options([two_up_star], [pycgt.STAR, -pycgt.UP])
    assert (pair, three) == (pycgt.STAR, -pycgt.UP)


def drawn(game: Any, rng: Random, most: int) -> Any:
    """Return a position that is reached by up to `most` random moves."""
    position = game.start()
    for _ in range(rng.randrange(most + 1)):
        if position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
    return position


GAMES = [Nim(), Kayles(), DawsonsKayles(), ToadsAndFrogs(), Clobber()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_solve_finds_what_a_naive_search_finds(game: Any) -> None:
    rng, plies = drawing("naive", game.id), naive(game)
    for _ in range(often(8, 100)):
        position = drawn(game, rng, 6)
        found, expected = lalao.solve(position), plies(position.state, position.to_move)
        assert found.value == Value(1 if expected > 0 else -1, abs(expected))
        for move in found.moves:
            there: Any = move.position
            after = plies(there.state, there.to_move)
            assert move.value == Value(-1 if after > 0 else 1, abs(after) + 1)
        assert len(found.line) == found.value.plies
        if found.moves:
            assert (found.outcome_class in ("N", "L" if position.to_move.is_first else "R")) == (expected > 0)


@pytest.mark.parametrize("most", [1, 5, 20, 60, 200, 1_000])
@pytest.mark.parametrize("name", ["fang-4", "fafy", "fanorona-telo", "fanorona-souffle-telo"])
def test_a_small_budget_claims_nothing_wrong(name: str, most: int) -> None:
    """What is reported before all positions are visited is what the game's own solver or tables know."""
    rng = drawing(name, most)
    for _ in range(often(5, 50)):
        position = drawn(lalao.game(name), rng, 8)
        found, known = exhaustive.solve(position, most), lalao.solve(position)
        signs = {str(move.move): move.value for move in known.moves}
        for claim, truth in [
            (found.value, known.value),
            *((each.value, signs[str(each.move)]) for each in found.moves),
        ]:
            if isinstance(claim, Value) and isinstance(truth, Value):
                assert claim.sign == truth.sign
                assert not (claim.plies and truth.plies) or claim.plies == truth.plies


def test_play_that_may_go_on_for_ever_is_drawn_unless_somebody_can_end_it() -> None:
    game = Circle()
    values = {state: lalao.solve(game.position(text)).value for state, text in enumerate(("1.0.0.0 S", "0.1.0.0 S"))}
    assert values == {0: DRAW, 1: DRAW}
    assert lalao.solve(game.position("0.0.1.0 S")).value == Value(1, 1)


def test_a_budget_that_is_too_small_says_so() -> None:
    unknown = lalao.solve(Clobber().position("WBW/BWB W"), most=3)
    assert str(unknown.remark) == "in how many plies is not known: more than 3 moves would have to be followed"
    circle = exhaustive.solve(lalao.game("fanorona-dimy").start(), most=100)
    assert circle.value == UNKNOWN
    assert "more than 100 moves" in str(circle.remark)
    with pytest.raises(TooLargeError, match="a solver of its own"):
        lalao.solve(lalao.game("fang").start(), most=100)


def test_the_last_graph_does_not_change_what_a_budget_allows() -> None:
    start = Nim().start()
    whole = lalao.solve(start)
    assert whole.remark is None
    assert lalao.solve(start, most=20).remark is not None
    assert graph_from(start, 20).is_complete is False


def test_misere_play_is_searched() -> None:
    game = Nim()
    game.misere = True
    for text, wins in (("ooo", True), ("o", False), ("o../o..", True), ("oo./oo.", False)):
        assert (lalao.solve(game.position(f"{text} W")).value > DRAW) == wins
    with pytest.raises(NotationError, match="has no nimbers"):
        lalao.nimbers([(1,)], game)


def test_a_game_that_says_wrongly_that_it_is_impartial_is_refused() -> None:
    game = ToadsAndFrogs()
    game.impartial = True
    with pytest.raises(ArgumentError, match=r"toads-and-frogs is not impartial: in T\.F"):
        lalao.nimbers(["T.F"], game)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_laws_of_positions(game: Any) -> None:
    """Texts and contents come back, events lead from one position to the next, and moves are paths of taps."""
    rng, position = drawing("laws", game.id), game.start()
    while position.outcome is None:
        assert game.position(str(position)) == position
        assert position.from_contents(position.contents(), position.to_move) == position
        assert [move for _, move, _ in position.paths()] == list(position.legal_moves())
        for move in position.legal_moves():
            _, after = position.turn(move)
            assert after == position.play(move)
        move = rng.choice(position.legal_moves())
        assert position.picture(move, legal=True).draw()
        position = position.play(move)
    assert position.outcome.winner is position.to_move.other


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ooo", "'ooo' is not a position: write the board and the side to move, such as ooo../oooo./ooooo W"),
        ("oxo W", "'oxo' is not a board of nim: write it as ooo../oooo./ooooo"),
        ("oo/o W", "'oo/o' is not a board of nim: write it as ooo../oooo./ooooo"),
        ("ooooo/ooooo/ooooo W", "'ooooo/ooooo/ooooo W' holds more than the start of nim: ooo../oooo./ooooo W"),
    ],
)
def test_wrong_positions_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        Nim().position(text)
    assert str(refused.value) == sentence


def test_a_wrong_move_is_refused() -> None:
    with pytest.raises(
        IllegalMoveError, match="'e3' is not a move here: choose one of a3, b3, c3, a2, b2, c2, d2, a1, …"
    ):
        Nim().start().play("e3")


def test_boards_that_are_not_read_are_refused() -> None:
    class Shown(Circle):
        from_board = lalao.Ruleset.from_board

    with pytest.raises(ArgumentError, match="shown reads no boards: write from_board"):
        Shown().position("1.0.0.0 S")


def test_two_moves_with_one_text_are_refused() -> None:
    class Twice(lalao.Ruleset[str]):
        begins = "W"

        def options(self, state: str, side: lalao.Side, /) -> list[tuple[str, str]]:
            return [("a1", "."), ("a1", "B")]

    with pytest.raises(ArgumentError, match="'a1' stands for two moves of twice"):
        Twice().start().legal_moves()


@pytest.fixture
def registered() -> Iterator[Any]:
    """Register Nim for one test."""
    game = Nim()
    with registering(game):
        yield game


def test_a_registered_game_has_no_batches(registered: Any) -> None:
    with pytest.raises(UnknownGameError, match=f"there are no batches of '{registered.id}'"):
        batch.env("nim", 1)


def test_a_registered_game_is_found_listed_and_replaced(registered: Any) -> None:
    assert lalao.game("nim") is registered
    assert lalao.LISTED[-1] == "nim"
    again = Nim()
    lalao.register(again)
    assert lalao.game("nim") is again
    assert lalao.LISTED.count("nim") == 1
    for name in ("fang", "fafy-impartial", "fang-10", "fanorona"):
        again.id = name
        with pytest.raises(ArgumentError, match=f"there is a game '{name}' already"):
            lalao.register(again)


def test_perfect_players_and_levels_play_it(registered: Any) -> None:
    perfect, level = player("perfect", registered), player("level:4", registered, seed=1)
    position = registered.start()
    while position.outcome is None:
        chooser = perfect if position.to_move.is_first else level
        position = position.play(chooser.choose(position))
    assert position.outcome.winner is registered.sides[0]


def test_puzzles_are_made_from_its_solver(registered: Any) -> None:
    for puzzle in make(registered, 1, seed=1):
        keeping = [str(each.move) for each in lalao.solve(puzzle.position).moves if each.value > DRAW]
        assert keeping == [puzzle.solution[0]]


def test_taps_are_its_actions(registered: Any) -> None:
    match = Match("nim")
    assert not match.numbered_moves
    assert sorted(match.named(action) for action in match.legal()) == sorted(registered.start().legal_moves())
    match.act(match.numbered("b3"))
    assert str(match.position) == "o..../oooo./ooooo B"


def test_moves_without_places_are_numbered() -> None:
    game = Circle()
    with registering(game):
        match = Match("circle")
        assert match.numbered_moves
        assert (match.actions, match.legal()) == (MOST_NUMBERED + 1, [0])
        match.act(0)
        assert (str(match.position), match.legal()) == ("0.1.0.0 N", [0, 1])
        both = pettingzoo.env("circle")
        both.reset()
        both.step(0)
        assert both.last()[4] == {
            "position": "0.1.0.0 N",
            "moves": [str(move) for move in match.position.legal_moves()],
        }
        alone = gymnasium.env("circle", "random")
        told = alone.reset(seed=1)[1]
        assert told["position"] == str(match.start)
        while told["moves"]:
            _, _, over, _, told = alone.step(np.int64(0))
        assert over
        assert Match("fang-6").told() == {}


def test_the_page_builds_a_game_in_forty_lines() -> None:
    assert len(CODE[0].splitlines()) <= 40
