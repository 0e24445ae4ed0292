"""Start a server for a test as a user does, on a free port, with a database in a folder of its own."""

import itertools
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from urllib.request import urlopen

from tests.patience import SECONDS
from tests.shell import ROOT, environment

EACH = 700
"""How many ports a test process may give to its servers, one after the other."""
NEXT = itertools.count(os.getpid())


def free_port() -> int:
    """Return a port that is free now and that no other test process gives away.

    The system gives ports above these to connections; one that was given back and taken anew may be such a port.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    while True:
        with suppress(OSError), socket.socket() as probe:
            port = 20_000 + worker % 16 * EACH + next(NEXT) % EACH
            probe.bind(("127.0.0.1", port))
            return port


class Server:
    """``lalao serve`` in a process of its own, as a context manager."""

    def __init__(self, home: Path, *arguments: str, command: list[str] | None = None) -> None:
        """Choose the server's data folder and arguments."""
        self.home = home
        self.port = free_port()
        usual = [sys.executable, "-m", "lalao", "serve", "--port", str(self.port), *arguments]
        self.command = command or usual
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.said = ""

    def start(self) -> "Server":
        """Start it and wait until it prints its address."""
        self.process = subprocess.Popen(
            self.command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(self.home, XDG_DATA_HOME=str(self.home / "data")),
            cwd=ROOT,
            start_new_session=True,
        )
        assert self.process.stdout
        self.said = self.process.stdout.readline()
        assert "http://" in self.said, (self.said, self.process.stderr and self.process.stderr.read())
        self.address = "http://" + self.said.split("http://")[1].strip()
        return self

    def kill(self) -> None:
        """Kill it and its children, as a power cut would."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.communicate()

    def stop(self) -> int:
        """Stop it as Ctrl+C does; return its exit status."""
        assert self.process
        os.killpg(self.process.pid, signal.SIGINT)
        self.process.communicate(timeout=SECONDS)
        return self.process.returncode

    def get(self, path: str) -> str:
        """Return a page."""
        with urlopen(self.address + path, timeout=SECONDS) as answer:
            return str(answer.read().decode())

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.process and self.process.returncode is None:
            self.kill()
