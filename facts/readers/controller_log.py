"""What RAID controllers log of themselves: battery, write cache, patrol reads, checks and rebuilds.

Not a reader itself: `facts.readers.controller_events` uses it for the controllers' own logs, `facts.readers.kernel_log`
for what their drivers pass on to the kernel's log. Drives are not meant here; they have rows of their own.

>>> event_of("BBU disabled; changing WB virtual disks to WT, Forced WB VDs are not affected")
'cache-write-through'
>>> event_of("Verify started:unit=0."), event_of("Time established as 01/01/16")
('check-started', '')
>>> event_of("Policy change on VD 00/0 to [ID=00,dcp=0d,ccp=0c,ap=0,dc=0] from [ID=00,dcp=0d,ccp=0d,ap=0,dc=0]")
'cache-write-through'
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.log_shapes import Tells, may_hold
from facts.reading import Output, Row
from facts.schema import Value

_EVENTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (event, lazy(pattern, re.IGNORECASE))
    for event, pattern in (
        ("cache-write-through", (r"(?:BBU|CacheVault|Battery|Super ?cap\w*|Energy Pack) disabled; ?changing WB"
                                r"|write policy has been changed to Write Through"
                                # the last bit of the default policy and of the present one is write back
                                r"|Policy change on VD \S{1,9} to \[ID=\w+,dcp=\w*[13579bdf],ccp=\w*[02468ace],")),
        ("cache-write-back", (r"(?:BBU|CacheVault|Battery|Super ?cap\w*|Energy Pack) enabled; ?changing WT"
                             r"|write policy has been changed to Write Back"
                             r"|Policy change on VD \S{1,9} to \[ID=\w+,dcp=\w+,ccp=\w*[13579bdf],")),
        ("battery-failed", (r"(?:BBU|Battery|CacheVault)\b.{0,20}(?:needs? (?:replace|to be replaced)|has failed|cannot ini"
                           r"|is weak|health check failed|charging fault|capacity is below error|voltage is too low"
                           r"|replacement required|about to fail)")),
        ("battery-absent", r"(?:BBU|Battery|CacheVault)\b.{0,10}(?:not present|removed)"),
        ("battery-learning", (r"(?:BBU|Battery|CacheVault) (?:re)?learn (?:cycle )?(?:has )?(?:started|in progress)"
                             r"|Battery is executing a Learn cycle|Battery capacity test started")),
        ("battery-charging", (r"(?:BBU|Battery|CacheVault) (?:started charging|is discharging|charging started)"
                             r"|Current capacity of the battery is below")),
        ("battery-good", (r"(?:BBU|Battery|CacheVault) (?:charge complete|(?:re)?learn (?:cycle has )?completed|charging completed"
                         r"|capacity test completed|has been replaced|charged? fully)"
                         r"|New Battery Detected|Current capacity of the battery is above")),
        ("patrol-read-started", r"Patrol Read (?:operation )?(?:has )?(?:started|resumed)"),
        ("patrol-read-ended", r"Patrol Read (?:operation )?(?:has )?(?:complete|stopped|aborted|paused)"),
        ("check-started", r"(?:Consistency Check|Verify|Virtual disk check consistency) (?:started|resumed)"),
        ("check-ended", r"(?:Consistency Check|Verify|Virtual disk check consistency) (?:done|complete|aborted|paused|failed|stopped)"),
        ("rebuild-started", r"(?:(?:Physical|Virtual) disk )?Rebuild (?:automatically )?(?:started|resumed)"),
        ("rebuild-ended", r"(?:(?:Physical|Virtual) disk )?Rebuild (?:completed?|aborted|failed|stopped|paused)"),
    )
)  # fmt: skip
# What takes an event back when it comes later.
_ENDS = {
    "cache-write-through": ("cache-write-back",), "cache-write-back": ("cache-write-through",),
    "battery-failed": ("battery-good",), "battery-absent": ("battery-good",),
    "battery-learning": ("battery-good", "cache-write-back"), "battery-charging": ("battery-good", "cache-write-back"),
    "battery-good": ("battery-failed", "battery-absent", "battery-learning", "battery-charging"),
    "patrol-read-started": ("patrol-read-ended",), "patrol-read-ended": ("patrol-read-started",),
    "check-started": ("check-ended",), "check-ended": ("check-started",),
    "rebuild-started": ("rebuild-ended",), "rebuild-ended": ("rebuild-started",),
}  # fmt: skip
# The drivers' own lines: megaraid_sas (Linux), mfi and mrsas (FreeBSD), 3w-9xxx and 3w-sas.
_KERNEL = lazy(
    r"(?:(?P<name>megaraid_sas \S+|mfi\d+|mrsas\d+): \d+ \([^)]{0,60}\) - (?P<text>.*)"
    r"|(?P<name2>3w-\w+: scsi\d+): AEN: \w+ \(0x\w+:0x\w+\): (?P<text2>.*))"
)
# What a maker's daemon passes on to the system's log: Dell's Server Administrator, LSI's monitor.
SERVER_ADMINISTRATOR = (
    r"Storage Service EventID: \d{1,5} +(?:The |Controller event log: )?(?:[Cc]ontroller )?(?P<text>\S.*)"
)
_DAEMON = lazy(
    rf"(?:Server Administrator(?: \(Shared Library\))?: )?{SERVER_ADMINISTRATOR}"
    r"|<MRMON\d{1,4}> Controller ID: +(?P<card>\d{1,2}) +(?P<text2>\S.*)"
)
TELLS = (Tells(starts=(_KERNEL,)), Tells(starts=(_DAEMON,)))


def event_of(text: str) -> str:
    """Which event a controller's message tells, "" for one that is not about battery, cache or background work."""
    return next((event for event, pattern in _EVENTS if pattern.match(text)), "")


class _Seen:
    def __init__(self, name: str, event: str, text: str, at: int, weight: int = 1) -> None:
        self.name = name
        self.event = event
        self.text = text
        self.at = at
        self.weight = weight


class ControllerEvents:
    """Fed with every message of a log in order; `rows` gives what came of it."""

    def __init__(self) -> None:
        """Start with an empty log."""
        self.seen: list[_Seen] = []

    def feed(self, at: int, message: str, weight: int = 1) -> None:
        """Take one message of a kernel's log; `at` is its position there."""
        if match := _KERNEL.match(message):
            self.add(at, match["name"] or match["name2"], match["text"] or match["text2"], weight)

    def feed_daemon(self, at: int, message: str, weight: int = 1) -> None:
        """Take one message that another program than the kernel wrote to the same log."""
        if may_hold(_DAEMON, message) and (match := _DAEMON.match(message)):
            self.add(at, f"adapter {match['card'] or 0}", match["text"] or match["text2"], weight)

    def repeat(self, at: int, times: int) -> None:
        """The message at position `at` came again so many times."""
        for seen in self.seen:
            if seen.at == at:
                seen.weight += times

    def add(self, at: int, name: str, text: str, weight: int = 1) -> None:
        """Take one message of the controller `name`."""
        if event := event_of(text):
            self.tell(at, name, event, text, weight)

    def tell(self, at: int, name: str, event: str, text: str, weight: int = 1) -> None:
        """Take one event of the controller `name`, which somebody else has understood."""
        self.seen.append(_Seen(name, event, text.strip()[:200], at, weight))

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """One row for each event of each controller; `where` and `times` tell line and time of each position."""
        groups: dict[tuple[str, str], list[_Seen]] = {}
        for seen in self.seen:
            groups.setdefault((seen.name, seen.event), []).append(seen)
        return [self._row(output, found, where, times) for found in groups.values()]

    def _row(self, output: Output, found: list[_Seen], where: Sequence[int], times: Sequence[float | None]) -> Row:
        first, last = found[0], found[-1]
        ends = _ENDS[last.event]
        ended = any(s.at > last.at and s.name == last.name and s.event in ends for s in self.seen)
        values: dict[str, Value | bool] = {
            "name": last.name, "event": last.event, "count": sum(s.weight for s in found), "latest": not ended,
            "text": last.text,
        }  # fmt: skip
        known = [t for s in found if (t := times[s.at]) is not None]
        if known:
            values["first-time"], values["last-time"] = min(known), max(known)
        span = output.span(where[first.at], where[last.at])
        return Row("controller-event", values, span, time=max(known) if known else None)
