"""``lalao review``: the costliest moves of games, better ones and good ones; ``lalao annotate``: these in records."""

from collections import Counter
from collections.abc import Iterable, Iterator

import click

from lalao.cli import charts
from lalao.cli.files import INPUT
from lalao.cli.records import games_in
from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, print_json, speaks
from lalao.cli.terminal import columns, on_stderr, tell
from lalao.errors import Phrase
from lalao.games.game import Game
from lalao.locale import Translator
from lalao.record import Record, write
from lalao.teach.annotating import annotated
from lalao.teach.assessing import assessor
from lalao.teach.claims import Better, Claim, Opinion, Status, SureWin
from lalao.teach.reviewing import Merit, Moment, Review, SideReview, player_of, read_side, review, sides_told
from lalao.teach.shipped_puzzles import has_theme
from lalao.teach.worths import Level, read_level
from lalao.values import Side

MISTAKE, MERIT = "?", "!"
INSTEAD = Better | Opinion | SureWin
"""Claims that name another move."""
MOST_THEMES = 3
"""The most themes reported as missed."""


@lalao_command("review", SpeakingCommand)
@click.argument("file", metavar="FILE", type=INPUT)
@click.option("--side", "side_text", metavar="SIDE", help="South, North, White or Black (default: both).")
@click.option("--level", "level_text", metavar="pupil|player", default="pupil", help="For whom (default: pupil).")
@as_json
@speaks
@click.pass_obj
def review_command(words: Translator, file: str, side_text: str | None, level_text: str, json_wanted: bool) -> None:
    level = read_level(level_text)
    reviews = reviews_in(file, side_text, words)
    if json_wanted:
        print_json({"games": [each.shown(level, words) for each in reviews]})
        return
    missed: Counter[tuple[Game, str]] = Counter()
    for number, each in enumerate(reviews):
        if number:
            click.echo()
        show(each, level, words)
        missed.update((each.game, moment.theme) for side in each.sides for moment in side.moments if moment.theme)
    show_missed(missed, words)


def reviews_in(file: str, side_text: str | None, words: Translator) -> Iterator[Review]:
    """Review the games in a file lazily, for one side or both.

    Raises NotationError or FileError before the first review.
    """
    sides = [] if side_text is None else [read_side(side_text, words)]
    records = games_in(file)
    for record in records:
        sides_told(record.game, sides)
    return (reviewed(record, sides, words) for record in records)


def reviewed(record: Record, sides: list[Side], words: Translator) -> Review:
    """Review a game, with a progress bar if stderr is a terminal."""
    assess = assessor()
    with click.progressbar(record.positions(), label=words("Thinking"), **on_stderr()) as bar:
        for position in bar:
            assess(position)
    return review(record, sides, assess)


def show(told: Review, level: Level, words: Translator) -> None:
    """Print a review: the players, the chart, then each side."""
    first, second = (player(side, player_of(told.record, side), words) for side in told.game.sides)
    tell(f"{words.say(told.game.title)}: {first} – {second}  {told.record.result}")
    if len(told.points) == 1:
        tell(words("No move was played."))
        return
    show_chart(told, words)
    for side in told.sides:
        click.echo()
        show_side(side, level, words)


def show_missed(missed: Counter[tuple[Game, str]], words: Translator) -> None:
    """Print the themes missed most often for which there are puzzles, and how to list these."""
    practised = [((game, theme), count) for (game, theme), count in missed.most_common() if has_theme(game, theme)]
    if practised:
        click.echo()
    for (game, theme), count in practised[:MOST_THEMES]:
        tell(
            words(
                "Missed {count} time: {theme}. Puzzles of this theme: {command}",
                "Missed {count} times: {theme}. Puzzles of this theme: {command}",
                count=count,
                theme=theme,
                command=f"lalao puzzles list {game.id} --theme {theme}",
            )
        )


def player(side: Side, name: str, words: Translator) -> str:
    """Return the name of a side, with that of its player if known."""
    return words.say(side) if not name else f"{words.say(side)} ({name})"


def show_chart(told: Review, words: Translator) -> None:
    """Print the chart of a game, in pieces as wide as the terminal, and its legend."""
    marks = {merit.ply: MERIT for side in told.sides for merit in side.merits}
    marks |= {moment.ply: MISTAKE for side in told.sides for moment in side.moments}
    first, second = told.game.sides
    labels = [words.say(first), *[""] * (2 * charts.ROWS - 1), words.say(second), "", ""]
    room = max(map(len, labels)) + 2
    width, most = columns() or len(told.points) + room, charts.most_seeds(told.points)
    for piece in charts.in_pieces(told.points, width - room):
        for label, row in zip(labels, charts.rows(piece, marks, most), strict=True):
            click.echo((label.ljust(room) + row).rstrip())
    for line in legend(told, words):
        tell(line)


def legend(told: Review, words: Translator) -> Iterable[str]:
    """Yield the sentences that explain the chart."""
    first, second = told.game.sides
    yield words("With best play, {first} is ahead above the line and {second} below it.", first=first, second=second)
    most = charts.most_seeds(told.points)
    if most:
        yield words("The tallest column is {count} seed.", "The tallest column is {count} seeds.", count=most)
    if any(point.worth is None for point in told.points):
        yield words("A broken line is the computer's opinion, not a proof.")


def show_side(side: SideReview, level: Level, words: Translator) -> None:
    click.echo(player(side.side, side.player, words))
    if not side.moments:
        tell(
            words(
                "No serious mistakes ({count} move, {proved} judged by proof).",
                "No serious mistakes ({count} moves, {proved} judged by proof).",
                count=side.moves,
                proved=side.proved,
            )
        )
    for moment in side.moments:
        show_moment(moment, level, words)
    for merit in side.merits:
        show_merit(merit, level, words)


def show_moment(moment: Moment, level: Level, words: Translator) -> None:
    """Print a mistake: the board, the move, why it was not best, and a better one."""
    click.echo()
    click.echo(moment.position.picture(legal=True).draw(words, columns()))
    click.echo(str(moment.position))
    tell(
        words(
            "{mark} Move {number}: {side} played {move}.",
            mark=MISTAKE,
            number=moment.number,
            side=moment.position.to_move,
            move=moment.move,
        )
    )
    claims = chosen(moment.explanation.claims, level)
    for claim in claims:
        tell(words.say(claim.said(level)))
    if not any(isinstance(claim, INSTEAD) for claim in claims):
        tell(words.say(instead(moment)))
    if moment.refutation:
        tell(words.say(onward(moment)))


def instead(moment: Moment) -> Phrase:
    """Return the sentence that names the better move."""
    if moment.status is Status.PROVED:
        return Phrase("The move {move} is better.", move=moment.better.move)
    return Phrase("The computer would play {move}; this is its opinion, not proved.", move=moment.better.move)


def onward(moment: Moment) -> Phrase:
    """Return the sentence that gives the moves after the mistake: its refutation, or the expected line."""
    moves = " ".join(moment.refutation)
    if moment.explanation.refutation:
        return Phrase("The refutation: {moves}", moves=moves)
    return Phrase("The computer expects: {moves}", moves=moves)


def chosen(claims: tuple[Claim, ...], level: Level) -> list[Claim]:
    """Return the claims to be shown of a mistake: all for a player; for a pupil the first, and the better move."""
    if level is Level.PLAYER:
        return list(claims)
    better = [claim for claim in claims if isinstance(claim, INSTEAD)]
    others = [claim for claim in claims if claim not in better]
    return [*others[:1], *better[:1]]


def show_merit(merit: Merit, level: Level, words: Translator) -> None:
    """Print a move that was well played, and why."""
    click.echo()
    click.echo(str(merit.position))
    side = merit.position.to_move
    tell(
        words(
            "{mark} Move {number}: {move} was a good move by {side}.",
            mark=MERIT,
            number=merit.number,
            side=side,
            move=merit.move,
        )
    )
    for claim in merit.claims:
        tell(words.say(claim.said(level)))


@lalao_command("annotate", SpeakingCommand)
@click.argument("file", metavar="FILE", type=INPUT)
@click.option("--side", "side_text", metavar="SIDE", help="South, North, White or Black (default: both).")
@click.option("--level", "level_text", metavar="pupil|player", default="player", help="For whom (default: player).")
@speaks
@click.pass_obj
def annotate_command(words: Translator, file: str, side_text: str | None, level_text: str) -> None:
    level = read_level(level_text)
    for number, each in enumerate(reviews_in(file, side_text, words)):
        if number:
            click.echo()
        click.echo(write(annotated(each, level, words)), nl=False)
