"""Sets of puzzles that a teacher hands out: their contents, the tries of each pupil, and whether a try is right.

A set holds its puzzles themselves, as lines of text: it stays the same where another version of Lalao has others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lalao.errors import NotationError
from lalao.teach.assessing import prover
from lalao.teach.puzzles import MOST_PLIES, Puzzle, choices, is_right
from lalao.teach.shipped_puzzles import read, written
from lalao.web.limits import check_size
from lalao.web.rooms.messages import MOST_TEXT

MOST_TRIES = 9
"""Wrong tries of a pupil at a puzzle that are counted; further ones change nothing."""
PARTS = (5, 6)
"""How many parts, separated by tabs, the line of a puzzle may have."""


@dataclass(slots=True)
class Tries:
    """A pupil's tries at a puzzle: how many were wrong, whether help was asked for, and whether it was solved."""

    wrong: int = 0
    helped: bool = False
    solved: bool = False

    @property
    def is_begun(self) -> bool:
        """Whether anything was tried."""
        return self.solved or self.is_missed

    @property
    def is_missed(self) -> bool:
        """Whether a try was wrong, or help was asked for."""
        return self.helped or self.wrong > 0


@dataclass(slots=True)
class PuzzleSet:
    """A set, handed out `at` (seconds since 1970), and the pupils' tries by name, in the order of its puzzles."""

    puzzles: tuple[Puzzle, ...]
    at: float
    is_open: bool = True
    tries: dict[str, list[Tries]] = field(default_factory=dict)

    def tries_of(self, name: str) -> list[Tries]:
        """Return a pupil's tries, puzzle by puzzle."""
        return self.tries.get(name) or [Tries() for _ in self.puzzles]

    def rename(self, name: str, to: str) -> None:
        """Keep a pupil's tries under another name."""
        if name in self.tries:
            self.tries[to] = self.tries.pop(name)

    def forget(self, name: str) -> None:
        """Forget a pupil's tries: whoever takes this name later has tried nothing."""
        self.tries.pop(name, None)

    def changes(self, name: str, number: int, moves: Sequence[str]) -> bool:
        """Tell whether a try would change a pupil's tries; one without moves asks for help.

        Raises LalaoError where it is no try at this puzzle.
        """
        if not 0 <= number < len(self.puzzles):
            raise NotationError("there is no puzzle {number} in this set", number=number + 1)
        before = self.tries_of(name)[number]
        if not moves:
            return not before.solved and not before.helped
        solved = solves(self.puzzles[number], moves)
        return not before.solved and (solved or before.wrong < MOST_TRIES)

    def apply(self, name: str, number: int, moves: Sequence[str]) -> None:
        """Count a try."""
        tries = self.tries.setdefault(name, self.tries_of(name))[number]
        if not moves:
            tries.helped = True
        elif solves(self.puzzles[number], moves):
            tries.solved = True
        else:
            tries.wrong += 1


def solves(puzzle: Puzzle, moves: Sequence[str]) -> bool:
    """Judge a try: a pupil's own moves up to the first wrong one, or to the end of the solution, or the one answer.

    Raises LalaoError for text that is no legal move or answer, and for a try that is not over or goes on after its end.
    """
    if puzzle.asked != "play":
        return _answers(puzzle, moves)
    position, line = puzzle.position, puzzle.solution
    for number, text in enumerate(moves):
        ply, last = 2 * number, number + 1 == len(moves)
        move = str(position.move(text[:MOST_TEXT]))
        right = move == line[ply] or (ply == 0 and move in puzzle.accepted)
        over = not right or move != line[ply] or ply + 1 >= len(line)
        if over != last:
            raise _no_whole_try(moves)
        if over:
            return right
        position = position.play(move).play(line[ply + 1])
    return False


def _answers(puzzle: Puzzle, answers: Sequence[str]) -> bool:
    """Judge the one answer to a puzzle that asks for no move.

    Raises NotationError for another number of answers, and for one that cannot be chosen.
    """
    if len(answers) != 1:
        raise _no_whole_try(answers)
    text = answers[0][:MOST_TEXT]
    _check_answer(puzzle, text)
    return is_right(puzzle, text, prover())


def _no_whole_try(moves: Sequence[str]) -> NotationError:
    said = ", ".join(moves)[:MOST_TEXT]
    return NotationError("these moves are not a complete try of this puzzle: {moves}", moves=said)


def _check_answer(puzzle: Puzzle, text: str) -> None:
    """Check that an answer is one of those to choose from, or lays out exactly the seeds in the hand.

    Raises NotationError.
    """
    if puzzle.asked == "lay":
        puzzle.laying.read(text)
        return
    known = choices(puzzle)
    if text not in known:
        raise NotationError(
            "'{text}' is not an answer here: choose {known}", text=text[:MOST_TEXT], known=", ".join(known)
        )


def set_of(lines: Iterable[str], at: float) -> PuzzleSet:
    """Read the lines of a set, as they come from a journal.

    Raises LalaoError for a text that is no puzzle.
    """
    return PuzzleSet(tuple(map(read_puzzle, lines)), at)


def read_puzzle(line: str) -> Puzzle:
    """Read the line of a puzzle, and check that it can be shown and solved.

    Raises LalaoError.
    """
    parts = line.split("\t")
    if len(parts) not in PARTS or not parts[4].isdecimal():
        raise NotationError("'{text}' is not a puzzle", text=line[:MOST_TEXT])
    puzzle = read(line)
    check_size(puzzle.position)
    if written(puzzle) != line or len(puzzle.solution) % 2 == 0 or len(puzzle.solution) > MOST_PLIES:
        raise NotationError("'{text}' is not a puzzle", text=line[:MOST_TEXT])
    if puzzle.asked != "play":
        for text in (*puzzle.solution, *puzzle.accepted):
            _check_answer(puzzle, text)
        return puzzle
    for move in puzzle.accepted:
        puzzle.position.move(move)
    position = puzzle.position
    for move in puzzle.solution:
        position = position.play(move)
    return puzzle
