"""Fanorona proved: can a side force a win from a position? A draw is two statements, that neither side can.

`lalao.kernels.fanorona_proof` searches. A "yes" stands by itself. A "no" is checked here before it is reported: the
positions it rests on must hold one another up (see `lalao.kernels.fanorona_closure`), and where one does not, it is
searched again.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lalao.board.orbits import places, slices
from lalao.codecs.fanorona_proof import ProofSearch
from lalao.codecs.fanorona_tables import Endgames, layout
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.solve.certificate import Certificate, Claim, name_of_tables
from lalao.tables.head import base_id
from lalao.tables.probe import default_folder, opened_tables, tables
from lalao.tables.unpacked import begins_up_to, mapped
from lalao.values import DRAW, UNKNOWN, Loss, Side, Unknown, Value, Win

if TYPE_CHECKING:
    from lalao.tables.build import Report

SLICE = 100_000
"""Expansions between two calls of the watch; a search can be interrupted only there."""
EASY_PLACES = 8_000_000
"""Most places of the tables that are built where nobody says how many pieces are wanted: seconds of work."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: attacker, expansions, seconds, the root's proof numbers, the share of the table in use."""

    attacker: Side
    expansions: int
    seconds: float
    proof: int
    disproof: int
    filled: float


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
    """The endgame tables of up to `pieces` pieces, built first where they are missing."""

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
            from lalao.tables.build import Build, Threads  # kernels that those who have tables do without

            Build(game, self.pieces, folder or default_folder(), Threads(1)).run(report)
            opened_tables.cache_clear()
            known = tables(game, folder)
        begins, length = begins_up_to(game, self.pieces)
        unpacked = mapped(game, folder)
        inside = unpacked is not None and unpacked.pieces >= self.pieces
        codes = unpacked.codes[:length] if inside and unpacked else known.all_codes(begins, length)
        board = layout(game.lattice.height, game.lattice.width, slices(self.pieces, game.pieces)).board
        self.endgames = Endgames(board, codes, self.pieces)

    @cached_property
    def sha256(self) -> str:
        """The SHA-256 that names these tables in a certificate."""
        return name_of_tables(self.game.id, self.pieces, self.endgames.codes)


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
    ) -> None:
        """Prepare the question; `memory` is in bytes, `most` limits the expansions, `watch` is told of progress."""
        self.position, self.attacker, self.known = replace(position, quiet=0), attacker, known
        self.most, self.watch = most, watch
        self.searcher = ProofSearch(position.game, memory, known.endgames)
        self.root = position.own, position.enemy, position.to_move is attacker
        self.begun = time.perf_counter()

    def run(self, certified: bool) -> Statement:
        """Search, and check a "no"; add a certificate where `certified` asks for one and something is proved.

        Raises TooLargeError where the certificate needs more memory than the search has.
        """
        wins = self.searcher.is_settled(*self.root)
        is_searched = wins is None
        if wins is None:
            wins = self._decided(*self.root)
        if is_searched and wins is False:
            wins = self._checked()
        certificate = None
        if certified and wins is not None:
            if is_searched and wins and not self._founded():
                raise TooLargeError("the proof does not fit in memory as a whole: give more with --memory")
            certificate = self._certificate(wins, is_searched)
        seconds = time.perf_counter() - self.begun
        return Statement(self.attacker, wins, self.searcher.expansions, seconds, certificate)

    def _decided(self, own: int, enemy: int, attacking: bool) -> bool | None:
        """Search a position; tell whether the attacker wins, None where the expansions are used up."""
        self.searcher.start(own, enemy, attacking)
        return self._finished()

    def _finished(self) -> bool | None:
        """Go on with the search that was started; tell whether the attacker wins its root, None where it is cut off."""
        searcher = self.searcher
        while True:
            left = SLICE if self.most is None else min(SLICE, self.most - searcher.expansions)
            found = searcher.search(max(0, left))
            if found.is_decided:
                return found.proof == 0
            if left < SLICE:
                return None
            seconds = time.perf_counter() - self.begun
            self.watch(
                Progress(self.attacker, searcher.expansions, seconds, found.proof, found.disproof, searcher.filled)
            )

    def _checked(self) -> bool | None:
        """Close the positions that "no win" rests on, searching what is missing; tell whether the attacker wins."""
        searcher = self.searcher
        searcher.open_graph(*self.root, claim=False)
        while not searcher.is_dead:
            deaths, holes = searcher.deaths, 0
            node = searcher.explore(0)
            while node is not None:
                holes += 1
                searcher.start_at(node)
                wins = self._finished()
                if wins is None:
                    return None
                if wins:
                    searcher.bury(node)
                else:
                    searcher.choose(node)
                node = searcher.explore(node)
            if not holes and deaths == searcher.deaths:
                return False
        return True

    def _founded(self) -> bool:
        """Gather the positions of a win, searching what the table has lost; tell whether all rest on ends of games."""
        searcher = self.searcher
        searcher.open_graph(*self.root, claim=True)
        node = searcher.explore(0)
        while node is not None:
            searcher.start_at(node)
            if not self._finished():
                return False
            searcher.choose(node)
            node = searcher.explore(node)
        return searcher.found_all()

    def _certificate(self, wins: bool, is_searched: bool) -> Certificate:
        turns = self.searcher.chosen_turns().tolist() if is_searched else []
        claim = Claim(
            game=self.position.game.id,
            position=str(self.position),
            attacker=str(self.attacker),
            wins=wins,
            pieces=self.known.pieces,
            tables=self.known.sha256,
        )
        return Certificate(claim, {(own, enemy): (after, left) for own, enemy, after, left in turns})
