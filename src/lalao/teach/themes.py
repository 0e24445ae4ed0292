"""The titles of the themes of puzzles, in a few words for pupils."""

from lalao.errors import Phrase

TITLES = {
    "by-a-seed": Phrase("Win by the tibongs"),
    "full-tibong": Phrase("The full tibong"),
    "not-the-fullest": Phrase("Not the fullest pit"),
    "tibong-at-one": Phrase("Leave your tibong at one"),
    "only-win": Phrase("The only win"),
    "last-move": Phrase("The last move"),
    "most-seeds": Phrase("The most seeds"),
    "twins": Phrase("Twins"),
    "last-turn": Phrase("The last turn is yours"),
    "sleep": Phrase("Put a block to sleep"),
    "one-move-only": Phrase("One move only"),
    "huff": Phrase("Huff"),
    "no-huff": Phrase("Do not huff"),
    "rule-decides": Phrase("The rule decides"),
    "one-against-two": Phrase("One against more"),
    "two-way": Phrase("Approach or withdrawal?"),
    "go-on": Phrase("Keep taking"),
    "stop": Phrase("Stop in time"),
    "sacrifice": Phrase("Sacrifice"),
    "paika": Phrase("Take nothing"),
    "fewer": Phrase("Take fewer"),
    "capture": Phrase("Which capture?"),
    "empty-row": Phrase("Empty the row"),
    "fotsiny": Phrase("Capture nothing"),
    "relay": Phrase("The relay"),
    "face-to-face": Phrase("Face to face"),
    "illegal": Phrase("Find the illegal one"),
    "who-starts": Phrase("Who should start?"),
    "lay-out": Phrase("Make a layout"),
}


def title_of(theme: str) -> Phrase:
    """Return the title of a theme; for one without a title, as families from elsewhere may have, its own name."""
    return TITLES.get(theme) or Phrase("{theme}", theme=theme.replace("-", " "))
