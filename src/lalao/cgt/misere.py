"""Misère play of impartial games, where who cannot move wins: outcomes of sums, and misère quotients.

Sums have no nimbers in misère play. Two games are *indistinguishable* among the sums of given games and of all that can
come of them, where exchanging one for the other never changes who wins. The classes form a commutative monoid, the
*misère quotient*; with the classes that are lost for the player to move it decides every sum (Plambeck 2005, Plambeck
and Siegel 2008). It can be infinite.

>>> nim = lambda heap: [(smaller,) for smaller in range(heap)]
>>> quotient = misere_quotient([[1], [2]], list, nim)
>>> len(quotient), quotient.presentation
(6, '⟨a, b | a² = 1, b³ = b⟩')
>>> quotient.lost, quotient.first_wins([2, 2]), quotient.first_wins([1, 1])
(('a', 'b²'), False, True)
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, chain, combinations, groupby, pairwise
from typing import Generic, TypeVar

from lalao.cgt.nimbers import MOST_DEPTH
from lalao.errors import NotationError, TooLargeError

P = TypeVar("P", bound=Hashable)
S = TypeVar("S")
G = TypeVar("G", int, tuple[int, ...])
Numbers = tuple[int, ...]
"""A sum as the numbers of its games in ascending order, or a product as those of its letters."""
MOST_GAMES = 20_000
"""The most games, parts of positions, that a quotient is made for."""
MOST_SUMS = 3_000_000
"""The most sums cached, a few hundred bytes each."""
MOST_ELEMENTS = 200
"""The most elements of a quotient that are looked for."""
MOST_PAIRS = 200_000
"""The most pairs of a class and of its options' classes that are gone through to prove a quotient."""
SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class MisereOutcomes(Generic[G]):
    """Caches who wins sums of games in misère play, each sum once whatever the order of its games.

    >>> heaps = MisereOutcomes(lambda heap: [(smaller,) if smaller else () for smaller in range(heap)])
    >>> heaps.first_wins(()), heaps.first_wins((1,)), heaps.first_wins((1, 2))
    (True, False, True)
    """

    def __init__(self, after: Callable[[G], Iterable[tuple[G, ...]]]) -> None:
        """Take `after`, which gives the sum that each move in a game leaves: games with moves, in ascending order."""
        self._after: Callable[[G], Iterable[tuple[G, ...]]] = after
        self.known: dict[tuple[G, ...], bool] = {(): True}

    def first_wins(self, games: tuple[G, ...], depth: int = 0) -> bool:
        """Tell whether the player to move wins a sum of games that have moves, in ascending order, `depth` moves on.

        Raises TooLargeError where more than `MOST_SUMS` sums would be cached, or beyond `MOST_DEPTH` moves.
        """
        known = self.known.get(games)
        if known is None:
            if len(self.known) >= MOST_SUMS or depth > MOST_DEPTH:
                raise TooLargeError("more than {most} positions would have to be searched", most=MOST_SUMS)
            known = any(not self.first_wins(after, depth + 1) for after in self.options(games))
            self.known[games] = known
        return known

    def options(self, games: tuple[G, ...]) -> Iterator[tuple[G, ...]]:
        """Yield the sums after each move in a sum."""
        for place, game in enumerate(games):
            if place and game == games[place - 1]:
                continue
            others = games[:place] + games[place + 1 :]
            for left in self._after(game):
                yield added(others, left)


def added(one: tuple[G, ...], other: tuple[G, ...]) -> tuple[G, ...]:
    """Return the sum of two sums."""
    return tuple(sorted(one + other))


class Closure(Generic[P]):
    """Numbers the games that can come of some games, and have moves, so that moves lead to smaller numbers.

    Games with the same moves have the same number.
    """

    def __init__(self, games: Iterable[P], options: Callable[[P], Iterable[Iterable[P]]]) -> None:
        """Follow all moves from `games`; `options` gives for each move the independent parts that it leaves."""
        self._options = options
        self._numbers: dict[P, int | None] = {}
        self._alike: dict[tuple[Numbers, ...], int] = {}
        self.after: list[tuple[Numbers, ...]] = []
        for game in games:
            self._add(game, 0)

    def _add(self, game: P, depth: int) -> None:
        if game in self._numbers:
            return
        if len(self._numbers) >= MOST_GAMES or depth > MOST_DEPTH:
            raise TooLargeError("more than {most} positions would have to be searched", most=MOST_GAMES)
        sums = [tuple(parts) for parts in self._options(game)]
        for part in chain.from_iterable(sums):
            self._add(part, depth + 1)
        after = tuple(sorted({self.sum_of(parts) for parts in sums}))
        if after and after not in self._alike:
            self._alike[after] = len(self.after)
            self.after.append(after)
        self._numbers[game] = self._alike.get(after)

    def sum_of(self, parts: Iterable[P]) -> Numbers:
        """Return a sum of games as numbers in ascending order, without those that have no move.

        Raises NotationError for a game that does not follow from those given.
        """
        numbers = []
        for part in parts:
            if part not in self._numbers:
                raise NotationError("'{part}' does not follow from what the quotient was made for", part=str(part))
            numbers.append(self._numbers[part])
        return tuple(sorted(number for number in numbers if number is not None))


def reached(step: list[list[int]], element: int, games: Iterable[int]) -> int:
    """Return the class of `element` and some games added to it; `step` has, by class and game, that of their sum."""
    for game in games:
        element = step[element][game]
    return element


class Hypothesis:
    """The classes of sums that some tests tell apart, and where adding a game leads from each.

    A test of a sum is the outcome of its sum with another one. Classes are numbered as they are met, 0 being that of
    the empty sum; `sums` has a sum of each, `step` the class of its sum with each game, `lost` whether it is lost for
    the player to move.
    """

    def __init__(self, after: list[tuple[Numbers, ...]], outcomes: MisereOutcomes[int], tests: list[Numbers]) -> None:
        """Take the games, which `after` gives with the sums after their moves, and the other sums of the tests."""
        self.after, self.outcomes, self.tests = after, outcomes, tests
        self.sums: list[Numbers] = [()]
        self.step: list[list[int]] = []
        self.lost: list[bool] = []

    def complete(self, most: int) -> None:
        """Find all classes; raises TooLargeError where there are more than `most`."""
        classes = {self._results(()): 0}
        for own in self.sums:
            self.step.append([])
            for game in range(len(self.after)):
                whole = added(own, (game,))
                found = classes.setdefault(self._results(whole), len(self.sums))
                if found == len(self.sums):
                    self.sums.append(whole)
                if found >= most:
                    raise TooLargeError("the misère quotient has more than {most} elements", most=most)
                self.step[-1].append(found)
        self.lost = [not self.outcomes.first_wins(own) for own in self.sums]

    def _results(self, own: Numbers) -> tuple[bool, ...]:
        return tuple(self._wins(own, other) for other in self.tests)

    def _wins(self, one: Numbers, other: Numbers) -> bool:
        return self.outcomes.first_wins(added(one, other))

    def times(self, element: int, games: Iterable[int]) -> int:
        """Return the class of some games added to a sum of this class."""
        return reached(self.step, element, games)

    def new_tests(self) -> list[Numbers]:
        """Return tests that tell apart classes taken for one so far; none where all is right, which is then proved."""
        return self._order_tests() or self._move_tests()

    def _order_tests(self) -> list[Numbers]:
        """Look for sums whose class differs with the order in which their games are added.

        Of games that lead from each class to the same one, one is enough.
        """
        found: set[Numbers] = set()
        kinds = {column: game for game, column in enumerate(zip(*self.step, strict=True))}
        for own, steps in zip(self.sums, self.step, strict=True):
            for one, other in combinations(kinds.values(), 2):
                ends = {other: self.step[steps[one]][other], one: self.step[steps[other]][one]}
                if ends[one] != ends[other]:
                    found.add(self._order_test(added(own, (one, other)), ends))
        return sorted(found)

    def _order_test(self, whole: Numbers, ends: dict[int, int]) -> Numbers:
        """Return a test that tells a sum from one of the classes that it seems to have with this or that game last."""
        return next(
            added((last,), test)
            for test in self.tests
            for last, end in ends.items()
            if self._wins(self.sums[end], test) != self._wins(whole, test)
        )

    def _move_tests(self) -> list[Numbers]:
        """Look for a sum that is judged otherwise than its options say.

        The class of a sum and the set of its options' classes, here as bits, give both for its sum with any game.
        There are finitely many such pairs; where all of them are judged rightly, so is every sum, by induction over its
        moves.
        """
        classes = range(len(self.sums))
        product = [[self.times(one, self.sums[other]) for other in classes] for one in classes]
        options = [frozenset(self.times(0, left) for left in after) for after in self.after]
        kinds = {(tuple(steps[game] for steps in self.step), own): game for game, own in enumerate(options)}
        lost = sum(1 << one for one in classes if self.lost[one])
        met: dict[tuple[int, int], Numbers] = {(0, 0): ()}
        waiting = [(0, 0)]
        for own, others in waiting:
            before = [one for one in classes if others >> one & 1]
            for game in kinds.values():
                ends = {self.step[one][game] for one in before} | {product[own][left] for left in options[game]}
                pair = self.step[own][game], sum(1 << end for end in ends)
                if pair in met:
                    continue
                met[pair] = added(met[own, others], (game,))
                waiting.append(pair)
                if self.lost[pair[0]] == bool(pair[1] & lost):
                    return [self._move_test(met[pair])]
                if len(met) > MOST_PAIRS:
                    raise TooLargeError("more than {most} positions would have to be searched", most=MOST_PAIRS)
        return []

    def _move_test(self, whole: Numbers) -> Numbers:
        """Return a test that tells apart two classes on the way to a sum judged otherwise than its options say."""
        wrong = next(
            one
            for one in (whole, *self.outcomes.options(whole))
            if self.outcomes.first_wins(one) == self.lost[self.times(0, one)]
        )
        ends = accumulate(wrong, lambda end, game: self.step[end][game], initial=0)
        judged = [self._wins(self.sums[end], wrong[done:]) for done, end in enumerate(ends)]
        return next(wrong[done:] for done, (before, now) in enumerate(pairwise(judged), 1) if before != now)


@dataclass(frozen=True)
class MisereQuotient(Generic[S]):
    """The misère quotient of some positions: its elements as products of letters, ``1`` being that of the empty sum.

    Positions whose element is among `lost` are lost for the player to move, all others are won. `relations` reduce any
    product to its normal form, one of `elements`, the first by length and then by alphabet.
    """

    elements: tuple[str, ...]
    lost: tuple[str, ...]
    letters: tuple[str, ...]
    relations: tuple[tuple[str, str], ...]
    _element: Callable[[Iterable[S]], str] = field(repr=False, compare=False)

    def __len__(self) -> int:
        """Return the order: how many elements there are."""
        return len(self.elements)

    @property
    def presentation(self) -> str:
        """The letters and relations, such as ⟨a, b | a² = 1, b³ = b⟩."""
        return f"⟨{', '.join(self.letters)} | {', '.join(f'{one} = {other}' for one, other in self.relations)}⟩"

    def element(self, *positions: S) -> str:
        """Return the element of a sum of positions: given ones, those that follow by moves, or sums of such parts.

        Raises NotationError where there is another part.
        """
        return self._element(positions)

    def first_wins(self, *positions: S) -> bool:
        """Return whether the player to move wins a sum of positions.

        Raises NotationError as `element` does.
        """
        return self.element(*positions) not in self.lost


def misere_quotient(
    positions: Iterable[S],
    parts_of: Callable[[S], Iterable[P]],
    options: Callable[[P], Iterable[Iterable[P]]],
    most: int = MOST_ELEMENTS,
) -> MisereQuotient[S]:
    """Return the misère quotient of all sums of some positions and of those that follow from them.

    `parts_of` gives the independent parts of a position, `options` those that each move in a part leaves. Classes are
    told apart by tests, as a finite automaton is learnt (Angluin 1987), until a finite check proves that they decide
    every sum.

    Raises TooLargeError where it has more than `most` elements, or takes too many games, sums or pairs to find.
    """
    closure = Closure(chain.from_iterable(map(parts_of, positions)), options)
    outcomes = MisereOutcomes(closure.after.__getitem__)
    tests: list[Numbers] = [()]
    while True:
        found = Hypothesis(closure.after, outcomes, tests)
        found.complete(most)
        if not (new := found.new_tests()):
            break
        tests += new
    letters = _letters(found)
    products, relations = _products(found, letters)
    names = {element: _word(product) for element, product in products.items()}
    step, sum_of = found.step, closure.sum_of  # all that the quotient keeps of the search

    def element_of(those: Iterable[S]) -> str:
        return names[reached(step, 0, sum_of(chain.from_iterable(map(parts_of, those))))]

    return MisereQuotient(
        tuple(names.values()),
        tuple(name for element, name in names.items() if found.lost[element]),
        tuple(_letter(number) for number in range(len(letters))),
        tuple((_word(product), names[element]) for product, element in relations),
        element_of,
    )


def _letters(found: Hypothesis) -> list[int]:
    """Return games whose products are all elements, none of them needless, small ones first."""
    letters: list[int] = []
    products: set[int] = {0}
    for game, element in enumerate(found.step[0]):
        if element not in products:
            letters.append(game)
            products = set(_products(found, letters)[0])
    for letter in tuple(letters):
        others = [other for other in letters if other != letter]
        if len(_products(found, others)[0]) == len(products):
            letters = others
    return letters


def _products(found: Hypothesis, letters: list[int]) -> tuple[dict[int, Numbers], list[tuple[Numbers, int]]]:
    """Return the normal form of each product of letters by its element, and the relations as (product, element).

    Products are gone through by length, then by alphabet. One whose element has a normal form already, though none of
    its parts is reducible, is the left side of a relation.
    """
    normal: dict[int, Numbers] = {0: ()}
    relations: list[tuple[Numbers, int]] = []
    forms: set[Numbers] = {()}
    layer: list[Numbers] = [()]
    while layer:
        longer = sorted({added(one, (letter,)) for one in layer for letter in range(len(letters))})
        layer = []
        for product in longer:
            if any(product[:place] + product[place + 1 :] not in forms for place in range(len(product))):
                continue
            element = found.times(0, (letters[number] for number in product))
            if element in normal:
                relations.append((product, element))
            else:
                normal[element] = product
                layer.append(product)
        forms |= set(layer)
    return normal, relations


def _word(product: Numbers) -> str:
    """Return a product as letters with exponents."""
    powers = [(_letter(number), len(list(same))) for number, same in groupby(product)]
    return "".join(letter + (str(power).translate(SUPERSCRIPT) if power > 1 else "") for letter, power in powers) or "1"


def _letter(number: int) -> str:
    """Return the name of a letter: a to z, then a′ and so on."""
    return chr(ord("a") + number % 26) + "′" * (number // 26)
