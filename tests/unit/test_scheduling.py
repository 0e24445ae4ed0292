"""The queue of requests: fair by device and by room, never stuck, and never idle while work waits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lalao.web.gate.ledger import BusyError
from lalao.web.work.scheduling import (
    COLD,
    GRACE,
    MOST_OF_A_DEVICE,
    MOST_OF_A_ROOM,
    MOST_WAITING,
    Job,
    Order,
    Scheduler,
)

WORKERS = [("move",), ("move", "value")]


def at_work() -> Scheduler:
    scheduler = Scheduler(WORKERS)
    for worker in range(len(WORKERS)):
        scheduler.ready(worker)
    return scheduler


def numbers(given: list[tuple[int, Job]]) -> dict[int, int]:
    return {worker: job.number for worker, job in given}


def test_one_worker_is_kept_for_moves() -> None:
    scheduler = at_work()
    for number in range(1, 4):
        scheduler.ask(Job(number, "value", "hostile", "AAAA"), 0.0)
    assert numbers(scheduler.take(0.0)) == {1: 1}
    scheduler.ask(Job(9, "move", "other", "BBBB"), 0.1)
    assert numbers(scheduler.take(0.1)) == {0: 9}


def test_moves_come_before_values() -> None:
    scheduler = Scheduler([("move", "value")])
    scheduler.ask(Job(1, "value", "one", "AAAA"), 0.0)
    scheduler.ask(Job(2, "move", "other", "BBBB"), 0.5)
    scheduler.ready(0)
    assert numbers(scheduler.take(1.0)) == {0: 2}


def test_who_has_used_least_comes_first() -> None:
    scheduler = Scheduler([("move",)])
    number, at = 0, 0.0
    for _ in range(50):
        number += 1
        scheduler.ask(Job(number, "move", "hostile", f"room {number}"), at)
    scheduler.ready(0)
    served: list[str] = []
    for _ in range(6):
        (_, job), *_ = scheduler.take(at)
        served.append(job.device)
        at += 0.4
        scheduler.finish(0, at)
        if job.device == "hostile":
            number += 1
            scheduler.ask(Job(number, "move", "child", "BBBB"), at)
        scheduler.ready(0)
    assert served == ["hostile", "child", "hostile", "child", "hostile", "child"]


def test_rooms_of_one_device_take_turns() -> None:
    scheduler = Scheduler([("move",)])
    for number in range(1, 5):
        scheduler.ask(Job(number, "move", "school", "greedy"), 0.0)
    scheduler.ask(Job(9, "move", "school", "modest"), 0.1)
    scheduler.ready(0)
    assert numbers(scheduler.take(0.2)) == {0: 1}
    scheduler.finish(0, 1.2)
    scheduler.ready(0)
    assert numbers(scheduler.take(1.2)) == {0: 9}


def test_a_job_is_hurried_once_others_wait_and_killed_where_it_does_not_hear() -> None:
    scheduler = Scheduler([("move",)])
    scheduler.ready(0)
    scheduler.ask(Job(1, "move", "hostile", "AAAA", least=0.5, most=10), 0.0)
    scheduler.take(0.0)
    assert scheduler.overdue(5.0) == []
    scheduler.ask(Job(2, "move", "hostile", "AAAA"), 5.0)
    assert scheduler.overdue(5.0) == [], "its own room waits for itself"
    scheduler.ask(Job(3, "move", "child", "BBBB"), 5.1)
    assert scheduler.overdue(5.1) == [(0, Order.HURRY)]
    assert scheduler.overdue(5.2) == []
    assert scheduler.due(5.2) == pytest.approx(GRACE - 0.1)
    assert scheduler.overdue(5.1 + GRACE) == [(0, Order.KILL)]
    scheduler.finish(0, 6.2)
    scheduler.ready(0)
    assert numbers(scheduler.take(6.2)) == {0: 3}


def test_a_job_has_its_least_seconds_and_not_more_than_its_most() -> None:
    scheduler = Scheduler([("move",)])
    scheduler.ready(0)
    scheduler.ask(Job(1, "move", "one", "AAAA", least=0.5, most=10), 0.0)
    scheduler.take(0.0)
    scheduler.ask(Job(2, "move", "other", "BBBB"), 0.1)
    assert scheduler.overdue(0.4) == []
    assert scheduler.due(0.4) == pytest.approx(0.1)
    scheduler.drop(2, 0.4)
    assert scheduler.overdue(9.9) == []
    assert scheduler.overdue(10.0) == [(0, Order.HURRY)]


def test_a_worker_that_has_just_started_has_time_to_read() -> None:
    scheduler = Scheduler([("move",)])
    scheduler.start(0)
    at = 0.0
    for seconds in (COLD, 0.5):
        scheduler.ask(Job(1, "move", "one", "AAAA", kind="fanorona"), at)
        scheduler.take(at)
        scheduler.ask(Job(2, "move", "other", "BBBB"), at)
        assert scheduler.overdue(at + seconds - 0.1) == []
        assert scheduler.overdue(at + seconds) == [(0, Order.HURRY)]
        scheduler.drop(2, at + seconds)
        at += seconds
        scheduler.finish(0, at)
        scheduler.ready(0)


def test_one_who_waits_hurries_one_worker_and_a_value_hurries_no_move() -> None:
    scheduler = at_work()
    for number in (1, 2):
        scheduler.ask(Job(number, "move", "hostile", f"room {number}"), number / 10)
    assert numbers(scheduler.take(0.2)) == {0: 1, 1: 2}
    scheduler.ask(Job(3, "value", "child", "BBBB"), 0.3)
    assert scheduler.overdue(5.0) == []
    scheduler.ask(Job(4, "move", "child", "BBBB"), 5.0)
    assert scheduler.overdue(5.0) == [(0, Order.HURRY)]
    assert scheduler.overdue(5.5) == []


def test_what_nobody_waits_for_is_dropped() -> None:
    scheduler = Scheduler([("move",)])
    scheduler.ready(0)
    for number in (1, 2):
        scheduler.ask(Job(number, "move", "one", "AAAA", patience=30), 0.0)
    scheduler.take(0.0)
    assert scheduler.drop(2, 1.0) is None
    assert scheduler.drop(1, 1.0) == 0
    assert scheduler.drop(7, 1.0) is None
    assert scheduler.overdue(1.0 + GRACE) == [(0, Order.KILL)]
    scheduler.finish(0, 2.5)
    scheduler.ready(0)
    assert scheduler.take(2.5) == []


def test_patience_ends() -> None:
    scheduler = Scheduler([("move",)])
    scheduler.ask(Job(1, "move", "one", "AAAA", patience=30), 0.0)
    assert scheduler.due(0.0) == 30
    assert scheduler.impatient(29) == []
    assert scheduler.impatient(30) == [1]
    assert scheduler.due(30) is None


@pytest.mark.parametrize(
    ("device", "room", "most"),
    [("{0}", "{0}", MOST_WAITING), ("one", "{0}", MOST_OF_A_DEVICE), ("one", "AAAA", MOST_OF_A_ROOM)],
)
def test_queues_end_somewhere(device: str, room: str, most: int) -> None:
    scheduler = Scheduler(WORKERS)
    for number in range(most):
        scheduler.ask(Job(number, "move", device.format(number), room.format(number)), 0.0)
    with pytest.raises(BusyError, match="try again in a moment") as refused:
        scheduler.ask(Job(most, "move", device.format(most), room.format(most)), 0.0)
    assert refused.value.status == 429


@given(st.lists(st.tuples(st.sampled_from(["ask", "take", "end", "drop", "late"]), st.integers(0, 7)), max_size=80))
def test_every_job_ends_in_one_way_and_nobody_is_idle_while_others_wait(steps: list[tuple[str, int]]) -> None:
    scheduler, now = at_work(), 0.0
    asked: dict[int, Job] = {}
    running: dict[int, Job] = {}
    ended: list[int] = []
    for number, (step, pick) in enumerate(steps):
        now += 0.3
        if step == "ask":
            lane, device = ("move", "value")[pick % 2], f"device {pick // 4}"
            asked[number] = Job(number, lane, device, f"room {pick % 3}")
            scheduler.ask(asked[number], now)
        elif step == "end" and running:
            worker = sorted(running)[pick % len(running)]
            ended.append(running.pop(worker).number)
            scheduler.finish(worker, now)
            scheduler.ready(worker)
        elif step == "drop" and asked:
            gone = sorted(asked)[pick % len(asked)]
            if gone not in ended and scheduler.drop(gone, now) is None:
                ended.append(gone)
        elif step == "late":
            now += 20 * pick
            ended += scheduler.impatient(now)
        for worker, job in scheduler.take(now):
            assert worker not in running
            assert job.lane in WORKERS[worker]
            assert job.number not in ended
            running[worker] = job
        assert {worker for worker, _ in scheduler.overdue(now)} <= set(running)
        waiting = set(asked) - set(ended) - {job.number for job in running.values()}
        lanes = {asked[each].lane for each in waiting}
        assert not any(set(WORKERS[worker]) & lanes for worker in set(range(2)) - set(running)), "idle"
        assert len(ended) == len(set(ended))
        due = scheduler.due(now)
        assert due is None or due > 0
        assert due is not None or not (running or waiting) or all(run.killed for run in scheduler._runs.values())
