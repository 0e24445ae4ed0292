"""Every public function that the docs name refuses bad input in one line, as an error of `lalao.errors`."""

import builtins
import random
import re
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest

import lalao
from lalao.adapters import batch
from lalao.adapters import gymnasium as gym
from lalao.adapters import pettingzoo as pz
from lalao.adapters.mcts import Trees, TreeSearcher
from lalao.adapters.network import shipped
from lalao.adapters.steps import Match
from lalao.engine import player
from lalao.engine.analysis import Settings
from lalao.engine.searchers import searcher
from lalao.errors import LalaoError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.record import Record, read_each, write
from lalao.teach import by_pupil, by_week, of_class, progress_view
from lalao.tournament import referee
from tests.shell import ROOT


def begun() -> gym.GameEnv:
    """Return an environment of Gymnasium that has begun."""
    one = gym.env("fang-6")
    one.reset(seed=1)
    return one


def agents(make: Any = pz.env) -> Any:
    """Return an environment of PettingZoo that has begun."""
    one = make("fang-6")
    one.reset()
    return one


fs, f4, fan, telo, fafy, fifa = (
    lalao.game(name).start() for name in ("fang", "fang-4", "fanorona", "fanorona-telo", "fafy-impartial", "fifangha")
)
held = lalao.tables.open(game_as("fanorona", Fanorona))
NAMES: dict[str, Any] = {
    "fang": fs.game,
    "fs": fs,
    "f4": f4,
    "fan": fan,
    "telo": telo,
    "fafy": fafy,
    "fifa": fifa,
    "NAN": float("nan"),
    "over": lalao.game("fang-4").position("1.4.2.1 0+0 S"),
    "held": held,
    "own": held.positions((2, 1), np.array([0]))[0],
    "q": lalao.misere_quotient(["1.1.1"]),
    "rec": lambda: Record.begin(fafy, "a", "b"),
    "pp": lambda: player("perfect", f4.game),
    "kept": lambda: searcher(telo, Settings(hash_mb=8)),
    "unset": lambda: gym.env("fang-6"),
    "begun": begun,
    "agents": agents,
    "raw": lambda: agents(pz.raw_env),
    "lalao": lalao,
    "gymnasium": gymnasium,
    "gym": gym,
    "pz": pz,
    "batch": batch,
    "Trees": Trees,
    "TreeSearcher": TreeSearcher,
    "shipped": shipped,
    "referee": referee,
    "player": player,
    "searcher": searcher,
    "Settings": Settings,
    "Match": Match,
    "Record": Record,
    "write": write,
    "read_each": read_each,
    "by_pupil": by_pupil,
    "by_week": by_week,
    "of_class": of_class,
    "progress_view": progress_view,
}


def refused() -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table: the name of a function, a call, and how the line begins that refuses it."""
    name = ""
    lines = iter((ROOT / "tests" / "arguments.txt").read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line.startswith("== "):
            name = line.removeprefix("== ")
        elif line and not line.startswith("#"):
            yield name, line, next(lines).strip()


REFUSED = tuple(refused())

NO_BAD_INPUT = {
    *("legal_moves", "start", "outcome", "longest", "sample", "table", "to_pandas", "picture", "draw", "svg"),
    *("state", "everywhere", "contents", "steps", "Fanorona", "end", "captured"),
    *("most", "last", "movers", "rewards", "terminated", "truncated", "truncation", "proved", "opinion"),
    "provenance",  # whatever it is given is written down
    *("Tally", "Win", "EngineError", "EngineMoveError", "EngineOverdueError"),  # made by Lalao, not by callers
    "set_option",  # needs an engine: tests/commands/test_client.py
}
"""Names in the docs that take nothing, or nothing that could be wrong."""
NOT_OURS = {
    *("lalao", "analysis", "depth", "nodes", "seconds", "timeout", "draws", "stop", "perfect", "random", "ansi"),
    "rgb_array",
    *(
        "asyncio",
        "run",
        "follow",
        "install",
        "msgspec",
        "pycgt",
        "startswith",
        "api_test",
        "check_env",
        "seed_test",
        "A",
        "W",
        "x",
        "fafy",
        "fanorona",
    ),
    *("mcts", "network"),
    *("connect_four", "othello", "tic_tac_toe"),
    *("Fanorona", "start", "end", "captured", "asyncio", "run", "follow"),
}
"""Modules, options, values, and names of other projects."""


def documented() -> set[str]:
    """Return what the pages for programs call, and what they name in backticks, by its last word."""
    names: set[str] = set()
    docs = ROOT / "docs"
    for page in (*docs.glob("python*.md"), docs / "environments.md"):
        text = page.read_text(encoding="utf-8")
        code = r"```.*?\n(.*?)```"
        for block in re.findall(code, text, re.S):
            names |= set(re.findall(r"\b([A-Za-z_]\w*)\(", block))
        for tick in re.findall(r"`([^`\n]+)`", re.sub(code, "", text, flags=re.S)):
            names |= set(re.findall(r"\b([A-Za-z_]\w*)\(", tick))
            names |= set(re.findall(r"^(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)$", tick))
    return names - set(dir(builtins))


def test_every_documented_name_is_in_the_table() -> None:
    listed = {name for name, _, _ in REFUSED}
    assert documented() - listed - NO_BAD_INPUT - NOT_OURS == set()


@pytest.mark.parametrize(("name", "call", "line"), REFUSED)
def test_bad_input_is_refused_in_one_line(name: str, call: str, line: str) -> None:  # noqa: ARG001  for the reader
    names = dict(NAMES)
    if "pyspiel" in call:
        names["pyspiel"] = pytest.importorskip("pyspiel")
        pytest.importorskip("lalao.adapters.openspiel")
    with pytest.raises(LalaoError) as caught:
        eval(call, names)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_the_referee_judges_any_board_of_the_same_game() -> None:
    seed = random.SystemRandom().randrange(10**9)
    rng = random.Random(seed)
    for name in ("fang-4", "fafy-impartial", "fanorona-telo", "fanorona-dimy", "fifangha-4"):
        game = lalao.game(name)
        met = [game.start()]
        for _ in range(25):
            met.append(game.start() if met[-1].outcome else met[-1].play(rng.choice(met[-1].legal_moves())))
        for _ in range(15):
            before, after = rng.choice(met), rng.choice(met)
            verdict = referee.check(before, after.contents())
            assert verdict.moves or [str(each) for each in verdict.problems], f"seed {seed}: {before!r} {after!r}"


def test_the_referee_counts_a_pile_of_pieces() -> None:
    before = lalao.game("fanorona-telo").start()
    seen = before.contents() | {"taken W": "WWW"}
    assert any("3" in str(each) for each in referee.check(before, seen).problems)
