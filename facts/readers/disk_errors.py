"""Collects disk errors from kernel messages: one row per device and kind.

Not a reader itself; `facts.readers.kernel_log` feeds it. A kernel reports one fault in several messages (sense data,
the failed request, the lost buffer), under several names (``ata3.00``, ``0:0:1:0``, ``[sdb]``). The names are joined
only where the log itself joins them, and the messages of one fault are counted once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers import kernel_messages as km
from facts.readers.log_lines import Dull
from facts.readers.log_shapes import Tells
from facts.reading import Output, Row
from facts.recording import recording_of
from facts.schema import Value

# A fault's messages stand close together: this many lines below its sense data a failed request still belongs to it.
_NEAR = 10
_ADDRESS_NAMED = lazy(
    r"sd (?P<address>\d+:\d+:\d+:\d+): (?:\[(?P<device>sd[a-z]+)\]|Attached scsi disk (?P<device2>sd[a-z]+))"
)
_ATTACHED = lazy(
    r"Attached scsi disk (?P<device>sd[a-z]+) at scsi(?P<host>\d+), channel (?P<channel>\d+), id (?P<id>\d+), lun (?P<lun>\d+)"
)
_ATA_MODEL = lazy(r"(?P<port>ata\d+\.\d\d): (?:ATA-\d+|CFA): (?P<model>[^,]+),")
_SCSI_MODEL = lazy(r"scsi (?P<address>\d+:\d+:\d+:\d+): Direct-Access\s+ATA\s+(?P<model>\S.{0,15})")
_CACHE = lazy(
    r"sd \d+:\d+:\d+:\d+: \[(?P<device>sd[a-z]+)\] "
    r"(?:Write cache: (?P<state>enabled|disabled), |Assuming drive cache: write through)"
)
_OPTICAL = r"(?:CD|DVD)[-/ ]?(?:ROM|RW|R\b)"
_NVME_NAMED = lazy(r"nvme (?P<device>nvme\d+): pci function (?P<address>[0-9a-f]{4}:\S+)")
_ATAPI = lazy(rf"(?P<device>ata\d+\.\d\d|hd[a-z]): (?:ATAPI|.*{_OPTICAL}(?:(?!{_OPTICAL}).)*[Dd]rive)")
_REMOVABLE = lazy(r"sd \d+:\d+:\d+:\d+: \[(?P<device>sd[a-z]+)\] Attached (?:SCSI|scsi) removable disk")
_ATA_BLOCK = lazy(r"(?P<port>ata\d+\.\d\d): (?:exception Emask|failed command|error: )")
# the address in the result of a command: the low three bytes, and the high three of a 48-bit command
_ATA_ADDRESS = lazy(
    r"res [0-9a-f]{2}/[0-9a-f]{2}:[0-9a-f]{2}:(?P<low>[0-9a-f]{2}(?::[0-9a-f]{2}){2})"
    r"/[0-9a-f]{2}:[0-9a-f]{2}:(?P<high>[0-9a-f]{2}(?::[0-9a-f]{2}){2})/"
)
_EH_COMPLETE = lazy(r"ata\d+: EH complete")
_SOLARIS_MORE = lazy(r"\s*(?:Vendor: |ASC: |FRU: |Serial Number|Cmd|path )")
TELLS = (
    Tells(
        starts=(
            _NVME_NAMED,
            _ADDRESS_NAMED, _ATTACHED, _ATA_BLOCK, _EH_COMPLETE, _ATA_MODEL, _SCSI_MODEL, _ATAPI, _REMOVABLE, _CACHE, km.SENSE, km.ADDITIONAL,
            km.REQUEST, km.SOLARIS_DEVICE, km.SOLARIS_COMMAND, km.SOLARIS_BLOCK, km.SOLARIS_SENSE, km.SOLARIS_TRANSPORT, _SOLARIS_MORE,
            *(message.pattern for message in (*km.SOLARIS_OTHER, *km.DISK_MESSAGES)),
        ),
        within=(km.ATA_RESULT, _ATA_ADDRESS),
        needles=km.INTERESTING,
    ),
)  # fmt: skip


class _Fault:
    def __init__(self, kind: str, source: str, device: str, first: int, last: int, sector: int | None = None) -> None:
        self.kind = kind
        self.source = source
        self.device = device
        self.first = first
        self.last = last
        self.sector = sector
        self.weight = 1


class DiskErrors:
    """Fed with every message of a log in order; `rows` gives what came of it."""

    def __init__(self) -> None:
        """Start with an empty log."""
        self.faults: list[_Fault] = []
        self._names: dict[str, str] = {}
        self._ata_models: list[tuple[str, str]] = []
        self._shingled: dict[str, tuple[int, str]] = {}
        self._scsi_models: list[tuple[str, str]] = []
        self._caches: dict[str, tuple[int, dict[str, Value | bool]]] = {}
        self._optical: set[str] = set()
        self._removable: set[str] = set()
        self._in_error: dict[str, set[str]] = {}
        self._port = ""
        self._failed_at: tuple[str, int] = ("", 0)
        self._sense_device, self._sense_at = "", -_NEAR
        self._sense_of: dict[str, tuple[int, str]] = {}
        self._requests: dict[str, int] = {}
        self._solaris = _SolarisBlock()
        self._dull = Dull()

    def feed(self, at: int, message: str, weight: int = 1) -> bool:
        """Take one message; `at` is its position in the log. Return whether it reports an error, or part of one."""
        before = len(self.faults)
        self._learn(at, message)
        known = (
            self._sense(at, message) or self._request(at, message) or self._ata_result(at, message)
            or self._solaris_line(at, message)
        )  # fmt: skip
        if not known:
            self._plain(at, message)
        for fault in self.faults[before:]:
            fault.weight = weight
        return known or len(self.faults) > before

    def repeat(self, at: int, times: int) -> None:
        """The message at position `at` came again so many times."""
        for fault in self.faults:
            if fault.last == at:
                fault.weight += times
                fault.last = at + 1

    # what the log says about names

    def _learn(self, at: int, message: str) -> None:
        if match := _ADDRESS_NAMED.match(message):
            device = match["device"] or match["device2"]
            self._names[match["address"]] = device
            if self._port:
                self._in_error.setdefault(self._port, set()).add(device)
        elif match := _NVME_NAMED.match(message):
            self._names[match["address"]] = match["device"]
        elif match := _ATTACHED.match(message):
            self._names[f"{match['host']}:{match['channel']}:{match['id']}:{match['lun']}"] = match["device"]
        elif match := _ATA_BLOCK.match(message):
            self._port = match["port"]
        elif _EH_COMPLETE.match(message):
            self._port = ""
        elif match := _ATA_MODEL.match(message):
            self._ata_models.append((match["port"], match["model"].strip()))
            if recording_of(match["model"]) == "shingled":
                self._shingled[match["port"]] = at, match["model"].strip()
        elif match := _SCSI_MODEL.match(message):
            self._scsi_models.append((match["address"], match["model"].strip()))
            if recording_of(match["model"]) == "shingled":
                self._shingled[match["address"]] = at, match["model"].strip()
        if match := _ATAPI.match(message):
            self._optical.add(match["device"])
        if match := _CACHE.match(message):
            # that the kernel was told of a cache says that the drive's is on; that it was not told of one says less
            told: dict[str, Value | bool] = {"kernel-view": "write-back", "drive-cache": "on"}
            self._caches[match["device"]] = (
                at,
                told if match["state"] == "enabled" else {"kernel-view": "write-through"},
            )
        if match := _REMOVABLE.match(message):
            self._removable.add(match["device"])

    def _ports(self) -> dict[str, str]:
        """Which sd device each ata port is, as far as the log tells."""
        found: dict[str, str] = {}
        models = sorted(set(self._ata_models), key=lambda m: [int(n) for n in re.findall(r"\d+", m[0])])
        disks = sorted(set(self._scsi_models), key=lambda m: [int(n) for n in m[0].split(":")])
        if len(models) == len(disks) and all(
            m[1][:16].strip() == d[1][:16].strip() for m, d in zip(models, disks, strict=True)
        ):
            for (port, _), (address, _) in zip(models, disks, strict=True):
                if address in self._names:
                    found[port] = self._names[address]
        for port, devices in self._in_error.items():
            if port not in found and len(devices) == 1:
                found[port] = next(iter(devices))
        return found

    # messages

    def _add(self, at: int, kind: str, source: str, device: str, sector: str | None = None) -> None:
        self.faults.append(_Fault(kind, source, device, at, at, int(sector) if sector else None))

    def _sense(self, at: int, message: str) -> bool:
        if (match := km.SENSE.match(message)) and not (
            match["address"] is None and match["device"] is None and match["device2"] is None
        ):
            device = match["device"] or match["device2"] or match["address"] or ""
            key = match["key"].lower()
            self._sense_device, self._sense_at = device, at
            self._sense_of[self._known(device)] = (at, key)
            if kind := km.SENSE_KINDS.get(key):
                self._add(at, kind, "sense", device)
            return True
        if match := km.ADDITIONAL.match(message):
            device = match["device"] or match["device2"] or match["address"] or self._sense_device
            self._additional(at, device, match["text"])
            return True
        return False

    def _additional(self, at: int, device: str, text: str) -> None:
        if km.BENIGN_SENSE.match(text):
            if self.faults and self.faults[-1].source == "sense" and at - self.faults[-1].last <= _NEAR:
                self.faults.pop()
            self._sense_of[self._known(device)] = (at, "illegal request")
        elif not device:
            return
        elif km.FAILING_SENSE.match(text):
            self._add(at, "predicted-failure", "additional", device)
        elif km.LINK_SENSE.match(text):
            self._add(at, "link-error", "additional", device)
        elif text.lower().startswith(("unrecovered read error", "write error")):
            self._add(at, "medium-error", "additional", device)

    def _request(self, at: int, message: str) -> bool:
        match = km.REQUEST.match(message)
        if match is None:
            return False
        device = match["named"] or match["device"]
        kind = km.REQUEST_KINDS.get(match["what"] or "I/O error")
        sense_at, key = self._sense_of.get(self._known(device), (-_NEAR, ""))
        near = at - sense_at < _NEAR
        operation = match["operation"] or ""
        if kind is None or (near and key in km.REFUSED_SENSES):
            return True
        if operation and operation not in ("READ", "WRITE", "FLUSH"):
            return True  # a discard that the device refuses is no fault of the medium
        source = "request"
        if kind == "io-error":
            if near and km.SENSE_KINDS.get(key) in ("medium-error", "hardware-error", "not-ready"):
                kind = km.SENSE_KINDS[key]
            elif operation:
                kind = "read-error" if operation == "READ" else "write-error"
        if self._failed_at == (self._port, int(match["sector"])):
            self._in_error.setdefault(self._port, set()).add(self._known(device))
        self._requests[self._known(device)] = at
        self._add(at, kind, source, device, match["sector"])
        return True

    def _ata_result(self, at: int, message: str) -> bool:
        match = km.ATA_RESULT.search(message)
        if match is None:
            return False
        if self._port and (address := _ATA_ADDRESS.search(message)):
            octets = [*address["low"].split(":"), *address["high"].split(":")]
            self._failed_at = self._port, int("".join(reversed(octets)), 16)
        if self._port and (kind := km.ATA_RESULT_KINDS.get(match["what"])):
            self._add(at, kind, "ata-error", self._port)
        return True

    def _plain(self, at: int, message: str) -> None:
        if self._dull.knows(message):
            return
        for pattern in km.DISK_MESSAGES:
            match = pattern.pattern.match(message)
            if match is None:
                continue
            groups = match.groupdict()
            device = groups.get("device") or (groups.get("address") or "").replace(",", ":") or groups.get("port") or ""
            if subject := groups.get("subject"):
                device = f"megaraid,{int(subject, 16)}" if message.startswith("mega") else f"3ware,{subject}"
            if (
                pattern.source == "buffer"
                and at - self._requests.get(self._known(device), -_NEAR) < _NEAR
                and pattern.kind == "io-error"
            ):
                return
            if device:
                if groups.get("port") and self._same_ata_error(at, pattern, device):
                    return
                self._add(at, pattern.kind, pattern.source, device, groups.get("sector"))
            return
        self._dull.add(message)

    def _same_ata_error(self, at: int, pattern: km.Message, device: str) -> bool:
        """The result line above named the same fault already."""
        last = self.faults[-1] if self.faults else None
        return (
            last is not None and last.kind == pattern.kind and last.source == pattern.source == "ata-error"
            and last.device == device and at - last.last <= 3
        )  # fmt: skip

    # Solaris: a block of lines

    def _solaris_line(self, at: int, message: str) -> bool:
        block = self._solaris
        if match := km.SOLARIS_DEVICE.match(message):
            self._close_solaris()
            self._solaris = block = _SolarisBlock(match["device"], at, at)
            message = match["rest"]
            if not message:
                return True
            if self._solaris_detail(at, message):
                return True
            self._solaris = _SolarisBlock()
            return False
        return bool(block.device) and at - block.last <= 3 and self._solaris_detail(at, message)

    def _solaris_detail(self, at: int, message: str) -> bool:
        block = self._solaris
        if match := km.SOLARIS_COMMAND.match(message):
            block.level = match["level"].lower()
        elif match := km.SOLARIS_BLOCK.match(message):
            block.sector = match["error"] or match["requested"]
        elif match := km.SOLARIS_SENSE.match(message):
            key = match["key"].replace("_", " ").lower()
            block.kind = km.SOLARIS_SENSE_KINDS.get(key, "none")
        elif match := km.SOLARIS_TRANSPORT.match(message):
            block.kind = km.SOLARIS_TRANSPORT_KINDS.get(match["reason"].replace(" ", "_"), "io-error")
            block.source = "transport"
        elif not _SOLARIS_MORE.match(message):
            other = next((m for m in km.SOLARIS_OTHER if m.pattern.match(message)), None)
            if other is None:
                return False
            block.kind, block.source = other.kind, other.source
            if other.source == "target" and (match := other.pattern.match(message)):
                block.device = f"{block.device} target {match['subject']}"
        block.last = at
        return True

    def _close_solaris(self) -> None:
        block, self._solaris = self._solaris, _SolarisBlock()
        if not block.device:
            return
        kind = block.kind
        if block.level in ("recovered", "informational") and kind != "none":
            kind = "recovered"
        elif not kind and block.level in ("retryable", "fatal"):
            kind = "io-error"
        if kind and kind != "none":
            sector = int(block.sector) if block.sector and kind != "not-ready" else None
            self.faults.append(_Fault(kind, block.source, block.device, block.first, block.last, sector))

    # rows

    def _known(self, device: str) -> str:
        """The device that a name of any form stands for, as far as the log told until now."""
        device = device.removeprefix("/dev/")
        if match := re.fullmatch(r"(?:sd)?([0-9a-f]{2}):([0-9a-f]{2})", device):
            device = by_number(int(match[1], 16), int(match[2], 16))
        device = self._names.get(device, device)
        if match := km.PARTITION.match(device):
            return match["disk"] or match["disk2"]
        return device

    def _final(self, device: str, ports: dict[str, str]) -> str:
        if device.startswith("ata"):
            with_unit = device if "." in device else f"{device}.00"
            if with_unit in ports:
                return ports[with_unit]
            seen = {f.device for f in self.faults} | {port for port, _ in self._ata_models}
            return with_unit if with_unit in seen or with_unit in self._optical else device
        return self._known(device)

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """The rows; `where` and `times` tell the line in the output and the time of each position."""
        self._close_solaris()
        ports = self._ports()
        groups: dict[tuple[str, str], list[_Fault]] = {}
        for fault in sorted(self.faults, key=lambda f: f.first):
            device = self._final(fault.device, ports)
            if not device or km.NO_DISK.match(device) or device in self._optical:
                continue
            groups.setdefault((device, fault.kind), []).append(fault)
        return [
            _row(output, device, kind, faults, where, times, device in self._removable)
            for (device, kind), faults in groups.items()
        ]

    def settings(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """What the kernel found when it looked at a disk: a model that records shingled, and what it takes the cache for."""
        ports = self._ports()
        found = {self._final(name, ports): seen for name, seen in self._shingled.items()}
        caches = [
            Row("disk-settings", {"device": device, **values}, output.span(where[at]), time=times[at], inferred=True)
            for device, (at, values) in self._caches.items()
        ]
        return caches + [
            Row(
                "disk-settings",
                {"device": device, "model": model, "recording": "shingled"},
                output.span(where[at]),
                time=times[at],
            )
            for device, (at, model) in found.items()
            if device and ":" not in device
        ]


class _SolarisBlock:
    def __init__(self, device: str = "", first: int = 0, last: int = 0) -> None:
        self.device = device
        self.first = first
        self.last = last
        self.level = ""
        self.kind = ""
        self.source = "sense"
        self.sector = ""


def by_number(major: int, minor: int) -> str:
    """The name of a disk by its device number, or ``major:minor``.

    >>> by_number(8, 33), by_number(65, 0), by_number(3, 64), by_number(253, 0)
    ('sdc', 'sdq', 'hdb', '253:0')
    """
    if minor > 255:  # of these drivers no disk has such a number
        return f"{major}:{minor}"
    if major == 8 or 65 <= major <= 71:
        number = minor // 16 + (0 if major == 8 else (major - 64) * 16)
        first, second = divmod(number, 26)
        return "sd" + (chr(96 + first) if first else "") + chr(97 + second)
    if major in (3, 22):
        return "hd" + chr(ord("a") + (0 if major == 3 else 2) + minor // 64)
    return f"{major}:{minor}"


def _row(
    output: Output,
    device: str,
    kind: str,
    faults: list[_Fault],
    where: Sequence[int],
    times: Sequence[float | None],
    removable: bool,
) -> Row:
    counts: dict[str, int] = {}
    for fault in faults:
        counts[fault.source] = counts.get(fault.source, 0) + fault.weight
    sectors = [fault.sector for fault in faults if fault.sector is not None]
    count = max(max(counts.values()), len(set(sectors)))
    values: dict[str, Value | bool] = {"device": device, "kind": kind, "count": count}
    if sectors:
        values["distinct-sectors"] = len(set(sectors))
        values["first-sector"] = sectors[0]
    if removable:
        values["removable"] = True
    known = [t for f in faults if (t := times[f.first]) is not None]
    if known:
        values["first-time"], values["last-time"] = min(known), max(known)
    span = output.span(where[min(f.first for f in faults)], where[max(f.last for f in faults)])
    return Row("disk-error", values, span, time=max(known) if known else None)
