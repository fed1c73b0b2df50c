"""``dstat`` (and ``pcp dstat``): what the host does, a line for each interval, in groups of columns.

Which groups stand there depends on the options: processors, bytes of all disks, paging, swap, memory, tasks. The first line is the
average since boot. Sizes have a unit of one letter; nothing is written as a dot or a blank.

Sample::

    >>> from facts.readers import show
    >>> show('''----total-cpu-usage---- -dsk/total- ---paging--
    ... usr sys idl wai hiq siq| read  writ|  in   out
    ...   1   1  90   8   0   0|1214k   15M|   0     0
    ...   0   2  49  49   0   0|   0    84M|   0     0
    ...   1   3  50  46   0   0|   0    80M| 512k    0
    ... ''')  # doctest: +NORMALIZE_WHITESPACE
    dstat lines 1-5 read
      cpu-load: idle-mean-percent=49.5 interval-seconds=1 output=input:1 samples=2 since-boot=no system-max-percent=3
        system-mean-percent=2.5 wait-max-percent=49 wait-mean-percent=47.5 (4-5)
      vmstat: block-out-max-kb-s=86016 block-out-mean-kb-s=83968 interval-seconds=1 os=linux output=input:1 samples=2
        since-boot=no swap-in-max-kb-s=512 swap-out-max-kb-s=0 swapping-percent=50 swapping-samples=1
        wait-max-percent=49 wait-mean-percent=47.5 (4-5)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.series.commands import interval_of
from facts.series.numbers import NAN, highest, known, lowest, mean, slots
from facts.series.stalls import HostSamples, drain_rate, write_pauses
from facts.series.timeline import timeline
from facts.units import size

_NAMED = lazy(
    r"[-<> \w/.]{0,300}?-(?:total-(?:cpu-)?usage|system|load-avg|memory-usage|paging|procs|swap|dsk/\S+?|net/\S+?|io/\S+?)-"
)
_HEADING = lazy(r"(?=.*[a-z]{3})\s*[\w%#/ ]*\|[\w%#/| :]*\Z")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _NAMED.match(lines[start]) or start + 1 >= len(lines) or "|" not in lines[start + 1]:
        return None
    end = start + 1
    while end < len(lines) and ("|" in lines[end] or _NAMED.match(lines[end])):
        end += 1
    return (start, end) if end > start + 2 else None


def _names(groups: str, heading: str) -> list[list[str]]:
    """The columns of each group, as ``group column``."""
    titles = [title.strip("-<>") for title in groups.split() if title.strip("-<>")]
    parts = [part.split() for part in heading.split("|")]
    if len(titles) != len(parts):
        titles = [""] * len(parts)
    return [[f"{title} {name}" for name in part] for title, part in zip(titles, parts, strict=True)]


def _sample(names: list[list[str]], line: str) -> dict[str, float]:
    """The values of a line; a group with words in it, such as the time, gives none."""
    parts = [part.split() for part in line.split("|")]
    if len(parts) != len(names):
        return {}
    pairs = (
        zip(heads, map(_cell, part), strict=True)
        for heads, part in zip(names, parts, strict=True)
        if len(heads) == len(part)
    )
    return {name: value for group in pairs for name, value in group}


def _cell(text: str) -> float:
    if text in (".", "-"):
        return 0.0
    value = size(text)
    return NAN if value is None else value


def _read(output: Output) -> Reading:
    reading = Reading()
    samples: list[tuple[int, dict[str, float]]] = []
    names: list[list[str]] = []
    for index, line in enumerate(output.lines):
        if _NAMED.match(line):
            continue
        if _NAMED.match(output.lines[index - 1]):
            names = _names(output.lines[index - 1], line)
        elif values := _sample(names, line):
            samples.append((index, values))
    boot = len(samples) == 1
    for index, _ in samples[: 0 if boot else 1]:
        reading.pass_over("since boot", output.span(index))
    samples = samples if boot else samples[1:]
    if not samples:
        return reading
    reading.used += [output.span(index) for index, _ in samples]
    reading.rows += [*_rows(samples, output, boot), Row("system", {"os": "linux"}, output.span(0), inferred=True)]
    return reading


def _rows(samples: list[tuple[int, dict[str, float]]], output: Output, boot: bool) -> list[Row]:
    def column(*endings: str) -> list[float]:
        return [next((v for name, v in values.items() if name.endswith(endings)), NAN) for _, values in samples]

    def kilobytes(*endings: str) -> list[float]:
        return [value / 1024 for value in column(*endings)]

    span = output.span(samples[0][0], samples[-1][0])
    base: dict[str, Value | bool] = {"output": output.label, "samples": len(samples), "since-boot": boot}
    base |= slots(interval_seconds=interval_of(output.command, "dstat") or 1.0)
    wait, system = column(" wai"), column(" sys")
    shares = slots(wait_mean_percent=mean(wait), wait_max_percent=highest(wait))
    kernel = slots(system_mean_percent=mean(system), system_max_percent=highest(system))
    steal = slots(steal_mean_percent=mean(column(" stl")), steal_max_percent=highest(column(" stl")))
    idle = slots(idle_mean_percent=mean(column(" idl")))
    written, into, out = kilobytes("dsk/total writ"), kilobytes("paging in"), kilobytes("paging out")
    swapping = [a > 0 or b > 0 for a, b in zip(into, out, strict=True) if a == a and b == b]
    memory = slots(
        block_out_max_kb_s=highest(written), block_out_mean_kb_s=mean(written), swap_in_max_kb_s=highest(into),
        swap_out_max_kb_s=highest(out), drain_kb_s=drain_rate(written),
        run_queue_max=_whole(column("procs run")), blocked_max=_whole(column("procs blk")),
        free_min_bytes=lowest(column("memory-usage free")),
    )  # fmt: skip
    if swapping:
        memory |= {"swapping-samples": sum(swapping), "swapping-percent": 100.0 * sum(swapping) / len(swapping)}
    found = []
    if known(wait) or known(system):
        found.append(Row("cpu-load", {**base, **shares, **kernel, **steal, **idle}, span))
    if memory:
        found.append(Row("vmstat", {**base, "os": "linux", **memory, **shares}, span))
    unknown = [NAN] * len(samples)
    host = HostSamples(
        timeline(len(samples), {}, interval_of(output.command, "dstat") or 1.0), [float(n) for n, _ in samples],
        unknown, wait, column("procs blk"), out, kilobytes("dsk/total read"), written,
    )  # fmt: skip
    pauses = write_pauses(host, output)
    return [*found, pauses] if pauses else found


def _whole(values: list[float]) -> float:
    most = highest(values)
    return most if most != most else int(most)


HINTS = ("usage-", "dsk/", "-paging-")
READERS = (Reader("dstat", _NAMED, _extent, _read, of_no_use=(("heading", _NAMED), ("heading", _HEADING))),)
