"""What the child process does: it chooses moves and works out values, one question a line; the server never waits.

``python -m lalao.web.thinking`` reads questions as JSON, a line each, and writes an answer a line. A line with the task
``stop`` gives up the question of that number; what was found until then is the answer.
"""

import sys
import threading
from functools import lru_cache
from queue import SimpleQueue
from typing import Any

import msgspec

from lalao.engine import player
from lalao.engine.agreeing import agrees_to_draw
from lalao.engine.analysis import Info, Limits, Searcher, Settings, unsearched
from lalao.engine.levels import nearest
from lalao.engine.searchers import searcher
from lalao.engine.supplement import supplemented
from lalao.errors import LalaoError
from lalao.games.game import AnyPosition, begun_by
from lalao.games.registry import game
from lalao.record import read
from lalao.solve import Answer, solve, unsolved
from lalao.teach import progress_view
from lalao.values import Side, Unknown

SETTINGS = Settings(hash_mb=16, solving=False)


class Question(msgspec.Struct, frozen=True):
    """A question: what is to be done with a position or with records, in so many seconds if that is up to us.

    `past` holds the positions before it, where they matter, and `side` who asks.
    """

    id: int
    task: str
    game: str = ""
    position: str = ""
    player: str = ""
    records: tuple[str, ...] = ()
    seconds: float = 1.0
    past: tuple[str, ...] = ()
    side: str = ""

    def read(self) -> AnyPosition:
        """Read the position.

        Raises NotationError.
        """
        return game(self.game).position(self.position)


class GivenUp:
    """The numbers of the questions that nobody wants answered any more."""

    def __init__(self) -> None:
        """Begin with none."""
        self.number, self.at = 0, 0

    def is_set(self) -> bool:
        """Tell whether the question that is being answered is given up."""
        return self.number >= self.at


GIVEN_UP = GivenUp()


def choose(question: Question) -> dict[str, Any]:
    """Choose a move."""
    chosen = game(question.game)
    return {"move": str(player(nearest(question.player, chosen), chosen).choose(question.read()))}


def value(question: Question) -> dict[str, Any]:
    """Work out the exact value of a position and its moves; for moves that are out of reach give opinions."""
    position = question.read()
    answer = solve(position)
    if GIVEN_UP.is_set() or not any(isinstance(move.value, Unknown) for move in answer.moves):
        return answer.as_dict()
    return supplement(answer, think(position, question.seconds))


def opinion(question: Question) -> dict[str, Any]:
    """Answer as `value` does, without trying to solve the position."""
    position = question.read()
    return supplement(unsolved(position), think(position, question.seconds))


def think(position: AnyPosition, seconds: float) -> Info:
    """Let the analysing engine score every legal move."""
    count = len(position.legal_moves())
    info = unsearched(position, count)
    for info in searcher_of(position.game.id).think(position, Limits(seconds), count, GIVEN_UP):  # noqa: B007  the last
        pass
    return info


@lru_cache(maxsize=2)
def searcher_of(name: str) -> Searcher:
    """Return what thinks about a game; it keeps its table from one question to the next."""
    return searcher(game(name).start(), SETTINGS)


def supplement(answer: Answer, info: Info) -> dict[str, Any]:
    """Add to an answer what the engine has proved or thinks of its moves, best first."""
    told, scores = supplemented(answer, info)
    document = told.as_dict()
    for each, score in zip(document["moves"], scores, strict=True):
        each["opinion"] = None if score.proved else score.opinion
    line = [str(move) for move in info.lines[0].moves] if info.lines else []
    spent = {"depth": info.depth, "nodes": info.nodes, "seconds": info.seconds, "line": line}
    return document | {"opinion": spent}


def starter(question: Question) -> dict[str, Any]:
    """Say which side had better start from a layout (cake rule): the first one in doubt."""
    first, second = game(question.game).sides
    worth = solve(begun_by(question.read(), first)).value
    if isinstance(worth, Unknown):
        return {"side": str(first)}
    return {"side": str(_better(worth.sign, first, second))}


def _better(sign: int, first: Side, second: Side) -> Side:
    return first if sign >= 0 else second


def progress(question: Question) -> dict[str, Any]:
    """Tell how the players of records get on, by week, and their class."""
    return progress_view(read(text) for text in question.records)


def draw(question: Question) -> dict[str, Any]:
    """Say whether a side takes a draw that it is offered."""
    played = game(question.game)
    positions = [played.position(text) for text in (*question.past, question.position)]
    return {"yes": agrees_to_draw(positions, Side(question.side))}


TASKS = {"progress": progress, "choose": choose, "value": value, "opinion": opinion, "starter": starter, "draw": draw}


def answer(question: Question) -> dict[str, Any]:
    """Answer one question."""
    GIVEN_UP.at = question.id
    try:
        found = TASKS[question.task](question)
    except LalaoError as error:
        return {"id": question.id, "error": str(error)}
    return {"id": question.id, "given_up": GIVEN_UP.is_set()} | found


def listen(questions: "SimpleQueue[Question | None]") -> None:
    """Read questions as they come, and give up what is no longer wanted at once."""
    for line in sys.stdin.buffer:
        question = msgspec.json.decode(line, type=Question)
        if question.task == "stop":
            GIVEN_UP.number = question.id
        else:
            questions.put(question)
    questions.put(None)


def main() -> None:
    """Answer until the input ends."""
    questions: SimpleQueue[Question | None] = SimpleQueue()
    threading.Thread(target=listen, args=(questions,), daemon=True).start()
    while (question := questions.get()) is not None:
        sys.stdout.buffer.write(msgspec.json.encode(answer(question)) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
