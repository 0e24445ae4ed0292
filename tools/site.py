"""Build Lalao as a folder of static files, which any host can serve: ``python tools/site.py FOLDER``.

It needs npm and pip, with the registries that they are set up for. Python for browsers (Pyodide) comes from npm, its
packages as wheels; both are checked by their hashes, and kept in ``--cache`` for the next time. The scripts of
``site/`` take the place of those that reach a server.
"""

import argparse
import asyncio
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from lalao.games.registry import FAMILIES
from lalao.kernels.cache import BACKGROUND
from lalao.locale import LANGUAGES
from lalao.web.embedded import Embedded
from lalao.web.shipped import STATIC
from lalao.web.view import scene_of

ROOT = Path(__file__).resolve().parent.parent
SITE = ROOT / "site"
PACKAGE = ROOT / "src" / "lalao"
PYODIDE, PYODIDE_HASH = "314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PLATFORM, PYTHON = "pyemscripten_2026_0_wasm32", "3.14"
WHEELS = (
    *("anyio", "idna", "markdown-it-py", "mdurl", "msgspec", "platformdirs", "polib", "pycgt", "segno", "sqlalchemy"),
    *("starlette", "typing-extensions"),
)
"""What the application imports; the versions and hashes are those of ``requirements/play.txt``."""
LEFT_OUT = (
    *(f"lalao/{part}" for part in ("cli/", "adapters/", "research/", "print/fonts/", "web/static/fonts/")),
    *("lalao/web/static/icons/", "sqlalchemy/ext/", "sqlalchemy/orm/", "sqlalchemy/testing/"),
    *(f"sqlalchemy/dialects/{name}/" for name in ("mssql", "mysql", "oracle", "postgresql")),
    *("lalao/tables/data/fanorona", "lalao/solve/certificates/"),  # nothing reads these without numpy
)
"""What the application in a page never opens."""
EPOCH = (1980, 1, 1, 0, 0, 0)
WAITING = '<p class="note" role="status">Lalao…</p>'


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
        raise BuildError(f"'{' '.join(command[:3])}' failed: {error.stderr.strip().splitlines()[-1:]}") from None


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


def packed(files: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield what goes into the archive: the packages of the wheels, and Lalao."""
    for path in files:
        with zipfile.ZipFile(path) as wheel:
            yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/"))
    for path in PACKAGE.rglob("*"):
        name = path.relative_to(PACKAGE).as_posix()
        if path.is_file() and "__pycache__" not in path.parts:
            yield f"lalao/{name}", path.read_bytes()
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    yield f"lalao-{version}.dist-info/METADATA", f"Metadata-Version: 2.1\nName: lalao\nVersion: {version}\n".encode()


def write_archive(path: Path, files: list[Path]) -> None:
    """Write the archive, the same bytes for the same content."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(packed(files)):
            if name.startswith(LEFT_OUT):
                continue
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


def write_pages(folder: Path) -> None:
    """Write the pages, their scripts and pictures, with addresses relative to the folder."""
    shutil.copytree(STATIC, folder / "static")
    shutil.copytree(SITE, folder, dirs_exist_ok=True)
    page = (folder / "static" / "index.html").read_text(encoding="utf-8")
    page = page.replace("/static/{checksum}/", "static/").replace("/static/", "static/")
    page = page.replace("</main>", f"{WAITING}</main>")
    (folder / "index.html").write_text(page, encoding="utf-8")
    (folder / "static" / "index.html").unlink()
    manifest = folder / "static" / "manifest.webmanifest"
    text = manifest.read_text(encoding="utf-8").replace('"/static/', '"').replace('"/"', '"../"')
    manifest.write_text(text, encoding="utf-8")
    for family in FAMILIES:
        if picture := scene_of(family.name):
            path = folder / "api" / "families" / family.name / "scene.svg"
            path.parent.mkdir(parents=True)
            path.write_bytes(picture)


class NoEngine:
    """An engine that never starts: what is asked here needs none."""

    def __init__(self) -> None:
        """Wait."""
        self._end = asyncio.Event()

    async def start(self) -> str:
        await self._end.wait()
        return ""

    async def ask(self, _: str) -> str:
        return ""

    def kill(self) -> None:
        self._end.set()


async def answers() -> dict[str, str]:
    """Return the answers that are the same for everybody and every day, by their paths."""
    found: dict[str, str] = {}
    heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    embedded = Embedded(lambda line: heard.put_nowait(json.loads(line)), NoEngine(), lambda: None)
    await embedded.start()

    async def ask(path: str) -> str:
        embedded.hear(json.dumps({"kind": "ask", "id": len(found), "path": path}))
        answer = await heard.get()
        assert answer["status"] == 200, path
        found[path] = answer["body"]
        return found[path]

    for language in LANGUAGES:
        await ask(f"/api/words/{language}")
        lessons = json.loads(await ask(f"/api/lessons?lang={language}"))
        for name in ("families", "games", "journey", *(f"lessons/{lesson['id']}" for lesson in lessons)):
            await ask(f"/api/{name}?lang={language}")
    await embedded.close()
    return found


def write_answers(folder: Path) -> None:
    """Write the answers that are the same for everybody as files, which pages read before Python has started."""
    os.environ[BACKGROUND] = "off"
    for path, text in asyncio.run(answers()).items():
        file = folder / f"{path.lstrip('/').replace('?lang=', '.')}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def write_worker(folder: Path) -> None:
    """Name the build and its files in the service worker: each build has a cache of its own."""
    worker = folder / "sw.js"
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path != worker)
    names = [path.relative_to(folder).as_posix() for path in files]
    summed = hashlib.sha256("\n".join(names).encode())
    for path in files:
        summed.update(hashlib.sha256(path.read_bytes()).digest())
    text = worker.read_text(encoding="utf-8").replace("{build}", f"lalao {summed.hexdigest()[:16]}")
    worker.write_text(text.replace('["{files}"]', json.dumps(["./", *names])), encoding="utf-8")


def build(folder: Path, cache: Path) -> None:
    """Build the site in a folder that is new or was built before.

    Raises BuildError.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "python.zip").exists():
        raise BuildError(f"'{folder}' holds something else: name a new folder")
    cache.mkdir(parents=True, exist_ok=True)
    source, files = runtime(cache), wheels(cache)
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    with tarfile.open(source) as package:
        for name in RUNTIME:
            member = package.extractfile(f"package/{name}")
            assert member is not None
            (folder / "pyodide" / name).write_bytes(member.read())
    write_archive(folder / "python.zip", files)
    write_pages(folder)
    write_answers(folder)
    write_worker(folder)


def main(arguments: list[str]) -> int:
    """Build the site; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, default=user_cache_path("lalao") / "site")
    asked = parser.parse_args(arguments)
    try:
        build(asked.folder, asked.cache.resolve())
    except BuildError as error:
        print(f"site: {error}", file=sys.stderr)
        return 2
    size = sum(path.stat().st_size for path in asked.folder.rglob("*") if path.is_file())
    print(f"{asked.folder}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
