"""Laws of teaching and play: hints, reviews, puzzles, counts and perfect players agree with plain minimax.

The positions are drawn at random, the same number of each kind: won, drawn, lost, and with a single legal move. In some
of them only a part of the moves is solved, and the rest has opinions of a search. The values come from `tests.naive`.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from random import Random

import pytest

import lalao
from lalao.engine import player
from lalao.engine.analysis import Info, Line, Score
from lalao.engine.matches import drawn_layout
from lalao.engine.searchers import agrees_to_draw
from lalao.games.fang import Fang
from lalao.games.game import AnyPosition
from lalao.games.registry import game_as
from lalao.record import Record
from lalao.solve import Answer, Margin, MoveAnswer
from lalao.solve.answer import best_first, unsolved
from lalao.solve.answer import worth as derived
from lalao.teach.annotating import BLUNDER, DUBIOUS, MISTAKE, glyph_of
from lalao.teach.assessing import Assess, Assessed, Assessment, assessor, informed, joined, remembering
from lalao.teach.claims import (
    AllReplies,
    Better,
    Change,
    Claim,
    Forced,
    MarginChange,
    NothingSaves,
    OnlyMove,
    Opinion,
    Reply,
    Status,
)
from lalao.teach.explaining import Explanation, explain, ladder
from lalao.teach.family import teaching
from lalao.teach.laying import START, WAIT, other_starts, starting
from lalao.teach.progress import Tally, by_pupil
from lalao.teach.puzzles import posed, question
from lalao.teach.reviewing import LEAST_CHOICE, Moment, SideReview, review
from lalao.teach.worths import Lead, Level, Worth, as_json, fits, is_better, signed
from lalao.values import DRAW, UNKNOWN, Unknown, Value
from tests.endgames import judge_of, positions_of
from tests.naive import solving
from tests.patience import drawing, often

GAMES = ("fang-4", "fang-6-guarded", "fafy", "fafy-misere", "fafy-impartial", "fanorona-telo", "fanorona-libre-telo")
KINDS = {
    "fang": ("won", "drawn", "lost"),
    "fafy": ("won", "lost", "forced"),
    "fanorona": ("won", "drawn", "lost", "forced"),
}
PIECES = 4
OF_A_KIND = often(4, nightly=60)
NEAR_THE_END = 4
"""Seeds in the reserves of Fang, and pits of a row of Fafy, that plain minimax follows at once."""


@cache
def truth(position: AnyPosition) -> Worth:
    """Return the worth of a position for the side to move, by plain minimax."""
    name, text = position.game.id, str(position)
    if name.startswith("fang"):
        lead = Lead.of(*solving.fang_margin(name, text))
        return lead if position.to_move.is_first else lead.before()
    if name.startswith("fafy"):
        return Value(solving.wins(name, text), solving.plies(name, text))
    value = judge_of(name, PIECES).truth(text)
    assert value is not None
    return value


@cache
def moves_of(position: AnyPosition) -> dict[str, Worth]:
    """Return what each legal move is worth to the side that makes it."""
    return {str(move): truth(position._play(move)).before() for move in position.legal_moves()}


def is_worse(position: AnyPosition, move: str) -> bool:
    """Tell whether a move gives something away: seeds in Fang, plies in Fafy, the result in Fanorona."""
    best, own = truth(position), moves_of(position)[move]
    minded = teaching(position.game).minds_plies or isinstance(best, Lead)
    return is_better(best, own) if minded else best.sign > own.sign


def changes_the_result(position: AnyPosition, move: str) -> bool:
    """Tell whether a move leads to a worse result than the best: another winner, or in Fang fewer seeds."""
    return is_better(signed(truth(position)), signed(moves_of(position)[move]))


def anywhere(name: str, rng: Random) -> AnyPosition:
    """Draw an unfinished position that plain minimax solves at once."""
    game = lalao.game(name)
    while True:
        if name.startswith("fanorona"):
            position = game.position(rng.choice(positions_of(name, PIECES)))
        elif name.startswith("fafy"):
            position = drawn_layout(game, NEAR_THE_END, rng.randint(4, 8), rng)
        else:
            position = game.start()
        plies = rng.randint(0, 2) + (game_as(name, Fang).reserve * 2 - NEAR_THE_END if name.startswith("fang") else 0)
        for _ in range(plies):
            if position.outcome is None:
                position = position._play(rng.choice(position.legal_moves()))
        if position.outcome is None:
            return position


def kind_of(position: AnyPosition) -> str:
    """Name the kind of a position."""
    if len(position.legal_moves()) == 1:
        return "forced"
    return ("drawn", "won", "lost")[truth(position).sign]


@cache
def drawn(name: str, of_a_kind: int = OF_A_KIND) -> tuple[AnyPosition, ...]:
    """Draw the same number of positions of each kind that a game has."""
    rng, found = drawing("teaching", name), defaultdict[str, list[AnyPosition]](list)
    kinds = KINDS[name.split("-")[0]]
    while any(len(found[kind]) < of_a_kind for kind in kinds):
        position = anywhere(name, rng)
        if len(found[kind_of(position)]) < of_a_kind:
            found[kind_of(position)].append(position)
    return tuple(position for kind in kinds for position in found[kind])


def nobody(position: AnyPosition) -> Info:
    raise AssertionError(f"{position} is solved: nobody need think")


def exactly() -> Assess:
    """Return the program's own assessments, which must find all in these games by solving."""
    return assessor(nobody)


def in_part(rng: Random, share: float) -> Assess:
    """Return assessments in which this share of the moves is solved, and sometimes who wins the position besides.

    The rest has scores drawn at random. In Fang all moves of a position are solved, or none.
    """

    def assess(position: AnyPosition) -> Assessment:
        together = rng.random() < share
        moves = []
        for move in position.legal_moves():
            after, own = position._play(move), moves_of(position)[str(move)]
            told: Value | Unknown = UNKNOWN
            margin = None
            if isinstance(own, Lead):
                told, margin = (Value(own.sign, None), Margin(own.half, own.tibong)) if together else (UNKNOWN, None)
            elif after.outcome is not None or rng.random() < share:  # what ends the game is always known
                told = own
            moves.append(MoveAnswer(move, after, told, margin))
        true = truth(position)
        margin = Margin(true.half, true.tibong) if isinstance(true, Lead) and together else None
        value = derived(moves) if moves else unsolved(position).value
        if isinstance(true, Value) and rng.random() < share:  # as where a certificate proves who wins
            value = Value(true.sign, None)
        info = Info(1, tuple(sorted((opinion(move, rng) for move in moves), key=best, reverse=True)), 9, 0.0)
        return joined(Answer(position, value, margin, moves=best_first(moves)), lambda _: info)

    return remembering(assess)


def opinion(move: MoveAnswer, rng: Random) -> Line:
    return Line(Score(rng.randint(-900, 900)), (move.move,))


def best(line: Line) -> tuple[int, int]:
    return line.score.rank


def assessments(name: str) -> Iterator[Assess]:
    """Yield the program's own assessments, and some with gaps."""
    yield exactly()
    for share in (0.0, 0.3, 0.6, 0.9):
        yield in_part(drawing("gaps", name, share), share)


def is_provable(position: AnyPosition, assess: Assess) -> bool:
    """Tell whether an assessment proves of some move that no other is better."""
    here = assess(position)
    return here.worth is not None and any(
        move.worth is not None and not is_better(signed(here.worth), signed(move.worth)) for move in here.moves
    )


def reviewed(position: AnyPosition, move: str, assess: Assess) -> SideReview:
    """Review a game of this single move."""
    record = Record.begin(position)
    record.play(position.move(move))
    (told,) = (each for each in review(record, assess=assess).sides if each.side is position.to_move)
    return told


@pytest.mark.parametrize("name", GAMES)
def test_a_worth_that_is_stated_is_true_and_the_best_move_is_first(name: str) -> None:
    for assess in assessments(name):
        for position in drawn(name):
            here, true = assess(position), moves_of(position)
            assert sorted(move.move for move in here.moves) == sorted(true)
            assert here.worth is None or fits(here.worth, truth(position)), position
            for move in here.moves:
                assert move.worth is None or fits(move.worth, true[move.move]), (position, move)
                assert (move.worth is None) == (move.score is not None), (position, move)
            for one, other in pairwise(here.moves):
                assert one.worth is None or other.worth is None or not is_better(other.worth, one.worth), position
            assert (here.score is None) == (here.worth is not None)


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_called_proved_where_it_is_and_nowhere_else(name: str) -> None:
    statuses = set()
    for assess in assessments(name):
        for position in drawn(name):
            told = ladder(position, assess)
            about = f"{name} '{position}': {told.move}, {told.status}"
            assert (told.status is Status.PROVED) == is_provable(position, assess), about
            assert told.status is Status.OPINION or not changes_the_result(position, told.move), about
            said = str(told.steps(Level.PUPIL)[2].said)
            assert ("opinion" in said) == (told.status is Status.OPINION), said
            assert ("no move is better" in said) == (told.status is Status.PROVED), said
            statuses.add(told.status)
    assert statuses == {Status.PROVED, Status.OPINION}


@pytest.mark.parametrize(
    ("worth", "best", "status"),
    [
        (Value(1, 5), Value(1, 5), Status.PROVED),
        (Value(1, None), Value(1, None), Status.PROVED),
        (Value(1, None), DRAW, Status.OPINION),
        (DRAW, DRAW, Status.PROVED),
        (DRAW, None, Status.OPINION),
        (None, DRAW, Status.OPINION),
        (None, None, Status.OPINION),
    ],
)
def test_a_hint_is_proved_where_the_best_move_keeps_what_is_proved(
    worth: Value | None, best: Value | None, status: Status
) -> None:
    position = lalao.game("fanorona-telo").start()
    first, *others = map(str, position.legal_moves())
    moves = (Assessed(first, best, None if best else 300), *(Assessed(move, None, 0) for move in others))

    def assess(asked: AnyPosition) -> Assessment:
        return Assessment(position, worth, moves) if asked == position else assessor()(asked)

    assert ladder(position, assess).status is status


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_a_move_is_what_minimax_says(name: str) -> None:
    """Which moves are called forced, lost whatever is played, alone best, refuted; and what each leads to."""
    assess = exactly()
    for position in drawn(name):
        true, here = moves_of(position), truth(position)
        for move, own in true.items():
            told = explain(position, move, assess)
            said, about = claimed(told), f"{name} '{position}' {move}: {told.claims}"
            over = position.play(move).outcome is not None
            assert (Forced in said) == (len(true) == 1), about
            lost = isinstance(here, Value) and here.sign < 0 and len(true) > 1
            assert (NothingSaves in said) == lost, about
            others = [worth for text, worth in true.items() if text != move]
            alone = bool(others) and all(is_better(signed(own), signed(other)) for other in others)
            assert (OnlyMove in said) == alone, about
            assert bool(told.refutation) == (is_better(here, own) and not over), about
            assert Opinion not in said, about
            for change in (each for each in told.claims if isinstance(each, Change | MarginChange)):
                assert fits(change.before, here), about
                assert fits(change.after, own), about


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_with_gaps_is_true(name: str) -> None:
    """Every worth in a claim is that of its line, also where only some positions are solved."""
    said = set[type[Claim]]()
    for assess in assessments(name):
        for position in drawn(name):
            for move, own in moves_of(position).items():
                told, about = explain(position, move, assess), f"{name} '{position}' {move}"
                said.update(claimed(told))
                for claim in told.claims:
                    if isinstance(claim, STATED) and claim.worth is not None:
                        assert fits(claim.worth, after(position, claim.line)), f"{about}: {claim}"
                    if isinstance(claim, AllReplies):
                        replies = [worth.before() for worth in moves_of(position.play(move)).values()]
                        assert claim.count == len(replies), about
                        assert signed(claim.leads_to) == signed(min(replies)), about
                if told.refutation:
                    assert is_better(truth(position), own) or own.sign < 0, about
    assert said & {OnlyMove, Better}


STATED = (Change, OnlyMove, Better, Reply)
"""Kinds of claims whose worth is that of their line."""


def after(position: AnyPosition, line: tuple[str, ...]) -> Worth:
    """Return what a position is worth to the side to move once a line is played in it."""
    here = position
    for text in line:
        here = here.play(text)
    worth = truth(here)
    for _ in line:
        worth = worth.before()
    return worth


@pytest.mark.parametrize("name", GAMES)
def test_what_the_next_position_proves_is_true_of_this_one(name: str) -> None:
    """Also where the worth of the position itself is found only so."""
    for assess in assessments(name):
        for position in drawn(name):
            for move in map(str, position.legal_moves()):
                here = informed(assess(position), move, assess(position.play(move)))
                assert here.worth is None or fits(here.worth, truth(position)), (position, move)
                assert all(
                    each.worth is None or fits(each.worth, moves_of(position)[each.move]) for each in here.moves
                ), (position, move)


@pytest.mark.parametrize("name", ["fafy", "fafy-impartial"])
def test_it_matters_who_starts_where_the_same_side_of_the_choice_wins_either_way(name: str) -> None:
    answers = set()
    for assess in assessments(name):
        for position in drawn(name):
            told = starting(position, assess)
            own, others = truth(position), truth(other_starts(position))
            known = assess(position).worth is not None and assess(other_starts(position)).worth is not None
            wanted = {(1, 1): START, (-1, -1): WAIT}.get((own.sign, others.sign)) if known else None
            assert told == wanted, f"{name} '{position}'"
            answers.add(told)
    assert answers == {START, WAIT, None}


def test_plies_count_only_where_both_are_known() -> None:
    """A win without its plies is neither better nor worse than one with them."""
    signs = [(Value(sign, None), Value(sign, plies)) for sign in (-1, 1) for plies in (1, 6)]
    for one, other in signs:
        assert not is_better(one, other)
        assert not is_better(other, one)
    assert is_better(Value(1, 3), Value(1, 5))
    assert is_better(Value(-1, 5), Value(-1, 3))


def claimed(told: Explanation) -> set[type[Claim]]:
    return {type(claim) for claim in told.claims}


@pytest.mark.parametrize("name", GAMES)
def test_a_review_counts_what_is_kept_and_what_is_given_away(name: str) -> None:
    assess, given = exactly(), set[bool]()
    for position in drawn(name):
        true = moves_of(position)
        for move in true:
            told = reviewed(position, move, assess)
            about = f"{name} '{position}' {move}: {told}"
            given.add(is_worse(position, move))
            assert (told.moves, told.proved) == (1, 1), about
            assert len(told.moments) == is_worse(position, move), about
            good = {other for other in true if other != move and not is_worse(position, other)}
            for moment in told.moments:
                check_moment(moment, about)
                assert moment.status is Status.PROVED, about
                assert set(moment.as_good) == good, about
                changed = truth(position).sign != true[move].sign
                assert glyph_of(moment) == (BLUNDER if changed else MISTAKE), about
            only = len(true) >= LEAST_CHOICE and not any(
                not changes_the_result(position, other) for other in true if other != move
            )
            alone = only and not changes_the_result(position, move) and not is_worse(position, move)
            praised = any(isinstance(claim, OnlyMove) for merit in told.merits for claim in merit.claims)
            assert praised == (alone and truth(position).sign >= lowest(position)), about
    assert given == {False, True}


def lowest(position: AnyPosition) -> int:
    """Return the lowest result that is praised: in Fang a lost game can be lost by more."""
    return -1 if isinstance(truth(position), Lead) else 0


def check_moment(moment: Moment, about: str) -> None:
    """Check what a moment states of the move played and of the better one."""
    true = moves_of(moment.position)
    for stated in (moment.played, moment.better):
        assert stated.worth is None or fits(stated.worth, true[stated.move]), about
    assert moment.move not in moment.as_good, about
    assert moment.better.move in moment.as_good, about
    if moment.status is Status.PROVED:
        assert is_worse(moment.position, moment.move), about
        # where the position is not known, a move that is not known may be better still
        assert is_better(true[moment.better.move], true[moment.move]), about


@pytest.mark.parametrize("name", GAMES)
def test_a_move_proved_to_keep_what_is_proved_gives_nothing_away(name: str) -> None:
    """Also where the search likes an unproved move better; and a mistake that is called proved is one."""
    moments = 0
    for assess in assessments(name):
        for position in drawn(name):
            here = assess(position)
            for move in map(str, position.legal_moves()):
                told = reviewed(position, move, assess)
                after = position.play(move)
                known = informed(here, move, assess(after))
                own = known.of(move).worth
                kept = known.worth is not None and own is not None and not is_better(known.worth, own)
                about = f"{name} '{position}' {move}: {here}"
                for moment in told.moments:
                    check_moment(moment, about)
                    if moment.status is Status.PROVED and known.worth is not None:
                        assert not is_worse(position, moment.better.move), about
                    assert not kept, about
                    assert (glyph_of(moment) == DUBIOUS) == (moment.status is Status.OPINION), about
                    moments += 1
    assert moments


@pytest.mark.parametrize("name", GAMES)
def test_won_positions_given_away_are_those_of_plain_minimax(name: str) -> None:
    """A draw or a loss, kept or made worse, shows nothing, nor does a position that every move wins."""
    for position in drawn(name):
        true = moves_of(position)
        could = truth(position).sign > 0 and any(other.sign <= 0 for other in true.values())
        for move, own in true.items():
            record = Record.begin(position, "Awa", "Soa")
            record.play(position.move(move))
            mover = "Awa" if position.to_move.is_first else "Soa"
            thrown = int(could and own.sign <= 0)
            counted = by_pupil([record])[mover]
            about = f"{name} '{position}' {move}"
            assert (counted.moves, counted.judged, counted.thrown) == (1, int(could), thrown), about


def test_who_keeps_a_draw_throws_no_win_away() -> None:
    position = lalao.game("fanorona-telo").position(drawn_endgame())
    kept = next(move for move, worth in moves_of(position).items() if worth.sign == 0)
    record = Record.begin(position, "Awa", "Soa")
    record.play(position.move(kept))
    assert sum(by_pupil([record]).values(), Tally()) == Tally(moves=1)


def drawn_endgame() -> str:
    """Return the first drawn endgame of `positions_of` with several moves that do not all keep the draw."""
    game = lalao.game("fanorona-telo")
    return next(
        text
        for text in positions_of(game.id, PIECES)
        if game.position(text).outcome is None
        and {worth.sign for worth in moves_of(game.position(text)).values()} == {0, -1}
    )


@pytest.mark.parametrize("name", [name for name in GAMES if name != "fafy-misere"])
def test_a_puzzle_has_the_answers_of_plain_minimax_and_asks_for_what_they_bring(name: str) -> None:
    assess, made = exactly(), 0
    for position in drawn(name, 3 * OF_A_KIND):
        puzzle, family = posed(position, assess, range(2, 100)), teaching(position.game)
        true, here = moves_of(position), truth(position)
        right = tuple(move for move in true if not changes_the_result(position, move))
        alone = 0 < len(right) < len(true) and all(family.are_kin(right[0], move) for move in right)
        wanted = alone and (isinstance(here, Lead) or here.sign > 0)
        assert (puzzle is not None) == wanted, f"{name} '{position}': {puzzle}"
        if puzzle:
            made += 1
            assert sorted(puzzle.accepted) == sorted(right), position
            assert ("wins" in str(question(puzzle))) == (not isinstance(here, Lead)), position
    assert made


@pytest.mark.parametrize("name", GAMES)
def test_the_worth_in_documents_is_the_true_one(name: str) -> None:
    """As the server and the commands write reviews: a point is seen by the first side, a move by its player."""
    assess = exactly()
    for position in drawn(name):
        move = str(position.legal_moves()[-1])
        record = Record.begin(position)
        record.play(position.move(move))
        told = review(record, assess=assess)
        for point, here in zip(told.points, (position, position.play(move)), strict=True):
            true = truth(here)
            signs = true.sign if here.to_move.is_first else -true.sign
            assert point.worth is not None
            assert point.worth.sign == signs, here
            assert point.shown().proved == as_json(point.worth)


@pytest.mark.parametrize("name", GAMES)
def test_perfect_players_keep_the_value_and_agree_to_draws_where_they_cannot_win(name: str) -> None:
    perfect = player("perfect", lalao.game(name))
    for position in drawn(name):
        true = truth(position)
        assert moves_of(position)[str(perfect.choose(position))] == true, position
        assert agrees_to_draw([position], position.to_move) == (true.sign <= 0), position
        assert agrees_to_draw([position], position.to_move.other) == (true.sign >= 0), position


WORTHS: tuple[Callable[[int], Worth], ...] = (lambda number: Lead.of(number, 0), lambda number: Value(1, 99 - number))


@pytest.mark.parametrize("worth", WORTHS)
def test_better_worths_are_higher(worth: Callable[[int], Worth]) -> None:
    ordered = [worth(number) for number in range(1, 9)]
    for low, high in pairwise(ordered):
        assert is_better(high, low)
        assert not is_better(low, high)
        assert not is_better(low, low)
