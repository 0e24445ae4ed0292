"""Print random sentences of the teaching, for proofreading: ``python tools/sentences.py LANGUAGE…``.

Explanations at both levels, hints, and a review's praise and criticism, from random positions and games of the four
families. Sentences with the same wording are drawn at most `MOST_ALIKE` times, so that the rare ones come too.
``--count`` sets their number (100) and ``--seed`` the random seed (0); all languages show the same sentences.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from random import Random

import lalao
from lalao.errors import Phrase
from lalao.games.game import AnyPosition, Game
from lalao.locale import LANGUAGES, words
from lalao.record import Record
from lalao.teach.assessing import Assess, assessor
from lalao.teach.explaining import explain, ladder
from lalao.teach.reviewing import review
from lalao.teach.worths import Level

GAMES = (
    "fang-4",
    "fang-6",
    "fang-8-guarded",
    "fafy-impartial",
    "fafy",
    "fafy-misere",
    "fanorona-telo",
    "fanorona-libre-telo",
    "fanorona-strict-telo",
    "fanorona",
    "fanorona-vela",
    "fifangakely",
    "fifangha",
)
MOST_ALIKE = 4
MOST_PLIES = 40
REVIEWS = 0.5
"""How often a game of these is reviewed, and not one of its positions explained."""
REVIEWED = ("fang-6", "fafy-impartial", "fafy", "fanorona-telo", "fifangakely")
"""Games of which whole games are reviewed: those of few moves."""


def by_chance(game: Game, rng: Random) -> list[AnyPosition]:
    """Play a random game; return its positions before the end."""
    positions = [game.agreed_start(rng)]
    while positions[-1].outcome is None and len(positions) <= MOST_PLIES:
        positions.append(positions[-1].play(rng.choice(positions[-1].legal_moves())))
    return [position for position in positions if position.outcome is None]


def told(name: str, rng: Random, assess: Assess) -> Iterator[tuple[str, str, Phrase]]:
    """Yield what is said of a random position of a game: position and move, kind, sentence."""
    position = rng.choice(by_chance(lalao.game(name), rng))
    move = str(rng.choice(position.legal_moves()))
    level = rng.choice(list(Level))
    about = f"{name} {position}"
    for said in explain(position, move, assess).sentences(level):
        yield f"{about} {move}", f"explain, {level.value}", said
    for step in ladder(position, assess).steps(level):
        yield about, f"hint, {level.value}", step.said


def reviewed(name: str, rng: Random, assess: Assess) -> Iterator[tuple[str, str, Phrase]]:
    """Yield what a review says of a random game: position and move, kind, sentence."""
    record = Record.begin(lalao.game(name).agreed_start(rng))
    while record.last.position.outcome is None and len(record.moves()) < MOST_PLIES:
        record.last.add(rng.choice(record.last.position.legal_moves()))
    for side in review(record, assess=assess).sides:
        for each in side.moments:
            for said in each.explanation.sentences(Level.PUPIL):
                yield f"{name} {each.position} {each.move}", "review", said
        for merit in side.merits:
            for claim in merit.claims:
                yield f"{name} {merit.position} {merit.move}", "review", claim.said(Level.PUPIL)


def drawn(count: int, seed: int) -> Iterator[tuple[str, str, Phrase]]:
    """Draw `count` sentences, each from another position or game, none with a wording drawn too often."""
    rng, assess, met = Random(seed), assessor(), Counter[str]()
    while count:
        name = rng.choice(GAMES)
        source = reviewed if name in REVIEWED and rng.random() < REVIEWS else told
        found = list(source(name, rng, assess))
        rng.shuffle(found)
        for about, kind, said in found:
            if met[said.sentence] < MOST_ALIKE:
                met[said.sentence] += 1
                count -= 1
                yield about, kind, said
                break


def main() -> None:
    """Print the sentences in each language."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("languages", metavar="LANGUAGE", nargs="*", choices=LANGUAGES, default=LANGUAGES)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    for number, (about, kind, said) in enumerate(drawn(options.count, options.seed), 1):
        print(f"{number}. {about} ({kind})")
        for language in options.languages:
            print(f"   {language}: {words(language).say(said)}")


if __name__ == "__main__":
    main()
