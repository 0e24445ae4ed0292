"""Pictures of positions and turns: a block of text says what is shown, the rules say how it goes.

The first line of a block is a game and a position, the second the moves. The kind of the block says what is drawn:

- ``board``: the position alone;
- ``moves``: the position, then what is there after each move, one after the other, with what was taken;
- ``instead``: what each of several moves would make of the position;
- ``turn``: the position, then what is there after each part of one turn;
- ``sowing``: the same, seed by seed.
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
"""A seed is taken to be dropped, a step made to take: these go with what comes before them."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture, and what has just been done; "" for where it begins."""

    picture: Picture
    told: str


def pictures(kind: str, block: str, words: Translator) -> list[Shown]:
    """Draw what a block says, each move played by the rules.

    Raises NotationError or IllegalMoveError where it cannot be.
    """
    position, moves = read(block)
    return [replace(each, picture=without_note(each.picture)) for each in KINDS[kind](position, moves, words)]


def without_note(picture: Picture) -> Picture:
    """Leave out what is written beside a board: the text around it says so."""
    return replace(picture, note=None) if isinstance(picture, LatticePicture) else picture


def read(block: str) -> tuple[AnyPosition, list[str]]:
    """Read the position of a block and its moves, with a comma between them.

    Raises NotationError.
    """
    lines = block.strip().splitlines()
    if not 1 <= len(lines) <= 2:
        raise NotationError("'{text}' is not a picture: write a game and its position, then the moves", text=block)
    name, _, text = lines[0].partition(" ")
    chosen = game(name)
    return chosen.position(text) if text else chosen.start(), lines[1].split(", ") if len(lines) == 2 else []


def board(position: AnyPosition, _: list[str], __: Translator) -> Iterator[Shown]:
    """Draw a position alone."""
    yield Shown(position.picture(), "")


def after_moves(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Draw a position after each move."""
    for text in moves:
        move = position.move(text)
        events, after = position.turn(move)
        yield Shown(after.picture(move), narrate(position.to_move, events, words))
        position = after


def with_start(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Draw a position, then the same after each move."""
    yield Shown(position.picture(), "")
    yield from after_moves(position, moves, words)


def instead(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Draw what each of several moves would make of a position."""
    for text in moves:
        yield from after_moves(position, [text], words)


def turn(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Draw one turn part by part."""
    return gestures(position, moves, words, lambda event: (event.key, 0))


def sowing(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Shown]:
    """Draw one turn part by part, every seed by itself."""
    return gestures(position, moves, words, lambda event: (event.key, event.target if event.key == "sow" else 0))


def gestures(
    position: AnyPosition, moves: list[str], words: Translator, alike: Callable[[Event], object]
) -> Iterator[Shown]:
    """Draw what lies there before a turn and after each run of gestures that are `alike`.

    Raises NotationError where there is not one move.
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
    """Join gestures to the parts of a turn that a picture is made of."""
    parts: list[Gestures] = []
    for _, run in groupby(events, key=alike):
        part = list(run)
        if parts and part[0].key in BEGINS:
            parts[-1] += part
        else:
            parts.append(part)
    yield from parts


def marked(picture: Picture, done: Gestures) -> Picture:
    """Mark on a lattice where a step began and ended and what it took."""
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
    "turn": turn,
    "sowing": sowing,
}
"""What blocks of pictures are called, and how they are drawn."""
