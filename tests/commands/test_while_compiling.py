"""Playing while the kernels are compiled: the computer answers at once, and says why and how long it is weaker."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.cli.play import BEGUN, DONE, HERE, Meanwhile
from lalao.engine import player
from lalao.engine.players import EnginePlayer, LevelPlayer, Player, ReadableLevel
from lalao.errors import NotCompiledError
from lalao.games.game import AnyPosition
from lalao.kernels.compiling import COMPILED
from lalao.processes import deaf_to_interrupts
from lalao.record import Record
from tests.shell import run_lalao

ANSWERED_WITHIN = 20.0
"""Seconds for a move on a busy machine; compiling what the move needs takes more than that of computing alone."""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")
def test_fanorona_is_played_while_it_is_compiled(tmp_path: Path) -> None:
    begun = time.monotonic()
    own = {"LALAO_BACKGROUND_COMPILING": "on", "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    done = run_lalao(["play", "fanorona"], tmp_path, "d2-e3A\nhint\nquit\n", **own)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert BEGUN in done.stdout
    assert "Black> " in done.stdout
    assert "Hint: " in done.stdout
    assert time.monotonic() - begun < ANSWERED_WITHIN
    assert not list((tmp_path / "cache").glob("kernels-*/whole")), "the game is over long before the compiler is done"


class Waiting(LevelPlayer):
    """A level whose kernels are compiled only when `ready` is set."""

    ready = False

    def choose_in(self, record: Record) -> Any:
        if not self.ready:
            raise NotCompiledError("not yet")
        return record.last.position.legal_moves()[0]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let compiling finish at once; return a list that collects the messages."""
    monkeypatch.delenv("LALAO_BACKGROUND_COMPILING", raising=False)
    begin = subprocess.Popen
    monkeypatch.setattr("lalao.cli.play.subprocess.Popen", lambda _, **more: begin([sys.executable, "-c", ""], **more))
    return []


def test_it_is_told_once_when_it_begins_and_once_when_it_is_done(told: list[str]) -> None:
    between, waiting = Meanwhile(told.append), Waiting(3, random.Random(1))
    record = Record.begin(lalao.game("fanorona-dimy").start())
    for _ in range(2):
        assert between.choose(waiting, record) in record.last.position.legal_moves()
    assert told == [BEGUN]
    assert between._process is not None
    between._process.wait()
    waiting.ready = True
    for _ in range(2):
        between.choose(waiting, record)
    assert told == [BEGUN, DONE]


def test_who_cannot_play_otherwise_waits(told: list[str]) -> None:
    class Perfect(Player):
        calls = 0

        def choose(self, position: AnyPosition) -> Any:
            self.calls += 1
            if self.calls == 1:
                raise NotCompiledError("not yet")
            return position.legal_moves()[0]

    Meanwhile(told.append).choose(Perfect(), Record.begin(lalao.game("fang-4").start()))
    assert told == [HERE]


@pytest.mark.parametrize("name", ["fanorona", "fifangha", "fang-10", "fafy"])
def test_what_stands_in_needs_no_kernel(name: str) -> None:
    code = (
        "import sys, lalao; from lalao.engine import player; from lalao.record import Record\n"
        "from lalao.engine.levels import strongest\n"
        f"record = Record.begin(lalao.game('{name}').start())\n"
        "for one in ('level:1', strongest(record.game), 'engine:0.2s', 'engine:10n', 'greedy', 'random'):\n"
        "    move = player(one, record.game).readable().choose_in(record)\n"
        "    assert move in record.last.position.legal_moves(), one\n"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_what_stands_in_keeps_to_its_time() -> None:
    for name in ("level:8", "engine:d60"):
        one = player(name, lalao.game("fanorona")).readable()
        assert isinstance(one, ReadableLevel | EnginePlayer)
        begun = time.process_time()
        one.choose(lalao.game("fanorona").start())
        assert time.process_time() - begun < 5


@pytest.mark.skipif(os.name == "nt", reason="Windows tells processes of Ctrl-C by other means")
def test_children_do_not_hear_ctrl_c() -> None:
    code = "import os, signal; os.kill(os.getpid(), signal.SIGINT); print('still here')"
    with deaf_to_interrupts():
        deaf = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert deaf.communicate()[0] == "still here\n"
    hearing = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert hearing.stdout == ""
