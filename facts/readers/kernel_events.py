"""Collects what kernel messages say about the host: hung tasks, lost paths, controllers, modules, its version.

Not a reader itself; `facts.readers.kernel_log` feeds it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers import kernel_messages as km
from facts.readers.disk_errors import by_number
from facts.readers.log_lines import Dull
from facts.readers.log_shapes import Tells
from facts.readers.outages import BOOT, REMAINING, LinkHistory, PathHistory, quiet_after
from facts.reading import Output, Row
from facts.schema import Value
from facts.subjects import without_cable
from facts.units import coded

_LINUX_VERSION = lazy(r"Linux version (?P<kernel>\d+\.\d\S*) ")
_SUN_RELEASE = lazy(r"\s*SunOS Release (?P<release>5\.\d+) Version (?P<kernel>\S+)")
_BSD_RELEASE = lazy(r"FreeBSD (?P<release>\d+\.\d+-\S+)(?: \S+)? #\d+")
_CPUS = lazy(r"(?:smp: )?Brought up (?:\d+ nodes?, )?(?P<cpus>\d+) CPUs?")
_PAGES_RAM = lazy(r"\s*(?P<pages>\d{5,11}) pages (?:of )?RAM\s*\Z")
_SUN_MEMORY = lazy(r"mem = \d+K \((?P<bytes>0x[0-9a-f]+)\)")
_SYSTEM_SIGNS = (
    ("linux", lazy(
        r"end_request: |blk_update_request: |print_req_error: |sd \d+:\d+:\d+:\d+: |ata\d+\.\d\d: |INFO: task "
        r"|EXT[234]-fs|nvme nvme"
        r"|\w+: Unknown symbol |device-mapper: |Buffer I/O error on dev"
    )),
    ("freebsd", lazy(r"\((?:ada|da|nda)\d+:\w+:\d+:\d+:[\da-f]+\): ")),
    ("solaris", lazy(r"(?:WARNING: )?/\S+ \(s?sd\d+\)(?::| multipath status)|SUNW-MSG-ID: ")),
)  # fmt: skip
_EXT_ERROR = lazy(r"EXT[234]-fs error \(device (?P<device>[\w-]+)\)")
_PAGE_KB = 4
_DESC = lazy(r"DESC: (?P<text>.*)")
_RESULTS = {
    "unknown": "unknown-symbol",
    "version": "version-mismatch",
    "magic": "version-mismatch",
    "key": "key-rejected",
    "absent": "not-found",
    "format": "version-mismatch",
}
OF_LINKS = lazy("ink|carrier|repair|come up|deactivating")
"""One of these stands in every message of a link that is there again, or was taken down."""
TELLS = (
    Tells(
        starts=(
            _LINUX_VERSION, _SUN_RELEASE, _BSD_RELEASE, _CPUS, _SUN_MEMORY, _PAGES_RAM, _EXT_ERROR, _DESC, BOOT,
            km.MODULE_LOADED, km.SECURE_BOOT,
            *(sign for _, sign in _SYSTEM_SIGNS), *(pattern for _, pattern in km.CONTROLLERS), *km.LINK_UP, km.LINK_TAKEN_DOWN,
            km.SWAP_CACHE, km.SWAP_TOTAL, *(message.pattern for message in km.EVENT_MESSAGES),
        ),
        within=(REMAINING,),
        needles=km.INTERESTING,
    ),
)  # fmt: skip


class _Event:
    def __init__(self, kind: str, source: str, subject: str, at: int, last: int, text: str, weight: int = 1) -> None:
        self.kind = kind
        self.source = source
        self.subject = subject
        self.at = at
        self.last = last
        self.text = text
        self.weight = weight
        self.seconds = 0.0


class _Module:
    def __init__(self, first: int, last: int, result: str) -> None:
        self.first = first
        self.last = last
        self.result = result
        self.symbols: set[str] = set()


class _Controller:
    def __init__(self, first: int, last: int, values: dict[str, Value | bool]) -> None:
        self.first = first
        self.last = last
        self.values = values


class KernelEvents:
    """Fed with every kernel message in order; `rows` gives what came of it."""

    def __init__(self) -> None:
        """Start with an empty log."""
        self.events: list[_Event] = []
        self._modules: list[tuple[str, _Module]] = []
        self._controllers: dict[tuple[str, str], _Controller] = {}
        self._systems: list[tuple[int, dict[str, Value | bool], dict[str, int]]] = []
        self._secure_boot: str = ""
        self._sign: tuple[int, str] | None = None
        self._file_system = ""
        self._has_swap, self._wanted_back = False, 0
        self._fault_report: _Event | None = None
        self._dull, self._no_controller = Dull(), Dull()
        self._paths, self._links = PathHistory(), LinkHistory()
        self._taken_down: set[str] = set()

    def feed(self, at: int, message: str, weight: int = 1) -> None:
        """Take one message; `at` is its position in the log."""
        if match := _EXT_ERROR.match(message):
            self._file_system = match["device"]
        if self._sign is None:
            self._sign = next(((at, system) for system, sign in _SYSTEM_SIGNS if sign.match(message)), None)
        self._event(at, message, weight)
        self._outage(at, message)
        self._controller(at, message)
        self._host(at, message)
        self._swap(at, message)
        if match := km.MODULE_LOADED.match(message):
            self._module(at, match["module"], "loaded", "")
        if match := km.SECURE_BOOT.match(message):
            self._secure_boot = "no" if match["state"] == "disabled" else "yes"

    def _swap(self, at: int, message: str) -> None:
        """Whether there is swap, and whether as much was wanted back from it as it holds."""
        if match := km.SWAP_CACHE.match(message):
            self._has_swap, self._wanted_back = match["added"] != "0", int(match["wanted"])
        elif match := km.SWAP_TOTAL.match(message):
            total = int(match["kilobytes"])
            self._has_swap = total > 0
            if 0 < total <= self._wanted_back * _PAGE_KB:
                text = f"{self._wanted_back} pages wanted back, {message.strip()}"
                self.events.append(_Event("swap-read-back", "", "kernel", at, at, text))

    def repeat(self, at: int, times: int) -> None:
        """The message at position `at` came again so many times."""
        for event in self.events:
            if event.at == at:
                event.weight += times
                event.last = at + 1

    def _event(self, at: int, message: str, weight: int) -> None:
        if self._fault_report is not None and (match := _DESC.match(message)):
            self._fault_report.text = f"{self._fault_report.text} {match['text']}"[:200]
            self._fault_report = None
            return
        if self._dull.knows(message):
            return
        for pattern in km.EVENT_MESSAGES:
            match = pattern.pattern.match(message)
            if match is None:
                continue
            groups = match.groupdict()
            subject = groups.get("subject") or groups.get("subject2") or ""
            if number := groups.get("number") or groups.get("number2"):
                major, minor = number.split(":")
                subject = by_number(int(major), int(minor))
            if pattern.kind == "remount-read-only" and not subject:
                subject = self._file_system or "unknown"
            if pattern.kind in ("clock-jump", "clock-unread", "clock-unstable"):
                subject = "clock"
            if pattern.kind == "nic-link-down" and (without_cable(subject) or subject in self._taken_down):
                return  # a container or a guest was stopped, or the interface was taken down on purpose
            event = _Event(
                pattern.kind, pattern.source, subject.strip(" :") or "kernel", at, at, message.strip()[:200], weight
            )
            event.seconds = _seconds(groups)
            self.events.append(event)
            self._history(at, pattern, event.subject)
            if pattern.source == "fma":
                self._fault_report = event
            if subject and pattern.source in _RESULTS and pattern.kind.startswith("module-"):
                self._module(at, subject, _RESULTS[pattern.source], groups.get("symbol") or "")
            return
        self._dull.add(message)

    def _history(self, at: int, pattern: km.Message, subject: str) -> None:
        if pattern.kind == "path-restored":
            self._paths.restored(at, subject, pattern.source)
        elif pattern.kind == "path-failed":
            self._paths.failed(at, subject, pattern.source)
        elif pattern.kind == "all-paths-failed":
            self._paths.remaining(at, subject, 0)
        elif pattern.kind == "hung-task":
            self._paths.blocked()
        elif pattern.kind == "nic-link-down":
            self._links.said(at, subject, up=False)

    def _outage(self, at: int, message: str) -> None:
        """What comes back, which is no event of its own."""
        self._links.boot(at, message)
        self._paths.boot(message)
        if match := REMAINING.search(message):
            self._paths.remaining(at, match["map"], int(match["count"]))
        elif OF_LINKS.search(message):
            if match := km.LINK_TAKEN_DOWN.match(message):
                self._taken_down.add(match["subject"] or match["subject2"])
            for pattern in km.LINK_UP:
                if match := pattern.match(message):
                    groups = match.groupdict()
                    subject = groups["subject"] or groups.get("subject2") or ""
                    self._taken_down.discard(subject)
                    self._links.said(at, subject, up=True)
                    return

    def outages(
        self, output: Output, where: Sequence[int], times: Sequence[float | None], clocks: Sequence[float | None]
    ) -> list[Row]:
        """How paths and links failed and came back; `clocks` tells what time passed, also where no year is known."""
        quiet = quiet_after(self._paths.latest, clocks) if clocks else None
        return [
            *self._paths.rows(output, where, times, quiet),
            *self._links.rows(output, where, times, clocks),
        ]

    def _module(self, at: int, module: str, result: str, symbol: str) -> None:
        last = next((m for name, m in reversed(self._modules) if name == module), None)
        if last is None or (result == "loaded") != (last.result == "loaded"):
            last = _Module(at, at, result)
            self._modules.append((module, last))
        last.last = at
        if last.result == "loaded" or result != "unknown-symbol":
            last.result = result  # why the symbols are unknown says more than that they are
        if symbol:
            last.symbols.add(symbol)

    def _controller(self, at: int, message: str) -> None:
        if self._no_controller.knows(message):
            return
        for family, pattern in km.CONTROLLERS:
            match = pattern.match(message)
            if match is None:
                continue
            groups = {k: v for k, v in match.groupdict().items() if v}
            name = next((v for k, v in groups.items() if k.startswith("name")), "")
            name = name.replace("ARECA RAID ADAPTER", "arcmsr")
            entry = self._controllers.setdefault((family, name), _Controller(at, at, {}))
            entry.last = at
            for slot in ("model", "firmware"):
                if value := next((v for k, v in groups.items() if k.startswith(slot)), ""):
                    entry.values.setdefault(slot, value.strip())
            return
        self._no_controller.add(message)

    def _host(self, at: int, message: str) -> None:
        values: dict[str, Value | bool] = {}
        if match := _LINUX_VERSION.match(message):
            values = {"os": "linux", **coded("kernel", match["kernel"])}
        elif match := _SUN_RELEASE.match(message):
            values = {
                "os": "solaris",
                "os-release": match["release"],
                "kernel": match["kernel"].removeprefix("Version "),
            }
        elif match := _BSD_RELEASE.match(message):
            values = {"os": "freebsd", "os-release": match["release"]}
        elif match := _CPUS.match(message):
            self._add_to_system(at, "cpus", int(match["cpus"]))
        elif match := _SUN_MEMORY.match(message):
            self._add_to_system(at, "ram-bytes", float(int(match["bytes"], 16)))
        elif match := _PAGES_RAM.match(message):  # what the kernel shows where it kills for want of memory
            self._add_to_system(at, "ram-bytes", float(int(match["pages"]) * _PAGE_KB * 1024))
        if values and not any(v == values for _, v, _ in self._systems[-1:]):
            self._systems.append((at, values, {}))

    def _add_to_system(self, at: int, slot: str, value: Value) -> None:
        if not self._systems:
            self._systems.append((at, {}, {}))
        _, values, lines = self._systems[-1]
        values[slot] = value
        lines[slot] = at

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """The rows; `where` and `times` tell the line in the output and the time of each position."""
        rows = self._system_rows(output, where, times)
        named = {family for family, name in self._controllers if re.search(r"\d", name)}
        for (family, name), entry in self._controllers.items():
            if family in named and not re.search(r"\d", name):
                continue
            values: dict[str, Value | bool] = {"name": name or family, "family": family, **entry.values}
            rows.append(Row("controller", values, output.span(where[entry.first], where[entry.last])))
        groups: dict[tuple[str, str], list[_Event]] = {}
        for event in self.events:
            if event.kind != "swap-used-up" or self._has_swap:
                groups.setdefault((event.kind, event.subject), []).append(event)
        rows += [_row(output, events, where, times) for events in groups.values()]
        for name, module in self._modules:
            values = {"module": name, "result": module.result}
            if module.symbols:
                values["symbols"] = len(module.symbols)
            if self._secure_boot:
                values["secure-boot"] = self._secure_boot
            span = output.span(where[module.first], where[module.last])
            rows.append(Row("module-load", values, span, time=times[module.last]))
        return rows

    def _system_rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        rows = []
        for at, values, slots in self._systems:
            spans = {slot: output.span(where[n]) for slot, n in slots.items() if n != at}
            rows.append(Row("system", values, output.span(where[at]), spans, time=times[at]))
        if self._sign is not None and not any("os" in values for _, values, _ in self._systems):
            at, system = self._sign
            rows.append(Row("system", {"os": system}, output.span(where[at]), inferred=True))
        return rows


def _seconds(groups: dict[str, str | None]) -> float:
    """How far a clock jumped or how long a processor stood still, or 0 where the message does not tell."""
    if nanoseconds := groups.get("nanoseconds"):
        return int(nanoseconds) / 1e9
    text = groups.get("seconds") or groups.get("seconds2")
    return abs(float(text)) if text else 0.0


def _row(output: Output, events: list[_Event], where: Sequence[int], times: Sequence[float | None]) -> Row:
    counts: dict[str, int] = {}
    for event in events:
        counts[event.source] = counts.get(event.source, 0) + event.weight
    first = events[0]
    values: dict[str, Value | bool] = {
        "kind": first.kind, "subject": first.subject, "count": max(counts.values()), "text": first.text,
    }  # fmt: skip
    if longest := max(event.seconds for event in events):
        values["longest-seconds"] = longest
    known = [t for e in events if (t := times[e.at]) is not None]
    if known:
        values["first-time"], values["last-time"] = min(known), max(known)
    span = output.span(where[first.at], where[events[-1].last])
    return Row("kernel-event", values, span, time=max(known) if known else None)
