"""The only maker of sentences: French (the documents' language), English and Malagasy.

English is written in the code, each sentence as the key of its translations; the catalogues ``fr/*.po`` and
``mg/*.po`` hold the others. Each family of games has its own in its folder, ``games/fang/fr.po``, beside its rule sheet
in each language, ``games/fang/fr.md``, and the same for teachers and for the curious, ``games/fang/fr.teacher.md``.

>>> from lalao.errors import Phrase
>>> words("fr").say(Phrase("{count} piece", "{count} pieces", count=2))
'2 pions'
"""

import gettext
import io
import locale
import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from lalao.errors import FileError, LalaoError, NotationError, Phrase, excerpt
from lalao.folders import roots
from lalao.values import Side

LANGUAGES = ("fr", "en", "mg")
SIDES = {
    Side.SOUTH: Phrase("South"),
    Side.NORTH: Phrase("North"),
    Side.WHITE: Phrase("White"),
    Side.BLACK: Phrase("Black"),
}


def later(sentence: str) -> str:
    """Mark a sentence that is said elsewhere, so that it is found with the others and translated."""
    return sentence


class Translator:
    """A language: it says phrases."""

    def __init__(self, language: str, catalogue: gettext.NullTranslations) -> None:
        """Join a language's code with its translations."""
        self.language = language
        self.catalogue = catalogue

    def say(self, phrase: Phrase | LalaoError | Side) -> str:
        """Say a phrase, an error's line or a side's name in this language."""
        if isinstance(phrase, Side):
            phrase = SIDES[phrase]
        if isinstance(phrase, LalaoError):
            phrase = phrase.phrase
        return self._translated(phrase).format_map({name: self._fill(v) for name, v in phrase.blanks.items()})

    def _translated(self, phrase: Phrase) -> str:
        if phrase.plural is None:
            return self.catalogue.gettext(phrase.sentence)
        count = phrase.blanks["count"]
        return self.catalogue.ngettext(phrase.sentence, phrase.plural, count if isinstance(count, int) else 2)

    def _fill(self, value: object) -> str:
        if isinstance(value, Phrase | LalaoError | Side):
            return self.say(value)
        return excerpt(value)

    def __call__(self, sentence: str, plural: str | None = None, **blanks: object) -> str:
        """Say a sentence given as a `Phrase` would be."""
        return self.say(Phrase(sentence, plural, **blanks))


ENGLISH = Translator("en", gettext.NullTranslations())


@cache
def words(language: str) -> Translator:
    """Return the words of one of `LANGUAGES`.

    Raises NotationError.
    """
    if language not in LANGUAGES:
        raise NotationError("there is no language '{language}': choose fr, en or mg", language=language)
    return ENGLISH if language == "en" else Translator(language, _catalogue(language))


def _catalogue(language: str) -> gettext.NullTranslations:
    """Join the catalogues of a language."""
    import polib  # 15 ms that English does not need

    joined = polib.POFile()
    for file in catalogues(language):
        catalogue = polib.pofile(file.read_text(encoding="utf-8"))
        joined.metadata = catalogue.metadata
        joined.extend(catalogue)
    if language == "fr":
        for entry in joined:
            entry.msgstr = typeset(entry.msgstr)
            entry.msgstr_plural = {number: typeset(form) for number, form in entry.msgstr_plural.items()}
    return gettext.GNUTranslations(io.BytesIO(joined.to_binary()))


def typeset(text: str) -> str:
    """Set French as print does: narrow spaces that do not break beside tall signs, and curly apostrophes.

    >>> typeset("Qu'est-ce ? « Fang » : l'un des jeux, dit {name}.").replace("\u202f", "_")
    'Qu’est-ce_? «_Fang_»_: l’un des jeux, dit {name}.'
    """
    text = re.sub(r"(?<=\w)'(?=[\w{])", "’", text)
    return re.sub(r"(?<=\S)[ \u00a0](?=[;:?!»])|(?<=«)[ \u00a0](?=\S)", "\u202f", text)


def folders_of_games() -> list[Path]:
    """List the folders of families, wherever the package has some."""
    return [folder for root in roots() for folder in sorted((root / "games").glob("*/"))]


def catalogues(language: str) -> list[Path]:
    """List the catalogues of a language: those of all games, then one a family."""
    own = (folder / f"{language}.po" for folder in folders_of_games())
    return [*sorted(Path(__file__).with_name(language).glob("*.po")), *(file for file in own if file.is_file())]


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the machine's locale asks for; English where it asks for none of ours."""
    wanted = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    if not wanted and os.name == "nt":
        wanted = locale.getlocale()[0] or ""
    name = re.split("[_.@ -]", wanted.lower())[0]
    code = {"french": "fr", "malagasy": "mg"}.get(name, name)
    return code if code in LANGUAGES else "en"


SHEET = "sheet"
PARTS = (SHEET, "teacher", "curious")
"""The rules of a family three times over: on a page for those who play, for the teacher, and for the curious."""
CODE = re.compile("(```.*?```|`[^`]*`)", re.DOTALL)


def rule_sheet(family: str, language: str, part: str = SHEET) -> str:
    """Return one of `PARTS` of the rules of a family, in Markdown; a family has at least its sheet.

    Raises FileError where there is none.
    """
    for folder in folders_of_games():
        path = folder / (f"{language}.md" if part == SHEET else f"{language}.{part}.md")
        if folder.name == family and path.is_file():
            return set_in(language, path.read_text(encoding="utf-8"))
    raise FileError("there is no rule sheet '{sheet}' in this language", sheet=family)


def parts_of(family: str, language: str) -> tuple[str, ...]:
    """Return those of `PARTS` that a family has in a language."""
    folders = [folder for folder in folders_of_games() if folder.name == family]
    return tuple(
        part
        for part in PARTS
        if part == SHEET or any((folder / f"{language}.{part}.md").is_file() for folder in folders)
    )


def set_in(language: str, markdown: str) -> str:
    """Set the sentences of a Markdown text as the language is printed, and leave what is code as it is."""
    if language != "fr":
        return markdown
    return "".join(piece if piece.startswith("`") else typeset(piece) for piece in CODE.split(markdown))
