"""`lalao atlas` and `lalao fair` against naive rules, mex and minimax."""

import csv
import io
import json
import random
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.cgt.nimbers import nim_sum
from lalao.cgt.values import Budget
from lalao.cli import main
from lalao.cli.fair import hardest, table
from lalao.engine.fafy import LAYOUTS, rows
from lalao.engine.players import LevelPlayer
from lalao.errors import LalaoError, TooLargeError
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game_as
from lalao.locale import ENGLISH
from lalao.research.atlas import Atlas
from lalao.research.fafy_atlas import AtlasSolver, RowFamily, entry, family
from lalao.research.fair import Judge, layouts_of
from lalao.values import Side
from tests import owngame
from tests.naive import fafy, solving

NAMES = [
    f"{name}{kind}{misere}" for name in ("fafy", "sowing") for kind in ("", "-impartial") for misere in ("", "-misere")
]
Row = tuple[int, ...]


def text(row: Row) -> str:
    return ".".join(map(str, row))


def starts(game: Game, pits: int, seeds: int) -> list[AnyPosition]:
    return layouts_of(game).starts(game, pits, seeds)


def naive_rows(name: str, pits: int, seeds: int) -> list[Row]:
    """Return the rows of an atlas by filtering all rows."""
    found: list[Row] = []
    for size in range(1, pits + 1):
        for row in product(range(seeds + 1), repeat=size):
            if 0 in (row[0], row[-1]) or (name.startswith("fafy") and 0 in row):
                continue
            if "impartial" not in name or row[::-1] not in found:
                found.append(row)
    return found


def naive_class(name: str, row: Row) -> str:
    """Return L, R, N or P by minimax."""
    south, north = (solving.wins(name, f"{text(row)} {side}") for side in "SN")
    return {(1, 1): "N", (1, -1): "L", (-1, 1): "R", (-1, -1): "P"}[south, north]


@cache
def atlas(name: str, pits: int, seeds: int) -> Atlas:
    found = family(lalao.game(name), pits, seeds)
    return Atlas(found, tuple(found.entries()))


def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[Any, str, str]:
    """Run a command in this process; return its exit status, its output and its errors."""
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.delenv("COLUMNS", raising=False)
    with pytest.raises(SystemExit) as left:
        main(list(arguments))
    told = capsys.readouterr()
    return left.value.code or 0, told.out, told.err


class TestAtlas:
    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize(("pits", "seeds"), [(1, 3), (4, 1), (4, 3), (5, 2)])
    def test_the_family_is_whole_in_order_and_counted(self, name: str, pits: int, seeds: int) -> None:
        game = game_as(name, Fafy)
        found = RowFamily(game, pits, seeds)
        assert list(found.rows()) == naive_rows(name, pits, seeds)
        assert found.size == len(naive_rows(name, pits, seeds))

    @pytest.mark.parametrize("name", NAMES)
    @pytest.mark.parametrize(("pits", "seeds", "total"), [(1, 3, 2), (4, 3, 6), (5, 2, 5), (4, 9, 7), (3, 2, 9)])
    def test_rows_of_a_total_are_those_of_the_whole_family(self, name: str, pits: int, seeds: int, total: int) -> None:
        game = game_as(name, Fafy)
        found = RowFamily(game, pits, seeds, total)
        assert list(found.rows()) == [row for row in naive_rows(name, pits, seeds) if sum(row) == total]
        assert found.size == len(list(found.rows()))

    def test_an_atlas_of_a_total(self) -> None:
        whole, part = (lalao.atlas(lalao.game("sowing"), 4, 3, total=total) for total in (None, 6))
        assert part.table() == [line for line in whole.table() if line["seeds"] == 6]
        assert (part.as_dict()["total"], "total" in whole.as_dict()) == (6, False)
        with pytest.raises(TooLargeError, match="are too many rows"):
            lalao.atlas(lalao.game("fafy"), 100, 9, total=300)

    @pytest.mark.parametrize("name", ["fafy-impartial", "sowing-impartial"])
    def test_counts_per_nimber_are_those_of_plain_mex(self, name: str) -> None:
        nimbers = Counter(str(solving.nimber(name, text(row))) for row in naive_rows(name, 5, 3))
        assert atlas(name, 5, 3).counts() == dict(sorted(nimbers.items()))

    @pytest.mark.parametrize("name", [name for name in NAMES if name not in ("fafy-impartial", "sowing-impartial")])
    def test_outcomes_are_those_of_plain_minimax(self, name: str) -> None:
        found = atlas(name, 4, 3)
        for one in found.entries:
            assert one.outcome == naive_class(name, one.state), one
        assert found.counts() == dict(Counter(naive_class(name, row) for row in naive_rows(name, 4, 3)))
        assert [*found.counts()] == [name for name in "LRNP" if name in found.counts()]

    @pytest.mark.parametrize("name", NAMES)
    def test_positions_lost_for_who_starts(self, name: str) -> None:
        lost = [text(row) for row in naive_rows(name, 4, 3) if naive_class(name, row) == "P"]
        assert atlas(name, 4, 3).p_positions() == lost

    @pytest.mark.parametrize("name", ["fafy-impartial", "sowing-impartial"])
    def test_a_record_is_the_shortest_then_lightest_then_first(self, name: str) -> None:
        best: dict[str, Row] = {}
        for row in sorted(naive_rows(name, 5, 3), key=lambda row: (len(row), sum(row), row)):
            best.setdefault(str(solving.nimber(name, text(row))), row)
        assert atlas(name, 5, 3).records() == {nimber: text(best[nimber]) for nimber in sorted(best)}

    def test_canonical_forms_are_those_of_solve(self) -> None:
        for name in ("fafy", "sowing", "fafy-impartial"):
            game = lalao.game(name)
            for one in atlas(name, 4, 3).entries[::5]:
                answer = lalao.solve(game.position(f"{text(one.state)} S"))
                assert (one.nimber, one.canonical_form) == (answer.nimber, answer.canonical_form)

    def test_misere_rows_have_no_nimber_nor_form(self) -> None:
        assert {(one.nimber, one.canonical_form) for one in atlas("fafy-impartial-misere", 4, 3).entries} == {
            (None, None)
        }

    def test_an_exploding_form_is_unknown_once_and_its_outcome_is_not(self) -> None:
        game = lalao.game("sowing")
        solver, row = AtlasSolver(game, Budget(parts=8)), (1, 1, 1, 1, 3)
        solver.allow(len(row))
        one = entry(solver, row)
        assert (one.outcome, one.canonical_form) == (naive_class("sowing", row), None)
        assert row in solver.rows.exploded
        before = solver.rows.exploded.copy(), solver.rows.known.copy()
        assert entry(solver, row) == one
        assert before == (solver.rows.exploded, solver.rows.known)

    def test_running_out_of_steps_leaves_no_mark(self) -> None:
        game = lalao.game("sowing")
        solver = AtlasSolver(game, Budget(steps=0))
        assert entry(solver, (1, 2, 1)).canonical_form is None
        assert solver.rows.exploded == set()

    def test_what_is_unknown_does_not_depend_on_the_clock(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = lalao.game("sowing")

        def known(steps: int) -> bool:
            return entry(AtlasSolver(game, Budget(steps=steps)), (1, 2, 1, 2)).canonical_form is not None

        needed = next(steps for steps in range(1, 10_000) if known(steps))
        played = Fafy.followers

        def slowly(self: Fafy, row: Row, side: Side) -> Any:
            time.sleep(0.002)
            return played(self, row, side)

        monkeypatch.setattr(Fafy, "followers", slowly)
        assert [known(steps) for steps in (needed - 1, needed)] == [False, True]

    def test_what_is_unknown_is_counted_last_and_holds_no_record(self) -> None:
        found = atlas("fafy-impartial", 2, 1)
        hidden = Atlas(found.family, (*found.entries, type(found.entries[0])((9,), None)))
        assert hidden.counts() == {"0": 1, "1": 1, "unknown": 1}
        assert hidden.records() == {"0": "1", "1": "1.1"}
        assert hidden.as_csv().endswith("9,1,9,,,\n")

    @pytest.mark.parametrize("name", ["fafy-impartial", "sowing", "fafy-misere"])
    def test_csv_and_json_agree_and_come_back(
        self, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        table, page = tmp_path / "a.csv", tmp_path / "a.json"
        arguments = ["atlas", name, "--pits", "4", "--per-pit", "2", "--csv", str(table), "--json"]
        status, printed, complaint = run(capsys, monkeypatch, *arguments)
        assert (status, complaint) == (0, "")
        document = json.loads(printed)
        remark, page_text = table.read_text(encoding="utf-8").split("\n", 1)
        lines = list(csv.DictReader(io.StringIO(page_text)))
        assert document["provenance"] == json.loads(remark.removeprefix("# ")) == lalao.provenance()
        assert " ".join(document) == "provenance game pits seeds counts p_positions records positions"
        assert (document["game"], document["pits"], document["seeds"]) == (name, 4, 2)
        told = [
            {key: "" if value is None else str(value) for key, value in one.items()} for one in document["positions"]
        ]
        assert lines == told
        assert [line["row"] for line in lines] == [text(row) for row in naive_rows(name, 4, 2)]
        assert [line["row"] for line in lines if line["outcome"] == "P"] == document["p_positions"]
        column = "nimber" if name == "fafy-impartial" else "outcome"
        assert Counter(line[column] for line in lines) == document["counts"]
        for held, row in document["records"].items():
            assert next(line for line in lines if line["row"] == row)[column] == held
        old = ["atlas", name, "--seeds", "2", "--pits", "4"]
        assert run(capsys, monkeypatch, *old, "--json", str(page)) == (0, told_on_screen(capsys, monkeypatch, old), "")
        assert json.loads(page.read_text(encoding="utf-8")) == document
        assert run(capsys, monkeypatch, *old, f"--json={page}")[0] == 0
        for option in (["--json", "-"], ["--json"]):
            assert json.loads(run(capsys, monkeypatch, "atlas", *option, *old[1:])[1]) == document

    def test_the_screen_shows_counts_records_and_the_first_20(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        status, told, complaint = run(capsys, monkeypatch, "atlas", "fafy-impartial", "--pits", "6", "--per-pit", "3")
        assert (status, complaint) == (0, "")
        found = atlas("fafy-impartial", 6, 3)
        lines = told.splitlines()
        assert lines[1].startswith(f"{len(found.entries)} rows")
        for nimber, count in found.counts().items():
            assert [nimber, str(count), found.records()[nimber]] in [line.split() for line in lines]
        listed = lines[-1].partition(": ")[2].split()
        assert listed == [*found.p_positions()[:20], "…"]

    def test_too_many_rows_are_refused_before_any_work(self) -> None:
        for pits, seeds in ((13, 3), (100, 99), (2, 10**9)):
            with pytest.raises(TooLargeError, match="at most 1000000"):
                family(lalao.game("fafy"), pits, seeds)
        assert family(lalao.game("fafy"), 12, 3).size == (3**13 - 3) // 2


OWN = owngame.names()


class Loop(lalao.Ruleset[tuple[int, ...]]):
    """Take one of three seeds; of two South may take one, or put one back. Whoever cannot move loses."""

    begins = (3,)

    def options(self, state: tuple[int, ...], side: Side, /) -> Iterator[tuple[str, tuple[int, ...]]]:
        if state[0]:
            yield "1", (state[0] - 1,)
        if state[0] == 2 and side.is_first:
            yield "2", (state[0] + 1,)


class Counted(lalao.Ruleset[tuple[int, ...]]):
    """South takes one or two seeds, North one. With the last one South wins."""

    begins = (4,)

    def options(self, state: tuple[int, ...], side: Side, /) -> Iterator[tuple[str, tuple[int, ...]]]:
        return ((str(taken), (state[0] - taken,)) for taken in ((1, 2) if side.is_first else (1,)) if taken <= state[0])

    def winner(self, state: tuple[int, ...], side: Side, /) -> Side | None:
        return Side.SOUTH if not state[0] and side is Side.NORTH else None


def wins(game: Any, state: Any, side: Side, misere: bool = False) -> bool:
    """Tell by minimax whether a side that moves wins; whoever cannot move loses, or wins in misère play."""
    after = [reached for _, reached in game.options(state, side)]
    return any(not wins(game, each, side.other, misere) for each in after) if after else misere


def everything(game: Any, state: Any) -> set[Any]:
    """Return all that play leads to, whichever side moves."""
    found, left = {state}, [state]
    while left:
        one = left.pop()
        reached = {each for side in game.sides for _, each in game.options(one, side)} - found
        found |= reached
        left += reached
    return found


class TestStates:
    @pytest.mark.parametrize(
        ("name", "start"), [("ToadsAndFrogs", "TT..FF"), ("Clobber", "WBW/BWB"), ("Nim", (1, 2, 3))]
    )
    def test_it_holds_all_that_play_leads_to(self, name: str, start: Any) -> None:
        game = OWN[name]()
        found = lalao.atlas(game, starts=[start], columns=("position", "outcome", "misere_outcome"))
        assert {one.state for one in found.entries} == everything(game, start)
        assert len(found.entries) == len({line["position"] for line in found.table()})
        for one in found.entries:
            for outcome, misere in ((one.outcome, False), (one.misere_outcome, True)):
                first, second = (wins(game, one.state, side, misere) for side in game.sides)
                assert outcome == ("N" if second else "L") if first else ("R" if second else "P"), one
        forms = [one.form for one in found.entries]
        assert forms == lalao.canonical_forms([one.state for one in found.entries], game)
        things = [sum(letter not in "./" for letter in line["position"]) for line in found.table()]
        assert things == sorted(things)

    def test_nimbers_are_those_of_nim(self) -> None:
        found = lalao.atlas(OWN["Nim"](), starts=[(1, 2, 3), "ooo/oo."])
        assert len(found.entries) == 24 + 12
        assert all(one.nimber == nim_sum(one.state) for one in found.entries)
        assert found.counts() == dict(sorted(Counter(str(nim_sum(one.state)) for one in found.entries).items()))
        assert found.as_dict()["starts"] == ["o..../oo.../ooo..", "ooo../oo..."]
        header, first, *_ = found.as_csv().splitlines()
        assert (header, first) == ("position,outcome,nimber,canonical_form", "...../.....,P,0,0")

    def test_who_can_play_on_for_ever_is_told_apart(self) -> None:
        assert [one.outcome for one in lalao.atlas(Loop()).entries] == ["P", "N", "D", "D"]
        assert lalao.atlas(Loop()).counts() == {"N": 1, "P": 1, "D": 2}

    def test_other_ends_have_outcomes_alone(self) -> None:
        found = lalao.atlas(Counted(), columns=("outcome", "nimber", "misere_outcome"))
        assert found.table()[0] == {"outcome": "D", "nimber": None, "misere_outcome": None}
        assert {one.canonical_form for one in found.entries} == {None}

    def test_too_many_are_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("lalao.research.atlas.MOST_STATES", 23)
        with pytest.raises(TooLargeError, match="an atlas of nim holds at most 23"):
            lalao.atlas(OWN["Nim"](), starts=[(1, 2, 3)])
        monkeypatch.setattr("lalao.research.atlas.MOST_MOVES", 10)
        with pytest.raises(TooLargeError, match="an atlas of toads-and-frogs holds"):
            lalao.atlas(OWN["ToadsAndFrogs"]())

    def test_the_command(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        with owngame.registering(OWN["Nim"]()):
            status, told, _ = run(capsys, monkeypatch, "atlas", "nim", "--start", "o../oo./ooo", "--json")
            assert (status, json.loads(told)["counts"]) == (0, {"0": 6, "1": 6, "2": 6, "3": 6})
            _, told, _ = run(capsys, monkeypatch, "atlas", "nim", "--start", "o../oo./ooo")
            assert "24 positions that play leads to from o..../oo.../ooo.." in told
            for wrong, right in (
                (["--pits", "3"], "leave out --pits"),
                (["--start", "o.x"], "'o.x' is not a board of nim"),
            ):
                status, _, error = run(capsys, monkeypatch, "atlas", "nim", *wrong)
                assert status == 2
                assert right in error


class TestFair:
    def test_every_row_is_compared_once(self) -> None:
        for name in ("sowing", "fafy-impartial"):
            game = game_as(name, Fafy)
            alike = [row for row in product(range(8), repeat=5) if sum(row) == 7 and row[0] and row[-1]]
            expected = [row for row in alike if not game.impartial or row <= row[::-1]]
            assert rows(game, 5, 7) == expected
            assert not LAYOUTS.is_sampled(5, 7)

    def test_a_sample_is_always_the_same_and_fits(self) -> None:
        game = lalao.game("fafy")
        found = rows(game, 9, 14)
        assert LAYOUTS.is_sampled(9, 14)
        assert found == rows(game, 9, 14)
        assert len(found) == len(set(found)) == 4000
        assert {(len(row), sum(row), 0 in (row[0], row[-1])) for row in found} == {(9, 14, False)}

    @pytest.mark.parametrize("name", NAMES)
    def test_layouts_are_those_of_plain_minimax(self, name: str) -> None:
        game, judge = lalao.game(name), Judge()
        for position in starts(game, 4, 7):
            layout = judge.layout(position)
            row = str(position).split()[0]
            kind = naive_class(name, tuple(map(int, row.split("."))))
            if layout is None:
                replies = fafy.turns(name, str(position)).values()
                assert kind in "LR" or not any(fafy.turns(name, after) for after in replies)
                continue
            assert layout.start == {"N": "first", "P": "second"}[kind]
            assert layout.plies == solving.plies(name, str(position))
            asked = str(layout.question)
            assert asked == str(position) if kind == "N" else asked in fafy.turns(name, str(position)).values()
            turns = fafy.turns(name, asked)
            assert layout.legal == len(turns)
            assert layout.winning == sum(solving.wins(name, after) < 0 for after in turns.values())
            assert layout.chance == pytest.approx(naive_chance(name, asked))

    def test_second_is_asked_where_it_is_hardest(self) -> None:
        name, judge = "sowing-impartial", Judge()
        layout = judge.layout(lalao.game(name).position("1.1.2.1.3.2 S"))
        assert layout is not None
        assert layout.start == "second"
        turns = fafy.turns(name, "1.1.2.1.3.2 S").values()
        assert layout.chance == pytest.approx(min(naive_chance(name, after) for after in turns))

    def test_the_hardest_come_first_with_what_levels_find(self) -> None:
        found, layouts = hardest(starts(lalao.game("sowing-impartial"), 5, 8), 4, ENGLISH)
        judge = Judge()
        judged = [judge.layout(position) for position in starts(lalao.game("sowing-impartial"), 5, 8)]
        ranks = sorted(layout.rank for layout in judged if layout)
        assert found == len(ranks)
        assert [layout.rank for layout in layouts] == ranks[:4]
        for layout in layouts:
            assert list(layout.rates) == [2, 4, 6]
            asked = layout.question
            right = 0
            for number in range(20):
                move = LevelPlayer(2, random.Random(number)).choose(asked)
                right += solving.wins("sowing-impartial", str(asked._play(move))) < 0
            assert layout.rates[2] == right / 20

    def test_sizes_of_fang_are_their_starts(self) -> None:
        assert [one.game.id for one in starts(lalao.game("fang"), 4, 8)] == ["fang-4", "fang-4-guarded"]
        assert "fang-4-guarded-last" in [one.game.id for one in starts(lalao.game("fang-4-last"), 4, 8)]
        layout = Judge().layout(lalao.game("fang-6").start())
        assert layout is not None
        assert (layout.start, layout.plies) == ("second", 8)  # RULES.md, section 1

    def test_levels_that_a_game_has_not_are_not_asked(self) -> None:
        _, layouts = hardest(starts(lalao.game("fang"), 4, 8), 2, ENGLISH)
        assert {one.position.game.id: list(one.rates) for one in layouts} == {
            "fang-4": [2, 4, 6],
            "fang-4-guarded": [2, 4],
        }
        heads, *lines = table(layouts, ENGLISH)
        assert {len(line) for line in lines} == {len(heads)}
        assert [line[heads.index("level 6")] for line in lines if line[0] == "fang-4-guarded"] == ["–"]

    def test_json(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        arguments = ["fair", "fafy", "--pits", "5", "--seeds", "8", "--top", "3"]
        document = json.loads(run(capsys, monkeypatch, *arguments, "--json")[1])
        assert " ".join(document) == "provenance game pits seeds compared sampled found layouts"
        assert len(document["layouts"]) == 3
        fields = "game position start question winning legal plies chance solve_rates"
        assert all(" ".join(layout) == fields for layout in document["layouts"])
        lines = run(capsys, monkeypatch, *arguments)[1].splitlines()
        told = [line.split("  ")[0] for line in lines[-3:]]
        assert told == [layout["position"] for layout in document["layouts"]]

    def test_a_judge_stops_at_its_budget(self) -> None:
        with pytest.raises(LalaoError, match="more than 10 positions"):
            Judge(10).layout(lalao.game("sowing").start())

    def test_a_row_that_one_side_wins_anyway_asks_nothing(self) -> None:
        game = lalao.game("fafy")
        assert naive_class("fafy", (1, 2)) == "L"
        assert not LAYOUTS.matters(FafyPosition(game, (1, 2), lalao.values.Side.SOUTH), Judge().value)
        assert Judge().layout(game.position("1.2 S")) is None


@cache
def naive_chance(name: str, position: str) -> float:
    """Return how often random moves of the winner, who is to move, win against the worst replies."""
    turns = fafy.turns(name, position)
    if not turns:
        return 1.0
    kept = 0.0
    for after in turns.values():
        if solving.wins(name, after) < 0:
            kept += min((naive_chance(name, reply) for reply in fafy.turns(name, after).values()), default=1.0)
    return kept / len(turns)


def told_on_screen(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> str:
    return run(capsys, monkeypatch, *arguments)[1]


def test_a_missing_folder_is_told_before_the_work(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lalao.cli.research.tabulate", lambda *_: pytest.fail("the work was begun"))
    status, _, complaint = run(
        capsys, monkeypatch, "atlas", "fafy", "--pits", "2", "--seeds", "2", "--csv", "/nowhere/a"
    )
    assert (status, complaint) == (2, "lalao: '/nowhere/a': there is no such file or folder\n")
