"""Players of every kind: human, random, perfect, and levels 1 to 8."""

import random
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from lalao.engine.analysis import NO_PAST, Limits, Past, Searcher, Settings
from lalao.engine.own_levels import OwnLevel, own_level
from lalao.engine.search import Search
from lalao.engine.searchers import searcher
from lalao.errors import NotationError, Phrase, TooLargeError
from lalao.games.game import AnyPosition, Game
from lalao.locale import later
from lalao.record import Record
from lalao.solve import solve
from lalao.values import Unknown

if TYPE_CHECKING:
    from lalao.twins.search import CompiledSearch


class Player(ABC):
    """Whoever chooses moves; `name` is how commands call it."""

    name: str
    is_human = False

    @property
    def title(self) -> Phrase:
        """What to call the player on screen."""
        return Phrase(self.name)

    @abstractmethod
    def choose(self, position: AnyPosition) -> Any:
        """Choose a legal move in a position that has one."""

    def choose_in(self, record: Record) -> Any:
        """Choose a move in a match; most players look at the position alone."""
        return self.choose(record.last.position)


class Human(Player):
    """Somebody at the keyboard, whom commands ask."""

    name = later("human")
    is_human = True

    def choose(self, position: AnyPosition) -> Any:
        """Refuse: a human is asked, not computed."""
        raise AssertionError(f"nobody was asked for a move in {position}")


class RandomPlayer(Player):
    """Plays any legal move."""

    name = later("random")

    def __init__(self, rng: random.Random) -> None:
        """Take the source of chance."""
        self.rng = rng

    def choose(self, position: AnyPosition) -> Any:
        """Choose any legal move, each as likely."""
        return self.rng.choice(position.legal_moves())


class GreedyPlayer(Player):
    """Plays the move that looks best at once, without a thought for the answer: a yardstick for the others."""

    name = later("greedy")

    def __init__(self, rng: random.Random) -> None:
        """Take the source of chance, which chooses among equal moves."""
        self.rng = rng

    def choose(self, position: AnyPosition) -> Any:
        """Choose the best move at first sight."""
        moves = list(position.legal_moves())
        self.rng.shuffle(moves)
        return Search(1, len(moves)).scores(position, moves)[0][1]


class PerfectPlayer(Player):
    """Plays the best move there is: it wins by as much, or as soon, as can be, and loses by as little or as late."""

    name = later("perfect")

    def __init__(self, game: Game) -> None:
        """Make sure that the game is one that can be solved.

        Raises TooLargeError where it cannot within seconds.
        """
        if not game.small:
            raise TooLargeError("perfect play of {game} is out of reach: choose a level, such as level:8", game=game.id)

    def choose(self, position: AnyPosition) -> Any:
        """Choose the first of the best moves.

        Raises TooLargeError where the value of this position is not known.
        """
        best = solve(position).moves[0]
        if isinstance(best.value, Unknown):
            raise TooLargeError("this position is too large for perfect play here: choose a level, such as level:8")
        return best.move


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays: plies it looks ahead, positions it may make, how often it errs on purpose (0 to 1).

    `compiled` is the number of positions it may look at where the game has a compiled search; 0 leaves that alone.
    """

    depth: int
    most: int
    error: float
    compiled: int = 0


LEVELS = {
    1: Level(2, 8_000, 1.0),
    2: Level(2, 8_000, 0.905),
    3: Level(2, 8_000, 0.80),
    4: Level(3, 12_000, 0.685),
    5: Level(3, 20_000, 0.56),
    6: Level(4, 35_000, 0.43),
    7: Level(5, 55_000, 0.24, compiled=50_000),
    8: Level(8, 80_000, 0.0, compiled=150_000),
}
MOST_REPLIES = 40_000
"""Replies that are looked at for a loss in one: boards of hundreds of moves are beyond it."""


class LevelPlayer(Player):
    """Looks a few plies ahead, and errs on purpose, more seldom at each level; never misses a win or a loss in one.

    An error is one of the third of the moves that look worst at first sight.
    """

    def __init__(self, level: int, rng: random.Random) -> None:
        """Choose a level, a key of `LEVELS`."""
        self.name = f"level:{level}"
        self.number = level
        self.level = LEVELS[level]
        self._compiled: CompiledSearch | None = None
        self._own: dict[Game, OwnLevel | None] = {}
        self.rng = rng

    @property
    def title(self) -> Phrase:
        """What to call the player on screen."""
        return Phrase("level {number}", number=self.number)

    def choose(self, position: AnyPosition) -> Any:
        """Choose a winning move where there is one; else among the moves that do not lose at once."""
        return self._choose(position, NO_PAST)

    def choose_in(self, record: Record) -> Any:
        """Choose a move in a match."""
        return self._choose(record.last.position, Past.of(record.positions(), record.draws))

    def _choose(self, position: AnyPosition, past: Past) -> Any:
        """Choose as the game's own level does, where it has some."""
        if position.game not in self._own:
            self._own[position.game] = own_level(position, self.number)
        own = self._own[position.game]
        move = None if own is None else own.choose(position, self.rng, past)
        return self._by_search(position) if move is None else move

    def _by_search(self, position: AnyPosition) -> Any:
        moves = sensible_moves(position)
        if len(moves) == 1:
            return moves[0]
        self.rng.shuffle(moves)
        if self.rng.random() < self.level.error:
            at_first_sight = Search(1, self.level.most).scores(position, moves)
            return self.rng.choice(at_first_sight[-max(1, len(moves) // 3) :])[1]
        return self._scores(position, moves)[0][1]

    def _scores(self, position: AnyPosition, moves: list[Any]) -> list[tuple[int, Any]]:
        """Score moves, the best first: by the compiled search at the levels that look far, where the game has one."""
        if self.level.compiled and self._compiled is None:
            from lalao.twins.search import compiled_search  # the compiler, which the lower levels do without

            self._compiled = compiled_search(position)
            self.level = self.level if self._compiled else replace(self.level, compiled=0)
        if self._compiled is not None:
            return self._compiled.scores(position, moves, 40, self.level.compiled)
        return Search(self.level.depth, self.level.most).scores(position, moves)


class EnginePlayer(Player):
    """Plays at full strength within limits, and knows the draws of the match."""

    def __init__(self, name: str, limits: Limits, settings: Settings) -> None:
        """Take the name that says the limits, the limits of each move, and what the search may use."""
        self.name = name
        self.limits = limits
        self.settings = settings
        self._searcher: Searcher | None = None

    def choose(self, position: AnyPosition) -> Any:
        """Choose the best move that the best search for the game finds."""
        return self._choose(position, NO_PAST)

    def choose_in(self, record: Record) -> Any:
        """Choose the best move in a match."""
        return self._choose(record.last.position, Past.of(record.positions(), record.draws))

    def _choose(self, position: AnyPosition, past: Past) -> Any:
        if self._searcher is None:
            self._searcher = searcher(position, self.settings)
        *_, info = self._searcher.think(position, self.limits, past=past)
        return info.lines[0].moves[0]


def engine_player(text: str) -> EnginePlayer:
    """Return an engine by its limits a move: ``engine:0.5s`` seconds, ``engine:d6`` plies, ``engine:10000n`` positions.

    ``:book`` after it opens its book; ``:material`` lets it count pieces alone, to see what judgement is worth.

    Raises NotationError.
    """
    limit = r"(?:([0-9]{1,5}(?:\.[0-9]{1,3})?)s|d([0-9]{1,3})|([0-9]{1,12})n)"
    shape = re.fullmatch(f"engine:{limit}(:book)?(:material)?", text)
    number = 0.0 if shape is None else float(shape[1] or shape[2] or shape[3])
    if shape is None or not number:
        raise NotationError(
            "'{text}' is no engine: write engine:1s (seconds), engine:d6 (plies) or engine:10000n (positions a move)",
            text=text,
        )
    seconds = number if shape[1] else None
    settings = Settings(book=shape[4] is not None, material=shape[5] is not None)
    return EnginePlayer(text, Limits(seconds, int(shape[2] or 0) or None, int(shape[3] or 0) or None), settings)


def wins_at_once(position: AnyPosition, move: Any) -> bool:
    """Tell whether a move ends the game in favour of the side that plays it."""
    outcome = position._play(move).outcome
    return outcome is not None and outcome.winner is position.to_move


def loses_in_one(position: AnyPosition, move: Any) -> bool:
    """Tell whether a move ends the game in the opponent's favour, or lets him end it so."""
    after = position._play(move)
    outcome = after.outcome
    if outcome is not None:
        return outcome.winner is after.to_move
    return any(wins_at_once(after, reply) for reply in after.legal_moves())


def sensible_moves(position: AnyPosition) -> list[Any]:
    """List a move that wins at once, or else the moves that do not lose in one, or else all."""
    moves = list(position.legal_moves())
    winning = next((move for move in moves if wins_at_once(position, move)), None)
    if winning is not None:
        return [winning]
    if len(moves) ** 2 > MOST_REPLIES:
        return moves
    return [move for move in moves if not loses_in_one(position, move)] or moves


def player(text: str, game: Game, seed: int | None = None) -> Player:
    """Return the player of this name: human, random, greedy, perfect, level:1 to level:8, or an `engine_player`.

    Raises NotationError, and TooLargeError where ``perfect`` cannot play this game.
    """
    rng = random.Random(seed)
    if text == "human":
        return Human()
    if text == "random":
        return RandomPlayer(rng)
    if text == "greedy":
        return GreedyPlayer(rng)
    if text == "perfect":
        return PerfectPlayer(game)
    if text.partition(":")[0] == "engine":
        return engine_player(text)
    levels = {f"level:{level}": level for level in LEVELS}
    if text not in levels:
        raise NotationError(
            "there is no player '{text}': choose human, random, greedy, perfect, level:1 to level:8 or engine:1s",
            text=text,
        )
    return LevelPlayer(levels[text], rng)
