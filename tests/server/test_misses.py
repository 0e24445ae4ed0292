"""Codes that nothing has: too many from a device, or in all, and the device waits, by HTTP and by WebSocket alike."""

import asyncio
import json
from pathlib import Path

import pytest
from starlette.types import ASGIApp

from lalao.clock import CLOCK
from lalao.web.gate.guard import MOST_LOOKUPS, MOST_LOOKUPS_OF_ALL, SHUT_SECONDS, Misses
from tests.asking import OURS, ask
from tests.playing import Player, get, open_match
from tests.serving import Server

PATHS = (
    *("/api/codes/{}", "/api/matches/{}/record", "/api/matches/{}/positions"),
    *("/api/classes/{}/backup.json", "/api/classes/{}/records.txt", "/api/classes/{}/print/slips.pdf"),
)
"""Addresses whose answers tell whether something has a code."""


def status(app: ASGIApp, path: str, device: str) -> int:
    return asyncio.run(ask(app, "GET", path, headers=OURS, client=device)).status


@pytest.mark.parametrize("path", PATHS)
def test_a_device_that_tries_codes_waits_and_others_do_not(app: ASGIApp, path: str) -> None:
    tries = [status(app, path.format(f"AAA{'ABCDEFGH'[number % 8]}"), "10.0.0.1") for number in range(MOST_LOOKUPS + 2)]
    assert tries == [404] * MOST_LOOKUPS + [429] * 2
    opened = asyncio.run(ask(app, "POST", "/api/matches", b'{"game": "fang-4", "mode": "apart"}', OURS, "10.0.0.1"))
    code = json.loads(opened.body)["code"]
    assert status(app, f"/api/codes/{code}", "10.0.0.1") == 429, "a code that there is answers no sooner"
    assert status(app, f"/api/codes/{code}", "10.0.0.2") == 200
    assert status(app, "/api/games", "10.0.0.1") == 200


def test_a_network_of_ipv6_is_one_device(app: ASGIApp) -> None:
    tries = [status(app, "/api/codes/AAAA", f"2001:db8::{number:x}") for number in range(MOST_LOOKUPS + 1)]
    assert tries == [404] * MOST_LOOKUPS + [429]
    assert status(app, "/api/codes/AAAA", "2001:db8:0:1::1") == 404


def test_many_devices_together_are_shut_out_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    misses = Misses()
    for number in range(MOST_LOOKUPS_OF_ALL):
        misses.count(f"10.0.{number // 200}.{number % 200}")
    assert misses.is_shut("10.0.0.7")
    assert not misses.is_shut("10.9.0.1")
    misses.count("10.9.0.1")
    assert misses.is_shut("10.9.0.1")
    now = CLOCK.elapsed()
    monkeypatch.setattr(CLOCK, "elapsed", lambda: now + SHUT_SECONDS)
    assert not misses.is_shut("10.0.0.7")


def test_misses_by_websocket_and_by_http_are_counted_together(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        code, token = open_match(server.address)
        for number in range(MOST_LOOKUPS):
            path, letter = ("/ws/class" if number % 2 else "/ws"), "ABCDEFGH"[number % 8]
            with Player(server.address, f"AAA{letter}", path=path) as player:
                assert player.until("refused")["status"] == 404
        assert get(server.address, f"/api/codes/{code}")[0] == 429
        for guess in ("", "no token of this room"):
            with Player(server.address, code, guess) as player:
                assert player.until("refused")["status"] == 429
        with Player(server.address, code, token) as player:
            player.until("state")
