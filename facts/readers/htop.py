"""The meters of ``htop`` as a terminal shows them: what memory and swap hold.

What ``htop`` calls used leaves the caches out, so the rest can be given out.

Samples::

    >>> from facts.readers import show
    >>> show('''  Mem[|||||||||||||||||||||15.2G/15.5G]   Tasks: 212, 811 thr; 3 running
    ...   Swp[|||||||||||||||||||||4.00G/4.00G]   Load average: 61.20 55.12 41.03
    ... ''')
    htop lines 1-2 read
      meminfo: mem-available-bytes=322122547 mem-total-bytes=16642998272 samples=1 swap-free-bytes=0 swap-total-bytes=4294967296 (1-2)
      system: ram-bytes=16642998272 (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import size

_METER = lazy(
    r"(?:.{0,100}\s)?(?P<name>Mem|Swp)\s?\[[|#* ]{0,200}(?P<used>\d[\d.]{0,8}[KMGT]?)/(?P<total>\d[\d.]{0,8}[KMGT]?)(?:B|iB)?\]"
)
_OTHER = lazy(r"\s*(?:\d{1,4}\s?\[[|#* ]{0,200}\d{1,3}\.\d%\]|Tasks: |Load average: |Uptime: )")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _METER, _OTHER)
    return (start, end) if any(map(_METER.match, lines[start:end])) else None


def _read(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {"samples": 1}
    at: list[int] = []
    for index, match in output.matches(_METER):
        used, total = size(match["used"], bare=1024), size(match["total"], bare=1024)
        if used is None or total is None:
            continue
        free = round(max(0.0, total - used))
        values |= (
            {"mem-total-bytes": round(total), "mem-available-bytes": free}
            if match["name"] == "Mem"
            else {"swap-total-bytes": round(total), "swap-free-bytes": free}
        )
        at.append(index)
        reading.used.append(output.span(index))
    if at:
        reading.rows.append(Row("meminfo", values, output.span(at[0], at[-1])))
    if "mem-total-bytes" in values:
        reading.rows.append(Row("system", {"ram-bytes": values["mem-total-bytes"]}, output.span(at[0])))
    return reading


HINTS = ("Mem[", "Swp[", "Mem [")
READERS = (Reader("htop", _METER, _extent, _read, of_no_use=(("other meter", _OTHER),)),)
