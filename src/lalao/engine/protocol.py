"""The line protocol: an engine for every game on standard input and output, in the manner of UCI.

`docs/protocol.md` describes it. Commands come one a line; a line that is not understood is answered by one line that
begins with ``error``, and changes nothing. The search has a thread of its own, so that every command is answered at
once.
"""

import random
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Any, BinaryIO

from lalao.engine.analysis import History, Info, Limits, Score, Searcher, allotted, score_text
from lalao.engine.options import MOST_DIGITS, OPTIONS, Options, whole
from lalao.engine.players import LevelPlayer, level_named
from lalao.engine.searchers import MakeSearcher, searcher
from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from lalao.tables import value_in_tables
from lalao.tables.background import TableBuilder
from lalao.values import Unknown

MOST_BYTES = 1_000_000
"""Bytes of the longest line that is read."""
GRACE = 0.03
"""Seconds that a search gets to answer after ``stop``, before `Thought.stop` answers in its place."""
MOST_MS = 1_000_000_000
MOST_DEPTH = 1_000
MOST_MOVES = 10_000
"""The most legal moves that are listed."""
MOST_NODES = 10**MOST_DIGITS - 1
NONE = "none"

Write = Callable[[str], None]


class Thought(threading.Thread):
    """One search for a move, in a thread of its own; it answers once."""

    def __init__(self, engine: "Engine", position: AnyPosition, limits: Limits, waits: bool) -> None:
        """Take the engine's position and options as they are now; with `waits` the answer comes only after ``stop``."""
        super().__init__(daemon=True)
        self.engine = engine
        self.position = position
        self.history = History.of(engine.positions, engine.options.draws)
        self.options = engine.options
        self.limits = limits
        self.waits = waits
        self.stopping = threading.Event()
        self.saying = threading.Lock()
        self.answered = False
        self.best: Any = next(iter(position.legal_moves()), NONE)

    def run(self) -> None:
        """Search, write the results, and answer with the best move."""
        try:
            with self.engine.thinking:
                if not self.stopping.is_set() and self.best != NONE:
                    self._think()
            if self.waits:
                self.stopping.wait()
        except (LalaoError, MemoryError) as error:
            self.say(refusal(error))
        finally:
            self.answer()

    def _think(self) -> None:
        if self.options.level is not None:
            self.best = LevelPlayer(self.options.level, random.Random()).choose_after(self.position, self.history)
            return
        one = self.engine.searcher_of(self.position, self.options)
        for info in one.think(self.position, self.limits, self.options.lines, self.stopping, self.history):
            self.best = info.lines[0].moves[0]
            for line in described(info):
                self.say(line)

    def say(self, line: str) -> None:
        """Write a line, unless the answer has been given."""
        with self.saying:
            if not self.answered:
                self.engine.write(line)

    def answer(self) -> None:
        """Write the best move found so far, unless it has been written."""
        with self.saying:
            if not self.answered:
                self.answered = True
                self.engine.write(f"bestmove {self.best}")

    def stop(self) -> None:
        """Stop the search; where it does not end within `GRACE`, answer in its place."""
        self.stopping.set()
        self.join(GRACE)
        self.answer()


class Engine:
    """The state of the protocol: options, position, and the search under way."""

    def __init__(self, name: str, write: Write, make: MakeSearcher = searcher) -> None:
        """Take the program's name with its version, the function that writes a line, and the factory of searchers."""
        self.name = name
        self.make = make
        self.write = write
        self.options = Options(builds=make is searcher)
        self.positions: list[AnyPosition] = []
        self.set_by: tuple[str, ...] = ()
        self.thought: Thought | None = None
        self.thinking = threading.Lock()
        self.builder = TableBuilder(self.tell_of_tables)
        self._searchers: dict[tuple[object, ...], Searcher] = {}
        self.orders: dict[str, Callable[[str], None]] = {
            "lalao": self.introduce,
            "isready": self.get_ready,
            "newgame": self.forget,
            "setoption": self.set_option,
            "position": self.set_position,
            "go": self.go,
            "legal": self.list_moves,
            "display": self.display,
            "probe": self.probe,
            "stop": self.stop,
            "quit": self.stop,
        }

    def hear(self, line: str) -> bool:
        """Obey a line, or write why not; return False after ``quit``."""
        word, _, rest = " ".join(line.split()).partition(" ")
        try:
            if word not in self.orders:
                orders = ", ".join(self.orders)
                raise NotationError(
                    "there is no command '{text}': the commands are {commands}", text=word, commands=orders
                )
            self.orders[word](rest)
        except (LalaoError, MemoryError) as error:
            self.write(refusal(error))
            return True
        return word != "quit"

    @property
    def is_thinking(self) -> bool:
        """Whether a search is under way that has not answered."""
        return self.thought is not None and not self.thought.answered

    def introduce(self, rest: str) -> None:
        """Write the name, the options, and ``ok``."""
        nothing_more(rest)
        self.write(f"id name {self.name}")
        for option in OPTIONS:
            self.write(f"option name {option.name} {option.described}")
        self.write("ok")

    def get_ready(self, rest: str) -> None:
        """Prepare the first search of the position, then write ``readyok``; at once while a search is under way."""
        nothing_more(rest)
        if self.positions and not self.is_thinking:
            with self.thinking:
                self.searcher_of(self.positions[-1], self.options)
        self.write("readyok")

    def searcher_of(self, position: AnyPosition, options: Options) -> Searcher:
        """Return the searcher of a position's game, kept from one question to the next."""
        key = position.game, options.settings
        if key not in self._searchers:
            self._searchers.clear()
            self._searchers[key] = self.make(position, options.settings, random.Random())
        return self._searchers[key]

    def forget(self, rest: str) -> None:
        """Drop the position and the searchers with their tables.

        Raises NotationError while a search is under way.
        """
        nothing_more(rest)
        self.refuse_while_thinking()
        with self.thinking:
            self._searchers.clear()
        self.positions, self.set_by = [], ()

    def refuse_while_thinking(self) -> None:
        """Raise NotationError while a search is under way."""
        if self.is_thinking:
            raise NotationError("a search is under way: write stop first")

    def set_option(self, rest: str) -> None:
        """Set an option, which takes effect from the next search on.

        Raises NotationError, and FileError for a book that cannot be read.
        """
        shape = re.fullmatch("name ([^ ]+) value(?: (.*))?", rest)
        if shape is None:
            raise NotationError("'{text}' is not understood: write setoption name NAME value VALUE", text=rest)
        self.options = self.options.changed(shape[1], shape[2] or "")

    def set_position(self, rest: str) -> None:
        """Set up a position and play moves from it; the positions shared with the last game are kept."""
        shape = re.fullmatch("([^ ]+) (.+?)(?: moves(?: (.*))?)?", rest)
        if shape is None:
            raise NotationError(
                "'{text}' is not understood: write position GAME start, or position GAME POSITION, then moves A, B, C",
                text=rest,
            )
        words = f"{shape[1]} {shape[2]}", *(shape[3].split(",") if shape[3] else ())
        same = takewhile(lambda pair: pair[0] == pair[1], zip(words, self.set_by, strict=False))
        positions = self.positions[: len(list(same))]
        if not positions:
            chosen = game(shape[1])
            positions = [chosen.start() if shape[2] == "start" else chosen.position(shape[2])]
        for move in words[len(positions) :]:
            positions.append(positions[-1].play(move))
        self.positions, self.set_by = positions, words

    @property
    def position(self) -> AnyPosition:
        """The position that has been set up.

        Raises NotationError where there is none.
        """
        if not self.positions:
            raise NotationError("there is no position yet: write position GAME start")
        return self.positions[-1]

    def go(self, rest: str) -> None:
        """Begin a search of the position within limits, and begin to build endgame tables where they are missing.

        Raises NotationError, also while a search is under way.
        """
        self.refuse_while_thinking()
        limits, waits = read_limits(rest.split(), self.position)
        if self.options.settings.tables is None and self.options.builds:
            self.builder.need(self.position.game)
        if self.options.level is not None:
            level_named(f"level:{self.options.level}", self.position.game)
        self.thought = Thought(self, self.position, limits, waits)
        self.thought.start()

    def tell_of_tables(self, game: Game, pieces: int, are_built: bool) -> None:
        """Say that endgame tables are being built, or are there now."""
        is_done = "built" if are_built else "building"
        self.write(f"info string {is_done} endgame tables of {game.id} up to {pieces} pieces")

    def list_moves(self, rest: str) -> None:
        """Write the legal moves in one line.

        Raises TooLargeError where there are more than `MOST_MOVES`.
        """
        nothing_more(rest)
        moves = list(self.position.some_moves(MOST_MOVES + 1))
        if len(moves) > MOST_MOVES:
            raise TooLargeError("there are more than {most} legal moves here", most=MOST_MOVES)
        self.write(f"legal {', '.join(map(str, moves)) or NONE}")

    def display(self, rest: str) -> None:
        """Write the text of the position and its picture, a line each."""
        nothing_more(rest)
        for line in (str(self.position), *self.position.picture().draw().splitlines()):
            self.write(f"display {line}".rstrip())

    def probe(self, rest: str) -> None:
        """Write the value of the position in endgame tables, without a search."""
        nothing_more(rest)
        value = value_in_tables(self.position, self.options.settings.tables)
        self.write(f"probe {value.name if isinstance(value, Unknown) else score_text(Score(proved=value))}")

    def stop(self, rest: str) -> None:
        """Stop the search under way, if any."""
        nothing_more(rest)
        if self.thought is not None:
            self.thought.stop()


def nothing_more(rest: str) -> None:
    """Raise NotationError where words come after a command that takes none."""
    if rest:
        raise NotationError("unexpected argument '{text}': this command takes no arguments", text=rest)


CLOCKS = ("wtime", "btime", "winc", "binc")


def read_limits(words: list[str], position: AnyPosition) -> tuple[Limits, bool]:
    """Read the arguments of ``go``: the limits, and whether the answer waits for ``stop``.

    Raises NotationError.
    """
    if words == ["infinite"]:
        return Limits(), True
    given: dict[str, int] = {}
    most = dict.fromkeys(("movetime", *CLOCKS), MOST_MS) | {"depth": MOST_DEPTH, "nodes": MOST_NODES}
    if not words or len(words) % 2:
        raise NotationError("'{text}' is not a limit: {limits}", text=" ".join(words), limits=LIMITS)
    for name, number in zip(words[::2], words[1::2], strict=True):
        if name not in most or name in given:
            raise NotationError("'{text}' is not a limit: {limits}", text=name, limits=LIMITS)
        given[name] = whole(number, 1 if name in ("depth", "nodes") else 0, most[name])
    limits = Limits(None, given.get("depth"), given.get("nodes"))
    if given.keys() & set(CLOCKS):
        side = "w" if position.to_move.is_first else "b"
        if f"{side}time" not in given:
            raise NotationError("the clock of the side to move is missing: write {name} MS", name=f"{side}time")
        target, longest = allotted(given[f"{side}time"], given.get(f"{side}inc", 0))
        limits = replace(limits, seconds=longest, target=target)
    if "movetime" in given:
        limits = replace(limits, seconds=min(given["movetime"] / 1000, limits.seconds or float("inf")))
    return limits, False


LIMITS = "infinite, or movetime MS, depth N, nodes N, wtime MS, btime MS, winc MS, binc MS"


def described(info: Info) -> Iterator[str]:
    """Yield the ``info`` lines of a depth, one for each line of moves."""
    for number, line in enumerate(info.lines, 1):
        spent = f"nodes {info.nodes} nps {info.rate} time {round(1000 * info.seconds)}"
        moves = ", ".join(map(str, line.moves))
        yield f"info depth {info.depth} score {score_text(line.score)} {spent} multipv {number} pv {moves}"


def refusal(error: LalaoError | MemoryError) -> str:
    """Return the ``error`` line that answers a command that cannot be obeyed."""
    refusal = error if isinstance(error, LalaoError) else TooLargeError("there is not enough memory")
    return f"error {' '.join(str(refusal).split())}"


def serve(source: BinaryIO, name: str, write: Write, make: MakeSearcher = searcher) -> None:
    """Obey the commands of a stream until ``quit`` or its end, then stop the search; empty lines are skipped."""
    engine = Engine(name, write, make)
    while data := source.readline(MOST_BYTES + 1):
        if len(data) > MOST_BYTES:
            while data and not data.endswith(b"\n"):
                data = source.readline(MOST_BYTES)
            write(refusal(TooLargeError("this line is longer than {most} bytes", most=MOST_BYTES)))
            continue
        try:
            line = data.decode("utf-8").strip()
        except UnicodeDecodeError:
            write(refusal(NotationError("this line is not a text in UTF-8")))
            continue
        if line and not engine.hear(line):
            return
    engine.stop("")
