"""``lalao engine``, ``perft`` and ``bench``: commands for programs and experiments."""

import io
import random
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

import click

from lalao import __version__
from lalao.cli.games import find_position
from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, print_json, read_number, speaks
from lalao.cli.terminal import on_stderr
from lalao.engine.analysis import Searcher, Settings
from lalao.engine.searchers import MakeSearcher, searcher
from lalao.errors import FileError
from lalao.games.game import AnyPosition, perft
from lalao.locale import Translator

MOST_DEPTH = 200


@lalao_command("perft", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.argument("depth_text", metavar="DEPTH")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option("--divide", is_flag=True, help="Count after each first move.")
@as_json
@speaks
@click.pass_obj
def perft_command(
    words: Translator, name: str, depth_text: str, text: str | None, divide: bool, json_wanted: bool
) -> None:
    position = find_position(name, text)
    depth = read_number(depth_text, 0, MOST_DEPTH)
    counts = count(position, depth, words("counting"))
    nodes = sum(counts.values()) if depth else 1
    if json_wanted:
        document = {"game": position.game.id, "position": str(position), "depth": depth, "nodes": nodes}
        print_json(document | ({"divide": counts} if divide else {}))
        return
    if divide:
        for move, after in counts.items():
            click.echo(f"{move}\t{after}")
    click.echo(nodes)


def count(position: AnyPosition, depth: int, label: str) -> dict[str, int]:
    """Return the leaves after each first move, with a progress bar from depth 3 on if stderr is a terminal."""
    moves = position.legal_moves() if depth else ()
    with click.progressbar(moves, label=label, **on_stderr(depth >= 3)) as bar:
        return {str(move): perft(position._play(move), depth - 1) for move in bar}


@lalao_command("engine", SpeakingCommand)
@click.option(
    "--mcts",
    "judge",
    metavar="JUDGE",
    help="Play by Monte Carlo tree search instead, judging by random games (random), by the network that comes with "
    "Lalao (shipped), or by the network of a file.",
)
@speaks
def engine_command(judge: str | None) -> None:
    """Serve until ``quit`` or the end of the input."""
    from lalao.engine.protocol import serve

    make = searcher if judge is None else tree_searcher(judge)
    writing = threading.Lock()

    def write(line: str) -> None:
        with writing, suppress(OSError):  # the reader has gone: the input will end too
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    serve(getattr(sys.stdin, "buffer", io.BytesIO()), f"lalao {__version__}", write, make)


def tree_searcher(judge: str) -> MakeSearcher:
    """Return the factory of searchers by Monte Carlo tree search; raises FileError where a network cannot be read."""
    from lalao.adapters.mcts import TreeSearcher
    from lalao.adapters.network import Network, shipped

    network = None if judge in ("random", "shipped") else Network.read(Path(judge))

    def make(position: AnyPosition, settings: Settings, chance: random.Random) -> Searcher:  # noqa: ARG001  it needs none
        if judge == "random":
            return TreeSearcher()
        return TreeSearcher((network or shipped(position.game)).checked(position.game).judge)

    return make


BENCH = Path(__file__).resolve().parents[3] / "tools" / "bench.py"


@lalao_command("bench", SpeakingCommand)
@as_json
@speaks
def bench_command(json_wanted: bool) -> None:
    """Run the program, which is not part of what is installed.

    Raises FileError.
    """
    if not BENCH.is_file():
        raise FileError("timing is done in a clone of the sources: run python tools/bench.py there")
    done = subprocess.run([sys.executable, str(BENCH), *(["--json"] if json_wanted else [])], check=False)
    click.get_current_context().exit(done.returncode)
