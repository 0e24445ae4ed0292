"""A guest cannot stop the class: thirty honest sockets play on while one does his worst.

What a busy machine adds is told apart by what moves take while nobody attacks: where that is already much, an attack
may multiply it, and no more.
"""

import asyncio
import sys
from pathlib import Path

import pytest

from tests.hostile import ATTACKS, SEATS, Told, besieged, playing
from tests.serving import Server

ATTACK_SECONDS = 12.0
MOST_SECONDS = 1.0
"""What an honest move may take at the 99th percentile, on two cores with nothing else to do."""
BUSY_SECONDS = 0.25
"""What it takes at most on such a machine while nobody attacks."""
LEAST_MOVES = 100


async def siege(address: str) -> list[Told]:
    """Attack a class from a device of its own in every way, and from the class's own device in some."""
    same = [name for name in ("strong", "records", "positions", "sockets") if name in ATTACKS]
    async with playing(address) as attended:
        told = [await besieged(attended, "", address, ATTACK_SECONDS)]
        told += [await besieged(attended, name, address, ATTACK_SECONDS) for name in ATTACKS]
        return told + [await besieged(attended, name, address, ATTACK_SECONDS, SEATS[0]) for name in same]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other devices are other addresses of this machine")
def test_thirty_play_on_whatever_a_guest_does(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        nobody, *attacks = asyncio.run(siege(server.address))
        for told in (nobody, *attacks):
            print(told)
        bound = max(MOST_SECONDS, nobody.p99 * MOST_SECONDS / BUSY_SECONDS)
        assert all(len(told.moves) >= LEAST_MOVES for told in attacks)
        assert [str(told) for told in attacks if told.p99 >= bound] == []
        assert all(told.replies for told in attacks)
