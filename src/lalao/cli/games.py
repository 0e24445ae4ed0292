"""``lalao games``, ``rules``, ``show`` and ``moves``: the games, their rules, and positions with their legal moves."""

import click

from lalao.cli.files import OUTPUT, STANDARD, write_whole
from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, print_json, speaks
from lalao.cli.terminal import columns, tell, tell_cells, tell_columns, tell_pages
from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import ALIASES, FAMILIES, LISTED, game
from lalao.locale import PARTS, SHEET, Translator
from lalao.locale.events import ended
from lalao.sheets import as_text, sheet
from lalao.values import Outcome


@lalao_command("games", SpeakingCommand)
@as_json
@speaks
@click.pass_obj
def games_command(words: Translator, json_wanted: bool) -> None:
    titles = {name: words.say(game(name).title) for name in LISTED}
    aliases = {target: alias for alias, target in ALIASES.items()}
    if json_wanted:
        print_json([{"id": name, "title": title} for name, title in titles.items()])
        return
    also = {name: f" (= {alias})" for name, alias in aliases.items()}
    tell_columns((name, title + also.get(name, "")) for name, title in titles.items())
    sizes = ", ".join(size for family in FAMILIES for size in family.sizes)
    tell(words("Other sizes go by the same names: {sizes}.", sizes=sizes))


def find_position(name: str, text: str | None) -> AnyPosition:
    """Return the position of a game with this text, or its start where there is none.

    Raises UnknownGameError or NotationError.
    """
    chosen = game(name)
    return chosen.start() if text is None else chosen.position(text)


@lalao_command("show", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option(
    "--svg",
    "svg_file",
    metavar="FILE",
    type=OUTPUT,
    help="Write the picture to this file as SVG; - is the standard output.",
)
@as_json
@speaks
@click.pass_obj
def show_command(words: Translator, name: str, text: str | None, svg_file: str | None, json_wanted: bool) -> None:
    if svg_file and svg_file.startswith("--"):
        raise NotationError("--svg needs a file name")
    position = find_position(name, text)
    picture = position.picture(legal=True)
    if svg_file:
        write_whole(svg_file, picture.svg(words))
    if svg_file == STANDARD:
        return
    if json_wanted:
        print_json(
            {
                "game": position.game.id,
                "position": str(position),
                "to_move": str(position.to_move),
                "outcome": outcome_json(position.outcome),
                "text": picture.draw(words),
            }
        )
    elif not svg_file:
        click.echo(picture.draw(words, columns()))
        click.echo(str(position))
        if position.outcome:
            tell(ended(position.outcome, words))


def outcome_json(outcome: Outcome | None) -> dict[str, object] | None:
    """Return an outcome as plain JSON, None where there is none."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner)
    score = None if outcome.score is None else list(outcome.score)
    return {"winner": winner, "reason": str(outcome.reason), "ending": str(outcome.ending), "score": score}


@lalao_command("moves", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@as_json
@speaks
@click.pass_obj
def moves_command(words: Translator, name: str, text: str | None, json_wanted: bool) -> None:
    """List the legal moves: move, tab, resulting position; of a game that has ended, how it did."""
    position = find_position(name, text)
    after = [(str(move), str(position._play(move))) for move in position.legal_moves()]
    if json_wanted:
        moves = [{"move": move, "position": result} for move, result in after]
        document = {"game": position.game.id, "position": str(position), "moves": moves}
        print_json(document | {"outcome": outcome_json(position.outcome)})
        return
    if position.outcome:
        tell(ended(position.outcome, words))
    for move, result in after:
        tell_cells(move, result)


WIDEST = 100


@lalao_command("rules", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.option(
    "--part",
    metavar="|".join(PARTS),
    default=SHEET,
    help="The sheet (default), for the teacher, or for the curious.",
)
@as_json
@speaks
@click.pass_obj
def rules_command(words: Translator, name: str, part: str, json_wanted: bool) -> None:
    chosen = game(name)
    if json_wanted:
        text = text_of(chosen, words, part)
        print_json({"game": chosen.id, "language": words.language, "part": part, "text": text})
    else:
        show_sheet(chosen, words, part)


def text_of(chosen: Game, words: Translator, part: str) -> str:
    """Return a part of the rules as Markdown, with its pictures drawn with characters.

    Raises NotationError where the family has no such part.
    """
    return as_text(sheet(chosen.family.name, words, part), words)


def show_sheet(chosen: Game, words: Translator, part: str = SHEET) -> None:
    """Print a part of the rules: formatted and a screen at a time on a terminal, else as Markdown.

    Raises NotationError where the family has no such part.
    """
    text, width = text_of(chosen, words, part), columns()
    if width is None:
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(width, WIDEST))
    with console.capture() as captured:
        console.print(Markdown(text))
    tell_pages(captured.get(), words)
