"""Takes regular samples in bulk where the line parser stands at one; imported for large inputs only."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from facts.series.arrays import Columns
from facts.series.blocks import Run, Template, gathered
from facts.series.devices import QUANTITIES, Recorder
from facts.series.timeline import Stamp, stamp_of

if TYPE_CHECKING:
    from facts.long_text import LongLines
    from facts.series.tables import Layout, Walker

_CHUNK = 1 << 20


class Plan(NamedTuple):
    """How the samples of one layout are recorded: names, the field and factor of each quantity that is told."""

    names: tuple[str, ...]
    told: tuple[tuple[int, int, float], ...]
    base: Stamp | None


def plan_of(walker: Walker, template: Template, layout: Layout) -> Plan | None:
    """The plan for a layout; None where the line parser would not read two such samples as two samples."""
    lines = template.text.decode("ascii")[:-1].split("\n")
    names = tuple(lines[d.line].split()[layout.device] for d in template.devices)
    if tuple(lines[0].split()) != layout.names or lines[0] not in walker.headers:
        return None
    if template.clock is not None and template.clock[0] < template.devices[-1].line:
        return None
    base = None if template.clock is None else _base(lines[template.clock[0]], template, walker.date)
    if template.clock is not None and base is None:
        return None
    probe = Recorder()
    tables = walker.again(lines * 2, probe)
    devices = len(names)
    samples = 2 if base is not None else 1
    if tables.rows != 2 * devices or tables.refusals or tables.cpu or probe.sample != samples:
        return None
    if tuple(probe.devices) != names or len(probe.stamps) != (2 if base is not None else 0):
        return None
    places = layout.pick([*range(len(layout.names)), -1])  # type: ignore[list-item]
    factors = layout.factors or (1.0,) * len(QUANTITIES)
    told = tuple((n, int(p), f) for n, (p, f) in enumerate(zip(places, factors, strict=True)) if int(p) >= 0)
    return Plan(names, told, base)


def _base(line: str, template: Template, date: tuple[int, int, int] | None) -> Stamp | None:
    """The stamp of a line whose clock shows nothing; None where its time is not told by the clock's digits alone."""
    assert template.clock is not None
    number, begin, end = template.clock
    begin, end = begin - template.lines[number], end - template.lines[number]
    if end - begin != 8:
        stamp = stamp_of(line, date)
        return Stamp(0.0, True) if stamp is not None and stamp.seconds == float(line) else None
    times = [(h, 0, 0) for h in range(100)] + [(0, m, 0) for m in range(100)] + [(0, 0, s) for s in range(100)]
    base = stamp_of(f"{line[:begin]}00:00:00{line[end:]}", date)
    for hour, minute, second in times:
        stamp = stamp_of(f"{line[:begin]}{hour:02}:{minute:02}:{second:02}{line[end:]}", date)
        if base is None or stamp is None or stamp.dated is not base.dated:
            return None
        if stamp.seconds - base.seconds != hour * 3600 + minute * 60 + second:
            return None
    return base


def take(walker: Walker, lines: LongLines, run: Run, index: int, plan: Plan) -> None:
    """Record the samples of a run, whose first line is at `index`; the one before it was read line by line."""
    walker.tables.rows += run.samples * len(plan.names)
    if walker.recorder is None:
        return
    template = run.template
    size, each = len(template.text), len(template.lines) - 1
    step = max(1, _CHUNK // size)
    for begin in range(0, run.samples, step):
        count = min(step, run.samples - begin)
        columns = gathered(lines.data, size, run.start + size * np.arange(begin, begin + count))
        _record(walker.recorder, template, plan, columns, walker.offset + index + begin * each)


def _record(
    recorder: Recorder, template: Template, plan: Plan, columns: np.typing.NDArray[np.uint8], line: int
) -> None:
    count, each = columns.shape[1], len(template.lines) - 1
    first = recorder.sample + (plan.base is None)
    values = {n: template.numbers(columns, field) for n, field, _ in plan.told}
    for n, _, factor in plan.told:
        if factor != 1.0:
            values[n] *= factor
    for at, (name, device) in enumerate(zip(plan.names, template.devices, strict=True)):
        kept = Columns(first, count, line + device.line, each, {n: of_all[at] for n, of_all in values.items()})
        recorder.bulk(name, kept)
    if plan.base is not None:
        base = plan.base
        for number, seconds in enumerate(template.seconds(columns).tolist(), first + 1):
            recorder.stamps[number] = Stamp(base.seconds + seconds, base.dated)
    recorder.skip(count, plan.base is not None)
