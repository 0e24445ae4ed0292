"""Asks the children at the desk, which describe, read, write and draw; answers that cannot change are kept."""

from collections import OrderedDict
from typing import Any

import msgspec

from lalao.web.scheduling import MOST_OF_A_DEVICE, Job
from lalao.web.workers import Pool

WORKERS = (("page",), ("page",))
LEAST_SECONDS = 0.5
"""The fewest seconds that a question is given, even where others wait."""
MOST_SECONDS = 5.0
MOST_PATIENCE = 20.0
KEPT_BYTES = 16 << 20
KEPT_TASKS = ("position", "ways", "turn", "picture", "demo")
"""Tasks whose answers are the same every time."""


class Desk:
    """The child processes that do what takes too long for the server itself."""

    def __init__(self) -> None:
        """Start nothing yet: the processes start with the first question."""
        self.pool = Pool("lalao.web.desk", WORKERS, most_of_a_room=MOST_OF_A_DEVICE)
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._size = 0

    async def do(self, question: dict[str, Any], device: str) -> bytes:
        """Return the answer to a device's question; raises LalaoError, including BusyError and TooLargeError."""
        key = msgspec.json.encode(question) if question["task"] in KEPT_TASKS else b""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        room = f"{question['task']} {question['game']}"
        answer = await self.pool.ask(
            question, lambda number: Job(number, "page", device, room, LEAST_SECONDS, MOST_SECONDS, MOST_PATIENCE)
        )
        if key:
            self._keep(key, answer)
        return answer

    def _keep(self, key: bytes, found: bytes) -> None:
        """Keep an answer; those that were asked for longest ago go first."""
        self._kept[key] = found
        self._size += len(key) + len(found)
        while self._size > KEPT_BYTES:
            gone, answer = self._kept.popitem(last=False)
            self._size -= len(gone) + len(answer)

    async def close(self) -> None:
        """End the processes."""
        await self.pool.close()
