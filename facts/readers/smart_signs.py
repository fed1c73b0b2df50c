"""What the readers of smartctl's text and of its JSON judge alike: where the drive was asked, what can't be."""

from __future__ import annotations

import re
import shlex
from calendar import timegm
from collections.abc import Sequence
from dataclasses import dataclass
from time import strptime
from typing import NamedTuple

from facts.patterns import lazy
from facts.schema import Value
from facts.units import coded

MAX_INTEGER = 2**63 - 1

# Products that RAID controllers, arrays and hypervisors give to what they show to the host.
_LOGICAL = lazy(
    r"\blogical volume\b|\bvirtual (?:disk|hd)\b|\braid\b|\bPERC\b|^(?:LSI|AVAGO|BROADCOM)\b|\bMR9\d{3}|\bSMC\d{4}\b"
    r"|\bServeRAID\b|^(?:Areca|ARC-|Adaptec|AMCC|3ware|Promise)\b|-VOL#\d|^NETAPP +LUN|^IBM +2145|^DGC\b"
    r"|^EMC +SYMMETRIX"
    r"|\bOPEN-V\b|\bLCSM\d|\bSTK6\d{3}\b|\bCSM\d{3}_R|\bHSV\d{3}\b|^3PARdata\b|^PURE\b|^COMPELNT\b|\bMSA ?\d{4}"
    r"|\bVRAID\b|^Intel +R(?:S|MS)\d{1,2}[A-Z]{2}\d{3}",
    re.IGNORECASE,
)
_HYPERVISOR = lazy(r"^(?:VMware|QEMU|VBOX|Msft|Microsoft|Xen|Nutanix|Google|Amazon)\b", re.IGNORECASE)
# Model names that only serial ATA drives carry.
_SATA = lazy(
    r"\bWDC? ?WD\d{3,5}[A-Z]|^(?:ATA +)?(?:ST\d{3,5}(?:\d{3,5})?(?:AS|NS|DM|VN|VX|SV|DL|LM|LT|NE|VE|NM0(?:011|033|024"
    r"|055))\b"
    r"|Hitachi HD[STP]|HITACHI HUA|HGST H[DU]S\d+A|SAMSUNG HD\d|SAMSUNG SSD|Maxtor \d[A-Z]|TOSHIBA (?:DT|HDW|MK\d+GS)"
    r"|INTEL SSD"
    r"|Crucial|KINGSTON)",
    re.IGNORECASE,
)
_MASKED = lazy(
    r"\s*(?:(?P<mark>[xX*#?.-])(?P=mark){3,}|[\[<(]\s*(?i:\w*redacted|removed|hidden|masked|serial\w*)\b.*)\s*\Z"
)
_DEVICE = lazy(r"/dev/[\w./:,@+-]+\Z")
_TAG_ACCESS = (
    (lazy(r"\[megaraid_disk_0*(\d{1,9})\]"), "megaraid,{0}"),
    (lazy(r"\[areca_disk#0*(\d{1,9})_enc#0*(\d{1,9})\]"), "areca,{0}/{1}"),
    (lazy(r"\[areca_disk#0*(\d{1,9})\]"), "areca,{0}"),
    (lazy(r"\[3ware_disk_0*(\d{1,9})\]"), "3ware,{0}"),
    (lazy(r"\[cciss_disk_0*(\d{1,9})\]"), "cciss,{0}"),
    (lazy(r"\[hpt_disk_([\d/]+)\]"), "hpt,{0}"),
    (lazy(r"\[aacraid_disk_0*(\d{1,9})_0*(\d{1,9})_0*(\d{1,9})\]"), "aacraid,{0},{1},{2}"),
)

# id: slot, and what the attribute's name must say: makers reuse the numbers for other things
_RAW_SLOTS = {
    5: ("reallocated-raw", "realloc|retired"),
    187: ("reported-uncorrectable-raw", "uncorrect"),
    196: ("reallocation-events-raw", "realloc"),
    197: ("pending-raw", "pending"),
    198: ("offline-uncorrectable-raw", "uncorrect"),
    199: ("crc-errors-raw", "crc"),
    241: ("written-raw", "writ"),
    242: ("read-raw", "read"),
}


class Asked(NamedTuple):
    """Which device smartctl was asked about, and through what: "" where that is not known."""

    device: str = ""
    access: str = ""


def asked_by(words: list[str]) -> Asked:
    """Device and ``-d`` option of smartctl's arguments.

    >>> asked_by(["smartctl", "-a", "-d", "areca,2", "/dev/sg0"])
    Asked(device='/dev/sg0', access='areca,2')
    >>> asked_by(["smartctl", "-H", "/dev/cciss/c0d0", "-dcciss,8"])
    Asked(device='/dev/cciss/c0d0', access='cciss,8')
    """
    device = access = ""
    expected = False
    for word in words:
        if expected:
            access, expected = word, False
        elif word in ("-d", "--device"):
            expected = True
        elif word.startswith("--device="):
            access = word.removeprefix("--device=")
        elif word.startswith("-d") and len(word) > 2 and not word.startswith("--"):
            access = word[2:].lstrip("=")
        elif _DEVICE.match(word):
            device = word
    return Asked(device, "" if access in ("auto", "test") else access)


def asked_in_command(command: str) -> Asked:
    """The same for a command line, which may hold more than smartctl; a shell variable names no device.

    >>> asked_in_command("sudo smartctl --all /dev/sdb | less")
    Asked(device='/dev/sdb', access='')
    >>> asked_in_command("for d in a b; do smartctl -a /dev/sd$d; done")
    Asked(device='', access='')
    """
    match = re.search(r"(?:^|[\s/;&|(])smartctl(?:64)?\s([^|;&>]{0,1000})", command)
    if match is None:
        return Asked()
    try:
        words = shlex.split(match[1])
    except ValueError:
        words = match[1].split()
    return asked_by([word for word in words if "$" not in word])


def access_of_tag(text: str) -> str:
    """The access that smartctl puts in brackets behind a device's name.

    >>> access_of_tag("/dev/bus/0 [megaraid_disk_04] [SAT]")
    'megaraid,4'
    """
    for pattern, form in _TAG_ACCESS:
        if match := pattern.search(text):
            return form.format(*match.groups())
    return ""


def is_logical_volume(model: str) -> bool:
    """Whether an inquiry's vendor and product name a controller's or an array's volume.

    >>> is_logical_volume("Intel Raid 1 Volume"), is_logical_volume("WDC WD1600AAJS-00WAA")
    (True, False)
    """
    return _LOGICAL.search(model) is not None


def is_of_hypervisor(model: str) -> bool:
    """Whether the disk is one that a hypervisor shows to a virtual machine.

    >>> is_of_hypervisor("VMware Virtual disk"), is_of_hypervisor("DELL PERC H730 Mini")
    (True, False)
    """
    return _HYPERVISOR.match(model) is not None


def of_model(model: str) -> dict[str, Value | bool]:
    """The slots that a drive's model tells.

    >>> of_model("VMware Virtual disk")
    {'model': 'VMware Virtual disk', 'logical-volume': True, 'volume-of': 'hypervisor'}
    """
    values: dict[str, Value | bool] = {"model": model, "logical-volume": is_logical_volume(model)} if model else {}
    return values | {"volume-of": "hypervisor"} if is_of_hypervisor(model) else values


def slot_of_attribute(number: int, name: str) -> str:
    """The slot of an ATA attribute's raw value, or "".

    >>> slot_of_attribute(5, "Reallocated_Sector_Ct"), slot_of_attribute(5, "Program_Fail_Count")
    ('reallocated-raw', '')
    """
    slot, says = _RAW_SLOTS.get(number, ("", ""))
    return slot if slot and re.search(f"{says}|unknown", name, re.IGNORECASE) else ""


def serial_of(text: str) -> str:
    """A serial number, or "" for what somebody put in its place before the output was posted.

    >>> serial_of("8DG3J2ZD"), serial_of("XXXXXXXX"), serial_of("[redacted]")
    ('8DG3J2ZD', '', '')
    """
    return "" if _MASKED.match(text) else text


# the text of a SCSI drive's sense code: 5d is a failure that it predicts, 0b a warning, of heat for one
_VERDICTS = (
    ("passed", lazy(r"(?:PASSED|OK)\b")),
    ("", lazy(r".*\bPREDICTION THRESHOLD EXCEEDED *\(FALSE\)", re.IGNORECASE)),
    (
        "failed",
        lazy(r"FAILED\b|.*\b(?:IMPENDING FAILURE|PREDICTION THRESHOLD EXCEEDED)\b|FAILURE PREDICTED\b", re.IGNORECASE),
    ),
    ("self-test", lazy(r"WARNING\b.*\bself-test failed", re.IGNORECASE)),
    ("", lazy(r"(?:UNKNOWN|WARNING)\b", re.IGNORECASE)),
)


def verdict_of(text: str) -> str | None:
    """What a drive's verdict says: ``passed``, ``failed``, ``self-test`` for a failed test, "" for neither; None: not known.

    >>> verdict_of("HARDWARE IMPENDING FAILURE TOO MANY BLOCK REASSIGNS"), verdict_of("WARNING - SPECIFIED TEMPERATURE EXCEEDED")
    ('failed', '')
    >>> verdict_of("PASSED"), verdict_of("FROBNICATED") is None
    ('passed', True)
    """
    return next((verdict for verdict, pattern in _VERDICTS if pattern.match(text.strip())), None)


def _all_zero(numbers: Sequence[float] | None) -> bool:
    return bool(numbers) and not any(numbers or ())


@dataclass(slots=True, eq=False, repr=False)
class Signs:
    """What a SCSI drive's pages said, as far as the filler data of a controller would give itself away."""

    model: str = ""
    vendor: str = ""
    product: str = ""
    serial: str = ""
    wwn: str = ""
    transport: str = ""
    healthy: bool = False
    counters: list[int] | None = None
    gigabytes: list[float] | None = None
    temperature: float | None = None
    trip_temperature: float | None = None
    start_stop_limit: int | None = None
    made_year: int | None = None
    made_week: int | None = None
    no_self_test_log: bool = False
    no_status: bool = False  # the way to the drive does not bring its verdict back
    self_test_refused: bool = False

    @property
    def assessed(self) -> bool:
        """Whether any page was read in which filler would show; a bare health verdict is none."""
        pages = (self.counters, self.trip_temperature, self.start_stop_limit, self.made_year)
        return self.no_self_test_log or any(page is not None for page in pages)

    def judge(self, values: dict[str, Value | bool]) -> None:
        """Set how many of the signs stand there, where the drive's protocol has such pages and one was read."""
        if values.get("protocol") == "scsi":
            if self.assessed:
                values["filler-signs"] = self.count()
        elif "failing-attributes" in values or "critical-warning" in values:
            values["filler-signs"] = 0

    def count(self) -> int:
        """How many of the seven signs stand there."""
        sata = _SATA.search(self.model) is not None or self.serial.startswith("WD-W")
        hot = self.temperature is not None and self.trip_temperature is not None
        return sum(
            (
                sata and re.search(r"fibre|fcp|parallel|iscsi", self.transport, re.IGNORECASE) is not None,
                _all_zero(self.counters) and _all_zero(self.gigabytes),
                hot and self.healthy and 0 < (self.trip_temperature or 0) < (self.temperature or 0),
                # 0xFF000000 and up: bytes that were never filled in
                (self.start_stop_limit or 0) >= 0xFF000000,
                (self.made_year is not None and self.made_year <= 2002) or (self.made_week or 0) > 53,
                self.no_self_test_log,
                self.self_test_refused,
            )
        )  # fmt: skip


def clock(text: str) -> float | None:
    """Seconds since 1970 of ``Sun Aug 24 02:23:58 2008 EDT``, the host's own clock.

    >>> clock("Sun Aug 24 02:23:58 2008 EDT")
    1219544638.0
    """
    match = re.match(r"\s*\w{3} +(\w{3} +\d{1,2} +\d\d:\d\d:\d\d +\d{4})", text)
    if match is None:
        return None
    try:
        return float(timegm(strptime(" ".join(match[1].split()), "%b %d %H:%M:%S %Y")))
    except ValueError:
        return None


_PLATFORMS = (
    ("-linux", "linux"),
    ("solaris", "solaris"),
    ("freebsd", "freebsd"),
    ("netbsd", "netbsd"),
    ("openbsd", "openbsd"),
)


def platform(text: str) -> dict[str, Value]:
    """Slots of `system` from the platform that smartctl prints of itself.

    >>> platform("x86_64-linux-4.14.83-0.1-default")["kernel"]
    '4.14.83-0.1-default'
    """
    lowered = text.lower()
    system = next((name for mark, name in _PLATFORMS if mark in lowered), "")
    if not system:
        return {}
    values: dict[str, Value] = {"os": system}
    if match := re.match(r"(x86_64|i[3-6]86|aarch64|ppc64(?:le)?|s390x|armv\w+|sparc\w*)-", text):
        values["arch"] = match[1]
    # only since 5.41 the running kernel; before, the system that it was built on
    if match := re.match(r"\w+-linux-(\d+\.\d\S*)\Z", text):
        values |= coded("kernel", match[1])
    return values
