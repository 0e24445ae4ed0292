"""Who may send requests: hosts, origins, proxies; and which answers may not be cached."""

import asyncio
import contextlib
import json
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lalao.clock import CLOCK
from lalao.errors import NotationError
from lalao.web.gate.guard import HEADERS, SHUT_SECONDS, Gate, Guard, host_is_ours
from lalao.web.limits import ForbiddenError
from tests.asking import HOST, OURS, Answer, ask
from tests.playing import fetched
from tests.schooling import TEACHER
from tests.serving import Server

OPENING = json.dumps({"game": "fang-4", "mode": "apart"}).encode()


def asked(app: ASGIApp, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Answer:
    return asyncio.run(ask(app, method, path, body, headers))


@pytest.mark.parametrize("host", ["[", "[::1", "[x]", "", "a b", "a@127.0.0.1", "127.0.0.1:x", "127.0.0.1/x", "[::1]x"])
def test_what_is_no_host_gets_one_line(app: ASGIApp, host: str) -> None:
    answer = asked(app, "GET", "/api/games", headers={"host": host})
    assert answer.status == 400
    assert answer.body.decode() == f"'{host}' is not a host: write the address of this server"


def test_another_name_gets_one_line_in_the_readers_language(app: ASGIApp) -> None:
    answer = asked(app, "GET", "/", headers={"host": "rebound.example", "accept-language": "fr-FR,fr;q=0.9"})
    assert answer.status == 403
    assert "rebound.example" in answer.body.decode()
    assert answer.body.decode() != asked(app, "GET", "/", headers={"host": "rebound.example"}).body.decode()


def test_names_of_this_machine() -> None:
    assert all(map(host_is_ours, ("localhost:80", "127.0.0.1:8417", "[::1]:80", "192.168.1.4", socket.gethostname())))
    assert not any(map(host_is_ours, ("example.org", "127.0.0.1.example.org", "localhost.example.org")))
    with pytest.raises(NotationError, match="is not a host"):
        host_is_ours("[")


@pytest.mark.parametrize(
    "strange",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": ""},
        {"origin": "http://127.0.0.1:1"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        OURS | {"sec-fetch-site": "cross-site"},
    ],
)
def test_only_our_pages_and_programs_send(app: ASGIApp, strange: dict[str, str]) -> None:
    sends = [
        ("POST", "/api/matches"),
        ("POST", "/api/teacher"),
        ("POST", "/api/classes"),
        ("POST", "/api/classes/restore"),
        ("POST", "/api/records/read"),
        ("POST", "/api/records/write"),
        ("POST", "/api/records/film"),
        ("POST", "/api/names"),
        ("POST", "/api/review"),
        ("POST", "/api/games/fang/layouts"),
        ("POST", "/api/games/fang/check"),
        ("POST", "/api/games/fang/print/slips.pdf"),
        ("POST", "/api/classes/ABCD/teacher"),
        ("DELETE", "/api/classes/ABCD"),
    ]
    for method, path in sends:
        answer = asked(app, method, path, OPENING, {"host": HOST} | strange)
        assert answer.status == 403, path
        assert b"\n" not in answer.body
    assert asked(app, "GET", "/api/games", headers={"host": HOST} | strange).status == 200


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({"origin": f"http://{HOST}"}, True),
        ({"origin": f"https://{HOST}", "sec-fetch-site": "same-origin"}, True),
        ({}, False),
        ({"origin": ""}, False),
        ({"origin": "null"}, False),
        ({"origin": "http://elsewhere.example"}, False),
        ({"origin": f"http://{HOST}", "sec-fetch-site": "cross-site"}, False),
    ],
)
def test_a_socket_is_opened_for_our_own_pages_alone(headers: dict[str, str], is_ours: bool) -> None:
    """Browsers always send the origin of a socket; a request without one is refused, unlike over HTTP."""
    reached, sent = [], []

    async def behind(scope: Scope, _: Receive, __: Send) -> None:
        reached.append(scope["type"])

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    fields = [(name.encode(), text.encode()) for name, text in ({"host": HOST} | headers).items()]
    asyncio.run(Guard(behind)({"type": "websocket", "path": "/ws/ABCD", "headers": fields}, receive, send))
    assert reached == ["websocket"] * is_ours
    assert sent == ([] if is_ours else [{"type": "websocket.close", "code": 1008}])


@pytest.mark.parametrize("ours", [OURS, {"host": HOST}, OURS | {"sec-fetch-site": "same-origin"}])
def test_our_pages_and_programs_are_let_in(app: ASGIApp, ours: dict[str, str]) -> None:
    assert asked(app, "POST", "/api/matches", OPENING, ours).status == 201


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 20_000,
        b'{"a":' * 5_000,
        b'{"\xed\xa0\x80": 1}',
        b'{"game": "\xff"}',
        b"1" * 5_000,
        b"\x00",
        b'{"x": 1e999}',
    ],
    ids=["lists", "objects", "half a surrogate", "no UTF-8", "figures", "nothing", "infinite"],
)
def test_what_is_no_document_gets_one_line(app: ASGIApp, body: bytes) -> None:
    for path in (
        "/api/matches",
        "/api/teacher",
        "/api/classes",
        "/api/classes/ABCD/teacher",
        "/api/records/write",
        "/api/games/fang/layouts",
        "/api/games/fang/check",
        "/api/games/fang/print/slips.pdf",
    ):
        answer = asked(app, "POST", path, body)
        assert (answer.status, "\n" in answer.json["error"]) == (400, False), path


def test_every_answer_carries_the_headers_that_keep_pages_to_themselves(app: ASGIApp) -> None:
    """Whatever its status, and whoever refuses: the application, what paces devices, or the guard itself."""
    elsewhere, wrong = {"host": HOST, "origin": "http://elsewhere.example"}, json.dumps({"code": "000000"}).encode()
    asks: list[tuple[int, str, str, bytes, dict[str, str]]] = [
        (200, "GET", "/", b"", OURS),
        (200, "GET", "/api/games", b"", OURS),
        (201, "POST", "/api/matches", OPENING, OURS),
        (400, "GET", "/api/games", b"", {"host": "["}),
        (400, "GET", "/api/games", b"", {}),
        (400, "POST", "/api/matches", b"[", OURS),
        (403, "GET", "/api/games", b"", {"host": "rebound.example"}),
        (403, "POST", "/api/matches", OPENING, elsewhere),
        (403, "GET", "/api/teacher/code", b"", OURS),
        *[(403, "POST", "/api/teacher", wrong, OURS)] * 5,
        (429, "POST", "/api/teacher", wrong, OURS),
        (404, "GET", "/api/games/chess", b"", OURS),
        (404, "GET", "/nothing", b"", OURS),
        (405, "POST", "/api/games", b"", OURS),
    ]
    for status, method, path, body, headers in asks:
        answer = asked(app, method, path, body, headers)
        assert (answer.status, HEADERS.keys() - {*map(str.title, answer.headers)}) == (status, set()), (method, path)


@pytest.mark.parametrize("status", [each.value for each in HTTPStatus if each >= 200 and each != 304])
def test_every_status_carries_the_headers(status: int) -> None:
    answer = asked(Guard(Response(status_code=status)), "GET", "/")
    assert (answer.status, HEADERS.items() - {(name.title(), text) for name, text in answer.headers.items()}) == (
        status,
        set(),
    )


def test_private_answers_are_kept_nowhere(app: ASGIApp) -> None:
    found = asked(app, "POST", "/api/classes", json.dumps({"code": TEACHER, "title": "CM1"}).encode())
    assert (found.status, found.headers["cache-control"]) == (201, "no-store")
    code, token = found.json["code"], found.json["token"]
    mine = {"host": HOST, "authorization": f"Bearer {token}"}
    for name in ("backup.json", "standings.csv", "games.csv", "puzzles.csv", "paths.csv", "records.txt", "tables.ods"):
        answer = asked(app, "GET", f"/api/classes/{code}/{name}", headers=mine)
        assert (answer.status, answer.headers["cache-control"]) == (200, "no-store"), name
    match = asked(app, "POST", "/api/matches", OPENING).json["code"]
    assert asked(app, "GET", f"/api/matches/{match}/record").headers["cache-control"] == "no-store"
    assert asked(app, "GET", "/api/games").headers["cache-control"] == "no-cache"


def guess(address: str, code: str, forwarded: str) -> int:
    sent = json.dumps({"code": code}).encode()
    return fetched(f"{address}/api/teacher", sent, {"X-Forwarded-For": forwarded})[0]


def test_nobody_guesses_more_by_saying_he_is_somebody_else(tmp_path: Path) -> None:
    with Server(tmp_path, "--teacher", TEACHER) as running:
        got = [guess(running.address, "000000", f"10.0.0.{number}") for number in range(8)]
    assert got == [403] * 5 + [429] * 3


def test_a_torn_host_is_told_over_the_line(tmp_path: Path) -> None:
    with Server(tmp_path) as running:
        for head in ("Host: [", "Host: a b", "Host: 127.0.0.1\r\nHost: elsewhere.example", "Other: x"):
            with socket.create_connection(("127.0.0.1", running.port), timeout=20) as line:
                line.sendall(f"GET / HTTP/1.1\r\n{head}\r\nConnection: close\r\n\r\n".encode())
                with line.makefile("rb") as answer:
                    assert answer.readline().startswith(b"HTTP/1.1 400"), head


@contextlib.contextmanager
def relay(port: int) -> Iterator[str]:
    """Run a proxy to a port that, like some, does not say whom it asks for: all requests come from this machine."""

    class Passing(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with socket.create_connection(("127.0.0.1", port)) as server:
                server.sendall(self.request.recv(65_536))
                while answer := server.recv(65_536):
                    self.request.sendall(answer)

    with socketserver.TCPServer(("127.0.0.1", 0), Passing) as passing:
        serving = threading.Thread(target=passing.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{passing.server_address[1]}"
        passing.shutdown()
        serving.join()


def code_drawn(address: str, **headers: str) -> tuple[int, str]:
    """Ask for the teacher's code."""
    status, _, body = fetched(f"{address}/api/teacher/code", headers=headers)
    return status, json.loads(body)["code"] if status == HTTPStatus.OK else ""


def test_the_code_is_told_to_pages_on_this_machine_alone(tmp_path: Path) -> None:
    with Server(tmp_path, "--teacher", TEACHER) as running:
        page = running.address
        local_port = json.loads(running.get("/api/about"))["indoors"]
        assert local_port not in ("", page)
        assert code_drawn(local_port, Origin=page) == (200, TEACHER)
        assert code_drawn(local_port, Origin=page.replace("127.0.0.1", "localhost")) == (200, TEACHER)
        # not for other pages, nor for requests that do not name their page
        assert code_drawn(local_port)[0] == 403
        for origin in ("http://evil.example", "null", local_port, page.replace("http", "https")):
            assert code_drawn(local_port, Origin=origin)[0] == 403
        # not on the public port, whatever the request says, even through a proxy beside the server
        with relay(running.port) as passed_on:
            for address in (page, passed_on):
                for host in (page, local_port):
                    assert code_drawn(address, Origin=page, Host=host.removeprefix("http://"))[0] == 403


def test_a_proxy_that_was_named_is_believed(tmp_path: Path) -> None:
    with Server(tmp_path, "--teacher", TEACHER, "--proxy", "127.0.0.1") as running:
        got = [guess(running.address, "000000", f"10.0.0.9, 10.0.0.{number}") for number in range(8)]
        again = [guess(running.address, "000000", f"10.0.0.{number}, 10.0.0.1") for number in range(8)]
    assert got == [403] * 8
    assert again == [403] * 4 + [429] * 4


def test_the_gate_forgets_who_has_waited(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, now = Gate("246810"), time.monotonic()
    for number in range(50):
        with pytest.raises(ForbiddenError):
            gate.check("0", f"10.0.0.{number}")
    monkeypatch.setattr(CLOCK, "elapsed", lambda: now + SHUT_SECONDS + 9)
    gate.check("246810", "10.0.0.1")
    assert not gate.misses._when
    assert not gate.misses._counts
