"""``cat /etc/release``, ``/etc/redhat-release``, ``os-release``, ``lsb_release -a``: which system and release it is.

Known versions: the three-line banner of Solaris (``Solaris 10 10/08 s10s_u6wos_07b SPARC``, ``Oracle Solaris 11.4``,
OpenSolaris, OmniOS, OpenIndiana); one line ending in ``release N (Name)`` (Red Hat, CentOS, Oracle Linux, Fedora and
their kin); ``/etc/SuSE-release``; ``KEY=value`` of os-release; ``Distributor ID:`` of lsb_release; the bare number of
debian_version.

Samples::

    >>> from facts.readers import show
    >>> show('''                   Solaris 10 10/08 s10s_u6wos_07b SPARC
    ...            Copyright 2008 Sun Microsystems, Inc.  All Rights Reserved.
    ...                         Use is subject to license terms.
    ...                            Assembled 27 October 2008
    ... ''')
    release lines 1-4 read
      system: arch=sparc distribution=Solaris 10 10/08 os=solaris os-release=5.10 zfs-era=solaris-10 (1-1)

    >>> show('''NAME="Ubuntu"
    ... VERSION="22.04.3 LTS (Jammy Jellyfish)"
    ... ID=ubuntu
    ... PRETTY_NAME="Ubuntu 22.04.3 LTS"
    ... ''')
    release lines 1-4 read
      system: distribution=Ubuntu 22.04.3 LTS os=linux (1-4)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, extent_of, run
from facts.patterns import lazy
from facts.reading import Extent, Output, Reader, Reading, Row, Span
from facts.schema import Value

_SOLARIS = lazy(
    r"\s*(?P<name>(?:Oracle )?Solaris (?P<version>\d+)(?:\.\d+)*(?: (?:\d{1,2}/\d{2}|Express|HW \S+|Beta))*)"
    r"(?: (?P<build>s\S+|snv_\S+))?(?: (?P<arch>SPARC|X86))?\s*\Z"
)
_ILLUMOS = lazy(
    r"\s*(?P<name>OmniOS (?:v11 )?r\d+\S*|OpenIndiana (?:Hipster|Development)\b[^.,;]*|SmartOS \d{8}\S*"
    r"|OpenSolaris 20\d\d\.\d+|NexentaStor \d\S*)"
    r"(?: (?:snv_\S+))?(?: \(?(?P<arch>SPARC|X86|powered by illumos)\)?)?\s*\Z"
)
_BANNER_REST = lazy(
    r"\s*(?:Copyright\b.*|Use is subject to license terms\.?|Assembled \d.*|All [Rr]ights [Rr]eserved.*)\s*\Z"
)
_RED_HAT = lazy(
    r"\s*(?P<name>(?:Red Hat Enterprise Linux|Red Hat Linux|CentOS|Oracle Linux|Enterprise Linux|Fedora"
    r"|Scientific Linux|Rocky Linux"
    r"|AlmaLinux|Amazon Linux|XenServer|Virtuozzo Linux)\b[\w ]*? release \d[\w.]*(?: \([\w .-]+\))?(?: \([\w"
    r" .-]+\))?)\s*\Z"
)
_SUSE = lazy(
    r"\s*(?P<name>(?:SUSE Linux Enterprise Server|openSUSE|SuSE Linux|SUSE LINUX\S*+)"
    r"(?:[ \w./-]*(?= \()|(?:[ \w./-]*[\w./-])?))(?: \([\w_-]+\))?\s*\Z"
)
_SUSE_REST = lazy(r"\s*(?P<key>VERSION|PATCHLEVEL|CODENAME) = (?P<value>(?:.*\S)?)\s*\Z")
_OS_RELEASE = lazy(r"\s*(?P<key>[A-Z][A-Z_]+)=(?P<quote>[\"']?)(?P<value>.*)(?P=quote)(?<!\s)\s*\Z")
_LSB = lazy(r"\s*(?P<key>LSB Version|Distributor ID|Description|Release|Codename):\s+(?P<value>\S(?:.*\S)?)\s*\Z")
_SUSE_USED = lazy(r"\s*PATCHLEVEL = ")
_OS_USED = lazy(r"\s*(?:DISTRIB_(?:ID|RELEASE|DESCRIPTION)|NAME|VERSION|ID|PRETTY_NAME)=")
_LSB_USED = lazy(r"\s*(?:Distributor ID|Description|Release):")
_DEBIAN = lazy(r"\s*(?P<version>\d{1,2}(?:\.\d{1,2}){0,2}|\w+/sid)\s*\Z")
_SYSTEMS = {
    "solaris": "solaris", "omnios": "illumos", "openindiana": "illumos", "smartos": "illumos",
    "freebsd": "freebsd", "netbsd": "netbsd", "openbsd": "openbsd",
}  # fmt: skip


def _extent_solaris(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not (_SOLARIS.match(lines[start]) or _ILLUMOS.match(lines[start])):
        return None
    end = run(lines, start + 1, _BANNER_REST)
    # Without the lines below it, it may be a heading in a text; no text names build and architecture, too.
    match = _SOLARIS.match(lines[start])
    whole = match is not None and match["build"] and match["arch"]
    return (start, end) if end > start + 1 or whole or "release" in command else None


def _read_solaris(output: Output) -> Reading:
    line = output.lines[0]
    values: dict[str, Value | bool]
    if match := _SOLARIS.match(line):
        version = match["version"]
        values = {"os": "solaris", "distribution": match["name"], "os-release": f"5.{version}"}
        if version in ("10", "11"):
            values["zfs-era"] = f"solaris-{version}"
    elif match := _ILLUMOS.match(line):
        values = {"os": "illumos", "distribution": match["name"], "os-release": "5.11", "zfs-era": "openzfs"}
    else:
        raise AssertionError("extent lets no other line through")
    if match["arch"] in ("SPARC", "X86"):
        values["arch"] = "sparc" if match["arch"] == "SPARC" else "i386"
    return Reading([Row("system", values, output.span(0))])


def _extent_line(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _RED_HAT.match(lines[start]):
        return start, start + 1
    if _SUSE.match(lines[start]) and (end := run(lines, start + 1, _SUSE_REST)) > start + 1:
        return start, end
    return None


def _read_line(output: Output) -> Reading:
    if match := _RED_HAT.match(output.lines[0]):
        name = match["name"]
    else:
        suse = _SUSE.match(output.lines[0])
        found = {m["key"]: m["value"] for line in output.lines if (m := _SUSE_REST.match(line))}
        level = found.get("PATCHLEVEL", "0")
        name = (suse["name"] if suse else "") + (f" SP{level}" if level != "0" else "")
    return _named(name, output)


def _named(name: str, output: Output) -> Reading:
    """The distribution by a file that says the same as os-release in other words: where both are there, that one counts."""
    return Reading(
        [
            Row("system", {"os": "linux"}, output.whole),
            Row("system", {"distribution": name}, output.whole, inferred=True),
        ],
        used=output.matching(_RED_HAT, _SUSE, _SUSE_USED, _OS_USED),
    )


def _pairs(lines: Sequence[str], pattern: re.Pattern[str]) -> dict[str, str]:
    return {match["key"]: match["value"] for line in lines if (match := pattern.match(line))}


def _fields(pattern: re.Pattern[str], blanks: int, *needs: set[str]) -> Extent:
    """The fields of one of these files, where all names of one set are among them."""

    def extent(lines: Sequence[str], start: int, command: str) -> Span | None:
        end = run(lines, start, pattern, blanks=blanks)
        found = _pairs(lines[start:end], pattern).keys()
        return (start, end) if any(names <= found for names in needs) else None

    return extent


def _read_os_release(output: Output) -> Reading:
    found = _pairs(output.lines, _OS_RELEASE)
    if "NAME" not in found:  # lsb-release
        return _named(found.get("DISTRIB_DESCRIPTION") or f"{found['DISTRIB_ID']} {found['DISTRIB_RELEASE']}", output)
    values: dict[str, Value | bool] = {
        "distribution": found.get("PRETTY_NAME") or f"{found['NAME']} {found.get('VERSION', '')}".strip()
    }
    values["os"] = _SYSTEMS.get(found["ID"].lower(), "linux")
    return Reading([Row("system", values, output.whole)], used=output.matching(_OS_USED))


def _read_lsb(output: Output) -> Reading:
    found = _pairs(output.lines, _LSB)
    name = found.get("Description") or f"{found['Distributor ID']} {found['Release']}"
    return Reading(
        [Row("system", {"os": "linux", "distribution": name}, output.whole)], used=output.matching(_LSB_USED)
    )


def _read_debian(output: Output) -> Reading:
    return _named(f"Debian {output.lines[0].strip()}", output)


HINTS = (
    "Solaris", "release", "SUSE", "SuSE", "OmniOS", "OpenIndiana", "SmartOS", "OpenSolaris", "NexentaStor",
    "PRETTY_NAME", "NAME=", "DISTRIB_ID", "Distributor ID", "debian_version",
)  # fmt: skip
READERS = (
    Reader(
        "release",
        lazy(r"\s*(?:Oracle )?Solaris \d|\s*(?:OmniOS|OpenIndiana|SmartOS|OpenSolaris|NexentaStor) "),
        _extent_solaris,
        _read_solaris,
        of_no_use=(("banner", _BANNER_REST),),
    ),
    Reader(
        "release",
        lazy(r"\s*(?:[A-Z]\w+ .*release \d|S[uU]SE |SUSE |openSUSE )"),
        _extent_line,
        _read_line,
        of_no_use=(("another field", _SUSE_REST),),
    ),
    Reader(
        "release",
        lazy(r"\s*[A-Z][A-Z_]+="),
        _fields(_OS_RELEASE, ANY, {"NAME", "ID"}, {"DISTRIB_ID", "DISTRIB_RELEASE"}),
        _read_os_release,
        of_no_use=(("another field", _OS_RELEASE),),
    ),
    Reader(
        "release",
        lazy(r"\s*(?:LSB Version|Distributor ID):"),
        _fields(_LSB, 0, {"Distributor ID", "Release"}),
        _read_lsb,
        of_no_use=(("another field", _LSB),),
    ),
    Reader("release", None, extent_of(_DEBIAN, most=1), _read_debian, commands=lazy(r"/etc/debian_version\b")),
)
