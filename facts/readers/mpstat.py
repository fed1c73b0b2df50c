"""``mpstat`` of Linux: how the processors were used, and what the hypervisor took (``%steal``).

The lines of all processors together (``all``) count; those of single ones are passed over. Without an interval the one line
is the average since boot. ``mpstat`` of Solaris is recognised and gives how idle its processors were on average.

Samples::

    >>> from facts.readers import show
    >>> show('''10:00:01     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
    ... 10:00:02     all   12.00    0.00    3.00    1.00    0.00    0.00   31.00    0.00    0.00   53.00
    ... 10:00:03     all   10.00    0.00    3.00    1.00    0.00    0.00   35.00    0.00    0.00   51.00
    ... ''')
    mpstat lines 1-3 read
      cpu-load: busy-mean-percent=14 idle-mean-percent=52 interval-seconds=1 output=input:1 samples=2 since-boot=no \
steal-max-percent=35 steal-mean-percent=33 wait-max-percent=1 wait-mean-percent=1 (1-3)
      system: os=linux (1-1)

    >>> show('''CPU minf mjf xcal  intr ithr  csw icsw migr smtx  srw syscl  usr sys  wt idl
    ...   0    1   0   12   320  110  210    2   11    3    0   412    5   2   0  93
    ...   0    1   0   12   320  110  210    2   11    3    0   412   95   5   0   0
    ... ''')
    mpstat-solaris lines 1-3 read
      cpu-load: busy-mean-percent=100 idle-mean-percent=0 output=input:1 samples=1 since-boot=no (1-3)
      system: os=solaris (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy, unnamed
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_CLOCK = r"(?:\d\d:\d\d:\d\d|\d{1,2}:\d\d:\d\d)(?: ?[AP]M)?"
_AVERAGE = r"(?:Average:|Durchschn\.:|Durchschnitt:|Moyenne ?:)"
_HEAD = lazy(rf"\s*(?:{_CLOCK}|{_AVERAGE})\s+CPU\s+%us(?:e)?r\s+%nice\s+%sys(?:tem)?\s+%iowait\s+%irq\b")
_LINE = lazy(rf"\s*(?:(?P<clock>{_CLOCK})|(?P<average>{_AVERAGE}))\s+(?P<cpu>all|\d+)\s+(?P<rest>[\d., ]+)\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEAD.match(lines[start]):
        return None
    end = index = start + 1
    while index < len(lines) and (_LINE.match(lines[index]) or _HEAD.match(lines[index]) or not lines[index].strip()):
        index += 1
        if lines[index - 1].strip():
            end = index
    return (start, end) if end > start + 1 else None


def _seconds(clock: str) -> int:
    parts = clock.replace("AM", "").replace("PM", "").split(":")
    return int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2])


def _read(output: Output) -> Reading:
    names: list[str] = []
    samples: list[dict[str, float]] = []
    clocks: list[int] = []
    averaged = False
    for line in output.lines:
        if _HEAD.match(line):
            names = line.split("CPU", 1)[1].split()
        elif (match := _LINE.match(line)) and match["cpu"] == "all":
            if match["average"]:
                averaged = True
                continue
            words = match["rest"].replace(",", ".").split()
            if len(words) == len(names):
                samples.append(dict(zip(names, map(float, words), strict=True)))
                clocks.append(_seconds(match["clock"]))
    if not samples:
        return Reading()
    values: dict[str, Value | bool] = {
        "output": output.label, "samples": len(samples), "since-boot": len(samples) == 1 and not averaged,
    }  # fmt: skip
    if len(clocks) > 1 and clocks[-1] > clocks[0]:
        values["interval-seconds"] = (clocks[-1] - clocks[0]) / (len(clocks) - 1)
    _means(values, samples)
    return Reading(
        [Row("cpu-load", values, output.whole), Row("system", {"os": "linux"}, output.span(0), inferred=True)]
    )


def _means(values: dict[str, Value | bool], samples: list[dict[str, float]]) -> None:
    def of(name: str) -> list[float]:
        return [sample[name] for sample in samples if name in sample]

    busy = [sum(sample.get(n, 0.0) for n in ("%usr", "%user", "%nice", "%sys", "%system")) for sample in samples]
    values["busy-mean-percent"] = sum(busy) / len(busy)
    for slot, name in (("wait", "%iowait"), ("steal", "%steal"), ("idle", "%idle")):
        if series := of(name):
            values[f"{slot}-mean-percent"] = sum(series) / len(series)
            if slot != "idle":
                values[f"{slot}-max-percent"] = max(series)


_SUN_HEAD = lazy(r"\s*(?:CPU|SET) minf mjf xcal +intr ithr +csw icsw migr smtx +srw syscl +usr sys +(?:wt +)?idl")
_SUN_LINE = lazy(r"\s*\d+(?: +\d+){13,16}\s*$")


def _sun_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _SUN_HEAD.match(lines[start]):
        return None
    end = start + 1
    while end < len(lines) and (_SUN_LINE.match(lines[end]) or _SUN_HEAD.match(lines[end])):
        end += 1
    return (start, end) if end > start + 1 else None


def _sun_read(output: Output) -> Reading:
    at = {name: n for n, name in enumerate(output.lines[0].split())}
    samples: list[list[tuple[int, int]]] = []
    last = -1
    for line in output.lines:
        if not _SUN_LINE.match(line):
            last = -1
            continue
        words = [int(word) for word in line.split()]
        if len(words) != len(at):
            continue
        if words[0] <= last or last < 0:
            samples.append([])
        samples[-1].append((words[at["usr"]] + words[at["sys"]], words[at["idl"]]))
        last = words[0]
    counted = samples[1:] or samples
    flat = [entry for sample in counted for entry in sample]
    if not flat:
        return Reading()
    values: dict[str, Value | bool] = {
        "output": output.label, "samples": len(counted), "since-boot": len(samples) == 1,
        "busy-mean-percent": sum(busy for busy, _ in flat) / len(flat),
        "idle-mean-percent": sum(idle for _, idle in flat) / len(flat),
    }  # fmt: skip
    return Reading(
        [Row("cpu-load", values, output.whole), Row("system", {"os": "solaris"}, output.span(0), inferred=True)]
    )


READERS = (
    Reader("mpstat", unnamed(_HEAD), _extent, _read),
    Reader("mpstat-solaris", unnamed(_SUN_HEAD), _sun_extent, _sun_read),
)
