"""Sheets for a class: slips, score sheets and standings, certificates, pupils' faces, and puzzles as cards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from random import Random
from typing import Any

from lalao.board.picture import LatticePicture, RowPicture
from lalao.board.placing import CELL, Circle, Line, Shape, Text
from lalao.errors import NotationError, Phrase, TooLargeError
from lalao.events import Event
from lalao.games.game import AnyPosition, Game
from lalao.locale import Translator
from lalao.print.boards import Spot, diagram, filling
from lalao.print.making import Paper, Sheet, headed
from lalao.teach.evidence import ENOUGH, HEADINGS, SIGHTS, Days, together, when
from lalao.teach.puzzles import Puzzle, answer, question, stars_of
from lalao.teach.shipped_puzzles import of_game, of_theme, title_of
from lalao.tournament import Round, Tournament

SHAPES = {
    "sun": (
        "#d9901a",
        "M24 14a10 10 0 1 0 .1 0zM24 3v6M24 39v6M3 24h6M39 24h6M9 9l4.5 4.5M34.5 34.5L39 39"
        "M39 9l-4.5 4.5M13.5 34.5L9 39",
    ),
    "moon": ("#5b5f97", "M31 5a20 20 0 1 0 11 28A16 16 0 0 1 31 5z"),
    "star": ("#c7762b", "M24 4l6 13 14 1.5-10.5 9.5 3 14L24 35l-12.5 7 3-14L4 18.5 18 17z"),
    "drop": ("#2a7fa5", "M24 4C31 15 38 22 38 30a14 14 0 0 1-28 0C10 22 17 15 24 4z"),
    "leaf": ("#3f7d4a", "M8 40C4 20 18 6 42 6c0 24-14 38-34 34zM8 42L30 18"),
    "flower": (
        "#b84a6b",
        "M24 16a8 8 0 1 0-8 8 8 8 0 1 0 8 8 8 8 0 1 0 8-8 8 8 0 1 0-8-8zM24 19a5 5 0 1 0 .1 0z",
    ),
    "tree": ("#4d7a35", "M21 44l1-16H12a8 8 0 0 1-2-15A9 9 0 0 1 24 6a9 9 0 0 1 14 7 8 8 0 0 1-2 15H26l1 16z"),
    "mountain": ("#7a6a58", "M3 41L18 13l8 14 5-8 14 22zM14 21l4 4 4-4"),
    "boat": ("#9a6636", "M5 32h38l-7 11H12zM23 29V5L8 29zM27 29h12L27 9z"),
    "house": ("#b5432a", "M6 24L24 7l18 17v18H6zM20 42V30h8v12"),
    "kite": ("#a03a86", "M24 3l14 17-14 17-14-17zM24 37c6 3-6 5 2 8M24 3v34M10 20h28"),
    "fish": ("#2f7f86", "M4 24c8-15 24-15 30-3l10-8v22l-10-8C28 39 12 39 4 24zM13 21a1.5 1.5 0 1 0 .1 0z"),
    "bird": ("#34689a", "M4 20l9-7c8 0 9 8 16 8l15-6c-3 15-12 22-22 22-7 0-11-4-12-11zM17 37l-3 7M25 37l1 7"),
    "butterfly": (
        "#c05a2e",
        "M24 14C20 4 5 4 5 14s9 12 19 9c10 3 19 1 19-9S28 4 24 14z"
        "m0 9c-9 0-14 5-12 12s10 7 12-2c2 9 10 9 12 2s-3-12-12-12",
    ),
    "tortoise": (
        "#667a2b",
        "M6 31c0-14 8-20 17-20s16 6 17 17l5-3c2 6-2 10-8 10h-2l2 6h-7l-2-6H18l-2 6H9l2-6c-3 0-5-1-5-4z",
    ),
    "shell": (
        "#b98a56",
        "M24 42L5 20C7 10 15 6 24 6s17 4 19 14zM24 42V8M24 42L14 9M24 42L34 9M24 42L7 16M24 42l17-26",
    ),
}
"""The colour and the SVG path of each picture."""
FRAMES = {
    "ring": ("#1b6a86", "M24 2a22 22 0 1 0 .1 0z", ""),
    "square": ("#b5432a", "M3 3h42v42H3z", "7 3.5"),
}
"""Frames for pictures that another pupil has already: colour, path and dashes."""
WITHIN = "translate(24 24) scale(.66) translate(-24 -24)"
"""The transform that shrinks a picture within a frame."""
INK = "#2c241c"
JOINED = 'stroke-linejoin="round" stroke-linecap="round"'


def face_svg(name: str) -> str:
    """Return a picture as an SVG document, framed where its name says so (``sun``, ``sun-ring``).

    Plain shapes, distinct without colour, 48 units wide and high.

    >>> face_svg("sun-ring").count("<path")
    2

    Raises KeyError for an unknown shape or frame.
    """
    shape, _, frame = name.partition("-")
    colour, path = SHAPES[shape]
    inner = f'<path d="{path}" fill="{colour}" fill-rule="evenodd" stroke="{INK}" stroke-width="2" {JOINED}/>'
    if frame:
        paint, border, dashes = FRAMES[frame]
        stroke = f'stroke="{paint}" stroke-width="4" stroke-dasharray="{dashes or "none"}"'
        inner = f'<path d="{border}" fill="none" {stroke}/><g transform="{WITHIN}">{inner}</g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48">{inner}</svg>'


BLANK_SLIPS = 8
BLANK_ROWS = 30
BLANK_ROUNDS = 6


COLOURED = "certificates-in-colour"


def base(kind: str, title: str, game: Game, words: Translator, paper: Paper) -> Sheet:
    """Return the fields that all sheets about a game have."""
    return headed(kind, title, words, paper) | {"game": words.say(game.title)}


def check_game(game: Game, day: Tournament | None) -> None:
    """Check that a tournament, if there is one, plays this game.

    Raises NotationError where it does not.
    """
    if day is not None and day.setting.game != game.id:
        raise NotationError(
            "this tournament plays {played}, not {game}: name the game that it plays",
            played=day.setting.game,
            game=game.id,
        )


def slips(
    game: Game,
    words: Translator,
    paper: Paper = Paper.A4,
    day: Tournament | None = None,
    tables: Round | None = None,
) -> Sheet:
    """Return a list for the wall and a slip for each table of a round, or blank slips without a tournament.

    The round is `tables`, by default the last of the tournament `day`. Raises NotationError where the tournament plays
    another game or has no round yet.
    """
    check_game(game, day)
    sheet = base("slips", words("Slips for the tables"), game, words, paper)
    if day is not None and not day.rounds:
        raise NotationError("no round of this tournament has begun: there is nothing to print")
    here = tables or (day.rounds[-1] if day is not None else Round(0, [], []))
    rows = [{"table": str(table.number), "first": table.first, "second": table.second} for table in here.tables]
    roles = [words("lays out the seeds"), words("decides who starts")] if game.laid_out else [words("starts"), ""]
    return sheet | {
        "round": words("Round {round}", round=here.number) if here.number else words("Round"),
        "list": rows,
        "byes": here.byes,
        "material": material(game, len(rows), words) if rows else "",
        "slips": rows or [{"table": "", "first": "", "second": ""}] * BLANK_SLIPS,
        "roles": roles,
        "draws": game.has_draws and (day is None or not day.needs_winner),
        "words": {
            "table": words("Table"),
            "who_plays": words("Who plays where"),
            "alone": words("without opponent"),
            "tick": words("Tick who has won."),
            "draw": words("a draw"),
            "both": words("each accuses the other: both have lost"),
            "seeds": words("Seeds counted before: ____  after: ____"),
        },
    }


def scores(
    game: Game,
    words: Translator,
    paper: Paper = Paper.A4,
    day: Tournament | None = None,
    names: Sequence[str] = (),
) -> Sheet:
    """Return the standings of a tournament with the points of each round, or a score sheet to be filled in.

    Raises NotationError where the tournament plays another game.
    """
    check_game(game, day)
    sheet = base("scores", words("Standings") if day is not None else words("Score sheet"), game, words, paper)
    rounds = len(day.rounds) if day is not None else BLANK_ROUNDS
    heads = ["", words("Name"), *(str(number) for number in range(1, rounds + 1)), words("Points")]
    if day is None:
        rows = [[str(number), name, *[""] * rounds, ""] for number, name in enumerate(names or [""] * BLANK_ROWS, 1)]
        return sheet | {"rounds": rounds, "heads": heads, "rows": rows, "note": ""}
    rows = [
        [
            str(place.rank),
            place.name,
            *(cell(here, place.name) for here in day.rounds),
            f"{place.points:g}",
            words.say(place.by.title) if place.by else "",
        ]
        for place in day.standings()
    ]
    note = words("1: won; ½: drawn; 0: lost; + without opponent; – absent")
    return sheet | {"rounds": rounds, "heads": [*heads, words("Decided by")], "rows": rows, "note": note}


def cell(here: Round, name: str) -> str:
    """Return the sign for a pupil's points in a round: ``1``, ``½``, ``0``, ``+``, ``–``, ``…`` while playing."""
    table = here.table_of(name)
    if table is None:
        return "+" if name in here.byes else "–"
    if table.result is None:
        return "…"
    return {1.0: "1", 0.5: "½"}.get(table.points(name), "0")


def certificates(
    game: Game,
    words: Translator,
    paper: Paper = Paper.A4,
    day: Tournament | None = None,
    names: Sequence[str] = (),
    won: bool = False,
) -> Sheet:
    """Return a certificate for each of `names`, else for the winners of a tournament, else one with a blank name.

    It says who has won: the winners of the tournament or, without one, all where `won`; and of others that they have
    taken part. Raises NotationError where the tournament plays another game or has no winner yet.
    """
    check_game(game, day)
    winners: Sequence[str] = day.winners if day is not None else (names or [""]) if won else ()
    if day is not None and not names:
        if not winners:
            raise NotationError("this tournament has no winner yet: play it to its end, or name pupils")
        names = winners
    winner = Phrase("winner of the tournament") if day and len(winners) == 1 else Phrase("winner of the day")
    shown = list(names) or [""]
    sheet = base("certificates", words("Certificate"), game, words, paper)
    drawing = diagram(game.start().picture(), words, 120.0)
    return sheet | {
        "names": shown,
        "won": [words.say(winner if name in winners else Phrase("has taken part in the tournament")) for name in shown],
        "drawing": drawing.as_dict(),
        "alt": words("The start: {game}", game=game.title),
        "words": {
            "given": words("This certificate is given to"),
            "date": words("Date"),
            "signed": words("Signed"),
        },
    }


def coloured_certificates(
    game: Game,
    words: Translator,
    paper: Paper = Paper.A4,
    day: Tournament | None = None,
    names: Sequence[str] = (),
    won: bool = False,
    faces: Mapping[str, str] | None = None,
) -> Sheet:
    """Return the certificates in colour, to be pinned up; `faces` are pictures by name (see `face_svg`).

    Raises NotationError as `certificates` does.
    """
    sheet = certificates(game, words, paper, day, names, won)
    drawn = [face_svg(faces[name]) if faces and name in faces else None for name in sheet["names"]]
    return sheet | {"kind": "coloured", "well_done": words("Well done!"), "faces": drawn}


def pupil_pages(
    title: str,
    found: Mapping[str, Days],
    words: Translator,
    paper: Paper = Paper.A4,
    faces: Mapping[str, str] | None = None,
) -> Sheet:
    """Return a page for each pupil of a class: the evidence under each heading, on how much it rests, and when."""
    return headed("pupils", words("What was seen of each pupil"), words, paper) | {
        "game": title,
        "pupils": [
            {
                "name": name,
                "face": face_svg(faces[name]) if faces and faces.get(name) else None,
                "parts": [
                    {"title": words.say(heading), "rows": list(seen_rows(days, key, words))}
                    for key, heading in HEADINGS.items()
                ],
            }
            for name, days in found.items()
        ],
        "heads": [words("Seen"), words("On how much"), words("When")],
        "nothing": words("nothing seen yet"),
        "note": words(
            "Counts, not marks. A won position counts where a move could have given the win away. Nothing is "
            "concluded from fewer than {count}.",
            count=ENOUGH,
        ),
    }


def seen_rows(days: Days, heading: str, words: Translator) -> Iterator[list[str]]:
    """Yield the evidence under a heading: the sentences, on how much they rest, from which day to which."""
    facts = together(days)
    for sight in (each for each in SIGHTS if each.heading == heading):
        if amount := sight.amount(facts):
            dates = [written_date(day, words) for day in when(days, sight)]
            yield [
                " · ".join(words.say(phrase) for phrase in sight.say(facts)),
                str(amount),
                " – ".join(dict.fromkeys([dates[0], dates[-1]])) if dates else "",
            ]


def written_date(day: date, words: Translator) -> str:
    """Write a date as the readers of a language do.

    >>> from lalao.locale import words
    >>> written_date(date(2026, 11, 27), words("fr"))
    '27/11/2026'
    """
    return day.strftime("%Y-%m-%d" if words.language == "en" else "%d/%m/%Y")


def material(game: Game, tables: int, words: Translator) -> str:
    """Return the sentence that says how many boards, and seeds or pieces, `tables` tables need.

    >>> from lalao.games.registry import game as find_game
    >>> from lalao.locale import ENGLISH
    >>> material(find_game("fang-4"), 6, ENGLISH)
    'You need 6 boards and 48 counters.'
    >>> material(find_game("fanorona"), 6, ENGLISH)
    'You need 6 boards, 132 white and 132 black counters.'
    """
    picture, boards = game.start().picture(), Phrase("{count} board", "{count} boards", count=tables)
    if isinstance(picture, LatticePicture):
        count = tables * len(picture.white)
        return words("You need {boards}, {pieces} white and {pieces} black counters.", boards=boards, pieces=count)
    assert isinstance(picture, RowPicture)
    seeds = sum(pit.seeds for row in picture.rows for pit in row) + sum(each.seeds for each in picture.reserves)
    return words("You need {boards} and {seeds} counters.", boards=boards, seeds=tables * seeds)


USUAL_CARDS = 8
MOST_CARDS = 200
WIDE = 89.0
"""The greatest width of the board on a card, in millimetres."""
HIGHS = (39.0, 61.0)
"""The greatest height of the board on a low and on a high card."""
LEAST_CELL = 10.0
"""The least distance between the pits or points of a board that is not as wide as a low card, in millimetres."""
NUMBERED = 14.0
"""Radius of the circle in which the number of a step stands, in units of the board."""
CROSSED = 24.0
"""Radius of the white disc on a piece that is taken, on which a cross stands."""
MOST_STARS = 5


def drawn_by_lot(game: Game, theme: str | None, count: int, seed: int) -> list[Puzzle]:
    """Draw `count` puzzles of a game, or of one of its themes, the easiest first; the seed decides which.

    Themes come equally often, as far as there are puzzles. Raises LalaoError where there are none, TooLargeError where
    there are fewer.
    """
    puzzles = of_game(game) if theme is None else of_theme(of_game(game), theme)
    if count > len(puzzles):
        raise TooLargeError(
            "only {count} puzzle of {game} was found: ask for fewer than {wanted}",
            "only {count} puzzles of {game} were found: ask for fewer than {wanted}",
            count=len(puzzles),
            game=game.id,
            wanted=count,
        )
    lot, taken = Random(seed), Counter[str]()
    turns: list[tuple[int, float, Puzzle]] = []
    for puzzle in lot.sample(puzzles, len(puzzles)):
        turns.append((taken[puzzle.theme], lot.random(), puzzle))
        taken[puzzle.theme] += 1
    drawn = [puzzle for *_, puzzle in sorted(turns, key=lambda turn: turn[:2])[:count]]
    return sorted(drawn, key=lambda puzzle: puzzle.rating)


def cards(puzzles: Sequence[Puzzle], words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet of puzzles as cards, as many to a page as fit, each page followed by that of the backs.

    The cards are high where a board fills more than a low one.
    """
    is_low = all(fits_low(puzzle.position, words) for puzzle in puzzles)
    room = HIGHS[0] if is_low else HIGHS[1]
    return headed("cards", words("Puzzles"), words, paper) | {
        "high": not is_low,
        "cards": [card(number, puzzle, words, room) for number, puzzle in enumerate(puzzles, 1)],
    }


def fits_low(position: AnyPosition, words: Translator) -> bool:
    """Tell whether a board is large enough on a low card: as wide as it, or its pits and points `LEAST_CELL` apart."""
    drawing, _ = filling(position.picture(), words, WIDE, HIGHS[0])
    return drawing.width > WIDE - 1 or (drawing.unit * CELL >= LEAST_CELL and drawing.width > WIDE / 2)


def card(number: int, puzzle: Puzzle, words: Translator, room: float) -> dict[str, Any]:
    """Return the texts and boards of both sides of a card, whose boards have `room` millimetres of height."""
    position, count = puzzle.position, stars_of(puzzle.rating)
    return {
        "number": str(number),
        "stars": "★" * count + "☆" * (MOST_STARS - count),
        "game": words.say(position.game.title),
        "theme": words.say(title_of(puzzle.theme)),
        "mover": words.say(who(puzzle)),
        "ask": words.say(question(puzzle)),
        "front": board(position, words, room),
        "back": solved(puzzle, words, room),
        "answer": words("The answer: {moves}", moves=words.say(answer(puzzle))),
    }


def who(puzzle: Puzzle) -> Phrase:
    """Return the phrase that says who is asked; for a layout, the one that says how many seeds there are to lay."""
    side = puzzle.position.to_move
    if puzzle.asked == "lay":
        return Phrase("{count} seed in your hand", "{count} seeds in your hand", count=puzzle.seeds)
    return Phrase("You are {side}.", side=side) if puzzle.asked == "start" else Phrase("{side} to move", side=side)


def board(position: AnyPosition, words: Translator, room: float) -> dict[str, Any]:
    """Return a position drawn as large as a card has room for, with its description."""
    drawing, _ = filling(position.picture(), words, WIDE, room)
    return {"drawing": drawing.as_dict(), "alt": str(position)}


def solved(puzzle: Puzzle, words: Translator, room: float) -> dict[str, Any]:
    """Return the board of the back, with its description.

    It is the same position, with the first move as arrows or a ring around the place; or the example of a layout.
    """
    position, told = puzzle.position, puzzle.solution[0]
    if puzzle.asked == "lay":
        return board(puzzle.laying.read(told), words, room)
    drawing, spots = filling(position.picture(), words, WIDE, room)
    if puzzle.asked == "play":
        drawing.shapes.extend(arrows(position.events(position.move(told)), spots))
    elif puzzle.asked == "tap":
        drawing.shapes.append(Circle("asked", *spots[told], 48.0))
    return {"drawing": drawing.as_dict(), "alt": told}


def arrows(events: Iterable[Event], spots: Mapping[str, Spot]) -> Iterator[Shape]:
    """Draw a move: an arrow for each step and a cross on each piece taken; or the first sowing, from its pit."""
    steps, lifted, path = 0, "", list[str]()
    for event in events:
        if event.key == "step":
            steps += 1
            start, end = spots[event.source], spots[event.target]
            yield Line("arrow", *start, *end)
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            yield Circle("step", *middle, NUMBERED)
            yield Text("figure", middle[0], middle[1] + 0.55 * NUMBERED, str(steps), 1.6 * NUMBERED)
        elif event.key in ("remove", "huff"):
            x, y = spots[event.source]
            yield Circle("step", x, y, CROSSED)
            yield Line("cross", x - NUMBERED, y - NUMBERED, x + NUMBERED, y + NUMBERED)
            yield Line("cross", x - NUMBERED, y + NUMBERED, x + NUMBERED, y - NUMBERED)
        elif event.key in ("lift", "capture"):
            if path:
                break
            lifted = event.source
            yield Circle("asked", *spots[lifted], 48.0)
        elif event.key == "sow":
            path.append(event.target)
    for number, (here, there) in enumerate(pairwise(path), 1):
        yield Line("arrow" if number == len(path) - 1 else "trail", *spots[here], *spots[there])
    if len(path) > 1:
        yield Circle("first", *spots[path[0]], NUMBERED)
    elif path:
        yield Line("arrow", *spots[lifted], *spots[path[0]])
