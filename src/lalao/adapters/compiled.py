"""A match played by kernels, for environments that play one game after another.

The kernels serve learners at every choice (actions, observations, rewards); the readable rules follow where a
position is asked for, to show it.

>>> match = CompiledMatch(Match("fang-6"))
>>> match.act(3)
>>> match.legal(), match.mover, str(match.position)
([0, 1, 2, 4], 1, '1.2.1.0.1.0 3+4 N')
"""

from copy import copy, deepcopy
from typing import Any

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Batch
from lalao.adapters.steps import Match
from lalao.errors import whole
from lalao.events import SEED
from lalao.kernels.batch import FIRST
from lalao.values import Outcome

PLAYED = frozenset({"position", "positions", "moves", "chosen"})
"""The attributes of a match that depend on its moves and that kernels do not know."""


class CompiledMatch:
    """A match with the interface of `lalao.adapters.steps.Match`, but for `play`: it continues by actions alone."""

    def __init__(self, match: Match) -> None:
        """Restart the given match, which is shown from now on.

        Raises UnknownGameError or TooLargeError where the game has no batches.
        """
        self._match = match
        self._batch = Batch(match.game.id, 1, str(match.start), match.draws)
        self._swapped = not any(SEED in held for held in match.start.contents().values())
        self.reset()

    def __getattr__(self, name: str) -> Any:
        """Return an attribute of the readable match, which first catches up where it depends on the moves."""
        if name.startswith("_") or name == "play":
            raise AttributeError(name)
        return getattr(self._caught_up() if name in PLAYED else self._match, name)

    def __deepcopy__(self, memo: dict[int, Any]) -> "CompiledMatch":
        copied = copy(self)
        copied._match, copied._batch = deepcopy(self._match, memo), deepcopy(self._batch, memo)
        copied._pending = [*self._pending]
        return copied

    def reset(self) -> None:
        """Return to the start of the match."""
        self._match.reset()
        self._batch.reset()
        self._pending: list[int] = []
        self._is_over = False

    def act(self, action: int) -> None:
        """Take an action, as `Match.act`."""
        if self._is_over or not self._batch.shown.masks[0, self._match.checked(action)]:
            self._caught_up().act(action)  # which raises
        shown = self._batch.step([action])
        self._pending.append(action)
        self._is_over = bool(shown.terminated[0] or shown.truncated[0])

    def _caught_up(self) -> Match:
        """Return the readable match, after the same actions."""
        for action in self._pending:
            self._match.act(action)
        self._pending.clear()
        return self._match

    @property
    def _seen(self) -> npt.NDArray[np.uint8]:
        """The observation of the side to act, or the one it would have if the game continued."""
        shown = self._batch.shown
        seen: npt.NDArray[np.uint8] = (shown.last if self._is_over else shown.observations)[0]
        return seen

    @property
    def mover(self) -> int:
        """The number of the side to move: 0 or 1."""
        return 1 - int(self._seen[FIRST, 0])

    def mask(self) -> npt.NDArray[np.int8]:
        """Return an array with 1 for each legal action and 0 for the others."""
        mask = self._batch.shown.masks[0]
        return np.zeros_like(mask) if self._is_over else mask.copy()

    def legal(self) -> list[int]:
        """List the legal actions in ascending order; none once the match is over."""
        legal: list[int] = np.flatnonzero(self.mask()).tolist()
        return legal

    def seen_by(self, agent: int) -> npt.NDArray[np.float32]:
        """Return the observation of an agent, as `Match.seen_by`."""
        seen = self._seen.astype(np.float32)
        if whole("agent", agent, 0, 1) != self.mover:
            if self._swapped:
                seen[[0, 1]] = seen[[1, 0]]
            seen[FIRST] = agent == 0
        return seen

    def rewards(self) -> tuple[float, float]:
        """Return the rewards, first side first."""
        first, second = self._batch.shown.rewards[0].tolist()
        return first, second

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is in progress."""
        return self._caught_up().outcome if self._is_over else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._is_over

    @property
    def is_cut_off(self) -> bool:
        """Whether the match was ended by a draw rule of the match and not by the rules of the game."""
        return bool(self._batch.shown.truncated[0])
