"""How paths and links failed and came back over a log, in the order of its lines.

Not a reader itself: the reader of kernel logs feeds it. Counts alone cannot tell a switch that was exchanged last month
from a path that is gone now; the last word about each path and link, and how long the log goes on after it, can.

>>> paths = PathHistory()
>>> paths.failed(0, "sdb", "dm"); paths.restored(5, "sdb", "dm")
>>> paths.last
'restored'
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Row
from facts.schema import Value

REMAINING = lazy(r"(?<![\w.:+-])(?P<map>[\w.:+-]+): remaining active paths: (?P<count>\d{1,4})\b")
"""What multipathd says of a map whenever a path of it goes or comes."""
BOOT = lazy(r"Linux version \d|Command line: |SunOS Release 5\.")
"""What a system says when it is started."""
_BOOT_SECONDS = 120.0
"""Cards report no link until they have found their partner; later the link had been there."""
# Sources that speak of single paths; a host adapter or remote port stands for all paths over it.
_BY_PATH = frozenset(("dm", "checker", "mpxio", "dmp", "emc", "iscsi"))


class PathHistory:
    """Fed with what each message says of a path, in order."""

    def __init__(self) -> None:
        """Start with an empty log."""
        self.failures = self.restorations = self.hung = 0
        self._down: dict[tuple[str, str], int] = {}
        self._up: set[tuple[str, str]] = set()
        self._maps: dict[str, int] = {}
        self._without = False
        self._first: int | None = None
        self._latest = 0
        self._sources: set[str] = set()
        self._booted = False

    def boot(self, message: str) -> None:
        """Note a start of the system: an adapter that had no link since then may have nothing plugged in."""
        if BOOT.match(message):
            self._booted, self._up = True, set()

    def _note(self, at: int, source: str) -> None:
        self._first = at if self._first is None else self._first
        self._latest = at
        self._sources.add(source)

    def failed(self, at: int, subject: str, source: str) -> None:
        """A path, or an adapter on the way, failed."""
        key = (_group(source), subject)
        if source == "hba" and self._booted and key not in self._up:
            return
        self._note(at, source)
        if key not in self._down:
            self.failures += 1
        self._down[key] = at
        self._up.discard(key)

    def restored(self, at: int, subject: str, source: str) -> None:
        """It came back. An adapter that is up again brings its remote ports back."""
        self._note(at, source)
        key = (_group(source), subject)
        self.restorations += self._down.pop(key, None) is not None
        self._up.add(key)
        for other in [k for k in self._down if k[0] == "rport" or (k[0] == "hba" and _group(source) == "path")]:
            del self._down[other]
        if source == "mpxio":
            self._maps[subject] = max(1, self._maps.get(subject, 1))

    def remaining(self, at: int, name: str, count: int) -> None:
        """So many paths are left to a map."""
        self._note(at, "dm")
        self._maps[name] = count
        self._without = self._without or count == 0

    def blocked(self) -> None:
        """A task was reported as blocked."""
        self.hung += self._first is not None

    @property
    def last(self) -> str:
        """What the last messages say: failed or restored."""
        by_path = {k for k in (*self._down, *self._up) if k[0] == "path"}
        down = self._down if not by_path else [k for k in self._down if k[0] == "path"]
        return "failed" if down or 0 in self._maps.values() else "restored"

    def rows(
        self, output: Output, where: Sequence[int], times: Sequence[float | None], ends: float | None
    ) -> list[Row]:
        """One row, or none where the log says nothing of paths; `ends` is how long the log goes on afterwards."""
        if self._first is None:
            return []
        values: dict[str, Value | bool] = {
            "output": output.label, "failures": self.failures, "restorations": self.restorations, "last": self.last,
            "hung-tasks": self.hung, "transport": self._transport(),
        }  # fmt: skip
        if self._maps:
            values["without-path"] = self._without
            values["without-path-now"] = 0 in self._maps.values()
        if ends is not None:
            values["quiet-seconds"] = ends
        span = output.span(where[self._first], where[self._latest])
        return [Row("path-history", values | _times(times, self._first, self._latest), span)]

    @property
    def latest(self) -> int:
        """The position of the last message about a path."""
        return self._latest

    def _transport(self) -> str:
        if self._sources & {"iscsi", "iscsi-session"}:
            return "iscsi"
        return "fibre-channel" if self._sources & {"hba", "rport", "mpxio"} else "unknown"


def _group(source: str) -> str:
    return "path" if source in _BY_PATH else source


class LinkHistory:
    """Fed with what each message says of a network link, in order."""

    def __init__(self) -> None:
        """Start with an empty log."""
        self._links: dict[str, list[tuple[int, bool]]] = {}
        self._boots: list[int] = []

    def boot(self, at: int, message: str) -> None:
        """Note where the system was started."""
        if BOOT.match(message):
            self._boots.append(at)

    def said(self, at: int, interface: str, up: bool) -> None:
        """The link of an interface is there or not."""
        self._links.setdefault(interface, []).append((at, up))

    def rows(
        self,
        output: Output,
        where: Sequence[int],
        times: Sequence[float | None],
        clocks: Sequence[float | None],
    ) -> list[Row]:
        """One row for each interface that lost a link that it had."""
        rows = []
        for interface, words in self._links.items():
            losses, up = 0, None
            lost = []
            for at, is_up in words:
                if not is_up and up is not False and not (up is None and self._starting(at, clocks)):
                    losses += 1
                    lost.append(at)
                up = is_up
            if not lost:
                continue
            latest = words[-1][0]
            values: dict[str, Value | bool] = {
                "interface": interface, "output": output.label, "losses": losses, "last": "up" if up else "down",
            }  # fmt: skip
            quiet = quiet_after(latest, clocks)
            if quiet is not None:
                values["quiet-seconds"] = quiet
            span = output.span(where[lost[0]], where[latest])
            rows.append(Row("link-history", values | _times(times, lost[0], latest), span))
        return rows

    def _starting(self, at: int, clocks: Sequence[float | None]) -> bool:
        """Whether the system had just been started."""
        boot = max((b for b in self._boots if b <= at), default=None)
        if boot is None:
            return False
        begun, now = clocks[boot], clocks[at]
        return begun is None or now is None or 0 <= now - begun <= _BOOT_SECONDS


def quiet_after(latest: int, clocks: Sequence[float | None]) -> float | None:
    """How long the log goes on after its line `latest`, by the clock of its lines; the turn of a year counts as one."""
    begun = clocks[latest]
    if begun is None:
        return None
    ended = next(clock for at in range(len(clocks) - 1, latest - 1, -1) if (clock := clocks[at]) is not None)
    seconds = ended - begun
    return seconds if seconds >= 0 else seconds + 366 * 86400.0


def _times(times: Sequence[float | None], first: int, last: int) -> dict[str, Value | bool]:
    values: dict[str, Value | bool] = {}
    for slot, at in (("first-time", first), ("last-time", last)):
        if (time := times[at]) is not None:
            values[slot] = time
    return values
