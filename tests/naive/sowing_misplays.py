"""Naive wrong sowings of Fang and Fafy (RULES.md sections 1 and 2), written from the rules, seed by seed."""

from collections.abc import Iterator

Sowing = tuple[str, list[int]]
"""A kind of wrong sowing, and the seeds of each pit after it."""


def _drop(pits: list[int], lifted: int, places: list[int]) -> list[int]:
    after = list(pits)
    after[lifted] = 0
    for place in places:
        after[place] += 1
    return after


def _slips(pits: list[int], lifted: int, onward: list[int], seeds: int) -> Iterator[Sowing]:
    """Yield sowings of a pit along `onward` in which one pit is passed over or gets two seeds."""
    for wrong in range(seeds):
        passed = onward[:wrong] + onward[wrong + 1 :]
        if len(passed) >= seeds:
            yield "left-out", _drop(pits, lifted, passed[:seeds])
        if wrong < seeds - 1:
            doubled = [*onward[: wrong + 1], onward[wrong], *onward[wrong + 1 :]]
            yield "two-seeds", _drop(pits, lifted, doubled[:seeds])


def fafy_sowings(pits: list[int]) -> Iterator[Sowing]:
    """Yield what may go wrong in impartial Fafy when a pit is sown that may be."""
    for lifted, seeds in enumerate(pits):
        for way in (1, -1):
            onward = list(range(lifted + way, -1 if way < 0 else len(pits), way))
            if not seeds or len(onward) < seeds or any(pits[pit] == 0 for pit in onward[:seeds]):
                continue
            yield from _slips(pits, lifted, onward, seeds)
            for left in range(1, seeds):
                yield (
                    "not-emptied" if left > 1 else "own-pit",
                    _drop(pits, lifted, [lifted] * left + onward[: seeds - left]),
                )


def fang_sowings(pits: list[int], south: bool) -> Iterator[Sowing]:
    """Yield what may go wrong in simple Fang when a pit is attacked; a reserve seed has been dropped in it."""
    own = list(range(len(pits))) if south else list(reversed(range(len(pits))))
    for lifted, held in enumerate(pits):
        if not held:
            continue
        seeds = held + 1
        yield "not-sown", _drop(pits, lifted, [lifted] * seeds)
        for left in range(1, seeds):
            yield "not-emptied", _drop(pits, lifted, [lifted] * left + own[: seeds - left])
        yield from _slips(pits, lifted, own * 2, seeds)
