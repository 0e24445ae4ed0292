"""Misère quotients decide every sum as a plain search does, and no two of their elements could be one."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement
from typing import Any

import pytest

import lalao
from lalao.cgt import misere
from lalao.cgt.misere import MisereQuotient, misere_quotient
from lalao.errors import NotationError, TooLargeError
from lalao.research.fafy_misere import outcomes_of
from tests.naive import solving

Heaps = tuple[int, ...]
Moves = Callable[[int], list[Heaps]]
Sum = tuple[Any, ...]
"""A sum of heaps or of rows."""


def octal(*digits: int) -> Moves:
    """Return the moves of a taking-and-breaking game by its code (Guy and Smith 1956)."""

    def after(heap: int) -> list[Heaps]:
        left: list[Heaps] = []
        for taken, digit in enumerate(digits, 1):
            rest = heap - taken
            left += [()] if digit & 1 and rest == 0 else []
            left += [(rest,)] if digit & 2 and rest > 0 else []
            left += [(one, rest - one) for one in range(1, rest // 2 + 1)] if digit & 4 else []
        return left

    return after


def nim(heap: int) -> list[Heaps]:
    return [(smaller,) for smaller in range(heap)]


def quotient_of(moves: Moves, most: int) -> MisereQuotient[Heaps]:
    return misere_quotient([(heap,) for heap in range(1, most + 1)], tuple, moves)


def plain(moves: Callable[[Any], Sequence[Sum]]) -> Callable[[Sum], bool]:
    """Return who wins a sum by going through all of its moves; whoever cannot move wins."""

    @cache
    def wins(heaps: Sum) -> bool:
        after: list[Sum] = []
        for place, heap in enumerate(heaps):
            others = [*heaps[:place], *heaps[place + 1 :]]
            after += [tuple(sorted([*others, *left])) for left in moves(heap)]
        return not after or not all(wins(each) for each in after)

    return wins


def sums(most: int, heaps: int) -> Iterator[Heaps]:
    for count in range(heaps + 1):
        yield from combinations_with_replacement(range(1, most + 1), count)


@pytest.mark.parametrize(("heap", "order"), [(1, 2), (2, 6), (3, 6), (4, 10), (7, 10), (8, 18), (15, 18), (16, 34)])
def test_heaps_of_nim_are_tame(heap: int, order: int) -> None:
    """The orders of T₁, T₂ … (Plambeck and Siegel 2008), and Bouton's rule."""
    quotient = quotient_of(nim, heap)
    assert len(quotient) == len(set(quotient.elements)) == order
    assert quotient.lost == (("a", "b²") if heap > 1 else ("a",))
    for heaps in sums(heap, 3):
        nimber = 0
        for one in heaps:
            nimber ^= one
        assert quotient.first_wins(heaps) == (nimber != 0 if max(heaps, default=0) > 1 else nimber == 0)


def test_wild_octal_game_of_order_twenty() -> None:
    """Plambeck's first example, 0.123, whose heaps have period 5 from heap 6 on (Taming the wild, 2005)."""
    moves = octal(1, 2, 3)
    quotient, wins = quotient_of(moves, 14), plain(moves)
    assert (len(quotient), len(quotient.letters)) == (20, 4)
    heaps = [quotient.element((heap,)) for heap in range(1, 15)]
    assert heaps[5:9] == heaps[10:14]
    assert all(quotient.first_wins(one) == wins(one) for one in sums(10, 5))


@pytest.mark.parametrize(("code", "most"), [((7, 7), 8), ((0, 3, 3), 10), ((4, 5), 9), ((1, 5, 6), 9)])
def test_octal_games_are_decided_as_by_plain_search(code: Heaps, most: int) -> None:
    moves = octal(*code)
    quotient, wins = quotient_of(moves, most), plain(moves)
    assert all(quotient.first_wins(one) == wins(one) for one in sums(most, 5))


@pytest.mark.parametrize(("code", "most"), [((7, 7), 8), ((1, 2, 3), 9)])
def test_no_two_elements_could_be_one(code: Heaps, most: int) -> None:
    """For any two elements there is a sum with both that one wins and the other loses."""
    quotient = quotient_of(octal(*code), most)
    of_element: dict[str, Heaps] = {}
    for heaps in sums(most, 5):
        of_element.setdefault(quotient.element(heaps), heaps)
    assert set(of_element) == set(quotient.elements)
    for one, other in combinations(of_element.values(), 2):
        apart = [quotient.first_wins(one + more) != quotient.first_wins(other + more) for more in of_element.values()]
        assert any(apart), (one, other)


def test_relations_hold_and_reduce_every_product() -> None:
    """Words are multiplied by hand: what the relations make of them is the element of the sum."""
    quotient = quotient_of(octal(1, 2, 3), 9)
    heap_of = {quotient.element((heap,)): heap for heap in range(9, 0, -1)}

    def spelled(word: str) -> str:
        letters = ""
        for sign in word.replace("1", ""):
            letters += letters[-1] * (" ²³⁴".index(sign)) if sign in "²³⁴" else sign
        return letters

    def reduced(letters: str) -> str:
        for left, right in ((spelled(left), spelled(right)) for left, right in quotient.relations):
            if all(letters.count(letter) >= left.count(letter) for letter in left):
                for letter in left:
                    letters = letters.replace(letter, "", 1)
                return reduced("".join(sorted(letters + right)))
        return letters

    assert {spelled(element) for element in quotient.elements} == {
        reduced("".join(word))
        for length in range(7)
        for word in combinations_with_replacement(quotient.letters, length)
    }
    for word in combinations_with_replacement(quotient.letters, 4):
        element = quotient.element(tuple(heap_of[letter] for letter in word))
        assert spelled(element) == reduced("".join(word))


def rows_after(game: str, row: str) -> list[str]:
    """Return the rows of many random games from a row."""
    rng, found = random.Random(row), []
    for _ in range(200):
        here = lalao.game(game).position(f"{row} S")
        while here.legal_moves():
            here = here.play(str(rng.choice(list(here.legal_moves()))))
            found.append(str(here).split()[0])
    return sorted(set(found))


@pytest.mark.parametrize("row", ["1.1.1.1.1.1.1.1", "2.2.2.2.2.2.2"])
def test_sums_of_rows_are_decided_as_by_naive_search(row: str) -> None:
    quotient = lalao.misere_quotient([row])
    parts = [each.strip(".0") for each in rows_after("fafy-impartial", row)]
    sums = [f"{one}.0.{other}" for one, other in combinations_with_replacement(parts, 2) if len(one) + len(other) < 22]
    told = {True: 0, False: 0}
    for each in sums:
        told[quotient.first_wins(each)] += 1
        assert quotient.first_wins(each) == (solving.wins("fafy-impartial-misere", f"{each} S") > 0), each
    assert min(told.values()) > 20, told


def test_rows_of_sowing_have_quotients_too() -> None:
    quotient = lalao.misere_quotient(["1.1.1.1"], lalao.game("sowing-impartial"))
    rows = rows_after("sowing-impartial", "1.1.1.1")
    assert {quotient.first_wins(row) for row in rows} == {True, False}
    for row in rows:
        assert quotient.first_wins(row) == (solving.wins("sowing-impartial-misere", f"{row} S") > 0), row
    wins = plain(partial(row_moves, "sowing-impartial"))
    for sum_of_rows in combinations_with_replacement(rows, 3):
        assert quotient.first_wins(*sum_of_rows) == wins(tuple(sorted(sum_of_rows))), sum_of_rows


def row_moves(game: str, row: str) -> list[tuple[str, ...]]:
    here = lalao.game(game).position(f"{row} S")
    return [(str(here.play(move)).split()[0],) for move in here.legal_moves()]


def test_what_takes_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TooLargeError, match="positions would have to be searched"):
        misere_quotient([(1_200,)], tuple, lambda heap: [(heap - 1,)] if heap else [])
    with pytest.raises(TooLargeError, match="positions would have to be searched"):
        outcomes_of([(1, 1, 1, 0) * 210])
    for limit in ("MOST_GAMES", "MOST_SUMS", "MOST_PAIRS"):
        with monkeypatch.context() as tight:
            tight.setattr(misere, limit, 3)
            with pytest.raises(TooLargeError, match="more than 3 positions"):
                quotient_of(nim, 4)


def test_what_has_no_quotient_is_refused() -> None:
    quotient = lalao.misere_quotient(["1.1.1", (2, 2)])
    with pytest.raises(NotationError, match=r"'\(1, 1, 1, 1\)' does not follow from what the quotient was made for"):
        quotient.element("1.1.1.1")
    with pytest.raises(NotationError, match="'fafy' has no misère quotient: choose an impartial game"):
        lalao.misere_quotient(["1.1"], lalao.game("fafy"))
    with pytest.raises(NotationError):
        lalao.misere_quotient(["1.x"])
    with pytest.raises(TooLargeError, match="more than 5 elements"):
        misere_quotient([(2,)], tuple, nim, most=5)
