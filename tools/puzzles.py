"""Make the puzzles that come with the package, and see that their ratings hold.

``python tools/puzzles.py make`` writes the files of `lalao.teach.shipped_puzzles`, each family's to the number of
puzzles of its games in `WANTED`, then of those of the other `SORTS`; with families after it, theirs alone. What is made
is kept at once: broken off, it goes on where it was. ``rate`` rates what is there anew. ``rates`` lets the levels try a
sample of each family once more, with other chances, and prints the rank correlation of the ratings with how often the
levels solve the puzzles. All are one process at the lowest priority. ``lalao puzzles check`` solves all of them again.
"""

import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import lalao
from lalao.engine.levels import levels_of
from lalao.games.game import Game, name_of
from lalao.teach.assessing import Assess, prover
from lalao.teach.laying import Asked
from lalao.teach.puzzles import (
    DRAWING,
    HIGHEST,
    POSING,
    USUAL_CHOICE,
    Puzzle,
    by_chance,
    choices,
    identity,
    rate,
    rated,
)
from lalao.teach.shipped_puzzles import FOLDER, read, written

ROOT = Path(__file__).resolve().parent.parent / "src" / "lalao" / FOLDER
WANTED = {
    "fang": {
        "fang-4": 30,
        "fang-4-guarded": 10,
        "fang-6": 60,
        "fang-6-guarded": 60,
        "fang-8": 80,
        "fang-8-guarded": 90,
    },
    "fafy": {"fafy-impartial": 120, "fafy": 110, "fafy-impartial-misere": 50, "fafy-misere": 50},
    "fanorona": {
        "fanorona-telo": 40,
        "fanorona-libre-telo": 100,
        "fanorona-strict-telo": 20,
        "fanorona-souffle-telo": 90,
        "fanorona": 120,
    },
    "fifangha": {"fifangakely": 225, "fifangha-6": 75, "fifangha": 25},
}
"""How many puzzles of each game are made."""
EASY = {
    "fang": {},
    "fafy": {"fafy-impartial": 1, "fafy": 40, "fafy-misere": 10},
    "fanorona": {"fanorona-telo": 15, "fanorona-libre-telo": 15, "fanorona-strict-telo": 6, "fanorona": 2},
    "fifangha": {"fifangakely": 50, "fifangha-6": 9},
}
"""How many puzzles of each game, at least, random answers solve every other time; in Fang next to none are found."""
EASY_RATING = 500
"""The highest rating of an easy puzzle."""
NEARLY_EASY = {"fang": {"fang-6": 4, "fang-6-guarded": 14, "fang-8": 2, "fang-8-guarded": 2}}
"""How many puzzles of each game every level solves, and random answers one time in three, where none are easier."""
NEARLY_EASY_RATING = 540
RULED = {"fanorona": {"fanorona-libre-telo": 11, "fanorona-souffle-telo": 4}}
"""How many puzzles of each game are decided by the ruleset."""
PLACES = {
    "fang": {"fang-6-guarded": 15, "fang-8-guarded": 25},
    "fafy": {"fafy-impartial": 20, "fafy": 20},
    "fanorona": {"fanorona-telo": 12, "fanorona-libre-telo": 8, "fanorona": 20},
    "fifangha": {"fifangakely": 20, "fifangha-6": 10},
}
"""How many puzzles of each game ask which place cannot be played: in Fang only a guarded tibong cannot."""
STARTS = {"fafy": {"fafy-impartial": 30, "fafy": 30, "fafy-impartial-misere": 10, "fafy-misere": 10}}
"""How many puzzles of each game ask who should start."""
LAYOUTS = {"fafy": {"fafy-impartial": 24, "fafy": 8}}
"""How many puzzles of each game ask for a layout."""
MOST_OF_A_THEME, MOST_OF_AN_ANSWER = 0.4, 0.5
"""The share of a game's puzzles that may have the same theme, or the same answer, as long as others are found."""
PATIENCE, MOST_IN_VAIN, MOST_IN_VAIN_OF_RARE = 150, 600, 30_000
"""Random games in vain after which a theme may have more, and after which a game is given up, also for rare puzzles."""
TRIES = {"fang": 32, "fafy": 32, "fanorona": 10, "fifangha": 4}
"""How often each level tries a puzzle: less often where levels are slow."""
SAMPLE = 60
"""Puzzles of each family that are tried once more."""
OTHER_CHANCES = 99


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of puzzles: how many to make of each game, of how many moves, of what rating, perhaps of one theme."""

    wanted: dict[str, dict[str, int]]
    choice: range
    least_chance: float
    most_rating: int
    most_in_vain: int
    theme: str = ""
    asked: Asked = "play"

    def group(self, puzzle: Puzzle) -> str:
        """Return the group whose share is limited: a theme, or one answer to who should start."""
        return puzzle.solution[0] if self.asked == "start" else puzzle.theme

    @property
    def share(self) -> float:
        """The largest share of the puzzles that one group may have."""
        return {"play": MOST_OF_A_THEME, "start": MOST_OF_AN_ANSWER, "tap": 1.0, "lay": 1.0}[self.asked]

    def holds(self, puzzle: Puzzle) -> bool:
        """Tell whether a rated puzzle is of this sort."""
        return self.may_hold(puzzle) and puzzle.rating <= self.most_rating

    def may_hold(self, puzzle: Puzzle) -> bool:
        """Tell whether a puzzle that is not rated yet may be of this sort."""
        among = choices(puzzle) if puzzle.asked in ("tap", "lay") else puzzle.position.legal_moves()
        fitting = len(among) in self.choice and self.theme in ("", puzzle.theme)
        return puzzle.asked == self.asked and fitting and by_chance(puzzle) >= self.least_chance


SORTS = (
    Sort(WANTED, USUAL_CHOICE, 0, HIGHEST, MOST_IN_VAIN),
    Sort(EASY, range(2, 10), 1 / 2, EASY_RATING, MOST_IN_VAIN),
    Sort(NEARLY_EASY, range(2, 10), 1 / 3, NEARLY_EASY_RATING, MOST_IN_VAIN_OF_RARE),
    Sort(RULED, range(2, 100), 0, HIGHEST, MOST_IN_VAIN_OF_RARE, "rule-decides"),
    Sort(PLACES, USUAL_CHOICE, 0, HIGHEST, MOST_IN_VAIN, asked="tap"),
    Sort(STARTS, USUAL_CHOICE, 0, HIGHEST, MOST_IN_VAIN, asked="start"),
    Sort(LAYOUTS, USUAL_CHOICE, 0, HIGHEST, MOST_IN_VAIN, asked="lay"),
)


def make(family: str) -> None:
    """Make the missing puzzles of a family, then sort all of them."""
    path = ROOT / f"{family}.txt"
    path.parent.mkdir(exist_ok=True)
    put_in_order(path)
    for sort in SORTS:
        for name in sort.wanted.get(family, {}):
            fill(lalao.game(name), sort, path)
    put_in_order(path)


def put_in_order(path: Path) -> None:
    """Sort the puzzles of a file by game, the easiest first; an incomplete last line is removed."""
    order = list(WANTED[path.stem])
    puzzles = sorted(kept(path), key=lambda puzzle: (order.index(puzzle.position.game.id), puzzle.rating))
    path.write_text("".join(f"{written(puzzle)}\n" for puzzle in puzzles), encoding="utf-8")


def kept(path: Path) -> list[Puzzle]:
    """Read the puzzles made so far; an incomplete last line is ignored."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [read(line) for line in text[: text.rfind("\n") + 1].splitlines()]


def fill(game: Game, sort: Sort, path: Path) -> None:
    """Make the missing puzzles of a sort from a game."""
    wanted, known = sort.wanted[game.family.name][game.id], [each for each in kept(path) if each.position.game == game]
    names = {identity(each) for each in known if each.asked == sort.asked}
    themes = Counter(sort.group(each) for each in known if sort.holds(each))
    rng, assess, in_vain = Random(f"{game.id} {themes.total()}"), prover(), 0
    while themes.total() < wanted and in_vain < sort.most_in_vain:
        in_vain += 1
        most = wanted if in_vain > PATIENCE else sort.share * wanted
        for found in found_in_a_game(game, sort, rng, assess, names):
            if themes[sort.group(found)] >= most or themes.total() >= wanted:
                continue
            names.add(identity(found))
            puzzle = rated(found, themes.total(), TRIES[game.family.name])
            if sort.holds(puzzle):
                keep(puzzle, path)
                themes[sort.group(found)] += 1
                in_vain = 0
                print(f"\r{time.strftime('%H:%M:%S')} {game.id} {themes.total()} of {wanted}", end="", flush=True)
    told = ", ".join(f"{theme} {count}" for theme, count in themes.most_common())
    print(f"\r{time.strftime('%H:%M:%S')} {game.id}: {themes.total()} puzzles: {told}", flush=True)


def found_in_a_game(game: Game, sort: Sort, rng: Random, assess: Assess, names: set[str]) -> Iterator[Puzzle]:
    """Play a random game, and yield the puzzles found in it that may be of a sort and are new."""
    for position in DRAWING[sort.asked](game, rng):
        if name_of(position) in names:
            continue
        puzzle = POSING[sort.asked](position, assess, sort.choice)
        if puzzle and identity(puzzle) not in names and sort.may_hold(puzzle):
            yield puzzle


def keep(puzzle: Puzzle, path: Path) -> None:
    """Append a puzzle to a file."""
    with path.open("a", encoding="utf-8") as file:
        file.write(f"{written(puzzle)}\n")


def rates(family: str) -> None:
    """Print the correlation between the ratings of a sample and how often the levels solve it now."""
    puzzles = kept(ROOT / f"{family}.txt")
    sample = Random(family).sample(puzzles, min(SAMPLE, len(puzzles)))
    solved = [-solve_rate(puzzle, TRIES[family]) for puzzle in sample]
    found = rank_correlation([float(puzzle.rating) for puzzle in sample], solved)
    print(f"{family}: {len(puzzles)} puzzles, rank correlation {found:.2f} on {len(sample)} of them", flush=True)


def rate_again(family: str) -> None:
    """Rate all puzzles of a family again, after its levels or the number of tries have changed."""
    path, again = ROOT / f"{family}.txt", []
    for number, puzzle in enumerate(kept(path)):
        again.append(rated(puzzle, number, TRIES[family]))
        print(f"\r{time.strftime('%H:%M:%S')} {family} {len(again)}", end="", flush=True)
    path.write_text("".join(f"{written(puzzle)}\n" for puzzle in again), encoding="utf-8")
    put_in_order(path)


def solve_rate(puzzle: Puzzle, tries: int) -> float:
    """Return the share of tries in which the levels solve a puzzle, with other random numbers than its rating's."""
    levels = levels_of(puzzle.position.game)
    found = [rate(puzzle, level, OTHER_CHANCES, tries) for level in levels]
    return sum(found) / len(found)


def rank_correlation(one: list[float], other: list[float]) -> float:
    """Return Spearman's rank correlation; ties share their mean rank."""
    first, second = ranks(one), ranks(other)
    mean = (len(one) + 1) / 2
    together = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    spread = sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)
    return float(together / spread**0.5)


def ranks(values: list[float]) -> list[float]:
    """Return the rank of each value; equal values get their mean rank."""
    return [
        sum(other < value for other in values) + (sum(other == value for other in values) + 1) / 2 for value in values
    ]


COMMANDS = {"make": make, "rate": rate_again, "rates": rates}

if __name__ == "__main__":
    command, *families = sys.argv[1:] or ["help"]
    if command not in COMMANDS or not set(families) <= WANTED.keys():
        sys.exit(__doc__)
    os.nice(19)
    for each in families or WANTED:
        COMMANDS[command](each)
