"""Packs what runs Python in a page, for `tools/site.py`: Pyodide, the application, and the kernels built ahead.

Pyodide comes from npm, its packages as wheels; both are checked by their hashes, and kept for the next time. Python is
packed as byte code, which a page need not compile at every start. There are three archives: what the application needs,
what only engines do, and what only examples in Python do. Each is compressed as a whole, so that a host which
compresses nothing serves it as fast.
"""

import base64
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from lalao.kernels.cache import library_path
from lalao.tables.head import zstd

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "lalao"
PYODIDE, PYODIDE_HASH = "314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
STDLIB = "python_stdlib.zip"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", STDLIB, "pyodide-lock.json")
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
MACHINE = "emscripten-wasm32"
ARCHIVES = ("python.tar.zst", "engine.tar.zst", "research.tar.zst")
"""The archive for everything, the one that only engines unpack besides, and what only examples in Python use."""
WHEELS = (
    *("anyio", "idna", "markdown-it-py", "mdurl", "msgspec", "platformdirs", "polib", "pycgt", "segno", "sqlalchemy"),
    *("starlette", "typing-extensions"),
)
"""What the application imports; the versions and hashes are those of ``requirements/play.txt``."""
LEFT_OUT = (
    *(f"lalao/{part}" for part in ("cli/", "adapters/", "print/fonts/", "print/templates/")),
    "lalao/web/static/",
    *(f"anyio/{part}" for part in ("_backends/_trio", "pytest_plugin", "to_interpreter", "to_process")),
    *(f"sqlalchemy/{part}/" for part in ("ext", "orm", "testing")),
    *("segno/cli.py", "idna/cli.py", "markdown_it/cli/"),
    *(f"sqlalchemy/dialects/{name}/" for name in ("mssql", "mysql", "oracle", "postgresql")),
)
"""What the application in a page never opens, but for `READ`."""
READ = ("lalao/web/static/index.html", "lalao/web/static/main.js")
"""What it reads at the start: the page, and which script draws which screen."""
LEFT_OUT_OF_STDLIB = (
    *("_pyrepl/", "asyncio/proactor_", "asyncio/windows_", "http/server.", "idlelib/", "multiprocessing/"),
    *("pydoc_data/", "unittest/", "wsgiref/", "xmlrpc/"),
    *("bdb.", "cProfile.", "doctest.", "ftplib.", "imaplib.", "mailbox.", "modulefinder.", "optparse.", "pdb."),
    *("_pyio.", "_pydatetime.", "_pydecimal.", "difflib.", "http/cookiejar.", "logging/config.", "logging/handlers."),
    *("pickletools.", "plistlib.", "poplib.", "profile.", "pstats.", "pyclbr.", "pydoc.", "smtplib.", "statistics."),
    *("symtable.", "tabnanny.", "timeit.", "trace.", "turtle.", "wave.", "xml/dom/", "xml/etree/"),
)
"""What nothing in a page imports."""
ENCODINGS = re.compile(r"encodings/(?!__init__|aliases|ascii|cp437|idna|latin_1|punycode|raw_unicode|unicode_|utf_)")
"""The character encodings that texts of other times and places are in."""
OF_ENGINES = (
    *("lalao/kernels/libraries/", "lalao/solve/certificates/", "lalao/tables/data/fanorona"),
    *("lalao/codecs/fanorona_network.npz", "lalao/engine/fanorona_book.zst"),
)
"""What only engines open."""
OF_RESEARCH = ("lalao/research/",)
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
DISTRIBUTION = f"lalao-{VERSION}"
METADATA = ("Metadata-Version: 2.1", "Name: lalao", f"Version: {VERSION}", "Requires-Python: >=3.14")
WHEEL = ("Wheel-Version: 1.0", "Generator: lalao", "Root-Is-Purelib: true", "Tag: py3-none-any")
LEVEL, WINDOW = 19, 25
"""How hard the archives are compressed, and the base-2 logarithm of how far back, in bytes."""


class BuildError(Exception):
    """The site cannot be built; the text says why in one line."""


def run(*command: str, folder: Path) -> None:
    """Run a command in a folder, silently.

    Raises BuildError.
    """
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError:
        raise BuildError(f"'{command[0]}' is missing: install it") from None
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or [""])[-1]
        raise BuildError(f"'{' '.join(command[:3])}' failed: {last}") from None


def runtime(cache: Path) -> Path:
    """Fetch Pyodide unless it is there; return the file of its package.

    Raises BuildError.
    """
    path = cache / f"pyodide-{PYODIDE}.tgz"
    if not path.exists():
        run("npm", "pack", "--silent", f"pyodide@{PYODIDE}", folder=cache)
    if hashlib.sha256(path.read_bytes()).hexdigest() != PYODIDE_HASH:
        path.unlink()
        raise BuildError(f"'{path.name}' is not what it was: its hash is another")
    return path


def pinned(names: tuple[str, ...] = WHEELS) -> str:
    """Return the pinned requirements of some packages."""
    text = (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    found = dict(re.findall(r"^([\w-]+)(==.*(?:\n    .*)*)", text, re.MULTILINE))
    return "".join(f"{name}{found[name]}\n" for name in names)


def wheels(cache: Path) -> list[Path]:
    """Fetch the wheels unless they are there; return their files.

    Raises BuildError.
    """
    text = pinned()
    folder = cache / f"wheels-{hashlib.sha256(text.encode()).hexdigest()[:16]}"
    if not folder.exists():
        with tempfile.TemporaryDirectory(dir=cache) as place:
            new, wanted = Path(place, "wheels"), Path(place, "wanted.txt")
            new.mkdir()
            wanted.write_text(text, encoding="utf-8")
            python = getattr(sys, "_base_executable", sys.executable)  # an environment need not have pip
            options = ["--platform", PLATFORM, "--python-version", PYTHON, "--implementation", "cp"]
            chosen = ["--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(wanted), "-d", str(new)]
            run(python, "-m", "pip", "download", *options, *chosen, folder=cache)
            new.rename(folder)
    return sorted(folder.glob("*.whl"))


def library(cache: Path) -> Path:
    """Build the library of kernels for pages unless it is there; return its file.

    Raises BuildError.
    """
    folder = cache / "kernels"
    path = library_path(folder, MACHINE)
    if not path.exists():
        with tempfile.TemporaryDirectory(dir=cache) as new:
            run(sys.executable, str(ROOT / "tools" / "library.py"), "--wasm", "--out", new, folder=cache)
            shutil.rmtree(folder, ignore_errors=True)  # those of other sources
            folder.mkdir(exist_ok=True)
            Path(new, path.name).replace(path)
    return path


def packages(cache: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the code and the licences of the packages that Lalao needs in a page.

    Raises BuildError.
    """
    for path in wheels(cache):
        with zipfile.ZipFile(path) as wheel:
            for name in wheel.namelist():
                if name.endswith((".py", ".so", "METADATA")) or "LICEN" in name:
                    yield name, wheel.read(name)


def own(cache: Path) -> Iterator[tuple[str, bytes]]:
    """Yield Lalao, what an installer reads of it, and the kernels.

    Raises BuildError.
    """
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        is_wanted = "__pycache__" not in path.parts and path.parent.name != "libraries" and path.suffix != ".webp"
        if path.is_file() and is_wanted:  # the guide's pictures of screens are in its PDF alone
            yield f"lalao/{name}", path.read_bytes()
    needed = re.findall(r"^[\w-]+==[\w.]+", pinned(), re.MULTILINE)
    metadata = [*METADATA, *(f"Requires-Dist: {each}" for each in needed)]
    yield f"{DISTRIBUTION}.dist-info/METADATA", "".join(f"{line}\n" for line in metadata).encode()
    built = library(cache)
    yield f"lalao/kernels/libraries/{built.name}", built.read_bytes()


def opened(files: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Return those files that a page opens, by their names."""
    return {name: data for name, data in files if name in READ or not name.startswith(LEFT_OUT)}


def compiled(files: Mapping[str, bytes], runtime: Path, place: str) -> dict[str, bytes]:
    """Return files with Python compiled to byte code by a Pyodide; `place` is the folder that they will lie in.

    Raises BuildError.
    """
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        run("node", str(ROOT / "tools" / "bytecode.mjs"), str(runtime.resolve()), made, place, folder=folder)
        every = sorted(path for path in folder.rglob("*") if path.is_file())
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in every}


def write_archive(path: Path, files: Mapping[str, bytes]) -> None:
    """Write an archive, the same bytes for the same content."""
    into = io.BytesIO()
    with tarfile.open(fileobj=into, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    parameters = zstd.CompressionParameter
    options: dict[int, int] = {parameters.compression_level: LEVEL, parameters.window_log: WINDOW}
    path.write_bytes(zstd.compress(into.getvalue(), options=options))


def write_archives(folder: Path, runtime: Path, cache: Path) -> None:
    """Write the archives into a folder, with byte code of the Python that is in the folder `runtime`.

    Raises BuildError.
    """
    everything, engines, research = ARCHIVES
    files = compiled(opened(chain(packages(cache), own(cache))), runtime, "/lalao")
    parts: dict[str, tuple[str, ...]] = {engines: OF_ENGINES, research: OF_RESEARCH}
    for name, begins in parts.items():
        write_archive(folder / name, {path: data for path, data in files.items() if path.startswith(begins)})
    rest = {path: data for path, data in files.items() if not path.startswith((*OF_ENGINES, *OF_RESEARCH))}
    write_archive(folder / everything, rest)


def write_wheel(folder: Path, cache: Path) -> None:
    """Write Lalao as a wheel for any Pyodide, such as a notebook's: its sources, and the kernels for pages.

    Raises BuildError.
    """
    about = f"{DISTRIBUTION}.dist-info/"
    files = opened(own(cache))
    files[f"{about}WHEEL"] = "".join(f"{line}\n" for line in WHEEL).encode()
    record = [f"{name},sha256={urlsafe(data)},{len(data)}" for name, data in sorted(files.items())]
    files[f"{about}RECORD"] = "".join(f"{line}\n" for line in (*record, f"{about}RECORD,,")).encode()
    with zipfile.ZipFile(folder / f"{DISTRIBUTION}-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in sorted(files.items()):
            wheel.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def urlsafe(data: bytes) -> str:
    """Return the SHA-256 of some bytes as the record of a wheel has it."""
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def write_runtime(folder: Path, cache: Path) -> None:
    """Write the files of Pyodide into a new folder, with as much of Python's own library as pages need.

    Raises BuildError.
    """
    folder.mkdir()
    with tarfile.open(runtime(cache)) as files:
        for name in RUNTIME:
            member = files.extractfile(f"package/{name}")
            assert member is not None
            (folder / name).write_bytes(member.read())
    path = folder / STDLIB
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        wanted = [name for name in names if not (name.startswith(LEFT_OUT_OF_STDLIB) or ENCODINGS.match(name))]
        kept = compiled({name: archive.read(name) for name in wanted}, folder, "/lib/python314.zip")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in kept.items():
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
