"""Groups of subcommands, each with its own help; a word that names none of them is refused in one line."""

from typing import Any

import click

from lalao.cli.speaking import SpeakingCommand, current_words, no_command
from lalao.errors import NotationError
from lalao.locale import later


class SubcommandGroup(SpeakingCommand, click.Group):
    """A group of subcommands of ``lalao``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raises NotationError where there are none."""
        if not args:
            raise NotationError(
                "{command} needs one word more: {commands}", command=ctx.command_path, commands=", ".join(self.commands)
            )
        return super().parse_args(ctx, ["--help"] if args[0] == "help" else args)

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
