"""Every game as a PettingZoo environment, agent after agent: ``lalao.adapters.pettingzoo.env("fang-6")``.

An observation holds the array of `lalao.adapters.steps.Match.seen_by` and the mask of legal actions.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from lalao.adapters.gymnasium import RENDER_MODES, observation_space, render_mode_of, rendered
from lalao.adapters.steps import Match
from lalao.errors import ArgumentError, TooLargeError, UnknownGameError

if TYPE_CHECKING:
    from lalao.adapters.compiled import CompiledMatch

SOON = 1_000
"""Steps after which kernels play the next game: they take seconds to load."""


def env(
    name: str, start: str | None = None, draws: bool = True, render_mode: str | None = None
) -> "wrappers.BaseWrapper":
    """Return the environment of a game; an illegal action ends it, with -1 for the agent that took it.

    Raises UnknownGameError or NotationError.
    """
    one = wrappers.TerminateIllegalWrapper(raw_env(name, start, draws, render_mode), illegal_reward=-1)
    return Checked(wrappers.OrderEnforcingWrapper(one))


class Checked(wrappers.BaseWrapper):  # type: ignore[misc]  # untyped there
    """Refuses in one line the inputs at which the other wrappers would fail."""

    def step(self, action: Any) -> None:
        """Take an action; raises ArgumentError where it is none of the space, or before the first `reset`."""
        self.unwrapped.check_begun()
        if not self.unwrapped.is_over():
            self.unwrapped.match.checked(action)
        super().step(action)

    def observe(self, agent: str) -> Any:
        """Return an agent's observation; raises ArgumentError for another agent, or before the first `reset`."""
        self.unwrapped.check_begun()
        self.unwrapped.number_of(agent)
        return super().observe(agent)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  untyped there, and PettingZoo's usual name
    """The environment of a game without wrappers: an illegal action raises IllegalMoveError."""

    metadata = {"name": "lalao_v0", "render_modes": RENDER_MODES, "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012

    def __init__(self, name: str, start: str | None = None, draws: bool = True, render_mode: str | None = None) -> None:
        """Set up a game from the position `start`, if given; `draws` is as in `Match`.

        Raises UnknownGameError or NotationError.
        """
        super().__init__()
        self.match: Match | CompiledMatch = Match(name, start, draws)
        self.begun, self.steps = False, 0
        self.render_mode = render_mode_of(render_mode)
        self.possible_agents = ["player_0", "player_1"]  # South or White, North or Black
        self._seen = {agent: observation_space(self.match) for agent in self.possible_agents}
        self._actions = {agent: spaces.Discrete(self.match.actions) for agent in self.possible_agents}

    def _compile(self) -> None:
        """Let kernels play from now on, where the game has any."""
        from lalao.adapters.compiled import CompiledMatch  # loads the compiler
        from lalao.kernels.compiling import COMPILED

        if COMPILED and isinstance(self.match, Match):
            with suppress(UnknownGameError, TooLargeError):
                self.match = CompiledMatch(self.match)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations; raises ArgumentError for another agent."""
        return self._seen[self.possible_agents[self.number_of(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions; raises ArgumentError for another agent."""
        return self._actions[self.possible_agents[self.number_of(agent)]]

    def number_of(self, agent: str) -> int:
        """Return the number of an agent, 0 or 1; raises ArgumentError where there is none of this name."""
        if agent not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise ArgumentError("there is no agent '{agent}': choose one of {names}", agent=agent, names=names)
        return self.possible_agents.index(agent)

    def check_begun(self) -> None:
        """Raise ArgumentError before the first `reset`."""
        if not self.begun:
            raise ArgumentError("this environment has not begun: call reset before step and observe")

    def is_over(self) -> bool:
        """Tell whether the game is over for the agent whose turn it is."""
        return bool(self.terminations[self.agent_selection] or self.truncations[self.agent_selection])

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002  no chance
        """Begin the match anew; the seed is not used, as nothing is random."""
        if self.steps >= SOON:
            self._compile()
        self.match.reset()
        self.begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self.match.told() for agent in self.agents}
        self.agent_selection = self.agents[self.match.mover]
        self._end()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and action mask; only the agent to act has legal actions."""
        self.check_begun()
        number = self.number_of(agent)
        mask = self.match.mask() if agent == self.agent_selection else np.zeros(self.match.actions, dtype=np.int8)
        return {"observation": self.match.seen_by(number), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None once the game is over.

        Raises IllegalMoveError, and ArgumentError where there is no such action.
        """
        self.check_begun()
        if self.is_over():
            self._was_dead_step(action)
            return
        number = self.match.checked(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.match.act(number)
        self.steps += 1
        self.infos = {agent: self.match.told() for agent in self.agents}
        self._end()
        self.agent_selection = self.possible_agents[self.match.mover]
        self._accumulate_rewards()

    def _end(self) -> None:
        """Set rewards and end flags if the match is over."""
        if self.match.is_over:
            ended = self.truncations if self.match.is_cut_off else self.terminations
            for agent, reward in zip(self.possible_agents, self.match.rewards(), strict=True):
                self.rewards[agent] = reward
                ended[agent] = True

    def render(self) -> Any:
        """Return the board as text or as pixels, None without a render mode."""
        return rendered(self.match.position, self.render_mode)
