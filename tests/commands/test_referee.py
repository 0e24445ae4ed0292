"""The referee's check: every legal turn is recognised in every game, and everything else is explained."""

import json
import random
from pathlib import Path

import pytest

import lalao
from lalao.errors import NotationError
from lalao.events import Contents
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from lalao.locale import LANGUAGES, words
from lalao.tournament.referee import agrees, check
from tests.shell import sh

SMALL = [name for name in lalao.LISTED if "fanorona" not in name or name.endswith(("telo", "dimy", "telo-vela"))]


def reached(chosen: Game, rng: random.Random, plies: int) -> AnyPosition:
    position = chosen.start()
    for _ in range(plies):
        if position.outcome:
            break
        position = position._play(rng.choice(position.legal_moves()))
    return position


def written(position: AnyPosition) -> str:
    """Return only the board, as somebody would note it."""
    return str(position).split(" ")[0]


@pytest.mark.parametrize("name", SMALL)
def test_every_legal_turn_is_recognised(name: str) -> None:
    chosen, rng = game(name), random.Random(name)
    for plies in range(0, 12, 2):
        position = reached(chosen, rng, plies)
        moves = position.legal_moves()
        for move in rng.sample(moves, min(3, len(moves))):
            after = position._play(move)
            found = check(position, chosen.read_board(written(after)))
            assert move in found.moves
            assert found.is_legal
            assert not found.problems
            assert all(written(position._play(other)) == written(after) for other in found.moves)


def disturbed(seen: Contents, rng: random.Random) -> Contents:
    """Return contents with a slip: one thing more, one less, or one in another place."""
    changed, kind = dict(seen), rng.randrange(3)
    full = [name for name, held in seen.items() if held]
    lost, gained = rng.choice(full), rng.choice(list(seen))
    thing = changed[lost][-1]
    if kind != 0:
        changed[lost] = changed[lost][:-1]
    if kind != 1 and (thing == "o" or not changed[gained]):
        changed[gained] += thing
    return changed


@pytest.mark.parametrize("name", SMALL)
def test_whatever_else_is_explained_in_three_languages(name: str) -> None:
    chosen, rng = game(name), random.Random(name)
    explained = 0
    for plies in (0, 1, 2, 5, 8):
        position = reached(chosen, rng, plies)
        if position.outcome:
            continue
        after = position._play(rng.choice(position.legal_moves()))
        seen = disturbed(chosen.read_board(written(after)), rng)
        found = check(position, seen)
        legal = [move for move in position.legal_moves() if agrees(position._play(move).contents(), seen)]
        assert list(found.moves) == legal
        assert bool(found.problems) != bool(legal)
        for problem in found.problems:
            told = {language: words(language).say(problem) for language in LANGUAGES}
            assert len(set(told.values())) == 3
        explained += bool(found.problems)
    assert explained


@pytest.mark.parametrize("name", SMALL)
def test_mistakes_are_told_of_the_same_board_and_are_not_legal(name: str) -> None:
    chosen, rng = game(name), random.Random(name)
    told = 0
    for plies in (0, 1, 3, 6):
        position = reached(chosen, rng, plies)
        legal = [position._play(move).contents() for move in position.legal_moves()]
        for mistake in position.mistakes():
            contents = mistake.after
            assert contents.keys() == position.contents().keys()
            if contents not in legal and contents != position.contents():
                problems = check(position, {n: held for n, held in contents.items() if " " not in n}).problems
                assert str(mistake.reason)
                told += bool(problems)
    assert told


@pytest.mark.parametrize(
    ("position", "beside"),
    [
        ("0.1.1.1.1.1.1.0 5+5 S", [2, 3, 4, 5, 6]),
        ("0.0.1.2.3.2.2.0 3+3 S", [3, 4]),
        ("0.2.2.3.2.1.0.0 3+3 N", [5, 6]),
        ("0.1.1.0 3+3 S", [2]),
        ("1.0.2.1 2+2 S", [1]),
        ("1.2.0.0 2+3 N", []),
    ],
)
def test_a_sowing_begins_beside_a_pit_that_has_room_for_it(position: str, beside: list[int]) -> None:
    """A pit lifted must not need more pits beyond it than there are: the seed dropped there is sown too."""
    chosen = game("fang-4" if position.count(".") == 3 else "fang-8")
    told = [str(mistake.reason) for mistake in chosen.position(position).mistakes()]
    found = [reason for reason in told if "began beside" in reason]
    assert found == [f"the sowing began beside pit {pit}: it must begin in your own tibong" for pit in beside]


FAFY = "1.2.2.1.1.2.2.1 S"
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w"


@pytest.mark.parametrize(
    ("name", "before", "after", "problems"),
    [
        ("fafy-impartial", FAFY, "1.2.2.1.1.2.2.1", ["no move was made: it is South's turn"]),
        (
            "fafy-impartial",
            FAFY,
            "1.2.2.0.3.2.2.1",
            [
                "there is 1 seed too many: 13 counted instead of 12",
                "the nearest legal move is 4+",
                "pit 5 holds 3 instead of 2",
            ],
        ),
        (
            "fafy-impartial",
            FAFY,
            "1.2.2.0.2.1.1.1",
            [
                "2 seeds are missing: 10 counted instead of 12",
                "the nearest legal move is 4+",
                "pit 6 holds 1 instead of 2",
                "pit 7 holds 1 instead of 2",
            ],
        ),
        ("fafy-impartial", FAFY, "1.2.2.1.1.2.0.2", ["sowing 7+ would send a seed off the board"]),
        (
            "fafy-impartial",
            "1.2.2.0.3.3.0.1 S",
            "1.2.0.1.4.3.0.1",
            ["sowing 3+ would drop a seed in pit 4, which is empty"],
        ),
        (
            "fafy-impartial",
            FAFY,
            "1.2.2.1.1.3.1.1",
            ["the seeds of pit 7 were sown from pit 7 itself: the first one falls beside it"],
        ),
        ("fafy-impartial", FAFY, "1.2.2.0.1.3.2.1", ["the sowing of pit 4 left out pit 5"]),
        ("fafy", FAFY, "1.2.2.1.2.3.0.1", ["South sows eastwards: write 7+"]),
        ("fafy-impartial", FAFY, "1.2.2.0.3.3.0.1", ["two turns have been played: 4+, then 7-"]),
        ("fafy-impartial", "0.3.2.0.3.3.0.1 N", "1.2.2.0.3.3.0.1", ["the game is over: no move can be played"]),
        (
            "fafy",
            FAFY,
            "1.2.2.0.0.4.2.1",  # after 4+ two places differ as well, but by four seeds
            ["the nearest legal move is 5+", "pit 4 holds 0 instead of 1", "pit 6 holds 4 instead of 3"],
        ),
        ("fafy-impartial", FAFY, "12.0.0.0.0.0.0.0", ["no legal move comes close to this board"]),
        (
            "fafy-impartial",
            FAFY,
            "1.2.2.1.3.2.3.1",
            ["there are 3 seeds too many: 15 counted instead of 12", "no legal move comes close to this board"],
        ),
        (
            "fafy-impartial",
            FAFY,
            "1.0.2.1.1.2.1.0",
            [
                "4 seeds are missing: 8 counted instead of 12",
                "the nearest legal move is 8-",
                "pit 2 holds 0 instead of 2",
                "pit 7 holds 1 instead of 3",
            ],
        ),
        (
            "fanorona",
            START,
            "BBBBBBB1B/BBBBBWBBB/BWBWWWWBW/WWWWWWWWW/WWWWWWWWW",
            ["White has 3 pieces too many", "Black lacks 1 piece", "no legal move comes close to this board"],
        ),
        (
            "fanorona",
            START,
            "BBBBBBBBB/BBBBBBBBB/B1B2B1BW/WWWWWWWWW/WWWWWWWWW",
            ["White lacks 3 pieces", "Black has 1 piece too many", "no legal move comes close to this board"],
        ),
        (
            "fang",
            "0.1.1.1.1.1.1.0 5+5 S",
            "0.1.0.2.2.1.1.0",
            ["the sowing began beside pit 3: it must begin in your own tibong"],
        ),
        ("fang", "0.1.1.1.1.1.1.0 5+5 S", "0.1.0.1.1.1.2.1", ["the sowing began in the other player's tibong"]),
        ("fang", "0.1.1.1.1.1.1.0 5+5 S", "1.1.0.1.1.1.1.0", ["no seed was taken from the reserve"]),
        (
            "fang-4-guarded",
            "1.0.2.1 2+2 S",
            "1.1.2.1",
            ["pit 1 is a tibong holding 1 seed: a guarded tibong needs 2 to be attacked"],
        ),
        ("fang-4", "1.0.2.1 2+2 S", "1.1.1.2 2+1", ["North has played 3, but it is South's turn"]),
        (
            "fanorona",
            START,
            "BBBBBBBBB/BBBBBBBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW",
            ["e2-e3 takes e4, e5, but nothing was removed"],
        ),
        (
            "fanorona",
            START,
            "BBBBBBBBB/BBBB1BBBB/BWBWWBWBW/WWWW1WWWW/WWWWWWWWW",
            ["e2-e3 takes the whole run, e4, e5: not a part of it"],
        ),
        (
            "fanorona",
            START,
            "BBBBBBBBB/BBBBBBBBB/BW2W1WBW/WWWWWWWWW/WWWWWWWWW",
            ["d3-e3 took by approach and by withdrawal: a step takes in one direction only"],
        ),
        (
            "fanorona",
            START,
            "BBBBBB1BB/BBBBB1BBB/BW1WWBWBW/WWWWWWWWW/WWWWWWWWW",
            [
                "White has 1 piece too many",
                "Black lacks 1 piece",
                "the nearest legal move is d2-e3A",
                "d2 holds a white piece instead of nothing",
                "c3 holds nothing instead of a black piece",
            ],
        ),
        (
            "fifangakely",
            "1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S",
            "1.0.0.0/0.4.1.0/0.0.0.2/3.0.1.1",
            ["pit c faces seeds: they are captured, and the pit is not lifted"],
        ),
    ],
)
def test_what_is_wrong(name: str, before: str, after: str, problems: list[str]) -> None:
    chosen = game(name)
    found = check(chosen.position(before), chosen.read_board(after))
    assert not found.moves
    assert [words("en").say(problem) for problem in found.problems] == problems


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        ("fafy", FAFY, "1.2.2", "pit 4 is missing: write the whole board"),
        ("fafy", FAFY, "1.2.2.1.1.2.2.1.1", "there is no pit 9 on this board"),
        ("fafy", FAFY, "1.2.x", "'x' is not a number of seeds"),
        ("fang-4", "1.0.2.1 2+2 S", "1.0.2.1 x", "'x' is not a pair of reserves"),
        ("fifangakely", "1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S", "1.0.0.0", "'1.0.0.0' is not this board"),
        ("fanorona-telo", "BBB/BW1/W1W b", "BBB/B", "'BBB/B' has 2 ranks"),
    ],
)
def test_another_board_is_refused(name: str, before: str, after: str, said: str) -> None:
    chosen = game(name)
    with pytest.raises(NotationError) as caught:
        check(chosen.position(before), chosen.read_board(after))
    assert str(caught.value).startswith(said)


@pytest.mark.parametrize(
    ("name", "position", "places"),
    [
        ("fafy", FAFY, 8),
        ("fang-4", "1.0.2.1 2+2 S", 6),
        ("fifangakely", "1.0.0.0/0.4.1.0/0.0.2.1/2.0.0.0 10+11 N", 18),
        ("fanorona-telo", "BBB/BW1/W1W b", 9),
    ],
)
def test_a_board_is_read_with_the_reserves_beside_it(name: str, position: str, places: int) -> None:
    chosen = game(name)
    whole, board = chosen.position(position).contents(), position.rpartition(" ")[0]
    seen = chosen.read_board(board)
    assert len(seen) == places
    assert seen == {name: whole[name] for name in seen}
    alone = chosen.read_board(board.split(" ")[0])
    assert alone == {name: held for name, held in seen.items() if not name.startswith("reserve")}


def test_the_command(tmp_path: Path) -> None:
    line = "lalao referee fafy-impartial '1.2.2.1.1.2.2.1 S' "
    assert sh(f"{line} 1.2.2.0.2.2.2.1", tmp_path).stdout.startswith("Legal: 4+\n  South lifts 1 seed")
    told = json.loads(sh(f"{line} 1.2.2.0.3.2.2.1 --json --lang fr", tmp_path).stdout)
    assert told["moves"] == []
    assert told["misplay"] is None
    assert told["problems"][0] == "il y a 1 graine de trop\u202f: on en compte 13 au lieu de 12"
