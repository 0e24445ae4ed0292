"""What version 0.1.0 wrote still opens: a database, a backup, records, a link, tables, all in `tests/old/0.1.0`.

They were made with that version: a class of five that played a Swiss tournament of Fang on 4 pits, a game of Fang that
is over, with a move taken back on the way, a game of Fanorona begun, a start of Fafy; tables of 5×3 up to 3 pieces.
"""

import json
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import lalao
from lalao.record import flatten, read, unflatten
from lalao.store import Store
from lalao.tables.probe import tables
from lalao.values import Win
from tests.endgames import fanorona
from tests.playing import Player, asked
from tests.schooling import TEACHER
from tests.serving import Server

OLD = Path(__file__).parents[1] / "old" / "0.1.0"
FACTS: dict[str, Any] = json.loads((OLD / "facts.json").read_text(encoding="utf-8"))


def test_an_old_database_goes_on(tmp_path: Path) -> None:
    kept = tmp_path / "lalao.sqlite"
    shutil.copy(OLD / "lalao.sqlite", kept)
    group = FACTS["class"]
    with Server(tmp_path, "--teacher", TEACHER, "--database", f"sqlite:///{kept}") as running:
        standings = asked(running.address, f"/api/classes/{group['code']}/standings.csv", group["token"])[1]
        assert standings.decode("utf-8-sig").splitlines()[1:] == group["standings"]
        for room in FACTS["rooms"]:
            with Player(running.address, room["code"], room["token"]) as player:
                player.until("state")
                assert (player.state["position"], player.state["phase"]) == (room["position"], room["phase"])
                if room["phase"] == "play":
                    player.move(player.state["paths"][0]["text"])
                    player.until("state", turn=player.state["turn"] + 1)


def test_no_file_holds_anything_of_an_erased_class(tmp_path: Path) -> None:
    database, group = tmp_path / "lalao.sqlite", FACTS["class"]
    shutil.copy(OLD / "lalao.sqlite", database)
    store = Store.open(f"sqlite:///{database}")
    journals = store.journals(group["code"]).values()
    others = {line for room in FACTS["rooms"] for line in store.lines(room["code"]) or []}
    store.close()
    assert len(journals) > 1, "the class has played"
    lines = {line.encode() for journal in journals for line in journal if line not in others}
    names = {row.split(",")[3].encode() for row in group["standings"]}

    def held() -> set[bytes]:
        found = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
        return {each for each in (*lines, *names, group["code"].encode()) if each in found}

    assert names < held()
    with Server(tmp_path, "--teacher", TEACHER, "--database", f"sqlite:///{database}") as running:
        assert asked(running.address, f"/api/classes/{group['code']}", group["token"], "DELETE")[0] == 200
        assert held() == set(), "while the server runs"
    assert held() == set(), "after it has stopped"


def test_an_old_database_keeps_every_line(tmp_path: Path) -> None:
    kept = tmp_path / "lalao.sqlite"
    shutil.copy(OLD / "lalao.sqlite", kept)
    code = FACTS["class"]["code"]
    saved = json.loads((OLD / "backup.json").read_text(encoding="utf-8"))["journals"]
    store = Store.open(f"sqlite:///{kept}")
    assert store.journals(code) == saved
    last = len(saved[code])
    store.append(code, last, "a line").result(10)
    assert store.lines(code) == [*saved[code], "a line"]
    store.close()


def test_an_old_backup_is_restored(tmp_path: Path) -> None:
    with Server(tmp_path, "--teacher", TEACHER) as running:
        status, answer = asked(
            running.address, "/api/classes/restore", TEACHER, "POST", (OLD / "backup.json").read_bytes()
        )
        assert status == 201, answer
        group = FACTS["class"]
        standings = asked(running.address, f"/api/classes/{group['code']}/standings.csv", group["token"])[1]
        assert standings.decode("utf-8-sig").splitlines()[1:] == group["standings"]


@pytest.mark.parametrize("room", FACTS["rooms"], ids=lambda room: str(room["game"]))
def test_an_old_record_is_read(room: dict[str, str]) -> None:
    record = read((OLD / f"{room['game']}.lalao").read_text(encoding="utf-8"))
    *_, last = record.positions()
    assert (record.game.id, str(last)) == (room["game"], room["position"])


def test_an_old_record_keeps_names_comments_and_variations() -> None:
    record = read((OLD / "annotated.lalao").read_text(encoding="utf-8"))
    assert record.tags["South"] == 'Aina "la forte" \\'
    assert list(flatten(record)) == ["{Salle 3}", "5", "7", "{long}", "(", "6", "7", ")", "6", "7"]


def test_an_old_link_is_read() -> None:
    game, start, *words = map(unquote, (OLD / "link.txt").read_text(encoding="utf-8").strip()[6:].split("/"))
    record = unflatten(lalao.game(game).position(start), words)
    assert list(flatten(record)) == ["2", "2", "(", "3", ")", "3", "1"]


def test_old_tables_are_probed(tmp_path: Path) -> None:
    for path in OLD.glob("*.tables"):
        shutil.copy(path, tmp_path)
    game = fanorona("fanorona-5x3")
    known = tables(game, tmp_path)
    assert known.most == 3
    assert known.value(game.position("1B1/3/3/3/WW1 w")) == Win(7)
