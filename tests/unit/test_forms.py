"""Canonical forms beside those of pycgt, which finds them from the definitions."""

import random

import pycgt
import pytest

from lalao.cgt.forms import Form, Forms
from lalao.cgt.values import Values, notation
from lalao.errors import TooLargeError
from tests.patience import drawing, often

STAR = 0


def drawn(forms: Forms, rng: random.Random) -> list[tuple[Form, pycgt.Game]]:
    """Return forms of some games of which each has earlier ones as options, with the same by pycgt."""
    found = [(forms.zero, pycgt.ZERO)]
    while len(found) < 30:
        left, right = (rng.sample(found, min(len(found), rng.randint(0, 3))) for _ in range(2))
        one = forms.of((each for each, _ in left), (each for each, _ in right))
        if one.parts(20) <= 20:
            found.append((one, pycgt.Game.of((each for _, each in left), (each for _, each in right))))
    return found


@pytest.mark.parametrize("number", range(often(20, nightly=400)))
def test_forms_are_those_of_pycgt(number: int) -> None:
    forms, rng = Forms(), drawing("forms", number)
    games = drawn(forms, rng)
    for form, game in games:
        assert form.game == game
        assert (form.number, forms.negative(form).game) == (pycgt.as_number(game), -game), str(game)
        assert (
            forms.outcome_class(form)
            == {"Left": "L", "Right": "R", "first player": "N", "second player": "P"}[str(pycgt.outcome(game))]
        ), str(game)
    for _ in range(40):
        (one, other), (same, another) = zip(*rng.sample(games, 2), strict=True)
        assert forms.geq(one, other) == pycgt.geq(same, another), f"{same} {another}"
        if one.parts(20) * other.parts(20) < 100:
            assert forms.add(one, other).game == same + another, f"{same} {another}"
    best = forms.undominated([form for form, _ in games])
    assert best == [not any(pycgt.greater(other, game) for _, other in games) for _, game in games]


def test_what_is_forgotten_is_found_again_as_the_same_form() -> None:
    forms = Forms()
    star = forms.of([forms.zero], [forms.zero])
    up = forms.of([forms.zero], [star])
    whole = forms.add(up, up)
    forms.forget()
    assert forms.results == 0
    assert forms.add(up, up) is whole
    assert forms.of([forms.zero], [forms.add(up, star)]) is whole


def test_steps_are_counted_and_may_be_refused() -> None:
    left = 0

    def spend() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OverflowError

    forms = Forms(spend)
    star = forms.of([forms.zero], [forms.zero])
    with pytest.raises(OverflowError):
        forms.add(star, star)
    left = 3
    assert forms.add(star, star) is forms.zero
    assert left == 0, "a sum, and two comparisons that find each star reversible"


def test_a_sum_that_is_too_deep_is_refused() -> None:
    """Positions are multiples of up: Left ends the game, Right leaves one less and a star."""

    def options(position: int, left: bool) -> list[tuple[int, ...]]:
        if position == STAR:
            return [()]
        return [()] if left else [(position - 1, STAR)[position == 1 :]]

    values = Values(options)
    assert notation(values.of_sum([2]).game) == "↑↑"
    assert values.of_sum([140]).parts(200) == 142
    with pytest.raises(TooLargeError, match="more than 150 moves"):
        values.of_sum([140, 140])
