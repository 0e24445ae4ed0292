"""The group of all commands, each imported from its file on use; and ``lalao help``."""

from importlib import import_module
from typing import Any

import click

from lalao.cli.speaking import SpeakingCommand, SpeakingContext, current_words, no_command, speaks
from lalao.errors import NotationError
from lalao.locale import later

GROUPS = {
    later("Play"): {
        "play": later("Play a game in the terminal."),
        "serve": later("Serve the games to browsers, on this machine or the class network."),
        "games": later("List the games and their ids."),
        "rules": later("Print the rules of a game."),
        "show": later("Show a position as text, or draw it as SVG."),
        "moves": later("List the legal moves, each with the position it leads to."),
        "replay": later("Replay moves or a record, and say how the game ended."),
        "help": later("Show this help, or that of a command."),
    },
    later("Teach"): {
        "explain": later("Explain why a move is good or bad: its effect, its refutation, a better move."),
        "lessons": later("List the lessons, or check one that you have written."),
        "review": later("Review games: the costliest moves, better ones, and good moves."),
        "annotate": later("Write into records what a review says: marks on moves, sentences, better lines."),
        "tournament": later("Let scripted pupils play a tournament."),
        "puzzles": later("Make puzzles, positions with one good move, or choose among those that come with Lalao."),
        "referee": later("Name the legal move between two boards, or the mistake."),
        "progress": later("Report pupils' progress by week, from the records of their games."),
        "print": later(
            "Print boards, positions, rules, slips, score sheets, certificates or the teacher's guide, as PDF."
        ),
    },
    later("Solve and analyse"): {
        "solve": later("Solve a position: its exact value, and that of every move."),
        "prove": later("Prove whether a side can force a win of Fanorona, from a position."),
        "verify": later("Check a certificate of lalao prove with rules and tables alone."),
        "analyse": later("Search a position, and show the best lines as they are found."),
        "convert": later(
            "Read and write games in other notations (moves, FGN, squares, Ludii), or as moving pictures."
        ),
        "openings": later("List the moves played from a position in records, with results."),
        "atlas": later("Tabulate all rows up to a size: outcomes, nimbers or canonical forms."),
        "fair": later("List the layouts on which it is hardest to choose who starts, and to win then."),
        "results": later("List Lalao's results, or recompute and compare them."),
        "book": later("List, edit and extend an opening book of your own, with several moves a position."),
        "tables": later("Build, check and probe the endgame tables of Fanorona."),
    },
    later("For programs and experiments"): {
        "match": later("Play a match between two players, each first in half of the games."),
        "engine": later("Speak the line protocol of engines on standard input and output, for every game."),
        "perft": later("Count the sequences of moves of a given length."),
        "bench": later("Time the kernels beside their plain-Python references, on one core."),
    },
}
"""The commands by purpose: the title of each group, and its commands, each with a line of help."""

COMMANDS = {name: line for commands in GROUPS.values() for name, line in commands.items()}

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


@click.command("help", cls=SpeakingCommand, help="Show this help, or that of a command.")
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
