"""What browsers are shown, as plain JSON in one language: rooms, positions, games."""

from random import Random
from typing import Any

from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition, Choice, Game
from lalao.games.registry import game as find_game
from lalao.locale import Words, words
from lalao.locale.endings import ended
from lalao.locale.events import gesture, narrate
from lalao.record import flatten
from lalao.values import Outcome
from lalao.web.room import Room
from lalao.web.sizes import MOST_TEXT, check_size

MOST_WAYS = 300
"""Ways of choosing a turn that are listed whole; where there are more, the pages ask for them as they are tapped in."""
MOST_DESCRIBED = 300
"""Turns that are described one by one; the pages ask for any other."""
DEMO_PLIES = 24


def game_view(chosen: Game, speech: Words) -> dict[str, Any]:
    """Describe a game: what there is to know before a match."""
    return {
        "id": chosen.id,
        "family": chosen.sheet,
        "title": speech.say(chosen.title),
        "notation": speech.say(chosen.notation),
        "sides": [_side(side, speech) for side in chosen.sides],
        "start": str(chosen.start()),
        "laid_out": chosen.laid_out,
        "quiet_limit": chosen.quiet_limit,
        "small": chosen.small,
        "lead": speech.say(chosen.lead),
    }


def _side(side: Any, speech: Words) -> dict[str, Any]:
    return {"side": str(side), "name": speech.say(side), "first": side.is_first}


def paths_view(position: AnyPosition, begun: str = "") -> list[dict[str, Any]]:
    """List the ways of choosing a turn, tap by tap; `move` is None where this is but the beginning of many."""
    return [
        {"text": way.text, "move": str(way.move) if way.move is not None else None, "path": [*map(_choice, way.path)]}
        for way in position.ways(MOST_WAYS, begun)
    ]


def _choice(choice: Choice) -> dict[str, Any]:
    return {"place": choice.place, "how": choice.how, "taken": choice.taken, "after": choice.after}


def outcome_view(outcome: Outcome | None, speech: Words) -> dict[str, Any] | None:
    """Say how a game ended."""
    if outcome is None:
        return None
    return {
        "winner": str(outcome.winner) if outcome.winner else None,
        "ending": str(outcome.ending),
        "reason": speech.say(outcome.reason),
        "result": outcome.result,
        "told": ended(outcome, speech),
    }


def task_view(position: AnyPosition, speech: Words) -> str:
    """Say whose turn it is and what there is to do."""
    return speech("{side} to play: {task}.", side=position.to_move, task=position.task)


def turn_view(before: AnyPosition, move: Any, speech: Words) -> dict[str, Any]:
    """Tell a turn: its gestures one by one, and in one sentence."""
    events, _ = before.turn(move)
    return {
        "move": str(move),
        "events": [event.as_dict() | {"told": speech.say(gesture(event))} for event in events],
        "told": narrate(before.to_move, events, speech),
    }


def shown(game: str, text: str) -> AnyPosition:
    """Read a position that the pages can show.

    Raises LalaoError.
    """
    if len(text) > MOST_TEXT:
        raise TooLargeError("this is too long: at most {most} bytes", most=MOST_TEXT)
    chosen = find_game(game)
    check_size(chosen.start())
    position = chosen.position(text)
    check_size(position)
    return position


def position_view(game: str, text: str, language: str) -> dict[str, Any]:
    """Describe a position: picture, legal moves with their events and where they lead, ways of choosing them.

    Raises LalaoError.
    """
    position, speech = shown(game, text), words(language)
    outcome, moves = position.outcome, position.some_moves(MOST_DESCRIBED + 1)
    return {
        "game": position.game.id,
        "position": str(position),
        "to_move": str(position.to_move),
        "picture": position.picture().as_dict(speech),
        "task": "" if outcome else task_view(position, speech),
        "outcome": outcome_view(outcome, speech),
        "moves": [described(position, move, speech) for move in moves[:MOST_DESCRIBED]],
        "all": len(moves) <= MOST_DESCRIBED,
        "paths": [] if outcome else paths_view(position),
    }


def described(position: AnyPosition, move: Any, speech: Words) -> dict[str, Any]:
    """Describe a turn and where it leads."""
    return turn_view(position, move, speech) | {"position": str(position._play(move))}


def move_view(game: str, text: str, move: str, language: str) -> dict[str, Any]:
    """Describe one turn of a position.

    Raises LalaoError.
    """
    position = shown(game, text)
    return described(position, position.move(move[:MOST_TEXT]), words(language))


def ways_view(game: str, text: str, begun: str) -> dict[str, Any]:
    """List the ways of choosing a turn that begin so.

    Raises LalaoError.
    """
    return {"paths": paths_view(shown(game, text), begun[:MOST_TEXT])}


def picture_view(game: str, text: str, language: str) -> str:
    """Draw a position as SVG.

    Raises LalaoError.
    """
    return shown(game, text).picture().svg(words(language))


def demonstration(game: str, language: str) -> dict[str, Any]:
    """Play a game by chance, always the same one, for the first page.

    Raises LalaoError.
    """
    chosen, speech, rng = find_game(game), words(language), Random(4)
    check_size(chosen.start())
    start = position = chosen.start()
    turns: list[dict[str, Any]] = []
    while len(turns) < DEMO_PLIES and position.outcome is None:
        move = rng.choice(position.some_moves(MOST_DESCRIBED))
        told = described(position, move, speech)
        turns.append({"events": told["events"], "position": told["position"]})
        position = position._play(move)
    return {"picture": start.picture().as_dict(speech), "turns": turns}


def room_view(room: Room) -> dict[str, Any]:
    """Describe what a room's journal says, but for sentences, which `told_view` adds."""
    position, record = room.position, room.record
    last = record.last
    return {
        "seq": room.length,
        "turn": room.turn,
        "mode": room.mode,
        "phase": room.phase,
        "active": room.active,
        "free_seat": room.free_seat,
        "game": record.game.id,
        "position": str(position),
        "moves": [str(move) for move in record.moves()],
        "positions": [str(each) for each in record.positions()],
        "tree": list(flatten(record)) if room.undone else None,
        "starter": str(record.root.position.to_move),
        "layer": room.layer,
        "cake": room.cake,
        "last": str(last.move) if last.move is not None else None,
        "paths": paths_view(position) if room.phase == "play" else [],
        "offer": {"seat": room.offer.seat, "what": room.offer.what} if room.offer else None,
        "again": room.has_second_round,
    }


def present_view(room: Room, code: str, names: tuple[str, str], present: list[bool], now: float) -> dict[str, Any]:
    """Describe what changes beside the journal: who is there, and the clock."""
    return {
        "kind": "state",
        "code": code,
        "left": room.left(now),
        "seats": [
            {
                "side": str(side),
                "name": names[seat],
                "computer": room.opening.computer[seat],
                "present": present[seat] or bool(room.opening.computer[seat]),
            }
            for seat, side in enumerate(room.sides)
        ],
    }


def told_view(room: Room, language: str) -> dict[str, Any]:
    """Say what a room shows, in one language."""
    speech = words(language)
    last = room.record.last
    turn = turn_view(last.parent.position, last.move, speech) if last.parent else None
    return {
        "language": language,
        "title": speech.say(room.record.game.title),
        "picture": room.position.picture().as_dict(speech),
        "turn_told": turn,
        "task": task_view(room.position, speech) if room.phase == "play" else "",
        "outcome": outcome_view(room.outcome, speech),
        "sides": [_side(side, speech) for side in room.record.game.sides],
        "notation": speech.say(room.record.game.notation),
        "lead": speech.say(room.record.game.lead),
    }
