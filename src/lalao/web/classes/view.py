"""What a class shows: everything to its teacher, a pupil's own to each pupil, the wall to whoever looks on."""

import time
from typing import Any

from lalao.games.registry import game as find_game
from lalao.locale import Words, words
from lalao.tournament import FORMATS, Round, Table, clock
from lalao.web.classes.classroom import PICTURES, Classroom, Day, Pupil
from lalao.web.room import Room
from lalao.web.view import task_view


def common_view(classroom: Classroom, code: str, language: str) -> dict[str, Any]:
    """Describe what everybody may know: the tournament, its round, who has won."""
    speech, day = words(language), classroom.day
    return {
        "kind": "class",
        "seq": classroom.length,
        "code": code,
        "title": classroom.title,
        "language": language,
        "paused": classroom.paused,
        "days": len(classroom.days),
        "day": day_view(classroom, day, speech) if day else None,
    }


def day_view(classroom: Classroom, day: Day, speech: Words) -> dict[str, Any]:
    """Describe a tournament."""
    played = day.tournament
    game = find_game(played.setting.game)
    here = classroom.round
    return {
        "format": played.format,
        "format_title": speech.say(FORMATS[played.format].title),
        "game": game.id,
        "game_title": speech.say(game.title),
        "sides": [{"side": str(side), "name": speech.say(side)} for side in game.sides],
        "laid_out": game.laid_out,
        "on_screen": day.on_screen,
        "by_hand": day.by_hand,
        "needs_winner": played.needs_winner,
        "rounds": len(played.rounds),
        "expected": played.expected_rounds(),
        "round": round_view(day, here, classroom) if here else None,
        "waiting": [table.number for table in played.open_tables()],
        "over": played.is_over,
        "winners": played.winners,
        "opened": day.at,
        "projected": classroom.projected,
    }


def round_view(day: Day, here: Round, classroom: Classroom) -> dict[str, Any]:
    """Describe the tables of the last round, and those of earlier ones that still play (on a ladder)."""
    places = [place for place in classroom.open_tables() if place[0] is not here] + [
        (here, each) for each in here.tables
    ]
    return {
        "round": here.number,
        "tables": [table_view(day, round_, table) for round_, table in places],
        "byes": list(here.byes),
        "over": here.is_over,
    }


def table_view(day: Day, round_: Round, table: Table) -> dict[str, Any]:
    """Describe a table."""
    return table.as_dict() | {"round": round_.number, "room": day.room_of(round_, table)}


def pupil_view(classroom: Classroom, pupil: Pupil) -> dict[str, Any]:
    """Describe what one pupil has to do."""
    place, day = classroom.table_of(pupil.name), classroom.day
    mine: dict[str, Any] | None = None
    if place is not None and day is not None:
        other = classroom.pupils.get(place[1].opponent(pupil.name))
        mine = table_view(day, *place) | {
            "opponent": place[1].opponent(pupil.name),
            "picture": other.picture if other else "",
            "is_first": place[1].first == pupil.name,
            "accused": pupil.name in place[1].accusers,
            "now": place[0] is classroom.round or place[1].result is None,
        }
    return {
        "you": {"name": pupil.name, "picture": pupil.picture, "hand": pupil.hand, "away": pupil.away},
        "plays": day is not None and pupil.name in day.tournament.present,
        "still_in": day is not None and pupil.name in day.tournament.still_in(),
        "table": mine,
        "bye": classroom.round is not None and pupil.name in classroom.round.byes,
    }


def teacher_view(classroom: Classroom, here: set[str], speech: Words) -> dict[str, Any]:
    """Describe what the teacher sees beside: everybody, the clock, the standings."""
    return {
        "pupils": [
            {
                "name": pupil.name,
                "picture": pupil.picture,
                "device": bool(pupil.token),
                "here": pupil.name in here,
                "hand": pupil.hand,
                "away": pupil.away,
            }
            for pupil in classroom.pupils.values()
        ],
        "history": [
            {
                "title": speech.say(FORMATS[day.tournament.format].title),
                "game": speech.say(find_game(day.tournament.setting.game).title),
                "at": day.at,
                "winners": day.tournament.winners,
            }
            for day in classroom.days
        ],
        "clock": clock_view(classroom.day) if classroom.day else None,
    }


def clock_view(day: Day) -> dict[str, Any]:
    """Describe the minutes: of each round, and what is left."""
    return {
        "rounds": [time.as_dict() for time in clock.times(day.tournament)],
        "left": clock.minutes_left(day.tournament),
    }


def standings_view(day: Day, speech: Words) -> list[dict[str, Any]]:
    """Describe the standings, each place with its reason in the reader's language."""
    places = day.tournament.standings()
    return [place.as_dict() | {"reason": speech.say(place.by.title) if place.by else ""} for place in places]


def board_view(room: Room, code: str, moved: float, language: str) -> dict[str, Any]:
    """Describe a small board: what lies on it, whose turn it is, and for how many seconds nothing has happened."""
    speech = words(language)
    return {
        "room": code,
        "picture": room.position.picture().as_dict(speech),
        "phase": room.phase,
        "active": room.active,
        "plies": len(room.record.moves()),
        "task": task_view(room.position, speech) if room.phase == "play" else "",
        "still": round(time.monotonic() - moved, 1),
    }


def guest_view(classroom: Classroom) -> dict[str, Any]:
    """Describe who can still come in under a name that is on the list."""
    free = [pupil.name for pupil in classroom.pupils.values() if not pupil.token]
    return {"free": free, "count": len(classroom.pupils), "pictures": list(PICTURES)}
