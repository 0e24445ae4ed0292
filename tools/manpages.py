"""Write a man page for ``lalao`` and for each of its commands: ``python tools/manpages.py [--out FOLDER]``.

They are the help of the commands: ``man -l FOLDER/lalao-solve.1`` shows one, and packages install them all in ``man1``.
"""

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import lalao  # noqa: E402
from lalao.cli.commands import COMMANDS  # noqa: E402
from tools.pages import help_of  # noqa: E402

SUMMARY = "play, solve and teach games of Madagascar and La Réunion"


def escaped(text: str) -> str:
    """Return a text as roff shows it: backslashes, hyphens, and dots or quotes that begin a line."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.MULTILINE)


def man_page(name: str) -> str:
    """Return the man page of a command, or that of ``lalao`` where the name is empty."""
    title = f"lalao-{name}" if name else "lalao"
    line = COMMANDS[name].rstrip(".") if name else SUMMARY
    usage, _, rest = help_of(name).partition("\n")
    others = ["lalao"] if name else [f"lalao-{each}" for each in COMMANDS]
    see = "\n".join(f".BR {escaped(each)} (1)" for each in others)
    return "\n".join(
        [
            f'.TH "{title.upper()}" "1" "" "Lalao {lalao.__version__}" "Lalao"',
            f".SH NAME\n{escaped(title)} \\- {escaped(line[:1].lower() + line[1:])}",
            f".SH SYNOPSIS\n{escaped(usage.removeprefix('Usage: '))}",
            f".SH DESCRIPTION\n.nf\n{escaped(rest.strip(chr(10)))}\n.fi",
            f".SH SEE ALSO\n{see}\n",
        ]
    )


def main() -> None:
    """Write all pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "_build" / "man", help="where the pages go")
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for name in ("", *COMMANDS):
        (out / f"lalao{f'-{name}' if name else ''}.1").write_text(man_page(name), encoding="utf-8")


if __name__ == "__main__":
    main()
