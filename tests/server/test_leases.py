"""Leases: no two servers ever host the same room, however slow the database, however often servers fall silent."""

import itertools
import random
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from lalao.store.leases import LeaseTable
from sqlalchemy import Connection

from lalao.store import Store
from lalao.web.gate.ledger import BusyError
from lalao.web.leases import BURIED_SECONDS, FENCE_SECONDS, IDLE_SECONDS, Leases, Life, Rows
from tests.patience import often

CODES = ("AAAA", "BBBB")


class Shelf:
    """What the database holds, in plain dictionaries."""

    def __init__(self) -> None:
        self.servers: dict[str, tuple[str, int]] = {}
        self.leases: dict[str, str] = {}

    def beat(self, server: str, address: str) -> dict[str, tuple[str, int]]:
        self.servers[server] = (address, self.servers[server][1] + 1 if server in self.servers else 0)
        return dict(self.servers)

    def claim(self, code: str, server: str, dead: Collection[str]) -> str:
        if code not in self.leases or self.leases[code] in dead:
            self.leases[code] = server
        return self.leases[code]

    def release(self, codes: Collection[str], server: str) -> None:
        for code in codes:
            if self.leases.get(code) == server:
                del self.leases[code]

    def bury(self, server: str) -> None:
        self.servers.pop(server, None)
        self.release([*self.leases], server)


class World:
    """Servers with clocks that are set differently, and a database between whose answers anything may happen."""

    def __init__(self, rng: random.Random, shelf: Rows) -> None:
        self.rng, self.shelf, self.now, self.asking = rng, shelf, 0.0, set[int]()
        self.hosted = 0
        count = rng.choice((2, 2, 2, 3))
        self.servers = [Leases(Slow(self), f"http://{number}", Clock(self, 1000.0 * number)) for number in range(count)]

    def happen(self, most: int) -> None:
        """Let time pass, or a server that is not waiting for the database do something."""
        for _ in range(self.rng.randrange(most + 1)):
            free = [number for number in range(len(self.servers)) if number not in self.asking]
            if not free or self.rng.random() < 0.3:
                self.now += self.rng.choice((0.1, 0.6, 1.1))
            else:
                self.act(self.rng.choice(free))
            self.check()

    def act(self, number: int) -> None:
        server = self.servers[number]
        self.asking.add(number)
        try:
            deed = self.rng.random()
            if deed < 0.5:
                server.beat()
            elif deed < 0.97:
                assert server.claim("AAAA") or server.left, "who hosts nothing any more answers for nothing"
            else:
                server.release([])
                server.bury()
        except BusyError:
            pass
        finally:
            self.asking.discard(number)

    def check(self) -> None:
        hosts = [number for number, server in enumerate(self.servers) if "AAAA" in server._life.used and server.left]
        assert len(hosts) <= 1, hosts
        self.hosted += len(hosts)


class Clock:
    """The time of the world, told by a clock that is set differently."""

    def __init__(self, world: World, ahead: float) -> None:
        self.world, self.ahead = world, ahead

    def __call__(self) -> float:
        return self.world.now + self.ahead


class Slow:
    """The database as a server sees it: before it does what is asked, and before it answers, others may go on."""

    def __init__(self, world: World) -> None:
        self.world = world

    def _between(self) -> None:
        if self.world.rng.random() < 0.4 and len(self.world.asking) < 3:
            self.world.happen(5)

    def beat(self, server: str, address: str) -> dict[str, tuple[str, int]]:
        self._between()
        found = self.world.shelf.beat(server, address)
        self._between()
        return found

    def claim(self, code: str, server: str, dead: Collection[str]) -> str:
        dead = set(dead)
        self._between()
        found = self.world.shelf.claim(code, server, dead)
        self._between()
        return found

    def release(self, codes: Collection[str], server: str) -> None:
        self._between()
        self.world.shelf.release(codes, server)
        self._between()

    def bury(self, server: str) -> None:
        self._between()
        self.world.shelf.bury(server)
        self._between()


@pytest.mark.parametrize("part", range(4))
def test_no_two_servers_ever_host_the_same_room(part: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure names what chance was drawn with."""
    ids = (Life(str(number), None, {}) for number in itertools.count())
    monkeypatch.setattr("lalao.web.leases.new_life", lambda: next(ids))
    hosted = 0
    for number in range(often(250, nightly=2_500)):
        world = World(random.Random(f"{part} {number}"), Shelf())
        try:
            for _ in range(30):
                world.happen(10)
        except AssertionError as error:
            error.add_note(f"in world {part} {number}")
            raise
        hosted += world.hosted
    assert hosted > 1_000


class Hand:
    """Two servers and a clock that is set by hand."""

    def __init__(self, rows: Rows) -> None:
        self.now = 0.0
        self.one, self.two = (Leases(rows, f"http://{name}", lambda: self.now) for name in ("one", "two"))

    def wait(self, seconds: float, *beating: Leases) -> None:
        """Let time pass while some go on."""
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            for leases in beating:
                leases.beat()


@pytest.fixture(params=["shelf", "sqlite"])
def hand(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hand]:
    if request.param == "shelf":
        yield Hand(Shelf())
        return
    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    yield Hand(LeaseTable(store))
    store.close()


def test_one_hosts_and_the_other_knows_where(hand: Hand) -> None:
    for leases in (hand.one, hand.two, hand.one):
        leases.beat()
    assert hand.one.claim("AAAA") == ""
    assert hand.two.claim("AAAA") == "http://one"
    assert hand.two.claim("BBBB") == ""
    assert hand.one.claim("BBBB") == "http://two"
    assert [hand.one.hosts(code) for code in CODES] == [True, False]
    assert [hand.two.hosts(code) for code in CODES] == [False, True]


def test_a_dead_servers_rooms_are_taken_within_three_seconds(hand: Hand) -> None:
    for leases in (hand.one, hand.two):
        leases.beat()
    assert hand.one.claim("AAAA") == ""
    hand.wait(FENCE_SECONDS, hand.two)
    assert not hand.one.hosts("AAAA"), "it has stopped before another one begins"
    assert hand.two.claim("AAAA") == "http://one"
    hand.wait(3 - FENCE_SECONDS, hand.two)
    assert hand.two.claim("AAAA") == ""
    assert hand.two.hosts("AAAA")
    assert not hand.one.beat(), "it is told that it has lost everything"
    assert not hand.one.hosts("AAAA")


def test_what_nobody_uses_is_given_up(hand: Hand) -> None:
    for leases in (hand.one, hand.two):
        leases.beat()
    for code in CODES:
        assert hand.one.claim(code) == ""
    hand.wait(IDLE_SECONDS, hand.one, hand.two)
    hand.one.release(["BBBB"])
    assert hand.two.claim("AAAA") == ""
    assert hand.two.claim("BBBB") == "http://one"


def test_who_ends_lets_the_others_in_at_once(hand: Hand) -> None:
    for leases in (hand.one, hand.two):
        leases.beat()
    assert hand.one.claim("AAAA") == ""
    hand.one.end()
    assert hand.two.claim("AAAA") == ""


def test_the_long_dead_are_forgotten() -> None:
    shelf = Shelf()
    hand = Hand(shelf)
    for leases in (hand.one, hand.two):
        leases.beat()
    hand.wait(BURIED_SECONDS + 1, hand.two)
    hand.two.bury()
    assert [address for address, _ in shelf.servers.values()] == ["http://two"]


def test_who_has_not_begun_hosts_nothing(hand: Hand) -> None:
    with pytest.raises(BusyError, match="another server is taking over"):
        hand.one.claim("AAAA")
    assert not hand.one.hosts("AAAA")


def test_a_class_hosts_its_rooms(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    store.create("CLAS", ["its own"], "CLAS")
    store.create("ROOM", ["of the class"], "CLAS")
    store.create("FREE", ["of nobody"])
    rows = LeaseTable(store)
    assert [rows.key(code) for code in ("CLAS", "ROOM", "FREE", "NONE")] == ["CLAS", "CLAS", "FREE", None]
    store.close()


def test_the_rows_of_servers_and_leases(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'lalao.sqlite'}")
    rows, codes = LeaseTable(store), ("AAAA", "BBBB", "CCCC")
    assert rows.beat("one", "http://one") == {"one": ("http://one", 0)}
    rows.beat("two", "http://two")
    assert rows.beat("one", "http://one") == {"one": ("http://one", 1), "two": ("http://two", 0)}
    assert [rows.claim(code, "one", ()) for code in codes] == ["one"] * 3
    assert rows.claim("AAAA", "two", ()) == "one"
    assert rows.claim("AAAA", "two", {"one"}) == "two"
    assert [rows.claim(code, "six", ()) for code in codes] == ["two", "one", "one"], "only that lease is taken"
    rows.release(["AAAA", "BBBB"], "one")
    assert [rows.claim(code, "six", ()) for code in codes] == ["two", "six", "one"], "a server gives up its own alone"
    rows.bury("one")
    assert rows.beat("two", "http://two") == {"two": ("http://two", 1)}
    assert [rows.claim(code, "six", ()) for code in codes] == ["two", "six", "six"]
    store.close()


class Overtaken(Store):
    """A store whose reader is overtaken: `before` and `after` are called around each reading."""

    def before(self) -> None:
        """Do nothing unless a test says otherwise."""

    def after(self) -> None:
        """Do nothing unless a test says otherwise."""

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        self.before()
        with super().reading() as connection:
            yield connection
        self.after()


def test_who_is_overtaken_takes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'lalao.sqlite'}"
    slow = Overtaken.open(url)
    assert isinstance(slow, Overtaken)
    fast = Store.open(url)
    rows, others = LeaseTable(slow), LeaseTable(fast)
    monkeypatch.setattr(slow, "after", lambda: others.claim("AAAA", "fast", ()))
    assert rows.claim("AAAA", "slow", ()) == "fast", "it was free when it was looked at"
    others.claim("BBBB", "dead", ())
    monkeypatch.setattr(slow, "after", lambda: others.claim("BBBB", "fast", {"dead"}))
    assert rows.claim("BBBB", "slow", {"dead"}) == "fast", "it was a dead server's when it was looked at"
    monkeypatch.setattr(slow, "before", lambda: others.release(["CCCC"], "fast"))
    monkeypatch.setattr(slow, "after", lambda: others.claim("CCCC", "fast", ()))
    assert rows.claim("CCCC", "slow", ()) == "", "contested to the end"
    for store in (slow, fast):
        store.close()
