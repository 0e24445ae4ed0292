"""The referee's check for boards of paper or wood, from the position before a turn and the board after it.

It finds the legal moves that lead from the one to the other, or names the errors. Counting seeds is the document's
remedy against cheating: seeds move between pits, but their number never changes.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeAlias, cast

from lalao.errors import NotationError, Phrase, of_type
from lalao.events import SEED, Contents, things
from lalao.games.game import AnyPosition, Misplay, Mistake, a_position
from lalao.locale.events import place
from lalao.values import Side

MOST_REPLIES = 3_000
MOST_TOLD = 4
"""The most places that may differ from the result of the nearest legal move."""
PIECES = {"W": Phrase("a white piece"), "B": Phrase("a black piece"), "": Phrase("nothing")}


class Irregularity(Misplay):
    """A wrong turn of any game."""

    NOTHING_MOVED = "nothing-moved", Phrase("no move was made: it is {side}'s turn")
    GAME_OVER = "game-over", Phrase("the game is over: no move can be played")
    OTHER_SIDE = "other-side", Phrase("{other} has played {move}, but it is {side}'s turn")
    TWO_TURNS = "two-turns", Phrase("two turns have been played: {first}, then {second}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The legal moves that explain a board; where there are none, its problems, the surest first.

    `misplay` is the kind of wrong turn that explains the whole board, None where none is known.
    """

    moves: tuple[Any, ...]
    problems: tuple[Phrase, ...] = ()
    misplay: Misplay | None = None

    @property
    def is_legal(self) -> bool:
        """Whether a legal move explains the board."""
        return bool(self.moves)


Afters: TypeAlias = list[tuple[Any, Contents]]
"""Every legal move, with the contents of the places after it."""


def check(before: AnyPosition, seen: Contents) -> Verdict:
    """Judge a turn from the position before it and the board seen after it (`Game.read_board`).

    Reserves are compared only if `seen` holds them. Raises NotationError where the two boards have different places.
    """
    a_position("before", before)
    of_type("seen", seen, Mapping, "what lies in each place, as position.contents() returns it")
    check_places(before.contents(), seen)
    afters = [(move, before._play(move).contents()) for move in before.legal_moves()]
    moves = tuple(move for move, after in afters if agrees(after, seen))
    if moves:
        return Verdict(moves)
    wrong = next(explanations(before, seen), None)
    if wrong is not None:
        return Verdict((), (wrong.reason,), wrong.kind)
    return Verdict((), (*miscounted(afters, seen), *nearest(before, afters, seen)))


def check_places(known: Contents, seen: Contents) -> None:
    """Check that a board has exactly the pits or points of another.

    Raises NotationError where it does not.
    """
    board = [name for name in known if " " not in name]
    for name in seen:
        if name not in known:
            raise NotationError("there is no {place} on this board", place=place(name))
        check_held(name, seen[name], known)
    for name in board:
        if name not in seen:
            raise NotationError("{place} is missing: write the whole board", place=place(name))


def check_held(name: str, held: str, known: Contents) -> None:
    """Check the contents seen in a place: seeds on boards that hold seeds, else pieces, one on a point.

    Raises NotationError.
    """
    of_type(name, held, str, "a text with a letter for each seed or piece")
    letters = {SEED} if things(known)[SEED] else {"W", "B"}
    if not {*held} <= letters or (" " not in name and SEED not in letters and len(held) > 1):
        raise NotationError("'{text}' cannot lie in {place}", text=held, place=place(name))


def agrees(after: Contents, seen: Contents) -> bool:
    """Tell whether contents agree with those seen, in all places seen."""
    return all(sorted(after[name]) == sorted(held) for name, held in seen.items())


def explanations(before: AnyPosition, seen: Contents) -> Iterator[Mistake]:
    """Yield the wrong turns that explain the whole board: a misplay, a move of the other side, two turns."""
    side = before.to_move
    if agrees(before.contents(), seen):
        yield Mistake(Irregularity.NOTHING_MOVED, seen, {"side": side})
        return
    if before.outcome:
        yield Mistake(Irregularity.GAME_OVER, seen, {})
        return
    for mistake in before.mistakes(seen):
        if agrees(mistake.after, seen):
            yield mistake
    other = cast(AnyPosition, replace(cast(Any, before), to_move=side.other))
    for move in other.legal_moves():
        if agrees(other._play(move).contents(), seen):
            yield Mistake(Irregularity.OTHER_SIDE, seen, {"other": side.other, "move": move, "side": side})
    for first, second in islice(two_turns(before), MOST_REPLIES):
        if agrees(before._play(first)._play(second).contents(), seen):
            yield Mistake(Irregularity.TWO_TURNS, seen, {"first": first, "second": second})


def two_turns(before: AnyPosition) -> Iterator[tuple[Any, Any]]:
    """Yield every legal move with every legal reply."""
    for first in before.legal_moves():
        for second in before._play(first).legal_moves():
            yield first, second


def miscounted(afters: Afters, seen: Contents) -> Iterator[Phrase]:
    """Yield how many seeds or pieces are too many or missing, where no legal move leaves as many as were seen."""
    lying = things(seen)
    for kind in (SEED, *(side.value for side in Side)):
        possible = {things({name: after[name] for name in seen})[kind] for _, after in afters}
        if not possible or lying[kind] in possible:
            continue
        _, expected = min((abs(count - lying[kind]), count) for count in possible)
        yield counted(kind, lying[kind], expected)


def counted(kind: str, found: int, expected: int) -> Phrase:
    """Return the sentence that says how many things of a kind are too many or missing."""
    count = abs(found - expected)
    if kind != SEED:
        who = Side(kind)
        if found > expected:
            return Phrase(
                "{side} has {count} piece too many", "{side} has {count} pieces too many", side=who, count=count
            )
        return Phrase("{side} lacks {count} piece", "{side} lacks {count} pieces", side=who, count=count)
    if found > expected:
        return Phrase(
            "there is {count} seed too many: {found} counted instead of {expected}",
            "there are {count} seeds too many: {found} counted instead of {expected}",
            count=count,
            found=found,
            expected=expected,
        )
    return Phrase(
        "{count} seed is missing: {found} counted instead of {expected}",
        "{count} seeds are missing: {found} counted instead of {expected}",
        count=count,
        found=found,
        expected=expected,
    )


def nearest(before: AnyPosition, afters: Afters, seen: Contents) -> Iterator[Phrase]:
    """Yield the nearest legal move and how the board differs from its result, or that no move comes near."""

    def differing(after: Contents) -> list[str]:
        return [name for name, held in seen.items() if sorted(after[name]) != sorted(held)]

    move, after = min(afters, key=lambda one: (len(differing(one[1])), gap(one[1], seen)))
    places = differing(after)
    if len(places) > MOST_TOLD or len(places) >= len(differing(before.contents())):
        yield Phrase("no legal move comes close to this board")
        return
    yield Phrase("the nearest legal move is {move}", move=move)
    for name in places:
        yield instead(name, after[name], seen[name])


def gap(after: Contents, seen: Contents) -> int:
    """Return the sum of the differences in number of things, place by place."""
    return sum(abs(len(after[name]) - len(held)) for name, held in seen.items())


def instead(name: str, expected: str, found: str) -> Phrase:
    """Return the sentence about wrong contents of a place, with the right ones."""
    if " " in name or {*expected, *found} <= {SEED}:
        return Phrase(
            "{place} holds {found} instead of {expected}", place=place(name), found=len(found), expected=len(expected)
        )
    return Phrase(
        "{point} holds {found} instead of {expected}", point=name, found=PIECES[found], expected=PIECES[expected]
    )
