"""What the shipped certificates prove of positions, and what solver, engine and levels make of it."""

import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import json, structs

from lalao.engine.analysis import History, Limits, Line, Score
from lalao.engine.fanorona_levels import FanoronaLevel
from lalao.engine.fanorona_searcher import ProvedTurns, with_proofs
from lalao.engine.levels import levels_of
from lalao.engine.readable import ReadableSearcher
from lalao.engine.searchers import agrees_to_draw
from lalao.errors import FileError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.fanorona.family import alike
from lalao.solve import certificate as proofs
from lalao.solve import solve
from lalao.solve.certificate import ELSEWHERE, FOLDER, Claim, Head, index, proved, read_certificate, seen, shipped
from lalao.solve.fanorona import whole_board
from lalao.values import DRAW, Loss, Side, Value, Win
from tests.endgames import fanorona
from tests.patience import often
from tests.shell import run_lalao

WHOLE = ["fanorona-telo", "fanorona-strict-telo", "fanorona-libre-telo", "fanorona-3x5", "fanorona-libre-3x5"]
SLOW = ["fanorona-5x3", "fanorona-strict-3x5", "fanorona-strict-5x3", "fanorona-libre-5x3"]
SOLVED = sorted({path.stem[:-2] for path in FOLDER.glob("*.proof")})


def start(name: str) -> FanoronaPosition:
    return fanorona(name).start()


@pytest.mark.parametrize("name", [*WHOLE, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
def test_all_that_is_proved_is_what_whole_tables_say(name: str) -> None:
    """The tables of these boards hold every position: bounds that are not values are compared too."""
    game, known = fanorona(name), whole_board(fanorona(name))
    assert len(index(game)) > 2
    for (own, enemy), bounds in index(game).items():
        value = known.value(FanoronaPosition(game, own, enemy, Side.WHITE))
        assert isinstance(value, Value)
        assert bounds.least <= value.sign <= bounds.most


@pytest.mark.parametrize("name", SOLVED)
def test_proved_turns_keep_what_is_proved_against_any_play(name: str) -> None:
    """From the start, one side plays what is proved and the other at random, down to the tables or the end."""
    rng, game = random.Random(name), fanorona(name)
    pieces = max(read_certificate(path).claim.pieces for path in shipped(game))
    held = {side for side in (Side.WHITE, Side.BLACK) if holds(game, side)}
    assert held
    for side in held:
        for _ in range(often(1, nightly=6)):
            position = game.start()
            while position.outcome is None and (position.white | position.black).bit_count() > pieces:
                bounds = index(game)[seen(position, mirrored=False)]
                if position.to_move is side:
                    assert bounds.least >= least_of(game, side)
                    move = proofs._turn(position, bounds, mirrored=False)
                    assert move is not None
                else:
                    assert bounds.most <= -least_of(game, side)
                    move = rng.choice(position.legal_moves())
                position = position._play(move)
            if position.outcome is not None:
                assert position.outcome.value_for(side).sign >= least_of(game, side)


def least_of(game: Fanorona, side: Side) -> int:
    """Return what is proved that a side has from the start at least, as a sign."""
    bounds = index(game)[seen(game.start(), mirrored=False)]
    return bounds.least if side is Side.WHITE else -bounds.most


def holds(game: Fanorona, side: Side) -> bool:
    """Tell whether a side is proved not to lose from the start."""
    return least_of(game, side) >= 0


def test_positions_are_known_in_mirrors_and_from_the_other_side() -> None:
    root = start("fanorona-dimy")
    known = proved(root)
    assert known is not None
    value, move = known
    assert value == DRAW
    assert move is not None
    for other in alike(root):
        found = proved(other)
        assert found is not None
        assert (found[0], found[1] is None) == (value, False)
    after = root._play(move)
    for one in (after, *alike(after)):
        found = proved(one)
        assert found is not None
        assert found[0] == DRAW
        assert found[1] in one.legal_moves()


def test_a_won_position_has_a_turn_after_which_the_other_side_has_lost() -> None:
    known = proved(start("fanorona-7x5"))
    assert known is not None
    assert (known[0], str(known[1])) == (Win(None), "c3-c4A")
    assert known[1] is not None
    assert proved(start("fanorona-7x5")._play(known[1])) == (Loss(None), None)


@pytest.mark.parametrize("name", ["fanorona-vela", "fanorona-dimy-vela", "fanorona-souffle-dimy", "fanorona-libre-7x5"])
def test_nothing_is_proved_of_other_games(name: str) -> None:
    assert proved(start(name)) is None


@pytest.fixture
def only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that alone holds the certificates that come with the package, empty at first."""
    monkeypatch.setattr(proofs, "FOLDER", tmp_path)
    index.cache_clear()
    yield tmp_path
    index.cache_clear()


def test_one_half_of_a_draw_proves_no_value(only: Path) -> None:
    """That Black cannot win on 5×7 says nothing of White."""
    shutil.copy(FOLDER / "fanorona-5x7-B.proof", only)
    game = fanorona("fanorona-5x7")
    bounds = index(game)[seen(game.start(), mirrored=False)]
    assert (bounds.least, bounds.most, bounds.value) == (0, 1, None)
    assert proved(game.start()) is None


def heads_in(folder: Path, *claims: Claim) -> None:
    """Write the heads of certificates that are elsewhere."""
    folder.joinpath(ELSEWHERE).write_bytes(b"".join(json.encode(Head(one, 1, "0" * 64)) + b"\n" for one in claims))


def test_a_certificate_that_is_elsewhere_tells_of_its_first_position(only: Path) -> None:
    game = fanorona("fanorona-5x7")
    each = [read_certificate(FOLDER / f"{game.id}-{letter}.proof").claim for letter in "WB"]
    heads_in(only, *each)
    assert proved(game.start()) == (DRAW, None)
    first, *others = [game.start()._play(move) for move in game.start().legal_moves()]
    assert proved(first) is None, "White cannot win after any turn; of Black nothing is said"
    index.cache_clear()
    heads_in(only, *each, structs.replace(each[1], position=str(first)))
    assert proved(first) == (DRAW, None)
    assert [proved(one) for one in others] == [None] * len(others)
    index.cache_clear()
    heads_in(only, structs.replace(each[1], position=str(first), wins=True))
    assert proved(first) == (Win(None), None)
    only.joinpath(ELSEWHERE).write_text("{}\n")
    index.cache_clear()
    with pytest.raises(FileError, match=r"elsewhere\.jsonl' is damaged"):
        index(game)


def test_a_damaged_certificate_is_named(only: Path) -> None:
    data = bytearray((FOLDER / "fanorona-9x3-W.proof").read_bytes())
    data[-9] ^= 1
    (only / "fanorona-9x3-W.proof").write_bytes(data)
    with pytest.raises(FileError, match=r"fanorona-9x3-W\.proof' is damaged"):
        proved(start("fanorona-9x3"))


class TestSolving:
    """``lalao solve`` with certificates."""

    def test_a_solved_board_has_its_value_and_the_turn_that_keeps_it(self) -> None:
        answer = solve(start("fanorona-7x5"))
        assert answer.value == Win(None)
        assert [(str(move.move), move.value) for move in answer.moves[:1]] == [("c3-c4A", Win(None))]
        assert str(answer.remark) == (
            "a certificate proves who wins, not how soon: lalao verify fanorona-7x5-W.proof checks it"
        )

    def test_a_draw_needs_no_remark(self) -> None:
        answer = solve(start("fanorona-dimy"))
        assert (answer.value, answer.moves[0].value, answer.remark) == (DRAW, DRAW, None)

    def test_certificates_are_found_by_name(self, tmp_path: Path) -> None:
        verified = run_lalao(["verify", "fanorona-telo-W.proof"], tmp_path)
        assert verified.stdout.splitlines()[:2] == ["fanorona-telo, BBB/B1W/WWW w", "White can force a win"]
        own = tmp_path / "fanorona-telo-W.proof"
        own.write_text("mine", encoding="utf-8")
        assert run_lalao(["verify", "fanorona-telo-W.proof"], tmp_path).returncode == 2
        own.unlink()
        assert run_lalao(["verify", "./fanorona-telo-W.proof"], tmp_path).returncode == 2


class TestEngine:
    """Searches and levels with certificates; the search beneath is the readable one, which knows nothing of them."""

    searcher = ProvedTurns(ReadableSearcher(), fanorona("fanorona-telo"))

    def test_certificates_are_read_before_a_clock_runs(self) -> None:
        index.cache_clear()
        ProvedTurns(ReadableSearcher(), fanorona("fanorona-dimy"))
        assert index.cache_info().currsize == 1

    def test_a_proved_turn_is_played(self) -> None:
        *_, info = self.searcher.think(start("fanorona-7x5"), Limits(nodes=100))
        assert [(line.score.proved, str(line.moves[0])) for line in info.lines] == [(Win(None), "c3-c4A")]

    def test_a_win_that_the_search_sees_is_preferred(self) -> None:
        """The certificate proves another turn, after which the win takes longer."""
        root = fanorona("fanorona-telo").position("B1B/1W1/1WW w")
        shown = proved(root)
        assert shown is not None
        assert str(shown[1]) == "c1-c2A"
        *_, info = self.searcher.think(root, Limits(depth=2))
        assert [(line.score.proved, str(line.moves[0])) for line in info.lines] == [(Win(1), "b2-a1W-a2A")]

    def test_what_is_not_proved_is_searched(self) -> None:
        *_, info = self.searcher.think(start("fanorona-libre-7x5"), Limits(nodes=100))
        assert info.nodes > 0
        assert info.lines[0].score.proved is None

    def test_analysis_puts_the_proved_turn_in_front(self) -> None:
        *_, info = self.searcher.think(start("fanorona-dimy"), Limits(depth=1), lines=3)
        assert [line.score.proved for line in info.lines] == [DRAW, None, None]
        assert str(info.lines[0].moves[0]) == "b2-c3A"
        assert len({str(line.moves[0]) for line in info.lines}) == 3

    def test_a_line_that_is_proved_as_good_stays_in_front(self) -> None:
        root = start("fanorona-dimy")
        turn = root.move("b2-c3A")
        first, longer = (
            Line(Score(proved=DRAW), moves) for moves in ((turn,), (turn, root.play(turn).legal_moves()[0]))
        )
        assert with_proofs(root, (longer,), first, History()) == (longer,)

    def test_turns_that_the_search_finds_get_the_score_proved_of_them(self) -> None:
        """After a turn of White's other than the proved one, the position may still be in the certificate: Black's."""
        root = start("fanorona-7x5")
        lost = root.play(root.move("c3-c4A"))
        *_, info = self.searcher.think(lost, Limits(depth=1), lines=2)
        assert [line.score.proved for line in info.lines] == [Loss(None), Loss(None)]

    def test_a_win_that_a_draw_rule_may_prevent_is_not_proved(self) -> None:
        history = History(draws=frozenset(("quiet",)))
        *_, info = self.searcher.think(start("fanorona-7x5"), Limits(nodes=100), history=history)
        score = info.lines[0].score
        assert (score.proved, score.opinion > 1000, str(info.lines[0].moves[0])) == (None, True, "c3-c4A")
        *_, info = self.searcher.think(start("fanorona-dimy"), Limits(nodes=100), history=history)
        assert info.lines[0].score.proved == DRAW

    def test_the_highest_level_wins_what_is_proved(self) -> None:
        """Against random play, by proved turns down to six pieces, then by its search."""
        game, rng = fanorona("fanorona-strict-7x3"), random.Random(3)
        best, position = FanoronaLevel(game, levels_of(game)[-1]), game.start()
        while position.outcome is None:
            chosen = best.choose(position, rng) if position.to_move is Side.WHITE else None
            position = position._play(chosen or rng.choice(position.legal_moves()))
        assert position.outcome.winner is Side.WHITE

    def test_a_proved_draw_is_agreed_upon(self) -> None:
        root = start("fanorona-dimy")
        assert agrees_to_draw([root], Side.WHITE, seconds=0)
        assert agrees_to_draw([root], Side.BLACK, seconds=0)
        assert not agrees_to_draw([start("fanorona-7x5")], Side.WHITE, seconds=0)


def test_a_quiet_count_changes_nothing() -> None:
    root = start("fanorona-dimy")
    assert proved(replace(root, quiet=7)) == proved(root)
