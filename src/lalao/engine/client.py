"""The other end of the line protocol: an engine in a process of its own, asked from Python, also as a player.

`docs/protocol.md` has the messages and answers of an engine. Any other answer, or none in time, is an EngineError that
names the command line and the error.

A player may be a command that speaks the protocol: ``cmd:./engine --x`` plays a second a move; ``cmd:0.5s:./engine``,
``cmd:d6:./engine`` and ``cmd:10000n:./engine`` have other limits, ``cmd:60s+0.5s:./engine`` a clock, written as those
of `lalao.engine.players.engine_player`. A program is started once for each player of a match in each process, and kept
from one game to the next until it fails.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

from lalao.engine.analysis import SHAPE, Clock, Info, Limits, Line, Score, hundredths, running, score_of
from lalao.engine.players import LIMIT, Player, limits_of
from lalao.engine.running import RunningEngine
from lalao.errors import (
    EngineError,
    EngineMoveError,
    EngineOverdueError,
    LalaoError,
    NotationError,
    Phrase,
    amount,
    each,
    of_type,
    whole,
)
from lalao.games.game import AnyPosition, Game
from lalao.record import Record
from lalao.values import MatchEnding

STARTING = 60.0
"""Seconds that an engine gets to start, and to answer ``isready``."""
COMPILING = 300.0
"""Seconds that it gets to be ready for the first search of a game, for which it may have to compile."""
LONGEST = 600.0
"""Seconds for a search that has no time limit of its own."""
TIMEOUT = 10.0
OPTION = re.compile(
    r"name (?P<name>[^ ]+) type (?P<kind>[a-z]+)(?: default ?(?P<default>.*?))?(?P<bounds>(?: (?:min|max|var) [^ ]+)*)"
)
INFO = re.compile(
    rf"depth (?P<depth>[0-9]{{1,4}}) score (?:{SHAPE})(?: nodes (?P<nodes>[0-9]{{1,18}}))?(?: nps [0-9]{{1,18}})?"
    "(?: time (?P<time>[0-9]{1,12}))?(?: multipv (?P<rank>[0-9]{1,4}))? pv (?P<line>.+)"
)


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option of an engine: its name, its `kind` (such as spin, check, combo, string), and its default.

    `bounds` are the words after the default: ``("min", "1", "max", "64")``.
    """

    name: str
    kind: str
    default: str
    bounds: tuple[str, ...]


class EngineClient:
    """A running engine: a command that speaks the line protocol, such as ``lalao engine``.

    `name` is the name that it reports, `options` are its options by name. It answers one request at a time. Leaving a
    ``with`` block ends it, as `quit` does. It also ends, with all processes it has started, when this process does.

    An answer may take `timeout` seconds more than the limit of the search. If the engine fails, EngineError is raised:
    EngineOverdueError if it is late, EngineMoveError for an illegal move. The engine has then been terminated,
    unless it only refused a line.
    """

    def __init__(self, command: str | Sequence[str], timeout: float = TIMEOUT) -> None:
        """Start the program, and read its name and its options.

        Raises EngineError where it fails, NotationError where the command line cannot be split.
        """
        self.timeout = amount("timeout", timeout)
        if not isinstance(command, str):
            command = list(each("command", command, str, "a command line, or a list of its words"))
        self.name = ""
        self.options: dict[str, EngineOption] = {}
        self._lines = 1
        self._known: set[Game] = set()
        self._running = RunningEngine(command)
        try:
            self._introduced()
        except KeyboardInterrupt:  # the caller has no client yet that it could quit
            self._running.end()
            raise

    def play(self, position: AnyPosition, limits: Limits | Clock, moves: Iterable[Any] = ()) -> Any:
        """Return the move that the engine plays after `moves` from a position, within limits or on a clock.

        The clock is charged with the search alone, not with the engine's preparation.

        Raises EngineError; IllegalMoveError where the game is over; NotationError where `limits` sets none.
        """
        command = go(limits)
        last = self._set_up(position, moves)
        with running(limits):
            for _ in self._search(command, limits):
                pass
        return self._chosen(last)

    def analyse(self, position: AnyPosition, limits: Limits, moves: Iterable[Any] = (), lines: int = 1) -> Info:
        """Return the last analysis that the engine sends, or else its move with the balance as opinion.

        Raises as `play` does, and NotationError for several lines if the engine has no option ``Lines``.
        """
        command = go(limits)
        if whole("lines", lines, 1) != self._lines:
            self.set_option("Lines", lines)
            self._lines = lines
        last = self._set_up(position, moves)
        infos: list[re.Match[str]] = []
        for info in self._search(command, limits):
            infos = infos if int(info["rank"] or 1) == len(infos) + 1 else []
            infos.append(info)
        move = self._chosen(last)
        if not infos:
            return Info(0, (Line(Score(hundredths(last, last.balance())), (move,)),), 0, 0.0)
        nodes, milliseconds = (int(infos[-1][name] or 0) for name in ("nodes", "time"))
        told = tuple(self._line(last, info) for info in infos)
        return Info(int(infos[-1]["depth"]), told, nodes, milliseconds / 1000)

    def set_option(self, name: str, value: object) -> None:
        """Set an option for the next requests; True and False are sent as ``true`` and ``false``.

        Raises NotationError where the engine has no such option, EngineError where it refuses the value.
        """
        of_type("name", name, str, "the name of an option")
        known = {option.lower(): option for option in self.options}
        if name.lower() not in known:
            raise NotationError(
                "the engine '{command}' has no option '{text}': its options are {names}",
                command=self._running.command,
                text=name,
                names=", ".join(self.options) or "–",
            )
        text = str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())
        self._agree(f"setoption name {known[name.lower()]} value {text}".rstrip())

    def new_game(self) -> None:
        """Start a new game, clearing the engine's state.

        Raises EngineError.
        """
        self._agree("newgame")

    def get_ready(self, position: AnyPosition) -> None:
        """Let the engine complete its slow preparations for the first search of a position.

        Raises EngineError, also where it does not play the position's game; IllegalMoveError where the game is over.
        """
        self._set_up(position, ())

    def quit(self) -> None:
        """Quit the engine and wait until it has exited; after a second it is killed."""
        self._running.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self.quit()

    def __repr__(self) -> str:
        return f"EngineClient({self._running.command!r})"

    def _introduced(self) -> None:
        self._running.send("lalao")
        for word, rest in self._running.answers("lalao", "ok", ("id", "option"), STARTING):
            if word == "id" and rest.startswith("name "):
                self.name = rest.removeprefix("name ")
            elif word == "option":
                shape = OPTION.fullmatch(rest)
                if shape is None:
                    self._running.fail(Phrase("write option name NAME type TYPE default VALUE"))
                bounds = tuple(shape["bounds"].split())
                self.options[shape["name"]] = EngineOption(shape["name"], shape["kind"], shape["default"] or "", bounds)

    def _agree(self, line: str, seconds: float = STARTING) -> None:
        """Send the engine a line, and wait until it is ready.

        Raises EngineError, also where it refuses the line; then it keeps running.
        """
        self._running.send(line, "isready")
        answers = self._running.answers(line, "readyok", ("error",), seconds)
        refusals = [rest for word, rest in answers if word == "error"]
        if refusals:
            raise EngineError(
                "the engine '{command}' refuses '{line}': {why}",
                command=self._running.command,
                line=line,
                why=refusals[0],
            )

    def _set_up(self, position: AnyPosition, moves: Iterable[Any]) -> AnyPosition:
        """Send the engine a position and the moves from it; return the position after these."""
        last, played = position, []
        for move in moves:
            last = last.play(move)
            played.append(str(move))
        if over := last.game_over():
            raise over
        command = f"position {position.game.id} {position}"
        line = f"{command} moves {', '.join(played)}" if played else command
        self._agree(line, STARTING if position.game in self._known else COMPILING)
        self._known.add(position.game)
        return last

    def _search(self, asked: str, limits: Limits | Clock) -> Iterator[re.Match[str]]:
        """Let the engine search; yield its ``info`` lines until it has chosen a move."""
        self._running.send(asked)
        most = limits.left if isinstance(limits, Clock) else limits.seconds
        seconds = self.timeout + (LONGEST if most is None else most)
        for word, rest in self._running.answers(asked, "bestmove", ("info", "error"), seconds):
            if word == "error":
                self._running.fail(Phrase("this is not an answer to a search"))
            if word == "info":
                shape = INFO.fullmatch(rest)
                if shape is None:
                    self._running.fail(Phrase("write info depth N score SCORE nodes N nps N time MS multipv K pv M, M"))
                yield shape

    def _chosen(self, position: AnyPosition) -> Any:
        """Read the move that the engine has chosen; raises EngineMoveError where it is illegal, and ends the engine."""
        text = self._running.said.partition(" ")[2]
        try:
            return position.move(text)
        except LalaoError as why:
            self.quit()
            raise EngineMoveError(
                "the engine '{command}' plays '{move}': {why}", command=self._running.command, move=text, why=why
            ) from None

    def _line(self, position: AnyPosition, info: re.Match[str]) -> Line:
        """Read a line of moves and its score from an ``info`` line; raises EngineError where a move is illegal."""
        moves, here = [], position
        try:
            for text in info["line"].split(","):
                moves.append(here.move(text))
                here = here.play(moves[-1])
        except LalaoError as why:
            self._running.said = info["line"]
            self._running.fail(why.phrase)
        return Line(score_of(info), tuple(moves))


def go(limits: Limits | Clock) -> str:
    """Return the ``go`` command for a search within limits, or on a clock, which is told as that of both sides.

    Raises NotationError where `limits` sets none.

    >>> go(Clock(60, 0.5))
    'go wtime 60000 btime 60000 winc 500 binc 500'
    """
    if isinstance(limits, Clock):
        left, more = limits.milliseconds, round(1000 * limits.increment)
        return f"go wtime {left} btime {left} winc {more} binc {more}"
    words = [] if limits.seconds is None else [f"movetime {max(1, round(1000 * limits.seconds))}"]
    words += [f"{name} {most}" for name, most in (("depth", limits.depth), ("nodes", limits.nodes)) if most is not None]
    if not words:
        raise NotationError("an engine needs a limit: seconds, depth or nodes")
    return " ".join(["go", *words])


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
