"""The data for browsers, made from rooms, positions and games (`lalao.web.shown`)."""

from collections.abc import Iterable, Iterator
from functools import cache
from math import inf
from random import Random
from typing import Any

from lalao.board.picture import ShownBoard, ShownPit, ShownRows
from lalao.engine.levels import levels_of
from lalao.errors import IllegalMoveError, NotationError, Phrase, TooLargeError
from lalao.events import Event
from lalao.games.game import AnyPosition, Choice, Family, Game
from lalao.games.registry import game as find_game
from lalao.locale import Translator, file_of, words
from lalao.locale.events import ended, gesture, narrate
from lalao.record import flatten
from lalao.values import Outcome
from lalao.web.limits import check_size
from lalao.web.rooms.messages import MOST_TEXT
from lalao.web.rooms.room import Room
from lalao.web.shown import (
    DemoTurn,
    ShownCard,
    ShownChapter,
    ShownChoice,
    ShownDemo,
    ShownEvent,
    ShownFamily,
    ShownGame,
    ShownMove,
    ShownOffer,
    ShownOutcome,
    ShownPath,
    ShownPosition,
    ShownRefusal,
    ShownSeat,
    ShownSide,
    ShownTurn,
    State,
)

MOST_WAYS = 300
"""Ways of choosing a turn that are listed whole; where there are more, the pages ask for them tap by tap."""
MOST_DESCRIBED = 300
"""Turns of a position that are described; the pages ask for any other."""
DEMO_PLIES = 24


def game_view(chosen: Game, speech: Translator) -> ShownGame:
    """Describe a game: the facts to know before a match."""
    return ShownGame(
        id=chosen.id,
        family=chosen.family.name,
        title=speech.say(chosen.title),
        board=speech.say(chosen.card.board),
        rules=speech.say(chosen.card.rules),
        difference=speech.say(chosen.card.difference),
        notation=speech.say(chosen.notation),
        sides=sides_view(chosen, speech),
        start=str(chosen.start()),
        laid_out=chosen.laid_out,
        quiet_limit=chosen.quiet_limit,
        small=chosen.small,
        levels=len(levels_of(chosen)),
        lead=speech.say(chosen.lead),
    )


def family_view(family: Family, speech: Translator) -> ShownFamily:
    """Describe a family of games."""
    return ShownFamily(
        name=family.name,
        title=speech.say(family.title),
        blurb=speech.say(family.blurb),
        motto=speech.say(family.motto) if family.motto else "",
        age=speech.say(family.age) if family.age else "",
        colour=family.colour,
        scene=f"/api/families/{family.name}/scene.svg" if scene_of(family.name) else "",
        offered=family.offered,
        second_rounds=family.second_rounds,
        gentlest=family.gentlest,
        ladder=family.ladder,
    )


def card_view(chosen: Game, speech: Translator) -> ShownCard:
    """Describe the rules of a game on one page."""
    card = chosen.card
    return ShownCard(
        family=chosen.family.name,
        family_title=speech.say(chosen.family.title),
        board=speech.say(card.board),
        rules=speech.say(card.rules),
        difference=speech.say(card.difference),
        goal=speech.say(chosen.goal),
        chapters=[
            ShownChapter(speech.say(each.title), [speech.say(line) for line in each.lines], each.steps)
            for each in card.chapters
        ],
    )


def sides_view(chosen: Game, speech: Translator) -> list[ShownSide]:
    """Describe both sides of a game."""
    return [ShownSide(str(side), speech.say(side), side.is_first) for side in chosen.sides]


def paths_view(position: AnyPosition, begun: str = "") -> list[ShownPath]:
    """List the ways of choosing a turn that begin with `begun`; where there are too many, some are only beginnings."""
    return [
        ShownPath(way.text, None if way.move is None else str(way.move), [_choice(choice) for choice in way.path])
        for way in position.ways(MOST_WAYS, begun)
    ]


def _choice(choice: Choice) -> ShownChoice:
    return ShownChoice(choice.place, choice.how, choice.taken, choice.after)


def outcome_view(outcome: Outcome | None, speech: Translator) -> ShownOutcome | None:
    """Say how a game ended."""
    if outcome is None:
        return None
    return ShownOutcome(
        winner=str(outcome.winner) if outcome.winner else None,
        ending=str(outcome.ending),
        reason=speech.say(outcome.reason),
        result=outcome.result,
        told=ended(outcome, speech),
    )


def task_view(position: AnyPosition, speech: Translator) -> str:
    """Describe the task, and whose turn it is."""
    return speech("{side} to play: {task}.", side=position.to_move, task=position.task)


def order_view(position: AnyPosition, speech: Translator) -> str:
    """Describe the task, in a sentence for the player who does it."""
    task = speech.say(position.task)
    return f"{task[:1].upper()}{task[1:]}."


def events_view(events: Iterable[Event], speech: Translator) -> list[ShownEvent]:
    """Describe the gestures of a turn one by one."""
    return [
        ShownEvent(event.key, event.source, event.target, event.count, event.how, speech.say(gesture(event)))
        for event in events
    ]


def turn_view(before: AnyPosition, move: Any, speech: Translator) -> ShownTurn:
    """Describe a turn: its gestures one by one, and the whole in one sentence."""
    events, _ = before.turn(move)
    return ShownTurn(str(move), events_view(events, speech), narrate(before.to_move, events, speech))


def move_view(before: AnyPosition, move: Any, speech: Translator) -> ShownMove:
    """Describe a legal move, and the position that it leads to."""
    turn = turn_view(before, move, speech)
    return ShownMove(turn.move, turn.events, turn.told, str(before._play(move)))


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


def position_view(game: str, text: str, language: str) -> ShownPosition:
    """Describe a position: picture, legal moves with their events and where they lead, ways of choosing them.

    Raises LalaoError.
    """
    position, speech = shown(game, text), words(language)
    outcome, moves = position.outcome, position.some_moves(MOST_DESCRIBED + 1)
    return ShownPosition(
        game=position.game.id,
        position=str(position),
        to_move=str(position.to_move),
        picture=position.picture().shown(speech),
        task="" if outcome else task_view(position, speech),
        outcome=outcome_view(outcome, speech),
        moves=[move_view(position, move, speech) for move in moves[:MOST_DESCRIBED]],
        paths=[] if outcome else paths_view(position),
        all=len(moves) <= MOST_DESCRIBED,
    )


def demonstration(game: str, language: str) -> ShownDemo:
    """Play the first `DEMO_PLIES` plies of a game at random, always the same ones, for the first page.

    Raises LalaoError.
    """
    chosen, speech, rng = find_game(game), words(language), Random(4)
    check_size(chosen.start())
    start = position = chosen.start()
    turns: list[DemoTurn] = []
    while len(turns) < DEMO_PLIES and position.outcome is None:
        described = move_view(position, rng.choice(position.some_moves(MOST_DESCRIBED)), speech)
        turns.append(DemoTurn(described.events, described.position))
        position = chosen.position(described.position)
    return ShownDemo(start.picture().shown(speech), turns)


def room_view(room: Room, code: str, language: str) -> State:
    """Describe a room in one language, as if nobody were there and its clocks had just been started."""
    position, record, speech = room.position, room.record, words(language)
    last = record.last
    return State(
        seq=room.length,
        turn=room.turn,
        code=code,
        mode=room.mode,
        phase=room.phase,
        active=room.active,
        free_seat=room.free_seat,
        game=record.game.id,
        start=str(record.root.position),
        position=str(position),
        moves=[str(move) for move in record.moves()],
        tree=list(flatten(record)) if room.undone else None,
        starter=str(record.root.position.to_move),
        layer=room.layer,
        cake=room.cake,
        last=str(last.move) if last.move is not None else None,
        paths=paths_view(position) if room.phase == "play" else [],
        offer=ShownOffer(room.offer.seat, room.offer.what) if room.offer else None,
        again=room.has_second_round,
        left=room.left(room.began),
        seats=seats_view(room, ("", ""), [False, False]),
        language=language,
        title=speech.say(record.game.title),
        picture=position.picture().shown(speech),
        turn_told=turn_view(last.parent.position, last.move, speech) if last.parent else None,
        task=task_view(position, speech) if room.phase == "play" else "",
        order=order_view(position, speech) if room.phase == "play" else "",
        outcome=outcome_view(room.outcome, speech),
        sides=sides_view(record.game, speech),
        notation=speech.say(record.game.notation),
        lead=speech.say(record.game.lead),
        levels=len(levels_of(record.game)),
        unaided=False,
    )


def seats_view(room: Room, names: tuple[str, str], present: list[bool]) -> list[ShownSeat]:
    """Describe the seats: who has each, and whether somebody is there; `names` and `present` are by seat."""
    computer = room.opening.computer
    return [
        ShownSeat(str(side), names[seat], computer[seat], present[seat] or bool(computer[seat]))
        for seat, side in enumerate(room.sides)
    ]


@cache
def scene_of(family: str) -> bytes | None:
    """Return the picture of a family, or None where it has none."""
    path = file_of(family, "scene.svg")
    return path.read_bytes() if path else None


NOTHING_KNOWN = Phrase("You cannot play this one."), Phrase("Play one with a bright ring.")
NOT_YOURS = Phrase("That is not yours."), Phrase("Choose on your own side.")
PIECE_FIRST = Phrase("Choose a piece first."), Phrase("Then tap where it should go.")
PIT_FIRST = Phrase("Choose a pit first."), Phrase("Choose on your own side.")
NAMELESS = {
    "Pit {pit} is empty.": Phrase("This pit is empty."),
    "There are no seeds opposite pit {pit}.": Phrase("There are no seeds opposite this pit."),
    "Pit {pit} takes nothing.": Phrase("This pit takes nothing."),
    "Pit {pit} would sow for ever.": Phrase("This pit would sow for ever."),
}
"""The sentences for boards of several rows, whose pits have no number."""


def refusal_view(position: AnyPosition, begun: str, place: str, speech: Translator) -> ShownRefusal:
    """Say why a place cannot be chosen in a turn that has begun with the text `begun`."""
    picture = position.picture().shown(speech)
    is_vacant = not begun and _is_vacant(picture, place)
    if is_vacant and not isinstance(picture, ShownRows):
        return _plain(PIECE_FIRST, speech)
    reasons = [_refused(position, text) for text in _texts(position, picture, begun, place)]
    refused = [(error, text) for error, text in reasons if error is not None]
    if not refused:
        not_yours = PIT_FIRST if is_vacant else NOT_YOURS
        return _plain(not_yours if _is_other_side(position, place) else NOTHING_KNOWN, speech)
    error, text = min(refused, key=_rank)
    return ShownRefusal(*_said(error, picture, speech), *_fall(position, picture, place, error, text))


def _plain(told: tuple[Phrase, Phrase], speech: Translator) -> ShownRefusal:
    """Return a refusal that shows nothing on the board."""
    head, line = told
    return ShownRefusal(speech.say(head), speech.say(line), "", [])


def _is_vacant(picture: ShownBoard, place: str) -> bool:
    """Tell whether nothing lies in a place."""
    if isinstance(picture, ShownRows):
        return any(pit.place == place and not pit.seeds for row in picture.rows for pit in row)
    return any(point.place == place and not point.piece for point in picture.points)


def _is_other_side(position: AnyPosition, place: str) -> bool:
    """Tell whether the name of a place begins with the letter of the side that does not move."""
    return place.startswith(position.to_move.other.value)


def _texts(position: AnyPosition, picture: ShownBoard, begun: str, place: str) -> Iterator[str]:
    """Yield the texts of the moves that a tap on a place may mean."""
    if begun:
        yield from (f"{begun}{place}{way}" for way in ("", "A", "W"))
    elif isinstance(picture, ShownRows):
        if not _is_other_side(position, place):
            yield from (place.removeprefix(position.to_move.value) + sign for sign in ("", "+", "-"))
    else:
        yield from (f"{place}-{other}{way}" for other in _neighbours(picture, place) for way in ("", "A", "W"))


def _neighbours(picture: ShownBoard, place: str) -> Iterator[str]:
    """Yield the points that lines join to a point."""
    if isinstance(picture, ShownRows):
        return
    names = [point.place for point in picture.points]
    for one, other in picture.lines:
        if place in (names[one], names[other]):
            yield names[other] if names[one] == place else names[one]


def _refused(position: AnyPosition, text: str) -> tuple[IllegalMoveError | None, str]:
    """Return why a move is refused, None where it is no move at all or is legal; and its text."""
    try:
        position.move(text)
    except IllegalMoveError as error:
        return error, text
    except NotationError:
        pass
    return None, text


def _rank(refused: tuple[IllegalMoveError, str]) -> float:
    """Return the place of a reason among those of its family; reasons without short sentences come last."""
    reason = refused[0].refusal
    return list(type(reason)).index(reason) if reason and reason.short else inf


def _said(error: IllegalMoveError, picture: ShownBoard, speech: Translator) -> tuple[str, str]:
    """Return a headline and a line; a reason without short sentences is said as it is."""
    if error.refusal is None or error.refusal.short is None:
        reason = speech.say(error)
        return speech("You cannot play this one."), f"{reason[:1].upper()}{reason[1:]}."
    is_numbered = isinstance(picture, ShownRows) and len(picture.rows) == 1
    short = (each if is_numbered else NAMELESS.get(each.sentence, each) for each in error.refusal.short)
    head, line = (speech.say(each.filled(**error.phrase.blanks)) for each in short)
    return head, line


def _fall(
    position: AnyPosition, picture: ShownBoard, place: str, error: IllegalMoveError, text: str
) -> tuple[str, list[str]]:
    """Return the pit where a sowing fails, "" off the board, and those that seeds would fall in up to there."""
    if not isinstance(picture, ShownRows) or len(picture.rows) > 1:
        return "", []
    row = [pit.place for pit in picture.rows[0]]
    fault = str(error.phrase.blanks.get("pit", ""))
    if fault in row and fault != place:
        at, to = row.index(place), row.index(fault)
        return fault, row[at + 1 : to + 1] if to > at else row[to:at][::-1]
    if fault or not _holds_seeds(picture.rows[0], place):
        return "", []
    at = row.index(place)
    eastwards = text.endswith("+") or (not text.endswith("-") and position.to_move.is_first)
    return "", [*(row[at + 1 :] if eastwards else row[:at][::-1]), "off"]


def _holds_seeds(row: list[ShownPit], place: str) -> bool:
    return any(pit.place == place and pit.seeds for pit in row)
