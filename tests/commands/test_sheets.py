"""The three versions of the rules: short, one page each, with true pictures and up-to-date figures."""

import random
import re
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path

import polib
import pytest
from tools import known as facts

import lalao
from lalao.board.picture import LatticePicture, Picture, RowPicture
from lalao.errors import FileError, IllegalMoveError, NotationError
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import LANGUAGES, PARTS, catalogues, parts_of, rule_sheet, words
from lalao.print import guide_sheet, png, rules
from lalao.sheets import DATA, DRAWN, KINDS, KNOWN, as_html, as_text, guide, known, pictures, sheet, table
from lalao.sheets.pictures import read
from lalao.solve import solve
from lalao.solve.sums import nimbers
from lalao.store import default_url
from lalao.tournament import open_tournament
from lalao.values import Value
from lalao.web.rooms.lobby import KEEP_DAYS
from tests.shell import ROOT, sh

FAMILIES = ("fang", "fafy", "fifangha", "fanorona")
MOST_WORDS = 200
REVIEW = "pas encore relu"
"""The line that says of a Malagasy text that no speaker has read it; no word of the rules."""
EN = words("en")
ALL = [(family, language, part) for family in FAMILIES for language in LANGUAGES for part in PARTS]


def prose(family: str, language: str) -> str:
    """Return the text of a sheet without its pictures."""
    lines = DRAWN.sub("", sheet(family, words(language))).splitlines()
    return "\n".join(line for line in lines if REVIEW not in line)


def blocks(family: str, part: str = "sheet", language: str = "en") -> list[tuple[str, str]]:
    """Return the kinds and texts of the pictures of a part."""
    return [(block[1], block[2]) for block in DRAWN.finditer(sheet(family, words(language), part))]


def contents(picture: Picture) -> object:
    """Return what lies where in a picture."""
    if isinstance(picture, RowPicture):
        return [[pit.seeds for pit in row] for row in picture.rows], [each.seeds for each in picture.reserves]
    assert isinstance(picture, LatticePicture)
    return picture.white, picture.black


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", FAMILIES)
class TestTheSheet:
    def test_is_short(self, family: str, language: str) -> None:
        found = re.findall(r"\w[\w'’-]*", prose(family, language))
        assert 100 < len(found) < MOST_WORDS

    def test_is_one_page(self, family: str, language: str) -> None:
        listed = [name for name in lalao.LISTED if game(name).family.name == family]
        assert [name for name in listed if len(png(rules(game(name), words(language)), 20)) != 1] == []

    def test_shows_the_same_pictures_in_every_language(self, family: str, language: str) -> None:
        assert blocks(family, language=language) == blocks(family)


@pytest.mark.parametrize(("family", "language", "part"), ALL)
def test_every_part_is_there_and_is_shown_everywhere(family: str, language: str, part: str) -> None:
    told = words(language)
    text = sheet(family, told, part)
    assert parts_of(family, language) == PARTS
    assert not KNOWN.search(text)
    drawn, html = as_text(text, told), as_html(text, told)
    assert not any(f"```{kind}\n" in drawn or f"language-{kind}" in html for kind in KINDS)
    shown = sum(len(pictures(kind, block, told)) for kind, block in blocks(family, part, language))
    assert html.count("<img ") == shown
    assert (language == "mg") == (REVIEW in text)


@pytest.mark.parametrize("family", FAMILIES)
def test_pictures_begin_and_end_as_the_rules_say(family: str) -> None:
    for kind, block in blocks(family):
        position, moves = read(block)
        shown = pictures(kind, block, EN)
        assert kind == "instead" or contents(shown[0].picture) == contents(position.picture())
        after: AnyPosition = position
        for move in moves:
            after = (position if kind == "instead" else after).play(move)
        assert contents(shown[-1].picture) == contents(after.picture())
        assert all(each.told for each in shown[kind != "instead" :])


def test_a_whole_sowing_seed_by_seed() -> None:
    shown = pictures("sowing", "fang-4 0.1.1.0 3+3 S\n2", EN)
    rows = [contents(each.picture) for each in shown]
    assert rows == [
        ([[0, 1, 1, 0]], [3, 3]),
        ([[0, 2, 1, 0]], [2, 3]),
        ([[0, 0, 1, 0]], [2, 3]),
        ([[1, 0, 1, 0]], [2, 3]),
        ([[1, 1, 1, 0]], [2, 3]),
    ]


def points(picture: Picture, of: str) -> set[str]:
    """Return the points of a set on a lattice."""
    assert isinstance(picture, LatticePicture)
    return {picture.lattice.names[point] for point in getattr(picture, of)}


def test_the_pictures_of_fanorona_show_what_the_text_says() -> None:
    approach, withdrawal, broken, choice, chain, huffing, vela = (
        pictures(kind, block, EN) for kind, block in blocks("fanorona")
    )
    assert points(approach[1].picture, "taken") == {"c2", "d2", "e2"}
    assert points(withdrawal[1].picture, "taken") == {"a2", "b2"}
    assert points(broken[1].picture, "taken") == {"c2"}
    assert points(broken[1].picture, "black") == {"e2"}
    assert [points(each.picture, "taken") for each in choice] == [{"d2", "e2"}, {"a2"}]
    assert [points(each.picture, "taken") for each in chain[1:]] == [{"b3"}, {"c1"}, {"b2"}]
    assert [points(each.picture, "came_to") for each in chain[1:]] == [{"c3"}, {"c2"}, {"d2"}]
    assert "takes" not in huffing[1].told
    assert huffing[2].told.startswith("Black huffs e3")
    assert points(vela[1].picture, "taken") == {"b1"}
    assert "a1" in points(vela[1].picture, "black")


def test_the_huffed_piece_could_have_taken() -> None:
    position, _ = read(next(block for _, block in blocks("fanorona") if "souffle" in block))
    assert "e3-d3A" in map(str, position.legal_moves())
    assert "huff=e3" in str(position.play("e2-e1"))


def test_vela_takes_one_where_the_ruleset_takes_two() -> None:
    position, (move,) = read(next(block for _, block in blocks("fanorona") if "vela" in block))
    same = lalao.game("fanorona-3x5").position(str(position).replace(" vela=b", ""))
    assert [sum(event.key == "remove" for event in each.events(each.move(move))) for each in (position, same)] == [1, 2]


def test_what_the_other_sheets_say_of_their_pictures() -> None:
    fang = lalao.game("fang-4").position("0.1.4.3 0+0 S").outcome
    assert fang is not None
    assert (str(fang.winner), fang.score) == ("N", (1, 7))
    assert not lalao.game("fafy-impartial").position("0.3.2.0.3.3.0.1 N").legal_moves()
    assert [str(move) for move in lalao.game("fafy-impartial").position("2.5.2 S").legal_moves()] == ["1+", "3-"]
    relay = pictures("turn", "fifangakely 1.0.0.0/0.4.1.0/0.0.2.1/3.0.0.0 10+10 S\nc", EN)
    lifts = [each.told for each in relay if "lifts 2 seeds" in each.told]
    assert len(lifts) == 1


@pytest.mark.parametrize(
    ("block", "error"),
    [
        ("fang-4 0.1.1.0 3+3 S\n1", IllegalMoveError),
        ("fang-4 nothing\n1", NotationError),
        ("fang-4 0.1.1.0 3+3 S\n2, 3", NotationError),
        ("fang-4 0.1.1.0 3+3 S\n2\n3", NotationError),
    ],
)
def test_a_picture_that_cannot_be_is_refused(block: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        pictures("turn", block, EN)


def texts_for_users() -> Iterator[tuple[str, str]]:
    """Yield texts that users may read, with their location: rules, catalogues, pages, the manual."""
    for folder, pattern in (("src/lalao/games", "*/*.md"), ("docs", "**/*.md"), ("src/lalao/teach", "**/*.md")):
        for path in sorted((ROOT / folder).glob(pattern)):
            yield str(path), path.read_text(encoding="utf-8")
    for path in (*sorted((ROOT / "src/lalao/web/static").glob("*.js")), ROOT / "README.md"):
        yield str(path), path.read_text(encoding="utf-8")
    for language in ("fr", "mg"):
        for file in catalogues(language):
            for entry in polib.pofile(str(file)):
                yield (
                    f"{file}: {entry.msgid}",
                    " ".join([entry.msgid, entry.msgid_plural, entry.msgstr, *entry.msgstr_plural.values()]),
                )


def test_no_text_names_a_document_by_its_number() -> None:
    numbered = re.compile(r"(document|taratasy|soratra)s?[\s\u00a0`]+00\d|`00\d`|\b00[0-4]_", re.IGNORECASE)
    assert [where for where, text in texts_for_users() if numbered.search(text)] == []
    assert numbered.search("the game of document `004`")
    assert numbered.search("(documents 000 and 002)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_sources_are_named(language: str) -> None:
    for family in ("fang", "fafy", "fifangha"):
        assert "IREM de La Réunion" in rule_sheet(family, language, "teacher")
    for family in ("fang", "fifangha"):
        assert "Alain Busser" in rule_sheet(family, language, "teacher")
    fanorona = rule_sheet("fanorona", language, "teacher").lower()
    for named in ("1885", "1895", "riatra", "vaky loha", "havanana", "havia", "fohy", "kobana", "mlgsofte"):
        assert named in fanorona


@pytest.mark.parametrize(
    ("family", "language", "told"),
    [
        ("fanorona", "en", ("chalk", "work of the fields", "instead of going to school", "solo malgache", "exile")),
        (
            "fanorona",
            "fr",
            ("craie", "labeurs des champs", "au lieu d'aller à l'école", "monarchie", "exil"),
        ),
        ("fanorona", "mg", ("tsaoka", "asa mafy", "tsekoly", "solo malgache", "tsesitany")),
        ("fafy", "en", ("sand", "chalk", "half an awalé", "cards face down", "stacked", "About ten")),
        ("fafy", "fr", ("sable", "craie", "moitié d'un plateau d'awalé", "dos en l'air", "empiler", "dizaine")),
        ("fafy", "mg", ("fasika", "tsaoka", "awalé", "mihohoka", "afanongoa", "folo")),
    ],
)
def test_what_the_documents_tell_is_told(family: str, language: str, told: tuple[str, ...]) -> None:
    text = " ".join(rule_sheet(family, language, "teacher").replace("’", "'").split())
    assert [each for each in told if each not in text] == []


def test_the_named_first_turns_are_the_legal_ones() -> None:
    named = set(re.findall(r"`(\w\d-\w\d[AW])`\s+\*", rule_sheet("fanorona", "en", "teacher")))
    assert named == {str(move) for move in lalao.game("fanorona").start().legal_moves()}


class TestKnown:
    """Solved figures are found again: whole where that takes seconds, else their beginnings; slow tests find all."""

    @pytest.mark.parametrize(
        ("family", "name"),
        [(family, name) for family, found in facts.FACTS.items() for name in found if (family, name) not in facts.SLOW],
    )
    def test_is_not_stale(self, family: str, name: str) -> None:
        assert known(family)[name] == facts.FACTS[family][name](), "run tools/known.py"

    @pytest.mark.slow
    @pytest.mark.parametrize(("family", "name"), sorted(facts.SLOW))
    def test_is_not_stale_where_that_takes_long(self, family: str, name: str) -> None:
        assert known(family)[name] == facts.FACTS[family][name](), "run tools/known.py"

    @pytest.mark.parametrize(("family", "depth"), [("fanorona", 3), ("fifangha", 4)])
    def test_long_counts_begin_as_the_rules_do(self, family: str, depth: int) -> None:
        for name, found in known(family)["sequences"].items():
            assert list(facts.counts(lalao.game(name).start(), depth)) == found[:depth]

    def test_small_boards_of_fanorona_are_won_as_told(self) -> None:
        found = {one["game"]: one for one in known("fanorona")["winners"]}
        for name in ("fanorona-telo", "fanorona-libre-telo", "fanorona-strict-telo"):
            side, plies = facts.winner(lalao.game(name).start())
            assert (found[name]["winner"], found[name]["plies"]) == (side, plies)

    def test_the_second_player_wins_fang_wherever_somebody_does(self) -> None:
        assert {one["winner"] for one in known("fang")["margins"]} == {"N", ""}

    def test_covers_what_the_tool_finds(self) -> None:
        for family, found in facts.FACTS.items():
            assert known(family).keys() == found.keys()
            text = rule_sheet(family, "en", "curious")
            assert set(KNOWN.findall(text)) == found.keys()

    def test_a_stale_figure_is_noticed(self) -> None:
        changed = [{**one, "half": one["half"] + 2} for one in known("fang")["margins"]]
        assert changed != facts.margins()

    def test_figures_that_are_not_there_are_refused(self) -> None:
        with pytest.raises(FileError):
            table("fang", "winners", EN)
        with pytest.raises(FileError):
            known("oware")


def test_the_terminal_shows_the_rules_rendered(tmp_path: Path) -> None:
    done = sh("COLUMNS=72 lalao rules fang --lang fr --part teacher", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "**" not in done.stdout
    assert "# Fang" not in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 72


BUTTONS = (
    *("Print", "Rules", "Boards", "Files", "What was seen", "Add pupils", "For the projector", "Play as a class"),
    *("Puzzles for the class", "Give to the class", "The last seed", "No hints, no values"),
)
"""Words of the pages that the guide names."""
GUIDES = {language: guide(words(language)) for language in LANGUAGES}


def positions_of(text: str) -> list[str]:
    """Return the positions drawn in a text."""
    return [block[2] for block in DRAWN.finditer(text)]


def won_by(name: str, text: str) -> set[str]:
    """Return the winning moves of a position."""
    answer = solve(lalao.game(name).position(text))
    return {str(move.move) for move in answer.moves if isinstance(move.value, Value) and move.value.sign > 0}


CLAIMS: dict[str, tuple[str, str]] = {
    "fang-4 0.1.1.0 3+3 S": ("2 3", ""),
    "fang-4 1.1.1.0 2+3 N": ("1 2 3", ""),
    "fafy-impartial 2.5.2 S": ("1+ 3-", "1+ 3-"),
    "fang-4 1.1.3.2 0+1 N": ("1 2 3 4", "1 2 3 4"),
    "fafy-impartial 5.2.6.5 S": ("2+", ""),
    "fafy-impartial 1.2.2.0.3.3.0.1 S": ("1+ 3-", ""),
    "fanorona-telo 1B1/3/1W1 w": ("b1-b2A", "b1-b2A"),
    "fang-8-guarded 1.2.2.1.0.1.0.1 4+4 N": ("2 3 4 6", ""),
    "fafy 1.1.2.3.1 S": ("1+ 2+ 3+", "1+"),
    "fanorona-telo 1BB/3/W1B w": ("", "a1-b1A-b2A"),
    "fanorona-telo BWW/B2/WBW w": ("", "b3-b2A"),
    "fafy-impartial 1.1.0.1.1 S": ("1+ 2- 4+ 5-", "-"),
    "fifangakely": ("b c", ""),
    "fanorona": ("d2-e3A d3-e3A d3-e3W e2-e3A f2-e3A", ""),
    "fanorona-strict-telo BWW/B2/WBW w": ("b3-b2A-c2W c1-b2A-c2W", "-"),
    "fafy-impartial 1.1.1.0.1.1.0.1.1.1.1.1 S": ("", "-"),
    "fafy-impartial 1.1.1.0.1.1.1 S": ("", "-"),
    "fafy-impartial 1.1.1.0.1.1 S": ("", "1+ 3-"),
}
"""The positions of the guide in its order, with their legal and their winning moves: "" is not said, "-" is none."""
LEVELS = ("GS", "CP", "CE1", "CE2", "CM1", "CM2")


def sessions(text: str) -> dict[str, str]:
    """Return the sessions of a guide, each by its level and number."""
    return {
        part[:5].rstrip(". "): part for part in re.split(r"^### ", text.partition("\n## Sources")[0], flags=re.M)[1:]
    }


class TestTheGuide:
    """The guide's statements about positions agree with the solver."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_shows_the_same_positions_and_sections_in_every_language(self, language: str) -> None:
        text = GUIDES[language]
        assert positions_of(text) == list(CLAIMS)
        assert len(re.findall("^## ", text, re.MULTILINE)) == 14
        assert [len(re.findall(f"^## .*\\b{level}\\b", text, re.MULTILINE)) for level in LEVELS] == [1] * 6

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_has_five_sessions_for_each_level_that_are_read_in_a_minute(self, language: str) -> None:
        found = sessions(GUIDES[language])
        assert list(found) == [f"{level} {number}" for level in LEVELS for number in range(1, 6)]
        for name, session in found.items():
            shown = session.partition("\n## ")[0]
            assert re.findall(r"^\| (\d+–\d+) \|", shown, re.MULTILINE) == ["3–8", "8–16", "16–20"], name
            assert (shown.count("\n- **"), shown.count("**Plus loin**")) == (4, int(language == "fr")), name
            assert len(re.findall(r"\w[\w'’-]*", shown)) < 260, name

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_names_no_command_and_no_button_that_is_not_there(self, language: str) -> None:
        text = GUIDES[language]
        assert not re.search(r"`(?:lalao|\./play)", text)
        told = words(language)
        for button in BUTTONS:
            assert f"*{told(button)}*".replace("’", "'") in text.replace("’", "'"), button

    def test_the_ten_competences_are_each_seen_in_an_activity(self) -> None:
        for language in LANGUAGES:
            table = next(part for part in GUIDES[language].split("\n## ") if "IREM" in part and "\n| " in part)
            rows = [line.strip("| ").split(" | ") for line in table.splitlines() if line.startswith("| ")]
            assert [len([cell for cell in row if cell]) for row in rows] == [3] * 11

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_is_printed(self, language: str) -> None:
        assert 10 <= len(png(guide_sheet(words(language)), 20)) <= 24
        shown = [block["alt"] for block in guide_sheet(words(language))["blocks"] if block["kind"] == "screen"]
        text = as_html(guide(words(language)), words(language))
        assert len(shown) == 2
        assert all(f'<img class="pictured" alt="{escape(alt)}" src="data:image/webp' in text for alt in shown)

    @pytest.mark.parametrize("block", CLAIMS)
    def test_positions_have_the_moves_that_the_guide_names(self, block: str) -> None:
        name, _, text = block.partition(" ")
        position = lalao.game(name).position(text) if text else lalao.game(name).start()
        legal, winning = CLAIMS[block]
        if legal:
            assert sorted(map(str, position.legal_moves())) == legal.split()
        if winning:
            assert won_by(name, text) == set(winning.replace("-", "", winning == "-").split())

    @pytest.mark.parametrize(("name", "seeds", "turns"), [("fang-4", 8, 6), ("fang-6", 12, 8), ("fang-8", 16, 10)])
    def test_the_ladder_counts_seeds_and_turns(self, name: str, seeds: int, turns: int) -> None:
        start = lalao.game(name).start()
        assert sum(map(len, start.contents().values())) == seeds
        assert sum(len(held) for place, held in start.contents().items() if place.startswith("reserve")) == turns
        for language in LANGUAGES:
            ladder = next(part for part in GUIDES[language].split("\n## ") if "Version" in part)
            numbers = [int(number) for number in re.findall(r"\d+", ladder.partition("Version")[2])]
            assert any(numbers[at : at + 3] == [seeds // 2, seeds, turns] for at in range(len(numbers))), language

    def test_material_is_what_the_games_need(self) -> None:
        large = lalao.game("fifangha").start().contents()
        assert (sum(map(len, large.values())), len(large["reserve S"])) == (64, 26)
        small = lalao.game("fifangakely").start().contents()
        assert sum(map(len, small.values())) == 32
        large_board = lalao.game("fanorona").start().picture()
        assert isinstance(large_board, LatticePicture)
        assert len(large_board.lattice.names) == 45
        assert (len(large_board.white), len(large_board.black)) == (22, 22)

    def test_fang_two_seeds_end_beside_the_tibong(self) -> None:
        position = lalao.game("fang-4").position("1.1.1.0 2+3 N")
        assert position.events(position.move("2"))[-1].target == "3"

    def test_fafy_eight_seeds_fewer_make_every_pit_playable(self) -> None:
        def sown(row: tuple[int, ...]) -> set[str]:
            position = lalao.game("fafy-impartial").position(f"{'.'.join(map(str, row))} S")
            return {str(move)[:-1] for move in position.legal_moves()}

        rows = product(*(range(1, seeds + 1) for seeds in (5, 2, 6, 5)))
        whole = [row for row in rows if len(sown(row)) == 4]
        most = max(whole, key=sum)
        assert (most, 18 - sum(most)) == ((3, 2, 2, 3), 8)

    def test_fafy_three_rows_of_three_two_and_two_are_won(self) -> None:
        assert won_by("fafy-impartial", "1.1.1.0.1.1.0.1.1 S")

    def test_fafy_nobody_can_play_after_either_sowing(self) -> None:
        position = lalao.game("fafy-impartial").position("2.5.2 S")
        assert not any(position.play(move).legal_moves() for move in position.legal_moves())

    def test_fang_all_four_win_and_the_fullest_gives_a_tie(self) -> None:
        answer = solve(lalao.game("fang-4").position("1.1.3.2 0+1 N"))
        margins = {str(move.move): move.margin.half for move in answer.moves if move.margin}
        assert margins == {"1": 6, "2": 6, "3": 0, "4": 2}

    def test_fafy_has_eighteen_seeds(self) -> None:
        position = lalao.game("fafy-impartial").position("5.2.6.5 S")
        assert sum(map(len, position.contents().values())) == 18

    def test_fanorona_there_are_five_captures(self) -> None:
        moves = lalao.game("fanorona-telo").position("1BB/3/W1B w").legal_moves()
        assert len(moves) == 5
        assert all("A" in str(move) or "W" in str(move) for move in moves)

    def test_fanorona_going_on_loses_what_stopping_wins(self) -> None:
        answer = solve(lalao.game("fanorona-telo").position("BWW/B2/WBW w"))
        signs = {str(move.move): move.value.sign for move in answer.moves if isinstance(move.value, Value)}
        assert (signs["b3-b2A"], signs["b3-b2A-c2W"]) == (1, -1)

    def test_the_conjecture_breaks_at_ten(self) -> None:
        lost = [pits for pits in range(1, 15) if nimbers([(1,) * pits]) == [0]]
        assert lost == [1, 4, 7, 12]

    @pytest.mark.parametrize("name", ["fafy", "fafy-impartial"])
    def test_a_game_is_a_turn_shorter_than_its_filled_pits(self, name: str) -> None:
        rng = random.Random(1)
        for _ in range(200):
            row = [rng.randint(0, 3) for _ in range(rng.randint(1, 8))]
            position = lalao.game(name).position(f"{'.'.join(map(str, row))} S")
            filled, turns = sum(map(bool, row)), 0
            while moves := position.legal_moves():
                before = {place for place, held in position.contents().items() if held}
                position = position.play(rng.choice(moves))
                assert {place for place, held in position.contents().items() if held} < before
                turns += 1
            assert turns <= max(0, filled - 1)

    def test_two_rows_alike_and_made_equal(self) -> None:
        assert won_by("fafy-impartial", "1.1.1.0.1.1.1 S") == set()
        assert won_by("fafy-impartial", "1.1.1.0.1.1 S") == {"1+", "3-"}
        for move in ("1+", "3-"):
            after = lalao.game("fafy-impartial").position("1.1.1.0.1.1 S").play(move)
            for block in str(after).split()[0].split(".0."):
                row = lalao.game("fafy-impartial").position(f"{block} N")
                assert row.legal_moves()
                assert not any(row.play(each).legal_moves() for each in row.legal_moves())

    def test_a_fair_layout(self) -> None:
        position = lalao.game("fafy-impartial").position("1.1.1.1.6 S")
        assert (len(position.legal_moves()), len(won_by("fafy-impartial", "1.1.1.1.6 S"))) == (7, 1)
        assert sum(map(len, position.contents().values())) == 10

    def test_the_tournament_is_that_of_the_source(self) -> None:
        day = open_tournament("poules", "fafy-impartial", [str(pupil) for pupil in range(24)], seed=1)
        tables = []
        while not day.is_over:
            day.next_round()
            tables.append(len(day.rounds[-1].tables))
            for pairing in day.rounds[-1].tables:
                day.report(pairing.number, "first")
        assert tables == [12, 12, 6, 3]
        assert len(day.winners) == 3


class TestPupilData:
    """The page about what is stored of pupils is one page, and says what the program does."""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_is_one_page_with_the_same_sections_in_every_language(self, language: str) -> None:
        told = words(language)
        text = guide(told, DATA)
        assert len(re.findall("^## ", text, re.MULTILINE)) == 4
        assert text.count("\n| ") == 7
        for button in ("Files", "Backup", "Erase this class"):
            assert f"*{told(button)}*" in text
        assert len(png(guide_sheet(told, part=DATA), 20)) == 1

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_names_the_file_and_the_days(self, language: str) -> None:
        text = guide(words(language), DATA)
        assert default_url().endswith("/lalao.sqlite")
        assert "`lalao.sqlite`" in text
        assert "`%LOCALAPPDATA%\\lalao`" in text
        assert re.search(rf"\b{KEEP_DAYS}\b", text)

    def test_another_part_is_refused(self) -> None:
        with pytest.raises(NotationError, match="there is no part 'sheet': choose guide, data"):
            guide(EN, "sheet")


def test_the_command_prints_the_guide(tmp_path: Path) -> None:
    done = sh(f"lalao print guide --lang fr --out {tmp_path}/g.pdf", tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "g.pdf").read_bytes().startswith(b"%PDF")


def test_what_a_turn_forbids_is_crossed_out() -> None:
    shown = pictures("forbidden", "fanorona-3x5 1WW2/2BWW/2WWW b\nc2-b2W-b1W-a1W", words("en"))
    assert shown[-1].told == "Not to b2: the piece has been there."
    last = shown[-1].picture
    assert isinstance(last, LatticePicture)
    assert [last.lattice.names[point] for point in last.taken] == ["b2"]
    with pytest.raises(NotationError, match="forbids nothing here"):
        pictures("forbidden", "fanorona-3x5 5/W1BBB/5 w\na2-b2A", words("en"))
