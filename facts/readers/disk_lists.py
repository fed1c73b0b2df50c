"""Lists of the disks of a Linux host: ``lsscsi``, ``blkid``, ``/proc/partitions``, ``/proc/diskstats``, ``vmstat -d``, and their like.

``lsscsi`` tells the model as the kernel cut it, so that any other output outweighs it. ``blkid`` tells by which number of a
partition a pool may name its disk, ``smartctl --scan`` how each drive is asked. Of the others no value is used: sizes, and sums
since the boot.

Samples::

    >>> from facts.readers import show
    >>> show('''[0:0:0:0]    disk    ATA      WDC WD40EFRX-68W 0A82  /dev/sda
    ... [1:0:0:0]    cd/dvd  HL-DT-ST DVDRAM GSA-T40L  KS03  /dev/sr0
    ... ''')
    lsscsi lines 1-2 read
      disk-settings: device=sda model=WDC WD40EFRX-68W (1-1)
      system: os=linux (1-1)

    >>> show('''/dev/sda1: LABEL="tank" UUID="1234" TYPE="zfs_member" PARTUUID="744589e8-5711-4750-9984-c34d66f93879"
    ... ''')
    blkid lines 1-1 read
      device-label: device=sda label=744589e8-5711-4750-9984-c34d66f93879 (1-1)
      system: os=linux (1-1)

    >>> show('''major minor  #blocks  name
    ...
    ...    8        0 3907018584 sda
    ... ''')
    proc-partitions lines 1-3 read
      system: os=linux (1-1)

    >>> show('/dev/bus/0 -d megaraid,4 # /dev/bus/0 [megaraid_disk_04], SCSI device')
    smartctl-scan lines 1-1 read
      smart: access=megaraid,4 device=/dev/bus/0 protocol=scsi (1-1)
"""

from __future__ import annotations

from facts.kit import Lines, Values
from facts.patterns import lazy
from facts.reading import Output, Reading
from facts.recording import recording_of
from facts.subjects import whole_device
from facts.units import integer

_BLANK = ("blank", lazy(r"\s*\Z"))


class _Cut(Lines):
    """Lines with a model that the kernel cut: any other output that tells it outweighs this one."""

    def read(self, output: Output) -> Reading:
        reading = super().read(output)
        for row in reading.rows:
            if row.template == self.template:
                row.inferred = True
                reading.used.append(row.lines)
        return reading


def _scsi(values: Values, command: str) -> Values | str:
    if values.get("type") != "disk" or "model" not in values or not str(values.get("device", "")).startswith("/dev/"):
        return "no disk"
    vendor = str(values.get("vendor", ""))
    model = f"{'' if vendor == 'ATA' else vendor} {values['model']}".strip()
    recording = recording_of(model)
    return {
        "device": whole_device(str(values["device"])),
        "model": " ".join(model.split()),
        **({"recording": recording} if recording else {}),
    }


_RUNNING_UNIT = lazy(
    r"\s+(?:state=running )?queue_depth=\d+ scsi_level=\d+ type=\d+ device_blocked=0(?: timeout=\d+)?\s*\Z"
)
_LSSCSI = _Cut(
    "lsscsi", "disk-settings", system="linux", row=_scsi,
    line=lazy(
        r"\s*\[(?:\d+|N):\d+:\d+:[\dx]+\]\s+(?P<type>disk|cd/dvd|tape|storage|enclosu|process|mediumx|optical|printer|worm|scanner"
        r"|comms|zbc|wlun|no dev|osd|raid|\(0x\w+\))\s++"
        r"(?:(?P<vendor>\S{2,8}) ++(?P<model>\S++(?: ++\S++){0,7}?) ++\S{1,4} ++|(?:\S++ ++){0,9}?)"
        r"(?P<device>/dev/\S+|-)(?: ++(?:/dev/\S+|-|[\d.]+ ?[kMGTP]i?B|0x\w+|\[\d+:\d+\]))*\s*\Z"
    ),
    # of lsscsi -l; a state other than running is no state of no use
    of_no_use=(("settings of a unit", _RUNNING_UNIT),),
)  # fmt: skip


def _partition(values: Values, command: str) -> Values | str:
    found = _PARTUUID.search(str(values["tags"]))
    if found is None:
        return "no number of a partition"
    return {"label": found[1], "device": whole_device(str(values["device"]))}


_PARTUUID = lazy(r' PARTUUID="([\w-]+)"')
_BLKID = Lines(
    "blkid", "device-label", lazy(r'(?P<device>/dev/\S+):(?P<tags>(?: +[A-Z][A-Z0-9_]*="[^"]*")+)\s*\Z'), row=_partition,
    system="linux",
)  # fmt: skip
_PARTITIONS = Lines(
    "proc-partitions", "", lazy(r"\s*\d+ +\d+ +\d+ +(?P<device>[a-z]\S*)\s*\Z"), system="linux",
    first=lazy(r"major minor +#blocks +name\s*\Z"), of_no_use=(_BLANK, ("heading", lazy("major minor "))),
)  # fmt: skip
_DISKSTATS = Lines(
    "proc-diskstats", "", lazy(r"\s*\d+ +\d+ (?P<device>[a-z]\S*)(?: +\d+){4,17}\s*\Z"), system="linux",
    of_no_use=(("time of a sample", lazy(r"TS \d{9,}\.\d+")),),
)  # fmt: skip
_VMSTAT = Lines(
    "vmstat-d", "", lazy(r"(?P<device>[a-z]\S*)(?: +\d+){10}(?: +(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d)?\s*\Z"),
    first=lazy(r"disk-? ?-+reads-+ "), system="linux",
    of_no_use=(("heading", lazy(r"disk-? ?-+reads-+ |\s+total +merged +sectors ")),),
)  # fmt: skip
_PROC_SCSI = Lines(
    "proc-scsi", "", system="linux", first=lazy(r"Attached devices:"), of_no_use=(("heading", lazy("Attached devices:")),),
    line=lazy(r"Host: +scsi\d+ +Channel: +\d+ +(?:Id|Target): +\d+ +Lun: +\d+|\s+Vendor: .{1,12}Model: .*Rev: |\s+Type: +\S.* ANSI +SCSI"),
)  # fmt: skip
_BTRFS = Lines(
    "btrfs-stats", "btrfs-device", system="linux", parse={"count": integer},
    line=lazy(
        r"\[(?P<device>/dev/\S+|devid:\d+|<missing disk>)\]\.(?P<counter>write|read|flush|corruption|generation)(?:_io)?_errs"
        r" +(?P<count>\d+)\s*\Z"
    ),
    row=lambda values, _: {"device": values["device"], f"{values['counter']}-errors": values["count"]},
)  # fmt: skip


def _scanned(values: Values, command: str) -> Values:
    kind = str(values.get("access", "")).rpartition("+")[2]
    return {**values, "access": kind if "," in kind else ""}


_SCAN = Lines(
    "smartctl-scan", "smart", row=_scanned, parse={"protocol": str.lower},
    line=lazy(r"(?P<device>/dev/\S+) -d (?P<access>\S+) # /dev/\S+(?: \[[^\]]+\])*, (?P<protocol>ATA|SCSI|NVMe) device\s*\Z"),
    of_no_use=(("drive that could not be opened", lazy(r"# /dev/\S+ -d \S+ # /dev/\S+.* open failed: ")),),
)  # fmt: skip

HINTS = (
    " -d ", "] disk ", "]    disk", "]    cd/dvd", "]    storage", "]    tape", "]    enclosu", "lsscsi", 'UUID="', 'TYPE="', "#blocks",
    " sda ", " vda ", " xvda ", " hda ", " nvme0n1 ", " loop0 ", " ram0 ", " dm-0 ", "diskstats", "reads---",
    "Attached devices:", "_io_errs",
)  # fmt: skip
READERS = (
    *(lines.reader() for lines in (_LSSCSI, _BLKID, _PARTITIONS, _DISKSTATS, _VMSTAT, _PROC_SCSI, _SCAN, _BTRFS)),
)
