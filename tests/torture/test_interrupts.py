"""Ctrl-C ends every command in silence, with status 130 or 0, whatever it is doing and whatever else receives it."""

import os
import re
import signal
import sys
import threading
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from tools.pressing import press

from lalao.processes import deaf_to_interrupts, interrupts_wait
from tests.shell import ROOT, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows tells processes of Ctrl-C by other means")
NOISE = re.compile("Traceback|Error|Interrupt|Exception|WARNING")
READY = "Ctrl+C."


def lalao(arguments: str) -> list[str]:
    return [sys.executable, "-m", "lalao", *arguments.split()]


def variables(home: Path) -> dict[str, str]:
    return environment(home, TERM="xterm", XDG_DATA_HOME=str(home / "data"), LALAO_BACKGROUND_COMPILING="on")


def is_silent(status: int, said: str) -> bool:
    return status in (0, 130) and not NOISE.search(said)


class Moment:
    """A number of seconds after a text was first printed."""

    def __init__(self, text: str, seconds: float) -> None:
        self.text, self.seconds = text, seconds
        self.heard = 0.0

    def __call__(self, said: str, now: float) -> bool:
        if not self.heard and self.text in said:
            self.heard = now
        return bool(self.heard) and now >= self.heard + self.seconds


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 0.6, 1.0, 1.5, 2.0])
def test_the_server_ends_in_silence(seconds: float, tmp_path: Path) -> None:
    status, said = press(lalao("serve --port 0"), ROOT, variables(tmp_path), Moment(READY, seconds))
    assert is_silent(status, said), said
    assert READY in said


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.2, 0.5, 1.0])
def test_it_does_so_while_it_starts(seconds: float, tmp_path: Path) -> None:
    due, held = Moment("", seconds), {signal.SIGINT}
    status, said = press(lalao("serve --port 0"), ROOT, variables(tmp_path), due, held=held)
    assert is_silent(status, said), said


@pytest.mark.parametrize(
    "path",
    ["/api/games/fifangha/positions/{start}/value", "/api/games/fanorona/print/rules.pdf"],
    ids=["thinks", "prints"],
)
def test_it_does_so_while_it_works(path: str, tmp_path: Path) -> None:
    asking: list[threading.Thread] = []
    start = "0.0.0.0.0.0.0.0/0.1.1.1.1.1.1.0/0.1.1.1.1.1.1.0/0.0.0.0.0.0.0.0%2026+26%20S"

    def ask(address: str) -> None:
        try:
            urlopen(address + path.format(start=start), timeout=60).read()
        except OSError:
            return

    def due(said: str, seconds: float) -> bool:
        if READY in said and not asking:
            found = re.search(r"http://[0-9.:]+", said)
            assert found
            asking.append(threading.Thread(target=ask, args=(found[0],)))
            asking[0].start()
            asked.append(seconds)
        return bool(asked) and seconds > asked[0] + 0.7

    asked: list[float] = []
    status, said = press(lalao("serve --port 0"), ROOT, variables(tmp_path), due)
    asking[0].join()
    assert is_silent(status, said), said


@pytest.mark.parametrize(
    ("arguments", "due"),
    [
        ("play fanorona", Moment("White> ", 0.0)),
        ("match level:1 level:2 fang-4 --games 100000", Moment("playing", 0.5)),
        ("match level:1 level:2 fang-4 --games 100000 --jobs 2", Moment("playing", 2.0)),
        ("perft fanorona 9", Moment("counting", 0.5)),
        ("tables build fanorona --pieces 6 --dir tables --jobs 1", Moment("MB", 1.5)),
        ("engine", Moment("", 1.5)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_commands_end_in_silence(arguments: str, due: Moment, tmp_path: Path) -> None:
    status, said = press(lalao(arguments), tmp_path, variables(tmp_path), due)
    assert is_silent(status, said), said


@pytest.mark.parametrize("game", ["fanorona", "fanorona-9x11"])
def test_analysis_tells_what_it_has_found(game: str, tmp_path: Path) -> None:
    begun = time.monotonic()
    status, said = press(lalao(f"analyse {game} --time 900"), ROOT, variables(tmp_path), Moment("depth ", 1.0))
    assert status == 0
    assert not NOISE.search(said), said
    assert said.splitlines()[-1].startswith("depth "), said
    assert time.monotonic() - begun < 120


def test_overlapping_blocks_leave_ctrl_c_as_it_was() -> None:
    one, other = deaf_to_interrupts(), deaf_to_interrupts()
    one.__enter__()
    other.__enter__()
    assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    one.__exit__(None, None, None)
    assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    other.__exit__(None, None, None)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_an_interrupt_waits_for_the_end_of_a_block() -> None:
    told = []

    def work() -> None:
        with interrupts_wait():
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.01)
            told.append("done")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert told == ["done"]
