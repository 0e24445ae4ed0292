"""Fanorona proved: can a side force a win from a position? A draw is two statements, that neither side can.

`lalao.kernels.fanorona_proof` searches. A "yes" stands by itself. A "no" is checked here before it is reported: the
positions it rests on must hold one another up (see `lalao.kernels.fanorona_closure`), and where one does not, it is
searched again.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from lalao.board.orbits import Slice, places, slices
from lalao.codecs.fanorona import Endgames, layout
from lalao.codecs.fanorona_proof import ProofSearch
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.research.proof_work import Stage, Work
from lalao.solve.certificate import Certificate, Claim, name_of_tables
from lalao.tables import unpacked
from lalao.tables.head import base_id
from lalao.tables.probe import Tables, default_folder, opened_tables, tables
from lalao.tables.unpacked import MOST_BYTES, begins_up_to, mapped
from lalao.values import DRAW, UNKNOWN, Loss, Side, Unknown, Value, Win

if TYPE_CHECKING:
    from lalao.tables.build import Report

FIRST_SLICE, SLICE = 1_000, 100_000
"""Expansions between two calls of the watch; a search can be interrupted only there."""
HOLE, HOLES = 10_000, 32
"""Most expansions of a node in a check: as many as this, or one in so many of all of the proof, if that is more."""
EASY_PLACES = 8_000_000
"""Most places of the tables that are built where nobody says how many pieces are wanted: seconds of work."""


OUTCOMES = np.array([0, *(2 - code % 2 for code in range(1, 256))], dtype=np.uint8)
"""The outcome of each code."""
OUTCOMES_SUFFIX = ".outcomes"
AT_ONCE = 1 << 24
"""Codes that are made into outcomes at a time; a multiple of 4."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: attacker, expansions, seconds, the root's proof numbers, the share of the table in use.

    For a search by many jobs also how many run at a time, and how many positions they have answered.
    """

    attacker: Side
    expansions: int
    seconds: float
    proof: int
    disproof: int
    filled: float
    jobs: int = 0
    answered: int = 0


Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Statement:
    """Whether a side can force a win, None where the search was cut off; the work done; the certificate, if wanted."""

    attacker: Side
    wins: bool | None
    expansions: int
    seconds: float
    certificate: Certificate | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the statement as a dict for JSON, its certificate as a SHA-256."""
        return {
            "attacker": str(self.attacker),
            "wins": self.wins,
            "expansions": self.expansions,
            "seconds": round(self.seconds, 3),
            "certificate": None if self.certificate is None else self.certificate.sha256,
        }


def value_of(position: FanoronaPosition, statements: list[Statement]) -> Value | Unknown:
    """Return the value that statements prove, for the side to move; wins and losses without their plies."""
    known = {one.attacker: one.wins for one in statements}
    if known.get(position.to_move):
        return Win(None)
    if known.get(position.to_move.other):
        return Loss(None)
    return DRAW if len(known) == 2 and None not in known.values() else UNKNOWN


class ProvingTables:
    """The endgame tables of up to `pieces` pieces, built first where they are missing.

    A place takes a byte, or two bits where that would be more than `MOST_BYTES`: who wins, without the plies.
    """

    def __init__(self, game: Fanorona, pieces: int | None, folder: Path | None, report: "Report") -> None:
        """Find or build the tables; where `pieces` is None, those that exist or take seconds to build.

        Raises TooLargeError where the game has none or there is no room, FileError where one is damaged.
        """
        if base_id(game) != game.id:
            raise TooLargeError("{game} cannot be proved: a position of it is more than board and side", game=game.id)
        self.game = game
        known = tables(game, folder)
        self.pieces = max(known.most, easy_pieces(game)) if pieces is None else min(pieces, 2 * game.pieces)
        if known.most < self.pieces:
            from lalao.tables.build import Build, Threads  # loads kernels, which those who have tables do without

            Build(game, self.pieces, folder or default_folder(), Threads(1)).run(report)
            opened_tables.cache_clear()
            known = tables(game, folder)
        begins, length = begins_up_to(game, self.pieces)
        held = mapped(game, folder)
        if packed := length > MOST_BYTES:
            codes = mapped_outcomes(game, self.pieces, known, folder)
        elif held is not None and held.pieces >= self.pieces:
            codes = held.codes[:length]
        else:
            codes = known.all_codes(begins, length)
        self._published = known
        board = layout(game.lattice.height, game.lattice.width, slices(self.pieces, game.pieces)).board
        self.endgames = Endgames(board, codes, self.pieces, packed)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 that names these tables in a certificate."""
        every = begins_up_to(self.game, self.pieces)[0]
        codes = self._published.parts(every) if self.endgames.packed else [self.endgames.codes]
        return name_of_tables(self.game.id, self.pieces, codes)

    def claim(self, position: FanoronaPosition, attacker: Side, wins: bool, is_named: bool = True) -> Claim:
        """Return the claim of an answer; its tables are named in a certificate alone, since that reads all of them."""
        tables = self.sha256 if is_named else ""
        return Claim(self.game.id, str(position), str(attacker), wins, self.pieces, tables)


def outcomes(known: Tables, begins: Mapping[Slice, int], length: int) -> npt.NDArray[np.uint8]:
    """Return who wins at each of `length` places, two bits each, the lowest first: 0 a draw, 1 lost, 2 won.

    Raises FileError where a file is damaged.
    """
    into = np.zeros(length // 4, dtype=np.uint8)
    for one, codes in known.codes_by_slice(begins):
        for first in range(0, codes.size, AT_ONCE):
            some, begin = codes[first : first + AT_ONCE], (begins[one] + first) // 4
            for number in range(4):
                each = OUTCOMES[some[number::4]]
                into[begin : begin + each.size] |= each << (2 * number)
    return into


def mapped_outcomes(game: Fanorona, pieces: int, known: Tables, folder: Path | None) -> npt.NDArray[np.uint8]:
    """Map `outcomes` from a file beside the tables, so that processes share them; a missing or damaged one is written.

    In a folder that cannot be written to they are in memory. Raises FileError where a file of the tables is damaged.
    """
    path = (folder or default_folder()) / f"{base_id(game)}.{pieces}{OUTCOMES_SUFFIX}"
    begins, length = begins_up_to(game, pieces)
    with suppress(OSError, ValueError, RecursionError):
        head, codes = unpacked.read(path)
        is_those = (head.game, head.pieces, codes.size) == (base_id(game), pieces, length // 4)
        if is_those and hashlib.sha256(codes.data).hexdigest() == head.sha256:
            return codes
    codes = outcomes(known, begins, length)
    with suppress(OSError):
        unpacked.write(path, game, pieces, codes)
        return unpacked.read(path)[1]
    return codes


def easy_pieces(game: Fanorona) -> int:
    """Return the most pieces for which a game's tables are built within seconds."""
    board, most = game.lattice, 2
    while most < 2 * game.pieces:
        total = sum(places(board.height, board.width, one) for one in slices(most + 1, game.pieces))
        if total > EASY_PLACES:
            break
        most += 1
    return most


class Proof:
    """One question: can the attacker force a win from a position?"""

    def __init__(
        self,
        position: FanoronaPosition,
        attacker: Side,
        known: ProvingTables,
        memory: int,
        most: int | None = None,
        watch: Watch = lambda _: None,
        work: Path | None = None,
        searcher: ProofSearch | None = None,
    ) -> None:
        """Prepare the question; `memory` is in bytes, `most` limits the expansions, `watch` is told of progress.

        Progress is kept in the folder `work`, and a search that was stopped continues from there. With a
        `searcher` from earlier questions about the same attacker, the entries of its table are used.

        Raises FileError where the folder cannot be used.
        """
        self.position, self.attacker, self.known = replace(position, quiet=0), attacker, known
        self.searcher = searcher or ProofSearch(position.game, memory, known.endgames)
        self.searcher.new_question()
        self.before = self.searcher.expansions
        self.most, self.watch = None if most is None else self.before + most, watch
        self.root = position.own, position.enemy, position.to_move is attacker
        self.work = (
            None if work is None else Work.of(work, known.claim(self.position, attacker, wins=False, is_named=False))
        )
        self.stage = Stage("search")
        self.begun = time.perf_counter()

    def run(self, certified: bool) -> Statement:
        """Search, and check a "no"; add a certificate where `certified` asks for one and something is proved.

        Raises TooLargeError where the certificate needs more memory than the search has, FileError where the kept work
        is damaged or cannot be written.
        """
        try:
            return self._run(certified)
        except KeyboardInterrupt:
            self._keep()
            raise

    def _run(self, certified: bool) -> Statement:
        wins, certificate = self.searcher.is_settled(*self.root), None
        is_searched = wins is None
        if is_searched:
            self._begin()
            wins = self._answer()
        if certified and wins is not None:
            if is_searched and wins and not self._founded():
                raise TooLargeError("the proof does not fit in memory as a whole: give more with --memory")
            certificate = self._certificate(wins, is_searched)
        seconds = time.perf_counter() - self.begun
        expansions = self.searcher.expansions - self.before
        return Statement(self.attacker, wins, expansions, seconds, certificate)

    def _begin(self) -> None:
        """Begin at the root, or where kept work ends."""
        kept = None if self.work is None else self.work.resume(self.searcher)
        if kept is None:
            self.searcher.start(*self.root)
        else:
            self.stage, self.begun = kept.stage, self.begun - kept.seconds

    def _answer(self) -> bool | None:
        """Search the root and check a "no"; tell whether the attacker wins, None where the expansions are used up.

        A "no" that leans on open positions is searched again.
        """
        searcher = self.searcher
        while self.stage.name != "gather":
            if self.stage.name == "search":
                wins = self._finished()
                self._keep()
                if wins is not False:
                    return wins
                searcher.close_graph(*self.root)
                self._check_again()
            if not self._is_checked():
                self._keep()
                return None
            if searcher.is_dead or not searcher.is_open:
                return searcher.is_dead
            searcher.search_again()
            self.stage = Stage("search")
        return True

    def _check_again(self) -> None:
        """Begin to go through the positions that "no win" rests on."""
        self.stage = Stage("check", marked=self.searcher.marked)
        self._next_node(0)

    def _next_node(self, first: int) -> None:
        """Begin a search at the next node, from node `first` on, whose turn must be searched; at none if complete."""
        self.stage.node = self.searcher.explore(first)
        if self.stage.node is not None:
            self.searcher.start_at(self.stage.node)
            if self.stage.name == "check":
                expansions = self.searcher.expansions
                self.stage.until = expansions + max(HOLE, (expansions - self.before) // HOLES)

    def _keep(self) -> None:
        """Keep the search as it is, where anything is kept."""
        if self.work is not None:
            self.work.keep(self.searcher, self.stage, time.perf_counter() - self.begun, now=True)

    def _finished(self) -> bool | None:
        """Go on with the search that was started; tell whether the attacker wins its root, None where it is cut off."""
        searcher = self.searcher
        while True:
            part = min(SLICE, max(FIRST_SLICE, searcher.expansions))
            ends = [end for end in (self.most, self.stage.until) if end is not None]
            left = max(0, min([part, *(end - searcher.expansions for end in ends)]))
            found = searcher.search(left)
            if found.is_decided:
                return found.proof == 0
            if left < part:
                return None
            seconds = time.perf_counter() - self.begun
            if self.work is not None:
                self.work.keep(searcher, self.stage, seconds)
            self.watch(
                Progress(self.attacker, searcher.expansions, seconds, found.proof, found.disproof, searcher.filled)
            )

    def _is_checked(self) -> bool:
        """Go through the positions that "no win" rests on until all are closed, dead or open; False where cut off."""
        searcher = self.searcher
        while True:
            while self.stage.node is not None:
                wins = self._finished()
                if wins is None and self.most is not None and searcher.expansions >= self.most:
                    return False
                self.stage.holes += 1
                if wins is None:
                    searcher.leave_open(self.stage.node)
                elif wins:
                    searcher.bury(self.stage.node)
                else:
                    searcher.choose(self.stage.node)
                self._next_node(self.stage.node)
            if searcher.is_dead or (not self.stage.holes and self.stage.marked == searcher.marked):
                return True
            self._check_again()

    def _founded(self) -> bool:
        """Gather the positions of a win, searching those lost from the table; tell whether all rest on ends of games.

        The question is answered: repeated searches do not count against the limit of expansions.
        """
        self.most = None
        if self.stage.name != "gather":
            self.searcher.open_graph(*self.root, claim=True)
            self.stage = Stage("gather")
            self._next_node(0)
        while self.stage.node is not None:
            if not self._finished():
                return False
            self.searcher.choose(self.stage.node)
            self._next_node(self.stage.node)
        return self.searcher.found_all() or self._founded_anew()

    def _founded_anew(self) -> bool:
        """Search again where wins lead to one another in a circle, as do those that lean on lost table entries."""
        searcher = self.searcher
        for node in searcher.unfounded():
            searcher.found_at(node)
            self._finished()
            searcher.forget_graph()
            if searcher.found_all():
                return True
        return False

    def _certificate(self, wins: bool, is_searched: bool) -> Certificate:
        turns = self.searcher.chosen_turns().tolist() if is_searched else []
        claim = self.known.claim(self.position, self.attacker, wins)
        return Certificate(claim, {(own, enemy): (after, left) for own, enemy, after, left in turns})
