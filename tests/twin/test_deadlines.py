"""Searches end in time by looking at the clock themselves, without a thread that watches it."""

import threading

import pytest

import lalao
from lalao.codecs.fifangha import CompiledSearch
from lalao.engine.analysis import Limits, Searcher, Settings
from lalao.engine.compiled import CompiledSearcher
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.engine.readable import ReadableSearcher
from lalao.kernels import bits

FANORONA = lalao.game("fanorona")
MANY = 1 << 40
"""Positions that no test has the time to look at."""


@pytest.mark.parametrize(
    ("name", "searcher"),
    [
        ("fanorona", FanoronaSearcher(FANORONA, Settings(hash_mb=1))),
        ("fifangha", CompiledSearcher(Settings(hash_mb=1))),
        ("sowing-impartial", ReadableSearcher()),
    ],
)
def test_a_search_ends_without_a_thread(name: str, searcher: Searcher, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: threading.Thread) -> None:
        raise AssertionError("a thread is started")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    start = lalao.game(name).start()
    for _ in range(2):
        *_, info = searcher.think(start, Limits(seconds=0.05, nodes=MANY))
        assert info.nodes < MANY
        assert info.lines[0].moves[0] in start.legal_moves()


def test_a_win_is_not_checked_beyond_the_time() -> None:
    start = lalao.game("fifangha").start()
    search = CompiledSearch(1 << 10)
    search.begin(MANY, 0.0)
    search.at_depth(start, list(start.legal_moves()), 20, 1, None)
    assert search.is_spent
    search.begin(MANY, 0.0)
    search._spent[0] = MANY - 1  # as if as many had been looked at: a check may look at as many again
    assert search.is_decided(start, 30, winning=True) is None


def test_the_clock_runs_and_a_deadline_is_on_it() -> None:
    before = int(bits.clock())
    assert before < bits.deadline(0.0) <= bits.clock() < bits.deadline(1.0) < bits.NEVER == bits.deadline(None)
