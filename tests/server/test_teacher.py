"""What a teacher decides about a class: which devices may teach it, and that a tournament goes without hints."""

import asyncio
import json
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from websockets.exceptions import ConnectionClosed

from lalao.clock import CLOCK
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.replay import classroom_of
from lalao.web.limits import RefusedError, UnaidedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.room import hashed
from tests.patience import SECONDS
from tests.playing import Member, Player, asked, come_in, fetched, open_class, open_match, post, seated
from tests.schooling import TEACHER
from tests.server.test_places import Line, enter, opened, registry
from tests.unit.test_classroom import Class

POSITION = "/api/games/fang-4/positions/" + quote("0.1.1.0 3+3 S", safe="")
NOON, DAY = 1_795_694_400.0, 86_400.0
GONE = "cet appareil n’a plus les droits de l’enseignant sur cette classe"
NO_HINTS = "ni indice ni analyse avant la fin du tournoi"


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
            assert pupil.until("refused")["why"] == "only the teacher can do that"
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


async def test_a_device_is_noted_once_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    async with registry() as classes:
        monkeypatch.setattr(CLOCK, "now", lambda: NOON)
        host, token = await opened(classes)
        for days in (0, 0, 2, 2):
            monkeypatch.setattr(CLOCK, "now", lambda days=days: NOON + days * DAY)
            await enter(host, Line("10.0.0.1"), token)
            await asyncio.gather(*classes.lobby._tasks)
        assert host.classroom.length == 2
        device = (await classes.read(host.code)).teachers[0]
        assert (device.since, device.seen) == (NOON, NOON + 2 * DAY)


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


# A tournament without hints


def answer(address: str, path: str, token: str = "", data: bytes | None = None) -> tuple[int, Any]:
    """Send a request in French with a token; return the status and the JSON of the answer."""
    headers = {"Accept-Language": "fr"} | ({"Authorization": f"Bearer {token}"} if token else {})
    status, _, body = fetched(address + path, data, headers)
    return status, json.loads(body)


def helps(address: str, record: bytes, token: str) -> set[tuple[int, str]]:
    """Ask for everything that helps in a game; return each status with what a refusal says."""
    alone = json.dumps({"game": "fang-4", "mode": "alone", "start": "0.1.1.0 3+3 S"}).encode()
    questions: list[tuple[str, bytes | None]] = [
        (POSITION, None),
        (f"{POSITION}/hints", None),
        (f"{POSITION}/lines", None),
        (f"{POSITION}/why/2", None),
    ]
    questions += [("/api/review", record), ("/api/matches", alone)]
    answers = [answer(address, path, token, data) for path, data in questions]
    return {(status, got.get("error", "")) for status, got in answers}


def test_a_tournament_without_hints_refuses_them_to_its_pupils_until_it_ends(server: str) -> None:
    told = {(403, NO_HINTS)}
    code, token = open_class(server)
    with Member(server, code, token) as teacher, come_in(server, code, "Aina") as pupil, come_in(server, code, "Bao"):
        record = urlopen(f"{server}/api/matches/{open_match(server)[0]}/record", timeout=SECONDS).read()
        allowed = helps(server, record, pupil.token)
        assert all(status < 300 for status, _ in allowed), allowed
        teacher.say("begin", days=0, format="swiss", game="fang-4", unaided=True, rounds=1)
        teacher.say("call", rounds=0)
        room = seated(teacher)[0]["room"]
        assert teacher.state["day"]["unaided"]
        while not (pupil.state and pupil.state["day"] and pupil.state["day"]["unaided"]):
            pupil.hear()
        assert helps(server, record, pupil.token) == told
        assert answer(server, f"{POSITION}?values=no", pupil.token)[0] == 200
        for other in (token, ""):
            assert helps(server, record, other) == allowed, "the teacher, and whoever is not in the class"
        with Player(server, room) as watcher:
            assert watcher.until("state")["unaided"]
            teacher.say("unaided", on=False)
            watcher.until("state", unaided=False)
            assert answer(server, f"{POSITION}/hints", pupil.token)[0] == 200
            teacher.say("unaided", on=True)
            watcher.until("state", unaided=True)
            pupil.say("unaided", on=False)
            pupil.until("refused")
            teacher.say("report", round=1, table=1, result="first")
            watcher.until("state", unaided=False)
        assert helps(server, record, pupil.token) == allowed, "it has ended by itself"
        teacher.say("unaided", on=True)
        assert teacher.until("refused")["why"] == "there is no tournament in progress"


@pytest.mark.parametrize(
    ("device", "same", "other"),
    [
        ("10.0.0.1", "10.0.0.1", "10.0.0.2"),
        ("2001:db8:1:2::7", "2001:db8:1:2::8", "2001:db8:1:3::7"),
    ],
)
async def test_the_device_of_a_pupil_gets_no_hints_in_a_private_window_either(
    device: str, same: str, other: str
) -> None:
    async with registry() as classes:
        host, token = await opened(classes)
        await enter(host, teacher := Line("10.9.9.9"), token)
        await enter(host, pupil := Line(device))
        await host.receive(pupil, c.Join("Aina"))
        await enter(host, here := Line("127.0.0.1"))
        await host.receive(here, c.Join("Bao"))
        await classes.check_unaided(device, pupil.token)
        await host.receive(teacher, c.Begin(0, "swiss", "fang-4", unaided=True))
        for address, secret in ((same, ""), (other, pupil.token), ("127.0.0.1", here.token)):
            with pytest.raises(UnaidedError):
                await classes.check_unaided(address, secret)
        for address, secret in ((same, token), (other, ""), ("127.0.0.1", ""), ("10.9.9.9", token)):
            await classes.check_unaided(address, secret)
        await host.receive(teacher, c.Close())
        await classes.check_unaided(same, pupil.token)
        assert not (await classes.read(host.code)).is_unaided


def test_a_tournament_of_an_earlier_version_has_hints() -> None:
    group = Class("Aina", "Bao")
    group.say(c.Begin, days=0, format="swiss", game="fang-4")
    assert "unaided" not in group.lines[-1]
    again: Classroom = group.again()
    assert not again.is_unaided
