"""Puzzles as cards: the question on the front, the answer on the back, aligned for printing on both sides."""

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
"""The greatest width and height of the board on a card, in millimetres."""
MOST_STARS = 5


def drawn_by_lot(game: Game, theme: str | None, count: int, seed: int) -> list[Puzzle]:
    """Draw `count` puzzles of a game, or of one of its themes, the easiest first; the seed decides which.

    Raises LalaoError where there are none, TooLargeError where there are fewer.
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
    return sorted(Random(seed).sample(puzzles, count), key=lambda puzzle: puzzle.rating)


def cards(puzzles: Sequence[Puzzle], words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet of puzzles as cards, as many to a page as fit, each page followed by that of the backs."""
    return {
        "kind": "cards",
        "title": words("Puzzles"),
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "cards": [card(number, puzzle, words) for number, puzzle in enumerate(puzzles, 1)],
    }


def card(number: int, puzzle: Puzzle, words: Translator) -> dict[str, Any]:
    """Return the texts and boards of both sides of a card."""
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
    """Return the phrase that says who is asked; for a layout, the one that says how many seeds there are to lay."""
    side = puzzle.position.to_move
    if puzzle.asked == "lay":
        return Phrase("{count} seed in your hand", "{count} seeds in your hand", count=puzzle.seeds)
    return Phrase("You are {side}.", side=side) if puzzle.asked == "start" else Phrase("{side} to move", side=side)


def solved(puzzle: Puzzle) -> tuple[Picture, str]:
    """Return the board of the back and its description.

    It is the position after the first move, the example of a layout, or the same position where no move is asked for.
    """
    position = puzzle.laying.read(puzzle.solution[0]) if puzzle.asked == "lay" else puzzle.position
    if puzzle.asked != "play":
        return position.picture(), str(position)
    first = position.move(puzzle.solution[0])
    return position.play(first).picture(last=first), str(first)


def board(picture: Picture, told: str, words: Translator) -> dict[str, Any]:
    """Return a board drawn as large as a card has room for, with its description."""
    drawing = diagram(picture, words, WIDE)
    if drawing.height > HIGH:
        drawing = diagram(picture, words, drawing.width * HIGH / drawing.height)
    return {"drawing": drawing.as_dict(), "alt": told}
