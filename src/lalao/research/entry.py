"""One position of an atlas, and the columns that tell of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pycgt

from lalao.cgt.values import mean, notation, temperature

RESULTS = ("outcome", "nimber", "canonical_form")
"""Columns of every atlas, after those that name the position."""
MORE_COLUMNS = ("mean", "temperature", "reduced_form", "birthday", "misere_outcome")
"""Columns that `atlas` computes only if asked."""
OF_FORM: dict[str, Callable[[pycgt.Game], Any]] = {
    "mean": mean,
    "temperature": temperature,
    "reduced_form": lambda form: notation(pycgt.reduced_canonical_form(form)),
    "birthday": pycgt.birthday,
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A row or a state, and who wins it: L, R, N, P, or D where somebody can hold a draw or play on for ever.

    Its nimber and its canonical form are None where they are unknown, or where it has none.
    """

    state: Any
    outcome: str | None
    nimber: int | None = None
    canonical_form: str | None = None
    form: Any = None
    misere_outcome: str | None = None

    def column(self, name: str) -> Any:
        """Return the value in a column; None where it is unknown or does not apply."""
        if name in OF_FORM:
            return None if self.form is None else OF_FORM[name](self.form)
        return getattr(self, name)
