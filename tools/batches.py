"""Measure how many steps per second environments take on one core, beside Pgx: ``python tools/batches.py``.

Pgx is timed where it is installed: ``uv run --with pgx python tools/batches.py``. Each step is a random legal action in
each of the games; finished games are restarted. Time is processor time.
"""

import os
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from lalao.adapters import batch, pettingzoo

GAMES = 1024
STEPS = 300
OURS = (
    "fang-6",
    "fang-8-guarded",
    "fang-64",
    "fafy",
    "sowing-impartial",
    "fifangha",
    "fanorona",
    "fanorona-dimy",
    "fanorona-strict",
    "fanorona-souffle",
)
ONE_BY_ONE = ("fanorona", "fanorona-dimy", "fifangha", "fang-6")
STEPS_OF_ONE = 2_000
THEIRS = ("tic_tac_toe", "connect_four", "othello")
Steps = Callable[[], None]


def main() -> None:
    """Time every batch on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:1])
    for name in OURS:
        tell(f"{name}, actions chosen by the kernel", sampled(name))
        tell(f"{name}, actions chosen by numpy", chosen(name))
    for name in ONE_BY_ONE:
        for who, soon in (("the rules", 1 << 60), ("kernels", 0)):
            pettingzoo.SOON = soon
            tell(f"PettingZoo {name}, played by {who}", one_by_one(name), STEPS_OF_ONE)
    for name in THEIRS if find_spec("pgx") else ():
        tell(f"Pgx {name}", of_pgx(name))


def tell(name: str, steps: Steps, count: int = GAMES * STEPS) -> None:
    """Print the best rate of five runs of `count` steps after a warm-up."""
    steps()
    print(f"{name:<50}{max(rate(steps, count) for _ in range(5)):14,.0f} steps/s", flush=True)


def rate(steps: Steps, count: int) -> float:
    """Return the steps per second of processor time."""
    begun = time.process_time()
    steps()
    return count / (time.process_time() - begun)


def one_by_one(name: str) -> Steps:
    """Return a run of PettingZoo's environment, as its manual shows."""
    env, rng = pettingzoo.env(name), np.random.default_rng(1)

    def steps() -> None:
        left = STEPS_OF_ONE
        while left > 0:
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                left -= 1
                if not left:
                    break

    return steps


def sampled(name: str) -> Steps:
    """Return a run of a batch with actions from its own `sample`."""
    many = batch.env(name, GAMES, seed=1)

    def steps() -> None:
        for _ in range(STEPS):
            many.step(many.sample())

    return steps


def chosen(name: str) -> Steps:
    """Return a run of a batch with random actions that the caller draws from the masks."""
    many, rng = batch.env(name, GAMES), np.random.default_rng(1)

    def steps() -> None:
        for _ in range(STEPS):
            masks = many.shown.masks
            many.step((rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=1))

    return steps


def of_pgx(name: str) -> Steps:
    """Return a run of a batch of Pgx as its manual shows: compiled, many steps per call, finished games restarted."""
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import jax  # type: ignore[import-not-found, unused-ignore]
    import pgx  # type: ignore[import-not-found, unused-ignore]
    from pgx.experimental.utils import act_randomly  # type: ignore[import-not-found, unused-ignore]
    from pgx.experimental.wrappers import auto_reset  # type: ignore[import-not-found, unused-ignore]

    env = pgx.make(name)
    stepped = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def played(state: Any, key: Any) -> Any:
        def one(carried: Any, _: Any) -> Any:
            state, key = carried
            key, choosing, beginning = jax.random.split(key, 3)
            actions = act_randomly(choosing, state.legal_action_mask)
            return (stepped(state, actions, jax.random.split(beginning, GAMES)), key), None

        return jax.lax.scan(one, (state, key), None, length=STEPS)[0]

    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), GAMES)), jax.random.PRNGKey(1)]

    def steps() -> None:
        held[:] = jax.block_until_ready(played(*held))

    return steps


if __name__ == "__main__":
    main()
