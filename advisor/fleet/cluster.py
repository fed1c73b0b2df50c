"""The engine beyond one machine: batches of bundles for the workers of a Dask cluster, which read them by their paths.

A batch whose worker is lost is tried again elsewhere by the scheduler. One that has cost several workers is taken apart, and
its bundles are tried one by one, so that what costs workers is known and only that has failed.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import re
import time
import warnings
from collections import deque
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from advisor.fleet.batches import batch
from advisor.fleet.errors import FleetError
from advisor.fleet.pool import Limits, Outcome, Task
from advisor.fleet.record import failed, record

if TYPE_CHECKING:
    from distributed import Client, Future

_ADDRESS = re.compile(r"(dask|tls)://(\[[0-9A-Fa-f:.%]+\]|[\w.-]+)(?::(\d{1,5}))?/?", re.ASCII)
_CONNECT = 10.0
_WORKERS = 30.0
"""Seconds that the cluster may be without any worker."""
_MOST = 16
"""Bundles in a batch: what one round trip costs is little beside them, and little is lost with a worker."""
_AHEAD = 2
"""Batches for each thread: one at work, one waiting there."""
_GO_ON = "the same command goes on from there"


def address_of(engine: str) -> str:
    """The scheduler's address as Dask has it, or "" where `engine` names none.

    >>> address_of("dask://head:8786"), address_of("tls://[::1]"), address_of("http://head")
    ('tcp://head:8786', 'tls://[::1]:8786', '')
    """
    found = _ADDRESS.fullmatch(engine)
    if found is None:
        return ""
    scheme, host, port = found.groups()
    return f"{'tls' if scheme == 'tls' else 'tcp'}://{host}:{port or 8786}"


def run(address: str, tasks: Sequence[Task], jobs: int, limits: Limits, identity: str) -> Generator[Outcome]:
    """Diagnose every bundle on the workers of a scheduler; closing the iterator cancels what is not done.

    Args:
        address: the scheduler's, as Dask has it.
        tasks: the bundles.
        jobs: how many at once at most, or 0.
        limits: of each bundle.
        identity: of the knowledge and version that the workers must have.

    Raises:
        FleetError: the scheduler cannot be reached or is lost, no worker is there, or one is of another version.
    """
    run = _Run(_connected(address), address, limits, identity)
    try:
        run.check()
        yield from run.outcomes(tasks, jobs)
    except (concurrent.futures.CancelledError, asyncio.CancelledError, OSError) as error:
        raise run.gone() from error
    finally:
        run.leave()


def _connected(address: str) -> Client:
    try:
        import distributed
    except ImportError as error:
        raise FleetError("engine-not-installed", f"this engine needs Dask, which is not installed ({error.name} is missing)", "",
                         "install `distributed` (the extra `dask`), here and where the workers run") from error  # fmt: skip
    for name in [
        name for name in logging.root.manager.loggerDict if name.partition(".")[0] in ("distributed", "tornado")
    ]:
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # other versions of libraries: only plain data goes back and forth
            return distributed.Client(address, timeout=_CONNECT)
    except (OSError, TimeoutError, ValueError, TypeError) as error:
        raise FleetError("scheduler-not-reached", "the Dask scheduler cannot be reached", address,
                         "check the address, and that the scheduler runs; `tls://` takes its certificates from Dask's"
                         " configuration") from error  # fmt: skip


class _Run:
    """One run over the workers."""

    def __init__(self, client: Client, address: str, limits: Limits, identity: str) -> None:
        self.client, self.address, self.limits, self.identity = client, address, limits, identity
        self.waiting: deque[Task] = deque()
        self.suspects: deque[Task] = deque()
        self.at_work: dict[Future, list[Task]] = {}
        self.threads = 0
        self.looked = 0.0

    def check(self) -> None:
        """Every worker must have the same knowledge and version."""
        with suppress(TimeoutError):
            self.client.wait_for_workers(1, timeout=_CONNECT)
        self._look(wait=0.0)
        code = "__import__('advisor.fleet.worker', fromlist=['identity']).identity()"
        for worker, answer in self.client.run(eval, code, on_error="return").items():
            if answer != self.identity:
                raise self._other(worker, answer)

    def _other(self, worker: str, answer: object) -> FleetError:
        if isinstance(answer, ModuleNotFoundError):
            said = "has no advisor"
        elif isinstance(answer, str):
            said = f"has another version or other knowledge: {_short(answer)}, here {_short(self.identity)}"
        else:
            said = f"has another version, or cannot load it ({type(answer).__name__})"
        return FleetError(
            "other-version", f"the worker {worker} {said}", self.address, "install the same on every worker"
        )

    def outcomes(self, tasks: Iterable[Task], jobs: int) -> Generator[Outcome]:
        """Hand out batches and yield what comes back, in the order in which it does."""
        from distributed import wait

        self.waiting.extend(tasks)
        while self.waiting or self.suspects or self.at_work:
            self._hand_out(jobs)
            with suppress(TimeoutError):
                wait(list(self.at_work), timeout=1, return_when="FIRST_COMPLETED")
            for future in [future for future in self.at_work if future.done()]:
                yield from self._taken(future, self.at_work.pop(future))
            self._look()

    def _hand_out(self, jobs: int) -> None:
        """As many batches as the workers can use; a suspect alone, so that nothing else is blamed for it."""
        if self.suspects:
            if not self.at_work:
                self._submit([self.suspects.popleft()])
            return
        threads = min(jobs, self.threads) if jobs else self.threads
        size = max(1, min(_MOST, len(self.waiting) // (threads * 2 * _AHEAD)))
        while self.waiting and len(self.at_work) < threads * (1 if jobs else _AHEAD):
            self._submit([self.waiting.popleft() for _ in range(min(size, len(self.waiting)))])

    def _submit(self, tasks: list[Task]) -> None:
        self.at_work[self.client.submit(batch, self.identity, tasks, self.limits, pure=False)] = tasks

    def _taken(self, future: Future, tasks: list[Task]) -> Generator[Outcome]:
        from distributed import KilledWorker

        if future.status == "error":
            error = future.exception()
            if not isinstance(error, KilledWorker):
                raise FleetError("engine-fault", f"a worker could not do its work: {type(error).__name__}", self.address,
                                 "see the workers' own log") from error  # fmt: skip
            if len(tasks) == 1:
                yield _lost(tasks[0])
            else:
                self.suspects.extend(tasks)
            return
        if future.status != "finished":
            raise self.gone()
        answer: dict[str, Any] = future.result()
        if "other" in answer:
            raise self._other("that joined", answer["other"])
        yield from answer["done"]
        done = {outcome.bundle for outcome in answer["done"]}
        self.waiting.extendleft(task for task in reversed(tasks) if task.bundle not in done)

    def _look(self, wait: float = _WORKERS) -> None:
        """Whether the scheduler and any worker are there; how many threads the workers have."""
        now = time.monotonic()
        if self.client.status != "running":
            raise self.gone()
        if wait and now < self.looked + 5 and self.threads:
            return
        threads = sum(self.client.nthreads().values())
        if threads:
            self.threads, self.looked = threads, now
        elif now > self.looked + wait:
            raise FleetError("no-workers", "the Dask scheduler has no workers", self.address, f"start some; {_GO_ON}")

    def gone(self) -> FleetError:
        """The scheduler is gone."""
        return FleetError(
            "scheduler-lost", "the Dask scheduler was lost", self.address, f"what is done is kept; {_GO_ON}"
        )

    def leave(self) -> None:
        """Cancel what is not done; what a worker is at comes to its end there, and is not kept."""
        with suppress(Exception):
            if self.at_work and self.client.status == "running":
                self.client.cancel(list(self.at_work))
        self.at_work.clear()
        with suppress(Exception):
            self.client.close(timeout=5)


def _lost(task: Task) -> Outcome:
    result = failed("bundle-worker-lost", "each worker that took it was lost, and no more are tried",
                    "diagnose it alone with `advisor diagnose`")  # fmt: skip
    return Outcome(task.bundle, "", record(task.bundle.name, result), 0.0)


def _short(identity: str) -> str:
    digest, _, version = identity.partition(" ")
    return f"{version} with {digest[:19]}"
