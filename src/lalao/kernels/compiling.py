"""How kernels are compiled: one decorator; what it has compiled is kept as `lalao.kernels.cache` tells.

Where numba is not installed functions stay as they are: everything works, slower, and the log says so.
"""

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from lalao.kernels.cache import VARIABLE, cache_folder, check_compiled, is_compiler_there, kept_files, say_slower, seal
from lalao.processes import interrupts_wait

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
NEVER_ELSEWHERE = "UserProvidedCacheLocator"
"""Numba's name for the folder that it is told; otherwise it would also write beside the sources, which others share."""

check_compiled()
FOLDER = cache_folder()
COMPILED = is_compiler_there()
if FOLDER is not None:
    os.environ[VARIABLE] = str(FOLDER)
    os.environ["NUMBA_CACHE_LOCATOR_CLASSES"] = NEVER_ELSEWHERE
if COMPILED:
    try:
        import numba
    except ImportError:  # it is there, and refuses this Python or this numpy
        COMPILED = False
if not COMPILED:
    say_slower()

KEPT = frozenset() if FOLDER is None else frozenset(path.name.rpartition("-")[0] for path in kept_files(FOLDER))


class Announcement:
    """Says once in the log that kernels are compiled."""

    made = False

    @classmethod
    def make(cls) -> None:
        """Say it unless it has been said."""
        if not cls.made:
            cls.made = True
            logging.getLogger("lalao").info("compiling, once: this takes about half a minute…")


def kernel(signature: str, **bundles: type) -> Callable[[F], F]:
    """Compile a function of this signature when its module is imported, from the cache where it is there.

    `bundles` are the named tuples that the signature names; see `bundle`.
    """
    return _compiler(signature, bundles)


def deep_kernel(signature: str, **bundles: type) -> Callable[[F], F]:
    """Compile likewise a function that makes no array and hands those it is given down a deep recursion.

    Others count the holders of each array at every call, with locked instructions that slow threads down.
    """
    return _compiler(signature, bundles, _nrt=False)


def _compiler(signature: str, bundles: Mapping[str, type], **options: Any) -> Callable[[F], F]:
    def compiled(function: F) -> F:
        if not COMPILED:
            return readable(function)
        name = f"{Path(function.__code__.co_filename).stem}.{function.__qualname__}"
        if name not in KEPT:
            Announcement.make()
        known = {name: _type_of(each) for name, each in bundles.items()}
        parsed = eval(signature, {"__builtins__": {}}, {**vars(numba.types), **known})  # as Numba reads its own
        with interrupts_wait():
            return cast(F, made(function, name, parsed, options))

    return compiled


def readable(function: F) -> F:
    """Let a function stay as it is; words overflow in it without a warning, as they do once it is compiled."""
    return np.errstate(over="ignore")(function)


def bundle(**fields: str) -> Callable[[type[T]], type[T]]:
    """Tell the types of the fields of a NamedTuple that kernels hand on whole, as a signature would."""

    def marked(made: type[T]) -> type[T]:
        FIELDS[made] = fields
        return made

    return marked


FIELDS: dict[type, Mapping[str, str]] = {}
"""The types of the fields of each bundle, by name."""


def _type_of(made: type) -> Any:
    """Return a bundle's type as Numba infers it: another one where all its fields are alike."""
    types: Any = numba.types
    kinds = [eval(kind, {"__builtins__": {}}, vars(types)) for kind in FIELDS[made].values()]
    if len(set(kinds)) == 1:
        return types.NamedUniTuple(kinds[0], len(kinds), made)
    return types.NamedTuple(kinds, made)


def made(function: Any, name: str, signature: Any, options: dict[str, Any]) -> Any:
    """Compile a function, or take it from the cache; without a cache where nothing can be written."""
    wanted: dict[str, Any] = {"nogil": True, "error_model": "numpy"} | options
    try:
        compiled = numba.njit(signature, cache=FOLDER is not None, **wanted)(function)
    except (OSError, RuntimeError):  # the disk is full, or the folder has gone
        return numba.njit(signature, **wanted)(function)
    keep(compiled, name)
    return compiled


def keep(compiled: Any, name: str) -> None:
    """Seal what numba has just written about a function, unless it came from the cache."""
    if FOLDER is not None and compiled.stats.cache_misses:
        seal(Path(compiled.stats.cache_path).glob(f"{name}-*.nb[ic]"))
