"""How kernels are compiled: by a decorator, into the cache that `lalao.kernels.cache` keeps.

Where numba is not installed kernels come from a library built ahead of these very sources (`lalao.kernels.library`), if
there is one. Otherwise functions stay as they are: everything works, slower, and the log says so.
"""

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_origin

from lalao import arrays as np
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
from lalao.kernels.library import TYPES, Bundle, Library, opened
from lalao.processes import interrupts_wait

F = TypeVar("F", bound=Callable[..., Any])
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
LIBRARY = opened(library_path()) if not HERE and is_library_there() else None
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


def kernel(function: F) -> F:
    """Compile a function on import, or load it from the cache, for the types of its annotations.

    The types are those of `lalao.arrays.types`, named tuples of them, and tuples for several results. A kernel makes no
    array, its caller passes every one: so nothing counts references at each call, with locked instructions that slow
    threads down.
    """
    if LIBRARY is not None:
        return cast(F, bound(LIBRARY, function))
    if not HERE:
        return readable(function)
    name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
    if name not in KEPT:
        Announcement.make()
    signature = signature_of(function, vars(numba.types), _bundle)
    with interrupts_wait():
        return cast(F, made(function, name, signature))


def readable(function: F) -> F:
    """Leave a function uncompiled, but let words overflow without a warning, as they do in compiled code."""
    return np.errstate(over="ignore")(function)


def bound(library: Library, function: F) -> Callable[..., Any]:
    """Return a kernel of a library; uncompiled where it is not one of those that the library was built for."""
    name = f"{function.__module__.rpartition('.')[2]}_{function.__name__}"
    if name not in library:
        return readable(function)
    return library.bound(name, signature_of(function, TYPES, Bundle))


def signature_of(
    function: Callable[..., Any], types: Mapping[str, Any], bundle: Callable[[type, tuple[Any, ...]], Any]
) -> Any:
    """Return the signature that the annotations of a function tell.

    `types` has a type under each name that annotations use, and `bundle` makes that of a named tuple with these fields.
    """

    def read(kind: Any) -> Any:
        if kind is None:
            return types["void"]
        if get_origin(kind) is tuple:
            return types["Tuple"](tuple(map(read, get_args(kind))))
        if isinstance(kind, type):
            return bundle(kind, tuple(map(read, kind.__annotations__.values())))
        return eval(kind.__metadata__[0], {"__builtins__": {}}, types)  # as Numba itself does

    *arguments, result = map(read, function.__annotations__.values())
    return result(*arguments)


def _bundle(made: type, fields: tuple[Any, ...]) -> Any:
    """Return a named tuple's type as Numba infers it: a `NamedUniTuple` where all its fields have the same type."""
    types: Any = numba.types
    if len(set(fields)) == 1:
        return types.NamedUniTuple(fields[0], len(fields), made)
    return types.NamedTuple(fields, made)


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
