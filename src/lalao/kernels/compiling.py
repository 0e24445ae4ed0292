"""How kernels are compiled: by a decorator, into the cache that `lalao.kernels.cache` keeps.

Where numba is not installed kernels come from a library built ahead of these very sources (`lalao.kernels.ahead`), if
there is one. Otherwise functions stay as they are: everything works, slower, and the log says so.
"""

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from lalao import arrays as np
from lalao.kernels import ahead
from lalao.kernels.cache import (
    VARIABLE,
    cache_folder,
    check_compiled,
    is_compiler_there,
    is_library_there,
    kept_files,
    library_path,
    say_slower,
    seal,
)
from lalao.processes import interrupts_wait

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
NEVER_ELSEWHERE = "UserProvidedCacheLocator"
"""Numba's name for the folder it is told to use; otherwise it would also write beside the sources, which are shared."""

check_compiled()
HERE = is_compiler_there()
"""Whether kernels are compiled here, by numba."""
FOLDER = cache_folder() if HERE else None
if FOLDER is not None:
    os.environ[VARIABLE] = str(FOLDER)
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = NEVER_ELSEWHERE
if HERE:
    try:
        import numba
    except ImportError:  # it is there, and refuses this Python or this numpy
        HERE = False
LIBRARY = ahead.opened(library_path()) if not HERE and is_library_there() else None
"""The kernels that were built ahead, where none are compiled here; those are faster, being made for this processor."""
COMPILED = HERE or LIBRARY is not None
if not COMPILED:
    say_slower()

KEPT = frozenset() if FOLDER is None else frozenset(path.name.rpartition("-")[0] for path in kept_files(FOLDER))


class Announcement:
    """Logs once that kernels are being compiled."""

    made = False

    @classmethod
    def make(cls) -> None:
        """Log it, unless it has been logged before."""
        if not cls.made:
            cls.made = True
            logging.getLogger("lalao").info("compiling, once: this takes about half a minute…")


def kernel(signature: str, **bundles: type) -> Callable[[F], F]:
    """Return a decorator that compiles a function for this signature on import, or loads it from the cache.

    `bundles` are the named tuples that the signature names; see `bundle`. A kernel makes no array, its caller passes
    every one: so nothing counts references at each call, with locked instructions that slow threads down.
    """

    def compiled(function: F) -> F:
        if LIBRARY is not None:
            return cast(F, bound(LIBRARY, function, signature, bundles))
        if not HERE:
            return readable(function)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        if name not in KEPT:
            Announcement.make()
        known = {name: _type_of(each) for name, each in bundles.items()}
        parsed = eval(signature, {"__builtins__": {}}, {**vars(numba.types), **known})  # as Numba itself does
        with interrupts_wait():
            return cast(F, made(function, name, parsed))

    return compiled


def readable(function: F) -> F:
    """Leave a function uncompiled, but let words overflow without a warning, as they do in compiled code."""
    return np.errstate(over="ignore")(function)


def bound(library: ahead.Library, function: F, signature: str, bundles: Mapping[str, type]) -> Callable[..., Any]:
    """Return a kernel of a library; uncompiled where it is not one of those that the library was built for."""
    name = f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
    if name not in library:
        return readable(function)
    known = {
        name: ahead.Bundle(made, tuple(ahead.parsed(kind, {}) for kind in FIELDS[made]))
        for name, made in bundles.items()
    }
    return library.bound(name, ahead.parsed(signature, known))


def bundle(made: type[T]) -> type[T]:
    """Note the types of a NamedTuple's fields, which are annotated as in signatures, for kernels that take it."""
    FIELDS[made] = tuple(kind.__metadata__[0] for kind in made.__annotations__.values())
    return made


FIELDS: dict[type, tuple[str, ...]] = {}
"""The types of the fields of each bundle, in their order."""


def _type_of(made: type) -> Any:
    """Return a bundle's type as Numba infers it: a `NamedUniTuple` where all its fields have the same type."""
    types: Any = numba.types
    kinds = [eval(kind, {"__builtins__": {}}, vars(types)) for kind in FIELDS[made]]
    if len(set(kinds)) == 1:
        return types.NamedUniTuple(kinds[0], len(kinds), made)
    return types.NamedTuple(kinds, made)


def made(function: Any, name: str, signature: Any) -> Any:
    """Compile a function or load it from the cache; do without a cache where nothing can be written."""
    wanted: dict[str, Any] = {"nogil": True, "error_model": "numpy", "_nrt": False}
    try:
        compiled = numba.njit(signature, cache=FOLDER is not None, **wanted)(function)
    except (OSError, RuntimeError):  # the disk is full, or the folder has gone
        return numba.njit(signature, **wanted)(function)
    keep(compiled, name)
    return compiled


def keep(compiled: Any, name: str) -> None:
    """Seal the files that numba has just written for a function, unless it came from the cache."""
    if FOLDER is not None and compiled.stats.cache_misses:
        seal(Path(compiled.stats.cache_path).glob(f"{name}-*.nb[ic]"))
