r"""``systemd-detect-virt``, ``virt-what``, ``dmidecode``, ``hostnamectl``: whether the host is itself a virtual machine.

``dmidecode`` also with ``-s system-product-name``; ``virtinfo`` of Solaris on SPARC and ``lparstat -i`` of AIX name a
partition of a machine, which the firmware can stop as well.

Samples::

    >>> from facts.readers import show
    >>> show('''$ systemd-detect-virt
    ... vmware
    ... ''')
    virt-detect lines 2-2 read
      platform: hypervisor=vmware virtual=yes (2-2)

    >>> show('''Handle 0x0001, DMI type 1, 27 bytes
    ... System Information
    ...         Manufacturer: Dell Inc.
    ...         Product Name: PowerEdge R640
    ... ''')
    dmidecode lines 1-4 read
      platform: hypervisor=none virtual=no (3-4)

    >>> show('''$ hostnamectl
    ...    Static hostname: db4
    ...          Icon name: computer-vm
    ...            Chassis: vm
    ...     Virtualization: kvm
    ...   Operating System: CentOS Linux 7 (Core)
    ... ''')
    hostnamectl lines 2-6 read
      platform: hypervisor=kvm virtual=yes (2-6)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy, unnamed
from facts.readers.guest_events import hypervisor_of
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value

_WORDS = {
    "kvm": "kvm", "qemu": "kvm", "amazon": "kvm", "vmware": "vmware", "microsoft": "hyper-v", "hyperv": "hyper-v", "xen": "xen",
    "xen-domu": "xen", "xen-hvm": "xen", "oracle": "virtualbox", "virtualbox": "virtualbox", "bhyve": "bhyve", "powervm": "powervm",
    "zvm": "other", "parallels": "other", "ibm_power-lpar_shared": "powervm", "ibm_power-lpar_dedicated": "powervm",
    "google": "kvm", "apple": "other", "none": "none",
}  # fmt: skip
_CONTAINERS = frozenset(
    "lxc lxc-libvirt openvz docker podman rkt systemd-nspawn wsl proot pouch container-other".split()
)
_DETECT = lazy(
    r"\bsystemd-detect-virt\b|\bvirt-what\b|\bfacter\s+virtual\b|\bdmidecode\s+-s\s+system-(?:product-name|manufacturer)"
)
_PRODUCT = lazy(r"\bdmidecode\s+-s")


def _row(name: str, output: Output, first: int, last: int) -> Row:
    values: dict[str, Value | bool] = {"virtual": name != "none", "hypervisor": name}
    return Row("platform", values, output.span(first, last))


def _detect_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _DETECT.search(command) or (start and prompt_of(lines[start - 1]) is None):
        return None
    word = lines[start].strip()
    if _PRODUCT.search(command):
        return (start, start + 1) if 0 < len(word) < 100 and ":" not in word else None
    return (start, start + 1) if word in _WORDS else None


def _detect_read(output: Output) -> Reading:
    word = output.lines[0].strip()
    name = (hypervisor_of(word) or "none") if _PRODUCT.search(output.command) else _WORDS[word]
    return Reading([_row(name, output, 0, 0)])


_HANDLE = lazy(
    r"\s*(?:# dmidecode \d|Handle 0x[0-9A-Fa-f]{4}, DMI type|SMBIOS \d\.\d+(?:\.\d+)? present|System Information\s*$)"
)
_DMI_LINE = lazy(
    r"\s*+(?:# dmidecode|Getting SMBIOS|SMBIOS|\d+ structures|Table at|Handle 0x|End Of Table|Scanning|[A-Z].{2,60}$|(?<=\s\s)\S)|[^\S\t]*+\t"
)
_DMI_FIELD = lazy(r"\s+(?P<key>Manufacturer|Product Name|Vendor): *(?P<value>.{0,120})")


_DMI_OTHER = lazy(
    r"\s*(?:# dmidecode|Getting SMBIOS|SMBIOS|\d+ structures|Table at|Handle 0x|End Of Table|Scanning|Invalid entry|Wrong DMI|<TRUNCATED>)"
    r"|[A-Z][\w /-]{2,60}\s*$|\t+\S.*| +[A-Z0-9(<].*| {8,}\S.*"
)


def _dmi_read(output: Output) -> Reading:
    inside, found, at = False, [], []
    for n, line in enumerate(output.lines):
        if re.match(r"\s*(?:System|BIOS|Base Board|Chassis|Processor|Memory)\b[\w ]{0,30}$", line):
            inside = line.strip() == "System Information"
        elif inside and (match := _DMI_FIELD.match(line)):
            found.append(match["value"])
            at.append(n)
    if not found:
        return Reading()
    row = _row(hypervisor_of(" ".join(found)) or "none", output, at[0], at[-1])
    return Reading([row], used=[output.span(n) for n in at])


_HOSTNAMECTL = lazy(r"\s*(?:(?:Static|Transient|Pretty) )?[Hh]ostname: \S")
_CTL_USED = lazy(r"\s*(?:Chassis|Virtualization):")
_HOSTNAMECTL_LINE = lazy(r"\s*[A-Z][\w ]{2,24}: ?\S?")


def _ctl_read(output: Output) -> Reading:
    fields = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in output.lines)}
    name = fields.get("Virtualization", "")
    if name in _CONTAINERS or fields.get("Chassis", "").startswith("container"):
        return Reading(used=output.matching(_CTL_USED))  # what the host below it is, it does not tell
    if name:
        hypervisor = _WORDS.get(name) or hypervisor_of(name) or "other"
    elif fields.get("Chassis", "").split(" ")[0] in ("server", "desktop", "laptop"):
        hypervisor = "none"
    else:
        return Reading()
    return Reading([_row(hypervisor, output, 0, len(output.lines) - 1)], used=output.matching(_CTL_USED))


HINTS = ("detect-virt", "virt-what", "facter", "dmidecode", "DMI type", "System Information", "SMBIOS", "ostname:")
READERS = (
    Reader("virt-detect", None, _detect_extent, _detect_read, _DETECT),
    Reader(
        "dmidecode",
        unnamed(_HANDLE),
        extent_of(_DMI_LINE, head=_HANDLE, blanks=2),
        _dmi_read,
        of_no_use=(("another structure", _DMI_OTHER),),
    ),
    Reader(
        "hostnamectl",
        unnamed(_HOSTNAMECTL),
        extent_of(_HOSTNAMECTL_LINE, head=_HOSTNAMECTL, tells=(_CTL_USED,)),
        _ctl_read,
        of_no_use=(("another field", _HOSTNAMECTL_LINE),),
    ),
)
