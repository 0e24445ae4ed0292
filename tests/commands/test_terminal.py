"""The terminal: line editing and history, text within its width, and commands during a game."""

import shlex
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

import lalao
from lalao.cli.terminal import MOST_REMEMBERED, in_columns, order_meant, order_named, wrapped
from lalao.locale import words
from tests.shell import run_lalao, sh

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)
from tests.screen import Screen

UP, LEFT, HOME = "\x1b[A", "\x1b[D", "\x01"
AGAINST = ["--second", "random", "--seed", "1"]


def test_lines_are_edited_and_remembered_from_day_to_day(tmp_path: Path) -> None:
    with Screen(["play", "fang-4", *AGAINST], tmp_path) as first:
        first.until("South> ")
        first.press(f"int{HOME}h\r")
        first.until("Hint: ")
        first.until("South> ")
        first.press("q\r")
        assert first.end() == 0
    with Screen(["play", "fang-4", *AGAINST], tmp_path) as second:
        second.until("South> ")
        second.press(f"{UP}{UP}\r")
        second.until("Hint: ")
        second.until("South> ")
        second.press(f"{UP}{UP}{LEFT}{LEFT}{LEFT}{LEFT}\x0bxyz\r")
        second.until("'xyz' is not a move")
        second.until("South> ")
        second.press("\x04")
        second.until("Game saved" if "takes" in second.shown else "")
        assert second.end() == 0
    kept = tmp_path / ".local" / "state" / "lalao" / "play.history"
    assert kept.read_text().split() == ["hint", "q", "hint", "xyz"]
    assert kept.stat().st_mode & 0o077 == 0


def test_no_more_is_remembered_than_so_many_lines(tmp_path: Path) -> None:
    folder = tmp_path / ".local" / "state" / "lalao"
    folder.mkdir(parents=True)
    (folder / "play.history").write_text("".join(f"line {n}\n" for n in range(2 * MOST_REMEMBERED)))
    with Screen(["play", "fang-4", *AGAINST], tmp_path) as table:
        table.until("South> ")
        table.press(f"{UP}{HOME}\x0bhint\r")
        table.until("Hint: ")
        table.until("South> ")
        table.press("hnt\r")
        table.until("Did you mean hint?")
        table.press("q\r")
        assert table.end() == 0
    kept = (folder / "play.history").read_text().splitlines()
    assert len(kept) == MOST_REMEMBERED
    assert kept[-3:] == ["hint", "hnt", "q"]


def test_a_machine_that_remembers_nothing_lets_one_play(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with Screen(["play", "fang-4", *AGAINST], tmp_path, HOME=str(tmp_path / "file")) as table:
        table.until("South> ")
        table.press("q\r")
        assert table.end() == 0


def test_an_interrupt_ends_without_a_word_too_many(tmp_path: Path) -> None:
    with Screen(["play", "fang-4", *AGAINST], tmp_path) as table:
        table.until("South> ")
        table.press("2\r")
        table.until("South> ")
        table.press("\x03")
        assert table.end() == 130
        assert "Traceback" not in table.shown
    assert (tmp_path / ".local" / "state" / "lalao" / "play.history").read_text() == "2\n"


MISSED = """
import os, signal, threading, time
from lalao.cli.terminal import ask, remembered

def interrupt():  # the system tells this thread, and the wait of the other one goes on
    time.sleep(0.5)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    os.kill(os.getpid(), signal.SIGINT)

signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
with remembered("missed"):
    threading.Thread(target=interrupt).start()
    try:
        ask("> ")
    except KeyboardInterrupt:
        print("heard")
"""


def test_an_interrupt_that_breaks_off_no_wait_is_heard(tmp_path: Path) -> None:
    with Screen(["-c", MISSED], tmp_path, begun_with=()) as table:
        table.until("heard")
        assert table.end() == 0


def test_without_readline_one_plays_too(tmp_path: Path) -> None:
    (tmp_path / "readline.py").write_text("raise ImportError")
    with Screen(["play", "fang-4", *AGAINST], tmp_path, PYTHONPATH=str(tmp_path)) as table:
        table.until("South> ")
        table.press("hint\r")
        table.until("Hint: ")
        table.until("South> ")
        table.press("q\r")
        assert table.end() == 0


def widest(text: str) -> int:
    return max(map(cell_len, text.splitlines()))


@pytest.mark.parametrize("language", ["en", "fr", "mg"])
@pytest.mark.parametrize("name", ["fang-12", "fafy", "fifangha", "fanorona-souffle", "fanorona-3x25-vela"])
def test_a_game_is_shown_within_the_terminal(name: str, language: str, tmp_path: Path) -> None:
    quit_word = "q"
    for columns in (60, 120):
        arguments = ["play", name, "--first", "human", "--second", "human", "--lang", language]
        with Screen(arguments, tmp_path, columns, 50) as table:
            table.until("> ")
            for order in ("?", "zz", "hnt", str(lalao.game(name).start().legal_moves()[0]), quit_word):
                table.press(f"{order}\r")
                if order != quit_word:
                    table.until("> ")
            assert table.end() == 0
            lines = [line for line in table.shown.splitlines() if not line.startswith("lalao play")]
            assert max(map(cell_len, lines)) <= columns, table.shown
            drawn = any("●   ●" in line or "│   ●   │" in line for line in lines)
            assert drawn == (columns == 120 and "fanorona" not in name)


@pytest.mark.parametrize("name", lalao.LISTED)
def test_every_board_has_a_form_for_narrow_terminals(name: str) -> None:
    game = lalao.game(name)
    for position in (game.start(), game.start().play(game.start().legal_moves()[0])):
        for columns in (40, 60, 69, 80, 120):
            drawn = position.picture(legal=True).draw(words("en"), columns)
            assert widest(drawn) <= columns


def test_the_narrow_form_of_a_row() -> None:
    position = lalao.game("fang").start().play("7")
    assert position.picture(position.game.start().move("7"), legal=True).draw(words("en"), 60).splitlines() == [
        " ▶ North   reserve 5  ●●●●●",
        " ┌───┬───┬───┬───┬───┬───┬───┬───┐",
        " │1  │2▴ │3▴ │4▴ │5▴ │6▴ │7◂ │8  │",
        " │[1]│ 2 │ 1 │ 1 │ 1 │ 1 │ 0 │[0]│",
        " └───┴───┴───┴───┴───┴───┴───┴───┘",
        "   South   reserve 4  ●●●●",
        " [n] tibong",
        " ▴ may be played",
        " ◂ last move",
    ]


def test_the_narrow_form_of_a_lattice() -> None:
    position = lalao.game("fanorona-souffle-dimy").start()
    assert position.picture(legal=True).draw(words("fr"), 20).splitlines() == [
        "   Noir ●   12 pions",
        "  5  ●─●─●─●─●",
        "     │╲│╱│╲│╱│",
        "  4  ●─●─●─●─●",
        "     │╱│╲│╱│╲│",
        "  3  ●[○─+─●─○",
        "     │╲│╱│╲│╱│",
        "  2  ○[○[○[○─○",
        "     │╱│╲│╱│╲│",
        "  1  ○─○─○─○─○",
        "     a b c d e",
        " ▶ Blanc ○   12 pions",
        " [ jouable",
        " + point d’arrivée",
        " possible",
    ]


def test_what_wraps_and_what_does_not() -> None:
    told = "one two three\n  four five six"
    assert wrapped(told, None) == told
    assert wrapped(told, 8) == "one two\nthree\n  four\n  five\n  six"
    assert wrapped("a\0b c", 3) == "a\0b\nc"
    assert wrapped("", 20) == ""
    assert wrapped("« un » : oui !", 8).split("\n") == ["«\0un\0»\0:", "oui\0!"], "signs stay with their word"
    assert in_columns([("a", "x"), ("bb", "y")], None) == ["a   x", "bb  y"]
    assert in_columns([("李", "one two three")], 15) == ["李  one two", "    three"]


SAID = [
    "games",
    "solve fang",
    "solve fafy",
    "moves fanorona-souffle",
    "replay fanorona d2-e3 --narrate",
    "fair fang-6",
    "tables info fanorona-telo",
    "tournament simulate --format swiss --pupils 5 --game fafy",
    "atlas fafy-impartial --pits 4 --per-pit 2",
    "referee fafy-impartial '1.2.2.1.1.2.2.1 S' 1.2.2.0.3.2.2.1",
    "match random greedy fang-4 --games 4",
    "rules fanorona",
    "show fifangha",
    "help",
]


@pytest.mark.parametrize("language", ["en", "fr", "mg"])
@pytest.mark.parametrize("line", SAID)
def test_what_a_command_says_fits_the_terminal(
    line: str, language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from lalao.cli import main

    monkeypatch.setenv("COLUMNS", "60")
    with pytest.raises(SystemExit) as stopped:
        main([*shlex.split(line), "--lang", language])
    told = capsys.readouterr()
    assert (not stopped.value.code, told.err) == (True, "")
    foldable = [text for text in told.out.splitlines() if max(map(len, text.split()), default=0) <= 50]
    assert widest("\n".join(foldable)) <= 60


def test_a_pipe_takes_lines_whole(tmp_path: Path) -> None:
    done = run_lalao(["play", "fanorona"], tmp_path, "help\nquit\n")
    assert max(map(len, done.stdout.splitlines())) > 100
    done = sh("lalao show fang", tmp_path)
    assert widest(done.stdout) == 66
    assert widest(sh("lalao show fang", tmp_path, COLUMNS="60").stdout) == 34


def test_rules_are_shown_a_screen_at_a_time(tmp_path: Path) -> None:
    with Screen(["play", "fafy", *AGAINST, "--lang", "fr"], tmp_path, 60, 30, PAGER="sh -c 'cat; echo PAGED'") as table:
        table.until("Sud> ")
        table.press("regles\r")
        sheet = table.until("PAGED")
        assert "Sème-les une par une" in sheet
        assert widest(sheet) <= 60
        table.until("Sud> ")
        table.press("q\r")
        assert table.end() == 0
    with Screen(["rules", "fafy"], tmp_path, 60, 400, PAGER="sh -c 'echo PAGED'") as table:
        assert table.end() == 0
        assert "PAGED" not in table.shown


def test_the_goal_is_told_first_in_one_line(tmp_path: Path) -> None:
    lines = run_lalao(["play", "fifangakely"], tmp_path, "q\n").stdout.splitlines()
    assert lines[1].startswith("Goal: empty your opponent's inner row")
    assert not any("Game saved" in line for line in lines), "nothing was played"


@pytest.mark.parametrize("typed", ["q", "Q", "quit", "quitter", "QUITTER now"])
def test_leaving(typed: str, tmp_path: Path) -> None:
    done = run_lalao(["play", "fang-4", "--lang", "fr"], tmp_path, f"2\n{typed}\nplus rien\n")
    assert "Pour la rouvrir" in done.stdout
    assert "plus rien" not in done.stdout


@pytest.mark.parametrize("typed", ["q", "quit"])
def test_leaving_the_list_of_games(typed: str, tmp_path: Path) -> None:
    done = run_lalao(["play"], tmp_path, f"Fang\n{typed}\n")
    assert "did you mean fang?" in done.stdout
    assert "against" not in done.stdout


def test_orders_need_no_accents() -> None:
    orders, french = {"rules": 1, "undo": 2, "help": 3}, words("fr")
    for text, order in (("RÈGLES", 1), ("regles", 1), ("rules now", 1), ("Annuler", 2), ("?", 3), ("", None)):
        assert order_named(text, orders, french) == order
    assert order_meant("regle", orders, french) == "règles"
    assert order_meant("ruls", orders, french) == "règles"
    assert order_meant("zzz", orders, french) is None


def test_what_is_typed_in_letters_that_are_none_is_refused(tmp_path: Path) -> None:
    line = r"printf '\377\376\n2\nq\n' | lalao play fang-4 --second random"
    done = sh(line, tmp_path, PYTHONIOENCODING="utf-8:strict")
    assert done.returncode == 0, done.stderr
    assert "is not a move of Fang" in done.stdout
