"""Train the network of Fanorona's evaluation: ``python -m tools.network FOLDER`` reads what `tools.selfplay` kept.

The network is the one that `lalao.kernels.fanorona_network` runs. It learns by Adam (D. Kingma and J. Ba, 2015) the
weighted mean (`TRUST`) of how a game ended and of what a search thought, as chances to win. A twentieth of the
positions is kept apart, to measure. It takes about a minute for a million positions.
"""

from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt
from numba import njit

from lalao.kernels.fanorona_network import (
    HEIGHT,
    HIDDEN,
    PATTERNS,
    SHIFT,
    WIDTH,
    bucket_of,
    choose_rows,
    readings,
    seen_as,
)
from lalao.kernels.fanorona_search_state import BUCKETS, CHOSEN, STATE_WORDS
from lalao.kernels.vectors import ONE
from tools.selfplay import UNKNOWN

Floats = npt.NDArray[np.float32]
SCALE = 250.0
"""Hundredths of a piece that multiply the odds of winning by e."""
TRUST = 0.2
"""The weight of the result of the game in that mean; the value of the search has the rest."""
BATCH = 4096
FASTEST, SLOWEST = 2e-3, 1e-5
"""How far a weight moves in a step, at first and at last."""
APART = 20
LAST = SCALE * (1 << SHIFT)
FORMS: tuple[tuple[str, float, type[np.signedinteger[Any]]], ...] = (
    ("rows", ONE, np.int16),
    ("second", LAST / ONE, np.int16),
    ("level", LAST, np.int64),
)
"""The parts of a network as the kernel reads them: what a weight is multiplied by, and its type."""
FILE = Path(__file__).parent.parent / "src" / "lalao" / "codecs" / "fanorona_network.npz"


def read(folder: Path) -> npt.NDArray[np.void]:
    """Return all rows of a folder."""
    return np.concatenate([np.load(path) for path in sorted(folder.glob("*.npy")) if ".part" not in path.name])


def imaged(rows: npt.NDArray[np.void], rng: np.random.Generator) -> npt.NDArray[np.void]:
    """Return the rows with each position in one of its four images, drawn at random: all are worth the same."""
    drawn, found = rng.integers(4, size=len(rows)), rows.copy()
    points = [divmod(point, WIDTH) for point in range(HEIGHT * WIDTH)]
    for image in range(1, 4):
        chosen, places = drawn == image, [WIDTH * rank + file for rank, file in seen_as(points, image)]
        for side in ("own", "enemy"):
            words = rows[side][chosen]
            bits = [(words >> point & 1) << place for point, place in enumerate(places)]
            found[side][chosen] = np.bitwise_or.reduce(bits)
    return found


@njit
def patterns_of(lines: Any, digits: Any, words: Any, own: Any, enemy: Any, found: Any) -> None:
    """Fill in the numbers of the patterns of positions, a row each."""
    for number in range(own.size):
        choose_rows(lines, digits, words, own[number], enemy[number])
        for line in range(PATTERNS):
            found[number, line] = words[CHOSEN + line]


@njit(fastmath=True)
def summed(first: Any, patterns: Any, chosen: Any, sums: Any) -> None:
    """Write the sums of the rows of the chosen positions' patterns."""
    for number in range(chosen.size):
        sums[number] = first[-1]
        for line in range(PATTERNS):
            row = patterns[chosen[number], line]
            for unit in range(HIDDEN):
                sums[number, unit] += first[row, unit]


@njit(fastmath=True)
def spread(slope: Any, patterns: Any, chosen: Any, back: Any) -> None:
    """Add the slope of each chosen position to the rows of its patterns."""
    for number in range(chosen.size):
        for unit in range(HIDDEN):
            slope[-1, unit] += back[number, unit]
        for line in range(PATTERNS):
            row = patterns[chosen[number], line]
            for unit in range(HIDDEN):
                slope[row, unit] += back[number, unit]


class Data:
    """Positions with the chances that are to be learned."""

    def __init__(self, rows: npt.NDArray[np.void]) -> None:
        """Take the rows of games."""
        lines, digits, _ = readings()
        own, enemy = np.ascontiguousarray(rows["own"]), np.ascontiguousarray(rows["enemy"])
        self.patterns = np.zeros((len(rows), PATTERNS), dtype=np.int16)
        patterns_of(lines, digits, np.zeros(STATE_WORDS, dtype=np.int64), own, enemy, self.patterns)
        pieces = np.bitwise_count(own | enemy)
        self.bucket = np.array([bucket_of(number) for number in range(64)])[pieces]
        thought = 1 / (1 + np.exp(-rows["value"].astype(np.float32) / SCALE))
        ended = (rows["result"].astype(np.float32) + 1) / 2
        trust = np.where(rows["result"] == UNKNOWN, 0, TRUST)
        self.wanted = (trust * ended + (1 - trust) * thought).astype(np.float32)


class Network:
    """The weights while they are learned."""

    def __init__(self, rng: np.random.Generator) -> None:
        """Draw the weights of the last layer at random; those of the first begin near 0."""
        first = rng.normal(0, 0.01, (readings()[2] + 1, HIDDEN))
        first[-1] = 0.3
        self.parts: dict[str, Floats] = {
            "rows": first.astype(np.float32),
            "second": rng.normal(0, 0.3, (BUCKETS, HIDDEN)).astype(np.float32),
            "level": np.zeros(BUCKETS, dtype=np.float32),
        }
        self.means = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in self.parts.items()}
        self.steps = 0

    def go_on_from(self, path: Path) -> None:
        """Take the weights that a file holds as the kernel reads them."""
        with np.load(path) as parts:
            for name, scale, _ in FORMS:
                self.parts[name] = (parts[name] / scale).astype(np.float32)

    def forward(self, data: Data, chosen: npt.NDArray[np.int64]) -> tuple[Floats, Floats, Floats]:
        """Return the sums, the hidden values and the logits of positions."""
        sums = np.empty((len(chosen), HIDDEN), dtype=np.float32)
        summed(self.parts["rows"], data.patterns, chosen, sums)
        hidden, bucket = np.clip(sums, 0, 1), data.bucket[chosen]
        return sums, hidden, (hidden * self.parts["second"][bucket]).sum(axis=1) + self.parts["level"][bucket]

    def learn(self, data: Data, chosen: npt.NDArray[np.int64], rate: float) -> float:
        """Take a step towards the wanted chances of some positions, and return the loss before it."""
        sums, hidden, logits = self.forward(data, chosen)
        wanted, bucket = data.wanted[chosen], data.bucket[chosen]
        error = (1 / (1 + np.exp(-logits)) - wanted) / len(wanted)
        slopes = {name: np.zeros_like(part) for name, part in self.parts.items()}
        for one in range(BUCKETS):
            here = bucket == one
            slopes["second"][one] = error[here] @ hidden[here]
            slopes["level"][one] = error[here].sum()
        back = error[:, None] * self.parts["second"][bucket] * ((sums > 0) & (sums < 1))
        spread(slopes["rows"], data.patterns, chosen, back)
        self.step(slopes, rate)
        return loss(logits, wanted)

    def step(self, slopes: dict[str, Floats], rate: float) -> None:
        """Move the weights against their slopes."""
        self.steps += 1
        for name, slope in slopes.items():
            mean, square = self.means[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            scaled = mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)
            self.parts[name] -= rate * scaled

    def rounded(self) -> dict[str, npt.NDArray[Any]]:
        """Return the weights as the kernel reads them.

        Raises ValueError where one is too great for its type.
        """
        found = {}
        for name, scale, kind in FORMS:
            exact = np.rint(self.parts[name] * scale)
            if np.abs(exact).max() > np.iinfo(kind).max:
                raise ValueError(f"a weight of '{name}' is too great")
            found[name] = exact.astype(kind)
        return found


def loss(logits: Floats, wanted: Floats) -> float:
    """Return the mean cross entropy of chances."""
    return float(np.mean(np.logaddexp(0, logits) - wanted * logits))


def trained(rows: npt.NDArray[np.void], epochs: int, seed: int, begin: Path | None) -> Network:
    """Return a network that has learned from games, from those in a file on; print the loss after every epoch."""
    rng = np.random.default_rng(seed)
    rows, apart = imaged(rows, rng), len(rows) // APART
    known, unknown = Data(rows[apart:]), Data(rows[:apart])
    network = Network(rng)
    if begin is not None:
        network.go_on_from(begin)
        print(f"0: apart {loss(network.forward(unknown, np.arange(apart))[-1], unknown.wanted):.5f}", flush=True)
    batches = len(known.wanted) // BATCH
    for epoch in range(epochs):
        shuffled, total = rng.permutation(len(known.wanted)), 0.0
        for number in range(batches):
            rate = SLOWEST + FASTEST * (1 + np.cos(np.pi * network.steps / (epochs * batches))) / 2
            total += network.learn(known, shuffled[number * BATCH : (number + 1) * BATCH], rate)
        logits = network.forward(unknown, np.arange(apart))[-1]
        print(f"{epoch + 1}: {total / batches:.5f}, apart {loss(logits, unknown.wanted):.5f}", flush=True)
    return network


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--epochs", default=10)
@click.option("--seed", default=1)
@click.option("--from", "begin", type=click.Path(exists=True, path_type=Path), help="A network to go on from.")
@click.option("--out", type=click.Path(path_type=Path), default=FILE)
def main(folder: Path, epochs: int, seed: int, begin: Path | None, out: Path) -> None:
    """Train the network from the games in a folder, and write it where the engine finds it."""
    rows = read(folder)
    print(f"{len(rows):,} positions")
    np.savez_compressed(out, allow_pickle=False, **trained(rows, epochs, seed, begin).rounded())


if __name__ == "__main__":
    main()
