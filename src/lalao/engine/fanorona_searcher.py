"""Searches Fanorona with its compiled search, in one thread or in several that share a table.

Lets a search of Fanorona use the proofs of certificates: it plays the proved turns, and shows the proved scores.

It searches all the same: a certificate says who wins, not how soon, and the search may see an end.
"""

import sys
import threading
import time
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from itertools import count
from math import inf
from pathlib import Path
from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import IntArray
from lalao.board.orbits import slices
from lalao.codecs.fanorona import Endgames, layout, move_of, state_of
from lalao.codecs.fanorona_search import MATERIAL, Worker, default_network, default_weights, judges, line_of, table_of
from lalao.engine.analysis import History, Info, Limits, Line, Score, Searcher, SearchRequest, Settings, halting
from lalao.engine.deepening import UNPROVED, Root, iterative_deepening
from lalao.engine.fanorona_book import in_book
from lalao.engine.fanorona_lengths import Lengths, Sketch
from lalao.errors import ArgumentError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.kernels.bits import deadline
from lalao.kernels.fanorona import State
from lalao.kernels.fanorona_search import EDGE
from lalao.kernels.fanorona_search_state import MOST_PLIES
from lalao.kernels.fanorona_transposition import STOP, THREADS
from lalao.kernels.scores import DECIDED, INFINITE, WIN
from lalao.solve.certificate import index, proved
from lalao.tables.head import base_id
from lalao.tables.probe import changed_at, default_folder, tables
from lalao.tables.unpacked import loaded, mapped
from lalao.values import DRAW, Value

DEEPEST = MOST_PLIES - 20
DRAWN_FROM = 2
"""Earlier occurrences that make one more a draw."""
SEEKER_BYTES, SEEKER_STEP = 64_000_000, 500
"""Memory that looking for forced wins may take, and the positions that it expands between two looks at the clock."""
SEEKER_SHARE = 0.1
"""The share of the time of a search that looking for a forced win may take."""
SEEKER_MOST = 0.3
"""The most seconds that it takes."""
SEEKER_COST = 2
"""How many positions the search looks at while one is expanded."""
NONE = -1
"""Stands for no turn."""
ASPIRATION = 60
"""Hundredths of a piece by which a value is first expected to change from one depth to the next."""


def endgames_of(game: Fanorona, folder: Path | None) -> Endgames | None:
    """Return the endgame tables of a game: those unpacked in a folder, else as many as fit in memory; None for none.

    They are opened once, and again when the folder has changed.

    Raises FileError where a file is damaged.
    """
    return opened_endgames(game, folder, changed_at(folder or default_folder()))


@lru_cache(maxsize=2)
def opened_endgames(game: Fanorona, folder: Path | None, _: int) -> Endgames | None:
    """Open the endgame tables of a game in a folder as it was at some time, and those shipped."""
    if base_id(game) is None:
        return None
    known = mapped(game, folder) or loaded(game, tables(game, folder))
    if known is None:
        return None
    height, width = game.lattice.height, game.lattice.width
    board = layout(height, width, slices(known.pieces, game.pieces)).board
    return Endgames(board, known.codes, known.pieces)


class Suggestion(NamedTuple):
    """A turn that wins, by the pieces of the other side and of the mover's own after it; whether that was checked."""

    other: int
    own: int
    is_checked: bool


class WinSeeker:
    """Looks for a forced win by proof numbers, which see sacrifices that the search cuts off (`ProofSearch`).

    Its results are checked by the closure: every answer leads to a turn that wins, down to ends of games and tables
    (`lalao.kernels.fanorona_closure`). Where there is no time for that, the turn is one to look at in full.
    """

    def __init__(self, game: Fanorona, endgames: Endgames | None) -> None:
        from lalao.codecs.fanorona_proof import ProofSearch  # needs numpy, which the pages of a browser do without

        self.searcher = ProofSearch(game, SEEKER_BYTES, endgames)

    def seek(self, state: State, rounds: Iterator[object]) -> Suggestion | None:
        """Return a turn that wins, None where none is found in so many rounds of `SEEKER_STEP` positions."""
        searcher = self.searcher
        searcher.new_question()
        searcher.start(state.own, state.enemy, attacking=True)
        if not self._wins(rounds):
            return None
        won = next(((other, own) for other, own, numbers in searcher.after_root() if numbers.proof == 0), None)
        return None if won is None else Suggestion(*won, self._is_checked(state, rounds))

    def _wins(self, rounds: Iterator[object]) -> bool:
        """Go on with the search that was started; tell whether it proves a win in time."""
        for _ in rounds:
            found = self.searcher.search(SEEKER_STEP)
            if found.is_decided:
                return found.proof == 0
        return False

    def _is_checked(self, state: State, rounds: Iterator[object]) -> bool:
        """Gather the positions of a win, searching those lost from the table; tell whether all rest on won ends."""
        searcher = self.searcher
        searcher.open_graph(state.own, state.enemy, attacking=True, claim=True)
        node = searcher.explore(0)
        while node is not None:
            searcher.start_at(node)
            if not self._wins(rounds):
                return False
            searcher.choose(node)
            node = searcher.explore(node)
        return searcher.found_all()


class FanoronaSearcher(Searcher):
    """Searches by iterative deepening with a compiled search, and keeps its table between positions."""

    def __init__(self, game: Fanorona, settings: Settings) -> None:
        """Make the transposition table, and a worker for every thread."""
        self.game, self.settings = game, settings
        self.book = settings.book
        self.table = table_of(settings.hash_mb)
        self.table[THREADS] = settings.threads
        self._begin()

    def _begin(self) -> None:
        """Make a worker for every thread, with the endgame tables that there are now."""
        folder = self.settings.tables or default_folder()
        self._as_of = folder, changed_at(folder)
        judge = self.settings.judge
        weights = MATERIAL if judge == "material" else default_weights()
        network = default_network() if judge == "network" and judges(self.game) else None
        endgames = endgames_of(self.game, self.settings.tables)
        self.workers = [Worker(self.game, self.table, weights, endgames, network) for _ in range(self.settings.threads)]
        provable = self.settings.solving and base_id(self.game) == self.game.id and find_spec("numpy")
        self.seeker = WinSeeker(self.game, endgames) if provable else None

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        position, limits = request.position, request.limits
        if not isinstance(position, FanoronaPosition):
            raise ArgumentError(
                "this searcher is for {game}, not for {other}", game=self.game.id, other=position.game.id
            )
        begun = time.perf_counter()
        known = in_book(position) if self.book and limits.in_play and request.lines == 1 else None
        if known is not None:
            yield Info(0, (known,), 0, time.perf_counter() - begun)
            return
        folder, then = self._as_of
        if changed_at(folder) != then:  # tables were built meanwhile
            self._begin()
        self.table[STOP] = 0
        with halting(request.stop, self.halt):
            suggested = self._suggested(position, limits, begun)
            if self.seeker and limits.seconds is not None:
                limits = replace(limits, seconds=max(0.0, limits.seconds - (time.perf_counter() - begun)))
            root = FanoronaRoot(self, position, limits, request.history, suggested)
            try:
                yield from iterative_deepening(root, limits, request.lines, begun)
            finally:
                root.end()

    def _suggested(self, position: FanoronaPosition, limits: Limits, begun: float) -> Suggestion | None:
        """Return the result of `WinSeeker.seek` in its share of the time, or of the positions if they are limited."""
        if self.seeker is None or limits.depth is not None:
            return None
        return self.seeker.seek(state_of(position), self._rounds(limits, begun))

    def _rounds(self, limits: Limits, begun: float) -> Iterator[object]:
        """Yield as long as a search that has `begun` may look for forced wins: by the clock, or so many times."""
        until = begun + min(SEEKER_MOST, SEEKER_SHARE * (limits.target or limits.seconds or inf))
        if limits.nodes is None:
            times: Iterable[object] = count()
        else:
            times = range(int(SEEKER_SHARE * limits.nodes) // (SEEKER_COST * SEEKER_STEP))
            until = until if limits.seconds is not None else inf
        for each in times:
            if time.perf_counter() >= until or self.table[STOP]:
                return
            yield each

    def halt(self) -> None:
        """Stop the current search; any thread may call this."""
        self.table[STOP] = 1


class Aim(NamedTuple):
    """The task of the main thread: the numbers of the root's turns, a depth, and a window."""

    order: IntArray
    depth: int
    low: int
    high: int


class FanoronaRoot(Root):
    """A position searched by Fanorona's search: its helper threads, the order of its turns, and the proofs."""

    def __init__(
        self,
        searcher: FanoronaSearcher,
        position: FanoronaPosition,
        limits: Limits,
        history: History,
        suggested: Suggestion | None = None,
    ) -> None:
        self.searcher = searcher
        self.position: FanoronaPosition = position
        self.state = state_of(position)
        self.limit = history.quiet_limit(position)
        times = history.repeated()
        self.drawn = [one for one in history.positions if times[one.key] >= DRAWN_FROM]
        most = sys.maxsize if limits.nodes is None else -(-limits.nodes // len(searcher.workers))
        until = deadline(limits.seconds)
        self.helpers: list[threading.Thread] = []
        for worker in searcher.workers:
            self.turns = worker.begin(self.state, most, until)
            worker.judge(self.limit, "repetition" in history.draws, self.drawn, position.to_move)
        self.main = searcher.workers[0]
        self.order = self.main.order()
        code = None if self.state.huffable else self.main.code(self.state)
        if code == 0:
            self.order = self._hardest_first(Counter(one.key for one in history.positions))
        self.deepest = DEEPEST if self.turns > 0 else 0
        self.suggested = self._numbered(suggested) if suggested else None
        self.won = int(self.suggested[0]) if self.suggested is not None and suggested and suggested.is_checked else NONE
        self.values: list[int] = []
        self.unfinished: Sketch | None = None
        self.tabled = code is not None and not self.drawn
        self.lengths = Lengths(self.main, self.state)
        self.aim = Aim(self.order.copy(), 1, -INFINITE, INFINITE)
        self.moved, self.ended = threading.Condition(), False
        if self.turns > 0:
            self.helpers = [
                threading.Thread(target=self._help, args=(worker,), daemon=True) for worker in searcher.workers[1:]
            ]
            for helper in self.helpers:
                helper.start()

    def _hardest_first(self, seen: Counter[Hashable]) -> IntArray:
        """Return the root's turns, in a position that is a draw, with those first that leave fewest replies that draw.

        Where a turn leads to a position that the match has seen, it comes after the others.
        """
        moves = [move_of(self.position, row) for row in self.main.rows_of(self.state)]

        def ease(turn: int) -> tuple[int, float]:
            replies = [self.main.code(state) for state in self.main.followers(self.main.after(self.state, turn))]
            drawing = sum(code == 0 for code in replies) / max(1, len(replies))
            return seen[self.position._play(moves[turn]).key], drawing

        return np.array(sorted(range(len(moves)), key=ease), dtype=np.int64)

    def _numbered(self, suggested: Suggestion) -> IntArray | None:
        """Return the number of a suggested turn, as an order of its own; None where there is none."""
        for turn in range(max(0, self.turns)):
            state = self.main.after(self.state, turn)
            if (state.own, state.enemy) == suggested[:2]:
                return np.array([turn], dtype=np.int64)
        return None

    def _help(self, worker: Worker) -> None:
        """Search the main thread's task, then deeper; then the next task of the main thread.

        Turns that one thread is searching are put off by the others, so that they part.
        """
        while not worker.is_stopped and not self.ended:
            aim, order = self.aim, self.aim.order.copy()
            for depth in range(aim.depth, DEEPEST):
                worker.look(self.state, self.position.quiet, order, depth, aim.low, aim.high)
                if worker.is_stopped or self.aim is not aim:
                    break
            else:
                with self.moved:
                    while self.aim is aim and not self.ended:
                        self.moved.wait()

    def _take_aim(self, aim: Aim) -> None:
        """Give the helpers the main thread's task from now on."""
        with self.moved:
            self.aim = aim
            self.moved.notify_all()

    def end(self) -> None:
        """Stop the helpers and wait for them."""
        self.searcher.halt()
        with self.moved:
            self.ended = True
            self.moved.notify_all()
        for helper in self.helpers:
            helper.join()

    @property
    def nodes(self) -> int:
        """The positions looked at by all threads so far."""
        return sum(worker.nodes for worker in self.searcher.workers)

    def lines(self, depth: int, count: int) -> list[Line] | None:
        sketches: list[Sketch] = []
        for number in range(min(count, self.turns)):
            one = self._best(depth, number)
            if one is None:
                return None
            sketches.append(one)
        sketches.sort(key=lambda one: -one.value)
        self.values = [one.value for one in sketches]
        if not self.tabled and not self.drawn:
            sketches = self.lengths.proved(sketches)
        lines = [Line(self._score(one), line_of(self.main, self.position, one.turns)) for one in sketches]
        return sorted(lines, key=lambda line: line.score.rank, reverse=True)

    def better(self) -> Line | None:
        """Return the line of a turn that the unfinished depth found better than the best of the depth before.

        Its value is a lower bound, since other turns may be better still: only a win is proved.
        """
        one = self.unfinished
        if one is None or self.won != NONE:
            return None
        score = self._score(one) if one.sign else Score(one.value)
        return Line(score, line_of(self.main, self.position, one.turns))

    def _best(self, depth: int, number: int) -> Sketch | None:
        """Search the turns from a place in the order on, in a window around the value of the depth before."""
        order = self.order[number:]
        best, self.unfinished = order[0], None
        guess = self.values[number] if number < len(self.values) else 0
        margin = ASPIRATION if depth > 3 and number < len(self.values) and abs(guess) < DECIDED else INFINITE
        low, high = max(-INFINITE, guess - margin), min(INFINITE, guess + margin)
        while True:
            self._take_aim(Aim(order.copy(), depth, low, high))
            score = self.main.look(self.state, self.position.quiet, order, depth, low, high)
            if order[0] != best and score.value > max(low, -DECIDED):
                self.unfinished = Sketch(score.value, score.turns)
            if self.main.is_stopped:
                return None
            if low < score.value < high:
                return self._with_suggested(score.value, score.turns or (int(order[0]),), depth, number)
            margin *= 4
            if score.value <= low:
                low = max(-INFINITE, score.value - margin)
            else:
                high = min(INFINITE, score.value + margin)
            if margin > DECIDED // 100:
                low, high = -INFINITE, INFINITE

    def _with_suggested(self, value: int, turns: tuple[int, ...], depth: int, number: int) -> Sketch | None:
        """Return the best line, or that of the suggested turn, looked at in full, where it is better or known to win.

        None where the search was stopped.
        """
        only = self.suggested
        if only is None or number or turns[0] == only[0] or abs(value) > DECIDED:
            return self._sketch(value, turns)
        own = self.main.look(self.state, self.position.quiet, only, depth, -INFINITE, INFINITE)
        if self.main.is_stopped:
            return None
        if own.value <= value and self.won == NONE:
            return self._sketch(value, turns)
        self.order = np.array([only[0], *(each for each in self.order if each != only[0])], dtype=np.int64)
        return self._sketch(own.value, own.turns or (int(only[0]),))

    def _sketch(self, value: int, turns: tuple[int, ...]) -> Sketch:
        """Return the search's results; distances that come from the endgame tables are exact."""
        return Sketch(value, turns, WIN - abs(value) if self.tabled and abs(value) > DECIDED else None)

    def _score(self, one: Sketch) -> Score:
        """Turn a sketch into a score; a win or loss that a draw rule may yet prevent is not proved."""
        if not one.sign and one.turns[0] == self.won:
            return Score(UNPROVED) if self.drawn or self.limit is not None else Score(proved=Value(1, None))
        if not one.sign:
            quiet = self.limit is None or self.position.quiet + 1 < self.limit
            edge = EDGE * (self.state.own | self.state.enemy).bit_count()
            return Score(proved=DRAW) if self.tabled and abs(one.value) < edge and quiet else Score(one.value)
        plies = WIN - abs(one.value) if one.plies is None else one.plies
        if self.drawn or (self.limit is not None and self.position.quiet + plies > self.limit):
            return Score(one.sign * UNPROVED)
        return Score(proved=Value(one.sign, one.plies))


class ProvedTurns(Searcher):
    """A searcher that asks the certificates first."""

    def __init__(self, searcher: Searcher, game: Fanorona) -> None:
        """Take the searcher that thinks where they do not decide, and read the certificates before a clock runs.

        Raises FileError where a certificate is damaged.
        """
        self.searcher = searcher
        index(game)

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        """Answer a request: the proved turn is the first line, unless the search proves one as good with its distance.

        Whatever turn the search finds gets the score that is proved of it.
        """
        position, history = request.position, request.history
        if not isinstance(position, FanoronaPosition):
            raise ArgumentError("this searcher is for Fanorona, not for {other}", other=position.game.id)
        known = proved(position)
        first = None
        if known is not None and known[1] is not None:
            first = Line(score_of(known[0], history), (known[1],))
        for info in self.searcher.think(*request):
            yield replace(info, lines=with_proofs(position, info.lines, first, history))


def with_proofs(
    position: FanoronaPosition, lines: tuple[Line, ...], first: Line | None, history: History
) -> tuple[Line, ...]:
    """Return the lines of a search with the proofs about their turns, `first` in front unless a line is better."""
    found = [with_proof(position, line, history) for line in lines]
    if first is not None and not any(line.score.is_exact and line.score.rank >= first.score.rank for line in found):
        found = [first, *(line for line in found if line.moves[0] != first.moves[0])][: len(lines)]
    return tuple(found)


def with_proof(position: FanoronaPosition, line: Line, history: History) -> Line:
    """Return a line of a search with the score that is proved of its first turn, if the search has not proved one."""
    known = None if line.score.proved is not None else proved(position._play(line.moves[0]))
    return line if known is None else Line(score_of(known[0].before(), history), line.moves)


def score_of(value: Value, history: History) -> Score:
    """Return a proved value as a score; a win or loss that a draw rule may yet prevent is not proved.

    Neither side can force a win of a proved draw, whatever else makes a game a draw.
    """
    return Score(value.sign * UNPROVED) if value.sign and history.draws else Score(proved=value)
