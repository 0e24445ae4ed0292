"""Change code in places drawn at random, one at a time, and name the changes that no test notices.

``python tools/mutants.py 'web/classes/*.py' --by tests/unit/test_classroom.py`` works on a copy of the files that git
knows. The changes are mutmut's, which is installed first; where a whole run of it takes days, this tells a share. Tests
that start Lalao anew see the changes too.
"""

import difflib
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import click

ROOT = Path(__file__).parent.parent
SECONDS = 600
"""After so long a test that goes on has noticed a change: it never ends."""
UNSEEN = ('"""', "__all__")
"""What stands in lines whose changes nobody needs to notice."""


def difference(before: str, after: str) -> list[str]:
    """Return the lines that differ, with their signs."""
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:]
    return [line for line in lines if not line.startswith("@@")]


def drawn(files: list[Path], seed: int) -> Iterator[tuple[Path, str, list[str]]]:
    """Yield changes in the order of a seed: the file, its text as changed, and the lines that differ."""
    mutation = import_module("mutmut.mutation.file_mutation")
    found = []
    for file in files:
        module, mutations, *_ = mutation.create_mutations(str(file), file.read_text(encoding="utf-8"))
        found += [(file, module, each) for each in mutations]
    random.Random(seed).shuffle(found)
    for file, module, each in found:
        text = mutation.deep_replace(module, each.original_node, each.mutated_node).code
        lines = difference(module.code, text)
        if lines and not any(sign in line for sign in UNSEEN for line in lines):
            yield file, text, lines


def is_noticed(copy: Path, tests: Sequence[str]) -> bool:
    """Tell whether a test fails in a copy, or does not end."""
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *tests]
    there = os.environ | {"PYTHONPATH": str(copy / "src")}
    try:
        return subprocess.run(command, cwd=copy, env=there, capture_output=True, timeout=SECONDS).returncode != 0
    except subprocess.TimeoutExpired:
        return True


@click.command(help=__doc__)
@click.argument("files", nargs=-1, required=True)
@click.option("--by", "tests", multiple=True, required=True, help="Tests that are to notice: a file, or a folder.")
@click.option("--count", default=40, show_default=True, help="How many changes to try.")
@click.option("--seed", type=int, help="What draws them, for the same ones again.")
def main(files: tuple[str, ...], tests: tuple[str, ...], count: int, seed: int | None) -> None:
    """Try the changes one by one."""
    seed = random.SystemRandom().randrange(10**6) if seed is None else seed
    with TemporaryDirectory(prefix="lalao-mutants-") as folder:
        copy = Path(folder)
        subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), folder], check=True)
        for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
        if is_noticed(copy, tests):
            raise click.ClickException("these tests fail without any change, or take too long")
        code = sorted(each for pattern in files for each in (copy / "src" / "lalao").glob(pattern))
        noticed = tried = 0
        with click.progressbar(islice(drawn(code, seed), count), length=count, file=sys.stderr) as chosen:
            for file, text, lines in chosen:
                before = file.read_text(encoding="utf-8")
                file.write_text(text, encoding="utf-8")
                seen = is_noticed(copy, tests)
                file.write_text(before, encoding="utf-8")
                tried, noticed = tried + 1, noticed + seen
                if not seen:
                    click.echo("\n".join(["", str(file.relative_to(copy)), *lines]))
    click.echo(f"{noticed} of {tried} changes were noticed; --seed {seed} draws them again")


if __name__ == "__main__":
    main()
