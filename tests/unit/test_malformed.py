"""Malformed texts, 2 000 per reader: only the project's own errors are raised, with one line each."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lalao
from lalao.errors import NARROW, LalaoError
from lalao.games.fanorona import FanoronaPosition
from lalao.games.fanorona.notation import in_our_words
from lalao.locale import LANGUAGES, words
from lalao.record import read, write
from tests.patience import often

NAMES = ["fang", "fang-4-last", "fafy", "fafy-impartial-misere", "sowing", "fifangha", "fifangakely"]
NAMES += ["fanorona", "fanorona-telo-vela", "fanorona-souffle-dimy", "fanorona-strict-3x7"]
POSITIONS = {
    "fang-4-last": ["0.4.0.0 2+2 S"],
    "fifangakely": ["1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S", "0.0.0.0/0.1.0.0/0.0.0.1/0.0.0.30 0+0 N quiet=7"],
    "fanorona-souffle-dimy": ["BBBBB/BBBBB/BW1BW/WWWWW/WWWWW w huff=a5.b5 quiet=3"],
    "fanorona-telo-vela": ["BBB/B1W/WWW b vela=w quiet=12"],
}
MOVES = ["2", "4+", "7-", "c", "c+-", "A-", "d3-e3A", "d3-e3", "f4-e5W-e4A", "xc3 d3-e3A", "xa2"]
RECORD = '[Game "fang-4"]\n[South "a"]\n[Result "0-1"]\n\n1. 2 2 {c} 2. 3 1 (2... 2) 3. 2 3 0-1\n'
ALPHABET = st.characters(codec="utf-8")
READER = settings(max_examples=often(20, nightly=2_000), deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def damaged(draw: st.DrawFn, texts: list[str]) -> str:
    """Draw a valid text with a few letters changed, deleted, inserted or doubled, or any text at all."""
    if draw(st.integers(0, 5)) == 0:
        return draw(st.text(ALPHABET, max_size=60))
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        put = draw(
            st.sampled_from([*' .+-/0123456789SNwbWBax=()[]{}"\\\n', "99999999", "quiet=", "١", "½", "\x00", ""])
        )
        text = text[:at] + put + text[at + draw(st.integers(0, 3)) :]
    return text


def check(error: LalaoError) -> None:
    """Check that an error is one line, in every language."""
    for language in LANGUAGES:
        told = words(language).say(error)
        assert told.strip()
        assert "\n" not in told
        assert told.replace(NARROW, " ").isprintable()


@READER
@given(
    st.sampled_from(NAMES).flatmap(
        lambda name: st.tuples(st.just(name), damaged([str(lalao.game(name).start()), *POSITIONS.get(name, [])]))
    )
)
def test_positions(drawn: tuple[str, str]) -> None:
    name, text = drawn
    try:
        position = lalao.game(name).position(text)
    except LalaoError as error:
        check(error)
        return
    assert str(position) == (in_our_words(text) if isinstance(position, FanoronaPosition) else text)
    assert lalao.game(name).position(str(position)) == position
    assert position.picture(legal=True).draw()
    assert (position.outcome is None) == bool(position.legal_moves())


@READER
@given(st.sampled_from(NAMES), damaged(MOVES))
def test_moves(name: str, text: str) -> None:
    position = lalao.game(name).start()
    try:
        move = position.move(text)
    except LalaoError as error:
        check(error)
        return
    assert move in position.legal_moves()


@READER
@given(damaged([*NAMES, "fang-12-guarded", "fanorona-libre-7x9-vela"]))
def test_games(text: str) -> None:
    try:
        game = lalao.game(text)
    except LalaoError as error:
        check(error)
        return
    assert lalao.game(game.id) is game or lalao.game(game.id) == game


@READER
@given(damaged([RECORD]))
def test_records(text: str) -> None:
    try:
        record = read(text)
    except LalaoError as error:
        check(error)
        return
    assert write(read(write(record))) == write(record)


def test_too_many_seeds_in_a_row_are_refused() -> None:
    with pytest.raises(LalaoError, match="too many seeds"):
        lalao.game("sowing").position("1.9999 S")


@pytest.mark.parametrize("text", ["04+", "02"])
def test_a_leading_zero_is_no_pit(text: str) -> None:
    for name in ("fafy", "fang"):
        with pytest.raises(LalaoError, match="is not a move"):
            lalao.game(name).start().move(text)


@pytest.mark.parametrize("name", NAMES)
def test_moves_of_another_game_are_refused_in_words(name: str) -> None:
    position = lalao.game(name).start()
    for text in MOVES:
        try:
            position.move(text)
        except LalaoError as error:
            check(error)
