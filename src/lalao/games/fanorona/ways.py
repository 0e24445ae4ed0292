"""Single paths of Fanorona: finding one by its text, finding its turn, tapping it in.

A crowded board has more paths than anybody could list, and nothing here lists them all: a path is followed along its
text, and where there are too many ways of choosing a turn, only their beginnings are returned.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Protocol

from lalao.errors import TooLargeError
from lalao.games.fanorona.turns import Board, FanoronaMove, Leads, anywhere
from lalao.games.game import Choice, Way

STEP = "-[a-z][0-9]{1,2}"
HUFF = "(?:x(?P<huffed>[a-z][0-9]{1,2})(?: |$))?"
TURN = re.compile(f"{HUFF}(?P<path>[a-z][0-9]{{1,2}}(?:{STEP}|(?:{STEP}[AW])+))?")
BEGUN = re.compile(f"{HUFF}(?P<path>[a-z][0-9]{{1,2}}(?:{STEP}|(?:{STEP}[AW])*))?")
"""A turn or a beginning of one, which may end before the first step."""
MOST_TRIED = 20_000
"""Steps tried to find the first text of a turn; only contrived boards need more."""


class Ground(Protocol):
    """The part of a position that following paths needs."""

    @property
    def game(self) -> Any:
        """The game, for its lattice and its ruleset."""

    @property
    def enemy(self) -> int:
        """The pieces of the other side."""

    def board(self, huffed: int = 0) -> Board:
        """Return the pieces as the side to move sees them, with those of `huffed` removed."""

    def ordinary(self, board: Board, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every path on a board whose huffed piece, if any, is gone; of chains, those that `leads` follows."""

    def open_to_huffing(self) -> int:
        """Return the pieces that the side to move may huff."""


def parts(text: str) -> tuple[str, str]:
    """Return the point that a turn, or a beginning of one, huffs and its path; either is "" if missing."""
    shape = BEGUN.fullmatch(text)
    return (shape["huffed"] or "", shape["path"] or "") if shape else ("", "")


def path_of(position: Ground, text: str) -> FanoronaMove | None:
    """Return the legal path with this text, or None where there is none."""
    huffed, path = parts(text)
    if not huffed:
        return _along(position, position.board(), path)
    point = position.game.lattice.index.get(huffed)
    if point is None or not position.open_to_huffing() >> point & 1:
        return None
    if position.enemy == 1 << point:
        return FanoronaMove(text, 0, 0, 0, 1 << point) if not path else None
    played = _along(position, position.board(1 << point), path)
    return played and played.after_huffing(point, huffed)


def _along(position: Ground, board: Board, path: str) -> FanoronaMove | None:
    paths = position.ordinary(board, lambda text, _: path.startswith(text))
    return next((each for each in paths if each.text == path), None)


def turn_of(position: Ground, path: FanoronaMove) -> FanoronaMove:
    """Return the turn of a path, under the first text in ASCII order of all the paths that are this turn.

    Raises TooLargeError where there are too many of them to try.
    """
    if not path.captured:
        return path
    huffed, best = parts(path.text)
    tried = 0

    def leads(text: str, captured: int) -> bool:
        nonlocal tried
        tried += 1
        if tried > MOST_TRIED:
            raise TooLargeError("there are too many ways of playing '{move}' to look at them all here", move=path)
        return text <= best and not captured & ~path.captured

    rules, start = position.game.rules, path.start.bit_length() - 1
    ends = path.end, path.captured, path.huffable
    for other in position.board(path.huffed).chains_from(start, rules.must_go_on, rules.huffing, leads):
        if (other.end, other.captured, other.huffable) == ends:
            best = min(best, other.text)
    return replace(path, text=f"x{huffed} {best}" if huffed else best)


class Taps:
    """Finds the taps that choose the paths of a position; what several paths share is followed once."""

    def __init__(self, position: Ground) -> None:
        self.position = position
        self._known: dict[tuple[str, str], tuple[tuple[Choice, ...], Board, int]] = {}

    def of(self, text: str) -> tuple[Choice, ...]:
        """List the choices that tap in a turn, or a beginning of one, given its text."""
        huffed, path = parts(text)
        taps = (Choice(huffed, "x", (huffed,)),) if huffed else ()
        return taps + self._followed(huffed, path)[0] if path else taps

    def _followed(self, huffed: str, path: str) -> tuple[tuple[Choice, ...], Board, int]:
        """Follow a path; return its choices, the board after it, and where the piece stands."""
        known = self._known.get((huffed, path))
        if known is None:
            before, _, step = path.rpartition("-")
            known = self._stepped(huffed, before, step) if before else self._begun(huffed, step)
            self._known[huffed, path] = known
        return known

    def _begun(self, huffed: str, start: str) -> tuple[tuple[Choice, ...], Board, int]:
        index = self.position.game.lattice.index
        return (Choice(start),), self.position.board(1 << index[huffed] if huffed else 0), index[start]

    def _stepped(self, huffed: str, before: str, step: str) -> tuple[tuple[Choice, ...], Board, int]:
        choices, board, here = self._followed(huffed, before)
        lattice, name = board.lattice, step.rstrip("AW")
        there, kind = lattice.index[name], step[len(name) :]
        if not kind:
            return (*choices, Choice(name)), board, there
        capture, run = board.taken(here, there, kind)
        choice = Choice(name, kind, tuple(lattice.names[point] for point in run))
        return (*choices, choice), board.after(here, capture), there


class Cut:
    """Follows paths that start with `begun`, for `steps` steps more; `opened` holds those that would go on."""

    def __init__(self, begun: str, steps: int) -> None:
        """Set the beginning, "" for any, and the number of steps after it."""
        self.begun, self.steps = begun, begun.count("-") + steps
        self.opened: dict[str, None] = {}

    def __call__(self, path: str, captured: int) -> bool:  # noqa: ARG002  a beginning is cut whatever it takes
        """Tell whether a path is worth following."""
        if not (path.startswith(self.begun) or self.begun.startswith(path)):
            return False
        if path.count("-") > self.steps:
            self.opened[path.rpartition("-")[0]] = None
            return False
        return True


def beginnings(position: Ground, most: int, begun: str) -> tuple[Way, ...]:
    """List the ways of choosing a turn that start with `begun`, cut as late as keeps them to at most `most`."""
    taps = Taps(position)
    steps, ways = 1, list(_cut(position, taps, begun, 1))
    while any(way.move is None for way in ways):
        steps += 1
        longer = list(_cut(position, taps, begun, steps))
        if len(longer) > most or longer == ways:
            break
        ways = longer
    return tuple(ways)


def _cut(position: Ground, taps: Taps, begun: str, steps: int) -> Iterator[Way]:
    """Yield the ways that start with `begun`, cut `steps` steps later; a huff counts as a beginning by itself."""
    huffed, path = parts(begun)
    lattice = position.game.lattice
    if begun and not huffed and not path:
        return
    cut = Cut(path, steps)
    board = position.board(1 << lattice.index[huffed] if huffed in lattice.index else 0)
    prefix = f"x{huffed} " if huffed else ""
    for played in position.ordinary(board, cut):
        if played.text.startswith(path):
            yield Way(prefix + played.text, prefix + played.text, taps.of(prefix + played.text))
    for text in cut.opened:
        yield Way(prefix + text, None, taps.of(prefix + text))
    if not begun:
        for point in lattice.members(position.open_to_huffing()):
            text = f"x{lattice.names[point]}"
            yield Way(text, text if position.enemy == 1 << point else None, taps.of(text))
