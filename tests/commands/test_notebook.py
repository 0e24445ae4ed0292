"""What notebooks display by themselves, and what a type checker reports."""

from html.parser import HTMLParser

import pytest

import lalao
from lalao.record import Record, unflatten


class Balanced(HTMLParser):
    """An HTML reader that records unclosed tags."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002  the parser's signature
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        """Ignore a tag that closes itself."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def text_of(html: str) -> str:
    """Return the text of an HTML card, after checking that its tags are balanced."""
    reader = Balanced()
    reader.feed(html)
    assert not reader.open
    return reader.text


@pytest.mark.parametrize("name", ["fang", "fafy", "fifangakely", "fanorona"])
def test_a_picture_draws_itself(name: str) -> None:
    picture = lalao.game(name).start().picture()
    assert picture._repr_svg_() == picture.svg()
    assert picture.svg().startswith("<svg")


def test_a_record_shows_its_last_board_and_its_moves() -> None:
    record: Record = unflatten(lalao.game("fang-4").start(), ["2", "2", "(", "3", ")", "3"])
    record.tags["South"] = "<Aina>"
    shown = record._repr_html_()
    assert "2 2 3" in text_of(shown)
    assert "<Aina>" in text_of(shown)
    assert record.last.position.picture(record.last.move).svg().split(">", 1)[1] in shown
    assert record.last._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("game", "text", "value"),
    [
        ("fang-4", "1.1.3.2 0+1 N", "win in 1"),
        ("fafy-impartial", "1.2.2.1.1.2.2.1 S", "win in 3"),
        ("fanorona", "7B1/7WW/9/W7B/8B w", "win"),
        ("fanorona", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w", "draw"),
        ("fanorona-libre", "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w", "unknown"),
    ],
)
def test_an_answer_shows_the_board_and_what_each_move_is_worth(game: str, text: str, value: str) -> None:
    position = lalao.game(game).position(text)
    answer = lalao.solve(position)
    shown = text_of(answer._repr_html_())
    assert f"to move: {value}" in shown
    assert all(str(move.position) in shown for move in answer.moves)
    best = answer.moves[0]
    assert text_of(best._repr_html_()).startswith(f"{best.move}: ")
    assert best.position.picture(best.move).svg().split(">", 1)[1] in best._repr_html_()


def test_an_analysis_shows_its_lines_and_keeps_opinions_apart() -> None:
    shown = text_of(lalao.analyse(lalao.game("fanorona").start(), seconds=None, depth=1, lines=2)._repr_html_())
    assert shown.count("≈") == 2
    assert "≈" not in text_of(lalao.analyse(lalao.game("fang-4").start())._repr_html_())
