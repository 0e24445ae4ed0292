"""Messages that are not structs agree with their types in the scripts."""

from datetime import date
from typing import Any

import msgspec
import pytest

import lalao
from lalao.record import write
from lalao.teach.foretelling import mark_by_hand
from lalao.teach.progress import Tally, by_date
from lalao.web.shown import ShownValues
from lalao.web.work.engine_tasks import Question, opinion, progress, value
from lalao.web.work.engines import NOTHING_KNOWN
from tests.commands.test_progress import record

ASKED = [
    ("fang-4", "0.1.1.0 3+3 S"),
    ("fafy", "1.2.2.1.1.2.2.1 S"),
    ("fafy-impartial", "0.0.0 S"),
    ("fanorona-telo", str(lalao.game("fanorona-telo").start())),
]


def agrees(found: Any, kind: Any) -> bool:
    """Tell whether a document is of a type, without any conversion."""
    return bool(msgspec.json.decode(msgspec.json.encode(found), type=kind, strict=True))


@pytest.mark.parametrize(("game", "position"), ASKED)
def test_values_and_opinions(game: str, position: str) -> None:
    question = Question(1, "value", game, position, seconds=0.1)
    assert agrees(value(question), ShownValues)
    assert agrees(opinion(question), ShownValues)


def test_where_nothing_is_known() -> None:
    assert agrees(NOTHING_KNOWN, ShownValues)


def test_counts_come_back_from_the_process_that_counts() -> None:
    games = [
        record("fafy-impartial", "4+ 7- 1+", "Awa", "Léo", date(2026, 11, 20)),
        record("fang-4", "2 2 3 1 2 3", "Léo", "Awa", date(2026, 11, 27)),
    ]
    mark_by_hand(games[1], {1: 0, 2: 4})
    counted = progress(Question(1, "progress", records=tuple(map(write, games))))
    assert counted == by_date(games)
    assert msgspec.json.decode(msgspec.json.encode(counted), type=dict[str, dict[date, Tally]]) == counted
