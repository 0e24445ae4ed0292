"""What the child process does: it chooses moves and works out values, one question a line; the server never waits.

``python -m lalao.web.thinking`` reads questions as JSON, a line each, and writes an answer a line. To stop it, kill it.
"""

import sys
from dataclasses import asdict
from typing import Any

import msgspec

from lalao.engine import player
from lalao.engine.search import WIN, Search
from lalao.errors import LalaoError
from lalao.games.game import begun_by
from lalao.games.registry import game
from lalao.record import read
from lalao.solve import solve
from lalao.teach import by_pupil, by_week, of_class
from lalao.values import Side, Unknown

OPINION = Search(5, 25_000)


class Question(msgspec.Struct, frozen=True):
    """A question: what is to be done with a position, or with records."""

    id: int
    task: str
    game: str = ""
    position: str = ""
    player: str = ""
    records: tuple[str, ...] = ()


def choose(question: Question) -> dict[str, Any]:
    """Choose a move."""
    chosen = game(question.game)
    return {"move": str(player(question.player, chosen).choose(chosen.position(question.position)))}


def value(question: Question) -> dict[str, Any]:
    """Work out the exact value of a position and its moves; where it is out of reach give an opinion."""
    position = game(question.game).position(question.position)
    answer = solve(position).as_dict()
    if answer["value"] == "unknown" and position.outcome is None:
        answer["opinion"] = opinion(question)
    return answer


def opinion(question: Question) -> dict[str, Any]:
    """Score the moves by a search that does not reach the end, in the game's own unit, best first."""
    position = game(question.game).position(question.position)
    scores = Search(OPINION.depth, OPINION.room).scores(position, list(position.legal_moves()))
    return {
        "depth": OPINION.depth,
        "moves": [
            {"move": str(move), "score": score, "decided": (abs(score) > WIN // 2) * (1 if score > 0 else -1)}
            for score, move in scores
        ],
    }


def starter(question: Question) -> dict[str, Any]:
    """Say which side had better start from a layout (cake rule): the first one in doubt."""
    chosen = game(question.game)
    start = chosen.position(question.position)
    first, second = chosen.sides
    worth = solve(begun_by(start, first)).value
    if isinstance(worth, Unknown):
        return {"side": str(first)}
    return {"side": str(_better(worth.sign, first, second))}


def _better(sign: int, first: Side, second: Side) -> Side:
    return first if sign >= 0 else second


def progress(question: Question) -> dict[str, Any]:
    """Tell how the players of records get on, by week, and their class."""
    games = [read(text) for text in question.records]
    weeks = by_week(games)
    return {
        "pupils": {name: {week: asdict(tally) for week, tally in each.items()} for name, each in weeks.items()},
        "class": asdict(of_class(by_pupil(games))),
    }


TASKS = {"progress": progress, "choose": choose, "value": value, "starter": starter}


def answer(line: bytes) -> dict[str, Any]:
    """Answer one line."""
    question = msgspec.json.decode(line, type=Question)
    try:
        return {"id": question.id} | TASKS[question.task](question)
    except LalaoError as error:
        return {"id": question.id, "error": str(error)}


def main() -> None:
    """Answer until the input ends."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(msgspec.json.encode(answer(line)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
