"""The rules of each game on one page, and what the first page says of each family."""

import json
from pathlib import Path

import pytest

import lalao
from lalao.errors import Phrase
from lalao.games.game import Card
from lalao.games.registry import FAMILIES, LISTED
from lalao.locale import LANGUAGES, words
from lalao.web.view import scene_of

OFFERED = [name for family in FAMILIES for name in (*family.offered, *family.second_rounds)]
WHITE_ON = 4.5
"""The least contrast of white letters."""


def lines(card: Card) -> list[Phrase]:
    """Return all phrases on a card."""
    told = [line for each in card.chapters for line in (each.title, *each.lines)]
    return [card.board, card.rules, card.difference, *told]


def text(name: str) -> str:
    return " ".join(str(line) for line in lines(lalao.game(name).card))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_its_rules_on_one_page(language: str) -> None:
    for name in dict.fromkeys((*LISTED, *OFFERED)):
        card = lalao.game(name).card
        said = [words(language).say(line) for line in lines(card)]
        assert all(said), name
        assert len(card.chapters) >= 3, name
        assert sum(map(len, said)) < 2400, (name, "more than a page")


def test_boards_and_rules_together_name_one_game() -> None:
    for family in FAMILIES:
        games = [lalao.game(name) for name in (*family.offered, *family.second_rounds)]
        named = [(str(game.card.board), str(game.card.rules)) for game in games]
        assert len(set(named)) == len(named), family.name
        assert all(game.card.difference for game in games), family.name


@pytest.mark.parametrize(
    ("name", "said", "unsaid"),
    [
        ("fang-4", "Begin again in your tibong", "2 seeds or more"),
        ("fang-4-last", "stay in the last pit", "Begin again in your tibong"),
        ("fang-8-guarded", "2 seeds or more", "as soon as it is not empty"),
        ("fafy", "always to your right", "to the left or to the right"),
        ("sowing-impartial", "The last seed may neither", "No seed may leave"),
        ("fafy-misere", "you win", "you lose"),
        ("fifangakely", "that is in this column", "else you choose"),
        ("fanorona", "If you can take, you must", "huff"),
        ("fanorona-libre", "You need not take", "If you can take, you must"),
        ("fanorona-strict", "must take again", "You need not take"),
        ("fanorona-souffle", "the other player may huff", "must take again"),
        ("fanorona-vela", "The loser of the first round starts", "huff"),
    ],
)
def test_the_page_is_of_this_very_game(name: str, said: str, unsaid: str) -> None:
    assert said in text(name)
    assert unsaid not in text(name)


@pytest.mark.parametrize(("name", "reserve"), [("fang-6", 4), ("fang-8", 5), ("fifangha", 26), ("fifangha-6", 20)])
def test_numbers_on_the_page_are_those_of_the_game(name: str, reserve: int) -> None:
    assert f"and {reserve} seeds in each reserve" in text(name)
    assert f"{reserve}+{reserve}" in str(lalao.game(name).start())


def test_steps_of_a_ladder_are_offered() -> None:
    for family in FAMILIES:
        steps = (family.gentlest, *family.ladder)
        assert len(set(steps)) == len(steps), family.name
        assert set(steps) <= set(family.offered), family.name


def test_ages_are_told_only_where_the_documents_tell_them() -> None:
    told = {family.name: str(family.age) for family in FAMILIES if family.age}
    assert told.keys() == {"fang", "fafy"}
    assert "Grande Section" in told["fang"]
    assert "CP" in told["fafy"]
    assert not any("years" in str(family.blurb) for family in FAMILIES)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_scenes_have_colours_of_their_own_on_which_white_is_read() -> None:
    colours = [family.colour for family in FAMILIES]
    assert len(set(colours)) == len(colours)
    for family in FAMILIES:
        assert 1.05 / (luminance(family.colour) + 0.05) >= WHITE_ON, family.name
        scene = scene_of(family.name)
        assert scene is not None, family.name
        assert b"prefers-reduced-motion: no-preference" in scene
    assert scene_of("nothing") is None


def test_icons_have_the_sizes_that_the_manifest_tells() -> None:
    static = Path(lalao.__file__).parent / "web" / "static"
    manifest = json.loads((static / "manifest.webmanifest").read_text(encoding="utf-8"))
    drawn = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    assert {icon["sizes"] for icon in drawn} == {"192x192", "512x512"}
    for icon in drawn:
        content = (static / icon["src"].removeprefix("/static/")).read_bytes()
        size = [int.from_bytes(content[at : at + 4], "big") for at in (16, 20)]
        assert content.startswith(b"\x89PNG"), icon
        assert "x".join(map(str, size)) == icon["sizes"], icon
