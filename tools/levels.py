"""Measure how far apart the levels of every game are, or space them: what ``src/lalao/engine/levels_tables`` holds.

``python tools/levels.py measure`` plays each level of every listed game against the one below and keeps the scores in
docs/levels.toml; with games after it (``fafy``, ``fafy:14`` for rows of 14 pits) it measures only those. Interrupted,
it goes on where it stopped; a step whose levels have changed since is measured again. ``python tools/levels.py table``
removes the scores of levels that have changed from that file and writes the table of docs/results/levels.md from it.

``python tools/levels.py space fanorona-telo 6 3`` gives a game six levels, and in three rounds moves those apart that
score less than the others and those together that score more; it plays other games than those that are measured.
Level 1 always errs and the last one never; how often the others do is what is spaced. All of it is one process at the
lowest priority.
"""

import json
import math
import os
import random
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count, pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

import lalao
from lalao.engine import levels
from lalao.engine.matches import Score, drawn_layout, fixtures
from lalao.games.game import Game
from lalao.games.registry import LISTED

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "levels.toml"
PAGE = ROOT / "docs" / "results" / "levels.md"
MARKS = "<!-- levels -->", "<!-- end of levels -->"
ROWS = {
    "fafy": 14,
    "fafy-misere": 14,
    "fafy-impartial": 14,
    "fafy-impartial-misere": 14,
    "sowing": 10,
    "sowing-misere": 10,
    "sowing-impartial": 7,
    "sowing-impartial-misere": 7,
}
"""The pits of the rows that games of rows are measured on, besides the start of the document."""
APART = 0.55
"""The least share of the points that a level is to take from the one below."""
SURE, SURER, FEW = 2, 3, 40
"""Standard errors by which a share is to be above `APART` before a step is believed; the second after few games."""
SLOW = re.compile(r"sowing.*|fang-8.*|fang-10.*|fifangha.*|fanorona(?!.*-telo).*|.*:.*")
SAME = re.compile("-telo-vela$")
"""Games that are those without the suffix: on 3×3 the rule for the second round never applies."""
BATCH, QUICK_BATCH = 20, 200
"""Games that are played before the score is looked at again: of `SLOW` games, and of the others."""
LEAST, MOST = 400, 10_000
"""Games of a step, at least and at most; of `SLOW` games `LEAST` is the most."""
SEED, SPACING_SEED = 1, 5_000_000
TRIES = 400
"""Games per step and round when spacing; half as many of `SLOW` games."""
LEAST_BROUGHT = 0.05
"""The least slope that is believed of a fit: the share of the points that erring less brings, per unit of frequency."""


@dataclass(frozen=True, slots=True)
class Start:
    """A thing to measure: a game, from its own start or from random rows of a given number of pits."""

    name: str
    pits: int = 0

    def __str__(self) -> str:
        """Return the options of `lalao match` that give these starts."""
        return f"{self.name} --pits {self.pits}" if self.pits else self.name

    @property
    def game(self) -> Game:
        """The game."""
        return lalao.game(self.name)

    @property
    def is_slow(self) -> bool:
        """Whether a game takes more than a few milliseconds."""
        return SLOW.fullmatch(f"{self.name}:{self.pits}" if self.pits else self.name) is not None

    def layouts(self, seed: int) -> list[str]:
        """Return the starting positions, in the order of `lalao match`."""
        if not self.pits:
            return [str(self.game.start())]
        seeds = 3 * self.pits // 2
        drawn = (
            drawn_layout(self.game, self.pits, seeds, random.Random(f"{seed} {pair}")) for pair in range(LEAST // 2)
        )
        return [str(layout) for layout in drawn]


def starts() -> list[Start]:
    """List everything to measure, quick games first."""
    return sorted(listed(), key=lambda start: start.is_slow)


def listed() -> list[Start]:
    """List everything to measure, in the order of the list of games."""
    found = [Start(name, pits) for name in LISTED if not SAME.search(name) for pits in (0, ROWS.get(name, 0))]
    return list(dict.fromkeys(found))


@dataclass(slots=True)
class Step:
    """The score of a level against the one below; `levels` records how both played at the time."""

    start: Start
    level: int
    levels: str
    score: Score = field(default_factory=Score)

    @property
    def is_current(self) -> bool:
        """Whether both levels still play the same way."""
        return self.levels == played_as(self.start, self.level)

    @property
    def error(self) -> float:
        """The standard error of the share, from the pairs of games."""
        return error_of(self.score.pairs)

    @property
    def is_sure(self) -> bool:
        """Whether the levels are certainly far enough apart."""
        errors = SURER if self.score.games < FEW else SURE
        return self.score.share - errors * self.error >= APART

    @property
    def is_hopeless(self) -> bool:
        """Whether the levels are certainly too close."""
        return self.score.share + SURE * self.error < APART

    @property
    def is_over(self) -> bool:
        """Whether enough games have been played."""
        if self.start.is_slow:
            return self.score.games >= LEAST or (self.score.games > 0 and self.is_sure)
        return self.score.games >= MOST or (self.score.games >= LEAST and (self.is_sure or self.is_hopeless))

    def play(self, games: int, seed: int = SEED) -> None:
        """Play `games` more games."""
        begun = self.score.games
        names = f"level:{self.level}", f"level:{self.level - 1}"
        for one in fixtures(self.start.game, names, begun + games, self.start.layouts(seed), seed):
            if one.number >= begun:
                self.score.add(one.play())


def error_of(pairs: tuple[int, ...]) -> float:
    """Return the standard error of the mean score of pairs; `pairs` counts those that scored 0, ¼, ½, ¾ and 1."""
    total = sum(pairs)
    mean = sum(times * at / 4 for at, times in enumerate(pairs)) / total
    return math.sqrt(sum(times * (at / 4 - mean) ** 2 for at, times in enumerate(pairs))) / total


def played_as(start: Start, level: int) -> str:
    """Return a short name for how a level and the one below play."""
    rows = [dict(levels.row_of(start.game, number)) for number in (level, level - 1)]
    return f"{crc32(json.dumps(rows, sort_keys=True).encode()):08x}"


def figures() -> dict[tuple[Start, int], Step]:
    """Read the steps that have been measured with the levels as they are."""
    return {key: step for key, step in written().items() if key[1] in levels.levels_of(key[0].game) and step.is_current}


def written() -> dict[tuple[Start, int], Step]:
    """Read all steps that have been measured."""
    text = FIGURES.read_text(encoding="utf-8") if FIGURES.exists() else ""
    found = {}
    for entry in tomllib.loads(text).get("step", []):
        start, level = Start(entry["game"], entry.get("pits", 0)), entry["level"]
        score = Score(entry["won"], entry["drawn"], entry["lost"], tuple(entry["pairs"]))
        found[start, level] = Step(start, level, entry["levels"], score)
    return found


HEAD = """# What each level took from the one below, by tools/levels.py measure; docs/results/levels.md explains it.
# `pairs`: the pairs of games that brought 0, 1, 2, 3 and 4 half points; `levels`: a name for how both levels played.
"""


def keep(steps: dict[tuple[Start, int], Step]) -> None:
    """Write the measured steps, in the order of the list of games."""
    order = {start: number for number, start in enumerate(listed())}
    inside = sorted(steps.values(), key=lambda step: (order.get(step.start, len(order)), str(step.start), step.level))
    whole = FIGURES.with_suffix(".new")
    whole.write_text(HEAD + "".join(map(entry, inside)), encoding="utf-8")
    whole.replace(FIGURES)


def entry(step: Step) -> str:
    """Return a step as TOML."""
    score, pits = step.score, f"pits = {step.start.pits}\n" if step.start.pits else ""
    return (
        f'\n[[step]]\ngame = "{step.start.name}"\n{pits}level = {step.level}\n'
        f"won = {score.won}\ndrawn = {score.drawn}\nlost = {score.lost}\npairs = {list(score.pairs)}\n"
        f'levels = "{step.levels}"\n'
    )


def measure(wanted: list[Start]) -> None:
    """Measure the missing steps of games, printing each with the command that reproduces it."""
    found = figures()
    steps = [(start, level) for start in wanted for level in levels.levels_of(start.game)[1:]]
    for number, (start, level) in enumerate(steps, 1):
        step = found.setdefault((start, level), Step(start, level, played_as(start, level)))
        while not step.is_over:
            progress(f"{number} of {len(steps)}: {start}, level {level}, {step.score.games} games")
            step.play(BATCH if start.is_slow else QUICK_BATCH)
            keep(written() | {(start, level): step})
        progress("")
        print(told(step), flush=True)


def progress(text: str) -> None:
    """Show the progress on one line of a terminal."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def told(step: Step) -> str:
    """Return the result of a step, with the command that reproduces it."""
    command = f"lalao match level:{step.level} level:{step.level - 1} {step.start} --games {step.score.games}"
    doubt = "" if step.is_sure else "  (not surely apart)"
    return f"{command}\t{100 * step.score.share:.1f} ± {100 * step.error:.1f} %{doubt}"


def table() -> str:
    """Return all figures as a table in Markdown."""
    heads = " | ".join(f"{level}–{level - 1}" for level in range(2, levels.MOST_LEVELS + 1))
    lines = [f"| game | levels | games a step | {heads} |", "|---" * (levels.MOST_LEVELS + 2) + "|"]
    found = figures()
    return "\n".join([*lines, *(line(start, found) for start in listed())])


def line(start: Start, found: dict[tuple[Start, int], Step]) -> str:
    """Return the figures of a game as a row of the table."""
    there = levels.levels_of(start.game)
    steps = [found.get((start, level)) for level in there[1:]]
    games = sorted({step.score.games for step in steps if step})
    cells = [f"{100 * step.score.share:.1f} ± {100 * step.error:.1f}" if step else "not measured" for step in steps]
    cells += [""] * (levels.MOST_LEVELS - len(there))
    spread = "–".join(dict.fromkeys((str(games[0]), str(games[-1])))) if games else ""
    return f"| `{start}` | {len(there)} | {spread} | {' | '.join(cells)} |"


def page() -> str:
    """Return the page with the table brought up to date."""
    before, _, after = PAGE.read_text(encoding="utf-8").partition(MARKS[0])
    return f"{before}{MARKS[0]}\n\n{table()}\n\n{MARKS[1]}{after.partition(MARKS[1])[2]}"


Seen = tuple[float, float, float]
"""How often a level errs, how often the one above does, and what share of the points it took."""


def spaced(seen: list[Seen], number: int) -> list[float]:
    """Return how often each of `number` levels should err for equal steps, from all steps seen.

    The gain from erring less is modelled as a parabola in the frequency of errors, fitted to all steps at once,
    since each alone is known only to a few per cent.
    """
    powers = np.arange(1, 4)
    edges = np.array([(1 - below, 1 - above) for below, above, _ in seen])
    rows = (edges[:, 1:] ** powers - edges[:, :1] ** powers) / powers
    fitted = np.linalg.lstsq(rows, np.array([share - 0.5 for *_, share in seen]), rcond=None)[0]
    grid = np.linspace(0, 1, 1_001)
    brought = np.maximum(np.vander(grid, 3, increasing=True) @ fitted, LEAST_BROUGHT)
    reached = np.concatenate(([0.0], np.cumsum((brought[1:] + brought[:-1]) / 2)))
    even = np.interp(np.linspace(0, reached[-1], number), reached, grid)
    return [round(float(1 - at), 3) + 0.0 for at in even]


def weakness_of(table: dict[str, Any]) -> str:
    """Return the name of the list that says how often the levels of a table err."""
    return "slips" if "slips" in table else "error"


def space(start: Start, number: int, rounds: int) -> None:
    """Give a game `number` levels, and make the steps between them equal."""
    name = levels.table_name(start.game)
    old = levels.tables()[name]
    weaknesses = [round(1 - at / (number - 1), 3) for at in range(number)]
    seeds, seen = count(SPACING_SEED, MOST), list[Seen]()
    for _ in range(rounds):
        put(name, old, weaknesses)
        shares = list(shares_of(start, next(seeds)))
        seen += [(*pair, share) for pair, share in zip(pairwise(weaknesses), shares, strict=True)]
        print(f"{start}: {weaknesses}, {[f'{share:.1%}' for share in shares]}", flush=True)
        weaknesses = spaced(seen, number)
    put(name, old, weaknesses)
    print(f"{start}: {weaknesses}", flush=True)
    write(name)


def shares_of(start: Start, seed: int) -> Iterator[float]:
    """Yield the share of points that each level takes from the one below."""
    for level in levels.levels_of(start.game)[1:]:
        step = Step(start, level, "")
        step.play(TRIES if not start.is_slow else TRIES // 2, seed)
        yield step.score.share


def put(name: str, old: dict[str, Any], weaknesses: list[float]) -> None:
    """Set how often the levels of a table err; its other lists are stretched or shortened, with their ends kept."""
    last = len(weaknesses) - 1
    levels.tables()[name] = {
        key: [value[round(at * (len(value) - 1) / last)] for at in range(last + 1)]
        if isinstance(value, list)
        else value
        for key, value in old.items()
    } | {weakness_of(old): weaknesses}
    for cached in (levels.levels_of, levels.row_of, levels.level_of):
        cached.cache_clear()


def write(name: str) -> None:
    """Write the lists of a table to their section of the file."""
    file = next(one for one in levels.files_of_tables() if name in tomllib.loads(one.read_text("utf-8")))
    head, section, rest = re.split(rf"(?m)^(\[{name}\]\n)", file.read_text(encoding="utf-8"))
    for key, value in levels.tables()[name].items():
        if isinstance(value, list):
            rest = re.sub(rf"(?m)^{key} = .*$", f"{key} = [{', '.join(f'{one:g}' for one in value)}]", rest, count=1)
    file.write_text(head + section + rest, encoding="utf-8")


def read_start(text: str) -> Start:
    """Read a game id, followed by a colon and the number of pits where rows are meant."""
    name, _, pits = text.partition(":")
    return Start(lalao.game(name).id, int(pits or 0))


def main(arguments: list[str]) -> None:
    """Measure, tabulate or space, as the arguments say."""
    os.nice(19)
    order, rest = arguments[:1], arguments[1:]
    if order == ["space"] and len(rest) == 3:
        space(read_start(rest[0]), int(rest[1]), int(rest[2]))
    elif order == ["measure"]:
        measure([read_start(text) for text in rest] or starts())
    elif arguments == ["table"]:
        keep(figures())
        PAGE.write_text(page(), encoding="utf-8")
    else:
        raise SystemExit("write: tools/levels.py measure [GAME…], table, or space GAME LEVELS ROUNDS")


if __name__ == "__main__":
    main(sys.argv[1:])
