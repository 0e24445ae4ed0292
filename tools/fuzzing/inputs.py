"""Inputs: valid texts, bytes and JSON with a few errors in them, or pure noise."""

import json
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

SIGNS = [
    *" .+-/0123456789SNwbWBax=()[]{}<>\"'\\\n\t,;:*#",
    *("\x00", "\x1b", "\u202e", "\u200d", "\ufeff", "\u3164", "\u0301", "١", "½", "é", "李", "🦄", "\ud800"),
]
JUNK: list[Any] = [
    *(None, True, False, 0, 1, -1, 7, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.0, 1e18, 1e308),
    *("", " ", "x", "0", "\x00", "\u3164", "x" * 70, "x" * 5_000, "ABCD", "../x", "fang-4", "0.1.1.0 3+3 S"),
    *([], {}, [[]], [None] * 300, {"kind": "x"}, {"do": "round"}),
]
MOST_REPEATED = 3_000


def changed(rng: random.Random, text: str, others: Sequence[str], words: Sequence[str] = ()) -> str:
    """Change a text in one to four places."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        text = rng.choice(CHANGES)(rng, text, others, words)
    return text


def noise(rng: random.Random, words: Sequence[str] = ()) -> str:
    """Return a text of random characters and words."""
    return "".join(rng.choice(words) if words and rng.random() < 0.5 else sign(rng) for _ in range(rng.randrange(60)))


def sign(rng: random.Random) -> str:
    """Return a random character, mostly one with a meaning in some format."""
    return (
        rng.choice(SIGNS) if rng.random() < 0.9 else chr(rng.choice((rng.randrange(0x3000), rng.randrange(0x110000))))
    )


def _span(rng: random.Random, text: str) -> tuple[int, int]:
    begin = rng.randint(0, len(text))
    return begin, min(len(text), begin + rng.choice((0, 1, 1, 2, 3, 8, 40)))


def _left_out(rng: random.Random, text: str, *_: Sequence[str]) -> str:
    begin, end = _span(rng, text)
    return text[:begin] + text[end:]


def _put_in(rng: random.Random, text: str, _: Sequence[str], words: Sequence[str]) -> str:
    begin, end = _span(rng, text)
    more = rng.choice(words) if words and rng.random() < 0.6 else sign(rng)
    return text[:begin] + more + text[end if rng.random() < 0.5 else begin :]


def _doubled(rng: random.Random, text: str, *_: Sequence[str]) -> str:
    begin, end = _span(rng, text)
    return text[:end] + text[begin:end] * rng.choice((1, 1, 1, 2, 50)) + text[end:]


def _repeated(rng: random.Random, text: str, *_: Sequence[str]) -> str:
    """Repeat a part so often that a careless reader becomes slow."""
    begin, end = _span(rng, text)
    part = text[begin:end] or sign(rng)
    return text[:begin] + part * (MOST_REPEATED // max(1, len(part)) if rng.random() < 0.1 else 5) + text[end:]


def _joined(rng: random.Random, text: str, others: Sequence[str], _: Sequence[str]) -> str:
    other = rng.choice(others)
    return text[: rng.randint(0, len(text))] + other[rng.randint(0, len(other)) :]


def _renumbered(rng: random.Random, text: str, *_: Sequence[str]) -> str:
    at = [place for place, letter in enumerate(text) if letter.isdecimal()]
    if not at:
        return text
    place = rng.choice(at)
    number = rng.choice(("0", "00", "-1", "9", "10", "99", "1000", "999999999", "9" * 30, "9" * 5_000, "1e9", "٣"))
    return text[:place] + number + text[place + 1 :]


def _cut(rng: random.Random, text: str, *_: Sequence[str]) -> str:
    return text[: rng.randint(0, len(text))]


Change = Callable[[random.Random, str, Sequence[str], Sequence[str]], str]
CHANGES: tuple[Change, ...] = (_left_out, _put_in, _put_in, _doubled, _repeated, _joined, _renumbered, _cut)


def text_like(rng: random.Random, good: Sequence[str], words: Sequence[str] = ()) -> str:
    """Return a valid text, a changed one, or noise."""
    if rng.random() < 0.05:
        return noise(rng, words)
    if rng.random() < 0.1:
        return rng.choice(good)
    return changed(rng, rng.choice(good), good, words)


def bytes_of(text: str) -> bytes:
    """Encode a text as bytes; lone surrogates are encoded too."""
    return text.encode("utf-8", "surrogatepass")


def bytes_like(rng: random.Random, good: Sequence[bytes]) -> bytes:
    """Return valid bytes with errors: flipped bits, parts missing, repeated or joined."""
    data = bytearray(rng.choice(good))
    if rng.random() < 0.05:
        return bytes(data)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        at = rng.randint(0, len(data))
        what = rng.randrange(6)
        if what == 0 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif what == 1:
            data[at : at + rng.choice((1, 4, 8))] = rng.randbytes(rng.choice((1, 4, 8)))
        elif what == 2:
            del data[at : at + rng.choice((1, 4, 100))]
        elif what == 3:
            data[at:at] = data[at : at + rng.choice((1, 4, 100))]
        elif what == 4:
            del data[at:]
        else:
            other = rng.choice(good)
            data[at:] = other[rng.randint(0, len(other)) :]
    return bytes(data)


def json_like(rng: random.Random, good: Any) -> Any:
    """Return a valid document with errors: junk values, fields missing, added or misplaced."""
    made = json.loads(json.dumps(good))
    if rng.random() < 0.05:
        return made
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        made = _amiss(rng, made)
    return made


def _amiss(rng: random.Random, here: Any) -> Any:
    """Change one thing in a document, at the top or within it."""
    if isinstance(here, dict) and here and rng.random() < 0.9:
        name = rng.choice(list(here))
        what = rng.randrange(8)
        if what == 0:
            return {key: value for key, value in here.items() if key != name}
        if what == 1:
            return here | {rng.choice(("x", "kind", "do", "at", "turn")): junk(rng)}
        if what == 2:
            return here | {name: here[rng.choice(list(here))]}
        return here | {name: _amiss(rng, here[name])}
    if isinstance(here, list) and here and rng.random() < 0.9:
        at = rng.randrange(len(here))
        what = rng.randrange(6)
        if what == 0:
            return here[:at] + here[at + 1 :]
        if what == 1:
            return here[: at + 1] + here[at:]
        if what == 2:
            return [*here[:at], here[rng.randrange(len(here))], *here[at:]]
        return [*here[:at], _amiss(rng, here[at]), *here[at + 1 :]]
    if isinstance(here, str) and rng.random() < 0.6:
        return _text_amiss(rng, here)
    return junk(rng)


def _text_amiss(rng: random.Random, text: str) -> str:
    """Change a text, or the document in it if it contains JSON."""
    if text.startswith('{"') and rng.random() < 0.8:
        with suppress(ValueError, RecursionError):  # an earlier change may have nested it too deeply
            return written(_amiss(rng, json.loads(text)))
    return changed(rng, text, [text])


def junk(rng: random.Random) -> Any:
    """Return a value that is rarely valid, now and then deeply nested."""
    if rng.random() < 0.02:
        return nested(rng.choice((20, 400, 3_000)))
    return rng.choice(JUNK)


class nested(list[Any]):  # noqa: N801  written as what it is
    """A list nested `depth` deep, which Python's own JSON writer could not write."""

    def __init__(self, depth: int) -> None:
        """Set the depth."""
        super().__init__()
        self.depth = depth


def written(document: Any) -> str:
    """Return a document as JSON, however deeply nested."""
    holes: list[nested] = []

    def plain(here: Any) -> Any:
        if isinstance(here, nested):
            holes.append(here)
            return f"\x01{len(holes) - 1}\x01"
        if isinstance(here, dict):
            return {key: plain(value) for key, value in here.items()}
        return [plain(value) for value in here] if isinstance(here, list) else here

    text = json.dumps(plain(document))
    for number, hole in enumerate(holes):
        text = text.replace(f'"\\u0001{number}\\u0001"', "[" * hole.depth + "]" * hole.depth)
    return text
