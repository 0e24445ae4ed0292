"""``lalao fair``: the layouts on which it is hardest to choose who starts."""

from collections.abc import Iterable
from typing import TypeVar

import click

from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, print_json, read_number, speaks
from lalao.cli.terminal import in_columns, on_stderr, tell, tell_table
from lalao.errors import NotationError, Phrase
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from lalao.locale import Translator, later
from lalao.research.fair import ASKED_LEVELS, MOST_PITS, MOST_SEEDS, Judge, Layout, layouts_of

T = TypeVar("T")
MOST_SHOWN = 100
USUAL_SEEDS = 10
HEADINGS = (later("layout"), later("start"), later("winning"), later("plies"), later("chance"), later("asked at"))
NO_LEVEL = "–"
"""The entry in the column of a level where a game does not have that level."""
STARTERS = (later("first"), later("second"), later("either"))


@lalao_command("fair", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.option("--pits", "pits_text", metavar="N", help="The pits of the row.")
@click.option("--seeds", "seeds_text", metavar="K", help="The seeds in all.")
@click.option("--top", "top_text", metavar="T", default="10", help="How many layouts to show (default: 10).")
@as_json
@speaks
@click.pass_obj
def command(
    words: Translator, name: str, pits_text: str | None, seeds_text: str | None, top_text: str, json_wanted: bool
) -> None:
    chosen, top = game(name), read_number(top_text, 1, MOST_SHOWN)
    pits, seeds = size(chosen, pits_text, seeds_text)
    positions = layouts_of(chosen).starts(chosen, pits, seeds)
    sampled = layouts_of(chosen).is_sampled(pits, seeds)
    found, layouts = hardest(positions, top, words)
    if json_wanted:
        document = {"game": chosen.id, "pits": pits, "seeds": seeds, "compared": len(positions), "sampled": sampled}
        print_json(document | {"found": found, "layouts": [layout.as_dict() for layout in layouts]})
        return
    for phrase in heading(chosen, pits, seeds, len(positions), found, sampled):
        tell(words.say(phrase))
    if layouts:
        print_table(table(layouts, words))


def size(chosen: Game, pits_text: str | None, seeds_text: str | None) -> tuple[int, int]:
    """Return the number of pits and the total number of seeds of the layouts, by default the usual ones.

    Raises NotationError.
    """
    layouts = layouts_of(chosen)
    pits = layouts.usual_pits(chosen) if pits_text is None else read_number(pits_text, 2, MOST_PITS)
    if not layouts.fixed:
        return pits, USUAL_SEEDS if seeds_text is None else read_number(seeds_text, 2, MOST_SEEDS)
    if seeds_text is not None:
        raise NotationError("--seeds is for rows: the layout of Fang is fixed by its pits")
    return pits, 2 * pits


def watched(things: Iterable[T], label: str, length: int) -> Iterable[T]:
    """Yield things, with a progress bar if stderr is a terminal."""
    with click.progressbar(things, length, label=label, **on_stderr()) as bar:
        yield from bar


def hardest(positions: list[AnyPosition], top: int, words: Translator) -> tuple[int, list[Layout]]:
    """Return how many starts pose a question, and the `top` hardest of them with the solve rates of the levels.

    Raises TooLargeError.
    """
    judge = Judge()
    judged = [judge.layout(position) for position in watched(positions, words("solving"), len(positions))]
    layouts = sorted((layout for layout in judged if layout), key=lambda layout: layout.rank)
    best = layouts[:top]
    return len(layouts), [judge.with_rates(layout) for layout in watched(best, words("trying levels"), len(best))]


def heading(chosen: Game, pits: int, seeds: int, compared: int, found: int, sampled: bool) -> list[Phrase]:
    """Return the sentences about the subject of the comparison."""
    if layouts_of(chosen).fixed:
        return [Phrase("{game} on {pits} pits", game=chosen.family.title, pits=pits)]
    lines = [
        chosen.title,
        Phrase(
            "{pits} pits, {seeds} seeds: {count} row compared",
            "{pits} pits, {seeds} seeds: {count} rows compared",
            pits=pits,
            seeds=seeds,
            count=compared,
        ),
    ]
    if sampled:
        lines.append(Phrase("These were drawn at random: there are more."))
    lines.append(Phrase("It matters who starts in {number} of them. The hardest come first.", number=found))
    return lines


def table(layouts: list[Layout], words: Translator) -> list[list[str]]:
    """Return the cells of the table, headings first."""
    headings = [words(heading) for heading in HEADINGS]
    levels = [words("level {number}", number=level) for level in ASKED_LEVELS]
    return [[*headings[:5], *levels, headings[5]], *(line(layout, words) for layout in layouts)]


def line(layout: Layout, words: Translator) -> list[str]:
    """Return the cells of one layout."""
    fixed = layouts_of(layout.position.game).fixed
    return [
        layout.position.game.id if fixed else str(layout.position),
        words(layout.start),
        f"{layout.winning}/{layout.legal}",
        str(layout.plies),
        words("1 in {number}", number=round(float(f"{1 / layout.chance:.3g}"))),
        *(f"{layout.rates[level]:.0%}" if level in layout.rates else NO_LEVEL for level in ASKED_LEVELS),
        str(layout.question),
    ]


def print_table(lines: list[list[str]]) -> None:
    """Print a table, headings first."""
    heads, *rows = lines
    tell_table(heads, rows, in_columns(map(tuple, lines), None))
