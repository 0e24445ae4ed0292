"""Learn how the work of proving grows with the pieces on the board.

    python -m tools.growth ask fanorona --pieces 7 --dir TABLES > docs/results/fanorona-growth.csv
    python -m tools.growth draw docs/results/*-growth.csv --out docs/pictures/growth.png
    python -m tools.growth root docs/results/fanorona-?.jsonl --out docs/pictures/start.png

The engine plays games against itself from balanced openings. Of each game the first position with each number of
pieces is asked, from the fewest pieces up, whether White can force a win and whether Black can, with endgame tables of
up to so many pieces and a limit of expansions. A row for each question goes to the standard output, as CSV:

    game, tables (of up to so many pieces), opening, ply, pieces, position, attacker, wins, expansions

where `wins` is yes, no or unknown. `draw` prints a table for every few numbers of pieces, as in
docs/results/proofs.md, and draws the expansions over the pieces. `root` draws the numbers of the first position of a
proof over its expansions, from lines that ``lalao prove --jobs --json`` has printed.
"""

import csv
import importlib
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any

import click
import msgspec

import lalao
from lalao.engine.analysis import Settings
from lalao.engine.matches import drawn_openings
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.record import judge
from lalao.research.proof import Proof, ProvingTables
from lalao.tables.probe import shipped_folder
from lalao.values import Side

OPENING = 4
"""Random turns at the beginning of a game."""
PLAYING = Settings(tables=shipped_folder())
"""The engine's settings: with the tables that all have, so that the games are the same everywhere."""
MEMORY = 1_000_000_000
ANSWERS = {True: "yes", False: "no", None: "unknown"}
MARKERS = ("unknown", "x", "0.6"), ("no", "o", "tab:blue"), ("yes", "^", "tab:red")
BAND = 4
"""How many numbers of pieces a line of the printed table takes together."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and what came of it."""

    game: str
    tables: int
    opening: int
    ply: int
    pieces: int
    position: str
    attacker: str
    wins: str
    expansions: int


def pieces_of(position: FanoronaPosition) -> int:
    """Return the number of pieces on the board."""
    return (position.white | position.black).bit_count()


def played(game: Fanorona, text: str, nodes: int) -> Iterator[tuple[int, FanoronaPosition]]:
    """Yield the positions of a game that the engine plays on from a position, each with its ply."""
    positions = [game.position(text)]
    yield 0, positions[0]
    while judge(positions) is None:
        best = lalao.analyse(positions[-1], nodes=nodes, settings=PLAYING).lines[0].moves
        after = positions[-1].play(best[0])
        positions.append(after)
        yield len(positions) - 1, after


def asked_of(game: Fanorona, known: ProvingTables, count: int, nodes: int, most: int, seed: int) -> Iterator[Asked]:
    """Yield the questions about the positions of `count` games, each answered or given up after `most` expansions."""
    for opening, text in enumerate(drawn_openings(game, OPENING, count, seed, balanced=True), 1):
        first: dict[int, tuple[int, FanoronaPosition]] = {}
        for ply, position in played(game, text, nodes):
            first.setdefault(pieces_of(position), (ply, position))
        for pieces, (ply, position) in sorted(first.items()):
            for attacker in (Side.WHITE, Side.BLACK) if pieces > known.pieces else ():
                done = Proof(position, attacker, known, MEMORY, most).run(certified=False)
                place = game.id, known.pieces, opening, ply, pieces, str(position)
                yield Asked(*place, str(attacker), ANSWERS[done.wins], done.expansions)


def read(path: Path) -> list[Asked]:
    """Return the rows of a file that `ask` has written."""
    with path.open(encoding="utf-8") as file:
        return msgspec.convert(list(csv.DictReader(file)), list[Asked], strict=False)


def told(rows: list[Asked]) -> Iterator[str]:
    """Yield lines that say, for every few numbers of pieces, how many questions were answered and what that took."""
    bands: dict[tuple[str, int], list[Asked]] = defaultdict(list)
    for row in rows:
        bands[row.game, row.pieces // BAND].append(row)
    yield "| game | pieces | questions | yes | no | unknown | median of expansions |"
    yield "|---|---|---|---|---|---|---|"
    for (game, _), some in sorted(bands.items()):
        counts = [sum(row.wins == answer for row in some) for answer in ANSWERS.values()]
        middle = median(float("inf") if row.wins == "unknown" else row.expansions for row in some)
        work = "unknown" if middle == float("inf") else f"{middle:,.0f}"
        least, greatest = min(row.pieces for row in some), max(row.pieces for row in some)
        cells = [game, f"{least} to {greatest}", len(some), *counts, work]
        yield f"| {' | '.join(map(str, cells))} |"


def draw(rows: list[Asked], path: Path) -> None:
    """Draw a panel for each game: expansions over pieces; questions that were given up as crosses."""
    games = sorted({row.game for row in rows})
    plots: Any = importlib.import_module("matplotlib.figure")
    figure = plots.Figure(figsize=(5 * len(games), 4), layout="constrained")
    panels = figure.subplots(1, len(games), squeeze=False, sharey=True)[0]
    for panel, game in zip(panels, games, strict=True):
        asked = [row for row in rows if row.game == game]
        for answer, marker, colour in MARKERS:
            some = [row for row in asked if row.wins == answer]
            pieces, work = [row.pieces for row in some], [row.expansions + 1 for row in some]
            panel.scatter(pieces, work, marker=marker, s=16, label=answer, color=colour)
        panel.set_yscale("log")
        panel.set_title(f"{game}, tables of {asked[0].tables} pieces")
        panel.set_xlabel("pieces on the board")
        panel.legend(title="Can the side force a win?")
    panels[0].set_ylabel("expansions")
    figure.savefig(path, metadata={"Date": None})


def draw_roots(questions: list[list[dict[str, Any]]], path: Path) -> None:
    """Draw the numbers of each root, and how many positions below it are answered, over the expansions."""
    plots: Any = importlib.import_module("matplotlib.figure")
    figure = plots.Figure(figsize=(5 * len(questions), 5), layout="constrained")
    columns = figure.subplots(2, len(questions), sharex="col", sharey="row", height_ratios=(3, 1), squeeze=False).T
    for (above, below), lines in zip(columns, questions, strict=True):
        expansions = [line["expansions"] / 1e6 for line in lines]
        for name in ("proof_number", "disproof_number"):
            above.plot(expansions, [line[name] for line in lines], label=name.replace("_", " "))
        above.set_title(f"Can {Side(lines[0]['attacker']).name.title()} force a win?")
        above.set_ylim(0)
        above.legend()
        below.plot(expansions, [line["answered"] for line in lines])
        below.set_xlabel("expansions, in millions")
    columns[0][1].set_ylabel("positions answered")
    figure.savefig(path, metadata={"Date": None})


@click.group()
def main() -> None:
    """Learn how the work of proving grows with the pieces on the board."""


@main.command()
@click.argument("name", metavar="GAME")
@click.option("--pieces", default=6, show_default=True, help="Pieces of the endgame tables.")
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="The folder of the tables.")
@click.option("--openings", default=10, show_default=True, help="Games to play.")
@click.option("--nodes", default=100_000, show_default=True, help="Positions that the engine looks at for a turn.")
@click.option("--expansions", default=3_000_000, show_default=True, help="The most for a question.")
@click.option("--seed", default=1, show_default=True, help="Where the drawing of openings starts.")
def ask(name: str, pieces: int, folder: Path | None, openings: int, nodes: int, expansions: int, seed: int) -> None:
    """Play games, ask the questions, and print a row for each."""
    game = game_as(name, Fanorona)
    known = ProvingTables(game, pieces, folder, lambda _: None)
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(field.name for field in fields(Asked))
    for row in asked_of(game, known, openings, nodes, expansions, seed):
        writer.writerow(astuple(row))
        sys.stdout.flush()


@main.command("draw")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--out", type=click.Path(path_type=Path), help="Draw to this file.")
def drawn(files: tuple[Path, ...], out: Path | None) -> None:
    """Print a table of rows, and draw them."""
    rows = [row for path in files for row in read(path)]
    click.echo("\n".join(told(rows)))
    if out:
        draw(rows, out)


@main.command("root")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True))
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Draw to this file.")
def followed(files: tuple[Path, ...], out: Path) -> None:
    """Draw the numbers of roots over the expansions."""
    draw_roots([[msgspec.json.decode(line) for line in file.read_bytes().splitlines()] for file in files], out)


if __name__ == "__main__":
    main()
