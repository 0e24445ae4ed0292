"""Players that are programs of somebody else's: commands that speak the line protocol (docs/protocol.md).

``cmd:./engine --x`` plays a second a move, ``cmd:0.5s:./engine``, ``cmd:d6:./engine`` and ``cmd:10000n:./engine``
within other limits, which are written as those of `lalao.engine.players.engine_player`. A program is begun once in a
process and for each of the two players of a match, and kept from one game to the next, until it fails.
"""

import re
from typing import Any

from lalao.engine.analysis import Limits
from lalao.engine.client import EngineClient
from lalao.engine.players import LIMIT, Player, limits_of
from lalao.errors import EngineError, EngineMoveError, EngineOverdueError, NotationError
from lalao.games.game import AnyPosition
from lalao.record import Record
from lalao.values import MatchEnding

USUAL = Limits(seconds=1.0)
MARGIN = 5.0
"""Seconds beyond its limit in which a program may still answer: the machine may have other things to do."""
COMMAND = re.compile(f"cmd:(?:(?P<limits>{LIMIT}):)?(?P<command>.*[^ ].*)")
_kept: dict[tuple[str, int], EngineClient] = {}


def is_foreign(text: str) -> bool:
    """Tell whether a player's name is that of a program."""
    return text.startswith("cmd:")


class ForeignPlayer(Player):
    """A program that plays one game, and is told its past."""

    def __init__(self, text: str, number: int = 0) -> None:
        """Read the command and its limits; `number` tells players with one command apart.

        Raises NotationError.
        """
        shape = COMMAND.fullmatch(text)
        limits = USUAL if shape is None or shape["limits"] is None else limits_of(shape["limits"])
        if shape is None or limits is None:
            raise NotationError(
                "'{text}' is no player: write cmd:COMMAND (1 s a move), cmd:0.5s:COMMAND, cmd:d6:COMMAND or "
                "cmd:10000n:COMMAND",
                text=text,
            )
        self.name = text
        self.command, self.limits = shape["command"].strip(), limits
        self._key = self.command, number
        self._client: EngineClient | None = None

    def choose(self, position: AnyPosition) -> Any:
        """Let the program choose, whatever was played before.

        Raises EngineError.
        """
        return self.choose_in(Record.begin(position))

    def choose_in(self, record: Record) -> Any:
        """Let the program choose in a match.

        Raises EngineError.
        """
        try:
            client = self._client or self._begun()
            return client.play(record.root.position, self.limits, record.moves())
        except EngineError:
            self._client = None
            if self._key in _kept:
                _kept.pop(self._key).quit()
            raise

    def check(self, position: AnyPosition) -> None:
        """Make sure that the program is there and plays a game.

        Raises EngineError.
        """
        with EngineClient(self.command, MARGIN) as client:
            client.get_ready(position)

    def _begun(self) -> EngineClient:
        """Return the program, which has forgotten all other games."""
        if self._key not in _kept:
            _kept[self._key] = EngineClient(self.command, MARGIN)
        self._client = _kept[self._key]
        self._client.new_game()
        return self._client


def dismiss_all() -> None:
    """Send all programs away that play for this process."""
    while _kept:
        _kept.popitem()[1].quit()


def ending_of(error: EngineError) -> MatchEnding:
    """Return how a game ends in which a program fails so."""
    if isinstance(error, EngineOverdueError):
        return MatchEnding.TIME
    return MatchEnding.ILLEGAL_MOVE if isinstance(error, EngineMoveError) else MatchEnding.FAILED
