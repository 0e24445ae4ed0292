"""What the kernels that play many games at once share: what learners see of each game, and random actions.

Each game is one row of every array; an action is numbered as in `lalao.adapters.steps`.
"""

from typing import Annotated, Any, NamedTuple, TypeAlias

from lalao import arrays as np
from lalao.kernels.compiling import bundle, kernel
from lalao.kernels.hashing import MIX_1, mixed

Int: TypeAlias = Any
IntArray: TypeAlias = np.NDArray[np.int64]
Counts: TypeAlias = np.NDArray[np.uint8]
Bytes: TypeAlias = np.NDArray[np.int8]
Rewards: TypeAlias = np.NDArray[np.float32]

BOARD, OTHERS, CHOSEN, QUIET, FIRST, CHANNELS = range(6)
"""The channels of an observation: the board (or own pieces), enemy pieces, choices made, quiet plies, first side."""
U32 = np.uint64(32)


@bundle
class Shown(NamedTuple):
    """What learners are shown of the games after a step; see `lalao.adapters.batch.Batch`."""

    observations: Annotated[Counts, "uint8[:,:,::1]"]
    masks: Annotated[Bytes, "int8[:,::1]"]
    movers: Annotated[IntArray, "int64[::1]"]
    rewards: Annotated[Rewards, "float32[:,::1]"]
    terminated: Annotated[np.NDArray[np.bool_], "boolean[::1]"]
    truncated: Annotated[np.NDArray[np.bool_], "boolean[::1]"]
    last: Annotated[Counts, "uint8[:,:,::1]"]


@kernel("boolean(Shown, int64, int64)", Shown=Shown)
def is_accepted(shown: Shown, game: Int, action: Int) -> Any:
    """Clear the result of a game's last step; tell whether the action is legal. An illegal one loses at once."""
    shown.rewards[game, 0] = shown.rewards[game, 1] = 0
    shown.terminated[game] = shown.truncated[game] = False
    if 0 <= action < shown.masks.shape[1] and shown.masks[game, action]:
        return True
    shown.rewards[game, shown.movers[game]] = -1
    shown.terminated[game] = True
    return False


@kernel("void(Shown, int64, int64, int64)", Shown=Shown)
def settle(shown: Shown, game: Int, agent: Int, sign: Int) -> None:
    """End a game by its rules: an agent is rewarded with `sign` (1, 0 or -1), the other with its opposite."""
    shown.rewards[game, agent] = sign
    shown.rewards[game, 1 - agent] = -sign
    shown.terminated[game] = True


@kernel("boolean(Shown, int64)", Shown=Shown)
def is_over(shown: Shown, game: Int) -> Any:
    """Tell whether a game has just ended; if so, copy its last observation to `last`."""
    if not (shown.terminated[game] or shown.truncated[game]):
        return False
    for channel in range(CHANNELS):
        for column in range(shown.last.shape[2]):
            shown.last[game, channel, column] = shown.observations[game, channel, column]
    return True


@kernel("void(int8[:,::1], uint64[::1], int64[::1])")
def choose(masks: Bytes, seed: Any, actions: IntArray) -> None:
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
