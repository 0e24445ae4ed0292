"""A fifth family of games is only a folder: Oware works everywhere without a change to any other file."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from lalao.games.game import Game
from lalao.games.registry import FAMILIES
from tests.browsing import open_tab, play_to_the_end, start, there, visiting
from tests.patience import SECONDS
from tests.serving import Server
from tests.shell import ROOT, environment, run_lalao

FOLDER = ROOT / "tests" / "fifth"
START = "4.4.4.4.4.4/4.4.4.4.4.4 0+0 S"


def oware(arguments: list[str], home: Path, typed: str = "") -> str:
    """Run a command that finds the family; return its output."""
    done = run_lalao(arguments, home, typed, PYTHONPATH=str(FOLDER))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_the_folder_there_is_no_such_game(tmp_path: Path) -> None:
    done = run_lalao(["show", "oware"], tmp_path)
    assert done.returncode == 2
    assert "oware" in done.stderr


def classes_of(family: str) -> set[str]:
    """List the classes of a family's rules."""
    files = (ROOT / "src/lalao/games" / family).glob("*.py")
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in files]
    return {one.name for tree in trees for one in tree.body if isinstance(one, ast.ClassDef)}


@pytest.mark.parametrize("family", [family.name for family in FAMILIES])
def test_only_modules_named_after_a_family_ask_for_its_games(family: str) -> None:
    classes = classes_of(family)
    assert any(issubclass(getattr(sys.modules[f"lalao.games.{family}"], name, object), Game) for name in classes)
    above = ROOT / "src/lalao"
    asking = []
    for file in above.rglob("*.py"):
        where = file.relative_to(above)
        if where.parts[0] == "games" or family in where.stem.split("_"):
            continue
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "isinstance":
                asked = {one.id for one in ast.walk(call.args[1]) if isinstance(one, ast.Name)}
                asking += [f"{where}:{call.lineno}"] * bool(asked & classes)
    assert not asking


def test_its_rules_are_those_of_its_naive_reference(tmp_path: Path) -> None:
    given = environment(tmp_path, PYTHONPATH=f"{FOLDER}:{ROOT}")
    command = [sys.executable, "-m", "tests.fifth.check"]
    done = subprocess.run(command, env=given, capture_output=True, text=True, timeout=3 * SECONDS, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("games", "oware"),
        ("show oware", f"reserve 0.*{re.escape(START)}"),
        ("moves oware", r"C\t4\.4\.4\.4\.4\.5/4\.4\.0\.5\.5\.5 0\+0 N"),
        ("perft oware 4", "^1014$"),
        ("replay oware C c D --narrate", "South lifts 4 seeds from pit C, sows in pits D, E, F, a."),
        ("replay oware C c D --narrate --lang fr", "Sud lève 4 graines"),
        ("analyse oware --depth 3", "depth 3"),
        ("solve oware", "unknown"),
        ("match level:2 level:1 oware --games 2 --seed 1", "level:2 against level:1"),
        ("tournament simulate --format poules --game oware --pupils 6 --seed 1", "Winners:"),
        ("rules oware --lang fr", "deux rangées|Deux rangées"),
    ],
)
def test_every_command_knows_it(command: str, told: str, tmp_path: Path) -> None:
    assert re.search(told, oware(command.split(), tmp_path), re.DOTALL | re.MULTILINE)


def test_a_child_plays_it_in_the_terminal(tmp_path: Path) -> None:
    said = oware(["play", "oware", "--seed", "1"], tmp_path, "a\nquit\n")
    assert "take more than half of the seeds" in said
    assert "North lifts" in said or "North sows" in said


def test_a_move_that_is_wrong_is_refused_in_its_own_words(tmp_path: Path) -> None:
    done = run_lalao(["replay", "oware", "C", "c", "C", "--lang", "fr"], tmp_path, PYTHONPATH=str(FOLDER))
    assert done.returncode == 2
    assert "la case C est vide" in done.stderr


@pytest.mark.parametrize("sheet", ["board", "rules"])
def test_it_is_printed(sheet: str, tmp_path: Path) -> None:
    oware(["print", sheet, "oware", "--out", "sheet.pdf"], tmp_path)
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(FOLDER))
        with Server(tmp_path_factory.mktemp("fifth")) as running:
            yield running


def test_the_server_tells_of_it(server: Server) -> None:
    families = json.loads(server.get("/api/families?lang=fr"))
    assert [family["name"] for family in families] == ["fang", "fafy", "fifangha", "fanorona", "oware"]
    assert families[-1]["blurb"] == "Sème en rond et prends par deux ou trois. Du Ghana."
    shown = json.loads(server.get(f"/api/games/oware/positions/{quote(START)}"))
    assert [turn["move"] for turn in shown["moves"]] == list("ABCDEF")


@there
def test_its_card_leads_to_a_match(browser: Browser, server: Server) -> None:
    with visiting(browser, server.address) as page:
        page.goto(server.address)
        card = page.get_by_role("button", name="Oware: options")
        expect(card).to_contain_text("From Ghana")
        card.click()
        expect(page.get_by_role("dialog")).to_contain_text("Oware")
        page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).click()
        expect(page.locator(".stage [data-place='C']")).to_be_visible()


@there
def test_its_rules_and_its_analysis_are_shown(browser: Browser, server: Server) -> None:
    with visiting(browser, server.address) as page:
        page.goto(f"{server.address}/rules/oware")
        expect(page.get_by_role("link", name="Oware")).to_be_visible()
        expect(page.locator(".sheet")).to_contain_text("Two rows of six houses")
        page.goto(f"{server.address}/look#oware/{quote(START, safe='')}")
        open_tab(page, "Values")
        expect(page.get_by_role("heading", name="The engine's opinion")).to_be_visible()


@there
def test_a_whole_game_of_it_in_the_browser(browser: Browser, server: Server) -> None:
    with visiting(browser, server.address) as page:
        start(page, server.address, "oware", level="level:1")
        assert play_to_the_end(page) >= 10
        expect(page.locator(".status")).to_contain_text(re.compile("win|won|draw"))
