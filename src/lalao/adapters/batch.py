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
"""

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from lalao.adapters.steps import CHANNELS, Match
from lalao.errors import ArgumentError, IllegalMoveError, LalaoError, TooLargeError, UnknownGameError, whole
from lalao.games.registry import Brought
from lalao.kernels.batch import Shown, choose

MOST_COUNTED = 255


class Kernel(Protocol):
    """A batch of games of one family, played by its kernels."""

    def begin(self, shown: Shown) -> None:
        """Begin every game anew and write what is seen of it into `shown`."""

    def step(self, actions: npt.NDArray[np.int64], shown: Shown) -> None:
        """Take one action in every game and write what is seen into `shown`; a game that ends begins anew."""


BATCHED: Brought[Callable[[Match, int, bool], Kernel]] = Brought("lalao.adapters", "batched")


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
        self._kernel = self._made(draws)
        self._own = self._arrays()
        self.shown = Shown(*(_read_only(array) for array in self._own))
        self._seed = np.random.SeedSequence(seed).generate_state(1, np.uint64)
        self.reset()

    def _made(self, draws: bool) -> Kernel:
        """Return the kernel of the game's family, set up for this batch."""
        name = self.match.game.id
        make = BATCHED.by(self.match.game)
        if make is None:
            raise UnknownGameError("there are no batches of '{id}': take lalao.adapters.pettingzoo", id=name)
        if self.match.outcome is not None:
            raise IllegalMoveError(
                "the game is over in '{text}': nothing can be played from there", text=self.match.start
            )
        if self.match.most > MOST_COUNTED:
            raise TooLargeError(
                "a batch counts up to {most}: '{id}' has more", most=MOST_COUNTED, id=self.match.game.id
            )
        return make(self.match, self.games, draws)

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
        for array in (self._own.rewards, self._own.terminated, self._own.truncated, self._own.last):
            array[...] = 0
        self._kernel.begin(self._own)
        return self.shown

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


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return a read-only view."""
    seen = array.view()
    seen.setflags(write=False)
    return seen


env = Batch
