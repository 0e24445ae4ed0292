"""The prover of Fanorona between readable positions and `lalao.kernels.fanorona_proof`."""

from dataclasses import dataclass

import numpy as np

from lalao.codecs.fanorona import MOST_TURNS, flags, lines_of
from lalao.codecs.fanorona_tables import Endgames
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona
from lalao.kernels import fanorona as turns_kernel
from lalao.kernels import fanorona_closure as closure
from lalao.kernels import fanorona_proof as kernel
from lalao.kernels import fanorona_proof_state as state
from lalao.kernels import fanorona_proof_table as entries
from lalao.kernels.fanorona import IntArray

MOST_PATH = 4_000
MOST_ROWS = 400_000
FIRST_NODES = 1 << 12
ENTRY_BYTES = 16


@dataclass(frozen=True, slots=True)
class Found:
    """What a search knows of its root: the proof and disproof numbers; one of them is 0 once it is decided."""

    proof: int
    disproof: int

    @property
    def is_decided(self) -> bool:
        """Whether the search is finished."""
        return not (self.proof and self.disproof)


FIRST_TABLE = 1 << 22
GROWTH = 8
FULL = 0.4
"""The share of a table in use from which a larger one is taken."""


def words_in(memory: int) -> int:
    """Return the words of a table of so many bytes at most, a power of 2."""
    buckets = max(1, memory // (ENTRY_BYTES * entries.BUCKET // 2))
    return entries.BUCKET << (buckets.bit_length() - 1)


class ProofSearch:
    """A depth-first proof-number search: one table, one path."""

    def __init__(self, game: Fanorona, memory: int, endgames: Endgames | None) -> None:
        """Lay out the arrays; the table grows up to so many bytes, so that a small question is answered soon."""
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
        self.words[state.RULES] = flags(game)

    @property
    def expansions(self) -> int:
        """The positions expanded so far."""
        return int(self.words[state.EXPANSIONS])

    @property
    def filled(self) -> float:
        """The share of the table that is in use."""
        return int(self.words[state.FILLED]) * 2 / self.workspace.table.size

    def start(self, own: int, enemy: int, attacking: bool) -> None:
        """Begin at a position, given as the side to move sees it; `attacking` where it is he who should win."""
        kernel.start(self.workspace, own, enemy, int(attacking))

    def search(self, more: int) -> Found:
        """Go on for so many expansions at most."""
        kernel.search(self.workspace, self.expansions + more)
        if self.filled > FULL and self.workspace.table.size < self.most_words:
            self._enlarge()
        return self.found()

    def _enlarge(self) -> None:
        """Move what is known to a larger table."""
        old = self.workspace.table
        table = np.zeros(min(self.most_words, GROWTH * old.size), dtype=np.int64)
        entries.move(old, table)
        self.workspace = self.workspace._replace(table=table)

    def found(self) -> Found:
        """Return what is known of the root now."""
        phi, delta = int(self.words[state.PHI]), int(self.words[state.DELTA])
        attacking = self.workspace.frames[0, state.ATTACKING]
        return Found(phi, delta) if attacking else Found(delta, phi)

    def is_settled(self, own: int, enemy: int, attacking: bool) -> bool | None:
        """Tell whether the attacker has won a position by its end or the tables; None where neither tells."""
        end = int(state.settled(self.workspace, own, enemy, int(attacking)))
        return end > 0 if end else None

    def open_graph(self, own: int, enemy: int, attacking: bool, claim: bool) -> None:
        """Begin the graph of a claim (the attacker wins, or does not) at its root."""
        self.words[state.NODES] = self.words[state.DEATHS] = 0
        self.words[state.CLAIM] = claim
        self.words[state.USE_GRAPH] = not claim
        self.workspace.slots[:] = 0
        state.added(self.workspace, own, enemy, int(attacking))

    @property
    def nodes(self) -> int:
        """The positions in the graph."""
        return int(self.words[state.NODES])

    @property
    def deaths(self) -> int:
        """How many positions of the graph have turned out not to fulfil the claim."""
        return int(self.words[state.DEATHS])

    def explore(self, first: int) -> int | None:
        """Complete the graph from a node on; return the node whose turn is to be searched, None where all is there.

        Raises TooLargeError.
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
        """Make room for four times as many nodes."""
        old = self.workspace.nodes
        nodes = np.zeros((4 * len(old) + MOST_TURNS, state.NODE_WORDS), dtype=np.int64)
        nodes[: len(old)] = old
        slots = np.zeros(1 << (4 * len(nodes)).bit_length(), dtype=np.int64)
        self.workspace = self.workspace._replace(nodes=nodes, slots=slots)
        state.file_all(self.workspace)

    def start_at(self, node: int) -> None:
        """Begin a search at a node."""
        own, enemy, kind, _ = (int(word) for word in self.workspace.nodes[node])
        self.start(own, enemy, bool(kind & state.IS_ATTACKING))

    def choose(self, node: int) -> None:
        """Take for the turn of a node the one that the search there has just found to be good."""
        rows = self.workspace.turns[: self.workspace.frames[0, state.END], state.KNOWN]
        good = np.flatnonzero((rows >> entries.DELTA_AT & entries.INFINITE) == 0)
        plies = rows[good] >> entries.PLIES_AT & entries.MOST_PLIES
        self.workspace.nodes[node, state.ANSWER] = good[np.argmin(plies)]

    def bury(self, node: int) -> None:
        """Mark a node that does not fulfil the claim."""
        closure.bury(self.workspace, node)

    @property
    def is_dead(self) -> bool:
        """Whether the root does not fulfil the claim."""
        return bool(self.workspace.nodes[0, state.NODE_STATE] & state.DEAD)

    def found_all(self) -> bool:
        """Found a win on its ends, pass after pass; tell whether the root is founded."""
        while closure.found(self.workspace):
            pass
        return bool(self.workspace.nodes[0, state.NODE_STATE] & state.FOUNDED)

    def chosen_turns(self) -> IntArray:
        """Return the turns of the side that chooses, a row each: own and enemy pieces before it, and after it."""
        turns = np.zeros((self.nodes, 4), dtype=np.int64)
        written = closure.gather(self.workspace, np.zeros(self.nodes, dtype=np.int64), turns)
        return turns[:written]
