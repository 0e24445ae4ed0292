"""All classes that this server hosts, by their codes."""

import asyncio

from lalao.clock import CLOCK
from lalao.errors import NotationError
from lalao.tournament.names import seen
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.host import ClassroomHost
from lalao.web.classes.replaying import replay
from lalao.web.errors import NoRoomError
from lalao.web.gate.ledger import gradually
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby, plain_code
from lalao.web.rooms.replaying import DamagedError, kind_of
from lalao.web.rooms.room import hashed, new_token


class ClassroomRegistry:
    """All classes by their codes; one that nobody attends is read from the store when somebody comes."""

    def __init__(self, lobby: Lobby) -> None:
        """Take the lobby that hosts the tables."""
        self.lobby = lobby
        self.hosts: dict[str, ClassroomHost] = {}
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

        Raises NotationError for what is no code, NoRoomError or DamagedError.
        """
        code = plain_code(code)
        if code not in self.hosts:
            classroom = await self.read(code)
            host = self.hosts.setdefault(code, ClassroomHost(self, code, classroom))
            self.lobby.start(host.follow())
        return self.hosts[code]

    async def read(self, code: str) -> Classroom:
        """Read a class from the store.

        Raises NoRoomError, or DamagedError.
        """
        lines = await asyncio.to_thread(self.lobby.store.lines, code)
        if lines is None or kind_of(lines) == "opened":
            raise NoRoomError("there is no class '{code}': look at the letters again", code=code)
        try:
            classroom = Classroom([])
            await gradually(replay(classroom, lines))
            return classroom
        except NotationError as error:
            await asyncio.to_thread(self.lobby.store.doubt, code)
            raise DamagedError("the class {code} is damaged: {why}", code=code, why=error) from None

    def in_use(self) -> set[str]:
        """Return the codes of the classes, and of the tables outside classes, that are hosted here."""
        tables = self.lobby.tables.items()
        return {*self.hosts} | {code for code, table in tables if not table.room.opening.classroom}

    def abandon(self) -> None:
        """Stop hosting everything: the browsers are disconnected, and come back to whoever hosts it then."""
        self.lobby.abandon()
        for host in list(self.hosts.values()):
            for connection in list(host.connections):
                connection.cut()
        self.hosts.clear()

    def forget(self, host: ClassroomHost) -> None:
        """Stop hosting a class that nobody attends and no table needs."""
        if self.hosts.get(host.code) is host and not host.connections and not host.hosted():
            del self.hosts[host.code]
