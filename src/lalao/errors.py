"""The errors of Lalao, one small tree; and checks of arguments, each of which returns the value or raises one::

    LalaoError                 any error in a request                            400
     ├─ NotationError          a text that cannot be read                        400
     │   └─ RecordError        the same in a record, with its line and column    400
     ├─ ArgumentError          a value that a public function does not accept    400
     ├─ UnknownGameError       an id that names no game                          404
     ├─ UnknownLessonError     an id that names no lesson                        404
     ├─ UnknownPuzzlesError    a family without puzzles                          404
     ├─ NotInTablesError       positions that no table holds (tables/arrays.py)  404
     ├─ IllegalMoveError       a move that the rules forbid                      422
     ├─ TooLargeError          a question too large to answer here               422
     ├─ NotCompiledError       a question for kernels that are not compiled yet  503
     ├─ EngineError            an external engine failed                         503
     │   ├─ EngineOverdueError     it did not answer in time                     503
     │   └─ EngineMoveError        it played a move that the rules forbid        503
     └─ FileError              a file that cannot be read or written             400
         └─ DatabaseError      a database that is not usable now                 503
    ConservationError          seeds or pieces appeared or vanished: a bug, never the user's fault

An error that only one module raises is defined in that module, as a kind of one of these.

The message of an error is a `Phrase`: an English sentence with named blanks, which is also its key in the catalogues
of `lalao.locale`, and the values for the blanks. ``str`` returns the English line; `lalao.locale.Translator.say`
returns it in the user's language.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from operator import index
from pathlib import Path
from typing import Any, Self, TypeVar

NARROW = "\u202f"
"""The narrow no-break space of French punctuation: `excerpt` keeps it, although it is not ``str.isprintable``."""


class Phrase:
    """A sentence to be translated: the English text is the catalogue key; blanks are filled when it is rendered.

    >>> str(Phrase("{count} seed", "{count} seeds", count=3))
    '3 seeds'
    """

    __slots__ = ("blanks", "plural", "sentence")

    def __init__(self, sentence: str, plural: str | None = None, **blanks: object) -> None:
        """Store the sentence and the values of its blanks; `plural` is used unless the blank `count` is 1."""
        self.sentence = sentence
        self.plural = plural
        self.blanks = blanks

    def filled(self, **blanks: object) -> "Phrase":
        """Return the same sentence with these values in its blanks."""
        return Phrase(self.sentence, self.plural, **blanks)

    def __str__(self) -> str:
        chosen = self.plural if self.plural is not None and self.blanks["count"] != 1 else self.sentence
        return chosen.format_map({name: excerpt(value) for name, value in self.blanks.items()})

    def __repr__(self) -> str:
        return f"Phrase({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Phrase):
            return NotImplemented
        return (self.sentence, self.plural, self.blanks) == (other.sentence, other.plural, other.blanks)

    def __hash__(self) -> int:
        return hash((self.sentence, self.plural, tuple(self.blanks)))


class Kind(Enum):
    """A kind of something that happens in a game: a code for programs, and a sentence with blanks for people."""

    sentence: Phrase

    def __new__(cls, code: str, sentence: Phrase, *_: object) -> Self:
        """Make the code the value of the member, and store its sentence."""
        member = object.__new__(cls)
        member._value_ = code
        member.sentence = sentence
        return member

    def __str__(self) -> str:
        return str(self.value)


class LalaoError(Exception):
    """An error explained in one line; `status` is the HTTP status that the web server answers with."""

    status = 400

    def __init__(self, sentence: str, plural: str | None = None, **blanks: object) -> None:
        """Take the arguments of `Phrase`."""
        self.phrase = Phrase(sentence, plural, **blanks)
        super().__init__(str(self.phrase))

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (type(self), self.phrase), vars(self)


class NotationError(LalaoError):
    """A text that cannot be parsed."""


class RecordError(NotationError):
    """A game record that cannot be read; `line` and `column` count from 1."""

    def __init__(self, line: int, column: int, cause: LalaoError) -> None:
        """Wrap `cause` with the place where it was met."""
        super().__init__("line {line}, column {column}: {cause}", line=line, column=column, cause=cause)
        self.line = line
        self.column = column
        self.cause = cause


class ArgumentError(LalaoError):
    """A value that a public function does not accept: of a wrong type, or out of range."""


class UnknownGameError(LalaoError):
    """A game id that names no game."""

    status = 404


class UnknownLessonError(LalaoError):
    """An id that names no lesson."""

    status = 404


class UnknownPuzzlesError(LalaoError):
    """A family for which the package ships no puzzles."""

    status = 404


class IllegalMoveError(LalaoError):
    """A move that the rules forbid in this position; `refusal` is the reason, where its family lists it."""

    status = 422
    refusal: "Refusal | None" = None


class Refusal(Kind):
    """A reason why a move is refused; each family lists those of its rules in an enum of this kind.

    `short` is for a child who taps a board, a headline and a line, None where that is the sentence. A tap that
    fails for several reasons gets the first of these, so that their order matters.
    """

    def __init__(self, _code: str, _sentence: Phrase, head: Phrase | None = None, line: Phrase | None = None) -> None:
        self.short = (head, line) if head and line else None

    def error(self, **blanks: object) -> IllegalMoveError:
        """Return the error for a move that is refused for this reason; the blanks serve all its sentences."""
        error = IllegalMoveError(self.sentence.sentence, self.sentence.plural, **blanks)
        error.refusal = self
        return error


class TooLargeError(LalaoError):
    """A question too large to answer within a stated effort."""

    status = 422


class NotCompiledError(LalaoError):
    """A question for kernels that another process has not compiled yet."""

    status = 503


class EngineError(LalaoError):
    """An engine on the line protocol has exited, or has written a line that the protocol does not have."""

    status = 503


class EngineOverdueError(EngineError):
    """An engine has not answered in time."""


class EngineMoveError(EngineError):
    """An engine has chosen a move that the rules forbid."""


class FileError(LalaoError):
    """A file that cannot be read or written."""


class DatabaseError(FileError):
    """A database that cannot be used now: locked, full, damaged, gone, or newer than this version."""

    status = 503


class ConservationError(AssertionError):
    """Seeds or pieces appeared or vanished during a turn: a bug in Lalao."""


def _restored(kind: type[LalaoError], phrase: Phrase) -> LalaoError:
    """Rebuild an error when it is unpickled."""
    error = kind.__new__(kind)
    LalaoError.__init__(error, phrase.sentence, phrase.plural, **phrase.blanks)
    return error


def nearest(text: str, known: Iterable[str]) -> str | None:
    """Return the name most similar to a misspelt text, or None where none is close enough.

    >>> nearest("fanrona", ["fang", "fanorona"])
    'fanorona'
    """
    from difflib import get_close_matches  # takes 5 ms to import, needed for refusals only

    names = {name.casefold(): name for name in known}
    matches = get_close_matches(text.casefold(), names, n=1, cutoff=0.7)
    return names[matches[0]] if matches else None


def excerpt(value: object, width: int = 200) -> str:
    """Return the text of `value` on one line, unprintable characters escaped, the middle of a long text left out."""
    try:
        text = str(value)
    except RecursionError:  # deeply nested lists
        text = "…"
    shown = _escaped(text) if len(text) <= width else ""
    if not text or (shown and len(shown) <= width):
        return shown
    return f"{_escaped(text[: width // 2])[: width // 2]}…{_escaped(text[-width // 4 :])[-width // 4 :]}"


def _escaped(text: str) -> str:
    return "".join(letter if letter.isprintable() or letter == NARROW else repr(letter)[1:-1] for letter in text)


T = TypeVar("T")


def of_type(name: str, value: T, kind: Any, right: str) -> T:
    """Return a value of a type, or of one of several; `right` describes a right value, with an example."""
    if not isinstance(value, kind):
        raise ArgumentError("{name} cannot be {value}: give {right}", name=name, value=repr(value), right=right)
    return value


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number from `least`, up to `most` if that is given."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        right = f"a whole number from {least}" + ("" if most is None else f" to {most}")
        raise ArgumentError("{name} cannot be {value}: give {right}", name=name, value=repr(value), right=right)
    return number


def amount(name: str, value: Any) -> float:
    """Return a number from 0, infinity included."""
    if not isinstance(value, int | float) or not value >= 0:  # which NaN is not
        raise ArgumentError(
            "{name} cannot be {value}: give {right}", name=name, value=repr(value), right="a number from 0"
        )
    return value


def folder(name: str, value: Any) -> Path | None:
    """Return the path of a folder, which may be given as a text; None stays None."""
    return None if value is None else Path(of_type(name, value, (str, Path), "the path of a folder"))


def each(name: str, values: Iterable[T], kind: Any, right: str) -> Iterator[T]:
    """Return the values of an iterable, each checked as it is reached; a text is not one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ArgumentError("{name} cannot be {value}: give {right}", name=name, value=repr(values), right=right)
    return (of_type(name, value, kind, right) for value in values)
