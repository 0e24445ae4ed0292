"""Languages: catalogues complete, placeholders kept, every gesture described."""

import re

import polib
import pytest
from tools.messages import FAMILIES, Sentence, file_of, in_order, sentences

import lalao
from lalao.errors import NotationError, Phrase
from lalao.events import KEYS, Event, Key
from lalao.locale import LANGUAGES, catalogues, language_of, words
from lalao.locale.events import gesture, narrate
from lalao.values import Side

TRANSLATED = [language for language in LANGUAGES if language != "en"]
CATALOGUES = (*FAMILIES, "common", "web")


@pytest.fixture(scope="module")
def spoken() -> dict[str, list[Sentence]]:
    """Read the sentences of the code, by catalogue; that takes seconds."""
    return sentences()


@pytest.mark.parametrize("language", TRANSLATED)
def test_catalogues_are_complete(language: str, spoken: dict[str, list[Sentence]]) -> None:
    assert spoken.keys() == set(CATALOGUES)
    for file, expected in spoken.items():
        check_catalogue(language, file, expected)


def test_a_catalogue_keeps_its_order_when_code_moves() -> None:
    wanted = ["new", "b", "newer", "newest", "a"]
    assert in_order(wanted, ["a", "gone", "b"]) == ["new", "a", "b", "newer", "newest"]


def check_catalogue(language: str, file: str, expected: list[tuple[str, str | None]]) -> None:
    """Check that a catalogue holds the sentences of the code, each translated, with the same placeholders."""
    catalogue = polib.pofile(str(file_of(file, language)))
    found = {(entry.msgid, entry.msgid_plural or None): entry for entry in catalogue}
    assert len(found) == len(catalogue)
    assert found.keys() == set(expected), "run tools/messages.py"
    assert catalogue.metadata["Plural-Forms"] == "nplurals=2; plural=(n > 1);"
    for entry in catalogue:
        blanks = set(re.findall("{.*?}", entry.msgid))
        for told in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            assert told, entry.msgid
            assert "\n" not in told
            assert set(re.findall("{.*?}", told)) == blanks, entry.msgid


def test_french_is_set_as_print_sets_it() -> None:
    """Narrow no-break spaces before tall punctuation and inside guillemets, and curly apostrophes."""
    wrong = re.compile(r"[ \u00a0][;:?!»]|«[ \u00a0]|\w'[\w{]|[^\W\d_][;?!](?:\s|$)|[^\W\d_]:\s")
    catalogue = words("fr").catalogue
    entries = [entry for file in catalogues("fr") for entry in polib.pofile(str(file))]
    plural = [entry for entry in entries if entry.msgid_plural]
    said = {catalogue.gettext(entry.msgid) for entry in entries if not entry.msgid_plural}
    said |= {catalogue.ngettext(entry.msgid, entry.msgid_plural, n) for entry in plural for n in (1, 2)}
    assert [told for told in sorted(said) if wrong.search(told)] == []
    assert len(said) > 1_000


@pytest.mark.parametrize("language", TRANSLATED)
def test_order_words_are_one_word_each_and_differ(language: str) -> None:
    told = [words(language)(order) for order in ("undo", "hint", "save", "moves", "board", "rules", "help", "quit")]
    assert len(set(told)) == len(told)
    assert all(" " not in word for word in told)


def test_plural_of_each_language() -> None:
    pieces = {
        language: [words(language)("{count} piece", "{count} pieces", count=n) for n in (0, 1, 2)]
        for language in LANGUAGES
    }
    assert pieces["en"] == ["0 pieces", "1 piece", "2 pieces"]
    assert pieces["fr"] == ["0 pion", "1 pion", "2 pions"]


def test_phrases_are_equal_by_what_they_say() -> None:
    assert Phrase("a {b}", b=1) == Phrase("a {b}", b=1)
    assert Phrase("a {b}", b=1) != Phrase("a {b}", b=2)
    assert hash(Phrase("a {b}", b=1)) == hash(Phrase("a {b}", b=1))


@pytest.mark.parametrize("key", KEYS)
def test_every_gesture_is_told_in_every_language(key: Key) -> None:
    told = {words(language).say(gesture(Event(key, "a1", "b2", 2))) for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)


def test_a_turn_is_told_in_the_order_of_the_hand() -> None:
    position = lalao.game("fang-4").start()
    events = position.events(position.move("2"))
    assert [event.key for event in events] == ["take", "drop", "lift", "sow", "sow"]
    assert narrate(Side.SOUTH, events, words("en")) == (
        "South takes a seed from the reserve, drops it in pit 2, lifts 2 seeds from pit 2, sows in pits 1, 2."
    )


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("South lifts 1 seed from pit 4, sows in pit 5.", "South lifts 2 seeds from pit 2, sows in pits 3, 4.")),
        (
            "fr",
            (
                "Sud lève 1 graine de la case 4, sème dans la case 5.",
                "Sud lève 2 graines de la case 2, sème dans les cases 3, 4.",
            ),
        ),
    ],
)
def test_one_pit_is_told_as_one(language: str, told: tuple[str, str]) -> None:
    position = lalao.game("fafy").start()
    turns = [position.events(position.move(text)) for text in ("4", "2")]
    assert tuple(narrate(Side.SOUTH, events, words(language)) for events in turns) == told


def test_a_taking_turn_is_told() -> None:
    position = lalao.game("fanorona").start()
    events = position.events(position.move("d3-e3W"))
    assert [(event.key, event.source) for event in events] == [("step", "d3"), ("remove", "c3")]
    assert narrate(Side.WHITE, events, words("en")) == "White moves from d3 to e3, takes c3 by withdrawal."


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LC_ALL": "mg_MG", "LANG": "fr_FR"}, "mg"),
        ({"LANG": "C"}, "en"),
        ({}, "en"),
        ({"LC_MESSAGES": "en_GB", "LANG": "fr_FR"}, "en"),
    ],
)
def test_language_of_the_machine(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(NotationError, match="choose fr, en or mg"):
        words("de")


NEVER_ONE = {
    *("answers", "columns", "files", "last", "least", "limit", "most", "own", "parts", "per_pit", "pieces", "pits"),
    *("places", "plies", "points", "rate", "ranks", "seeds", "work", "disk", "memory", "more", "pages", "wanted"),
}
"""Blanks that bounds and the sizes of boards fill."""
TWO_OR_MORE = {
    "'{file}' claims {turns} turns; its {size} bytes may hold {most} at most",
    "Your half is the {count} pits nearest to you; the first one at your left is your tibong.",
    "One seed in every pit but the two tibongs, and {count} seeds in each reserve.",
    "One seed in every other inner pit, and {count} seeds in each reserve.",
    "one side has {found} pieces: it starts with {most}",
    "the canonical form needs more than {count} steps",
    "the canonical form needs more than {count} moves",
    "the canonical form needs more than {count} positions",
    "Of {number} moves only this one is best: {expected}.",
    "The {number} seeds of pit {pit} reach pit {ends}.",
    "You need {boards}, {pieces} white and {pieces} black counters.",
}
"""Sentences whose counts are never 0 or 1."""
ALIKE = {"fois", "does", "semis", "dans", "des", "vers", "vous", "puis", "sans", "is", "has", "its", "stands"}
"""Words that end in s in the singular, too, and others that no count goes before."""
COUNTED = {"count", "done", "ends", "games", "minutes", "number", "positions", "proved", "tables", "turns", "won"}
BLANK = re.compile(r"{(\w+)}")


def several(sentence: str, language: str, count: int) -> list[str]:
    """Return the plurals that follow 0 or 1 where a sentence is filled; `count` is the blank of this name."""

    def value(blank: re.Match[str]) -> str:
        name = blank[1]
        if name in NEVER_ONE or (language == "en" and name not in COUNTED):
            return "…"
        return f"<{count if name == 'count' else 1}>"

    number = "[01]" if language == "fr" else "1"
    found = re.findall(rf"<{number}> (\w+(?:s|aux))\b", BLANK.sub(value, sentence))
    return [word for word in found if word not in ALIKE]


@pytest.mark.parametrize("file", CATALOGUES)
def test_counts_of_0_1_and_2_have_their_form_in_every_language(file: str, spoken: dict[str, list[Sentence]]) -> None:
    for language in LANGUAGES:
        catalogue = words(language).catalogue
        for sentence, plural in spoken[file]:
            if plural is None:
                told = catalogue.gettext(sentence)
                assert sentence in TWO_OR_MORE or several(told, language, 1) == [], told
                continue
            forms = [catalogue.ngettext(sentence, plural, count) for count in (0, 1, 2)]
            assert forms[0] == (forms[2] if language == "en" else forms[1])
            written_out = {"number", "nodes", "minutes"} & {*BLANK.findall(sentence)}  # the same number as `count`
            for count, told in enumerate(forms):
                if not (written_out and told == forms[2]):
                    assert several(told, language, count) == [], told
