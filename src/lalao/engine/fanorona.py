"""Thinking about Fanorona with its compiled search, in one thread or several that share a table."""

import sys
import threading
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from lalao.board.orbits import slices
from lalao.engine.analysis import NO_PAST, Info, Limits, Line, Past, Score, Settings, Stop, halting
from lalao.engine.deepening import iterative_deepening
from lalao.engine.fanorona_book import in_book
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.kernels.fanorona import State
from lalao.kernels.fanorona_search_state import MOST_PLIES
from lalao.kernels.fanorona_transposition import STOP
from lalao.kernels.scores import DECIDED, INFINITE, WIN
from lalao.tables.head import base_id
from lalao.tables.probe import tables
from lalao.tables.unpacked import loaded, mapped
from lalao.twins.fanorona import state_of
from lalao.twins.fanorona_search import MATERIAL, Endgames, StoppedError, Worker, default_weights, line_of, table_of
from lalao.twins.fanorona_tables import layout
from lalao.values import DRAW, Value

DEEPEST = MOST_PLIES - 20
DRAWN_FROM = 2
"""Earlier occurrences that make one more a draw."""
ASPIRATION = 60
"""Hundredths of a piece that a value is first expected to move by from one depth to the next."""
UNPROVED = 10_000
"""The opinion, in hundredths, of a game that is decided but for the draws of the match."""
MOST_PROVING = 200_000
"""Positions looked at, beside as many as the search has, to tell how long a won game lasts."""


Sketch: TypeAlias = tuple[int, tuple[int, ...]]
"""A value and the numbers of the turns of a line."""


@lru_cache(maxsize=2)
def endgames_of(game: Fanorona, folder: Path | None) -> Endgames | None:
    """Return the endgame tables of a game: those unpacked in a folder, else those that memory holds; None for none.

    Raises FileError where a file is damaged.
    """
    if base_id(game) is None:
        return None
    known = mapped(game, folder) or loaded(game, tables(game, folder))
    if known is None:
        return None
    height, width = game.lattice.height, game.lattice.width
    board = layout(height, width, slices(known.pieces, game.pieces)).board
    return Endgames(board, known.codes, known.pieces)


class FanoronaSearcher:
    """Looks deeper and deeper with a compiled search, whose table it keeps."""

    def __init__(self, game: Fanorona, settings: Settings) -> None:
        """Make the table and the words of every thread."""
        self.book = settings.book
        self.table = table_of(settings.hash_mb)
        weights = MATERIAL if settings.material else default_weights()
        endgames = endgames_of(game, settings.tables)
        self.workers = [Worker(game, self.table, weights, endgames) for _ in range(settings.threads)]

    def think(
        self,
        position: AnyPosition,
        limits: Limits,
        lines: int = 1,
        stop: Stop | None = None,
        past: Past = NO_PAST,
    ) -> Iterator[Info]:
        """Yield what is known after every finished depth; see `lalao.engine.analysis.Searcher`."""
        assert isinstance(position, FanoronaPosition)
        begun = time.perf_counter()
        in_play = limits.depth is None and (limits.seconds is not None or limits.nodes is not None)
        known = in_book(position) if self.book and in_play and lines == 1 else None
        if known is not None:
            yield Info(0, (known,), 0, time.perf_counter() - begun)
            return
        self.table[STOP] = 0
        with halting(limits.seconds, stop, self.halt):
            root = FanoronaRoot(self, position, limits, past)
            try:
                yield from iterative_deepening(root, limits, lines, begun)
            finally:
                root.end()

    def halt(self) -> None:
        """End the search under way, from whatever thread."""
        self.table[STOP] = 1


class FanoronaRoot:
    """A position searched by Fanorona's search: the helpers, the order of the turns, and what is proved of them."""

    def __init__(self, searcher: FanoronaSearcher, position: FanoronaPosition, limits: Limits, past: Past) -> None:
        """Write down the root in every thread, and let the helpers begin."""
        self.searcher = searcher
        self.position = position
        self.state = state_of(position)
        self.limit = past.quiet_limit(position)
        times = past.repeated()
        self.drawn = [one for one in past.positions if times[one.key] >= DRAWN_FROM]
        most = sys.maxsize if limits.nodes is None else limits.nodes
        self.helpers: list[threading.Thread] = []
        for worker in searcher.workers:
            self.turns = worker.begin(self.state, most)
            worker.judge(self.limit, "repetition" in past.draws, self.drawn, position.to_move)
        self.main = searcher.workers[0]
        self.order = self.main.order()
        self.deepest = DEEPEST if self.turns > 0 else 0
        self.values: list[int] = []
        self.tabled = self.main.code(self.state) is not None and not (self.state.huffable or self.drawn)
        self.lengths = Lengths(self.main, self.state)
        if self.turns > 0:
            self.helpers = [
                threading.Thread(target=self._help, args=(worker, number), daemon=True)
                for number, worker in enumerate(searcher.workers[1:])
            ]
            for helper in self.helpers:
                helper.start()

    def _help(self, worker: Worker, number: int) -> None:
        """Fill the table from another thread, half of the helpers a ply ahead."""
        order = worker.order()
        for depth in range(1 + number % 2, DEEPEST):
            worker.look(self.state, self.position.quiet, order, depth, -INFINITE, INFINITE)
            if worker.is_stopped:
                break

    def end(self) -> None:
        """End the helpers."""
        self.searcher.halt()
        for helper in self.helpers:
            helper.join()

    @property
    def nodes(self) -> int:
        """The positions looked at by all threads."""
        return sum(worker.nodes for worker in self.searcher.workers)

    def lines(self, depth: int, count: int) -> list[Line] | None:
        """Find the best lines that begin with different turns, the best first; None where the search was ended."""
        found: list[Sketch] = []
        for number in range(min(count, self.turns)):
            one = self._best(depth, number)
            if one is None:
                return None
            found.append(one)
        found.sort(key=lambda pair: -pair[0])
        self.values = [value for value, _ in found]
        self.lengths.known = self.tabled
        return self._told(self.lengths.exact(found) if self._counts(found) and not self.tabled else found)

    def _counts(self, found: list[Sketch]) -> bool:
        """Tell whether something is decided and no draw of the match can prevent it, so that its length matters."""
        plies = max((WIN - abs(value) for value, _ in found if abs(value) > DECIDED), default=None)
        late = plies is not None and self.limit is not None and self.position.quiet + plies > self.limit
        return plies is not None and not late and not self.drawn

    def _told(self, found: list[Sketch]) -> list[Line]:
        counts = self._counts(found)
        lines = [Line(self._score(value, counts), line_of(self.main, self.position, turns)) for value, turns in found]
        return sorted(lines, key=lambda line: line.score.rank, reverse=True)

    def _best(self, depth: int, number: int) -> Sketch | None:
        """Search the turns from a place in the order on, within a window around what the depth before found."""
        order = self.order[number:]
        guess = self.values[number] if number < len(self.values) else 0
        margin = ASPIRATION if depth > 3 and number < len(self.values) and abs(guess) < DECIDED else INFINITE
        low, high = max(-INFINITE, guess - margin), min(INFINITE, guess + margin)
        while True:
            found = self.main.look(self.state, self.position.quiet, order, depth, low, high)
            if self.main.is_stopped:
                return None
            if low < found.value < high:
                return found.value, found.turns or (int(order[0]),)
            margin *= 4
            if found.value <= low:
                low = max(-INFINITE, found.value - margin)
            else:
                high = min(INFINITE, found.value + margin)
            if margin > DECIDED // 100:
                low, high = -INFINITE, INFINITE

    def _score(self, value: int, counts: bool) -> Score:
        """Read a value; one that a draw of the match may yet prevent is no proof."""
        if abs(value) <= DECIDED:
            return Score(proved=DRAW) if self.tabled and value == 0 else Score(value)
        sign = 1 if value > 0 else -1
        if not counts:
            return Score(sign * UNPROVED)
        return Score(proved=Value(sign, WIN - abs(value) if self.lengths.known else None))


class Lengths:
    """How long decided games last: the search proves who wins, this proves that nobody wins sooner."""

    def __init__(self, worker: Worker, state: State) -> None:
        """Take the worker that has the turns of this root."""
        self.worker = worker
        self.state = state
        self.known = False
        self._plies: dict[int, int] = {}

    def exact(self, found: list[Sketch]) -> list[Sketch]:
        """Return the lines with the true lengths of decided games, as far as the time allows; `known` tells."""
        worker = self.worker
        most, worker.most = worker.most, min(worker.most, 2 * worker.nodes + MOST_PROVING)
        try:
            exact = [self._measured(value, turns) for value, turns in found]
            exact = self._with_better(exact)
            self.known = True
        except StoppedError:
            self.known = False
            worker.resume()
            return found
        finally:
            worker.most = most
        return exact

    def _measured(self, value: int, turns: tuple[int, ...]) -> Sketch:
        """Return a line with its true length; if it is shorter than was thought, only the first turn is sure."""
        if abs(value) <= DECIDED:
            return value, turns
        plies = self._length(turns[0], value > 0, WIN - abs(value))
        true = WIN - plies if value > 0 else plies - WIN
        return true, turns if true == value else turns[:1]

    def _length(self, turn: int, won: bool, most: int) -> int:
        """Return the plies to the end with a turn that wins, or else loses, within `most` plies."""
        if turn not in self._plies:
            plies = 1 if won else 2
            while plies < most and not self._ends(turn, won, plies):
                plies += 2
            self._plies[turn] = plies
        return self._plies[turn]

    def _ends(self, turn: int, won: bool, plies: int) -> bool:
        return self.worker.is_decided(self.worker.after(self.state, turn), plies - 1, winning=not won)

    def _with_better(self, found: list[Sketch]) -> list[Sketch]:
        """Put before the lines a turn that wins sooner than they, or loses later where all lose."""
        best = max(value for value, _ in found)
        if abs(best) <= DECIDED:
            return found
        for turn in range(self.worker.found):
            if any(turn == turns[0] for _, turns in found):
                continue
            plies = WIN - abs(best)
            if best > 0 and plies > 1 and self._ends(turn, True, plies - 2):
                best = WIN - self._length(turn, True, plies - 2)
            elif best < 0 and not self._ends(turn, False, plies):
                best = self._length(turn, False, -best + WIN) - WIN
            else:
                continue
            found = [(best, (turn,)), *found[: len(found) - 1]]
        return sorted(found, key=lambda pair: -pair[0])
