"""Compiled kernels are kept where nobody else can write, and recompiled silently where they are damaged."""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lalao.errors import NotCompiledError
from lalao.kernels import cache
from lalao.kernels.compiling import COMPILED
from tests.shell import environment

TINY = """
from lalao.kernels.compiling import kernel
from lalao.arrays.types import Int

@kernel
def twice(number: Int) -> Int:
    return 2 * number

print(twice(21))
"""
posix = pytest.mark.skipif(os.name == "nt", reason="folders of other users are another matter there")
compiled = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


@pytest.fixture
def tiny(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs a program with one small kernel."""
    program = tmp_path / "tiny.py"
    program.write_text(TINY)

    def run(**variables: str) -> subprocess.CompletedProcess[str]:
        own = environment(tmp_path, **variables)
        return subprocess.run([sys.executable, program], env=own, capture_output=True, text=True, check=False)

    return run


def files_in(folder: Path) -> list[Path]:
    return sorted(cache.kept_files(folder))


def agrees(done: subprocess.CompletedProcess[str]) -> bool:
    return (done.stdout, done.stderr, done.returncode) == ("42\n", "", 0)


@compiled
def test_a_cut_file_is_written_again_without_a_word(
    tiny: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    own = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    assert agrees(tiny(**own))
    (index, data) = sorted(files_in(tmp_path / "cache"), key=lambda path: path.suffix, reverse=True)
    assert (index.suffix, data.suffix) == (".nbi", ".nbc")
    for path in (index, data):
        whole = path.read_bytes()
        for length in (0, 20, len(whole) - 1):
            path.write_bytes(whole[:length])
            assert agrees(tiny(**own)), (path, length)
            assert len(path.read_bytes()) > length, "compiled again, and kept"
    changed = bytearray(data.read_bytes())
    changed[len(changed) // 2] ^= 1
    data.write_bytes(changed)
    assert agrees(tiny(**own))
    assert data.read_bytes() != changed


@compiled
def test_what_is_whole_is_not_compiled_again(
    tiny: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    own = {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    tiny(**own)
    before = [(path, path.stat().st_mtime_ns) for path in files_in(tmp_path / "cache")]
    assert len(before) == 2
    tiny(**own)
    assert [(path, path.stat().st_mtime_ns) for path in files_in(tmp_path / "cache")] == before


class Poison:
    """An object that leaves a trace when it is unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.trace),)


def poisoned(folder: Path, trace: Path) -> None:
    """Put such an object in every file of a cache, each with a valid seal."""
    for path in files_in(folder):
        path.write_bytes(pickle.dumps(Poison(trace)))
        cache.seal([path])


@posix
@compiled
def test_what_others_could_have_written_is_not_read(
    tiny: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    home, trace = tmp_path / "cache", tmp_path / "trace"
    own = {"NUMBA_CACHE_DIR": str(home)}
    tiny(**own)
    (folder,) = home.glob("kernels-*")
    poisoned(folder, trace)
    tiny(**own)
    assert trace.is_dir(), "what the user himself can have written is trusted"
    trace.rmdir()
    folder.chmod(0o777)
    assert agrees(tiny(**own))
    assert folder.stat().st_mode & 0o777 == 0o700
    poisoned(folder, trace)
    home.chmod(0o777)
    assert agrees(tiny(**own))
    home.chmod(0o700)
    elsewhere = folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(elsewhere)
    assert agrees(tiny(**own))
    assert not trace.exists()


@posix
@compiled
def test_nothing_is_read_from_the_shared_temporary_folder(
    tiny: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    shared, home, trace = tmp_path / "shared", tmp_path / "home", tmp_path / "trace"
    shared.mkdir()
    shared.chmod(0o1777)
    home.write_text("a file where the user's folders should be")
    own = {"TMPDIR": str(shared), "HOME": str(home), "NUMBA_CACHE_DIR": ""}
    planted = shared / f"lalao-kernels-{os.getuid()}"
    assert agrees(tiny(NUMBA_CACHE_DIR=str(planted)))
    (made,) = planted.glob("kernels-*")
    for path in [made, *made.iterdir()]:
        path.rename(planted / path.name)
    poisoned(planted, trace)
    assert agrees(tiny(**own))
    assert not trace.exists()
    assert [path.name for path in shared.iterdir()] == [planted.name], "its own folder is gone with it"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Set a folder for kernels, and forget the one found before."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "asked"))
    monkeypatch.setattr(cache, "cache_folder", cache.cache_folder.__wrapped__)
    return tmp_path / "asked"


def test_the_folder_carries_the_hash_wherever_it_lies(asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = cache.cache_folder()
    assert folder == asked / f"kernels-{cache.sources_hash()}"
    monkeypatch.setenv(cache.VARIABLE, str(folder))
    assert cache.cache_folder() == folder, "a child is told the folder itself"
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setattr(cache, "user_cache_path", lambda _: asked / "usual")
    assert cache.cache_folder() == asked / "usual" / folder.name


@posix
def test_a_folder_of_somebody_else_is_not_used(asked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = cache.cache_folder()
    assert folder is not None
    (folder / "theirs").write_text("")
    monkeypatch.setattr(cache, "own_id", lambda: os.geteuid() + 1)
    assert not cache.is_ours_alone(folder)
    other = cache.cache_folder()
    assert other is None or not other.is_relative_to(asked)
    assert (folder / "theirs").exists()


@posix
@pytest.mark.parametrize(("mode", "safe"), [(0o755, True), (0o1777, True), (0o777, False), (0o757, False)])
def test_nobody_can_put_another_folder_in_its_place(mode: int, safe: bool, tmp_path: Path) -> None:
    above = tmp_path / "above"
    assert cache.is_made(above / "kernels")
    above.chmod(mode)
    assert cache.is_made(above / "kernels") is safe


@posix
def test_a_careless_umask_opens_nothing(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        assert cache.is_made(tmp_path / "new" / "kernels")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_old_kernels_are_removed_and_nothing_else(asked: Path) -> None:
    month = time.time() - (cache.KEPT_DAYS + 1) * 24 * 3600
    old, recent, foreign = (asked / name for name in (f"kernels-{'a' * 16}", f"kernels-{'b' * 16}", "kernels-of-mine"))
    for folder in (old, recent, foreign):
        folder.mkdir(parents=True)
    for folder in (old, foreign):
        os.utime(folder, (month, month))
    cache.cache_folder()
    assert not old.exists()
    assert recent.exists()
    assert foreign.exists()


@compiled
def test_kernels_are_refused_until_another_process_has_compiled_them(
    asked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.check_compiled()
    monkeypatch.setattr(cache.Compiling, "here", False)
    with pytest.raises(NotCompiledError):
        cache.check_compiled()
    cache.note_whole()
    cache.check_compiled()
    folder = cache.cache_folder()
    assert folder is not None
    (folder / "f.nbi").write_bytes(b"not what numba wrote")
    with pytest.raises(NotCompiledError):
        cache.check_compiled()
    assert asked in folder.parents
