"""Names of subjects: devices as each tool writes them, abbreviations, slices, pools of datasets and processes.

Nothing here guesses: a name that could stand for two things stays apart and is reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from facts.patterns import lazy
from facts.reading import Row

_FOLDERS = lazy(
    r"(?:/devices|/dev/(?:r?dsk|disk/by-(?:id|path|uuid|partuuid|label|partlabel|vdev)|mapper|chassis)|/dev)/"
)

# The disk, then its slice or partition, for each way of naming disks that has them.
_PARTS: tuple[re.Pattern[str], ...] = (
    # Solaris: controller, target (a number or a world-wide name, perhaps shortened), disk, slice or fdisk partition
    lazy(r"(?P<disk>c\d+(?:t(?:\d+|[0-9A-Fa-f.…]{4,}))?d\d+)(?P<part>s\d{1,2}|p\d)\Z"),
    # the same as iostat without -n writes them
    lazy(r"(?P<disk>(?:sd|ssd|dad|cmdk|vdc|blkdev)\d+)(?P<part>,[a-p])\Z"),
    # Linux
    lazy(r"(?P<disk>(?:sd|vd|xvd|dasd|emcpower)[a-z]{1,3}|hd[a-z])(?P<part>[1-9]\d{0,2})\Z"),
    lazy(r"(?P<disk>(?:nvme\d+(?:c\d+)?n\d+|mmcblk\d+|nbd\d+|loop\d+|cciss/c\d+d\d+))(?P<part>p\d{1,3})\Z"),
    lazy(r"(?P<disk>(?:wwn|ata|scsi|nvme|usb|virtio|dm-uuid|pci)-\S+)(?P<part>-part\d{1,3})\Z"),
    # FreeBSD
    lazy(r"(?P<disk>(?:a?da|nda|nvd|vtbd|mfid|mfisyspd|xbd)\d+)(?P<part>(?:[ps]\d{1,3})?[a-h]?)(?<=[\da-h])\Z"),
    # EMC PowerPath on Solaris
    lazy(r"(?P<disk>emcpower\d+)(?P<part>[a-h])\Z"),
)
_WHOLE = lazy(
    r"(?:c\d+(?:t(?:\d+|[0-9A-Fa-f.…]{4,}))?d\d+|(?:sd|vd|xvd|dasd|emcpower)[a-z]{1,3}|hd[a-z]|nvme\d+n\d+|mmcblk\d+"
    r"|(?:a?da|nda|nvd|vtbd|mfid|xbd)\d+|(?:wwn|ata|scsi|nvme|usb|virtio)-\S+)\Z"
)


def bare_device(name: str) -> str:
    """A device name without the folder that it lies in.

    >>> bare_device("/dev/rdsk/c3t0d0s2"), bare_device("/dev/mapper/vg0-data"), bare_device("tank/data")
    ('c3t0d0s2', 'vg0-data', 'tank/data')
    """
    match = _FOLDERS.match(name)
    return name[match.end() :] if match else name


def split_part(name: str) -> tuple[str, str]:
    """The disk and its slice or partition ("" where the name has none).

    >>> split_part("c3t0d0s0"), split_part("/dev/sda1"), split_part("nvme0n1p2"), split_part("md0")
    (('c3t0d0', 's0'), ('sda', '1'), ('nvme0n1', 'p2'), ('md0', ''))
    """
    name = bare_device(name)
    for pattern in _PARTS:
        if (match := pattern.match(name)) and match["part"]:
            return match["disk"], match["part"]
    return name, ""


def whole_device(name: str) -> str:
    """The disk that a slice or partition lies on; any other name unchanged but for its folder.

    >>> whole_device("mmcblk0p1"), whole_device("dm-0"), whole_device("md127"), whole_device("emcpower3")
    ('mmcblk0', 'dm-0', 'md127', 'emcpower3')
    >>> whole_device("hda1"), whole_device("hdisk3")
    ('hda', 'hdisk3')
    """
    return split_part(name)[0]


def names_whole_disk(name: str) -> bool | None:
    """Whether the name is that of a whole disk (True) or of a part of one (False); None where it does not tell.

    >>> names_whole_disk("c1t2d0"), names_whole_disk("c1t2d0s6"), names_whole_disk("gptid/0c5f")
    (True, False, None)
    """
    name = bare_device(name)
    if split_part(name)[1]:
        return False
    return True if _WHOLE.match(name) else None


# World-wide names of type 6 are given to the volumes of an array, those of type 5 to drives; md is an array of software.
_ARRAY_LUN = lazy(
    r"(?:c\d+t6[0-9A-Fa-f]{31}d\d+|(?:wwn-0x|scsi-3|3)6[0-9a-f]{31}|dm-uuid-mpath-\S+|mpath\w+|emcpower\w+|vpath\d+|(?:/dev/)?md\d+)\Z"
)


def names_array_lun(name: str) -> bool:
    """Whether the name is that of a volume of an array, and not of a drive.

    >>> names_array_lun("c3t60080E500017D55C000015C150A9F8A7d0s0"), names_array_lun("c0t5000CCA0151F4A14d0")
    (True, False)
    """
    return _ARRAY_LUN.match(whole_device(name)) is not None


_ELLIPSIS = lazy(r"\.{2,}|…")


def device_slots(name: str, vdev: str) -> dict[str, str | bool]:
    """What the name of a pool's device tells by itself, with the kind of vdev that it is in.

    >>> device_slots("/dev/sdb1", "mirror"), device_slots("/pool/file", "file")
    ({'whole-disk': False, 'shown-as': '/dev/sdb1'}, {})
    """
    values: dict[str, str | bool] = {}
    if vdev != "file" and (whole := names_whole_disk(name)) is not None:
        values["whole-disk"] = whole
    if names_array_lun(name):
        values["array-lun"] = True
    if whole_device(name) != name:
        values["shown-as"] = name
    return values


def is_abbreviated(name: str) -> bool:
    """Whether a part of the name was left out by whoever wrote it down."""
    return _ELLIPSIS.search(name) is not None


def abbreviates(short: str, full: str) -> bool:
    """Whether `short`, with an ellipsis in it, can stand for `full`; slices must agree where both have one.

    >>> abbreviates("c3t60080E5...F4F6d0", "c3t60080E500017D55C000015C150A9F4F6d0")
    True
    >>> abbreviates("c3t60080E5...F8A7d0s0", "c3t60080E500017D55C000015C150A9F8A7d0")
    True
    >>> abbreviates("c3t60080E5...F4F6d0", "c3t60080E500017D55C000015C150A9F8A7d0")
    False
    """
    short_disk, short_part = split_part(short)
    full_disk, full_part = split_part(full)
    if is_abbreviated(full_disk) or (short_part and full_part and short_part != full_part):
        return False
    pieces = [re.escape(piece) for piece in _ELLIPSIS.split(short_disk)]
    return len(pieces) > 1 and re.fullmatch(".+".join(pieces), full_disk, re.IGNORECASE) is not None


class DeviceNames(NamedTuple):
    """What the device names of one host come to.

    Attributes:
        canonical: every name that was given -> the one name of its disk.
        ambiguous: abbreviations that fit more than one disk -> those disks; they stay apart.
    """

    canonical: dict[str, str]
    ambiguous: dict[str, tuple[str, ...]]


def resolve_devices(names: Iterable[str]) -> DeviceNames:
    """Bring the device names of one host to one name for each disk.

    Folders and slices fall away, and an abbreviation becomes the one full name that it fits. Two slices of one disk
    are the same disk.

    >>> resolve_devices(["c3t60080E5...F4F6d0s0", "c3t60080E500017D55C000015C150A9F4F6d0"]).canonical
    {'c3t60080E5...F4F6d0s0': 'c3t60080E500017D55C000015C150A9F4F6d0', \
'c3t60080E500017D55C000015C150A9F4F6d0': 'c3t60080E500017D55C000015C150A9F4F6d0'}
    """
    names = list(dict.fromkeys(names))
    full = list(dict.fromkeys(whole_device(n) for n in names if not is_abbreviated(n)))
    result = DeviceNames({}, {})
    for name in names:
        disk = whole_device(name)
        if is_abbreviated(disk):
            fitting = [f for f in full if abbreviates(disk, f)]
            if len(fitting) == 1:
                disk = fitting[0]
            elif fitting:
                result.ambiguous[name] = tuple(fitting)
        result.canonical[name] = disk
    return result


def pool_of(dataset: str) -> str:
    """The pool that a dataset, volume, snapshot or bookmark lies in.

    >>> pool_of("tank/db/redo@before"), pool_of("tank"), pool_of("/dev/zvol/dsk/rpool/swap")
    ('tank', 'tank', 'rpool')
    """
    dataset = re.sub(r"\A/dev/zvol/(?:r?dsk/)?", "", dataset)
    return re.split(r"[/@#]", dataset, maxsplit=1)[0]


def pool_of_process(name: str) -> str | None:
    """The pool whose I/O the kernel process of that name does, or None. `ps` may have cut the name; it stays as shown.

    >>> pool_of_process("zpool-Oracle_R10"), pool_of_process("[zpool-tank]"), pool_of_process("oracle")
    ('Oracle_R10', 'tank', None)
    """
    match = re.fullmatch(r"\[?zpool-([\w.:-]+)\]?(?:\\0)?", name.strip())
    return match[1] if match else None


Role = Literal["data", "index", "redo", "archive", "undo", "temp"]

_ROLES: dict[Role, str] = {
    "redo": "redo redolog redologs redologfiles rdo rdolog onlinelog onlinelogs log logs logfiles wal pgwal pg_wal"
    " pgxlog pg_xlog xlog walfiles",
    "archive": "arch archive archives archivelog archivelogs archlog archlogs arc archiv archived walarchive",
    "undo": "undo undotbs und rollback rbs",
    "temp": "temp temptbs tmp temporary",
    "index": "index indexes indices idx indx ndx indexfiles",
    "data": "data datafile datafiles oradata dat dbf dbfs dbdata pgdata mysql mariadb innodb tablespace tablespaces tbs"
    " mysqldata postgres postgresql pgsql percona",
}
_ROLE_WORDS = {word: role for role, words in _ROLES.items() for word in words.split()}
# Where a system keeps its own files, "log" and "tmp" say nothing of a database.
_SYSTEM_PARTS = frozenset("root var home export swap dump usr boot bpool rpool zones be iocage jails syspool".split())


# "oraredo", "oraarch01": a role behind the name of the database; an oralog holds what the server writes for people
_BEHIND_ORA = {word: role for word, role in _ROLE_WORDS.items() if word not in ("log", "logs", "logfiles")}


_DATABASES = frozenset("mysql mariadb postgres postgresql pgsql pgdata".split())


def _role_of_part(part: str) -> Role | None:
    words = [re.sub(r"(?<!\d)\d+$", "", word) for word in re.split(r"[-.\s:]+", part.lower())]
    candidates = ["".join(words), *words, *(piece for word in words for piece in word.split("_"))]
    bare = [re.sub(r"(?<!\d)\d+$", "", candidate) for candidate in candidates]
    found = {_ROLE_WORDS[word] for word in bare if word in _ROLE_WORDS}
    found |= {_BEHIND_ORA[word[3:]] for word in bare if word.startswith("ora") and word[3:] in _BEHIND_ORA}
    return found.pop() if len(found) == 1 else None


def dataset_role(dataset: str, mountpoint: str = "") -> Role | None:
    """What a database keeps in a dataset, as its name or mount point says, or None where they do not.

    The last part that speaks decides: ``oradata/redo`` holds redo.

    >>> dataset_role("Oracle/datafiles"), dataset_role("dbpool/redo1"), dataset_role("rpool/ROOT/s10/var/log")
    ('data', 'redo', None)
    >>> dataset_role("ora-pro06-arc1-pl"), dataset_role("pool1/u02", "/u02/oradata/PROD"), dataset_role("tank/oraredo1")
    ('archive', 'data', 'redo')
    >>> dataset_role("rpool/ora/redo"), dataset_role("rpool/data/vm-100-disk-0"), dataset_role("rpool/data")
    ('redo', None, None)
    """
    for name in (dataset.split("@")[0], mountpoint):
        parts = [part for part in name.split("/") if part]
        if len(parts) > 2 and parts[0] == "rpool" and not any(p.lower() in _SYSTEM_PARTS for p in parts[1:]):
            parts = parts[-1:]  # a database in a folder of its own within the root pool
        lower = [part.lower() for part in parts]
        if any(part in _SYSTEM_PARTS for part in lower):
            # a database keeps its own where its system puts it: zroot/var/db/mysql
            return "data" if lower[-1] in _DATABASES and "log" not in lower else None
        for part in reversed(parts):
            if (role := _role_of_part(part)) is not None:
                return role
    return None


_PID = lazy(r"pid (\d+)\Z")


def resolve_gang_pools(rows: Sequence[Row]) -> list[Row]:
    """Give the gang counts of one host their pools, where other rows tell which process is which pool's.

    Args:
        rows: all rows of one host; counts of an unknown pool have ``pid NNN`` in its place.

    Returns:
        The same rows in order, the gang counts with the pool's name where a ``process`` row tells it.
    """
    pools = {
        pid: pool
        for row in rows
        if row.template == "process" and isinstance(pid := row.values.get("pid"), int)
        if (pool := pool_of_process(str(row.values.get("name", ""))))
    }
    resolved = []
    for row in rows:
        match = _PID.match(str(row.values.get("pool", ""))) if row.template == "gang-counts" else None
        if match and (pool := pools.get(int(match[1]))):
            row = replace(row, values={**row.values, "pool": pool})
        resolved.append(row)
    return resolved


_NO_CABLE = lazy(
    r"(?:veth|cali|tap|tun|docker|virbr|vnet|vif|lxc|lxd|incus|flannel|cni|cilium|kube|azv|eni[0-9a-f]{6}|ifb|dummy|podman|fwpr|fwln|fwbr"
    r"|wg|br-[0-9a-f]{6})"
)


def without_cable(interface: str) -> bool:
    """Whether an interface is the host's end of a container or guest by its name: its link ends when that one does.

    >>> without_cable("veth12ab@if3"), without_cable("cali77cc"), without_cable("eth0"), without_cable("bond0")
    (True, True, False, False)
    """
    return _NO_CABLE.match(interface) is not None
