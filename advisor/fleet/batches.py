"""What a Dask worker is handed: some bundles at a time, each diagnosed in a process of its own as the local engine does it.

The process stays for the next batch, so that a bundle that crashes, hangs or eats memory costs its own process and never the
Dask worker; and a worker of several threads diagnoses as many bundles at once.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from typing import Any

from advisor.fleet.pool import Limits, Outcome, Pool, Task
from advisor.fleet.record import failed, record
from advisor.fleet.worker import identity

Json = dict[str, Any]

_STRETCH = 2.0
"""Seconds after which a batch goes back with what is done of it."""
_IDLE = 60.0
"""Seconds that a process without work stays."""

_identity = cache(identity)
_lock = threading.Lock()
_free: list[tuple[float, Pool]] = []
_sweeper: threading.Timer | None = None


def batch(wanted: str, tasks: Sequence[Task], limits: Limits) -> Json:
    """Diagnose some bundles: ``done`` holds those that were, in order; or ``other``, where this is not the wanted version."""
    if (own := _identity()) != wanted:
        return {"other": own}
    end = time.monotonic() + _STRETCH
    done: list[Outcome] = []
    seen = [task for task in tasks if os.path.lexists(task.bundle.path)]
    done += [_not_seen(task) for task in tasks if task not in seen]
    pool = _taken(limits)
    try:
        with closing(pool.run(seen)) as outcomes:
            for outcome in outcomes:
                done.append(outcome)
                if time.monotonic() > end:
                    break
    finally:
        _back(pool)
    return {"done": done}


def _not_seen(task: Task) -> Outcome:
    result = failed("bundle-not-seen", f"the worker on {socket.gethostname()} does not see it",
                    "a bundle must lie at the same path on every machine that has workers")  # fmt: skip
    return Outcome(task.bundle, "", record(task.bundle.name, result), 0.0)


def _taken(limits: Limits) -> Pool:
    with _lock:
        for entry in _free:
            if entry[1].limits == limits:
                _free.remove(entry)
                return entry[1]
    return Pool(1, limits)


def _back(pool: Pool) -> None:
    global _sweeper
    with _lock:
        _free.append((time.monotonic(), pool))
        if _sweeper is None:
            _sweeper = _later()


def _later() -> threading.Timer:
    timer = threading.Timer(_IDLE, _sweep)
    timer.daemon = True
    timer.start()
    return timer


def _sweep() -> None:
    """End processes that have had no work for a while."""
    global _sweeper
    with _lock:
        old = [entry for entry in _free if time.monotonic() - entry[0] >= _IDLE]
        for entry in old:
            _free.remove(entry)
        _sweeper = _later() if _free else None
    for _, pool in old:
        pool.close()
