"""No false proof in any output: terminal, line protocol, server and page announce only what is proved.

Tables of three pieces of a small board know some turns of a position and not others; naive counts of four know all.
"""

import json
import random
import re
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import pytest

import lalao.web.work.engine_tasks as thinking
from lalao.cli.solve import print_answer, rows
from lalao.engine.analysis import Limits, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher
from lalao.engine.players import PerfectPlayer
from lalao.errors import TooLargeError
from lalao.locale import words
from lalao.solve import Answer, MoveAnswer
from lalao.solve.fanorona import answer_from
from lalao.tables.probe import Tables
from lalao.values import DRAW, UNKNOWN, Loss, Value, Win
from tests.browsing import browsing, there, visiting
from tests.commands.test_protocol import Talk
from tests.endgames import fanorona, judge_of, positions_of, tables_in, tables_of
from tests.patience import SECONDS
from tests.playing import get
from tests.serving import Server
from tests.shell import run_lalao

NAME = "fanorona-libre-3x5"
JUDGE = judge_of(NAME, 4)
VALUE = re.compile(r"(win|loss|draw|unknown)(?: \(in (at most )?(\d+) pl(?:y|ies)\))?$")
EARLY = "BBBBBB1BB/BBBBB1BBB/BW1WWBWBW/WWWBWWWWW/WWWW1WWWW w"
WRONG = "9/W3W4/2B6/3W1W3/2B3B2 w"
"""A position of seven pieces in which the tables shipped know a win in 5, and another turn wins in 3."""


@pytest.fixture
def tables(folder: Path) -> Tables:
    return tables_of(folder, NAME, 3)


@pytest.fixture
def searching(folder: Path) -> FanoronaSearcher:
    return FanoronaSearcher(fanorona(NAME), Settings(hash_mb=1, tables=tables_in(folder, NAME, 3)))


def texts(count: int) -> list[str]:
    """Return positions, most of them beyond the tables."""
    return random.Random(count).sample(positions_of(NAME, 4), count)


def read_value(told: str) -> tuple[dict[str, Any], int | None]:
    """Read a value as the terminal prints it: as in JSON, and the most plies that a win takes."""
    found = VALUE.search(told)
    assert found, told
    plies = int(found[3]) if found[3] else None
    return {"value": found[1], "plies": None if found[2] else plies}, plies if found[2] else None


def read_score(text: str) -> dict[str, Any]:
    """Read a score of the line protocol."""
    word, _, plies = text.partition(" ")
    return {"value": "unknown" if word == "cp" else word, "plies": int(plies) if plies and word != "cp" else None}


def test_solve_in_the_terminal(tables: Tables, capsys: pytest.CaptureFixture[str]) -> None:
    bounds = 0
    for text in texts(400):
        print_answer(answer_from(tables, fanorona(NAME).position(text)), words("en"), json_wanted=False)
        first, second, *others = capsys.readouterr().out.splitlines()
        told, most = read_value(second)
        assert first == text
        JUDGE.value(told, text)
        if most is not None:
            true = JUDGE.truth(text)
            assert true
            assert true.sign == 1
            assert true.plies is not None
            assert true.plies <= most
            bounds += 1
        assert told["plies"] is not None or not any(one.startswith("best play: ") for one in others)
        for one in others:
            if one.count("\t") == 2:
                _, value, after = one.split("\t")
                JUDGE.value(read_value(value)[0], after, 1)
        known = told["plies"] is not None or told["value"] == "draw"
        assert known != any("lalao analyse" in one for one in others), text
    assert bounds > 5


def test_solve_says_what_would_help(tmp_path: Path) -> None:
    done = run_lalao(["solve", "fanorona", WRONG], tmp_path)
    told, most = read_value(done.stdout.splitlines()[1])
    assert (told, most) == ({"value": "win", "plies": None}, 5)
    assert "lalao tables build fanorona --pieces 7" in done.stdout
    document = json.loads(run_lalao(["solve", "fanorona", WRONG, "--json"], tmp_path).stdout)
    assert (document["value"], document["plies"], document["line"]) == ("win", None, [])
    early = run_lalao(["solve", "fanorona", EARLY], tmp_path).stdout
    assert "go up to 5 pieces, and here are 41: lalao analyse fanorona" in early
    assert "tables build" not in early


def test_probing_the_tables_tells_as_much(folder: Path, tmp_path: Path) -> None:
    text = next(
        one for one in texts(400) if answer_from(tables_of(folder, NAME, 3), fanorona(NAME).position(one)).at_most
    )
    done = run_lalao(["tables", "probe", NAME, text, "--dir", str(tables_in(folder, NAME, 3)), "--json"], tmp_path)
    told = JUDGE.solution(json.loads(done.stdout))
    assert told["position sign"] == 1, done.stdout


def test_analysis_in_the_terminal(searching: FanoronaSearcher) -> None:
    told = Counter[str]()
    for text in texts(50):
        position = fanorona(NAME).position(text)
        *_, info = searching.think(position, Limits(depth=2), 3)
        for (value, _), line in zip(rows(info, words("en")), info.lines, strict=True):
            if not value.startswith("≈"):
                told[JUDGE.value(read_value(value)[0], str(position._play(line.moves[0])), 1)] += 1
    assert told["exact"] > 10, told


def test_lines_of_the_protocol(folder: Path) -> None:
    rng, told, talk = random.Random(5), Counter[str](), Talk()
    talk.say(f"setoption name Tables value {tables_in(folder, NAME, 3)}")
    for text in texts(50):
        talk.say(f"setoption name Lines value {rng.choice((1, 2, 99))}", f"position {NAME} {text}")
        if talk.best(f"go depth {rng.randint(1, 4)}") == "none":
            continue
        lines: dict[str, list[dict[str, Any]]] = {}
        for line in (line for line in talk.lines if line.startswith("info ")):
            score, _, others = line.partition(" score ")[2].partition(" nodes ")
            told_there = read_score(score) | {"line": others.partition(" pv ")[2].split(", ")}
            lines.setdefault(line.split()[2], []).append(told_there)
        for depth in lines.values():
            told += JUDGE.analysis({"game": NAME, "position": text, "lines": depth})
    assert told["line 1 exact"] > 10, told


def test_values_of_the_server(tables: Tables, searching: FanoronaSearcher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "solve", lambda position: answer_from(tables, position))
    monkeypatch.setattr(thinking, "searcher_of", lambda _: searching)
    told = Counter[str]()
    for number, text in enumerate(texts(80)):
        question = thinking.Question(1, "value", NAME, text, seconds=0.02)
        document = thinking.value(question) if number % 3 else thinking.opinion(question)
        told += JUDGE.solution(document)
        if document["value"] != "unknown" and document["moves"]:
            first = document["moves"][0]
            assert first["value"] == document["value"], document
            assert document["plies"] in (None, first["plies"]), document
    assert told["position exact"] > 20, told


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with Server(tmp_path_factory.mktemp("server")) as running:
        yield running


def test_the_server_corrects_what_the_tables_could_not_know(server: Server) -> None:
    values: dict[str, Any] = {"plies": None}
    deadline = time.monotonic() + SECONDS
    while values["plies"] is None and time.monotonic() < deadline:  # a busy machine may first answer with less
        values = get(server.address, f"/api/games/fanorona/positions/{quote(WRONG)}")[1]["values"]
        assert values["plies"] in (None, 3)
    assert (values["value"], values["plies"]) == ("win", 3)
    assert [values["moves"][0][name] for name in ("move", "value", "plies")] == ["d2-e3W", "win", 3]
    assert len(values["line"]) == 3


SHOWN = """async () => {
    const {Worths, worthList} = await script("worth.js");
    const each = (move, value, plies, opinion) => ({move, value, plies, opinion, margin: null});
    const known = [each("a", "win", 7), each("b", "win", null)];
    const moves = [...known, each("c", "unknown", null, 30), each("d", "loss", null)];
    const worths = new Worths({value: "win", plies: null, line: [], moves, opinion: {depth: 3, line: []}}, "pieces");
    (await script("lit.js")).render(worthList(worths), document.querySelector("main"));
    return worths.moves.map(({move, worth}) => [move, worth.short, worth.words]);
}"""


@there
@pytest.mark.parametrize(
    ("language", "wins", "loses", "turns", "opinion"),
    [("en", "win", "loss", "7 turns", "≈ +0.3"), ("fr", "gagne", "perd", "7 tours", "≈ +0,3")],
)
def test_the_page_shows_no_distance_that_is_not_proved(
    server: Server, language: str, wins: str, loses: str, turns: str, opinion: str
) -> None:
    with browsing() as browser, visiting(browser, server.address, settings={"language": language}) as page:
        page.goto(f"{server.address}/rules/fang")
        page.locator(".sheet h1").wait_for()
        known, sure, _, lost = page.evaluate(SHOWN)
        assert (known, sure, lost) == (["a", "✓ 7", f"{wins} · {turns}"], ["b", "✓", wins], ["d", "✗", loses])
        assert page.locator("main ul.values").first.locator(".value").all_text_contents() == [
            f"✓{wins} · {turns}",
            f"✓{wins}",
            f"✗{loses}",
        ]
        assert page.locator("main ul.values").last.locator(".value").all_text_contents()[0].startswith(opinion)


def answer(value: Any, *moves: Any) -> Answer:
    """Return an answer whose moves a and b have these values."""
    position = fanorona(NAME).start()
    named = zip("ab", moves, strict=True)
    return Answer(position, value, moves=tuple(MoveAnswer(name, position, one) for name, one in named))


@pytest.mark.parametrize(
    ("value", "moves", "chosen"),
    [
        (Win(None), (Win(7), UNKNOWN), "a"),
        (Win(None), (UNKNOWN, Win(None)), "b"),
        (DRAW, (UNKNOWN, DRAW), "b"),
        (Loss(None), (Loss(None), Loss(2)), "a"),
        (UNKNOWN, (DRAW, UNKNOWN), None),
        (Win(5), (UNKNOWN, UNKNOWN), None),
    ],
)
def test_the_perfect_player_gives_nothing_away(
    value: Value, moves: tuple[Any, ...], chosen: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lalao.engine.players.solve", lambda _: answer(value, *moves))
    player = PerfectPlayer(SimpleNamespace(small=True))  # type: ignore[arg-type]
    if chosen:
        assert player.choose(fanorona(NAME).start()) == chosen
    else:
        with pytest.raises(TooLargeError):
            player.choose(fanorona(NAME).start())
