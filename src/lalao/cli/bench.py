"""``lalao bench``: run ``tools/bench.py`` of the clone from which Lalao runs; outside a clone say where to find it."""

import subprocess
import sys
from pathlib import Path

import click

from lalao.cli.speaking import SpeakingCommand, as_json, speaks
from lalao.errors import FileError

PROGRAM = Path(__file__).resolve().parents[3] / "tools" / "bench.py"


@click.command("bench", cls=SpeakingCommand, help="Time the kernels beside their plain-Python references, on one core.")
@as_json
@speaks
def command(json_wanted: bool) -> None:
    """Run the program, which is not part of what is installed.

    Raises FileError.
    """
    if not PROGRAM.is_file():
        raise FileError("timing is done in a clone of the sources: run python tools/bench.py there")
    done = subprocess.run([sys.executable, str(PROGRAM), *(["--json"] if json_wanted else [])], check=False)
    click.get_current_context().exit(done.returncode)
