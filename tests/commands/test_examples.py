"""The examples in the help of commands: every command has one, with options and files that it takes."""

import shlex
import shutil
from pathlib import Path

import click
import pytest
from tools.manpages import escaped, man_page

from lalao.cli.commands import COMMANDS, EXAMPLES
from lalao.cli.group import lalao as group
from lalao.cli.speaking import SpeakingContext
from tests.shell import ROOT


def context_of(program: str) -> click.Context:
    """Return a context of the group as the program makes it: a command keeps the first help option that it is given."""
    return SpeakingContext(group, info_name=program, **group.context_settings)


def test_every_command_has_an_example() -> None:
    assert {*EXAMPLES} == {*COMMANDS}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_understood(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "docs" / "example.lalao", "game.lalao")
    shutil.copy(ROOT / "docs" / "example.book", "my.book")
    Path("proof.cert").touch()
    program, *words = shlex.split(EXAMPLES[name])
    command: click.Command = group
    context = context_of(program)
    while isinstance(command, click.Group) and words:
        found = command.get_command(context, words[0])
        assert found is not None, words[0]
        context = found.make_context(words[0], words[1:], parent=context)
        further = context._protected_args if isinstance(found, click.Group) else []
        command, words = found, [*further, *context.args]
    assert words == []


def test_help_ends_with_the_example() -> None:
    parent = context_of("lalao")
    command = group.get_command(parent, "perft")
    assert command is not None
    with SpeakingContext(command, parent, info_name="perft") as context:
        assert command.get_help(context).endswith("\nExample:\n  lalao perft fanorona 3")


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_man_pages_have_their_parts_and_no_stray_macros(name: str) -> None:
    lines = man_page(name).splitlines()
    assert [line[4:] for line in lines if line.startswith(".SH ")] == ["NAME", "SYNOPSIS", "DESCRIPTION", "SEE ALSO"]
    assert {line.split()[0] for line in lines if line.startswith((".", "'"))} == {".TH", ".SH", ".nf", ".fi", ".BR"}
    assert not name or escaped(EXAMPLES[name]) in "\n".join(lines)


def test_roff_shows_dots_and_backslashes_as_they_are() -> None:
    assert escaped(".a\\b -c") == "\\&.a\\eb \\-c"
