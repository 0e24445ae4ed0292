"""What a researcher might write: each test is a short script."""

import inspect
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import pycgt
import pytest

import lalao
from lalao.errors import NotationError, RecordError
from lalao.record import read_each
from tests.naive import fafy, fang

PUBLIC = Path(__file__).parents[1] / "public.txt"


def test_an_atlas_has_the_columns_that_are_asked_for() -> None:
    atlas = lalao.atlas(lalao.game("fafy"), 3, 2, columns=("row", "mean", "temperature", "birthday", "misere_outcome"))
    found = {line["row"]: line for line in atlas.table()}
    assert found["1.1"]["mean"] == lalao.solve(lalao.game("fafy").position("1.1 S")).mean
    assert {line["misere_outcome"] for line in found.values()} <= set("LRNP")
    for row, line in found.items():
        misere = [lalao.solve(lalao.game("fafy-misere").position(f"{row} {side}")).value for side in "SN"]
        south, north = (isinstance(value, lalao.Value) and value.sign > 0 for value in misere)
        assert line["misere_outcome"] == ("N" if south and north else "L" if south else "R" if north else "P")


def test_a_column_that_nobody_knows_is_named() -> None:
    with pytest.raises(NotationError, match="there is no column 'colour'"):
        lalao.atlas(lalao.game("fafy"), 2, 2, columns=("row", "colour"))


def test_an_atlas_becomes_a_data_frame() -> None:
    atlas = lalao.atlas(lalao.game("fafy-impartial"), 3, 2)
    if find_spec("pandas") is None:
        with pytest.raises(ModuleNotFoundError, match="pandas"):
            atlas.to_pandas()
        return
    assert list(atlas.to_pandas().columns) == list(atlas.columns)


@pytest.mark.parametrize("text", ["2.1.2 S", "1.2.2.1.1.2 S", "3.1.3.2 N"])
def test_values_come_as_numbers_and_forms(text: str) -> None:
    answer = lalao.solve(lalao.game("fafy").position(text))
    assert isinstance(answer.mean, Fraction)
    assert (answer.mean, answer.temperature) == (pycgt.mean(answer.form), pycgt.temperature(answer.form))
    assert lalao.solve(lalao.game("fafy-impartial").position(text)).form == pycgt.nimber(
        lalao.nimbers([text.split()[0]])[0]
    )


def test_nimbers_of_many_rows() -> None:
    rows = [row for pits in range(1, 5) for row in lalao.atlas(lalao.game("fafy-impartial"), pits, 2).p_positions()]
    assert set(lalao.nimbers(rows)) == {0}
    assert lalao.nimbers([(1, 2, 2, 1, 1, 2, 2, 1)]) == [5]
    with pytest.raises(NotationError, match="has no nimbers"):
        lalao.nimbers(["1.1"], lalao.game("fafy"))


def test_a_period_is_found_where_there_is_one() -> None:
    assert lalao.find_period([7, 7, 1, 2, 1, 2, 1, 2]) == (2, 2)
    assert lalao.find_period([1, 1, 1, 1]) == (0, 1)
    assert lalao.find_period([1, 2, 3, 1, 2]) is None
    assert lalao.find_period([1, 2, 3, 1, 2, 3], rounds=3) is None


@pytest.mark.parametrize("name", ["fang-4", "fafy"])
def test_positions_within_reach_are_those_of_the_naive_rules(name: str) -> None:
    naive = fang if name.startswith("fang") else fafy
    start = lalao.game(name).start()
    found, rows = lalao.reachable(start, 4), [{str(start)}]
    for _ in range(4):
        rows.append({after for one in rows[-1] for after in naive.turns(name, one).values()})
    assert {str(position) for position in found} == set.union(*rows)
    assert all(str(position) in rows[plies] for position, plies in found.items())


def test_a_move_of_fanorona_tells_its_steps() -> None:
    position = lalao.game("fanorona").position("9/9/1BW1B4/9/B8 w")
    for move in position.legal_moves():
        ways = "-".join([move.steps[0][0], *(f"{end}{how}" for _, end, how in move.steps)])
        assert ways == str(move)


def test_a_file_of_many_games_goes_on_after_a_bad_one() -> None:
    good = '[Game "fang-4"]\n1. 2 2 2. 3 1 3. 2 3 0-1\n\n'
    found = list(read_each(good + '[Game "fang-4"]\n1. 9 *\n\n' + good))
    assert [isinstance(one, RecordError) for one in found] == [False, True, False]
    assert "line 5" in str(found[1])


def test_a_result_tells_what_made_it() -> None:
    told = lalao.provenance(seed=7, budget=1000)
    assert told["lalao"] == lalao.__version__
    assert (told["seed"], told["budget"]) == (7, 1000)
    assert told["pycgt"]


def test_the_public_names_change_on_purpose_alone() -> None:
    """The names and signatures must be those of tests/public.txt; update that file when a change is meant."""
    assert "\n".join(public()) + "\n" == PUBLIC.read_text(encoding="utf-8")


def public() -> list[str]:
    """Return the public names: functions with their signatures, classes with their own public names."""
    found = []
    for name in sorted(lalao.__all__):
        thing = getattr(lalao, name)
        if inspect.isclass(thing):
            own = sorted(each for each in vars(thing) if not each.startswith("_"))
            found.append(f"class {name}: {', '.join(own)}")
        else:
            found.append(f"{name}({', '.join(inspect.signature(thing).parameters)})" if callable(thing) else name)
    return found


if __name__ == "__main__":
    PUBLIC.write_text("\n".join(public()) + "\n", encoding="utf-8")
