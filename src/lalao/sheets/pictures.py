"""Pictures of positions and turns, described in code blocks and played by the rules.

The first line of a block is a game and a position, the second the moves. The kind of the block names the pictures:

- ``board``: the position alone;
- ``moves``: the position, then the position after each move in turn, with its captures;
- ``instead``: the positions that several moves would each lead to;
- ``game``: the same for a whole game, or part by part for one turn; pages can show it in motion;
- ``turn``: the position, then the board after each part of one turn;
- ``forbidden``: the same, then the points where the piece would capture once more but has been already;
- ``sowing``: the turn seed by seed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from lalao.board.picture import LatticePicture, Picture
from lalao.errors import NotationError
from lalao.events import Event
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.locale.events import narrate

Gestures = list[Event]

BEGINS = ("drop", "remove")
"""Gestures that stay in one picture with the one before: a seed is taken and dropped, a step is made and captures."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture and the sentence about the last event, "" at the beginning."""

    picture: Picture
    told: str


def pictures(kind: str, block: str, words: Translator) -> list[Shown]:
    """Return the pictures of a block; `kind` is a key of `KINDS`.

    Raises NotationError, IllegalMoveError or UnknownGameError where the block is wrong.
    """
    position, moves = read(block)
    return [replace(each, picture=without_note(each.picture)) for each in KINDS[kind](position, moves, words)]


def without_note(picture: Picture) -> Picture:
    """Return a picture without its note, as the text around it says the same."""
    return replace(picture, note=None) if isinstance(picture, LatticePicture) else picture


def read(block: str) -> tuple[AnyPosition, list[str]]:
    """Read the position of a block and the texts of its moves, which are separated by commas.

    Raises NotationError or UnknownGameError.
    """
    lines = block.strip().splitlines()
    if not 1 <= len(lines) <= 2:
        raise NotationError("'{text}' is not a picture: write a game and its position, then the moves", text=block)
    name, _, text = lines[0].partition(" ")
    chosen = game(name)
    return chosen.position(text) if text else chosen.start(), lines[1].split(", ") if len(lines) == 2 else []


def board(position: AnyPosition, _: list[str], __: Translator) -> Iterator[Shown]:
    """Yield the picture of a position alone."""
    yield Shown(position.picture(), "")


def after_moves(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield a picture after each move, played one after the other."""
    for text in moves:
        move = position.move(text)
        events, after = position.turn(move)
        yield Shown(after.picture(move), narrate(position.to_move, events, words))
        position = after


def with_start(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield the picture of a position, then one after each move."""
    yield Shown(position.picture(), "")
    yield from after_moves(position, moves, words)


def whole_game(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield the picture of a position, then one after each move, or after each part of the only one."""
    return turn(position, moves, words) if len(moves) == 1 else with_start(position, moves, words)


def instead(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield, for each move, the position that it would lead to from the same position."""
    for text in moves:
        yield from after_moves(position, [text], words)


def turn(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield the pictures of one turn, part by part."""
    return gestures(position, moves, words, lambda event: (event.key, 0))


def forbidden(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield the pictures of one turn, then one that crosses out where its piece may not come back to capture.

    Raises NotationError where there is no such point.
    """
    yield from turn(position, moves, words)
    events = position.events(position.move(moves[0]))
    contents = dict(position.contents())
    for event in events:
        contents = event.apply_to(contents)
    after = position.from_contents({place: contents[place] for place in position.contents()}, position.to_move)
    steps = [event for event in events if event.key == "step"]
    been = {step.source for step in steps}
    firsts = [after.events(move)[:2] for move in after.legal_moves()]
    crossed = {
        step.target
        for step, *more in firsts
        if step.key == "step" and step.source == steps[-1].target and step.target in been and more
    }
    picture = after.picture()
    if not crossed or not isinstance(picture, LatticePicture):
        raise NotationError("'{text}' forbids nothing here", text=moves[0])
    told = words("Not to {points}: the piece has been there.", points=", ".join(sorted(crossed)))
    yield Shown(replace(picture, taken=frozenset(picture.lattice.index[point] for point in crossed)), told)


def sowing(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Yield the pictures of one turn, part by part and seed by seed."""
    return gestures(position, moves, words, lambda event: (event.key, event.target if event.key == "sow" else 0))


def gestures(
    position: AnyPosition, moves: list[str], words: Translator, alike: Callable[[Event], object]
) -> Iterator[Shown]:
    """Yield a picture before a turn and one after each run of gestures with the same key `alike`.

    Raises NotationError unless there is exactly one move.
    """
    if len(moves) != 1:
        raise NotationError("'{text}' is not one move", text=", ".join(moves))
    yield Shown(position.picture(), "")
    contents = position.contents()
    places = contents.keys()
    for group in grouped(position.events(position.move(moves[0])), alike):
        for event in group:
            contents = event.apply_to(contents)
        lying = {place: contents[place] for place in places}
        picture = position.from_contents(lying, position.to_move).picture()
        yield Shown(marked(picture, group), narrate(position.to_move, group, words))


def grouped(events: tuple[Event, ...], alike: Callable[[Event], object]) -> Iterator[Gestures]:
    """Yield the gestures of a turn grouped into parts, one for each picture."""
    parts: list[Gestures] = []
    for _, run in groupby(events, key=alike):
        part = list(run)
        if parts and part[0].key in BEGINS:
            parts[-1] += part
        else:
            parts.append(part)
    yield from parts


def marked(picture: Picture, done: Gestures) -> Picture:
    """Return the picture of a lattice with marks where steps began and ended and on their captures; others unmarked."""
    if not isinstance(picture, LatticePicture):
        return picture
    index = picture.lattice.index
    steps = [event for event in done if event.key == "step"]
    return replace(
        picture,
        came_from=frozenset(index[event.source] for event in steps),
        came_to=frozenset(index[event.target] for event in steps),
        taken=frozenset(index[event.source] for event in done if event.key in ("remove", "huff")),
    )


KINDS: dict[str, Callable[[AnyPosition, list[str], Translator], Iterator[Shown]]] = {
    "board": board,
    "moves": with_start,
    "instead": instead,
    "game": whole_game,
    "turn": turn,
    "forbidden": forbidden,
    "sowing": sowing,
}
"""The kinds of blocks of pictures, and the functions that draw them."""
