"""``atop``: one screen for each interval, of the whole host: processors, memory, paging, and each disk that did something.

Processors are added up (eight of them have 800 %). ``avio`` is how long a disk was busy for one request, and ``avq`` how many were
there while it was busy: their product is how long a request took. The screen of what happened since boot is left out.

Sample::

    >>> from facts.readers import show
    >>> show('''ATOP - db7          2021/03/04  10:21:30          ------------             10s elapsed
    ... CPU | sys      37% | user     20% | irq       1% | idle    512% | wait    230% |
    ... MEM | tot    62.7G | free  612.3M | cache  40.1G | dirty   3.1G | buff  212.0M |
    ... PAG | scan  812345 | stall   1234 | swin       0 | swout      0 |
    ... DSK |          sdb | busy    100% | read      12 | write   4120 | MBw/s  12.30 | avq   100.00 | avio 2.40 ms |
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    atop lines 1-5 read
      cpu-load: idle-mean-percent=64 interval-seconds=10 output=input:1 samples=1 since-boot=no system-max-percent=4.625
        system-mean-percent=4.625 wait-max-percent=28.75 wait-mean-percent=28.75 (2-2)
      vmstat: free-min-bytes=642043085 interval-seconds=10 os=linux output=input:1 samples=1 since-boot=no
        swap-in-max-kb-s=0 swap-out-max-kb-s=0 swapping-percent=0 swapping-samples=0 wait-max-percent=28.75
        wait-mean-percent=28.75 (4-4)
      device-load: busy-percent-max=100 busy-percent-mean=100 device=sdb interval-seconds=10 latency-ms-max=240
        latency-ms-mean=240 output=input:1 queue-max=100 queue-mean=100 reads-s-mean=1.2 samples=1 since-boot=no
        write-kb-s-mean=12595.2 writes-s-max=412 writes-s-mean=412 (5-5)
      meminfo: cached-bytes=43057047142 dirty-bytes=3328599654 dirtyable-bytes=43921388339 mem-free-bytes=642043085
        mem-total-bytes=67323612365 (3-3)
      system: os=linux (1-1)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.series.columns import column_of
from facts.series.numbers import NAN, highest, known, lowest, mean, slots
from facts.series.swaps import Swapping, swap_episodes
from facts.series.timeline import timeline
from facts.units import number, size

_HEAD = lazy(
    r"\s*ATOP - (?P<host>\S+)\s+\d{4}/\d\d/\d\d\s+\d\d:\d\d:\d\d\s.*?(?:(?P<hours>\d+)h)?(?:(?P<minutes>\d+)m)?(?P<seconds>\d+)s elapsed"
)
_LINE = lazy(
    r"\s*(?P<label>PRC|CPU|cpu|CPL|GPU|MEM|SWP|PAG|PSI|NUM|LLC|LVM|MDD|DSK|NFM|NFC|NFS|NET|IFB|CON|EGR)\s+\|(?P<cells>.*\|)\s*\Z"
)
_OF_BOOT = lazy(r".*since boot")
_CELL = lazy(
    r"\s*(?P<name>[A-Za-z#/%.-][\w#/%.-]*?)\s+(?P<value>-?[\d.]+(?:e\+?\d+)?)\s*(?P<unit>%|ms|us|ns|[KMGT])?\s*\Z"
)
_OTHERS = lazy(r"\s*(?:PRC|cpu|CPL|GPU|SWP|PSI|NUM|LLC|LVM|MDD|NFM|NFC|NFS|NET|IFB|CON|EGR)\s")
_PAGE_KB = 4.0
_MUCH_DIRTY = 0.05
"""Part of all memory; no kernel begins to write in the background before that."""
_MEMORY = (
    ("MEM", "tot", "mem-total-bytes"), ("MEM", "free", "mem-free-bytes"), ("MEM", "avail", "mem-available-bytes"),
    ("MEM", "pgtab", "page-tables-bytes"),
    ("MEM", "cache", "cached-bytes"), ("MEM", "dirty", "dirty-bytes"), ("SWP", "tot", "swap-total-bytes"),
    ("SWP", "free", "swap-free-bytes"),
)  # fmt: skip
_SPANS = ((300.0, "300"), (60.0, "60"), (10.0, "10"))


@dataclass(slots=True)
class _Screen:
    """One interval: its length, and the cells of its lines by label, or by label and disk."""

    seconds: float
    boot: bool = False
    lines: dict[str, int] = field(default_factory=dict)
    cells: dict[str, dict[str, float]] = field(default_factory=dict)

    def cell(self, label: str, name: str) -> float:
        return self.cells.get(label, {}).get(name, NAN)

    def share(self, name: str) -> float:
        """A part of the time of all processors together, in percent."""
        every = [self.cell("CPU", n) for n in ("sys", "user", "irq", "idle", "wait", "steal")]
        return 100 * self.cell("CPU", name) / (sum(known(every)) or NAN)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEAD.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and (_LINE.match(lines[end]) or _HEAD.match(lines[end]) or _OF_BOOT.match(lines[end])):
        end += 1
    return (start, end) if end > start + 1 else None


def _value(match: dict[str, str | None]) -> float:
    text, unit = str(match["value"]), match["unit"] or ""
    if unit in ("K", "M", "G", "T"):
        return size(text + unit) or 0.0
    value = number(text)
    return NAN if value is None else value * {"us": 1e-3, "ns": 1e-6}.get(unit, 1.0)


def _screens(output: Output) -> list[_Screen]:
    screens: list[_Screen] = []
    for index, line in enumerate(output.lines):
        if head := _HEAD.match(line):
            hours, minutes, seconds = (float(head[unit] or 0) for unit in ("hours", "minutes", "seconds"))
            screens.append(_Screen(hours * 3600 + minutes * 60 + seconds))
        elif match := _LINE.match(line):
            parts = [part for part in match["cells"].split("|") if part.strip()]
            disk = match["label"] in ("DSK", "LVM", "MDD") and bool(parts)
            label = f"{match['label']} {parts.pop(0).strip()}" if disk else match["label"]
            found = [cell.groupdict() for part in parts if (cell := _CELL.match(part))]
            screens[-1].cells[label] = {str(cell["name"]): _value(cell) for cell in found}
            screens[-1].lines[label] = index
        else:
            screens[-1].boot = True
    return screens


def _read(output: Output) -> Reading:
    reading = Reading()
    if head := _HEAD.match(output.lines[0]):
        reading.host = head["host"]
    screens = _screens(output)
    for screen in screens:
        if screen.boot and len(screens) > 1:
            for index in screen.lines.values():
                reading.pass_over("since boot", output.span(index))
    screens = [s for s in screens if not s.boot] or screens[:1]
    base: dict[str, Value | bool] = {"output": output.label, "samples": len(screens), "since-boot": screens[0].boot}
    base |= slots(interval_seconds=lowest(s.seconds or NAN for s in screens))
    reading.rows += [*_host_rows(screens, base, output), *_disk_rows(screens, base, output)]
    if memory := _memory(screens[-1]):
        lines = sorted(screens[-1].lines[label] for label in ("MEM", "SWP") if label in screens[-1].lines)
        reading.rows.append(Row("meminfo", memory, output.span(lines[0], lines[-1])))
    reading.rows += [] if screens[-1].boot else _pressure(screens[-1], output)
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0)))
    for screen in screens:
        reading.used += [
            output.span(i)
            for label, i in screen.lines.items()
            if label[:3] in ("CPU", "MEM", "SWP", "PAG", "PSI", "DSK")
        ]
    return reading


def _host_rows(screens: list[_Screen], base: dict[str, Value | bool], output: Output) -> list[Row]:
    found = []
    wait, system = [s.share("wait") for s in screens], [s.share("sys") for s in screens]
    if known(system):
        found.append(Row("cpu-load", {**base, **slots(
            wait_mean_percent=mean(wait), wait_max_percent=highest(wait), system_mean_percent=mean(system),
            system_max_percent=highest(system), idle_mean_percent=mean(s.share("idle") for s in screens),
            steal_mean_percent=mean(s.share("steal") for s in screens),
        )}, output.span(screens[0].lines["CPU"], screens[-1].lines["CPU"])))  # fmt: skip
    paging = [s for s in screens if "PAG" in s.cells and s.seconds]
    if paging:
        waiting = [s.share("wait") for s in paging]
        into, out = ([s.cell("PAG", name) * _PAGE_KB / s.seconds for s in paging] for name in ("swin", "swout"))
        swapping = sum(a > 0 or b > 0 for a, b in zip(into, out, strict=True))
        found.append(Row("vmstat", {**base, "os": "linux", "swapping-samples": swapping, **slots(
            swap_in_max_kb_s=highest(into), swap_out_max_kb_s=highest(out), swapping_percent=100.0 * swapping / len(paging),
            free_min_bytes=lowest(s.cell("MEM", "free") for s in paging), wait_mean_percent=mean(waiting),
            wait_max_percent=highest(waiting),
        )}, output.span(paging[0].lines["PAG"], paging[-1].lines["PAG"])))  # fmt: skip
        if not screens[0].boot:
            times = timeline(len(paging), {}, lowest(s.seconds for s in paging))
            lines = [float(output.first + s.lines["PAG"]) for s in paging]
            found += swap_episodes(Swapping(column_of(into), column_of(out), lines, times), output)
    return found


def _disk_rows(screens: list[_Screen], base: dict[str, Value | bool], output: Output) -> list[Row]:
    rows = []
    for label in dict.fromkeys(label for s in screens for label in s.cells if label.startswith("DSK ")):
        seen = [s for s in screens if label in s.cells and s.seconds]
        if seen:
            span = output.span(seen[0].lines[label], seen[-1].lines[label])
            rows.append(Row("device-load", {**base, "device": label[4:], **_disk(seen, label)}, span))
    return rows


def _disk(screens: list[_Screen], label: str) -> dict[str, float]:
    """What one disk did over some intervals."""

    def column(name: str) -> list[float]:
        return [s.cell(label, name) for s in screens]

    def rate(name: str) -> list[float]:
        return [s.cell(label, name) / s.seconds for s in screens]

    latency = [queued * each for queued, each in zip(column("avq"), column("avio"), strict=True)]
    return slots(
        busy_percent_mean=mean(column("busy")), busy_percent_max=highest(column("busy")), reads_s_mean=mean(rate("read")),
        writes_s_mean=mean(rate("write")), writes_s_max=highest(rate("write")), queue_mean=mean(column("avq")),
        queue_max=highest(column("avq")), latency_ms_mean=mean(latency), latency_ms_max=highest(latency),
        read_kb_s_mean=1024 * mean(column("MBr/s")), write_kb_s_mean=1024 * mean(column("MBw/s")),
    )  # fmt: skip


def _memory(screen: _Screen) -> dict[str, Value | bool]:
    found: dict[str, Value | bool] = {
        slot: value
        for label, name, slot in _MEMORY
        if not math.isnan(value := screen.cell(label, name)) and (label != "SWP" or "MEM" in screen.lines)
    }
    free, cache, buffers = (screen.cell("MEM", name) for name in ("free", "cache", "buff"))
    shared = screen.cell("MEM", "shmem")
    if (dirtyable := free + cache + buffers - (0.0 if math.isnan(shared) else shared)) > 0:
        found["dirtyable-bytes"] = dirtyable
    # little may be a moment in which all of it is being written
    if (dirty := screen.cell("MEM", "dirty")) >= _MUCH_DIRTY * screen.cell("MEM", "tot"):
        found["dirty-and-writeback-peak-bytes"] = dirty
    return found


def _pressure(screen: _Screen, output: Output) -> list[Row]:
    """How long tasks waited in the interval, in the slots of the time that comes next to it."""
    span = next((span for least, span in _SPANS if screen.seconds >= least), "")
    if not span or "PSI" not in screen.lines:
        return []
    rows = []
    for resource, short in (("cpu", "cpu"), ("memory", "mem"), ("io", "io")):
        shares = {who: screen.cell("PSI", f"{short}{who}") for who in ("some", "full")}
        values: dict[str, Value | bool] = {
            f"{who}-{span}-seconds-percent": share for who, share in shares.items() if not math.isnan(share)
        }
        if values:
            rows.append(Row("pressure", {"resource": resource, **values}, output.span(screen.lines["PSI"])))
    return rows


HINTS = ("ATOP - ",)
READERS = (
    Reader("atop", _HEAD, _extent, _read, of_no_use=(
        ("heading", _HEAD), ("since boot", _OF_BOOT), ("other counters", _OTHERS),
    )),
)  # fmt: skip
