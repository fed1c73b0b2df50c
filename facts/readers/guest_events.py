"""What a log says of the virtual machine that wrote it: which hypervisor runs it, what was done to it.

Not a reader itself: the reader of kernel logs feeds it.

>>> guest = GuestEvents()
>>> guest.feed(0, "Hypervisor detected: KVM", "kernel")
>>> guest.platform
('kvm', 0)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.log_shapes import Tells
from facts.reading import Output, Row
from facts.schema import Value

HYPERVISORS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, lazy(pattern))
    for name, pattern in (
        ("vmware", r"(?i)vmware"),
        ("virtualbox", r"(?i)virtualbox|\boracle\b(?:(?!\boracle\b).)*virtual|innotek"),
        ("hyper-v", r"(?i)hyper-?v|microsoft\b(?:(?!microsoft\b).)*virtual|\bmicrosoft\b"),
        ("xen", r"(?i)\bxen\b|domu"),
        (
            "kvm",
            r"(?i)\bkvm|qemu|red ?hat(?:(?!red ?hat).)*virt|openstack|amazon ec2|google compute|nutanix|bochs|ovirt|rhev",
        ),
        ("bhyve", r"(?i)bhyve"),
        ("powervm", r"(?i)powervm|phyp|pseries lpar"),
    )
)
"""Words of a vendor or product, and the hypervisor that they mean."""
_DETECTED = lazy(
    r"(?:\[?Hypervisor detected: |Booting paravirtualized kernel on |systemd\[1\]: Detected virtualization |Detected "
    r"virtualization )(?P<name>[\w .-]+)"
)
_DMI = lazy(r"DMI: (?P<text>.{3,120})")
# Drivers of devices, and clocks, that only a hypervisor offers.
_DRIVERS = (
    ("vmware", lazy(r"(?:vmw_pvscsi|vmxnet3|vmw_balloon|vmwgfx)\b")),
    (
        "hyper-v",
        lazy(r"(?:hv_vmbus|hv_netvsc|hv_storvsc|hv_utils|hv_balloon)\b|clocksource: [^']{0,60}'?hyperv_clocksource"),
    ),
    ("xen", lazy(r"(?:xen_netfront|xen-blkfront|blkfront|xen:)|clocksource: [^']{0,60}'?xen\b")),
    ("kvm", lazy(r"(?:virtio_(?:net|blk|scsi|balloon)) virtio\d|kvm-clock: |clocksource: [^']{0,60}'?kvm-clock\b")),
)
_NOT_VIRTUAL = lazy(r"bare hardware|bare metal|none\b")
_EVENTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("frozen", lazy(r".{0,60}(?:guest-fsfreeze(?!-thaw|-status)|\[vmbackup\].*(?:freez|sync driver)|VSS: op=FREEZE|VSS_OP_FREEZE)")),
    ("snapshot", lazy(r".{0,60}(?:\[vmbackup\]|Quiesced snapshot|snapshot.*quiesc)")),
    ("migrated", lazy(r".{0,60}(?:live migration (?:completed|finished|done)|CLIENT_PMIG_DONE|Client Partition Migration Com)")),
    ("suspended", lazy(r"(?:(?:PM: )?(?:timekeeping: )?Suspended for (?P<seconds>\d{1,7}\.\d+) seconds"
                       r"|PM: suspend (?:entry|exit)|[Ss]uspending xenstore|xen suspend|PM: early restore of devices complete"
                       r"|PM: Finishing wakeup)")),
)  # fmt: skip
_WORDS = lazy(
    r"vmw_|vmxnet|vmwgfx|hv_|hyperv_|xen|blkfront|virtio|kvm-clock|ypervisor|paravirtual|virtualization|DMI:|freez|VSS|vmbackup"
    r"|napshot|igration|PMIG|PM: |uspend"
)
TELLS = (
    Tells(
        starts=(_DETECTED, _DMI, *(pattern for _, pattern in _DRIVERS), *(pattern for _, pattern in _EVENTS)),
        needles=_WORDS,
    ),
)


def hypervisor_of(text: str) -> str:
    """The hypervisor that a vendor's or product's name means, or "".

    >>> hypervisor_of("VMware, Inc. VMware Virtual Platform/440BX"), hypervisor_of("Dell Inc. PowerEdge R640/0H28RR")
    ('vmware', '')
    """
    return next((name for name, pattern in HYPERVISORS if pattern.search(text)), "")


class GuestEvents:
    """Fed with every message in order; `rows` gives what came of it."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.platform: tuple[str, int] | None = None
        self._events: dict[str, list[tuple[int, str]]] = {}
        self._longest: dict[str, float] = {}

    def feed(self, at: int, message: str, program: str) -> None:
        """Take one message; `at` is its position in the log."""
        if not _WORDS.search(message):
            return
        if match := _DETECTED.match(message):
            named = match["name"]
            virtual = hypervisor_of(named) or ("none" if _NOT_VIRTUAL.match(named) else "other")
            if self.platform is None or self.platform[0] in ("none", "other"):
                self.platform = (virtual, at)
            return
        if (match := _DMI.match(message)) and self.platform is None:
            self.platform = (hypervisor_of(match["text"]) or "none", at)
            return
        if self.platform is None and (name := next((n for n, p in _DRIVERS if p.match(message)), "")):
            self.platform = (name, at)
        for kind, pattern in _EVENTS:
            if match := pattern.match(message):
                self._events.setdefault(kind, []).append((at, message.strip()[:200]))
                if seconds := match.groupdict().get("seconds"):
                    self._longest[kind] = max(self._longest.get(kind, 0.0), float(seconds))
                return

    def rows(self, output: Output, where: Sequence[int], times: Sequence[float | None]) -> list[Row]:
        """One row for the platform, and one for each kind of event."""
        rows = []
        if self.platform is not None:
            name, at = self.platform
            rows.append(Row("platform", {"virtual": name != "none", "hypervisor": name}, output.span(where[at])))
        for kind, events in self._events.items():
            values: dict[str, Value | bool] = {
                "kind": kind, "output": output.label, "count": len(events), "text": events[0][1],
            }  # fmt: skip
            if kind in self._longest:
                values["longest-seconds"] = self._longest[kind]
            known = [time for at, _ in events if (time := times[at]) is not None]
            if known:
                values["first-time"], values["last-time"] = min(known), max(known)
            rows.append(Row("guest-event", values, output.span(where[events[0][0]], where[events[-1][0]])))
        return rows
