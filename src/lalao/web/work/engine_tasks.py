"""An engine in a process of its own, which chooses moves and works out values while the server goes on serving.

``python -m lalao.web.work.engine_tasks`` reads questions and writes answers as `lalao.web.work.child` says. A question
that is hurried gets an immediate answer: a move that looks best at first sight, an opinion instead of a
value.
"""

from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate
from typing import Any

import msgspec
from msgspec.structs import replace

from lalao.engine import player
from lalao.engine.analysis import Info, Limits, Line, Searcher, Settings, unsearched
from lalao.engine.levels import nearest
from lalao.engine.readable import Search
from lalao.engine.searchers import SECONDS as AGREEING_SECONDS
from lalao.engine.searchers import agrees_to_draw, searcher
from lalao.engine.solved import supplemented
from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition, Game, begun_by
from lalao.games.registry import FAMILIES, game
from lalao.locale import words
from lalao.record import Record, read, read_game
from lalao.solve import Answer, solve, unsolved
from lalao.tables import exact_from
from lalao.teach.assessing import Assess, assessor, glancer
from lalao.teach.explaining import explain, ladder
from lalao.teach.progress import by_date
from lalao.teach.reviewing import read_side
from lalao.teach.reviewing import review as review_of
from lalao.teach.shown import ShownHints, ShownReview, ShownWhy
from lalao.teach.worths import read_level
from lalao.values import Side, Unknown
from lalao.web.limits import check_size, opponents
from lalao.web.rooms.messages import MOST_TEXT
from lalao.web.shown import ShownLine, ShownLines
from lalao.web.view import shown as pictured
from lalao.web.work.child import WATCH, Service, run

MOST_MEMORY = 4 << 30
MOST_VALUED = 500
"""Most moves of a position whose values are told: nobody would read about more."""
EXPLAIN_SECONDS = 0.25
"""Seconds for an opinion of each position that an explanation looks at."""
REVIEW_SECONDS = 6.0
"""Seconds for all opinions of a game under review, shared out among its positions."""
MOST_REVIEWED = 400
"""Plies of the longest game that is reviewed."""
AT_ONCE_MOVES = 100
AT_ONCE_SECONDS = 0.15
GLANCE_SECONDS = 0.05
SETTINGS = Settings(hash_mb=16, solving=False)


class Question(msgspec.Struct, frozen=True):
    """A question: a task, and the position or the records that it is about; an opinion takes `seconds`.

    `lines` is how many lines are asked for. `past` holds the positions before it, where they matter; `side` is the side
    that is offered a draw, or that is reviewed; `move`, `level` and `language` are for explanations.
    """

    id: int
    task: str
    game: str = ""
    position: str = ""
    player: str = ""
    records: tuple[str, ...] = ()
    seconds: float = 1.0
    lines: int = 1
    past: tuple[str, ...] = ()
    side: str = ""
    move: str = ""
    level: str = ""
    language: str = "en"

    def read(self) -> AnyPosition:
        """Read the position.

        Raises NotationError.
        """
        return game(self.game).position(self.position)


def choose(question: Question) -> dict[str, Any]:
    """Choose a move for `player`."""
    chosen = game(question.game)
    return {"move": str(player(nearest(question.player, chosen), chosen).choose(question.read()))}


def value(question: Question) -> dict[str, Any]:
    """Work out the exact values of a position and its moves; moves that cannot be solved get the engine's opinion."""
    position = question.read()
    answer = solve(position)
    if WATCH.is_set() or not any(isinstance(move.value, Unknown) for move in answer.moves):
        return answer.as_dict()
    return supplement(answer, think(position, question.seconds))


def opinion(question: Question) -> dict[str, Any]:
    """Answer as `value` does, without trying to solve the position."""
    position = question.read()
    return supplement(unsolved(position), think(position, question.seconds))


def lines(question: Question) -> ShownLines:
    """Return the best lines of a position; there are none where it has more moves than are told.

    Raises LalaoError.
    """
    position = pictured(question.game, question.position)
    if is_crowded(position):
        return ShownLines(0, 0, [])
    info = think(position, question.seconds, question.lines)
    shown = [shown_line(position, line) for line in info.lines]
    return ShownLines(info.depth, info.nodes, shown, settled=info.settled, hurried=WATCH.is_set())


def shown_line(position: AnyPosition, line: Line) -> ShownLine:
    """Return a line as the pages show it."""
    positions = list(accumulate(line.moves, lambda at, move: at.play(move), initial=position))[1:]
    return ShownLine(**line.score.as_dict(), moves=[*map(str, line.moves)], positions=[*map(str, positions)])


def think(position: AnyPosition, seconds: float, count: int | None = None) -> Info:
    """Let the analysing engine find the best lines: that of every legal move, or `count` of them."""
    count = len(position.legal_moves()) if count is None else count
    info = unsearched(position, count)
    with WATCH.looking():
        for info in searcher_of(position.game.id).think(position, Limits(seconds), count, WATCH):  # noqa: B007  the last
            pass
    return info


@lru_cache(maxsize=2)
def searcher_of(name: str) -> Searcher:
    """Return the searcher of a game, which keeps its transposition table from one question to the next."""
    return searcher(game(name).start(), SETTINGS)


def supplement(answer: Answer, info: Info) -> dict[str, Any]:
    """Add to an answer the engine's proofs and opinions of its moves, best first."""
    told, scores = supplemented(answer, info)
    document = told.as_dict()
    for each, score in zip(document["moves"], scores, strict=True):
        each["opinion"] = None if score.proved else score.opinion
    line = [str(move) for move in info.lines[0].moves] if info.lines else []
    spent = {"depth": info.depth, "nodes": info.nodes, "seconds": info.seconds, "line": line}
    return document | exact(told.position.game) | {"opinion": spent}


def exact(game: Game) -> dict[str, int]:
    """Return as ``exact_from`` the number of pieces up to which endgame tables know everything; {} where none do."""
    pieces = exact_from(game)
    return {"exact_from": pieces} if pieces else {}


def starter(question: Question) -> dict[str, Any]:
    """Say which side had better start from a layout (cake rule): the first one in doubt."""
    first, second = game(question.game).sides
    worth = solve(begun_by(question.read(), first)).value
    return {"side": str(first if isinstance(worth, Unknown) or worth.sign >= 0 else second)}


def why(question: Question) -> ShownWhy:
    """Say why a move is good or bad."""
    return explained(question, assessor(lambda position: think(position, EXPLAIN_SECONDS)))


def hints(question: Question) -> ShownHints:
    """Give the hints for a position."""
    return hinted(question, assessor(lambda position: think(position, EXPLAIN_SECONDS)))


def explained(question: Question, assess: Assess) -> ShownWhy:
    """Explain a move by the assessments of `assess`."""
    explanation = explain(shown(question), question.move[:MOST_TEXT], assess)
    return explanation.shown(read_level(question.level), words(question.language))


def hinted(question: Question, assess: Assess) -> ShownHints:
    """Give hints by the assessments of `assess`."""
    return ladder(shown(question), assess).shown(read_level(question.level), words(question.language))


def shown(question: Question) -> AnyPosition:
    """Read a position that is to be explained, if it is no larger than the pages show.

    Raises LalaoError.
    """
    position = pictured(question.game, question.position)
    check_crowd(position)
    return position


def is_crowded(position: AnyPosition) -> bool:
    """Tell whether a position has more than `MOST_VALUED` moves."""
    return len(position.some_moves(MOST_VALUED + 1)) > MOST_VALUED


def check_crowd(position: AnyPosition) -> None:
    """Refuse positions with more than `MOST_VALUED` moves: nobody would read about each of them.

    Raises TooLargeError.
    """
    if is_crowded(position):
        raise TooLargeError("this position has more than {most} moves: none is explained", most=MOST_VALUED)


def review(question: Question) -> ShownReview:
    """Review a game."""
    record = reviewable(question)
    seconds = min(EXPLAIN_SECONDS, REVIEW_SECONDS / (record.last.ply + 1))
    return reviewed(question, record, assessor(lambda position: think(position, seconds)))


def review_at_once(question: Question) -> ShownReview:
    """Review a game by the rules alone."""
    record = reviewable(question)
    return replace(reviewed(question, record, glancer(lambda one: unsearched(one, MOST_VALUED))), hurried=True)


def reviewed(question: Question, record: Record, assess: Assess) -> ShownReview:
    """Review a game by the assessments of `assess`."""
    spoken = words(question.language)
    sides = [read_side(question.side, spoken)] if question.side else []
    return review_of(record, sides, assess).shown(read_level(question.level), spoken)


def reviewable(question: Question) -> Record:
    """Read a record, if it is no longer than the pages show, nor its positions larger.

    Raises LalaoError.
    """
    record = read_game(question.records[0], admit=check_size)
    if record.last.ply > MOST_REVIEWED:
        raise TooLargeError("this game is longer than {most} moves: it is not reviewed here", most=MOST_REVIEWED)
    for position in record.positions():
        check_crowd(position)
    return record


def progress(question: Question) -> dict[str, Any]:
    """Count the moves of the players of records, by name and date."""
    return by_date(read(text) for text in question.records)


def draw(question: Question, seconds: float = AGREEING_SECONDS) -> dict[str, Any]:
    """Say whether a side takes a draw that it is offered."""
    played = game(question.game)
    positions = [played.position(text) for text in (*question.past, question.position)]
    return {"yes": agrees_to_draw(positions, Side(question.side), seconds)}


def uncrowded(task: Callable[[Question], dict[str, Any]]) -> Callable[[Question], dict[str, Any]]:
    """Wrap a task so that positions with more than `MOST_VALUED` moves are answered "unknown"."""

    def done(question: Question) -> dict[str, Any]:
        if is_crowded(question.read()):
            return {"value": "unknown", "moves": []}
        return task(question)

    return done


def chosen_at_once(question: Question) -> dict[str, Any]:
    """Choose a move by its looks at first sight, where there is no time to think."""
    position = question.read()
    moves = list(position.some_moves(AT_ONCE_MOVES))
    return {"move": str(Search(1, len(moves)).scores(position, moves)[0][1])}


def opinion_at_once(question: Question) -> dict[str, Any]:
    """Think for a moment; the answer says that there was no time for more."""
    values = uncrowded(opinion)(replace(question, seconds=AT_ONCE_SECONDS))
    return values | {"hurried": True}


def lines_at_once(question: Question) -> ShownLines:
    """Think for a moment about the best lines; the answer says that there was no time for more."""
    return replace(lines(replace(question, seconds=AT_ONCE_SECONDS)), hurried=True)


def why_at_once(question: Question) -> ShownWhy:
    """Explain a move by the rules and a glance."""
    return replace(explained(question, glancer(glance)), hurried=True)


def hints_at_once(question: Question) -> ShownHints:
    """Give hints by the looks of moves at first sight."""
    return replace(hinted(question, glancer(glance)), hurried=True)


def glance(position: AnyPosition) -> Info:
    """Think about a position for a moment."""
    return think(position, GLANCE_SECONDS)


def starter_at_once(question: Question) -> dict[str, Any]:
    """Let the first side start: there is no time to find out more."""
    return {"side": str(game(question.game).sides[0])}


def draw_at_once(question: Question) -> dict[str, Any]:
    """Say by a glance whether a side takes a draw."""
    return draw(question, seconds=0)


def warm(_: Question) -> dict[str, Any]:
    """Choose a first move in each family of games, so that no later question waits for imports."""
    kinds = [game(family.listed[0]) for family in reversed(FAMILIES)]
    return {"warm": [str(player(opponents(chosen)[-1], chosen).choose(chosen.start())) for chosen in kinds]}


AT_ONCE = {
    "choose": chosen_at_once,
    "value": opinion_at_once,
    "opinion": opinion_at_once,
    "lines": lines_at_once,
    "starter": starter_at_once,
    "draw": draw_at_once,
    "why": why_at_once,
    "hints": hints_at_once,
    "review": review_at_once,
}
"""The tasks of hurried questions; each is also a task, as "choose at once", where even hurrying took too long."""
TASKS = {
    "progress": progress,
    "choose": choose,
    "value": uncrowded(value),
    "opinion": uncrowded(opinion),
    "lines": lines,
    "starter": starter,
    "draw": draw,
    "why": why,
    "hints": hints,
    "review": review,
    "warm": warm,
} | {f"{name} at once": task for name, task in AT_ONCE.items()}
SERVICE = Service(msgspec.json.Decoder(Question).decode, TASKS, MOST_MEMORY, AT_ONCE)


if __name__ == "__main__":
    run(SERVICE)
