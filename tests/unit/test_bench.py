"""`tools/bench.py` times kernels and references fairly."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from tools import bench

from lalao.cli import main


def test_bench_takes_the_best_of_three_runs_once_warm(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter([0.0, 4.0, 10.0, 12.0, 20.0, 23.0, 30.0, 50.0])
    monkeypatch.setattr(bench, "time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    runs: list[str] = []

    def work(name: str, done: int) -> int:
        runs.append(name)
        return done

    timing = bench.timed(bench.Case("sowing", "seeds", lambda: work("fast", 1000), lambda: work("plain", 500)))
    assert runs == ["fast"] * 4 + ["plain"]
    assert (timing.seconds, timing.rate, timing.plain_rate, timing.ratio) == (2.0, 500.0, 25.0, 20.0)


def test_the_command_of_an_installed_copy_says_where_the_program_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("lalao.cli.programs.BENCH", tmp_path / "bench.py")
    with pytest.raises(SystemExit) as stopped:
        main(["bench"])
    assert stopped.value.code == 2
    assert "python tools/bench.py" in capsys.readouterr().err


def test_the_command_runs_the_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "bench.py"
    program.write_text("import sys; sys.exit(7 if sys.argv[1:] == ['--json'] else 1)")
    monkeypatch.setattr("lalao.cli.programs.BENCH", program)
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "--json"])
    assert stopped.value.code == 7
