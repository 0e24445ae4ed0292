"""`lalao explain`, and the server's answers: why a move is good or bad, and hints."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import lalao
from lalao.games.game import AnyPosition
from lalao.teach.assessing import Assessment, assessor
from lalao.teach.claims import Status, SureWin
from lalao.teach.explaining import explain, ladder
from lalao.teach.worths import Level
from tests.playing import get
from tests.shell import run_lalao
from tests.unit.test_claims import quick_thought

FIRST_MISTAKE = ["fafy-impartial", "1.2.2.1.1.2.2.1 S", "4+"]


def test_a_mistake_is_explained_and_refuted(tmp_path: Path) -> None:
    done = run_lalao(["explain", *FIRST_MISTAKE], tmp_path)
    first, *_, last = done.stdout.splitlines()
    assert first == "North can answer with 5+: if both play well, North wins."
    assert last == "The refutation: 5+"


def test_json_holds_a_sentence_for_each_claim(tmp_path: Path) -> None:
    done = run_lalao(["explain", *FIRST_MISTAKE, "--level", "player", "--json", "--lang", "fr"], tmp_path)
    document = json.loads(done.stdout)
    assert list(document) == ["provenance", "game", "position", "move", "sentences", "claims", "refutation"]
    assert len(document["sentences"]) == len(document["claims"]) > 2
    assert all(list(claim) == ["kind", "args", "status", "line"] for claim in document["claims"])
    assert document["claims"][0]["line"] == ["4+", "5+"]
    said = "Nord peut répondre par 5+\u202f: au meilleur jeu des deux, Nord gagne en 2 tours."
    assert document["sentences"][0] == said
    assert document["refutation"] == ["5+"]


@pytest.mark.parametrize(
    ("name", "text", "region", "begins"),
    [
        ("fang-8-guarded", "1.2.2.1.0.1.0.1 4+4 N", 4, "pit"),
        ("fafy-impartial", "1.2.2.0.2.2.2.1 N", 4, "pit"),
        ("fanorona-telo", "1BB/3/W1B w", 1, "piece"),
        ("fifangakely", "1.0.0.0/1.0.4.1/2.4.1.1/0.1.1.0 7+8 N", 4, "pit"),
    ],
)
def test_hints_say_more_step_by_step(name: str, text: str, region: int, begins: str) -> None:
    position = lalao.game(name).position(text)
    found = ladder(position, assessor(quick_thought))
    where, what, move, why = found.steps(Level.PUPIL)
    assert [step.kind for step in (where, what, move, why)] == ["where", "what", "move", "why"]
    assert len(where.places) == region
    assert what.places[0] in where.places
    assert begins in str(what.said)
    assert found.move in str(move.said)
    assert found.move in {str(legal) for legal in position.legal_moves()}
    assert str(why.said)


def test_a_hint_that_is_not_proved_is_called_an_opinion() -> None:
    found = ladder(lalao.game("fifangha").start(), assessor(quick_thought))
    assert found.status is Status.OPINION
    assert "opinion" in str(found.steps(Level.PUPIL)[2].said)


def asked(server: str, name: str, text: str, what: str) -> tuple[int, Any]:
    return get(server, f"/api/games/{name}/positions/{quote(text, safe='')}/{what}")


def test_the_server_says_why_as_the_command_does(server: str, tmp_path: Path) -> None:
    name, text, move = FIRST_MISTAKE
    status, answer = asked(server, name, text, f"why/{quote(move)}?level=player&lang=mg")
    assert status == 200
    done = run_lalao(["explain", name, text, move, "--level", "player", "--lang", "mg", "--json"], tmp_path)
    document = json.loads(done.stdout)
    assert document.pop("provenance")["lalao"]
    assert answer == document


def test_strokes_in_a_position_and_blanks_in_a_move_find_their_way(server: str) -> None:
    status, answer = asked(server, "fanorona-souffle-telo", "1B1/3/WW1 b huff=a1", f"why/{quote('xa1 b3-b2A')}")
    assert status == 200, answer
    assert answer["move"] == "xa1 b3-b2A"
    status, answer = asked(server, "fanorona-telo", "1BB/3/W1B w", "hints?lang=fr")
    assert status == 200
    assert answer["status"] == "proved"
    assert answer["move"] == "a1-b1A-b2A"
    assert answer["steps"][2]["sentence"] == "Joue a1-b1A-b2A : aucun coup n’est meilleur."


@pytest.mark.parametrize(
    ("name", "text", "what", "status", "said"),
    [
        ("fang-4", "1.1.3.2 0+1 N", "why/9", 422, "there is no pit 9: the pits go from 1 to 4"),
        ("fang-4", "1.1.3.2 0+1 N", "why/3?level=x", 400, "'x' is not a level: write pupil or player"),
        ("fang-4", "2.2.1.3 0+0 S", "hints", 422, "the game is over: no move can be played"),
        ("chess", "1.1.3.2 0+1 N", "hints", 404, "there is no game 'chess'"),
        ("fang-4", "1" * 5000, "why/1", 422, "this is too long"),
    ],
)
def test_the_server_refuses_in_one_line(server: str, name: str, text: str, what: str, status: int, said: str) -> None:
    found, answer = asked(server, name, text, what)
    assert found == status
    assert answer["error"].startswith(said)


def test_a_sure_win_that_was_passed_up_is_told_where_the_rest_is_unknown() -> None:
    position, known = lalao.game("fanorona-telo").position("W1B/2W/BBB w"), assessor(quick_thought)

    def half_known(at: AnyPosition) -> Assessment:
        """Know of the first position that its best move wins, and nothing else."""
        found = known(at)
        best = found.moves[:1] if at == position else ()
        moves = (*best, *(replace(each, worth=None, score=None) for each in found.moves[len(best) :]))
        return replace(found, moves=moves, worth=found.worth if best else None, line=())

    best, *others = (each.move for each in known(position).moves)
    assert best == "a3-b3A-b2A-c3W"
    for move in others:
        told = explain(position, move, half_known)
        assert told.claims[0].kind == "move_wins"
        assert not {"better_move", "opinion", "value"} & {claim.kind for claim in told.claims}
        assert all(claim.verify() for claim in told.claims)
        assert told.refutation == ()
        said = f"The move {best} wins; whether {move} wins is not known."
        assert str(told.sentences(Level.PUPIL)[0]) == said
    assert "move_wins" not in {claim.kind for claim in explain(position, best, half_known).claims}
    lost = SureWin(position=position, line=(others[0],), side=position.to_move, move=others[0], instead_of=best)
    assert not lost.verify(), "no other move wins here"
