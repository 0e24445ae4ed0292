"""Endgame tables of Fanorona: correct, complete after any interruption, and never silently wrong."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from math import comb
from pathlib import Path
from typing import Any, BinaryIO
from unittest.mock import Mock

import numpy as np
import pytest
from distributed import LocalCluster

import lalao
from lalao.board.orbits import Slice, orbit_count, orbits, places, positions, sets, slices, symmetries
from lalao.codecs.fanorona import layout
from lalao.errors import FileError, NotationError, TooLargeError
from lalao.games.fanorona import FanoronaPosition
from lalao.kernels import fanorona_index as kernel
from lalao.kernels.compiling import COMPILED
from lalao.research import cluster, copies
from lalao.research.cluster import DaskWorkers
from lalao.tables import chunks
from lalao.tables.build import Build, Threads, estimate
from lalao.tables.check import damaged, wrong
from lalao.tables.chunks import Chunk, Work
from lalao.tables.fanorona import exact_from
from lalao.tables.file import TableFile, atomic, write
from lalao.tables.head import SUFFIX, SliceHead
from lalao.tables.probe import Tables, index, opened_tables, shipped_folder, value_of
from lalao.values import DRAW, UNKNOWN, Loss, Side, Value, Win
from tests.endgames import fanorona
from tests.naive import tables as naive
from tests.patience import often
from tests.shell import ROOT, environment, sh

BOARDS = ((5, 9), (5, 5), (3, 3), (5, 3), (3, 7))
RULESETS = ("fanorona", "fanorona-libre", "fanorona-strict")
MOST = 5 if COMPILED else 3


def built(name: str, pieces: int, folder: Path) -> Tables:
    Build(fanorona(name), pieces, folder, Threads(2)).run()
    return Tables(fanorona(name), (folder,))


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(("height", "width"), BOARDS)
def test_symmetries_keep_the_lines(height: int, width: int) -> None:
    board = fanorona(f"fanorona-{height}x{width}").lattice
    found = symmetries(height, width)
    assert found[0] == tuple(range(height * width))
    assert len(set(found)) == (8 if height == width else 4)
    edges = {(a, b) for a in range(board.size) for b, _ in board.steps[a]}
    for images in found:
        assert {(images[a], images[b]) for a, b in edges} == edges


@pytest.mark.parametrize(("height", "width"), BOARDS)
def test_orbits_hold_every_set_once(height: int, width: int) -> None:
    for size in range(1, 4):
        found = orbits(height, width, size)
        assert sum(found.sizes) == comb(height * width, size) == len(sets(height * width, size))
        assert len(found.sizes) == orbit_count(height, width, size)
        for rank, number in enumerate(found.number):
            images = symmetries(height, width)[found.symmetry[rank]]
            members = [p for p in range(height * width) if sets(height * width, size)[rank] >> p & 1]
            assert sum(1 << images[p] for p in members) == found.chosen[number]


def test_positions_up_to_seven_pieces_are_as_many_as_published() -> None:
    every = slices(7, 22)
    assert sum(positions(45, one) for one in every) == 6_261_651_660
    weighted = 0
    for one in every:
        pivot, other = sorted(one)
        weighted += sum(orbits(5, 9, pivot).sizes) * comb(45 - pivot, other)
    assert weighted == 6_261_651_660
    assert sum(positions(45, one) for one in slices(6, 22)) == 543_819_540


@pytest.mark.parametrize(("height", "width"), BOARDS)
def test_places_of_kernel_and_readable_index_agree(height: int, width: int) -> None:
    most = min(6, 2 * fanorona(f"fanorona-{height}x{width}").pieces)
    plan = layout(height, width, slices(most, most))
    readable, rng = index(height, width), random.Random(1)
    for _ in range(3_000 if COMPILED else 100):
        one = rng.choice(slices(most, most))
        points = rng.sample(range(height * width), sum(one))
        own, enemy = sum(1 << p for p in points[: one[0]]), sum(1 << p for p in points[one[0] :])
        found, at = readable.place(own, enemy)
        assert found == one
        assert kernel.index_of(plan.board, own, enemy) == plan.begins[one] + at
        there = kernel.position_at(plan.board, *one, at)
        assert there == readable.position(one, at)
        assert readable.place(*there)[0] == one
        assert 0 <= at < readable.places(one) == places(height, width, one) == plan.places[one]


def test_shipped_tables_have_the_known_counts() -> None:
    shipped = Tables(fanorona("fanorona"), (shipped_folder(),))
    heads = {(head.own, head.enemy): head for head, _ in shipped.heads()}
    known = {
        (1, 1): (592, 1288, 100),
        (2, 1): (40996, 1550, 24),
        (1, 2): (2822, 12766, 26982),
        (2, 2): (509777, 314953, 69240),
    }
    for one, counts in known.items():
        assert (heads[one].wins, heads[one].draws, heads[one].losses) == counts
    assert all(head.positions == positions(45, one) for one, head in heads.items())
    assert shipped.most == 5


@pytest.mark.parametrize(
    ("name", "pieces"),
    [("fanorona", 5), *((f"{ruleset}-telo", 8) for ruleset in RULESETS)],
)
def test_shipped_tables_are_what_is_built(name: str, pieces: int, tmp_path: Path) -> None:
    if not COMPILED:
        pytest.skip("building takes the compiler")
    made, shipped = built(name, pieces, tmp_path), Tables(fanorona(name), (shipped_folder(),))
    assert made.most == shipped.most == pieces
    for (one, mine), (other, theirs) in zip(made.heads(), shipped.heads(), strict=True):
        assert one == other
        wanted = one.own, one.enemy
        assert (mine.codes_of(wanted, mine.all_codes()) == theirs.codes_of(wanted, theirs.all_codes())).all()


def same_as_naive(name: str, made: Tables, wanted: tuple[Slice, ...]) -> Counter[str]:
    game = fanorona(name)
    every = [p for one in wanted for p in naive.placements(game.lattice.height, game.lattice.width, *one)]
    counts: Counter[str] = Counter()
    for text, plies in naive.distances(name, every).items():
        position = game.position(text)
        value = made.value(position)
        assert value == (DRAW if plies is None else Win(plies) if plies % 2 else Loss(plies)), text
        counts[value.name] += 1
    return counts


@pytest.mark.parametrize("name", [f"{ruleset}-telo" for ruleset in RULESETS])
@pytest.mark.parametrize("most", [3, pytest.param(8, marks=pytest.mark.slow)])
def test_every_slice_on_3x3_is_the_naive_solvers(name: str, most: int) -> None:
    counts = same_as_naive(name, Tables(fanorona(name), (shipped_folder(),)), slices(most, 4))
    assert counts["draw"]
    assert counts["win"] > counts["loss"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", [f"{ruleset}-5x3" for ruleset in RULESETS])
def test_slices_on_5x3_are_the_naive_solvers(name: str, tmp_path: Path) -> None:
    counts = same_as_naive(name, built(name, 4, tmp_path), slices(4, 7))
    assert counts["draw"]
    assert counts["win"] > counts["loss"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fanorona", "fanorona-libre-dimy", "fanorona-strict-3x7"])
def test_every_value_is_the_best_of_its_moves(name: str, tmp_path: Path) -> None:
    made = built(name, MOST, tmp_path)
    news = list(wrong(fanorona(name), made, jobs=2))
    assert news
    assert all(isinstance(one, int) for one in news)
    assert sum(one for one in news if isinstance(one, int)) == sum(file.places for file in made.distinct_files())


@pytest.mark.parametrize(("height", "width", "winner"), [(3, 3, 1), (3, 5, 1), (5, 3, 1)])
def test_small_boards_are_solved_from_the_start(
    height: int, width: int, winner: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lalao.tables.probe.default_folder", lambda: tmp_path)
    opened_tables.cache_clear()
    if not COMPILED and height * width > 9:
        pytest.skip("building takes the compiler")
    start = lalao.game(f"fanorona-{height}x{width}").start()
    answer = lalao.solve(start)
    assert isinstance(answer.value, Value)
    assert answer.value.sign == winner
    assert answer.value.plies == len(answer.line)
    position = start
    for move in answer.line:
        position = position.play(str(move))
    assert position.outcome
    assert position.outcome.winner is Side.WHITE
    opened_tables.cache_clear()


def test_a_position_beside_the_tables_is_known_if_a_move_wins() -> None:
    game, rng, found = fanorona("fanorona"), random.Random(1), 0
    for _ in range(300):
        points = rng.sample(range(45), 7)
        position = FanoronaPosition(game, sum(1 << p for p in points[:3]), sum(1 << p for p in points[3:]), Side.WHITE)
        answer = lalao.solve(position)
        unknown = [move for move in answer.moves if move.value is UNKNOWN]
        if answer.value is not UNKNOWN and unknown:
            best = answer.moves[0].value
            assert answer.value.name == best.name == "win"
            assert answer.value.plies in (None, best.plies), "told only where no undecided move could be faster"
            found += 1
    assert found
    start = lalao.solve(lalao.game("fanorona-libre").start())
    assert start.value is UNKNOWN
    assert len(start.moves) == 5


def test_vela_is_asked_about_once_the_winner_is_not_restricted() -> None:
    text = "9/9/3W1B3/3W5/9"
    plain, vela = lalao.game("fanorona").position(f"{text} w"), lalao.game("fanorona-vela").position(f"{text} w vela=b")
    assert lalao.solve(vela).value == lalao.solve(plain).value != UNKNOWN
    souffle = lalao.game("fanorona-souffle").position("9/9/3W5/9/5B3 w")
    assert lalao.solve(souffle).value is UNKNOWN


def test_codes_mean_plies() -> None:
    assert [value_of(code) for code in (0, 1, 2, 7)] == [DRAW, Loss(0), Win(1), Loss(6)]


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_the_number_of_jobs_does_not_matter(tmp_path: Path) -> None:
    for jobs in (1, 3):
        Build(fanorona("fanorona-libre-5x3"), 8, tmp_path / str(jobs), Threads(jobs)).run()
    assert bytes_of(tmp_path / "1") == bytes_of(tmp_path / "3")


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_one_slice_is_the_same_built_alone(tmp_path: Path) -> None:
    built("fanorona-5x3", 6, tmp_path / "all")
    told: list[int | None] = []
    Build(fanorona("fanorona-5x3"), 5, tmp_path / "one", Threads(1), (4, 1)).run(lambda now: told.append(now.plies))
    passes = [plies for plies in told if plies is not None]
    assert passes[:3] == [1, 2, 3], "a long slice tells how far it is"
    alone, every = bytes_of(tmp_path / "one"), bytes_of(tmp_path / "all")
    assert set(alone) == {f"fanorona-5x3.{a}v{b}.tables" for k in range(1, 5) for a, b in ((k, 1), (1, k))}
    assert all(every[name] == data for name, data in alone.items())


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        ("fanorona-libre-5x3", 8),
        *(pytest.param(*one, marks=pytest.mark.nightly) for one in [("fanorona-libre-5x3", 10), ("fanorona", 5)]),
    ],
)
def test_killing_and_going_on_gives_the_same_bytes(name: str, pieces: int, tmp_path: Path) -> None:
    begun = time.monotonic()
    command = [sys.executable, "-m", "lalao", "tables", "build", name, "--pieces", str(pieces), "--jobs", "2", "--dir"]
    home = environment(Path.home())  # the kernels are compiled there already
    subprocess.run([*command, str(tmp_path / "whole")], env=home, cwd=ROOT, check=True, capture_output=True)
    length = time.monotonic() - begun
    rng, folder = random.Random(name), tmp_path / "stopped"
    stopped = 0
    while stopped < often(4, nightly=10):
        worker = subprocess.Popen(
            [*command, str(folder)], env=home, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            worker.wait(rng.uniform(0.3, 1) * length)
        except subprocess.TimeoutExpired:
            worker.send_signal(signal.SIGKILL)
            worker.wait()
            stopped += 1
        else:
            shutil.rmtree(folder)  # it had time to finish: start again and stop it sooner
            length *= 0.8
    subprocess.run([*command, str(folder)], env=home, cwd=ROOT, check=True, capture_output=True)
    assert bytes_of(folder) == bytes_of(tmp_path / "whole")


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_nothing_is_left_of_a_file_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    built("fanorona-5x3", 4, tmp_path / "whole")
    opened = atomic.__enter__

    def power_cut(self: atomic) -> BinaryIO:
        file = opened(self)
        if self.path.suffix == SUFFIX:
            file.write(b"half")
            file.close()
            raise KeyboardInterrupt
        return file

    with monkeypatch.context() as patched:
        patched.setattr(atomic, "__enter__", power_cut)
        patched.setattr("os.getpid", lambda: 1)  # a killed process never has its number again
        with pytest.raises(KeyboardInterrupt):
            built("fanorona-5x3", 4, tmp_path / "cut")
    assert list((tmp_path / "cut").rglob("*.new"))
    built("fanorona-5x3", 4, tmp_path / "cut")
    assert bytes_of(tmp_path / "cut") == bytes_of(tmp_path / "whole")


@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_passes_go_on_from_a_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = built("fanorona-5x3", 6, tmp_path / "whole")
    monkeypatch.setattr("lalao.tables.build.CHECKPOINT_SECONDS", 0)
    monkeypatch.setattr("lalao.tables.build.CHECKPOINT_SHARE", 0)
    save, saved = Build._save, []

    def interrupted(build: Build, pair: tuple[Slice, ...], code: int) -> None:
        save(build, pair, code)
        saved.append(code)
        if len(saved) % 7 == 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(Build, "_save", interrupted)
    stops = 0
    while True:
        try:
            Build(fanorona("fanorona-5x3"), 6, tmp_path / "stopped", Threads(1)).run()
            break
        except KeyboardInterrupt:
            stops += 1
    assert whole.most == 6
    assert stops > 5
    assert bytes_of(tmp_path / "stopped") == bytes_of(tmp_path / "whole")


@pytest.fixture
def _small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut small slices into many chunks, and send all but a few, in groups."""
    monkeypatch.setattr(chunks, "CHUNK", 4_000)
    monkeypatch.setattr(cluster, "HERE", 12_000)
    monkeypatch.setattr(cluster, "SEEDED_HERE", 1_500)
    monkeypatch.setattr(cluster, "MOST_GROUPED", 5)


@pytest.mark.slow
@pytest.mark.usefixtures("_small_groups")
@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
@pytest.mark.parametrize(
    ("name", "sent"), [pytest.param("fanorona-3x5", 1 << 20, marks=pytest.mark.nightly), ("fanorona-libre-5x3", 100)]
)
def test_groups_of_chunks_give_the_same_tables(
    name: str, sent: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Build(fanorona(name), 6, tmp_path / "one", Threads(1)).run()
    with closing(DaskWorkers("local:1")) as workers:
        workers.client.run(limit_what_is_sent, sent)
        received: Counter[str] = Counter()

        def submit(function: Callable[..., object], *given: Any, **keywords: Any) -> object:
            if len(given) > 2:
                received[function.__name__] += 1
                assert 1 <= len(given[2]) <= 5
            return submitted(function, *given, **keywords)

        submitted = workers.client.submit
        monkeypatch.setattr(workers.client, "submit", submit)
        Build(fanorona(name), 6, tmp_path / "two", workers).run()
    assert min(received[name] for name in ("seed_terminals", "propagate")) > 10
    assert bool(received["release"]) is ("libre" in name)
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


def limit_what_is_sent(most: int) -> None:
    cluster.MOST_SENT = most


def blind(file: Path, said: str) -> bool:
    """Answer as a worker that cannot read the building folder."""
    assert file.read_text() == said
    return False


@pytest.mark.slow
@pytest.mark.usefixtures("_small_groups")
@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
@pytest.mark.parametrize("killed", [False, True])
@pytest.mark.parametrize("name", ["fanorona-3x5", "fanorona-libre-5x3"])
def test_workers_without_the_folder_get_copies(
    name: str, killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The one worker that has all that was sent may die, too: it is sent again."""
    Build(fanorona(name), 6, tmp_path / "one", Threads(1)).run()
    monkeypatch.setattr(cluster, "sees", blind)
    begun = Mock(wraps=copies.Sender.begin_again)
    monkeypatch.setattr(copies.Sender, "begin_again", lambda sender: begun(sender))
    pids: set[int] = set()
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=":0") as here,  # type: ignore[no-untyped-call]
        closing(DaskWorkers(here.scheduler_address)) as workers,
    ):

        def kill(_: object) -> None:
            if killed and len(pids) < 2 and workers._copies and len(workers._copies._passes) > 3:
                pid = next(iter(here.workers.values())).process.pid
                if pid not in pids:
                    os.kill(pid, signal.SIGKILL)
                    pids.add(pid)

        Build(fanorona(name), 6, tmp_path / "two", workers).run(kill)
        assert workers._copies is not None
        assert len(workers._copies._slices) > 5
        assert not list((tmp_path / "two").glob("*.building"))
    assert len(pids) == 2 * killed
    assert (begun.call_count > 1) is killed
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


@pytest.mark.nightly
@pytest.mark.usefixtures("_small_groups")
@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_a_killed_worker_costs_nothing_but_its_group(tmp_path: Path) -> None:
    Build(fanorona("fanorona-libre-5x3"), 7, tmp_path / "one", Threads(1)).run()
    workers = DaskWorkers("local:2")
    killed = 0

    def kill_one(_: object) -> None:
        nonlocal killed
        if killed == 0 and len(list((tmp_path / "two").glob("*.tables"))) > 12:
            victim = next(iter(workers.cluster.workers.values()))
            pid = victim.process.pid
            subprocess.run(["kill", "-9", str(pid)], check=True)
            killed += 1

    Build(fanorona("fanorona-libre-5x3"), 7, tmp_path / "two", workers).run(kill_one)
    workers.close()
    assert killed == 1
    assert bytes_of(tmp_path / "one") == bytes_of(tmp_path / "two")


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_the_recipe_for_slurm_builds_tables(tmp_path: Path) -> None:
    """Two workers that only a scheduler's file joins, as on two nodes, run what docs/tables.md says."""
    work = Work.of(fanorona("fanorona"), 5, (3, 2))
    assert max(work.places) > cluster.SEEDED_HERE, "nothing would be sent to them"
    recipe = (ROOT / "docs" / "tables.md").read_text().split("#SBATCH", 1)[1].split("\n", 1)[1].split("```", 1)[0]
    for was, becomes in (("/shared", str(tmp_path)), ("--pieces 8", "--slice 3v2")):
        assert was in recipe
        recipe = recipe.replace(was, becomes)
    starter = tmp_path / "srun"
    starter.write_text('#!/bin/sh\n"$@" &\n"$@"\n')
    starter.chmod(0o755)
    here = environment(tmp_path)
    here["PATH"] = f"{tmp_path}:{Path(sys.executable).parent}:{here['PATH']}"
    with subprocess.Popen(
        ["bash", "-e"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, env=here, cwd=tmp_path, start_new_session=True
    ) as running:
        try:
            running.communicate(recipe.encode(), timeout=120)
        finally:
            os.killpg(running.pid, signal.SIGKILL)  # the scheduler and its workers, as the end of a job does
    assert running.returncode == 0
    Build(fanorona("fanorona"), 5, tmp_path / "here", Threads(2), (3, 2)).run()
    assert bytes_of(tmp_path / "here") == bytes_of(tmp_path / "tables")


@pytest.mark.slow
@pytest.mark.usefixtures("_small_groups")
@pytest.mark.skipif(not COMPILED, reason="building takes the compiler")
def test_a_worker_that_comes_during_a_pass_is_sent_groups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended, going = 0, 0
    most = {1: 0, 3: 0}

    def threads(_: object) -> int:
        return 1 if ended < 5 else 3

    monkeypatch.setattr(cluster, "threads", threads)
    with closing(DaskWorkers("local:1")) as workers:
        game = fanorona("fanorona-3x5")
        build = Build(game, 6, tmp_path, workers)
        build.building.mkdir()
        build._arrays()
        workers.start(build.work, build.building, build.values, build.by_taking)
        submitted = workers.client.submit

        def submit(function: Callable[..., object], *given: Any, **keywords: Any) -> object:
            nonlocal going
            going += 1
            most[threads(None)] = max(most[threads(None)], going)
            return submitted(function, *given, **keywords)

        monkeypatch.setattr(workers.client, "submit", submit)
        of = [Chunk(1, 1, first, first) for first in range(100)]
        for _ in workers._each(chunk_numbers, of):
            going, ended = going - 1, ended + 1
    assert most == {1: cluster.AHEAD + 1, 3: 3 * cluster.AHEAD + 1}, "one more: the next is sent before one is taken"
    assert (going, ended) == (0, 20)


def chunk_numbers(_work: Work, _folder: Path, group: list[Chunk], _copied: object) -> list[int]:
    return [one.first for one in group]


@pytest.mark.slow
def test_two_builds_have_workers_at_once() -> None:
    with closing(DaskWorkers("local:1")), closing(DaskWorkers("local:1")) as second:
        assert second.client.submit(int, "7").result() == 7


def test_a_scheduler_that_is_none_is_refused() -> None:
    for text in ("local:0", "local:two", "local:"):
        with pytest.raises(NotationError):
            DaskWorkers(text)


def shipped_copy(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return Path(shutil.copy(shipped_folder() / "fanorona-telo.8.tables", folder))


def test_a_flipped_bit_is_reported_and_never_served(tmp_path: Path) -> None:
    whole = shipped_copy(tmp_path).read_bytes()
    rng = random.Random(1)
    for _ in range(300):
        at, bit = rng.randrange(len(whole)), rng.randrange(8)
        path = tmp_path / "flipped.tables"
        path.unlink(missing_ok=True)
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
        with pytest.raises(FileError, match="flipped"):
            TableFile(path).all_codes()


def test_verify_names_the_file_and_the_frame(tmp_path: Path) -> None:
    path = tmp_path / "fanorona-telo.8.tables"
    codes = TableFile(shipped_copy(tmp_path)).all_codes()
    heads = TableFile(path).slices
    write(path, "fanorona-telo", heads, np.concatenate([codes] * 1))
    data = bytearray(path.read_bytes())
    data[-3] ^= 4
    path.unlink()
    path.write_bytes(bytes(data))
    done = sh(f"lalao tables verify fanorona-telo --dir {tmp_path}", tmp_path)
    assert done.returncode == 1
    assert str(path) in done.stdout
    assert "frame 0" in done.stdout
    done = sh(f"lalao tables probe fanorona-telo 'W2/2B/3 w' --dir {tmp_path}", tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "frame 0" in done.stderr
    assert str(path) in done.stderr
    assert [str(one) for one in damaged([TableFile(path)])] == [f"frame 0 of '{path}' is damaged"]


@pytest.mark.skipif(not COMPILED, reason="checking takes the compiler")
def test_verify_finds_a_wrong_value(tmp_path: Path) -> None:
    path = shipped_copy(tmp_path)
    file = TableFile(path)
    codes, heads = file.all_codes(), file.slices
    at = int(np.flatnonzero(codes == 5)[7])
    codes[at] = 7
    path.unlink()
    write(path, "fanorona-telo", heads, codes)
    news = list(wrong(fanorona("fanorona-telo"), Tables(fanorona("fanorona-telo"), (tmp_path,))))
    assert any(not isinstance(one, int) for one in news)


def test_the_part_that_is_verified_may_lie_anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part of each chunk, of the size asked for and drawn by the seed: now from its beginning, now from its end."""
    parts: list[Chunk] = []

    def checked(_: object, own: int, enemy: int, first: int, end: int, *__: object) -> int:
        parts.append(Chunk(own, enemy, first, end))
        return -1

    def drawn(share: float, seed: int = 1) -> list[Chunk]:
        parts.clear()
        list(wrong(game, tables, share, seed=seed))
        return sorted(parts)

    monkeypatch.setattr("lalao.kernels.fanorona_tables.first_wrong", checked)
    game = fanorona("fanorona-telo")
    tables = Tables(game, (shipped_folder(),))
    whole, some = drawn(1.0), [drawn(0.25, seed) for seed in range(40)]
    assert some[0] == drawn(0.25, seed=0)
    for chunk, *of_chunk in zip(whole, *some, strict=True):
        assert {part.end - part.first for part in of_chunk} == {max(1, round((chunk.end - chunk.first) / 4))}
        assert all(chunk.first <= part.first and part.end <= chunk.end for part in of_chunk)
        middle = (chunk.first + chunk.end) // 2
        assert min(part.first for part in of_chunk) < middle < max(part.end for part in of_chunk)


def test_a_head_counts_its_codes() -> None:
    head = SliceHead(2, 1, 9, (5, 1, 2, 3, 4))
    assert (head.wins, head.draws, head.losses, head.longest, head.positions) == (6, 5, 4, 3, 15)
    assert SliceHead(1, 1, 3, (3,)).longest is None


def test_info_and_probe(tmp_path: Path) -> None:
    told = json.loads(sh("lalao tables info fanorona --json", tmp_path).stdout)
    assert told["pieces"] == 5
    assert next(one for one in told["slices"] if (one["own"], one["enemy"]) == (2, 2))["wins"] == 509_777
    listed = sh("lalao tables info fanorona", tmp_path).stdout
    assert "509,777" in listed
    assert "complete up to 5 pieces" in listed
    position = "9/9/3W1B3/3W5/9 w"
    probed = json.loads(sh(f"lalao tables probe fanorona '{position}' --json", tmp_path).stdout)
    solved = json.loads(sh(f"lalao solve fanorona '{position}' --json", tmp_path).stdout)
    assert probed == solved
    assert probed["value"] == "win"
    assert probed["plies"] == len(probed["line"])


def test_a_disk_too_small_is_said_before_the_start(tmp_path: Path) -> None:
    game = fanorona("fanorona")
    assert estimate(Work.of(game, 10)).places > 200 * 10**9
    with pytest.raises(TooLargeError, match="MB are needed"):
        Build(game, 14, tmp_path, Threads(1))


@pytest.mark.parametrize(("name", "pieces"), [("fanorona", 5), ("fanorona-11x3", 0), ("fanorona-souffle", 0)])
def test_it_is_exact_up_to_the_pieces_of_its_tables(name: str, pieces: int, tmp_path: Path) -> None:
    assert exact_from(fanorona(name), tmp_path) == pieces
