"""A scripted day of twenty-four pupils over sockets: what the class shows of each is exactly what was planted."""

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import lalao
from lalao.events import Event
from lalao.games.game import AnyPosition
from lalao.locale import words
from lalao.print import pupil_pages
from lalao.sheets import DATA, guide
from lalao.solve import solve
from lalao.teach.evidence import ENOUGH, OBSERVED
from lalao.teach.foretelling import Foretold, onward, rungs, way
from lalao.teach.progress import Tally, by_date
from lalao.values import Unknown
from lalao.web.classes.evidence import COLUMNS, evidence
from lalao.web.classes.files import written
from lalao.web.classes.replay import classroom_of
from tests.playing import Member, Player, asked, come_in, open_class, seated
from tests.schooling import TEACHER
from tests.serving import Server
from tests.unit.test_spreadsheet import tables_of

NAMES = (
    *("Aina", "Bao", "Chloé", "Désiré", "Esther", "Fara", "Haja", "Hery", "Koto", "Lalaina", "Lova", "Mamy"),
    *("Nirina", "Noro", "Onja", "Rado", "Sitraka", "Soa", "Tiana", "Voahangy", "Vola", "Zafy", "Zo", "Éva"),
)
MISCOUNTS, STRAYS, THROWS, LOST = NAMES[:4]
DRAW = "="
FAFY = "1.2.1.2.2.1.2.1 S"
"""A start at which South, who begins, has lost."""
DAYS = ((True, "fafy", FAFY, 3), (True, "fang-4", "", 5), (False, "fafy-impartial", "", 2))
"""Tournaments: on screens or not, the game, where it begins, and its rounds."""
ROWS = {
    MISCOUNTS: {
        "Compter": "dernière graine annoncée juste : 0 fois sur 12 · une case trop loin 12 fois",
        "Compter ": "arbitre, a compté juste : 0 fois sur {counted} · un de trop {counted} fois",
    },
    STRAYS: {"Sa droite et sa gauche": "a commencé {astray} fois à gauche au lieu de la droite"},
    THROWS: {"Prévoir": "positions gagnées, gardées : 0, gâchées : {thrown}"},
    LOST: {"Prévoir": ""},
}
"""What the page of each of the four says in French, by heading; "" where nothing is said."""


def sign_of(position: AnyPosition) -> int:
    value = solve(position).value
    assert not isinstance(value, Unknown)
    return value.sign


def signs_after(position: AnyPosition) -> dict[Any, int]:
    """Return who wins after each legal move, from the side of whoever is then to move."""
    return {move: sign_of(position._play(move)) for move in position.legal_moves()}


def longest(events: tuple[Event, ...]) -> int:
    """Return the seeds sown in a turn of Fang or Fafy: all seeds of the hand, one lap."""
    return sum(event.key == "sow" for event in events)


def until(teacher: Player, wanted: Callable[[Any], Any]) -> None:
    """Wait until the tournament is as wanted."""
    while not wanted(teacher.state["day"]):
        teacher.hear()


class Script:
    """A class day, and what it plants for each pupil, by the columns of the table."""

    def __init__(self, address: str) -> None:
        """Open the class, and let the pupils come and go."""
        self.address = address
        self.code, self.token = open_class(address)
        self.planted: dict[str, Counter[str]] = {name: Counter() for name in NAMES}
        self.tokens: dict[str, str] = {}
        for name in NAMES:
            with come_in(address, self.code, name) as pupil:
                self.tokens[name] = pupil.token

    def plant(self, name: str, **counts: int) -> None:
        """Add to what is to be seen of a pupil."""
        self.planted[name].update(counts)

    def play_all(self) -> None:
        """Play all tournaments."""
        with Member(self.address, self.code, self.token) as teacher:
            teacher.until("class")
            for number, (on_screen, game, start, rounds) in enumerate(DAYS):
                teacher.say(
                    "begin",
                    days=number,
                    format="swiss",
                    game=game,
                    start=start,
                    on_screen=on_screen,
                    by_hand=True,
                    rounds=rounds,
                    seed=number,
                )
                for played in range(rounds):
                    teacher.say("call", rounds=played)
                    self.until_round(teacher, played + 1)
                    (self.play_round if on_screen else self.decide_round)(teacher)
                until(teacher, lambda day: day["over"])
            self.referee(teacher, days=len(DAYS))

    def referee(self, teacher: Player, days: int) -> None:
        """Play a knock-out whose referees count before and after each game; the teacher enters the results."""
        teacher.say("begin", days=days, format="knockout", game="fang-4", rounds=None, seed=days)
        for called in range(3):
            teacher.say("call", rounds=called)
            self.until_round(teacher, called + 1)
            tables = seated(teacher)
            watching = [(table, name) for table in tables for name in table["referees"]]
            assert len(watching) == (0, 6, 6)[called]
            for table, name in watching:
                self.count(table, name, after=False)
            for table in tables:
                result = "second" if table["first"] == MISCOUNTS else "first"
                teacher.say("report", round=called + 1, table=table["table"], result=result)
                self.result(table, table[result])
            until(teacher, lambda day: day["round"]["over"])
            for table, name in watching:
                self.count(table, name, after=True)
        assert teacher.state["set"], "in the third round six have nothing to watch: they get puzzles"

    def count(self, table: Any, name: str, *, after: bool) -> None:
        """Let a referee say how many of the eight seeds there are."""
        said = 9 if name == MISCOUNTS else 8
        with Member(self.address, self.code, self.tokens[name]) as pupil:
            pupil.until("class")
            pupil.say("count", table=table["table"], game=table["games"], after=after, said=said)
            while counts(pupil, table["table"], name, "after" if after else "before") != said:
                pupil.until("class")
        self.plant(name, counted=1, counted_right=int(said == 8))

    def until_round(self, teacher: Player, number: int) -> None:
        """Wait until so many rounds have begun."""
        until(teacher, lambda day: day and day["rounds"] == number)

    def play_round(self, teacher: Player) -> None:
        """Seat the four as the script wants them, and play all tables but one, which the teacher decides."""
        for table in seated(teacher):
            if table["second"] == LOST or (table["first"] == THROWS and table["second"] != LOST):
                teacher.say("swap", one=table["first"], other=table["second"])
                first = table["first"]
                while next(each for each in seated(teacher) if each["table"] == table["table"])["first"] == first:
                    teacher.until("class")
        number = teacher.state["day"]["rounds"]
        for table in seated(teacher):
            pair = {table["first"], table["second"]}
            decided = {LOST, THROWS} == pair or (table["table"] == len(NAMES) // 2 and not {*NAMES[:4]} & pair)
            winner = self.play(table, 0 if pair == {LOST, THROWS} else 2 if decided else 99)
            if decided:
                teacher.say("report", round=number, table=table["table"], result="second")
                winner = table["second"]
            self.result(table, winner)
        until(teacher, lambda day: day["round"]["over"])

    def decide_round(self, teacher: Player) -> None:
        """Enter the results of boards of paper: the first one is corrected, at the last table both cheat."""
        tables = teacher.state["day"]["round"]["tables"]
        number = teacher.state["day"]["rounds"]
        for table in tables:
            last = table is tables[-1]
            if table is tables[0]:
                teacher.say("report", round=number, table=table["table"], result="first")
            teacher.say("report", round=number, table=table["table"], result="both-lost" if last else "second")
            self.result(table, "" if last else table["second"])
        until(teacher, lambda day: day["round"]["over"] and day["round"]["tables"][0]["corrected"])

    def result(self, table: Any, winner: str) -> None:
        for name in (table["first"], table["second"]):
            self.plant(name, games=1, won=int(name == winner), drawn=int(winner == DRAW))

    def play(self, table: Any, most: int) -> str:
        """Play a game of at most so many plies; return the winner's name, `DRAW`, or "" where it is not over."""
        pair = (table["first"], table["second"])
        room: str = table["room"]
        with (
            Player(self.address, room, self.tokens[pair[0]]) as first,
            Player(self.address, room, self.tokens[pair[1]]) as second,
        ):
            players = {0: first, 1: second}
            state = first.until()
            position = lalao.game(state["game"]).position(state["position"])
            for ply in range(most):
                if position.outcome:
                    break
                seat = 0 if position.to_move.is_first else 1
                move, sent = self.turn(pair[seat], pair, position)
                player = players[seat]
                while player.state is None or player.state["turn"] != ply:
                    player.until()
                player.say("move", turn=ply, move=str(move), by_hand=True, **sent)
                position = position.play(move)
                player.until(turn=ply + 1)
            if position.outcome is None:
                return ""
            winner = position.outcome.winner
            return DRAW if winner is None else pair[0] if winner.is_first else pair[1]

    def turn(self, name: str, pair: tuple[str, str], position: AnyPosition) -> tuple[Any, dict[str, Any]]:
        """Choose a pupil's turn and how it is sown, and plant what it shows.

        Whoever plays with one of the two helps: wins are handed to the one, and never to the other.
        """
        after = signs_after(position)
        keeping = [move for move, sign in after.items() if sign < 0]
        losing = [move for move, sign in after.items() if sign >= 0]
        lost = sorted(
            after, key=lambda move: (after[move], len({*signs_after(position._play(move)).values()})), reverse=True
        )
        wanted = lost if THROWS in pair else keeping if LOST in pair else sorted(after, key=str)[len(name) % 2 :]
        move = (wanted or list(after))[0]
        if keeping and losing:
            self.plant(name, thrown=int(move in losing), kept=int(move in keeping))
        sent: dict[str, Any] = {"misses": 0}
        if position.game.id == "fafy":
            self.plant(name, right=1)
            if name == STRAYS:
                eastwards = position.to_move.is_first
                pit = int("".join(filter(str.isdigit, str(move))))
                sent = {"misses": 1, "first": [(str(pit), str(pit - 1 if eastwards else pit + 1))]}
                self.plant(name, astray=1)
        self.plant(name, sown=1, clean=int(not sent["misses"]))
        if not sent["misses"]:
            known = self.planted[name]["longest"]
            self.planted[name]["longest"] = max(known, longest(position.events(move)))
        return move, sent

    def foretell(self, name: str, guesses: list[tuple[Foretold, str]]) -> None:
        """Send the answers of a pupil's device, twice, as after a lost acknowledgement."""
        sent = [
            {"id": f"{name} {at}", "game": each.position.game.id, "position": str(each.position), "move": each.move}
            | {"place": place}
            for at, (each, place) in enumerate(guesses)
        ]
        body = json.dumps({"stones": {}, "foretold": sent}).encode()
        for _ in range(2):
            assert self.ask("path", self.tokens[name], "POST", body)[0] == 200

    def walk(self, name: str, stones: dict[str, int]) -> None:
        body = json.dumps({"stones": stones}).encode()
        assert self.ask("path", self.tokens[name], "POST", body)[0] == 200

    def ask(self, path: str, secret: str, method: str = "GET", body: bytes | None = None) -> tuple[int, bytes]:
        return asked(self.address, f"/api/classes/{self.code}/{path}", secret, method, body)

    def table(self) -> dict[str, dict[str, int]]:
        """Return the table of the class as a French spreadsheet reads it."""
        status, content = self.ask("evidence.csv?lang=fr", self.token)
        assert status == 200
        heads, *rows = csv.reader(io.StringIO(content.decode("utf-8-sig")), delimiter=";")
        assert heads == [words("fr").say(column) for column in COLUMNS]
        return {name: dict(zip(KEYS, map(int, counts), strict=True)) for name, *counts in rows}


def counts(member: Player, table: int, name: str, when: str) -> int | None:
    """Return what a referee has counted at a table of this round, None where nothing yet."""
    tables = member.state["day"]["round"]["tables"]
    found = [each for each in tables[table - 1]["counts"] if each["name"] == name]
    count: int | None = found[0][when] if found else None
    return count


KEYS = (
    *("games", "won", "drawn", "foretold", "foretold_right", "short", "over", "sure", "sown", "clean", "longest"),
    *("counted", "counted_right", "right", "left", "astray", "kept", "thrown", "tried", "at_once", "solved"),
    *("lessons", "rounds", "creatures", *OBSERVED),
)
"""Names for the columns of the table, the pupil's name left out."""


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Script]:
    with Server(tmp_path_factory.mktemp("evidence"), "--teacher", TEACHER) as running:
        script = Script(running.address)
        script.play_all()
        sowings = [each for rung in rungs("fang") for each in rung if 2 <= each.seeds <= 4][: ENOUGH + 2]
        script.foretell(MISCOUNTS, [(each, next(iter(onward(each)))) for each in sowings])
        script.plant(MISCOUNTS, foretold=12, over=12)
        short = [(each, way(each.position, each.position.move(each.move))[-2]) for each in sowings[:3]]
        script.foretell(STRAYS, [*short, *((each, each.ends) for each in sowings[3:])])
        script.plant(STRAYS, foretold=12, short=3, foretold_right=9, sure=2)
        script.walk(THROWS, {"fang-first-sowing": 1, "fang-4?last-move": 2})
        script.walk(THROWS, {"fang-first-sowing": 1, "fang-4?last-move": 3, "fang-4:Soky": 1})
        script.plant(THROWS, lessons=1, rounds=1, creatures=1)
        with Member(running.address, script.code, script.token) as teacher:
            for at, what in enumerate(OBSERVED):
                for name in NAMES[at::5]:
                    teacher.say("observe", name=name, what=what, on=True)
                    script.plant(name, **{what: 1})
            teacher.say("observe", name=NAMES[0], what=next(iter(OBSERVED)), on=False)
            teacher.say("observe", name=NAMES[1], what="referees", on=False)
            script.plant(NAMES[0], **{next(iter(OBSERVED)): -1})
            teacher.say("enrol", names=["Zz"])
            while teacher.until("class")["pupils"][-1]["name"] != "Zz":
                pass
            teacher.say("dismiss", name="Zz")
            while teacher.until("class")["pupils"][-1]["name"] == "Zz":
                pass
        yield script


def test_the_class_shows_exactly_what_was_planted(day: Script) -> None:
    shown = day.table()
    assert list(shown) == sorted(NAMES, key=lambda name: name.replace("É", "E")), "nobody is ranked"
    for name in NAMES:
        assert shown[name] == {key: day.planted[name][key] for key in KEYS}, name


def test_the_four_show_what_they_are(day: Script) -> None:
    shown = day.table()
    assert shown[MISCOUNTS]["foretold_right"] == 0
    assert shown[MISCOUNTS]["over"] == 12
    assert shown[MISCOUNTS]["counted"] >= 2
    assert shown[MISCOUNTS]["counted_right"] == 0
    assert shown[STRAYS]["astray"] == shown[STRAYS]["right"] > 3
    assert shown[THROWS]["kept"] == 0
    assert shown[THROWS]["thrown"] >= ENOUGH
    assert (shown[LOST]["kept"], shown[LOST]["thrown"]) == (0, 0), "a lost position shows nothing"
    assert shown[LOST]["games"] > sum(rounds for *_, rounds in DAYS)
    knocked_out = 2 * (12 + 6 + 3)
    assert sum(each["games"] for each in shown.values()) == len(NAMES) * sum(each[-1] for each in DAYS) + knocked_out


def test_the_page_says_the_same_in_french(day: Script) -> None:
    seen = json.loads(day.ask("evidence?lang=fr", day.token)[1])
    by_name = {each["name"]: each for each in seen["pupils"]}
    shown, keys = day.table(), {title: key for key, title in seen["headings"].items()}
    for name, rows in ROWS.items():
        for title, said in rows.items():
            lines = " · ".join(by_name[name]["lines"][keys[title.strip()]]).replace("\u202f", " ")
            assert said.format(**shown[name]) in lines if said else not lines, (name, lines)
    sheets = tables_of(day.ask("tables.ods?lang=fr", day.token)[1])
    assert list(sheets) == ["Ce qu’on a vu", "Classement", "Parties", "Énigmes", "Le chemin"]
    assert {name: dict(zip(KEYS, counts, strict=True)) for name, *counts in sheets["Ce qu’on a vu"][1:]} == shown
    status, pdf = day.ask("print/pupils.pdf?lang=fr", day.token)
    assert (status, pdf[:5]) == (200, b"%PDF-")
    sheet = printed(day)
    assert [page["name"] for page in sheet["pupils"]] == list(shown)
    for page in sheet["pupils"]:
        for part in page["parts"]:
            lines = by_name[page["name"]]["lines"][keys[part["title"]]]
            assert " · ".join(row[0] for row in part["rows"]) == " · ".join(lines)
            assert all(row[1] != "0" and row[2] for row in part["rows"]), part


@pytest.mark.parametrize(
    ("language", "named"),
    [
        ("en", ("last seeds foretold", "a referee counted", "the teacher ticks")),
        ("fr", ("graines annoncées", "arbitre, ce que", "enseignant coche")),
        ("mg", ("voa nambara", "ny mpitsara, izay marihin")),
    ],
)
def test_the_page_of_private_data_names_what_is_kept(language: str, named: tuple[str, ...]) -> None:
    page = guide(words(language), DATA)
    assert [each for each in named if each not in page] == []


def printed(day: Script) -> Any:
    """Return the pages of the pupils as they are set, made from the backup of the class."""
    journals = json.loads(day.ask("backup.json", day.token)[1])["journals"]
    classroom = classroom_of(journals[day.code])
    tallies: dict[str, dict[Any, Tally]] = by_date(map(lalao.record.read, written(classroom, journals)))
    return pupil_pages("CM1", evidence(classroom, tallies), words("fr"))


def test_only_the_teacher_ticks_and_only_what_is_asked_counts(day: Script) -> None:
    before = day.table()
    with (
        Member(day.address, day.code, day.tokens["Fara"]) as pupil,
        Member(day.address, day.code, day.token) as teacher,
    ):
        pupil.say("observe", name="Fara", what="helps", on=True)
        assert pupil.until("refused")["why"] == "only the teacher can do that"
        teacher.say("observe", name="Fara", what="shouts", on=True)
        assert "'shouts' is not in the grid" in teacher.until("refused")["why"]
    sowing = rungs("fang")[0][0]
    asked_of = {"game": sowing.position.game.id, "position": str(sowing.position), "move": sowing.move}
    for wrong in ({"move": "9"}, {"position": "0.0.0.1 3+4 S"}, {"place": "z"}, {"game": "chess"}):
        guess = {"id": "x", "place": sowing.ends} | asked_of | wrong
        body = json.dumps({"stones": {}, "foretold": [guess]}).encode()
        status, answer = day.ask("path?lang=en", day.tokens["Fara"], "POST", body)
        assert status in (400, 404), (wrong, answer)
    many = [{"id": str(at), "place": sowing.ends} | asked_of for at in range(21)]
    assert day.ask("path", day.tokens["Fara"], "POST", json.dumps({"stones": {}, "foretold": many}).encode())[0] == 400
    assert day.table() == before
