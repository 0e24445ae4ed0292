"""Time the rules of Fanorona in two checkouts beside one another: ``python tools/beside.py OTHER [--rounds N]``.

Each checkout works in a process of its own (with its own `.venv` where it has one), and they take turns, so that
whatever else the machine does slows both alike.
Prints the best time of each, and how many times faster this checkout is.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
WORK = """
import sys, time
try:
    from lalao.codecs.fanorona import perft, playouts
except ImportError:  # version 0.1.0
    from lalao.twins.fanorona import perft, playouts
from lalao.games.registry import game
start = game("fanorona").start()
works = {"perft": lambda: perft(start, 6), "playouts": lambda: (playouts(start, 20_000, 100), 20_000)[1]}
for asked in sys.stdin:
    begun = time.process_time()
    amount = works[asked.strip()]()
    print(amount, time.process_time() - begun, flush=True)
"""
UNITS = {"perft": "leaves of perft 6 from the start", "playouts": "random games to the end or 100 quiet plies"}


class Checkout:
    """A checkout, with a process that does its work."""

    def __init__(self, path: Path) -> None:
        """Start the process."""
        environment = dict(os.environ, PYTHONPATH=str(path / "src"))
        own = path / ".venv" / "bin" / "python"
        python = str(own) if own.exists() else sys.executable
        self.process = subprocess.Popen(
            [python, "-c", WORK],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=path,
            env=environment,
        )

    def rate(self, work: str) -> float:
        """Do some work, and return how much was done in a second of processor."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{work}\n")
        self.process.stdin.flush()
        amount, seconds = self.process.stdout.readline().split()
        return int(amount) / float(seconds)


def main() -> None:
    """Compare this checkout with another."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path, help="the other checkout, for instance a git worktree of version 0.1.0")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    other, here = Checkout(asked.other.resolve()), Checkout(HERE)
    for work, unit in UNITS.items():
        rates = [(other.rate(work), here.rate(work)) for _ in range(asked.rounds + 1)][1:]  # the first one warms up
        before, after = (max(each) for each in zip(*rates, strict=True))
        print(f"{unit}: {before:,.0f} and {after:,.0f} a second, {after / before:.2f} times as fast")


if __name__ == "__main__":
    main()
