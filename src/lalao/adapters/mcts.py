"""Monte Carlo tree search in many games at once: in numpy alone, over the batches of `lalao.adapters.batch`.

`Trees.search` grows a tree for each game of a batch from a `State`. A leaf is judged by random play to the end
(`playout`), or by whatever else judges a batch, such as `lalao.adapters.network.Network`. A node is a choice, not a
turn: Fanorona's turns are several. Children are chosen by PUCT (Silver et al. 2017, *Mastering Chess and Shogi by
Self-Play with a General Reinforcement Learning Algorithm*).

>>> batch = env("fang-6", games=2, seed=1)
>>> trees = Trees(batch, simulations=200)
>>> counts = trees.search(batch.state())
>>> counts.shape, counts.sum(axis=1).tolist()
((2, 7), [200.0, 200.0])

`TreeSearcher` analyses with one tree, and `lalao engine --mcts` plays by it for other programs, `lalao match` among
them.
"""

import time
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from lalao.adapters.batch import Batch, State, env
from lalao.adapters.steps import Match
from lalao.engine.analysis import Info, Line, Score, Searcher, SearchRequest, unsearched
from lalao.errors import of_type, whole

Floats: TypeAlias = npt.NDArray[np.float32]
Indexes: TypeAlias = npt.NDArray[Any]
Steps: TypeAlias = tuple[Indexes, Indexes, Indexes]
"""The games that take a step, the nodes from which, and the actions."""
Judge = Callable[[Batch], tuple[Floats, Floats]]
"""Judges the games of a batch as they stand: a probability for each action, and how the side to act fares (-1 to 1).

It may play on in the batch.
"""
LONGEST = 2_000
"""The most choices of a random game, which counts as a draw then."""
EXPLORATION = 1.5
"""How much a choice that was seldom tried is worth trying."""
SIMULATIONS = 400
"""Simulations for a move where nothing else limits them."""
MOST_SIMULATIONS = 1 << 14
"""The most simulations for a move, whose tree takes some 50 MB."""
CERTAIN = 1_000
"""The opinion, in hundredths, of a position that every simulation has won."""


def playout(batch: Batch) -> tuple[Floats, Floats]:
    """Judge by one random game each, with all actions alike."""
    masks, movers = batch.shown.masks, batch.shown.movers.copy()
    priors = masks / np.maximum(masks.sum(axis=1, keepdims=True, dtype=np.float32), 1)
    values, going = np.zeros(batch.games, dtype=np.float32), np.ones(batch.games, dtype=np.bool_)
    for _ in range(LONGEST):
        shown = batch.step(batch.sample())
        ended = (shown.terminated | shown.truncated) & going
        values[ended] = shown.rewards[ended, movers[ended]]
        going &= ~ended
        if not going.any():
            break
    return priors, values


class Trees:
    """Search trees, one for each game of a batch, which is theirs during a search.

    Arrays begin with games and nodes; node 0 is the root. `visits`, `worths` (the sum of results for the side to act)
    and `children` (0: none yet) go on with actions. `values` are those of nodes for the first side.
    """

    def __init__(
        self, batch: Batch, judge: Judge = playout, simulations: int = 64, exploration: float = EXPLORATION
    ) -> None:
        """Allocate trees of `simulations` nodes beside the root.

        Raises ArgumentError where there is no batch, or `simulations` is below 1.
        """
        of_type("batch", batch, Batch, "what lalao.adapters.batch.env returns")
        whole("simulations", simulations, 1)
        self.batch, self.judge, self.exploration = batch, judge, exploration
        self.room = simulations + 1
        places = batch.games, self.room
        shape = *places, batch.match.actions
        self.priors, self.visits, self.worths = (np.zeros(shape, dtype=np.float32) for _ in range(3))
        self.children = np.zeros(shape, dtype=np.int32)
        self.values, self.over = np.zeros(places, dtype=np.float32), np.zeros(places, dtype=np.bool_)
        self.nodes = batch.state().mapped(lambda one: np.zeros((*places, *one.shape[1:]), dtype=one.dtype))
        self.grown = 0

    def search(self, state: State, noise: Floats | None = None) -> Floats:
        """Grow trees from `state` until they are full; return how often each action was tried at the root.

        `noise`, of games by actions, is mixed into the priors of the first choices. Raises
        ArgumentError where the state is of other games.
        """
        self.begin(state, noise)
        while self.grow():
            pass
        return self.visits[:, 0]

    def begin(self, state: State, noise: Floats | None = None) -> None:
        """Begin trees that hold their roots alone."""
        for array in (self.visits, self.worths, self.children):
            array[...] = 0
        self.batch.set_state(state)
        games = np.arange(self.batch.games)
        self._store(games, 0, state.masks, np.zeros(len(state), dtype=np.bool_), np.zeros(len(state)))
        if noise is not None:
            self.priors[:, 0] = 0.75 * self.priors[:, 0] + 0.25 * noise
        self.grown = 1

    def grow(self) -> bool:
        """Add a node to each tree, or try an end once more; return whether there is still room."""
        path, parents, actions, leaves = self._descend()
        games = np.arange(self.batch.games)
        fresh = games[leaves == 0]
        self.batch.set_state(self.nodes[games, parents])
        shown = self.batch.step(actions)
        over, rewards = (shown.terminated | shown.truncated)[fresh], shown.rewards[fresh, 0]
        self.children[fresh, parents[fresh], actions[fresh]] = leaves[fresh] = self.grown
        self._store(fresh, self.grown, shown.masks.copy(), over, rewards)
        results = self.values[games, leaves]
        for going, nodes, chosen in path:
            signs = 1 - 2 * self.nodes.movers[going, nodes]
            self.visits[going, nodes, chosen] += 1
            self.worths[going, nodes, chosen] += signs * results[going]
        self.grown += 1
        return self.grown < self.room

    def _store(
        self, games: npt.NDArray[Any], node: int, masks: npt.NDArray[np.int8], over: npt.NDArray[Any], ends: Any
    ) -> None:
        """Keep some games of the batch as a node, and judge them; `ends` are the results of those that are over."""
        now = self.batch.state()
        for kept, array in zip(self.nodes.arrays, now.arrays, strict=True):
            kept[games, node] = array[games]
        priors, values = self.judge(self.batch)
        signs = 1 - 2 * now.movers[games]
        self.priors[games, node] = np.where(masks[games] > 0, priors[games], -np.inf)
        self.values[games, node] = np.where(over, ends, signs * values[games])
        self.over[games, node] = over

    def _descend(self) -> tuple[list[Steps], Indexes, Indexes, Indexes]:
        """Follow the best choices down to a node that is not there yet, or to an end.

        Returns the games, nodes and actions of each step; and for every game the last node, the action taken there, and
        the node that it leads to, 0 where there is none yet.
        """
        games = self.batch.games
        parents, actions = np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64)
        leaves = np.zeros(games, dtype=np.int64)
        path: list[Steps] = []
        going: Indexes = np.arange(games)
        while going.size:
            nodes = leaves[going]
            chosen = self._best(going, nodes)
            path.append((going, nodes, chosen))
            parents[going], actions[going] = nodes, chosen
            leaves[going] = found = self.children[going, nodes, chosen]
            going = going[(found > 0) & ~self.over[going, found]]
        return path, parents, actions, leaves

    def _best(self, games: Indexes, nodes: Indexes) -> Indexes:
        """Return the action of each node most worth trying; an untried one counts as the average there."""
        visits, worths = self.visits[games, nodes], self.worths[games, nodes]
        tried = visits.sum(axis=1, keepdims=True)
        usual = worths.sum(axis=1, keepdims=True) / np.maximum(tried, 1)
        means = np.where(visits > 0, worths / np.maximum(visits, 1), usual)
        urges = self.exploration * np.sqrt(tried + 1) / (1 + visits)
        best: Indexes = (means + urges * self.priors[games, nodes]).argmax(axis=1)
        return best


class TreeSearcher(Searcher):
    """Analyses a game by tree search; an opinion is the mean result, 1000 for nothing but wins. It proves nothing."""

    def __init__(self, judge: Judge = playout) -> None:
        """Take the judge of leaves; raises ArgumentError where it is no function."""
        self._judge = of_type("judge", judge, Callable, "a function such as Network.judge")

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        """Answer a request after 1, 2, 4 … simulations: `nodes` of its limits counts them, `depth` the answers."""
        begun, limits, stop = time.perf_counter(), request.limits, request.stop
        match, batch = _replayed(request)
        if batch is None:
            yield unsearched(request.position, request.lines)
            return
        usual = SIMULATIONS if limits.seconds is None else MOST_SIMULATIONS
        most = min(limits.nodes or usual, MOST_SIMULATIONS)
        trees = Trees(batch, self._judge, most)
        trees.begin(batch.state())
        depth, has_room = 0, True
        while has_room:
            has_room = trees.grow()
            seconds = time.perf_counter() - begun
            is_over = (stop is not None and stop.is_set()) or (limits.seconds is not None and seconds >= limits.seconds)
            has_room = has_room and not is_over
            if trees.grown > 1 << depth or not has_room:
                depth += 1
                yield Info(depth, _lines(trees, match, request.lines), trees.grown - 1, seconds)
                has_room = has_room and depth != limits.depth


def _replayed(request: SearchRequest) -> tuple[Match, Batch | None]:
    """Return the match since the last capture, and a batch of it alone; None where it is over."""
    positions = [*request.history.positions, request.position][-1 - request.position.quiet :]
    match = Match(request.position.game.id, str(positions[0]), bool(request.history.draws))
    taken: list[int] = []
    for before, after in pairwise(positions):
        move = next(move for move in before.legal_moves() if before.play(move) == after)
        taken += match.actions_of(move)
        match.play(move)
    if match.outcome is not None:
        return match, None
    batch = env(match.game.id, 1, str(match.start), match.draws, seed=1)
    for action in taken:
        batch.step([action])
    return match, batch


def _lines(trees: Trees, match: Match, wanted: int) -> tuple[Line, ...]:
    """Return the turns tried most, with the turns expected to follow."""
    found = sorted(_turns(trees, match, 0), key=lambda turn: -turn[0])[:wanted]
    return tuple(_line(trees, *turn[1:]) for turn in found)


def _turns(trees: Trees, match: Match, node: int) -> Iterator[tuple[float, float, Match, int]]:
    """Yield the turns from a node: how often each was tried, its mean result, and the match and the node after it."""
    for action in match.legal():
        visits = float(trees.visits[0, node, action])
        if not visits:
            continue
        after, child = deepcopy(match), int(trees.children[0, node, action])
        after.act(action)
        if len(after.positions) == len(match.positions) and trees.visits[0, child].any():
            yield from _turns(trees, after, child)
            continue
        while len(after.positions) == len(match.positions):  # the tree ends within the turn
            after.act(after.legal()[0])
            child = 0
        yield visits, float(trees.worths[0, node, action]) / visits, after, child


def _line(trees: Trees, mean: float, match: Match, node: int) -> Line:
    """Return a line that begins with the last turn of a match and continues with the actions tried most after it."""
    moves = [match.moves[-1]]
    while node:
        turns = list(_turns(trees, match, node))
        if not turns:
            break
        _, _, match, node = max(turns, key=lambda turn: turn[0])
        moves.append(match.moves[-1])
    return Line(Score(round(CERTAIN * mean)), tuple(moves))
