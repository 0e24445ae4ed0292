"""Analysis: the questions and answers of a search, how they are written, and the rules for a game's own search.

A `Searcher` thinks about a position and yields its results after every depth. `lalao.engine.searchers` finds the
best one for a position: a family brings its own as `searcher` in the module of its name here, in a few lines::

    def searcher(position: FanoronaPosition, settings: Settings) -> Searcher:
        from lalao.engine.fanorona_searcher import FanoronaSearcher  # loads the compiler, which other games do without

        return FanoronaSearcher(position.game, settings)

Whatever takes long before the first search (compiling, opening tables) belongs in that function: the time of a search
counts from the first step of `think`. A searcher is a subclass of `Searcher` that answers a `SearchRequest` in
`_think`. It is asked about one position of its game after another, never two at a time, and may keep a table between
them. Kernels look at the clock themselves, against a `deadline` of `lalao.kernels.bits`; `halting` calls a function of
the searcher as soon as somebody asks to stop. `History` says which earlier positions count and which draw rules are on;
by default there are none.
"""

import re
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from lalao.board.svg import card
from lalao.errors import ArgumentError, NotationError, amount, of_type, whole
from lalao.games.game import AnyPosition, a_position
from lalao.processes import CAN_START
from lalao.record.tree import DRAWS
from lalao.values import DRAW, Loss, Value, Win

JUDGES = ("network", "counts", "material")
BLINK = 0.005
"""Seconds between two looks at the clock while a search runs."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search: seconds, plies of depth, or positions (`nodes`); None is no limit.

    `target` is for play on a clock: the seconds after which no further depth is begun
    (`lalao.engine.deepening.patience`).
    """

    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None
    target: float | None = None

    def __post_init__(self) -> None:
        """Check the limits that callers give; raises ArgumentError."""
        if self.seconds is not None:
            amount("seconds", self.seconds)
        for name in ("depth", "nodes"):
            if getattr(self, name) is not None:
                whole(name, getattr(self, name), 0)

    @property
    def in_play(self) -> bool:
        """Whether the limits are those of play (time or positions, no depth), where a book may give the move."""
        return self.depth is None and (self.seconds is not None or self.nodes is not None)

    def reached_by(self, info: "Info", patience: float = 1.0) -> bool:
        """Return whether a search with the result `info` may stop; `patience` multiplies the target."""
        return info.settled or (self.target is not None and info.seconds >= self.target * patience)


@dataclass(frozen=True, slots=True)
class Settings:
    """The resources of a search: threads, MB for its table, and the folder of endgame tables (None: the default one).

    `book`: whether moves in play may come from the opening book of the package, or the file of another book
    (`lalao.engine.book`). `judge`: the evaluation, where a game has several: the best (``network``), or for
    comparison counts alone (``counts``), or pieces alone (``material``). `solving`: whether small games are
    solved during the search.
    """

    threads: int = 1
    hash_mb: int = 64
    tables: Path | None = None
    book: bool | Path = False
    judge: str = "network"
    solving: bool = True

    def __post_init__(self) -> None:
        """Check the settings that would fail in the middle of a search; raises ArgumentError."""
        whole("threads", self.threads, 1)
        whole("hash_mb", self.hash_mb, 1)
        if self.tables is not None:
            of_type("tables", self.tables, Path, "the Path of a folder")
        if self.judge not in JUDGES:
            raise ArgumentError(
                "{name} cannot be {value}: give {right}", name="judge", value=repr(self.judge), right=", ".join(JUDGES)
            )


@dataclass(frozen=True, slots=True)
class Score:
    """The worth of a position to the side to move: a proved value, else an opinion.

    An opinion is in hundredths of the game's unit (a piece, a seed, a move) and is never shown as exact.

    >>> Score(proved=Value(-1, 2)) < Score(-900) < Score(proved=Value(0, None)) < Score(proved=Value(1, 9))
    True
    """

    opinion: int = 0
    proved: Value | None = None

    @property
    def rank(self) -> tuple[int, int]:
        """A key that sorts scores: losses, the longest last; opinions, a draw being 0; wins, the shortest last."""
        if self.proved is None:
            return 0, self.opinion
        return self.proved.rank if self.proved.sign else (0, 0)

    @property
    def is_exact(self) -> bool:
        """Whether nothing more can be proved: a draw, or a win or loss with its plies."""
        return self.proved is not None and self.proved.is_exact

    def __lt__(self, other: "Score") -> bool:
        return self.rank < other.rank

    def as_dict(self) -> dict[str, Any]:
        """Return the score as plain JSON: the value as `solve` writes it, and the opinion where no value is proved."""
        if self.proved is None:
            return {"value": "unknown", "plies": None, "opinion": self.opinion}
        return {"value": self.proved.name, "plies": self.proved.plies, "opinion": None}


def told(score: Score) -> str:
    """Return a score in a few English words: the proved value, or the opinion in units of the game after a ``≈``."""
    if score.proved is None:
        return f"≈ {score.opinion / 100:+.2f}"
    plies = score.proved.plies
    return score.proved.name if plies is None else f"{score.proved.name} in {plies}"


@dataclass(frozen=True, slots=True)
class Line:
    """A first move with the moves expected to follow it, and its score."""

    score: Score
    moves: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Info:
    """The results of a search after a depth in plies: its lines, best first; positions and seconds spent so far.

    Depth 0 means that nothing was searched. There are no lines where the game is over.
    """

    depth: int
    lines: tuple[Line, ...]
    nodes: int
    seconds: float

    @property
    def settled(self) -> bool:
        """Whether every line is proved, with the plies to the end, so that looking deeper changes nothing."""
        return all(line.score.is_exact for line in self.lines)

    @property
    def rate(self) -> int:
        """The positions looked at per second."""
        return int(self.nodes / max(self.seconds, 1e-6))

    def _repr_html_(self) -> str:
        rows = [(told(each.score), " ".join(map(str, each.moves))) for each in self.lines]
        return card(f"depth {self.depth}, {self.nodes:,} positions, {self.seconds:.2f} s", rows=rows)

    def as_dict(self) -> dict[str, Any]:
        """Return the result of the search as plain JSON."""
        lines = [line.score.as_dict() | {"line": [str(move) for move in line.moves]} for line in self.lines]
        return {"depth": self.depth, "nodes": self.nodes, "seconds": self.seconds, "lines": lines}


@dataclass(frozen=True, slots=True)
class History:
    """The history of a match, which a position lacks: the positions it went through, and which draw rules are on.

    `positions` leaves out the current one; `draws` may hold ``repetition`` (the third occurrence) and ``quiet`` (the
    game's limit), as in `lalao.record.judge`.
    """

    positions: tuple[AnyPosition, ...] = ()
    draws: frozenset[str] = frozenset()

    @classmethod
    def of(cls, positions: Sequence[AnyPosition], draws: Collection[str] = DRAWS) -> "History":
        """Return the history of a match that went through these positions, the last being the current one."""
        return cls(tuple(positions[:-1]), frozenset(draws))

    def repeated(self) -> Counter[Hashable]:
        """Count how often each earlier position occurred, by key; empty where repetition is no draw."""
        return Counter(position.key for position in self.positions if "repetition" in self.draws)

    def quiet_limit(self, position: AnyPosition) -> int | None:
        """Return the plies without capture that make a draw, or None where there is no such limit."""
        return position.game.quiet_limit if "quiet" in self.draws else None


NO_HISTORY = History()


class Stop(Protocol):
    """Tells a search whether to end; a `threading.Event` will do."""

    def is_set(self) -> bool:
        """Tell whether somebody has asked to stop."""
        ...


class SearchRequest(NamedTuple):
    """A question to a searcher; see `Searcher.think`."""

    position: AnyPosition
    limits: Limits
    lines: int
    stop: Stop | None
    history: History


class Searcher(ABC):
    """Thinks about positions of one game."""

    @abstractmethod
    def _think(self, request: SearchRequest) -> Iterator[Info]:
        """Answer a request, as `think` says."""

    def think(
        self,
        position: AnyPosition,
        limits: Limits,
        lines: int = 1,
        stop: Stop | None = None,
        history: History = NO_HISTORY,
    ) -> Iterator[Info]:
        """Yield the results after every finished depth, deeper and deeper, until limits, `stop` or certainty end it.

        At least one `Info` is yielded, with a line wherever there is a legal move: that of `unsearched` where the
        search was stopped before it finished depth 1. `lines` is the number of lines, fewer where fewer moves are
        legal. `stop` ends a compiled search within 50 ms. A score is proved only where it holds against every answer;
        a draw by `history` proves nothing. Closing the iterator ends the search. Raises ArgumentError.
        """
        a_position("position", position)
        of_type("limits", limits, Limits, "lalao.Limits(seconds=1)")
        whole("lines", lines, 0)
        return self._think(SearchRequest(position, limits, lines, stop, history))


def unsearched(position: AnyPosition, lines: int = 1, seconds: float = 0.0) -> Info:
    """Return the first legal moves without a search, with the balance of the position as opinion."""
    opinion = Score(hundredths(position, position.balance()))
    moves = position.legal_moves()[:lines]
    return Info(0, tuple(Line(opinion, (move,)) for move in moves), 0, seconds)


def hundredths(position: AnyPosition, balance: int) -> int:
    """Convert a balance of the position's game to hundredths of the game's unit."""
    return 100 * balance // position.game.balance_unit


@contextmanager
def halting(stop: Stop | None, halt: Callable[[], None]) -> Iterator[None]:
    """Call `halt` once, from another thread, if `stop` is set while the block runs.

    There is none without a `stop`, nor where this system has no threads: nobody could set it meanwhile.
    """
    if stop is None or not CAN_START:
        yield
        return
    left = threading.Event()

    def watch() -> None:
        while not left.wait(BLINK):
            if stop.is_set():
                halt()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        left.set()


SHAPE = r"cp (?P<opinion>-?[0-9]{1,9})|(?P<name>win|loss)(?: (?P<plies>[0-9]{1,9}))?|draw"
"""A regular expression of a score, whose groups `score_of` reads."""


def score_text(score: Score) -> str:
    """Write a score: ``cp`` and an opinion in hundredths, or a proved result with the plies to the end.

    >>> [score_text(score) for score in (Score(-35), Score(proved=Loss(6)), Score(proved=DRAW))]
    ['cp -35', 'loss 6', 'draw']
    """
    if score.proved is None:
        return f"cp {score.opinion}"
    plies = "" if score.proved.plies is None or not score.proved.sign else f" {score.proved.plies}"
    return f"{score.proved.name}{plies}"


def read_score(text: str) -> Score:
    """Read a score as `score_text` writes it.

    >>> [read_score(text) for text in ("cp -35", "loss 6", "draw")] == [Score(-35), Score(0, Loss(6)), Score(0, DRAW)]
    True

    Raises NotationError.
    """
    shape = re.fullmatch(SHAPE, text)
    if shape is None:
        raise NotationError("'{text}' is not a score: write cp N, win N, loss N or draw", text=text)
    return score_of(shape)


def score_of(shape: re.Match[str]) -> Score:
    """Return the score in a match of `SHAPE`."""
    if shape["opinion"] is not None:
        return Score(int(shape["opinion"]))
    plies = None if shape["plies"] is None else int(shape["plies"])
    return Score(proved={"win": Win, "loss": Loss}[shape["name"]](plies) if shape["name"] else DRAW)


MOVES_LEFT = 13
"""Moves that the time left is divided among; most of them take less than their share."""


def allotted(left: int, increment: int) -> tuple[float, float]:
    """Return the seconds after which no further depth is usually begun, and those that a move may take at most.

    `left` and `increment` are the milliseconds on the clock and those that each move adds. A share is a move's time
    if `MOVES_LEFT` more follow: the first result is half a share, the second three shares where a depth takes
    long, but never more than half of the time left, less 20 ms.

    >>> allotted(65_000, 0), allotted(65_000, 1_000), allotted(100, 5_000)
    ((2.5, 15.0), (2.875, 17.25), (0.03, 0.03))
    """
    share = left / MOVES_LEFT + 0.75 * increment
    most = max(1.0, min(3 * share, left / 2 - 20)) / 1000
    return min(share / 2000, most), most


@dataclass(slots=True)
class Clock:
    """The clock of one player in one game: the seconds `left`, and those that each move adds.

    `has_run_out` tells whether a move has taken longer than there was time.

    >>> clock = Clock(10, 1)
    >>> clock.charge(4)
    >>> clock.left, clock.has_run_out
    (7, False)
    """

    left: float
    increment: float
    has_run_out: bool = False

    def limits(self) -> Limits:
        """Return the limits of a search for the next move."""
        target, longest = allotted(self.milliseconds, round(1000 * self.increment))
        return Limits(seconds=longest, target=target)

    @property
    def milliseconds(self) -> int:
        """The time left, in whole milliseconds, at least 0."""
        return max(0, int(1000 * self.left))

    def charge(self, seconds: float) -> None:
        """Take the time of a move off the clock, then add the increment."""
        self.has_run_out |= seconds > self.left
        self.left += self.increment - seconds


@contextmanager
def running(limits: Limits | Clock) -> Iterator[None]:
    """Charge a clock with the time of the block; mere limits are left as they are."""
    begun = time.perf_counter()
    yield
    if isinstance(limits, Clock):
        limits.charge(time.perf_counter() - begun)
