"""The teacher's guide: what to do with a class, in Markdown, with pictures like those of the rules."""

from pathlib import Path

import lalao.teach
from lalao.locale import Translator, set_in

FOLDER = Path(lalao.teach.__file__).with_name("guide")


def guide(words: Translator) -> str:
    """Return the teacher's guide in a language, as Markdown."""
    return set_in(words.language, (FOLDER / f"{words.language}.md").read_text(encoding="utf-8"))
