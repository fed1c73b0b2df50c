"""GNU ``ddrescue``: what it could not read of a disk, as its screen shows it (1.11 to 1.28).

The last screen counts. The device stands in the command above; where nobody shows it, it is not known.

Samples::

    >>> from facts.readers import show
    >>> show('''# ddrescue -d /dev/sdc sdc.img sdc.map
    ... GNU ddrescue 1.27
    ...      ipos:  827326 kB, non-trimmed:    65536 B,  current rate:   51838 kB/s
    ...      opos:  827326 kB, non-scraped:   131072 B,  average rate:   31707 kB/s
    ... non-tried:        0 B,  bad-sector:    24576 B,    error rate:     512 B/s
    ...   rescued:  999 GB,   bad areas:       12,        run time:     10h 16m
    ... pct rescued:   99.99%, read errors:       61,  remaining time:         n/a
    ... ''')
    ddrescue lines 2-7 read
      surface-scan: bad-blocks=12 device=/dev/sdc number=1 result=errors writes=no (2-7)

    >>> show('''rescued:    80026 MB,  errsize:       0 B,  current rate:   33554 kB/s
    ...    ipos:    80026 MB,   errors:       0,    average rate:   40990 kB/s
    ... Finished
    ... ''')
    ddrescue lines 1-3 read
      surface-scan: bad-blocks=0 device= number=1 result=clean writes=no (1-3)
"""

from __future__ import annotations

import re

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.shell import simple_commands

_COUNT = lazy(r".*(?:\bbad areas|\berrors|\bread errors): +(?P<count>\d{1,12}),")
_AREAS = lazy(r".*(?:\bbad areas|, +errors): +(?P<count>\d{1,12}),")
_SCREEN = lazy(
    r"\s*(?:GNU ddrescue \d|Press Ctrl-C|Initial status|Current status|About to copy|ipos: |opos: |non-tried: |rescued: "
    r"|(?:pct|percent) rescued: |non-trimmed: |non-scraped: |bad-sector: |errsize: |time since last|Copying non-tried|Trimming"
    r"|Scraping|Retrying|Splitting|Finished|Pass \d|Interrupted by user|run time: |remaining time: |slow reads: |\(mapfile\)"
    r"|Starting positions|Copy block size|Sector size|Max |Direct(?: in)?: |Sparse: |Truncate: |Trim: |Scrape: |Skip)"
)
_BEGIN = lazy(
    r"\s*(?:GNU ddrescue \d+\.\d|(?:ipos: +\d|rescued: +\d|non-tried: +\d|pct rescued: +\d).{0,120}(?:rate|errors|time): )"
)


def _device(command: str) -> str:
    """What was read: the first of its words that names a device."""
    for words in simple_commands(command):
        if words[0].rpartition("/")[2] == "ddrescue":
            return next((word for word in words[1:] if re.match(r"/dev/\w", word)), "")
    return ""


def _read(output: Output) -> Reading:
    reading = Reading()
    errors: int | None = None
    areas: int | None = None
    for index, line in enumerate(output.lines):
        if match := _COUNT.match(line):
            reading.used.append(output.span(index))
            count = int(match["count"])
            if _AREAS.match(line):
                areas, errors = count, max(count, 0)
            else:
                errors = max(errors or 0, count)
    if errors is not None:
        values: dict[str, Value | bool] = {"device": _device(output.command), "number": 1, "writes": False}
        values["result"] = "errors" if errors else "clean"
        if areas is not None:
            values["bad-blocks"] = areas
        reading.rows.append(Row("surface-scan", values, output.whole))
    return reading


HINTS = ("ddrescue", "rescued: ", "non-tried: ", "ipos: ")
READERS = (
    Reader(
        "ddrescue",
        _BEGIN,
        extent_of(_SCREEN, tells=(_COUNT,), blanks=1, most=20_000),
        _read,
        of_no_use=(("screen", _SCREEN),),
    ),
)
