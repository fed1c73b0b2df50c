"""Takes regular samples in bulk where the line parser stands at the first of them; imported for long texts only."""

from __future__ import annotations

from collections.abc import Sequence

from facts.long_text import LongLines
from facts.series.blocks import Run, Template
from facts.series.long_cpu import LongCpu
from facts.series.long_timeline import seconds_shown
from facts.series.recorder import Plan, Recorder
from facts.series.samples import Bulk, Told
from facts.series.tables import Layout, Walker
from facts.series.timeline import Clock, Stamp, stamp_of

_MOST_PLANS = 1000
_COPIES = 4
"""So many equal samples show the line parser's way with them: it must be the same with the last ones."""


class Taker:
    """The samples that one walk takes in bulk."""

    def __init__(self, walker: Walker, lines: LongLines) -> None:
        """For one walk through some lines."""
        self.walker, self.lines = walker, lines
        self.plans: dict[tuple[Template, Layout, frozenset[object]], Plan | None] = {}
        self.until = 0
        if walker.recorder is not None:
            walker.recorder.scratch, walker.recorder.works = lines.scratch, lines.works
            walker.tables.cpu = LongCpu(lines.scratch)

    def take(self, index: int) -> int:
        """Take regular samples that begin at a line; how many lines, 0 where they are left to the line parser."""
        if index < self.until:
            return 0
        found = self.lines.run_at(index)
        if isinstance(found, int):
            self.until = found
            return 0
        run, taken = found
        walker, template = self.walker, run.template
        each = len(template.lines) - 1
        header = template.text[: template.lines[1] - 1].decode("ascii")
        layout = walker.layout
        if layout is None or walker.cpu_names is not None or walker.headers.get(header) is not layout:
            self.until = index + each  # the line parser knows the header once it has read a sample
            return 0
        recorder = walker.recorder
        plan = self._plan(template, layout)
        if plan is None or (recorder is not None and _begun(plan, recorder)):
            self.until = index + each  # behind the next sample it may be another matter
            return 0
        self.lines.look(index)
        if recorder is not None:
            self._record(run, index, plan, recorder)
        walker.tables.rows += run.samples * sum(1 for told in plan.told if told.name)
        walker.tables.end = index + taken - each + plan.end
        return taken

    def _plan(self, template: Template, layout: Layout) -> Plan | None:
        recorder = self.walker.recorder
        key = (template, layout, frozenset(recorder.seen if recorder is not None else ()))
        if key not in self.plans:
            self.plans[key] = _plan_of(self.walker, *key) if len(self.plans) < _MOST_PLANS else None
        return self.plans[key]

    def _record(self, run: Run, index: int, plan: Plan, recorder: Recorder) -> None:
        each = len(run.template.lines) - 1
        first, line = recorder.sample, self.walker.offset + index
        cpu = self.walker.tables.cpu
        for piece in run.pieces:
            recorder.bulk(piece, plan, first, line, each)
            for told in plan.told:
                if not told.name and not isinstance(cpu, list):
                    cpu.bulk(Bulk(first + told.ahead, line - self.walker.offset + told.line + 1, each, piece, told))
            first += piece.samples
            line += piece.samples * each
        recorder.skip(run.samples)
        if plan.clock is not None:  # the next stamp may follow at once
            clock, ahead = plan.clock
            last = run.pieces[-1]
            shown = last.chunk.of_clock(self.lines.scratch)[: last.row + last.samples][-1:]
            recorder.stamps[first - 1 + ahead] = Stamp(float(seconds_shown(clock, shown)[0]), clock.dated)


def _begun(plan: Plan, recorder: Recorder) -> bool:
    """Whether a device has a row already in the sample that would be its first here; the line parser puts both together."""
    devices = recorder.devices
    return any(
        told.name in devices and devices[told.name].last >= recorder.sample + told.ahead
        for told in plan.told
        if told.name
    )


def _plan_of(walker: Walker, template: Template, layout: Layout, seen: frozenset[object]) -> Plan | None:
    """The plan for a layout; None where the line parser does not read each of such samples as one more sample.

    `seen` are the tables of the present sample.
    """
    lines = template.text.decode("ascii")[:-1].split("\n")
    states = []
    for copies in (_COPIES - 1, _COPIES):
        probe = Recorder()
        probe.stand(seen)
        tables = Walker(lines * copies, walker.dialect, probe, 0, walker.date).run(0)
        states.append((probe, tables))
    (before, _), (after, tables) = states
    if after.sample != before.sample + 1 or tables.refusals or (walker.recorder is not None and after.seen != seen):
        return None
    base = before.sample
    told = []
    for number, record in enumerate(template.records):
        at = (_COPIES - 1) * len(lines) + record.line
        if record.name is not None:
            samples = after.devices.get(record.name)
            if samples is None or samples.line[-1] != at or samples.index[-1] - samples.index[-2] != 1:
                return None
            told.append(Told(record.name, number, record.line, _fields(layout), samples.index[-1] - base))
        else:
            cpu = [entry for entry in tables.cpu if entry[1] == at] if isinstance(tables.cpu, list) else []
            if len(cpu) != 1:
                return None
            sample, _, values = cpu[0]
            told.append(Told("", number, record.line, (), sample - base, tuple(values)))
    devices = sum(1 for each in told if each.name)
    if (
        tables.rows != _COPIES * devices
        or len(after.devices) != devices
        or len(tables.cpu) != _COPIES * (len(told) - devices)
    ):
        return None
    clock = _clock_of(walker, template, lines, before, after)
    if clock is None and (template.clock is not None or after.stamps):
        return None
    end = tables.end - (_COPIES - 1) * len(lines)
    return Plan(tuple(told), clock, end)


def _fields(layout: Layout) -> tuple[tuple[int, int, float], ...]:
    places = layout.pick([*range(len(layout.names)), -1])  # type: ignore[list-item]
    factors = layout.factors or (1.0,) * len(layout.quantities)
    return tuple((n, int(p), f) for n, (p, f) in enumerate(zip(places, factors, strict=True)) if int(p) >= 0)


def _clock_of(
    walker: Walker, template: Template, lines: Sequence[str], before: Recorder, after: Recorder
) -> tuple[Clock, int] | None:
    if template.clock is None or len(after.stamps) != len(before.stamps) + 1:
        return None
    number, begin, end = template.clock
    begin, end = begin - template.lines[number], end - template.lines[number]
    line, date = lines[number], walker.date
    shown = after.stamps[max(after.stamps)]
    ahead = max(after.stamps) - before.sample
    if stamp_of(line, date) != shown or max(after.stamps) - max(before.stamps) != 1:
        return None
    if end - begin != 8:
        return (Clock(None, True), ahead) if shown == Stamp(float(line), True) else None
    hours = []
    for hour in range(100):
        stamps = [stamp_of(f"{line[:begin]}{hour:02}:{rest}{line[end:]}", date) for rest in ("00:00", "00:01", "01:00")]
        if any(stamp is None or stamp.dated is not shown.dated for stamp in stamps):
            return None
        seconds = [stamp.seconds for stamp in stamps if stamp is not None]
        if seconds[1] - seconds[0] != 1 or seconds[2] - seconds[0] != 60:
            return None
        hours.append(seconds[0])
    return Clock(tuple(hours), shown.dated), ahead
