"""`lalao review`: what was lost where, what was better, what was well done; everything it states is true."""

import json
import re
from pathlib import Path
from random import Random

import msgspec
import pytest

import lalao
from lalao.cli import charts
from lalao.errors import NotationError
from lalao.games.game import AnyPosition
from lalao.locale import words
from lalao.record import Record, read, write
from lalao.teach import review
from lalao.teach.assessing import Assess, Assessed, Assessment, assessor
from lalao.teach.claims import OnlyMove, Reply, Status, Tempting
from lalao.teach.explaining import explain
from lalao.teach.reviewing import MOST_MOMENTS, Point, Review, read_side
from lalao.teach.shown import ShownReview
from lalao.teach.worths import Judge, Lead
from lalao.values import DRAW, Loss, Side, Win
from tests.playing import post
from tests.shell import ROOT, command_lines, run_lalao
from tests.unit.test_claims import quick_thought

WORKED = '[Game "fang-4"] [South "Awa"] 1. 2 2 2. 3 1 3. 2 3 0-1'
SHORT = '[Game "fafy-impartial"] 1. 4+ 7- 2. 1+ 1-0'
GAMES = ("fang-6", "fang-8-guarded", "fafy", "fafy-impartial", "fanorona-telo", "fanorona-strict-telo")


def by_chance(name: str, seed: int) -> Record:
    """Play a random game to its end, or for some plies."""
    rng = Random(seed)
    record = Record.begin(lalao.game(name).agreed_start(rng))
    while record.outcome() is None and record.last.ply < 30:
        record.play(rng.choice(record.last.position.legal_moves()))
    return record


def loss_of(told: Review, side: Side) -> list[tuple[str, str]]:
    return [(moment.move, moment.better.move) for each in told.sides if each.side is side for moment in each.moments]


def test_the_last_move_of_the_worked_game_gives_four_seeds_away() -> None:
    told = review(read(WORKED))
    assert loss_of(told, Side.NORTH)[-1] == ("3", "1")
    last = told.sides[1].moments[-1]
    assert (last.played.worth, last.better.worth) == (Lead(0, 1), Lead(6, 0))
    assert (last.ply, last.number, last.status) == (6, 3, Status.PROVED)


def test_who_loses_a_won_row_is_told_when() -> None:
    told = review(read(SHORT))
    assert loss_of(told, Side.SOUTH)[0][0] == "4+"
    assert loss_of(told, Side.NORTH) == [("7-", "5+")]
    assert told.sides[0].moments[0].refutation == ("5+",)


def test_no_more_than_three_moments_and_merits_in_the_order_of_the_game() -> None:
    most = 0
    for name in GAMES:
        for seed in range(4):
            for side in review(by_chance(name, seed)).sides:
                plies = [moment.ply for moment in side.moments]
                assert plies == sorted(plies)
                assert len(side.moments) <= MOST_MOMENTS >= len(side.merits)
                most = max(most, len(plies))
    assert most == MOST_MOMENTS


def test_what_is_left_out_lost_no_more_than_what_is_told() -> None:
    assess = assessor()
    for seed in range(6):
        record = by_chance("fang-8-guarded", seed)
        for side in review(record, assess=assess).sides:
            told = {moment.ply for moment in side.moments}
            lost = [
                (lead_lost(node.parent.position, str(node.move), assess), node.ply)
                for node in record.root.line()
                if node.parent and node.parent.position.to_move is side.side
            ]
            kept = [each for each, ply in lost if ply in told]
            assert all(each <= min(kept) for each, ply in lost if ply not in told) or len(told) < MOST_MOMENTS
            assert all(each > (0, 0) for each in kept)


def test_as_good_are_all_moves_that_lose_nothing_against_the_best() -> None:
    """In Fafy also by plies, in Fang by seeds; the move played is not among them."""
    assess, several = assessor(), 0
    for name in ("fang-6", "fafy-impartial"):
        for seed in range(4):
            for side in review(by_chance(name, seed), assess=assess).sides:
                for moment in side.moments:
                    here = assess(moment.position)
                    same = {each.move for each in here.moves if each.worth == here.moves[0].worth}
                    assert set(moment.as_good) == same
                    assert moment.better.move in same
                    assert moment.move not in same
                    several += len(same) > 1
    assert several


def lead_lost(position: AnyPosition, move: str, assess: Assess) -> tuple[int, int]:
    best, own = assess(position).moves[0].worth, assess(position).of(move).worth
    assert isinstance(best, Lead)
    assert isinstance(own, Lead)
    return (best.half - own.half, best.tibong - own.tibong) if best > own else (0, 0)


@pytest.mark.parametrize("name", GAMES)
def test_every_claim_holds_by_the_rules(name: str) -> None:
    judge, moments = Judge(), 0
    for seed in range(3):
        for side in review(by_chance(name, seed)).sides:
            for moment in side.moments:
                moments += 1
                assert moment.explanation.claims
                for claim in moment.explanation.claims:
                    assert claim.verify(judge), (moment.position, claim)
            for merit in side.merits:
                for claim in merit.claims:
                    assert claim.verify(judge), (merit.position, claim)
    assert moments


def test_a_move_is_praised_where_no_other_would_do() -> None:
    """It is the only one of six moves that wins; where another was played, nothing is praised."""
    told = review(read('[Game "fafy-impartial"] [Start "2.3.2.2.1 S"] 1. 3+ *'))
    assert told.sides[0].moments == ()
    (merit,) = told.sides[0].merits
    assert (merit.move, merit.ply) == ("3+", 1)
    assert any(isinstance(claim, OnlyMove) for claim in merit.claims)
    assert all(isinstance(claim, OnlyMove | Tempting) for claim in merit.claims)
    spoilt = review(read('[Game "fafy-impartial"] [Start "2.3.2.2.1 S"] 1. 4- *'))
    assert spoilt.sides[0].merits == ()
    assert spoilt.sides[0].moments[0].theme


def test_who_has_lost_anyhow_is_told_how_to_hold_out_in_fafy_alone() -> None:
    start = '[Start "2.1.2.3.1.3 S"]'
    (moment,) = review(read(f'[Game "fafy-impartial"] {start} 1. 1+ *')).sides[0].moments
    assert (moment.better.move, moment.better.worth, moment.played.worth) == ("6-", Loss(4), Loss(2))
    position = lalao.game("fanorona-telo").position("3/BBW/WW1 w")
    assess = assessor()
    assert {move.worth for move in assess(position).moves} == {Loss(10), Loss(8), Loss(4)}
    for move in position.legal_moves():
        text = f'[Game "fanorona-telo"] [Start "{position}"] 1. {move} *'
        assert review(read(text), assess=assess).sides[0].moments == ()


def test_what_nobody_can_prove_is_called_an_opinion() -> None:
    told = review(by_chance("fifangha", 3), assess=assessor(quick_thought))
    assert any(point.worth is None and point.opinion is not None for point in told.points)
    moments = [moment for side in told.sides for moment in side.moments]
    assert moments
    assert all(moment.status is Status.OPINION for moment in moments if moment.better.worth is None)
    assert all(isinstance(moment.better.score, int) for moment in moments if moment.better.worth is None)


def test_a_move_that_is_seen_to_lose_is_refuted_though_all_was_open() -> None:
    """The search sees from the position after the move what it does not see from the one before."""
    position = lalao.game("fanorona-telo").position("1BB/3/W1B w")
    bad = "a1-b1A"
    after = position.play(bad)
    known = assessor()
    assert known(after).worth in {Win(plies) for plies in range(1, 9)}

    def blind(one: AnyPosition) -> Assessment:
        if one != position:
            return known(one)
        return Assessment(one, None, tuple(Assessed(str(move), None, 0) for move in one.legal_moves()))

    told = explain(position, bad, blind)
    reply = told.claims[0]
    assert isinstance(reply, Reply)
    assert reply.verify()
    assert told.refutation


def test_the_graph_is_seen_by_the_first_side_throughout() -> None:
    told = review(read(WORKED))
    halves = [point.worth.half for point in told.points if isinstance(point.worth, Lead)]
    assert len(halves) == len(told.points) == 7
    assert told.points[-1].worth == Lead(0, -1)
    assert told.points[0].worth == Lead(halves[0], 0)
    fafy = review(read(SHORT))
    assert [point.worth.sign for point in fafy.points if point.worth is not None] == [1, -1, 1, 1]


def test_a_chart_has_a_column_a_point() -> None:
    game = lalao.game("fafy-impartial")
    worths = [Win(3), None, DRAW, Loss(2)]
    points = [Point(ply, "", game.start(), worth, -300 if worth is None else None) for ply, worth in enumerate(worths)]
    assert charts.rows(points, {1: "?"}, 0) == [
        "█   ",
        "█   ",
        "█   ",
        "─╌──",
        " █ █",
        " ▀ █",
        "   █",
        " ?  ",
        "0",
    ]
    seeds = [Point(ply, "", game.start(), Lead(half, 0), None) for ply, half in enumerate((6, -2, 0))]
    assert charts.rows(seeds, {}, 6)[:7] == ["█  ", "█  ", "█  ", "───", " █ ", "   ", "   "]


def test_json_holds_all_of_it(tmp_path: Path) -> None:
    path = tmp_path / "two.lalao"
    path.write_text(f"{WORKED}\n\n{SHORT}\n")
    done = run_lalao(["review", str(path), "--json", "--lang", "fr", "--level", "player"], tmp_path)
    first, second = json.loads(done.stdout)["games"]
    assert (first["game"], second["game"]) == ("fang-4", "fafy-impartial")
    assert list(first) == ["game", "result", "graph", "sides"]
    assert [point["ply"] for point in first["graph"]] == list(range(7))
    assert first["graph"][-1]["proved"] == {"half": 0, "tibong": -1}
    side = first["sides"][0]
    assert list(side) == ["side", "player", "moves", "proved", "moments", "merits"]
    assert (side["player"], side["moves"], side["proved"]) == ("Awa", 3, 3)
    moment = first["sides"][1]["moments"][-1]
    assert (moment["move"], moment["better"], moment["status"]) == ("3", "1", "proved")
    assert moment["sentences"]
    assert len(moment["sentences"]) == len(moment["claims"])


def test_a_side_is_named_in_any_way(tmp_path: Path) -> None:
    path = tmp_path / "one.lalao"
    path.write_text(WORKED)
    for name in ("north", "N", "Nord"):
        done = run_lalao(["review", str(path), "--json", "--side", name, "--lang", "fr"], tmp_path)
        assert [side["side"] for side in json.loads(done.stdout)["games"][0]["sides"]] == ["N"]
    assert read_side("avaratra", words("mg")) is Side.NORTH
    with pytest.raises(NotationError):
        read_side("avaratra", words("fr"))


def test_a_pupil_is_told_what_was_better_and_a_player_more(tmp_path: Path) -> None:
    path = tmp_path / "one.lalao"
    path.write_text(SHORT)
    pupil = run_lalao(["review", str(path), "--side", "north"], tmp_path).stdout
    player = run_lalao(["review", str(path), "--side", "north", "--level", "player"], tmp_path).stdout
    assert "? Move 1: North played 7-." in pupil
    assert "The move 5+ is better" in pupil
    assert len(player.splitlines()) > len(pupil.splitlines())
    assert max(map(len, pupil.splitlines())) < 200


def test_a_praised_move_has_its_mark_in_the_text_and_below_the_chart(tmp_path: Path) -> None:
    path = tmp_path / "good.lalao"
    path.write_text('[Game "fafy-impartial"] [Start "2.3.2.2.1 S"] 1. 3+ *')
    told = run_lalao(["review", str(path)], tmp_path).stdout.splitlines()
    assert "! Move 1: 3+ was a good move by South." in told
    assert [line.split() for line in told if not line.strip(" !")].count(["!"]) == 1


def test_a_narrow_terminal_cuts_the_chart(tmp_path: Path) -> None:
    path = tmp_path / "long.lalao"
    path.write_text(write(by_chance("fanorona-telo", 5)))
    told = run_lalao(["review", str(path)], tmp_path, COLUMNS="30").stdout
    assert sum(line.startswith("White ") for line in told.splitlines()) >= 2


@pytest.mark.parametrize(
    ("text", "options", "said"),
    [
        ("", [], "contains no game"),
        ("nonsense", [], "line 1, column 1: this is neither a position nor a list of moves"),
        ('[Game "fang-4"] 1. 9', [], "line 1, column 20: there is no pit 9"),
        (WORKED, ["--side", "white"], "White does not play fang-4: its sides are South and North"),
        (WORKED, ["--side", "left"], "'left' is not a side: write South, North, White, Black"),
        (WORKED, ["--level", "teacher"], "'teacher' is not a level: write pupil or player"),
        (WORKED, ["--lang", "xx"], "there is no language 'xx': choose fr, en or mg"),
    ],
)
def test_bad_input_is_one_line(text: str, options: list[str], said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.lalao"
    path.write_text(text)
    done = run_lalao(["review", str(path), *options], tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("lalao: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_game_without_moves_has_nothing_to_tell(tmp_path: Path) -> None:
    path = tmp_path / "begun.lalao"
    path.write_text('[Game "fang-4"] *')
    done = run_lalao(["review", str(path)], tmp_path)
    assert done.stdout == "Fang on 4 pits: South – North  *\nNo move was played.\n"


def test_the_page_shows_what_the_command_prints(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "reviewing.md").read_text(encoding="utf-8")
    line = command_lines(page)[0].replace("docs/", str(ROOT / "docs") + "/")
    shown = re.search(r"^```text\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert shown
    assert run_lalao(line.split()[1:], tmp_path).stdout == shown[1]


def test_the_server_reviews_as_the_command_does(server: str, tmp_path: Path) -> None:
    path = tmp_path / "one.lalao"
    path.write_text(SHORT)
    done = run_lalao(["review", str(path), "--json", "--side", "north", "--lang", "fr"], tmp_path)
    status, answer = post(server, "/api/review?side=N&lang=fr", SHORT.encode())
    assert status == 200, answer
    assert answer == json.loads(done.stdout)["games"][0]
    assert msgspec.convert(answer, ShownReview)


def test_the_server_reviews_a_game_that_nobody_can_solve(server: str) -> None:
    record = by_chance("fanorona", 2)
    status, answer = post(server, "/api/review", write(record).encode())
    assert status == 200, answer
    assert len(answer["graph"]) == record.last.ply + 1
    assert {side["side"] for side in answer["sides"]} == {"W", "B"}


@pytest.mark.parametrize(
    ("asked", "text", "status", "said"),
    [
        ("", "nonsense", 400, "line 1, column 1"),
        ("?side=W", WORKED, 400, "White does not play fang-4"),
        ("?level=x", WORKED, 400, "'x' is not a level"),
        ("", '[Game "fanorona-25x25"]', 422, "places"),
        ("", '[Game "fang-4"]' + " " * 70_000, 422, "this is too long"),
    ],
)
def test_the_server_refuses_in_one_line(server: str, asked: str, text: str, status: int, said: str) -> None:
    found, answer = post(server, f"/api/review{asked}", text.encode())
    assert found == status, answer
    assert said in answer["error"]
    assert "\n" not in answer["error"]
