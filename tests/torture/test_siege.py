"""`tools/siege.py`: an attack with raw bytes hardly slows the moves of twenty people down."""

import sys

import pytest
from tools.siege import Siege, besiege, compared, places, playing, serving

MOST_TIMES = 25.0
"""The least median of moves under attack over that of a calm; it was 250 and more before the ledger."""
TRIES = 6
ATTACKS = (("noise", "1", "False"), ("chunks", "8", "False"), ("pings", "8", "True"), ("pupils", "8", "True"))


@pytest.mark.skipif(sys.platform != "linux", reason="the attackers have an address of 127.0.0.0/8 of their own")
async def test_a_siege_does_not_stop_the_game() -> None:
    with serving() as (address, process):
        async with playing(address) as players:
            codes = await places(address)
            calm = float("inf")
            for name, *how in ATTACKS:
                besieged = float("inf")
                for _ in range(TRIES):
                    siege = await besiege(players, process, (name, *codes, *how), seconds=0.8, watch=0.1)
                    calm, besieged = min(calm, siege.calm_p50), min(besieged, siege.p50)
                    assert siege.memory_mb < 200
                    if besieged < MOST_TIMES * calm:
                        break
                assert besieged < MOST_TIMES * calm, (name, how, calm, besieged)


def test_two_checkouts_are_compared_round_by_round() -> None:
    """A machine that is twice as slow in one round changes the medians, but not the ratio."""

    def siege(cpu: float) -> Siege:
        return Siege(1.0, 1.0, 1.0, 1.0, 100.0, 0.0, cpu)

    pairs = [(siege(2.0), siege(1.0)), (siege(4.0), siege(2.0)), (siege(3.0), siege(1.5))]
    assert compared(pairs, "cpu") == (3.0, 1.5, 0.5)
    assert compared(pairs, "p99") == (1.0, 1.0, 1.0)
    assert compared([(siege(0.0), siege(1.0))], "cpu")[2] == float("inf")
