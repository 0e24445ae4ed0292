"""Which cases stand for others: all-pairs, and the list of slow cases."""

from itertools import combinations, product
from pathlib import Path

from tests.conftest import SLOW, function_of
from tests.pairs import pairs

ROOT = Path(__file__).resolve().parents[2]


def test_every_two_values_meet_in_fewer_rows() -> None:
    rows = list(product("123", "ab", "xy", (True, False)))
    chosen = pairs(rows)
    assert len(chosen) < len(rows) / 3
    for one, other in combinations(range(4), 2):
        assert {(row[one], row[other]) for row in chosen} == {(row[one], row[other]) for row in rows}


def test_one_value_a_row_leaves_every_row() -> None:
    assert pairs([("a",), ("b",)]) == [("a",), ("b",)]


def test_every_slow_case_is_a_case_of_a_test_that_exists() -> None:
    for line in SLOW.read_text(encoding="utf-8").splitlines():
        path, *_, name = function_of(line).split("::")
        assert f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), line
