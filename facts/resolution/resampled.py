"""Samples of before a change, once the same was sampled again after it.

What comes and goes is not refuted by a calm sample: the fault may be between two of its times. But after something was changed
for it, a sample that lasted at least as long as the one that showed it tells how things are now, and the one of before tells
how they were.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facts.cells import Observed, key_of
from facts.schema import UNKNOWN, templates
from facts.sexpr import Symbol

_EPISODES = frozenset(
    """stall-train scan-episode swap-episode latency-spikes write-plateau latency-step gang-counts blocked-tasks""".split()
)
"""Of these there is a row only where something was seen: an output says that it has looked for them."""
_SAMPLES = frozenset(
    (
        "vmstat", "cpu-load", "device-load", "memory-history", "gc-log", "nfs-mount-times", "fsync-times", "txg-history",
        "zpool-requests", "pool-latencies", "pool-waits", "io-sizes", "postgres-waits",
    )
)  # fmt: skip
"""Of these there is a row for each sampling."""
_PER_SAMPLING = frozenset(("output", "number"))


def without_resampled(before: Sequence[Observed], after: Iterable[Observed]) -> list[Observed]:
    """The rows of before a change that still tell how things are.

    Args:
        before: what was captured of a host before something was changed on it.
        after: what was captured of it since.

    >>> from facts.captures import Origin
    >>> from facts.cells import Cell
    >>> def row(name, **values):
    ...     return Observed(name, "db1", {k.replace("_", "-"): Cell(v, Origin("x", (1, 1))) for k, v in values.items()})
    >>> busy = [row("vmstat", output="a", samples=60, interval_seconds=1.0), row("swap-episode", output="a", number=1)]
    >>> calm = [row("read", template=Symbol("swap-episode"), complete=Symbol("yes"))]
    >>> [[i.template for i in without_resampled(busy, [row("vmstat", output="b", samples=n, interval_seconds=1.0), *calm])]
    ...  for n in (20, 300)]
    [['vmstat', 'swap-episode'], []]
    """
    since = list(after)
    lasted = _seconds(before)
    looked = {str(i.cells["template"].value): _lasts(i, since) for i in since if _is_whole(i)}
    again: dict[tuple[str, ...], float] = {}
    for item in since:
        if item.template in _SAMPLES:
            again[_what(item)] = again.get(_what(item), 0.0) + _length(item)

    def stands(item: Observed) -> bool:
        long = lasted.get(str(_output(item)), 0.0)
        if item.template in _EPISODES:
            return looked.get(item.template, -1.0) < long
        return item.template not in _SAMPLES or again.get(_what(item), -1.0) < long

    return [item for item in before if stands(item)]


def _is_whole(item: Observed) -> bool:
    return item.template == "read" and item.cells["complete"].value == Symbol("yes")


def _what(item: Observed) -> tuple[str, ...]:
    """What was sampled: the key without the output that it stands in."""
    template = templates()[item.template]
    values = {s: c.value for s, c in item.cells.items()}
    key = key_of(template, values, item.host)
    return (item.template, *(part for name, part in zip(template.key, key, strict=True) if name not in _PER_SAMPLING))


def _output(item: Observed) -> object:
    return item.cells["output"].value if "output" in item.cells else ""


def _length(item: Observed) -> float:
    """How many seconds a sampling lasted; 0 where that is not known."""
    count, step = (item.cells.get(slot) for slot in ("samples", "interval-seconds"))
    if count is None or step is None or UNKNOWN in (count.value, step.value):
        return 0.0
    return float(str(count.value)) * float(str(step.value))


def _seconds(items: Sequence[Observed]) -> dict[str, float]:
    """How long the outputs lasted, by their labels."""
    found: dict[str, float] = {}
    for item in items:
        found[str(_output(item))] = max(found.get(str(_output(item)), 0.0), _length(item))
    return found


def _lasts(read: Observed, items: Sequence[Observed]) -> float:
    """How long the samplings of one file lasted in which something was looked for."""
    path = read.cells["template"].origin.path
    lengths = {str(_output(i)): _length(i) for i in items if next(iter(i.cells.values())).origin.path == path}
    return sum(lengths.values())
