"""Time the kernels, each beside its plain-Python reference, and the server: ``python tools/bench.py``."""

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lalao.games.fafy import Fafy  # noqa: E402
from lalao.games.fang import Fang, FangPosition  # noqa: E402
from lalao.games.game import AnyPosition  # noqa: E402
from lalao.games.registry import game, game_as  # noqa: E402
from tools import crowd  # noqa: E402

Work = Callable[[], int]


@dataclass(frozen=True, slots=True)
class Case:
    """A thing to time: its name, unit of work, fast version and plain version; both return the amount of work done."""

    name: str
    unit: str
    fast: Work
    plain: Work


@dataclass(frozen=True, slots=True)
class Timing:
    """The time of a case: seconds, work per second, and work per second in plain Python."""

    name: str
    unit: str
    seconds: float
    rate: float
    plain_rate: float

    @property
    def ratio(self) -> float:
        """How many times more work per second the fast version does."""
        return self.rate / self.plain_rate


def main() -> None:
    """Run every case and print its timing."""
    parser = argparse.ArgumentParser(description="Time the kernels beside their plain-Python references, on one core.")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    wants_json = parser.parse_args().json
    found = cases()
    with click.progressbar(found, label="timing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        timings = [timed(case) for case in bar]
    cold, helped, server = cold_answer(), of_process("-m", "lalao", "--help"), crowd.measure()
    if wants_json:
        entries = [
            {"name": t.name, "unit": t.unit, "seconds": t.seconds, "rate": t.rate, "ratio": t.ratio} for t in timings
        ]
        told = {"cold_answer_seconds": cold, "help_seconds": helped, "server": server.as_dict()}
        print(json.dumps({"cases": entries, **told}, indent=2))
        return
    for t in timings:
        print(f"{t.name:<58}{t.seconds:9.4f} s {t.rate:14,.0f} {t.unit}/s   × {t.ratio:,.0f}")
    print(f"{'first answer from a shipped table, new process':<58}{cold:9.4f} s")
    print(f"{'lalao --help, new process':<58}{helped:9.4f} s")
    print("\n".join(lines_of(server)))


def lines_of(server: crowd.Crowd) -> list[str]:
    """Return the measurements of the server as lines of text."""
    lines = [
        f"server: a move told to both, {server.players} players moving once a second: "
        f"p50 {server.p50_ms:.1f} ms, p99 {server.p99_ms:.1f} ms ({server.moves})",
        f"server: the computer answers in Fang: p50 {server.reply_fang_ms:.1f} ms",
        f"server: the computer answers in Fafy: p50 {server.reply_fafy_ms:.1f} ms",
        f"server: the files of the first page: {server.first_page_ms:.0f} ms",
        f"server: all scripts of the pages: {server.scripts_kb:.0f} kB",
    ]
    if server.server_mb is not None:
        lines.append(f"server: memory with these players: {server.server_mb:.0f} MB")
    return lines


def timed(case: Case) -> Timing:
    """Time a case: the best of three runs after a warm-up, and one run of the plain version."""
    case.fast()
    runs = [clocked(case.fast) for _ in range(3)]
    seconds, work = min(runs)
    plain_seconds, plain_work = clocked(case.plain)
    return Timing(case.name, case.unit, seconds, work / seconds, plain_work / plain_seconds)


def clocked(work: Work) -> tuple[float, int]:
    """Return the seconds that a piece of work takes, and the amount of work."""
    begun = time.perf_counter()
    done = work()
    return time.perf_counter() - begun, done


def cold_answer() -> float:
    """Return the seconds from the start of a process to the perfect first move of Fang."""
    return of_process("-c", "import lalao; print(lalao.solve(lalao.game('fang').start()).moves[0].move)")


def of_process(*arguments: str) -> float:
    """Return the seconds that a new Python process takes to run."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
    return time.perf_counter() - begun


def cases() -> list[Case]:
    """List all cases."""
    return [*fang_cases(), *row_cases(), *fifangha_cases(), *fanorona_cases(), *batch_cases(), *table_cases()]


def fang_start(name: str) -> FangPosition:
    """Return the start of a game of Fang."""
    return game_as(name, Fang).start()


def fang_cases() -> list[Case]:
    """List the cases of Fang."""
    from lalao.codecs.fang import FullTable, Search, perft
    from lalao.solve.fang import Minimax, half_of

    def whole(name: str) -> Work:
        return lambda: len(FullTable(fang_start(name)).everything()[0])

    def searched(name: str) -> Work:
        def work() -> int:
            start = fang_start(name)
            one = Search(start.game, half_of(start.game.pits))
            one(start)
            return int(one.counts[0])

        return work

    def plain(name: str) -> Work:
        def work() -> int:
            one = Minimax()
            one(fang_start(name))
            return len(one.known)

        return work

    return [
        Case("fang-8-guarded, complete solution", "positions", whole("fang-8-guarded"), plain("fang-8-guarded")),
        Case("fang-8, complete solution", "positions", whole("fang-8"), plain("fang-8")),
        Case("fang-10, complete solution", "positions", whole("fang-10"), plain("fang-8")),
        Case("fang-12, value (table of 200 MB)", "positions", searched("fang-12"), plain("fang-8")),
        Case(
            "fang-12-guarded, value (table of 200 MB)",
            "positions",
            searched("fang-12-guarded"),
            plain("fang-8-guarded"),
        ),
        Case(
            "fang-8, perft 9",
            "leaves",
            lambda: perft(fang_start("fang-8"), 9),
            lambda: played(fang_start("fang-8"), 6),
        ),
    ]


def played(position: AnyPosition, depth: int) -> int:
    """Count leaves like `perft`, but play each leaf."""
    if depth == 0:
        return 1
    return sum(played(position._play(move), depth - 1) for move in position.legal_moves())


def row_cases() -> list[Case]:
    """List the cases of Fafy and Sowing."""
    from lalao.codecs import rows as codec
    from lalao.solve.fafy import RowSolver

    def nimbers(pits: int) -> Work:
        def work() -> int:
            blocks = codec.Blocks()
            blocks.nimber((1,) * pits, 10**9)
            return blocks.known

        return work

    def plain_nimbers() -> int:
        chosen = game_as("fafy-impartial", Fafy)
        solver = RowSolver(chosen)
        solver.nimbers((1,) * 50)
        return len(solver.nimbers.known)

    def leaves(name: str, depth: int) -> Work:
        position = game_as(name, Fafy).position(".".join("122112211221" * 2) + " S")
        return lambda: codec.perft(position, depth)

    def plain_leaves(name: str, depth: int) -> Work:
        position = game(name).position(".".join("122112211221" * 2) + " S")
        return lambda: played(position, depth)

    return [
        Case("impartial Fafy, nimber of 100 pits of one seed", "blocks", nimbers(100), plain_nimbers),
        Case("impartial Fafy, nimber of 200 pits of one seed", "blocks", nimbers(200), plain_nimbers),
        Case(
            "fafy-impartial, perft 5 on 24 pits",
            "leaves",
            leaves("fafy-impartial", 5),
            plain_leaves("fafy-impartial", 3),
        ),
        Case("sowing, perft 6 on 24 pits", "leaves", leaves("sowing", 6), plain_leaves("sowing", 3)),
    ]


def fifangha_cases() -> list[Case]:
    """List the cases of Fifangha."""
    import numpy as np

    from lalao.codecs.fifangha import state_of, workspace
    from lalao.games.fifangha import FifanghaPosition
    from lalao.kernels import fifangha as kernel
    from lalao.kernels import fifangha_random as play

    start = game("fifangha").start()
    state = state_of(start)

    def playouts() -> int:
        counts = np.zeros(4, dtype=np.int64)
        play.playouts(state, np.array([1], dtype=np.int64), 400, 20_000, *workspace(play.ROWS), counts)
        return int(counts[0])

    def plain_playouts() -> int:
        rng, plies = random.Random(1), 0
        for _ in range(20):
            position: AnyPosition = start
            for _ in range(400):
                moves = position.legal_moves()
                if not moves:
                    break
                position, plies = position._play(rng.choice(moves)), plies + 1
        return plies

    rng = random.Random(2)
    seen: list[FifanghaPosition] = []
    while len(seen) < 2_000:
        position = start
        while position.legal_moves():
            seen.append(position)
            position = position._play(rng.choice(position.legal_moves()))
    states = np.array([state_of(position) for position in seen[:2_000]])

    def generated() -> int:
        kernel.generate_many(states, 50, *workspace(kernel.MOST_ROWS + 1))
        return 50 * len(states)

    def plain_generated() -> int:
        for position in seen[:500]:
            for move in position.legal_moves():
                position._play(move)
        return 500

    return [
        Case("fifangha, random playouts", "plies", playouts, plain_playouts),
        Case("fifangha, full generation", "positions", generated, plain_generated),
    ]


def fanorona_cases() -> list[Case]:
    """List the cases of Fanorona's turns and search."""
    from lalao.codecs import fanorona as codec
    from lalao.codecs.fanorona_search import Worker, default_network, default_weights, table_of
    from lalao.engine.readable import Search
    from lalao.kernels.scores import INFINITE

    start = game("fanorona").start()
    worker = Worker(start.game, table_of(16), default_weights(), network=default_network())
    state = codec.state_of(start)

    def plain_playouts() -> int:
        rng = random.Random(1)
        for _ in range(10):
            position, quiet = start, 0
            while quiet < 100:
                moves = position.legal_moves()
                if not moves:
                    break
                position = position._play(rng.choice(moves))
                quiet = position.quiet
        return 10

    def playouts() -> int:
        codec.playouts(start, 20_000, 100)
        return 20_000

    def searched() -> int:
        worker.table[:] = 0
        worker.begin(state, 1 << 60)
        order = worker.order()
        for depth in range(1, 9):
            worker.look(state, 0, order, depth, -INFINITE, INFINITE)
        return worker.nodes

    def plain_searched() -> int:
        plain = Search(3, 1 << 60)
        plain.scores(start, list(start.legal_moves()))
        return (1 << 60) - plain.room

    return [
        Case("fanorona, perft 6", "leaves", lambda: codec.perft(start, 6), lambda: played(start, 4)),
        Case("fanorona, random playouts", "playouts", playouts, plain_playouts),
        Case("fanorona, search to depth 8", "positions", searched, plain_searched),
    ]


def batch_cases() -> list[Case]:
    """List the cases of batches: a random action in each of 1 024 games."""
    from lalao.adapters.batch import env
    from lalao.adapters.steps import Match

    def many(name: str) -> Work:
        batch = env(name, 1024, seed=1)

        def work() -> int:
            for _ in range(300):
                batch.step(batch.sample())
            return 300 * batch.games

        return work

    def one(name: str) -> Work:
        match, rng = Match(name), random.Random(1)

        def work() -> int:
            for _ in range(300):
                match.act(rng.choice(match.legal()))
                match.mask()
                match.seen_by(match.mover)
                if match.outcome is not None:
                    match.reset()
            return 300

        return work

    names = ("fang-6", "fang-8-guarded", "fafy", "fanorona", "fanorona-souffle")
    return [Case(f"{name}, a batch of 1 024, random actions", "steps", many(name), one(name)) for name in names]


def table_cases() -> list[Case]:
    """List the cases of Fanorona's endgame tables; the plain version visits each position once."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    import numpy as np

    from lalao.games.fanorona import FanoronaPosition
    from lalao.tables.arrays import opened
    from lalao.tables.build import Build, Threads
    from lalao.tables.probe import Tables, index, shipped_folder
    from lalao.tables.unpacked import loaded
    from lalao.values import Side

    chosen = game("fanorona")
    readable = index(5, 9)

    def build(pieces: int) -> Work:
        def work() -> int:
            with TemporaryDirectory() as folder:
                one = Build(chosen, pieces, Path(folder), Threads(2))
                one.run()
                return one.needed.places

        return work

    rng = random.Random(1)
    sets = [rng.sample(range(45), 4) for _ in range(2_000)]
    pairs = [(1 << p | 1 << q, 1 << r | 1 << s) for p, q, r, s in sets]

    def plain_build() -> int:
        for own, enemy in pairs[:500]:
            position = FanoronaPosition(chosen, own, enemy, Side.WHITE)
            for move in position.legal_moves():
                after = position._play(move)
                if after.white and after.black:
                    readable.place(after.own, after.enemy)
        return 500

    known = Tables(chosen, (shipped_folder(),))
    file = next(iter(known.files.values()))
    unpacked = loaded(chosen, known)
    assert unpacked is not None
    held = opened(chosen)
    many = held.positions((2, 2), np.random.default_rng(1).integers(0, held.codes_of((2, 2)).size, 1_000_000))

    def uncached() -> int:
        for own, enemy in pairs:
            wanted, at = readable.place(own, enemy)
            place = file.begins[wanted] + at
            file.codes(place // file.head.frame)[place % file.head.frame]
        return len(pairs)

    def from_memory() -> int:
        for own, enemy in pairs:
            unpacked.code(own, enemy)
        return len(pairs)

    def asked_at_once() -> int:
        return held.values(*many).size

    def asked_one_by_one() -> int:
        for own, enemy in pairs:
            known.code(own, enemy)
        return len(pairs)

    def plain_probe() -> int:
        for own, enemy in pairs[:200]:
            readable.place(own, enemy)
            file.all_codes()
            break
        return 1

    return [
        Case("fanorona, tables up to 5 pieces, two threads", "positions", build(5), plain_build),
        Case("fanorona, a probe of an uncached frame", "probes", uncached, plain_probe),
        Case("fanorona, a probe of a memory map", "probes", from_memory, plain_probe),
        Case("fanorona, an array of a million positions", "positions", asked_at_once, asked_one_by_one),
    ]


if __name__ == "__main__":
    main()
