"""Checks claims: what an answer announces as proved must agree with an independent count.

A document is what `solve`, `analyse`, the line protocol or the server says of a position, as JSON. The judge is given
the true value of every position as text; None where nobody can end the game within its horizon.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import lalao
from lalao.engine.analysis import Info, Limits, Searcher
from lalao.games.game import AnyPosition
from lalao.values import Value

SIGNS = {"win": 1, "draw": 0, "loss": -1}


def order(value: Value) -> tuple[int, int]:
    """Return a sort key of true values, best last."""
    return value.sign, -value.sign * (value.plies or 0)


@dataclass(frozen=True)
class Judge:
    """Checks claims against true values; positions that take more plies than the horizon have none."""

    truth: Callable[[str], Value | None]
    horizon: int = 10_000

    def value(self, told: dict[str, Any], text: str, before: int = 0) -> str:
        """Check a value stated at a position, or `before` plies earlier; return ``unknown``, ``sign`` or ``exact``."""
        plies = told["plies"]
        if told["value"] == "unknown":
            assert plies is None, text
            return "unknown"
        true = self.truth(text)
        if true is None:
            assert plies is None or plies - before > self.horizon, f"{text}: told {told}, takes longer"
        else:
            true = true.before() if before else true
            assert SIGNS[told["value"]] == true.sign, f"{text}: told {told}, is {true}"
            assert plies in (None, true.plies), f"{text}: told {told}, is {true}"
        return "exact" if plies is not None or told["value"] == "draw" else "sign"

    def line(self, position: AnyPosition, moves: list[str]) -> None:
        """Check a line: every move of both sides must be a best one."""
        for move in moves:
            after = position.play(move)
            here, there = self.truth(str(position)), self.truth(str(after))
            if here is not None and there is not None:
                assert there.before() == here, f"{position}: {move} is {there.before()}, best is {here}"
            position = after

    def solution(self, document: dict[str, Any]) -> Counter[str]:
        """Check what `solve`, or the server, says of a position; count the kinds of its and its moves' values."""
        text, moves = document["position"], document["moves"]
        told = Counter({"position " + self.value(document, text): 1})
        told += Counter("move " + self.value(move, move["position"], 1) for move in moves)
        if document["plies"]:
            self.line(lalao.game(document["game"]).position(text), [moves[0]["move"]])
        if document["value"] != "draw":
            assert len(document["line"]) <= (document["plies"] or 0), f"{text}: a line beyond what is known"
        self.line(lalao.game(document["game"]).position(text), document["line"])
        return told

    def analysis(self, document: dict[str, Any]) -> Counter[str]:
        """Check what `analyse`, or the line protocol, says of a position; count the kinds of its lines' values."""
        text, told = document["position"], Counter[str]()
        position = lalao.game(document["game"]).position(text)
        after = {str(move): str(position._play(move)) for move in position.legal_moves()}
        proved = any(line["plies"] is not None for line in document["lines"])
        true = [self.truth(one) for one in after.values()] if proved else []
        for number, line in enumerate(document["lines"]):
            first, *others = line["line"]
            kind = self.value(line, after[first], 1)
            told[f"line {min(number + 1, 2)} {kind}"] += 1
            if line["plies"] is None:
                continue
            assert len(line["line"]) <= line["plies"], f"{text}: {line}"
            self.line(position.play(first), others)
            own = Value(SIGNS[line["value"]], line["plies"])
            sooner = sum(order(one.before()) > order(own) for one in true if one is not None)
            if number == 0 or line["value"] == "win":
                assert sooner <= number, f"{text}: {line} comes at place {number + 1}, {sooner} moves are better"
        if document["lines"]:
            self.value(document["lines"][0], text)
        return told


def described(position: AnyPosition, info: Info) -> dict[str, Any]:
    """Return an analysis as the command prints it in JSON."""
    return {"game": position.game.id, "position": str(position)} | info.as_dict()


def analysed(
    judge: Judge, one: Searcher, positions: Iterable[AnyPosition], rng: random.Random, deepest: int = 6
) -> Counter[str]:
    """Check the results of a search on some positions at every depth, with one line, some or all; count their kinds."""
    told = Counter[str]()
    for position in positions:
        for info in one.think(position, Limits(depth=rng.randint(1, deepest)), rng.choice((1, 2, 3, 99))):
            told += judge.analysis(described(position, info))
    return told
