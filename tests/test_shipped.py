"""Files shipped with the package: compressed, with their types, and sent again only where they have changed."""

import gzip
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest
from playwright.sync_api import Browser

from lalao.web.guard import HEADERS
from lalao.web.shipped import STATIC
from tests.browsing import browsing, start, there, visiting
from tests.serving import Server

MOST_AGAIN = 10_000
"""Bytes that a second load may cost."""
FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "woff2": "font/woff2", "html": "text/html"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("shipped")) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as running:
        yield running


def asked(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    """Request a file as a browser does, or with other headers; return the response and its body."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=20)
    try:
        line.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = line.getresponse()
        return answer, answer.read()
    finally:
        line.close()


def test_every_file_is_given_as_it_is(server: Server) -> None:
    assert len(FILES) > 40
    for name in FILES:
        answer, content = asked(server, f"/static/{name}")
        assert (answer.status, content) == (200, (STATIC / name).read_bytes()), name
        kind = KINDS.get(name.rpartition(".")[2])
        assert kind is None or answer.headers.get_content_type() == kind, name
        told = {header: answer.headers[header] for header in HEADERS}
        told["Content-Security-Policy"] = re.sub(
            r"(?<='self') http://127\.0\.0\.1:\d+", "", told["Content-Security-Policy"]
        )
        assert told == HEADERS, name  # apart from the port for this machine only


@pytest.mark.parametrize("name", ["main.js", "lalao.css", "vendor/lit-html/lit-html.js"])
def test_text_is_compressed_for_who_unpacks_it(server: Server, name: str) -> None:
    plain = (STATIC / name).read_bytes()
    answer, content = asked(server, f"/static/{name}", Accept_Encoding="gzip, deflate")
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert gzip.decompress(content) == plain
    assert len(content) < len(plain) * 0.7


@pytest.mark.parametrize(
    "path",
    ["/", "/look", "/static/main.js", "/static/fonts/andika-latin-400-normal.woff2", "/api/words/fr", "/api/games"],
)
def test_what_has_not_changed_is_not_given_again(server: Server, path: str) -> None:
    first, content = asked(server, path, Accept_Encoding="gzip")
    again, nothing = asked(server, path, Accept_Encoding="gzip", If_None_Match=first.headers["ETag"])
    assert (first.status, again.status, nothing) == (200, 304, b"")
    assert content
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.headers["Content-Security-Policy"] is None, "a browser keeps the headers that the page came with"
    other, whole = asked(server, path, Accept_Encoding="gzip", If_None_Match='"something else"')
    assert (other.status, whole) == (200, content)


def test_fonts_are_kept_and_scripts_asked_for(server: Server) -> None:
    kept = {name: asked(server, f"/static/{name}")[0].headers["Cache-Control"] for name in FILES}
    assert {text for name, text in kept.items() if name.endswith(".woff2")} == {"max-age=604800"}
    assert {text for name, text in kept.items() if not name.endswith(".woff2")} == {"no-cache"}


def test_what_is_sent_and_what_is_refused_is_never_kept(server: Server) -> None:
    for path in ("/api/games/nowhere", "/static/nowhere.js"):
        assert asked(server, path)[0].headers["ETag"] is None
    assert asked(server, "/api/codes/ABCD")[0].headers["Cache-Control"] == "no-store"


@there
@pytest.mark.parametrize("path", ["/", "/look", "/rules/fang", "/class", "/print", "/referee", "/m"])
def test_a_second_load_costs_little(browser: Browser, server: Server, path: str) -> None:
    with visiting(browser, server.address, settings={"language": "fr"}) as page:
        address = server.address + path
        if path == "/m":
            address += f"/{start(page, server.address, 'fafy')}"
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        sizes: list[float] = []
        answers: list[int] = []
        line.on("Network.loadingFinished", lambda told: sizes.append(told["encodedDataLength"]))
        line.on("Network.responseReceivedExtraInfo", lambda told: answers.append(status(told)))
        for _ in range(2):
            sizes.clear()
            answers.clear()
            page.goto(address, wait_until="networkidle")
    assert len(sizes) > 20
    assert answers.count(304) > 20
    assert sum(sizes) < MOST_AGAIN


def status(told: dict[str, Any]) -> int:
    """Return the status code in a browser's network event."""
    return int(told["statusCode"])
