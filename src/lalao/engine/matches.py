"""Matches: many games of two players in pairs, each opening played with both colours.

The first player of a match is South or White in the games with even numbers, counted from 0. The same seed gives the
same random numbers, however many processes play.
"""

import random
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from lalao.engine.analysis import Clock, Searcher, Settings
from lalao.engine.client import ForeignPlayer, dismiss_all, ending_of, is_foreign
from lalao.engine.players import Player, player
from lalao.engine.searchers import analyse, searcher
from lalao.errors import EngineError, EngineOverdueError, IllegalMoveError, LalaoError, NotationError, TooLargeError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import Hook, game
from lalao.processes import children_ended, deaf_to_interrupts, interrupts_wait, processes
from lalao.record import Record, judge, write
from lalao.tables.probe import shipped_folder
from lalao.values import Outcome

SECOND_SEED = 1_000_003
TRIES = 100
AGAIN = 20
"""An opening is played again where so many of those drawn in its place had come already: there are few others."""
EVEN = (5_000, 200), (200_000, 50)
"""Positions that a search looks at, and by how many hundredths at most it finds a side ahead in a balanced opening."""
AHEAD = 2
"""The most games per process that are being played or are finished but not yet yielded."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A game to be played: its number in the match, the game's id as `name`, the players, the start, and the seed."""

    number: int
    name: str
    players: tuple[str, str]
    start: str
    seed: int

    def play(self) -> "Result":
        """Play the game to its end; an external program that fails loses it, and so does a player out of time.

        Raises TooLargeError where perfect play is out of reach.
        """
        chosen = game(self.name)
        one, other = self.players
        seats: list[Player] = [
            seat(one, chosen, self.seed + 2 * self.number, 0),
            seat(other, chosen, self.seed + 2 * self.number + SECOND_SEED, 1),
        ]
        if self.number % 2:
            seats.reverse()
        record = Record.begin(chosen.position(self.start), seats[0].name, seats[1].name)
        record.tags["Round"] = str(self.number + 1)
        failure = None
        while (outcome := record.settled or record.outcome()) is None:
            side = record.last.position.to_move
            seated = seats[0 if side.is_first else 1]
            try:
                move = seated.choose_in(record)
                if isinstance(seated.limits, Clock) and seated.limits.has_run_out:
                    raise EngineOverdueError("the clock of {player} has run out", player=seated.name)
                record.play(move)
            except EngineError as error:
                failure = error
                record.settle(Outcome(side.other, ending_of(error)))
                record.last.comment = str(error).replace("}", ")")
        points = 1 if outcome.winner is None else 2 if outcome.winner.is_first == (self.number % 2 == 0) else 0
        return Result(self.number, points, write(record), failure)


def seat(name: str, chosen: Game, seed: int, number: int) -> Player:
    """Return the player of a name; `number`, 0 or 1, distinguishes two that run the same program.

    Raises NotationError or TooLargeError.
    """
    return ForeignPlayer(name, number) if is_foreign(name) else player(name, chosen, seed)


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: its number, the half points of the match's first player (2, 1 or 0), and its record as text.

    `failure` is the error by which an external program lost it, if one did.
    """

    number: int
    points: int
    record: str
    failure: EngineError | None = None


@dataclass(slots=True)
class Score:
    """The wins, draws and losses of the first player so far, and how often each result of a pair occurred.

    `pairs` counts the pairs of games by the first player's half points, 0 to 4. `failures` holds, for each player, the
    errors by which it lost games.
    """

    won: int = 0
    drawn: int = 0
    lost: int = 0
    pairs: tuple[int, ...] = (0,) * 5
    failures: tuple[list[EngineError], list[EngineError]] = field(default_factory=lambda: ([], []))
    _half: int = 0

    def add(self, result: Result) -> None:
        """Count a game; games must be added in the order of their numbers."""
        self.won += result.points == 2
        self.drawn += result.points == 1
        self.lost += result.points == 0
        if result.failure is not None:
            self.failures[0 if result.points == 0 else 1].append(result.failure)
        if result.number % 2 == 0:
            self._half = result.points
            return
        reached = self._half + result.points
        self.pairs = tuple(count + (points == reached) for points, count in enumerate(self.pairs))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The first player's share of the points, from 0 to 1; there must have been a game."""
        return (self.won + self.drawn / 2) / self.games


def fixtures(chosen: Game, players: tuple[str, str], games: int, starts: Sequence[str], seed: int) -> Iterator[Fixture]:
    """Yield the games of a match: two from each start with sides swapped, beginning again after the last start."""
    for number in range(games):
        yield Fixture(number, chosen.id, players, starts[number // 2 % len(starts)], seed)


def check_players(chosen: Game, names: Iterable[str]) -> None:
    """Check that players can play a match: that no one is human, and that programs can be started and know the game.

    Raises NotationError, TooLargeError or EngineError.
    """
    for name in names:
        one = seat(name, chosen, 0, 0)
        if isinstance(one, ForeignPlayer):
            one.check(chosen.start())
        if one.is_human:
            raise NotationError("a match is played by the computer alone: '{text}' cannot take part", text=name)


def read_openings(chosen: Game, text: str) -> list[str]:
    """Read openings, one a line: a position, or moves from the start; return them as texts of positions.

    Moves are separated by commas, or by spaces where no move contains one. Empty lines and those that begin with ``#``
    are skipped. Raises NotationError with the number of the line.
    """
    openings = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                openings.append(str(_opening(chosen, line.strip())))
            except LalaoError as cause:
                raise NotationError("line {number}: {cause}", number=number, cause=cause) from None
    if not openings:
        raise NotationError("there is no opening in the file: write one a line, a position or moves from the start")
    return openings


def _opening(chosen: Game, text: str) -> AnyPosition:
    try:
        position = chosen.position(text)
    except NotationError as no_position:
        position = chosen.start()
        for number, move in enumerate(text.split(",") if "," in text else text.split()):
            try:
                position = position.play(move)
            except NotationError:
                if number == 0:
                    raise no_position from None
                raise
    if position.outcome:
        raise IllegalMoveError("the game is over: no move can be played")
    return position


def random_openings(chosen: Game, plies: int, count: int, seed: int) -> list[str]:
    """Return the openings that `drawn_openings` draws."""
    return list(drawn_openings(chosen, plies, count, seed))


def drawn_openings(chosen: Game, plies: int, count: int, seed: int, balanced: bool = False) -> Iterator[str]:
    """Yield `count` positions, as texts, reached by `plies` random moves from the start, the game not being over.

    None comes twice while others are found soon (`AGAIN`). With `balanced` they are only those in which a search finds
    neither side ahead by much (`EVEN`). It uses the shipped endgame tables alone, so that the openings are the same
    whatever tables have been built.

    Raises NotationError where games do not last that long, or no such opening is found.
    """
    rng = random.Random(seed)
    kept = searcher(chosen.start(), Settings(tables=shipped_folder())) if balanced else None
    drawn: set[AnyPosition] = set()
    for _ in range(count):
        opening = _new_opening(chosen, plies, rng, drawn, kept)
        drawn.add(opening)
        yield str(opening)


def _new_opening(
    chosen: Game, plies: int, rng: random.Random, drawn: Collection[AnyPosition], kept: Searcher | None
) -> AnyPosition:
    """Draw an opening, even if `kept` is to tell, that is not among those drawn; one of them where others are rare."""
    again: list[AnyPosition] = []
    for _ in range(TRIES):
        opening = _random_opening(chosen, plies, rng)
        if opening in drawn:
            again.append(opening)
            if len(again) == AGAIN:
                break
        elif kept is None or _is_even(opening, kept):
            return opening
    if again:
        return again[-1]
    raise NotationError(
        "no balanced opening of {count} random move is found: ask for another number",
        "no balanced opening of {count} random moves is found: ask for another number",
        count=plies,
    )


def _random_opening(chosen: Game, plies: int, rng: random.Random) -> AnyPosition:
    for _ in range(TRIES):
        positions = [chosen.start()]
        while len(positions) <= plies and judge(positions) is None:
            positions.append(positions[-1]._play(rng.choice(positions[-1].legal_moves())))
        if judge(positions) is None:
            return positions[-1]
    raise NotationError(
        "games do not last for {count} random move: ask for fewer",
        "games do not last for {count} random moves: ask for fewer",
        count=plies,
    )


def _is_even(position: AnyPosition, kept: Searcher) -> bool:
    for nodes, most in EVEN:
        decided, ahead = analyse(position, nodes=nodes, kept=kept).lines[0].score.rank
        if decided or abs(ahead) > most:
            return False
    return True


@contextmanager
def played(games: Iterable[Fixture], jobs: int) -> Iterator[Iterator[Result]]:
    """Play games in `jobs` processes and give their results in order; leaving the block stops the match at once.

    With one job they are played in this process. Raises TooLargeError where a process was killed.
    """
    if jobs == 1:
        try:
            yield (one.play() for one in games)
        finally:
            dismiss_all()
        return
    with interrupts_wait():
        pools = [processes(1) for _ in range(jobs)]
    try:
        with children_ended():
            yield _in_order(pools, iter(games), AHEAD * jobs)
    except BrokenProcessPool:
        raise TooLargeError("a process that played games was killed: there may be too little memory") from None
    finally:
        for pool in pools:
            pool.shutdown(cancel_futures=True)


def _in_order(pools: list[ProcessPoolExecutor], games: Iterator[Fixture], most: int) -> Iterator[Result]:
    """Yield the results of games in order, each game played by a free process, at most `most` not yet yielded.

    Each process has a pool of its own: if one of several in a pool is killed while others start, CPython 3.11 fails in
    the thread that manages them (fixed in 3.12).
    """
    free, running, waiting = deque(pools), dict[Future[Result], ProcessPoolExecutor](), deque[Future[Result]]()
    while True:
        free.extend(running.pop(future) for future in [each for each in running if each.done()])
        with interrupts_wait(), deaf_to_interrupts():  # or a process that is just starting would never be ended
            for one in islice(games, min(len(free), most - len(waiting))):
                pool = free.popleft()
                future = pool.submit(one.play)
                running[future] = pool
                waiting.append(future)
        if not waiting:
            return
        if waiting[0].done():
            yield waiting.popleft().result()
        else:
            wait(running, return_when=FIRST_COMPLETED)


MOST_PITS = 100
DRAWN: Hook[Callable[[Any, int, int, random.Random], AnyPosition]] = Hook("lalao.engine", "drawn")
"""Draws a layout of this many pits and seeds."""


def drawn_layout(game: Game, pits: int, seeds: int, rng: random.Random) -> AnyPosition:
    """Lay out a row of this many pits and seeds at random, as a class does under the cake rule; the first side moves.

    >>> import lalao
    >>> print(drawn_layout(lalao.game("fafy"), 8, 12, random.Random(1)))
    1.3.2.1.2.1.1.1 S

    Raises NotationError where the game is not played on rows of any size.
    """
    drawn = DRAWN.by(game)
    if drawn is None:
        raise NotationError("rows are drawn in Fafy and Sowing alone: '{id}' starts from its own board", id=game.id)
    return drawn(game, pits, seeds, rng)
