"""``zilstat.ksh``: what was written to the intent log of ZFS, sample by sample, by DTrace on Solaris, illumos and FreeBSD.

``N`` is what programs asked for, ``B`` the log blocks that it took; ``-M`` and ``-k`` count in other units, ``-t`` puts the
time first. ``ops`` are log blocks in the sample, whose length is the bytes by the bytes a second.

Sample::

    >>> from facts.readers import show
    >>> show('''# zilstat -p tank 10 2
    ...    N-Bytes  N-Bytes/s N-Max-Rate    B-Bytes  B-Bytes/s B-Max-Rate    ops  <=4kB 4-32kB >=32kB
    ...    8000000     800000     900000   10000000    1000000    1100000    500      3     14    483
    ...    6000000     600000     900000    8000000     800000    1100000    300      2     11    287
    ... ''')
    zilstat lines 2-4 read
      log-writes: blocks-s=40 blocks-s-least=30 output=input:2 pool=tank samples=2 (2-4)
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row

_HEADER = lazy(r"\s*(?:TIME\s+)?N-\w+\s+N-\w+/s\s+N-Max-Rate\s+B-\w+\s+B-\w+/s\s+B-Max-Rate\s+ops\s+<=4kB\s.*\Z")
_ROW = lazy(r"\s*(?:\d{4} \w{3} +\d{1,2} [\d:]+\s+)?\d+(?:\s+\d+){9}\s*\Z")
_POOL = lazy(r".*\bzilstat\S*\s(?:.*\s)?-p\s*(?P<pool>[A-Za-z][\w.:-]*)")
_BYTES, _BYTES_S, _OPS = -7, -6, -4
"""Where columns stand, from the right."""


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start + 1, _ROW)
    return (start, end) if end > start + 1 else None


def _read(output: Output) -> Reading:
    rates: list[float] = []
    reading = Reading()
    for index, line in enumerate(output.lines[1:], 1):
        cells = line.split()
        written, rate, blocks = (float(cells[at]) for at in (_BYTES, _BYTES_S, _OPS))
        if rate:
            rates.append(blocks * rate / written if written else 0.0)
            reading.used.append(output.span(index))
        elif blocks:
            reading.refusals.append(Refusal(output.span(index), "no rate that tells how long the sample is"))
        else:
            rates.append(0.0)
            reading.used.append(output.span(index))
    if rates:
        pool = _POOL.match(output.command)
        values = {
            "pool": pool["pool"] if pool else "",
            "output": output.label,
            "samples": len(rates),
            "blocks-s": mean(rates),
            "blocks-s-least": min(rates),
        }
        reading.rows.append(Row("log-writes", values, output.whole))
    return reading


HINTS = ("N-Max-Rate",)
READERS = (Reader("zilstat", _HEADER, _extent, _read, of_no_use=(("heading", _HEADER),)),)
