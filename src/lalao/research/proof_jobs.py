"""Proofs by many jobs: searches within a budget, by processes here or on other machines, under a tree of positions.

`ProofTree` says which position to search next. Each job asks `fanorona_proof.Proof` about one position: its "yes" and
its checked "no" hold for good, and are written to a journal, a line each, with a certificate of their own where one is
wanted. Whatever stops the work, the journal gives the same tree again.
"""

import hashlib
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from time import perf_counter

import msgspec

from lalao.codecs.fanorona_proof import Found, ProofSearch
from lalao.errors import FileError, TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.processes import children_ended, deaf_to_interrupts, interrupts_wait, processes
from lalao.research.proof import Progress, Proof, ProvingTables, Statement, Watch
from lalao.research.proof_tree import INFINITE, WON, Node, Numbers, ProofTree
from lalao.solve.certificate import Certificate, Claim, Turn, read_certificate
from lalao.values import Side

FIRST_BUDGET = 1_000_000
"""Expansions of the first search of a position; each later one may make twice as many as the one before."""


@dataclass(frozen=True, slots=True)
class Question:
    """The settings shared by all jobs of a proof: game, attacker, tables, memory per process, whether to certify."""

    game: str
    attacker: str
    pieces: int
    folder: str | None
    memory: int
    certified: bool


class Said(msgspec.Struct, frozen=True):
    """A job's report on a position: the answer, or else its numbers and those of the positions after it."""

    position: str
    wins: bool | None
    expansions: int
    numbers: Numbers = (1, 1)
    after: tuple[tuple[int, int, int, int], ...] = ()


ONE_AT_A_TIME = threading.Lock()
"""The threads of a process share one search."""


@contextmanager
def workers(jobs: int, scheduler: str | None) -> Iterator[tuple[Executor, Callable[[], int]]]:
    """Provide the executor of jobs, and a function that counts how many may run now: Dask's workers come and go.

    Raises TooLargeError where Dask is missing or a process is killed, NotationError where no scheduler answers.
    """
    if scheduler is not None:
        from lalao.research.cluster import connected, threads

        client, cluster = connected(scheduler)
        try:
            yield client.get_executor(pure=False), lambda: threads(client)
        finally:
            client.close()
            if cluster is not None:
                cluster.close()
        return
    with interrupts_wait():
        pool = processes(jobs)
    try:
        with children_ended():
            yield pool, lambda: jobs
    except BrokenProcessPool:
        raise TooLargeError("a process that searched was killed: there may be too little memory") from None
    finally:
        pool.shutdown(cancel_futures=True)


@cache
def prepared(question: Question) -> tuple[ProvingTables, ProofSearch]:
    """Return the tables and the search that all jobs of this process share; the search keeps its table."""
    game = game_as(question.game, Fanorona)
    folder = None if question.folder is None else Path(question.folder)
    known = ProvingTables(game, question.pieces, folder, lambda _: None)
    return known, ProofSearch(game, question.memory, known.endgames)


def search(question: Question, text: str, budget: int) -> tuple[Said, Certificate | None]:
    """Ask about one position within a budget of expansions; a certificate comes with an answer, if wanted."""
    with ONE_AT_A_TIME:
        return _searched(question, text, budget)


def _searched(question: Question, text: str, budget: int) -> tuple[Said, Certificate | None]:
    known, searcher = prepared(question)
    position = known.game.position(text)
    proof = Proof(position, Side(question.attacker), known, question.memory, budget, searcher=searcher)
    found = proof.run(question.certified)
    if found.wins is not None:
        return Said(text, found.wins, found.expansions), found.certificate
    if proof.stage.name != "search":
        return Said(text, None, found.expansions), None
    after = tuple((own, enemy, *bounded(numbers)) for own, enemy, numbers in searcher.after_root())
    return Said(text, None, found.expansions, bounded(searcher.found()), after), None


def bounded(numbers: Found) -> Numbers:
    """Return numbers that leave the position open: a search that was cut off proves nothing."""
    return max(1, min(numbers.proof, INFINITE // 2)), max(1, min(numbers.disproof, INFINITE // 2))


class Journal:
    """The reports of a question's jobs, a line each in the order in which they ended."""

    def __init__(self, folder: Path, claim: Claim) -> None:
        """Make the folder of the question in `folder`, where it is missing, and read the journal.

        Raises FileError where that is impossible.
        """
        question = {name: getattr(claim, name) for name in ("game", "position", "attacker", "pieces")}
        name = hashlib.sha256(msgspec.json.encode(question, order="sorted")).hexdigest()[:12]
        self.folder = folder / f"{claim.game}-{claim.attacker}-{name}.jobs"
        self.path = self.folder / "journal"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with self.path.open("a+b") as file:
                file.seek(0)
                self._whole = [line for line in file if line.endswith(b"\n")]
                file.truncate(sum(map(len, self._whole)))
        except OSError as problem:
            raise FileError("the folder '{file}' cannot be used: {reason}", file=folder, reason=str(problem)) from None

    def said(self) -> Iterator[Said]:
        """Yield the earlier reports.

        Raises FileError where the journal is damaged.
        """
        try:
            for line in self._whole:
                yield msgspec.json.decode(line, type=Said)
        except (ValueError, RecursionError):
            raise FileError("the file '{file}' is damaged: remove it to begin again", file=self.path) from None

    def add(self, said: Said) -> None:
        """Write a line.

        Raises FileError where it cannot be written.
        """
        try:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(said) + b"\n")
        except OSError as problem:
            raise FileError(
                "the file '{file}' cannot be written: {reason}", file=self.path, reason=str(problem)
            ) from None

    def forget(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def certificate(self, number: int) -> Path:
        """Return where the certificate of a job is, by the number of its line."""
        return self.folder / f"{number}.proof"


class ProofByJobs:
    """One question, asked by many jobs: can the attacker force a win from a position?"""

    def __init__(
        self,
        position: FanoronaPosition,
        question: Question,
        known: ProvingTables,
        folder: Path,
        watch: Watch = lambda _: None,
    ) -> None:
        """Go on where the journal in `folder` ends; `watch` is told of progress after each job.

        Raises FileError where the folder cannot be used, or the journal is damaged.
        """
        self.position, self.question, self.watch = replace(position, quiet=0), question, watch
        self.attacker, self.known = Side(question.attacker), known
        ends = ProofSearch(position.game, 0, known.endgames)
        self.tree = ProofTree(self.attacker, lambda place: ends.is_settled(*place))
        self.root = self.tree.begun(self.position)
        self.journal = Journal(folder, known.claim(self.position, self.attacker, wins=False, is_named=False))
        self.expansions = self.lines = self.jobs = 0
        self.begun = perf_counter()
        for said in self.journal.said():
            self._take(said)

    def run(self, executor: Executor, jobs: Callable[[], int], most: int | None = None) -> Statement:
        """Keep `jobs()` searches going, until the question is answered, or `most` expansions have been made in all.

        They are counted again whenever some have ended.

        Raises FileError where their reports cannot be written, LalaoError as `Proof` does.
        """
        going: dict[Future[tuple[Said, Certificate | None]], Node] = {}
        try:
            while self.root.is_open and (most is None or self.expansions < most):
                self.jobs = jobs()
                while len(going) < self.jobs and (leaf := self.tree.most_proving(self.root)):
                    self.tree.mark(leaf, 1)
                    budget = FIRST_BUDGET << self.tree.cuts[leaf.place]
                    with interrupts_wait(), deaf_to_interrupts():
                        future = executor.submit(search, self.question, str(leaf.position), budget)
                    going[future] = leaf
                for done in wait(going, return_when=FIRST_COMPLETED).done:
                    self.tree.mark(going.pop(done), -1)
                    self._keep(*done.result())
        finally:
            for future in going:
                future.cancel()
        wins = None if self.root.is_open else self.root.numbers == WON
        certificate = self._certificate(wins) if wins is not None and self.question.certified else None
        return Statement(self.attacker, wins, self.expansions, perf_counter() - self.begun, certificate)

    def _keep(self, said: Said, certificate: Certificate | None) -> None:
        """Write a job's report, its certificate first, and take it."""
        if certificate is not None:
            certificate.write(self.journal.certificate(self.lines))
        self.journal.add(said)
        self._take(said)
        self.watch(
            Progress(
                self.attacker,
                self.expansions,
                perf_counter() - self.begun,
                *self.root.numbers,
                0.0,
                self.jobs,
                len(self.tree.sources),
            )
        )

    def _take(self, said: Said) -> None:
        """Pass a job's report to the tree; an answer without the certificate that is wanted now is asked for again."""
        number, self.lines = self.lines, self.lines + 1
        self.expansions += said.expansions
        position = self.known.game.position(said.position)
        place = self.tree.place(position)
        if said.wins is None:
            after = {(own, enemy, not place[2]): (proof, disproof) for own, enemy, proof, disproof in said.after}
            self.tree.cut_off(place, said.numbers, after)
        elif not self.question.certified or self.journal.certificate(number).exists():
            self.tree.answer(place, said.wins, number)

    def _certificate(self, wins: bool) -> Certificate:
        every = self.tree.turns(self.root, lambda number: read_certificate(self.journal.certificate(number)).turns)
        chooser = self.attacker if wins else self.attacker.other
        return Certificate(self.known.claim(self.position, self.attacker, wins), self._reached(every, chooser))

    def _reached(self, turns: Mapping[Turn, Turn], chooser: Side) -> dict[Turn, Turn]:
        """Return the turns that play from the root comes to: searches that overlap leave others, of no use."""
        reached: dict[Turn, Turn] = {}
        waiting, seen = [self.position], {self.position.key}
        while waiting:
            here = waiting.pop()
            if self.tree.settled(self.tree.place(here)) is not None:
                continue
            if here.to_move is chooser:
                before = here.own, here.enemy
                reached[before] = own, enemy = turns[before]
                white, black = (own, enemy) if chooser is Side.WHITE else (enemy, own)
                after = [FanoronaPosition(here.game, white, black, chooser.other)]
            else:
                after = [replace(here._play(move), quiet=0) for move in here.legal_moves()]
            waiting += {one.key: one for one in after if one.key not in seen}.values()
            seen.update(one.key for one in after)
        return reached
