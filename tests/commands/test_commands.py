"""The commands as a user types them: answers, JSON, one line on bad input, whole games in the terminal."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.cli.match import drawn_rows
from lalao.cli.solve import spent
from lalao.engine.analysis import Info
from lalao.locale import ENGLISH
from lalao.record import read
from tests.patience import least, often, seconds_of_work
from tests.shell import ROOT, environment, sh
from tests.shell import run_lalao as run


def answer(arguments: str, home: Path) -> Any:
    """Return the JSON document that a command prints."""
    done = sh(f"lalao {arguments} --json", home)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_games_lists_every_game(tmp_path: Path) -> None:
    assert [entry["id"] for entry in answer("games", tmp_path)] == list(lalao.LISTED)
    lines = sh("lalao games --lang fr", tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(lalao.LISTED)


def test_perft_json(tmp_path: Path) -> None:
    assert answer("perft fang-4 3", tmp_path) == {
        "provenance": lalao.provenance(),
        "game": "fang-4",
        "position": "0.1.1.0 3+3 S",
        "depth": 3,
        "nodes": 17,
    }


def test_perft_divide_adds_up(tmp_path: Path) -> None:
    lines = sh("lalao perft fanorona 3 --divide", tmp_path).stdout.splitlines()
    assert sum(int(line.split("\t")[1]) for line in lines[:-1]) == int(lines[-1]) == 724


def test_perft_zero(tmp_path: Path) -> None:
    assert sh("lalao perft fang 0", tmp_path).stdout == "1\n"


def test_moves_are_one_line_each(tmp_path: Path) -> None:
    done = sh("lalao moves fafy-impartial '1.2.2.0.3.3.0.1 S'", tmp_path)
    assert done.stdout == "1+\t0.3.2.0.3.3.0.1 N\n3-\t2.3.0.0.3.3.0.1 N\n"
    found = answer("moves fafy-impartial '1.2.2.0.3.3.0.1 S'", tmp_path)
    assert [entry["move"] for entry in found["moves"]] == ["1+", "3-"]


@pytest.mark.parametrize(
    ("game", "position", "line"),
    [
        ("fafy-impartial", "0.3.2.0.3.3.0.1 N", "South wins: North cannot play.\n"),
        ("fang-4", "2.2.1.3 0+0 S", "North wins: equal halves, 3 seeds to 2 in the tibongs.\n"),
        ("fanorona-telo", "3/3/W2 b", "White wins: Black has no piece left.\n"),
    ],
)
def test_moves_of_an_ended_game_say_how_it_ended(game: str, position: str, line: str, tmp_path: Path) -> None:
    done = run(["moves", game, position], tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, line, "")
    found = json.loads(run(["moves", game, position, "--json"], tmp_path).stdout)
    assert (found["moves"], found["outcome"]["winner"]) == ([], line[0])
    assert json.loads(run(["moves", game, "--json"], tmp_path).stdout)["outcome"] is None


def test_replay_json(tmp_path: Path) -> None:
    found = answer("replay fang-4 2 2 3 1 2 3", tmp_path)
    assert found["positions"][0] == "0.1.1.0 3+3 S"
    assert found["positions"][-1] == "2.2.1.3 0+0 S"
    assert found["outcome"] == {
        "winner": "N",
        "reason": "equal halves, 3 seeds to 2 in the tibongs",
        "ending": "tibongs",
        "score": [4, 4],
    }
    assert answer("replay fang-4 2", tmp_path)["outcome"] is None


def test_replay_takes_a_huff_as_one_word_or_two(tmp_path: Path) -> None:
    move = "xb2 a1-b2"
    assert move in sh("lalao moves fanorona-souffle-telo '3/BB1/WB1 w huff=b2'", tmp_path).stdout
    for words in (move, f"'{move}'"):
        done = sh(f"lalao replay fanorona-souffle-telo {words} --from '3/BB1/WB1 w huff=b2'", tmp_path)
        assert done.returncode == 0, done.stderr


def test_show_writes_svg(tmp_path: Path) -> None:
    done = sh(f"lalao show fanorona --svg '{tmp_path}/a.svg'", tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "a.svg").read_text().startswith("<svg")
    assert sh("lalao show fang --svg -", tmp_path).stdout.startswith("<svg")


def test_rules_in_three_languages(tmp_path: Path) -> None:
    first = {language: sh(f"lalao rules fafy --lang {language}", tmp_path).stdout for language in ("fr", "en", "mg")}
    assert len(set(first.values())) == 3
    assert "semer" in first["fr"].lower() or "sème" in first["fr"].lower()


def test_language_of_the_locale(tmp_path: Path) -> None:
    done = run(["--help"], tmp_path, LANG="fr_FR.UTF-8")
    assert "Jouer" in done.stdout
    assert "Play" in run(["--help"], tmp_path, LANG="de_DE.UTF-8").stdout


def test_a_record_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bad.lalao").write_bytes(b"\xff\xfe\x00")
    done = run(["replay", "bad.lalao"], tmp_path)
    assert (done.returncode, done.stderr) == (2, "lalao: 'bad.lalao' is not a text in UTF-8\n")


def test_refusals_say_why(tmp_path: Path) -> None:
    done = sh("lalao replay fang 1 --from '1.1.1.1.1.1.1.1 4+4 S'", tmp_path)
    assert done.stderr == "lalao: move 1: pit 1 is a tibong holding 1 seed: a guarded tibong needs 2 to be attacked\n"
    done = sh("lalao replay fang 1 --lang fr --from '1.1.1.1.1.1.1.1 4+4 S'", tmp_path)
    assert "tibong" in done.stderr
    assert "holding" not in done.stderr


@pytest.mark.parametrize("name", ["fang", "fafy", "fifangakely", "fanorona-telo", "fanorona-souffle-telo", "fifangha"])
def test_a_whole_game_in_the_terminal(name: str, tmp_path: Path) -> None:
    done = run(["play", name, "--first", "level:1", "--second", "random", "--seed", "3"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert "wins:" in done.stdout or "Draw:" in done.stdout


def test_where_perfect_play_is_out_of_reach_the_strongest_level_moves(tmp_path: Path) -> None:
    row = ".".join("1232" * 10)
    done = run(["play", "fafy", "--from", f"{row} S", "--second", "perfect"], tmp_path, "2+\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "too large for perfect play here: choose a level, such as level:7" in done.stdout
    assert re.search(r"^North> \d+[+-]$", done.stdout, re.MULTILINE)


def test_a_human_plays_undoes_asks_saves_and_goes_on(tmp_path: Path) -> None:
    typed = "2\nhint\nundo\nundo\n7\nmoves\nboard\nhelp\nsave game.lalao\nsave game.lalao\nsave\n3\nquit\n"
    done = run(["play", "fang-4", "--second", "perfect"], tmp_path, typed)
    assert done.returncode == 0, done.stderr
    for said in (
        "A move is the number of the pit",
        "Hint: ",
        "There is no move to take back.",
        "there is no pit 7",
        "Saved in game.lalao.",
        "To resume",
    ):
        assert said in done.stdout, said
    saved = read((tmp_path / "game.lalao").read_text())
    assert saved.moves() == []
    kept = next(tmp_path.rglob("games/*.lalao"))
    assert str(read(kept.read_text()).moves()[0]) == "3"
    again = run(["play", str(kept)], tmp_path, "quit\n")
    assert again.returncode == 0
    assert "against" in again.stdout


def test_save_never_overwrites_what_it_did_not_write(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    done = run(["play", "fang"], tmp_path, "save mine.txt\nquit\n")
    assert "choose another name" in done.stdout
    assert (tmp_path / "mine.txt").read_text() == "precious"


def test_the_end_of_the_input_keeps_the_game(tmp_path: Path) -> None:
    done = run(["play", "fafy"], tmp_path, "4\n")
    assert done.returncode == 0
    kept = next(tmp_path.rglob("games/*.lalao"))
    assert str(read(kept.read_text()).moves()[0]) == "4+"


def test_words_of_the_users_language_are_orders(tmp_path: Path) -> None:
    done = run(["play", "fang", "--lang", "fr"], tmp_path, "aide\nquitter\n")
    assert done.returncode == 0
    assert done.stdout.count("annuler") == 2


def test_the_first_screen_lets_you_choose(tmp_path: Path) -> None:
    done = run(["play"], tmp_path, "0\nchess\n1\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Fang on 8 pits" in done.stdout
    assert run(["play"], tmp_path, "").returncode == 0


def test_four_turns_of_fanorona_are_counted_at_once(tmp_path: Path) -> None:
    # the required figure: within 3 s in plain Python
    def counted() -> None:
        assert run(["perft", "fanorona", "4"], tmp_path).stdout == "18026\n"

    assert least(lambda: seconds_of_work(counted), 3, tries=3) < 3


def test_help_imports_neither_games_nor_numpy(tmp_path: Path) -> None:
    code = "import sys, lalao.cli.group; print([m for m in ('rich', 'polib', 'numpy', 'numba') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment(tmp_path), check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("command", ["rules fanorona", "games", "moves fanorona"])
def test_output_may_be_cut_short(command: str, tmp_path: Path) -> None:
    done = sh(f"{{ lalao {command}; echo $? >&2; }} | head -1", tmp_path)
    assert done.stderr == "0\n"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_are_no_trouble(closed: str, tmp_path: Path) -> None:
    for command in ("play fang", "games", "perft fang 2"):
        done = sh(f"lalao {command} {closed}", tmp_path)
        assert done.returncode == 0, done.stderr
        assert "Traceback" not in done.stderr


def test_a_full_disk_is_told_in_one_line(tmp_path: Path) -> None:
    done = sh("lalao games > /dev/full", tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith("lalao: the output cannot be written")
    assert done.stderr.count("\n") == 1


def test_svg_goes_through_a_link_and_never_over_a_folder(tmp_path: Path) -> None:
    (tmp_path / "real.svg").write_text("old")
    (tmp_path / "real.svg").chmod(0o600)
    (tmp_path / "link.svg").symlink_to(tmp_path / "real.svg")
    (tmp_path / "folder").mkdir()
    assert run(["show", "fang", "--svg", "link.svg"], tmp_path).returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "real.svg").read_text().startswith("<svg")
    assert (tmp_path / "real.svg").stat().st_mode & 0o777 == 0o600
    assert sh(f"umask 027; lalao show fang --svg {tmp_path}/new.svg", tmp_path).returncode == 0
    assert (tmp_path / "new.svg").stat().st_mode & 0o777 == 0o640
    done = run(["show", "fang", "--svg", "folder"], tmp_path)
    assert (done.returncode, done.stderr) == (2, "lalao: 'folder' is a folder\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "link.svg", "new.svg", "real.svg"]


def test_a_device_is_neither_replaced_nor_read(tmp_path: Path) -> None:
    for arguments in (["show", "fang", "--svg", "/dev/null"], ["replay", "/dev/zero"]):
        done = run(arguments, tmp_path)
        assert done.returncode == 2
        assert "is not a regular file" in done.stderr
    assert Path("/dev/null").is_char_device()


def test_long_names_are_refused_in_one_line(tmp_path: Path) -> None:
    for command in ("replay", "play"):
        done = run([command, "a" * 300], tmp_path)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
    done = run(["play", "fang"], tmp_path, f"save {'a' * 300}\nquit\n")
    assert done.returncode == 0, done.stderr


def test_capitals_do_not_let_a_human_play_for_the_computer(tmp_path: Path) -> None:
    done = run(["play", "fang-4", "--first", "random", "--second", "human", "--seed", "1"], tmp_path, "UNDO\nquit\n")
    assert "South> \n" not in done.stdout
    assert done.stdout.count("South> ") == 2


def test_two_humans_take_back_one_move_at_a_time(tmp_path: Path) -> None:
    done = run(["play", "fang-4", "--second", "human"], tmp_path, "2\n3\nundo\nsave a.lalao\nquit\n")
    assert done.returncode == 0
    assert [str(move) for move in read((tmp_path / "a.lalao").read_text()).moves()] == ["2"]


def test_a_machine_that_keeps_nothing_says_so_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = run(["play", "fang-4"], tmp_path, "2\nquit\n", HOME=str(tmp_path / "file"))
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("cannot be saved") == 1


def test_every_game_is_kept_in_a_file_of_its_own_and_can_be_opened_again(tmp_path: Path) -> None:
    home = tmp_path / "a home"
    home.mkdir()
    done = run(["play", "fang-4", "--first", "random", "--seed", "1"], home)
    line = next(line for line in done.stdout.splitlines() if "To resume" in line)
    command = line.split(": ", 1)[1]
    assert sh(command, home).stdout.startswith("This game is over")


def test_names_in_a_record_are_kept(tmp_path: Path) -> None:
    (tmp_path / "a.lalao").write_text('[Game "fang-4"] [South "Ana"] [North "Bob"] 1. 2 *')
    assert run(["play", "a.lalao", "--first", "human"], tmp_path, "save a.lalao\nquit\n").returncode == 0
    record = read((tmp_path / "a.lalao").read_text())
    assert record.tags["North"] == "Bob"
    assert len(record.moves()) >= 1


def test_a_file_in_another_notation_is_played_on_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("e2-e3A f4-e5W-e4A")
    done = run(["play", "game.txt"], tmp_path, "save game.txt\nsave mine.lalao\nquit\n")
    assert "'game.txt' is there already: choose another name" in done.stdout
    assert file.read_text() == "e2-e3A f4-e5W-e4A"
    assert [str(move) for move in read((tmp_path / "mine.lalao").read_text()).moves()] == ["e2-e3A", "f4-e5W-e4A"]


def test_a_file_of_several_games_is_not_played(tmp_path: Path) -> None:
    (tmp_path / "two.lalao").write_text('[Game "fang-4"] 1. 2 2 *\n\n[Game "fang-4"] 1. 3 *\n')
    done = run(["play", "two.lalao"], tmp_path)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "'two.lalao' holds several games: name a file with the one to play" in done.stderr


@pytest.mark.slow
def test_long_rows_are_hinted_within_seconds(tmp_path: Path) -> None:
    for name in ("fafy", "sowing")[: often(1, nightly=2)]:
        row = ".".join(["1"] * 60) + " S"
        done = run(["play", name, "--from", row], tmp_path, "hint\nquit\n")
        assert "Hint: " in done.stdout, done.stderr


def test_the_first_screen_reads_numbers_whole(tmp_path: Path) -> None:
    assert run(["play"], tmp_path, "0071\n").returncode == 0


def test_the_reasons_of_a_turn_without_capture_are_right(tmp_path: Path) -> None:
    done = sh("lalao replay fifangakely C+ --from '1.0.1.0/1.0.2.0/3.2.3.2/4.3.7.3 0+0 S'", tmp_path)
    assert "you must capture" not in done.stderr
    assert done.returncode == 2


def test_works_from_any_folder(tmp_path: Path) -> None:
    assert tmp_path != ROOT
    assert run(["moves", "fang-4"], tmp_path).stdout == "2\t1.1.1.0 2+3 N\n3\t1.2.0.0 2+3 N\n"


def test_match_counts_every_game(tmp_path: Path) -> None:
    score = answer("match level:3 random fang-4 --games 21 --seed 5", tmp_path)
    assert score["players"] == ["level:3", "random"]
    assert score["won"] + score["drawn"] <= score["games"] == 21
    assert score["share"] == (score["won"] + score["drawn"] / 2) / 21
    assert answer("match perfect random fang-8 --games 20", tmp_path)["share"] > 0.8


def test_analyse_json(tmp_path: Path) -> None:
    found = answer("analyse fang --lines 2 --time 5", tmp_path)
    assert [found["game"], found["to_move"], len(found["lines"])] == ["fang-8-guarded", "S", 2]
    assert [line["value"] for line in found["lines"]] == ["loss", "loss"]
    assert found["lines"][0]["plies"] == len(found["lines"][0]["line"]) == 10
    opinion = answer("analyse fanorona-libre --depth 2", tmp_path)["lines"][0]
    assert opinion == {"value": "unknown", "plies": None, "opinion": opinion["opinion"], "line": opinion["line"]}
    assert abs(opinion["opinion"]) < 500
    assert len(opinion["line"]) == 2
    assert answer("analyse fang-4 '2.2.1.3 0+0 S'", tmp_path)["lines"] == []


@pytest.mark.parametrize(
    ("info", "sentence"),
    [
        (Info(7, (), 1_234_567, 1.25), "depth 7, 1 234 567 positions, 1.25 s"),
        (Info(1, (), 1, 0.5), "depth 1, 1 position, 0.50 s"),
    ],
)
def test_a_search_says_how_far_it_has_looked(info: Info, sentence: str) -> None:
    assert spent(info, ENGLISH) == sentence


def test_analyse_tells_opinions_from_proofs(tmp_path: Path) -> None:
    assert re.search(r"^≈ [+-]\d\.\d\d\t", sh("lalao analyse fanorona-libre --depth 2", tmp_path).stdout, re.MULTILINE)
    assert "✗ perd (en 10 tours)\t" in sh("lalao analyse fang --lang fr", tmp_path).stdout
    assert "North wins" in sh("lalao analyse fang-4 '2.2.1.3 0+0 S'", tmp_path).stdout


def test_a_match_on_rows_plays_each_of_them_twice(tmp_path: Path) -> None:
    sowing = lalao.game("sowing")
    rows = drawn_rows(sowing, "8", None, 3, 5)
    assert len(set(rows)) == 3
    assert rows == drawn_rows(sowing, "8", "12", 3, 5)
    for position in map(sowing.position, rows):
        assert len(position.pits) == 8
        assert sum(position.pits) == 12
        assert min(position.pits) > 0
    score = answer("match level:7 random sowing --pits 6 --seeds 9 --games 8", tmp_path)
    assert score["games"] == 8
    assert score == answer("match level:7 random sowing --pits 6 --games 8", tmp_path)


def test_a_command_meets_the_environment_but_not_its_users_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_PROXY_OF_THIS_NETWORK", "http://10.0.0.1")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert sh("echo $A_PROXY_OF_THIS_NETWORK; lalao games", tmp_path).stdout.startswith("http://10.0.0.1\nfang")
    assert "Usage" in sh("lalao --help", tmp_path).stdout
