"""Build the pages of the manual: ``python tools/manual.py [--out FOLDER]``.

It needs the environment that ``CI=1 ./test`` makes. The pages of this checkout go to ``FOLDER/next``, those of every
version that has a tag (``v0.2.0``) to a folder of its name; ``FOLDER/index.html`` leads to the newest version, and
every page names the others. A warning is an error.
``--links`` asks every address outside, too, which needs the network.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NEXT = "next"


def tags() -> list[str]:
    """List the tags of versions, newest first."""
    command = ["git", "-C", str(ROOT), "tag", "--list", "v*", "--sort=-version:refname"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


def build(checkout: Path, out: Path, versions: list[str], *more: str) -> None:
    """Build the pages of a checkout.

    Raises CalledProcessError.
    """
    variables = dict(os.environ, PYTHONPATH=str(checkout / "src"), LALAO_VERSIONS=" ".join(versions))
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", *more, str(checkout / "docs"), str(out)]
    subprocess.run(command, env=variables, check=True)


def build_tag(tag: str, out: Path, versions: list[str]) -> None:
    """Build the pages of a tagged version from its own sources."""
    with tempfile.TemporaryDirectory() as place:
        clone = ["git", "clone", "--quiet", "--branch", tag, "--config", "advice.detachedHead=false", str(ROOT), place]
        subprocess.run(clone, check=True)
        build(Path(place), out / tag, versions)


def door(newest: str) -> str:
    """Return the page that redirects to the newest version."""
    address = escape(f"{newest}/index.html")
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Lalao</title>'
        f'<meta http-equiv="refresh" content="0; url={address}"><p><a href="{address}">Lalao</a></p></html>\n'
    )


def main() -> int:
    """Build the pages of all versions; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "_build", help="where the pages go")
    parser.add_argument("--links", action="store_true", help="ask every address outside, too")
    wanted = parser.parse_args()
    known = tags()
    versions = [*known, NEXT]
    try:
        build(ROOT, wanted.out / NEXT, versions)
        for tag in known:
            build_tag(tag, wanted.out, versions)
        if wanted.links:
            build(ROOT, wanted.out / "links", versions, "-b", "linkcheck")
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))} failed", file=sys.stderr)
        return 1
    (wanted.out / "index.html").write_text(door(versions[0]), encoding="utf-8")
    print(wanted.out / "index.html")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
