"""When packages and patches were installed, by the histories that package managers keep.

``rpm -qa --last``, ``dnf history`` and ``yum history``, ``/var/log/dpkg.log``, ``/var/log/apt/history.log``,
``/var/log/zypp/history``, ``/var/log/pacman.log``, ``pkg history`` of Solaris 11 and illumos, ``opatch lsinventory``. What was
installed within an hour counts as one change.
``showrev -p`` tells no dates, and nothing is taken from it.

Samples::

    >>> from facts.readers import show
    >>> show('''kernel-5.14.0-427.13.1.el9_4.x86_64           Mon 13 May 2024 09:01:12 AM CEST
    ... glibc-2.34-100.el9_4.2.x86_64                 Mon 13 May 2024 08:58:40 AM CEST
    ... chrony-4.5-1.el9.x86_64                       Tue 02 Jan 2024 07:12:01 AM CET
    ... ''')
    rpm-last lines 1-3 read
      system-change: number=1 packages=2 source=rpm text=kernel-5.14.0-427.13.1.el9_4.x86_64 and 1 more time=1715590720 (1-2)
      system-change: number=3 packages=1 source=rpm text=chrony-4.5-1.el9.x86_64 time=1704179521 (3-3)

    >>> show('''ID     | Command line             | Date and time    | Action(s)      | Altered
    ... -------------------------------------------------------------------------------
    ...     12 | update -y                | 2024-05-13 08:55 | I, U           |   47 EE
    ... ''')
    dnf-history lines 1-3 read
      system-change: number=3 packages=47 source=dnf text=update -y time=1715590500 (3-3)

    >>> show('''Start-Date: 2024-05-13  06:30:58
    ... Commandline: /usr/bin/unattended-upgrade
    ... Upgrade: libc6:amd64 (2.36-9+deb12u4, 2.36-9+deb12u7), locales:amd64 (2.36-9+deb12u4, 2.36-9+deb12u7)
    ... End-Date: 2024-05-13  06:31:30
    ... ''')
    apt-history lines 1-4 read
      system-change: number=1 packages=2 source=apt text=/usr/bin/unattended-upgrade time=1715581858 (1-4)

    >>> show('''2021-06-10 22:01:40|command|root@db1|'zypper' 'up'|
    ... 2021-06-10 22:01:44|install|kernel-default|5.3.18-59.5.2|x86_64||repo-sle-update|0a1b2c3d|
    ... ''')
    zypp-history lines 1-2 read
      system-change: number=2 packages=1 source=zypper text=kernel-default time=1623362504 (2-2)

    >>> show('''[2023-04-02T11:20:14+0200] [PACMAN] Running 'pacman -Syu'
    ... [2023-04-02T11:21:40+0200] [ALPM] upgraded linux (6.2.8.arch1-1 -> 6.2.9.arch1-1)
    ... ''')
    pacman-log lines 1-2 read
      system-change: number=2 packages=1 source=pacman text=linux time=1680434500 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.stamps import stamp_at
from facts.states import Words

_TOGETHER = 3600.0
"""Seconds within which packages belong to one change."""
_MOST_CHANGES = 60
_TELLING = re.compile(r"(?:kernel|linux-image|linux$|postgresql|zfs|oracle|glibc|systemd|device-mapper|multipath)")

_RPM = lazy(
    r"(?P<name>[A-Za-z][\w.+~^:-]{2,120}\.(?:x86_64|noarch|i[3-6]86|aarch64|ppc64(?:le)?|ppc|s390x?|ia64|sparcv9|src)"
    r"|(?=\S*-\d)[A-Za-z][\w.+~^:-]{2,120})\s{1,80}(?P<time>[A-Z][a-zä]{1,3}\.? .{10,50})$"
)
_DNF_HEAD = lazy(
    r"\s*(?:ID|Id)\s++(?:[|│]\s*+)?(?:Command line|Login user|User|Benutzer|Befehlszeile|Angemeldeter Benutzer)\b"
)
_DNF = lazy(
    r"\s*\d{1,6}\s(?P<text>.{0,240}?)(?P<time>(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d(?::\d\d)?)"
    r"[\s|│]{0,80}+(?P<action>[^|│\d]{0,80}+)[\s|│]{0,80}(?P<count>\d{1,6})\b"
)
_RULING = lazy(r"\s*[-─]{5,}")
_DPKG = lazy(
    r"(?:/\S{1,80}:)?(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d (?:(?:install|upgrade|remove|purge|trigproc"
    r"|configure) [a-z0-9]\S{1,79} \S+ \S+\s*$|status [a-z-]+ \S+ \S+\s*$|startup [a-z]+ [a-z]+\s*$"
    r"|conffile \S+ \w+\s*$)"
)
_CHANGED = lazy(
    r"(?:/\S{1,80}:)?(?P<time>\S{10} \d\d:\d\d:\d\d) (?:install|upgrade|remove|purge) (?P<name>[a-z0-9]\S{1,79}) \S+ \S+\s*$"
)
_ZYPP = lazy(r"(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d\|[a-z]+ *\|")
_ZYPP_SCRIPT = lazy(r"# (?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d |# Additional rpm output")
_ZYPP_CHANGED = lazy(
    r"(?P<time>(?:19|20)\d\d-\d\d-\d\d \d\d:\d\d:\d\d)\|(?:install|remove) *\|(?P<name>[^|\s]{1,120})\|"
)
_PACMAN = lazy(r"\[(?:19|20)\d\d-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?(?:[+-]\d{4})?\] \[(?:PACMAN|ALPM|ALPM-SCRIPTLET)\] ")
_PACMAN_CHANGED = lazy(
    r"\[(?P<time>\S{10}[T ]\d\d:\d\d(?::\d\d)?(?:[+-]\d{4})?)\] \[ALPM\] (?:upgraded|installed|removed|downgraded) "
    r"(?P<name>[\w.+@-]{1,120}) \("
)
_APT = lazy(r"Start-Date: (?P<time>(?:19|20)\d\d-\d\d-\d\d\s{1,3}\d\d:\d\d:\d\d)")
_APT_LINE = lazy(
    r"(?:Start-Date|Commandline|Requested-By|Install|Upgrade|Downgrade|Remove|Purge|Reinstall|Error|End-Date): "
)
_APT_COMMAND = lazy(r"Commandline: ")
_APT_PACKAGES = lazy(r"(?:Install|Upgrade|Downgrade|Remove|Purge|Reinstall): ")
_PKG_HEAD = lazy(r"START\s+OPERATION\s+CLIENT\s+OUTCOME")
_PKG = lazy(
    r"(?P<time>(?:19|20)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d)\s+(?P<what>[a-z-]+)\s+(?P<client>\S+)\s+(?P<outcome>\S.*)$"
)
_CHANGING = frozenset(
    "install uninstall update image-update change-variant change-facet exact-install revert update-index fix".split()
)
_CHANGES_NOTHING = frozenset(
    """image-create set-publisher unset-publisher add-publisher remove-publisher update-publisher refresh-publishers purge-history
    set-property unset-property set-property-value add-property-value remove-property-value set-mediator unset-mediator rebuild-index
    avoid unavoid freeze unfreeze dehydrate rehydrate attach-linked detach-linked sync-linked audit-linked image-set verify
    contents property-linked set-property-linked rename-linked transfer-publishers""".split()
)
_OUTCOMES = Words({"done": "Succeeded"}, silent="Failed|Canceled|Cancelled|Ignored|Nothing to do|In Progress")
_STEP = lazy(r"(?:/\S{1,80}:)?\S{10} \d\d:\d\d:\d\d (?:trigproc|configure|status|startup|conffile) ")
_OF_APT = (("another field", lazy(r"(?:Requested-By|End-Date): ")),)
_OPATCH = lazy(r"\s*Patch\s+(?P<name>\d{6,10})\s*:\s+applied on (?P<time>\S.{15,40})$")
_OF_OPATCH = (
    ("heading", lazy(r"\s*(?:Oracle Interim Patch Installer version|Copyright \(c\)|Interim patches \(\d+\)|OPatch succeeded)")),
    ("home", lazy(
        r"\s*(?:(?:Oracle Home|Central Inventory|from|OPatch version|OUI version|Log file location|Lsinventory Output file) *:? "
        r"|Local Machine Information::|Hostname: |ARU platform |Installed Top-level Products|Oracle Database \d+\w "
        r"|There are \d+ products? installed|Oracle Grid Infrastructure )")),
    ("details", lazy(
        r"\s*(?:Unique Patch ID:|Patch description:|Created on |Bugs fixed:|Sub-patch |Files Touched:|Patch Location in )")),
    ("bugs", lazy(r"\s*(?:\d{7,8}(?:, |\s*\Z))+")),
)  # fmt: skip
_INVENTORY = lazy(
    r"\s*(?:Oracle Interim Patch Installer version|Interim patches \(\d+\)|Patch\s+\d{6,10}\s*:\s+applied on)"
)


class _Item(NamedTuple):
    """One package or transaction: its line, time, name and how many packages it counts for."""

    at: int
    time: float
    name: str
    packages: int = 1


def _stamp(text: str) -> float | None:
    """A date with or without seconds.

    >>> _stamp("2024-05-13 08:55") == _stamp("2024-05-13 08:55:00")
    True
    """
    text = re.sub(r"\s+", " ", text.strip())
    if re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", text):
        text += ":00"
    found = stamp_at(text)
    return found[0] if found else None


def _changes(output: Output, source: str, items: Sequence[_Item], end: dict[int, int] | None = None) -> list[Row]:
    """The items of about the same time as one change each, in the order of the output."""
    groups: list[list[_Item]] = []
    for item in items:
        if groups and abs(groups[-1][-1].time - item.time) <= _TOGETHER:
            groups[-1].append(item)
        else:
            groups.append([item])
    groups.sort(key=lambda group: -max(item.time for item in group))
    rows = []
    for group in groups[:_MOST_CHANGES]:
        count = sum(item.packages for item in group)
        first = next((item for item in group if _TELLING.match(item.name)), group[0])
        more = len(group) - 1
        last = max((end or {}).get(item.at, item.at) for item in group)
        begin = min(item.at for item in group)
        values: dict[str, Value | bool] = {
            "source": source,
            "number": output.span(begin)[0],
            "time": min(item.time for item in group),
            "packages": count,
            "text": f"{first.name[:120]} and {more} more" if more else first.name[:120],
        }
        rows.append(Row("system-change", values, output.span(begin, last), time=min(item.time for item in group)))
    return rows


def _read(source: str, pattern: re.Pattern[str], before: str = "") -> Callable[[Output], Reading]:
    """Reads lines that each name a package, behind some words of ours, and when it was installed."""

    def read(output: Output) -> Reading:
        reading, items = Reading(), []
        for index, match in output.matches(pattern):
            if (time := _stamp(match["time"])) is None:
                reading.refusals.append(Refusal(output.span(index), f"`{match['time'][:40]}` is no date"))
            else:
                items.append(_Item(index, time, f"{before}{match['name']}"))
                reading.used.append(output.span(index))
        reading.rows = _changes(output, source, items)
        return reading

    return read


def _rpm_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    first = _RPM.match(lines[start])
    if first is None or _stamp(first["time"]) is None:
        return None
    return extent_of(_RPM)(lines, start, command)


def _read_dnf(output: Output) -> Reading:
    reading = Reading()
    source = "yum" if "ser" in output.lines[0] else "dnf"
    items = []
    for index, match in output.matches(_DNF):
        if (time := _stamp(match["time"])) is not None:
            what = match["text"].strip(" \t|│") or match["action"].strip()
            name = match["action"].strip() if source == "yum" and match["action"].strip() else what
            items.append(_Item(index, time, name or "transaction", int(match["count"])))
            reading.used.append(output.span(index))
    reading.rows = _changes(output, source, items)
    return reading


def _read_apt(output: Output) -> Reading:
    items: list[_Item] = []
    ends: dict[int, int] = {}
    start, time, name, packages = 0, None, "", 0
    for index, line in enumerate([*output.lines, "Start-Date: "]):
        if line.startswith("Start-Date: "):
            if time is not None and packages:
                items.append(_Item(start, time, name or "apt", packages))
            match = _APT.match(line)
            start, time, name, packages = index, _stamp(match["time"]) if match else None, "", 0
        elif line.startswith("Commandline: "):
            name = line.removeprefix("Commandline: ").strip()
        elif _APT_PACKAGES.match(line):
            packages += line.count(" (")
        if line.strip() and index < len(output.lines):
            ends[start] = index
    used = output.matching(_APT, _APT_COMMAND, _APT_PACKAGES)
    return Reading(_changes(output, "apt", items, ends), used=used)


def _read_pkg(output: Output) -> Reading:
    reading = Reading()
    items = []
    for index, match in output.matches(_PKG):
        if (time := _stamp(match["time"])) is None:
            continue
        span = output.span(index)
        if match["what"] in _CHANGES_NOTHING:
            reading.pass_over("changes no package", span)
        elif match["what"] not in _CHANGING:
            reading.unnamed.append(span[0])
        elif _OUTCOMES.read(match["outcome"].partition(" (")[0], span, reading.refusals):
            items.append(_Item(index, time, f"pkg {match['what']}"))
            reading.used.append(span)
        else:
            reading.pass_over("changed no package", span)
    reading.rows = _changes(output, "pkg", items)
    return reading


def _opatch_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start
    for index in range(start, min(len(lines), start + 20_000)):
        if prompt_of(lines[index]) is not None:
            break
        if _OPATCH.match(lines[index]) or "OPatch succeeded" in lines[index]:
            end = index + 1
    return (start, end) if end > start else None


HINTS = (
    ".x86_64 ", ".noarch ", ".i386 ", ".i686 ", ".aarch64 ", ".ppc64", ".s390x ", " --last", "Start-Date: ",
    " upgrade ", " install ", " startup ", " status ", "OPERATION", "applied on", "Interim", "Command line",
    "Login user", "Befehlszeile", "Benutzer", "|install", "|remove", "[ALPM] ",
)  # fmt: skip
READERS = (
    Reader("rpm-last", _RPM, _rpm_extent, _read("rpm", _RPM)),
    Reader(
        "dnf-history",
        _DNF_HEAD,
        extent_of(_DNF, _RULING, head=_DNF_HEAD),
        _read_dnf,
        of_no_use=(("heading", _DNF_HEAD),),
    ),
    Reader(
        "dpkg-log",
        _DPKG,
        extent_of(_DPKG, blanks=1),
        _read("dpkg", _CHANGED),
        of_no_use=(("step of an installation", _STEP),),
    ),
    Reader("apt-history", _APT, extent_of(_APT_LINE, blanks=1, least=2), _read_apt, of_no_use=_OF_APT),
    Reader(
        "pkg-history",
        _PKG_HEAD,
        extent_of(_PKG, _RULING, head=_PKG_HEAD),
        _read_pkg,
        of_no_use=(("heading", _PKG_HEAD),),
    ),
    Reader(
        "zypp-history",
        _ZYPP,
        extent_of(_ZYPP, _ZYPP_SCRIPT, tells=(_ZYPP_CHANGED,), blanks=1),
        _read("zypper", _ZYPP_CHANGED),
        of_no_use=(("repository or command", _ZYPP), ("output of a script", _ZYPP_SCRIPT)),
    ),
    Reader(
        "pacman-log",
        _PACMAN,
        extent_of(_PACMAN, tells=(_PACMAN_CHANGED,), blanks=1),
        _read("pacman", _PACMAN_CHANGED),
        of_no_use=(("step of an installation", _PACMAN),),
    ),
    Reader("opatch", _INVENTORY, _opatch_extent, _read("opatch", _OPATCH, "Oracle patch "), of_no_use=_OF_OPATCH),
)
