"""The group of all commands, each imported from its file on use; and ``lalao help``."""

from importlib import import_module
from typing import Any

import click

from lalao.cli.commands import COMMANDS, GROUPS
from lalao.cli.speaking import SpeakingCommand, SpeakingContext, current_words, lalao_command, no_command, speaks
from lalao.errors import NotationError

MODULES = {
    **dict.fromkeys(("rules", "show", "moves"), "games"),
    **dict.fromkeys(("explain", "lessons", "referee", "progress"), "teaching"),
    **dict.fromkeys(("convert", "openings"), "records"),
    **dict.fromkeys(("engine", "perft", "bench"), "programs"),
    **dict.fromkeys(("results", "atlas"), "research"),
    "analyse": "solve",
    "annotate": "review",
    "help": "group",
    "print": "printing",
}
"""Modules not named like their command; one with several commands names them such as ``show_command``."""


class LazyGroup(SpeakingCommand, click.Group):
    """Knows the names and help lines of its commands, and imports a command only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  Click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  Click's signature
        """Import and return a command, or None where there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"lalao.cli.{MODULES.get(cmd_name, cmd_name)}")
        command: click.Command | None = getattr(module, f"{cmd_name}_command", None)
        return command or module.command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the first argument to a command; raises NotationError where there is none of this name."""
        if args[0] not in COMMANDS:
            raise no_command(args[0], {name: name for name in COMMANDS} | games_played(args[0]))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is named; without one, `lalao` serves the games."""
        return click.Group.invoke(self, ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands by purpose, without importing them."""
        words = current_words(ctx)
        for title, commands in GROUPS.items():
            with formatter.section(words(title)):
                formatter.write_dl([(name, words(line)) for name, line in commands.items()])


def games_played(text: str) -> dict[str, str]:
    """Return the command that plays a game named in place of a command, by that name; empty if it is no game."""
    from lalao.games.registry import meant

    command = meant(text)
    return {} if command is None else {text: f"lalao play {command}"}


@click.command(
    cls=LazyGroup,
    invoke_without_command=True,
    help="Play and explore Fang, Fafy, Fifangha and Fanorona, games of Madagascar and La Réunion. Without a command: "
    "serve them on this machine and open the browser.",
)
@click.version_option(package_name="lalao", message="lalao %(version)s", help="Show the version and exit.")
@speaks
@click.pass_context
def lalao(ctx: click.Context) -> None:
    """Run the command that is named, or serve the games on this machine and open the browser."""
    if ctx.invoked_subcommand is None:
        from lalao.cli.serve import open_running, start_server
        from lalao.store.lock import InUseError

        try:
            start_server(current_words(ctx), lan=False, port=None, database=None, browser=True)
        except InUseError as error:
            if not error.address:
                raise
            open_running(current_words(ctx), error.address)


@lalao_command("help", SpeakingCommand)
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@speaks
@click.pass_context
def help_command(ctx: click.Context, names: tuple[str, ...]) -> None:
    """Follow the names from command to command and print the help of the last."""
    assert ctx.parent
    where = ctx.parent
    for name in names:
        if not isinstance(where.command, click.Group):
            raise NotationError(
                "unexpected argument '{text}': see {command} --help", text=name, command=where.command_path
            )
        _, found, _ = where.command.resolve_command(where, [name])
        assert found
        where = SpeakingContext(found, parent=where, info_name=name)
    click.echo(where.get_help())
