"""Sets of puzzles handed out by a teacher: tries, right answers, what is stored and what is removed."""

from dataclasses import replace
from datetime import date

import pytest

from lalao.errors import LalaoError, NotationError
from lalao.locale import words
from lalao.teach.assessing import prover
from lalao.teach.puzzles import Puzzle, choices, is_right, stars_of
from lalao.teach.shipped_puzzles import called, everything, id_of, of_family, written
from lalao.web.classes import files
from lalao.web.classes import messages as c
from lalao.web.classes.files import backup, read_backup
from lalao.web.classes.replay import classroom_of
from lalao.web.classes.sets import MOST_TRIES, Tries, set_of, solves
from lalao.web.classes.view import own_set_view, set_view
from lalao.web.limits import RefusedError, UnaidedError
from lalao.web.rooms import messages as m
from tests.unit.test_classroom import Class

ENGLISH = words("en")


def first(family: str, plies: int) -> Puzzle:
    """Return the first puzzle of a family whose solution has `plies` plies."""
    return next(puzzle for puzzle in of_family(family) if len(puzzle.solution) == plies)


SHORT, LONG = first("fafy", 1), first("fang", 3)
SET = (SHORT, LONG)
PROVED = prover()
LAY = next(puzzle for puzzle in everything() if puzzle.asked == "lay")
WHO_STARTS = next(puzzle for puzzle in everything() if puzzle.asked == "start")


def wrong_of(puzzle: Puzzle) -> str:
    """Return a wrong first move."""
    return next(str(move) for move in puzzle.position.legal_moves() if str(move) not in puzzle.accepted)


def right_of(puzzle: Puzzle) -> list[str]:
    """Return the moves that solve a puzzle, the solver's side only."""
    return list(puzzle.solution[::2])


class Solvers(Class):
    """A class in which pupils try puzzles."""

    def __init__(self, *names: str) -> None:
        """Open the class and hand the set out."""
        super().__init__(*names)
        self.say(c.HandOut, sets=0, puzzles=[id_of(puzzle) for puzzle in SET])

    def tries(self, name: str, puzzle: int, *moves: str, number: int = 1) -> bool:
        """Let a pupil try a puzzle; tell whether that changed anything."""
        entry = self.room.tried(self.room.pupils[name], c.Try(number, puzzle, list(moves)))
        if entry is not None:
            self.write(entry)
        return entry is not None


def test_a_try_is_judged_by_the_puzzle() -> None:
    start, reply, end = LONG.solution
    assert solves(LONG, [start, end])
    assert not solves(LONG, [wrong_of(LONG)])
    after = LONG.position.play(LONG.position.move(start)).play(reply)
    assert not solves(LONG, [start, next(str(move) for move in after.legal_moves() if str(move) != end)])
    with pytest.raises(NotationError, match="not a complete try"):
        solves(LONG, [start])
    with pytest.raises(NotationError, match="not a complete try"):
        solves(LONG, [wrong_of(LONG), end])
    with pytest.raises(NotationError, match="not a complete try"):
        solves(SHORT, [*SHORT.solution, SHORT.solution[0]])
    for nonsense in ("", "pass me the answer", "99+"):
        with pytest.raises(LalaoError):
            solves(SHORT, [nonsense])


def test_every_puzzle_that_comes_with_lalao_can_be_handed_out_and_solved() -> None:
    puzzles = everything()
    assert set_of(map(written, puzzles), 0.0).puzzles == puzzles
    assert [called(id_of(puzzle)) for puzzle in puzzles] == list(puzzles)
    assert all(solves(puzzle, right_of(puzzle)) for puzzle in puzzles)
    assert {stars_of(puzzle.rating) for puzzle in puzzles} == {1, 2, 3, 4, 5}


def test_other_right_moves_solve_as_well() -> None:
    other = wrong_of(LONG)
    twofold = replace(LONG, accepted=(LONG.solution[0], other))
    assert solves(twofold, [other]), "the line goes on after its own first move alone"
    assert solves(twofold, right_of(LONG))


def test_an_answer_that_is_no_move_is_judged_too() -> None:
    for puzzle in (each for each in everything() if each.asked != "play"):
        other = next(each for each in choices(puzzle) if not is_right(puzzle, each, PROVED))
        assert solves(puzzle, [*puzzle.solution])
        assert not solves(puzzle, [other])
        with pytest.raises(NotationError, match="not a complete try"):
            solves(puzzle, [other, *puzzle.solution])
        said = "has another number of pits" if puzzle.asked == "lay" else "is not an answer here: choose "
        with pytest.raises(NotationError, match=f"'99' {said}"):
            solves(puzzle, ["99"])


def test_another_layout_than_the_example_solves_as_well() -> None:
    right = [each for each in choices(LAY) if is_right(LAY, each, PROVED)]
    assert len(right) > 1
    assert all(solves(LAY, [text]) for text in right)
    with pytest.raises(NotationError, match="is not a number of seeds"):
        solves(LAY, ["nonsense" * 1000])


def test_the_sentence_and_the_answer_of_a_set_are_told_in_words() -> None:
    group = Class("Aina")
    asks = next(each for each in everything() if each.asked == "start" and each.solution == ("wait",))
    group.say(c.HandOut, sets=0, puzzles=[id_of(asks)])
    told = set_view(group.room, words("fr"))
    assert told
    (shown,) = told.puzzles
    assert (shown.ask, shown.answer) == ("start", "laisser commencer l’autre")
    assert shown.say.startswith("Est-ce que tu commences")
    assert shown.other == str(asks.position).translate(str.maketrans("NS", "SN"))


def test_nobody_is_helped_while_a_tournament_goes_without_hints() -> None:
    group = Solvers("Aina", "Bao")
    group.say(c.Begin, days=0, format="swiss", game="fang-4", unaided=True)
    with pytest.raises(UnaidedError):
        group.tries("Aina", 0)
    assert group.tries("Aina", 0, wrong_of(SET[0])), "trying is no help"
    group.say(c.Unaided, on=False)
    assert group.tries("Aina", 0)


def test_the_first_try_is_told_and_later_ones_are_counted() -> None:
    group = Solvers("Aina", "Bao", "Chloé")
    assert group.tries("Aina", 0, *right_of(SHORT))
    assert group.tries("Bao", 0, wrong_of(SHORT))
    assert group.tries("Bao", 0, *right_of(SHORT))
    assert group.tries("Bao", 1)
    assert not group.tries("Bao", 1), "help counts once"
    assert group.tries("Chloé", 1, wrong_of(LONG))
    told = set_view(group.room, ENGLISH)
    assert told
    found = {each.name: [(one.wrong, one.helped, one.solved) for one in each.tries] for each in told.pupils}
    assert found == {
        "Aina": [(0, False, True), (0, False, False)],
        "Bao": [(1, False, True), (0, True, False)],
        "Chloé": [(0, False, False), (1, False, False)],
    }
    assert [(each.tried, each.missed, each.names) for each in told.themes] == [
        (2, 1, ["Bao"]),
        (2, 2, ["Bao", "Chloé"]),
    ]
    own = own_set_view(group.room, "Chloé", ENGLISH)
    assert own
    assert [(one.wrong, one.solved) for one in own.tries] == [(0, False), (1, False)], "each sees his own alone"


def test_what_is_solved_stays_and_tries_are_bounded() -> None:
    group = Solvers("Aina")
    for _ in range(MOST_TRIES):
        assert group.tries("Aina", 0, wrong_of(SHORT))
    assert not group.tries("Aina", 0, wrong_of(SHORT))
    assert group.tries("Aina", 0, *right_of(SHORT))
    for moves in (right_of(SHORT), [wrong_of(SHORT)], []):
        assert not group.tries("Aina", 0, *moves)
    assert group.room.sets[0].tries["Aina"][0] == Tries(MOST_TRIES, False, True)


def test_only_the_teacher_hands_out_and_nobody_tries_what_is_not_there() -> None:
    group = Class("Aina")
    ids = [id_of(puzzle) for puzzle in SET]
    with pytest.raises(RefusedError, match="taken these puzzles back"):
        group.room.tried(group.room.pupils["Aina"], c.Try(0, 0, []))
    with pytest.raises(RefusedError, match="only the teacher"):
        group.say(c.HandOut, "Aina", sets=0, puzzles=ids)
    for puzzles, why in (
        ([], "1 to 12 puzzles"),
        ([id_of(each) for each in everything()[:13]], "1 to 12 puzzles"),
        (["nothing"], "no puzzle 'nothing'"),
        (ids[:1] * 2, "occurs twice"),
    ):
        with pytest.raises(NotationError, match=why):
            group.say(c.HandOut, sets=0, puzzles=puzzles)
    group.say(c.HandOut, sets=0, puzzles=ids)
    with pytest.raises(RefusedError, match="already been given out"):
        group.say(c.HandOut, sets=0, puzzles=ids)
    with pytest.raises(RefusedError, match="only the teacher"):
        group.say(c.Collect, "Aina")
    for number in (-1, len(SET)):
        with pytest.raises(NotationError, match="no puzzle"):
            group.room.tried(group.room.pupils["Aina"], c.Try(1, number, []))
    group.say(c.Collect)
    assert own_set_view(group.room, "Aina", ENGLISH) is None
    with pytest.raises(RefusedError, match="taken these puzzles back"):
        group.room.tried(group.room.pupils["Aina"], c.Try(1, 0, []))
    with pytest.raises(RefusedError, match="look again"):
        group.say(c.Collect)


def test_a_set_survives_a_stop_and_a_backup() -> None:
    group = Solvers("Aina", "Bao", "Chloé")
    group.tries("Aina", 1, *right_of(LONG))
    group.tries("Bao", 0, wrong_of(SHORT))
    group.tries("Chloé", 0)
    group.say(c.Rename, name="Bao", to="Bakoly")
    group.say(c.Dismiss, name="Chloé")
    group.say(c.HandOut, sets=1, puzzles=[id_of(LONG)])
    assert [each.is_open for each in group.room.sets] == [False, True]
    again = classroom_of(read_backup(backup("ABCD", {"ABCD": group.lines})).journals["ABCD"])
    assert again.sets == group.again().sets == group.room.sets
    assert set(again.sets[0].tries) == {"Aina", "Bakoly"}, "a name that comes again later has tried nothing"


@pytest.mark.parametrize(
    "entry",
    [
        c.Handed(["nothing"], 1.0),
        c.Handed([written(SHORT)] * 2, 1.0),
        c.Handed([written(SHORT).replace(SHORT.solution[0], "99+")], 1.0),
        c.Handed([written(SHORT).replace("\t", "\t ", 1)], 1.0),
        c.Handed([written(LONG).replace(",".join(LONG.solution), ",".join(LONG.solution[:2]))], 1.0),
        c.Handed([written(replace(WHO_STARTS, solution=("pass",), accepted=("pass",)))], 1.0),
        c.Handed([written(replace(LAY, position=WHO_STARTS.position))], 1.0),
        c.Handed([written(LAY).replace(LAY.position.game.id, "sowing")], 1.0),
        c.Handed([], 1.0),
        c.Handed([written(each) for each in of_family("fafy")[:13]], 1.0),
        c.Tried("Nobody", 0, []),
        c.Tried("Aina", 2, []),
        c.Tried("Aina", 0, ["99+"]),
        c.Tried("Aina", 1, [LONG.solution[0]]),
    ],
)
def test_no_journal_brings_what_cannot_have_been(entry: m.Entry) -> None:
    group = Solvers("Aina")
    with pytest.raises(NotationError, match="line 4 of the journal"):
        classroom_of([*group.lines, m.write_entry(entry)])


def test_no_journal_tries_what_was_taken_back() -> None:
    group = Solvers("Aina")
    group.say(c.Collect)
    for entry in (c.Collected(), c.Tried("Aina", 0, [])):
        with pytest.raises(NotationError, match="line 5 of the journal"):
            classroom_of([*group.lines, m.write_entry(entry)])


def test_who_missed_what_is_a_table_for_a_spreadsheet() -> None:
    group = Solvers("Aina", "Bao")
    group.tries("Bao", 0, wrong_of(SHORT))
    head, *rows = files.puzzles(group.room, ENGLISH)
    found = [dict(zip(head, map(str, row), strict=True)) for row in rows]
    assert [(row["number"], row["name"], row["solved"], row["wrong tries"]) for row in found] == [
        ("1", "Aina", "", "0"),
        ("1", "Bao", "no", "1"),
        ("2", "Aina", "", "0"),
        ("2", "Bao", "", "0"),
    ]
    assert found[0]["set"].startswith(str(date.fromtimestamp(60)))
