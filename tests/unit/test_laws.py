"""Laws over random play: texts round-trip, events rebuild the position, only legal moves pass."""

import random
from itertools import product

import pytest

import lalao
from lalao import perft, reachable
from lalao.events import audit, things
from lalao.games.fafy.rules import Fafy
from lalao.games.fang.rules import Fang
from lalao.games.fanorona.rules import RULESETS, Fanorona
from lalao.games.fifangha.rules import Fifangha
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from tests.patience import drawing, often
from tests.symmetry import symmetric

GAMES = often(2, nightly=100)
LONGEST = 250


def check_texts(position: AnyPosition, moves: list[object]) -> None:
    """Check that a position and these of its moves round-trip through their texts."""
    again = position.game.position(str(position))
    assert again == position
    assert hash(again) == hash(position)
    assert repr(position) == f"lalao.game('{position.game.id}').position('{position}')"
    for move in moves:
        assert position.move(str(move)) == move


def check_turn(position: AnyPosition, move: object) -> AnyPosition:
    """Check that a move's events lead from the contents before to those after; return the position after it."""
    events, after = position.events(move), position._play(move)
    before, reached = position.contents(), audit(position.contents(), events)
    assert things(before) == things(reached) == things(after.contents())
    assert {place: lying for place, lying in reached.items() if lying} == {
        place: lying for place, lying in after.contents().items() if lying
    }
    for side in (position.to_move, after.to_move):
        laid = position.from_contents(after.contents(), side)
        assert (laid.game, laid.to_move) == (position.game, side)
        assert laid.contents() == after.contents()
    return after


def check_refusals(position: AnyPosition, strangers: list[object]) -> None:
    """Check that a move is accepted if and only if it is legal, whether given as a value or as a text."""
    legal = set(position.legal_moves())
    for move in strangers:
        if move in legal:
            position.play(move)
            continue
        with pytest.raises(lalao.LalaoError):
            position.play(move)
        if str(move) not in {str(known) for known in legal}:
            try:
                other_path = position.move(str(move))
            except lalao.LalaoError:
                continue
            assert other_path in legal


def check_symmetry(position: AnyPosition) -> None:
    """Check that symmetries keep the counts, and that some symmetry leads back."""
    for twin in symmetric(position):
        assert position in symmetric(twin)
        assert perft(twin, 1) == perft(position, 1)


@pytest.mark.parametrize("name", lalao.LISTED)
def test_laws(name: str) -> None:
    rng = drawing(name)
    game = lalao.game(name)
    strangers: list[object] = []
    for _ in range(GAMES):
        position = game.start()
        for ply in range(LONGEST):
            moves = position.legal_moves()
            assert (position.outcome is None) == bool(moves)
            if not moves:
                break
            if ply % 8 == rng.randrange(8):
                check_texts(position, rng.sample(moves, min(6, len(moves))))
                check_symmetry(position)
                position.turn(rng.choice(moves))
                check_refusals(position, rng.sample(strangers, min(4, len(strangers))))
            move = rng.choice(moves)
            strangers = [*strangers[-60:], move]
            position = check_turn(position, move)


@pytest.mark.parametrize("name", lalao.LISTED)
def test_symmetry_keeps_perft(name: str) -> None:
    position, rng = lalao.game(name).start(), random.Random(name)
    for _ in range(often(2, nightly=8)):
        for twin in symmetric(position):
            assert perft(twin, 2) == perft(position, 2)
        if position.outcome:
            break
        position = position.play(rng.choice(position.legal_moves()))


def test_positions_of_different_games_are_never_equal() -> None:
    assert lalao.game("fang-4").start() != lalao.game("fang-4-guarded").start()
    assert lalao.game("fang-4").start() == lalao.game("fang-4").position("0.1.1.0 3+3 S")


def test_quiet_plies_count_for_equality_and_not_for_the_key() -> None:
    game = lalao.game("fanorona-telo")
    one, other = game.position("2B/3/W2 w"), game.position("2B/3/W2 w quiet=3")
    assert one != other
    assert one.key == other.key


@pytest.mark.parametrize("name", ["fang-4", "fafy", "fifangakely", "fanorona-telo"])
def test_turns_and_positions_are_counted_by_going_through_them(name: str) -> None:
    """Every sequence of moves is played out, its positions kept as texts without quiet plies."""
    start = lalao.game(name).start()
    played, seen = [start], {str(start): 0}
    for plies in range(4):
        assert perft(start, plies) == len(played)
        found = reachable(start, plies)
        assert {str(position).partition(" quiet")[0]: depth for position, depth in found.items()} == seen
        assert list(found.values()) == sorted(found.values())
        played = [position.play(move) for position in played for move in position.legal_moves()]
        for position in played:
            seen.setdefault(str(position).partition(" quiet")[0], plies + 1)


@pytest.mark.parametrize(
    ("name", "text", "lead"),
    [
        # 100 for each of 3 − 5 seeds in the halves, 1 for each of 2 − 1 in the tibongs; then seen by North
        ("fang-4", "2.1.4.1 0+0 S", -199),
        ("fang-4", "2.1.4.1 0+0 N", 199),
        # South may sow pits 1 and 2, North pit 2: three seeds in pit 3 have no room
        ("fafy", "1.1.3 S", 1),
        ("fafy", "1.1.3 N", -1),
        ("fafy-misere", "1.1.3 S", -1),
        ("fafy-impartial", "1.1.3 S", 0),
        # 1 + 2 seeds, the 2 of the inner row counted twice, against 1, counted twice
        ("fifangakely", "0.0.0.0/1.0.0.0/2.0.0.0/1.0.0.0 14+14 S", 3),
        ("fifangakely", "0.0.0.0/1.0.0.0/2.0.0.0/1.0.0.0 14+14 N", -3),
        ("fanorona-telo", "1BB/1W1/WW1 w", 1),
        ("fanorona-telo", "1BB/1W1/WW1 b", -1),
    ],
)
def test_the_balance_counted_by_hand(name: str, text: str, lead: int) -> None:
    assert game(name).position(text).balance() == lead


def test_a_game_made_anew_is_the_game() -> None:
    """The options make the id, by which a game is found."""
    made: list[Game] = [
        *(Fang(4, *chosen) for chosen in product((False, True), repeat=2)),
        *(Fafy(*chosen) for chosen in product((False, True), repeat=3)),
        *(Fifangha(columns) for columns in (4, 6, 8)),
        *(
            Fanorona(ruleset, *board, vela=vela)
            for ruleset, board, vela in product(RULESETS, ((3, 3), (5, 5), (5, 9), (7, 7), (3, 7)), (False, True))
        ),
    ]
    for each in made:
        known = game(each.id)
        assert known == each
        assert known is not each
        assert vars(known) == vars(each)
    assert len({each.id for each in made}) == len(made)
    for pits, reserve, small in ((4, 3, True), (12, 7, True), (14, 8, False)):
        assert (Fang(pits).reserve, Fang(pits).small) == (reserve, small)


def test_small_games_are_solved_as_they_are_played() -> None:
    small = ("fang-4", "fang-12", "fafy-misere", "sowing", "fifangakely", "fifangha-4", "fanorona-telo")
    large = ("fang-14", "fifangha-6", "fifangha", "fanorona-dimy", "fanorona-3x7", "fanorona-souffle-telo")
    for name in (*small, "fanorona-strict-telo", "fanorona-3x5", "fanorona-libre-5x3"):
        assert game(name).small is True, name
    for name in (*large, "fanorona-telo-vela", "fanorona-souffle-telo-vela", "fanorona"):
        assert game(name).small is False, name


@pytest.mark.parametrize("name", [name for name in lalao.LISTED if "fanorona" in name])
def test_positions_called_alike_are(name: str) -> None:
    """The mirror image, the board turned round with the colours swapped, and both; Vela and huffing go along."""
    rng = random.Random(name)
    for _ in range(5):
        position = game(name).start()
        for _ in range(30):
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
            keys = {twin.key for twin in game(name).family.alike(position)}
            mirrored, turned = symmetric(position)
            assert keys == {mirrored.key, turned.key, symmetric(mirrored)[1].key}


@pytest.mark.parametrize(
    ("name", "position", "after"),
    [
        # six seeds on four pits: the two left over go on from the tibong, or stay in the last pit
        ("fang-4", "1.0.5.0 1+1 S", "3.2.1.1 0+1 N"),
        ("fang-4-last", "1.0.5.0 1+1 S", "2.1.1.3 0+1 N"),
        ("fang-4", "1.0.5.0 1+1 N", "2.1.2.2 1+0 S"),
        ("fang-4-last", "1.0.5.0 1+1 N", "4.1.1.1 1+0 S"),
        # five: one is left over
        ("fang-4", "1.0.4.1 1+1 S", "3.1.1.2 0+1 N"),
        ("fang-4-last", "1.0.4.1 1+1 S", "2.1.1.3 0+1 N"),
    ],
)
def test_more_seeds_than_pits_are_sown(name: str, position: str, after: str) -> None:
    assert str(game(name).position(position).play("3")) == after


def test_a_guarded_tibong_is_attacked_from_two_seeds_on() -> None:
    guarded, free = game("fang-4-guarded"), game("fang-4")
    for position, moves in (("2.1.1.0 2+2 S", "123"), ("0.1.1.2 2+2 N", "234"), ("1.1.1.1 2+2 S", "23")):
        assert "".join(str(move) for move in guarded.position(position).legal_moves()) == moves
    assert "".join(str(move) for move in free.position("1.1.1.1 2+2 S").legal_moves()) == "1234"


def test_an_agreed_row_of_fafy_has_nine_to_twelve_seeds() -> None:
    rng = random.Random(7)
    rows = [Fafy().agreed_start(rng).pits for _ in range(400)]
    assert {len(row) for row in rows} == {6, 7, 8}
    assert {sum(row) for row in rows} == {9, 10, 11, 12}
    assert min(map(min, rows)) == 1
    assert len({row for row in rows if len(row) == 8 and sum(row) == 9}) > 1


def test_the_rows_that_follow_are_those_of_the_moves() -> None:
    fafy = Fafy()
    start = fafy.start()
    assert fafy.followers(start.pits, start.to_move) == [start._play(move).pits for move in start.legal_moves()]
    other = fafy.position(f"{'.'.join(map(str, start.pits))} N")
    assert fafy.followers(start.pits, other.to_move) == [other._play(move).pits for move in other.legal_moves()]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("fafy", "9998.1 S"),
        ("fifangakely", "0.0.0.0/1.0.0.0/2.0.0.0/1.0.0.0 14+14 S quiet=999999999"),
        ("fanorona-telo", "1BB/1W1/WW1 w quiet=999999999"),
    ],
)
def test_numbers_are_read_up_to_their_limit(name: str, text: str) -> None:
    assert str(game(name).position(text)) == text
