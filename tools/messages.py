"""Bring the catalogues up to date with the sentences in the code: ``python tools/messages.py`` rewrites ``*/*.po``.

The English sentence is the key. Translations are kept with their order, unused ones removed. New sentences are added
untranslated, each after the one before it in the code. A
family's sentences go to its own folder, those of the browser (server and scripts) to ``web.po``, all others to
``common.po``.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

import polib

from lalao.locale import catalogues
from lalao.web.shipped import in_scripts

SOURCES = Path(__file__).resolve().parent.parent / "src" / "lalao"
LANGUAGES = {"fr": "nplurals=2; plural=(n > 1);", "mg": "nplurals=2; plural=(n > 1);"}
FAMILIES = sorted(folder.name for folder in (SOURCES / "games").glob("[a-z]*/"))
SPEAKERS = {"Phrase", "speech", "words", "say", "later", "info", "__init__"}

Sentence = tuple[str, str | None]


def spoken(source: str) -> Iterator[Sentence]:
    """Yield the sentences of a module, each with its plural, from phrases, errors and help texts."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        first = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
        if (
            first
            and isinstance(first[0], str)
            and (name in SPEAKERS or (name.endswith("Error") and not hasattr(builtins, name)))
        ):
            plural = first[1] if len(first) == 2 and isinstance(first[1], str) else None
            yield first[0], plural
        for keyword in node.keywords:
            if keyword.arg == "help" and isinstance(keyword.value, ast.Constant):
                yield str(keyword.value.value), None


def sentences() -> dict[str, list[Sentence]]:
    """List the sentences of the code by catalogue, in the order of the files."""
    found: dict[str, list[Sentence]] = {name: [] for name in (*FAMILIES, "common", "web")}
    known: set[str] = set()
    for path in sorted(SOURCES.rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        name = parts[1] if parts[0] == "games" and parts[1] in FAMILIES else "web" if parts[0] == "web" else "common"
        for sentence, plural in spoken(path.read_text(encoding="utf-8")):
            if sentence not in known and re.search("[A-Za-z]", re.sub("{.*?}", "", sentence)):
                known.add(sentence)
                found[name].append((sentence, plural))
    for sentence, plural in in_scripts():
        if sentence not in known:
            known.add(sentence)
            found["web"].append((sentence, plural))
    return found


def file_of(name: str, language: str) -> Path:
    """Return the file of a catalogue; a family's is in the family's folder."""
    return SOURCES / (f"games/{name}/{language}.po" if name in FAMILIES else f"locale/{language}/{name}.po")


def in_order(wanted: list[str], kept: list[str]) -> list[str]:
    """Return the sentences that are wanted: those in the catalogue in its order, new ones after their predecessors."""
    order = [sentence for sentence in kept if sentence in wanted]
    place = 0
    for sentence in wanted:
        if sentence not in order:
            order.insert(place, sentence)
        place = order.index(sentence) + 1
    return order


def update(language: str) -> None:
    """Rewrite the catalogues of a language."""
    old = {entry.msgid: entry for path in catalogues(language) for entry in polib.pofile(str(path))}
    for name, wanted in sentences().items():
        catalogue = polib.POFile(wrapwidth=110)
        catalogue.metadata = {
            "Language": language,
            "Content-Type": "text/plain; charset=utf-8",
            "Plural-Forms": LANGUAGES[language],
        }
        plurals = dict(wanted)
        for sentence in in_order(list(plurals), [entry.msgid for entry in polib.pofile(str(file_of(name, language)))]):
            plural, known = plurals[sentence], old.get(sentence)
            entry = polib.POEntry(msgid=sentence, msgstr=known.msgstr if known and not plural else "")
            if plural:
                entry.msgid_plural = plural
                entry.msgstr_plural = (known and known.msgstr_plural) or {0: "", 1: ""}
            catalogue.append(entry)
        catalogue.save(str(file_of(name, language)))


if __name__ == "__main__":
    for code in LANGUAGES:
        update(code)
