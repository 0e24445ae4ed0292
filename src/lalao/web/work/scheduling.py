"""Who is served next: a fair queue, as a plain object without a process or a clock inside.

Jobs wait in lanes; a worker serves some lanes, in the order in which they are listed. Within a lane the job goes first
whose device has used the least time lately, then whose room has, then that which came first: a device that asks for
much keeps only itself waiting. A job that has had its `least` seconds is hurried where another room waits for its
worker, and after `most` in any case. A worker that is hurried and does not answer soon is killed: its owner starts
another.

>>> scheduler = Scheduler([("move",), ("move", "value")])
>>> scheduler.start(0)
>>> scheduler.ask(Job(1, "value", "tablet", "AAAA"), now=0.0)
>>> scheduler.take(now=0.0)
[]
>>> scheduler.start(1)
>>> [(worker, job.number) for worker, job in scheduler.take(now=0.0)]
[(1, 1)]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from lalao.web.gate.ledger import Buckets, BusyError

FORGIVEN = 0.1
"""Seconds of use that a device or a room is forgiven in each second."""
COLD = 20.0
GRACE, MOST_GRACE = 1.0, 30.0
"""Seconds that a hurried worker has to answer before it is killed, and the most, where the machine gives it no time."""
MOST_WAITING = 512
MOST_OF_A_DEVICE = 128
MOST_OF_A_ROOM = 8


@dataclass(frozen=True, slots=True)
class Job:
    """Something to be done: in which lane, for which device and room, and the seconds that it may take.

    It has `least` seconds even where others wait, `most` where nobody does, and is given up after it has waited for
    `patience` seconds. A worker that has done nothing of this `kind` since it started may have much to load first: it
    has `COLD` seconds.
    """

    number: int
    lane: str
    device: str
    room: str
    least: float = 0.5
    most: float = 10.0
    patience: float = 60.0
    kind: str = ""


class Order(Enum):
    """The order for a worker that takes too long."""

    HURRY = "hurry"
    KILL = "kill"


@dataclass(slots=True)
class Run:
    """A job that a worker is doing, when it began, and when it was hurried."""

    job: Job
    begun: float
    least: float
    most: float
    hurried: float | None = None
    killed: bool = False
    spared: float = 0.0


class Scheduler:
    """The jobs that wait and those that are being done."""

    def __init__(
        self,
        workers: Sequence[Sequence[str]],
        most_of_a_device: int = MOST_OF_A_DEVICE,
        most_of_a_room: int = MOST_OF_A_ROOM,
    ) -> None:
        """Take the lanes that each worker serves, and how many jobs of one device and room may wait; none is ready."""
        self._lanes = [tuple(lanes) for lanes in workers]
        self._most_of_a_device, self._most_of_a_room = most_of_a_device, most_of_a_room
        self._free: set[int] = set()
        self._warm: list[set[str]] = [{""} for _ in workers]
        self._waiting: dict[int, tuple[Job, float]] = {}
        self._runs: dict[int, Run] = {}
        self._used = Buckets(FORGIVEN)

    @property
    def waiting(self) -> int:
        """The jobs that wait."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """The jobs that workers are doing."""
        return len(self._runs)

    # Input

    def start(self, worker: int) -> None:
        """Note that a worker has just been started, and is ready for its first job."""
        self._warm[worker] = {""}
        self.ready(worker)

    def ready(self, worker: int) -> None:
        """Note that a worker is ready for the next job."""
        self._free.add(worker)

    def ask(self, job: Job, now: float) -> None:
        """Put a job in the queue.

        Raises BusyError where too many wait: of all, of its device in its lane, or of its room.
        """
        waiting = [each for each, _ in self._waiting.values()]
        device = Counter((each.lane, each.device) for each in waiting)
        room = Counter(room_of(each) for each in waiting)
        if (
            len(waiting) >= MOST_WAITING
            or device[job.lane, job.device] >= self._most_of_a_device
            or room[room_of(job)] >= self._most_of_a_room
        ):
            raise BusyError("too many requests: try again in a moment")
        self._waiting[job.number] = job, now

    def finish(self, worker: int, now: float) -> None:
        """End the job of a worker and count its time; the worker gets no other before `ready` is called."""
        run = self._runs.pop(worker)
        self._warm[worker].add(run.job.kind)
        for who in (device_of(run.job), room_of(run.job)):
            self._used.spend(who, now - run.begun, now)

    def drop(self, number: int, now: float) -> int | None:
        """Forget a job that nobody waits for any more; return the worker that is doing it, now hurried, or None."""
        if self._waiting.pop(number, None):
            return None
        for worker, run in self._runs.items():
            if run.job.number == number:
                run.hurried = now if run.hurried is None else run.hurried
                return worker
        return None

    # Next steps

    def take(self, now: float) -> list[tuple[int, Job]]:
        """Give waiting jobs to the workers that are ready; return which worker begins which job."""
        begun = []
        for worker in sorted(self._free):
            job = next(self._in_turn(worker, now), None)
            if job is not None:
                del self._waiting[job.number]
                self._free.discard(worker)
                cold = 0.0 if job.kind in self._warm[worker] else COLD
                self._runs[worker] = Run(job, now, max(job.least, cold), max(job.most, cold))
                begun.append((worker, job))
        return begun

    def _in_turn(self, worker: int, now: float) -> Iterator[Job]:
        """Yield the jobs that a worker could have, the next one first."""
        lanes = self._lanes[worker]
        waiting = [(job, since) for job, since in self._waiting.values() if job.lane in lanes]
        spent = {who: self.spent(who, now) for job, _ in waiting for who in (device_of(job), room_of(job))}
        waiting.sort(
            key=lambda each: (lanes.index(each[0].lane), spent[device_of(each[0])], spent[room_of(each[0])], each[1])
        )
        yield from (job for job, _ in waiting)

    def spent(self, who: str, now: float) -> float:
        """Return the seconds that a device or a room has used lately, those of running jobs included."""
        going = (now - run.begun for run in self._runs.values() if who in (device_of(run.job), room_of(run.job)))
        return self._used.level(who, now) + sum(going)

    def overdue(self, now: float) -> list[tuple[int, Order]]:
        """Return the workers that are to be hurried or killed now; each order is given once."""
        orders = []
        for worker, run in self._runs.items():
            if run.hurried is None and now - run.begun >= run.most:
                run.hurried = now
                orders.append((worker, Order.HURRY))
            elif run.hurried is not None and now - max(run.hurried, run.spared) >= GRACE and not run.killed:
                run.killed = True
                orders.append((worker, Order.KILL))
        return orders + [(worker, Order.HURRY) for worker in self._held_up(now)]

    def spare(self, worker: int, now: float) -> bool:
        """Give a worker that was to be killed `GRACE` seconds more; False once it has been hurried for `MOST_GRACE`."""
        run = self._runs[worker]
        if run.hurried is None or now - run.hurried >= MOST_GRACE:
            return False
        run.killed, run.spared = False, now
        return True

    def _held_up(self, now: float) -> list[int]:
        """Hurry the workers that jobs wait for, one for each such job, the longest at work first; return them."""
        freed = [worker for worker, run in self._runs.items() if run.hurried is not None]
        longest = sorted(self._runs, key=lambda worker: self._runs[worker].begun)
        hurried = []
        for job, _ in self._waiting.values():
            coming = next((worker for worker in freed if self._may_follow(job, worker)), None)
            if coming is not None:
                freed.remove(coming)
                continue
            for worker in longest:
                run = self._runs[worker]
                if run.hurried is None and now - run.begun >= run.least and self._may_follow(job, worker):
                    run.hurried = now
                    hurried.append(worker)
                    break
        return hurried

    def _may_follow(self, job: Job, worker: int) -> bool:
        """Tell whether a job may push aside a worker's job: another room's, of no lane that comes before."""
        lanes, run = self._lanes[worker], self._runs[worker]
        return (
            job.lane in lanes
            and room_of(job) != room_of(run.job)
            and lanes.index(job.lane) <= lanes.index(run.job.lane)
        )

    def impatient(self, now: float) -> list[int]:
        """Forget the jobs that have waited too long, and return their numbers."""
        gone = [number for number, (job, since) in self._waiting.items() if now - since >= job.patience]
        for number in gone:
            del self._waiting[number]
        return gone

    def due(self, now: float) -> float | None:
        """Return the seconds until a worker or a waiting job is overdue, if nothing happens before; None for never."""
        times = [since + job.patience for job, since in self._waiting.values()]
        for run in self._runs.values():
            if run.hurried is None:
                times += [run.begun + run.most, *([run.begun + run.least] if self._waiting else [])]
            elif not run.killed:
                times.append(max(run.hurried, run.spared) + GRACE)
        later = [at - now for at in times if at > now]
        return min(later) if later else None


def device_of(job: Job) -> str:
    """Return the key under which the device of a job is counted."""
    return f"device {job.device}"


def room_of(job: Job) -> str:
    """Return the key under which the room of a job is counted: each device has rooms of its own."""
    return f"room {job.device} {job.room}"
