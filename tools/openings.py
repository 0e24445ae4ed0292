"""Play the openings of Fanorona against itself, and count how they end: ``python -m tools.openings FOLDER``.

Every position that two turns lead to begins `--games` games. Up to ply `VARIED` the turns are drawn among the best that
a search finds, the better the likelier; later ones are the best. A game ends where its result is proved, or by its
rules. `FOLDER` keeps a file of games for each ruleset, one line each, and is continued where it was left.
``--write`` then counts the games in `engine/openings.zst`, and gives the turns of the first two plies the value of
a longer search.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import click

from lalao.engine.analysis import History, Limits, Settings
from lalao.engine.book import Book, weight_of
from lalao.engine.fanorona_book import starts
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.engine.openings import FILE, turns
from lalao.games.fanorona import Fanorona
from lalao.games.game import name_of
from lalao.record import Record
from lalao.record.writing import WRITTEN_DRAW
from lalao.tables.shipped import packed
from lalao.values import Side

TARGET = Path(__file__).parent.parent / "src" / "lalao" / "engine" / FILE
NODES = 20_000
"""Positions that the search for each turn looks at."""
DEEP = 4_000_000
"""Positions that the search looks at which values the turns of the first two plies."""
WHOLE = 2
"""Turns from the start up to which every position is played."""
VARIED, LINES = 8, 4
"""Plies in which one of the best `LINES` turns is drawn."""
MOST_PLIES = 200
FEWEST = 4
"""The games that must have reached a position for its turns to be told."""


def openings(game: Fanorona) -> Iterator[list[str]]:
    """Yield the turns to each position two turns from the start, one of those that are mirror images."""
    met: set[str] = set()
    for first in game.start().legal_moves():
        after = game.start()._play(first)
        for second in after.legal_moves():
            position = after._play(second)
            alike = [name_of(each) for each in (position, *game.family.alike(position))]
            if met.isdisjoint(alike):
                met.update(alike)
                yield [str(first), str(second)]


def begun(game: Fanorona, turns: list[str]) -> Record:
    """Return the record of a game that begins with these turns."""
    record = Record.begin(game.start(), "", "")
    for turn in turns:
        record.play(record.last.position.move(turn))
    return record


def play(searcher: FanoronaSearcher, record: Record, rng: random.Random) -> str:
    """Play a game to its end and return its result."""
    while (outcome := record.settled or record.outcome()) is None and record.last.ply < MOST_PLIES:
        position = record.last.position
        lines = LINES if record.last.ply < VARIED else 1
        history = History.of(record.positions(), record.draws)
        *_, info = searcher.think(position, Limits(nodes=NODES), lines, history=history)
        best = info.lines[0].score
        if best.proved is not None:
            return result(position.to_move, best.proved.sign)
        weights = [weight_of(line.score, best) for line in info.lines]
        record.play(rng.choices(info.lines, weights)[0].moves[0])
    return outcome.result if outcome else WRITTEN_DRAW


def result(mover: Side, sign: int) -> str:
    """Return the result of a game whose side to move wins (1), draws (0) or loses (-1) for certain."""
    return WRITTEN_DRAW if sign == 0 else "1-0" if mover.is_first == (sign > 0) else "0-1"


def play_all(game: Fanorona, path: Path, count: int) -> None:
    """Play the games of a ruleset that its file lacks."""
    there = len(path.read_text(encoding="utf-8").splitlines()) if path.exists() else 0
    searcher = FanoronaSearcher(game, Settings(hash_mb=16))
    beginnings = list(openings(game))
    with path.open("a", encoding="utf-8") as file:
        for number in range(there, count * len(beginnings)):
            record = begun(game, beginnings[number % len(beginnings)])
            ended = play(searcher, record, random.Random(f"{game.id} {number}"))
            turns = " ".join(str(node.move) for node in record.root.line())
            print(ended, turns, file=file, flush=True)
            print(game.id, number + 1, "of", count * len(beginnings), flush=True)


def counted(game: Fanorona, path: Path) -> Book:
    """Count the games of a file by position and turn."""
    book = Book()
    for line in path.read_text(encoding="utf-8").splitlines():
        ended, *turns = line.split(" ")
        record = begun(game, turns[: VARIED + 1])
        record.result = ended
        book.learn(record, VARIED)
    return book


def value(game: Fanorona, book: Book) -> None:
    """Give each turn of the first `WHOLE` plies the value of a longer search."""
    searcher = FanoronaSearcher(game, Settings(hash_mb=256))
    for position in (game.start(), *map(game.start()._play, game.start().legal_moves())):
        played = {str(move): each.entry for each in turns(book, position) for move in each.moves}
        if played:
            *_, info = searcher.think(position, Limits(nodes=DEEP), len(position.legal_moves()))
            for line in info.lines:
                if entry := played.get(str(line.moves[0])):
                    entry.score, entry.nodes = line.score, info.nodes
            print(game.id, position, *map(str, played.values()), sep="\n", flush=True)


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--games", default=20)
@click.option("--game", "names", multiple=True)
@click.option("--write", is_flag=True)
def main(folder: Path, games: int, names: tuple[str, ...], write: bool) -> None:
    """Play the games that are missing in a folder, or count those that are there."""
    folder.mkdir(parents=True, exist_ok=True)
    book = Book()
    for game in starts():
        path = folder / f"{game.id}.txt"
        if write and path.exists():
            book.add(counted(game, path).often(FEWEST))
            value(game, book)
        elif not write and game.id in (names or [game.id]):
            play_all(game, path, games)
    if write:
        head: dict[str, object] = {"holds": "openings of Fanorona", "nodes": NODES, "valued": DEEP}
        TARGET.write_bytes(packed(head, book.text().encode()))


if __name__ == "__main__":
    main()
