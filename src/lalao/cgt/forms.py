"""Canonical forms of short partizan games: made, compared and added, each form once.

The definitions are those of Siegel, *Combinatorial Game Theory* (2013), chapter II. Options are canonical forms
themselves, so that the value of a sum comes from the values of its options' sums, and equal values are one object. What
has been found is kept in a `Forms`, and goes with it.

>>> forms = Forms()
>>> star = forms.of([forms.zero], [forms.zero])
>>> up = forms.of([forms.zero], [star])
>>> forms.geq(up, forms.zero), forms.geq(up, star), forms.add(star, star) is forms.zero
(True, False, True)
>>> str(forms.add(up, forms.number(Fraction(1, 2))).game)
'1/2^'
"""

from collections.abc import Callable, Iterable
from fractions import Fraction
from operator import attrgetter

import pycgt


class Form:
    """The canonical form of a game: its options, and its `number` if it is one. Equal forms are one object."""

    __slots__ = ("_game", "_parts", "left", "number", "right", "serial")

    def __init__(self, left: "tuple[Form, ...]", right: "tuple[Form, ...]", serial: int) -> None:
        self.left = left
        self.right = right
        self.serial = serial
        self.number = number_of(left, right)
        self._parts = 0
        self._game: pycgt.Game | None = None

    @property
    def game(self) -> pycgt.Game:
        """The same as a game of pycgt, which names it and finds its mean and temperature."""
        if self._game is None:
            self._game = pycgt.Game(
                frozenset(option.game for option in self.left), frozenset(option.game for option in self.right)
            )
        return self._game

    def parts(self, most: int) -> int:
        """Count the different positions in the form; beyond `most`, return some number above it."""
        if self._parts:
            return self._parts
        seen = {self}
        stack = [self]
        while stack and len(seen) <= most:
            here = stack.pop()
            fresh = {*here.left, *here.right} - seen
            seen |= fresh
            stack += fresh
        if not stack:
            self._parts = len(seen)
        return len(seen)


Options = tuple[Form, ...]
"""Options of one side, each once, by their serials: results, and the way to them, are the same in every process."""


def options_of(forms: Iterable[Form]) -> Options:
    """Return forms as options."""
    return tuple(sorted(set(forms), key=attrgetter("serial")))


def number_of(left: Options, right: Options) -> Fraction | None:
    """Return the number whose canonical form has these options, None where it is no number."""
    if len(left) > 1 or len(right) > 1:
        return None
    below, above = (options[0].number if options else None for options in (left, right))
    if (below is None and left) or (above is None and right):
        return None
    if below is not None and above is not None:
        return (below + above) / 2 if below < above else None
    return below + 1 if below is not None else above - 1 if above is not None else Fraction(0)


class Forms:
    """Makes canonical forms; `spend` is called before each comparison and sum that is new, and may raise."""

    def __init__(self, spend: Callable[[], None] = lambda: None) -> None:
        self._spend = spend
        self._forms: dict[tuple[Options, Options], Form] = {}
        self._simplified: dict[tuple[Options, Options], Form] = {}
        self._greater: dict[tuple[Form, Form], bool] = {}
        self._sums: dict[tuple[Form, Form], Form] = {}
        self._negatives: dict[Form, Form] = {}
        self.zero = self._kept((), ())

    def _kept(self, left: Options, right: Options) -> Form:
        """Return the form with these options, which must be canonical."""
        key = left, right
        form = self._forms.get(key)
        if form is None:
            self._forms[key] = form = Form(left, right, len(self._forms))
        return form

    @property
    def made(self) -> int:
        """The number of forms that are kept."""
        return len(self._forms)

    @property
    def results(self) -> int:
        """The number of simplifications, comparisons and sums that are kept."""
        return len(self._simplified) + len(self._greater) + len(self._sums)

    def forget(self) -> None:
        """Forget simplifications, comparisons and sums, but no form."""
        self._simplified.clear()
        self._greater.clear()
        self._sums.clear()

    def of(self, left: Iterable[Form], right: Iterable[Form]) -> Form:
        """Return the canonical form of the game with these options."""
        key = options_of(left), options_of(right)
        found = self._simplified.get(key)
        if found is None:
            found = self._simplified[key] = Simplified(self, *key).form
        return found

    def number(self, value: Fraction) -> Form:
        """Return a dyadic rational number."""
        if value.denominator == 1:
            form = self.zero
            for _ in range(abs(value.numerator)):
                form = self._kept((form,), ()) if value > 0 else self._kept((), (form,))
            return form
        step = Fraction(1, value.denominator)
        return self._kept((self.number(value - step),), (self.number(value + step),))

    def geq(self, one: Form, other: Form) -> bool:
        """Tell whether one form is greater than another, or the same."""
        if one is other:
            return True
        key = one, other
        found = self._greater.get(key)
        if found is None:
            self._spend()
            found = self._greater[key] = self._compared(one, other)
        return found

    def _compared(self, one: Form, other: Form) -> bool:
        if one.number is not None and other.number is not None:
            return one.number > other.number
        geq = self.geq
        return not (any(geq(option, one) for option in other.left) or any(geq(other, option) for option in one.right))

    def negative(self, form: Form) -> Form:
        """Return a form with the sides exchanged."""
        found = self._negatives.get(form)
        if found is None:
            found = self._negatives[form] = self._kept(
                options_of(map(self.negative, form.right)), options_of(map(self.negative, form.left))
            )
        return found

    def add(self, one: Form, other: Form) -> Form:
        """Return the sum of two forms."""
        if one.serial > other.serial:
            one, other = other, one
        if one is self.zero:
            return other
        key = one, other
        found = self._sums.get(key)
        if found is None:
            self._spend()
            found = self._sums[key] = self._added(one, other)
        return found

    def outcome_class(self, form: Form) -> str:
        """Return who wins: L (Left, whoever starts), R (Right), N (whoever starts) or P (whoever does not)."""
        left, right = self.geq(form, self.zero), self.geq(self.zero, form)
        return ("P" if right else "L") if left else "R" if right else "N"

    def undominated(self, forms: list[Form]) -> list[bool]:
        """Return for each of these forms whether none of the others is greater."""
        return [not any(other is not one and self.geq(other, one) for other in forms) for one in forms]

    def _added(self, one: Form, other: Form) -> Form:
        if one.number is not None and other.number is not None:
            return self.number(one.number + other.number)
        left, right = set[Form](), set[Form]()
        for moved, kept in ((one, other), (other, one)):
            if moved.number is None:  # nobody needs to move in a number beside a game that is none
                left.update(self.add(option, kept) for option in moved.left)
                right.update(self.add(option, kept) for option in moved.right)
        return self.of(left, right)


class Simplified:
    """A game whose options are canonical, and its canonical form.

    Reversible options are replaced by the forms they reverse to until none is left; then dominated ones go. The game is
    compared by its first options: none of this changes its value.
    """

    def __init__(self, forms: Forms, left: Options, right: Options) -> None:
        self._forms = forms
        self._left, self._right = left, right
        self._over: dict[Form, bool] = {}
        self._under: dict[Form, bool] = {}
        geq = forms.geq
        kept_left = bypassed(left, lambda option: (reply.left for reply in option.right if self._is_over(reply)))
        kept_right = bypassed(right, lambda option: (reply.right for reply in option.left if self._is_under(reply)))
        self.form = forms._kept(
            tuple(one for one in kept_left if not any(other is not one and geq(other, one) for other in kept_left)),
            tuple(one for one in kept_right if not any(other is not one and geq(one, other) for other in kept_right)),
        )

    def _is_over(self, form: Form) -> bool:
        """Tell whether the game is greater than a form, or the same."""
        found = self._over.get(form)
        if found is None:
            geq = self._forms.geq
            found = self._over[form] = not (
                any(geq(form, option) for option in self._right) or any(self._is_under(option) for option in form.left)
            )
        return found

    def _is_under(self, form: Form) -> bool:
        """Tell whether the game is less than a form, or the same."""
        found = self._under.get(form)
        if found is None:
            geq = self._forms.geq
            found = self._under[form] = not (
                any(geq(option, form) for option in self._left) or any(self._is_over(option) for option in form.right)
            )
        return found


def bypassed(options: Options, reverses: Callable[[Form], Iterable[Options]]) -> Options:
    """Return options without reversible ones; `reverses` yields the replacements of an option, none if it stays."""
    kept, seen, left = set[Form](), set(options), list(options)
    while left:
        option = left.pop()
        instead = next(iter(reverses(option)), None)
        if instead is None:
            kept.add(option)
        else:
            fresh = [one for one in instead if one not in seen]
            left += fresh
            seen.update(fresh)
    return options_of(kept)
