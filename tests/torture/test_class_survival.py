"""A class of thirty plays a tournament on screens; killing the server does not change the outcome."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.patience import SECONDS
from tests.playing import post
from tests.schooling import TEACHER, Pupil, Teacher
from tests.serving import Server
from tests.several import Several

NAMES = [f"Pupil {number}" for number in range(1, 31)]


@asynccontextmanager
async def attended(server: Server | Several, names: list[str]) -> AsyncIterator[tuple[Teacher, list[Pupil]]]:
    """Open a class and let all pupils join, one after another."""
    status, found = post(server.address, "/api/classes", {"code": TEACHER, "title": "CM1"})
    assert status == 201, found
    teacher = Teacher(server.address, found["code"], found["token"])
    pupils = []
    for count, name in enumerate(names, 1):
        pupils.append(Pupil(server.address, found["code"], name))
        await teacher.until(lambda state, count=count: len(state.get("pupils", [])) == count)  # type: ignore[misc]
    try:
        yield teacher, pupils
    finally:
        await teacher.line.close()
        for pupil in pupils:
            await pupil.leave()


async def play(server: Server | Several, kills: int) -> dict[str, Any]:
    """Play a tournament to its end; the server is killed and restarted `kills` times on the way."""
    async with attended(server, NAMES) as (teacher, pupils):
        await teacher.line.say("begin", days=0, format="poules", game="fafy-impartial", seed=7)
        for kill in range(kills):
            await teacher.until(lambda state, kill=kill: state["day"] and state["day"]["rounds"] > kill)  # type: ignore[misc]
            await asyncio.sleep(0.3)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
        state = await teacher.until(lambda state: bool(state["day"]) and state["day"]["over"], 5 * SECONDS)
        assert not any(pupil.refused for pupil in pupils)
        return state


@pytest.mark.slow
def test_thirty_browsers_and_two_kills(tmp_path: Path) -> None:
    with Server(tmp_path / "one", "--teacher", TEACHER) as server:
        whole = asyncio.run(play(server, 0))
    with Server(tmp_path / "two", "--teacher", TEACHER) as server:
        killed = asyncio.run(play(server, 2))
    assert len(whole["standings"]) == len(NAMES)
    assert whole["standings"] == killed["standings"]
    assert whole["day"]["winners"] == killed["day"]["winners"]
    assert len(whole["day"]["winners"]) == 3
