"""Published results are reproduced by their stated method and by naive ones."""

import hashlib
import json
from itertools import pairwise
from pathlib import Path

import pytest

import lalao
from lalao.cgt.misere import MisereOutcomes
from lalao.cgt.values import notation
from lalao.research.fafy_misere import parts_after
from lalao.research.results import SENTENCES, Result, canonical, chosen, digest, read_results
from lalao.research.results.methods import METHODS, compute, no_win_within
from lalao.research.results.uniform import uniform_nimbers
from lalao.sheets import known
from lalao.solve.certificate import FOLDER, read_certificate
from tests.naive import solving
from tests.shell import ROOT, run_lalao

RESULTS = {result.name: result for result in read_results()}


def row(seeds: int, pits: int) -> str:
    return ".".join([str(seeds)] * pits)


def of_method(method: str) -> list[Result]:
    return [result for result in RESULTS.values() if result.method == method]


def test_every_result_has_a_method_a_sentence_and_the_hash_of_its_value() -> None:
    assert len(RESULTS) == len(read_results()) > 40
    assert set(METHODS) == set(SENTENCES) == {result.method for result in RESULTS.values()}
    for result in RESULTS.values():
        assert result.sha256 == digest(result.stated), f"{result.name}: run tools/results.py"
        assert "{" not in str(result.says)
        assert result.command.startswith("lalao ")
        assert bool(result.known) != (result.value is not None)


def test_a_hash_is_that_of_the_canonical_text() -> None:
    assert canonical({"b": 1, "a": ["ñ"]}) == '{"a":["\\u00f1"],"b":1}'
    assert digest([1, 2]) == hashlib.sha256(b"[1,2]").hexdigest()


@pytest.mark.nightly
def test_quick_results_are_found_again_and_take_a_minute_in_all(tmp_path: Path) -> None:
    quick = [result for result in RESULTS.values() if result.is_quick]
    assert len(quick) > 20
    assert sum(result.seconds for result in quick) < 60
    done = run_lalao(["results", "check", "--quick"], tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [result.name for result in quick]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fifangakely", "fafy-misere-1", "fafy-1"])
def test_slow_results_are_found_again(name: str) -> None:
    assert digest(compute(RESULTS[name].method, RESULTS[name].arguments)) == RESULTS[name].sha256


def test_a_result_that_differs_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from lalao.cli import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setitem(METHODS, "margin", lambda game: {"winner": "S", "half": len(game), "tibong": 0})
    with pytest.raises(SystemExit) as stopped:
        main(["results", "check", "fang-4", "cake-fafy"])
    told = capsys.readouterr().out.splitlines()
    assert stopped.value.code == 1
    assert told[0].startswith("fang-4: DIFFERS: computed ")
    assert told[0].endswith(f"stated {RESULTS['fang-4'].sha256}")
    assert told[1].startswith("cake-fafy: as stated, in ")


def test_results_are_listed(tmp_path: Path) -> None:
    lines = run_lalao(["results", "list", "--lang", "fr"], tmp_path).stdout.splitlines()
    assert [line.split("\t")[0] for line in lines] == list(RESULTS)
    (one,) = json.loads(run_lalao(["results", "list", "fang-8", "--json"], tmp_path).stdout)
    assert one["value"] == {"winner": "N", "half": -4, "tibong": 1}
    assert one["sha256"] == hashlib.sha256(b'{"half":-4,"tibong":1,"winner":"N"}').hexdigest()


@pytest.mark.parametrize("result", of_method("row_nimbers"), ids=lambda result: result.name)
def test_nimbers_of_rows_are_those_of_the_naive_count(result: Result) -> None:
    name, seeds, first = str(result.arguments["game"]), int(result.arguments["seeds"]), int(result.arguments["first"])
    most = 9 if name.startswith("fafy") else seeds + 3
    found = [solving.nimber(name, row(seeds, pits)) for pits in range(first, most + 1)]
    assert found == result.stated[: len(found)]
    rule_sheet = [one for one in known("fafy")["nimbers"] if (one["game"], one["seeds"]) == (name, seeds)]
    assert [one["nimbers"] for one in rule_sheet] == [result.stated[: len(one["nimbers"])] for one in rule_sheet]
    assert rule_sheet


@pytest.mark.parametrize("result", of_method("row_outcomes"), ids=lambda result: result.name)
def test_misere_outcomes_are_those_of_the_naive_count(result: Result) -> None:
    seeds = int(result.arguments["seeds"])
    found = [solving.wins("fafy-impartial-misere", f"{row(seeds, pits)} S") for pits in range(1, 10)]
    assert "".join("N" if sign > 0 else "P" for sign in found) == result.stated[:9]


def test_misere_sums_are_met_once() -> None:
    outcomes = MisereOutcomes(parts_after)
    outcomes.first_wins(((1,) * 8,))
    assert all(blocks == tuple(sorted(blocks)) for blocks in outcomes.known)
    assert all(block <= block[::-1] for blocks in outcomes.known for block in blocks)


@pytest.mark.parametrize("result", of_method("margin")[:6], ids=lambda result: result.name)
def test_margins_of_fang_are_those_of_the_naive_count(result: Result) -> None:
    half, tibong = solving.fang_margin(str(result.arguments["game"]), str(lalao.game(result.name).start()))
    assert (half, tibong) == (result.stated["half"], result.stated["tibong"])


@pytest.mark.parametrize("result", of_method("no_win_within"), ids=lambda result: result.name)
def test_how_long_nobody_wins_is_what_is_said(result: Result) -> None:
    assert result.stated == result.arguments["plies"]
    assert no_win_within(str(result.arguments["game"]), 16) == 16


def test_uniform_nimbers_hold_for_every_number_of_seeds() -> None:
    found = uniform_nimbers(9)
    for k, nimber in enumerate(found):
        rows = [(seeds,) * (seeds + k) for seeds in range(max(k - 1, 1), k + 3)]
        assert lalao.nimbers(rows) == [nimber] * len(rows)
    assert (
        found == [solving.nimber("fafy-impartial", row(max(k - 1, 1), max(k - 1, 1) + k)) for k in range(5)] + found[5:]
    )


def test_uniform_nimbers_are_seven_tenths_as_far_as_they_are_stated() -> None:
    found = RESULTS["fafy-uniform"].stated
    assert found == [7 * (k + 1) // 10 for k in range(len(found))]
    assert uniform_nimbers(30) == found[:31]
    assert all(after >= before for before, after in pairwise(found))


def test_partizan_rows_of_one_seed_have_period_4_as_far_as_they_are_stated() -> None:
    found = RESULTS["fafy-partizan-1"].stated
    assert found == [("0", "*", "*", "0")[(pits - 1) % 4] for pits in range(1, len(found) + 1)]
    assert [notation(lalao.solve(lalao.game("fafy").position(f"{row(1, n)} S")).form) for n in (4, 5, 6)] == found[3:6]


def test_rows_lost_in_both_are_those_of_the_naive_count() -> None:
    value = compute("lost_in_both", {"game": "fafy-impartial", "pits": 3, "per_pit": 2})
    rows = [".".join(map(str, one.state)) for one in lalao.atlas(lalao.game("fafy-impartial"), pits=3, seeds=2).entries]
    normal = {one for one in rows if solving.wins("fafy-impartial", f"{one} S") < 0}
    misere = {one for one in rows if solving.wins("fafy-impartial-misere", f"{one} S") < 0}
    assert value == {
        "rows": len(rows),
        "normal": len(normal),
        "misere": len(misere),
        "both": len(normal & misere),
    }


@pytest.mark.parametrize("result", of_method("cake"), ids=lambda result: result.name)
def test_layouts_of_the_cake_rule_are_counted_by_the_naive_solver(result: Result) -> None:
    """The naive solver agrees on who should start where one of the two answers wins for both sides."""
    value = compute("cake", {**result.arguments, "pits": 4, "seeds": 6})
    name, rows = str(result.arguments["game"]), lalao.game(str(result.arguments["game"]))
    from lalao.research.fair import layouts_of

    starts = [str(start) for start in layouts_of(rows).starts(rows, 4, 6)]
    signs = [(solving.wins(name, start), solving.wins(name, f"{start[:-1]}N")) for start in starts]
    assert value["layouts"] == len(starts)
    assert value["first"] == signs.count((1, 1))


@pytest.mark.parametrize("result", of_method("proof"), ids=lambda result: result.name)
def test_proofs_are_the_certificates_of_the_docs(result: Result) -> None:
    game, attacker = result.arguments["game"], result.arguments["attacker"]
    certificate = read_certificate(FOLDER / f"{game}-{attacker}.proof")
    assert result.stated["certificate"] == certificate.sha256
    assert result.stated["turns"] == len(certificate.turns)


def test_the_package_of_data_names_what_is_there() -> None:
    package = json.loads((ROOT / "datapackage.json").read_text(encoding="utf-8"))
    assert package["licenses"][0]["name"] == "Apache-2.0"
    paths = [ROOT / resource["path"] for resource in package["resources"]]
    assert {path.name for path in paths} >= {"results.jsonl", "fafy-1.b.txt", "fanorona-dimy-W.proof"}
    for path, resource in zip(paths, package["resources"], strict=True):
        assert resource["hash"] == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}", "run tools/pages.py"
        assert resource["bytes"] == path.stat().st_size


def test_chosen_results_come_once_each_in_the_order_named() -> None:
    assert [result.name for result in chosen(["fang-6", "fang-4", "fang-6"])] == ["fang-6", "fang-4"]
