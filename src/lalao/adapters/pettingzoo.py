"""Every game as a PettingZoo environment, agent after agent: ``lalao.adapters.pettingzoo.env("fang-6")``.

An observation holds the array of `lalao.adapters.steps.Match.seen_by` and the mask of legal actions.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from lalao.adapters.drawing import RENDER_MODES, rendered
from lalao.adapters.spaces import observation_space
from lalao.adapters.steps import Match


def env(
    name: str, start: str | None = None, draws: bool = True, render_mode: str | None = None
) -> "wrappers.BaseWrapper":
    """Return the environment of a game; an illegal action ends it, with -1 for the agent that took it.

    Raises UnknownGameError or NotationError.
    """
    one = wrappers.TerminateIllegalWrapper(raw_env(name, start, draws, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(one))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  untyped there, and PettingZoo's usual name
    """The environment of a game without wrappers: an illegal action raises IllegalMoveError."""

    metadata = {"name": "lalao_v0", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(self, name: str, start: str | None = None, draws: bool = True, render_mode: str | None = None) -> None:
        """Set up a game from the position `start`, if given; `draws` is as in `Match`.

        Raises UnknownGameError or NotationError.
        """
        super().__init__()
        self.match = Match(name, start, draws)
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]  # South or White, North or Black
        self._seen = {agent: observation_space(self.match) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.match.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  no chance
        """Begin the match anew; the seed is not used, as nothing is random."""
        self.match.reset()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.mover]
        self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask; only the agent to act has legal actions."""
        mask = self.match.mask() if agent == self.agent_selection else np.zeros(self.match.actions, dtype=np.int8)
        return {"observation": self.match.seen_by(self.possible_agents.index(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None once the game is over.

        Raises IllegalMoveError.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.match.act(int(action))
        self._end()
        self.agent_selection = self.possible_agents[self.match.mover]
        self._accumulate_rewards()

    def _end(self) -> None:
        """Set rewards and end flags if the match is over."""
        if self.match.outcome is not None:
            ended = self.truncations if self.match.is_cut_off else self.terminations
            for agent, reward in zip(self.possible_agents, self.match.rewards(), strict=True):
                self.rewards[agent] = reward
                ended[agent] = True

    def render(self) -> Any:
        """Return the board as text or as pixels, None without a render mode."""
        return rendered(self.match.position, self.render_mode)
