"""Learn Fang on 6 pits from games against oneself, then play the computer: ``python docs/learn_fang.py``.

Q-learning with a table: what each attack is worth to who makes it, 1 for a win and -1 for a loss. The seeds in the pits
tell how many turns were played, hence who is to move: they are the whole position, written as a number in base 13.
"""

import time

import numpy as np
import numpy.typing as npt

from lalao.adapters import batch, gymnasium

PITS, SEEDS = 6, 12
Table = npt.NDArray[np.float32]
DIGITS = (SEEDS + 1) ** np.arange(PITS)


def places(observations: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Number the positions that are seen."""
    found: npt.NDArray[np.int64] = observations[..., 0, :PITS].astype(np.int64) @ DIGITS
    return found


def learn(steps: int, games: int = 1024, erring: float = 0.1, seed: int = 1) -> Table:
    """Play so many steps of so many games at once and return what attacks are worth to players who err so often."""
    many, rng = batch.env(f"fang-{PITS}", games, seed=seed), np.random.default_rng(seed)
    table = np.zeros((DIGITS[-1] * (SEEDS + 1), many.match.actions), dtype=np.float32)
    for _ in range(steps):
        before, movers = places(many.shown.observations), many.shown.movers.copy()
        best = np.where(many.shown.masks, table[before], -2).argmax(axis=1)
        actions = np.where(rng.random(games) < 0.5, many.sample(), best)  # half are tried, half are played well
        shown = many.step(actions)
        after, legal = table[places(shown.observations)], shown.masks
        theirs = (1 - erring) * np.where(legal, after, -2).max(axis=1) + erring * (after * legal).sum(1) / legal.sum(1)
        own = shown.rewards[np.arange(games), movers]
        table[before, actions] = np.where(shown.terminated, own, -theirs)
    return table


def score(table: Table, opponent: str, matches: int, seed: int = 1) -> float:
    """Return the points a match against a player of the computer, who begins every other: 1 a win, half a draw."""
    points = 0.0
    sides = [gymnasium.env(f"fang-{PITS}", opponent, second=second) for second in (False, True)]
    for number in range(matches):
        env = sides[number % 2]
        seen, _ = env.reset(seed=seed + number)
        reward, over = 0.0, False
        while not over:
            worths = np.where(seen["action_mask"], table[places(seen["observation"])], -2)
            seen, reward, over, _, _ = env.step(worths.argmax())
        points += (1 + reward) / 2
    return points / matches


if __name__ == "__main__":
    learned, seconds = learn(steps=1_000), time.process_time()
    print(f"learned from {1_000 * 1_024 // 8} games in {seconds:.1f} s, beginning included")
    for player in ("random", "level:5", "perfect"):
        print(f"{100 * score(learned, player, 400):.0f} % against {player}")
