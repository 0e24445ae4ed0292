"""How the work of proving grows: what `tools/growth.py` asks, and what the docs say of it."""

from pathlib import Path

import pytest
from tools.growth import Asked, asked_of, read, told

from lalao.research.proof import Proof, ProvingTables
from lalao.values import Side
from tests.endgames import fanorona

ROOT = Path(__file__).parents[2]
PUBLISHED = sorted((ROOT / "docs" / "results").glob("*-growth.csv"))


def test_both_questions_are_asked_about_positions_of_a_game(tmp_path: Path) -> None:
    game = fanorona("fanorona-strict-3x5")
    known = ProvingTables(game, 4, tmp_path, lambda _: None)
    rows = list(asked_of(game, known, count=1, nodes=100, most=100_000, seed=1))
    assert [row.pieces for row in rows] == sorted(row.pieces for row in rows)
    assert {row.pieces > known.pieces for row in rows} == {True}
    assert [row.attacker for row in rows] == ["W", "B"] * (len(rows) // 2)
    for row in rows:
        position = game.position(row.position)
        assert (position.white | position.black).bit_count() == row.pieces
        wins = Proof(position, Side(row.attacker), known, 10_000_000).run(certified=False).wins
        assert row.wins == {True: "yes", False: "no"}[bool(wins)]


def test_a_limit_gives_questions_up(tmp_path: Path) -> None:
    game = fanorona("fanorona-strict-dimy")
    known = ProvingTables(game, 3, tmp_path, lambda _: None)
    assert "unknown" in {row.wins for row in asked_of(game, known, count=1, nodes=100, most=1, seed=1)}


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_the_docs_say_what_the_rows_say(path: Path) -> None:
    rows = read(path)
    said = (ROOT / "docs" / "results" / "proofs.md").read_text(encoding="utf-8").splitlines()
    assert len(rows) > 100
    assert set(told(rows)) <= set(said)
    both: dict[tuple[str, int], list[Asked]] = {}
    for row in rows:
        both.setdefault((row.position, row.tables), []).append(row)
    assert all([row.wins for row in two].count("yes") < 2 for two in both.values()), "both sides cannot win"
