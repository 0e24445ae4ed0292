"""Several servers on one PostgreSQL: any of them hosts any room and any class."""

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.request import urlopen

import pytest
from tools.shared import away, configuration, rooms
from websockets.exceptions import ConnectionClosed

from tests import nginx
from tests.patience import SECONDS, least
from tests.playing import Player, get, open_match, post
from tests.schooling import TEACHER
from tests.serving import Server, free_port
from tests.several import Several
from tests.shell import run_lalao
from tests.torture.test_class_survival import NAMES, play

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def several(tmp_path_factory: pytest.TempPathFactory, postgres: str) -> Iterator[Several]:
    with Several(tmp_path_factory.mktemp("several"), postgres, 3) as running:
        yield running


@pytest.fixture
def servers(several: Several) -> list[Server]:
    return several.servers


def test_two_at_one_board_through_two_servers(servers: list[Server]) -> None:
    one, two, three = servers
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
        records = [three.get(f"/api/matches/{code}/record"), one.get(f"/api/matches/{code}/record")]
    for record in records:
        assert "1. 2 1 2. 2 1" in record


def played(player: Player, count: int) -> list[str]:
    """Wait until both players are known to be there and so many moves are told; return these."""
    while player.state is None or player.state["free_seat"] is not None or len(player.state["moves"]) < count:
        player.hear()
        assert player.refused is None, player.refused
    return list(player.state["moves"])


def test_a_class_is_entered_by_all(servers: list[Server]) -> None:
    status, found = post(servers[0].address, "/api/classes", {"code": TEACHER, "title": "CM1"})
    assert status == 201
    for server in servers:
        assert get(server.address, f"/api/classes/{found['code']}/link")[0] == 200
        status, listed = post(server.address, "/api/teacher", {"code": TEACHER})
        assert status == 200
        assert found["code"] in [each["code"] for each in listed["classes"]]


def test_a_whole_class_plays_through_three_servers_and_two_kills(tmp_path: Path, several: Several) -> None:
    with Server(tmp_path / "alone", "--teacher", TEACHER) as server:
        whole = asyncio.run(play(server, 0))
    divided = asyncio.run(play(several, 2))
    assert len(whole["standings"]) == len(NAMES)
    assert whole["standings"] == divided["standings"]
    assert whole["day"]["winners"] == divided["day"]["winners"]


@pytest.fixture(scope="module")
def proxy(several: Several, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run the documented nginx before the servers; it tells at /code which code it has found in an address."""
    folder, port = tmp_path_factory.mktemp("nginx"), free_port()
    blocks = configuration(port, [server.port for server in several.servers])
    told = "location ~ ^/(?:ws/class|ws|m|c|class|wall|review|api)/.*~ { return 200 $lalao_code; }"
    with nginx.running(blocks.replace("location / {", f"{told} location / {{"), port, folder):
        yield f"http://127.0.0.1:{port}"


@nginx.there
def test_the_documented_proxy_finds_the_code(proxy: str) -> None:
    """An address that ends in ~ is answered with what nginx hashes."""
    pages = ("ws", "ws/class", "m", "c", "class", "wall", "review", "api/matches", "api/classes")
    for code in ("ABCD", "ABCDEF"):
        for path in pages:
            assert fetched(f"{proxy}/{path}/{code}/~") == code
    for path in ("api/matches", "api/games/fang", "m/ABC", "m/ABCDEFG"):
        assert fetched(f"{proxy}/{path}/~") == "127.0.0.1"


def fetched(address: str) -> str:
    with urlopen(address, timeout=SECONDS) as answer:
        return str(answer.read().decode())


@nginx.there
def test_the_documented_proxy_sends_a_room_to_one_server(several: Several, proxy: str) -> None:
    codes = [open_match(server.address)[0] for server in several.servers for _ in range(8)]
    with ExitStack() as stack:
        for code in codes * 2:
            stack.enter_context(Player(proxy, code)).until()
        hosted = [rooms(server) for server in several.servers]
    assert sum(hosted) == len(codes), "one that two servers host counts twice"
    assert max(hosted) < len(codes)


@nginx.there
def test_the_documented_proxy_passes_over_a_server_that_died(several: Several, proxy: str) -> None:
    assert least(lambda: away(proxy, several.servers), 3) < 3


@nginx.there
@pytest.mark.nightly
def test_the_documented_proxy_passes_over_a_server_that_hangs(several: Several, proxy: str) -> None:
    """The line through it is cut after five seconds of silence, and the next one is tried for as long."""
    code, token = open_match(proxy, mode="here")
    with ExitStack() as stack:
        player = stack.enter_context(Player(proxy, code, token))
        player.until()
        host = next(server for server in several.servers if rooms(server))
        assert host.process
        os.killpg(host.process.pid, signal.SIGSTOP)
        stack.callback(os.killpg, host.process.pid, signal.SIGCONT)
        began = time.monotonic()
        with pytest.raises(ConnectionClosed):
            player.until(turn=-1)
        with Player(proxy, code, token) as again:
            again.until()
        assert 3 < time.monotonic() - began < SECONDS
        print(f"a room whose server hangs is away for {time.monotonic() - began:.1f} s behind nginx")


def test_servers_that_share_have_one_code_for_teachers(tmp_path: Path) -> None:
    done = run_lalao(["serve", "--shared"], tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--teacher" in done.stderr
