"""Proofs that go on where they were stopped: the arrays of a search on disk, from time to time.

A folder holds a file for each question: a game, a position, the side that would win, and the pieces of the tables. It
is written whole or not at all, with a checksum, so that whatever stops a search, even ``kill -9``, the next one has the
very arrays of some moment before, and finds the same as the stopped one would have found.
"""

import hashlib
import math
import os
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Literal

import msgspec
import numpy as np

from lalao.codecs.fanorona_proof import ProofSearch
from lalao.errors import FileError
from lalao.solve.certificate import Claim
from lalao.tables.file import CHECKSUM, MOST_LINE, keep, kept, parted

SECONDS = 60.0
"""Seconds between two writings, at least."""
SHARE = 20
"""Between two writings pass at least this many times the seconds that the first of them took."""


@dataclass(slots=True)
class Stage:
    """How far a proof is: the root is searched, "no win" is checked, or the positions of a win are gathered.

    `node` is the node of the graph at which a search is under way, None where the graph is complete. For a check,
    `marked` is what the search had marked when this pass began, `holes` the number of nodes searched since, and `until`
    the expansions up to which the node may be searched.
    """

    name: Literal["search", "check", "gather"]
    node: int | None = None
    marked: int = 0
    holes: int = 0
    until: int | None = None


@dataclass(frozen=True, slots=True)
class Kept:
    """The head of a file: the question, the stage, the seconds spent, and the shapes of the arrays by name."""

    question: dict[str, Any]
    stage: Stage
    seconds: float
    shapes: dict[str, list[int]]


class Work:
    """The stored state of the search for an answer to one question."""

    def __init__(self, folder: Path, question: dict[str, Any]) -> None:
        """Name the file; the folder is made where it is missing.

        Raises FileError where it cannot be made.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise FileError("the folder '{file}' cannot be used: {reason}", file=folder, reason=str(problem)) from None
        self.question = question
        name = hashlib.sha256(msgspec.json.encode(question, order="sorted")).hexdigest()[:12]
        self.path = folder / f"{question['game']}-{question['attacker']}-{name}.proof"
        self._due = monotonic() + SECONDS

    @classmethod
    def of(cls, folder: Path, claim: Claim) -> "Work":
        """Name the file of the question that a claim would answer."""
        return cls(folder, {name: getattr(claim, name) for name in ("game", "position", "attacker", "pieces")})

    def resume(self, searcher: ProofSearch) -> Kept | None:
        """Let a search go on where it was kept; return the head of the file, None where there is none.

        Raises FileError where the file is damaged, TooLargeError where its table is larger than the search may have.
        """
        try:
            head = self._head()
            if head is None:
                return None
            searcher.check_room(head.shapes["table"])
            data = kept(self.path)
            if data is None:
                raise ValueError
            searcher.go_on_with(arrays_in(parted(data)[1], head.shapes))
        except (ValueError, KeyError, RecursionError):
            raise FileError("the file '{file}' is damaged: remove it to begin again", file=self.path) from None
        return head

    def _head(self) -> Kept | None:
        """Return the head of the file, None where there is none; nothing else is read.

        Raises ValueError or RecursionError where it cannot be read, or the file is not as long as its arrays.
        """
        try:
            with self.path.open("rb") as file:
                start = memoryview(file.read(CHECKSUM + MOST_LINE))
                size = file.seek(0, os.SEEK_END)
        except FileNotFoundError:
            return None
        except OSError as problem:
            raise FileError("the file '{file}' cannot be read: {reason}", file=self.path, reason=str(problem)) from None
        line, rest = parted(start[CHECKSUM:])
        head = msgspec.convert(line, Kept)
        words = sum(math.prod(shape) for shape in head.shapes.values())
        if head.question != self.question or size != len(start) - len(rest) + 8 * words:
            raise ValueError
        return head

    def keep(self, searcher: ProofSearch, stage: Stage, seconds: float, now: bool = False) -> None:
        """Write a search at some stage that has taken this many seconds, if it is time, or `now`.

        Raises FileError where it cannot be written.
        """
        began = monotonic()
        if not now and began < self._due:
            return
        arrays = searcher.arrays()
        head = Kept(self.question, stage, seconds, {name: list(array.shape) for name, array in arrays.items()})
        try:
            keep(self.path, msgspec.json.encode(head) + b"\n", *(array.data.cast("B") for array in arrays.values()))
        except OSError as problem:
            raise FileError(
                "the file '{file}' cannot be written: {reason}", file=self.path, reason=str(problem)
            ) from None
        ended = monotonic()
        self._due = ended + max(SECONDS, SHARE * (ended - began))

    def forget(self) -> None:
        """Remove the stored search."""
        self.path.unlink(missing_ok=True)


def arrays_in(data: memoryview, shapes: dict[str, list[int]]) -> dict[str, np.ndarray[Any, np.dtype[np.int64]]]:
    """Return copies of the arrays that stand one after the other, with these names and shapes.

    Raises ValueError where they do not fill the data.
    """
    whole = np.frombuffer(data, dtype=np.int64)
    ends = np.cumsum([int(np.prod(shape)) for shape in shapes.values()])
    if not len(ends) or ends[-1] != whole.size:
        raise ValueError
    parts = np.split(whole, ends[:-1])
    return {name: part.reshape(shape).copy() for (name, shape), part in zip(shapes.items(), parts, strict=True)}
