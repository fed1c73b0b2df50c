"""What stands around an output in a paste and is not the output's own.

Names of containers before each line, ``# `` before each line, and commands that were copied without their prompt.
A command without a prompt is as often advice as something that was done. Only commands that change nothing are taken, where they
stand by themselves above the next line; and ``dd`` and ``fio`` above what they print.
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import prompt_of

_LONGEST = 20_000
_CONTAINER = lazy(
    r"(?:(?P<name>[a-z][\w.-]{0,60}[-_]\d{1,3}) +\| ?|\[pod/(?P<pod>[a-z0-9][\w.-]{0,80}/[\w.-]{1,60})\] "
    r"|(?P<own>[a-z][\w.-]{0,60})  +\| (?=\S))"
)
"""What docker compose and kubectl put before each line of a container: its name."""
_CONTAINED = lazy(r"[-_]\d{1,3} +\| |^\[pod/|^[a-z][\w.-]*  +\| ")
_TOOL = (
    r"(?:zpool (?:status|list|iostat|get|events|history)(?= |$)|zfs (?:list|get)(?= |$)|zdb(?: -|$)|z?arcstat(?:\.py)?(?= |$)"
    r"|(?:arc_summary|zarcsummary)(?:\.py)?(?= |$)|ioping (?=-|\.|/)|pg_test_fsync(?= |$)|smartctl -|mdadm (?:-[DEQ]|--detail|--examine)"
    r"|(?:cat|head|tail|zcat) (?:-\S+ )*(?=/)|e?grep (?:-\S+ )*(?=.*/)"
    r"|uname -|(?:iostat|vmstat|mpstat|pidstat|nfsiostat)(?: -| \d|$)|sar -"
    r"|free(?: -\w+|$)|df(?: -| /|$)|lsblk(?: -| /|$)|(?:lvs|pvs|vgs)(?: -|$)|ipcs(?: -|$)|sysctl (?!-w|.*=)(?:-a|[a-z]+\.)|ulimit -"
    r"|swapon (?:-s|--show)|numactl -|numastat(?: -|$)|hdparm -|ethtool (?:-|[a-z]+\d)|tune2fs -l|dumpe2fs -|multipath -l"
    r"|nvme (?:list|smart-log)|docker (?:stats|ps|info)(?= |$)|kubectl (?:get|describe|top|logs) |top -(?=[a-zA-Z])|ps (?:-|a)"
    r"|dmesg(?: -| \||$)"
    r"|journalctl -|lspci(?: -|$)|modinfo [a-z]|rpm -q|dpkg -l|systemctl (?:status|show) |xfs_info /|dmsetup |blkid(?: /|$)|fdisk -l"
    r"|lsof (?:-|/)|slabtop -|uptime$|mount$|mount \|)"
)
_BARE = lazy(
    rf"\s{{0,4}}(?:sudo )?(?:/\S{{1,60}}/)?{_TOOL}(?!.*[.:?!,;]\s*$)(?!.*[a-z], [a-z]|.* (?:the|is|says?|shows?|a|I|that) )"
)
_MEASURES = lazy(r"\s{0,4}(?:sudo )?(?:dd (?=.*\b[io]f=\S)|fio (?=.*--?\w))(?!.*[.:?!,;]\s*$)")
_MEASURED = lazy(r"\s*(?:\d+\+\d+ |\d+ bytes |dd: |\S.{0,80}: \((?:g=|groupid=)|fio-\d|Starting \d|Jobs: |\{)")
_HELD = ("zpool ", "zfs ", "zdb", "arc", "dd ", "fio ", "ioping", "pg_test", "ctl", "mdadm", "cat ", "head ", "tail ", "grep ", "uname",
         "stat", "sar ", "free", "df", "ls", "vs", "ipcs", "ulimit", "swapon", "numa", "hdparm", "ethtool", "fs -", "multipath", "nvme",
         "docker", "top", "ps ", "dmesg", "mod", "rpm", "dpkg", "xfs_info", "dmsetup", "blkid", "fdisk", "uptime", "mount")  # fmt: skip


def as_typed(lines: list[str]) -> list[str]:
    """The lines without prefixes that are not theirs, and commands without a prompt as if they had been typed at one.

    >>> as_typed(["free -h", "#        total", "# Mem:   62Gi"])
    ['# free -h', '       total', 'Mem:   62Gi']
    >>> as_typed(["db-1  | LOG:  a", "db-1  | LOG:  b", "web-1 | x"])
    ['LOG:  a', 'LOG:  b', 'x']
    >>> as_typed(["I tried:", "zpool status tank", "  pool: tank"]), as_typed(["zpool status shows a scrub", "and more"])
    (['I tried:', '# zpool status tank', '  pool: tank'], ['zpool status shows a scrub', 'and more'])
    >>> as_typed(["dd if=/dev/zero of=x", "and see"]), as_typed(["dd if=/dev/zero of=x", "1+0 records in"])
    (['dd if=/dev/zero of=x', 'and see'], ['# dd if=/dev/zero of=x', '1+0 records in'])
    """
    if len(lines) > _LONGEST or not lines or lines[0].startswith("#!"):
        return lines
    lines = _without_containers(lines)
    typed: list[str] | None = None
    for index, line in enumerate(lines):
        if len(line) > 500 or not line or not _may_be_bare(lines, index):
            continue
        typed = list(lines) if typed is None else typed
        typed[index] = f"# {line.strip()}"
        following = index + 1
        while following < len(lines) and lines[following].startswith("#") and not _is_command(lines[following]):
            rest = lines[following][1:]
            typed[following] = rest[1:] if rest.startswith(" ") else rest
            following += 1
    return lines if typed is None else typed


def _is_command(line: str) -> bool:
    prompt = prompt_of(line)
    return prompt is not None and bool(prompt.command)


def _may_be_bare(lines: Sequence[str], index: int) -> bool:
    """Whether a line is a command by itself, with something below it."""
    line = lines[index]
    if not any(word in line for word in _HELD):
        return False
    measures = _MEASURES.match(line) is not None
    if not measures and not _BARE.match(line):
        return False
    above = lines[index - 1] if index else ""
    if above.strip() and not above.rstrip().endswith((":", "```")):
        return False
    following = index + 1
    if following < len(lines) and not lines[following].strip():
        following += 1
    if following >= len(lines) or not lines[following].strip():
        return False
    return not measures or _MEASURED.match(lines[following]) is not None


def _without_containers(lines: list[str]) -> list[str]:
    """The lines without the name of their container, where all of them have one."""
    if not any(map(_CONTAINED.search, lines[:3])):
        return lines
    filled = [line for line in lines if line.strip()]
    found = [_CONTAINER.match(line) for line in filled]
    names = {match["name"] or match["pod"] or match["own"] for match in found if match}
    # a table of two columns has a bar behind its first one too, but never the same name twice
    unsure = any(match and match["own"] for match in found)
    if not all(found) or (unsure and (len(names) > 1 or len(filled) < 3)):
        return lines
    return [line[match.end() :] if (match := _CONTAINER.match(line)) else line for line in lines]
