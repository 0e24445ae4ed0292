"""``lalao print``: print sheets for the class as PDF."""

import os

import click

from lalao.cli.files import INPUT, OUTPUT, STANDARD, read_bytes, write_bytes
from lalao.cli.games import find_position
from lalao.cli.speaking import SpeakingCommand, lalao_command, read_number, speaks
from lalao.cli.tournament import moved
from lalao.errors import FileError, NotationError
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.locale import PARTS, SHEET, Translator
from lalao.print import (
    COLOURED,
    Paper,
    Sheet,
    boards,
    cards,
    certificates,
    coloured_certificates,
    guide_sheet,
    pdf,
    position_sheet,
    rules,
    scores,
    slips,
)
from lalao.print.class_sheets import MOST_CARDS, USUAL_CARDS, drawn_by_lot
from lalao.tournament.names import read_list

GUIDE, PUZZLES = "guide", "puzzles"
SHEETS = ("board", "position", "rules", PUZZLES, "slips", "scores", "certificates", COLOURED, GUIDE)
MOST_PER_SHEET = 50
MOST_SEED = 1_000_000_000


def refuse_tournament(_context: click.Context, _option: click.Parameter, file: str | None) -> None:
    """Refuse the file of a tournament, which no command writes any more."""
    if file is not None:
        raise moved()


@lalao_command("print", SpeakingCommand)
@click.argument("sheet", metavar="|".join(SHEETS))
@click.argument("name", metavar="GAME", required=False)
@click.option("--paper", "paper_name", metavar="A4|A3", default="A4", help="The paper: A4 or A3.")
@click.option("--out", "out_file", metavar="FILE.pdf", type=OUTPUT, help="The file to write.")
@click.option("--force", is_flag=True, help="Replace the file if there is one already.")
@click.option("--size", metavar="SIZE", help="Boards: seeds, egg-box, or the millimetres from pit to pit.")
@click.option("--per-sheet", metavar="N", help="Boards: how many on a sheet (default: as many as fit).")
@click.option(
    "--from", "start", metavar="POSITION", help="Positions; boards: for this position, such as a row of another length."
)
@click.option(
    "--names",
    "names_file",
    metavar="FILE.csv",
    type=INPUT,
    help="Scores, certificates: the pupils, one a line or in a table.",
)
@click.option("--winners", is_flag=True, help="Certificates: they have won; without it, they have taken part.")
@click.option("--tournament", hidden=True, expose_value=False, callback=refuse_tournament)
@click.option(
    "--part", metavar="|".join(PARTS), help="Rules: the sheet (default), for the teacher, or for the curious."
)
@click.option("--theme", metavar="THEME", help="Puzzles: those of one theme alone.")
@click.option("--count", "count_text", metavar="N", help="Puzzles: how many cards (default: 8).")
@click.option("--seed", "seed_text", metavar="S", help="Puzzles: random seed (default: 0).")
@speaks
@click.pass_obj
def command(
    words: Translator,
    /,
    sheet: str,
    name: str | None,
    paper_name: str,
    out_file: str | None,
    force: bool,
    size: str | None,
    per_sheet: str | None,
    start: str | None,
    names_file: str | None,
    winners: bool,
    part: str | None,
    theme: str | None,
    count_text: str | None,
    seed_text: str | None,
) -> None:
    if sheet not in SHEETS:
        raise NotationError("there is no sheet '{text}': choose {sheets}", text=sheet, sheets=", ".join(SHEETS))
    chosen, paper = game_of(sheet, name), Paper.named(paper_name)
    options = {"--size": size, "--per-sheet": per_sheet, "--from": start}
    options |= {
        "--names": names_file,
        "--winners": "" if winners else None,
        "--part": part,
        "--theme": theme,
        "--count": count_text,
        "--seed": seed_text,
    }
    refuse_surplus(sheet, options)
    if out_file is None:
        raise NotationError("--out is missing: name the PDF file to write")
    if os.path.isfile(out_file) and not force:
        raise FileError("'{file}' is there already: choose another name, or add --force to replace it", file=out_file)
    wanted = None if per_sheet is None else read_number(per_sheet, 1, MOST_PER_SHEET)
    if chosen is None:
        made = guide_sheet(words, paper)
    elif sheet == "board":
        made = boards(chosen, words, paper, size or "seeds", wanted, find_position(chosen.id, start))
    elif sheet == "position":
        made = position_sheet(find_position(chosen.id, start), words, paper)
    elif sheet == "rules":
        made = rules(chosen, words, paper, part or SHEET)
    elif sheet == PUZZLES:
        count = read_number(count_text or str(USUAL_CARDS), 1, MOST_CARDS)
        made = cards(drawn_by_lot(chosen, theme, count, read_number(seed_text or "0", 0, MOST_SEED)), words, paper)
    else:
        names = read_list(read_bytes(names_file)).names if names_file else []
        made = class_sheet(sheet, chosen, words, paper, names, winners)
    write_bytes(out_file, pdf(made))
    if out_file != STANDARD:
        click.echo(words("Written: {file}", file=out_file))


def game_of(sheet: str, name: str | None) -> Game | None:
    """Return the game of a sheet, or None for the guide, which is for all games.

    Raises NotationError or UnknownGameError.
    """
    if sheet == GUIDE:
        if name is not None:
            raise NotationError("the guide is for all games: leave '{text}' out", text=name)
        return None
    if name is None:
        raise NotationError("{name} is missing: see {command} --help", name="GAME", command="lalao print")
    return game(name)


def class_sheet(sheet: str, chosen: Game, words: Translator, paper: Paper, names: list[str], won: bool) -> Sheet:
    """Return a sheet of slips, scores or certificates.

    Raises NotationError.
    """
    if sheet == "slips":
        return slips(chosen, words, paper)
    if sheet == "scores":
        return scores(chosen, words, paper, names=names)
    certificates_of = coloured_certificates if sheet == COLOURED else certificates
    return certificates_of(chosen, words, paper, names=names, won=won)


USES = {
    "board": ("--size", "--per-sheet", "--from"),
    "position": ("--from",),
    "guide": (),
    "rules": ("--part",),
    PUZZLES: ("--theme", "--count", "--seed"),
    "slips": (),
    "scores": ("--names",),
    "certificates": ("--names", "--winners"),
    COLOURED: ("--names", "--winners"),
}


def refuse_surplus(sheet: str, given: dict[str, str | None]) -> None:
    """Check that all options given apply to this sheet.

    Raises NotationError where one does not.
    """
    for option, text in given.items():
        if text is not None and option not in USES[sheet]:
            raise NotationError("{option} does not apply to {sheet}: leave it out", option=option, sheet=sheet)
