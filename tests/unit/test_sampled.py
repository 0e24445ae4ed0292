"""Certificates checked turn by turn: `tools/sampled.py`."""

import random
from pathlib import Path

import pytest
from tools import sampled

from lalao.research.proof import ProvingTables
from lalao.solve.certificate import FOLDER, read_certificate
from lalao.solve.verifying import RefutedError, Verifier
from tests.endgames import fanorona

NAME = "fanorona-strict-dimy"


@pytest.fixture
def verifier(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Verifier:
    """Return the verifier of a draw's half, held by the tool as its processes hold it."""
    certificate = read_certificate(FOLDER / f"{NAME}-B.proof")
    ProvingTables(fanorona(NAME), certificate.claim.pieces, tmp_path, lambda _: None)
    one = Verifier(certificate, tmp_path)
    monkeypatch.setattr(sampled, "held", [one])
    return one


def whole(verifier: Verifier) -> None:
    """Check every turn, and the first position."""
    sampled.check(list(verifier.turns))
    sampled.goes_on(verifier, verifier.root)


def test_every_turn_of_a_published_certificate_holds(verifier: Verifier) -> None:
    assert sampled.check(list(verifier.turns)) == len(verifier.turns) > 100


def test_a_missing_turn_and_an_illegal_one_are_found(verifier: Verifier) -> None:
    rng = random.Random(1)
    kept = dict(verifier.turns)
    for place in rng.sample(list(kept), 10):
        verifier.turns.clear()
        verifier.turns.update(kept)
        del verifier.turns[place]
        with pytest.raises(RefutedError, match="has no turn"):
            whole(verifier)
        verifier.turns.update(kept)
        verifier.turns[place] = (0, 0)
        with pytest.raises(RefutedError, match="not legal"):
            sampled.check([place])
