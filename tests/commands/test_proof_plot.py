"""The plot of a proof: `lalao prove --plot`, which matplotlib draws."""

from itertools import pairwise
from pathlib import Path

import matplotlib
import pytest

from lalao.cli import charts
from lalao.cli.charts import MOST_POINTS, Trace, plot_file
from lalao.errors import TooLargeError
from lalao.locale import words
from lalao.research.proof import Progress
from lalao.values import Side
from tests.patience import often
from tests.shell import run_lalao

MAGIC = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}


def point(number: int) -> Progress:
    return Progress(Side.WHITE, number, number / 10, 1, 2, 0.5)


@pytest.mark.parametrize("suffix", list(MAGIC)[: often(1, nightly=3)])
def test_a_proof_is_drawn(suffix: str, tmp_path: Path) -> None:
    done = run_lalao(["prove", "fanorona-3x5", "--plot", f"a{suffix}"], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("White to move: ✓ win")
    assert (tmp_path / f"a{suffix}").read_bytes().startswith(MAGIC[suffix])


def test_both_questions_are_named(tmp_path: Path) -> None:
    traces = []
    for side in (Side.WHITE, Side.BLACK):
        traces.append(trace := Trace())
        trace(Progress(side, 1_000, 0.1, 20, 30, 0.1))
        trace(Progress(side, 2_000, 0.2, 25, 28, 0.2))
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        charts.draw(traces, tmp_path / "a.svg", "fanorona-dimy", words("en"))
    drawn = (tmp_path / "a.svg").read_text(encoding="utf-8")
    for text in ("Can White force a win?", "Can Black force a win?", "disproof number", "fanorona-dimy"):
        assert f">{text}<" in drawn, text


def test_a_trace_is_thinned_out_evenly() -> None:
    trace = Trace()
    for number in range(5 * MOST_POINTS):
        trace(point(number))
    kept = [one.expansions for one in trace.points]
    assert MOST_POINTS / 2 < len(kept) <= MOST_POINTS
    assert len({after - before for before, after in pairwise(kept)}) == 1


def test_without_matplotlib_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(charts, "find_spec", lambda _: None)
    with pytest.raises(TooLargeError, match="needs matplotlib"):
        plot_file("a.svg")
