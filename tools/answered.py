"""Check that the answers in a journal decide its first position: ``python -m tools.answered JOURNAL --game GAME``.

`lalao prove --jobs` grows a tree from that position, and jobs search its leaves. Each line of its journal is an answer,
or says that a search was given up. Here the answers are taken as facts, and the tables, if any are named. What follows
from them is found by other code than the tree's, on the readable rules: the side that attacks cannot win from the
positions of a set where each of its turns leads to a "no", to the set, or to an end without its win, and where the
other side always has such a turn. It can win where that is forced in finitely many turns.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import msgspec

from lalao.games.fanorona import FanoronaPosition
from lalao.games.registry import game
from lalao.tables import probe
from lalao.values import Side, Value

Key = tuple[int, int, bool]
"""The pieces of the side to move, those of the other, and whether the side to move attacks."""


class Journal:
    """The facts that a journal states, and what follows from them."""

    def __init__(self, lines: Iterator[dict[str, Any]], name: str, attacker: Side, folder: Path | None) -> None:
        """Read the lines; `folder` holds the tables to ask, None for none."""
        self.attacker, self.game = attacker, game(name)
        self.tables = None if folder is None else probe.tables(self.game, folder)  # type: ignore[arg-type]
        self.facts: dict[Key, bool] = {}
        self.asked: set[Key] = set()
        self.expansions = 0
        for line in lines:
            key = self.key(self.game.position(line["position"]))  # type: ignore[arg-type]
            self.asked.add(key)
            self.expansions += line["expansions"]
            if line["wins"] is not None and self.facts.setdefault(key, line["wins"]) is not line["wins"]:
                raise click.ClickException(f"two answers to {line['position']}")

    def key(self, position: FanoronaPosition) -> Key:
        return position.own, position.enemy, position.to_move is self.attacker

    def fact(self, position: FanoronaPosition) -> bool | None:
        """Return whether the attacker wins, where the journal, the rules or the tables say so."""
        known = self.facts.get(self.key(position))
        if known is not None:
            return known
        if position.outcome is not None:
            return position.outcome.winner is self.attacker
        if self.tables is not None:
            value = self.tables.value(position)
            if isinstance(value, Value):
                return value.sign == (1 if position.to_move is self.attacker else -1)
        return None

    def follows(self, start: FanoronaPosition) -> tuple[bool | None, int]:
        """Return whether the attacker wins from a position, None where that does not follow, and the facts met.

        Only positions that a job was asked about are followed further.
        """
        after: dict[Key, set[Key]] = {}
        before: dict[Key, set[Key]] = {}
        leaves: dict[Key, bool | None] = {}
        waiting = deque([replace(start, quiet=0)])
        seen = {self.key(start)}
        while waiting:
            position = waiting.popleft()
            key = self.key(position)
            fact = self.fact(position)
            if fact is not None or key not in self.asked:
                leaves[key] = fact
                continue
            children = [replace(position.play(move), quiet=0) for move in position.legal_moves()]
            after[key] = {self.key(child) for child in children}
            for child in children:
                before.setdefault(self.key(child), set()).add(key)
                if self.key(child) not in seen:
                    seen.add(self.key(child))
                    waiting.append(child)
        won = self._closed(after, before, {key for key, fact in leaves.items() if fact is True})
        may_win = {key for key, fact in leaves.items() if fact is not False}
        lost = set(after) - self._closed(after, before, may_win)
        root = self.key(start)
        facts = sum(fact is not None for fact in leaves.values())
        if root in won or leaves.get(root) is True:
            return True, facts
        return (False if root in lost or leaves.get(root) is False else None), facts

    @staticmethod
    def _closed(after: dict[Key, set[Key]], before: dict[Key, set[Key]], ends: set[Key]) -> set[Key]:
        """Return the positions from which the attacker can force the play into `ends`, these among them."""
        reached, waiting = set(ends), deque(ends)
        left = {key: len(children) for key, children in after.items()}
        while waiting:
            for key in before.get(waiting.popleft(), ()):
                left[key] -= 1
                if key not in reached and (key[2] or left[key] == 0):
                    reached.add(key)
                    waiting.append(key)
        return reached


@click.command(help=__doc__)
@click.argument("journal", type=click.Path(exists=True, path_type=Path))
@click.option("--game", "name", default="fanorona", show_default=True)
@click.option("--attacker", type=click.Choice(["W", "B"]), default="B", show_default=True)
@click.option("--dir", "folder", type=click.Path(path_type=Path), help="The folder of the tables to ask.")
def main(journal: Path, name: str, attacker: str, folder: Path | None) -> None:
    """Say what follows from a journal."""
    with journal.open("rb") as file:
        facts = Journal(map(msgspec.json.decode, file), name, Side(attacker), folder)
    start = facts.game.start()
    wins, number = facts.follows(start)  # type: ignore[arg-type]
    said = {True: "can", False: "cannot", None: "may or may not"}[wins]
    print(
        f"{len(facts.facts):,} answers after {facts.expansions:,} expansions; {number:,} facts end the play of {start}"
    )
    print(f"so {attacker} {said} force a win")


if __name__ == "__main__":
    main()
