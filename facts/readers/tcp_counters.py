r"""``netstat -s``, ``nstat``, ``/proc/net/snmp``, ``ss -ti``: how much of what TCP sent it had to send again.

Since boot and to whomever, so that a loss is seen and not where. Known forms: Linux with its spellings of all ages, the BSDs, macOS
and AIX (`data packets retransmitted`), Solaris (`tcpRetransSegs`), `nstat`, and the table of the kernel.

Samples::

    >>> from facts.readers import show
    >>> show('''Tcp:
    ...     98993 segments received
    ...     174744 segments send out
    ...     5887 segments retransmited
    ... ''')
    tcp-counters lines 1-4 read
      packet-loss: lost=5887 lost-percent=3.369 output=input:1 sent=174744 target=by TCP (1-4)

    >>> show('''tcp:
    ...         226578 packets sent
    ...                 100510 data packets (167602278 bytes)
    ...                 40440 data packets (7010117 bytes) retransmitted
    ... ''')
    tcp-counters lines 1-4 read
      packet-loss: lost=40440 lost-percent=28.691 output=input:1 sent=140950 target=by TCP (1-4)

    >>> show('''TcpOutSegs                      174744             0.0
    ... TcpRetransSegs                  5887               0.0
    ... ''')
    tcp-counters lines 1-2 read
      packet-loss: lost=5887 lost-percent=3.369 output=input:1 sent=174744 target=by TCP (1-2)
"""

from __future__ import annotations

import re

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

# the counter that a line tells: all that was sent, what was sent for the first time, what was sent again
_AGAIN = lazy(
    r"\s*(?P<count>\d{1,18}+) (?:segments retransmitt?ed|data packets? \(\d{1,20}+ bytes?\) retransmitted)\s*\Z"
    r"|\s*#?TcpRetransSegs\s++(?P<count2>\d{1,18}+)\b|.{0,80}?\btcpRetransSegs\s*=\s*(?P<count3>\d{1,18}+)\b"
)
_COUNTERS = (
    ("sent", lazy(r"\s*(?P<count>\d{1,18}+) segments sen[dt] out\s*\Z|\s*#?TcpOutSegs\s++(?P<count2>\d{1,18}+)\b")),
    (
        "first",
        lazy(
            r"\s*(?P<count>\d{1,18}+) data packets? \(\d{1,20}+ bytes?\)\s*\Z"
            r"|.{0,80}?\btcpOutDataSegs\s*=\s*(?P<count2>\d{1,18}+)\b"
        ),
    ),
    ("again", _AGAIN),
)
_HEAD = lazy(r"\s*(?:[Tt]cp|TCP\s+tcpRtoAlgorithm\b.*|#kernel):?\s*\Z")
_TABLE = lazy(r"Tcp: (?:RtoAlgorithm (?P<names>.*)|(?P<counts>[-\d ]+))\Z")
_STARTS = lazy(
    re.sub(
        r"\?P<\w+>", "?:", "|".join(pattern.pattern for pattern in (_HEAD, _TABLE, *(form for _, form in _COUNTERS)))
    )
)
_OTHER = lazy(
    r"\s*(?:\d{1,20}+ [A-Za-z].*|[A-Za-z][\w ]{0,60}:(?: -?\d+)?|[\w ]{0,60} \d+ times?|Tcp\w+\s+\d+.*|(?:TCP\s+)?tcp\w+\s*=.*)\Z"
)
_LEAST_SENT = 10_000
"""Segments; of fewer a single connection that died makes the share."""


def _read(output: Output) -> Reading:
    counts: dict[str, int] = {}
    reading = Reading(used=output.matching(*(form for _, form in _COUNTERS), _TABLE))
    for line in output.lines:
        for name, form in _COUNTERS:
            if match := form.match(line):
                counts.setdefault(name, int(next(count for count in match.groups() if count)))
                break
    names = next((match["names"].split() for _, match in output.matches(_TABLE) if match["names"]), [])
    figures = next((match["counts"].split()[1:] for _, match in output.matches(_TABLE) if match["counts"]), [])
    table = dict(zip(names, figures, strict=False))
    if "OutSegs" in table and "RetransSegs" in table:
        counts |= {"sent": int(table["OutSegs"]), "again": int(table["RetransSegs"])}
    again = counts.get("again")
    sent = counts["sent"] if "sent" in counts else counts.get("first", 0) + (again or 0)
    if again is not None and sent >= _LEAST_SENT:
        share = round(100.0 * again / sent, 3)
        values: dict[str, str | int | float | bool] = {
            "target": "by TCP", "output": output.label, "sent": sent, "lost": again, "lost-percent": share,
        }  # fmt: skip
        reading.rows.append(Row("packet-loss", values, output.whole))
    return reading


_SOCKET = lazy(r"\s+(?=\S+ wscale|cubic|bbr|reno).{0,600}?\bsegs_out:(?P<sent>\d{1,12}+)")
_AGAIN_OF = lazy(r".{0,900}?\bretrans:\d{1,9}/(?P<again>\d{1,9}+)")
_SOCKET_OTHER = lazy(
    r"\s*(?:State\s.*|Netid\s.*|(?:tcp\s+)?(?:ESTAB|CLOSE-WAIT|FIN-WAIT|TIME-WAIT|LAST-ACK|CLOSING|SYN)\S*\s+\d.*|\s+\S+:.*)\Z"
)


def _sockets_read(output: Output) -> Reading:
    """What all connections together sent, and sent again."""
    reading = Reading(used=output.matching(_SOCKET))
    sent = again = 0
    for n, match in output.matches(_SOCKET):
        sent += int(match["sent"])
        again += int(found["again"]) if (found := _AGAIN_OF.match(output.lines[n])) else 0
    if sent >= _LEAST_SENT:
        values: dict[str, str | int | float | bool] = {
            "target": "by TCP", "output": output.label, "sent": sent, "lost": again, "lost-percent": round(100.0 * again / sent, 3),
        }  # fmt: skip
        reading.rows.append(Row("packet-loss", values, output.whole))
    return reading


HINTS = ("segs_out:", "segments sen", "retransmit", "TcpRetransSegs", "tcpRetransSegs", "RetransSegs")
READERS = (
    Reader(
        "ss-ti", _SOCKET_OTHER, extent_of(_SOCKET, _SOCKET_OTHER, tells=(_SOCKET,)), _sockets_read,
        of_no_use=(("connection", _SOCKET_OTHER),),
    ),
    Reader(
        "tcp-counters", _STARTS, extent_of(_OTHER, _HEAD, _TABLE, tells=(_AGAIN, _TABLE), blanks=1), _read,
        of_no_use=(("heading", _HEAD), ("another counter", _OTHER)),
    ),
)  # fmt: skip
