"""The sentences of the pages in each language, from the catalogues: scripts say ``t("…")`` in English, as code does."""

import re
from importlib.resources import files

from lalao.locale import words

TEXT = r'"(?:[^"\\]|\\.)*"'
SAID = re.compile(rf"\bt\(\s*({TEXT}(?:\s*\+\s*{TEXT})*)(?:,\s*({TEXT}))?")


def said(script: str) -> list[tuple[str, str | None]]:
    """List the sentences of a script, each with its plural if it has one; a long one may be joined by ``+``."""
    return [(joined(found[1]), found[2] and joined(found[2])) for found in SAID.finditer(script)]


def joined(written: str) -> str:
    """Return the text of one string literal, or of several joined by ``+``."""
    return "".join(text[1:-1] for text in re.findall(TEXT, written))


def in_scripts() -> list[tuple[str, str | None]]:
    """List the sentences of all scripts with their plurals, each once."""
    found: dict[str, str | None] = {}
    for entry in sorted((files("lalao.web") / "static").iterdir(), key=lambda each: each.name):
        if entry.name.endswith(".js"):
            for sentence, plural in said(entry.read_text(encoding="utf-8")):
                found.setdefault(sentence, plural)
    return list(found.items())


def sentences(language: str) -> dict[str, list[str]]:
    """Return what the scripts say in a language: the forms of each sentence, the singular first."""
    catalogue = words(language).catalogue
    return {
        sentence: [catalogue.ngettext(sentence, plural, n) for n in (1, 2)] if plural else [catalogue.gettext(sentence)]
        for sentence, plural in in_scripts()
    }
