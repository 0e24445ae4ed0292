"""Asks the child processes that describe, read, write, draw and print; answers that cannot change are kept."""

from collections import OrderedDict
from functools import partial
from typing import Any

import msgspec

from lalao.web.work.pool import MakeChild, Pool, ProcessChild
from lalao.web.work.scheduling import MOST_OF_A_DEVICE, Job

WORKERS = (("page",), ("page",))
LEAST_SECONDS = 0.5
"""The fewest seconds that a question is given, even where others wait."""
MOST_SECONDS = 5.0
MOST_PATIENCE = 20.0
KEPT_BYTES = 16 << 20
KEPT_TASKS = ("position", "ways", "turn", "picture", "demo")
"""Tasks whose answers are the same every time."""
SHEET_WORKERS = (("teacher",), ("teacher", "guest"))
"""The lanes of each process: the first is kept for teachers."""
LEAST_SHEET_SECONDS = 20.0
"""The fewest seconds that a sheet is given, even where others wait."""
MOST_SHEET_SECONDS = 60.0
SHEET_PATIENCE = 180.0
MOST_SHEETS = 12
"""Sheets of one device that may wait."""


class PageWorkers:
    """The child processes that describe, read, write and draw: that takes too long for the server itself."""

    def __init__(self, make_child: MakeChild = ProcessChild) -> None:
        """Start nothing yet: the children start with the first question."""
        make = partial(make_child, "lalao.web.work.document_tasks")
        self.pool = Pool(make, WORKERS, most_of_a_room=MOST_OF_A_DEVICE)
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


class PrintWorkers:
    """Child processes that print: the sheets of each device wait their turn; one that takes too long is given up."""

    def __init__(self, make_child: MakeChild = ProcessChild) -> None:
        """Start nothing yet: the children start with the first sheet."""
        self.pool = Pool(
            partial(make_child, "lalao.web.work.sheet_tasks"),
            SHEET_WORKERS,
            most_of_a_device=MOST_SHEETS,
            most_of_a_room=MOST_SHEETS,
        )

    async def pdf(self, order: dict[str, Any], lane: str, who: str) -> bytes:
        """Set a sheet for the device `who`, and return the PDF.

        Raises BusyError, TooLargeError, or the LalaoError of the sheet.
        """
        return await self.pool.ask(
            order,
            lambda number: Job(number, lane, who, lane, LEAST_SHEET_SECONDS, MOST_SHEET_SECONDS, SHEET_PATIENCE),
        )

    async def close(self) -> None:
        """End the processes."""
        await self.pool.close()
