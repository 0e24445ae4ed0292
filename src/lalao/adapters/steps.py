"""A match step by step, for learning agents: actions are numbers, observations are arrays.

A turn of several steps is several actions of one agent. An action is a place and a sign, as in taps on the screen
(``docs/environments.md``); the action with the highest number ends a turn that could go on.

>>> match = Match("fanorona-telo")
>>> [match.named(action) for action in match.legal()]
['a1', 'b1', 'c1', 'c2']
>>> match.act(match.numbered("c1"))
>>> [match.named(action) for action in match.legal()]
['b2A']
"""

from copy import copy, deepcopy
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from lalao.errors import IllegalMoveError, NotationError, TooLargeError, whole
from lalao.events import SEED
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.record.tree import DRAWS, judge
from lalao.values import Outcome

STOP = "stop"
MOST_NUMBERED = 256
"""Most legal moves of a position in a game whose actions are their numbers."""
CHANNELS = ("seeds or own pieces", "pieces of the opponent", "chosen in this turn", "quiet plies", "first side")
Choices = tuple[tuple[str, str], ...]
"""The places and signs chosen so far in a turn."""


class Match:
    """A match from a game's start or another position, with the choices made in the turn in progress."""

    def __init__(self, name: str, start: str | None = None, draws: bool = True) -> None:
        """Begin a match; `draws` turns the draws by repetition and by quiet plies on.

        Raises UnknownGameError or NotationError.
        """
        self.game = game(name)
        self.start = self.game.start() if start is None else self.game.position(start)
        self.draws = draws
        self.everywhere = tuple(self.start.contents())
        """Everything that holds seeds or pieces, the board first; each is a column of the observation."""
        self._columns = {place: column for column, place in enumerate(self.everywhere)}
        self.places = tuple(place for place in self.everywhere if " " not in place)
        self._signs = self.game.family.notation.signs
        taps = (choice.place for _, _, choices in self.start.paths() for choice in choices)
        self.numbered_moves = not self.places or any(tap not in self.places for tap in taps)
        """Whether an action is the number of a legal move, in a game whose moves are not places on its board."""
        if self.numbered_moves:
            self.places, self._signs = tuple(str(number) for number in range(1, 1 + MOST_NUMBERED)), ("",)
        self._numbers = {tap: number for number, tap in enumerate(product(self.places, self._signs))}
        self.reset()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        """Copy a match: positions are immutable, so they are shared."""
        found = copy(self)
        found.positions, found.moves = [*self.positions], [*self.moves]
        return found

    def reset(self) -> None:
        """Return to the start of the match."""
        self.positions: list[AnyPosition] = [self.start]
        self.moves: list[Any] = []
        self.chosen: Choices = ()
        self._forget()

    def _forget(self) -> None:
        for name in ("_ways", "_onward", "outcome"):
            self.__dict__.pop(name, None)

    @property
    def position(self) -> AnyPosition:
        """The position before the turn in progress."""
        return self.positions[-1]

    @property
    def mover(self) -> int:
        """The number of the side to move: 0 or 1."""
        return 0 if self.position.to_move.is_first else 1

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it is in progress."""
        return judge(self.positions, DRAWS if self.draws else ())

    @cached_property
    def _ways(self) -> tuple[dict[Choices, Any], dict[Choices, str]]:
        """The moves by the choices that make them up, and beginnings of more by theirs, with their texts.

        Raises TooLargeError where there are more than can be numbered.
        """
        if self.numbered_moves:
            moves = self.position.legal_moves()
            if len(moves) > MOST_NUMBERED:
                raise TooLargeError("{position} has more than {most} moves", position=self.position, most=MOST_NUMBERED)
            return {((place, ""),): move for place, move in zip(self.places, moves, strict=False)}, {}
        return self._starting_with("")

    def _starting_with(self, begun: str) -> tuple[dict[Choices, Any], dict[Choices, str]]:
        """Return the entries of `_ways` for turns whose texts start with `begun`, followed only as far as needed."""
        moves: dict[Choices, Any] = {}
        beginnings: dict[Choices, str] = {}
        for way in self.position.ways(0, begun):
            choices = tuple((choice.place, choice.how) for choice in way.path)
            if way.move is None:
                beginnings[choices] = way.text
            else:
                moves[choices] = way.move
        return moves, beginnings

    @cached_property
    def _onward(self) -> dict[int, Choices]:
        """The legal actions, each with the choices of the turn after it."""
        if self.outcome is not None:
            return {}
        made = len(self.chosen)
        if (text := self._ways[1].get(self.chosen)) is not None:
            self._ways = self._starting_with(text)
        begun = (choices for known in self._ways for choices in known if choices[:made] == self.chosen)
        onward = {self._action(choices[made:]): choices[: made + 1] for choices in begun}
        return dict(sorted(onward.items()))

    def _action(self, left: Choices) -> int:
        """Return the action for the first choice left in a turn, or `stop` where none is left."""
        if not left:
            return self.stop
        return self._numbers[left[0]]

    @property
    def actions(self) -> int:
        """The number of actions, legal or not."""
        return self.stop + 1

    @property
    def stop(self) -> int:
        """The action that ends a turn that could continue."""
        return len(self.places) * len(self._signs)

    def named(self, action: int) -> str:
        """Return the name of an action: a place and a sign, or "stop".

        Raises ArgumentError where there is no such action.
        """
        if self.checked(action) == self.stop:
            return STOP
        place, sign = divmod(action, len(self._signs))
        return self.places[place] + self._signs[sign]

    def checked(self, action: Any) -> int:
        """Return an action that is in the space of actions, legal or not.

        Raises ArgumentError where it is not.
        """
        return whole("action", action, 0, self.stop)

    def numbered(self, name: str) -> int:
        """Return the action with this name.

        Raises NotationError where there is none.
        """
        for action in range(self.actions):
            if self.named(action) == name:
                return action
        raise NotationError("there is no action '{text}'", text=name)

    def legal(self) -> list[int]:
        """List the legal actions in ascending order; none once the match is over."""
        return list(self._onward)

    def mask(self) -> npt.NDArray[np.int8]:
        """Return an array with 1 for each legal action and 0 for the others."""
        mask = np.zeros(self.actions, dtype=np.int8)
        mask[self.legal()] = 1
        return mask

    def act(self, action: int) -> None:
        """Take an action; the turn is played as soon as it cannot continue.

        Raises IllegalMoveError, and ArgumentError where there is no such action.
        """
        if action not in self._onward:
            raise IllegalMoveError("'{text}' is not legal here", text=self.named(action))
        self.chosen = self._onward[action]
        del self._onward
        if action == self.stop or list(self._onward) == [self.stop]:
            move = self._ways[0][self.chosen]  # legal: where it is a text, only its turn is to be found
            turn = self.game.family.notation.move(self.position, move) if isinstance(move, str) else move
            self._begin(turn, self.position._play(turn))

    def play(self, move: Any) -> None:
        """Play a whole turn, dropping the choices made so far.

        Raises IllegalMoveError.
        """
        self._begin(move, self.position.play(move))

    def actions_of(self, move: Any) -> list[int]:
        """Return the actions that make up a turn of the position, but for a last one that plays itself.

        Raises IllegalMoveError.
        """
        trial = deepcopy(self)
        trial.chosen = ()
        trial._forget()
        taken: list[int] = []
        if self.numbered_moves:
            wanted: Choices = ((self.places[list(self.position.legal_moves()).index(move)], ""),)
        else:
            wanted = next(
                (tuple((at.place, at.how) for at in path) for _, one, path in self.position.paths() if one == move), ()
            )
        for choice in wanted:
            taken.append(self._numbers[choice])
            trial.act(taken[-1])
        if len(trial.positions) == len(self.positions):
            taken.append(self.stop)
            trial.act(self.stop)
        return taken

    def _begin(self, move: Any, position: AnyPosition) -> None:
        """Begin the turn of a position that a whole turn has led to."""
        self.moves.append(move)
        self.positions.append(position)
        self.chosen = ()
        self._forget()

    def told(self) -> dict[str, Any]:
        """Return `position` and `moves` as texts, where actions are the numbers of moves.

        Elsewhere there is nothing to add to the observation.
        """
        if not self.numbered_moves:
            return {}
        moves = () if self.is_over else self.position.legal_moves()
        return {"position": str(self.position), "moves": [str(move) for move in moves]}

    @cached_property
    def most(self) -> int:
        """The largest number in an observation."""
        seeds = sum(len(held) for held in self.start.contents().values())
        return max(seeds, self.game.quiet_limit or 0, 2 * len(self.everywhere), 1)

    @property
    def shape(self) -> tuple[int, int]:
        """The shape of an observation: `CHANNELS` by `everywhere`."""
        return len(CHANNELS), len(self.everywhere)

    def seen_by(self, agent: int) -> npt.NDArray[np.float32]:
        """Return the observation of an agent (0 or 1): an array of `shape`, the whole board in counts from 0 to `most`.

        The third channel numbers the places chosen in the turn in progress from 1; the last two hold the same number
        everywhere: the quiet plies, and whether the agent is the first side.
        """
        found = np.zeros(self.shape, dtype=np.float32)
        own = self.game.sides[whole("agent", agent, 0, 1)].value
        contents = self.position.contents()
        found[0] = [held.count(SEED) + held.count(own) if held else 0 for held in contents.values()]
        found[1] = [*map(len, contents.values())]
        found[1] -= found[0]
        for number, (chosen, _) in enumerate(self.chosen, 1):
            found[2, self._columns[chosen]] = number
        found[3] = min(self.position.quiet, self.most)
        found[4] = agent == 0
        return found

    def rewards(self) -> tuple[float, float]:
        """Return the rewards, first side first: 1 for a win, -1 for a loss, 0 for a draw or a match in progress."""
        if self.outcome is None:
            return 0.0, 0.0
        first, second = (float(self.outcome.value_for(side).sign) for side in self.game.sides)
        return first, second

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def is_cut_off(self) -> bool:
        """Whether the match was ended by a draw rule of the match and not by the rules of the game."""
        return self.outcome is not None and self.position.outcome is None
