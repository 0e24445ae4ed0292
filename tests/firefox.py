"""Firefox, as far as the static edition is tried in it: WebDriver BiDi over a socket."""

import itertools
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.patience import SECONDS

FIREFOX = "/usr/bin/firefox-esr"
PREFERENCES = {
    "app.normandy.enabled": False,
    "browser.safebrowsing.downloads.remote.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
}
"""It asks nobody for anything of its own accord."""
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


class Firefox:
    """A page of Firefox."""

    def __init__(self, socket: ClientConnection) -> None:
        """Begin a session."""
        self.socket, self.numbers = socket, itertools.count(1)
        self.say("session.new", capabilities={})
        self.context = self.say("browsingContext.getTree")["contexts"][0]["context"]

    def say(self, method: str, **params: object) -> Any:
        """Send a command; return its result."""
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while (heard := json.loads(self.socket.recv(SECONDS))).get("id") != number:
            pass
        assert heard["type"] == "success", heard
        return heard["result"]

    def precede(self, script: str) -> None:
        """Run a script before those of each page."""
        self.say("script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}")

    def visit(self, address: str) -> None:
        """Go to an address, and wait until the page is loaded."""
        self.say("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        """Return what a script gives, which is awaited; its value goes through JSON."""
        found = self.say(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({script})))()",
            target={"context": self.context},
            awaitPromise=True,
        )
        assert found["type"] == "success", found
        return json.loads(found["result"].get("value", "null"))

    def wait_for(self, script: str, seconds: float = SECONDS) -> Any:
        """Wait until a script gives something true; return it."""
        return self.evaluate(
            f"""new Promise((found, missed) => {{
              const until = Date.now() + {seconds * 1000};
              const ask = () => {{
                const seen = ({script});
                if (seen) found(seen);
                else if (Date.now() > until) missed(new Error("not within {seconds} s"));
                else setTimeout(ask, 50);
              }};
              ask();
            }})"""
        )

    def tap(self, x: float, y: float) -> None:
        """PrintWorkers and release the mouse at a point of the window."""
        moved = {"type": "pointerMove", "x": round(x), "y": round(y)}
        presses = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        source = {"type": "pointer", "id": "mouse", "actions": [moved, *presses]}
        self.say("input.performActions", context=self.context, actions=[source])


def address_in(said: Path) -> str:
    """Wait until Firefox says where it listens; return that."""
    until = time.monotonic() + SECONDS
    while not (found := LISTENING.search(said.read_text(encoding="utf-8"))):
        assert time.monotonic() < until, said.read_text(encoding="utf-8")
        time.sleep(0.1)
    return found[1]


@contextmanager
def firefox() -> Iterator[Firefox]:
    """Start Firefox with a new profile."""
    with tempfile.TemporaryDirectory() as profile:
        chosen = "".join(f"user_pref({json.dumps(name)}, {json.dumps(at)});\n" for name, at in PREFERENCES.items())
        Path(profile, "user.js").write_text(chosen, encoding="utf-8")
        command = [FIREFOX, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"]
        environment = os.environ | {"HOME": profile, "MOZ_CRASHREPORTER_DISABLE": "1"}
        said = Path(profile, "said.txt")
        with said.open("w") as into, subprocess.Popen(command, stderr=into, stdout=into, env=environment) as process:
            try:
                address = address_in(said)
                with connect(f"{address}/session", max_size=None) as socket:
                    yield Firefox(socket)
            finally:
                process.terminate()
                process.wait(SECONDS)
