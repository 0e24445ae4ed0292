"""What whoever runs a server looks at: health, figures, and the unit that runs it."""

import asyncio
import configparser
import json
import re
import shlex
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from msgspec.yaml import decode

from lalao.cli.serve import command
from lalao.errors import DatabaseError
from lalao.store import Store
from lalao.web.app import make_app
from tests.asking import OURS, ask
from tests.playing import Player, open_match
from tests.serving import Server
from tests.shell import ROOT

LINE = re.compile(r"# (?:HELP \w+ \S.*|TYPE \w+ (?:counter|gauge))|\w+ [0-9.e+-]+")


def figures(address: str) -> dict[str, float]:
    """Return what a server counts."""
    with urlopen(f"{address}/metrics") as answer:
        assert answer.headers["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8"
        text = answer.read().decode()
    assert text.endswith("\n")
    assert all(LINE.fullmatch(line) for line in text.splitlines()), text
    pairs = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, value in pairs}


def test_figures_follow_what_is_played(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        before = figures(server.address)
        assert (before["lalao_rooms"], before["lalao_room_connections"]) == (0, 0)
        code, token = open_match(server.address)
        with Player(server.address, code, token) as player:
            player.until()
            during = figures(server.address)
            assert (during["lalao_rooms"], during["lalao_room_connections"]) == (1, 1)
            assert (during["lalao_classes"], during["lalao_class_connections"]) == (0, 0)
        assert during["process_cpu_seconds_total"] >= before["process_cpu_seconds_total"] > 0
        code, token = open_match(server.address, mode="here")
        with Player(server.address, code, token) as player:
            player.until()
            written = figures(server.address)["lalao_journal_lines_total"]
            player.move("2")
            player.until(turn=player.state["turn"] + 1)
            assert figures(server.address)["lalao_journal_lines_total"] == written + 1


def test_a_server_without_its_database_is_not_well(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app(store)
    well = asyncio.run(ask(app, "GET", "/health", b"", OURS))
    assert (well.status, json.loads(well.body)["healthy"]) == (200, True)

    def fail(*_: object) -> set[str]:
        raise DatabaseError("the database is gone")

    monkeypatch.setattr(store, "taken", fail)
    answer = asyncio.run(ask(app, "GET", "/health", b"", OURS))
    assert (answer.status, json.loads(answer.body)) == (503, {"error": "the database is gone"})


@pytest.mark.parametrize(("file", "database"), [("lalao", "sqlite:////var/lib/lalao/lalao.sqlite"), ("lalao@", "url")])
def test_the_unit_starts_a_server_with_options_that_it_has(file: str, database: str) -> None:
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "docs" / f"{file}.service")
    line = unit["Service"]["ExecStart"].replace("$LALAO_OPTIONS", "--host games.example")
    started = re.sub(
        r"\$\{LALAO_([A-Z]+)\}",
        lambda name: {"DATABASE": "url", "TEACHER": "123456"}[name[1]],
        line,
    )
    program, name, *rest = shlex.split(started.replace("%i", "8417"))
    assert (Path(program).name, name) == ("lalao", "serve")
    parsed = command.make_context("serve", rest, resilient_parsing=False)
    assert parsed.params["proxy"] == "127.0.0.1"
    assert parsed.params["hosts"] == ("games.example",)
    assert parsed.params["database"] == database
    assert parsed.params["is_shared"] == (file == "lalao@")


def parsed_compose() -> Any:
    """Return the compose file with its variables filled in, as Compose does."""
    text = (ROOT / "docs" / "compose.yaml").read_text(encoding="utf-8")
    text = text.replace("${LALAO_HOST:+--host=}", "--host=")
    known = {
        "LALAO_PASSWORD": "secret",
        "LALAO_TEACHER": "123456",
        "LALAO_PORT": "8080",
        "LALAO_HOST": "http://games.example:8080",
    }
    filled = re.sub(r"(?<!\$)\$\{([A-Z_]+)[^}]*\}", lambda name: known[name[1]], text)
    return decode(filled.replace("$$", "$"))


def test_the_compose_file_starts_servers_with_options_that_they_have() -> None:
    services = parsed_compose()["services"]
    ports: list[int] = []
    for name in ("one", "two"):
        service = services[name]
        entry = re.search(r"ENTRYPOINT (.*)", service["build"]["dockerfile_inline"])
        assert entry
        program, serve, *options = [*decode(entry[1], type=list[str]), *shlex.split(service["command"])]
        parsed = command.make_context("serve", options, resilient_parsing=False).params
        assert (program, serve, parsed["proxy"], parsed["is_shared"]) == ("lalao", "serve", "127.0.0.1", True)
        assert parsed["hosts"] == ("http://games.example:8080",)
        ports.append(parsed["port"])
        assert f"server 127.0.0.1:{parsed['port']} " in parsed_compose()["configs"]["proxy"]["content"]
    assert len(set(ports)) == len(ports)
    assert set(services["one"]["depends_on"]) < set(services)


def test_the_compose_file_has_the_proxy_of_the_docs() -> None:
    text = (ROOT / "docs" / "serving.md").read_text(encoding="utf-8")
    lines = [
        line.strip() for block in re.findall(r"```nginx\n(.*?)```", text, re.DOTALL) for line in block.splitlines()
    ]
    other = ("listen", "server_name", "# ssl", "proxy_pass")
    wanted = {line for line in lines if not line.startswith(other)}
    has = {line.strip() for line in parsed_compose()["configs"]["proxy"]["content"].splitlines()}
    assert wanted <= has
    assert has - wanted == {"listen 80;", "proxy_pass http://lalao;"}
