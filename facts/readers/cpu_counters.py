"""``/proc/stat``, ``mpstat``'s averages alone: what is pasted of them without what stands above.

The first line of ``/proc/stat`` counts since boot; read twice, the difference tells of the time between. Of it only the share
that the hypervisor took is given, and what the programs and the kernel used.

Samples::

    >>> from facts.readers import show
    >>> show('''cpu  1000 0 200 7000 0 0 0 1800 0 0
    ... cpu  1040 0 210 7010 0 0 0 1900 0 0
    ... ''')
    proc-stat lines 1-2 read
      cpu-load: busy-mean-percent=31.25 output=input:1 samples=1 since-boot=no steal-max-percent=62.5 steal-mean-percent=62.5 (1-2)
      system: os=linux (1-1)

    >>> show('''Average:     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice   %idle
    ... Average:     all   14.21    0.00    5.13    0.42    0.00    0.10   46.11    0.00    0.00   34.03
    ... ''')
    mpstat-average lines 1-2 read
      cpu-load: busy-mean-percent=19.34 output=input:1 samples=1 since-boot=no steal-max-percent=46.11 steal-mean-percent=46.11 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from itertools import pairwise

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_TOTAL = lazy(r"\s*cpu  ?(?P<counts>\d{1,18}(?: \d{1,18}){7,9})\s*$")
_EACH = lazy(r"\s*cpu\d{1,4} \d")
_STEAL = 7
# what runs a guest is counted in user as well
_SHARED = 8


def _load(
    output: Output, steal: float, most: float, busy: float, samples: int, since_boot: bool
) -> dict[str, Value | bool]:
    return {
        "output": output.label, "samples": samples, "since-boot": since_boot, "busy-mean-percent": round(busy, 2),
        "steal-max-percent": round(most, 2), "steal-mean-percent": round(steal, 2),
    }  # fmt: skip


def _stat_read(output: Output) -> Reading:
    found = [(n, [int(word) for word in match["counts"].split()][:_SHARED]) for n, match in output.matches(_TOTAL)]
    reading = Reading(used=[output.span(n) for n, _ in found])
    looks = [[b - a for a, b in zip(x, y, strict=True)] for (_, x), (_, y) in pairwise(found)] or [found[0][1]]
    # a counter that runs backwards tells nothing
    good = [look for look in looks if min(look) >= 0 and sum(look) > 0]
    if good:
        steals = [100.0 * look[_STEAL] / sum(look) for look in good]
        busy = [100.0 * sum(look[:3]) / sum(look) for look in good]
        values = _load(
            output, sum(steals) / len(good), max(steals), sum(busy) / len(good), len(good), len(found) == 1
        )  # fmt: skip
        reading.rows.append(Row("cpu-load", values, output.span(found[0][0], found[-1][0])))
    reading.infer_system("linux", output.span(0))
    return reading


_AVERAGES = lazy(r"\s*[^\W\d][^\s:]{1,20}\s*:\s+CPU\s+%us(?:e)?r\s+%nice\s+%sys(?:tem)?\s.*%steal\s.*%idle\s*$")
_AVERAGE = lazy(r"\s*[^\W\d][^\s:]{1,20}\s*:\s+(?P<cpu>all|\d{1,4})\s+(?P<cells>\d[\d.,]*(?:\s+\d[\d.,]*){5,10})\s*$")


def _average_read(output: Output) -> Reading:
    names = output.lines[0].split("CPU", 1)[1].split()
    reading = Reading()
    for n, match in output.matches(_AVERAGE):
        cells = [float(word.replace(",", ".")) for word in match["cells"].split()]
        if match["cpu"] != "all" or len(cells) != len(names):
            continue
        row = dict(zip(names, cells, strict=True))
        busy = sum(row.get(name, 0.0) for name in ("%usr", "%user", "%nice", "%guest", "%gnice", "%sys", "%system"))
        values = _load(output, row["%steal"], row["%steal"], busy, 1, False)
        reading.rows.append(Row("cpu-load", values, output.span(n)))
        break
    reading.infer_system("linux", output.span(0))
    return reading


HINTS = ("cpu ", "%steal")
READERS = (
    Reader("proc-stat", _TOTAL, extent_of(_TOTAL, _EACH), _stat_read, of_no_use=(("one processor", _EACH),)),
    Reader(
        "mpstat-average",
        _AVERAGES,
        extent_of(_AVERAGE, head=_AVERAGES),
        _average_read,
        of_no_use=(("heading", _AVERAGES), ("one processor", _AVERAGE)),
    ),
)
