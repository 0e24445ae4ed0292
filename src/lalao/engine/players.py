"""Players of every kind: human, random, perfect, and the levels of each game."""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.engine.analysis import NO_HISTORY, Clock, History, Limits, Searcher, Settings, running
from lalao.engine.levels import Level, OwnLevel, level_of, levels_of, own_level, strongest
from lalao.engine.readable import DECIDED, ReadableSearcher, Search
from lalao.engine.searchers import note_fault, searcher
from lalao.errors import ArgumentError, LalaoError, NotationError, Phrase, TooLargeError, of_type, whole
from lalao.games.game import AnyPosition, Game, a_game, a_position
from lalao.games.registry import Hook
from lalao.locale import later
from lalao.record import Record
from lalao.solve import SOLVE, ValuePreserver, solve
from lalao.values import Value

if TYPE_CHECKING:
    from lalao.codecs.fifangha import CompiledSearch


class Player(ABC):
    """Chooses moves; `name` is the player's name in commands and records."""

    name: str
    is_human = False
    limits: Limits | Clock | None = None
    """The limits of each move, or the clock by which the player plays, if it has any."""

    @property
    def title(self) -> Phrase:
        """The player's name on screen."""
        return Phrase(self.name)

    @abstractmethod
    def choose(self, position: AnyPosition) -> Any:
        """Choose a legal move in a position that has one.

        Players may raise TooLargeError or EngineError.
        """

    def choose_in(self, record: Record) -> Any:
        """Choose a move in a match; most players look at the position alone."""
        return self.choose(record.last.position)

    def readable(self) -> "Player":
        """Return a player of the same kind that needs no kernel, or the player itself where there is none."""
        return self


def choices(position: AnyPosition) -> Sequence[Any]:
    """Return the legal moves of a position that has some.

    Raises ArgumentError where it is no position, IllegalMoveError where the game is over.
    """
    over = a_position("position", position).game_over()
    if over:
        raise over
    return position.legal_moves()


class Human(Player):
    """A person at the keyboard, whom the commands ask for moves."""

    name = later("human")
    is_human = True

    def choose(self, position: AnyPosition) -> Any:
        """Raise ArgumentError: the caller must ask the person."""
        raise ArgumentError(
            "a human player cannot compute a move in {position}: ask the user for one", position=position
        )


class RandomPlayer(Player):
    """Plays any legal move."""

    name = later("random")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, position: AnyPosition) -> Any:
        """Choose any legal move, each as likely."""
        return self.rng.choice(choices(position))


class GreedyPlayer(Player):
    """Plays the move that looks best without regard to the reply: a yardstick for the other players."""

    name = later("greedy")

    def __init__(self, rng: random.Random) -> None:
        """Take the source of random numbers, which chooses among equal moves."""
        self.rng = rng

    def choose(self, position: AnyPosition) -> Any:
        """Choose the move with the best balance after it, or one that wins at once."""
        moves = list(choices(position))
        self.rng.shuffle(moves)
        return Search(1, len(moves)).scores(position, moves)[0][1]


def is_soon_searched(game: Game) -> bool:
    """Tell whether a game without a solver of its own is small enough to be searched whole from its start."""
    return SOLVE.by(game) is None and isinstance(solve(game.start()).value, Value)


class PerfectPlayer(Player):
    """Plays a best move by the solvers: it wins by the most or soonest, and loses by the least or latest.

    It never gives away a win or a draw.
    """

    name = later("perfect")

    def __init__(self, game: Game) -> None:
        """Check that the game is one that can be solved within seconds.

        Raises TooLargeError where it is not.
        """
        if not (game.small or is_soon_searched(game)):
            raise TooLargeError(
                "perfect play of {game} is out of reach: choose a level, such as {level}",
                game=game.id,
                level=strongest(game),
            )

    def choose(self, position: AnyPosition) -> Any:
        """Choose the first of the best moves.

        Raises TooLargeError where the value of this position is not known.
        """
        choices(position)
        best = solve(position).keeping
        if best is None:
            raise TooLargeError(
                "this position is too large for perfect play here: choose a level, such as {level}",
                level=strongest(position.game),
            )
        return best.move


MOST_READABLE = 8_000
"""Positions that a level looks at in a turn without any kernel, which takes a second at most."""
READABLE_SECONDS = 2.0
"""Seconds per move for an engine without kernels whose own limits are plies or positions."""
COMPILED_SEARCH: Hook[Callable[[], "CompiledSearch"]] = Hook("lalao.engine", "compiled_search")
"""Makes the search of the weaker levels, where kernels do it."""
MOST_REPLIES = 40_000
"""Replies that are looked at to avoid a loss in one; positions with hundreds of moves have more."""


class LevelPlayer(Player):
    """Misses nothing within its sight, and errs beyond it, less often at each higher level.

    Where the game can be solved from a position, an error is a move that gives the value away, and a turn without error
    keeps the value and makes it as hard as possible for a winning opponent. Elsewhere an error is one of the moves that
    look worst at first sight. No level misses a win or a loss in one.
    """

    def __init__(self, level: int, rng: random.Random) -> None:
        """Take the level's number, which every game it plays must have, and the source of random numbers."""
        self.name = f"level:{level}"
        self.number = level
        self._own: dict[Game, OwnLevel | None] = {}
        self.rng = rng
        self._kept: ValuePreserver | None = None
        self._compiled: CompiledSearch | None = None

    @property
    def title(self) -> Phrase:
        return Phrase("level {number}", number=self.number)

    def level(self, game: Game) -> Level:
        return level_of(game, self.number)

    def readable(self) -> Player:
        return ReadableLevel(self.number, self.rng)

    def choose(self, position: AnyPosition) -> Any:
        """Choose a move that wins within sight where there is one; else the best in sight, or an error."""
        choices(position)
        return self.choose_after(position, NO_HISTORY)

    def choose_in(self, record: Record) -> Any:
        return self.choose_after(record.last.position, History.of(record.positions(), record.draws))

    def choose_after(self, position: AnyPosition, history: History) -> Any:
        """Choose a move in a match with this history: any legal one where a search fails, so that the game goes on."""
        try:
            return self._chosen(position, history)
        except LalaoError:
            raise
        except Exception as error:  # whatever it is, the game goes on
            note_fault(position, error)
            return self.rng.choice(list(choices(position)))

    def _chosen(self, position: AnyPosition, history: History) -> Any:
        """Choose a move by the game's own level where it has one."""
        if position.game not in self._own:
            self._own[position.game] = own_level(position, self.number)
        own = self._own[position.game]
        move = None if own is None else own.choose(position, self.rng, history)
        return self._within_sight(position) if move is None else move

    def _within_sight(self, position: AnyPosition) -> Any:
        """Choose a move that wins within sight where there is one; else the best in sight, or an error."""
        level = self.level(position.game)
        moves = list(choices(position))
        self.rng.shuffle(moves)
        if len(moves) == 1:
            return moves[0]
        plies = int(level.sight + self.rng.random())
        if self.rng.random() < level.error:
            score, best = self._scores(position, moves, plies)[0]
            return best if score > DECIDED else self._error(position, moves, level)
        return self._scores(position, self._hardest(position, moves, level), plies)[0][1]

    def _error(self, position: AnyPosition, moves: list[Any], level: Level) -> Any:
        """Choose at random among the third of the mistakes that look worst at first sight."""
        safe = self._safe(position, moves)
        try:
            mistakes = self._preserver(position.game).mistakes(position, safe, level.solved) or safe
        except TooLargeError:
            mistakes = safe
        at_first_sight = self._scores(position, mistakes, 1)
        return self.rng.choice(at_first_sight[-max(1, len(mistakes) // 3) :])[1]

    def _hardest(self, position: AnyPosition, moves: list[Any], level: Level) -> list[Any]:
        """List the moves that keep the value and are hardest to answer, or all where the value is not found."""
        if not level.solved:
            return moves
        try:
            return self._preserver(position.game).hardest(position, self._safe(position, moves), level.solved)
        except TooLargeError:
            return moves

    def _preserver(self, game: Game) -> ValuePreserver:
        """Return the solver that knows which moves keep the value; it is kept while the game stays the same."""
        if self._kept is None or self._kept.game != game:
            self._kept = ValuePreserver(game)
        return self._kept

    def _scores(self, position: Any, moves: list[Any], plies: int) -> list[tuple[int, Any]]:
        """Score moves, the best first, looking `plies` ahead; see `lalao.engine.readable.Search.scores`."""
        level = self.level(position.game)
        if level.compiled and self._compiled is None:
            own = COMPILED_SEARCH.by(position.game)
            self._compiled = own() if own else None
        if self._compiled is not None:
            return self._compiled.scores(position, moves, plies, level.positions)
        return Search(plies, level.positions).scores(position, moves)

    def _safe(self, position: AnyPosition, moves: list[Any]) -> list[Any]:
        """List the moves after which the opponent cannot win at once; all if there are none, or too many to look at."""
        if len(moves) ** 2 > MOST_REPLIES:
            return moves
        return [move for move in moves if self._scores(position, [move], 2)[0][0] > -DECIDED] or moves


class ReadableLevel(LevelPlayer):
    """A level that needs no kernel: it looks less far ahead, by the readable rules."""

    def level(self, game: Game) -> Level:
        """Return the settings of the level in a game, without those that need kernels."""
        level = level_of(game, self.number)
        return replace(level, compiled=False, solved=0, positions=min(level.positions, MOST_READABLE))

    def _chosen(self, position: AnyPosition, history: History) -> Any:  # noqa: ARG002  it looks at the position alone
        """Choose a move within sight."""
        return self._within_sight(position)


class EnginePlayer(Player):
    """Plays at full strength within limits, by the draw rules of the match."""

    def __init__(
        self, name: str, limits: Limits | Clock, settings: Settings, chance: random.Random | None = None
    ) -> None:
        """Take the name, the limits of each move or a clock, the search's settings, and random numbers for books."""
        self.chance = chance
        self.name = name
        self.limits: Limits | Clock = limits
        self.settings = settings
        self._searcher: Searcher | None = None

    def choose(self, position: AnyPosition) -> Any:
        choices(position)
        return self._choose(position, NO_HISTORY)

    def choose_in(self, record: Record) -> Any:
        return self._choose(record.last.position, History.of(record.positions(), record.draws))

    def readable(self) -> Player:
        """Return an engine that searches by the readable rules, and ends in time where no time is set."""
        limits = self.limits
        if isinstance(limits, Limits):
            limits = replace(limits, seconds=limits.seconds or READABLE_SECONDS)
        slower = EnginePlayer(self.name, limits, self.settings)
        slower._searcher = ReadableSearcher()
        return slower

    def _choose(self, position: AnyPosition, history: History) -> Any:
        if self._searcher is None:
            self._searcher = searcher(position, self.settings, self.chance)
        with running(self.limits):
            limits = self.limits.limits() if isinstance(self.limits, Clock) else self.limits
            *_, info = self._searcher.think(position, limits, history=history)
        return info.lines[0].moves[0]


def engine_player(text: str, chance: random.Random | None = None) -> EnginePlayer:
    """Return an engine by its limit: ``engine:0.5s`` a move, ``engine:d6`` (plies) or ``engine:10000n`` (positions).

    ``engine:60s+0.5s`` plays by a clock: 60 s for the game, and 0.5 s more for each move.
    ``:book`` after it lets it use the shipped book, ``:book=FILE`` another one, from which `chance` draws;
    ``:material`` makes it count pieces only, ``:counts`` judge without its network, to measure their worth.

    Raises NotationError.
    """
    options = "(?P<book>:book(?:=(?P<file>[^:]+))?)?(?P<judge>:material|:counts)?"
    shape = re.fullmatch(f"engine:(?P<limit>{LIMIT}){options}", text)
    limits = None if shape is None else limits_of(shape["limit"])
    if shape is None or limits is None:
        raise NotationError(
            "'{text}' is not an engine: write engine:1s (seconds), engine:d6 (plies) or engine:10000n (positions a "
            "move), or engine:60s+0.5s (a clock)",
            text=text,
        )
    book = Path(shape["file"]) if shape["file"] else shape["book"] is not None
    settings = Settings(book=book, judge=(shape["judge"] or ":network")[1:])
    return EnginePlayer(text, limits, settings, chance)


SECONDS = r"[0-9]{1,5}(?:\.[0-9]{1,3})?s"
LIMIT = rf"{SECONDS}(?:\+{SECONDS})?|d[0-9]{{1,3}}|[0-9]{{1,12}}n"


def limits_of(text: str) -> Limits | Clock | None:
    """Read the limit of a move, or a clock with its increment, a text that matches `LIMIT`; None for a limit of 0.

    >>> limits_of("0.5s").seconds, limits_of("d6").depth, limits_of("500n").nodes, limits_of("0n")
    (0.5, 6, 500, None)
    >>> limits_of("60s+0.5s")
    Clock(left=60.0, increment=0.5, has_run_out=False)
    """
    first, _, more = text.partition("+")
    number = float(first.strip("sdn"))
    if not number:
        return None
    if more:
        return Clock(number, float(more.strip("s")))
    if text[0] == "d":
        return Limits(depth=int(number))
    return Limits(seconds=number) if text[-1] == "s" else Limits(nodes=int(number))


def player(text: str, game: Game, seed: int | None = None) -> Player:
    """Return the player of this name: human, random, greedy, perfect, ``level:N``, or an `engine_player`.

    The same seed makes the same choices. Raises NotationError where the game has no such player, and TooLargeError
    where ``perfect`` cannot play it.
    """
    of_type("player", text, str, "a name such as level:3")
    a_game("game", game)
    rng = random.Random(None if seed is None else whole("seed", seed, 0))
    if text == "human":
        return Human()
    if text == "random":
        return RandomPlayer(rng)
    if text == "greedy":
        return GreedyPlayer(rng)
    if text == "perfect":
        return PerfectPlayer(game)
    if text.partition(":")[0] == "engine":
        return engine_player(text, rng)
    if text.partition(":")[0] == "level":
        return LevelPlayer(level_named(text, game), rng)
    raise NotationError(
        "there is no player '{text}': choose human, random, greedy, perfect, level:1 to level:{most} or engine:1s",
        text=text,
        most=levels_of(game)[-1],
    )


def level_named(text: str, game: Game) -> int:
    """Return the number N of the level ``level:N``.

    Raises NotationError where the game has no such level.
    """
    levels = {f"level:{level}": level for level in levels_of(game)}
    if text not in levels:
        raise NotationError(
            "'{text}' is not a level of {game}, which has {count}: choose level:1 to level:{count}",
            text=text,
            game=game.id,
            count=len(levels),
        )
    return levels[text]
