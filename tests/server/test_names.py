"""A server that is reached under a name: behind nginx as docs/serving.md sets it up, and without a proxy."""

import asyncio
import json
import re
import socket
from collections.abc import Iterator
from contextlib import AbstractContextManager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from tools.crowd import Follower
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from lalao.errors import NotationError
from lalao.store import Store
from lalao.web.app import make_app
from lalao.web.serving import HostName, read_host
from tests import nginx
from tests.asking import ask
from tests.patience import SECONDS
from tests.serving import Server, free_port
from tests.shell import ROOT

NAME = "games.example"
"""The name in docs/serving.md."""


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Run the documented server behind the documented nginx; yield nginx's port."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    options = re.search(r"`(--host games\.example --proxy 127\.0\.0\.1)`", (ROOT / "docs/serving.md").read_text())
    assert options
    with Server(folder, *options[1].split()) as server:
        block = nginx.documented()[0]
        for documented, here in (("443 ssl;", f"127.0.0.1:{port};"), ("127.0.0.1:8417;", f"127.0.0.1:{server.port};")):
            assert documented in block
            block = block.replace(documented, here)
        with nginx.running(block, port, folder):
            yield port


def sent(port: int, method: str, path: str, host: str, body: str = "", **headers: str) -> tuple[int, str]:
    """Send a request under a host name; return the status and the answer."""
    line = HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        line.request(method, path, body or None, {"Host": host, **headers})
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def player(port: int, code: str, host: str) -> AbstractContextManager[ClientConnection]:
    """Open the WebSocket of a room as a page under this host name does that came by HTTPS."""
    return connect(
        f"ws://{host}/ws/{code}",
        sock=socket.create_connection(("127.0.0.1", port), timeout=SECONDS),
        origin=Origin(f"https://{host}"),
        open_timeout=SECONDS,
    )


def state(line: ClientConnection, follower: Follower) -> dict[str, Any]:
    """Wait for the next state of a room."""
    while True:
        message: dict[str, Any] = follower.hear(json.loads(line.recv(SECONDS)))
        if message["kind"] == "state":
            return message


@nginx.there
def test_the_documented_proxy_serves_a_game_under_its_name(proxy: int) -> None:
    status, page = sent(proxy, "GET", "/", NAME)
    assert (status, "<html" in page) == (200, True)
    opening, origin = json.dumps({"game": "fang-4", "mode": "here"}), f"https://{NAME}"
    status, opened = sent(proxy, "POST", "/api/matches", NAME, opening, Origin=origin)
    assert status == 201, opened
    code, token = json.loads(opened)["code"], json.loads(opened)["token"]
    with player(proxy, code, NAME) as line:
        line.send(json.dumps({"kind": "hello", "token": token, "language": "en", "name": ""}))
        follower = Follower()
        before = state(line, follower)
        line.send(json.dumps({"kind": "move", "turn": before["turn"], "move": before["paths"][0]["text"]}))
        assert state(line, follower)["turn"] == before["turn"] + 1
    assert len(code) == 6, "anybody may try codes"
    link = json.loads(sent(proxy, "GET", f"/api/matches/{code}/link", NAME)[1])
    assert link == {"link": f"https://{NAME}/m/{code}", "lan": True}


@nginx.there
def test_the_documented_proxy_refuses_another_name(proxy: int) -> None:
    status, line = sent(proxy, "GET", "/", "rebound.example")
    assert (status, "rebound.example" in line) == (403, True)
    with pytest.raises(InvalidStatus), player(proxy, "ABCD", "rebound.example"):
        pass
    assert sent(proxy, "POST", "/api/matches", NAME, "{}", Origin="https://rebound.example")[0] == 403


def test_the_address_for_others_and_its_code_are_those_of_the_name(tmp_path: Path) -> None:
    with Server(tmp_path, "--host", "salle.example", "--host", "http://other.example:8080") as server:
        assert server.process
        assert server.process.stdout
        told = server.process.stdout.readline()
        about = json.loads(server.get("/api/about"))
        link = [
            json.loads(sent(server.port, "GET", "/api/matches/ABCD/link", host)[1])["link"]
            for host in ("salle.example", "OTHER.example:8080", f"127.0.0.1:{server.port}")
        ]
        assert sent(server.port, "GET", "/", "third.example")[0] == 403
    first = f"http://salle.example:{server.port}"
    assert told.strip().endswith(first)
    assert about["address"] == first
    assert link == [f"{first}/m/ABCD", "http://other.example:8080/m/ABCD", f"{first}/m/ABCD"]


@pytest.mark.parametrize(
    ("text", "host"),
    [
        ("games.example", HostName("games.example")),
        ("HTTPS://Games.Example/", HostName("games.example", "https")),
        ("http://laptop:8080", HostName("laptop", "http", ":8080")),
        ("école.mg", HostName("xn--cole-9oa.mg")),
    ],
)
def test_names_are_read(text: str, host: HostName) -> None:
    assert read_host(text) == host


def test_a_bare_name_is_encrypted_only_behind_a_proxy() -> None:
    assert HostName("games.example").address(8417, is_proxied=True) == "https://games.example"
    assert HostName("games.example").address(8417, is_proxied=False) == "http://games.example:8417"
    assert HostName("games.example", port=":81").address(8417, is_proxied=False) == "http://games.example:81"


@pytest.mark.parametrize("text", ["", "a b", "games.example/path", "-a.example", "a..b", "x:99999", "ftp://a", "[::1]"])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is not a host name"):
        read_host(text)


def test_codes_of_four_letters_stay_valid_under_a_name(store: Store) -> None:
    opening = json.dumps({"game": "fang-4", "mode": "apart"}).encode()
    code = asyncio.run(ask(make_app(store), "POST", "/api/matches", opening)).json["code"]
    named = make_app(store, names={NAME: f"https://{NAME}"})
    again = asyncio.run(ask(named, "POST", "/api/matches", opening)).json["code"]
    statuses = [asyncio.run(ask(named, "GET", f"/api/codes/{each}")).status for each in (code, again, again.lower())]
    assert ([len(code), len(again)], statuses) == ([4, 6], [200] * 3)


@pytest.mark.parametrize(("address", "letters"), [("http://8.8.8.8:8417", 6), ("http://192.168.1.7:8417", 4)])
def test_codes_are_longer_where_the_whole_internet_may_try_them(store: Store, address: str, letters: int) -> None:
    opening = json.dumps({"game": "fang-4", "mode": "apart"}).encode()
    code = asyncio.run(ask(make_app(store, address), "POST", "/api/matches", opening)).json["code"]
    assert len(code) == letters


def test_a_refused_name_is_told_the_remedy(store: Store) -> None:
    answer = asyncio.run(ask(make_app(store), "GET", "/", headers={"host": "games.example"}))
    assert (answer.status, b"--host" in answer.body) == (403, True)
