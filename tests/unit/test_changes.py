"""Messages of a room: the whole state once, then changes; the whole states made from them are right at every step."""

import json
import random
from typing import Any

import msgspec

from lalao.web.rooms import messages as m
from lalao.web.rooms.room import Room, open_room
from lalao.web.shown import State, changes
from lalao.web.view import room_view

TOKEN = "t" * 24
LONGEST = 100


def shown(room: Room, language: str = "en") -> State:
    return room_view(room, "ABCD", language)


def plain(told: object) -> Any:
    return json.loads(msgspec.json.encode(told))


def opened(game: str) -> Room:
    return Room([open_room(m.Opening(game, "here"), TOKEN)])


def quiet_move(room: Room, rng: random.Random) -> m.Moved:
    """Return a random move that captures little, so that games are long."""
    moves = room.position.legal_moves()
    return m.Moved(str(min(moves, key=lambda move: (len(str(move)), rng.random()))))


def test_what_stays_is_not_told_again() -> None:
    room = opened("fang-4")
    room.apply(m.Moved("2"), 0.0)
    old = shown(room)
    room.apply(m.Moved("2"), 0.0)
    told = changes(old, shown(room))
    assert (told.kept, told.fields["moves"]) == ({"moves": 1}, ["2"])
    assert not {"game", "start", "title", "notation", "sides", "mode", "seats"} & told.fields.keys()
    assert "picture" not in told.fields
    assert len(json.dumps(plain(told)["inside"])) < 300
    assert changes(old, old) == type(told)({}, {}, {})


def test_a_hundredth_move_costs_no_more_than_its_turn() -> None:
    rng, room = random.Random(5), opened("fifangha")
    for _ in range(LONGEST):
        old = shown(room)
        room.apply(quiet_move(room, rng), 0.0)
        new = shown(room)
        of_the_turn = sum(len(msgspec.json.encode(part)) for part in (new.paths, new.turn_told))
        assert len(msgspec.json.encode(changes(old, new))) < of_the_turn + 1_000
