"""The proof search of Fanorona: an object around the arrays of `lalao.kernels.fanorona_proof`."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from lalao.arrays.types import IntArray
from lalao.codecs.fanorona import MOST_TURNS, Endgames, flags, lines_of
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona
from lalao.kernels import fanorona as turns_kernel
from lalao.kernels import fanorona_closure as closure
from lalao.kernels import fanorona_proof as kernel
from lalao.kernels import fanorona_proof_state as state
from lalao.kernels import fanorona_proof_table as entries

MOST_PATH = 4_000
MOST_ROWS = 400_000
FIRST_NODES = 1 << 12
ENTRY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Found:
    """The proof and disproof numbers of the root; one of them is 0 once it is decided."""

    proof: int
    disproof: int

    @property
    def is_decided(self) -> bool:
        """Whether the root is proved or disproved."""
        return not (self.proof and self.disproof)


FIRST_TABLE = 1 << 22
GROWTH = 8
FULL = 0.4
"""The share of a table in use above which it is replaced by a larger one."""


def words_in(memory: int) -> int:
    """Return the number of words of the largest table within `memory` bytes, a power of 2."""
    buckets = max(1, memory // (ENTRY_BYTES * entries.BUCKET // 2))
    return entries.BUCKET << (buckets.bit_length() - 1)


REPLACED = ("words", "passed", "table", "slots", "nodes")
"""The arrays that a search changes, except for its path and the turns along it."""


class ProofSearch:
    """A depth-first proof-number search with its table and current path, and the graph that checks its result.

    The graph is that of `lalao.kernels.fanorona_closure`.
    """

    def __init__(self, game: Fanorona, memory: int, endgames: Endgames | None) -> None:
        """Allocate the arrays; the table grows up to `memory` bytes, so that a small search starts at once."""
        self.most_words = words_in(memory)
        self.workspace = state.Prover(
            board=endgames.board if endgames else lines_of(game),
            stack=np.zeros(turns_kernel.STACK_WORDS, dtype=np.int64),
            turns=np.zeros((MOST_ROWS, state.ROW_WORDS), dtype=np.int64),
            frames=np.zeros((MOST_PATH, state.FRAME_WORDS), dtype=np.int64),
            words=np.zeros(state.STATE_WORDS, dtype=np.int64),
            passed=np.zeros(state.PASSED, dtype=np.int64),
            table=np.zeros(min(self.most_words, words_in(FIRST_TABLE)), dtype=np.int64),
            codes=endgames.codes if endgames else np.zeros(1, dtype=np.uint8),
            slots=np.zeros(4 * FIRST_NODES, dtype=np.int64),
            nodes=np.zeros((FIRST_NODES, state.NODE_WORDS), dtype=np.int64),
        )
        self.words = self.workspace.words
        self.words[state.TABLE_PIECES] = endgames.pieces if endgames else 0
        self.words[state.PACKED] = endgames is not None and endgames.packed
        self.words[state.RULES] = flags(game)

    def arrays(self) -> dict[str, IntArray]:
        """Return the state of a search to continue elsewhere: the arrays that it changes, by name, as far as in use."""
        path = self.workspace.frames[: int(self.words[state.PLY]) + 1]
        used = {"frames": path, "turns": self.workspace.turns[: max(0, int(path[:, state.END].max()))]}
        return {name: getattr(self.workspace, name) for name in REPLACED} | used

    def check_room(self, shape: Sequence[int]) -> None:
        """Check that a table of this shape may replace that of the search.

        Raises TooLargeError where it takes more memory than this search may have.
        """
        words = math.prod(shape)
        if words > self.most_words:
            raise TooLargeError(
                "the search that goes on has a table of {need} MB: allow it with --memory", need=8 * words >> 20
            )

    def go_on_with(self, arrays: Mapping[str, Any]) -> None:
        """Replace the arrays that a search changes by those of another one on the same game with the same tables."""
        packed, words = self.words[state.PACKED], np.zeros(state.STATE_WORDS, dtype=np.int64)
        words[: len(arrays["words"])] = arrays["words"]  # those kept by earlier versions are fewer
        words[state.PACKED] = packed
        self.workspace = self.workspace._replace(**{name: arrays[name] for name in REPLACED} | {"words": words})
        self.words = self.workspace.words
        for name in ("frames", "turns"):
            getattr(self.workspace, name)[: len(arrays[name])] = arrays[name]

    @property
    def expansions(self) -> int:
        """The number of positions expanded so far."""
        return int(self.words[state.EXPANSIONS])

    @property
    def filled(self) -> float:
        """The share of the table in use, from 0 to 1."""
        return int(self.words[state.FILLED]) * 2 / self.workspace.table.size

    def start(self, own: int, enemy: int, attacking: bool) -> None:
        """Begin a search at a position, seen from the side to move; `attacking` says whether that side should win."""
        kernel.start(self.workspace, own, enemy, int(attacking))

    def forget_graph(self) -> None:
        """Make no more use of the graph."""
        self.words[state.USE_GRAPH] = 0

    def new_question(self) -> None:
        """Let a new question use nothing that the last one assumed, nor its graph."""
        self.forget_graph()
        self.words[state.QUESTION] = self.words[state.QUESTION] % entries.MOST_PLIES + 1

    def search(self, more: int) -> Found:
        """Go on for at most `more` expansions, and return the numbers of the root."""
        until = self.expansions + more
        while kernel.search(self.workspace, until) == kernel.NO_ROOM:
            self._grow()
        if self.filled > FULL and self.workspace.table.size < self.most_words:
            self._enlarge()
        return self.found()

    def _enlarge(self) -> None:
        """Move the entries to a larger table."""
        old = self.workspace.table
        table = np.zeros(min(self.most_words, GROWTH * old.size), dtype=np.int64)
        entries.move(old, table)
        self.workspace = self.workspace._replace(table=table)

    def found(self) -> Found:
        """Return the current numbers of the root."""
        phi, delta = int(self.words[state.PHI]), int(self.words[state.DELTA])
        attacking = self.workspace.frames[0, state.ATTACKING]
        return Found(phi, delta) if attacking else Found(delta, phi)

    def after_root(self) -> list[tuple[int, int, Found]]:
        """Return for each turn of the root the pieces of the side to move then, the others, and the numbers there."""
        first = self.workspace.frames[0]
        rows = self.workspace.turns[first[state.BEGIN] : first[state.END]]
        found = []
        for row in rows:
            phi, delta = int(entries.phi_of(row[state.KNOWN])), int(entries.delta_of(row[state.KNOWN]))
            numbers = Found(delta, phi) if first[state.ATTACKING] else Found(phi, delta)
            found.append((int(row[turns_kernel.ENEMY]), int(row[turns_kernel.OWN]), numbers))
        return found

    def is_settled(self, own: int, enemy: int, attacking: bool) -> bool | None:
        """Tell whether the attacker wins a position, if the game is over or the tables hold it; None where not."""
        end = int(state.settled(self.workspace, own, enemy, int(attacking)))
        return end > 0 if end else None

    def open_graph(self, own: int, enemy: int, attacking: bool, claim: bool) -> None:
        """Begin the graph of a claim at its root; `claim` is True for "the attacker wins", False for its opposite."""
        self.words[state.NODES] = self.words[state.MARKED] = 0
        self.words[state.CLAIM] = claim
        self.words[state.USE_GRAPH] = 0 if claim else state.CLOSING
        self.workspace.slots[:] = 0
        state.added(self.workspace, own, enemy, int(attacking))

    @property
    def nodes(self) -> int:
        """The number of positions in the graph."""
        return int(self.words[state.NODES])

    @property
    def marked(self) -> int:
        """How often a position of the graph has been marked as dead or open."""
        return int(self.words[state.MARKED])

    def explore(self, first: int) -> int | None:
        """Complete the graph from node `first` on; return a node whose turn must be searched first, None if complete.

        Raises TooLargeError where a position has too many turns.
        """
        while True:
            outcome = int(closure.explore(self.workspace, first))
            if outcome == closure.EXPLORED:
                return None
            first = int(self.words[state.HOLE])
            if outcome == closure.MET_HOLE:
                return first
            if outcome == turns_kernel.TOO_MANY:
                raise TooLargeError("more than {most} turns are possible here: too many to look at", most=MOST_ROWS)
            self._grow()

    def _grow(self) -> None:
        """Make room for at least four times as many nodes."""
        old = self.workspace.nodes
        nodes = np.zeros((4 * len(old) + MOST_TURNS, state.NODE_WORDS), dtype=np.int64)
        nodes[: len(old)] = old
        slots = np.zeros(1 << (4 * len(nodes)).bit_length(), dtype=np.int64)
        self.workspace = self.workspace._replace(nodes=nodes, slots=slots)
        state.file_all(self.workspace)

    def start_at(self, node: int) -> None:
        own, enemy, kind, _ = (int(word) for word in self.workspace.nodes[node])
        self.start(own, enemy, bool(kind & state.IS_ATTACKING))

    def found_at(self, node: int) -> None:
        """Begin a search at a node that enters in the graph every win that it finds, with the turn that wins.

        It believes no win that the table names and the graph does not hold: it looks there first.
        """
        self.words[state.USE_GRAPH] = state.FOUNDING
        self.start_at(node)

    def choose(self, node: int) -> None:
        """Set the answer of a node to the shortest good turn that the search there has just found."""
        rows = self.workspace.turns[: self.workspace.frames[0, state.END], state.KNOWN]
        good = np.flatnonzero((rows >> entries.DELTA_AT & entries.INFINITE) == 0)
        plies = rows[good] >> entries.PLIES_AT & entries.MOST_PLIES
        self.workspace.nodes[node, state.ANSWER] = good[np.argmin(plies)]

    def bury(self, node: int) -> None:
        """Mark a node as dead: it does not fulfil the claim."""
        closure.bury(self.workspace, node)

    def leave_open(self, node: int) -> None:
        """Mark the node that was searched as open; the table keeps its numbers, and those of the path below it."""
        self.workspace.frames[: int(self.words[state.PLY]) + 1, state.MOST_PHI] = 0
        kernel.search(self.workspace, 0)
        closure.leave_open(self.workspace, node)

    @property
    def is_open(self) -> bool:
        """Whether the root is open."""
        return bool(self.workspace.nodes[0, state.NODE_STATE] & state.OPEN)

    def search_again(self) -> None:
        """Begin at the root, which is open: believe no open node, and all others."""
        closure.mark_checked(self.workspace)
        closure.disbelieve(self.workspace)
        self.start_at(0)

    def close_graph(self, own: int, enemy: int, attacking: bool) -> None:
        """Begin the graph of "no win", or go on with the one there is: its open nodes are to be looked at again."""
        if self.words[state.USE_GRAPH]:
            closure.look_again(self.workspace)
        else:
            self.open_graph(own, enemy, attacking, claim=False)

    @property
    def is_dead(self) -> bool:
        """Whether the root is marked as dead: it does not fulfil the claim."""
        return bool(self.workspace.nodes[0, state.NODE_STATE] & state.DEAD)

    def found_all(self) -> bool:
        """Mark, pass after pass, the nodes whose turns lead to won ends; tell whether the root is among them."""
        while closure.found(self.workspace):
            pass
        return bool(self.workspace.nodes[0, state.NODE_STATE] & state.FOUNDED)

    def unfounded(self) -> list[int]:
        """List the nodes that are not founded, the root first."""
        states = self.workspace.nodes[: self.nodes, state.NODE_STATE]
        return [int(node) for node in np.flatnonzero(states & state.FOUNDED == 0)]

    def chosen_turns(self) -> IntArray:
        """Return the turns of the chooser, a row each: own and enemy pieces before the turn, and after it."""
        turns = np.zeros((self.nodes, 4), dtype=np.int64)
        written = closure.gather(self.workspace, np.zeros(self.nodes, dtype=np.int64), turns)
        return turns[:written]
