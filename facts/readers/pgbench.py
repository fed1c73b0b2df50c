"""``pgbench``: how long a transaction takes, and where its throughput collapses.

The sums at its end tell clients and latency; old releases print no latency, which then is clients through transactions a
second. The lines of ``-P`` tell the throughput of each interval: where it falls below a quarter of the usual, all clients wait.

Samples::

    >>> from facts.readers import show
    >>> show('''transaction type: <builtin: TPC-B (sort of)>
    ... number of clients: 1
    ... number of transactions actually processed: 41204
    ... latency average = 0.728 ms
    ... tps = 1373.466667 (without initial connection time)
    ... ''')
    pgbench lines 1-5 read
      bench-run: clients=1 latency-ms=0.728 output=input:1 writes=yes (2-5)

    >>> show('''progress: 10.0 s, 4203.1 tps, lat 7.611 ms stddev 2.811, 0 failed
    ... progress: 20.0 s, 37.1 tps, lat 861.200 ms stddev 2411.011, 0 failed
    ... progress: 30.0 s, 4188.2 tps, lat 7.640 ms stddev 2.704, 0 failed
    ... progress: 40.0 s, 4211.0 tps, lat 7.598 ms stddev 2.694, 0 failed
    ... ''')
    pgbench lines 1-4 read
      bench-run: collapses=1 longest-collapse-seconds=10 output=input:1 (1-4)
"""

from __future__ import annotations

from itertools import pairwise
from statistics import median

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_PROGRESS = lazy(
    r"\s*progress: (?P<at>\d{1,7}\.\d) s, (?P<rate>\d{1,9}(?:\.\d{1,3})?|NaN|-nan) tps, lat (?:\d[\d.]{0,12}|NaN|-nan) ms stddev \S{1,20}"
)
_CLIENTS = lazy(r"\s*number of clients: (?P<value>\d{1,6})\s*$")
_LATENCY = lazy(r"\s*latency average(?: =|:) (?P<value>\d[\d.]{0,15}) ms")
_RATE = lazy(r"\s*tps = (?P<value>\d[\d.]{0,15}) \((?:excluding|without)")
_TYPE = lazy(r"\s*(?:transaction type|SQL script 1): (?P<type>.{1,80})$")
_LINE = lazy(
    r"\s*(?:progress: \d|number of (?:clients|threads|transactions|failed transactions)\b"
    r"|transaction type: |scaling factor: \d|query mode: \w|duration: \d+ s|maximum number of tries|latency (?:average|stddev)\b"
    r"|(?:initial connection time|average connection time|tps) = |starting vacuum\.\.\.|pgbench \(|SQL script \d|total number of retries"
    r"|random seed: |shuffle: |rate limit schedule|vacuum\.\.\.)"
)
_USUAL_LEAST = 3
_COLLAPSED = 0.25


def _read(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {}
    lines: list[int] = []
    sums: dict[str, float] = {}
    for pattern, slot in ((_CLIENTS, "clients"), (_LATENCY, "latency"), (_RATE, "rate")):
        for index, match in output.matches(pattern):
            if (value := number(match["value"])) is not None:
                sums.setdefault(slot, value)
                lines.append(index)
    clients, latency, rate = sums.get("clients"), sums.get("latency"), sums.get("rate")
    if clients and latency is None and rate:
        latency = clients * 1000.0 / rate
    if clients and latency:
        values |= {"clients": int(clients), "latency-ms": latency}
        for _, match in output.matches(_TYPE):
            kind = match["type"].lower()
            if "tpc-b" in kind or "simple update" in kind:
                values["writes"] = True
            elif "select" in kind:
                values["writes"] = False
    values |= _collapses(output, lines)
    reading.used.extend(output.span(index) for index in lines)
    if values:
        values["output"] = output.label
        reading.rows.append(Row("bench-run", values, output.span(min(lines), max(lines))))
    return reading


def _collapses(output: Output, lines: list[int]) -> dict[str, Value | bool]:
    """How often and for how long the throughput falls below a quarter of the usual."""
    taken = [(i, float(m["at"]), number(m["rate"]) or 0.0) for i, m in output.matches(_PROGRESS)]
    if len(taken) <= _USUAL_LEAST:
        return {}
    lines.extend((taken[0][0], taken[-1][0]))
    low = _COLLAPSED * median(rate for _, _, rate in taken)
    episodes: list[tuple[float, float]] = []
    before = taken[0][1] - (taken[1][1] - taken[0][1])
    fallen = False
    for _, at, rate in taken:
        if rate < low and fallen:
            episodes[-1] = episodes[-1][0], at
        elif rate < low:
            episodes.append((before, at))
        fallen, before = rate < low, at
    values: dict[str, Value | bool] = {"collapses": len(episodes)}
    if episodes:
        values["longest-collapse-seconds"] = max(end - begin for begin, end in episodes)
    apart = [after[0] - first[0] for first, after in pairwise(episodes)]
    if apart and max(apart) <= 1.2 * min(apart):
        values["period-seconds"] = median(apart)
    return values


HINTS = ("progress: ", "number of clients: ", "transaction type: ", "tps = ")
READERS = (
    Reader(
        "pgbench",
        _LINE,
        extent_of(_LINE, tells=(_PROGRESS, _CLIENTS, _LATENCY, _RATE)),
        _read,
        of_no_use=(("another line", _LINE),),
    ),
)
