"""Pictures: every seed drawn and counted, every mark a shape, every SVG well-formed."""

import xml.etree.ElementTree as ET
from math import hypot

import pytest

import lalao
from lalao.board.drawing import SEED, seeds_drawn
from lalao.board.picture import LatticePicture, Reserve, RowPicture
from lalao.board.placing import MOST_DRAWN, heap
from lalao.locale import words
from lalao.values import Side

SOUTH, NORTH = Side.SOUTH, Side.NORTH
SVG = "{http://www.w3.org/2000/svg}"


def test_seeds_drawn_are_counted() -> None:
    for seeds in range(22):
        assert "".join(seeds_drawn(seeds)).count(SEED) == seeds
    for seeds in (*range(MOST_DRAWN + 1), 1000):
        assert len(list(heap(seeds).spots())) == min(seeds, MOST_DRAWN)
    assert all(len(line) <= 7 for seeds in range(60) for line in seeds_drawn(seeds))


def test_seeds_do_not_hide_each_other_and_stay_in_their_pit() -> None:
    for seeds in range(1, MOST_DRAWN + 1):
        laid = heap(seeds)
        places = list(laid.spots())
        gaps = [hypot(a - c, b - d) for i, (a, b) in enumerate(places) for c, d in places[:i]]
        assert min(gaps, default=2) > 1.8 * laid.seed
        assert max(hypot(x, y) for x, y in places) + laid.seed < 1


@pytest.mark.parametrize("name", [*lalao.LISTED, "fang-30", "fanorona-25x25"])
def test_svg_is_well_formed_and_says_what_it_shows(name: str) -> None:
    position = lalao.game(name).start()
    move = position.legal_moves()[0]
    for shown in (position.picture(legal=True), position.play(move).picture(last=move, legal=True)):
        root = ET.fromstring(shown.svg(words("fr")))
        assert root.tag == f"{SVG}svg"
        assert shown.text in (root.findtext(f"{SVG}title") or "")


def test_svg_draws_every_seed_of_a_pit() -> None:
    root = ET.fromstring(lalao.game("fafy").position("3.0.7 S").picture().svg())
    circles = {
        group.get("data-place"): len([c for c in group.iter(f"{SVG}circle") if c.get("class") == "seed"])
        for group in root.iter(f"{SVG}g")
    }
    assert circles == {"1": 3, "2": 0, "3": 7}


def test_tibongs_and_players_are_marked() -> None:
    drawn = lalao.game("fang-4").position("0.2.2.0 2+2 N").picture().draw(words("fr"))
    assert "[0]" in drawn
    assert "▶ Nord" in drawn
    assert "[n] tibong" in drawn


def test_last_move_and_targets_on_the_lattice() -> None:
    position = lalao.game("fanorona-telo").start()
    move = position.move("a1-b2A")
    drawn = position.play(move).picture(last=move, legal=True).draw()
    assert "(○)" in drawn
    assert "(·)" in drawn or "(+)" in drawn
    assert "×" in drawn


def test_a_huffable_piece_is_marked_even_where_the_last_move_ended() -> None:
    position = lalao.game("fanorona-souffle-dimy").position("B3B/5/1B3/3B1/1W3 w")
    move = position.move("b1-b2A")
    after = position.play(move)
    assert "huff=b2" in str(after)
    assert "{○}" in after.picture(last=move, legal=True).draw()


def test_vela_is_told_beside_the_board() -> None:
    assert "Black takes nothing" in lalao.game("fanorona-vela").start().picture().draw()
    assert "takes nothing" not in lalao.game("fanorona-telo-vela").start().picture().draw()


def test_lattice_has_a_diagonal_a_square() -> None:
    drawn = lalao.game("fanorona").start().picture().draw()
    assert drawn.count("╱") + drawn.count("╲") == 8 * 4
    assert drawn.splitlines()[2].count("╲") == 4


def test_every_drawing_fits_80_columns() -> None:
    for name in ("fang-8", "fang-30", "fafy", "fifangha", "fanorona"):
        assert max(map(len, lalao.game(name).start().picture(legal=True).draw().splitlines())) <= 80


def test_notebooks_draw_positions() -> None:
    assert lalao.game("fifangha").start()._repr_svg_().startswith("<svg")


def rows(name: str, text: str, legal: bool) -> RowPicture:
    picture = lalao.game(name).position(text).picture(legal=legal)
    assert isinstance(picture, RowPicture)
    assert picture.text == text
    return picture


def test_the_picture_of_a_row_says_whose_each_pit_is() -> None:
    fang = rows("fang-6", "0.3.1.1.1.0 3+3 S", legal=False)
    assert [(pit.place, pit.label, pit.seeds, pit.side) for pit in fang.rows[0]] == [
        *(("1", "1", 0, SOUTH), ("2", "2", 3, SOUTH), ("3", "3", 1, SOUTH)),
        *(("4", "4", 1, NORTH), ("5", "5", 1, NORTH), ("6", "6", 0, NORTH)),
    ]
    assert [pit.special for pit in fang.rows[0]] == [True, False, False, False, False, True]
    uneven = rows("fang-6", "0.2.1.1.1.0 4+3 S", legal=False)
    assert uneven.reserves == (Reserve(SOUTH, 4), Reserve(NORTH, 3))
    fifangha = rows("fifangakely", "1.2.3.4/0.1.0.0/0.0.0.1/0.0.0.0 10+10 S", legal=False)
    assert [[pit.place for pit in row] for row in fifangha.rows] == [
        ["NA", "NB", "NC", "ND"],
        ["Na", "Nb", "Nc", "Nd"],
        ["Sa", "Sb", "Sc", "Sd"],
        ["SA", "SB", "SC", "SD"],
    ]
    assert [[pit.side for pit in row] for row in fifangha.rows] == [[NORTH] * 4, [NORTH] * 4, [SOUTH] * 4, [SOUTH] * 4]
    assert [pit.seeds for row in fifangha.rows for pit in row] == [1, 2, 3, 4, 0, 1, *[0] * 5, 1, *[0] * 4]
    assert [[pit.special for pit in row] for row in fifangha.rows] == [
        [False] * 4,
        [True, False, False, True],
        [True, False, False, True],
        [False] * 4,
    ]


@pytest.mark.parametrize("name", lalao.LISTED)
def test_what_may_be_played_is_marked_where_it_is_asked_for(name: str) -> None:
    start = lalao.game(name).start()
    plain, marked = start.picture(), start.picture(legal=True)
    assert plain.text == marked.text == str(start)
    if isinstance(marked, LatticePicture) and isinstance(plain, LatticePicture):
        assert not plain.movable | plain.targets
        names = marked.lattice.names
        begun = [path[:2] for _, _, path in start.paths()]
        assert {names[point] for point in marked.movable} == {one.place for one, _ in begun}
        assert {names[point] for point in marked.targets} == {one.place for _, one in begun}
    elif isinstance(marked, RowPicture) and isinstance(plain, RowPicture):
        assert not any(pit.legal for row in plain.rows for pit in row)
        playable = {pit.place for row in marked.rows for pit in row if pit.legal}
        assert playable == {path[0].place for _, _, path in start.paths()}


def test_the_ends_of_a_first_step_are_marked_behind_a_huff() -> None:
    position = lalao.game("fanorona-souffle-telo").position("3/BB1/WB1 w huff=b2")
    picture = position.picture(legal=True)
    assert isinstance(picture, LatticePicture)
    names = picture.lattice.names
    first = {path[-1].place if len(path) < 3 else path[2].place for _, _, path in position.paths()}
    assert {names[point] for point in picture.targets} == first
