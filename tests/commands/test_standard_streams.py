"""Every file that a command reads or writes may be ``-``, the standard input or output, or is refused in one line."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import pytest
from click.testing import CliRunner, Result

from lalao.cli.files import FOLDER, INPUT, KEPT, OUTPUT, FileName
from lalao.cli.group import lalao
from lalao.engine.book import HEAD
from lalao.errors import LalaoError
from lalao.locale import ENGLISH
from lalao.solve.certificate import FOLDER as PROOFS
from tests.shell import ROOT

LESSON = ROOT / "src/lalao/teach/lesson_files/fifangha/01-fifangakely-first-taking.toml"
RECORD = '[Game "fang-4"]\n[First "Awa"]\n[Second "Léo"]\n\n1. 2 *\n'
NAMES = "Prénom;Nom\nAwa;Rabe\nLéo;Tiana\n"


class Parameter(NamedTuple):
    """A parameter of a command, by the words of the command and the parameter's own name."""

    command: str
    name: str


def parameters(group: click.Group, words: tuple[str, ...] = ()) -> Iterator[tuple[Parameter, click.Parameter]]:
    """Yield every parameter of every command, those of groups included."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        path = (*words, name)
        if isinstance(command, click.Group):
            yield from parameters(command, path)
        for parameter in command.params:
            yield Parameter(" ".join(path), parameter.name or ""), parameter


ALL = dict(parameters(lalao))
FILES = {about: parameter for about, parameter in ALL.items() if isinstance(parameter.type, FileName)}
READ = {
    Parameter("play", "name"): ("play - --first random --second random --seed 1", RECORD),
    Parameter("replay", "name"): ("replay -", RECORD),
    Parameter("lessons check", "names"): ("lessons check -", LESSON.read_text(encoding="utf-8")),
    Parameter("review", "file"): ("review -", RECORD),
    Parameter("annotate", "file"): ("annotate -", RECORD),
    Parameter("progress", "files"): ("progress -", RECORD),
    Parameter("print", "names_file"): ("print scores fang --names - --out a.pdf", NAMES),
    Parameter("verify", "file"): ("verify -", ""),
    Parameter("convert", "file"): ("convert -", RECORD),
    Parameter("openings", "files"): ("openings -", RECORD),
    Parameter("book list", "file"): ("book list -", f"{HEAD}\n"),
    Parameter("book learn", "sources"): ("book learn own -", RECORD),
    Parameter("match", "openings"): ("match random random fang-4 --openings -", "2\n3\n"),
}
WRITTEN = {
    Parameter("show", "svg_file"): ("show fang --svg -", b"<svg"),
    Parameter("print", "out_file"): ("print board fang --out -", b"%PDF"),
    Parameter("atlas", "csv_file"): ("atlas fafy --pits 1 --per-pit 1 --csv -", b"# {"),
    Parameter("atlas", "json_file"): ("atlas fafy --pits 1 --per-pit 1 --json-file -", b"{"),
    Parameter("match", "records"): ("match random random fang-4 --games 2 --records -", b'[Game "fang-4"]'),
    Parameter("progress", "csv_file"): (f"progress {ROOT}/docs/class.lalao --csv -", b"\xef\xbb\xbfPupil,Week,"),
    Parameter("prove", "file"): (
        "prove fanorona-telo --goal no-loss --pieces 2 --certificate -",
        b"lalao certificate 1\n",
    ),
}


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def run(words: list[str], typed: bytes = b"") -> Result:
    return CliRunner().invoke(lalao, words, typed, obj=ENGLISH)


def test_every_parameter_that_names_a_file_says_whether_it_may_be_standard() -> None:
    named = {
        about
        for about, parameter in ALL.items()
        if any(word in (parameter.metavar or "") for word in ("FILE", "DIR", "SOURCE"))
        or any(word in about.name.split("_") for word in ("file", "files", "folder", "dir"))
    }
    assert named == set(FILES)
    assert {about for about, parameter in FILES.items() if parameter.type is INPUT} == set(READ)
    assert {about for about, parameter in FILES.items() if parameter.type is OUTPUT} == set(WRITTEN)


@pytest.mark.parametrize("about", READ, ids=" ".join)
def test_a_file_is_read_from_the_standard_input(about: Parameter) -> None:
    line, typed = READ[about]
    data = typed.encode()
    if about.command == "verify":
        data = next(iter(sorted(PROOFS.glob("*.proof"), key=lambda path: path.stat().st_size))).read_bytes()
    Path("in.txt").write_bytes(data)
    named = run([word if word != "-" else "in.txt" for word in line.split()])
    for path in (path for path in Path().iterdir() if path.name != "in.txt"):
        path.unlink() if path.is_file() else None
    result = run(line.split(), data)
    assert (result.exit_code, result.exception) == (0, None), result.stderr
    if about.command != "play":  # which prints where the game is kept
        assert result.stdout == named.stdout.replace("in.txt", "-")


@pytest.mark.parametrize("about", WRITTEN, ids=" ".join)
def test_a_file_is_written_to_the_standard_output_alone(about: Parameter, tmp_path: Path) -> None:
    line, head = WRITTEN[about]
    result = run(line.split())
    assert (result.exit_code, result.exception) == (0, None), result.stderr
    assert result.stdout_bytes.startswith(head)
    assert not (tmp_path / "-").exists()
    assert run([word if word != "-" else "out.pdf" for word in line.split()]).exit_code == 0
    assert len((tmp_path / "out.pdf").read_bytes()) == len(result.stdout_bytes), "nothing else is printed"


@pytest.mark.parametrize("about", [about for about, each in FILES.items() if each.type in (KEPT, FOLDER)], ids=" ".join)
def test_where_neither_makes_sense_one_line_says_so(about: Parameter) -> None:
    parameter = FILES[about]
    with pytest.raises(LalaoError) as caught:
        parameter.type.convert("-", parameter, None)
    assert str(caught.value) in (
        "'-' is not a regular file: write a name, or ./- for this one",
        "'-' is not a folder: write a name, or ./- for this one",
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("progress - -", "'-' can be named once: there is one standard input"),
        (
            "match random random fang-4 --records - --json",
            "'-' is the standard output, where --json goes: choose one of them",
        ),
        ("prove fanorona-telo --certificate -", "'-' holds one certificate: choose --goal win or no-loss"),
        ("tables build fanorona-telo --dir -", "'-' is not a folder: write a name, or ./- for this one"),
        ("serve --database -", "'-'"),
    ],
)
def test_one_stream_serves_one_file(line: str, said: str) -> None:
    result = run(line.split())
    assert isinstance(result.exception, LalaoError)
    assert said in str(result.exception)
