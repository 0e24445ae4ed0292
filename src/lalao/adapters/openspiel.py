"""Every game in OpenSpiel: ``import lalao.adapters.openspiel``, then ``pyspiel.load_game("fang-6")``.

Each listed game is registered by its id, with the parameters `start` (a position) and `draws` (whether repetition and
quiet plies draw); any other is loaded as ``lalao(game=fanorona-7x7)``. Actions and observations are those of
`lalao.adapters.steps.Match`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from lalao.adapters.steps import Match
from lalao.games.registry import LISTED

ANY = "lalao"
DEFAULTS: Mapping[str, Any] = {"start": "", "draws": True}
LONGEST = 10_000
"""The most actions in a game; one that reaches this length is a draw."""


def type_of(name: str, title: str, defaults: Mapping[str, Any]) -> "pyspiel.GameType":
    """Return the description by which OpenSpiel registers a game."""
    return pyspiel.GameType(
        short_name=name,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(defaults),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # untyped there
    """A game with its parameters; `register` makes a subclass for each game, with its description in `kind`."""

    kind: "pyspiel.GameType"

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        """Take the game named by the parameters, else the one that `kind` is named after.

        Raises UnknownGameError or NotationError.
        """
        wanted = {"game": self.kind.short_name, **self.kind.parameter_specification, **parameters}
        self.match = Match(wanted["game"], wanted["start"] or None, wanted["draws"])
        about = pyspiel.GameInfo(
            num_distinct_actions=self.match.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(self.kind, about, dict(parameters))

    def new_initial_state(self) -> "SpielState":
        """Return the state at the start of a game."""
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return an observer; everything is public."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.match)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class SpielState(pyspiel.State):  # type: ignore[misc]  # untyped there
    """A game in progress; each action is one choice of a turn."""

    def __init__(self, game: SpielGame) -> None:
        """Begin a match with the parameters of the game."""
        super().__init__(game)
        self.match = Match(game.match.game.id, str(game.match.start), game.match.draws)

    def current_player(self) -> Any:
        """Return the number of the player to act, or OpenSpiel's terminal player."""
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.match.mover

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002  only called for the player to act
        return self.match.legal()

    def _apply_action(self, action: int) -> None:
        self.match.act(action)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002  names are the same for both
        return self.match.named(action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over, by its rules, by a draw of the match, or by its length."""
        return self.match.outcome is not None or self.move_number() >= LONGEST

    def returns(self) -> list[float]:
        """Return the rewards of both sides."""
        return list(self.match.rewards())

    def __str__(self) -> str:
        chosen = "".join(f" {place}{sign}" for place, sign in self.match.chosen)
        return f"{self.match.position}{chosen and ' :' + chosen}"


class Observer:
    """Writes observations: the array of `lalao.adapters.steps.Match.seen_by` as one row in `tensor`."""

    def __init__(self, match: Match) -> None:
        """Allocate `tensor`; `dict` holds a view of it with the shape of an observation."""
        self.tensor = np.zeros(match.shape[0] * match.shape[1], np.float32)
        self.dict = {"observation": self.tensor.reshape(match.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write a player's observation of a state into `tensor`."""
        self.dict["observation"][...] = state.match.seen_by(player)

    def string_from(self, state: SpielState, player: int) -> str:  # noqa: ARG002  everything is public
        """Return the position and the choices made in the turn in progress."""
        return str(state)


def register(name: str, defaults: Mapping[str, Any]) -> None:
    """Register a game with OpenSpiel.

    OpenSpiel keeps the factory until after Python has shut down, which a class survives and a function does not.
    """
    kind = type_of(name, f"Lalao: {name}", defaults)
    pyspiel.register_game(kind, type("KindOfGame", (SpielGame,), {"kind": kind}))


for listed in LISTED:
    register(listed, DEFAULTS)
register(ANY, {"game": "fang-6", **DEFAULTS})
