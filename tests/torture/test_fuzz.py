"""Fuzzing: a few hundred inputs for every reader, thousands in slow runs; and failures are indeed found."""

import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from tools.fuzz import READERS, told
from tools.fuzzing import bounds, talking
from tools.fuzzing.bounds import Found, Reader, input_of, run
from tools.fuzzing.inputs import json_like, nested, written

from lalao.errors import LalaoError, NotationError
from tests.shell import ROOT

COUNT = 200
SEED = random.SystemRandom().randrange(1 << 30)
"""Drawn anew for each run: a failure prints it."""


@pytest.fixture(scope="module", autouse=True)
def talk() -> Iterator[None]:
    """End the conversations left open by the inputs."""
    yield
    if talking.state.cache_info().currsize:
        talking.state().close()
        talking.state.cache_clear()


@pytest.mark.parametrize("name", READERS)
def test_whatever_is_given_is_read_or_refused_in_one_line(name: str) -> None:
    for begin in range(0, 5 * COUNT, COUNT):  # again where by chance none was taken, or none refused
        found = run(READERS[name], SEED, range(begin, begin + COUNT))
        number, why = found.failures[0] if found.failures else (0, "")
        assert not found.failures, f"{why}\nagain: python tools/fuzz.py {name} --seed {SEED} --only {number}"
        assert found.taken + found.refused == COUNT
        if found.taken and found.refused:
            return
    pytest.fail(f"seed {SEED}: {found.taken} taken, {found.refused} refused")


UNPROVED = b"""
id = "fifangha-eight"
game = "fifangha"
title = {en = "Eight columns", fr = "Huit colonnes", mg = "Tsanganana valo"}

[[step]]
position = "0.0.0.0.0.0.0.0/0.6.2.4.1.4.2.2/0.1.0.0.5.0.0.1/0.2.0.1.1.0.0.0 16+16 S"
ask = "play"
aim = "wins"
accept = ["e-", "h"]
say = {en = "Play.", fr = "Joue.", mg = "Milalaova."}
"""
"""A lesson about a position of Fifangha that no solver reaches: refused, and soon."""


def test_a_lesson_that_nobody_can_prove_is_refused_soon() -> None:
    found = run(replace(READERS["lessons"], make=lambda _: UNPROVED), SEED, [0])
    assert (found.refused, found.failures) == (1, [])


@pytest.mark.nightly
def test_a_thousand_inputs_of_every_reader() -> None:
    command = [sys.executable, "tools/fuzz.py", "--count", "1000"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count(" 0 failed") == len(READERS)


MADE = Reader("made", lambda rng: rng.randrange(5), abs)


def only(read: Callable[[int], object]) -> Found:
    """Run a reader made here on ten inputs."""
    return run(replace(MADE, read=read), 1, range(10))


def refuse(_: int) -> None:
    raise NotationError("no")


def refuse_at_length(_: int) -> None:
    raise LalaoError("one line\nanother")


def break_off(_: int) -> None:
    raise ValueError("broken")


def linger(_: int) -> None:
    begun = time.process_time()
    while time.process_time() - begun < 5:
        pass


def test_failures_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bounds, "MOST_SECONDS", 0.05)
    assert (only(refuse).refused, only(refuse).failures) == (10, [])
    for read, said in (
        (refuse_at_length, "the refusal is not one line"),
        (break_off, "ValueError: broken"),
        (linger, "more than 0.05 s"),
    ):
        found = only(read)
        assert len(found.failures) == 3, "it stops after three"
        assert said in found.failures[0][1]
        assert f"input: {input_of(MADE, 1, 0)}" in found.failures[0][1]
    assert "0 taken" in told(only(break_off), 1.0)


def test_memory_is_measured() -> None:
    code = (
        "from tools.fuzzing.bounds import Reader, limit_memory, run; limit_memory();"
        "found = run(Reader('made', lambda rng: 0, lambda _: b'x' * (200 << 20)), 1, range(1));"
        "print(found.failures[0][1]);"
        "print(run(Reader('made', lambda rng: 0, lambda _: bytes(1 << 40)), 1, range(1)).failures[0][1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, check=False)
    assert "MB\ninput: 0" in done.stdout, done.stderr
    assert "MemoryError" in done.stdout


@pytest.mark.parametrize("name", [name for name, each in READERS.items() if each.batch == 1])
def test_an_input_is_made_again_by_its_number(name: str) -> None:
    assert str(input_of(READERS[name], 3, 17)) == str(input_of(READERS[name], 3, 17))


def test_a_failure_names_the_command_that_makes_it_again() -> None:
    done = subprocess.run(
        [sys.executable, "tools/fuzz.py", "games", "--only", "4"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout.count("\n")) == (0, 3)
    assert done.stdout.startswith("seed ")
    assert "1 inputs" in done.stdout
    unknown = subprocess.run(
        [sys.executable, "tools/fuzz.py", "x"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert unknown.returncode == 2


def test_json_of_any_depth_is_written() -> None:
    deep = {"a": [nested(3), 'x"']}
    assert written(deep) == '{"a": [[[[]]], "x\\""]}'
    rng = random.Random(1)
    assert any(json_like(rng, {"kind": "x", "n": 1}) != {"kind": "x", "n": 1} for _ in range(10))


def test_a_document_that_is_too_deep_to_read_is_changed_as_a_text() -> None:
    deep = {"state": '{"a":' + "[" * 100_000 + "]" * 100_000 + "}"}
    rng = random.Random(1)
    assert [json_like(rng, deep) for _ in range(30)] != [deep] * 30
