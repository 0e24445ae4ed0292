"""Settings of `solve` and `analyse`: users' own tables, limits in work, threads, a reused searcher."""

import json
from pathlib import Path

import pytest

import lalao
from lalao.engine.analysis import Settings
from lalao.engine.searchers import searcher
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.tables.build import Build, Threads
from lalao.values import Unknown
from tests.shell import run_lalao

GAME, TEXT = "fanorona-3x7", "W5B/7/W5B w"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("tables")
    game = game_as(GAME, Fanorona)
    Build(game, 4, found, Threads(1)).run()
    return found


def test_a_table_built_elsewhere_is_used(folder: Path, tmp_path: Path) -> None:
    position = lalao.game(GAME).position(TEXT)
    assert isinstance(lalao.solve(position).value, Unknown)
    value = lalao.solve(position, folder).value
    assert not isinstance(value, Unknown)
    told = json.loads(run_lalao(["solve", GAME, TEXT, "--dir", str(folder), "--json"], tmp_path).stdout)
    assert (told["value"], told["plies"]) == (value.name, value.plies)
    score = lalao.analyse(position, depth=1, settings=Settings(tables=folder)).lines[0].score
    assert score.proved == value


def test_games_without_tables_take_no_folder(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(TooLargeError, match="fang-4 has no endgame tables"):
        lalao.solve(lalao.game("fang-4").start(), folder)
    assert run_lalao(["solve", "fang-4", "--dir", str(folder)], tmp_path).returncode == 2


@pytest.mark.parametrize("name", ["fanorona", "fang-8-guarded", "fafy", "fifangha"])
def test_what_a_number_of_positions_finds_depends_on_no_clock(name: str) -> None:
    start = lalao.game(name).start()
    first, second = (lalao.analyse(start, nodes=3_000) for _ in range(2))
    assert (first.depth, first.lines) == (second.depth, second.lines)
    assert first.depth > 0


def test_threads_share_the_number_of_positions(tmp_path: Path) -> None:
    command = ["analyse", "fanorona", "--nodes", "20000", "--threads", "2", "--hash", "8", "--json"]
    assert json.loads(run_lalao(command, tmp_path).stdout)["nodes"] <= 20_002


def test_a_searcher_that_is_kept_says_what_a_new_one_says_where_all_is_proved() -> None:
    start = lalao.game("fanorona-telo").start()
    kept = searcher(start)
    for move in start.legal_moves():
        position = start.play(move)
        expected = lalao.analyse(position, depth=20).lines[0].score
        assert lalao.analyse(position, depth=20, kept=kept).lines[0].score == expected
        assert expected.proved is not None


def test_many_positions_are_solved_a_line_each(tmp_path: Path) -> None:
    rows = "1.1.1.1 S\n\n  2.1.1 N \n"
    done = run_lalao(["solve", "fafy-impartial", "--stdin"], tmp_path, typed=rows)
    assert [line.split("\t")[0] for line in done.stdout.splitlines()] == ["1.1.1.1 S", "2.1.1 N"]
    found = run_lalao(["solve", "fafy-impartial", "--stdin", "--json"], tmp_path, typed=rows).stdout.splitlines()
    for line in found:
        told = json.loads(line)
        assert told == lalao.solve(lalao.game("fafy-impartial").position(told["position"])).as_dict()
    assert len(found) == 2


def test_the_first_line_that_is_no_position_is_named(tmp_path: Path) -> None:
    done = run_lalao(["solve", "fafy-impartial", "--stdin"], tmp_path, typed="1.1 S\n1.x S\n1.1 S\n")
    assert (done.returncode, len(done.stdout.splitlines())) == (2, 1)
    assert done.stderr.startswith("lalao: line 2: ")
    done = run_lalao(["solve", "fafy", "1.1 S", "--stdin"], tmp_path, typed="1.1 S\n")
    assert (done.returncode, "--stdin" in done.stderr) == (2, True)
