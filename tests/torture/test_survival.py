"""Killing the server: no acknowledged move is missing or doubled, and browsers reconnect by themselves."""

import random
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect
from websockets.exceptions import ConnectionClosed

from lalao.store import Store
from lalao.web.rooms import messages as m
from tests.browsing import browsing, choose_any, moves, start, there, visiting
from tests.playing import Player, open_match
from tests.serving import Server


def again(server: Server, code: str, token: str) -> Player:
    """Restart the server at the same address, and reconnect to a room."""
    server.start()
    player = Player(server.address, code, token)
    player.until()
    return player


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.nightly)])
def test_no_acknowledged_move_is_missing_or_doubled(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    with Server(tmp_path) as server:
        code, token = open_match(server.address, game="fanorona", mode="here")
        player = Player(server.address, code, token)
        told: list[str] = player.until()["moves"]
        acknowledged = 0
        for kill in range(1, kills + 1):
            end = time.monotonic() + rng.uniform(0.02, 0.4)
            try:
                while time.monotonic() < end or acknowledged <= kill:
                    if player.state["phase"] == "over" or (told and rng.random() < 0.3):
                        player.say("undo", turn=player.state["turn"])
                    else:
                        player.move(rng.choice(player.state["paths"])["text"])
                    if time.monotonic() > end - 0.005 and acknowledged > kill:
                        break
                    told = player.until("state", turn=player.state["turn"] + 1)["moves"]
                    acknowledged += 1
            except ConnectionClosed:
                raise AssertionError("the server ended the line") from None
            turn = player.state["turn"]
            server.kill()
            player = again(server, code, token)
            after = player.state
            assert after["turn"] - turn in (0, 1), "one move at most may be on disk without having been told"
            if after["turn"] == turn:
                assert after["moves"] == told
            else:
                assert after["moves"][:-1] == told or after["moves"] == told[:-1]
            told = after["moves"]
        assert acknowledged > kills
        player.leaving.close()
        server.kill()
    store = Store.open(f"sqlite:///{tmp_path / 'data' / 'lalao' / 'lalao.sqlite'}")
    lines = store.lines(code) or []
    store.close()
    assert sum(isinstance(m.read_entry(line), m.Moved | m.Undone) for line in lines) == after["turn"]


@there
@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.nightly)])
def test_both_browsers_go_on_by_themselves(tmp_path: Path, kills: int) -> None:
    rng = random.Random(kills)
    with (
        Server(tmp_path) as server,
        browsing() as browser,
        visiting(browser, server.address) as one,
        visiting(browser, server.address) as two,
    ):
        code = start(one, server.address, "fanorona", "apart")
        two.goto(f"{server.address}/m/{code}")
        two.get_by_role("button", name="Sit down").click()
        for count in range(1, kills + 1):
            mover = one if count % 2 else two
            for page in (one, two):
                expect(page.locator(".banner")).to_have_count(0)
            mover.wait_for_selector(".stage .place.legal")
            choose_any(mover)
            time.sleep(rng.uniform(0, 0.15))
            server.kill()
            time.sleep(rng.uniform(0, 0.3))
            server.start()
            for page in (one, two):
                expect(moves(page)).to_have_count(count)
            assert moves(one).all_text_contents() == moves(two).all_text_contents()
        for page in (one, two):
            expect(page.locator(".banner")).to_have_count(0)
        server.kill()
    store = Store.open(f"sqlite:///{tmp_path / 'data' / 'lalao' / 'lalao.sqlite'}")
    lines = store.lines(code) or []
    store.close()
    assert sum(isinstance(m.read_entry(line), m.Moved) for line in lines) == kills
