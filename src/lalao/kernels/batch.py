"""The shared part of the kernels that play many games at once: observations of each game, and random actions.

Each game is one row of every array; an action is numbered as in `lalao.adapters.steps`.
"""

from typing import NamedTuple

from lalao import arrays as np
from lalao.arrays.types import Bool, BoolArray, ByteCube, Float32Grid, Int, Int8Grid, IntArray, UintArray
from lalao.kernels.compiling import kernel
from lalao.kernels.hashing import MIX_1, mixed

BOARD, OTHERS, CHOSEN, QUIET, FIRST, CHANNELS = range(6)
"""The channels of an observation: the board (or own pieces), enemy pieces, choices made, quiet plies, first side."""
U32 = np.uint64(32)


class Shown(NamedTuple):
    """The learners' view of the games after a step; see `lalao.adapters.batch.Batch`."""

    observations: ByteCube
    masks: Int8Grid
    movers: IntArray
    rewards: Float32Grid
    terminated: BoolArray
    truncated: BoolArray
    last: ByteCube


@kernel
def is_accepted(shown: Shown, game: Int, action: Int) -> Bool:
    """Clear the result of a game's last step; tell whether the action is legal. An illegal one loses at once."""
    shown.rewards[game, 0] = shown.rewards[game, 1] = 0
    shown.terminated[game] = shown.truncated[game] = False
    if 0 <= action < shown.masks.shape[1] and shown.masks[game, action]:
        return True
    shown.rewards[game, shown.movers[game]] = -1
    shown.terminated[game] = True
    return False


@kernel
def settle(shown: Shown, game: Int, agent: Int, sign: Int) -> None:
    """End a game by its rules: an agent is rewarded with `sign` (1, 0 or -1), the other with its opposite."""
    shown.rewards[game, agent] = sign
    shown.rewards[game, 1 - agent] = -sign
    shown.terminated[game] = True


@kernel
def is_over(shown: Shown, game: Int) -> Bool:
    """Tell whether a game has just ended; if so, copy its last observation to `last`."""
    if not (shown.terminated[game] or shown.truncated[game]):
        return False
    for channel in range(CHANNELS):
        for column in range(shown.last.shape[2]):
            shown.last[game, channel, column] = shown.observations[game, channel, column]
    return True


@kernel
def choose(masks: Int8Grid, seed: UintArray, actions: IntArray) -> None:
    """Choose one legal action in each game, all with equal chances; every game must have one."""
    for game in range(masks.shape[0]):
        legal = np.int64(0)
        for action in range(masks.shape[1]):
            legal += masks[game, action]
        seed[0] += MIX_1
        left = np.int64(((mixed(seed[0]) >> U32) * np.uint64(legal)) >> U32)
        actions[game] = -1
        while left >= 0:
            actions[game] += 1
            left -= masks[game, actions[game]]
