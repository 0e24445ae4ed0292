"""Measure what honest moves take under each attack of `tests.hostile`, on a server of its own.

``.venv/bin/python tools/hostile.py [SECONDS [ATTACK…]]``: seconds per attack, and which attacks (all by default).
"""

import argparse
import asyncio
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.hostile import ATTACKS, SEATS, besieged, playing  # noqa: E402
from tests.serving import Server  # noqa: E402


async def measure(address: str, seconds: float, names: list[str]) -> None:
    """Print one line without attack, and one per attack, made from a device of its own and from the class's."""
    async with playing(address) as attended:
        for name in ("", *names):
            for device in SEATS[1:] if not name else reversed(SEATS):
                told = await besieged(attended, name, address, seconds, device)
                print(f"{told}   load {os.getloadavg()[0]:.1f}", flush=True)


def main() -> None:
    """Start a server, measure it under attack, stop it."""
    parser = argparse.ArgumentParser(description="Let a guest do his worst, and print what honest moves took.")
    parser.add_argument("seconds", nargs="?", type=float, default=15.0, help="of each attack (15)")
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], metavar="ATTACK", help=", ".join(ATTACKS))
    told = parser.parse_args()
    with tempfile.TemporaryDirectory() as home, Server(Path(home)) as server:
        asyncio.run(measure(server.address, told.seconds, told.attacks or list(ATTACKS)))


if __name__ == "__main__":
    main()
