"""``lalao serve``: serve the games to browsers, on this machine or the class network."""

import io
import os
from typing import Any

import click

from lalao.cli.speaking import SpeakingCommand, current_words, lalao_command, read_number, speaks
from lalao.errors import LalaoError, NotationError
from lalao.locale import Translator
from lalao.tables.background import TABLES

LEAST_PER_DEVICE, MOST_PER_DEVICE = 8, 4_000
MOST_DAYS = 36_500


@lalao_command("serve", SpeakingCommand)
@click.option("--lan", is_flag=True, help="Accept connections from other devices on the network.")
@click.option("--port", metavar="NUMBER", help="The port; the next free one if it is taken.")
@click.option(
    "--database", metavar="URL", help="Database of matches: sqlite:///FILE or postgresql+psycopg://HOST/NAME."
)
@click.option("--teacher", metavar="CODE", help="The code that the teacher's page asks for (default: random).")
@click.option(
    "--host", "hosts", metavar="NAME", multiple=True, help="A name under which the server is reached; may be repeated."
)
@click.option(
    "--proxy", metavar="ADDRESS", help="Trust the proxy at this address for client addresses (X-Forwarded-For)."
)
@click.option(
    "--shared", "is_shared", is_flag=True, help="Other servers serve the same PostgreSQL database, behind a proxy."
)
@click.option(
    "--keep-days",
    metavar="DAYS",
    help="Delete idle games outside classes after this many days of use; 0: never.",
)
@click.option(
    "--per-device", metavar="NUMBER", help="How many connections one address may hold; a browser opens 2 to 8."
)
@click.option("--no-tables", is_flag=True, help="Build no endgame tables in the background.")
@click.option("--browser", is_flag=True, help="Open the page in a browser, if there is one.")
@speaks
@click.pass_context
def command(ctx: click.Context, /, no_tables: bool, **options: Any) -> None:
    if no_tables:
        os.environ[TABLES] = "off"
    start_server(current_words(ctx), **options)


def start_server(
    words: Translator,
    lan: bool,
    port: str | None,
    database: str | None,
    browser: bool,
    teacher: str | None = None,
    proxy: str | None = None,
    keep_days: str | None = None,
    per_device: str | None = None,
    is_shared: bool = False,
    hosts: tuple[str, ...] = (),
) -> None:
    """Serve until stopped; the address is printed once the server answers.

    The texts are those of the options of ``lalao serve``. Raises LalaoError where one is wrong, or where the database
    or the port cannot be opened.
    """
    from lalao.store import Store, default_url
    from lalao.web.gate.guard import new_code, read_code
    from lalao.web.serving import PORT, USUAL, Limits, read_host, read_proxy, serve, take_place

    if is_shared and teacher is None:
        raise NotationError("servers that share a database have one code for teachers: write it after --teacher")
    code = new_code() if teacher is None else read_code(teacher)
    trusted = "" if proxy is None else read_proxy(proxy)
    names = [read_host(text) for text in hosts]
    wanted = PORT if port is None else read_number(port, 0, 65_535)
    limits = Limits(
        USUAL.most_of_device if per_device is None else read_number(per_device, LEAST_PER_DEVICE, MOST_PER_DEVICE),
        USUAL.keep_days if keep_days is None else read_number(keep_days, 0, MOST_DAYS),
    )
    place = take_place(wanted, lan, names, bool(trusted or is_shared))
    try:
        store = Store.open(database or default_url(), place.here, is_shared)
    except LalaoError:
        place.listening.close()
        raise

    def tell() -> None:
        click.echo(words("Lalao is at {address}", address=place.here))
        if place.others:
            click.echo(words("For the other devices: {address}", address=place.others))
            click.echo(qr(place.others))
        click.echo(
            words("For the teacher of a class: {address}, code {code}", address=f"{place.here}/class", code=code)
        )
        click.echo(words("To stop: Ctrl+C."))

    serve(place, store, tell, browser, code, trusted, limits, is_shared)


def open_running(words: Translator, address: str) -> None:
    """Open the pages of the server that runs already, or print where they are where no browser can be shown."""
    import webbrowser

    from lalao.web.serving import may_open_browser

    click.echo(words("Lalao is at {address}", address=address))
    if may_open_browser():
        webbrowser.open(address)


def qr(address: str) -> str:
    """Return an address as a QR code drawn with characters."""
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
