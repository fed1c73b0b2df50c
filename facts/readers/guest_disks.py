"""``qm config``, ``virsh dumpxml``: how the disks of virtual machines are cached on their host.

The disks of Proxmox stand in one line each, those of libvirt in an element that may be cut out of the whole. What is not said
of the cache is left unknown, because the default differs.

Samples::

    >>> from facts.readers import show
    >>> show('''boot: order=scsi0
    ... memory: 8192
    ... scsi0: local-lvm:vm-104-disk-0,cache=unsafe,discard=on,size=200G
    ... scsihw: virtio-scsi-pci
    ... ''')
    qm-config lines 1-4 read
      guest-disk: cache=unsafe disk=scsi0 source=local-lvm:vm-104-disk-0 (3-3)

    >>> show('''    <disk type='file' device='disk'>
    ...       <driver name='qemu' type='qcow2' cache='none'/>
    ...       <source file='/srv/vm7.qcow2'/>
    ...       <target dev='vda' bus='virtio'/>
    ...     </disk>
    ... ''')
    libvirt-disk lines 1-5 read
      guest-disk: cache=none disk=vda source=/srv/vm7.qcow2 (1-5)
"""

from __future__ import annotations

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_MODE = "none|writeback|writethrough|directsync|unsafe"
_DISK = lazy(
    rf"\s*(?P<disk>(?:scsi|virtio|sata|ide)\d{{1,2}}): (?P<source>[\w./-]{{1,255}}:[^,\s]{{1,255}}|/dev/[^,\s]{{1,255}})"
    rf"(?=(?P<options>[,\s].{{0,2000}})?\Z)(?:.{{0,2000}}?,cache=(?P<mode>{_MODE})\b)?"
)
_CDROM = lazy(r".*,media=cdrom\b")
_KEY = lazy(
    r"\s*(?:agent|args|audio\d|balloon|bios|boot|bootdisk|cicustom|cipassword|ciuser|cores|cpu|cpulimit|cpuunits|description|digest"
    r"|efidisk0|hookscript|hostpci\d|hotplug|ide\d|ipconfig\d|keyboard|kvm|localtime|lock|machine|memory|meta|name|nameserver|net\d+|numa\d?"
    r"|onboot|ostype|parent|protection|rng0|sata\d|scsi\d+|scsihw|searchdomain|serial\d|smbios1|snaptime|sockets|sshkeys|startup|tablet"
    r"|tags|template|tpmstate0|unused\d+|usb\d|vcpus|vga|virtio\d+|vmgenid|vmstatestorage|watchdog): ?"
)
_OPEN = lazy(r"\s*<disk\b[^>]{0,200}\btype=")
_INSIDE = lazy(r"\s*<(?!disk\b|/disk\b|/devices|/domain)[/!?\w]")
_CLOSE = lazy(r"\s*</disk>")
_DRIVER = lazy(rf"\s*<driver\b[^>]*?\bname=['\"]qemu['\"](?:[^>]*?\bcache=['\"](?P<mode>{_MODE})['\"])?")
_TARGET = lazy(r"\s*<target\b[^>]*?\bdev=['\"](?P<disk>\w+)['\"]")
_SOURCE = lazy(r"\s*<source\b[^>]*?\b(?:file|dev|name|volume)=['\"](?P<source>[^'\"]{1,255})['\"]")


def _row(values: dict[str, Value | bool], mode: str | None, output: Output, first: int, last: int) -> Row:
    return Row("guest-disk", values | ({"cache": mode} if mode else {}), output.span(first, last))


def _read_qm(output: Output) -> Reading:
    reading = Reading()
    for index, line in enumerate(output.lines):
        match = _DISK.match(line)
        if match and not _CDROM.match(line):
            values: dict[str, Value | bool] = {"disk": match["disk"], "source": match["source"]}
            reading.rows.append(_row(values, match["mode"], output, index, index))
            reading.used.append(output.span(index))
    return reading


def _read_xml(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, Value | bool] = {}
    mode = None
    for index, line in enumerate(output.lines):
        if match := _DRIVER.match(line):
            mode = match["mode"]
        elif match := _TARGET.match(line):
            values["disk"] = match["disk"]
        elif match := _SOURCE.match(line):
            values["source"] = match["source"]
        else:
            continue
        reading.used.append(output.span(index))
    if "disk" in values or mode:
        reading.rows.append(_row({"disk": "", **values}, mode, output, 0, len(output.lines) - 1))
    return reading


HINTS = ("scsi", "virtio", "sata", "ide0: ", "ide1: ", "ide2: ", "<disk ")
READERS = (
    Reader(
        "qm-config",
        lazy(rf"{_DISK.pattern}|{_KEY.pattern}(?!\s*\|)"),
        extent_of(_KEY, tells=(_DISK,), most=200),
        _read_qm,
        of_no_use=(("another setting", _KEY),),
    ),
    Reader(
        "libvirt-disk",
        _OPEN,
        extent_of(_INSIDE, _CLOSE, head=_OPEN, tells=(_DRIVER,), last=_CLOSE, most=60),
        _read_xml,
        of_no_use=(("another element", lazy(r"\s*</?[\w!?]")),),
    ),
)
