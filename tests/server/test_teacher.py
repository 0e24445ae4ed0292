"""What a teacher decides about a class: which devices may teach it."""

import asyncio
import json
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed

from lalao.clock import CLOCK
from lalao.web.classes import messages as c
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.classes.replaying import classroom_of
from lalao.web.errors import RefusedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.room import hashed
from tests.patience import SECONDS
from tests.playing import post
from tests.schooling import TEACHER
from tests.server.test_places import Line, enter, opened, told
from tests.serving import Server
from tests.unit.test_classroom import Member, asked, come_in, open_class

POSITION = "/api/games/fang-4/positions/" + quote("0.1.1.0 3+3 S", safe="")
NOON, DAY = 1_795_694_400.0, 86_400.0
GONE = "cet appareil n’a plus les droits de l’enseignant sur cette classe"
NO_HINTS = "ni indice ni analyse avant la fin du tournoi"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with Server(tmp_path_factory.mktemp("teacher"), "--teacher", TEACHER) as running:
        yield running.address


# Devices that hold the teacher's right


def test_a_teacher_sees_her_devices_and_keeps_the_right_on_one(server: str) -> None:
    code, token = open_class(server)
    status, other = post(server, f"/api/classes/{code}/teacher", {"code": TEACHER})
    assert (status, asked(server, f"/api/classes/{code}/records.txt", other["token"])[0]) == (200, 200)
    with Member(server, code, token) as teacher, Member(server, code, other["token"]) as lost:
        for member in (teacher, lost):
            member.until("welcome", role="teacher")
        while [device["here"] for device in teacher.until("class")["devices"]] != [True, True]:
            pass
        devices = teacher.state["devices"]
        assert [device["mine"] for device in devices] == [True, False]
        assert all(0 <= CLOCK.now() - device["since"] < SECONDS for device in devices)
        with come_in(server, code, "Aina") as pupil:
            pupil.say("revoke")
            assert pupil.until("refused")["why"] == "only the teacher does this"
            lost.say("speak", language="fr")
            lost.until("class", language="fr")
            teacher.say("revoke")
            gone = lost.until("refused")
            assert (gone["status"], gone["why"]) == (403, GONE)
            with pytest.raises(ConnectionClosed) as closed:
                lost.until("never")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1008
            while len(teacher.until("class")["devices"]) > 1:
                pass
            assert pupil.until("class")["role"] == "pupil", "pupils stay"
    assert asked(server, f"/api/classes/{code}/records.txt", other["token"])[0] == 403
    assert asked(server, f"/api/classes/{code}/records.txt", token)[0] == 200
    with Member(server, code, other["token"]) as lost:
        lost.until("welcome", role="guest")


def test_a_device_that_comes_with_the_code_again_keeps_its_token(server: str) -> None:
    code, token = open_class(server)
    body = json.dumps({"code": TEACHER}).encode()
    ticket = asked(server, f"/api/classes/{code}/teacher", token, "POST", body)[1]
    assert json.loads(ticket)["token"] == token
    ticket = asked(server, f"/api/classes/{code}/teacher", "nonsense", "POST", body)[1]
    assert json.loads(ticket)["token"] not in (token, "nonsense")


def test_a_device_is_noted_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(classes: ClassroomRegistry) -> None:
        monkeypatch.setattr(CLOCK, "now", lambda: NOON)
        host, token = await opened(classes)
        for days in (0, 0, 2, 2):
            monkeypatch.setattr(CLOCK, "now", lambda days=days: NOON + days * DAY)
            await enter(host, Line("10.0.0.1"), token)
            await asyncio.gather(*classes.lobby._tasks)
        assert host.classroom.length == 2
        device = (await classes.read(host.code)).teachers[0]
        assert (device.since, device.seen) == (NOON, NOON + 2 * DAY)

    told(story)


def test_a_class_of_an_earlier_version_is_read() -> None:
    group = classroom_of(
        [
            m.write_entry(c.Founded("CM1", hashed("first"), 5.0)),
            json.dumps({"kind": "taught", "token": hashed("second")}),
            json.dumps(
                {"kind": "came", "name": "Aina", "picture": "", "token": "t", "new": True, "plays": False, "at": 6}
            ),
        ]
    )
    assert [(each.since, each.seen) for each in group.teachers] == [(5.0, 5.0), (0.0, 0.0)]
    assert group.pupils["Aina"].origin == 0
    assert group.visited("second", 3 * DAY) == c.Visited(hashed("second"), 3 * DAY)
    with pytest.raises(RefusedError, match="only the teacher"):
        group.revoked("third")
    group.apply(group.revoked("second"))
    assert not group.is_teacher("first")
