"""The members of a class, and its tournaments as days: the parts of the state of a class."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from lalao.errors import NotationError, Phrase
from lalao.games.game import AnyPosition
from lalao.games.registry import game as find_game
from lalao.teach.evidence import Facts
from lalao.teach.lessons import stones as known_stones
from lalao.tournament import Pairing, Round, Tournament

PICTURES = {
    "sun": Phrase("Sun"),
    "moon": Phrase("Moon"),
    "star": Phrase("Star"),
    "drop": Phrase("Drop"),
    "leaf": Phrase("Leaf"),
    "flower": Phrase("Flower"),
    "tree": Phrase("Tree"),
    "mountain": Phrase("Mountain"),
    "boat": Phrase("Boat"),
    "house": Phrase("House"),
    "kite": Phrase("Kite"),
    "fish": Phrase("Fish"),
    "bird": Phrase("Bird"),
    "butterfly": Phrase("Butterfly"),
    "tortoise": Phrase("Tortoise"),
    "shell": Phrase("Shell"),
}
"""The pictures that stand for pupils, with their names; the pages draw them."""
FRAMES = ("", "-ring", "-square")
"""The frames of pictures in pages, so that more pupils than there are pictures have different faces."""
FACES = tuple(f"{picture}{frame}" for frame in FRAMES for picture in PICTURES)


@dataclass(slots=True)
class Pupil:
    """A pupil: `token` is the hash of the secret that the pupil's device keeps, "" without a device.

    `origin` is the number of the device that brought the pupil, 0 where the teacher has written or let him in. `stones`
    holds the stars of the stones that are done, by their ids, the last one done at the end. `seen` holds the facts
    besides games and puzzles, each with its time, 0 where it is not known; `answered` the ids of answers in it.
    """

    name: str
    picture: str = ""
    token: str = ""
    hand: bool = False
    away: bool = False
    origin: int = 0
    stones: dict[str, int] = field(default_factory=dict)
    seen: list[tuple[float, Facts]] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)

    def gained(self, stones: Mapping[str, int]) -> dict[str, int]:
        """Return those of some stones that this pupil has not done, or has done with fewer stars."""
        return {stone: stars for stone, stars in stones.items() if stars > self.stones.get(stone, -1)}

    def tick(self, what: str, on: bool, at: float) -> None:
        """Note a teacher's tick once a day, or forget it again."""
        tick, day = Facts(observed=(what,)), date.fromtimestamp(at)
        self.seen = [(time, facts) for time, facts in self.seen if facts != tick or date.fromtimestamp(time) != day]
        if on:
            self.seen.append((at, tick))


def check_stones(stones: Iterable[str]) -> None:
    """Refuse stones that are on no path; raises NotationError."""
    for stone in stones:
        if stone not in known_stones():
            raise NotationError("there is no stone '{text}' on any path", text=stone)


@dataclass(slots=True)
class TeacherDevice:
    """A device that holds the teacher's right: the hash of its token, since when, and when it came last.

    Both are seconds since 1970, 0 where they are not known; `seen` is exact to the day.
    """

    token: str
    since: float
    seen: float


@dataclass(frozen=True, slots=True)
class Seat:
    """A game that has a room: the round, the table, which game at it, and who sits at its two seats."""

    round: int
    table: int
    game: int
    first: str
    second: str


GameAt: TypeAlias = tuple[int, int, int]
"""A game of a tournament, whoever plays it: the round, the table, and which game at it."""


@dataclass(slots=True)
class Counts:
    """A referee's counts before and after a game, None where nothing was said."""

    before: int | None = None
    after: int | None = None


@dataclass(slots=True)
class Day:
    """A tournament of the class, opened `at` (seconds since 1970).

    `rooms` holds the code of each game's room, `began` when each room was made. `unaided`: pupils get no hints and no
    values until it is over. `counts` and `flags` are the referees', by games and names.
    """

    tournament: Tournament
    on_screen: bool
    at: float
    rooms: dict[Seat, str] = field(default_factory=dict)
    began: dict[str, float] = field(default_factory=dict)
    by_hand: bool = False
    start: str = ""
    unaided: bool = False
    counts: dict[GameAt, dict[str, Counts]] = field(default_factory=dict)
    flags: dict[GameAt, list[str]] = field(default_factory=dict)

    @property
    def begins_at(self) -> AnyPosition:
        """The position at which games begin."""
        game = find_game(self.tournament.setting.game)
        return game.position(self.start) if self.start else game.start()

    def counts_of(self, place: tuple[Round, Pairing], name: str) -> Counts:
        """Return a referee's counts at the game now played at a table."""
        return self.counts.get(game_of(*place), {}).get(name, Counts())

    def is_watched(self, place: tuple[Round, Pairing], name: str) -> bool:
        """Tell whether a table still has something to do for its referee: the game goes on, or is to be counted after.

        Only who has counted before a game is asked to count after it.
        """
        counts = self.counts_of(place, name)
        return place[1].result is None or (counts.before is not None and counts.after is None)

    def call(self, name: str, to: str = "") -> None:
        """Keep a referee's record under another name, or forget it for ""."""
        for counts in self.counts.values():
            if name in counts and (found := counts.pop(name)) and to:
                counts[to] = found
        for game, names in self.flags.items():
            self.flags[game] = [to if each == name else each for each in names if to or each != name]

    def room_of(self, round_: Round, table: Pairing) -> str:
        """Return the code of the room of the game now played at a table, "" where it has none."""
        return self.rooms.get(seat_of(round_, table), "")


def seat_of(round_: Round, table: Pairing) -> Seat:
    """Return the seat that is the key in `Day.rooms` of the game now played at a table."""
    return Seat(round_.number, table.number, table.games, table.first, table.second)


def game_of(round_: Round, table: Pairing) -> GameAt:
    """Return the key in `Day.counts` and `Day.flags` of the game now played at a table."""
    return round_.number, table.number, table.games


def renamed(seat: Seat, name: str, to: str) -> Seat:
    """Return a seat whose pupil of a name is called otherwise."""
    first, second = (to if each == name else each for each in (seat.first, seat.second))
    return Seat(seat.round, seat.table, seat.game, first, second)
