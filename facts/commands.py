"""What a command line itself says: a log device that was added, a limit that was set, a surface scan that was started.

Such a row says what was ordered at that point of the transcript, not that it worked; its line gives the order. Nothing
is ever executed: the text is split as a shell would, and only plain words count (a word with ``$`` in it is not known).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from facts.dd_order import dd_words
from facts.patterns import lazy
from facts.reading import Prompt, Row
from facts.schema import Value
from facts.shell import simple_commands
from facts.units import integer, limit, number, size

CommandLine = tuple[int, Prompt]


def _dd(words: list[str], line: int) -> list[Row]:
    order = dd_words(words[1:])
    return [Row("bulk-write", {**order.values(), "number": line}, (line, line))] if order.target else []


_POOL_CHANGES = {
    "create": "create", "remove": "remove", "replace": "replace", "scrub": "scrub", "clear": "clear",
    "online": "online", "offline": "offline", "upgrade": "upgrade", "attach": "other", "detach": "other",
    "export": "other", "import": "other", "destroy": "other", "split": "other", "trim": "other", "set": "set",
}  # fmt: skip
_ADDS = {"log": "add-log", "cache": "add-cache", "spare": "add-spare", "special": "other", "dedup": "other"}
# options of zpool's subcommands that take a value
_WITH_VALUE = frozenset(("-o", "-O", "-R", "-m", "-t", "-T", "-d", "-c", "-w"))


def _operands(words: list[str], with_value: frozenset[str]) -> list[str]:
    found: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in with_value:
            skip = True
        elif word.startswith(("<", ">")):
            break
        elif not word.startswith("-"):
            found.append(word)
    return found


def _change(pool: str, operation: str, words: list[str], line: int) -> Row:
    return Row(
        "pool-change",
        {"pool": pool, "number": line, "operation": operation, "text": " ".join(words)[:300]},
        (line, line),
    )


def _zpool(words: list[str], line: int) -> list[Row]:
    if len(words) < 3:
        return []
    verb = words[1]
    if verb == "add" and any(w.startswith("-") and "n" in w for w in words[2:] if not w.startswith("-o")):
        return []  # a dry run
    operands = _operands(words[2:], _WITH_VALUE)
    if verb in ("set", "clear", "upgrade") and "-a" in words:
        return []
    if verb == "set":
        operands = operands[1:]
    if not operands or any("$" in word or word in ("POOL", "pool") for word in operands[:1]):
        return []
    pool = operands[0]
    if verb == "add" and len(operands) > 1:
        kind = next((word for word in operands[1:] if word in _ADDS), "")
        rows = [_change(pool, _ADDS.get(kind, "add-data"), words, line)]
        if kind == "log":
            mirrored = "mirror" in operands[operands.index("log") :]
            rows.append(
                Row("zpool-status", {"pool": pool, "has-log-device": True, "log-mirrored": mirrored}, (line, line))
            )
        if kind != "log" and "log" in operands:
            rows.append(_change(pool, "add-log", words, line))
        return rows
    if verb in _POOL_CHANGES:
        return [_change(pool, _POOL_CHANGES[verb], words, line)]
    return []


_ZFS_SIZES = {"recordsize": "recordsize-bytes"}
_ZFS_SYMBOLS = {
    "logbias": frozenset(("latency", "throughput")),
    "sync": frozenset(("standard", "always", "disabled")),
    "primarycache": frozenset(("all", "none", "metadata")),
}


def _properties(given: Iterable[str]) -> dict[str, Value | bool]:
    values: dict[str, Value | bool] = {}
    for item in given:
        name, mark, value = item.partition("=")
        if not mark or "$" in value:
            continue
        if name in _ZFS_SYMBOLS and value in _ZFS_SYMBOLS[name]:
            values[name] = value
        elif name in _ZFS_SIZES and (bytes_ := size(value)) is not None:
            values[_ZFS_SIZES[name]] = bytes_
        elif name in ("compression", "dedup"):
            values[name] = "off" if value == "off" else "on"
        elif name == "mountpoint" and value.startswith("/"):
            values[name] = value
    return values


def _zfs(words: list[str], line: int) -> list[Row]:
    if len(words) < 4 or words[1] not in ("set", "create"):
        return []
    if words[1] == "set":
        given = [word for word in words[2:] if "=" in word]
        datasets = [word for word in words[2:] if "=" not in word and not word.startswith("-")]
    else:
        given = [words[i + 1] for i, word in enumerate(words[:-1]) if word == "-o"]
        datasets = [words[-1]]
    values = _properties(given)
    if not values:
        return []
    return [
        Row("zfs-dataset", {"dataset": name, "pool": name.partition("/")[0].partition("@")[0], **values}, (line, line))
        for name in datasets
        if re.fullmatch(r"[A-Za-z][\w.:/-]*", name)
    ]


_VM_SLOTS: dict[str, tuple[str, Callable[[str], float | int | None], float]] = {
    "vm.dirty_ratio": ("dirty-ratio-percent", number, 1),
    "vm.dirty_background_ratio": ("dirty-background-ratio-percent", number, 1),
    "vm.dirty_bytes": ("dirty-limit-bytes", number, 1),
    "vm.dirty_background_bytes": ("dirty-background-limit-bytes", number, 1),
    "vm.dirty_expire_centisecs": ("dirty-expire-seconds", number, 0.01),
    "vm.swappiness": ("swappiness", integer, 1),
    "vm.zone_reclaim_mode": ("zone-reclaim-mode", integer, 1),
    "vm.nr_hugepages": ("huge-pages-requested", integer, 1),
    "vm.hugetlb_shm_group": ("huge-pages-group", integer, 1),
    "kernel.shmmax": ("shmmax-bytes", limit, 1),
}
# writing one of a pair zeroes the other
_COUNTERPARTS = {
    "dirty-ratio-percent": "dirty-limit-bytes",
    "dirty-limit-bytes": "dirty-ratio-percent",
    "dirty-background-ratio-percent": "dirty-background-limit-bytes",
    "dirty-background-limit-bytes": "dirty-background-ratio-percent",
}


def _vm(settings: Iterable[tuple[str, str]], line: int) -> list[Row]:
    values: dict[str, Value | bool] = {}
    for name, text in settings:
        slot, read, factor = _VM_SLOTS.get(name, ("", integer, 1))
        value = read(text) if slot else None
        if value is None:
            continue
        values[slot] = value * factor if factor != 1 else value
        if slot in _COUNTERPARTS:
            values[_COUNTERPARTS[slot]] = 0
    return [Row("vm-settings", values, (line, line))] if values else []


def _sysctl(words: list[str], line: int) -> list[Row]:
    pairs = [word.partition("=") for word in words[1:] if "=" in word and not word.startswith("-")]
    return _vm([(name.strip().replace("/", "."), value.strip()) for name, _, value in pairs], line)


def _echo(words: list[str], line: int) -> list[Row]:
    """``echo 10 > /proc/sys/vm/dirty_ratio``."""
    if len(words) == 4 and words[2] == ">" and words[3].startswith("/proc/sys/"):
        return _vm([(words[3].removeprefix("/proc/sys/").replace("/", "."), words[1])], line)
    return []


def _vxtunefs(words: list[str], line: int) -> list[Row]:
    """The mount is not known here: the row goes by the device, unless the command names a mount point."""
    for index, word in enumerate(words):
        if word.startswith("-o"):
            given = word[2:] or (words[index + 1] if index + 1 < len(words) else "")
            values = dict(item.split("=", 1) for item in given.split(",") if "=" in item)
            bytes_ = size(values.get("discovered_direct_iosz", "-"))
            target = words[-1]
            if bytes_ is None or not target.startswith("/"):
                return []
            slots: dict[str, Value | bool] = {"mount": target, "discovered-direct-iosz-bytes": bytes_}
            if target.startswith("/dev/"):
                slots["device"] = target
            return [Row("vxfs-tunables", slots, (line, line))]
    return []


def _scan(device: str, tool: str, line: int) -> list[Row]:
    if not device.startswith("/") or "$" in device:
        return []
    writes = tool in ("mkfs-write", "badblocks-write", "badblocks-nondestructive", "e2fsck-write")
    return [Row("surface-scan", {"device": device, "number": line, "tool": tool, "writes": writes}, (line, line))]


def scan_tool(words: list[str]) -> str:
    """Which search for bad blocks a command makes, as `surface-scan` names it, or "".

    >>> scan_tool(["mkfs", "-j", "-c", "-c", "/dev/md0"]), scan_tool(["badblocks", "-sv", "/dev/sdb"])
    ('mkfs-write', 'badblocks')
    >>> scan_tool(["e2fsck", "-p", "/dev/md0"])
    ''
    """
    program = words[0].rpartition("/")[2]
    letters = "".join(word[1:] for word in words[1:] if re.fullmatch(r"-[A-Za-z]+", word))
    if program.startswith(("mkfs", "mke2fs")):
        return ("mkfs-write" if letters.count("c") > 1 else "mkfs") if "c" in letters else ""
    if program in ("e2fsck", "fsck") or program.startswith("fsck.ext"):
        return ("e2fsck-write" if letters.count("c") > 1 else "e2fsck") if "c" in letters else ""
    if program == "badblocks":
        return "badblocks-write" if "w" in letters else "badblocks-nondestructive" if "n" in letters else "badblocks"
    return ""


def scan_device(words: list[str]) -> str:
    """The device that such a command works on, or "".

    >>> scan_device(["mke2fs", "-c", "-L", "data", "/dev/sdb1", "1000000"])
    '/dev/sdb1'
    """
    return next((word for word in words[1:] if word.startswith("/dev/") and "$" not in word), "")


def _surface(words: list[str], line: int) -> list[Row]:
    tool = scan_tool(words)
    return _scan(scan_device(words), tool, line) if tool else []


def _modprobe(words: list[str], line: int) -> list[Row]:
    """That a module was to be loaded; silence below it means success, which only the transcript's reader can see."""
    names = [word for word in words[1:] if re.fullmatch(r"[A-Za-z]\w*(?:-\w+)*", word)]
    if len(words) < 2 or words[1].startswith("-") or not names:
        return []
    return [Row("module-load", {"module": names[0].replace("-", "_")}, (line, line))]


_READERS: dict[str, Callable[[list[str], int], list[Row]]] = {
    "dd": _dd, "gdd": _dd, "zpool": _zpool, "zfs": _zfs, "sysctl": _sysctl, "echo": _echo, "vxtunefs": _vxtunefs,
    "mkfs": _surface, "mke2fs": _surface, "mkfs.ext2": _surface, "mkfs.ext3": _surface, "mkfs.ext4": _surface,
    "e2fsck": _surface, "fsck": _surface, "fsck.ext2": _surface, "fsck.ext3": _surface, "fsck.ext4": _surface,
    "badblocks": _surface, "modprobe": _modprobe,
}  # fmt: skip


_REFUSED = lazy(
    r"(?:cannot (?:open|add|create|attach|detach|set|mount|unmount|destroy|import|export|remove|replace|use|offline|online|label)\b"
    r"|invalid vdev specification|missing pool name|permission denied\b|usage:)"
)


def refused(command: str, answer: str) -> bool:
    """Whether a command of ZFS was not carried out, by the line below it.

    >>> refused("zpool add tank log c3", "cannot open 'c3': no such device in /dev/dsk")
    True
    >>> refused("zpool add tank log c3t0d0", "db1# zpool status"), refused("zpool status tank", "cannot open 'tank': no such pool")
    (False, True)
    """
    program = command.split(maxsplit=1)[0].rpartition("/")[2] if command.strip() else ""
    return program in ("zpool", "zfs") and _REFUSED.match(answer.strip()) is not None


def rows_of_commands(commands: Iterable[CommandLine]) -> list[Row]:
    """What the command lines of one transcript order, by line.

    Args:
        commands: line number and prompt, as `facts.segments` lists them.

    >>> from facts.reading import Prompt
    >>> for row in rows_of_commands([(75, Prompt("zpool add tank log c3t0d0"))]):
    ...     print(row.template, row.values.get("operation", row.values.get("has-log-device")))
    pool-change add-log
    zpool-status True
    """
    rows: list[Row] = []
    for line, prompt in commands:
        for words in simple_commands(prompt.command):
            reader = _READERS.get(words[0].rpartition("/")[2])
            if reader is not None:
                rows.extend(reader(words, line))
    return rows
