"""``lalao book``: list and edit an opening book, fill it from records, extend it by search."""

import os
from collections.abc import Sequence
from itertools import islice

import click

from lalao.cli.files import INPUT, KEPT, read_whole, write_whole
from lalao.cli.games import find_position
from lalao.cli.records import records_of
from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, lalao_command, print_json, read_number, speaks
from lalao.cli.terminal import in_figures, on_stderr, tell, tell_table
from lalao.engine.analysis import Settings, told
from lalao.engine.book import HEAD, Book, BookMove
from lalao.engine.options import MOST_LINES
from lalao.engine.protocol import MOST_NODES
from lalao.engine.searchers import analyse, searcher
from lalao.errors import NotationError
from lalao.locale import Translator, later

SHIPPED = "shipped"
MOST_WEIGHT = 1_000_000
MOST_PLIES = 10_000
MOST_POSITIONS = 1_000_000
USUAL_NODES, USUAL_POSITIONS, USUAL_LINES, USUAL_PLIES = "100000", "10", "3", "20"


@lalao_command("book", SubcommandGroup)
@speaks
def command() -> None:
    """Group the commands for opening books."""


def found(name: str) -> Book:
    """Read the book in a file.

    Raises FileError.
    """
    return Book.read(read_whole(name), name)


def kept(name: str) -> Book:
    """Read the book in a file, or return an empty one where there is no such file.

    Raises FileError.
    """
    return found(name) if os.path.lexists(name) else Book(name)


of_start = click.option("--from", "start", metavar="POSITION", help="The position (default: the start of the game).")


@command.command("list", cls=SpeakingCommand, help="List the games of a book, or its moves in a position.")
@click.argument("file", metavar="FILE", type=INPUT)
@click.argument("name", metavar="[GAME]", required=False)
@click.argument("moves", metavar="[MOVE]...", nargs=-1)
@of_start
@as_json
@speaks
@click.pass_obj
def list_moves(
    words: Translator, file: str, name: str | None, moves: tuple[str, ...], start: str | None, json_wanted: bool
) -> None:
    book = found(file)
    if name is None:
        list_games(book, words, json_wanted)
        return
    position = find_position(name, start)
    for move in moves:
        position = position.play(move)
    known = book.moves(position)
    if json_wanted:
        documents = [each.as_dict() for each in known]
        print_json({"game": position.game.id, "position": str(position), "moves": documents})
        return
    click.echo(str(position))
    if known:
        tell_moves(known, words)
    else:
        tell(words("The book has no move here."))


def list_games(book: Book, words: Translator, json_wanted: bool) -> None:
    counted = [(each.id, book.positions(each), book.lines(each)) for each in book.games()]
    if json_wanted:
        print_json({"games": [dict(zip(("game", "positions", "moves"), each, strict=True)) for each in counted]})
        return
    for name, positions, moves in counted:
        tell(words("{game}: positions {positions}, moves {moves}", game=name, positions=positions, moves=moves))


def tell_moves(known: Sequence[BookMove], words: Translator) -> None:
    """Print the moves of a book in a position, with their weights, results and search values."""
    heads = [words(head) for head in HEADS]
    rows = []
    for each in known:
        one = each.entry
        score = "" if one.score is None else told(one.score)
        counts = one.weight, one.games, one.won, one.drawn, one.lost
        rows.append([" ".join(map(str, each.moves)), *map(str, counts), score])
    tell_table(heads, rows, in_figures(heads, rows))


HEADS = (
    later("moves"),
    later("weight"),
    later("games"),
    later("wins"),
    later("draws"),
    later("losses"),
    later("value"),
)


@command.command("add", cls=SpeakingCommand, help="Add the moves of a line to a book; those it has gain weight.")
@click.argument("file", metavar="FILE", type=KEPT)
@click.argument("name", metavar="GAME")
@click.argument("moves", metavar="MOVE...", nargs=-1)
@of_start
@click.option("--weight", "weight_text", metavar="N", default="1", help="Added to the weight of each move.")
@speaks
@click.pass_obj
def add(words: Translator, file: str, name: str, moves: tuple[str, ...], start: str | None, weight_text: str) -> None:
    if not moves:
        raise NotationError("MOVE is missing: write the moves of a line")
    weight = read_number(weight_text, 0, MOST_WEIGHT)
    book, position = kept(file), find_position(name, start)
    for text in moves:
        move = position.guess(text)
        book.entry(position, move).weight += weight
        position = position.play(move)
    write_whole(file, book.text())
    tell(words("{count} move added", "{count} moves added", count=len(moves)))


@command.command(
    "learn",
    cls=SpeakingCommand,
    help="Count the moves of records into a book, or add other books; shipped is that of Lalao.",
)
@click.argument("file", metavar="FILE", type=KEPT)
@click.argument("sources", metavar="SOURCE...", type=INPUT, nargs=-1)
@click.option("--plies", "plies_text", metavar="N", default=USUAL_PLIES, help="Plies of each game to read.")
@speaks
@click.pass_obj
def learn(words: Translator, file: str, sources: tuple[str, ...], plies_text: str) -> None:
    if not sources:
        raise NotationError("SOURCE is missing: name files with records, other books, or shipped")
    plies = read_number(plies_text, 1, MOST_PLIES)
    book = kept(file)
    for source in sources:
        text = "" if source == SHIPPED else read_whole(source)
        if source == SHIPPED:
            book.add(shipped())
        elif text.removeprefix("\ufeff").startswith(HEAD):
            book.add(Book.read(text, source))
        else:
            for record in records_of(text, source):
                book.learn(record, plies)
    write_whole(file, book.text())
    moves = sum(book.lines(each) for each in book.games())
    tell(words("the book has {count} move now", "the book has {count} moves now", count=moves))


def shipped() -> Book:
    from lalao.engine.fanorona_book import as_book  # only Fanorona has one

    return as_book()


@command.command("remove", cls=SpeakingCommand, help="Remove the last move of a line from a book, or a whole position.")
@click.argument("file", metavar="FILE", type=KEPT)
@click.argument("name", metavar="GAME")
@click.argument("moves", metavar="[MOVE]...", nargs=-1)
@of_start
@speaks
@click.pass_obj
def remove(words: Translator, file: str, name: str, moves: tuple[str, ...], start: str | None) -> None:
    book, position = found(file), find_position(name, start)
    for text in moves[:-1]:
        position = position.play(position.guess(text))
    gone = book.remove(position, position.guess(moves[-1]) if moves else None)
    if not gone:
        raise NotationError("the book '{file}' has no such move in {position}", file=file, position=position)
    write_whole(file, book.text())
    tell(words("{count} move removed", "{count} moves removed", count=gone))


@command.command(
    "extend",
    cls=SpeakingCommand,
    help="Search the positions that the book leads to, nearest first, and add the best moves; each is written at once, "
    "and the next call continues.",
)
@click.argument("file", metavar="FILE", type=KEPT)
@click.argument("name", metavar="GAME")
@of_start
@click.option("--positions", "positions_text", metavar="N", default=USUAL_POSITIONS, help="Positions to search.")
@click.option("--nodes", "nodes_text", metavar="N", default=USUAL_NODES, help="Positions to look at in each search.")
@click.option("--lines", "lines_text", metavar="N", default=USUAL_LINES, help="How many moves to add to each at most.")
@speaks
@click.pass_obj
def extend(
    words: Translator,
    file: str,
    name: str,
    start: str | None,
    positions_text: str,
    nodes_text: str,
    lines_text: str,
) -> None:
    most, nodes = read_number(positions_text, 1, MOST_POSITIONS), read_number(nodes_text, 1, MOST_NODES)
    lines = read_number(lines_text, 1, MOST_LINES)
    book, position = kept(file), find_position(name, start)
    one, added = searcher(position, Settings()), 0
    leaves = islice(book.leaves(position), most)
    with click.progressbar(leaves, most, label=words("searching"), **on_stderr()) as bar:
        for leaf in bar:
            book.note(leaf, analyse(leaf, nodes=nodes, lines=lines, kept=one))
            write_whole(file, book.text())
            added += 1
    tell(words("{count} position searched", "{count} positions searched", count=added))
