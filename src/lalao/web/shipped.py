"""The files shipped with the package: the page, its scripts, styles and fonts, sent again only where they changed.

The sentences of the scripts come from the catalogues: scripts say ``t("…")`` in English, as code does.
"""

import hashlib
import mimetypes
import posixpath
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.staticfiles import NotModifiedResponse

from lalao.locale import words

STATIC = Path(__file__).parent / "static"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
"""Media types by suffix, which browsers insist on; a system's own list of types may have others."""
YEAR = 365 * 24 * 3600
DIGITS = 16
"""How many hexadecimal digits a checksum in an address has."""

for suffix, kind in KINDS.items():
    mimetypes.add_type(kind, suffix)


def read_files() -> dict[str, bytes]:
    """Read the shipped files, by their names."""
    paths = (path for path in sorted(STATIC.rglob("*")) if path.is_file())
    return {path.relative_to(STATIC).as_posix(): path.read_bytes() for path in paths}


def checksum(files: Mapping[str, bytes]) -> str:
    """Return a checksum of files and their names."""
    summed = hashlib.sha256()
    for name, content in files.items():
        summed.update(f"{name} {len(content)}\n".encode())
        summed.update(content)
    return summed.hexdigest()[:DIGITS]


FILES = read_files()
"""The files as they were when the server started."""
CHECKSUM = checksum(FILES)
PAGE = (STATIC / "index.html").read_text(encoding="utf-8").replace("{checksum}", CHECKSUM)
PRELOADS = "</head>"
"""Where the page names the scripts that its screen will import: all are fetched at once, not level by level."""
IMPORT = re.compile(r'\bfrom ?"(\.[^"]+)"|^import ?"(\.[^"]+)"', re.MULTILINE)
SCREEN = re.compile(r'^  \[/(\S+)/, .*?(?:import\("\./(\w+\.js)"\).*)?\],?$', re.MULTILINE)
"""A screen in main.js: the pattern of its address, and its script where it has one of its own."""
SCREENS = SCREEN.findall((STATIC / "main.js").read_text(encoding="utf-8"))


async def file(request: Request) -> Response:
    """Answer with a file of the package; under an address with their checksum, browsers keep files without asking.

    Scripts and styles name each other relative to themselves, so that all that a page loads has its checksum. A page of
    an earlier version, whose checksum is another, still finds the files. Starlette's own would be read again for each
    request, in threads that are charged to nobody.
    """
    path = request.path_params["path"]
    first, _, rest = path.partition("/")
    is_summed = len(first) == DIGITS and set(first) <= set("0123456789abcdef")
    name = rest if is_summed else path
    if name not in FILES:
        raise HTTPException(404)
    answer = if_changed(request, Response(FILES[name], media_type=mimetypes.guess_type(name)[0]))
    if first == CHECKSUM:
        answer.headers["Cache-Control"] = f"max-age={YEAR}, immutable"
    return answer


def if_changed(request: Request, answer: Response) -> Response:
    """Give the answer to a GET an ETag; answer 304 where the browser has it already."""
    if request.method != "GET" or answer.status_code != 200:
        return answer
    tag = answer.headers["ETag"] = f'"{hashlib.sha256(answer.body).hexdigest()[:32]}"'
    known = [each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")]
    return NotModifiedResponse(answer.headers) if tag in known else answer


async def page(request: Request) -> Response:
    """Answer with the one page, which draws all screens, and names the scripts of the one at this address."""
    return if_changed(request, HTMLResponse(page_of(screen_script(request.url.path))))


async def missing(request: Request, _: Exception) -> Response:
    """Answer where there is nothing: people get the page, which says so and shows the first screen."""
    is_read = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    return HTMLResponse(page_of(""), 404) if is_read else PlainTextResponse("Not Found", 404)


def screen_script(path: str) -> str:
    """Return the name of the script that draws the screen at an address, "" for one that main.js draws itself."""
    return next((script for pattern, script in SCREENS if re.fullmatch(pattern, path)), "")


@cache
def page_of(script: str) -> str:
    """Return the page, with the scripts that `main.js` and `script` import to be fetched at once."""
    needed = imported(["main.js", script] if script else ["main.js"])
    links = "".join(f'<link rel="modulepreload" href="/static/{CHECKSUM}/{name}">\n' for name in needed)
    return PAGE.replace(PRELOADS, links + PRELOADS)


def imported(names: Iterable[str]) -> list[str]:
    """List scripts and all that they import at once, each once, in the order in which browsers find them."""
    found = dict.fromkeys(names)
    waiting = list(found)
    for name in waiting:
        for paths in IMPORT.findall((STATIC / name).read_text(encoding="utf-8")):
            asked = posixpath.normpath(posixpath.join(posixpath.dirname(name), *paths))
            if asked not in found:
                found[asked] = None
                waiting.append(asked)
    return list(found)


TEXT = r'"(?:[^"\\]|\\.)*"'
SAID = re.compile(rf"\bt\(\s*({TEXT}(?:\s*\+\s*{TEXT})*)(?:,\s*({TEXT}))?")


def said(script: str) -> list[tuple[str, str | None]]:
    """List the sentences of a script, each with its plural if it has one; a long one may be joined by ``+``."""
    return [(joined(found[1]), found[2] and joined(found[2])) for found in SAID.finditer(script)]


def joined(written: str) -> str:
    """Return the text of one string literal, or of several joined by ``+``."""
    return "".join(text[1:-1] for text in re.findall(TEXT, written))


def in_scripts() -> list[tuple[str, str | None]]:
    """List the sentences of all scripts with their plurals, each once."""
    found: dict[str, str | None] = {}
    for path in sorted(STATIC.glob("*.js")):
        for sentence, plural in said(path.read_text(encoding="utf-8")):
            found.setdefault(sentence, plural)
    return list(found.items())


def sentences(language: str) -> dict[str, list[str]]:
    """Return the sentences of the scripts in a language: the forms of each sentence, the singular first."""
    catalogue = words(language).catalogue
    return {
        sentence: [catalogue.ngettext(sentence, plural, n) for n in (1, 2)] if plural else [catalogue.gettext(sentence)]
        for sentence, plural in in_scripts()
    }
