"""The README's moving picture: a game of Fang begun, sown seed by seed, as an SVG that plays itself and begins again.

Every gesture is an event of the game (`lalao.events`), every place of a seed the one that `lalao.board.svg` gives it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import lalao
from lalao.board.svg import CELL, COLOURS, RADIUS, SEED_RADIUS, seed_places
from lalao.events import HAND, Event, Ledger
from lalao.values import Side

PITS = 6
MOVES = ("3", "4", "2", "5")
GESTURE = 0.6
"""Seconds of a gesture."""
PAUSE = 2
"""Gestures of rest after a turn."""
MARGIN = 24
ROW = 150
HEIGHT = 2 * ROW + 34
"""ROW: how high the middle of the pits lies, the reserves above and below it."""

Point = tuple[float, float]


@dataclass(slots=True)
class Scene:
    """What is seen at each beat: where each seed lies, what each place holds, and what is said."""

    seeds: list[list[Point]]
    counts: list[dict[str, int]]
    sentences: list[str]


def centre(place: str) -> Point:
    """Return the middle of a place: a pit, a reserve, or the hand above the pits."""
    if place == HAND:
        return MARGIN + PITS * CELL / 2, ROW - 88
    if place.startswith("reserve"):
        return MARGIN + PITS * CELL - 60, ROW - 112 if place.endswith("N") else ROW + 112
    return MARGIN + (int(place) - 0.5) * CELL, ROW


def told(event: Event, side: str) -> str:
    """Say a gesture in a few words."""
    match event.key:
        case "take":
            return f"{side} takes a seed from the reserve"
        case "drop":
            return f"{side} drops it in pit {event.target}"
        case "lift":
            return f"lifts the {event.count} seeds"
        case _:
            return f"and sows from the {side} tibong"


def filmed() -> Scene:
    """Play the game and note every beat."""
    position = lalao.game(f"fang-{PITS}").start()
    lying: dict[str, list[int]] = {}
    number = 0
    for place, things in position.ledger().items():
        lying[place] = list(range(number, number + len(things)))
        number += len(things)
    scene = Scene([[] for _ in range(number)], [], [])

    def note(sentence: str) -> None:
        for place, seeds in lying.items():
            x, y = centre(place)
            for seed, (dx, dy) in zip(seeds, seed_places(len(seeds)), strict=True):
                scene.seeds[seed].append((x + 2 * SEED_RADIUS * dx, y + 2 * SEED_RADIUS * dy))
        scene.counts.append({place: len(seeds) for place, seeds in lying.items()})
        scene.sentences.append(sentence)

    for text in MOVES:
        side = "South" if position.to_move is Side.SOUTH else "North"
        for _ in range(PAUSE):
            note(f"{side} to move")
        move = position.move(text)
        for event in position.events(move):
            source = lying.setdefault(event.source, [])
            carried, lying[event.source] = source[: event.count], source[event.count :]
            lying.setdefault(event.target, []).extend(carried)
            note(told(event, side))
        position = position.play(move)
        assert {place: len(seeds) for place, seeds in lying.items() if seeds} == counted(position.ledger())
    for _ in range(2 * PAUSE):
        note("and so on, until both reserves are empty")
    return scene


def counted(ledger: Ledger) -> dict[str, int]:
    """Count what lies in each place that holds anything."""
    return {place: len(things) for place, things in ledger.items() if things}


def animated(attribute: str, values: list[Any], seconds: float) -> str:
    """Animate an attribute through one value a beat: it moves in the first part of a beat and then rests."""
    beats = len(values)
    stops: list[tuple[float, Any]] = [(0, values[0])]
    for beat in range(1, beats):
        if values[beat] != values[beat - 1]:
            stops += [(beat / beats, values[beat - 1]), ((beat + 0.7) / beats, values[beat])]
    stops.append((1, values[-1]))
    times = ";".join(f"{time:.4f}".rstrip("0").rstrip(".") for time, _ in stops)
    return (
        f'<animate attributeName="{attribute}" dur="{seconds:g}s" repeatCount="indefinite" '
        f'keyTimes="{times}" values="{";".join(f"{value:.4g}" for _, value in stops)}"/>'
    )


def shown_while(beats: list[bool], seconds: float) -> str:
    """Show an element only in some beats."""
    times, values = [0.0], [beats[0]]
    for beat in range(1, len(beats)):
        if beats[beat] != beats[beat - 1]:
            times.append(beat / len(beats))
            values.append(beats[beat])
    return (
        f'<animate attributeName="visibility" calcMode="discrete" dur="{seconds:g}s" repeatCount="indefinite" '
        f'keyTimes="{";".join(f"{time:.4f}" for time in times)}" '
        f'values="{";".join("visible" if value else "hidden" for value in values)}"/>'
    )


def changing(x: float, y: float, texts: list[str], size: int, seconds: float) -> Iterator[str]:
    """Write a text that changes: one element a wording, each shown in its beats."""
    for text in dict.fromkeys(texts):
        beats = [each == text for each in texts]
        hidden = "" if beats[0] else ' visibility="hidden"'
        moving = "" if all(beats) else shown_while(beats, seconds)
        yield f'<text x="{x:g}" y="{y:g}" font-size="{size}"{hidden}>{text}{moving}</text>'


def board() -> Iterator[str]:
    """Draw what does not move: the plank, the pits, whose they are."""
    width = 2 * MARGIN + PITS * CELL
    yield f'<rect width="{width}" height="{HEIGHT}" rx="18" fill="{COLOURS["sand"]}"/>'
    yield (
        f'<rect x="{MARGIN - 8}" y="{ROW - 58}" width="{PITS * CELL + 16}" height="116" rx="26" '
        f'fill="{COLOURS["wood"]}" stroke="{COLOURS["edge"]}" stroke-width="3"/>'
    )
    for pit in range(1, PITS + 1):
        x, y = centre(str(pit))
        rim, dashes = (COLOURS["first"], "") if pit <= PITS // 2 else (COLOURS["second"], ' stroke-dasharray="9 5"')
        middle = f'cx="{x:g}" cy="{y:g}" stroke="{rim}"{dashes}'
        yield f'<circle {middle} r="{RADIUS}" fill="{COLOURS["pit"]}" stroke-width="5"/>'
        if pit in (1, PITS):
            yield f'<circle {middle} r="{RADIUS + 6}" fill="none" stroke-width="2"/>'
    for name, y, colour in (("North", ROW - 106, "second"), ("South", ROW + 122, "first")):
        yield f'<text x="{MARGIN}" y="{y}" font-size="22" text-anchor="start" fill="{COLOURS[colour]}">{name}</text>'


def sowing() -> str:
    """Return the moving picture."""
    scene = filmed()
    beats = len(scene.sentences)
    seconds = beats * GESTURE
    width = 2 * MARGIN + PITS * CELL
    body = list(board())
    for path in scene.seeds:
        x, y = path[0]
        moving = "".join(
            animated(name, [point[axis] for point in path], seconds)
            for axis, name in enumerate(("cx", "cy"))
            if len({point[axis] for point in path}) > 1
        )
        body.append(
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{SEED_RADIUS}" fill="{COLOURS["seed"]}" stroke="{COLOURS["ink"]}">'
            f"{moving}</circle>"
        )
    for pit in range(1, PITS + 1):
        x, y = centre(str(pit))
        body += changing(x, y + RADIUS + 40, [str(counts.get(str(pit), 0)) for counts in scene.counts], 22, seconds)
    body += changing(width / 2, HEIGHT - 16, scene.sentences, 20, seconds)
    title = "A game of Fang on six pits: a seed from the reserve is dropped in a pit, the pit is lifted and sown"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" '
            f'height="{HEIGHT}" role="img" aria-label="{title}" font-family="Andika, sans-serif" '
            f'text-anchor="middle" fill="{COLOURS["ink"]}">',
            f"<title>{title}</title>",
            *body,
            "</svg>\n",
        ]
    )
