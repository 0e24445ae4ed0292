"""Build Lalao as a folder of static files, which any host can serve: ``python tools/site.py FOLDER``.

It needs npm and pip, with the registries that they are set up for, and a linker, ``wasm-ld``. What `packing` fetches
and compiles is kept in ``--cache`` for the next time. The scripts of ``site/`` take the place of those that reach a
server.
"""

import argparse
import asyncio
import hashlib
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from doctest import DocTestParser, Example
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qsl

from markdown_it import MarkdownIt
from platformdirs import user_cache_path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lalao.games.registry import FAMILIES  # noqa: E402
from lalao.games.registry import game as find_game  # noqa: E402
from lalao.kernels.cache import BACKGROUND  # noqa: E402
from lalao.locale import LANGUAGES, parts_of, words  # noqa: E402
from lalao.print import boards, guide_sheet, pdf, rules  # noqa: E402
from lalao.sheets import DATA, GUIDE  # noqa: E402
from lalao.web.embedded import NEEDS_HOST, Embedded  # noqa: E402
from lalao.web.gate.guard import POLICY  # noqa: E402
from lalao.web.shipped import STATIC  # noqa: E402
from lalao.web.view import scene_of  # noqa: E402
from tools.packing import ARCHIVES, PYODIDE, BuildError, write_archives, write_runtime, write_wheel  # noqa: E402

SITE = ROOT / "site"
HOST = {"command": "python3 -m http.server", "address": "http://localhost:8000"}
PAGES_OF_EXAMPLES = ("python", "python-engines", "python-research")
SECTION = "\n## "
NEEDS_MORE = ("asyncio.run", "EngineClient", "lalao.tables.open")
"""What examples in Python use that a page has not: a loop of their own, a process, numpy."""
WAITING = '<p class="note opened" role="status">Lalao…</p>'
POLICY_HERE = (
    POLICY.replace("frame-ancestors 'none'; ", "").replace("lit-html", "lit-html lalao-workers") + "; worker-src 'self'"
)
"""The policy of the pages, in the page itself: a host of files need not send one."""


def write_pages(folder: Path) -> None:
    """Write the scripts, styles and pictures of the pages."""
    shutil.copytree(STATIC, folder / "static")
    shutil.copytree(SITE, folder, dirs_exist_ok=True)
    for name in ("static/index.html", "python.html", "sw.js"):
        (folder / name).unlink()
    manifest = folder / "static" / "manifest.webmanifest"
    text = manifest.read_text(encoding="utf-8").replace('"/static/', '"').replace('"/"', '"../../"')
    manifest.write_text(text, encoding="utf-8")
    for family in FAMILIES:
        if picture := scene_of(family.name):
            write_file(folder, f"/api/families/{family.name}/scene.svg", picture)


def write_python(folder: Path, build: Path, cache: Path) -> None:
    """Write Python for browsers beside the build, since it stays the same for most, and in the build what it runs.

    Raises BuildError.
    """
    made = folder / "pyodide"
    write_runtime(made, cache)
    write_archives(build, made, cache)
    place = made.rename(folder / f"pyodide-{PYODIDE}-{checksum(made)}")
    fetched = [build / ARCHIVES[0], *(path for path in place.iterdir() if path.suffix != ".mjs")]
    script = build / "python.js"
    text = script.read_text(encoding="utf-8").replace("/pyodide/", f"/{place.name}/")
    script.write_text(text.replace("{size}", str(sum(path.stat().st_size for path in fetched))), encoding="utf-8")


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


def name_of(path: str) -> str:
    """Return the name of the file with what the server makes at a path, as ``fileAt`` of ``address.js`` does.

    >>> name_of("/api/lessons?lang=fr"), name_of("/api/guide.pdf?part=data&lang=fr")
    ('api/lessons.fr.json', 'api/guide.data.fr.pdf')
    """
    where, _, query = path.partition("?")
    plain = PurePosixPath(where.lstrip("/"))
    return ".".join([str(plain.with_suffix("")), *(value for _, value in parse_qsl(query))]) + (plain.suffix or ".json")


def write_file(folder: Path, path: str, content: bytes) -> None:
    """Write what the server makes at a path as a file."""
    file = folder / name_of(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def write_answers(folder: Path) -> None:
    """Write the answers that are the same for everybody as files, which pages read before Python has started."""
    os.environ[BACKGROUND] = "off"
    for path, text in asyncio.run(answers()).items():
        write_file(folder, path, text.encode())


def documents(language: str) -> Iterator[tuple[str, bytes]]:
    """Yield the sheets that the pages offer in a language, by their paths: nothing sets sheets in a page."""
    speech, spoken = words(language), f"lang={language}"
    for part in (GUIDE, DATA):
        yield f"/api/guide.pdf?part={part}&{spoken}", pdf(guide_sheet(speech, part=part))
    for family in FAMILIES:
        for part in parts_of(family.name, language):
            sheet = rules(find_game(family.name), speech, part=part)
            yield f"/api/games/{family.name}/print/rules.pdf?part={part}&{spoken}", pdf(sheet)
        for game in map(find_game, family.offered):
            yield f"/api/games/{game.id}/print/board.pdf?{spoken}", pdf(boards(game, speech))


def write_documents(folder: Path) -> None:
    """Write the sheets as files, in every language."""
    for language in LANGUAGES:
        for path, content in documents(language):
            write_file(folder, path, content)


def files_in(folder: Path) -> list[Path]:
    """List the files of a folder, in order."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def checksum(folder: Path) -> str:
    """Return a checksum of the files of a folder and their names."""
    summed = hashlib.sha256()
    for path in files_in(folder):
        summed.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode())
        summed.update(path.read_bytes())
    return summed.hexdigest()[:16]


def write_entrance(folder: Path, build: str) -> None:
    """Write the page, which leads to the files of the build, and the service worker, which keeps them."""
    needed = "".join(
        f"<p class=opened lang={each} hidden>{escape(words(each)(NEEDS_HOST, **HOST))}</p>" for each in LANGUAGES
    )
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    page = page.replace("/static/{checksum}/", "/static/").replace("/static/", f"{build}/static/")
    page = page.replace("<title>", f'<meta http-equiv="Content-Security-Policy" content="{POLICY_HERE}">\n<title>')
    page = page.replace("</head>", f'<script defer src="{build}/opened.js"></script>\n</head>')
    page = page.replace("</main>", f"{WAITING}{needed}</main>")
    (folder / "index.html").write_text(page, encoding="utf-8")
    kept = [path.relative_to(folder).as_posix() for path in files_in(folder) if path.suffix not in (".pdf", ".whl")]
    worker = (SITE / "sw.js").read_text(encoding="utf-8").replace("{build}", build)
    (folder / "sw.js").write_text(worker.replace('["{files}"]', json.dumps(["./", *kept])), encoding="utf-8")


CELL = """<div class="cell">
<textarea aria-label="Python" spellcheck="false" rows="{lines}">{code}</textarea>
<button type="button" disabled>Run</button>
<output></output>
</div>"""


def examples() -> Iterator[tuple[str, list[Example]]]:
    """Yield the examples of the pages on Python that a page can run, each block with what is said before it."""
    for name in PAGES_OF_EXAMPLES:
        text = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
        yield from examples_in(text[text.index(SECTION) :])


def examples_in(text: str) -> Iterator[tuple[str, list[Example]]]:
    """Yield the examples in a text that a page can run, each block with what is said before it.

    What follows an example that is left out goes too, if a new section begins before the next one.
    """
    said, left_out = "", False
    for piece in re.split(r"(^```python\n.*?^```$)", text, flags=re.MULTILINE | re.DOTALL):
        if not piece.startswith("```python"):
            said = piece[max(0, piece.find(SECTION)) :] if left_out else piece
        elif not (left_out := any(needed in piece for needed in NEEDS_MORE)):
            yield said, DocTestParser().get_examples(piece)


def cell(said: str, block: list[Example]) -> str:
    """Return a block of examples as a cell that can be run, below what is said before it, as HTML."""
    plain = re.sub(r"\[(.*?)\]\(.*?\)", r"\1", re.sub(r"^!\[.*\n", "", said, flags=re.MULTILINE))
    told = str(MarkdownIt("commonmark", {"html": False}).render(plain))
    lines = "".join(each.source for each in block).splitlines()
    return told + CELL.format(lines=len(lines), code=escape("\n".join(lines)))


def write_examples(folder: Path, build: str) -> None:
    """Write the page on which the examples in Python are run."""
    page = (SITE / "python.html").read_text(encoding="utf-8").replace("{policy}", POLICY_HERE)
    cells = "\n".join(cell(*each) for each in examples())
    (folder / "python.html").write_text(page.replace("{build}", build).replace("{cells}", cells), encoding="utf-8")


def build(folder: Path, cache: Path) -> None:
    """Build the site in a folder that is new or was built before.

    What a build holds is in a folder named by its checksum, so that no browser mixes the files of two builds.

    Raises BuildError.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / "sw.js").exists():
        raise BuildError(f"'{folder}' holds something else: name a new folder")
    cache.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
    new = folder / "new"
    new.mkdir(parents=True)
    write_pages(new)
    write_answers(new)
    write_documents(new)
    write_python(folder, new, cache)
    write_wheel(folder, cache)
    name = checksum(new)
    new.rename(folder / name)
    write_examples(folder, name)
    write_entrance(folder, name)


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
