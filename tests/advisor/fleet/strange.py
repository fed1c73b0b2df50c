"""What a Dask worker is handed in a test of lost workers; workers import it."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from typing import Any

from advisor.fleet.pool import Limits, Outcome, Task
from advisor.fleet.record import failed, record


def batch(wanted: str, tasks: Sequence[Task], limits: Limits) -> dict[str, Any]:
    """Ends its worker at a bundle of that name."""
    if any(task.bundle.name == "kills" for task in tasks):
        os.kill(os.getpid(), signal.SIGKILL)
    return {"done": [Outcome(t.bundle, "state", record(t.bundle.name, failed("fine", "")), 0.0) for t in tasks]}
