"""Several servers on one database: one hosts a room, the others pass on; where it dies, another goes on."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from lalao.web.relay import hosted_code
from tests.patience import SECONDS, TRIES
from tests.playing import Player, get, open_match, post
from tests.schooling import TEACHER
from tests.serving import Server
from tests.several import Several
from tests.shell import run_lalao
from tests.torture.test_class_survival import NAMES, play

LOST = (ConnectionClosed, InvalidHandshake, EOFError, OSError)
"""How a line ends that was lost, or that nobody takes."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'shared.sqlite'}"
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def both(tmp_path: Path, url: str) -> Iterator[list[Server]]:
    with Several(tmp_path, url) as several:
        yield several.servers


def test_two_at_one_board_through_two_servers(both: list[Server]) -> None:
    one, two = both
    code, token = open_match(one.address)
    with Player(one.address, code, token) as first, Player(two.address, code) as second:
        second.until()
        second.say("sit", name="Fara")
        second.until("welcome")
        players = [first, second]
        for count in range(5):
            for player in players:
                played(player, count)
            mover = next(player for player in players if player.state["active"] in player.seats)
            if count < 4:
                mover.move(mover.state["paths"][0]["text"])
        assert first.state["moves"] == second.state["moves"]
        assert mover.seats == [first.seats, second.seats][count % 2]
        records = [server.get(f"/api/matches/{code}/record") for server in both]
    assert records[0] == records[1]
    assert "1. 2 1 2. 2 1" in records[0]


def played(player: Player, count: int) -> list[str]:
    """Wait until so many moves are told; return them."""
    while player.state is None or player.state["active"] is None or len(player.state["moves"]) < count:
        player.hear()
    return list(player.state["moves"])


@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.nightly)])
def test_a_room_goes_on_where_its_server_dies(both: list[Server], kills: int) -> None:
    code, token = open_match(both[0].address, game="fanorona", mode="here")
    told: list[str] = []
    away: list[float] = []
    while len(away) < kills or min(away) >= 3:
        assert len(away) < kills + TRIES, "it takes three seconds and more each time"
        host, other = both if len(away) % 2 == 0 else both[::-1]
        with ExitStack() as lines:
            try:
                players = [lines.enter_context(Player(server.address, code, token)) for server in (host, other)]
                for player in players:
                    assert played(player, len(told)) == told, "nothing that was acknowledged is missing or doubled"
                for player in players:
                    player.move(player.state["paths"][0]["text"])
                    for each in players:
                        told = played(each, len(told) + (each is players[0]))
            except LOST:  # a server that was held up for a second has cut its lines; the room begins with `host` again
                for server in both:
                    server.kill()
                for server in both:
                    server.start()
                told = after_the_restart(host.address, code, token, told)
                continue
            host.kill()
            began = time.monotonic()
            with pytest.raises(ConnectionClosed):
                players[1].until(turn=-1)
        assert after_the_restart(other.address, code, token, told) == told
        away.append(time.monotonic() - began)
        host.start()


@pytest.mark.slow
def test_the_database_is_restarted_under_load(tmp_path: Path, postgres: str, postgres_server: Any) -> None:
    """It is stopped without time to put anything away; what was told is there afterwards, and play goes on."""
    with Several(tmp_path, postgres) as several:
        code, token = open_match(several.address, game="fanorona", mode="here")
        told: list[str] = []
        for restart in range(5):
            is_stopped = False
            with Player(several.servers[restart % 2].address, code, token) as player, suppress(ConnectionClosed):
                assert played(player, len(told)) == told
                end = time.monotonic() + 0.1
                while player.refused is None:
                    if time.monotonic() > end and not is_stopped:
                        os.kill(postgres_server.get_pid(), signal.SIGQUIT)
                        is_stopped = True
                    player.move(player.state["paths"][0]["text"])
                    time.sleep(0.02)
                    while player.refused is None and len(player.state["moves"]) == len(told):
                        player.hear()
                    told = player.state["moves"]
            if not is_stopped:  # the player was refused, or lost the line, before
                os.kill(postgres_server.get_pid(), signal.SIGQUIT)
            file, patient = Path(postgres_server.pgdata) / "postmaster.pid", time.monotonic() + SECONDS
            while file.exists():
                assert time.monotonic() < patient
                time.sleep(0.05)
            postgres_server.ensure_postgres_running()
            told = after_the_restart(several.servers[restart % 2].address, code, token, told)
        assert len(told) > 5


def after_the_restart(address: str, code: str, token: str, told: list[str]) -> list[str]:
    """Come back until there is somebody who hosts the room; return its moves: one more may have been kept than told."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            with Player(address, code, token) as player:
                moves = played(player, len(told))
        except LOST:
            assert time.monotonic() < end
            time.sleep(0.1)
            continue
        assert moves[: len(told)] == told
        assert len(moves) <= len(told) + 1
        return moves


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/ws/ABCD", "ABCD"),
        ("/ws/class/ab-cd", "ABCD"),
        ("/api/matches/ABCD/record", "ABCD"),
        ("/api/classes/ABCD", "ABCD"),
        ("/api/classes", ""),
        ("/api/classes/restore", ""),
        ("/m/ABCD", ""),
        ("/api/games/fang/card", ""),
    ],
)
def test_what_one_server_hosts(path: str, code: str) -> None:
    assert hosted_code({"type": "http", "path": path}) == code


def test_a_class_is_kept_by_one_and_entered_by_all(both: list[Server]) -> None:
    status, found = post(both[0].address, "/api/classes", {"code": TEACHER, "title": "CM1"})
    assert status == 201
    for server in both:
        assert get(server.address, f"/api/classes/{found['code']}/link")[0] == 200
        status, listed = post(server.address, "/api/teacher", {"code": TEACHER})
        assert status == 200
        assert found["code"] in [each["code"] for each in listed["classes"]]


@pytest.mark.slow
def test_a_whole_class_plays_through_two_servers_and_two_kills(tmp_path: Path, url: str) -> None:
    with Server(tmp_path / "alone", "--teacher", TEACHER) as server:
        whole = asyncio.run(play(server, 0))
    with Several(tmp_path, url) as several:
        shared = asyncio.run(play(several, 2))
    assert len(whole["standings"]) == len(NAMES)
    assert whole["standings"] == shared["standings"]
    assert whole["day"]["winners"] == shared["day"]["winners"]


def test_what_is_passed_on_goes_no_further(both: list[Server]) -> None:
    """Whoever pretends to be another server is refused where this one is not the host."""
    from urllib.error import HTTPError
    from urllib.request import Request, urlopen

    one, two = both
    code, token = open_match(one.address)
    with Player(one.address, code, token) as player:
        player.until()
        asked = Request(f"{two.address}/api/matches/{code}/record", headers={"X-Lalao-Passed-On": "1"})
        with pytest.raises(HTTPError) as refused:
            urlopen(asked, timeout=SECONDS)
        assert refused.value.code == 429
        refused.value.close()


def test_servers_that_share_have_one_code_for_teachers(tmp_path: Path) -> None:
    done = run_lalao(["serve", "--shared"], tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--teacher" in done.stderr
