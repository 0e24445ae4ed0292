"""Games as people have them: records of any program, and bare lists of moves or positions that name no game.

A text without tags is read as the game that is asked for, else as the first listed game whose rules it fits. Games are
read one after the other, so that a long file takes no more memory than its longest game.

>>> [(record.game.id, record.moves()[-1].text) for record in read_games("e2e3a f4e5w,e4a 1-0")]
[('fanorona', 'f4-e5W-e4A')]
>>> [str(record.root.position) for record in read_games("3/1W1/B2 W - - - 0")]
['B2/1W1/3 w']
"""

import re
from collections.abc import Callable, Iterator
from itertools import chain, islice

from lalao.errors import LalaoError, NotationError, RecordError
from lalao.games.game import AnyPosition, Interchange
from lalao.games.registry import FAMILIES, LISTED
from lalao.games.registry import game as find_game
from lalao.record.reading import Reader, Token, headers_in, located, parts_of, plain, read
from lalao.record.tree import Node, Record

Admit = Callable[[AnyPosition], None]
MOST_POSITION = 2_000
"""Letters of a text that may be a position."""


def read_games(text: str, given: AnyPosition | None = None, admit: Admit | None = None) -> Iterator[Record]:
    """Yield the games of a text in any notation that is known.

    `given` is the start of games that name neither game nor start; where it is not given, the game is found by trying.
    `admit` may raise an error of its own for a start that a text names, before any move is read.

    Raises RecordError at the first game that cannot be read.
    """
    text = plain(text)
    every = chain.from_iterable(family.interchanges.values() for family in FAMILIES)
    foreign = next((each for each in every if each.recognises(text)), None)
    if foreign:
        yield from _read_trials(text, foreign, given)
        return
    fitting = ""
    for part in parts_of(text):
        if any(token.kind in ("tag", "move") for token in part):
            record = _read_part(text, part, given, admit, fitting)
            fitting = record.game.id
            yield record


def read_game(text: str, number: int = 0, admit: Admit | None = None) -> Record:
    """Read one game of a text as `read_games` does, the first unless another `number` is asked for.

    Raises NotationError where there is none, RecordError where it or one before it cannot be read.
    """
    found = next(islice(read_games(text, admit=admit), number, None), None)
    if found is None and number:
        raise NotationError("there is no game {number} in this text", number=number + 1)
    return found or read(text, admit)


def _read_part(text: str, part: list[Token], given: AnyPosition | None, admit: Admit | None, first: str) -> Record:
    """Read one game; `first` is the game to try first where none is named."""
    names = {token.name for token in part if token.kind == "tag"}
    if "Game" in names or headers_in(names):
        return Reader(text, part, given).read(admit)
    if given is None:
        return _fitted(text, part, admit, first)
    try:
        return _read_as(text, part, given, admit)
    except RecordError as error:
        try:
            other = _fitted(text, part, admit, first).game.id
        except RecordError:
            raise error from None
        told = NotationError("{cause}; all of it can be played in {game}", cause=error.cause, game=other)
        raise RecordError(error.line, error.column, told) from None


def _fitted(text: str, part: list[Token], admit: Admit | None, first: str) -> Record:
    """Read a game as the first of those listed that it fits.

    Raises the error of the game that fits furthest.
    """
    errors: list[RecordError] = []
    for name in dict.fromkeys((first, *LISTED) if first else LISTED):
        try:
            return _read_as(text, part, find_game(name).start(), admit)
        except RecordError as error:
            errors.append(error)
    furthest = max(errors, key=lambda each: (each.line, each.column, not isinstance(each.cause, NotationError)))
    at = next(token.at for token in part if token.kind in ("move", "tag"))
    unread = NotationError('this is neither a position nor a list of moves: a record begins with [Game "fang"]')
    begun = located(text, at, unread)
    is_read = (furthest.line, furthest.column) > (begun.line, begun.column)
    raise furthest if is_read or not isinstance(furthest.cause, NotationError) else begun


def _read_as(text: str, part: list[Token], start: AnyPosition, admit: Admit | None) -> Record:
    """Read the position or the moves of a part; a position is a game without moves."""
    written = " ".join(text[part[0].at : part[-1].end].split())
    if len(written) <= MOST_POSITION and all(token.kind in ("move", "number") for token in part):
        try:
            position = start.game.position(written)
        except LalaoError:
            pass
        else:
            if admit:
                admit(position)
            return Record(Node(position), {"Game": position.game.id})
    return Reader(text, part, start).read()


def _read_trials(text: str, foreign: Interchange, given: AnyPosition | None) -> Iterator[Record]:
    """Yield the games of a text with empty lines between them, whose moves only `foreign` can read."""
    names = [name for family in FAMILIES if foreign in family.interchanges.values() for name in family.listed]
    start = given or find_game(names[0]).start()
    at = 0
    for part in re.split(r"(\n\s*\n)", text):
        if foreign.recognises(part):
            record = Record(Node(start), {"Game": start.game.id})
            try:
                for move in foreign.read(start, part):
                    record.play(move)
            except LalaoError as cause:
                raise located(text, at + len(part) - len(part.lstrip()), cause) from None
            yield record
        at += len(part)
