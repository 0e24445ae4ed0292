"""Reviews of games: where each side lost most, what it did well, and how the game stood after every move.

Each game has its own measure: Fang is measured by seeds, Fafy and Sowing by who wins and then by the plies left,
Fanorona and Fifangha by who wins where that is proved, else by the engine's opinion, which is marked as such. A move is
praised only where it is proved that no other was as good, or that a tempting one was worse.

>>> from lalao.record import read
>>> told = review(read('[Game "fang-4"] 1. 2 2 2. 3 1 3. 2 3 0-1'))
>>> [(str(side.side), moment.move, moment.better.move) for side in told.sides for moment in side.moments]
[('S', '2', '4'), ('N', '3', '1')]
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.locale import ENGLISH, Translator
from lalao.record import Record
from lalao.record.tree import UNNAMED, Node
from lalao.record.writing import move_number
from lalao.teach.assessing import Assess, Assessed, Assessment, assessor, informed, standing
from lalao.teach.claims import Claim, OnlyMove, Status, Tempting
from lalao.teach.explaining import Explanation, explain, playable, ranked
from lalao.teach.family import Case, teaching
from lalao.teach.puzzles import only_ones, theme_of
from lalao.teach.shown import ReviewedPoint, ReviewedSide, ShownKnown, ShownMerit, ShownMoment, ShownReview
from lalao.teach.worths import Lead, Level, Worth, as_json, is_better
from lalao.values import Side, Value

MOST_MOMENTS = 3
"""The most moments that are shown for a side, and the most of its moves that are praised."""
LEAST_CHOICE = 3
"""The fewest moves to choose from for which a move is praised."""
LEAST_OPINION = 0.125
"""The loss in the engine's opinion, on the scale of `standing`, that a move must exceed to be a mistake."""
MOST_EXPECTED = 5
"""The most plies that are shown of the engine's expected line."""

Cost = tuple[float, int]
"""The cost of a move: in Fang seeds in the halves and in the tibongs; elsewhere a part of a win, and plies."""
NOTHING: Cost = (0.0, 0)


@dataclass(frozen=True, slots=True)
class Played:
    """A move of a game that was played, with the assessments of the positions before and after it.

    `ply` counts the moves of both sides from 1; `number` is that of the move in the record.
    """

    ply: int
    number: int
    case: Case

    @property
    def own(self) -> Assessed:
        return self.case.here.of(self.case.move)

    @property
    def best(self) -> Assessed:
        """The assessment of the best move known."""
        return self.case.here.moves[0]

    @property
    def status(self) -> Status:
        """Whether the cost of the move is proved, or the engine's opinion."""
        return self.status_of(self.own)

    def status_of(self, other: Assessed) -> Status:
        """Tell whether the cost of a move of the position is proved, or the engine's opinion."""
        proved = other.worth is not None and self.best.worth is not None
        return Status.PROVED if proved else Status.OPINION

    @property
    def cost(self) -> Cost:
        """The cost of the move."""
        return self.cost_of(self.own)

    def cost_of(self, other: Assessed) -> Cost:
        """Return the cost of a move of the position; plies count only in games that mind them."""
        cost = given_away(self.best, other)
        if cost == NOTHING and teaching(self.case.position.game).minds_plies:
            return 0.0, plies_lost(self.best.worth, other.worth)
        return cost

    @property
    def is_mistake(self) -> bool:
        """Whether the move gives enough away to be mentioned."""
        return self.gives_away(self.own)

    def gives_away(self, other: Assessed) -> bool:
        """Tell whether a move of the position gives enough away to be mentioned."""
        least = (LEAST_OPINION, 0) if self.status_of(other) is Status.OPINION else NOTHING
        return self.cost_of(other) > least

    @property
    def as_good(self) -> tuple[str, ...]:
        """The other moves of the position that would not be mentioned as mistakes, the best first."""
        others = (each for each in self.case.here.moves if each is not self.own)
        return tuple(each.move for each in others if not self.gives_away(each))


@dataclass(frozen=True, slots=True)
class Moment:
    """A move that gave something away, the better one, and why; `ply` counts the moves of both sides from 1.

    `as_good` holds the better move and all others that would not be mentioned as mistakes. `refutation` holds the moves
    after it that show its cost, or where that is an opinion, those that the engine expects; `theme` is that of
    the puzzle that the position makes, "" where it makes none.
    """

    ply: int
    number: int
    played: Assessed
    better: Assessed
    as_good: tuple[str, ...]
    status: Status
    explanation: Explanation
    refutation: tuple[str, ...]
    theme: str

    @property
    def position(self) -> AnyPosition:
        """The position in which the move was played."""
        return self.explanation.position

    @property
    def move(self) -> str:
        return self.explanation.move

    def shown(self, level: Level, words: Translator) -> ShownMoment:
        why = self.explanation.shown(level, words)
        return ShownMoment(
            ply=self.ply,
            number=self.number,
            position=why.position,
            move=why.move,
            better=self.better.move,
            as_good=self.as_good,
            status=self.status,
            worth=ShownKnown(proved_json(self.played.worth), self.played.score),
            better_worth=ShownKnown(proved_json(self.better.worth), self.better.score),
            sentences=why.sentences,
            claims=why.claims,
            refutation=self.refutation,
            theme=self.theme or None,
        )


@dataclass(frozen=True, slots=True)
class Merit:
    """A good move, and the claims that prove it."""

    ply: int
    number: int
    position: AnyPosition
    move: str
    claims: tuple[Claim, ...]

    def shown(self, level: Level, words: Translator) -> ShownMerit:
        sentences = [words.say(claim.said(level)) for claim in self.claims]
        claims = [claim.shown() for claim in self.claims]
        return ShownMerit(self.ply, self.number, str(self.position), self.move, sentences, claims)


@dataclass(frozen=True, slots=True)
class SideReview:
    """The review of a side: who played it, its number of moves, how many were judged by proof, and its highlights."""

    side: Side
    player: str
    moves: int
    proved: int
    moments: tuple[Moment, ...]
    merits: tuple[Merit, ...]

    def shown(self, level: Level, words: Translator) -> ReviewedSide:
        moments = [moment.shown(level, words) for moment in self.moments]
        merits = [merit.shown(level, words) for merit in self.merits]
        return ReviewedSide(str(self.side), self.player, self.moves, self.proved, moments, merits)


@dataclass(frozen=True, slots=True)
class Point:
    """How a game stood for the first side (South, White) after `ply` plies: a proved worth, else hundredths.

    `move` is the move that led there, "" at the start.
    """

    ply: int
    move: str
    position: AnyPosition
    worth: Worth | None
    opinion: int | None

    def shown(self) -> ReviewedPoint:
        return ReviewedPoint(self.ply, self.move or None, str(self.position), proved_json(self.worth), self.opinion)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game: how it stood after each move, and the highlights of each side."""

    record: Record = field(repr=False)
    points: tuple[Point, ...]
    sides: tuple[SideReview, ...]

    @property
    def game(self) -> Game:
        return self.record.game

    def shown(self, level: Level, words: Translator) -> ShownReview:
        """Return the review as data."""
        sides = [side.shown(level, words) for side in self.sides]
        return ShownReview(self.game.id, self.record.result, [point.shown() for point in self.points], sides)


def review(record: Record, sides: Collection[Side] = (), assess: Assess | None = None) -> Review:
    """Review the main line of a game, for some sides, or both where none is named.

    Raises NotationError where a side does not play this game, TooLargeError where the game has no teaching.
    """
    chosen = sides_told(record.game, sides)
    assess = assess or assessor()
    moves = list(played(record, assess))
    told = tuple(side_review(record, side, moves) for side in chosen)
    return Review(record, tuple(points(record, assess)), told)


def sides_told(game: Game, wanted: Collection[Side]) -> list[Side]:
    """List the sides of a game that are wanted, in its order, both where none is named.

    Raises NotationError where a side does not play this game, TooLargeError where the game has no teaching.
    """
    first, second = game.sides
    teaching(game)
    for side in wanted:
        if side not in (first, second):
            raise NotationError(
                "{side} does not play {game}: its sides are {first} and {second}",
                side=side,
                game=game.id,
                first=first,
                second=second,
            )
    return [side for side in (first, second) if side in (wanted or (first, second))]


def played(record: Record, assess: Assess) -> Iterator[Played]:
    """Yield the moves of the main line with their assessments."""
    node = record.root
    for after in node.line():
        here, there, move = assess(node.position), assess(after.position), str(after.move)
        case = Case(node.position, move, after.position, informed(here, move, there), there, assess)
        yield Played(after.ply, move_number(node)[0], case)
        node = after


def given_away(best: Assessed, own: Assessed) -> Cost:
    """Return the cost of a move compared with the best one: seeds in Fang, elsewhere a part of a win."""
    if isinstance(best.worth, Lead) and isinstance(own.worth, Lead):
        lost = (best.worth.half - own.worth.half, best.worth.tibong - own.worth.tibong)
        return lost if is_better(best.worth, own.worth) else NOTHING
    return max(standing(best) - standing(own), 0.0), 0


def plies_lost(best: Worth | None, own: Worth | None) -> int:
    """Return by how many plies a win comes later, or a loss sooner, than it might; 0 where that is not known."""
    if not (isinstance(best, Value) and isinstance(own, Value)) or best.plies is None or own.plies is None:
        return 0
    return abs(best.plies - own.plies)


def side_review(record: Record, side: Side, moves: list[Played]) -> SideReview:
    """Return the review of a side: its costliest moves and its best ones, in the order of the game."""
    own = [each for each in moves if each.case.side is side]
    mistakes = sorted((each for each in own if each.is_mistake), key=lambda each: each.cost, reverse=True)
    chosen = sorted(mistakes[:MOST_MOMENTS], key=lambda each: each.ply)
    return SideReview(
        side,
        player_of(record, side),
        len(own),
        sum(each.status is Status.PROVED for each in own),
        tuple(map(moment, chosen)),
        tuple(merits(own)),
    )


def player_of(record: Record, side: Side) -> str:
    """Return who played a side; "" where the record does not name anybody."""
    name = record.tags.get(record.player_tags[0 if side.is_first else 1], UNNAMED)
    return "" if name == UNNAMED else name


def moment(each: Played) -> Moment:
    """Return the moment for a mistake, with its explanation."""
    case = each.case
    explanation = explain(case.position, case.move, case.assess)
    shown = explanation.refutation or playable(case.after, each.own.onward[1 : MOST_EXPECTED + 1])
    theme = theme_missed(case)
    return Moment(each.ply, each.number, each.own, each.best, each.as_good, each.status, explanation, shown, theme)


def theme_missed(case: Case) -> str:
    """Return the theme of the puzzle that a position makes, "" where it makes none."""
    accepted = only_ones(case.here, teaching(case.position.game))
    return theme_of(case.position, accepted[0], case.assess) if accepted else ""


def merits(own: list[Played]) -> list[Merit]:
    """List the praised moves of a side in the order of the game: those whose alternatives would have cost most."""
    candidates = [(regret(each), each, praised(each)) for each in own if each.cost == NOTHING]
    best = sorted((one for one in candidates if one[2]), key=lambda one: one[0], reverse=True)[:MOST_MOMENTS]
    return [
        Merit(each.ply, each.number, each.case.position, each.case.move, claims)
        for _, each, claims in sorted(best, key=lambda one: one[1].ply)
    ]


def praised(each: Played) -> tuple[Claim, ...]:
    """List the claims for which a move is praised: that no other is as good, or that one that looks better is worse."""
    if each.status is not Status.PROVED or len(each.case.here.moves) < LEAST_CHOICE:
        return ()
    return tuple(claim for claim in ranked(each.case) if isinstance(claim, OnlyMove | Tempting))


def regret(each: Played) -> Cost:
    """Return the cost of the best of the other moves."""
    others = each.case.others()
    return given_away(each.own, others[0]) if others else NOTHING


def points(record: Record, assess: Assess) -> Iterator[Point]:
    """Yield how the game stood at the start and after every move."""
    for node in (record.root, *record.root.line()):
        yield point(node, assess(node.position))


def point(node: Node, here: Assessment) -> Point:
    """Return how the game stands in a node's position, for the first side."""
    position, move = node.position, "" if node.move is None else str(node.move)
    if position.to_move.is_first:
        return Point(node.ply, move, position, here.worth, here.score)
    worth = None if here.worth is None else turned(here.worth)
    return Point(node.ply, move, position, worth, None if here.score is None else -here.score)


def turned(worth: Worth) -> Worth:
    """Return a worth for the other side, in the same position."""
    return worth.before() if isinstance(worth, Lead) else Value(-worth.sign, worth.plies)


def proved_json(worth: Worth | None) -> dict[str, Any] | None:
    """Return a proved worth as plain JSON, None where nothing is proved."""
    return None if worth is None else as_json(worth)


def read_side(text: str, words: Translator = ENGLISH) -> Side:
    """Read a side: its letter, or its name in English or in the user's language.

    Raises NotationError.
    """
    for side in Side:
        if text.strip().casefold() in {each.casefold() for each in (side.value, ENGLISH.say(side), words.say(side))}:
            return side
    names = ", ".join(words.say(side) for side in Side)
    raise NotationError("'{text}' is not a side: write {sides}", text=text, sides=names)
