"""Events in words: a phrase for each gesture, or a sentence for a turn; and how a game ended."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from lalao.errors import Phrase
from lalao.events import Event
from lalao.locale import Translator
from lalao.values import Outcome, Side


def place(name: str) -> Phrase:
    """Return the name of a pit; where both sides' pits have the same letters, with its row and side."""
    if len(name) == 2 and name[0] in "SN":
        if name[1].islower():
            return Phrase("{pit} (inner row of {side})", pit=name[1], side=Side(name[0]))
        return Phrase("{pit} (outer row of {side})", pit=name[1], side=Side(name[0]))
    return Phrase("pit {pit}", pit=name)


def gesture(event: Event) -> Phrase:
    """Return the phrase for one event, to follow the name of the side."""
    where, count = place(event.target), event.count
    match event.key:
        case "take":
            return Phrase("takes a seed from the reserve")
        case "drop":
            return Phrase("drops it in {pit}", pit=where)
        case "lift":
            pit = place(event.source)
            return Phrase("lifts {count} seed from {pit}", "lifts {count} seeds from {pit}", count=count, pit=pit)
        case "sow":
            return Phrase("sows a seed in {pit}", pit=where)
        case "capture":
            pit = place(event.source)
            return Phrase("captures {count} seed from {pit}", "captures {count} seeds from {pit}", count=count, pit=pit)
        case "step":
            return Phrase("moves from {start} to {end}", start=event.source, end=event.target)
        case "remove":
            return taking(event.how, event.source)
        case _:
            return Phrase("huffs {point}", point=event.source)


def taking(how: str, points: str) -> Phrase:
    """Return the phrase for a capture: which pieces, and whether by approach (``A``) or by withdrawal (``W``)."""
    if not how:
        return Phrase("takes {point}", point=points)
    if how == "A":
        return Phrase("takes {point} by approach", point=points)
    return Phrase("takes {point} by withdrawal", point=points)


def narrate(side: Side, events: Sequence[Event], words: Translator) -> str:
    """Return a sentence that tells a whole turn; the pits of one sowing are listed together, in the order sown."""
    clauses = ", ".join(_clauses(events, words))
    return f"{words.say(side)} {clauses}."


def _clauses(events: Iterable[Event], words: Translator) -> Iterator[str]:
    for key, group in groupby(events, key=lambda event: event.key):
        together = list(group)
        if key == "sow":
            pits = ", ".join(_short(event.target) for event in together)
            yield words("sows in pit {pits}", "sows in pits {pits}", count=len(together), pits=pits)
        elif key == "remove":
            yield words.say(taking(together[0].how, ", ".join(event.source for event in together)))
        else:
            for event in together:
                yield words.say(gesture(event))


def _short(name: str) -> str:
    """Return the name of a pit in a list of sown pits: its letter, without its side."""
    return name[1] if len(name) == 2 and name[0] in "SN" else name


def ended(outcome: Outcome, words: Translator) -> str:
    """Return the sentence that says who won, or that nobody did, and why."""
    if outcome.winner is not None:
        return words("{side} wins: {reason}.", side=outcome.winner, reason=outcome.reason)
    if outcome.is_void:
        return words("No result: {reason}.", reason=outcome.reason)
    return words("Draw: {reason}.", reason=outcome.reason)
