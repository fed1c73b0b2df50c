"""The local engine: worker processes that each diagnose one bundle at a time, within a time limit.

A worker that crashes or takes too long is ended and replaced; the bundle that it had is the one at fault, and no other.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from typing import Any, NamedTuple

from advisor.fleet.bundles import Bundle
from advisor.fleet.record import failed, record
from advisor.fleet.worker import pack, unpack

Json = dict[str, Any]

_START = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from advisor.fleet.worker import main; main()"
_CHUNK = 1 << 20
_MOST = 1000
"""Bundles that one process diagnoses: it grows by some 10 kB with each, and a new one costs no more than a few of them."""
_SLOW_START = 60
"""Seconds that a new worker may take beside the limit of its first bundle."""


class Limits(NamedTuple):
    """What one bundle may take: seconds, MiB of memory, and the settings of the limits of reading."""

    seconds: float
    memory: int
    reading: str = ""


class Task(NamedTuple):
    """A bundle, and the state in which it was diagnosed before, or ""."""

    bundle: Bundle
    known: str = ""


class Outcome(NamedTuple):
    """What came of a task.

    Attributes:
        bundle: which one.
        state: of its files when it was begun; "" where it is known as it is, and `result` is None.
        result: its record: ``outcome``, ``error`` or ``brief``, and its line.
        seconds: how long it took.
    """

    bundle: Bundle
    state: str
    result: Json | None
    seconds: float


class _Worker:
    """One process and the task that it has."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", _START, json.dumps(sys.path), str(limits.memory), limits.reading],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
        )  # fmt: skip
        self.buffer = bytearray()
        self.task: Task | None = None
        self.state = ""
        self.began = 0.0
        self.done = 0

    def give(self, task: Task) -> None:
        self.task, self.state, self.began = task, "", time.monotonic()
        assert self.process.stdin is not None
        message = {
            "path": task.bundle.path, "name": task.bundle.name, "known": task.known,
            "limit": self.limits.seconds + self._allowance(), "memory": self.limits.memory,
        }  # fmt: skip
        with suppress(BrokenPipeError):  # it has died: its other channel tells so
            self.process.stdin.write(pack(message))

    def _allowance(self) -> float:
        return _SLOW_START if not self.done and not self.state else 0

    def until(self) -> float:
        """When its time is over."""
        return self.began + self.limits.seconds + self._allowance()

    def receive(self) -> bool:
        """Take what it said; False where it has ended."""
        assert self.process.stdout is not None
        data = os.read(self.process.stdout.fileno(), _CHUNK)
        self.buffer += data
        return bool(data)

    def end(self) -> int:
        """End it at once, and wait for that; its exit status."""
        self.process.kill()
        for channel in (self.process.stdin, self.process.stdout):
            if channel is not None:
                with suppress(OSError):
                    channel.close()
        return self.process.wait()

    def outcome(self, result: Json | None) -> Outcome:
        """What came of its task, which it no longer has."""
        assert self.task is not None
        bundle, self.task, self.done = self.task.bundle, None, self.done + 1
        return Outcome(bundle, self.state, result, time.monotonic() - self.began)

    def failed(self, result: Json) -> Outcome:
        """Its task has failed."""
        assert self.task is not None
        return self.outcome(record(self.task.bundle.name, result))


class Pool:
    """Some worker processes, which stay from one run to the next."""

    def __init__(self, jobs: int, limits: Limits) -> None:
        self.jobs, self.limits = jobs, limits
        self._selector = selectors.DefaultSelector()
        self._workers: set[_Worker] = set()

    def run(self, tasks: Iterable[Task]) -> Generator[Outcome]:
        """Diagnose every bundle; outcomes come in the order in which they end. Closing the iterator ends those at work."""
        waiting = iter(tasks)
        task = next(waiting, None)
        done: list[Outcome] = []
        try:
            while task or done or any(w.task for w in self._workers):
                while task and (worker := self._idle()) is not None:
                    worker.give(task)
                    task = next(waiting, None)
                yield from done  # what is made of them takes no time from the workers
                done = list(self._turn()) if any(w.task for w in self._workers) else []
        finally:
            for worker in [w for w in self._workers if w.task]:
                self._remove(worker)

    def close(self) -> None:
        """End every process."""
        for worker in list(self._workers):
            self._remove(worker)
        self._selector.close()

    def _idle(self) -> _Worker | None:
        for worker in [w for w in self._workers if w.task is None]:
            if worker.done < _MOST and worker.process.poll() is None:
                return worker
            self._remove(worker)
        if len(self._workers) == self.jobs:
            return None
        worker = _Worker(self.limits)
        self._workers.add(worker)
        self._selector.register(worker.process.stdout, selectors.EVENT_READ, worker)  # type: ignore[arg-type]
        return worker

    def _turn(self) -> Iterator[Outcome]:
        """Wait until a worker says something or has no time left."""
        busy = [worker for worker in self._workers if worker.task]
        wait = min(worker.until() for worker in busy) - time.monotonic()
        for key, _ in self._selector.select(max(wait, 0)):
            worker: _Worker = key.data
            alive = worker.receive()
            while (message := unpack(worker.buffer)) is not None:
                alive = alive and not message.pop("ends", False)
                if (outcome := _heard(worker, message)) is not None:
                    yield outcome
            if not alive:
                yield from self._drop(worker)
        for worker in busy:
            if worker in self._workers and worker.task and time.monotonic() >= worker.until():
                yield from self._drop(worker, late=True)

    def _drop(self, worker: _Worker, late: bool = False) -> Iterator[Outcome]:
        """End a worker; the bundle that it had has failed."""
        if not late:
            with suppress(subprocess.TimeoutExpired):
                worker.process.wait(5)  # its channel closes a little before it ends
        status = self._remove(worker)
        if worker.task is not None:
            yield worker.failed(_late(worker.limits.seconds) if late else _crashed(status))

    def _remove(self, worker: _Worker) -> int:
        assert worker.process.stdout is not None
        self._selector.unregister(worker.process.stdout)
        self._workers.discard(worker)
        return worker.end()


def run(tasks: Sequence[Task], jobs: int, limits: Limits) -> Generator[Outcome]:
    """Diagnose every bundle on this machine; closing the iterator ends all workers."""
    with closing(Pool(jobs, limits)) as pool:
        yield from pool.run(tasks)


def _heard(worker: _Worker, message: Json) -> Outcome | None:
    say = message.pop("say")
    if say == "begun":
        # The time of a bundle counts from here: what a new process takes to start is not its fault.
        worker.state, worker.began = message["state"], time.monotonic()
        return None
    return worker.outcome(None if say == "known" else message)


def _late(limit: float) -> Json:
    return failed("bundle-timeout", f"not done within {limit:g} s", "give it longer with `--time-limit`, and `--retry`")


def _crashed(status: int) -> Json:
    if status >= 0:
        how = f"exit status {status}"
    else:
        with suppress(ValueError):
            return failed("bundle-crash", f"the process that read it was ended by {signal.Signals(-status).name}",
                          "diagnose it alone with `advisor diagnose`")  # fmt: skip
        how = f"signal {-status}"
    return failed("bundle-crash", f"the process that read it ended: {how}", "diagnose it alone with `advisor diagnose`")
