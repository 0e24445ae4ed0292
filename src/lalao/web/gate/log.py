"""The log of the server: one line of JSON for every error, on standard error, where whoever runs it finds it."""

import asyncio
import logging
import traceback
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from lalao.errors import DatabaseError, LalaoError

LOG = logging.getLogger("lalao.web")
MOST_STEPS = 8
"""Stack frames that are logged, the innermost last."""


class OneLine(logging.Formatter):
    """Formats a record as JSON: time, level, logger and message; of an error also its type, text and stack."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line of JSON."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "what": record.getMessage(),
        }
        error = record.exc_info[1] if record.exc_info else None
        return msgspec.json.encode(line | (described(error) if error else {})).decode()


def described(error: BaseException) -> dict[str, object]:
    """Return an error's type, its text, and the last frames of its stack."""
    steps = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return {"error": type(error).__name__, "why": str(error), "where": steps[-MOST_STEPS:]}


class Farewell(logging.Filter):
    """Leaves out uvicorn's messages about requests that are broken off when the server is stopped."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a record is to be written."""
        broken_off = bool(record.exc_info) and isinstance(record.exc_info[1], asyncio.CancelledError)  # type: ignore[index]
        return not broken_off and "timeout graceful shutdown exceeded" not in record.getMessage()


SETTINGS: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": OneLine}},
    "filters": {"farewell": {"()": Farewell}},
    "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["farewell"]}},
    "loggers": {
        name: {"handlers": ["lines"], "level": level, "propagate": False}
        for name, level in (("lalao.web", "WARNING"), ("uvicorn", "ERROR"), ("asyncio", "ERROR"))
    },
}
"""The argument of `logging.config.dictConfig`."""


class Tally:
    """Counts frequent events, and logs one line with the number once some seconds have passed."""

    def __init__(self, line: str, seconds: float = 5.0) -> None:
        """Take the line, with ``%d`` for the number, and the seconds that are counted together."""
        self.line, self.seconds, self.count = line, seconds, 0
        self._loop: asyncio.AbstractEventLoop | None = None

    def add(self) -> None:
        """Count one more."""
        self.count += 1
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            loop.call_later(self.seconds, self._write)

    def _write(self) -> None:
        LOG.warning(self.line, self.count)
        self.count, self._loop = 0, None


def start(work: Coroutine[Any, Any, None], running: set["asyncio.Task[None]"]) -> "asyncio.Task[None]":
    """Run a coroutine as a task, held in `running` until it is done; an error in it is logged."""
    task = asyncio.get_running_loop().create_task(work, name=str(getattr(work, "__qualname__", work)))
    running.add(task)
    task.add_done_callback(running.discard)
    task.add_done_callback(report)
    return task


def report(task: "asyncio.Task[None]") -> None:
    """Log the error of a task; one that only refuses something is not logged, since that is tried again later."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, DatabaseError):
        trouble(error, task.get_name())
    elif error is not None and not isinstance(error, LalaoError):
        LOG.error("%s has failed", task.get_name(), exc_info=error)


def trouble(error: DatabaseError, what: str) -> None:
    """Log an error of the database, as a warning: nothing is lost by it."""
    LOG.warning("%s: %s", what, error)


@contextmanager
def undone(what: str) -> Iterator[None]:
    """Suppress any LalaoError, since the work left undone is tried again later; one of the database is logged."""
    try:
        yield
    except DatabaseError as error:
        trouble(error, what)
    except LalaoError:
        return
