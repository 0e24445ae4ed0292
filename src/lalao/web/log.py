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
"""Steps of the program that are named, the one where it went wrong last."""


class OneLine(logging.Formatter):
    """Formats what is logged as JSON: when, how bad, whose line, what; and of an error its kind, why and where."""

    def format(self, record: logging.LogRecord) -> str:
        """Write the line."""
        line: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "by": record.name,
            "what": record.getMessage(),
        }
        error = record.exc_info[1] if record.exc_info else None
        return msgspec.json.encode(line | (described(error) if error else {})).decode()


def described(error: BaseException) -> dict[str, object]:
    """Say what an error is, and the last steps of the program before it."""
    steps = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    return {"error": type(error).__name__, "why": str(error), "where": steps[-MOST_STEPS:]}


class Farewell(logging.Filter):
    """Leaves out what uvicorn says of requests that the end of the server breaks off: whoever ends it knows."""

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
"""What `logging.config.dictConfig` takes."""


def start(work: Coroutine[Any, Any, None], running: set["asyncio.Task[None]"]) -> "asyncio.Task[None]":
    """Run something beside everything else, held in `running` until it is done; what goes wrong there is logged."""
    task = asyncio.get_running_loop().create_task(work, name=str(getattr(work, "__qualname__", work)))
    running.add(task)
    task.add_done_callback(running.discard)
    task.add_done_callback(report)
    return task


def report(task: "asyncio.Task[None]") -> None:
    """Log what has gone wrong in a task; what was merely refused there is found undone the next time."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, DatabaseError):
        trouble(error, task.get_name())
    elif error is not None and not isinstance(error, LalaoError):
        LOG.error("%s has failed", task.get_name(), exc_info=error)


def trouble(error: DatabaseError, what: str) -> None:
    """Log that the database did not do its work, over which nothing is lost."""
    LOG.warning("%s: %s", what, error)


@contextmanager
def undone(what: str) -> Iterator[None]:
    """Leave undone what is refused, since it is found undone the next time; trouble with the database is logged."""
    try:
        yield
    except DatabaseError as error:
        trouble(error, what)
    except LalaoError:
        return
