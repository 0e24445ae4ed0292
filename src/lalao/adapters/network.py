"""A small network in numpy that learns to play: the choice of an action (policy), and how the game ends (value).

Two hidden layers (ReLU) read the observations of `Batch.shown`. `Network.judge` is a judge of
`lalao.adapters.mcts.Trees`; `Network.learn` takes a step of Adam (Kingma and Ba 2015) towards the visits and results
of such a search.

>>> from lalao.adapters.batch import env
>>> network = Network.drawn(Match("fanorona-telo"), hidden=32, seed=1)
>>> batch = env("fanorona-telo", games=2)
>>> priors, values = network.judge(batch)
>>> priors.shape, values.shape, [round(float(total), 3) for total in priors.sum(axis=1)]
((2, 37), (2,), [1.0, 1.0])
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Batch
from lalao.adapters.mcts import Floats
from lalao.adapters.steps import Match
from lalao.errors import ArgumentError, FileError, UnknownGameError
from lalao.games.game import Game, a_game
from lalao.games.registry import Hook
from lalao.kernels.batch import BOARD, CHOSEN, FIRST, OTHERS, QUIET

Symmetries: TypeAlias = list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]
SYMMETRIES: Hook[Callable[[Match], Symmetries]] = Hook("lalao.adapters", "symmetries")
LAYERS = ("first", "second", "third")
MOMENTS = (0.9, 0.999)
TINY = 1e-8
DECAY = 1e-4
"""How much of each weight a unit of the learning rate takes away."""
SHIPPED = Path(__file__).parent / "networks"
"""Networks that come with Lalao, by the id of their game."""


@dataclass(slots=True)
class Network:
    """The weights of a game's network: a matrix and a row of offsets for each layer; actions come before the value."""

    game: str
    weights: list[Floats]
    steps: int = 0
    """Steps of learning so far."""
    _moments: list[tuple[Floats, Floats]] = field(default_factory=list)

    @classmethod
    def drawn(cls, match: Match, hidden: int = 256, seed: int | None = None) -> "Network":
        """Return a network that knows nothing, with so many units in each hidden layer."""
        rng = np.random.default_rng(seed)
        sizes = (features(np.zeros((1, *match.shape), dtype=np.uint8)).shape[1], hidden, hidden, match.actions + 1)
        weights: list[Floats] = []
        for inputs, outputs in pairwise(sizes):
            weights.append(rng.normal(0, np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32))
            weights.append(np.zeros(outputs, dtype=np.float32))
        weights[-2] *= 0.1
        return cls(match.game.id, weights)

    @classmethod
    def read(cls, path: Path) -> "Network":
        """Read a network that `write` has written; raises FileError."""
        try:
            with np.load(path, allow_pickle=False) as file:
                weights = [file[name].astype(np.float32) for name in _names()]
                return cls(str(file["game"]), weights, int(file["steps"]))
        except (OSError, ValueError, KeyError, BadZipFile) as error:
            raise FileError("'{path}' is not a network: {why}", path=path, why=error) from None

    def write(self, path: Path) -> None:
        """Write the weights in half precision, as a file of numpy."""
        halves: dict[str, Any] = {
            name: array.astype(np.float16) for name, array in zip(_names(), self.weights, strict=True)
        }
        np.savez_compressed(path, game=np.array(self.game), steps=np.array(self.steps), **halves)

    def checked(self, game: Game) -> "Network":
        """Return the network itself; raises ArgumentError where it plays another game."""
        if self.game != game.id:
            raise ArgumentError("this network plays {own}, not {other}", own=self.game, other=game.id)
        return self

    def judge(self, batch: Batch) -> tuple[Floats, Floats]:
        """Judge the games of a batch as they stand, as `lalao.adapters.mcts.Judge` says."""
        *_, outputs = self._layers(features(batch.shown.observations))
        return softmax(outputs[:, :-1], batch.shown.masks), np.tanh(outputs[:, -1])

    def _layers(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """Return the outputs of both hidden layers and the last one."""
        one, two, three = zip(self.weights[::2], self.weights[1::2], strict=True)
        first = np.maximum(inputs @ one[0] + one[1], 0)
        second = np.maximum(first @ two[0] + two[1], 0)
        return first, second, second @ three[0] + three[1]

    def learn(
        self,
        observations: npt.NDArray[np.uint8],
        masks: npt.NDArray[np.int8],
        policies: Floats,
        values: Floats,
        rate: float = 1e-3,
    ) -> tuple[float, float]:
        """Take a step of learning; return the losses before it: the policy's cross-entropy, the value's square.

        A row of `policies` is the share of each action, `values` are from -1 to 1 for the side to act.
        """
        inputs = features(observations)
        first, second, outputs = self._layers(inputs)
        priors, found = softmax(outputs[:, :-1], masks), np.tanh(outputs[:, -1])
        error = found - values
        slopes = np.empty_like(outputs)
        slopes[:, :-1] = priors - policies
        slopes[:, -1] = 2 * error * (1 - found * found)
        slopes /= len(inputs)
        gradients: list[Floats] = []
        for below, matrix in ((second, self.weights[4]), (first, self.weights[2]), (inputs, None)):
            gradients += [slopes.sum(axis=0), below.T @ slopes]
            if matrix is not None:
                slopes = slopes @ matrix.T * (below > 0)
        self._descend(gradients[::-1], rate)
        surprise = -(policies * np.log(np.maximum(priors, 1e-9))).sum(axis=1).mean()
        return float(surprise), float((error * error).mean())

    def _descend(self, gradients: list[Floats], rate: float) -> None:
        """Take a step of Adam, with decay of the weights."""
        self.steps += 1
        if not self._moments:
            self._moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.weights]
        scale = rate * np.sqrt(1 - MOMENTS[1] ** self.steps) / (1 - MOMENTS[0] ** self.steps)
        for weight, gradient, (mean, square) in zip(self.weights, gradients, self._moments, strict=True):
            mean += (1 - MOMENTS[0]) * (gradient - mean)
            square += (1 - MOMENTS[1]) * (gradient * gradient - square)
            weight -= scale * mean / (np.sqrt(square) + TINY) + rate * DECAY * weight


def shipped(game: Game) -> Network:
    """Return the network that comes with Lalao for a game.

    Raises ArgumentError where it is no game, UnknownGameError where there is no network.
    """
    path = SHIPPED / f"{a_game('game', game).id}.npz"
    if not path.exists():
        there = ", ".join(sorted(each.stem for each in SHIPPED.glob("*.npz")))
        raise UnknownGameError("there is no network for '{id}': there are some for {there}", id=game.id, there=there)
    return Network.read(path)


def features(observations: npt.NDArray[np.uint8]) -> Floats:
    """Return the network's inputs from observations: counts by their logarithms, the choices, and the latest one.

    The channels that hold one number everywhere are given once.
    """
    chosen = observations[:, CHOSEN]
    latest = (chosen > 0) & (chosen == chosen.max(axis=1, keepdims=True))
    counts = np.log1p(observations[:, [BOARD, OTHERS]].astype(np.float32)).reshape(len(observations), -1)
    once = observations[:, [QUIET, FIRST], 0] * np.array([0.01, 1], dtype=np.float32)
    return np.concatenate([counts, chosen > 0, latest, once], axis=1, dtype=np.float32)


def softmax(outputs: Floats, masks: npt.NDArray[np.int8]) -> Floats:
    """Return a probability for each legal action, 0 for the others; all zeros where none is legal."""
    legal = masks > 0
    powers = np.exp(np.where(legal, outputs, -1e9) - outputs.max(axis=1, keepdims=True, where=legal, initial=-1e9))
    powers = np.where(legal, powers, 0)
    shares: Floats = powers / np.maximum(powers.sum(axis=1, keepdims=True), 1e-9)
    return shares


def symmetries(match: Match) -> Symmetries:
    """Return the symmetries of a game's board: which place and which action each stands in for, the identity first.

    Fanorona's boards have 4, square ones 8; of other games only the identity is given.
    """
    own = SYMMETRIES.by(match.game)
    return own(match) if own else [(np.arange(len(match.everywhere)), np.arange(match.actions))]


def _names() -> list[str]:
    return [f"{layer}_{part}" for layer in LAYERS for part in ("matrix", "offsets")]
