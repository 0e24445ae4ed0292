"""Players that are external programs: commands that speak the line protocol (docs/protocol.md).

``cmd:./engine --x`` plays a second a move; ``cmd:0.5s:./engine``, ``cmd:d6:./engine`` and ``cmd:10000n:./engine`` have
other limits, ``cmd:60s+0.5s:./engine`` a clock, written as those of `lalao.engine.players.engine_player`. A program is
started once for each player of a match in each process, and kept from one game to the next until it fails.
"""

import re
from typing import Any

from lalao.engine.analysis import Limits
from lalao.engine.client import EngineClient
from lalao.engine.clock import Clock
from lalao.engine.players import LIMIT, Player, limits_of
from lalao.errors import EngineError, EngineMoveError, EngineOverdueError, NotationError
from lalao.games.game import AnyPosition
from lalao.record import Record
from lalao.values import MatchEnding

USUAL = Limits(seconds=1.0)
MARGIN = 5.0
"""Seconds that a program may exceed its limit by, since the machine may be busy with other things."""
COMMAND = re.compile(f"cmd:(?:(?P<limits>{LIMIT}):)?(?P<command>.*[^ ].*)")
_kept: dict[tuple[str, int], EngineClient] = {}


def is_foreign(text: str) -> bool:
    """Tell whether a player's name is that of an external program (``cmd:``)."""
    return text.startswith("cmd:")


class ForeignPlayer(Player):
    """An external program as the player of one game; it is sent the position and all moves since the start."""

    def __init__(self, text: str, number: int = 0) -> None:
        """Read the command and its limits; `number` distinguishes players with the same command.

        Raises NotationError where there is no command or no valid limit.
        """
        shape = COMMAND.fullmatch(text)
        limits = USUAL if shape is None or shape["limits"] is None else limits_of(shape["limits"])
        if shape is None or limits is None:
            raise NotationError(
                "'{text}' is not a player: write cmd:COMMAND (1 s a move), cmd:0.5s:COMMAND, cmd:d6:COMMAND or "
                "cmd:10000n:COMMAND",
                text=text,
            )
        self.name = text
        self.command = shape["command"].strip()
        self.limits: Limits | Clock = limits
        self._key = self.command, number
        self._client: EngineClient | None = None

    def choose(self, position: AnyPosition) -> Any:
        """Let the program choose a move in a position, without the moves before it.

        Raises EngineError.
        """
        return self.choose_in(Record.begin(position))

    def choose_in(self, record: Record) -> Any:
        """Let the program choose a move in a match; it is started where it does not run yet, and ended where it fails.

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
        """Check that the program can be started and plays the game of a position.

        Raises EngineError where it cannot.
        """
        with EngineClient(self.command, MARGIN) as client:
            client.get_ready(position)

    def _begun(self) -> EngineClient:
        """Return the running program, told to start a new game; it is started where it does not run."""
        if self._key not in _kept:
            _kept[self._key] = EngineClient(self.command, MARGIN)
        self._client = _kept[self._key]
        self._client.new_game()
        return self._client


def dismiss_all() -> None:
    """End all programs that play for this process."""
    while _kept:
        _kept.popitem()[1].quit()


def ending_of(error: EngineError) -> MatchEnding:
    """Return how a game ends in which a program fails with this error: on time, by an illegal move, or by failure."""
    if isinstance(error, EngineOverdueError):
        return MatchEnding.TIME
    return MatchEnding.ILLEGAL_MOVE if isinstance(error, EngineMoveError) else MatchEnding.FAILED
