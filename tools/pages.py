"""Write the generated files of ``docs/``: the commands, the rules, pictures. ``python tools/pages.py``."""

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

import lalao
from lalao.cli.commands import GROUPS
from lalao.cli.group import lalao as group
from lalao.cli.speaking import SpeakingContext
from lalao.locale import PARTS, Translator, words
from lalao.sheets import DATA, DRAWN, FOLDER, guide, pictures, sheet

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import results_page  # noqa: E402
from tools.moving import sowing  # noqa: E402

DOCS = ROOT / "docs"
SCREEN = re.compile(r"\]\((\w+\.\w+\.webp)\)")
DRAWN_BOARDS = "pictures/boards"
FAMILIES = ("fang", "fafy", "fifangha", "fanorona")
LANGUAGES_OF_PAGES = (("", "en"), ("-fr", "fr"), ("-mg", "mg"))
HEAD = """# Commands

This page is made from the commands themselves. Every command has `-h` and `--help`, and takes `--lang fr|en|mg`. It
exits with status 0, or 2 after one clear line on bad input.

`--json` prints one JSON document on the standard output, and nothing else there. An object begins with `provenance`:
the versions, the commit, and the limits or seed that made it.

Shells complete commands, options, games and files. For Bash, add a line to `~/.bashrc`:

```text
eval "$(_LALAO_COMPLETE=bash_source lalao)"
```

For Zsh write `zsh_source`, in `~/.zshrc`. For Fish, write the output of `_LALAO_COMPLETE=fish_source lalao` into
`~/.config/fish/completions/lalao.fish`.

`python tools/manpages.py` writes a man page for each command.
"""


def context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    """Return the context in which a command prints its help, as wide as the page."""
    wide = {"terminal_width": 100, "max_content_width": 100}
    return SpeakingContext(command, parent, info_name=name, **{**command.context_settings, **wide})


def help_of(name: str) -> str:
    """Return the help of a command, or of the group where the name is empty."""
    with context(group, "lalao") as parent:
        if not name:
            return group.get_help(parent)
        command = group.get_command(parent, name)
        assert isinstance(command, click.Command)
        with context(command, name, parent) as ctx:
            parts = [command.get_help(ctx)]
            for sub, part in command.commands.items() if isinstance(command, click.Group) else ():
                with context(part, sub, ctx) as inner:
                    parts.append(part.get_help(inner))
            return "\n\n".join(parts)


def commands_page() -> str:
    """Return the page of commands."""
    parts = [
        "\n".join([f"## {title}\n", *(f"### lalao {name}\n\n```text\n{help_of(name)}\n```\n" for name in commands)])
        for title, commands in GROUPS.items()
    ]
    return "\n".join([HEAD, f"```text\n{help_of('')}\n```\n", *parts])


def picture() -> str:
    """Return the picture of the page on Python: the article's game on 8 pits after five moves."""
    game = lalao.game("fang")
    position = game.position("0.1.1.1.1.1.1.0 5+5 N")
    for text in ("5", "7", "6", "8", "1"):
        move = position.move(text)
        position = position.play(move)
    return position.picture(move, legal=True).svg()


def start(family: str) -> str:
    """Return the picture of a family's board at the start, for the first page."""
    return lalao.game(family).start().picture().svg()


def rules_text(family: str, words: Translator) -> str:
    """Return a family's rules as Markdown: the sheet, for the teacher, for the curious."""
    texts = [sheet(family, words, part).strip() for part in PARTS]
    titles = [words(heading) for heading in ("The sheet", "For the teacher", "For the curious")]
    bodies = [deeper(text.partition("\n")[2].strip()) for text in texts]
    head = texts[0].partition("\n")[0]
    return "\n\n".join([head, *(f"## {title}\n\n{body}" for title, body in zip(titles, bodies, strict=True))]) + "\n"


def deeper(text: str) -> str:
    """Move the headings of a text one level down."""
    return re.sub(r"^##", "###", text, flags=re.MULTILINE)


def illustrated(page: str, text: str, words: Translator) -> dict[str, str]:
    """Return a page with links to its pictures, and each picture as SVG, by the names of their files."""
    files: dict[str, str] = {}

    def linked(block: re.Match[str]) -> str:
        parts = []
        for shown in pictures(block[1], block[2], words):
            file = f"{DRAWN_BOARDS}/{Path(page).name}-{len(files) + 1}.svg"
            files[file] = shown.picture.svg(words)
            caption = f"{shown.told}\n\n" if shown.told else ""
            parts.append(f"{caption}![{shown.picture.text}]({'../' * page.count('/')}{file})\n")
        return "\n".join(parts)

    photographed = SCREEN.sub(rf"](../{FOLDER.relative_to(ROOT).as_posix()}/\1)", text)
    return {f"{page}.md": DRAWN.sub(linked, photographed)} | files


def illustrated_pages() -> dict[str, str]:
    """Return the rules of every family and the documents for teachers in every language, with their pictures."""
    files: dict[str, str] = {}
    for suffix, language in LANGUAGES_OF_PAGES:
        told = words(language)
        for family in FAMILIES:
            files |= illustrated(f"games/{family}{suffix}", rules_text(family, told), told)
        files |= illustrated(f"guide{suffix}", guide(told), told)
        files[f"pupil-data{suffix}.md"] = guide(told, DATA)
    return files


ILLUSTRATED = illustrated_pages()
GENERATED: dict[str, Callable[[], str]] = {
    "commands.md": commands_page,
    "fang.svg": picture,
    "pictures/sowing.svg": sowing,
    **{f"{DRAWN_BOARDS}/{family}.svg": partial(start, family) for family in FAMILIES},
    **{file: partial(ILLUSTRATED.__getitem__, file) for file in ILLUSTRATED},
    "results.md": results_page.page,
    **results_page.B_FILES,
    "../datapackage.json": results_page.package,
    "../src/lalao/solve/certificates/elsewhere.jsonl": results_page.heads,
}

if __name__ == "__main__":
    for old in (DOCS / DRAWN_BOARDS).glob("*.svg"):
        old.unlink()
    for file, make in GENERATED.items():
        (DOCS / file).parent.mkdir(parents=True, exist_ok=True)
        (DOCS / file).write_text(make(), encoding="utf-8")
