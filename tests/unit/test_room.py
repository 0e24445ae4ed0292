"""Rooms as plain objects: who may do what, what follows, and that a journal replays to the same room."""

from collections.abc import Callable
from datetime import date
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lalao.errors import IllegalMoveError, LalaoError, NotationError
from lalao.record import flatten, read, write
from lalao.values import MatchEnding, Outcome, Side
from lalao.web.gate.guard import new_code as drawn_for_teacher
from lalao.web.limits import RefusedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import new_code, plain_code
from lalao.web.rooms.room import Room, hashed, new_token, open_room
from lalao.web.view import room_view
from tests.playing import ALIKE

ONE, TWO = frozenset({0}), frozenset({1})
BOTH = ONE | TWO
NOBODY: frozenset[int] = frozenset()


def opened(now: float = 0.0, **asked: object) -> Room:
    """Open a room with two people, of Fang on 4 pits unless asked otherwise."""
    opening = msgspec.convert({"game": "fang-4", "mode": "apart"} | asked, m.Opening)
    room = Room([open_room(opening, "first")], now)
    if room.free_seat is not None:
        room.apply(m.Sat(room.free_seat, hashed("second")), now)
    return room


def say(room: Room, seats: frozenset[int], kind: Callable[..., m.Message], now: float = 0.0, **more: Any) -> m.Entry:
    """Send a message, and apply what follows; return the journal's entry."""
    entry = room.decide(seats, kind(turn=room.turn, **more), now)
    room.apply(entry, now)
    return entry


def played(room: Room, *moves: str) -> Room:
    """Play moves, each by the seat whose turn it is."""
    for move in moves:
        assert room.active is not None
        say(room, frozenset({room.active}), m.Move, move=move)
    return room


def journal(room: Room) -> str:
    """Return everything that a room shows, for comparison."""
    return (
        f"{room.position} {room.phase} {room.turn} {room.length} {room.sides} {room.tokens} {room.record.moves()} "
        f"{room.played}"
    )


def test_seats_play_in_turn() -> None:
    room = played(opened(), "2", "2")
    assert str(room.position) == "1.0.2.1 2+2 S"
    with pytest.raises(RefusedError, match="other player's turn"):
        say(room, TWO, m.Move, move="3")
    with pytest.raises(IllegalMoveError, match="pit 2 is empty"):
        say(room, ONE, m.Move, move="2")


def test_a_watcher_plays_nothing() -> None:
    room = opened()
    said: list[tuple[Any, dict[str, Any]]] = [(m.Move, {"move": "2"}), (m.Resign, {}), (m.Undo, {}), (m.Draw, {})]
    for kind, more in said:
        with pytest.raises(RefusedError, match="only the players"):
            say(room, NOBODY, kind, **more)


def test_nothing_is_played_while_a_seat_is_free() -> None:
    room = Room([open_room(m.Opening("fang-4", "apart"), "first")])
    with pytest.raises(RefusedError, match="not there yet"):
        say(room, ONE, m.Move, move="2")


@pytest.mark.parametrize("turn", [-1, 1, 10**9])
def test_a_message_for_another_turn_is_refused(turn: int) -> None:
    room = opened()
    with pytest.raises(RefusedError, match="has changed"):
        room.decide(ONE, m.Move(room.turn + turn, "2"), 0)


def test_a_message_said_again_is_refused_even_after_taking_back() -> None:
    room = opened(mode="here")
    old = m.Move(room.turn, "2")
    room.apply(room.decide(BOTH, old, 0), 0)
    say(room, BOTH, m.Undo)
    assert str(room.position) == "0.1.1.0 3+3 S"
    with pytest.raises(RefusedError):
        room.decide(BOTH, old, 0)


def test_two_people_agree_on_taking_back() -> None:
    room = played(opened(), "2")
    assert say(room, ONE, m.Undo) == m.Offered(0, "undo")
    with pytest.raises(RefusedError, match="nothing was offered to you"):
        say(room, ONE, m.Answer, yes=True)
    say(room, TWO, m.Answer, yes=False)
    assert room.offer is None
    say(room, ONE, m.Undo)
    assert say(room, TWO, m.Answer, yes=True) == m.Undone(1)
    assert room.active == 0


def test_a_move_answers_an_offer_by_letting_it_lapse() -> None:
    room = played(opened(), "2")
    say(room, ONE, m.Draw)
    played(room, "2")
    assert room.offer is None


def test_alone_taking_back_goes_to_ones_own_last_turn() -> None:
    room = played(opened(mode="alone"), "2", "2", "3")
    assert say(room, ONE, m.Undo) == m.Undone(1)
    played(room, "3", "1")
    assert say(room, ONE, m.Undo) == m.Undone(2)
    assert room.active == 0


def test_what_is_taken_back_stays_as_a_variation() -> None:
    room = played(opened(mode="here"), "2", "2", "3")
    assert room_view(room, "", "en").tree is None
    say(room, BOTH, m.Undo)
    assert room_view(room, "", "en").tree == ["2", "2", "*", "3"]
    played(room, "4")
    assert room_view(room, "", "en").tree == ["2", "2", "4", "(", "3", ")"]
    say(room, BOTH, m.Again)
    assert room_view(room, "", "en").tree is None


def test_the_computer_is_asked_about_a_draw() -> None:
    room = played(opened(mode="alone"), "2")
    assert room.asked is None
    assert say(room, ONE, m.Draw) == m.Offered(0, "draw")
    assert room.asked == 1
    with pytest.raises(RefusedError, match="nothing was offered to you"):
        say(room, ONE, m.Answer, yes=True)
    assert say(room, TWO, m.Answer, yes=False) == m.Declined()
    assert room.asked is None
    say(room, ONE, m.Draw)
    say(room, TWO, m.Answer, yes=True)
    assert room.record.result == "1/2-1/2"


def test_a_draw_is_agreed_and_a_game_given_up() -> None:
    room = opened()
    say(room, ONE, m.Draw)
    say(room, TWO, m.Answer, yes=True)
    assert room.record.result == "1/2-1/2"
    assert room.outcome == Outcome(None, MatchEnding.AGREED)
    assert room.phase == "over"
    with pytest.raises(IllegalMoveError, match="is over"):
        say(room, ONE, m.Move, move="2")
    other = opened()
    say(other, TWO, m.Resign)
    assert other.record.result == "1-0"
    assert other.outcome == Outcome(Side.SOUTH, MatchEnding.RESIGNED)
    with pytest.raises(RefusedError, match="nothing is taken back"):
        say(given_up(), ONE, m.Undo)


def given_up() -> Room:
    """Return a room where South has moved, then resigned."""
    room = played(opened(), "2")
    say(room, ONE, m.Resign)
    return room


def test_a_new_game_is_begun_by_the_other() -> None:
    room = given_up()
    say(room, TWO, m.Again)
    assert room.phase == "play"
    assert room.active == 1
    assert [str(side) for side in room.sides] == ["N", "S"]


def test_beginning_again_in_mid_game_is_asked_for() -> None:
    room = played(opened(), "2")
    assert say(room, ONE, m.Again) == m.Offered(0, "again")
    say(room, TWO, m.Answer, yes=True)
    assert room.record.moves() == []


def test_cake_rule_of_fafy() -> None:
    room = opened(game="fafy-impartial", who="cake")
    assert (room.phase, room.active) == ("layout", 0)
    with pytest.raises(RefusedError, match="other player"):
        say(room, TWO, m.Lay, position="1.1 S")
    with pytest.raises(NotationError):
        say(room, ONE, m.Lay, position="1.x S")
    say(room, ONE, m.Lay, position="1.2.2.1 S")
    assert (room.phase, room.active) == ("choose", 1)
    with pytest.raises(RefusedError):
        say(room, ONE, m.Choose, me=True)
    say(room, TWO, m.Choose, me=True)
    assert str(room.position) == "1.2.2.1 N"
    assert room.active == 1
    say(room, TWO, m.Resign)
    say(room, TWO, m.Again)
    assert (room.phase, room.active) == ("layout", 1)


def test_cake_rule_where_the_layout_is_fixed() -> None:
    room = opened(who="cake")
    assert (room.phase, room.active) == ("choose", 1)
    say(room, TWO, m.Choose, me=True)
    assert (room.phase, room.active) == ("play", 1)
    assert str(room.position) == "0.1.1.0 3+3 S"


def test_who_starts() -> None:
    assert opened(who="me").active == 0
    assert opened(who="other").active == 1
    assert {opened(who="lot").active for _ in range(40)} == {0, 1}


def test_vela_after_fanorona() -> None:
    room = opened(game="fanorona-telo")
    with pytest.raises(RefusedError):
        say(room, ONE, m.Vela)
    say(room, ONE, m.Resign)
    assert room.has_second_round
    say(room, ONE, m.Vela)
    assert room.record.game.id == "fanorona-telo-vela"
    assert str(room.position).endswith(" w vela=b")
    say(room, TWO, m.Resign)
    assert not room.has_second_round
    say(room, ONE, m.Again)
    assert room.record.game.id == "fanorona-telo"


def test_huffing() -> None:
    start = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w"
    room = opened(game="fanorona-souffle", mode="here", start=start)
    say(room, BOTH, m.Move, move="d3-e3A")
    paths = list(room.position.paths())
    assert paths
    before = room.position
    while not any(path[0].how == "x" for _, _, path in paths):
        text = next(text for text, move, _ in paths if room.position._play(move).outcome is None)
        say(room, BOTH, m.Move, move=text)
        paths = list(room.position.paths())
    huffing = next(text for text, _, path in paths if path[0].how == "x")
    say(room, BOTH, m.Move, move=huffing)
    assert room.record.moves()[-1].huffed
    assert room.position != before


def test_clocks() -> None:
    room = opened(seconds=60, increment=5)
    assert room.left(1000) == [60, 60]
    say(room, ONE, m.Move, now=30, move="2")
    assert room.left(30) == [65, 60]
    assert say(room, TWO, m.Move, now=40, move="2") == m.Moved("2", 10_000)
    assert room.left(50) == [55, 55]
    assert room.time_is_up(80) is None
    assert room.time_is_up(110) == m.Ended("time", 0)
    assert say(room, ONE, m.Move, now=110, move="3") == m.Ended("time", 0)
    assert room.record.result == "0-1"


def test_tokens_open_their_seat_alone() -> None:
    room = opened()
    assert room.seats_of("first") == ONE
    assert room.seats_of("second") == TWO
    for token in ("", "-", "third", hashed("first")):
        assert room.seats_of(token) == NOBODY
    assert opened(mode="here").seats_of("first") == BOTH
    assert opened(mode="alone").seats_of("-") == NOBODY


def test_a_secret_opens_a_seat_by_all_its_figures() -> None:
    secret, other = ALIKE
    assert sha256(secret.encode()).hexdigest()[:10] == sha256(other.encode()).hexdigest()[:10]
    room = Room([open_room(m.Opening("fang-4", "apart"), secret)])
    assert room.seats_of(secret) == ONE
    assert room.seats_of(other) == NOBODY


def test_a_game_that_is_too_long_is_played_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lalao.web.rooms.messages.MOST_PLIES", 3)
    room = played(opened(), "2", "2", "3")
    with pytest.raises(RefusedError, match=r"^this game is too long: offer a draw$"):
        say(room, TWO, m.Move, move="1")
    assert say(room, TWO, m.Draw) == m.Offered(1, "draw")


def test_a_taken_seat_is_not_taken_again() -> None:
    with pytest.raises(RefusedError, match="no free seat"):
        opened().decide(NOBODY, m.Sit(), 0)
    with pytest.raises(RefusedError, match="already have a seat"):
        Room([open_room(m.Opening("fang-4", "apart"), "first")]).decide(ONE, m.Sit(), 0)


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "chess", "mode": "alone"},
        {"game": "fang-4", "mode": "alone", "level": "human"},
        {"game": "fang-4", "mode": "alone", "level": "level:9"},
        {"game": "fang-4-guarded", "mode": "alone", "level": "level:6"},
        {"game": "fang-4", "mode": "here", "start": "1.1 S"},
        {"game": "fang-4", "mode": "here", "seconds": -1},
        {"game": "fang-4", "mode": "here", "increment": 10**9},
    ],
)
def test_a_table_that_cannot_be_opened(asked: dict[str, object]) -> None:
    with pytest.raises(LalaoError):
        open_room(msgspec.convert(asked, m.Opening), "t")


def test_first_seeds_to_the_wrong_side_are_counted_by_the_rules() -> None:
    """South must sow eastwards and North westwards; other misses are no matter of right and left."""
    room = Room([open_room(m.Opening("fafy", "here", start="1.1.1.1.1 S"), "t")])
    tried = [("2", "1"), ("2", "4"), ("3", "2"), ("2", "NA"), ("2", "")]
    said = say(room, BOTH, m.Move, move="2", by_hand=True, misses=6, first=tried)
    assert said == m.Moved("2+", 0, True, 6, 2)
    said = say(room, BOTH, m.Move, move="5", by_hand=True, misses=1, first=[("4", "5"), ("4", "5")])
    assert said == m.Moved("5-", 0, True, 1, 1), "no more than there were misses"
    assert room.to_record(("Awa", "Soa")).tags["ByHand"] == "1:6:2 2:1:1"
    either = Room([open_room(m.Opening("fafy-impartial", "here", start="1.1.1.1.1 S"), "t")])
    assert say(either, BOTH, m.Move, move="2+", by_hand=True, misses=1, first=[("2", "1")]) == m.Moved("2+", 0, True, 1)
    seeds = Room([open_room(m.Opening("fang-4", "here"), "t")])
    assert say(seeds, BOTH, m.Move, move="2", by_hand=True, misses=1, first=[("2", "1")]) == m.Moved("2", 0, True, 1)


def test_what_was_sown_by_hand_is_kept_and_goes_into_the_record() -> None:
    room = played(opened(), "2")
    said = say(room, TWO, m.Move, move="2", by_hand=True, misses=3)
    assert m.read_entry(m.write_entry(said)) == said == m.Moved("2", 0, True, 3)
    say(room, ONE, m.Move, move="3", by_hand=True, misses=-5)
    say(room, TWO, m.Move, move="1", misses=7)
    made = room.to_record(("Awa", ""))
    assert made.tags["ByHand"] == "2:3 3"
    assert [made.tags["South"], made.tags["North"]] == ["Awa", "?"]
    assert write(made) == write(read(write(made)))
    assert [str(move) for move in made.moves()] == ["2", "2", "3", "1"]
    say(room, ONE, m.Undo)
    say(room, TWO, m.Answer, yes=True)
    played(room, "1")
    again = room.to_record(("Awa", "Léo"))
    assert again.tags["ByHand"] == "2:3"
    assert " ".join(flatten(again)) == "2 2 1 ( 3 1 )", "what was taken back stays beside it"
    assert len(made.moves()) == 4


def test_the_record_of_a_room_names_who_sits_where() -> None:
    room = opened(mode="alone", level="level:3", who="other")
    made = room.to_record(("Awa", ""))
    assert [made.tags["South"], made.tags["North"]] == ["level:3", "Awa"]
    assert "ByHand" not in made.tags
    assert given_up().to_record(("", "")).result == "0-1"


SAID = st.one_of(
    st.builds(
        m.Move,
        st.just(0),
        st.sampled_from(["1", "2", "3", "4", "9", "x", ""]),
        st.booleans(),
        st.integers(-1, 2**60),
    ),
    st.builds(m.Answer, st.just(0), st.booleans()),
    st.builds(m.Choose, st.just(0), st.booleans()),
    st.builds(m.Lay, st.just(0), st.sampled_from(["1.2.2.1 S", "0 S", "nonsense"])),
    *(st.builds(kind, st.just(0)) for kind in (m.Undo, m.Draw, m.Again, m.Vela, m.Resign)),
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["fang-4", "fafy", "fanorona-telo"]),
    st.sampled_from(["alone", "here", "apart"]),
    st.sampled_from(["me", "other", "cake"]),
    st.lists(st.tuples(st.sampled_from([ONE, TWO, BOTH, NOBODY]), SAID), max_size=40),
)
def test_a_journal_gives_the_same_room(
    game: str, mode: str, who: str, said: list[tuple[frozenset[int], m.Message]]
) -> None:
    room = opened(game=game, mode=mode, who=who)
    lines = [m.write_entry(room.opening)]
    if mode == "apart":
        lines.append(m.write_entry(m.Sat(1, hashed("second"))))
    for seats, message in said:
        before = journal(room)
        try:
            entry = room.decide(seats, msgspec.structs.replace(message, turn=room.turn), 0)
        except LalaoError:
            assert journal(room) == before
            continue
        room.apply(entry, 0)
        lines.append(m.write_entry(entry))
    again = Room([m.read_entry(line) for line in lines])
    assert journal(again) == journal(room)


def refused(room: Room, seats: frozenset[int], message: m.Message, now: float = 0.0) -> str:
    """Send a message that must be refused; return the reason, after checking that the room has not changed."""
    before = journal(room)
    with pytest.raises(LalaoError) as caught:
        room.decide(seats, message, now)
    assert journal(room) == before
    return str(caught.value)


def test_a_game_ends_by_its_rules() -> None:
    room = opened()
    assert (room.turn, room.length) == (0, 2)
    played(room, "2", "2", "3", "1", "2")
    assert (room.phase, room.outcome, room.active) == ("play", None, 1)
    played(room, "3")
    assert (room.phase, room.active, room.turn, room.length) == ("over", None, 6, 8)
    assert room.outcome == room.record.outcome()
    assert room.outcome is not None
    assert refused(room, ONE, m.Move(room.turn, "2")) == "the game is over: no move can be played"
    assert refused(room, ONE, m.Resign(room.turn)) == "no game is in progress"
    assert refused(room, ONE, m.Choose(room.turn, True)) == "that cannot be done now"
    assert say(room, TWO, m.Undo) == m.Offered(1, "undo"), "what ended by the rules may be taken back"
    say(room, ONE, m.Answer, yes=True)
    assert (str(room.phase), str(room.outcome), room.active) == ("play", "None", 1)


def test_a_position_may_be_over_before_anything_is_played() -> None:
    ended = played(opened(), "2", "2", "3", "1", "2", "3")
    room = opened(start=str(ended.position))
    assert (room.phase, room.active) == ("over", None)
    assert room.outcome is not None
    laid = opened(game="fafy-impartial", who="cake")
    say(laid, ONE, m.Lay, position="0.0 S")
    assert (laid.phase, laid.outcome) == ("choose", None)
    say(laid, TWO, m.Choose, me=False)
    assert (laid.phase, laid.active) == ("over", None)
    assert laid.outcome is not None
    assert laid.outcome.winner == laid.sides[1], "nobody can move: who moves has lost"


def test_why_each_thing_is_refused() -> None:
    room = opened()
    assert refused(room, NOBODY, m.Resign(room.turn)) == "only the players can do that"
    assert refused(room, ONE, m.Resign(room.turn + 1)) == "the board has changed: look again"
    assert refused(room, ONE, m.Undo(room.turn)) == "there is no move to take back"
    assert refused(room, ONE, m.Vela(room.turn)) == "there is no second round here"
    assert refused(room, ONE, m.Answer(room.turn, True)) == "nothing was offered to you"
    knock: Any = m.Opening("fang-4", "apart")
    assert refused(room, ONE, knock) == "this is not for a room that is open already"
    assert refused(room, TWO, m.Move(room.turn, "2")) == "it is the other player's turn"
    assert refused(room, NOBODY, m.Sit()) == "there is no free seat: you can watch"
    played(room, "2")
    assert refused(room, TWO, m.Undo(room.turn)) == "you have not played yet: there is no move to take back"
    say(room, ONE, m.Draw)
    assert refused(room, TWO, m.Again(room.turn)) == "answer the other player's offer first"
    say(room, TWO, m.Answer, yes=True)
    assert refused(room, ONE, m.Undo(room.turn)) == ("this game was ended by the players: nothing is taken back")
    free = Room([open_room(m.Opening("fang-4", "apart"), "first")])
    assert refused(free, ONE, m.Move(free.turn, "2")) == "the other player is not there yet"
    assert refused(free, ONE, m.Sit()) == "you already have a seat"
    assert free.decide(NOBODY, m.Sit(), 0) == m.Sat(1, "")


def test_a_table_where_too_much_has_happened_may_only_be_left(monkeypatch: pytest.MonkeyPatch) -> None:
    room = played(opened(mode="here"), "2", "2")
    monkeypatch.setattr("lalao.web.rooms.messages.MOST_LINES", room.length)
    assert refused(room, BOTH, m.Move(room.turn, "3")) == "too much has happened at this table: open another one"
    monkeypatch.setattr("lalao.web.rooms.messages.MOST_LINES", room.length + 1)
    say(room, BOTH, m.Move, move="3")
    assert say(room, BOTH, m.Resign) == m.Ended("resigned", 1), "one who holds both seats speaks for whoever moves"


def test_one_who_holds_both_seats_asks_nobody() -> None:
    room = played(opened(mode="here"), "2", "2")
    assert say(room, BOTH, m.Undo) == m.Undone(1)
    assert say(room, BOTH, m.Again) == m.Round("fang-4", str(room.record.root.position), 1)
    assert say(room, BOTH, m.Draw) == m.Ended("agreed")
    assert room.outcome is not None
    assert room.outcome.winner is None


def test_in_a_class_the_teacher_says_what_is_played_next() -> None:
    opening = msgspec.structs.replace(open_room(m.Opening("fang-4", "apart"), "first"), classroom="ABCD")
    room = Room([msgspec.structs.replace(opening, tokens=("a", "b"))])
    teacher = "the teacher says what is played next"
    assert refused(room, ONE, m.Again(room.turn)) == teacher
    assert refused(room, ONE, m.Vela(room.turn)) == teacher
    played(room, "2")
    say(room, TWO, m.Resign)
    assert refused(room, TWO, m.Answer(room.turn, True)) == teacher


def test_who_chooses_who_starts_changes_from_game_to_game() -> None:
    room = opened(who="cake")
    assert say(room, TWO, m.Choose, me=False) == m.Chosen(0)
    assert [str(side) for side in room.sides] == ["S", "N"]
    say(room, ONE, m.Resign)
    say(room, ONE, m.Again)
    assert (room.phase, room.active) == ("choose", 1)
    laid = opened(game="fafy-impartial", who="cake")
    say(laid, ONE, m.Lay, position="1.2.2.1 S")
    say(laid, TWO, m.Choose, me=False)
    assert laid.active == 0
    say(laid, ONE, m.Resign)
    say(laid, ONE, m.Again)
    say(laid, TWO, m.Lay, position="1.2.2.1 S")
    assert say(laid, ONE, m.Choose, me=True) == m.Chosen(0)
    assert laid.active == 0


def test_a_clock_runs_out_at_nothing() -> None:
    room = opened(seconds=60)
    say(room, ONE, m.Move, now=0, move="2")
    assert room.time_is_up(59.5) is None
    assert room.time_is_up(60) == m.Ended("time", 1)
    say(room, TWO, m.Resign, now=30)
    assert room.time_is_up(90) is None
    again = opened(seconds=60, mode="here")
    say(again, BOTH, m.Move, now=10, move="2")
    say(again, BOTH, m.Move, now=20, move="2")
    say(again, BOTH, m.Undo, now=50)
    assert again.left(55) == [60, 45], "after taking back, time runs from then"


def test_no_clock_runs_before_the_first_move_nor_in_a_game_without() -> None:
    room = opened(now=5, seconds=60, who="cake")
    say(room, TWO, m.Choose, now=20, me=True)
    assert room.left(90) == [60, 60]
    assert room.time_is_up(90) is None
    say(room, TWO, m.Move, now=100, move="2")
    assert room.left(110) == [50, 60]
    assert opened().left(10) is None
    assert opened().time_is_up(10**9) is None


def test_a_token_is_long_and_only_its_hash_is_kept() -> None:
    assert len({new_token() for _ in range(100)}) == 100
    assert {len(new_token()) for _ in range(10)} == {24}
    assert len(hashed("a")) == 40
    assert {len(opened(mode="alone", level="level:1").tokens[seat]) for seat in (0, 1)} == {40, 1}


def test_codes_hold_nothing_that_looks_alike() -> None:
    drawn = [new_code() for _ in range(500)]
    assert {len(code) for code in drawn} == {4}
    assert all(code.isalpha() and plain_code(code) == code for code in drawn), "four letters, as every page says"
    assert not set("".join(drawn)) & set("ILOQ")
    teacher = [drawn_for_teacher() for _ in range(500)]
    assert {len(code) for code in teacher} == {6}
    assert not set("".join(teacher)) & set("17")


@pytest.mark.parametrize("code", ["E38M", "LL77", "Q2Z5", "abcd", "ab-cd", "A B C D"])
def test_codes_of_earlier_versions_still_open(code: str) -> None:
    assert plain_code(code) == "".join(filter(str.isalnum, code.upper()))


def test_who_begins_by_lot_is_one_of_the_two() -> None:
    assert {opened(who="lot").first for _ in range(60)} == {0, 1}


def test_a_clock_of_a_day_is_the_longest() -> None:
    assert opened(seconds=m.MOST_SECONDS, increment=m.MOST_SECONDS).left(0) == [m.MOST_SECONDS] * 2
    for asked in ({"seconds": m.MOST_SECONDS + 1}, {"increment": m.MOST_SECONDS + 1}):
        with pytest.raises(NotationError, match=f"^a clock has from 0 to {m.MOST_SECONDS} seconds$"):
            open_room(msgspec.structs.replace(m.Opening("fang-4", "here"), **asked), "t")


def test_misses_count_only_where_it_was_sown_by_hand() -> None:
    room = opened()
    assert say(room, ONE, m.Move, move="2", misses=7) == m.Moved("2", 0, False, 0)


def test_a_record_has_its_day_and_what_was_settled() -> None:
    made = given_up().to_record(("Awa", "Léo"), date(2026, 3, 5))
    assert made.tags["Date"] == "2026.03.05"
    assert made.settled == given_up().record.settled is not None
    assert made.result == "0-1"
