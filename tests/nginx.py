"""Run nginx as docs/serving.md configures it, in a folder of its own, as the user who runs the tests."""

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.shell import ROOT

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
there = pytest.mark.skipif(
    not os.path.exists(NGINX) and not os.environ.get("CI"), reason="no nginx on this machine (CI has one)"
)


def documented() -> tuple[str, str, str]:
    """Return what docs/serving.md configures: one server, several of them, and what several need in the location."""
    text = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    one, several, location = re.findall(r"```nginx\n(.*?)```", text, re.DOTALL)
    return one, several, location


@contextmanager
def running(servers: str, port: int, folder: Path) -> Iterator[None]:
    """Run nginx with these blocks of servers until left; it listens on `port` from the start."""
    kept = " ".join(
        f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    root = "user root;" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""  # else its workers are somebody else
    own = f"{root} pid {folder}/nginx.pid; daemon off; worker_processes 1; worker_rlimit_nofile 8192;"
    http = f"http {{ access_log off; {kept}\n{servers}\n}}"
    (folder / "nginx.conf").write_text(f"{own}\nevents {{ worker_connections 4096; }}\n{http}\n", encoding="utf-8")
    log = folder / "nginx.log"
    with subprocess.Popen([NGINX, "-c", str(folder / "nginx.conf"), "-e", str(log)]) as process:
        try:
            wait_for(process, port, log)
            yield
        finally:
            process.terminate()


def wait_for(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    """Wait until a port of this machine answers."""
    end = time.monotonic() + SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=SECONDS).close()
            return
        except OSError:
            assert process.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < end
            time.sleep(0.02)
