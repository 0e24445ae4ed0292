"""`tools/stress.py`: it keeps processors busy, reports each run, and fails if one fails."""

import os
import sys
from contextlib import suppress

import pytest
from tools.stress import busy, main

GREEN = (sys.executable, "-c", "print('== 3 passed in 0.1s ==')")
RED = (sys.executable, "-c", "print('FAILED tests/test_a.py::test_b - oh'); print('1 failed'); raise SystemExit(1)")


def is_alive(pid: int) -> bool:
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


@pytest.mark.skipif(os.name == "nt", reason="signal 0")
def test_busy_processes_end_with_the_run() -> None:
    with busy(2) as pids:
        assert all(is_alive(pid) for pid in pids)
    assert not any(is_alive(pid) for pid in pids)


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no way to leave a program one core")
def test_every_run_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    before = os.sched_getaffinity(0)
    assert main(["--runs", "2", "--busy", "1"], GREEN) == 0
    assert os.sched_getaffinity(0) == before
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line[:28].strip() for line in lines] == [
        "beside 1 busy processes 1",
        "beside 1 busy processes 2",
        "on one core 1",
    ]
    assert all("green" in line and line.endswith("3 passed in 0.1s") for line in lines)


def test_one_core_is_one_core(capsys: pytest.CaptureFixture[str]) -> None:
    count = (sys.executable, "-c", "import os; print(len(os.sched_getaffinity(0)), 'core')")
    assert main(["--runs", "0"], count) == 0
    assert capsys.readouterr().out.endswith("1 core\n")


def test_a_red_run_is_red_and_its_failures_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--runs", "1", "--busy", "0", "--alone", "0"], RED) == 1
    told = capsys.readouterr().out
    assert "RED (1)" in told
    assert told.endswith("beside 0 busy processes 1: FAILED tests/test_a.py::test_b - oh\n")
