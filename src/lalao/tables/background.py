"""Endgame tables that nobody has to ask for: a process of low priority builds them while games are played.

``python -m lalao.tables.background fanorona`` builds the tables of a game up to as many pieces as take a minute or so,
and unpacks them, so that all processes map the same file. It says up to how many pieces when it begins and when it is
done, or ends in silence where the tables are there, where nothing compiles, and where memory or disk are short. If it
is interrupted, the next one goes on where it was. The variable `TABLES` of the environment refuses all of it
(``off``), or says with how many pieces to stop (a number).
"""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from lalao.board.orbits import places, slices
from lalao.games.fanorona import Fanorona
from lalao.games.game import Game
from lalao.games.registry import game_as
from lalao.processes import CAN_START, deaf_to_interrupts, memory_left
from lalao.tables import has_tables
from lalao.tables.head import MOST_POINTS, base_id

TABLES = "LALAO_TABLES"
MOST_PLACES = 160_000_000
"""Places of the tables that are built unasked: all up to six pieces on 5×9."""
ROOM = 4
"""Bytes of memory and of disk that must be free for each place."""
GOES_LAST = 19


class TableBuilder:
    """Builds tables in the background, those of one game at a time, while this process lives."""

    def __init__(self, tell: Callable[[Game, int, bool], None]) -> None:
        """Take the function to call, from a thread, with a game and a number of pieces.

        It is called when tables of up to that many pieces begin to be built (False), and when they are there (True).
        """
        self._tell = tell
        self._tried: set[str] = set()
        self._process: subprocess.Popen[str] | None = None

    def need(self, game: Game) -> None:
        """Begin to build the tables of a game, if it has any, unless this was tried or others are being built."""
        if not (CAN_START and has_tables(game)) or game.id in self._tried or os.environ.get(TABLES) == "off":
            return
        if self._process is not None and self._process.poll() is None:
            return
        self._tried.add(game.id)
        with deaf_to_interrupts():
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__, game.id],
                stdin=subprocess.PIPE,  # it ends when this does
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        threading.Thread(target=self._listen, args=(game, self._process), daemon=True).start()

    def _listen(self, game: Game, process: "subprocess.Popen[str]") -> None:
        """Report the lines of the process: a number of pieces when it begins, and again when it is done."""
        assert process.stdout is not None
        with process.stdout as said:
            for number, line in enumerate(said):
                self._tell(game, int(line), number > 0)

    def close(self) -> None:
        """End the process that builds; its files are kept."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            assert self._process.stdin is not None
            self._process.stdin.close()


def most_pieces(game: Fanorona) -> int:
    """Return up to how many pieces the tables of a game are built unasked; 0 where it has none."""
    if base_id(game) is None or game.lattice.size > MOST_POINTS:
        return 0
    height, width = game.lattice.height, game.lattice.width
    every = slices(2 * game.pieces, game.pieces)
    sizes = {most: sum(places(height, width, one) for one in every if sum(one) <= most) for most in map(sum, every)}
    return max((most for most, size in sizes.items() if size <= MOST_PLACES), default=0)


def missing(game: Fanorona, folder: Path) -> int:
    """Return up to how many pieces tables should be built in a folder now; 0 where they are there or there is no room.

    The variable `TABLES` may say fewer than `most_pieces` does.

    Raises FileError where a file of tables is damaged.
    """
    from lalao.tables.probe import Tables, shipped_folder

    most = os.environ.get(TABLES, "")
    pieces = min(most_pieces(game), int(most)) if most.isdecimal() else most_pieces(game)
    room = min(shutil.disk_usage(folder).free, memory_left())
    is_there = Tables(game, (folder, shipped_folder())).most >= pieces
    return 0 if is_there or room < ROOM * MOST_PLACES else pieces


def build(game: Fanorona, pieces: int, folder: Path) -> None:
    """Build the tables of a game in a folder with one thread, and unpack them.

    Raises FileError where a file that is there is damaged, TooLargeError where there is no room.
    """
    from lalao.tables.build import Build, Threads
    from lalao.tables.probe import Tables, shipped_folder
    from lalao.tables.unpacked import unpack

    Build(game, pieces, folder, Threads(1)).run()
    unpack(game, Tables(game, (folder, shipped_folder())), folder)


def end_with_whoever_began() -> None:
    """End this process as soon as its standard input ends: whoever began it is gone."""
    while os.read(sys.stdin.fileno(), 1):  # a buffered read would hold a lock that Python needs in order to exit
        pass
    os._exit(0)


def main(name: str) -> None:
    """Build the tables of a game if they are missing, as long as whoever began this lives."""
    from lalao.kernels.cache import is_compiler_there, is_library_there
    from lalao.tables.probe import default_folder

    if hasattr(os, "nice"):
        os.nice(GOES_LAST)
    threading.Thread(target=end_with_whoever_began, daemon=True).start()
    game, folder = game_as(name, Fanorona), default_folder()
    folder.mkdir(parents=True, exist_ok=True)
    pieces = missing(game, folder) if is_compiler_there() or is_library_there() else 0
    if pieces:
        print(pieces, flush=True)
        build(game, pieces, folder)
        print(pieces, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
