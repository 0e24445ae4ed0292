"""Sheets for a class: slips for the tables of a round, score sheets and standings, certificates."""

from collections.abc import Mapping, Sequence

from lalao.board.picture import LatticePicture, RowPicture
from lalao.errors import NotationError, Phrase
from lalao.games.game import Game
from lalao.locale import Translator
from lalao.print.drawing import diagram
from lalao.print.faces import face_svg
from lalao.print.making import Paper, Sheet
from lalao.tournament import Round, Tournament

BLANK_SLIPS = 8
BLANK_ROWS = 30
BLANK_ROUNDS = 6


COLOURED = "certificates-in-colour"


def base(kind: str, title: str, game: Game, words: Translator, paper: Paper) -> Sheet:
    """Return the fields that all sheets for a class have."""
    return {
        "kind": kind,
        "title": title,
        "game": words.say(game.title),
        "lang": words.language,
        "paper": [paper.width, paper.height],
    }


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
        "draws": day is None or not day.needs_winner,
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
) -> Sheet:
    """Return a certificate for each of `names`, else for the winners of a tournament, else one with a blank name.

    Raises NotationError where the tournament plays another game or has no winner yet.
    """
    check_game(game, day)
    if day is not None and not names:
        if not day.winners:
            raise NotationError("this tournament has no winner yet: play it to its end, or name pupils")
        names = day.winners
    sheet = base("certificates", words("Certificate"), game, words, paper)
    drawing = diagram(game.start().picture(), words, 120.0)
    return sheet | {
        "names": list(names) or [""],
        "drawing": drawing.as_dict(),
        "alt": words("The start: {game}", game=game.title),
        "words": {
            "given": words("This certificate is given to"),
            "won": words("winner of the day")
            if day is None or len(day.winners) != 1
            else words("winner of the tournament"),
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
    faces: Mapping[str, str] | None = None,
) -> Sheet:
    """Return the certificates in colour, to be pinned up; `faces` are pictures by name (see `face_svg`).

    Raises NotationError as `certificates` does.
    """
    sheet = certificates(game, words, paper, day, names)
    drawn = [face_svg(faces[name]) if faces and name in faces else None for name in sheet["names"]]
    return sheet | {"kind": "coloured", "well_done": words("Well done!"), "faces": drawn}


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
