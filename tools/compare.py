"""Compare what two checkouts print: ``python tools/compare.py OLD NEW`` runs `tools/compared.txt` in both.

Each checkout must be set up already (`./play` once). Exit status, output and errors must be the same to the byte;
differences are shown as a diff, and the exit status is then 1. A commit that makes wanted differences describes them in
its message.
"""

import difflib
import os
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

LINES = Path(__file__).with_name("compared.txt")
MOST_SHOWN = 12
SECONDS = 300


def printed(checkout: Path, line: str) -> str:
    """Run a command line in a checkout; return its exit status, what it prints, and its errors."""
    python = checkout / ".venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    done = subprocess.run(
        [str(python), "-m", "lalao", *shlex.split(line)],
        capture_output=True,
        text=True,
        cwd=checkout,
        env=dict(os.environ, PYTHONPATH=str(checkout / "src"), LANG="C.UTF-8", COLUMNS="80"),
        timeout=SECONDS,
        check=False,
    )
    return f"exit {done.returncode}\n{done.stdout}{done.stderr}"


def difference(old: Path, new: Path, line: str) -> list[str]:
    """Return the diff of what two checkouts print, empty where they agree."""
    before, after = printed(old, line).splitlines(), printed(new, line).splitlines()
    return list(difflib.unified_diff(before, after, "old", "new", lineterm="", n=0))


def main(arguments: list[str]) -> int:
    """Compare every line; print what differs and return the exit status."""
    if len(arguments) != 2:
        print("say which checkouts: python tools/compare.py OLD NEW", file=sys.stderr)
        return 2
    old, new = (Path(argument).resolve() for argument in arguments)
    lines = LINES.read_text(encoding="utf-8").splitlines()
    differing = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for line, found in zip(lines, pool.map(lambda one: difference(old, new, one), lines), strict=True):
            if found:
                differing += 1
                print(f"lalao {line}", *(f"    {each}" for each in found[:MOST_SHOWN]), sep="\n")
    print(f"{len(lines)} commands, {differing} differ")
    return int(differing > 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
