"""Puzzles as cards: the question on the front, the answer on the back, where it meets its front when printed double."""

from collections.abc import Sequence
from random import Random
from typing import Any

from lalao.board.picture import Picture
from lalao.errors import Phrase, TooLargeError
from lalao.games.game import Game
from lalao.locale import Translator
from lalao.print.drawing import diagram
from lalao.print.making import Paper, Sheet
from lalao.teach.puzzles import Puzzle, answer, question, stars_of
from lalao.teach.shipped_puzzles import of_game, of_theme
from lalao.teach.themes import title_of

USUAL_CARDS = 8
MOST_CARDS = 200
WIDE, HIGH = 82.0, 39.0
"""Millimetres that the board of a card may take."""
MOST_STARS = 5


def drawn_by_lot(game: Game, theme: str | None, count: int, seed: int) -> list[Puzzle]:
    """Draw so many puzzles of a game, perhaps of a theme, the easiest first; the same seed draws the same ones.

    Raises LalaoError where there are none, or not so many.
    """
    puzzles = of_game(game) if theme is None else of_theme(of_game(game), theme)
    if count > len(puzzles):
        raise TooLargeError(
            "only {found} puzzles of {game} were found: ask for fewer than {count}",
            found=len(puzzles),
            game=game.id,
            count=count,
        )
    return sorted(Random(seed).sample(puzzles, count), key=lambda puzzle: puzzle.rating)


def cards(puzzles: Sequence[Puzzle], words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Lay puzzles out as cards, as many as fit on a page, each page followed by its backs."""
    return {
        "kind": "cards",
        "title": words("Puzzles"),
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "cards": [card(number, puzzle, words) for number, puzzle in enumerate(puzzles, 1)],
    }


def card(number: int, puzzle: Puzzle, words: Translator) -> dict[str, Any]:
    """Describe both sides of a card."""
    position, count = puzzle.position, stars_of(puzzle.rating)
    back, told = solved(puzzle)
    return {
        "number": str(number),
        "stars": "★" * count + "☆" * (MOST_STARS - count),
        "game": words.say(position.game.title),
        "theme": words.say(title_of(puzzle.theme)),
        "mover": words.say(who(puzzle)),
        "ask": words.say(question(puzzle)),
        "front": board(position.picture(), str(position), words),
        "back": board(back, told, words),
        "answer": words("The answer: {moves}", moves=words.say(answer(puzzle))),
    }


def who(puzzle: Puzzle) -> Phrase:
    """Say who is asked; where it is open who starts, nobody is to move. Of a layout say how many seeds are laid."""
    side = puzzle.position.to_move
    if puzzle.asked == "lay":
        return Phrase("{count} seed in your hand", "{count} seeds in your hand", count=puzzle.seeds)
    return Phrase("You are {side}.", side=side) if puzzle.asked == "start" else Phrase("{side} to move", side=side)


def solved(puzzle: Puzzle) -> tuple[Picture, str]:
    """Return the board of the back and its description: after the first move, or as it was where none is asked for.

    Of a layout it is the example.
    """
    position = puzzle.laying.read(puzzle.solution[0]) if puzzle.asked == "lay" else puzzle.position
    if puzzle.asked != "play":
        return position.picture(), str(position)
    first = position.move(puzzle.solution[0])
    return position.play(first).picture(last=first), str(first)


def board(picture: Picture, told: str, words: Translator) -> dict[str, Any]:
    """Draw a board as large as a card has room for, with a description."""
    drawing = diagram(picture, words, WIDE)
    if drawing.height > HIGH:
        drawing = diagram(picture, words, drawing.width * HIGH / drawing.height)
    return {"drawing": drawing.as_dict(), "alt": told}
