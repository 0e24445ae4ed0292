"""Check some turns of a certificate that nobody can force a win: ``python -m tools.sampled FILE --dir TABLES``.

`lalao verify` follows a certificate from its first position on, which takes hours where it is large. A "no" can be
checked turn by turn as well, in any order: the turn is legal, and whatever the other side answers, the play has ended
or the certificate goes on. Where that holds of every turn and of the first position, the attacker can be held off for
ever. The rules are the readable ones; turns are drawn at random, and all are checked where there are no more.
"""

import os
import random
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import click

from lalao.games.fanorona import FanoronaPosition
from lalao.solve.certificate import read_certificate
from lalao.solve.verifying import RefutedError, Verifier, bare
from lalao.values import Side

PART = 2_000
"""Turns that are checked before progress is told."""
held: list[Verifier] = []
"""The verifier, which the processes inherit."""


def goes_on(verifier: Verifier, position: FanoronaPosition) -> None:
    """Check that every answer of the attacker leads to an end that suits the claim, or to a turn of the certificate.

    Raises RefutedError.
    """
    for answer in map(bare, verifier.followers(position, lambda _: None)):
        if not verifier.is_end(answer) and (answer.own, answer.enemy) not in verifier.turns:
            raise RefutedError("refuted: the certificate has no turn for {position}", position=answer)


def check(places: list[tuple[int, int]]) -> int:
    """Check the turns in these positions of the chooser, given as own and enemy pieces; return how many there were.

    Raises RefutedError.
    """
    verifier = held[0]
    for own, enemy in places:
        white, black = (own, enemy) if verifier.chooser is Side.WHITE else (enemy, own)
        position = FanoronaPosition(verifier.root.game, white, black, verifier.chooser)
        (after,) = map(bare, verifier.followers(position, lambda _: None))
        if not verifier.is_end(after):
            goes_on(verifier, after)
    return len(places)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@click.option("--dir", "folder", required=True, type=click.Path(path_type=Path), help="The folder of the tables.")
@click.option("--turns", default=100_000, show_default=True, help="Turns to check.")
@click.option("--seed", default=1, show_default=True, help="Where the drawing of turns starts.")
def main(file: Path, folder: Path, turns: int, seed: int) -> None:
    """Check the first position and some turns; say how many."""
    verifier = Verifier(read_certificate(file), folder)
    if verifier.claim.wins:
        raise click.UsageError("a win is checked as a whole: lalao verify")
    held.append(verifier)
    if verifier.root.to_move is verifier.chooser:
        check([(verifier.root.own, verifier.root.enemy)])
    else:
        goes_on(verifier, verifier.root)
    drawn = random.Random(seed).sample(list(verifier.turns), min(turns, len(verifier.turns)))
    parts = [drawn[begin : begin + PART] for begin in range(0, len(drawn), PART)]
    with (
        ProcessPoolExecutor(os.cpu_count(), get_context("fork")) as pool,
        click.progressbar(pool.map(check, parts), length=len(parts), label="checking") as told,
    ):
        checked = sum(told)
    click.echo(f"{checked:,} of {len(verifier.turns):,} turns hold, and the first position")


if __name__ == "__main__":
    main()
