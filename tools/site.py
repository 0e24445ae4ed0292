"""Build Lalao as a folder of static files, which any host can serve: ``python tools/site.py FOLDER``.

It needs npm and pip, with the registries that they are set up for, and what `tools/ahead.py` needs. What is fetched or
compiled is kept in ``--cache`` for the next time. The scripts of ``site/`` take the place of those that reach a server.
"""

import argparse
import asyncio
import hashlib
import json
import os
import shutil
import sys
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
sys.path.insert(0, str(ROOT))

from tools.packing import BuildError, write_python  # noqa: E402

SITE = ROOT / "site"
WAITING = '<p class="note" role="status">Lalao…</p>'


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
    if folder.exists() and any(folder.iterdir()) and not (folder / "pyodide").exists():
        raise BuildError(f"'{folder}' holds something else: name a new folder")
    cache.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    write_python(folder, cache)
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
