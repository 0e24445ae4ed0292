"""Puzzles as cards: the question on the front, the answer on the back, aligned for printing on both sides."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from lalao.board.shapes import CELL, Circle, Line, Shape, Text
from lalao.errors import Phrase, TooLargeError
from lalao.events import Event
from lalao.games.game import AnyPosition, Game
from lalao.locale import Translator
from lalao.print.drawing import Spot, filling
from lalao.print.making import Paper, Sheet
from lalao.teach.puzzles import Puzzle, answer, question, stars_of
from lalao.teach.shipped_puzzles import of_game, of_theme
from lalao.teach.themes import title_of

USUAL_CARDS = 8
MOST_CARDS = 200
WIDE = 89.0
"""The greatest width of the board on a card, in millimetres."""
HIGHS = (39.0, 61.0)
"""The greatest height of the board on a low and on a high card."""
LEAST_CELL = 10.0
"""The least distance between the pits or points of a board that is not as wide as a low card, in millimetres."""
NUMBERED = 14.0
"""Radius of the circle in which the number of a step stands, in units of the board."""
CROSSED = 24.0
"""Radius of the white disc on a piece that is taken, on which a cross stands."""
MOST_STARS = 5


def drawn_by_lot(game: Game, theme: str | None, count: int, seed: int) -> list[Puzzle]:
    """Draw `count` puzzles of a game, or of one of its themes, the easiest first; the seed decides which.

    Themes come equally often, as far as there are puzzles. Raises LalaoError where there are none, TooLargeError where
    there are fewer.
    """
    puzzles = of_game(game) if theme is None else of_theme(of_game(game), theme)
    if count > len(puzzles):
        raise TooLargeError(
            "only {count} puzzle of {game} was found: ask for fewer than {wanted}",
            "only {count} puzzles of {game} were found: ask for fewer than {wanted}",
            count=len(puzzles),
            game=game.id,
            wanted=count,
        )
    lot, taken = Random(seed), Counter[str]()
    turns: list[tuple[int, float, Puzzle]] = []
    for puzzle in lot.sample(puzzles, len(puzzles)):
        turns.append((taken[puzzle.theme], lot.random(), puzzle))
        taken[puzzle.theme] += 1
    drawn = [puzzle for *_, puzzle in sorted(turns, key=lambda turn: turn[:2])[:count]]
    return sorted(drawn, key=lambda puzzle: puzzle.rating)


def cards(puzzles: Sequence[Puzzle], words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet of puzzles as cards, as many to a page as fit, each page followed by that of the backs.

    The cards are high where a board fills more than a low one.
    """
    is_low = all(fits_low(puzzle.position, words) for puzzle in puzzles)
    room = HIGHS[0] if is_low else HIGHS[1]
    return {
        "kind": "cards",
        "title": words("Puzzles"),
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "high": not is_low,
        "cards": [card(number, puzzle, words, room) for number, puzzle in enumerate(puzzles, 1)],
    }


def fits_low(position: AnyPosition, words: Translator) -> bool:
    """Tell whether a board is large enough on a low card: as wide as it, or its pits and points `LEAST_CELL` apart."""
    drawing, _ = filling(position.picture(), words, WIDE, HIGHS[0])
    return drawing.width > WIDE - 1 or (drawing.unit * CELL >= LEAST_CELL and drawing.width > WIDE / 2)


def card(number: int, puzzle: Puzzle, words: Translator, room: float) -> dict[str, Any]:
    """Return the texts and boards of both sides of a card, whose boards have `room` millimetres of height."""
    position, count = puzzle.position, stars_of(puzzle.rating)
    return {
        "number": str(number),
        "stars": "★" * count + "☆" * (MOST_STARS - count),
        "game": words.say(position.game.title),
        "theme": words.say(title_of(puzzle.theme)),
        "mover": words.say(who(puzzle)),
        "ask": words.say(question(puzzle)),
        "front": board(position, words, room),
        "back": solved(puzzle, words, room),
        "answer": words("The answer: {moves}", moves=words.say(answer(puzzle))),
    }


def who(puzzle: Puzzle) -> Phrase:
    """Return the phrase that says who is asked; for a layout, the one that says how many seeds there are to lay."""
    side = puzzle.position.to_move
    if puzzle.asked == "lay":
        return Phrase("{count} seed in your hand", "{count} seeds in your hand", count=puzzle.seeds)
    return Phrase("You are {side}.", side=side) if puzzle.asked == "start" else Phrase("{side} to move", side=side)


def board(position: AnyPosition, words: Translator, room: float) -> dict[str, Any]:
    """Return a position drawn as large as a card has room for, with its description."""
    drawing, _ = filling(position.picture(), words, WIDE, room)
    return {"drawing": drawing.as_dict(), "alt": str(position)}


def solved(puzzle: Puzzle, words: Translator, room: float) -> dict[str, Any]:
    """Return the board of the back, with its description.

    It is the same position, with the first move as arrows or a ring around the place; or the example of a layout.
    """
    position, told = puzzle.position, puzzle.solution[0]
    if puzzle.asked == "lay":
        return board(puzzle.laying.read(told), words, room)
    drawing, spots = filling(position.picture(), words, WIDE, room)
    if puzzle.asked == "play":
        drawing.shapes.extend(arrows(position.events(position.move(told)), spots))
    elif puzzle.asked == "tap":
        drawing.shapes.append(Circle("asked", *spots[told], 48.0))
    return {"drawing": drawing.as_dict(), "alt": told}


def arrows(events: Iterable[Event], spots: Mapping[str, Spot]) -> Iterator[Shape]:
    """Draw a move: an arrow for each step and a cross on each piece taken; or the first sowing, from its pit."""
    steps, lifted, path = 0, "", list[str]()
    for event in events:
        if event.key == "step":
            steps += 1
            start, end = spots[event.source], spots[event.target]
            yield Line("arrow", *start, *end)
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            yield Circle("step", *middle, NUMBERED)
            yield Text("figure", middle[0], middle[1] + 0.55 * NUMBERED, str(steps), 1.6 * NUMBERED)
        elif event.key in ("remove", "huff"):
            x, y = spots[event.source]
            yield Circle("step", x, y, CROSSED)
            yield Line("cross", x - NUMBERED, y - NUMBERED, x + NUMBERED, y + NUMBERED)
            yield Line("cross", x - NUMBERED, y + NUMBERED, x + NUMBERED, y - NUMBERED)
        elif event.key in ("lift", "capture"):
            if path:
                break
            lifted = event.source
            yield Circle("asked", *spots[lifted], 48.0)
        elif event.key == "sow":
            path.append(event.target)
    for number, (here, there) in enumerate(pairwise(path), 1):
        yield Line("arrow" if number == len(path) - 1 else "trail", *spots[here], *spots[there])
    if len(path) > 1:
        yield Circle("first", *spots[path[0]], NUMBERED)
    elif path:
        yield Line("arrow", *spots[lifted], *spots[path[0]])
