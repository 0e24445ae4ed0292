"""Several servers on one PostgreSQL: any of them hosts any room and any class."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playing import Player, get, open_match, post
from tests.schooling import TEACHER
from tests.serving import Server
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
    """Wait until so many moves are told; return them."""
    while player.state is None or player.state["active"] is None or len(player.state["moves"]) < count:
        player.hear()
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


def test_servers_that_share_have_one_code_for_teachers(tmp_path: Path) -> None:
    done = run_lalao(["serve", "--shared"], tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--teacher" in done.stderr
