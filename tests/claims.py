"""Claims judged: what an answer announces as proved must be what an independent count knows.

A document is what `solve`, `analyse`, the line protocol or the server says of a position, as JSON. The judge is handed
the true value of every position as text, or None where it does not know it.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import lalao
from lalao.games.game import AnyPosition
from lalao.values import Value

Truth = Callable[[str], Value | None]
NAMES = {"win": 1, "draw": 0, "loss": -1}
FAR = 10_000


def better(value: Value) -> tuple[int, int]:
    """Give the order of true values, the best last."""
    return value.sign, -value.sign * (value.plies or 0)


def check_value(told: dict[str, Any], true: Value | None, where: str) -> str:
    """Judge a value and its plies; return what was told: ``unknown``, ``sign`` or ``exact``."""
    if told["value"] == "unknown":
        assert told["plies"] is None, where
        return "unknown"
    sign = NAMES[told["value"]]
    if true is not None:
        assert sign == true.sign, f"{where}: told {told['value']}, is {true}"
        if told["plies"] is not None:
            assert told["plies"] == true.plies, f"{where}: told {told['value']} in {told['plies']}, is {true}"
    return "exact" if told["plies"] is not None or not sign else "sign"


def check_line(position: AnyPosition, moves: list[str], truth: Truth) -> None:
    """Judge a line: every move of both sides is a best one."""
    for move in moves:
        after = position.play(move)
        here, there = truth(str(position)), truth(str(after))
        if here is not None and there is not None:
            assert there.before() == here, f"{position}: {move} leads to {there.before()}, best is {here}"
        position = after


def check_solution(document: dict[str, Any], truth: Truth) -> Counter[str]:
    """Judge what `solve`, or the server, says of a position; return what was told of it and of its moves."""
    text, game = document["position"], lalao.game(document["game"])
    told = Counter({"position " + check_value(document, truth(text), text): 1})
    values = []
    for move in document["moves"]:
        after = truth(move["position"])
        told["move " + check_value(move, after and after.before(), f"{text}: {move['move']}")] += 1
        values.append(after)
    if document["value"] != "unknown" and document["plies"] is not None and document["moves"]:
        first, here = values[0], truth(text)
        if first is not None and here is not None:
            assert first.before() == here, f"{text}: {document['moves'][0]['move']} comes first, best is {here}"
    assert document["line"] == [] or document["plies"] is not None, f"{text}: a line without plies"
    assert len(document["line"]) <= (document["plies"] or 0), text
    check_line(game.position(text), document["line"], truth)
    return told


def check_analysis(document: dict[str, Any], truth: Truth) -> Counter[str]:
    """Judge what `analyse`, or the line protocol, says of a position; return what was told in its lines."""
    text, told = document["position"], Counter[str]()
    position = lalao.game(document["game"]).position(text)
    here = truth(text)
    after = {str(move): truth(str(position._play(move))) for move in position.legal_moves()}
    every = [value.before() for value in after.values() if value is not None]
    for number, line in enumerate(document["lines"]):
        first = line["line"][0]
        there = after[first]
        kind = check_value(line, there and there.before(), f"{text}: {first}")
        told[f"line {min(number + 1, 2)} {kind}"] += 1
        if kind == "exact" and line["plies"] is not None:
            assert len(line["line"]) <= line["plies"], f"{text}: {line['line']}"
            check_line(position.play(first), line["line"][1:], truth)
            known = there is not None and len(every) == len(after)
            sooner = sum(better(value) > better(there.before()) for value in every) if known and there else 0
            if number == 0 or line["value"] == "win":
                assert sooner <= number, f"{text}: {first} comes at place {number + 1}, {sooner} moves are better"
    if document["lines"] and here is not None:
        check_value(document["lines"][0], here, text)
    return told
