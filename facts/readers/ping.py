"""``ping``, ``fping`` and ``mtr``: how many packets to one host came back.

The sum at the end counts, by iputils, busybox, BSD, Solaris and Windows, in English and German; of mtr the last line, since
routers on the way answer for themselves only when they have time.

Samples::

    >>> from facts.readers import show
    >>> show('''--- node07 ping statistics ---
    ... 2240 packets transmitted, 2117 received, 5.49107% packet loss, time 2163ms
    ... rtt min/avg/max/mdev = 0.050/0.076/0.325/0.020 ms, ipg/ewma 0.965/0.087 ms
    ... ''')
    ping lines 1-3 read
      packet-loss: lost=123 lost-percent=5.49107 mean-ms=0.076 output=input:1 sent=2240 target=node07 (1-3)

    >>> show('''10.0.0.12 : xmt/rcv/%loss = 100/88/12%, min/avg/max = 0.11/0.16/0.40
    ... ''')
    ping lines 1-1 read
      packet-loss: lost=12 lost-percent=12 mean-ms=0.16 output=input:1 sent=100 target=10.0.0.12 (1-1)

    >>> show('''HOST: db1                         Loss%   Snt   Last   Avg  Best  Wrst StDev
    ...   1.|-- 10.0.0.1                   0.0%   100    0.2   0.2   0.1   0.9   0.1
    ...   2.|-- 10.0.1.12                 14.0%   100    0.3   0.3   0.2   1.1   0.1
    ... ''')
    mtr lines 1-3 read
      packet-loss: lost=14 lost-percent=14 mean-ms=0.3 output=input:1 sent=100 target=10.0.1.12 (3-3)
"""

from __future__ import annotations

import re
from dataclasses import replace

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import number

_HEAD = lazy(
    r"\s*-{3,4} ?(?P<target>[\w.:%-]{1,100}+) ?(?i:ping.{0,10}statisti(?:cs|k)) ?-{3,4}\s*$"
    r"|\s*Ping.{0,3}[Ss]tatisti(?:cs|k) (?:for|für|f.{1,2}r) (?P<windows>[\w.%-]{1,100}+):\s*$"
)
_SUM = lazy(
    r"\s*(?P<sent>\d{1,12}+) (?:packets transmitted|Pakete .{1,4}bertragen), (?P<received>\d{1,12}+) (?:packets )?(?:received|empfangen)"
    r"(?:, [+-]?\d{1,12}+ \S{1,20}+){0,3}(?:, [\d.]{1,12}+ ?% (?:packet loss|Paketverlust))?"
    r"|\s*Pa(?:ckets|kete): (?:Sent|Gesendet) = (?P<windows_sent>\d{1,12}+), (?:Received|Empfangen) = (?P<windows_received>\d{1,12}+),"
    r"|(?P<target>[\w.:%-]{1,100}+) +: (?:\[[^]]{0,40}\], )?xmt/rcv/%loss = (?P<f_sent>\d{1,12}+)/(?P<f_received>\d{1,12}+)/\d{1,3}%"
)
_MEAN = lazy(
    r".{0,200}?\bmin/avg/max(?:/\w{1,10}+)? ?=\s*[\d.]{1,20}+/(?P<mean>[\d.]{1,20}+)/"
    r"|.{0,200}?\b(?:Average|Mittelwert) = (?P<windows>\d{1,9}+) ?ms"
)
_REPLY = lazy(
    r"\s*(?:PING |Pinging |Ping wird ausgef|\d{1,6}+ bytes from |Reply from |Antwort von |Request timed out|Zeit.{1,4}berschreitung"
    r"|no answer yet|From \S{1,100}+ icmp_seq|\.{1,2000}+[^.]{0,5}$"
    r"|Approximate round trip|Ca\. Zeitangaben|\^C|\(\d{1,3}% (?:loss|Verlust)\),)"
)
_PARTS = "|".join(part.pattern for part in (_HEAD, _SUM, _MEAN, _REPLY))
_ANY = lazy(re.sub(r"\?P<\w+>", "?:", _PARTS))
_HOP_HEAD = lazy(r"\s*(?:HOST: \S{1,100}+|Host)\s.{0,120}?Loss%\s+Snt\s+Last\s+Avg\b")
_HOP = lazy(
    r"\s*\d{1,3}+\. ?(?:\|-- ?)?(?P<target>[\w.:?()% -]{1,120}?)\s+(?P<lost>\d{1,3}(?:\.\d{1,2}+)?)%?\s+(?P<sent>\d{1,9}+)"
    r"\s+[\d.]{1,10}+\s+(?P<mean>[\d.]{1,10}+)\s+[\d.]{1,10}+\s+[\d.]{1,10}+\s+[\d.]{1,10}+\s*$"
)
_NO_ANSWER = lazy(r"\s*\d{1,3}+\. ?(?:\|-- ?)?\?{3}|\s*\(waiting for reply\)")
_HOPS = lazy(re.sub(r"\?P<\w+>", "?:", f"{_HOP.pattern}|{_NO_ANSWER.pattern}"))


def _read(output: Output) -> Reading:
    reading = Reading()
    target: str | None = None
    begun = 0
    values: dict[str, Value | bool] = {}
    for index, line in enumerate(output.lines):
        if match := _HEAD.match(line):
            target, begun, values = match["target"] or match["windows"], index, {}
            reading.used.append(output.span(index))
        elif match := _SUM.match(line):
            found = match.groupdict()
            sent = found["sent"] or found["windows_sent"] or found["f_sent"]
            received = found["received"] or found["windows_received"] or found["f_received"]
            values = _values(output, found["target"] or target or "", int(sent), int(received))
            reading.rows.append(Row("packet-loss", values, output.span(begun if target else index, index)))
            reading.used.append(output.span(index))
            target = None
        if values and (match := _MEAN.match(line)):
            mean = number(match["mean"] or match["windows"])
            if mean is not None:
                values["mean-ms"] = mean
                row = reading.rows[-1]
                reading.rows[-1] = replace(row, lines=(row.lines[0], output.first + index))
                reading.used.append(output.span(index))
            values = {}
    return reading


def _values(output: Output, target: str, sent: int, received: int) -> dict[str, Value | bool]:
    lost = max(0, sent - received)
    share = 100.0 * lost / sent if sent else 0.0
    return {"output": output.label, "target": target, "sent": sent, "lost": lost, "lost-percent": share}


def _read_hops(output: Output) -> Reading:
    found = list(output.matches(_HOP))
    reading = Reading(used=[output.span(index) for index, _ in found])
    if found and not any(_NO_ANSWER.match(line) for line in output.lines[found[-1][0] + 1 :]):
        index, match = found[-1]
        sent, mean = int(match["sent"]), number(match["mean"])
        lost = round(sent * float(match["lost"]) / 100)
        values = _values(output, match["target"], sent, sent - lost)
        if mean is not None:
            values["mean-ms"] = mean
        reading.rows.append(Row("packet-loss", values, output.span(index)))
    return reading


HINTS = (
    "transmitted",
    "bertragen, ",
    "Received = ",
    "Empfangen = ",
    "xmt/rcv",
    "Loss%",
    "ping statisti",
    "PING Statisti",
)
READERS = (
    Reader(
        "ping", lazy(re.sub(r"\?P<\w+>", "?:", f"{_HEAD.pattern}|{_SUM.pattern}")), extent_of(_ANY, blanks=1), _read,
        of_no_use=(("reply", _REPLY), ("mean", _MEAN)),
    ),
    Reader(
        "mtr", _HOP_HEAD, extent_of(_HOPS, head=_HOP_HEAD, least=1), _read_hops,
        of_no_use=(("heading", _HOP_HEAD), ("hop", _HOP), ("no answer", _NO_ANSWER)),
    ),
)  # fmt: skip
