"""``lalao verify``: check a certificate with the rules and the endgame tables alone."""

import io
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from lalao.cli.files import INPUT, STANDARD
from lalao.cli.prove import SAID
from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, of_folder, present_folder, print_json, speaks
from lalao.cli.terminal import on_stderr, tell
from lalao.errors import LalaoError, Phrase
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.values import Side

if TYPE_CHECKING:
    from lalao.solve.certificate import Certificate
    from lalao.solve.verifying import RefutedError, Verified


@lalao_command("verify", SpeakingCommand)
@click.argument("file", metavar="FILE", type=INPUT)
@click.argument("name", metavar="[GAME]", required=False)
@of_folder
@as_json
@speaks
@click.pass_obj
def command(words: Translator, file: str, name: str | None, folder: str | None, json_wanted: bool) -> None:
    """Check a file; exit with status 1 where it does not show what it claims."""
    from lalao.solve.certificate import copy_certificate, read_certificate

    if file == STANDARD:
        with TemporaryDirectory(prefix="lalao-") as kept, (Path(kept) / "standard input").open("w+b") as copy:
            copy_certificate(getattr(sys.stdin, "buffer", io.BytesIO()), copy)
            copy.flush()
            certificate = read_certificate(Path(copy.name))
    else:
        certificate = read_certificate(found_at(file))
    wanted, tables = None if name is None else game(name), present_folder(folder)
    found = checked(certificate, wanted, tables)
    if json_wanted:
        print_json(as_dict(certificate, found, words))
    elif isinstance(found, LalaoError):
        tell(words.say(found))
    else:
        tell_verified(found, words)
    if isinstance(found, LalaoError):
        click.get_current_context().exit(1)


def found_at(file: str) -> Path:
    """Return the path of a file, or of the certificate that comes with the package where only that has this name."""
    from lalao.solve.certificate import FOLDER

    path = Path(file)
    shipped = FOLDER / path.name
    return shipped if file == path.name and shipped.exists() and not path.exists() else path


def checked(certificate: "Certificate", wanted: Game | None, tables: Path | None) -> "Verified | RefutedError":
    """Check a certificate, with a progress bar if stderr is a terminal; return the verification, or the refutation.

    Raises FileError where the tables are missing.
    """
    from lalao.solve.verifying import RefutedError, check_game, verify

    turns = len(certificate.turns)
    try:
        if wanted is not None:
            check_game(certificate.claim, wanted)
        with click.progressbar(length=turns, **on_stderr()) as bar:
            return verify(certificate, tables, bar.update)
    except RefutedError as error:
        return error


def as_dict(certificate: "Certificate", found: "Verified | RefutedError", words: Translator) -> dict[str, Any]:
    claim = certificate.claim
    told = {name: getattr(claim, name) for name in claim.__struct_fields__}
    told |= {"turns": len(certificate.turns), "sha256": certificate.sha256}
    if isinstance(found, LalaoError):
        return told | {"verified": False, "problem": words.say(found)}
    return told | {"verified": True, "positions": found.positions, "ends": found.ends, "used": found.turns}


def tell_verified(found: "Verified", words: Translator) -> None:
    """Print the claim that has been verified, and how many positions, ends and turns that took."""
    claim = found.claim
    tell(f"{claim.game}, {claim.position}")
    tell(words(SAID[claim.wins], side=Side(claim.attacker)))
    tell(
        words(
            "verified: {positions}, {ends}, {turns}, tables of up to {pieces} pieces",
            positions=Phrase(
                "{number} position", "{number} positions", count=found.positions, number=f"{found.positions:,}"
            ),
            ends=Phrase("{number} end of play", "{number} ends of play", count=found.ends, number=f"{found.ends:,}"),
            turns=Phrase(
                "{number} turn of the certificate",
                "{number} turns of the certificate",
                count=found.turns,
                number=f"{found.turns:,}",
            ),
            pieces=claim.pieces,
        )
    )
