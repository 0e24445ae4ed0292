"""Records: what is written can be read back; errors are reported with line and column."""

import random
import zlib
from itertools import pairwise

import pytest

import lalao
from lalao.errors import LalaoError, NotationError, RecordError
from lalao.locale import ENGLISH
from lalao.record import Node, Record, flatten, judge, read, read_all, unflatten, write
from lalao.values import MatchEnding, Outcome, Side

EXAMPLE = """\
[Game "fang-4"]
[Date "2026.11.20"]
[South "Ravo \\"le grand\\""]
[North "level:2"]
[Result "0-1"]

1. 2 2 {a comment
over two lines} 2. 3 1
3. 2 (3. 3 3 (3... 4) ) 3 (3... 1 {better}) 0-1
"""


def shape(node: Node) -> object:
    """Return a tree as plain data."""
    return [(str(child.move), child.comment, shape(child)) for child in node.children]


def test_read_example() -> None:
    record = read(EXAMPLE)
    assert [str(move) for move in record.moves()] == ["2", "2", "3", "1", "2", "3"]
    assert record.tags["South"] == 'Ravo "le grand"'
    assert record.result == "0-1"
    fourth = record.root.children[0].children[0]
    assert fourth.comment == "a comment over two lines"
    variations = list(record.root.line())[3].children
    assert [str(node.move) for node in variations] == ["2", "3"]
    assert [str(node.move) for node in variations[1].children] == ["3", "4"]


def test_write_and_read_again() -> None:
    record = read(EXAMPLE)
    again = read(write(record))
    assert shape(again.root) == shape(record.root)
    assert write(again).rpartition("\n\n")[2] == write(record).rpartition("\n\n")[2]
    assert again.tags["South"] == record.tags["South"]


@pytest.mark.parametrize("name", ["\\", "a\\b", "\\\\", 'a\\"b', '"', "a\\n", "ends in \\"])
def test_a_tag_holds_backslashes_and_quotation_marks(name: str) -> None:
    record = Record.begin(lalao.game("fang-4").start(), name, "Léo")
    again = read(write(record))
    assert [again.tags["South"], again.tags["North"]] == [name, "Léo"]


@pytest.mark.parametrize("name", lalao.LISTED)
def test_random_games_come_back(name: str) -> None:
    rng = random.Random(zlib.crc32(name.encode()))
    for _ in range(5):
        record = Record.begin(lalao.game(name).start(), "a", "b")
        while not record.outcome() and len(record.moves()) < 60:
            record.play(rng.choice(record.last.position.legal_moves()))
        again = read(write(record))
        assert again.positions() == record.positions()
        assert (again.result, shape(again.root)) == (record.result, shape(record.root))


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ('\n[Game "fang-4"]\n1. 9\n', 3, 4, "there is no pit 9: the pits go from 1 to 4"),
        ("\n", 1, 1, 'the record does not name its game: begin with [Game "fang"]'),
        ("", 1, 1, 'the record does not name its game: begin with [Game "fang"]'),
        (
            '[Game "fang-5"]',
            1,
            1,
            "there is no game 'fang-5': Fang is played on an even number of pits, from 4 to 1000",
        ),
        (
            '[Game "fang-4"]\n[Start "x"]',
            2,
            1,
            "'x' is not a position of Fang: write pits, reserves and side to move, such as '0.1.1.0 3+3 S'",
        ),
        ('[Game "fang-4"]\n\n1. 2 2 2. 3 1 3. 9', 3, 18, "there is no pit 9: the pits go from 1 to 4"),
        (
            '[Game "fang-4"]\n\n1. 2\n   1...  x',
            4,
            10,
            "'x' is not a move of Fang: write the number of a pit, such as 2",
        ),
        ('[Game "fang-4"] 1. 2 3. 2', 1, 22, "move number 3 should be 1"),
        ('[Game "fang-4"] 1. 2 (1. 3', 1, 22, "this parenthesis is never closed"),
        ('[Game "fang-4"] 1. 2 )', 1, 22, "unmatched closing parenthesis"),
        ('[Game "fang-4"] (1. 2)', 1, 17, "a variation comes after the move that it replaces"),
        ('[Game "fang-4"] 1. 2 {oops', 1, 22, "'{oops' is not understood: a bracket or brace is missing or misplaced"),
        ('[Game "fang-4"] 1. 2 * 2', 1, 24, "'2' comes after the end of the game"),
        ('[Game "fang-4"] [Result "won"] *', 1, 17, "'won' is not a result: write 1-0, 0-1, 1/2-1/2, *"),
        ('[Game "fang-4"] [Result "1-0"] 1. 2 *', 1, 37, "the moves end with *, the tag says 1-0"),
        ('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 1-0', 1, 38, "by the rules this game ends 0-1, not 1-0"),
        ('[Game "fang-4"] [Game "fang-4"]', 1, 17, "the tag Game occurs twice"),
        ('[Game "fang-4"] 1. 2 (1. 3 2 *) 2 *', 1, 30, "a result ends the game, not a variation"),
        (
            '[Game "fang-4"] [Draws "sometimes"] *',
            1,
            17,
            "'sometimes' does not name draw rules: write repetition, quiet or none",
        ),
        ('[Game "fang-4"] 1. 2 [Date "x"]', 1, 22, "tags come before the moves"),
        (
            '[Game "fang-4"] [Result "1-0"]\n1. 2 2 2. 3 1 3. 2 3',
            2,
            21,
            "by the rules this game ends 0-1, not 1-0",
        ),
        (
            '[Game "fang-4"] 1. 2 {' + "x" * 40,
            1,
            22,
            f"'{{{'x' * 29}' is not understood: a bracket or brace is missing or misplaced",
        ),
        (
            '[Game "fang-4"] 1. 2 {a b\nc',
            1,
            22,
            "'{a b' is not understood: a bracket or brace is missing or misplaced",
        ),
    ],
)
def test_errors_have_their_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)
    assert str(caught.value) == f"line {line}, column {column}: {reason}"


def test_a_comment_before_a_variation_stays_with_it() -> None:
    record = read('[Game "fang-4"] 1. 2 ({better} 1. 3) *')
    assert record.root.comment == ""
    assert [child.comment for child in record.root.children] == ["", "better"]


def test_white_space_is_free() -> None:
    text = '\ufeff[ Game  "fang-4" ]\r\n1.2\t2\r\n\r\n2.3   1 3 . '.replace(" 3 . ", "")
    assert [str(move) for move in read(text).moves()] == ["2", "2", "3", "1"]


def test_a_huff_and_its_move_are_two_words() -> None:
    start = "3/BB1/WB1 w huff=b2"
    game = lalao.game("fanorona-souffle-telo")
    move = str(game.position(start).legal_moves()[0])
    assert " " in move
    record = read(f'[Game "{game.id}"] [Start "{start}"] 1. {move} *')
    assert [str(found) for found in record.moves()] == [move]


def test_huffing_the_last_piece_is_one_word() -> None:
    record = read('[Game "fanorona-souffle-telo"] [Start "3/B2/2W w huff=a2"] 1. xa2 1-0')
    assert [str(move) for move in record.moves()] == ["xa2"]


def test_a_comment_with_a_closing_brace_is_refused() -> None:
    record = read(EXAMPLE)
    record.root.comment = "a } b"
    with pytest.raises(NotationError) as caught:
        write(record)
    assert str(caught.value) == "the comment 'a } b' holds a closing brace: leave it out"


def test_the_second_side_may_begin() -> None:
    record = read('[Game "fang-4"] [Start "0.1.1.0 3+3 N"] 1... 3 2. 3 *')
    assert "1... 3 2. 3 *" in write(record)


def test_third_occurrence_is_a_draw() -> None:
    game = lalao.game("fanorona-dimy")
    there_and_back = ["e1-d1", "a5-b5", "d1-e1", "b5-a5"] * 2
    positions = [game.position("B4/5/5/5/4W w")]
    for text in there_and_back:
        assert judge(positions) is None
        positions.append(positions[-1].play(text))
    outcome = judge(positions)
    assert outcome is not None
    assert outcome.winner is None
    assert outcome.ending is MatchEnding.REPETITION
    assert str(outcome.reason) == "the same position for the third time"


@pytest.mark.parametrize(
    ("name", "start", "limit"),
    [
        ("fanorona-dimy", "B4/5/5/5/4W w quiet=99", 100),
        ("fifangakely", "0.0.0.0/0.1.0.0/0.0.0.1/0.0.0.30 0+0 S quiet=199", 200),
    ],
)
def test_quiet_limit_is_a_draw(name: str, start: str, limit: int) -> None:
    position = lalao.game(name).position(start)
    quiet = next(move for move in position.legal_moves() if position.play(move).quiet == limit)
    record = Record.begin(position)
    assert record.outcome() is None
    record.play(quiet)
    assert record.result == "1/2-1/2"
    outcome = record.outcome()
    assert outcome is not None
    assert outcome.ending is MatchEnding.QUIET_LIMIT
    assert str(outcome.reason) == f"{limit} turns without capture"


def test_draw_rules_can_be_switched_off() -> None:
    start = '[Game "fanorona-dimy"] [Start "B4/5/5/5/4W w quiet=98"]'
    moves = "1. e1-d1 a5-b5 2. d1-e1 b5-a5 3. e1-d1 a5-b5 4. d1-e1 b5-a5"
    assert read(f"{start} {moves}").result == "1/2-1/2"
    assert read(f'{start} [Draws "none"] {moves}').outcome() is None
    repeated = read(f'{start} [Draws "repetition"] {moves}').outcome()
    assert str(repeated and repeated.reason) == "the same position for the third time"
    quiet = read(f'{start} [Draws "quiet"] {moves}').outcome()
    assert str(quiet and quiet.reason) == "100 turns without capture"


def test_undo_takes_the_last_move_back() -> None:
    record = read('[Game "fang-4"] 1. 2 2')
    assert record.undo()
    assert [str(move) for move in record.moves()] == ["2"]
    assert record.undo()
    assert not record.undo()


def test_comments_are_words_too() -> None:
    record = read('[Game "fang-4"] {A game.} 1. 2 {Hm (why?)} 2 (1... 3 {better} 3) 2. 3 1')
    words = list(flatten(record))
    assert words == ["{A game.}", "2", "{Hm (why?)}", "2", "(", "3", "{better}", "3", ")", "3", "1"]
    assert list(flatten(unflatten(record.root.position, words))) == words


def test_judgements_are_words_too() -> None:
    record = read('[Game "fang-4"] 1. 2! 2 $10 {Hm.} (1... 3??) 2. 3')
    words = list(flatten(record))
    assert words == ["2", "$1", "2", "$10", "{Hm.}", "(", "3", "$4", ")", "3"]
    again = unflatten(record.root.position, words)
    assert list(flatten(again)) == words
    assert write(again).rpartition("\n\n")[2] == write(record).rpartition("\n\n")[2]
    with pytest.raises(NotationError, match=r"a judgement such as \$1 comes after a move"):
        unflatten(record.root.position, ["$1"])


def test_lines_taken_back_become_variations() -> None:
    record = read('[Game "fang-4"] 1. 2 2 2. 3 1')
    for _ in range(2):
        record.undo()
    assert list(flatten(record)) == ["2", "2", "*", "3", "1"]
    play(record, "4")
    assert " ".join(flatten(record)) == "2 2 4 ( 3 1 )"
    assert "2. 4 (2. 3 1) *" in write(record)
    record.undo()
    play(record, "3")
    assert " ".join(flatten(record)) == "2 2 3 ( 4 ) * 1"
    play(record, "1")
    assert " ".join(flatten(record)) == "2 2 3 ( 4 ) 1"
    for _ in range(4):
        record.undo()
    play(record, "3")
    assert " ".join(flatten(record)) == "3 ( 2 2 3 ( 4 ) 1 )"
    assert list(flatten(read(write(record)))) == list(flatten(record))
    assert list(flatten(unflatten(record.root.position, flatten(record)))) == list(flatten(record))


def play(record: Record, move: str) -> None:
    """Play a move at the end of the main line."""
    record.play(record.last.position.move(move))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("( 2", "a variation comes after the move that it replaces"),
        ("2 ( 3", "this parenthesis is never closed"),
        ("2 )", "unmatched closing parenthesis"),
        ("2 ( 3 ) )", "unmatched closing parenthesis"),
        ("2 9", "there is no pit 9: the pits go from 1 to 4"),
    ],
)
def test_words_that_are_no_game_are_refused(words: str, said: str) -> None:
    with pytest.raises(LalaoError) as caught:
        unflatten(lalao.game("fang-4").start(), words.split())
    assert str(caught.value) == said


def test_words_of_a_whole_game_tell_its_result() -> None:
    start = lalao.game("fang-4").start()
    assert unflatten(start, ["2", "2", "3", "1", "2", "3"]).result == "0-1"
    assert unflatten(start, ["2", "2", "3", "1"]).result == "*"


def test_the_start_is_written_and_admitted_before_any_move_is_read() -> None:
    start = lalao.game("fang-4").position("1.0.2.1 2+2 S")
    record = Record.begin(start, "Awa", "Léo")
    assert record.tags["Start"] == str(start)
    del record.tags["Start"]
    text = write(record)
    assert f'[Start "{start}"]' in text
    admitted: list[object] = []
    assert read(text, admitted.append).root.position == start
    assert admitted == [start]

    def refuse(position: object) -> None:
        raise NotationError("'{text}' is not played here", text=position)

    with pytest.raises(LalaoError, match="is not played here"):
        read(text.replace(" *", " 9 9 9"), refuse)


def test_a_result_left_open_stays_open() -> None:
    whole = "1. 2 2 2. 3 1 3. 2 3"
    assert read(f'[Game "fang-4"] {whole}').result == "0-1"
    assert read(f'[Game "fang-4"] [Result "*"] {whole}').result == "*"
    assert read(f'[Game "fang-4"] [Draws "repetition quiet"] {whole} *').result == "*"


def test_lines_are_short_and_words_whole() -> None:
    record, rng = Record.begin(lalao.game("fanorona").start()), random.Random(5)
    while len(record.moves()) < 40 and record.outcome() is None:
        record.play(rng.choice(record.last.position.some_moves(50)))
    record.last.comment = "see " + "x" * 100
    body = write(record).split("\n\n")[1]
    lines = body.splitlines()
    assert all(len(line) <= 80 or line == "x" * 100 + "}" for line in lines)
    assert all(len(line) + len(after.split()[0]) >= 80 for line, after in pairwise(lines))
    assert [word for word in body.split() if "-" in word] == [str(move) for move in record.moves()]


def test_a_record_shows_itself_in_a_notebook() -> None:
    record = read('[Game "fang-4"] [South "Awa"] 1. 2 2 *')
    shown = record._repr_html_()
    assert f"{ENGLISH.say(record.game.title)}: Awa – ?, *" in shown
    assert "2 2" in shown
    last = record.last
    assert last._repr_svg_() == last.position.picture(last.move).svg() != last.position.picture().svg()
    assert last._repr_svg_().split(">", 1)[1] in shown


def test_records_that_follow_one_another() -> None:
    one, two = '[Game "fang-4"]\n1. 2 2 2. 3 *\n', '\n[South "Awa"]\n[Game "fafy"] {[Game "x"]} 1. 4+ (1. 2+ *'
    assert [str(each.last.position) for each in read_all(one + one)] == ["2.1.1.1 1+2 N"] * 2
    assert read_all("\ufeff" + one)[0].game.id == "fang-4"
    assert read_all("") == []
    with pytest.raises(RecordError) as caught:
        read_all(one + two)
    assert (caught.value.line, caught.value.column) == (5, 41)
    with pytest.raises(RecordError, match="does not name its game"):
        read_all("1. 2 2")
    with pytest.raises(RecordError, match="does not name its game"):
        read_all(one + '[South "Awa"] 1. 4+')


ENDED = [
    (Outcome(Side.NORTH, MatchEnding.RESIGNED), "resigned", "0-1"),
    (Outcome(None, MatchEnding.AGREED), "agreed", "1/2-1/2"),
    (Outcome(Side.SOUTH, MatchEnding.TIME), "time forfeit", "1-0"),
    (Outcome(Side.SOUTH, MatchEnding.ADJUDICATED), "adjudication", "1-0"),
    (Outcome(None, MatchEnding.ADJUDICATED), "adjudication", "1/2-1/2"),
    (Outcome(None, MatchEnding.FORFEIT), "rules infraction", "*"),
    (Outcome(None, MatchEnding.ABANDONED), "abandoned", "*"),
    (Outcome(Side.NORTH, MatchEnding.ILLEGAL_MOVE), "rules infraction", "0-1"),
    (Outcome(Side.SOUTH, MatchEnding.FAILED), "program failed", "1-0"),
]


@pytest.mark.parametrize(("outcome", "word", "result"), ENDED, ids=lambda value: str(value))
def test_an_end_without_the_rules_is_written_and_read(outcome: Outcome, word: str, result: str) -> None:
    record = Record.begin(lalao.game("fang-4").start())
    record.play(record.last.position.move("2"))
    record.settle(outcome)
    text = write(record)
    assert f'[Termination "{word}"]' in text
    assert f'[Result "{result}"]' in text
    again = read(text)
    assert again.settled == outcome
    assert write(again) == text


def test_an_end_by_the_rules_is_normal() -> None:
    record = read('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 0-1')
    assert '[Termination "normal"]' in write(record)
    assert '[Termination "repetition"]' in write(
        read('[Game "fanorona-dimy"] [Start "B4/5/5/5/4W w"] e1-d1 a5-b5 d1-e1 b5-a5 e1-d1 a5-b5 d1-e1 b5-a5')
    )
    assert '[Termination "unterminated"]' in write(read('[Game "fang-4"] 1. 2 *'))


def test_the_words_of_another_program_for_an_end_are_preserved() -> None:
    record = read('[Game "fang-4"] [Result "1-0"] [Termination "emergency"] 1. 2')
    assert record.settled is None
    assert '[Termination "emergency"]' in write(record)


@pytest.mark.parametrize(
    ("word", "result"),
    [("agreed", "1-0"), ("resigned", "1/2-1/2"), ("abandoned", "0-1"), ("rules", "1-0")],
)
def test_an_end_that_a_word_cannot_tell_is_not_made_up(word: str, result: str) -> None:
    record = read(f'[Game "fang-4"] [Result "{result}"] [Termination "{word}"] 1. 2')
    assert (record.settled, record.result) == (None, result)
    assert "Termination" not in write(record)


def test_playing_on_or_taking_back_unsettles_a_game() -> None:
    text = '[Game "fang-4"] [Result "1-0"] [Termination "resigned"] 1. 2'
    played, taken_back = read(text), read(text)
    assert played.settled is not None
    played.play(played.last.position.move("2"))
    taken_back.undo()
    for record in (played, taken_back):
        assert record.settled is None
        assert record.result == "*"


def test_comments_to_the_end_of_the_line_and_judgements_are_read() -> None:
    record = read('[Game "fang-4"] ; a game\n1. 2! $14 ; bold } here\n2 (1... 3?! {why}) 2. 3$2 *')
    first, second, third = record.root.line()
    assert (record.root.comment, first.comment) == ("a game", "bold ) here")
    assert (first.glyphs, second.glyphs, third.glyphs) == ((1, 14), (), (2,))
    assert first.children[1].glyphs == (6,)
    assert write(record).endswith("{a game} 1. 2 $1 $14 {bold ) here} 1... 2 (1... 3 $6 {why}) 2. 3 $2 *\n")
    assert write(read(write(record))) == write(record)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. $1 2", "column 20: '$1' comes before any move"),
        ("1. 2 ($3 3) 2", "column 23: '$3' comes before any move"),
        ("1. 2!!! 2", "column 20: '!!!' is not a judgement of a move: write ! ? !! ?? !? ?!"),
        ("1. 2 $1000 2", "column 22: '$1000 2' is not understood: a bracket or brace is missing or misplaced"),
    ],
)
def test_a_judgement_of_nothing_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(f'[Game "fang-4"] {text}')
    assert str(caught.value) == f"line 1, {said}"


def test_variations_may_be_nested_as_deep_as_a_game_is_long() -> None:
    depth = 1_500
    round_trip = ("a5-a4", "c1-b1", "a4-a5", "b1-c1 ( b1-c1")
    words = " ".join(round_trip * depth).split() + [")"] * depth
    record = unflatten(lalao.game("fanorona-5x3").position("W2/3/3/3/2B w"), words)
    again = read(write(record))
    assert list(flatten(again)) == list(flatten(record))
    assert " ".join(flatten(record)).count("(") == depth
