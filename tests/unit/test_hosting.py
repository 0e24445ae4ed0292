"""The host: it judges, writes, applies and announces in this order, one change at a time; a failure changes nothing."""

import asyncio

import pytest

from lalao.errors import DatabaseError, NotationError
from lalao.hosting import ConflictError, Host


class Sum(Host[list[int], int]):
    """A host of numbers with a list as journal; `steps` records what was done, `trouble` makes the next write fail."""

    def __init__(self, journal: list[int]) -> None:
        super().__init__(list(journal))
        self.journal = journal
        self.steps: list[str] = []
        self.trouble: DatabaseError | None = None

    async def write(self, entry: int) -> None:
        if self.trouble:
            raise self.trouble
        if self.journal != self.subject:
            raise ConflictError
        await asyncio.sleep(0)
        self.journal.append(entry)
        self.steps.append(f"written {entry}")

    @property
    def length(self) -> int:
        return len(self.subject)

    async def read_on(self) -> None:
        self.subject = list(self.journal)
        self.tell()

    def apply(self, entry: int) -> None:
        self.subject.append(entry)
        self.steps.append(f"so {entry}")

    def tell(self) -> None:
        self.steps.append(f"told {self.subject}")

    async def add(self, number: int) -> bool:
        return await self.change(lambda _: number)


@pytest.fixture
def host() -> Sum:
    return Sum([1])


def test_a_change_is_written_before_it_is_so_and_so_before_it_is_told(host: Sum) -> None:
    assert asyncio.run(host.add(2))
    assert host.steps == ["written 2", "so 2", "told [1, 2]"]


def test_changes_come_one_after_the_other(host: Sum) -> None:
    async def both() -> None:
        await asyncio.gather(*(host.change(lambda numbers: numbers[-1] + 1) for _ in range(3)))

    asyncio.run(both())
    assert host.subject == host.journal == [1, 2, 3, 4]
    assert [step for step in host.steps if "told" not in step] == [
        f"{what} {number}" for number in (2, 3, 4) for what in ("written", "so")
    ]


def test_no_change_is_neither_written_nor_told(host: Sum) -> None:
    assert not asyncio.run(host.change(lambda _: None))
    assert (host.steps, host.journal) == ([], [1])


def test_a_change_may_be_told_in_its_own_way(host: Sum) -> None:
    asyncio.run(host.change(lambda _: 2, lambda: host.steps.append("told otherwise")))
    assert host.steps[-1] == "told otherwise"


def test_a_refusal_changes_nothing(host: Sum) -> None:
    def refuse(_: list[int]) -> int:
        raise NotationError("no")

    with pytest.raises(NotationError, match="no"):
        asyncio.run(host.change(refuse))
    assert (host.steps, host.journal) == ([], [1])
    assert asyncio.run(host.add(2)), "the next change finds its way"


def test_what_cannot_be_written_has_not_happened(host: Sum) -> None:
    host.trouble = DatabaseError("full")
    with pytest.raises(DatabaseError, match="full"):
        asyncio.run(host.add(2))
    assert (host.steps, host.subject) == ([], [1])
    host.trouble = None
    assert asyncio.run(host.add(2))


def test_a_change_is_judged_again_after_what_others_have_written(host: Sum) -> None:
    host.journal.append(7)
    assert asyncio.run(host.change(lambda numbers: sum(numbers)))
    assert (host.steps, host.journal) == (["told [1, 7]", "written 8", "so 8", "told [1, 7, 8]"], [1, 7, 8])


def test_catching_up_reads_only_what_is_lacking(host: Sum) -> None:
    host.journal.append(7)
    asyncio.run(host.catch_up(1))
    assert host.steps == []
    asyncio.run(host.catch_up(2))
    assert (host.steps, host.subject) == (["told [1, 7]"], [1, 7])
    asyncio.run(host.catch_up())
    assert host.steps == ["told [1, 7]"] * 2


def test_a_change_that_others_have_made_is_not_made_twice(host: Sum) -> None:
    host.journal.append(7)
    assert not asyncio.run(host.change(lambda numbers: None if 7 in numbers else 7, lambda: host.steps.append("never")))
    assert (host.steps, host.journal) == (["told [1, 7]"], [1, 7])
