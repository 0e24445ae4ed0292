"""Batches of games played in compiled code: ``lalao.adapters.batch.env("fang-6", games=1024)``.

Actions and observations are those of `lalao.adapters.steps.Match`, one row per game. A game that ends is restarted
in the same step; its last observation stays in `Shown.last`.

>>> batch = env("fang-6", games=3, seed=1)
>>> batch.shown.masks[0].tolist()
[0, 1, 1, 1, 1, 0, 0]
>>> for _ in range(7):
...     shown = batch.step(batch.sample())
>>> shown.terminated.tolist(), shown.movers.tolist()
([False, False, False], [1, 1, 1])
>>> batch.step(batch.sample()).terminated.tolist()
[True, True, True]
>>> kept = batch.state()
>>> batch.step([1, 2, 3]).movers.tolist()
[1, 1, 1]
>>> batch.set_state(kept[[0, 0, 0]]).movers.tolist()
[0, 0, 0]
>>> str(batch.positions()[2])
'0.1.1.1.1.0 4+4 S'
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from lalao.adapters.steps import CHANNELS, Match
from lalao.errors import ArgumentError, IllegalMoveError, LalaoError, TooLargeError, UnknownGameError, of_type, whole
from lalao.games.game import AnyPosition, a_position
from lalao.games.registry import Hook
from lalao.kernels.batch import Shown, choose

MOST_COUNTED = 255


class Kernel(ABC):
    """A batch of games of one family, played by its kernels: a row of words for each game.

    A row holds the position, the turn under way, and the data of draws by repetition. `start` is the row with which
    games begin, `games` are the rows of the games, which the kernels write to.
    """

    def __init__(self, kernels: ModuleType, bundle: Any) -> None:
        """Take the family's module of kernels and the arrays that they work on, `start` and `games` among them."""
        self._kernels, self._bundle = kernels, bundle
        self.start: npt.NDArray[np.int64] = bundle.start
        self.games: npt.NDArray[np.int64] = bundle.games

    @abstractmethod
    def words_of(self, position: Any) -> npt.NDArray[np.int64]:
        """Return the row of a position, at the beginning of a turn."""

    @abstractmethod
    def position_of(self, words: npt.NDArray[np.int64]) -> AnyPosition:
        """Return the position of a row, as it was at the beginning of the turn under way."""

    def open(self, shown: Shown) -> None:
        """Open a turn in every game, and write its observations into `shown`."""
        self._kernels.open_all(self._bundle, shown)

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        """Take one action in every game and write the observations into `shown`; a game that ends begins again."""
        self._kernels.step(self._bundle, actions, shown)


BATCHED: Hook[Callable[[Match, int], Kernel]] = Hook("lalao.adapters", "batched")
"""Makes the kernel of a family for a match and a number of games."""


@dataclass(frozen=True, slots=True)
class State:
    """Games of a batch as they stood, one row per game, for `Batch.set_state`.

    `state[rows]` takes some of them, by anything that indexes an array. `words` (int64) is private to the kernels; the
    other arrays are those of `Batch.shown`. `game` and `draws` tell which games these are.
    """

    game: str
    draws: bool
    words: npt.NDArray[np.int64]
    observations: npt.NDArray[np.uint8]
    masks: npt.NDArray[np.int8]
    movers: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.words)

    def __str__(self) -> str:
        return f"{len(self)} × {self.game} (draws={self.draws})"

    def __getitem__(self, rows: Any) -> "State":
        return self.mapped(lambda array: array[rows])

    @property
    def arrays(self) -> tuple[npt.NDArray[Any], ...]:
        """The arrays, words first."""
        return self.words, self.observations, self.masks, self.movers

    def mapped(self, change: Callable[[npt.NDArray[Any]], npt.NDArray[Any]]) -> "State":
        """Return the state with each array changed in the same way."""
        return State(self.game, self.draws, *map(change, self.arrays))


class Batch:
    """Many matches of one game, side by side.

    `shown` holds, one row per game: `observations` (uint8, channels by places, as the agent to act sees them), `masks`
    (int8, 1 for each legal action), `movers` (0 or 1: the agent to act), `rewards` (float32, of both agents),
    `terminated` and `truncated` (whether the last step ended a game by its rules, or by a draw rule of the match), and
    `last` (the last observation of the games that it ended, from the side that would be to move). The arrays are
    read-only and overwritten by the next step: copy them to keep them.
    """

    def __init__(
        self, name: str, games: int, start: str | None = None, draws: bool = True, seed: int | None = None
    ) -> None:
        """Begin `games` games from the position `start`, if given; `draws` is as in `Match`, `seed` is for `sample`.

        Raises UnknownGameError where the game is unknown or has no batches, NotationError, TooLargeError where the
        board does not fit the kernels, IllegalMoveError where the game is over in `start`, and ArgumentError where
        `games` is below 1.
        """
        self.match = Match(name, start, draws)
        self.games = whole("games", games, 1)
        if seed is not None:
            whole("seed", seed, 0)
        self._kernel = self._made()
        self._own = self._arrays()
        self.shown = Shown(*(_read_only(array) for array in self._own))
        self._seed = np.random.SeedSequence(seed).generate_state(1, np.uint64).astype(np.uint64)
        self.reset()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Batch":
        copied = Batch(self.match.game.id, self.games, str(self.match.start), self.match.draws)
        for old, new in zip(self._written(), copied._written(), strict=True):
            new[...] = old
        return copied

    def _written(self) -> tuple[npt.NDArray[Any], ...]:
        """Return the arrays that steps write to."""
        return *self._own, self._seed, self._kernel.games

    def _made(self) -> Kernel:
        """Return the kernel of the game's family, set up for this batch."""
        name = self.match.game.id
        make = BATCHED.by(self.match.game)
        if make is None:
            raise UnknownGameError("there are no batches of '{id}': take lalao.adapters.pettingzoo", id=name)
        if self.match.outcome is not None:
            raise no_turn(self.match.start)
        if self.match.most > MOST_COUNTED:
            raise TooLargeError(
                "a batch counts up to {most}: '{id}' has more", most=MOST_COUNTED, id=self.match.game.id
            )
        return make(self.match, self.games)

    def _arrays(self) -> Shown:
        """Return the arrays of `shown`, filled with zeros."""
        games, places = self.games, len(self.match.everywhere)
        return Shown(
            observations=np.zeros((games, len(CHANNELS), places), dtype=np.uint8),
            masks=np.zeros((games, self.match.actions), dtype=np.int8),
            movers=np.zeros(games, dtype=np.int64),
            rewards=np.zeros((games, 2), dtype=np.float32),
            terminated=np.zeros(games, dtype=np.bool_),
            truncated=np.zeros(games, dtype=np.bool_),
            last=np.zeros((games, len(CHANNELS), places), dtype=np.uint8),
        )

    def reset(self) -> Shown:
        """Restart every game, and return `shown`."""
        self._kernel.games[...] = self._kernel.start
        return self._open()

    def _open(self) -> Shown:
        """Open a turn in every game, and return `shown`."""
        self._clear()
        self._kernel.open(self._own)
        return self.shown

    def _clear(self) -> None:
        """Clear the results of the last step in `shown`."""
        for array in (self._own.rewards, self._own.terminated, self._own.truncated, self._own.last):
            array[...] = 0

    def state(self) -> State:
        """Return a copy of all games as they stand, turns under way and earlier positions included."""
        own = self._own
        here = State(self.match.game.id, self.match.draws, self._kernel.games, own.observations, own.masks, own.movers)
        return here.mapped(np.copy)

    def set_state(self, state: State) -> Shown:
        """Go back to games that stood before, in this batch or another one of the same game; return `shown`.

        Raises ArgumentError where `state` is of another game, or of another number of games.
        """
        of_type("state", state, State, "what Batch.state returns")
        given, wanted = str(state), f"{self.games} × {self.match.game.id} (draws={self.match.draws})"
        if given != wanted:
            raise ArgumentError("this state is of {given}, not of {wanted}", given=given, wanted=wanted)
        self._clear()
        self._kernel.games[...] = state.words
        self._own.observations[...] = state.observations
        self._own.masks[...] = state.masks
        self._own.movers[...] = state.movers
        return self.shown

    def positions(self) -> list[AnyPosition]:
        """Return the position of each game, as it was at the beginning of the turn under way."""
        return [self._kernel.position_of(words) for words in self._kernel.games]

    def set_positions(self, positions: Sequence[AnyPosition | str]) -> Shown:
        """Set up a position in each game, with no earlier ones; return `shown`. A game that ends begins from `start`.

        Raises ArgumentError where there is not one of the batch's game for each, NotationError for a text that is none,
        IllegalMoveError where the game is over.
        """
        game = self.match.game
        of_type("positions", positions, Sequence, "a list of positions")
        given = [game.position(one) if isinstance(one, str) else a_position("position", one) for one in positions]
        if len(given) != self.games or any(one.game != game for one in given):
            raise ArgumentError("give one position of {game} for each game of the batch", game=game.id)
        for position in given:
            if position.outcome:
                raise no_turn(position)
        self._kernel.games[...] = [self._kernel.words_of(position) for position in given]
        return self._open()

    def step(self, actions: npt.ArrayLike) -> Shown:
        """Take one action in every game and return `shown`; an illegal action loses that game at once, with -1.

        Raises LalaoError where `actions` does not hold one action per game, ArgumentError where one is outside the
        space of actions.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise ArgumentError("actions cannot be {value}: give whole numbers", value=repr(actions))
        chosen = np.ascontiguousarray(given.astype(np.int64, copy=False))
        if chosen.shape != (self.games,):
            raise LalaoError(
                "{count} action is wanted, one a game, not {shape}",
                "{count} actions are wanted, one a game, not {shape}",
                count=self.games,
                shape=chosen.shape,
            )
        if chosen.min() < 0 or chosen.max() >= self.match.actions:
            at = int(((chosen < 0) | (chosen >= self.match.actions)).argmax())
            raise ArgumentError(
                "game {number} has no action '{value}': give whole numbers from 0 to {most}",
                value=chosen[at],
                number=at,
                most=self.match.stop,
            )
        self._kernel.step(chosen, self._own)
        return self.shown

    def sample(self) -> npt.NDArray[np.int64]:
        """Return a legal action for every game, drawn uniformly."""
        actions = np.empty(self.games, dtype=np.int64)
        choose(self._own.masks, self._seed, actions)
        return actions


def no_turn(position: AnyPosition) -> IllegalMoveError:
    """Return the error for a position from which no game can begin."""
    return IllegalMoveError("the game is over in '{text}': nothing can be played from there", text=position)


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a read-only view."""
    seen = array.view()
    seen.setflags(write=False)
    return seen


env = Batch
