"""Where compiled kernels are kept: a folder for the user alone, named by a hash of the kernels' sources.

Numba's cache does not see changes in imported kernels, so the folder is named by a hash of all of them. Numba runs
what it finds there, so nobody else may write to it, nor to a folder above it, and each file is sealed with the
SHA-256 of its contents. All of this is checked before numba is imported, and nothing here imports it.

    #  …/lalao/kernels-HASH/             the user's, 0700
    #  …/lalao/kernels-HASH/whole        where, and with what, every kernel has been compiled: a line of JSON
    #  …/lalao/kernels-HASH/…/f.nbi      a file of numba's
    #  …/lalao/kernels-HASH/…/f.nbi.sha256   its seal
"""

import atexit
import hashlib
import importlib.metadata
import json
import logging
import os
import platform
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from lalao.errors import NotCompiledError

VARIABLE = "NUMBA_CACHE_DIR"
PREFIX = "kernels-"
NAMED = re.compile(f"{PREFIX}[0-9a-f]{{16}}")
BACKGROUND = "LALAO_BACKGROUND_COMPILING"
"""The environment variable that turns background compiling off where it is ``off``."""
LIBRARIES = "LALAO_KERNELS"
"""The environment variable that names another folder with libraries of kernels built ahead."""
SEAL = ".sha256"
WHOLE = "whole"
NEW = ".new"
OTHERS_MAY_WRITE = stat.S_IWGRP | stat.S_IWOTH
KEPT_DAYS = 30
"""Days for which the kernels of other versions are kept after their last use."""


@cache
def sources_hash() -> str:
    """Return a hash of the kernels' sources, 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def library_path(folder: Path | None = None, machine: str = f"{sys.platform}-{platform.machine()}") -> Path:
    """Return where a library of these kernels for a kind of machine lies, in a folder or beside the sources."""
    name = f"{PREFIX}{sources_hash()}-{machine}.so"
    return (folder or Path(os.environ.get(LIBRARIES) or Path(__file__).parent / "libraries")) / name


def is_library_there() -> bool:
    """Tell whether a library of these kernels has been built ahead, unless NUMBA_DISABLE_JIT asks for plain Python."""
    return not is_disabled() and library_path().is_file()


@cache
def cache_folder() -> Path | None:
    """Return a folder for compiled kernels that exists and is safe: the user's, else one for this process, else None.

    The environment variable NUMBA_CACHE_DIR says where to put it instead.
    """
    name = f"{PREFIX}{sources_hash()}"
    wanted = Path(os.environ.get(VARIABLE) or user_cache_path("lalao")).absolute()
    folder = wanted if wanted.name == name else wanted / name
    if not is_made(folder):
        return private_folder(name)
    remove_unused(folder)
    drop_damaged(folder)
    return folder


def is_made(folder: Path) -> bool:
    """Make a folder unless it exists; tell whether it is one that nobody else can write to.

    A folder of the user's to which others could write is emptied first.
    """
    try:
        make_parents(folder)
        folder.mkdir(mode=0o700, exist_ok=True)
        if belongs_to(folder, {own_id()}) and folder.lstat().st_mode & OTHERS_MAY_WRITE:
            shutil.rmtree(folder)
            folder.mkdir(mode=0o700)
        if not is_ours_alone(folder):
            return False
        folder.chmod(0o700)
        os.utime(folder)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def make_parents(folder: Path) -> None:
    """Make the missing folders above one, for the user alone whatever the umask says."""
    for parent in reversed(folder.parents):
        if not parent.is_dir():
            parent.mkdir(mode=0o700, exist_ok=True)


def own_id() -> int:
    """Return the user's id; 0 on systems without ids, where every user has folders of his own."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def belongs_to(folder: Path, users: Iterable[int]) -> bool:
    """Tell whether a path is a folder, not a link to one, that belongs to one of these users."""
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid in users


def is_ours_alone(folder: Path) -> bool:
    """Tell whether a folder is the user's, and nobody but root can write to it or put another in its place."""
    if os.name == "nt":
        return not folder.is_symlink()
    above = folder.parent.resolve()
    return (
        belongs_to(folder, {own_id()})
        and not folder.lstat().st_mode & OTHERS_MAY_WRITE
        and all(keeps_its_entries(parent) for parent in (above, *above.parents))
    )


def keeps_its_entries(folder: Path) -> bool:
    """Tell whether only root and the user can replace the contents of a folder: it is sticky, or only they write to it.

    A group whose only member is the user, which many systems create, counts as the user.
    """
    status = folder.stat()
    if status.st_uid not in (0, own_id()):
        return False
    others = OTHERS_MAY_WRITE if not is_own_group(status.st_gid) else stat.S_IWOTH
    return bool(status.st_mode & stat.S_ISVTX) or not status.st_mode & others


def is_own_group(number: int) -> bool:
    """Tell whether a group is the user's own: it has his name and no other members."""
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(number), pwd.getpwuid(own_id())
    except KeyError:
        return False
    return group.gr_name == user.pw_name and set(group.gr_mem) <= {user.pw_name}


def private_folder(name: str) -> Path | None:
    """Return a folder for this process and its children alone, removed when it ends; None where none can be made."""
    try:
        above = Path(tempfile.mkdtemp(prefix="lalao-"))
    except OSError:
        return None
    atexit.register(shutil.rmtree, above, ignore_errors=True)
    folder = above / name
    return folder if is_made(folder) else None


def remove_unused(folder: Path) -> None:
    """Remove the kernels of other versions, beside a folder, that have not been used for `KEPT_DAYS`."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    for other in folder.parent.glob(f"{PREFIX}*"):
        named = NAMED.fullmatch(other.name) and other != folder
        if named and belongs_to(other, {own_id()}) and other.lstat().st_mtime < oldest:
            shutil.rmtree(other, ignore_errors=True)


def kept_files(folder: Path) -> Iterator[Path]:
    """Yield the files that numba has written in a folder."""
    return (path for path in folder.rglob("*.nb[ic]") if path.is_file())


def seal_of(path: Path) -> Path:
    """Return the path of a file's seal."""
    return path.with_name(path.name + SEAL)


def drop_damaged(folder: Path) -> None:
    """Remove the files that do not match their seals: their kernels are compiled again."""
    damaged = [path for path in list(kept_files(folder)) if not is_sealed(path)]
    for path in damaged:
        path.unlink(missing_ok=True)
        seal_of(path).unlink(missing_ok=True)
    if damaged:
        (folder / WHOLE).unlink(missing_ok=True)


def is_sealed(path: Path) -> bool:
    """Tell whether a file matches its seal."""
    try:
        return seal_of(path).read_text(encoding="ascii") == hashlib.sha256(path.read_bytes()).hexdigest()
    except (OSError, ValueError):
        return False


def seal(paths: Iterable[Path]) -> None:
    """Seal files just written; a file that has been removed meanwhile is passed over."""
    for path in paths:
        try:
            write_whole(seal_of(path), hashlib.sha256(path.read_bytes()).hexdigest())
        except OSError:
            continue


def write_whole(path: Path, text: str) -> None:
    """Write a small file completely or not at all."""
    beside = path.with_name(f"{path.name}.{os.getpid()}{NEW}")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def circumstances() -> str:
    """Return what compiled kernels depend on, as JSON: Python, numba, the machine, and the folder of the sources."""
    numba = importlib.metadata.version("numba")
    return json.dumps([*sys.version_info[:2], numba, platform.node(), str(Path(__file__).parent)])


def is_whole() -> bool:
    """Tell whether every kernel has been compiled and is kept, so that importing them takes only a moment."""
    folder = cache_folder()
    try:
        return folder is not None and (folder / WHOLE).read_text(encoding="utf-8") == circumstances()
    except OSError:
        return False


def note_whole() -> None:
    """Note in the cache that every kernel has been compiled, if there is a cache."""
    folder = cache_folder()
    if folder is not None:
        write_whole(folder / WHOLE, circumstances())


class Compiling:
    """Whether missing kernels are compiled here, by whoever imports them, or by another process."""

    here = True

    @classmethod
    @contextmanager
    def elsewhere(cls) -> Iterator[None]:
        """Refuse to import kernels in this block until another process has compiled all of them."""
        before, cls.here = cls.here, False
        try:
            yield
        finally:
            cls.here = before


def is_compiler_there() -> bool:
    """Tell whether numba is installed, and not disabled by NUMBA_DISABLE_JIT."""
    return find_spec("numba") is not None and not is_disabled()


def is_disabled() -> bool:
    """Tell whether NUMBA_DISABLE_JIT asks for plain Python."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"


def say_slower() -> None:
    """Log that nothing is compiled, unless that is asked for or something has been built ahead."""
    if not is_disabled() and not is_library_there():
        logging.getLogger("lalao").info(
            "numba is not available: everything works, but long computations take tens to hundreds of times as long"
        )


def check_compiled() -> None:
    """Check that kernels may be imported.

    Raises NotCompiledError where another process is to compile them and has not finished.
    """
    if not Compiling.here and is_compiler_there() and not is_whole():
        raise NotCompiledError("still compiling: try again in a minute")
