"""Write tests/perft/*.txt: numbers of move sequences counted by the naive references.

Run it from the root of the project: `python -m tests.naive.make_suites`. It writes the same files every time:
positions come from seeded random play. One block a position, blocks separated by a blank line; `#` lines are
comments and name the source of the numbers:

    # from the start; source: RULES.md section 1
    game fang-4
    position 0.1.1.0 3+3 S
    1 2
    2 5

Each line after the position is a depth and the number of move sequences of exactly that length. Numbers
given by RULES.md are copied here by hand and compared with the reference before they are written.
"""

import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Protocol

from tests.naive import fafy, fang, fanorona, fifangha

FOLDER = Path(__file__).resolve().parent.parent / "perft"
REFERENCE_SOURCE = "tests/naive (own slow reference)"
START_NODES = 20_000
OTHER_NODES = 4_000
MAX_DEPTH = 10
MAX_PLIES = 250  # of a random game


class Reference(Protocol):
    """The functions of a reference module."""

    def start(self, game_id: str) -> str: ...

    def turns(self, game_id: str, position: str) -> dict[str, str]: ...


def perft(reference: Reference, game_id: str, position: str, depth: int) -> int:
    """Return the number of move sequences of exactly this length."""
    if depth == 0:
        return 1
    after = reference.turns(game_id, position)
    if depth == 1:
        return len(after)
    return sum(perft(reference, game_id, text, depth - 1) for text in after.values())


class Suite:
    """One file of blocks for the games of one reference."""

    def __init__(self, reference: Reference) -> None:
        self.reference = reference
        self.blocks: list[str] = []
        self.nodes = 0
        self.known: set[tuple[str, str]] = set()

    def block(self, game_id: str, position: str, comment: str, source: str, counts: list[int]) -> None:
        """Add one block; counts are those of depth 1, 2, …"""
        lines = [f"# {comment}; source: {source}", f"game {game_id}", f"position {position}"]
        lines += [f"{depth} {count}" for depth, count in enumerate(counts, start=1)]
        self.blocks.append("\n".join(lines))
        self.nodes += sum(counts)
        self.known.add((game_id, position))

    def from_rules(self, game_id: str, position: str, comment: str, section: int, counts: list[int]) -> None:
        """Add a block whose numbers RULES.md gives, after checking them against the reference."""
        for depth, count in enumerate(counts, start=1):
            assert perft(self.reference, game_id, position, depth) == count, (game_id, position, depth, count)
        self.block(game_id, position, comment, f"RULES.md section {section}", counts)

    def counted(self, game_id: str, position: str, comment: str, limit: int) -> None:
        """Add a block counted by the reference, as deep as the limit allows; it ends with 0 if all games end.

        A depth is skipped when the greatest growth so far would lead well beyond the limit.
        """
        began = time.perf_counter()
        counts = [len(self.reference.turns(game_id, position))]
        while counts[-1] > 0 and len(counts) < MAX_DEPTH:
            growth = max(deeper / count for count, deeper in zip([1, *counts], counts, strict=False))
            if counts[-1] * max(growth, 1) > 3 * limit:
                break
            count = perft(self.reference, game_id, position, len(counts) + 1)
            if count > limit:
                break
            counts.append(count)
        seconds = time.perf_counter() - began
        if seconds > 2:
            print(f"slow block, {seconds:.1f} s: {game_id} {position}", file=sys.stderr)
        self.block(game_id, position, comment, REFERENCE_SOURCE, counts)

    def game(self, game_id: str, seed: int, first: str) -> list[str]:
        """Return the positions of a random game from `first`, one per ply."""
        chance = random.Random(f"{game_id} {seed}")
        positions = [first]
        while len(positions) <= MAX_PLIES:
            after = self.reference.turns(game_id, positions[-1])
            if not after:
                break
            positions.append(after[chance.choice(sorted(after))])
        return positions

    def search(
        self,
        game_id: str,
        firsts: list[str],
        comment: str,
        wanted: Callable[[str], bool],
        first_seed: int = 100,
    ) -> None:
        """Add a block for the first new position in random games that satisfies `wanted`, if there is one."""
        for seed in range(first_seed, first_seed + 200):
            for ply, position in enumerate(self.game(game_id, seed, firsts[seed % len(firsts)])):
                if (game_id, position) in self.known or not wanted(position):
                    continue
                if not self.reference.turns(game_id, position):
                    continue
                self.counted(game_id, position, f"{comment}, random game {seed}, ply {ply}", OTHER_NODES)
                return
        print(f"not met: {game_id}: {comment}", file=sys.stderr)

    def spread(self, game_id: str, firsts: list[str]) -> None:
        """Add blocks for an early, a middle and a late position, each of another random game."""
        for seed, (name, share) in enumerate([("early", 1 / 6), ("middle", 1 / 2)], start=1):
            positions = self.game(game_id, seed, firsts[seed % len(firsts)])
            ply = max(1, int(share * (len(positions) - 1)))
            while ply < len(positions) - 1 and (game_id, positions[ply]) in self.known:
                ply += 1
            self.counted(game_id, positions[ply], f"{name}, random game {seed}, ply {ply}", OTHER_NODES)
        for seed in range(3, 60):
            positions = self.game(game_id, seed, firsts[seed % len(firsts)])
            if len(positions) > MAX_PLIES:
                continue  # this game did not end
            for ply in range(len(positions) - 2, 0, -1):
                position = positions[ply]
                if (game_id, position) not in self.known and perft(self.reference, game_id, position, 2) > 0:
                    self.counted(game_id, position, f"late, random game {seed}, ply {ply}", OTHER_NODES)
                    return
        print(f"no late position: {game_id}", file=sys.stderr)

    def write(self, name: str) -> None:
        """Write the suite to its file."""
        text = "# Written by tests/naive/make_suites.py; do not edit.\n\n" + "\n\n".join(self.blocks) + "\n"
        (FOLDER / name).write_text(text, encoding="utf-8")
        print(f"{name}: {len(self.blocks)} blocks, {self.nodes} nodes")


def make_fang() -> None:
    """Write the suite of Fang."""
    suite = Suite(fang)
    rules = {
        "fang-4": [2, 5, 17, 60, 216, 781],
        "fang-4-guarded": [2, 3, 5, 13, 44, 133],
        "fang-6": [4, 17, 81, 384, 1857, 9246],
    }
    for game_id in [
        "fang-4",
        "fang-4-guarded",
        "fang-4-last",
        "fang-4-guarded-last",
        "fang-6",
        "fang-6-guarded",
        "fang-8",
        "fang-8-guarded",
        "fang-10",
    ]:
        first = fang.start(game_id)
        if game_id in rules:
            suite.from_rules(game_id, first, "from the start", 1, rules[game_id])
        else:
            suite.counted(game_id, first, "from the start", START_NODES)
        suite.spread(game_id, [first, first.replace("S", "N")])
        suite.counted(game_id, first.replace("S", "N"), "from the start, North first", OTHER_NODES)
    suite.write("fang.txt")


def _random_row(seed: int) -> str:
    chance = random.Random(f"row {seed}")
    pits = [chance.choice([0, 1, 1, 1, 2, 2, 3, 4]) for _ in range(chance.randint(6, 13))]
    return ".".join(str(pit) for pit in pits) + " " + chance.choice("SN")


def make_fafy() -> None:
    """Write the suite of Fafy and Sowing."""
    suite = Suite(fafy)
    for kind in ["fafy", "sowing"]:
        for form in ["", "-impartial"]:
            for play in ["", "-misere"]:
                game_id = kind + form + play
                first = fafy.start(game_id)
                suite.counted(game_id, first, "from the start", START_NODES)
                if game_id == "fafy-impartial":
                    position = "1.2.2.0.3.3.0.1 S"
                    suite.from_rules(game_id, position, "the worked game after two moves", 2, [2])
                suite.spread(game_id, [first])
                for seed in range(4):
                    row = _random_row(seed)
                    suite.counted(game_id, row, f"random row {seed}", OTHER_NODES)
                suite.spread(game_id, ["1.1.2.1.3.2.1.1.2.2.1.1 S", "1.2.3.1.1.1.2.4.1.1.3.1 N"])
    suite.write("fafy.txt")


def make_fifangha() -> None:
    """Write the suite of Fifangha."""
    suite = Suite(fifangha)

    def phase_two(position: str) -> bool:
        return position.split(" ")[1] == "0+0"

    def mixed_phases(position: str) -> bool:
        return position.split(" ")[1] in ("0+1", "1+0")

    for game_id in ["fifangha", "fifangha-6", "fifangakely"]:
        first = fifangha.start(game_id)
        suite.counted(game_id, first, "from the start", START_NODES)
        if game_id == "fifangakely":
            position = "1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S"
            suite.from_rules(game_id, position, "the worked turn", 4, [1])
            position = "2.0.2.0/1.1.5.0/2.0.0.0/2.1.0.4 6+6 S"
            suite.from_rules(game_id, position, "no legal move", 4, [0])
        firsts = [first, first.replace("S", "N")]
        suite.spread(game_id, firsts)
        suite.search(game_id, firsts, "one reserve left", mixed_phases)
        suite.search(game_id, firsts, "phase 2", phase_two)
        suite.search(game_id, firsts, "phase 2", phase_two, 300)
        suite.search(
            game_id,
            firsts,
            "phase 2, after a ply without capture",
            lambda position: phase_two(position) and "quiet" in position,
            500,
        )
        suite.search(
            game_id,
            firsts,
            "phase 2, North to move",
            lambda position: phase_two(position) and " N" in position,
            700,
        )
    suite.write("fifangha.txt")


def _pieces(position: str, side: str) -> int:
    return position.split(" ")[0].count(side.upper())


def _vela_winner_pieces(position: str) -> int:
    return _pieces(position, "w" if "vela=w" in position else "b")


def _has_vela_winner_with(position: str, pieces: int, side: str) -> bool:
    return _vela_winner_pieces(position) == pieces and f" {side} " in position


def _can_huff_in_full(position: str) -> bool:
    return "huff=" in position and _vela_winner_pieces(position) <= 5


def _can_huff_last(position: str) -> bool:
    return "huff=" in position and _pieces(position, "b" if " w" in position else "w") == 1


def make_fanorona() -> None:
    """Write the suite of Fanorona."""
    suite = Suite(fanorona)
    rules = {
        "fanorona": [5, 39, 724, 18026],
        "fanorona-dimy": [5, 21, 202, 3469],
        "fanorona-telo": [4, 7, 14, 67, 137, 280],
    }
    for ruleset in ["", "-libre", "-strict", "-souffle"]:
        for board in ["", "-dimy", "-telo", "-3x5", "-5x3", "-3x7", "-7x3"]:
            game_id = "fanorona" + ruleset + board
            first = fanorona.start(game_id)
            if game_id in rules:
                suite.from_rules(game_id, first, "from the start", 3, rules[game_id])
            else:
                suite.counted(game_id, first, "from the start", START_NODES)
            suite.spread(game_id, [first])
            if ruleset == "-souffle":
                suite.search(game_id, [first], "a piece to huff", lambda position: "huff=" in position)
                suite.search(
                    game_id,
                    [first],
                    "two pieces or more to huff, White to move",
                    lambda position: " w huff=" in position and "." in position,
                    300,
                )
                suite.search(game_id, [first], "the last piece can be huffed", _can_huff_last)
            if game_id == "fanorona-souffle-telo":
                for position, comment in [
                    ("3/B2/2W w huff=a2", "by hand: huffing the last piece is a whole turn"),
                    ("3/BB1/WB1 w huff=b2", "by hand: White can move only after huffing"),
                    ("3/BB1/WB1 w", "by hand: White is blocked"),
                ]:
                    suite.counted(game_id, position, comment, OTHER_NODES)
        for board in ["", "-dimy", "-telo"]:
            game_id = "fanorona" + ruleset + board + "-vela"
            first = fanorona.start(game_id)
            firsts = [first, first.replace(" w vela=b", " b vela=w")]
            suite.counted(game_id, first, "from the start", START_NODES)
            suite.spread(game_id, firsts)
            for pieces in (6, 5) if board != "-telo" else ():
                for side in "wb":
                    wanted = partial(_has_vela_winner_with, pieces=pieces, side=side)
                    suite.search(game_id, firsts, f"the winner has {pieces} pieces", wanted)
            suite.search(game_id, firsts, "White won the first round", lambda position: "vela=w" in position)
            if ruleset == "-souffle":
                suite.search(game_id, firsts, "a piece to huff", lambda position: "huff=" in position)
                suite.search(game_id, firsts, "a piece to huff, ruleset in full", _can_huff_in_full)
    suite.write("fanorona.txt")


def main() -> None:
    """Write all the suites."""
    FOLDER.mkdir(exist_ok=True)
    make_fang()
    make_fafy()
    make_fifangha()
    make_fanorona()


if __name__ == "__main__":
    main()
