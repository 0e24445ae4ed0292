"""Draw the moving picture of the manual: a game of Fang, sown seed by seed, as an SVG that plays in a loop.

Every gesture is an event of the game (`lalao.events`); the board and the places of seeds are those of all pictures.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import lalao
from lalao.board.placing import MEASURES, Circle, Text, heap
from lalao.board.svg import COLOURS, element
from lalao.events import HAND, Contents, Event
from lalao.values import Side

START = lalao.game("fang-6").start()
MOVES = ("3", "4", "2", "5")
GESTURE = 0.6
"""Seconds of a gesture."""
PAUSE = 2
"""Gestures of rest before a turn; twice as many at the end."""
DRAWN = START.picture().drawing()
PITS = {place.name: shape for place in DRAWN.places for shape in place.shapes[:1] if isinstance(shape, Circle)}
RIM, NAMES = PITS["1"], ("name first", "name second")
IN_RESERVE = 28
WIDTH, HEIGHT = DRAWN.width, DRAWN.height + 40

Point = tuple[float, float]


@dataclass(slots=True)
class Scene:
    """What is shown at each beat: where each seed lies, what each place holds, and the caption."""

    seeds: list[list[Point]]
    counts: list[dict[str, int]]
    sentences: list[str]


def centre(place: str) -> Point:
    """Return the middle of a place: a pit, a reserve, or the hand above the pits."""
    if place == HAND:
        return WIDTH / 2, 30
    if place.startswith("reserve"):
        return WIDTH - 50, 30 if place.endswith("N") else DRAWN.height - 30
    return PITS[place].x, PITS[place].y


def told(event: Event, side: str) -> str:
    """Return the caption of a gesture."""
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
    """Play the game and record every beat."""
    position = START
    lying: dict[str, list[int]] = {}
    number = 0
    for place, things in position.contents().items():
        lying[place] = list(range(number, number + len(things)))
        number += len(things)
    scene = Scene([[] for _ in range(number)], [], [])

    def note(sentence: str) -> None:
        for place, seeds in lying.items():
            x, y = centre(place)
            radius = RIM.r if place in PITS else IN_RESERVE
            for seed, (dx, dy) in zip(seeds, heap(len(seeds)).spots(), strict=True):
                scene.seeds[seed].append((x + radius * dx, y + radius * dy))
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
        assert {place: len(seeds) for place, seeds in lying.items() if seeds} == counted(position.contents())
    for _ in range(2 * PAUSE):
        note("and so on, until both reserves are empty")
    return scene


def counted(contents: Contents) -> dict[str, int]:
    """Count the seeds in each place that holds any."""
    return {place: len(things) for place, things in contents.items() if things}


def animated(attribute: str, values: list[Any], seconds: float) -> str:
    """Return the animation of an attribute through one value per beat: it moves at the start of a beat, then rests."""
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
    """Return the animation that shows an element only in some beats."""
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
    """Yield a changing text: one element per wording, each shown in its beats."""
    for text in dict.fromkeys(texts):
        beats = [each == text for each in texts]
        hidden = "" if beats[0] else ' visibility="hidden"'
        moving = "" if all(beats) else shown_while(beats, seconds)
        yield f'<text x="{x:g}" y="{y:g}" font-size="{size}"{hidden}>{text}{moving}</text>'


def board() -> Iterator[str]:
    """Yield what does not move: the plank, the pits, their owners' marks."""
    yield f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="{COLOURS["sand"]}"/>'
    yield from (element(shape) for shape in DRAWN.shapes if shape.role not in ("seed", "figure", *NAMES))
    for name, side, y in zip(("North", "South"), NAMES[::-1], (40, DRAWN.height - 20), strict=True):
        yield element(Text(side, 24, y, name, 24, begins=True))


def sowing() -> str:
    """Return the moving picture."""
    scene = filmed()
    beats = len(scene.sentences)
    seconds = beats * GESTURE
    radius = RIM.r * heap(1).seed
    body = list(board())
    for path in scene.seeds:
        x, y = path[0]
        moving = "".join(
            animated(name, [point[axis] for point in path], seconds)
            for axis, name in enumerate(("cx", "cy"))
            if len({point[axis] for point in path}) > 1
        )
        body.append(
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{radius:.3g}" fill="{COLOURS["seed"]}" stroke="{COLOURS["ink"]}">'
            f"{moving}</circle>"
        )
    for place, rim in PITS.items():
        figures = [str(counts.get(place, 0)) for counts in scene.counts]
        body += changing(rim.x, rim.y + MEASURES["single"].figures[1], figures, 30, seconds)
    body += changing(WIDTH / 2, HEIGHT - 16, scene.sentences, 20, seconds)
    title = "A game of Fang on six pits: a seed from the reserve is dropped in a pit, the pit is lifted and sown"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" '
            f'height="{HEIGHT:g}" role="img" aria-label="{title}" font-family="Andika, sans-serif" '
            f'text-anchor="middle" fill="{COLOURS["ink"]}">',
            f"<title>{title}</title>",
            *body,
            "</svg>\n",
        ]
    )
