'''``smartctl -a DEVICE``: what a drive says of its own health, as text.

Versions 5.x to 7.x; ATA drives (attribute table, error log, self-test log), SCSI drives (error counter log) and NVMe
drives (health log), with all sections or only some of them (``-i``, ``-H``, ``-A``, ``-t``). What smartctl says when it
cannot reach the drive is an answer too. The device is the one in the command above, or in a line like
``== /dev/sda ==``; where neither is there, the drive goes by its serial number, so that two drives in one file stay two.

Samples::

    >>> from facts.readers import show
    >>> show("""# smartctl -H -d areca,2 /dev/sg0
    ... smartctl 6.2 2013-07-26 r3841 [x86_64-linux-3.10.0-957.el7.x86_64] (local build)
    ... Copyright (C) 2002-13, Bruce Allen, Christian Franke, www.smartmontools.org
    ...
    ... === START OF READ SMART DATA SECTION ===
    ... SMART overall-health self-assessment test result: PASSED
    ... """)
    smartctl lines 2-6 read
      smart: access=areca,2 device=/dev/sg0 health=passed unreadable=no (2-6)
      system: arch=x86_64 kernel=3.10.0-957.el7.x86_64 kernel-code=3010000 os=linux (2-2)

    >>> show("""Smartctl open device: /dev/sda failed: DELL or MegaRaid controller, please try adding '-d megaraid,N'
    ... """)
    smartctl lines 1-1 read
      smart: access= device=/dev/sda logical-volume=yes unreadable=yes (1-1)
'''

from __future__ import annotations

import re
from collections.abc import Callable

from facts.readers.smart_signs import (
    MAX_INTEGER,
    Asked,
    Signs,
    access_of_tag,
    asked_in_command,
    clock,
    is_logical_volume,
    platform,
)
from facts.readers.smartctl_extent import extent, label_of
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.schema import Value

_BANNER = re.compile(r"\s*smartctl (?:version )?(?:pre-)?\d+\.\d+\S*(?: [^\[]*)?\[(?P<platform>[^\]]+)\]")
_ATTRIBUTE = re.compile(
    r"\s*(?P<id>\d{1,3}|0x[0-9a-f]{2})\s+(?P<name>[A-Za-z_][\w()/-]*)\s+(?P<flag>0x[0-9a-f]{4}|[POSRCK-]{6})\s+"
    r"(?:\d{1,3}|---)\s+(?:\d{1,3}|---)\s+(?:\d{1,3}|---)\s+(?P<rest>\S.*)$"
)
_RAW = re.compile(
    r"(?:(?:Pre-fail|Old_age)\s+(?:Always|Offline)\s+)?(?P<failed>FAILING_NOW|In_the_past|NOW|Past"
    r"|-)(?:\s+(?P<raw>\S.*))?$"
)
# id: slot, and what the attribute's name must say: makers reuse the numbers for other things
_RAW_SLOTS = {
    5: ("reallocated-raw", re.compile(r"realloc|retired|unknown", re.IGNORECASE)),
    187: ("reported-uncorrectable-raw", re.compile(r"uncorrect|unknown", re.IGNORECASE)),
    196: ("reallocation-events-raw", re.compile(r"realloc|unknown", re.IGNORECASE)),
    197: ("pending-raw", re.compile(r"pending|unknown", re.IGNORECASE)),
    198: ("offline-uncorrectable-raw", re.compile(r"uncorrect|unknown", re.IGNORECASE)),
    199: ("crc-errors-raw", re.compile(r"crc|unknown", re.IGNORECASE)),
}
_COUNTER = re.compile(r"\s*(?:read|write|verify):\s+(?P<numbers>[\d.,\s]+)$")
_SELF_TEST = re.compile(
    r"\s*#?\s*\d{1,2}\s+(?P<test>Short|Extended|Conveyance|Selective|Background|Foreground|Offline|Reserved|Default"
    r"|Vendor)\b(?P<rest>.*)$"
)
_REFUSED_TEST = re.compile(
    r"\s*(?:(?:Short|Long|Extended|Default|Background|Foreground)\b[\w() ]*self.?test failed \[[^\]]*(?:unsupported"
    r"|not supported)[^\]]*\]"
    r"|Command \"Execute SMART [\w -]*self-test routine[^\"]*\" failed"
    r"|Warning: device does not support Self-Test functions"
    r"|Self-tests? not supported)",
    re.IGNORECASE,
)
_STARTED_TEST = re.compile(
    r"\s*(?:Testing has begun|(?:Short|Extended) Background Self Test has begun|Self Test returned without error)"
)
_UNREADABLE = re.compile(
    r"\s*(?:Smartctl open device: .* failed|A mandatory SMART command failed"
    r"|\S+: Unknown USB bridge|\S+: Unable to detect device type|\S+: Unsupported USB bridge"
    r"|Read Device Identity failed"
    r"|(?:Smartctl: Device )?Read Device Identity Failed|Standard Inquiry \(\d+ bytes\) failed"
    r"|Device does not support SMART\b"
    r"|SMART support is: +Unavailable|Unable to detect device type|Please specify device type with the -d option"
    r"|>> Terminate command early due to bad response)",
    re.IGNORECASE,
)
_OPEN = re.compile(r"\s*Smartctl open device: (?P<device>/dev/\S+)(?P<tags>(?: \[[^\]]*\])*) failed: (?P<reason>.*)$")
_TYPED = re.compile(
    r"\s*(?P<device>/dev/\S+?):? (?:\[[^\]]*\]|.*Device of type|Device open changed|.*Unknown USB bridge)"
)


def _whole(text: str) -> int | None:
    """A count as smartctl prints it: ``1,234``, ``0x00000000000a``, ``12 (Min/Max 0/40)``."""
    match = re.match(r"\s*(0x[0-9a-f]+|\d{1,3}(?:[,.' ]\d{3})+(?![\d,])|\d+)", text)
    if match is None:
        return None
    found = match[1]
    value = int(found, 16) if found.startswith("0x") else int(re.sub(r"[,.' ]", "", found))
    return value if value <= MAX_INTEGER else None


class _Drive:
    """Collects one drive's slots, line by line."""

    def __init__(self, output: Output, asked: Asked) -> None:
        self.output = output
        self.asked = asked
        self.values: dict[str, Value | bool] = {}
        self.slot_lines: dict[str, Span] = {}
        self.refusals: list[Refusal] = []
        self.signs = Signs()
        self.time: float | None = None
        self.vendor = self.product = ""
        self.tested: bool | None = None  # the self-test log: True failed, False passed
        self.closed = False  # the newest decisive self-test was seen
        self.system: Row | None = None

    def put(self, index: int, slot: str, value: Value | bool) -> None:
        self.values[slot] = value
        self.slot_lines[slot] = self.output.span(index)

    def add(self, index: int, slot: str, value: int) -> None:
        first = self.slot_lines.get(slot, self.output.span(index))[0]
        self.values[slot] = int(self.values.get(slot, 0)) + value
        self.slot_lines[slot] = (first, self.output.span(index)[1])

    def count(self, index: int, slot: str, text: str) -> None:
        if (value := _whole(text)) is None:
            self.refuse(index, f"no number in `{text.strip()[:40]}`")
        else:
            self.put(index, slot, value)

    def refuse(self, index: int, reason: str) -> None:
        self.refusals.append(Refusal(self.output.span(index), reason))

    # one drive's keys -----------------------------------------------------------------------------------------------

    def key(self, index: int, key: str, value: str) -> None:
        handler = _KEYS.get(key.strip().lower())
        if handler is not None and value:
            handler(self, index, value)

    def health(self, index: int, value: str) -> None:
        word = value.split()[0].rstrip("!")
        if word in ("PASSED", "OK"):
            self.signs.healthy = True
            self.put(index, "health", "passed")
        elif word != "UNKNOWN":
            self.put(index, "health", "failed")
        self.values["unreadable"] = False

    def attribute(self, index: int, match: re.Match[str], following: str) -> None:
        """One row of the attribute table; an 80-column terminal may have put the raw value on the next line."""
        self.values["protocol"] = "ata"
        self.values.setdefault("unreadable", False)
        self.values.setdefault("failing-attributes", 0)
        raw = _RAW.match(match["rest"])
        if raw is None:
            self.refuse(index, f"no raw value in the row of attribute {match['id']}")
            return
        if raw["failed"] in ("FAILING_NOW", "NOW"):
            self.add(index, "failing-attributes", 1)
        text = raw["raw"] or (following.strip() if re.fullmatch(r"\s*\d+", following) else "")
        number = int(match["id"], 0)
        if number == 9 and "hour" in match["name"].lower():
            self.hours(index, text)
        elif number in _RAW_SLOTS:
            slot, name = _RAW_SLOTS[number]
            if name.search(match["name"]):
                self.count(index, slot, text)

    def hours(self, index: int, text: str) -> None:
        if (match := re.match(r"\s*(\d+)(?:\.(\d+))?", text.replace(",", ""))) and len(match[1]) < 9:
            self.put(index, "power-on-hours", float(match[0]))

    def counters(self, index: int, numbers: str) -> None:
        """``read: fast delayed rewrites corrected invocations gigabytes uncorrected``."""
        words = numbers.split()
        if len(words) != 7:
            self.refuse(index, f"{len(words)} of 7 error counters")
            return
        self.values["protocol"] = "scsi"
        counts = [_whole(word) for word in (*words[:5], words[6])]
        gigabytes = re.sub(r",(?=\d{3}\b.*\.)", "", words[5]).replace(",", ".")
        if None in counts or not re.fullmatch(r"\d+(?:\.\d+)?", gigabytes):
            self.refuse(index, "an error counter is no number")
            return
        self.signs.counters = [*(self.signs.counters or []), *(c for c in counts if c is not None)]
        self.signs.gigabytes = [*(self.signs.gigabytes or []), float(gigabytes)]
        self.add(index, "uncorrected-errors", counts[5] or 0)

    def self_test(self, index: int, match: re.Match[str]) -> None:
        """Newest first: a failure counts until an extended test has passed after it."""
        rest = match["rest"]
        if self.closed:
            return
        if re.search(r"read failure|Failed in|fail(?:ure|ed)|handling damage", rest, re.IGNORECASE):
            self.tested = self.closed = True
            self.put(index, "self-test-failed", True)
        elif re.search(r"Completed(?: without error|\s|$)", rest) and self.tested is None:
            self.tested = False
            self.put(index, "self-test-failed", False)
            self.closed = match["test"] == "Extended" or "long" in rest

    # -----------------------------------------------------------------------------------------------------------------

    def finish(self) -> list[Row]:
        model = self.signs.model = self.signs.model or " ".join(f"{self.vendor} {self.product}".split())
        if model:
            self.values["model"] = model
            if "logical-volume" not in self.values:
                self.values["logical-volume"] = is_logical_volume(model)
        if self.signs.serial:
            self.values["serial"] = self.signs.serial
        if "protocol" not in self.values and (self.vendor or self.signs.transport):
            self.values["protocol"] = "scsi"
        if self.values.get("protocol") == "scsi":
            if self.signs.assessed:
                self.values["filler-signs"] = self.signs.count()
        elif "failing-attributes" in self.values or "critical-warning" in self.values:
            self.values["filler-signs"] = 0
        if not self.values:
            return [self.system] if self.system else []
        values = {"device": self.asked.device or self.signs.serial, "access": self.asked.access, **self.values}
        row = Row("smart", values, self.output.whole, self.slot_lines, self.time)
        return [row, self.system] if self.system else [row]


def _text(name: str) -> Callable[[_Drive, int, str], None]:
    def put(drive: _Drive, index: int, value: str) -> None:
        setattr(drive.signs, name, value.strip())

    return put


def _number(slot: str, protocol: str) -> Callable[[_Drive, int, str], None]:
    def put(drive: _Drive, index: int, value: str) -> None:
        drive.values["protocol"] = protocol
        drive.count(index, slot, value)

    return put


def _percent(slot: str) -> Callable[[_Drive, int, str], None]:
    def put(drive: _Drive, index: int, value: str) -> None:
        if (number := _whole(value)) is None:
            drive.refuse(index, f"no percentage in `{value[:40]}`")
        else:
            drive.put(index, slot, float(number))

    return put


def _model(drive: _Drive, index: int, value: str) -> None:
    drive.signs.model, drive.values["protocol"] = value.strip(), "ata"


def _nvme_model(drive: _Drive, index: int, value: str) -> None:
    drive.signs.model, drive.values["protocol"] = value.strip(), "nvme"


def _old_device(drive: _Drive, index: int, value: str) -> None:
    """``Device: WDC WD1600AAJS-00WAA Version: R001``: a SCSI inquiry before 5.41."""
    if match := re.match(r"(?P<model>.+?)\s+Version:", value):
        drive.signs.model, drive.values["protocol"] = match["model"].strip(), "scsi"


def _vendor(drive: _Drive, index: int, value: str) -> None:
    drive.vendor = value.strip()


def _product(drive: _Drive, index: int, value: str) -> None:
    drive.product = value.strip()


def _transport(drive: _Drive, index: int, value: str) -> None:
    drive.signs.transport = value.strip()
    drive.values["protocol"] = "scsi"


def _local_time(drive: _Drive, index: int, value: str) -> None:
    drive.time = clock(value)


def _critical_warning(drive: _Drive, index: int, value: str) -> None:
    drive.values["protocol"] = "nvme"
    drive.values.setdefault("unreadable", False)
    drive.count(index, "critical-warning", value)


def _hours(drive: _Drive, index: int, value: str) -> None:
    drive.hours(index, value)


def _temperature(name: str) -> Callable[[_Drive, int, str], None]:
    def put(drive: _Drive, index: int, value: str) -> None:
        if match := re.match(r"\s*(\d+)", value):
            setattr(drive.signs, name, float(match[1]))

    return put


def _start_stop(drive: _Drive, index: int, value: str) -> None:
    drive.signs.start_stop_limit = _whole(value)


_KEYS: dict[str, Callable[[_Drive, int, str], None]] = {
    "device model": _model,
    "device": _old_device,
    "model number": _nvme_model,
    "vendor": _vendor,
    "product": _product,
    "serial number": _text("serial"),
    "transport protocol": _transport,
    "local time is": _local_time,
    "smart overall-health self-assessment test result": _Drive.health,
    "smart health status": _Drive.health,
    "current drive temperature": _temperature("temperature"),
    "drive trip temperature": _temperature("trip_temperature"),
    "recommended maximum start stop count": _start_stop,
    "specified cycle count over device lifetime": _start_stop,
    "elements in grown defect list": _number("grown-defects", "scsi"),
    "percentage used endurance indicator": _percent("percentage-used"),
    "critical warning": _critical_warning,
    "available spare": _percent("available-spare-percent"),
    "available spare threshold": _percent("spare-threshold-percent"),
    "percentage used": _percent("percentage-used"),
    "power on hours": _hours,
    "media and data integrity errors": _number("media-errors", "nvme"),
    "ata error count": _number("logged-errors", "ata"),
    "device error count": _number("logged-errors", "ata"),
}
_MADE = re.compile(r"\s*Manufactured in week +(?P<week>\d+) of year +(?P<year>\d{4})")
_POWERED = re.compile(
    r"\s*(?:number of hours powered up =|Accumulated power on time, hours:minutes)\s*(?P<hours>\d+(?:[.,]\d+)?)"
)
_EXECUTION = re.compile(r"\s*Self-test execution status:\s*\(\s*(?P<code>\d+)\)")


def _line(drive: _Drive, index: int, line: str, following: str) -> None:
    """Read one line: a row of a table, a single sign, or ``key: value``."""
    if match := _ATTRIBUTE.match(line):
        drive.attribute(index, match, following)
    elif match := _COUNTER.match(line):
        drive.counters(index, match["numbers"])
    elif _REFUSED_TEST.match(line):
        drive.put(index, "self-test-refused", True)
        drive.signs.self_test_refused = True
    elif _STARTED_TEST.match(line):
        drive.put(index, "self-test-refused", False)
    elif match := _OPEN.match(line):
        drive.put(index, "unreadable", True)
        drive.asked = Asked(drive.asked.device or match["device"], drive.asked.access or access_of_tag(match["tags"]))
        if "try adding '-d megaraid" in line:
            drive.put(index, "logical-volume", True)
    elif _UNREADABLE.match(line):
        drive.put(index, "unreadable", True)
    elif match := _MADE.match(line):
        drive.signs.made_week, drive.signs.made_year = int(match["week"]), int(match["year"])
    elif match := _POWERED.match(line):
        drive.put(index, "power-on-hours", float(match["hours"].replace(",", ".")))
    elif (match := _EXECUTION.match(line)) and 3 <= int(match["code"]) >> 4 <= 8:
        drive.put(index, "self-test-failed", True)
        drive.tested = drive.closed = True
    elif match := _SELF_TEST.match(line):
        drive.self_test(index, match)
    elif re.match(r"\s*Device does not support Self Test logging", line):
        drive.signs.no_self_test_log = True
    elif re.match(r"\s*No Errors Logged", line) and drive.values.get("protocol") != "nvme":
        drive.put(index, "logged-errors", 0)
    elif ":" in line:
        key, _, value = line.partition(":")
        drive.key(index, key, value)


def _read(output: Output) -> Reading:
    asked = label_of(output.lines)
    if not asked.device and output.nth == 0:
        asked = asked_in_command(output.command)
    drive = _Drive(output, asked)
    for index, line in enumerate(output.lines):
        if match := _BANNER.match(line):
            if values := platform(match["platform"]):
                drive.system = Row("system", values, output.span(index), inferred="kernel" not in values)
            continue
        if (match := _TYPED.match(line)) and not drive.asked.device:
            drive.asked = Asked(match["device"].rstrip(":"), drive.asked.access or access_of_tag(line))
        following = output.lines[index + 1] if index + 1 < len(output.lines) else ""
        _line(drive, index, line, following)
    rows = drive.finish()
    if not rows and not drive.refusals:
        drive.refuse(0, "nothing here tells about a drive")
    return Reading(rows, drive.refusals)


READERS = (
    Reader(
        "smartctl",
        re.compile(
            r"\s*(?:smartctl (?:version )?(?:pre-)?\d+\.\d|=== START OF (?:INFORMATION|READ SMART DATA|SMART DATA"
            r"|OFFLINE)"
            r"|SMART overall-health self-assessment test result:|SMART Health Status:|Smartctl open device: "
            r"|ID# +ATTRIBUTE_NAME|(?:Long|Short) [\w() ]*self test failed \[|SMART/Health Information \(NVMe"
            r"|\S+: Unknown USB bridge|(?:Device Model|Model Family):\s+\S)"
        ),
        extent,
        _read,
    ),
)
