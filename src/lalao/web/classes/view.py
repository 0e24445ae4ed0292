"""The views of a class: everything for its teacher, a pupil's own for each pupil, the wall for anyone who looks on."""

from collections.abc import Container, Iterator

from msgspec.structs import asdict

from lalao.clock import CLOCK
from lalao.games.registry import game as find_game
from lalao.locale import Translator, words
from lalao.teach.puzzles import Puzzle, answer, question
from lalao.teach.shipped_puzzles import of_family, of_moves, title_of
from lalao.tournament import FORMATS, Pairing, Result, Round
from lalao.tournament import rounds as clock
from lalao.web.api.puzzles import puzzle_view
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.members import PICTURES, Day, Pupil, Seat, TeacherDevice, game_of, seat_of
from lalao.web.classes.sets import PuzzleSet, Tries
from lalao.web.classes.shown import (
    GuestState,
    PupilState,
    ShownAsked,
    ShownClass,
    ShownClock,
    ShownCounts,
    ShownDay,
    ShownDevice,
    ShownMatch,
    ShownMinutes,
    ShownMissed,
    ShownOwnSet,
    ShownOwnTable,
    ShownOwnWork,
    ShownPast,
    ShownPupil,
    ShownRound,
    ShownSelf,
    ShownSet,
    ShownSolver,
    ShownStanding,
    ShownTable,
    ShownTogether,
    ShownTries,
    ShownVotes,
    ShownWinner,
    ShownWork,
    ShownWorker,
    TeacherState,
)
from lalao.web.rooms.room import Room
from lalao.web.view import sides_view, task_view


def asked_view(puzzle: Puzzle, speech: Translator) -> ShownAsked:
    """Describe a puzzle of a set."""
    return ShownAsked(
        **asdict(puzzle_view(puzzle)),
        family=puzzle.position.game.family.name,
        title=speech.say(title_of(puzzle.theme)),
        say=speech.say(question(puzzle)),
        answer=speech.say(answer(puzzle)),
    )


def tries_view(tries: list[Tries]) -> list[ShownTries]:
    """Describe a pupil's tries at the puzzles of a set."""
    return [ShownTries(each.wrong, each.helped, each.solved) for each in tries]


def own_set_view(classroom: Classroom, name: str, speech: Translator) -> ShownOwnSet | None:
    """Describe the set that a pupil has now, None where he has none."""
    handed = classroom.handed
    if handed is None:
        return None
    puzzles = [asked_view(puzzle, speech) for puzzle in handed.puzzles]
    return ShownOwnSet(len(classroom.sets), puzzles, tries_view(handed.tries_of(name)))


def set_view(classroom: Classroom, speech: Translator) -> ShownSet | None:
    """Describe the last set to the teacher, None where there was none."""
    if not classroom.sets:
        return None
    last = classroom.sets[-1]
    return ShownSet(
        number=len(classroom.sets),
        at=last.at,
        open=last.is_open,
        puzzles=[asked_view(puzzle, speech) for puzzle in last.puzzles],
        pupils=[
            ShownSolver(each.name, each.picture, tries_view(last.tries_of(each.name)))
            for each in classroom.pupils.values()
        ],
        themes=[missed_view(last, theme, speech) for theme in dict.fromkeys(each.theme for each in last.puzzles)],
    )


def missed_view(handed: PuzzleSet, theme: str, speech: Translator) -> ShownMissed:
    """Describe a theme of a set: how often it was tried and missed, and by whom."""
    tried = [(name, tries) for name, tries in tries_at(handed, theme) if tries.is_begun]
    missed = [name for name, tries in tried if tries.is_missed]
    return ShownMissed(speech.say(title_of(theme)), len(tried), len(missed), list(dict.fromkeys(missed)))


def tries_at(handed: PuzzleSet, theme: str) -> Iterator[tuple[str, Tries]]:
    """Yield each pupil's tries at the puzzles of a theme."""
    for name, own in handed.tries.items():
        for puzzle, tries in zip(handed.puzzles, own, strict=True):
            if puzzle.theme == theme:
                yield name, tries


STEPS = 3
"""The places on a podium, where winners are not equals."""


def common_view(classroom: Classroom, code: str, language: str) -> ShownClass:
    """Describe the public part: the tournament, its round, who has won."""
    speech, day = words(language), classroom.day
    return ShownClass(
        seq=classroom.length,
        code=code,
        title=classroom.title,
        language=language,
        paused=classroom.paused,
        days=len(classroom.days),
        day=day_view(classroom, day, speech) if day else None,
        podium=podium_view(classroom, speech),
        together=None,
    )


def together_view(
    board: c.Shared, speech: Translator, voted: int, counts: list[tuple[str, int]], mine: str
) -> ShownTogether:
    """Describe the board of the class; `voted` pupils have voted, `counts` holds the votes for each move."""
    game = find_game(board.game)
    right = accepted(board) if board.question and counts else ()
    return ShownTogether(
        game=game.id,
        title=speech.say(game.title),
        sides=sides_view(game, speech),
        position=board.position,
        move=board.move,
        question=board.question,
        voted=voted,
        votes=[ShownVotes(move, count, move in right) for move, count in counts],
        mine=mine,
    )


def accepted(board: c.Shared) -> tuple[str, ...]:
    """Return the right answers to a question; none where the package no longer has its puzzle."""
    puzzles = of_family(find_game(board.game).family.name)
    return next((puzzle.accepted for puzzle in of_moves(puzzles) if str(puzzle.position) == board.position), ())


def day_view(classroom: Classroom, day: Day, speech: Translator) -> ShownDay:
    """Describe a tournament."""
    played = day.tournament
    game = find_game(played.setting.game)
    here = classroom.round
    return ShownDay(
        format=played.format,
        format_title=speech.say(FORMATS[played.format].title),
        game=game.id,
        game_title=speech.say(game.title),
        sides=sides_view(game, speech),
        laid_out=game.laid_out,
        draws=game.has_draws,
        on_screen=day.on_screen,
        by_hand=day.by_hand,
        needs_winner=played.needs_winner,
        rounds=len(played.rounds),
        expected=played.expected_rounds(),
        round=round_view(day, here, classroom, speech) if here else None,
        waiting=[table.number for table in played.open_tables()],
        over=played.is_over,
        winners=played.winners,
        opened=day.at,
        projected=classroom.projected,
        start=day.start,
        unaided=classroom.is_unaided,
    )


def round_view(day: Day, here: Round, classroom: Classroom, speech: Translator) -> ShownRound:
    """Describe the tables of the last round, and those of earlier ones that are still playing (on a ladder)."""
    places = [place for place in classroom.open_tables() if place[0] is not here] + [
        (here, each) for each in here.tables
    ]
    referees = classroom.referees()
    tables = [table_view(day, round_, table, referees) for round_, table in places]
    title = speech.say(day.tournament.round_title())
    return ShownRound(here.number, title, tables, list(here.byes), here.is_over)


def table_view(day: Day, round_: Round, table: Pairing, referees: dict[Seat, list[str]]) -> ShownTable:
    """Describe a table."""
    counts = day.counts.get(game_of(round_, table), {})
    assigned = referees.get(seat_of(round_, table), [])
    return ShownTable(
        table=table.number,
        first=table.first,
        second=table.second,
        result=table.result,
        winner=table.winner,
        walkover=table.walkover,
        games=table.games,
        accusers=list(table.accusers),
        corrected=list(table.was),
        round=round_.number,
        room=day.room_of(round_, table),
        referees=[name for name in assigned if day.is_watched((round_, table), name)],
        counts=[ShownCounts(name, each.before, each.after) for name, each in counts.items()],
        flags=list(day.flags.get(game_of(round_, table), ())),
        second_chance=day.tournament.is_second_chance(round_, table),
    )


def own_table_view(classroom: Classroom, day: Day, place: tuple[Round, Pairing], name: str) -> ShownOwnTable:
    """Describe the table where a pupil sits, as he sees it."""
    round_, table = place
    other = classroom.pupils.get(table.opponent(name))
    return ShownOwnTable(
        **asdict(table_view(day, round_, table, classroom.referees())),
        opponent=table.opponent(name),
        picture=other.picture if other else "",
        is_first=table.first == name,
        accused=name in table.accusers,
        now=round_ is classroom.round or table.result is None,
    )


def pupil_view(common: ShownClass, classroom: Classroom, pupil: Pupil) -> PupilState:
    """Describe a pupil's tasks; the seats are left to the host, which knows the rooms."""
    place, watched, day = classroom.table_of(pupil.name), classroom.refereed_by(pupil.name), classroom.day
    return PupilState(
        **asdict(common),
        role="pupil",
        you=ShownSelf(pupil.name, pupil.picture, pupil.hand, pupil.away),
        plays=day is not None and pupil.name in day.tournament.present,
        still_in=day is not None and pupil.name in day.tournament.still_in(),
        cheated=day is not None
        and [each.result for each in day.tournament.tables_of(pupil.name)][-1:] == [Result.BOTH_LOST],
        table=own_table_view(classroom, day, place, pupil.name) if place and day else None,
        bye=classroom.round is not None and pupil.name in classroom.round.byes,
        referees=table_view(day, *watched, classroom.referees()) if watched and day else None,
        seats=None,
        set=own_set_view(classroom, pupil.name, words(common.language)),
        work=ShownOwnWork(list(classroom.work), classroom.done_by(pupil)) if classroom.work else None,
    )


def teacher_view(
    common: ShownClass,
    classroom: Classroom,
    here: set[str],
    devices: list[ShownDevice],
    boards: list[ShownMatch],
    standings: list[ShownStanding],
) -> TeacherState:
    """Describe all that the teacher sees: everybody, the boards, the clock, the standings."""
    speech = words(common.language)
    return TeacherState(
        **asdict(common),
        role="teacher",
        open=classroom.is_open,
        erased_on=classroom.erased_on.isoformat() if classroom.erased_on else "",
        devices=devices,
        pupils=[
            ShownPupil(each.name, each.picture, bool(each.token), each.name in here, each.hand, each.away, each.origin)
            for each in classroom.pupils.values()
        ],
        history=[past_view(classroom, day, speech) for day in classroom.days],
        clock=clock_view(classroom.day) if classroom.day else None,
        boards=boards,
        standings=standings,
        sets=len(classroom.sets),
        set=set_view(classroom, speech),
        grade=classroom.grade,
        work=work_view(classroom),
    )


def work_view(classroom: Classroom) -> ShownWork | None:
    """Describe the work of the class to the teacher, None where there is none."""
    pupils = [ShownWorker(each.name, each.picture, classroom.done_by(each)) for each in classroom.pupils.values()]
    return ShownWork(list(classroom.work), classroom.work_at, pupils) if classroom.work else None


def device_view(device: TeacherDevice, here: set[str], mine: str) -> ShownDevice:
    """Describe a teacher's device; `here` holds the hashes of the tokens that are connected, `mine` is the reader's."""
    return ShownDevice(device.since, device.seen, device.token in here, device.token == mine)


def past_view(classroom: Classroom, day: Day, speech: Translator) -> ShownPast:
    """Describe a tournament in a line, and who stands on its podium: the first three places, else equal winners."""
    played = day.tournament
    title, game = speech.say(FORMATS[played.format].title), speech.say(find_game(played.setting.game).title)
    ranks = {place.name: place.rank for place in played.standings() if place.rank <= STEPS and place.games}
    if played.format == "poules":
        ranks = dict.fromkeys(played.winners, 0)
    faces = {name: pupil.picture for name, pupil in classroom.pupils.items()}
    steps = [ShownWinner(name, faces.get(name, ""), rank) for name, rank in ranks.items() if played.winners]
    return ShownPast(title, game, day.at, played.winners, steps)


def podium_view(classroom: Classroom, speech: Translator) -> ShownPast | None:
    """Describe the tournament whose podium is on the wall: the one that was chosen, else the last if it is over."""
    day = classroom.awarded
    shown = past_view(classroom, day, speech) if day else None
    return shown if shown and shown.steps else None


def clock_view(day: Day) -> ShownClock:
    """Describe the minutes of each round, those that have passed, and those to come."""
    played = day.tournament
    rounds = [ShownMinutes(time.number, time.estimated, time.actual) for time in clock.times(played)]
    return ShownClock(rounds, clock.passed(played, CLOCK.now() - day.at), clock.coming(played))


def standings_view(day: Day, speech: Translator) -> list[ShownStanding]:
    """Describe the standings, each place with its reason in the reader's language."""
    return [
        ShownStanding(**place.as_dict() | {"reason": speech.say(place.by.title) if place.by else ""})
        for place in day.tournament.standings()
    ]


def board_view(room: Room, code: str, moved: float, language: str) -> ShownMatch:
    """Describe a small board: its picture, whose turn it is, and for how many seconds nothing has happened."""
    speech = words(language)
    return ShownMatch(
        room=code,
        picture=room.position.picture().shown(speech),
        phase=room.phase,
        active=room.active,
        plies=len(room.record.moves()),
        task=task_view(room.position, speech) if room.phase == "play" else "",
        still=round(CLOCK.elapsed() - moved, 1),
    )


def guest_view(
    common: ShownClass, classroom: Classroom, here: set[str], seated: Container[str], boards: list[ShownMatch]
) -> GuestState:
    """Describe the wall, and who can still come in under a name that is on the list.

    `here` holds the pupils who are connected to this server; nobody else takes the places of those in `seated`.
    """
    expected = [pupil.name for pupil in classroom.pupils.values() if not pupil.away]
    return GuestState(
        **asdict(common),
        role="guest",
        free=[pupil.name for pupil in classroom.pupils.values() if classroom.is_free(pupil, seated)],
        count=len(expected),
        missing=[name for name in expected if name not in here],
        pictures=list(PICTURES),
        faces={pupil.name: pupil.picture for pupil in classroom.pupils.values() if pupil.picture},
        boards=boards,
    )
