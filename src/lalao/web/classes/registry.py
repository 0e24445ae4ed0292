"""All classes that this server hosts, by their codes."""

import asyncio
from contextlib import suppress
from functools import partial
from math import inf

from lalao.clock import CLOCK
from lalao.errors import LalaoError, NotationError
from lalao.tournament.names import seen
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.host import ClassroomHost, no_class
from lalao.web.classes.replay import replay
from lalao.web.gate.ledger import gradually
from lalao.web.gate.log import undone
from lalao.web.limits import UnaidedError
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import CLEANING_SECONDS, Lobby, patiently, plain_code
from lalao.web.rooms.replay import DamagedError, kind_of
from lalao.web.rooms.room import hashed, new_token


class ClassroomRegistry:
    """All classes by their codes; one that nobody attends is read from the store when somebody comes."""

    def __init__(self, lobby: Lobby) -> None:
        """Take the lobby that hosts the tables."""
        self.lobby = lobby
        self.hosts: dict[str, ClassroomHost] = {}
        self.stuck: dict[tuple[str, str], str] = {}
        """Where pupils fail again and again, by class and the hash of their token: never stored."""
        lobby.organiser_of = self.host_of

    async def found(self, title: str) -> tuple[str, str]:
        """Open a class; return its code and its teacher's token."""
        token = new_token()
        line = m.write_entry(c.Founded(seen(title)[: c.MOST_TITLE], hashed(token), CLOCK.now()))
        while True:
            code = self.lobby.new_code()
            if await asyncio.to_thread(self.lobby.store.create, code, [line], code):
                return code, token

    async def host_of(self, code: str) -> ClassroomHost:
        """Return the host of a class, read from the store where it is not hosted.

        Raises NotationError for a text that is no code, NoRoomError or DamagedError.
        """
        code = plain_code(code)
        while True:
            if code not in self.hosts:
                classroom = await self.read(code)
                self.lobby.start(self.hosts.setdefault(code, ClassroomHost(self, code, classroom)).follow())
            host = self.hosts[code]
            if self.lobby.store.is_shared:  # who comes from another server must not see less than there
                await host.catch_up()
            if self.hosts.get(code) is host:
                return host

    async def read(self, code: str) -> Classroom:
        """Read a class from the store.

        Raises NoRoomError, or DamagedError.
        """
        lines = await asyncio.to_thread(self.lobby.store.lines, code)
        if lines is None or kind_of(lines) == "opened":
            raise no_class(code)
        try:
            classroom = Classroom([])
            await gradually(replay(classroom, lines))
            return classroom
        except NotationError as error:
            await asyncio.to_thread(self.lobby.store.doubt, code)
            raise DamagedError("the class {code} is damaged: {why}", code=code, why=error) from None

    async def erase_due(self) -> int:
        """Erase the classes whose day has come; return how many."""
        erased = 0
        for code in await asyncio.to_thread(self.lobby.store.classes_with, str(c.ErasedOn.__struct_config__.tag)):
            with undone(f"class {code}"):
                host = await self.host_of(code)
                if host.classroom.is_due:
                    await host.erase()
                    erased += 1
                self.forget(host)
        return erased

    async def go_on_erasing(self) -> None:
        """Erase the classes whose day has come, now and every hour."""
        while True:
            with undone("cleaning"):
                await self.erase_due()
            await asyncio.sleep(CLEANING_SECONDS)

    async def check_unaided(self, device: str, token: str, code: str = "") -> None:
        """Refuse hints and values to a pupil whose tournament goes without; a teacher gets them.

        `code` is the class that somebody claims to belong to, which other servers of the database may host. Raises
        UnaidedError.
        """
        if code and self.lobby.store.is_shared:
            with suppress(LalaoError):
                await self.host_of(code)
        hosts = self.hosts.values()
        if any(host.is_unaided_pupil(device, token) for host in hosts) and not any(
            token and host.classroom.is_teacher(token) for host in hosts
        ):
            raise UnaidedError()

    def grown(self, code: str, length: int) -> None:
        """Read on in a journal that has grown to `length` lines, 0 where it was erased, if it is hosted here."""
        host = self.lobby.tables.get(code) or self.hosts.get(code)
        if host is not None:
            if not 0 < length <= host.length:
                self.lobby.start(patiently(partial(host.catch_up, length or inf)))
            return
        for each in self.hosts.values():
            if code in each.boards and not 0 < length <= each.boards[code].length:
                self.lobby.start(patiently(partial(each.look_at, code)))

    def missed(self) -> None:
        """Read on in everything that is hosted here: it may have grown unnoticed."""
        for code in {*self.lobby.tables, *self.hosts, *(code for host in self.hosts.values() for code in host.boards)}:
            self.grown(code, 0)

    def forget(self, host: ClassroomHost) -> None:
        """Stop hosting a class that nobody attends and no table needs."""
        if self.hosts.get(host.code) is host and not host.connections and not host.hosted():
            del self.hosts[host.code]
