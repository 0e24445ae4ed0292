"""Every family, every game by its id, and the parts of a family in the layers above; all found rather than listed.

A family is a folder beside this file. It extends a layer by a module of its name there.

>>> import lalao
>>> SOLVE = Hook("lalao.solve", "solve")
>>> SOLVE.by(lalao.game("fang")).__module__, SOLVE.by(lalao.game("sowing")).__module__
('lalao.solve.fang', 'lalao.solve.fafy')
>>> print(Hook("lalao.print", "solve").by(lalao.game("fang")))
None

Others come from a script (`register`), from an installed package (entry points of the group ``lalao.games``), or from
files ``lalao/games/<name>.py`` anywhere on Python's path. Such a file has its game as ``GAME``.
"""

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from lalao import games
from lalao.errors import ArgumentError, UnknownGameError, nearest, of_type
from lalao.folders import extend_path
from lalao.games.game import Family, Game, a_game

if TYPE_CHECKING:
    from lalao.games.fafy import Fafy
    from lalao.games.fang import Fang
    from lalao.games.fanorona import Fanorona
    from lalao.games.fifangha import Fifangha
    from lalao.games.ids import FafyId, FangId, FanoronaId, FifanghaId

G = TypeVar("G")
TSIVY = "-tsivy"
"""The name of the 5×9 board, which ids leave out."""


def found() -> list[Family]:
    """Import every family and return them in their order."""
    folders = [module.name for module in iter_modules(games.__path__) if module.ispkg]
    families: list[Family] = [import_module(f"{games.__name__}.{name}.family").FAMILY for name in folders]
    return sorted(families, key=lambda family: (family.order, family.name))


FAMILIES = found()
ALIASES = {family.name: family.usual for family in FAMILIES if family.usual}
LISTED = [name for family in FAMILIES for name in family.listed]
"""The ids that `lalao games` lists; ids of other sizes of Fang and Fanorona follow the same patterns."""
REGISTERED: dict[str, Family] = {}
"""The families of registered games, by their ids."""


def register(new: Game) -> None:
    """Add a game, so that `game`, the commands of this process, players and environments find it by its id.

    A game that was registered before is replaced.

    Raises ArgumentError where another game has its id.
    """
    family = a_game("game", new).family
    if (old := REGISTERED.pop(new.id, None)) is not None:
        FAMILIES.remove(old)
        LISTED.remove(new.id)
    elif new.id in ALIASES or any(new.id in (one.name, *one.listed) or one.read(new.id) for one in FAMILIES):
        raise ArgumentError("there is a game '{id}' already: give yours another id", id=new.id)
    REGISTERED[new.id] = family
    FAMILIES.append(family)
    LISTED.append(new.id)
    _game.cache_clear()


def register_installed() -> None:
    """Register the games of installed packages, and those in files on the path; log those that fail."""
    for name, load in (*_installed(), *_in_files()):
        try:
            made = load()
            register(made() if isinstance(made, type) else made)
        except Exception as error:  # whatever it is, other games are not affected
            logging.getLogger("lalao").error("the game %s was left out: %r", name, error)


def _installed() -> Iterator[tuple[str, Callable[[], Any]]]:
    for point in entry_points(group="lalao.games"):
        yield point.value, point.load


def _in_files() -> Iterator[tuple[str, Callable[[], Any]]]:
    own = Path(__file__).parent
    for module in iter_modules([folder for folder in games.__path__ if Path(folder) != own]):
        if not module.ispkg:
            yield f"{module.name}.py", partial(_game_in, module.name)


def _game_in(name: str) -> Any:
    return import_module(f"{games.__name__}.{name}").GAME


@overload
def game(name: "FangId") -> "Fang": ...


@overload
def game(name: "FafyId") -> "Fafy": ...


@overload
def game(name: "FifanghaId") -> "Fifangha": ...


@overload
def game(name: "FanoronaId") -> "Fanorona": ...


@overload
def game(name: str) -> Game: ...
def game(name: str) -> Game:
    """Return the game of this id or alias.

    Raises UnknownGameError.

    >>> game("fanorona-strict-5x9").id
    'fanorona-strict'
    """
    return _game(of_type("name", name, str, "the id of a game, such as fang"))


def game_as(name: str, kind: type[G]) -> G:
    """Return the game of this id or alias, checked to be of a family.

    Raises UnknownGameError.

    >>> from lalao.games.fang import Fang
    >>> game_as("fang", Fang).pits
    8
    """
    found = game(name)
    if not isinstance(found, kind):
        raise UnknownGameError("'{name}' is not a game of {family}", name=name, family=kind.__name__)
    return found


@cache
def _game(name: str) -> Game:
    """Return a game, made once; `game` wraps it because the types of a cached function allow any argument."""
    game = read(name)
    if game is None:
        raise unknown(name)
    return game


def read(name: str) -> Game | None:
    """Return the game of an id or alias, or None where no family knows it.

    Raises UnknownGameError where the family knows the error in it.
    """
    wanted = ALIASES.get(name, name)
    return next((made for family in FAMILIES if (made := family.read(wanted)) is not None), None)


def unknown(name: str) -> UnknownGameError:
    """Return the error for an id that names no game, with the id that may have been meant."""
    other = meant(name)
    if other is None:
        names = ", ".join(family.name for family in FAMILIES)
        return UnknownGameError(
            "there is no game '{id}': there are {names}, and variants of them", id=name, names=names
        )
    return UnknownGameError("there is no game '{id}': did you mean {other}?", id=name, other=other)


def meant(name: str) -> str | None:
    """Return the id that somebody may have meant: the same in lower case with hyphens, else the most similar, if any.

    >>> meant("Fang 8"), meant("fanorona-strict-tsivy"), meant("fafi-impartial")
    ('fang-8', 'fanorona-strict', 'fafy-impartial')
    """
    written = re.sub("[ _]+", "-", name.strip().casefold()).replace("×", "x").replace(TSIVY, "")
    try:
        known = read(written)
    except UnknownGameError:
        known = None
    return written if known else nearest(written, (*ALIASES, *LISTED))


Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Hook(Generic[Thing]):
    """A family's optional part in a layer: an attribute of its module there, of the type `Thing`."""

    layer: str
    name: str

    def by(self, game: Game) -> Thing | None:
        """Return the part that the family of a game has, None where it has none."""
        found: Thing | None = getattr(_module(self.layer, game.family.name), self.name, None)
        return found


@cache
def _module(layer: str, family: str) -> ModuleType | None:
    import_module(layer)
    extend_path(layer)
    name = f"{layer}.{family}"
    return import_module(name) if find_spec(name) else None
