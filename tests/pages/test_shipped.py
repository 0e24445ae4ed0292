"""Files shipped with the package: compressed, with their types, and sent again only where they have changed."""

import gzip
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from lalao.web.gate.guard import HEADERS
from lalao.web.shipped import CHECKSUM, STATIC, checksum, read_files
from tests.browsing import start, there, visiting
from tests.serving import Server

MOST_AGAIN = 10_000
"""Bytes that a second load may cost."""
MOST_ASKED = 12
"""Requests that a second load may make: for the page and for what may have changed."""
FILES = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*") if path.is_file())
KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml", "woff2": "font/woff2", "html": "text/html"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("shipped")) as running:
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
        is_document = name.rpartition(".")[2] not in ("js", "css", "woff2")
        wanted = {
            header: text for header, text in HEADERS.items() if is_document or header != "Content-Security-Policy"
        }
        told = {header: answer.headers[header] for header in HEADERS if header in answer.headers}
        if is_document:
            told["Content-Security-Policy"] = re.sub(
                r"(?<='self') http://127\.0\.0\.1:\d+", "", told["Content-Security-Policy"]
            )
        assert told == wanted, name  # apart from the port for this machine only


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


def test_files_are_kept_under_their_checksum_and_asked_for_elsewhere(server: Server) -> None:
    for name in FILES:
        for folder, kept in ((CHECKSUM, "max-age=31536000, immutable"), ("0" * len(CHECKSUM), "no-cache")):
            answer, content = asked(server, f"/static/{folder}/{name}")
            assert (answer.status, content) == (200, (STATIC / name).read_bytes()), name
            assert answer.headers["Cache-Control"] == kept, name
        assert asked(server, f"/static/{name}")[0].headers["Cache-Control"] == "no-cache", name


def test_a_page_names_what_it_loads_by_its_checksum(server: Server) -> None:
    page = asked(server, "/")[1].decode()
    assert re.findall(r"[{}]", page) == []
    named = re.findall(r'"/static/([^"]*)"', page)
    plain = {"icons/icon-180.png", "manifest.webmanifest"}  # what an installed page is known by stays where it is
    assert {name for name in named if not name.startswith(f"{CHECKSUM}/")} == plain
    assert all(asked(server, f"/static/{name}")[0].status == 200 for name in named)


def test_a_checksum_tells_content_and_names(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("lalao.web.shipped.STATIC", tmp_path)
    found = set()
    for name, text in (("one.js", "a"), ("one.js", "b"), ("two.js", "")):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert checksum(read_files()) == checksum(read_files())
        found.add(checksum(read_files()))
    assert len(found) == 3


def test_what_is_sent_and_what_is_refused_is_never_kept(server: Server) -> None:
    for path in ("/api/games/nowhere", "/static/nowhere.js", f"/static/{CHECKSUM}/nowhere.js", f"/static/{CHECKSUM}"):
        answer, _ = asked(server, path)
        assert (answer.status, answer.headers["ETag"]) == (404, None)
        assert answer.headers["Cache-Control"] == "no-cache"
    assert asked(server, "/api/codes/ABCD")[0].headers["Cache-Control"] == "no-store"


@there
def test_a_wrong_address_shows_the_first_screen(browser: Browser, server: Server) -> None:
    with visiting(browser, server.address, refused=True) as page:
        page.goto(server.address)
        page.goto(f"{server.address}/play/fanorona")
        expect(page.locator("#toast")).to_have_text("There is no page at this address.")
        expect(page.locator(".home")).to_be_visible()
        page.go_back()
        expect(page).to_have_url(f"{server.address}/")


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
    assert 0 < len(answers) < MOST_ASKED
    assert sum(sizes) < MOST_AGAIN


def status(told: dict[str, Any]) -> int:
    """Return the status code in a browser's network event."""
    return int(told["statusCode"])


PRELOADED = re.compile(rf'<link rel="modulepreload" href="(/static/{CHECKSUM}/[^"]+)">')


@pytest.mark.parametrize("path", ["/", "/learn", "/puzzles", "/foretell/fang", "/referee", "/print", "/look"])
def test_a_page_names_all_the_scripts_that_it_imports_and_no_other(server: Server, browser: Browser, path: str) -> None:
    """Compare what the page names with what a browser fetches that is told nothing."""
    html = asked(server, path)[1].decode()
    with visiting(browser, server.address) as page:
        fetched: set[str] = set()
        page.on("request", lambda request: fetched.add(request.url.removeprefix(server.address)))
        page.route(
            server.address + path, lambda route: route.fulfill(body=PRELOADED.sub("", html), content_type="text/html")
        )
        page.goto(server.address + path)
        page.wait_for_function("() => document.querySelector('main > .screen')?.children.length > 0")
        page.wait_for_load_state("networkidle")
    assert {each for each in fetched if each.endswith(".js")} == set(PRELOADED.findall(html))
