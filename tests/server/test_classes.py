"""Classes by HTTP and WebSocket: permissions, devices that come and go, backups."""

import csv
import io
import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.playing import Member, Player, asked, come_in, get, open_class, post, seated
from tests.schooling import TEACHER
from tests.serving import Server
from tests.unit.test_classroom import NAMES, PATH


@pytest.mark.parametrize("options", [(), ("--teacher", "ecole 42")])
def test_the_code_that_is_printed_opens_the_door(tmp_path: Path, options: tuple[str, ...]) -> None:
    with Server(tmp_path, *options) as running:
        assert running.process
        assert running.process.stdout
        line = running.process.stdout.readline()
        assert f"{running.address}/class" in line
        code = line.rsplit(maxsplit=1)[1]
        assert code == "ecole42" if options else len(code) == 6
        assert post(running.address, "/api/teacher", {"code": code})[0] == 200


def test_a_wrong_code_opens_nothing(server: str) -> None:
    for path in ("/api/teacher", "/api/classes"):
        status, answer = post(server, path + "?lang=fr", {"code": "1"})
        assert (status, "code" in answer["error"]) == (403, True)
    assert post(server, "/api/teacher", {"code": TEACHER})[0] == 200
    assert post(server, "/api/classes", b"{")[0] == 400


def test_a_code_says_what_it_opens(server: str) -> None:
    code, _ = open_class(server)
    _, match = post(server, "/api/matches", {"game": "fang-4", "mode": "here"})
    assert get(server, f"/api/codes/{code}")[1]["kind"] == "class"
    assert get(server, f"/api/codes/{match['code']}")[1]["kind"] == "match"
    assert get(server, "/api/codes/ZZZZ")[0] == 404
    with Player(server, code) as lost, Member(server, match["code"]) as lost_too:
        assert lost.until("refused")["status"] == lost_too.until("refused")["status"] == 404


def test_only_the_teacher_takes_anything_away(server: str) -> None:
    code, token = open_class(server)
    pupil = come_in(server, code, "Aina")
    for path in (
        "standings.csv",
        "tables.ods",
        "games.csv",
        "puzzles.csv",
        "paths",
        "paths.csv",
        "records.txt",
        "backup.json",
        "evidence",
        "evidence.csv",
    ):
        for secret in ("", "nonsense", pupil.token):
            assert asked(server, f"/api/classes/{code}/{path}", secret)[0] == 403
        assert asked(server, f"/api/classes/{code}/{path}", token)[0] == 200
    assert asked(server, f"/api/classes/{code}", pupil.token, "DELETE")[0] == 403
    pupil.leaving.close()


def test_a_pupil_plays_only_at_his_table(server: str) -> None:
    code, token = open_class(server)
    pupils = {name: come_in(server, code, name) for name in NAMES}
    with Member(server, code, token) as teacher:
        teacher.until("class", role="teacher")
        teacher.say("begin", days=0, format="swiss", game="fang-4", seed=1)
        teacher.say("call", rounds=0)
        one, other = seated(teacher)
        with Player(server, one["room"], pupils[other["first"]].token) as stranger:
            state = stranger.until()
            assert stranger.seats == []
            stranger.say("move", turn=state["turn"], move=state["paths"][0]["text"])
            assert "only the players can do that" in stranger.until("refused")["why"]
            stranger.say("sit")
            assert stranger.until("refused")["status"] == 409
        with Player(server, one["room"], pupils[one["first"]].token) as first:
            assert (first.until()["active"], first.seats) == (0, [0])
            assert [seat["name"] for seat in first.state["seats"]] == [one["first"], one["second"]]
            teacher.say("pause", on=True)
            teacher.until("class", paused=True)
            first.move(first.state["paths"][0]["text"])
            assert "paused" in first.until("refused")["why"]
            teacher.say("pause", on=False)
            teacher.until("class", paused=False)
            first.move(first.state["paths"][0]["text"])
            first.until(turn=1)
            teacher.say("takeback", table=one["table"])
            assert first.until(turn=2)["moves"] == []
            first.say("again", turn=2)
            assert "the teacher says" in first.until("refused")["why"]
            first.say("resign", turn=2)
            first.until(phase="over")
        while teacher.state["day"]["round"]["tables"][0]["result"] is None:
            teacher.hear()
        assert teacher.state["day"]["round"]["tables"][0]["winner"] == one["second"]
        # what the teacher decides ends the game on the screens
        with Player(server, other["room"], pupils[other["first"]].token) as second:
            second.until()
            teacher.say("report", round=1, table=other["table"], result="first")
            assert second.until(phase="over")["outcome"]["reason"] == "by the teacher's decision"
    for pupil in pupils.values():
        pupil.leaving.close()


def test_a_draw_is_played_again_with_the_seats_exchanged(server: str) -> None:
    code, token = open_class(server)
    pupils = {name: come_in(server, code, name) for name in NAMES[:2]}
    with Member(server, code, token) as teacher:
        teacher.say("begin", days=0, format="poules", game="fang-4", winners=1, seed=1)
        teacher.say("call", rounds=0)
        (table,) = seated(teacher)
        with (
            Player(server, table["room"], pupils[table["first"]].token) as first,
            Player(server, table["room"], pupils[table["second"]].token) as second,
        ):
            first.until()
            first.say("draw", turn=0)
            while not (second.state and second.state["offer"]):
                second.hear()
            second.say("answer", turn=0, yes=True)
            second.until(phase="over")
        while seated(teacher)[0]["room"] == table["room"]:
            teacher.hear()
        (again,) = seated(teacher)
        assert (again["games"], again["first"], again["second"]) == (2, table["second"], table["first"])
        with Player(server, again["room"], pupils[again["first"]].token) as first:
            assert first.until()["phase"] == "play"
            assert first.seats == [0]
    for pupil in pupils.values():
        pupil.leaving.close()


def test_another_device_takes_a_place_and_the_seat(server: str) -> None:
    code, token = open_class(server)
    pupils = {name: come_in(server, code, name) for name in NAMES[:2]}
    with Member(server, code, token) as teacher:
        teacher.say("begin", days=0, format="swiss", game="fang-4", seed=1)
        teacher.say("call", rounds=0)
        room = seated(teacher)[0]["room"]
        teacher.say("free", name="Aina")
        again = come_in(server, code, "Aina")
        seats: list[int] = []
        while len(seats) != 1:
            with Player(server, room, again.token) as player:
                player.until()
                seats = player.seats
        again.leaving.close()
    with Player(server, room, pupils["Aina"].token) as old:
        old.until()
        assert old.seats == []
    for pupil in pupils.values():
        pupil.leaving.close()


def test_a_guest_sees_who_can_come_in_by_the_face(server: str) -> None:
    code, _ = open_class(server)
    first = come_in(server, code, "Aina", "kite")
    with Member(server, code) as tablet:
        while (state := tablet.until("class"))["role"] != "guest":
            pass
        assert (state["free"], state["faces"]) == ([], {"Aina": "kite"})
        tablet.say("join", name="Aina")
        assert "is here already" in tablet.until("refused")["why"]
        first.leaving.close()
        while tablet.until("class")["free"] != ["Aina"]:
            pass
        tablet.say("join", name="Aina")
        tablet.until("welcome", role="pupil")
        assert tablet.until("class")["you"]["picture"] == "kite"
    with Member(server, code, first.token) as old:
        old.until("welcome", role="guest")


def test_a_pupil_finds_her_path_on_another_tablet(server: str) -> None:
    code, token = open_class(server)

    def walk(secret: str, stones: Any) -> Any:
        data = stones if isinstance(stones, bytes) else json.dumps({"stones": stones}).encode()
        status, answer = asked(server, f"/api/classes/{code}/path?lang=en", secret, "POST", data)
        found = json.loads(answer)
        return found["stones"] if status == 200 else (status, found["error"])

    first, other = come_in(server, code, "Aina"), come_in(server, code, "Bao")
    done = {PATH["round"]: 2, PATH["lesson"]: 1}
    assert walk(first.token, done) == done
    assert walk(first.token, {PATH["round"]: 1}) == done
    assert walk(other.token, {}) == {}
    saved = asked(server, f"/api/classes/{code}/backup.json", token)[1]
    assert walk(first.token, {"fang-4?nothing": 1}) == (400, "there is no stone 'fang-4?nothing' on any path")
    for wrong in ({PATH["round"]: 6}, {"x" * 61: 1}, {f"x{at}": 1 for at in range(501)}, b"[]", b"{"):
        assert walk(first.token, wrong)[0] == 400
    assert walk(first.token, b"x" * 65_000)[0] == 422
    watching = (403, "only members of this class can do that")
    assert [walk(secret, done) for secret in ("", "nobody's", token)] == [watching] * 3
    assert asked(server, f"/api/classes/{code}/backup.json", token)[1] == saved
    with Member(server, code, token) as teacher:
        teacher.say("free", name="Aina")
        again = come_in(server, code, "Aina")
    assert walk(first.token, {PATH["creature"]: 1}) == watching
    assert walk(again.token, {PATH["creature"]: 1}) == done | {PATH["creature"]: 1}
    for pupil in (first, other, again):
        pupil.leaving.close()
    assert asked(server, f"/api/classes/{code}", token, "DELETE")[0] == 200
    assert walk(again.token, {})[0] == 404
    assert asked(server, "/api/classes/restore", TEACHER, "POST", saved)[0] == 201
    assert walk(first.token, {}) == done, "a backup holds the paths"


def test_a_device_sends_its_path_so_often_and_no_oftener(server: str) -> None:
    code, _ = open_class(server)
    pupil = come_in(server, code, "Aina")
    path = f"/api/classes/{code}/path"
    answers = (asked(server, path, pupil.token, "POST", b'{"stones":{}}')[0] for _ in range(500))
    assert next(answers) == 200
    assert 429 in answers
    pupil.leaving.close()


def sitting(address: str, room: str, token: str, seats: list[int], mode: str) -> Player:
    """Connect to a table until it grants these seats."""
    for _ in range(100):
        player = Player(address, room, token)
        player.until("welcome")
        if player.seats == seats and player.until()["mode"] == mode:
            return player
        player.leaving.close()
    raise AssertionError(player.seats)


def test_seats_follow_the_devices_that_come_and_go(server: str) -> None:
    code, token = open_class(server)
    aina = come_in(server, code, "Aina")
    with Member(server, code, token) as teacher:
        teacher.say("enrol", names=["Bao"])
        teacher.say("begin", days=0, format="swiss", game="fang-4", seed=1)
        teacher.say("call", rounds=0)
        (table,) = seated(teacher)
        shared = sitting(server, table["room"], aina.token, [0, 1], "here")
        # their one device is lost, and another one gets both seats
        teacher.say("free", name="Aina")
        again = come_in(server, code, "Aina")
        new = sitting(server, table["room"], again.token, [0, 1], "here")
        assert shared.until("welcome", seats=[])
        # the other pupil gets a device too: each has a seat, and both must agree to a draw
        bao = come_in(server, code, "Bao")
        mine = int(table["second"] == "Aina")
        assert new.until("welcome", seats=[mine])
        assert again.until("class", seats=[mine])
        sitting(server, table["room"], bao.token, [1 - mine], "apart").leaving.close()
        new.say("draw", turn=0)
        while not (new.state and new.state["offer"]):
            new.hear()
        assert new.state["phase"] == "play"
    for line in (shared, new, aina, again, bao):
        line.leaving.close()


def test_a_picture_is_a_name(server: str) -> None:
    code, _ = open_class(server)
    for name in ("Star", "Star 2"):
        member = come_in(server, code, "", "star")
        assert member.until("class", role="pupil")["you"]["name"] == name
        member.leaving.close()


def test_a_backup_brings_a_class_back(server: str) -> None:
    code, token = open_class(server)
    pupils = [come_in(server, code, name) for name in ("Aina", "=cmd")]
    with Member(server, code, token) as teacher:
        teacher.say("begin", days=0, format="swiss", game="fang-4", seed=1)
        teacher.say("call", rounds=0)
        tables = seated(teacher)
        with Player(
            server,
            tables[0]["room"],
            {p.state["you"]["name"]: p for p in pupils if p.until("class")}[tables[0]["first"]].token,
        ) as first:
            first.until()
            first.move(first.state["paths"][0]["text"])
            first.until(turn=1)
        teacher.say("report", round=1, table=1, result="first")
        while not teacher.state["day"]["over"]:
            teacher.hear()
    for pupil in pupils:
        pupil.leaving.close()
    kept = {path: asked(server, f"/api/classes/{code}/{path}", token)[1] for path in ("standings.csv", "games.csv")}
    assert b"'=cmd" in kept["standings.csv"]
    rows = list(csv.reader(io.StringIO(kept["games.csv"].decode("utf-8-sig"))))
    winner = tables[0]["first"]
    assert len(rows) == 2
    assert rows[1][2:4] == ["1", "1"]
    assert [name.strip("'") for name in rows[1][4:7]] == [winner, tables[0]["second"], winner]
    assert rows[1][7:] == ["first seat", "", tables[0]["room"]]
    french = {
        name: asked(server, f"/api/classes/{code}/{name}.csv?lang=fr", token)[1] for name in ("standings", "games")
    }
    heads, row = csv.reader(io.StringIO(french["games"].decode("utf-8-sig")), delimiter=";")
    assert (heads[:4], row[7]) == (["tournoi", "jeu", "tour", "table"], "première place")
    heads, row, _ = csv.reader(io.StringIO(french["standings"].decode("utf-8-sig")), delimiter=";")
    assert dict(zip(heads, row, strict=True))["points"] == "1,0"
    told = json.loads(asked(server, f"/api/classes/{code}/evidence", token)[1])
    assert [(each["name"], each["lines"]["work"]) for each in told["pupils"]] == [
        (name, [f"{int(name == winner)} of 1 game won"]) for name in ("=cmd", "Aina")
    ]
    records = asked(server, f"/api/classes/{code}/records.txt", token)[1].decode()
    assert '"=cmd"' in records
    saved = asked(server, f"/api/classes/{code}/backup.json", token)[1]
    status, answer = asked(server, "/api/classes/restore", TEACHER, "POST", saved)
    assert (status, b"already exists" in answer) == (409, True)
    assert asked(server, "/api/classes/restore", "wrong", "POST", saved)[0] == 403
    assert asked(server, f"/api/classes/{code}", token, "DELETE")[0] == 200
    assert asked(server, f"/api/classes/{code}/standings.csv", token)[0] == 404
    assert get(server, f"/api/matches/{tables[0]['room']}/link")[0] == 200
    with Player(server, tables[0]["room"]) as gone:
        assert gone.until("refused")["status"] == 404
    assert asked(server, "/api/classes/restore", TEACHER, "POST", saved)[0] == 201
    for path, content in kept.items():
        assert asked(server, f"/api/classes/{code}/{path}", token)[1] == content
    assert asked(server, f"/api/classes/{code}/backup.json", token)[1] == saved


def test_a_device_that_never_heard_the_answer_is_known(server: str) -> None:
    code, _ = open_class(server)
    secret = "f00d" * 6
    with Member(server, code) as first:
        first.until("welcome")
        first.say("join", name="Aina", picture="", token=secret)
        first.until("welcome", role="pupil")
    with Member(server, code, secret) as again:
        assert again.until("welcome")["role"] == "pupil"
    for token in ("short", secret):
        with Member(server, code) as other:
            other.until("welcome")
            other.say("join", name="Bao", picture="", token=token)
            assert "secret" in other.until("refused")["why"]


def test_whatever_is_sent_to_a_class_gets_an_answer(server: str) -> None:
    code, token = open_class(server)
    rubbish: list[Any] = [
        "", "{", "[]", "null", '{"kind": "dance"}', '{"kind": "join"}', '{"kind": "join", "name": 3}',
        '{"kind": "begin"}', '{"kind": "report", "round": 1, "table": 1, "result": "first"}',
        '{"kind": "call", "rounds": -1}', '{"kind": "takeback", "table": 1}', '{"kind": "project", "table": 99}',
        '{"kind": "award", "day": 99}',
        '{"kind": "hand", "up": true}', '{"kind": "accuse", "table": 1}', '{"kind": "dismiss", "name": "nobody"}',
        '{"kind": "enrol", "names": ["' + "x" * 200 + '"]}', "x" * 5_000, '{"kind": "swap", "one": "a", "other": "b"}',
        '{"kind": "speak", "language": "xx"}', '{"kind": "hello"}', '{"kind": "close"}',
    ]  # fmt: skip
    for secret in ("", token):
        with Member(server, code, secret) as member:
            member.until("class")
            seen = member.state["seq"]
            for text in rubbish:
                member.socket.send(text)
                refused = member.until("refused")
                assert "\n" not in refused["why"]
                assert 400 <= refused["status"] < 500
            with suppress(TimeoutError):
                while True:
                    member.hear(0.1)
            assert member.state["seq"] == seen
