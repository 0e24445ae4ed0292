"""``lalao help``: the text of ``--help``, as a command."""

import click

from lalao.cli.speaking import SpeakingCommand, SpeakingContext, speaks
from lalao.errors import NotationError


@click.command("help", cls=SpeakingCommand, help="Show this help, or that of a command.")
@click.argument("names", metavar="[COMMAND]...", nargs=-1)
@speaks
@click.pass_context
def command(ctx: click.Context, names: tuple[str, ...]) -> None:
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
