"""Journals of games by HTTP, where the server is the device's own: games are saved in a file, and read from one."""

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.routing import Route

from lalao.web.requests import answering, sent
from lalao.web.rooms.lobby import Lobby, plain_code
from lalao.web.rooms.replay import impossible, room_of


class Journal(msgspec.Struct, forbid_unknown_fields=True):
    """The lines of the journal of a match; none where there is no such match."""

    lines: list[str]


async def saved(request: Request) -> Journal:
    """Return the journal of a match."""
    lobby: Lobby = request.app.state.lobby
    return Journal(lobby.store.lines(plain_code(request.path_params["match"])) or [])


async def brought(request: Annotated[Request, Journal]) -> Journal:
    """Keep a match under its code, unless that is in use; return the journal that is kept there."""
    lobby: Lobby = request.app.state.lobby
    code, journal = plain_code(request.path_params["match"]), await sent(request, Journal)
    if room_of(journal.lines).opening.classroom:
        raise impossible()
    lobby.store.create(code, journal.lines)
    return await saved(request)


ROUTES = [
    Route("/api/kept/{match}", answering(saved)),
    Route("/api/kept/{match}", answering(brought), methods=["POST"]),
]
