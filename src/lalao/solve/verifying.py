"""Certificates of Fanorona checked with the readable rules and the published tables: no code of the prover is used.

From the root on, the chooser's turns are the certificate's, the other side's are all that the rules allow. Every end
met must suit the claim. For "no win" that is enough: an attacker who can be held off for ever has not won. The turns
of a win must also make no circle, so that every line comes to an end.

Every turn must be met: one that is not has not been checked, and the proof of a certificate is read from all of them.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lalao.errors import FileError, LalaoError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.game import Game
from lalao.games.registry import game_as
from lalao.solve.certificate import Certificate, Claim, Turn, name_of_tables
from lalao.tables.head import base_id
from lalao.tables.probe import Tables, default_folder, tables
from lalao.tables.unpacked import MOST_BYTES, Unpacked, begins_up_to
from lalao.values import Side

Count = Callable[[int], None]


class RefutedError(LalaoError):
    """Raised where a certificate does not show what it claims."""

    status = 422


@dataclass(frozen=True, slots=True)
class Verified:
    """The extent of a check: positions in all, ends among them, and turns of the certificate that were needed."""

    claim: Claim
    positions: int
    ends: int
    turns: int


def verify(certificate: Certificate, folder: Path | None = None, count: Count = lambda _: None) -> Verified:
    """Check a certificate; `count` is called with 1 for each of its turns that is used.

    Raises RefutedError where it does not show its claim, FileError where the tables it rests on are not there,
    NotationError or UnknownGameError where its claim cannot be read.
    """
    return Verifier(certificate, folder).run(count)


def game_of(claim: Claim) -> Fanorona:
    """Return the game of a claim.

    Raises RefutedError where the game has no certificates, UnknownGameError where there is no such game of Fanorona.
    """
    game = game_as(claim.game, Fanorona)
    if base_id(game) != game.id:
        raise RefutedError("{game} has no certificates: a position of it is more than board and side", game=claim.game)
    return game


def check_game(claim: Claim, wanted: Game) -> None:
    """Reject a claim about a game other than the one that is wanted.

    Raises RefutedError.
    """
    if claim.game != wanted.id:
        raise RefutedError("the certificate is for {found}, not for {game}", found=claim.game, game=wanted.id)


def published(game: Fanorona, claim: Claim, folder: Path | None) -> Unpacked | Tables:
    """Return the tables that a claim names, in memory unless they are too large.

    Raises FileError where they are missing, RefutedError where those found have another SHA-256.
    """
    known = tables(game, folder)
    if known.most < claim.pieces:
        raise FileError(
            "the tables of {game} up to {pieces} pieces are not in '{folder}': lalao tables build {game} --pieces "
            "{pieces} makes them",
            game=game.id,
            pieces=claim.pieces,
            folder=folder or default_folder(),
        )
    begins, length = begins_up_to(game, claim.pieces)
    codes = known.all_codes(begins, length) if length <= MOST_BYTES else None
    found = name_of_tables(game.id, claim.pieces, known.parts(begins) if codes is None else [codes])
    if found != claim.tables:
        raise RefutedError(
            "the certificate rests on other tables of {game}: its tables have the SHA-256 {wanted}, these have {found}",
            game=game.id,
            wanted=claim.tables,
            found=found,
        )
    return known if codes is None else Unpacked(game, claim.pieces, codes, begins)


class Verifier:
    """Goes through the positions of a certificate, each once."""

    def __init__(self, certificate: Certificate, folder: Path | None) -> None:
        """Read the claim and find its tables.

        Raises the errors of `verify`.
        """
        self.claim, self.turns = certificate.claim, certificate.turns
        game = game_of(self.claim)
        self.root = game.position(self.claim.position)
        self.attacker = Side(self.claim.attacker)
        self.chooser = self.attacker if self.claim.wins else self.attacker.other
        self.tables = published(game, self.claim, folder)
        self.after: dict[FanoronaPosition, list[FanoronaPosition]] = {}
        self.ends = 0
        self.used: set[Turn] = set()

    def run(self, count: Count) -> Verified:
        """Check everything that the root leads to, and return the counts.

        Raises RefutedError.
        """
        waiting = [self.root]
        seen = {self.root.key}
        looked = 0
        while waiting:
            position = waiting.pop()
            looked += 1
            if self.is_end(position):
                continue
            after = [bare(one) for one in self.followers(position, count)]
            if self.claim.wins:
                self.after[position] = after
            fresh = [one for one in after if one.key not in seen]
            seen.update(one.key for one in fresh)
            waiting += dict.fromkeys(fresh)
        if self.claim.wins:
            self._refuse_circles()
        self._refuse_useless()
        return Verified(self.claim, looked, self.ends, len(self.used))

    def is_end(self, position: FanoronaPosition) -> bool:
        """Tell whether the rules or the tables decide a position.

        Raises RefutedError where they decide it against the claim.
        """
        wins = self._winner(position)
        if wins is None:
            return False
        self.ends += 1
        if wins is not self.claim.wins:
            raise RefutedError("refuted: the play ends in {position}, against the claim", position=position)
        return True

    def _winner(self, position: FanoronaPosition) -> bool | None:
        """Tell whether the attacker wins a position; None where neither rules nor tables decide it."""
        outcome = position.outcome
        if outcome is not None:
            return outcome.winner is self.attacker
        if (position.white | position.black).bit_count() > self.claim.pieces:
            return None
        code = self.tables.code(position.own, position.enemy)
        assert code is not None  # all slices are there
        return code != 0 and (code % 2 == 0) is (position.to_move is self.attacker)

    def followers(self, position: FanoronaPosition, count: Count) -> list[FanoronaPosition]:
        """Return the positions after every legal turn, or after the certificate's alone where the chooser moves.

        Raises RefutedError where the certificate has no turn, or one that is not legal.
        """
        every = [position._play(move) for move in position.legal_moves()]
        if position.to_move is not self.chooser:
            return every
        chosen = self.turns.get((position.own, position.enemy))
        if chosen is None:
            raise RefutedError("refuted: the certificate has no turn for {position}", position=position)
        self.used.add((position.own, position.enemy))
        count(1)
        found = [one for one in every if (one.enemy, one.own) == chosen]
        if not found:
            raise RefutedError("refuted: the certificate's turn in {position} is not legal", position=position)
        return found[:1]

    def _refuse_circles(self) -> None:
        """Check that every line of a win ends, by taking away positions whose followers have all been taken away."""
        before: dict[FanoronaPosition, list[FanoronaPosition]] = {one: [] for one in self.after}
        open_turns = {}
        for position, after in self.after.items():
            inside = [one for one in after if one in self.after]
            open_turns[position] = len(inside)
            for one in inside:
                before[one].append(position)
        done = deque(position for position, number in open_turns.items() if number == 0)
        while done:
            for position in before[done.popleft()]:
                open_turns[position] -= 1
                if open_turns[position] == 0:
                    done.append(position)
        circle = next((position for position, number in open_turns.items() if number), None)
        if circle is not None:
            raise RefutedError("refuted: the play goes round in a circle at {position}", position=circle)

    def _refuse_useless(self) -> None:
        """Check that the play from the root has met every turn of the certificate."""
        for own, enemy in self.turns.keys() - self.used:
            white, black = (own, enemy) if self.chooser is Side.WHITE else (enemy, own)
            raise RefutedError(
                "refuted: the certificate has a turn for {position}, which is never reached",
                position=FanoronaPosition(self.root.game, white, black, self.chooser),
            )


def bare(position: FanoronaPosition) -> FanoronaPosition:
    """Return a position without its quiet plies."""
    return FanoronaPosition(position.game, position.white, position.black, position.to_move)
