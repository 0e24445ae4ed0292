"""Checks the steps of lessons, as teachers write them, against the answers that the rules and the solvers give.

The right answers are computed from the position and the aim. A move that is not accepted must be one that the
teaching of the family can refute, so that every wrong try gets an answer.

>>> import lalao
>>> answers(lalao.game("fang-4").position("0.1.1.0 3+3 S"), "tap", "legal")
('2', '3')
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lalao.errors import NotationError, TooLargeError
from lalao.events import HAND, SEED
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.solve import solve
from lalao.teach.assessing import THOROUGHLY, Assess, Assessment, assessor, proved, remembering
from lalao.teach.captures import TAKING, taken
from lalao.teach.explaining import explain
from lalao.teach.family import teaching
from lalao.teach.laying import STARTS, starting
from lalao.teach.lessons import Aim, Ask, Lesson, Step, within
from lalao.teach.worths import Worth, is_better, signed

MOST_MOVES = 60
"""The most legal moves of a position in a lesson."""
SOLVED = assessor()
"""Assesses positions as the pages do when they explain a move."""
EXACT = remembering(lambda position: proved((THOROUGHLY.by(position.game) or solve)(position)))
"""Assesses positions by solvers alone, with more time: by a family's `thoroughly` where it has one."""


def check_lesson(one: Lesson, file: str, assess: Assess = SOLVED) -> None:
    """Check every step of a lesson by the rules and the solvers.

    Raises LessonError, which names the file and the step, at the first error.
    """
    for number, step in enumerate(one.steps, 1):
        with within(file, number):
            check_step(game(one.game).position(step.position), step, assess)


def check_step(position: AnyPosition, step: Step, assess: Assess = SOLVED) -> None:
    """Check a step: that its moves can be played, and that it accepts exactly the right answers.
    Raises NotationError, IllegalMoveError or TooLargeError.
    """
    over = position.game_over()
    if over is not None:
        raise over
    if len(position.some_moves(MOST_MOVES + 1)) > MOST_MOVES:
        raise TooLargeError("this position has more than {most} moves: take a simpler one", most=MOST_MOVES)
    check_written(position, step)
    if step.ask == "see":
        return
    compare(step.accept, answers(position, step.ask, step.aimed, step.move, assess), known(position, step.ask))
    if step.ask == "play":
        check_wrong_tries(position, step, assess)
        check_line(position, step, assess)


def check_written(position: AnyPosition, step: Step) -> None:
    """Check that moves are legal, and written as they are shown, since the pages compare them letter by letter.

    Raises NotationError or IllegalMoveError.
    """
    for text in (step.move, *step.accept) if step.ask == "play" else (step.move,):
        if text:
            check_move(position, text)
    for text in step.line:
        check_move(position, text)
        position = position.play(text)


def check_move(position: AnyPosition, text: str) -> None:
    """Check that a move is legal, and written as it is shown.

    Raises NotationError or IllegalMoveError.
    """
    shown = str(position.move(text))
    if shown != text:
        raise NotationError("'{text}' is written {shown} here", text=text, shown=shown)


def known(position: AnyPosition, ask: Ask) -> set[str]:
    """Return the texts that may be answers: legal moves, who starts, or places of the board."""
    if ask == "start":
        return set(STARTS)
    return set(texts(position)) if ask == "play" else set(position.contents())


def compare(accepted: Sequence[str], right: Sequence[str], known: set[str]) -> None:
    """Check that the accepted answers are the right ones, each once; `known` are all possible ones.

    Raises NotationError where they are not.
    """
    told = ", ".join(right)
    for text in accepted:
        if text not in known:
            raise NotationError("'{text}' is not a place of this board: right would be {right}", text=text, right=told)
        if text not in right:
            raise NotationError("'{text}' is accepted, and is not right: right would be {right}", text=text, right=told)
    for text in right:
        if text not in accepted:
            raise NotationError("'{text}' is right, and is not accepted: right would be {right}", text=text, right=told)
    if len(set(accepted)) < len(accepted):
        raise NotationError("an answer is accepted twice: right would be {right}", right=told)


def answers(position: AnyPosition, ask: Ask, aim: Aim, move: str = "", assess: Assess = SOLVED) -> tuple[str, ...]:
    """Return the right answers: moves for `play`, who should start for `start`, else places.

    Raises NotationError where there is none, TooLargeError where they cannot be proved.
    """
    if ask == "predict":
        found = foretold(position, move, aim)
    elif ask == "start":
        start = starting(position, assess)
        found = (start,) if start else ()
    elif aim == "stuck":
        found = stuck(position)
    else:
        moves = aimed(position, aim, assess)
        found = moves if ask == "play" else begun(position, moves)
    if not found:
        raise NotationError("nothing is right here: choose another aim or another position")
    return found


def texts(position: AnyPosition) -> tuple[str, ...]:
    """Return the legal moves as texts."""
    return tuple(map(str, position.legal_moves()))


def aimed(position: AnyPosition, aim: Aim, assess: Assess) -> tuple[str, ...]:
    """Return the moves that meet the aim, in the order of the legal moves.

    Raises TooLargeError where that cannot be proved of every move.
    """
    moves = texts(position)
    if aim == "legal":
        return moves
    if aim == "takes":
        return tuple(text for text in moves if taken(position, text))
    return valued(position, aim, assess)


def valued(position: AnyPosition, aim: Aim, assess: Assess) -> tuple[str, ...]:
    """Return the moves that win, or for other aims those that are best.

    Raises TooLargeError where that is not proved of every move.
    """
    sure = worths(assess(position)) or worths(EXACT(position))
    if not sure:
        raise TooLargeError("nobody has proved what each move is worth here: take a simpler position")
    right = {
        text
        for text, worth in sure.items()
        if (worth.sign > 0 if aim == "wins" else not any(is_better(other, worth) for other in sure.values()))
    }
    return tuple(text for text in texts(position) if text in right)


def worths(here: Assessment) -> dict[str, Worth]:
    """Return the worth of each move, without plies; empty where one of them is not proved."""
    found = {move.move: signed(move.worth) for move in here.moves if move.worth is not None}
    return found if len(found) == len(here.moves) else {}


def begun(position: AnyPosition, moves: Iterable[str]) -> tuple[str, ...]:
    """Return the places that moves begin with, each once."""
    family = teaching(position.game)
    return tuple(dict.fromkeys(family.begins(position, text) for text in moves))


def stuck(position: AnyPosition) -> tuple[str, ...]:
    """Return the places with seeds, or with a piece of the side to move, that no legal move begins with."""
    able = set(begun(position, texts(position)))
    own = (SEED, str(position.to_move))
    held = {place: things for place, things in position.contents().items() if things and things[0] in own}
    return tuple(place for place in held if place not in able and " " not in place and place != HAND)


def foretold(position: AnyPosition, move: str, aim: Aim) -> tuple[str, ...]:
    """Return the place where the last seed of a move falls, or for the aim `taken` the places that it captures from.

    Raises NotationError or IllegalMoveError.
    """
    events = position.events(position.move(move))
    if aim == "taken":
        return tuple(dict.fromkeys(event.source for event in events if event.key in TAKING))
    return tuple(event.target for event in events if event.key == "sow")[-1:]


def check_wrong_tries(position: AnyPosition, step: Step, assess: Assess) -> None:
    """Check that some moves are wrong, and that the teaching refutes each of them; `legal` moves need no check.

    Raises NotationError where that is not so.
    """
    if step.aimed == "legal":
        return
    wrong = wrong_tries(position, step)
    if not wrong:
        raise NotationError("every move is right here: there is nothing to find")
    for text in wrong:
        told = refuted(position, text, assess)
        if not told.sentences or not (told.line or told.ends):
            raise NotationError("'{text}' is wrong, and nothing refutes it: take another position", text=text)


def wrong_tries(position: AnyPosition, step: Step) -> tuple[str, ...]:
    """List the legal moves that are not accepted."""
    return tuple(text for text in texts(position) if text not in step.accept)


@dataclass(frozen=True, slots=True)
class Refuted:
    """How a wrong try is answered: with how many sentences and which moves, and whether the try itself ends the game.

    Where there is no refutation, the moves are those of the first claim about the try that shows any.
    """

    sentences: int
    line: tuple[str, ...]
    ends: bool


def refuted(position: AnyPosition, text: str, assess: Assess = SOLVED) -> Refuted:
    """Return how the teaching answers a wrong try.

    Raises NotationError or IllegalMoveError where it is no legal move.
    """
    told = explain(position, text, assess)
    shown = [claim.line[1:] for claim in told.claims if claim.line[0] == text and len(claim.line) > 1]
    line = told.refutation or next(iter(shown), ())
    return Refuted(len(told.claims), line, position.play(text).outcome is not None)


def check_line(position: AnyPosition, step: Step, assess: Assess) -> None:
    """Check a line: it begins and ends with the learner's moves, the first accepted, the others the only right ones.

    Raises NotationError, IllegalMoveError or TooLargeError.
    """
    if not step.line:
        return
    if step.line[0] not in step.accept:
        raise NotationError("the line begins with '{text}', which is not accepted", text=step.line[0])
    if len(step.line) % 2 == 0:
        raise NotationError("the line ends with a reply: end it with a move of the learner")
    after = position
    for ply, text in enumerate(step.line):
        if ply and ply % 2 == 0:
            compare((text,), aimed(after, step.aimed, assess), set(texts(after)))
        after = after.play(text)
