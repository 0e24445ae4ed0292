"""Every game as a Gymnasium environment against an opponent: ``lalao.adapters.gymnasium.env("fang-6", "level:3")``.

An observation holds the array of `lalao.adapters.steps.Match.seen_by` and the mask of legal actions.
"""

import io
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from lalao.adapters.steps import Match
from lalao.board.svg import png
from lalao.engine.players import Player, player
from lalao.errors import ArgumentError, whole
from lalao.games.game import AnyPosition

RENDER_MODES = ["ansi", "rgb_array"]


def render_mode_of(mode: str | None) -> str | None:
    """Return a render mode, None for none.

    Raises ArgumentError where it is unknown.
    """
    if mode not in (None, *RENDER_MODES):
        raise ArgumentError(
            "there is no render mode '{mode}': choose {modes}", mode=mode, modes=", ".join(RENDER_MODES)
        )
    return mode


def rendered(position: AnyPosition, mode: str | None) -> Any:
    """Return a position rendered in one of `RENDER_MODES`, or None for any other mode."""
    if mode == "ansi":
        return position.picture().draw()
    return pixels(position) if mode == "rgb_array" else None


def pixels(position: AnyPosition, width: int = 480) -> npt.NDArray[np.uint8]:
    """Return a picture of a position as an array of height × `width` × 3 (red, green, blue)."""
    from PIL import Image

    with Image.open(io.BytesIO(png(position.picture().svg(), width))) as image:
        return np.asarray(image.convert("RGB"))


def observation_space(match: Match) -> spaces.Dict:
    """Return the space of an agent's observations and of the mask of its legal actions."""
    board = spaces.Box(0, match.most, match.shape, np.float32)
    mask = spaces.Box(0, 1, (match.actions,), np.int8)
    return spaces.Dict({"observation": board, "action_mask": mask})


class GameEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game against a computer player; an illegal action loses at once."""

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        name: str,
        opponent: str = "level:3",
        second: bool = False,
        start: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Set up a game; `opponent` is named as in `lalao match`, and moves first where `second` is set.

        Raises UnknownGameError or NotationError.
        """
        self.match = Match(name, start)
        self.agent = 1 if second else 0
        self.render_mode = render_mode_of(render_mode)
        self._opponent = opponent
        self._other: Player | None = None
        player(opponent, self.match.game)
        self.observation_space = observation_space(self.match)
        self.action_space = spaces.Discrete(self.match.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Restart and return the first observation; the opponent's random choices depend on the seed."""
        super().reset(seed=None if seed is None else whole("seed", seed, 0), options=options)
        self.match.reset()
        self._other = player(self._opponent, self.match.game, seed=int(self.np_random.integers(1 << 31)))
        self._answer()
        return self._seen(), self.match.told()

    def _answer(self) -> None:
        """Let the opponent play while it is to move."""
        assert self._other is not None
        while self.match.outcome is None and self.match.mover != self.agent:
            self.match.play(self._other.choose(self.match.position))

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.match.seen_by(self.agent), "action_mask": self.match.mask()}

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action and let the opponent answer; return observation, reward, terminated, truncated and info.

        An illegal action ends the game with the reward -1, and is named in the info as ``illegal``. Raises
        ArgumentError for an action outside the space of actions, and before the first `reset`.
        """
        if self._other is None:
            raise ArgumentError("this environment has not begun: call reset before step")
        if self.match.checked(action) not in self.match.legal():
            return self._seen(), -1.0, True, False, {"illegal": self.match.named(int(action))}
        self.match.act(int(action))
        self._answer()
        over, cut = self.match.outcome is not None, self.match.is_cut_off
        return self._seen(), self.match.rewards()[self.agent], over and not cut, cut, self.match.told()

    def render(self) -> Any:
        """Return the board as text or as pixels, None without a render mode."""
        return rendered(self.match.position, self.render_mode)


env = GameEnv
gymnasium.register("Lalao-v0", entry_point="lalao.adapters.gymnasium:GameEnv")
