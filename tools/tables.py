"""Make the tables shipped with the package: ``python tools/tables.py`` writes ``src/lalao/tables/data``."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from lalao.cgt.nimbers import Nimbers
from lalao.codecs.fang import FullTable
from lalao.games.fafy import Fafy
from lalao.games.fang import Fang
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.solve.fafy import blocks_of, mirrored
from lalao.tables import shipped
from lalao.tables.build import Build, Threads
from lalao.tables.file import write
from lalao.tables.head import SUFFIX
from lalao.tables.probe import Tables
from lalao.values import Side

DATA = Path(shipped.__file__).parent / "data"
FANORONA = {"fanorona": 5, "fanorona-telo": 8, "fanorona-libre-telo": 8, "fanorona-strict-telo": 8}
"""The games whose endgame tables are shipped, and up to how many pieces."""


def fang_file(name: str) -> bytes:
    """Solve a game of Fang completely and return its file."""
    game = game_as(name, Fang)
    words, values = FullTable(game.start()).everything()
    order = np.argsort(words)
    body = words[order].astype("<i8").tobytes() + values[order].astype("<i2").tobytes()
    return shipped.packed({"game": name, "positions": len(words)}, body)


def fafy_file(most: int = shipped.MOST_SEEDS) -> bytes:
    """Find the nimber of every block of impartial Fafy up to `most` seeds and return their file."""
    game = game_as("fafy-impartial", Fafy)
    nimbers = Nimbers[tuple[int, ...]](
        lambda block: [[mirrored(part) for part in blocks_of(row)] for row in game.followers(block, Side.SOUTH)]
    )
    body = bytes(nimbers(mirrored(block)) if block else 0 for block in shipped.blocks_in_order(most))
    return shipped.packed({"game": game.id, "seeds": most}, body)


def fanorona_file(name: str, pieces: int, folder: Path) -> Path:
    """Build the endgame tables of a game up to a number of pieces, join them in one file and return its path."""
    game = game_as(name, Fanorona)
    with TemporaryDirectory() as built:
        Build(game, pieces, Path(built), Threads(1)).run()
        parts = [(head, file.all_codes()) for head, file in Tables(game, (Path(built),)).heads()]
    path = folder / f"{name}.{pieces}{SUFFIX}"
    write(path, name, [head for head, _ in parts], np.concatenate([codes for _, codes in parts]), level=19)
    return path


def main() -> None:
    """Write all files."""
    for name, pieces in FANORONA.items():
        fanorona_file(name, pieces, DATA)
    for name in shipped.FANG:
        (DATA / f"{name}.zst").write_bytes(fang_file(name))
    (DATA / "fafy-impartial.zst").write_bytes(fafy_file())
    for path in sorted([*DATA.glob("*.zst"), *DATA.glob(f"*{SUFFIX}")]):
        print(f"{path.stat().st_size:>9} bytes  {path.name}")


if __name__ == "__main__":
    main()
