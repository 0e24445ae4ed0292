"""Prove whole boards of Fanorona: ``python tools/proofs.py GAME:PIECES… [--dir TABLES] [--certificates DIR]``.

Prints the rows of the table in docs/results/proofs.md: the question, expansions, seconds, and the certificate's name.
Each certificate is verified before its row is printed.
"""

import argparse
import sys
from pathlib import Path

from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.research.proof import Proof, ProvingTables, Statement, value_of
from lalao.solve.verifying import verify
from lalao.values import Side

MEMORY = 1_000_000_000
MOST = 40_000_000
SHOWN = 16
"""Digits of a SHA-256 that a row shows."""


def row(game: Fanorona, statement: Statement, pieces: int, folder: Path, certificates: Path) -> str:
    """Verify the certificate of a statement, write it, and return its row."""
    said = {True: "can force a win", False: "cannot force a win", None: "not known"}[statement.wins]
    cells = [game.id, f"{statement.attacker.name.title()} {said}", str(pieces), f"{statement.expansions:,}"]
    cells.append(f"{statement.seconds:.2f}")
    if statement.certificate is None:
        return f"| {' | '.join([*cells, '', ''])} |"
    verify(statement.certificate, folder)
    path = certificates / f"{game.id}-{statement.attacker}.proof"
    statement.certificate.write(path)
    cells += [f"{len(statement.certificate.turns):,}", f"`{statement.certificate.sha256[:SHOWN]}`"]
    return f"| {' | '.join(cells)} |"


def prove(name: str, pieces: int, folder: Path, certificates: Path) -> None:
    """Ask both questions about the start of a game, and print the rows."""
    game = game_as(name, Fanorona)
    known = ProvingTables(game, pieces, folder, lambda _: None)
    statements = []
    for attacker in (Side.WHITE, Side.BLACK):
        statements.append(Proof(game.start(), attacker, known, MEMORY, MOST).run(certified=True))
        print(row(game, statements[-1], pieces, folder, certificates), flush=True)
        if statements[-1].wins:
            break
    print(f"{name}: {value_of(game.start(), statements).name}", file=sys.stderr, flush=True)


def main() -> None:
    """Read the command line and prove one game after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", metavar="GAME:PIECES")
    parser.add_argument("--dir", type=Path, required=True, metavar="TABLES")
    parser.add_argument("--certificates", type=Path, required=True, metavar="DIR")
    arguments = parser.parse_args()
    arguments.certificates.mkdir(parents=True, exist_ok=True)
    for text in arguments.games:
        name, _, pieces = text.partition(":")
        prove(name, int(pieces), arguments.dir, arguments.certificates)


if __name__ == "__main__":
    main()
