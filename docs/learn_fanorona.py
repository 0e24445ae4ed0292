"""Learn Fanorona from games against oneself: ``python docs/learn_fanorona.py fanorona-dimy --minutes 15``.

Two processes play, each many games at once, every choice by a small tree search that the network guides. A third step
teaches the network what these searches chose and how the games went on, seen from all sides of the board. The network
is written after each round; ``python -m lalao.adapters.mcts FILE`` plays it.
"""

import argparse
import os
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from lalao.adapters.batch import State, env
from lalao.adapters.mcts import Trees
from lalao.adapters.network import Network, symmetries

GAMES, CHOICES, SIMULATIONS = 192, 32, 32
FADING = 0.9
"""How far a result counts for the choices before it; the rest is what the searches there thought."""
ROUNDS_KEPT = 10
Round = tuple[Any, ...]
"""Observations, masks, shares of visits, and values of the choices of a round, and the games' state after it."""


def play(network: Network, before: State | None, seed: int) -> Round:
    """Play `CHOICES` choices in `GAMES` games."""
    rng, batch = np.random.default_rng(seed), env(network.game, GAMES)
    state = batch.state() if before is None else before
    trees = Trees(batch, network.judge, SIMULATIONS)
    told, ended, ends, thought = [], [], [], []
    for _ in range(CHOICES):
        legal = state.masks > 0
        noise = np.where(legal, rng.gamma(0.5, size=legal.shape), 0).astype(np.float32)
        visits = trees.search(state, noise / noise.sum(axis=1, keepdims=True)).copy()
        shares = visits / visits.sum(axis=1, keepdims=True)
        mean = trees.worths[:, 0].sum(axis=1) / visits.sum(axis=1)
        luck = rng.gumbel(size=legal.shape)
        actions = np.where(legal, np.log(np.maximum(shares, 1e-9)) + luck, -np.inf).argmax(axis=1)
        batch.set_state(state)
        shown = batch.step(actions)
        told.append((state.observations, state.masks, shares, 1 - 2 * state.movers))
        thought.append(mean * told[-1][3])
        ended.append(shown.terminated | shown.truncated)
        ends.append(shown.rewards[:, 0].copy())
        state = batch.state()
    results, later = [], thought[-1]
    for mean, over, end in zip(thought[::-1], ended[::-1], ends[::-1], strict=True):
        later = np.where(over, end, FADING * later + (1 - FADING) * mean)
        results.append(later)
    columns = [np.concatenate(column) for column in zip(*told, strict=True)]
    return *columns[:3], np.concatenate(results[::-1]) * columns[3], state


def teach(network: Network, rounds: list[Round], rng: np.random.Generator, rate: float) -> tuple[float, float]:
    """Learn from what was played; return the mean losses."""
    turned = symmetries(env(network.game, 1).match)
    columns = [np.concatenate([one[column] for one in rounds]) for column in range(4)]
    losses = []
    for _ in range(max(1, 3 * 2 * GAMES * CHOICES // 1024)):
        rows = rng.integers(len(columns[0]), size=1024)
        places, actions = turned[rng.integers(len(turned))]
        seen, masks, shares, values = (column[rows] for column in columns)
        seen, masks, shares = seen[:, :, places], masks[:, actions], shares[:, actions]
        losses.append(network.learn(seen, masks, shares.astype(np.float32), values.astype(np.float32), rate))
    policy, value = np.mean(losses, axis=0)
    return float(policy), float(value)


def main() -> None:
    """Learn for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--out", type=Path, help="the file of the network (default: GAME.npz)")
    parser.add_argument("--every", type=float, metavar="MINUTES", help="keep copies: GAME.1.npz, GAME.2.npz …")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    out = asked.out or Path(f"{asked.game}.npz")
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # of the processes that play
    network, rng = Network.drawn(env(asked.game, 1).match, seed=asked.seed), np.random.default_rng(asked.seed)
    kept: list[Round] = []
    copies = 1
    states: list[State | None] = [None, None]
    begun = time.time()
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        while (spent := (time.time() - begun) / (60 * asked.minutes)) < 1:
            played = list(pool.map(play, [network] * 2, states, rng.integers(1 << 30, size=2).tolist()))
            states = [one[4] for one in played]
            kept = [*kept, *played][-2 * ROUNDS_KEPT :]
            policy, value = teach(network, kept, rng, rate=1e-3 * (1 - 0.9 * spent))
            network.write(out)
            if asked.every and time.time() - begun >= 60 * copies * asked.every:
                network.write(out.with_suffix(f".{copies}.npz"))
                copies += 1
            print(
                f"{time.time() - begun:6.0f} s  {network.steps:6} steps  policy {policy:.3f}  value {value:.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
