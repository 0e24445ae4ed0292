"""Opening books of one's own: weighted moves for each position, as a text that anybody can edit.

The first line is `HEAD`; each other line is a move in ten fields separated by tabs: the game's id, the position, the
move, its weight, the games in which it was played and how many of them its player won, drew and lost, the score that a
search gave it (as in the line protocol, ``-`` for none) and how many positions that search looked at. Lines that begin
with ``#`` are skipped. Positions that are mirror images, or the same from the other side of the board, are one entry of
a book.

>>> import lalao
>>> start = lalao.game("fang-4").start()
>>> book = Book()
>>> book.entry(start, start.move("2")).weight = 3
>>> [(str(each.move), each.entry.weight) for each in book.moves(start)]
[('2', 3)]
>>> Book.read(book.text(), "mine").positions(lalao.game("fang-4"))
1
"""

import random
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from lalao.engine.analysis import Info, Line, Score, Searcher, SearchRequest, hundredths, read_score, score_text
from lalao.engine.options import MOST_DIGITS
from lalao.errors import FileError, LalaoError, NotationError
from lalao.games.game import AnyPosition, Game, name_of, plain
from lalao.games.registry import game as game_of
from lalao.record import Record

HEAD = "# Lalao opening book 1"
COLUMNS = ("game", "position", "move", "weight", "games", "won", "drawn", "lost", "value", "nodes")
NOTHING = "-"
MOST_BYTES = 10_000_000
USUAL_WEIGHT = 10
"""The weight of the best move that a search finds; a move loses one for each tenth of a piece or seed it is worse."""
A_WEIGHT = 10
"""Hundredths of the game's unit that cost a move one of its weight."""
WON, DRAWN = 2, 1
"""The growth of a move's weight for a game that its player won, and for one drawn or unfinished."""


@dataclass(slots=True)
class Entry:
    """A book's data on a move: its weight, how games with it ended for its player, and a search's score."""

    weight: int = 0
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    score: Score | None = None
    nodes: int = 0

    def add(self, other: "Entry") -> None:
        """Add another book's entry for the same move; of two scores, that of the larger search is kept."""
        self.weight += other.weight
        self.games += other.games
        self.won, self.drawn, self.lost = self.won + other.won, self.drawn + other.drawn, self.lost + other.lost
        if other.score is not None and (self.score is None or other.nodes > self.nodes):
            self.score, self.nodes = other.score, other.nodes

    def as_dict(self) -> dict[str, Any]:
        document = {each.name: getattr(self, each.name) for each in fields(self)}
        return document | {"score": None if self.score is None else self.score.as_dict()}


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move that a book has in a position, with those that lead to an equivalent position, and its entry."""

    moves: tuple[Any, ...]
    entry: Entry

    @property
    def move(self) -> Any:
        """The first of the equivalent moves."""
        return self.moves[0]

    def as_dict(self) -> dict[str, Any]:
        return {"moves": [str(move) for move in self.moves]} | self.entry.as_dict()


class Book:
    """An opening book: entries of moves, by game and position."""

    def __init__(self, name: str = "") -> None:
        """Make an empty book; `name` is that of its file, for errors."""
        self.name = name
        self._held: dict[tuple[str, str], dict[str, Entry]] = {}

    @classmethod
    def read(cls, text: str, name: str) -> "Book":
        """Read a book from its text.

        Raises FileError at the first line that cannot be read; illegal moves are found only when they are looked up.
        """
        lines = text.removeprefix("\ufeff").splitlines()
        if not lines or lines[0].rstrip() != HEAD:
            raise FileError("'{file}' is not an opening book: its first line should be {head}", file=name, head=HEAD)
        book = cls(name)
        for number, line in enumerate(lines, 1):
            if line.strip() and not line.startswith("#"):
                try:
                    book._read(line.split("\t"))
                except LalaoError as cause:
                    raise FileError("'{file}', line {line}: {cause}", file=name, line=number, cause=cause) from None
        return book

    def _read(self, parts: list[str]) -> None:
        if len(parts) != len(COLUMNS):
            raise NotationError(
                "a line has {wanted} fields, with a tab between, not {found}: {names}",
                wanted=len(COLUMNS),
                found=len(parts),
                names=", ".join(COLUMNS),
            )
        name, position, move, *counts, value, nodes = parts
        weight, games, won, drawn, lost = map(count, counts)
        score = None if value == NOTHING else read_score(value)
        entries = self._held.setdefault((game_of(name).id, position), {})
        if move in entries:
            raise NotationError("the move '{move}' stands here twice", move=move)
        entries[move] = Entry(weight, games, won, drawn, lost, score, count(nodes))

    def text(self) -> str:
        """Return the book as text: games and positions in order, the heaviest moves first."""
        lines = [HEAD, "# " + "\t".join(COLUMNS)]
        for (name, position), entries in sorted(self._held.items()):
            for move, each in sorted(entries.items(), key=lambda one: (-one[1].weight, one[0])):
                score = NOTHING if each.score is None else score_text(each.score)
                counts = each.weight, each.games, each.won, each.drawn, each.lost
                lines.append("\t".join(map(str, (name, position, move, *counts, score, each.nodes))))
        return "\n".join([*lines, ""])

    def games(self) -> list[Game]:
        """List the games of which the book has positions, by id."""
        return [game_of(name) for name in sorted({name for name, _ in self._held})]

    def positions(self, game: Game) -> int:
        return sum(name == game.id for name, _ in self._held)

    def lines(self, game: Game) -> int:
        """Count the moves in all positions of a game."""
        return sum(len(entries) for (name, _), entries in self._held.items() if name == game.id)

    def moves(self, position: AnyPosition) -> list[BookMove]:
        """List the moves of the book in a position, the heaviest first.

        Raises FileError where the book has an illegal one.
        """
        held: dict[str, Entry] = {}
        for page, entries in self._pages(position):
            for text, entry in entries.items():
                held.setdefault(name_of(self._played(page, text)), entry)
        if not held:
            return []
        leading: dict[str, list[Any]] = {}
        for move in position.legal_moves():
            leading.setdefault(name_of(position._play(move)), []).append(move)
        found = [BookMove(tuple(moves), held[after]) for after, moves in leading.items() if after in held]
        return sorted(found, key=lambda each: (-each.entry.weight, str(each.move)))

    def offers(self, position: AnyPosition) -> list[BookMove]:
        """List the moves that may be played, those with a weight above 0, the heaviest first.

        Raises FileError where the book has an illegal one.
        """
        return [each for each in self.moves(position) if each.entry.weight]

    def entry(self, position: AnyPosition, move: Any) -> Entry:
        """Return the entry of a legal move, which the caller may change; a new one is added where there is none.

        Raises IllegalMoveError, and FileError where the book has an illegal move in the position.
        """
        after = name_of(position.play(move))
        for page, entries in self._pages(position):
            for text, entry in entries.items():
                if name_of(self._played(page, text)) == after:
                    return entry
        page = next((page for page, _ in self._pages(position)), position.game.position(name_of(position)))
        same = next(each for each in page.legal_moves() if name_of(page._play(each)) == after)
        return self._held.setdefault((page.game.id, plain(page)), {}).setdefault(str(same), Entry())

    def remove(self, position: AnyPosition, move: Any | None = None) -> int:
        """Remove a move of a position, or all its moves; return how many were removed.

        Raises IllegalMoveError, and FileError where the book has an illegal move in the position.
        """
        after = None if move is None else name_of(position.play(move))
        gone = 0
        for page, entries in list(self._pages(position)):
            for text in list(entries):
                if after is None or name_of(self._played(page, text)) == after:
                    del entries[text]
                    gone += 1
            if not entries:
                del self._held[page.game.id, plain(page)]
        return gone

    def add(self, other: "Book") -> None:
        """Add all entries of another book.

        Raises FileError where either has an illegal move.
        """
        for (name, text), entries in other._held.items():
            position = other._position(name, text)
            for move, entry in entries.items():
                other._played(position, move)
                self.entry(position, position.move(move)).add(entry)

    def learn(self, record: Record, plies: int) -> None:
        """Count the moves of a game in its first `plies`; a move repeated in a position counts once.

        Raises FileError where the book has an illegal move in one of these positions.
        """
        winner = dict(zip(("1-0", "0-1"), record.game.sides, strict=True)).get(record.result)
        counted = set()
        for node in record.root.line():
            assert node.parent is not None
            before = node.parent.position
            if node.ply > plies:
                break
            names = name_of(before), name_of(node.position)
            if names not in counted:
                counted.add(names)
                won, lost = winner is before.to_move, winner is before.to_move.other
                drawn = record.result == "1/2-1/2"
                weight = WON if won else 0 if lost else DRAWN
                self.entry(before, node.move).add(Entry(weight, 1, won, drawn, lost))

    def often(self, games: int) -> "Book":
        """Return the counts of the positions that so many games have reached, without weights."""
        kept = Book(self.name)
        for page, entries in self._held.items():
            if sum(each.games for each in entries.values()) >= games:
                kept._held[page] = {move: replace(each, weight=0) for move, each in entries.items() if each.games}
        return kept

    def leaves(self, start: AnyPosition) -> Iterator[AnyPosition]:
        """Yield the unfinished positions that the book's moves reach but in which it offers none, the nearest first.

        The book may grow meanwhile: moves added to a position just yielded are followed too.

        Raises FileError where the book has an illegal move.
        """
        waiting, met = deque([start]), {name_of(start)}
        while waiting:
            here = waiting.popleft()
            if here.outcome:
                continue
            if not self.offers(here):
                yield here
            for each in self.offers(here):
                after = here._play(each.move)
                if name_of(after) not in met:
                    met.add(name_of(after))
                    waiting.append(after)

    def note(self, position: AnyPosition, info: Info) -> None:
        """Enter the lines of a search; the best move gets `USUAL_WEIGHT`, the others less, as they are worse.

        Raises FileError where the book has an illegal move in the position.
        """
        best = info.lines[0].score
        for line in info.lines:
            entry = self.entry(position, line.moves[0])
            entry.weight, entry.score, entry.nodes = weight_of(line.score, best), line.score, info.nodes

    def _pages(self, position: AnyPosition) -> Iterator[tuple[AnyPosition, dict[str, Entry]]]:
        """Yield each equivalent position that the book has, with its entries by move; they may be changed."""
        met = set()
        for page in (position, *position.game.family.alike(position)):
            key = page.game.id, plain(page)
            if key in self._held and key not in met:
                met.add(key)
                yield page.game.position(key[1]), self._held[key]

    def _position(self, name: str, text: str) -> AnyPosition:
        try:
            return game_of(name).position(text)
        except LalaoError as cause:
            raise FileError("the opening book '{file}': {cause}", file=self.name, cause=cause) from None

    def _played(self, position: AnyPosition, move: str) -> AnyPosition:
        try:
            return position.play(move)
        except LalaoError as cause:
            raise FileError(
                "the opening book '{file}', position {position}: {cause}",
                file=self.name,
                position=position,
                cause=cause,
            ) from None


def count(text: str) -> int:
    """Read a whole number, 0 or more, in a book.

    Raises NotationError.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise NotationError("'{text}' is not a number: write 0, 1, 2, …", text=text)
    return int(text)


def weight_of(score: Score, best: Score) -> int:
    """Return the weight of a move with this score, from 0 to `USUAL_WEIGHT`, that of the `best`.

    Where either is proved, it is all or nothing: all for the same result as the best.
    """
    if score.proved is not None or best.proved is not None:
        same = score.proved is not None and best.proved is not None and score.proved.sign == best.proved.sign
        return USUAL_WEIGHT if same or score == best else 0
    return max(0, USUAL_WEIGHT - max(0, best.opinion - score.opinion) // A_WEIGHT)


def read_book(path: Path) -> Book:
    """Read the book of a file.

    Raises FileError where it cannot be read, is too large, or is no book.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise FileError("'{file}' cannot be read: {why}", file=path, why=why) from None
    if len(data) > MOST_BYTES:
        raise FileError("'{file}' is too large: at most {most} bytes", file=path, most=MOST_BYTES)
    return Book.read(data.decode("utf-8", errors="replace"), str(path))


class BookSearcher(Searcher):
    """Answers from a book where moves are to be played (`Limits.in_play`) and it has one; searches otherwise.

    With `chance` a move is drawn by weight; without it the heaviest is chosen.
    """

    def __init__(self, book: Book, other: Searcher, chance: random.Random | None = None) -> None:
        self.book = book
        self.other = other
        self.chance = chance

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        begun = time.perf_counter()
        line = self._line(request.position) if request.lines == 1 and request.limits.in_play else None
        if line is None:
            yield from self.other.think(*request)
        else:
            yield Info(0, (line,), 0, time.perf_counter() - begun)

    def _line(self, position: AnyPosition) -> Line | None:
        moves = self.book.offers(position)
        if not moves:
            return None
        weights = [each.entry.weight for each in moves]
        chosen = moves[0] if self.chance is None else self.chance.choices(moves, weights)[0]
        score = chosen.entry.score or Score(hundredths(position, position.balance()))
        return Line(score, (chosen.move,))
