"""``lalao play``: a game in the terminal, against the computer or between two people at one keyboard."""

import atexit
import os
import re
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import click

from lalao.cli.files import INPUT, STANDARD, read_whole
from lalao.cli.games import find_position
from lalao.cli.records import records_of
from lalao.cli.replay import is_record
from lalao.cli.speaking import SpeakingCommand, current_words, lalao_command, read_number, speaks
from lalao.cli.terminal import ask, order_named, tell
from lalao.cli.terminal_game import TerminalGame
from lalao.engine import Player, player
from lalao.engine.levels import nearest
from lalao.errors import LalaoError, NotationError, NotCompiledError
from lalao.games.game import Game
from lalao.games.registry import FAMILIES, game
from lalao.kernels.cache import BACKGROUND, Compiling
from lalao.locale import Translator, later
from lalao.processes import deaf_to_interrupts
from lalao.record import Record, read
from lalao.record.tree import OPEN, UNNAMED

OWN = re.compile(r"\[Game\s")
"""The mark of records, which files in other notations lack."""
MENU = tuple(name for family in FAMILIES for name in family.menu)


def usual_opponent(chosen: Game) -> str:
    """Return the default opponent for a game: a level that a beginner can beat."""
    return nearest(chosen.family.opponent, chosen)


@lalao_command("play", SpeakingCommand)
@click.argument("name", metavar="[GAME|FILE]", type=INPUT, required=False)
@click.option(
    "--first",
    metavar="P",
    help="Who plays South or White: human, random, greedy, perfect, level:1 to level:8 (fewer in small games), "
    "engine:1s.",
)
@click.option("--second", metavar="P", help="Who plays North or Black.")
@click.option("--from", "start", metavar="POSITION", help="The position to start from.")
@click.option("--no-repetition", is_flag=True, help="Do not count the third occurrence of a position as a draw.")
@click.option("--no-quiet-limit", is_flag=True, help="Many turns without capture are no draw.")
@click.option("--seed", metavar="NUMBER", help="Seed for random players: the same seed repeats their moves.")
@speaks
@click.pass_context
def command(
    ctx: click.Context,
    name: str | None,
    first: str | None,
    second: str | None,
    start: str | None,
    seed: str | None,
    no_repetition: bool,
    no_quiet_limit: bool,
) -> None:
    words = current_words(ctx)
    if name is None:
        name = choose_game(words)
        if name is None:
            return
    record, saved, files = opened(name, start)
    number = None if seed is None else read_number(seed, 0, 2**32)
    names = [first or saved[0] or "human", second or saved[1] or usual_opponent(record.game)]
    players = tuple(player(text, record.game, number) for text in names)
    for tag, text, asked in zip(record.player_tags, names, (first, second), strict=True):
        if asked or record.tags[tag] == UNNAMED:
            record.tags[tag] = text
    if record.result != OPEN:
        click.echo(words("This game is over: {result}.", result=record.result))
        return
    refused = {"repetition": no_repetition, "quiet": no_quiet_limit}
    if any(refused.values()):
        record.tags["Draws"] = " ".join(sorted(rule for rule in record.draws if not refused[rule])) or "none"
    waits = number is not None or not any(one.is_human for one in players)
    choose = Player.choose_in if waits else Meanwhile(lambda sentence: tell(words(sentence))).choose
    TerminalGame(record, players, words, files, choose).play()


def opened(name: str, start: str | None) -> tuple[Record, list[str | None], list[Path]]:
    """Return the record to continue, the players named in it, None where unusable, and the file that it came from.

    The file is left out where it holds another notation: saving the game does not write over it.

    Raises LalaoError.
    """
    if not is_record(name):
        return Record.begin(find_position(name, start)), [None, None], []
    if start is not None:
        raise NotationError("unexpected argument '{text}': a record holds its own start and moves", text=start)
    text = read_whole(name)
    record, *others = list(islice(records_of(text, name), 2)) or [read(text)]
    if others:
        raise NotationError("'{file}' holds several games: name a file with the one to play", file=name)
    for tag in record.player_tags:
        record.tags.setdefault(tag, UNNAMED)
    names = [nearest(record.tags[tag], record.game) for tag in record.player_tags]
    files = [Path(name)] if name != STANDARD and OWN.search(text) else []
    return record, [text if is_player(text, record.game) else None for text in names], files


def is_player(text: str, chosen: Game) -> bool:
    """Tell whether a name in a record is that of a player, as the options understand them."""
    try:
        player(text, chosen)
    except LalaoError:
        return False
    return True


def choose_game(words: Translator) -> str | None:
    """Ask the user to choose a game; return its id, or None if he quits or the input ends."""
    click.echo(words("Which game?"))
    for number, name in enumerate(MENU, 1):
        click.echo(f"  {number}  {words.say(game(name).title)}")
    numbers = {str(number): name for number, name in enumerate(MENU, 1)}
    while True:
        text = ask("> ")
        if text is None or order_named(text, {"quit": True}, words):
            return None
        if text in numbers:
            return numbers[text]
        try:
            return game(text).id
        except LalaoError as error:
            tell(words.say(error))
            tell(words("Write a number from 1 to {last}, or a game's id.", last=len(MENU)))


BEGUN = later(
    "Compiling in the background, once: this takes about a minute. Until then the computer looks less far ahead."
)
HERE = later("Compiling, once: this takes up to a minute…")
DONE = later("Compiled: from now on the computer plays as well as it can.")


class Meanwhile:
    """Lets players choose at once, whether their kernels are compiled or not, and says when that changes.

    A player that has no stand-in (such as a perfect one) waits for its kernels. The compiling process ends with this
    one; the kernels compiled by then are kept.
    """

    def __init__(self, tell: Callable[[str], None]) -> None:
        """Take the function that shows a sentence to the user."""
        self.tell = tell
        self._process: subprocess.Popen[bytes] | None = None

    def choose(self, player: Player, record: Record) -> Any:
        """Let a player choose a move in a match, or its stand-in while its kernels are being compiled.

        Raises TooLargeError where the player cannot choose.
        """
        if os.environ.get(BACKGROUND) == "off":
            return player.choose_in(record)
        try:
            with Compiling.elsewhere():
                move = player.choose_in(record)
        except NotCompiledError:
            stand_in = player.readable()
            if stand_in is player:
                self.tell(HERE)
            else:
                self._begin()
            return stand_in.choose_in(record)
        self._finish()
        return move

    def _begin(self) -> None:
        """Start a process that compiles, unless one is running or has failed."""
        if self._process is not None:
            return
        self.tell(BEGUN)
        nothing = subprocess.DEVNULL
        command = [sys.executable, "-m", "lalao.kernels"]
        with deaf_to_interrupts():
            self._process = subprocess.Popen(command, stdin=nothing, stdout=nothing, stderr=nothing)
        atexit.register(self._end)

    def _finish(self) -> None:
        if self._process is not None and self._process.poll() == 0:
            self.tell(DONE)
            self._process = None

    def _end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()
