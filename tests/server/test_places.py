"""A full room or class: members enter, a guest goes; one device brings only so many guests and pupils."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest

from lalao.store import Store
from lalao.web.classes import messages as c
from lalao.web.classes.host import SOON
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.gate.connections import MOST_CONNECTIONS, MOST_OF_DEVICE
from lalao.web.gate.ledger import ACCOUNT, Account, Ledger
from lalao.web.limits import RefusedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby
from lalao.web.work.engines import EnginePool


class Line:
    """A stub connection that discards what is sent."""

    def __init__(self, device: str) -> None:
        self.device, self.token, self.language, self.seats, self.gone = device, "", "en", frozenset[int](), 0
        self.account = None

    def send(self, _: bytes) -> None:
        """Discard the message."""

    def cut(self, code: int) -> None:
        """Note how it was disconnected."""
        self.gone = code


def crowd(device: str, count: int, each: int = 20) -> Iterator[Line]:
    """Yield connections of devices that have `each` of them; `device` is the beginning of their addresses."""
    return (Line(f"{device}.{number // each}") for number in range(count))


@asynccontextmanager
async def registry() -> AsyncIterator[ClassroomRegistry]:
    """Yield the classes of a lobby without a server."""
    store, engines = Store.open("sqlite://"), EnginePool()
    yield ClassroomRegistry(Lobby(store, engines))
    await engines.close()
    store.close()


async def enter(place: Any, line: Line, token: str = "") -> None:
    await place.enter(line, m.Hello(token))


async def opened(classes: ClassroomRegistry) -> tuple[Any, str]:
    code, token = await classes.found("CM1")
    return await classes.host_of(code), token


async def test_a_teacher_and_pupils_enter_a_full_class_and_a_guest_goes() -> None:
    async with registry() as classes:
        host, token = await opened(classes)
        pupil = Line("10.1.0.1")
        await enter(host, pupil)
        await host.receive(pupil, c.Join("Aina"))
        others = list(crowd("10.0.0", MOST_CONNECTIONS - 1 - 30))
        flood = list(crowd("10.2.0", 30, each=30))
        for line in (*others, *flood):
            await enter(host, line)
        with pytest.raises(RefusedError, match="full"):
            await enter(host, Line("10.3.0.1"))
        teacher, again = Line("10.3.0.1"), Line("10.1.0.1")
        await enter(host, teacher, token)
        await enter(host, again, pupil.token)
        assert len(host.connections) == MOST_CONNECTIONS
        assert {teacher, again, pupil} <= host.connections
        assert sum(bool(line.gone) for line in flood) == 2, "those of the device that has most go"
        assert not any(line.gone for line in others)


async def test_a_pupil_with_hundreds_of_connections_keeps_no_teacher_out() -> None:
    async with registry() as classes:
        host, token = await opened(classes)
        pupil = Line("10.1.0.1")
        await enter(host, pupil)
        await host.receive(pupil, c.Join("Aina"))
        for _ in range(MOST_CONNECTIONS):
            await enter(host, Line("10.1.0.1"), pupil.token)
        teacher = Line("10.3.0.1")
        await enter(host, teacher, token)
        assert teacher in host.connections
        assert len(host.connections) == MOST_CONNECTIONS


async def test_a_player_and_a_teacher_enter_a_full_room() -> None:
    async with registry() as classes:
        code, token = await classes.lobby.open(m.Opening("fang-4", "apart"), "10.1.0.1")
        host, teaches = await opened(classes)
        table: Any = await classes.lobby.table(code)
        table.organiser = host
        for line in crowd("10.0.0", MOST_CONNECTIONS):
            await enter(table, line)
        player, teacher = Line("10.1.0.1"), Line("10.1.0.2")
        await enter(table, player, token)
        await enter(table, teacher, teaches)
        assert {player, teacher} <= table.connections
        assert len(table.connections) == MOST_CONNECTIONS
        table.organiser = None
        table.close()


@pytest.mark.parametrize(("device", "other"), [("10.0.0.1", "10.0.0.2"), ("2001:db8:1:2::7", "2001:db8:1:3::7")])
async def test_one_device_brings_only_so_many_guests_and_pupils(device: str, other: str) -> None:
    async with registry() as classes:
        host, _ = await opened(classes)
        lines = [Line(device if ":" not in device else f"{device}{number}") for number in range(MOST_OF_DEVICE)]
        for line in lines:
            await enter(host, line)
        with pytest.raises(RefusedError, match="full"):
            await enter(host, Line(device))
        for number, line in enumerate(lines):
            await host.receive(line, c.Join(f"N{number}"))
        await enter(host, late := Line(device))
        with pytest.raises(RefusedError, match="too many pupils have joined"):
            await host.receive(late, c.Join("Late"))
        await enter(host, elsewhere := Line(other))
        await host.receive(elsewhere, c.Join("Late"))


async def test_a_closed_door_keeps_newcomers_out_and_members_in() -> None:
    async with registry() as classes:
        host, token = await opened(classes)
        teacher, pupil, guest = Line("10.0.0.1"), Line("10.0.0.2"), Line("10.0.0.3")
        for line, known in ((teacher, token), (pupil, ""), (guest, "")):
            await enter(host, line, known)
        await host.receive(pupil, c.Join("Aina"))
        with pytest.raises(RefusedError, match="only the teacher"):
            await host.receive(pupil, c.Door(False))
        await host.receive(teacher, c.Door(False))
        with pytest.raises(RefusedError, match="closed to newcomers"):
            await enter(host, Line("10.0.0.4"))
        with pytest.raises(RefusedError, match="closed to newcomers"):
            await host.receive(guest, c.Join("Bao"))
        assert len(host.connections) == 3, "those who are in stay"
        again, wall, phone = Line("10.0.0.2"), Line("10.0.0.1"), Line("10.0.0.5")
        await enter(host, again, pupil.token)
        await enter(host, wall)
        await enter(host, phone, token)
        again_read = await classes.read(host.code)
        assert not again_read.is_open
        await host.receive(phone, c.Door(True))
        await host.receive(guest, c.Join("Bao"))
        assert list(host.classroom.pupils) == ["Aina", "Bao"]


@pytest.mark.parametrize(("device", "other"), [("10.0.0.1", "10.0.0.2"), ("2001:db8:1:2::7", "2001:db8:1:3::7")])
async def test_the_pupils_of_one_device_leave_the_list_together(device: str, other: str) -> None:
    async with registry() as classes:
        host, token = await opened(classes)
        teacher = Line("10.9.9.9")
        await enter(host, teacher, token)
        await host.receive(teacher, c.Enrol(["Aina", "Bao"]))
        false = [Line(device if ":" not in device else f"{device}{number}") for number in range(5)]
        names = ("Aina", "Zaza", "Zozo", "Chloé", "Zizi")
        for line, name in zip(false, names, strict=True):
            await enter(host, line)
            await host.receive(line, c.Join(name))
        await enter(host, elsewhere := Line(other))
        await host.receive(elsewhere, c.Join("Désiré"))
        origins = {pupil.name: pupil.origin for pupil in host.view(teacher, set()).pupils}
        assert origins == {"Aina": 0, "Bao": 0, "Zaza": 1, "Zozo": 1, "Chloé": 1, "Zizi": 1, "Désiré": 2}
        for line in (false[0], Line("10.7.7.7")):
            assert b"origin" not in msgspec.json.encode(host.view(line, set()))
        for wrong in (c.Clear(1, [], 3), c.Clear(0, [], 2), c.Clear(3, [], 1), c.Clear(2, ["Désiré"], 0)):
            with pytest.raises(RefusedError, match="has changed"):
                await host.receive(teacher, wrong)
        with pytest.raises(RefusedError, match="only the teacher"):
            await host.receive(elsewhere, c.Clear(1, [], 4))
        await host.receive(teacher, c.Clear(1, ["Chloé"], 3))
        assert list(host.classroom.pupils) == ["Aina", "Bao", "Chloé", "Désiré"]
        assert list((await classes.read(host.code)).pupils.values()) == list(host.classroom.pupils.values())
        kept = str(classes.lobby.store.journals(host.code))
        assert not re.search(r"10\.[079]\.|2001:|:db8", kept), kept


async def test_a_device_is_known_by_its_pupils_and_may_bring_others_once_they_are_gone() -> None:
    async with registry() as classes:
        host, token = await opened(classes)
        await enter(host, teacher := Line("10.9.9.9"), token)
        await enter(host, first := Line("10.0.0.1"))
        await host.receive(first, c.Join("Zaza"))
        await enter(host, Line("10.0.0.2"), first.token)  # the same device, at another address
        for number in range(1, MOST_OF_DEVICE):
            await enter(host, line := Line("10.0.0.2"))
            await host.receive(line, c.Join(f"Z{number}"))
        await enter(host, late := Line("10.0.0.2"))
        with pytest.raises(RefusedError, match="too many pupils have joined"):
            await host.receive(late, c.Join("Aina"))
        await host.receive(teacher, c.Clear(1, [], MOST_OF_DEVICE))
        await host.receive(late, c.Join("Aina"))
        await host.receive(teacher, c.Free("Aina"))
        assert host.classroom.pupils["Aina"].origin == 0, "the teacher has let her in"


async def test_what_a_class_is_told_is_charged_to_who_changed_it(monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[str] = []
    monkeypatch.setattr(Account, "spend", lambda account, _: charged.append(account.device))
    async with registry() as classes:
        ACCOUNT.set(Ledger().account("10.0.0.1"))
        host, token = await opened(classes)
        await enter(host, teacher := Line("10.0.0.1"), token)
        await host.receive(teacher, c.Enrol(["Aina"]))
        while host._telling is not None:
            await asyncio.sleep(SOON)
    assert set(charged) == {"10.0.0.1"}
