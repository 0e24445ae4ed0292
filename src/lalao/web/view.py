"""What browsers are shown, as plain JSON in one language: rooms, positions, games."""

from functools import lru_cache
from typing import Any

from lalao.engine.levels import levels_of
from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition, Choice, Game
from lalao.games.registry import game as find_game
from lalao.locale import Words, words
from lalao.locale.endings import ended
from lalao.locale.events import gesture, narrate
from lalao.record import flatten
from lalao.values import Outcome
from lalao.web.room import Room

MOST_PLACES = 130
"""Pits or points of a board shown in the browser; beyond, listing the turns could take seconds."""


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
        "levels": len(levels_of(chosen)),
        "lead": speech.say(chosen.lead),
    }


def _side(side: Any, speech: Words) -> dict[str, Any]:
    return {"side": str(side), "name": speech.say(side), "first": side.is_first}


def check_size(position: AnyPosition) -> None:
    """Refuse boards on which listing the turns could take seconds.

    Raises TooLargeError.
    """
    places = len(position.ledger())
    if places > MOST_PLACES:
        raise TooLargeError(
            "this board has {places} places: the browser shows at most {most}", places=places, most=MOST_PLACES
        )


def paths_view(position: AnyPosition) -> list[dict[str, Any]]:
    """List the ways of choosing a turn, tap by tap."""
    return [
        {"text": text, "move": str(move), "path": [_choice(choice) for choice in path]}
        for text, move, path in position.paths()
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


@lru_cache(maxsize=2_000)
def position_view(game: str, text: str, language: str) -> dict[str, Any]:
    """Describe a position: picture, legal moves with their events and where they lead.

    Raises LalaoError.
    """
    chosen, speech = find_game(game), words(language)
    check_size(chosen.start())
    position = chosen.position(text)
    check_size(position)
    outcome = position.outcome
    moves = [
        turn_view(position, move, speech) | {"position": str(position._play(move))} for move in position.legal_moves()
    ]
    return {
        "game": chosen.id,
        "position": str(position),
        "to_move": str(position.to_move),
        "picture": position.picture().as_dict(speech),
        "task": "" if outcome else task_view(position, speech),
        "outcome": outcome_view(outcome, speech),
        "moves": moves,
        "paths": [] if outcome else paths_view(position),
    }


def room_view(room: Room, code: str, names: tuple[str, str], present: list[bool], now: float) -> dict[str, Any]:
    """Describe a room but for its sentences, which `told_view` adds."""
    position, record = room.position, room.record
    last = record.last
    return {
        "kind": "state",
        "seq": room.length,
        "turn": room.turn,
        "code": code,
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
        "levels": len(levels_of(room.record.game)),
    }
