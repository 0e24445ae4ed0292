"""Proofs of Fanorona: against complete tables and naive counts, with tables too small on purpose, verified twice."""

import json
import random
import re
import shutil
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import msgspec
import numpy as np
import pytest

from lalao.codecs.fanorona_proof import ProofSearch
from lalao.errors import FileError, LalaoError, UnknownGameError
from lalao.games.fanorona import FanoronaPosition
from lalao.kernels import fanorona_closure as closure
from lalao.kernels import fanorona_proof as kernel
from lalao.kernels import fanorona_proof_table as entries
from lalao.research import proof
from lalao.research.proof import Proof, ProvingTables, value_of
from lalao.solve import verifying
from lalao.solve.certificate import FOLDER, Certificate, read_certificate
from lalao.solve.verifying import RefutedError, verify
from lalao.tables import open as open_tables
from lalao.tables import unpacked
from lalao.tables.probe import Tables
from lalao.values import DRAW, UNKNOWN, Loss, Side, Value, Win
from tests.endgames import fanorona, positions_of, proving_tables, reached, tables_in, tables_of
from tests.naive import proving as naive
from tests.naive import tables as naive_tables
from tests.patience import SECONDS, often
from tests.shell import ROOT, environment, run_lalao

TINY, ROOMY = 256, 1 << 22
PUBLISHED = sorted(FOLDER.glob("*.proof"))
LARGER = sorted((ROOT / "docs" / "results").glob("*.proof"))
EASY = re.compile(r"fanorona((-strict)?-(telo|3x5|5x3|3x7|7x3|dimy)|-libre-(telo|3x5|5x3))-[WB]")
"""Certificates whose tables are built within seconds."""


def proved(position: FanoronaPosition, attacker: Side, tables: ProvingTables, memory: int = ROOMY) -> bool | None:
    """Return whether a side can force a win; None where 300 000 expansions do not decide."""
    return Proof(position, attacker, tables, memory, 300_000).run(certified=False).wins


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("fanorona-3x5", often(15, 150)),
        ("fanorona-strict-5x3", often(15, 150)),
        ("fanorona-libre-telo", often(10, 100)),
    ],
)
def test_what_is_proved_is_what_whole_tables_hold(name: str, count: int, folder: Path) -> None:
    truth = tables_of(folder, name, 2 * fanorona(name).pieces)
    rng, told = random.Random(name), set()
    for _ in range(often(count // 10, nightly=count)):
        position = reached(name, rng, 12)
        value = truth.value(position)
        assert isinstance(value, Value)
        for attacker in (position.to_move, position.to_move.other):
            wins = value.sign == (1 if attacker is position.to_move else -1)
            assert proved(position, attacker, proving_tables(folder, name, 3)) is wins, (position, attacker)
            told.add(wins)
    assert told == {True, False}


@pytest.mark.parametrize("name", ["fanorona-3x5", "fanorona-libre-telo"])
def test_tables_without_plies_prove_the_same(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = proving_tables(folder, name, 3)
    for module in (proof, verifying):
        monkeypatch.setattr(module, "MOST_BYTES", 0)
    packed = ProvingTables(fanorona(name), 3, folder / f"{name}-3", lambda _: None)
    assert packed.endgames.packed
    assert packed.endgames.codes.size == -(-plain.endgames.codes.size // 4)
    outcomes = (packed.endgames.codes[:, None] >> np.arange(0, 8, 2) & 3).ravel()[: plain.endgames.codes.size]
    assert np.array_equal(outcomes, np.where(plain.endgames.codes, 2 - plain.endgames.codes % 2, 0))
    assert packed.sha256 == plain.sha256
    seed = random.SystemRandom().randrange(10**9)
    rng = random.Random(seed)
    for _ in range(often(20, 200)):
        position = reached(name, rng, 12)
        statement = Proof(position, position.to_move, packed, ROOMY, 300_000).run(certified=True)
        assert statement.wins is proved(position, position.to_move, plain), (position, seed)
        assert statement.certificate is not None
        verify(statement.certificate, folder / f"{name}-3")


def test_who_wins_is_kept_for_all_processes_and_made_anew_where_it_is_damaged(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    proving_tables(folder, "fanorona-3x5", 3)
    here = shutil.copytree(folder / "fanorona-3x5-3", tmp_path / "here")
    monkeypatch.setattr(proof, "MOST_BYTES", 0)
    made = Mock(wraps=proof.outcomes)
    monkeypatch.setattr(proof, "outcomes", made)

    def codes() -> np.ndarray[Any, np.dtype[np.uint8]]:
        return ProvingTables(fanorona("fanorona-3x5"), 3, here, lambda _: None).endgames.codes

    file = here / "fanorona-3x5.3.outcomes"
    file.unlink(missing_ok=True)
    first = codes().copy()
    whole = file.read_bytes()
    assert np.array_equal(codes(), first)
    assert made.call_count == 1
    for wrong in (whole[:-1], bytes([*whole[:-1], whole[-1] ^ 1]), b"", whole.replace(b'"pieces":3', b'"pieces":2')):
        made.reset_mock()
        file.write_bytes(wrong)
        assert np.array_equal(codes(), first)
        assert made.call_count == 1
        assert file.read_bytes() == whole
    file.unlink()
    monkeypatch.setattr(unpacked, "write", Mock(side_effect=PermissionError))
    assert np.array_equal(codes(), first), "in memory, where nothing can be written"


def test_a_search_takes_over_what_an_earlier_version_kept(folder: Path) -> None:
    tables, start = proving_tables(folder, "fanorona-3x5", 3), fanorona("fanorona-3x5").start()
    begun = Proof(start, Side.WHITE, tables, ROOMY, most=100)
    assert begun.run(certified=False).wins is None
    other = ProofSearch(start.game, ROOMY, tables.endgames)
    other.go_on_with(begun.searcher.arrays() | {"words": begun.searcher.words[:12]})
    assert np.array_equal(other.words[:12], begun.searcher.words[:12])
    assert not other.words[12:].any()


@pytest.mark.parametrize("name", ["fanorona-3x5", "fanorona-strict-telo", "fanorona-libre-telo"])
def test_a_table_of_a_few_entries_still_ends_and_is_never_wrong(name: str, folder: Path) -> None:
    truth = tables_of(folder, name, 2 * fanorona(name).pieces)
    rng, decided = random.Random(name), 0
    for _ in range(30):
        position = reached(name, rng, 12)
        value = truth.value(position)
        assert isinstance(value, Value)
        found = proved(position, position.to_move, proving_tables(folder, name, 3), TINY)
        assert found in (None, value.sign > 0), position
        decided += found is not None
    assert decided > 20


@pytest.mark.parametrize(("name", "memory"), [("fanorona-3x5", 1 << 9), ("fanorona-dimy", ROOMY)])
def test_what_a_check_leaves_open_is_searched_again(
    name: str, memory: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, seed = proving_tables(folder, name, 3), random.SystemRandom().randrange(10**9)
    rng, left_open, answered = random.Random(seed), Mock(wraps=closure.leave_open), set()
    monkeypatch.setattr(closure, "leave_open", left_open)
    for _ in range(often(30, 300)):
        position, attacker = reached(name, rng, 12), rng.choice((Side.WHITE, Side.BLACK))
        plain = Proof(position, attacker, tables, memory, 100_000).run(certified=False).wins
        with monkeypatch.context() as patched:
            patched.setattr(proof, "HOLE", 1)
            patched.setattr(proof, "HOLES", 1 << 40)
            found = Proof(position, attacker, tables, memory, 100_000).run(certified=True)
        assert None in (found.wins, plain) or found.wins is plain, (str(position), attacker, seed)
        answered.add(found.wins)
        if found.certificate is not None:
            verify(found.certificate, folder / f"{name}-3")
    assert {True, False} <= answered, seed
    assert left_open.called, seed


def test_questions_that_share_a_search_believe_no_path_of_another(folder: Path) -> None:
    name = "fanorona-dimy"
    tables, seed = proving_tables(folder, name, 3), random.SystemRandom().randrange(10**9)
    shared, rng, leaning = ProofSearch(fanorona(name), ROOMY, tables.endgames), random.Random(seed), 0
    for _ in range(often(30, 300)):
        position, attacker = reached(name, rng, 12), rng.choice((Side.WHITE, Side.BLACK))
        alone = Proof(position, attacker, tables, ROOMY, 100_000).run(certified=False).wins
        found = Proof(position, attacker, tables, ROOMY, 100_000, searcher=shared).run(certified=True)
        assert None in (found.wins, alone) or found.wins is alone, (str(position), attacker, seed)
        if found.certificate is not None:
            verify(found.certificate, folder / f"{name}-3")
        attacking = int(attacker is position.to_move)
        key = entries.name_of(position.own, position.enemy, attacking)
        if found.wins is False and entries.plies_of(entries.look_up(shared.workspace.table, key)):
            leaning += 1
            assert kernel.believed(shared.workspace, key, attacking)
            shared.new_question()
            assert not kernel.believed(shared.workspace, key, attacking)
    assert leaning, seed


def test_passes_over_every_position_say_the_same(folder: Path) -> None:
    rng = random.Random(7)
    for text in rng.sample(positions_of("fanorona-telo", 5), 40):
        position = fanorona("fanorona-telo").position(text)
        if position.outcome:
            continue
        for attacker in (Side.WHITE, Side.BLACK):
            wins = naive.can_force_a_win("fanorona-telo", text, str(attacker).lower())
            held = proving_tables(folder, "fanorona-telo", 2)
            assert proved(position, attacker, held) is wins, (text, attacker)


@pytest.mark.parametrize(
    ("board", "pieces", "value"),
    [
        ("telo", 3, Win(None)),  # RULES.md, section 3, as the next four and 5×5
        ("3x5", 4, Win(None)),
        ("5x3", 4, Win(None)),
        ("3x7", 5, Win(None)),
        ("7x3", 5, Win(None)),
        ("dimy", 5, DRAW),
    ],
)
def test_known_values(board: str, pieces: int, value: Value, folder: Path) -> None:
    name = f"fanorona-{board}"
    start = fanorona(name).start()
    statements = [
        Proof(start, attacker, proving_tables(folder, name, pieces), 1 << 26).run(certified=True)
        for attacker in (Side.WHITE, Side.BLACK)
    ]
    assert value_of(start, statements) == value
    for one in statements:
        assert one.certificate is not None
        verify(one.certificate, folder / f"{name}-{pieces}")


def test_a_question_given_up_is_not_answered(folder: Path) -> None:
    start = fanorona("fanorona-dimy").start()
    statement = Proof(start, Side.WHITE, proving_tables(folder, "fanorona-dimy", 3), ROOMY, 1000).run(certified=True)
    assert statement.wins is None
    assert statement.certificate is None
    assert statement.expansions <= 1001
    assert value_of(start, [statement]) is UNKNOWN


@pytest.mark.parametrize("memory", [1 << 10, 1 << 12, ROOMY])
def test_an_answer_within_the_limit_has_its_certificate(memory: int, folder: Path) -> None:
    start, tables = fanorona("fanorona-libre-telo").start(), proving_tables(folder, "fanorona-libre-telo", 2)
    needed = Proof(start, Side.WHITE, tables, memory).run(certified=False).expansions
    statement = Proof(start, Side.WHITE, tables, memory, needed).run(certified=True)
    assert statement.certificate is not None
    verify(statement.certificate, folder / "fanorona-libre-telo-2")


@pytest.mark.parametrize(
    ("name", "memory"),
    [("fanorona-3x5", 1 << 9), ("fanorona-dimy", 1 << 9), ("fanorona-dimy", 1 << 12), ("fanorona-libre-telo", 1 << 12)],
)
def test_wins_that_lean_on_what_the_table_lost_are_founded_anew(
    name: str, memory: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, rng, wins = proving_tables(folder, name, 3), random.Random(name), 0
    circles, found_at = list[int](), ProofSearch.found_at

    def counted(self: ProofSearch, node: int) -> None:
        circles.append(node)
        found_at(self, node)

    monkeypatch.setattr(ProofSearch, "found_at", counted)
    for _ in range(80):
        position = reached(name, rng, 12)
        statement = Proof(position, position.to_move, tables, memory, 100_000).run(certified=True)
        assert (statement.certificate is None) == (statement.wins is None), position
        if statement.certificate is not None:
            verify(statement.certificate, folder / f"{name}-3")
            wins += bool(statement.wins)
    assert wins > 20
    assert circles


def test_a_loss_is_told_by_the_second_question(folder: Path) -> None:
    position = fanorona("fanorona-3x5").position("BB1BB/1W3/5 w")
    tables = proving_tables(folder, "fanorona-3x5", 3)
    statements = [
        Proof(position, attacker, tables, ROOMY).run(certified=False) for attacker in (Side.WHITE, Side.BLACK)
    ]
    truth = tables_of(folder, "fanorona-3x5", 14).value(position)
    assert isinstance(truth, Value)
    assert truth.sign < 0
    assert value_of(position, statements) == Loss(None)


class TestCertificates:
    """Certificates: what shows a claim, and what is refused."""

    @pytest.fixture
    def held(self, folder: Path) -> Path:
        return tables_in(folder, "fanorona-3x5", 3)

    @pytest.fixture(params=["W", "B"])
    def certificate(self, request: pytest.FixtureRequest, held: Path) -> Certificate:
        """Return the certificate of a win, or of no win."""
        start = fanorona("fanorona-3x5").start()
        tables = ProvingTables(fanorona("fanorona-3x5"), 3, held, lambda _: None)
        found = Proof(start, Side(request.param), tables, ROOMY).run(certified=True).certificate
        assert found is not None
        assert found.claim.wins is (request.param == "W")
        return found

    def test_it_comes_back_from_its_file(self, certificate: Certificate, tmp_path: Path) -> None:
        certificate.write(tmp_path / "a.proof")
        assert read_certificate(tmp_path / "a.proof") == certificate

    def test_both_verifiers_accept_it(self, certificate: Certificate, held: Path, tmp_path: Path) -> None:
        assert verify(certificate, held).turns == len(certificate.turns)
        certificate.write(tmp_path / "a.proof")
        claim, turns = naive.read(tmp_path / "a.proof", 3, 5)
        assert naive.shows("fanorona-3x5", claim, turns, counted_ending)

    def test_both_find_a_flipped_move(self, certificate: Certificate, held: Path, tmp_path: Path) -> None:
        rng, refuted = random.Random(1), 0
        for number in range(20):
            before = rng.choice(list(certificate.turns))
            position = fanorona("fanorona-3x5").position(certificate.claim.position)
            chooser = position.to_move if certificate.claim.wins else position.to_move.other
            at = FanoronaPosition(position.game, *(before if chooser is Side.WHITE else before[::-1]), chooser)
            other = {(one.enemy, one.own) for one in map(at._play, at.legal_moves())} - {certificate.turns[before]}
            if not other:
                continue
            flipped = Certificate(certificate.claim, certificate.turns | {before: min(other)})
            flipped.write(tmp_path / f"{number}.proof")
            claim, turns = naive.read(tmp_path / f"{number}.proof", 3, 5)
            stands = naive.shows("fanorona-3x5", claim, turns, counted_ending)
            try:
                verify(flipped, held)
                assert stands  # the other move is good too, and the certificate has all that follows it
            except RefutedError as error:
                is_needless = "which is never reached" in str(error)  # what followed the move is of no use now
                assert stands is is_needless
                refuted += 1
        assert refuted > 5

    def test_an_illegal_move_is_refused(self, certificate: Certificate, held: Path) -> None:
        before = next(iter(certificate.turns))
        with pytest.raises(RefutedError, match="refuted"):
            verify(Certificate(certificate.claim, dict.fromkeys(certificate.turns, before)), held)

    def test_the_opposite_claim_is_refused(self, certificate: Certificate, held: Path) -> None:
        claim = certificate.claim
        told = type(claim)(claim.game, claim.position, claim.attacker, not claim.wins, claim.pieces, claim.tables)
        with pytest.raises(RefutedError, match="refuted"):
            verify(Certificate(told, certificate.turns), held)

    def test_other_tables_are_refused_by_name(self, certificate: Certificate, held: Path) -> None:
        claim = certificate.claim
        told = type(claim)(claim.game, claim.position, claim.attacker, claim.wins, claim.pieces, "0" * 64)
        with pytest.raises(RefutedError, match="other tables of fanorona-3x5: its tables have the SHA-256 000"):
            verify(Certificate(told, certificate.turns), held)

    def test_another_ruleset_is_refused_by_name(self, certificate: Certificate, folder: Path) -> None:
        claim = certificate.claim
        told = type(claim)(
            "fanorona-strict-3x5", claim.position, claim.attacker, claim.wins, claim.pieces, claim.tables
        )
        with pytest.raises(RefutedError, match="rests on other tables of fanorona-strict-3x5"):
            verify(Certificate(told, certificate.turns), tables_in(folder, "fanorona-strict-3x5", 3))

    @pytest.mark.parametrize(
        ("name", "error", "line"),
        [
            ("fang", UnknownGameError, "'fang' is not a game of Fanorona"),
            ("fanorona-3x5-vela", RefutedError, "fanorona-3x5-vela has no certificates"),
        ],
    )
    def test_a_game_without_certificates_is_refused_by_name(
        self, name: str, error: type[LalaoError], line: str, certificate: Certificate, held: Path
    ) -> None:
        told = msgspec.structs.replace(certificate.claim, game=name)
        with pytest.raises(error, match=line):
            verify(Certificate(told, certificate.turns), held)

    def test_missing_tables_are_named(self, certificate: Certificate, tmp_path: Path) -> None:
        with pytest.raises(FileError, match="lalao tables build fanorona-3x5 --pieces 3 makes them"):
            verify(certificate, tmp_path)

    def test_damage_anywhere_is_told(self, certificate: Certificate, tmp_path: Path) -> None:
        path = tmp_path / "a.proof"
        certificate.write(path)
        whole = path.read_bytes()
        rng = random.Random(3)
        for at in [0, 25, len(whole) - 1, *rng.sample(range(len(whole)), 40)]:
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1 :])
            with pytest.raises(LalaoError):
                read_certificate(path)
        for length in (0, 10, 100, len(whole) - 1):
            path.write_bytes(whole[:length])
            with pytest.raises(LalaoError):
                read_certificate(path)


def dawdling(position: FanoronaPosition, truth: Tables) -> dict[tuple[int, int], tuple[int, int]]:
    """Return turns of White that always keep a won position won, but take as long as possible."""
    waiting, turns = [position], {}
    while waiting:
        one = waiting.pop()
        if one.outcome or (one.white | one.black).bit_count() == 2 or (one.own, one.enemy) in turns:
            continue
        followers = [one._play(move) for move in one.legal_moves()]
        if one.to_move is Side.WHITE:
            kept = [after for after in followers if after.outcome or truth.value(after) < DRAW]
            followers = [max(kept, key=lambda after: (truth.value(after), str(after)))]
            turns[one.own, one.enemy] = followers[0].enemy, followers[0].own
        waiting += followers
    return turns


def test_a_win_that_goes_round_is_refused(folder: Path, tmp_path: Path) -> None:
    name, truth = "fanorona-3x5", tables_of(folder, "fanorona-3x5", 3)
    held = tables_in(folder, name, 2)
    position = fanorona(name).position("4B/5/WW3 w")
    tables = ProvingTables(fanorona(name), 2, held, lambda _: None)
    found = Proof(position, Side.WHITE, tables, ROOMY).run(certified=True).certificate
    assert found is not None
    assert found.claim.wins
    verify(found, held)
    round_about = Certificate(found.claim, dawdling(position, truth))
    with pytest.raises(RefutedError, match="goes round in a circle"):
        verify(round_about, held)
    round_about.write(tmp_path / "a.proof")
    claim, turns = naive.read(tmp_path / "a.proof", 3, 5)
    assert not naive.shows(name, claim, turns, counted_ending_of_two)


def counted_ending_of_two(position: str) -> str | None:
    """Return who has won a position of two pieces."""
    return counted_ending(position) if sum(letter in "WB" for letter in position) == 2 else None


@cache
def counted_endings() -> dict[str, int | None]:
    """Return the plies of every position of up to three pieces on 3×5, White to move."""
    every = [text for one in ((1, 1), (2, 1), (1, 2)) for text in naive_tables.placements(3, 5, *one)]
    return naive_tables.distances("fanorona-3x5", every)


def counted_ending(position: str) -> str | None:
    """Return who has won a position of up to three pieces, by the naive counts."""
    if sum(letter in "WB" for letter in position) > 3:
        return None
    side = position[-1]
    white = position if side == "w" else position.translate(naive_tables.SWAPPED)
    plies = counted_endings()[white]
    if plies is None:
        return ""
    return side if plies % 2 else "wb"[side == "w"]


@pytest.mark.parametrize("path", [*PUBLISHED, *LARGER], ids=lambda path: path.stem)
def test_what_the_docs_say_is_what_is_published(path: Path) -> None:
    found = read_certificate(path)
    name = found.sha256[:16]
    said = f"{Side(found.claim.attacker).name.title()} {'can' if found.claim.wins else 'cannot'} force a win"
    rows = (ROOT / "docs" / "results" / "proofs.md").read_text(encoding="utf-8").splitlines()
    told = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows if f"`{name}`" in row]
    start = fanorona(found.claim.game).start()
    turns = {str(start.play(move)): f"`{move}`" for move in start.legal_moves()}
    first = turns.get(found.claim.position)
    expected = [found.claim.game, said, str(found.claim.pieces)] if first is None else [first, f"{said} (`{name}`)"]
    assert expected in [cells[: len(expected)] for cells in told]
    assert first or found.claim.position == str(start)


@pytest.mark.parametrize("path", [path for path in PUBLISHED if EASY.fullmatch(path.stem)], ids=lambda path: path.stem)
def test_published_certificates_hold(path: Path, folder: Path) -> None:
    found = read_certificate(path)
    verified = verify(found, tables_in(folder, found.claim.game, found.claim.pieces))
    assert verified.turns == len(found.turns) > 0


@pytest.mark.parametrize("name", ["fanorona-telo", "fanorona-dimy"])
def test_the_second_verifier_accepts_what_is_published(name: str, folder: Path) -> None:
    game = fanorona(name)
    for path in PUBLISHED:
        if not re.fullmatch(rf"{name}-[WB]", path.stem):
            continue
        claim, turns = naive.read(path, game.lattice.height, game.lattice.width)
        held = arrays_of(tables_in(folder, name, int(claim["pieces"])), name)
        assert naive.shows(name, claim, turns, held)


def arrays_of(folder: Path, name: str) -> naive.Ending:
    """Return a function that tells who has won a position of the tables, looked up through arrays."""
    held = open_tables(fanorona(name), folder)

    def ending(text: str) -> str | None:
        position = fanorona(name).position(text)
        if (position.white | position.black).bit_count() > held.pieces:
            return None
        value = int(held.values([position.own], [position.enemy])[0])
        return {0: "", 1: text[-1], -1: "wb"[text.endswith("w")]}[value]

    return ending


class TestCommands:
    """``lalao prove`` and ``lalao verify`` as a user meets them."""

    def test_a_draw_is_two_certificates(self, tmp_path: Path) -> None:
        proved = run_lalao(["prove", "fanorona-dimy", "--certificate", "draw.proof", "--json"], tmp_path)
        last = json.loads(proved.stdout.splitlines()[-1])
        assert (proved.returncode, last["value"], last["plies"]) == (0, "draw", None)
        for statement in last["statements"]:
            name = f"draw-{statement['attacker']}.proof"
            verified = run_lalao(["verify", name, "fanorona-dimy", "--json"], tmp_path)
            assert verified.returncode == 0, verified.stderr
            told = json.loads(verified.stdout)
            assert (told["sha256"], told["wins"]) == (statement["certificate"], False)

    def test_words_for_people(self, tmp_path: Path) -> None:
        proved = run_lalao(["prove", "fanorona-telo", "--certificate", "a.proof", "--goal", "win"], tmp_path)
        assert proved.stdout.splitlines()[0] == "White can force a win"
        assert re.fullmatch(r"[0-9,]+ expansions in \d\.\d\d s", proved.stdout.splitlines()[1])
        assert proved.stdout.splitlines()[-1] == "White to move: ✓ win"
        assert proved.stderr == ""
        verified = run_lalao(["verify", "a.proof"], tmp_path)
        assert verified.stdout.splitlines()[:2] == ["fanorona-telo, BBB/B1W/WWW w", "White can force a win"]

    def test_another_game_is_refused_with_status_1(self, tmp_path: Path) -> None:
        run_lalao(["prove", "fanorona-telo", "--certificate", "a.proof", "--goal", "win"], tmp_path)
        refused = run_lalao(["verify", "a.proof", "fanorona-libre-telo"], tmp_path)
        assert refused.returncode == 1
        assert refused.stdout == "the certificate is for fanorona-telo, not for fanorona-libre-telo\n"

    def test_the_keyboard_ends_it(self, tmp_path: Path) -> None:
        command = [sys.executable, "-m", "lalao", "prove", "fanorona", "--json"]
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(tmp_path), text=True
        )
        assert running.stdout is not None
        line = json.loads(running.stdout.readline())
        assert line["expansions"] > 0
        assert line["proof_number"] > 0
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=SECONDS)
        assert (running.returncode, told.strip()) == (130, "")
