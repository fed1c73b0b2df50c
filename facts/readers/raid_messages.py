'''Messages of a RAID controller in the log of another program: an appliance, a monitor, a mail, iDRAC's life cycle log.

The controller's own words stand in such a line, whatever is before and behind them: quotes, a date, the name of the server. Lines of
the system's own log are read by `facts.readers.kernel_log`, the controllers' own logs by `facts.readers.controller_events`.

Samples::

    >>> from facts.readers import show
    >>> show("""[Information, 0] 2019-11-09, 03:00:01 Controller ID:  1   Patrol Read started
    ... """)
    raid-messages lines 1-1 read
      controller: family=megaraid name=adapter 1 (1-1)
      controller-event: count=1 event=patrol-read-started latest=yes name=adapter 1 text=Patrol Read started (1-1)

    >>> show("""Message    = The battery on the RAID Controller in Slot 1 has failed.
    ... """)
    raid-messages lines 1-1 read
      controller: family=megaraid name=adapter 0 (1-1)
      controller-event: count=1 event=battery-failed latest=yes name=adapter 0 \
text=battery on the RAID Controller in Slot 1 has failed. (1-1)
'''

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.controller_log import ControllerEvents, event_of
from facts.reading import Output, Reader, Reading, Row, Span

_TEXT = (
    r"(?P<text>(?:BBU|CacheVault|Energy Pack) (?:dis|en)abled; ?changing W[BT]\b.*|Policy change on VD \S{1,9} to \[ID=.*"
    r"|Patrol Read (?:operation )?(?:has )?(?:started|resumed|complete|stopped|aborted|paused)\b.*"
    r"|Consistency Check (?:started|resumed|done|aborted|paused|failed|stopped) on VD\b.*"
    r"|Battery (?:relearn (?:started|in progress|completed)|needs replacement|has failed\b)[^\n]*"
    r"|battery on (?:the )?(?:RAID Controller|PERC|Integrated RAID)\b.{0,60}? (?:has failed|needs to be replaced|is missing)\b.*"
    # Exadata's alerts, and what a ProLiant writes into its management log
    r"|All Logical drives are in WriteThrough caching mode\b.*|battery on disk cont\w+ at adapter \d+ is going into a learn cycle\b.*"
    r"|1705-.{0,16}Drive Array - Please replace Cache Module.*"
    r"|179[34]-.{0,16}Drive Array - Array Accelerator Battery (?:Charge Low|Depleted).*"
    r"|HPE? Smart Storage Battery(?: \d+)? (?:Failure|failed)\b.*)"
)
_LINE = lazy(rf"(?:.{{0,200}}?Controller ID: +(?P<card>\d{{1,2}}) .{{0,40}}?|.{{0,200}}?[\s\"'(=:>]|){_TEXT}\Z")
_START = lazy(
    r".{0,200}?(?:(?:BBU|CacheVault|Energy Pack) (?:dis|en)abled; ?changing W[BT]\b|Policy change on VD \S{1,9} to \[ID="
    r"|Patrol Read (?:operation )?(?:has )?(?:started|resumed|complete|stopped|aborted|paused)\b"
    r"|Consistency Check (?:started|resumed|done|aborted|paused|failed|stopped) on VD\b"
    r"|Battery (?:relearn (?:started|in progress|completed|pending|will start)|needs replacement|has failed\b)"
    r"|battery on (?:the )?(?:RAID Controller|PERC|Integrated RAID|disk cont)|All Logical drives are in WriteThrough"
    r"|1705-|179[34]-.{0,16}Drive Array|HPE? Smart Storage Battery)"
)
_OTHERS = (
    (
        "battery-failed",
        lazy(
            r"battery on (?:the )?(?:RAID Controller|PERC|Integrated RAID)\b.{0,60}? (?:has failed|needs to be replaced)\b"
        ),
    ),
    ("battery-failed", lazy(r"1705-|1793-|HPE? Smart Storage Battery")),
    ("battery-charging", lazy(r"1794-")),
    ("battery-learning", lazy(r"battery on disk cont")),
    ("cache-write-through", lazy(r"All Logical drives are in WriteThrough")),
)


def _event(text: str) -> str:
    return event_of(text) or next((event for event, pattern in _OTHERS if pattern.match(text)), "")


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    end = index = start
    while index < len(lines) and index - end < 3:
        index += 1
        if _START.match(lines[index - 1]):
            end = index
    told = any((match := _LINE.match(line)) and _event(match["text"]) for line in lines[start:end])
    return (start, end) if told else None


def _read(output: Output) -> Reading:
    events, used, name = ControllerEvents(), [], "adapter 0"
    for at, line in enumerate(output.lines):
        match = _LINE.match(line)
        if match is None or not (event := _event(match["text"])):
            continue
        name = f"adapter {match['card'] or 0}"
        events.tell(at, name, event, match["text"].strip("\"' "))
        used.append(output.span(at))
    rows = events.rows(output, range(len(output.lines)), [None] * len(output.lines))
    hp = any("Drive Array" in line or "Smart Storage" in line for line in output.lines)
    card = Row("controller", {"name": name, "family": "cciss" if hp else "megaraid"}, output.span(0), inferred=True)
    return Reading([card, *rows], used=used)


HINTS = (
    "; changing W",
    ";changing W",
    "Policy change on VD",
    "Patrol Read",
    "Consistency Check ",
    "Battery ",
    "battery on ",
    "1705-",
    "179",
    "WriteThrough caching",
)
READERS = (Reader("raid-messages", _START, _extent, _read, of_no_use=(("another message", _START),)),)
