"""How kernels are compiled: one decorator, one cache folder named by what it holds.

Numba's cache does not see changes in imported kernels, so the folder is named by a hash of all their sources. Where
numba is not installed the decorator leaves functions as they are: everything works, slower.
"""

import hashlib
import logging
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

from platformdirs import user_cache_path

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def sources_hash() -> str:
    """Return what names the kernels' sources: it changes when any of them does."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path:
    """Return the folder for compiled kernels, in the user's cache or, where that cannot be written, a temporary one."""
    folder = user_cache_path("lalao") / f"kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir()) / f"lalao-kernels-{os.getuid() if hasattr(os, 'getuid') else 0}"
        folder.mkdir(parents=True, exist_ok=True)
    return folder


os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))

try:
    import numba

    COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
except ImportError:
    COMPILED = False


def announce() -> None:
    """Say in the log that kernels are about to be compiled, where none has been yet."""
    if COMPILED and not any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi")):
        logging.getLogger("lalao").info("compiling, once: this takes some seconds…")


announce()


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
            return function
        known = {name: _type_of(made) for name, made in bundles.items()}
        parsed = eval(signature, {"__builtins__": {}}, {**vars(numba.types), **known})  # as Numba reads its own
        made: Any = numba.njit(parsed, cache=True, nogil=True, error_model="numpy", **options)(function)
        return cast(F, made)

    return compiled


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
