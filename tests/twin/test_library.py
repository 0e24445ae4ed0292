"""A library of kernels that was built ahead gives the same results, without numba and without numpy."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lalao.kernels import cache
from lalao.kernels.compiling import COMPILED
from tests import array_check
from tests.shell import environment

ROOT = Path(__file__).parents[2]
FROM_LIBRARY = """
import json, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
if sys.argv[1] == "without":
    sys.modules["numpy"] = None
from lalao.kernels import fang, rows
from tests import array_check
json.dump([array_check.solved(), fang.expand.__name__, rows.nimber.__name__], sys.stdout)
"""


def test_results_from_a_library_are_the_same(tmp_path: Path) -> None:
    if shutil.which("cc") is None or not COMPILED:
        pytest.skip("a library takes a compiler and a linker")
    libraries = tmp_path / "libraries"
    build = [sys.executable, "tools/library.py", "fang", "--out", str(libraries)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    assert [path.name for path in libraries.iterdir()] == [cache.library_path(libraries).name]
    expected = json.loads(json.dumps(array_check.solved()))
    for way in ("with", "without"):
        own = environment(tmp_path, LALAO_KERNELS=str(libraries))
        command = [sys.executable, "-c", FROM_LIBRARY, way]
        done = subprocess.run(command, env=own, capture_output=True, text=True, check=True)
        found, built, readable = json.loads(done.stdout)
        assert found == expected
        assert (built, readable) == ("call", "nimber"), "what the library lacks is plain Python"
        assert done.stderr == ""


def test_a_library_for_browsers_has_the_kernels(tmp_path: Path) -> None:
    if not any(map(shutil.which, ("wasm-ld", "wasm-ld-19"))) or not COMPILED:
        pytest.skip("a library for browsers takes a compiler and wasm-ld")
    build = [sys.executable, "tools/library.py", "fang", "--wasm", "--out", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    code = cache.library_path(tmp_path, "emscripten-wasm32").read_bytes()
    assert code.startswith(b"\0asm")
    assert b"ahead_fang_expand" in code
    assert b"clock_gettime" not in code, "nothing else is linked in"


def test_without_a_linker_one_line_names_it(tmp_path: Path) -> None:
    build = [sys.executable, "tools/library.py", "--wasm"]
    own = environment(tmp_path, PATH=str(tmp_path))
    done = subprocess.run(build, cwd=ROOT, env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "library: wasm-ld or wasm-ld-19 is needed, to link with: on Debian apt-get install lld-19\n"


def test_a_damaged_library_is_reported_and_left_alone(tmp_path: Path) -> None:
    path = cache.library_path(tmp_path)
    path.write_bytes(b"nothing")
    own = environment(tmp_path, LALAO_KERNELS=str(tmp_path))
    program = "import sys; sys.modules['numba'] = None; from lalao.kernels.bits import count; print(count(7))"
    done = subprocess.run([sys.executable, "-c", program], env=own, capture_output=True, text=True, check=True)
    assert done.stdout == "3\n"
    assert done.stderr.splitlines() == [f"{path} cannot be loaded: remove it, or build it on this machine"]


def test_only_a_library_of_these_sources_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.LIBRARIES, str(tmp_path))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    path = cache.library_path()
    path.with_name(path.name.replace(cache.sources_hash(), "0" * 16)).touch()
    assert not cache.is_library_there()
    path.touch()
    assert cache.is_library_there()
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert not cache.is_library_there()
