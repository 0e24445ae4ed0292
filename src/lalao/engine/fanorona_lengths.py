"""How long decided games of Fanorona last: the search proves who wins, this module that nobody wins sooner.

It asks which turns of the root win within 1 ply, within 3, within 5, and so on. So the first one found wins soonest,
whatever the others are worth, and results hold where the allowed positions run out: the lengths found are
true, and every other turn takes longer. The same is asked of the turns that lose; those left over lose last.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from lalao.codecs.fanorona_search import StoppedError, Worker
from lalao.kernels.fanorona import State
from lalao.kernels.scores import DECIDED, WIN

MOST_PROVING = 200_000
"""Positions that may be looked at to find lengths, besides as many again as the search has looked at."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """A sketch of a turn: the search's value, the numbers of the turns of its line, and the plies to the end.

    `plies` is None where the game is not decided or its length not proved; only the first turn is certain then.
    """

    value: int
    turns: tuple[int, ...]
    plies: int | None = None

    @property
    def sign(self) -> int:
        """1 for a proved win, -1 for a proved loss, 0 for an opinion."""
        return (self.value > DECIDED) - (self.value < -DECIDED)


class Lengths:
    """The proofs about the turns of one root; they are kept from one depth of the search to the next."""

    def __init__(self, worker: Worker, state: State) -> None:
        """Take the worker that has the turns of this root."""
        self.worker = worker
        self.state = state
        self._ends: dict[bool, dict[int, int]] = {True: {}, False: {}}
        self._open: dict[bool, dict[int, int]] = {True: {}, False: {}}

    def proved(self, found: list[Sketch]) -> list[Sketch]:
        """Return the best lines with the true lengths of decided games, as far as the allowed positions reveal them.

        `found` holds the lines of the search, the best first; turns that prove better replace some of them.
        """
        if not any(one.sign for one in found):
            return found
        listed = {one.turns[0]: one for one in found}
        every = [*listed, *(turn for turn in range(self.worker.found) if turn not in listed)]
        losing = [turn for turn in every if listed.get(turn, found[-1]).sign < 0]
        winning = [turn for turn in listed if listed[turn].sign > 0]
        wins = self._ends[True]
        with self._allowed():
            able = [turn for turn in every if turn not in losing]
            self._ask(able, True, lambda: len(wins) >= len(found) or all(turn in wins for turn in winning))
        with self._allowed():
            self._ask(losing, False, lambda: all(turn in self._ends[False] for turn in losing))
        lines = self._in_order(listed, losing, found[-1].value)[: len(found)]
        return [self._with_line(one, listed.get(one.turns[0])) for one in lines]

    @contextmanager
    def _allowed(self) -> Iterator[None]:
        """Allow as many more positions as the search has looked at, plus `MOST_PROVING`; leave the block once spent."""
        worker = self.worker
        most, worker.most = worker.most, min(worker.most, 2 * worker.nodes + MOST_PROVING)
        try:
            yield
        except StoppedError:
            worker.resume()
        finally:
            worker.most = most

    def _ask(self, turns: Iterable[int], won: bool, enough: Callable[[], bool]) -> None:
        """Find the plies to the end of turns that win (or lose, if not `won`): those within n before any within n + 2.

        Raises StoppedError where the allowed positions are spent.
        """
        ends, still = self._ends[won], self._open[won]
        plies = 1 if won else 2
        while not enough():
            for turn in turns:
                if turn in ends or still.get(turn, 0) >= plies:
                    continue
                if self.worker.is_decided(self.worker.after(self.state, turn), plies - 1, winning=not won):
                    ends[turn] = plies
                else:
                    still[turn] = plies
                if enough():
                    return
            plies += 2

    def _in_order(self, listed: dict[int, Sketch], losing: list[int], least: int) -> list[Sketch]:
        """List turns from the best to the worst: wins, opinions, losses; an unknown length counts as the longest."""
        wins, losses = self._ends[True], self._ends[False]
        rest = [one for turn, one in listed.items() if turn not in wins and turn not in losing]
        rest = [replace(one, turns=one.turns[:1]) if one.sign else one for one in rest]
        return [
            *(Sketch(WIN - plies, (turn,), plies) for turn, plies in sorted(wins.items(), key=lambda pair: pair[1])),
            *rest,
            *(Sketch(least, (turn,)) for turn in losing if turn not in losses),
            *(Sketch(plies - WIN, (turn,), plies) for turn, plies in sorted(losses.items(), key=lambda pair: -pair[1])),
        ]

    def _with_line(self, one: Sketch, found: Sketch | None) -> Sketch:
        """Add best play after a turn of known length, up to positions of the endgame tables, which hold the rest."""
        turns = [one.turns[0]]
        if one.plies is None:
            return one
        with self._allowed():
            for turn in self._best_play(one.turns[0], one.plies, found.turns[1:] if found else ()):
                turns.append(turn)
        return replace(one, turns=tuple(turns))

    def _best_play(self, turn: int, plies: int, expected: tuple[int, ...]) -> Iterator[int]:
        """Yield turns that win as soon and lose as late as possible, preferring those that the search expects.

        Raises StoppedError where the allowed positions are spent.
        """
        worker, state, ahead = self.worker, self.worker.after(self.state, turn), iter(expected)
        for left in range(plies - 1, 0, -1):
            if worker.code(state) is not None:
                return
            after = worker.followers(state)
            turn = next(ahead, 0)
            order = [*range(turn, len(after)), *range(min(turn, len(after)))]
            best = next(one for one in order if self._takes(after[one], left - 1))
            if best != turn:
                ahead = iter(())
            yield best
            state = after[best]

    def _takes(self, state: State, plies: int) -> bool:
        """Tell whether a state of a decided game lasts exactly `plies`, given that it does with a best turn.

        An odd number is a win of the side to move, which must not come sooner; an even one a loss, which must not
        last longer.
        """
        if plies % 2:
            return plies == 1 or not self.worker.is_decided(state, plies - 2, winning=True)
        return self.worker.is_decided(state, plies, winning=False)
