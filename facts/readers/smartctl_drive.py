"""One drive as smartctl's text tells it, collected line by line."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from facts.patterns import lazy
from facts.readers.smart_signs import (
    MAX_INTEGER,
    Asked,
    Signs,
    clock,
    of_model,
    serial_of,
    slot_of_attribute,
    verdict_of,
)
from facts.reading import Output, Refusal, Row, Span
from facts.recording import recording_of
from facts.schema import Value
from facts.states import not_understood
from facts.subjects import names_whole_disk

_RAW = lazy(
    r"(?:(?:Pre-fail|Old_age)\s+(?:Always|Offline)\s+)?(?P<failed>FAILING_NOW|In_the_past|NOW|Past"
    r"|-)(?:\s+(?P<raw>\S.*))?$"
)


# what a self-test came to: of ATA, SCSI and NVMe drives
_TEST_FAILED = lazy(
    r".*?(?:Completed[:,] +(?:(?:unknown|electrical|servo/seek|read) fail|handling damage|failed segment|segment failed)"
    r"|Failed in (?:first |second )?segment|Fatal or unknown|Unknown error, incomplete)",
    re.IGNORECASE,
)
_TEST_PASSED = lazy(r".*?\bCompleted(?: without error|\s|$)")
_TEST_SILENT = lazy(r".*?(?:Aborted|Interrupted|in progress|Reserved)", re.IGNORECASE)


_SPEED = lazy(r".*?(?P<most>\d{1,2}(?:\.\d)?) Gb/s(?: \(current: (?P<now>\d{1,2}(?:\.\d)?) Gb/s\))?")


def _whole(text: str) -> int | None:
    """A count as smartctl prints it: ``1,234``, ``0x00000000000a``, ``12 (Min/Max 0/40)``."""
    match = re.match(r"\s*(0x[0-9a-f]+|\d{1,3}(?:[,.' ]\d{3})+(?![\d,])|\d+)", text)
    if match is None:
        return None
    found = match[1]
    value = int(found, 16) if found.startswith("0x") else int(re.sub(r"[,.' ]", "", found))
    return value if value <= MAX_INTEGER else None


class Drive:
    """Collects one drive's slots, line by line."""

    def __init__(self, output: Output, asked: Asked) -> None:
        self.output = output
        self.asked = asked
        self.values: dict[str, Value | bool] = {}
        self.slot_lines: dict[str, Span] = {}
        self.refusals: list[Refusal] = []
        self.signs = Signs()
        self.time: float | None = None
        self.tested: bool | None = None  # the self-test log: True failed, False passed
        self.closed = False  # the newest decisive self-test was seen
        self.system: Row | None = None

    def put(self, index: int, slot: str, value: Value | bool) -> None:
        """Set a slot, read from line `index` of the output."""
        self.values[slot] = value
        self.slot_lines[slot] = self.output.span(index)

    def add(self, index: int, slot: str, value: int) -> None:
        """Add to a slot that counts over several lines."""
        first = self.slot_lines.get(slot, self.output.span(index))[0]
        self.values[slot] = int(self.values.get(slot, 0)) + value
        self.slot_lines[slot] = (first, self.output.span(index)[1])

    def count(self, index: int, slot: str, text: str) -> None:
        """Set a slot to the count in `text`, or refuse the line."""
        if (value := _whole(text)) is None:
            self.refuse(index, f"no number in `{text.strip()[:40]}`")
        else:
            self.put(index, slot, value)

    def refuse(self, index: int, reason: str) -> None:
        """Note a line that could not be read."""
        self.refusals.append(Refusal(self.output.span(index), reason))

    # one drive's keys -----------------------------------------------------------------------------------------------

    def key(self, index: int, key: str, value: str) -> bool:
        """Read one ``key: value`` line; whether its name is one that counts."""
        handler = _KEYS.get(" ".join(key.split()).lower())
        if handler is not None and value:
            handler(self, index, value)
        return handler is not None

    def health(self, index: int, value: str) -> None:
        """The overall verdict: ``PASSED``, ``OK``, ``FAILED!``, or the reason why not."""
        verdict = verdict_of(value)
        if verdict in ("passed", "failed"):
            self.signs.healthy = verdict == "passed"
            self.put(index, "health", verdict)
        elif verdict == "self-test":
            self.put(index, "self-test-failed", True)
        elif verdict is None:
            self.refusals.append(not_understood(value, self.output.span(index)))
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
        # a drive that is too warm has not failed by that
        if raw["failed"] in ("FAILING_NOW", "NOW") and "temperature" not in match["name"].lower():
            self.add(index, "failing-attributes", 1)
        text = raw["raw"] or (following.strip() if re.fullmatch(r"\s*\d+", following) else "")
        number = int(match["id"], 0)
        if number == 9 and "hour" in match["name"].lower():
            self.hours(index, text)
        elif slot := slot_of_attribute(number, match["name"]):
            self.count(index, slot, text)

    def hours(self, index: int, text: str) -> None:
        """Power-on hours as ``12345``, ``12,345``, ``31158h+41m``."""
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

    def link_faults(self, index: int, slot: str, text: str) -> None:
        """A counter of the link; several count the same fault at different places, so the largest is kept."""
        if (count := _whole(text)) is not None and count >= int(self.values.get(slot, 0)):
            self.put(index, slot, count)

    def logged(self, index: int, errors: Sequence[str]) -> None:
        """An entry of the drive's own log of errors: of its medium, of its link, or neither."""
        slot = (
            "logged-link-errors" if "ICRC" in errors else "logged-medium-errors" if {"UNC", "AMNF"} & {*errors} else ""
        )
        if slot:
            self.put(index, slot, int(self.values.get(slot, 0)) + 1)

    def self_test(self, index: int, match: re.Match[str]) -> None:
        """Newest first: a failure counts until an extended test has passed after it."""
        rest = match["rest"]
        if self.closed:
            return
        if _TEST_FAILED.match(rest):
            self.tested = self.closed = True
            self.put(index, "self-test-failed", True)
        elif _TEST_PASSED.match(rest):
            if self.tested is None:
                self.tested = False
                self.put(index, "self-test-failed", False)
                self.closed = match["test"] == "Extended" or "long" in rest
        elif not _TEST_SILENT.match(rest):
            self.refusals.append(not_understood(rest, self.output.span(index)))

    # -----------------------------------------------------------------------------------------------------------------

    def finish(self) -> list[Row]:
        """The drive's row, and that of the system where the output names it."""
        model = self.signs.model = self.signs.model or " ".join(f"{self.signs.vendor} {self.signs.product}".split())
        self.values = of_model(model) | self.values
        if recording := recording_of(model):
            self.values.setdefault("recording", recording)
        if self.signs.serial:
            self.values["serial"] = self.signs.serial
        if "protocol" not in self.values and (self.signs.vendor or self.signs.transport):
            self.values["protocol"] = "scsi"
        self.signs.judge(self.values)
        if self.signs.no_status and not {"health", "failing-attributes"} & self.values.keys():
            self.values["unreadable"] = True
        if not self.values:
            return [self.system] if self.system else []
        values = {"device": self.asked.device or self.signs.serial, "access": self.asked.access, **self.values}
        if not self.asked.device:
            # two drives whose device nobody names are told apart by their serial numbers
            values["device-known"] = False
        rows = [Row("smart", values, self.output.whole, self.slot_lines, self.time), *self._label()]
        return [*rows, self.system] if self.system else rows

    def _label(self) -> list[Row]:
        """The world-wide name of the disk that was asked, which pools and links call it by."""
        wwn = re.sub(r"\s|\A0x", "", self.signs.wwn).lower()
        if not re.fullmatch(r"5[0-9a-f]{15}", wwn) or not names_whole_disk(self.asked.device) or self.asked.access:
            return []
        if self.asked.device.startswith(("wwn-", "ata-", "scsi-")):
            return []
        return [Row("device-label", {"label": f"wwn-0x{wwn}", "device": self.asked.device}, self.output.whole)]


def _sign(name: str, protocol: str = "") -> Callable[[Drive, int, str], None]:
    """Keep a text among the signs; a name that only drives of one protocol have tells that."""

    def put(drive: Drive, index: int, value: str) -> None:
        setattr(drive.signs, name, value.strip())
        if protocol:
            drive.values["protocol"] = protocol

    return put


def _serial(drive: Drive, index: int, value: str) -> None:
    drive.signs.serial = serial_of(value.strip())


def _number(slot: str, protocol: str) -> Callable[[Drive, int, str], None]:
    def put(drive: Drive, index: int, value: str) -> None:
        drive.values["protocol"] = protocol
        drive.count(index, slot, value)

    return put


def _percent(slot: str) -> Callable[[Drive, int, str], None]:
    def put(drive: Drive, index: int, value: str) -> None:
        if (number := _whole(value)) is None:
            drive.refuse(index, f"no percentage in `{value[:40]}`")
        else:
            drive.put(index, slot, float(number))

    return put


def _old_device(drive: Drive, index: int, value: str) -> None:
    """``Device: WDC WD1600AAJS-00WAA Version: R001``: a SCSI inquiry before 5.41."""
    if match := re.match(r"(?P<model>.(?:.*?\S)??)\s+Version:", value):
        drive.signs.model, drive.values["protocol"] = match["model"].strip(), "scsi"


def _local_time(drive: Drive, index: int, value: str) -> None:
    drive.time = clock(value)


def _critical_warning(drive: Drive, index: int, value: str) -> None:
    drive.values["protocol"] = "nvme"
    drive.values.setdefault("unreadable", False)
    drive.count(index, "critical-warning", value)


def _temperature(name: str) -> Callable[[Drive, int, str], None]:
    def put(drive: Drive, index: int, value: str) -> None:
        if match := re.match(r"\s*(\d+)", value):
            setattr(drive.signs, name, float(match[1]))

    return put


def _start_stop(drive: Drive, index: int, value: str) -> None:
    drive.signs.start_stop_limit = _whole(value)


def _sectors(drive: Drive, index: int, value: str) -> None:
    """``512 bytes logical, 4096 bytes physical``, ``512 bytes logical/physical``, or the physical size alone."""
    sizes = [int(size) for size in re.findall(r"(\d{3,5}) bytes", value)]
    if sizes:
        drive.put(index, "physical-sector-bytes", sizes[-1])


def _link_speed(drive: Drive, index: int, value: str) -> None:
    """``SATA 3.1, 6.0 Gb/s (current: 3.0 Gb/s)``; without the bracket the drive does not tell the present speed."""
    if match := _SPEED.match(value):
        drive.put(index, "link-speed-most-gbit-s", float(match["most"]))
        if match["now"]:
            drive.put(index, "link-speed-gbit-s", float(match["now"]))


def _family(drive: Drive, index: int, value: str) -> None:
    for sign, recording in (("(SMR)", "shingled"), ("(CMR)", "conventional")):
        if sign in value:
            drive.put(index, "recording", recording)


def _zoned(drive: Drive, index: int, value: str) -> None:
    if value.lower().startswith("device managed"):
        drive.put(index, "recording", "shingled")


def _write_cache(drive: Drive, index: int, value: str) -> None:
    if value.startswith(("Enabled", "Disabled")):
        drive.put(index, "write-cache", "on" if value.startswith("Enabled") else "off")


_KEYS: dict[str, Callable[[Drive, int, str], None]] = {
    "device model": _sign("model", "ata"),
    "device": _old_device,
    "model number": _sign("model", "nvme"),
    "vendor": _sign("vendor"),
    "product": _sign("product"),
    "serial number": _serial,
    "lu wwn device id": _sign("wwn"),
    "logical unit id": _sign("wwn"),
    "sector size": _sectors,
    "sector sizes": _sectors,
    "physical block size": _sectors,
    "transport protocol": _sign("transport", "scsi"),
    "local time is": _local_time,
    "smart overall-health self-assessment test result": Drive.health,
    "smart health status": Drive.health,
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
    "power on hours": Drive.hours,
    "media and data integrity errors": _number("media-errors", "nvme"),
    "sata version is": _link_speed,
    "model family": _family,
    "zoned device": _zoned,
    "write cache is": _write_cache,
    "writeback cache is": _write_cache,
    "ata error count": _number("logged-errors", "ata"),
    "device error count": _number("logged-errors", "ata"),
}


def is_key(line: str) -> bool:
    """Whether a line has a name that counts, and a colon."""
    return " ".join(line.partition(":")[0].split()).lower() in _KEYS and ":" in line
