"""Commands in the user's language: help, errors, and the options that commands share."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from lalao.cli.commands import COMMANDS, EXAMPLES
from lalao.cli.files import FOLDER, INPUT, KEPT, STANDARD, named
from lalao.errors import FileError, NotationError, Phrase, nearest
from lalao.locale import ENGLISH, Translator, language_of, later
from lalao.provenance import provenance

F = TypeVar("F", bound=Callable[..., Any])
C = TypeVar("C", bound=click.Command)


def wanted_language(arguments: list[str], environment: Mapping[str, str]) -> str:
    """Return the language from ``--lang``, else from the locale; it is needed before Click parses the command line."""
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument == "--lang" and number + 1 < len(arguments):
            return arguments[number + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return language_of(environment)


CLICK_SAYS = (later("Options"), later("Example"), later("Show this message and exit."))


class Formatter(click.HelpFormatter):
    """Writes help with headings in the user's language."""

    def __init__(self, words: Translator, width: int | None, max_width: int | None) -> None:
        """Take the translator, and the widths as Click does."""
        super().__init__(width=width, max_width=max_width)
        self.words = words

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, f"{self.words('Usage:')} " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        super().write_heading(self.words(heading))


class SpeakingContext(click.Context):
    """A context whose help is written by `Formatter`."""

    def make_formatter(self) -> Formatter:
        """Make the formatter of this context's help."""
        return Formatter(current_words(self), self.terminal_width, self.max_content_width)


class Text(click.types.StringParamType):
    """Text that a shell can complete by the metavar."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  Click's signature
        """List the words that begin so."""
        return named(param.metavar, incomplete)


TEXT = Text()


class SpeakingCommand(click.Command):
    """A command whose help is in the user's language, and that refuses surplus arguments in one line."""

    context_class = SpeakingContext

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take the arguments of `click.Command`."""
        super().__init__(*args, **kwargs)
        for param in self.params:
            if param.type is click.STRING:
                param.type = TEXT
        own = {"allow_extra_args": True, "help_option_names": ["-h", "--help"]}
        self.context_settings = {**own, **self.context_settings}

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; raises NotationError where arguments are left over."""
        if ctx.args:
            raise NotationError(
                "unexpected argument '{text}': see {command} --help", text=ctx.args[0], command=ctx.command_path
            )
        check_one_input(ctx)
        return super().invoke(ctx)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the translated description of the command."""
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(current_words(ctx)(self.help or ""))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, described in the user's language."""
        records = [param.get_help_record(ctx) for param in self.get_params(ctx)]
        words = current_words(ctx)
        with formatter.section("Options"):
            formatter.write_dl([(record[0], words(record[1])) for record in records if record and record[1]])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the example of a command of `lalao`."""
        if ctx.parent is not None and ctx.parent.parent is None and ctx.info_name in EXAMPLES:
            with formatter.section("Example"):
                formatter.write(f"{' ' * formatter.current_indent}{EXAMPLES[ctx.info_name]}\n")


def lalao_command(name: str, cls: type[C]) -> Callable[[Callable[..., Any]], C]:
    """Make a function the command of ``lalao`` with this name; its help is its line in `COMMANDS`."""
    return click.command(name, cls=cls, help=COMMANDS[name])


def check_one_input(ctx: click.Context) -> None:
    """Refuse to read the standard input for two files; raises NotationError."""
    values = [ctx.params[param.name] for param in ctx.command.params if param.type is INPUT and param.name]
    names = [name for value in values for name in (value if isinstance(value, tuple) else (value,))]
    if names.count(STANDARD) > 1:
        raise NotationError("'{text}' can be named once: there is one standard input", text=STANDARD)


def current_words(ctx: click.Context) -> Translator:
    """Return the translator of a context, English by default."""
    return ctx.find_object(Translator) or ENGLISH


def speaks(command: F) -> F:
    """Add the option ``--lang`` to a command; its value has already been read by `wanted_language`."""
    option = click.option(
        "--lang", metavar="fr|en|mg", expose_value=False, help="The language: French, English or Malagasy."
    )
    return option(command)


def as_json(command: F) -> F:
    """Add the option ``--json`` to a command."""
    return click.option("--json", "json_wanted", is_flag=True, help="Print one JSON document.")(command)


def of_folder(command: F) -> F:
    """Add the option ``--dir`` to a command."""
    return click.option(
        "--dir",
        "folder",
        metavar="DIR",
        type=FOLDER,
        help="The folder of the tables (default: a folder of the user's).",
    )(command)


def of_book(command: F) -> F:
    """Add the option ``--book-file`` to a command."""
    return click.option("--book-file", metavar="FILE", type=KEPT, help="An opening book of your own (see lalao book).")(
        command
    )


def read_folder(text: str) -> Path:
    """Read the name of a folder that need not exist yet.

    Raises NotationError where the name is missing, FileError where it is that of a file.
    """
    if not text or text.startswith("--"):
        raise NotationError("{option} needs a folder name", option="--dir")
    folder = Path(text)
    if folder.exists() and not folder.is_dir():
        raise FileError("'{file}' is not a folder", file=text)
    return folder


def present_folder(text: str | None) -> Path | None:
    """Read the name of a folder that must exist; None stays None.

    Raises NotationError where the name is missing, FileError where it is not that of a folder.
    """
    folder = None if text is None else read_folder(text)
    if folder is not None and not folder.exists():
        raise FileError("'{file}' is not a folder", file=text)
    return folder


def headed(document: dict[str, Any], **settings: object) -> dict[str, Any]:
    """Return a document headed by its provenance, which includes the `settings` that affect it: limits, seed."""
    return {"provenance": provenance(**settings)} | document


def print_json(document: object, **settings: object) -> None:
    """Print a document or a struct as JSON, indented and with non-ASCII letters as they are; an object is `headed`."""
    from msgspec import to_builtins  # not needed by most commands

    plain = to_builtins(document)
    whole = headed(plain, **settings) if isinstance(plain, dict) else plain
    click.echo(json.dumps(whole, ensure_ascii=False, indent=2))


def no_command(text: str, commands: Mapping[str, str]) -> NotationError:
    """Return the error for a word that names no command; `commands` maps names to full command lines."""
    other = nearest(text, commands)
    if other:
        return NotationError("there is no command '{text}': did you mean {other}?", text=text, other=commands[other])
    names = ", ".join(commands.values())
    return NotationError("there is no command '{text}': the commands are {commands}", text=text, commands=names)


def refusal(error: click.ClickException) -> Phrase:
    """Return the translatable message for an error that Click has raised."""
    command = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else "lalao"
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        return Phrase(
            "there is no option '{text}': did you mean {other}?",
            text=error.option_name,
            other=nearest(error.option_name, error.possibilities) or error.possibilities[0],
        )
    if isinstance(error, click.NoSuchOption):
        return Phrase("there is no option '{text}': see {command} --help", text=error.option_name, command=command)
    if isinstance(error, click.MissingParameter) and error.param:
        name = error.param.metavar or error.param.name
        return Phrase("{name} is missing: see {command} --help", name=name, command=command)
    if isinstance(error, click.BadOptionUsage):
        return Phrase(
            "option '{text}' needs exactly one value: see {command} --help",
            text=error.option_name,
            command=command,
        )
    return Phrase("{message}: see {command} --help", message=error.format_message().rstrip("."), command=command)


def read_number(text: str, least: int, most: int) -> int:
    """Read a whole number from `least` to `most`.

    Raises NotationError.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 19 and least <= int(text) <= most):
        raise NotationError("'{text}' is not a number from {least} to {most}", text=text, least=least, most=most)
    return int(text)


def read_seconds(text: str, most: int) -> float:
    """Read a number of seconds above 0 and up to `most`, for example ``0.5``.

    Raises NotationError.
    """
    if not (re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,6})?", text) and 0 < float(text) <= most):
        raise NotationError("'{text}' is not a number of seconds up to {most}, such as 0.5", text=text, most=most)
    return float(text)


class SubcommandGroup(SpeakingCommand, click.Group):
    """A group of subcommands of ``lalao``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raises NotationError where there are none."""
        if not args and not ctx.resilient_parsing:
            raise NotationError(
                "{command} needs a subcommand: {commands}", command=ctx.command_path, commands=", ".join(self.commands)
            )
        return super().parse_args(ctx, ["--help"] if args[:1] == ["help"] else args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the first argument to a subcommand; raises NotationError where there is none of this name."""
        if args[0] not in self.commands:
            raise no_command(args[0], {name: f"{ctx.command_path} {name}" for name in self.commands})
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        return click.Group.invoke(self, ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        words = current_words(ctx)
        with formatter.section(later("Commands")):
            formatter.write_dl([(name, words(command.help or "")) for name, command in self.commands.items()])
