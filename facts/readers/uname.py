"""``uname -a``: the kernel, its version and the host's name.

Sample::

    >>> from facts.readers import show
    >>> show('''$ uname -a
    ... Linux db1 2.6.18-92.el5 #1 SMP Tue Jun 10 18:51:06 EDT 2008 x86_64 x86_64 x86_64 GNU/Linux
    ... ''')
    uname lines 2-2 read
      system: arch=x86_64 kernel=2.6.18-92.el5 kernel-code=2006018 os=linux (2-2)

    >>> show('''SunOS db41 5.10 Generic_147440-10 sun4u sparc SUNW,SPARC-Enterprise
    ... ''')
    uname lines 1-1 read
      system: arch=sparc kernel=Generic_147440-10 os=solaris os-release=5.10 page-size-bytes=8192 zfs-era=solaris-10 (1-1)

    >>> show('6.1.0-18-amd64', command='uname -r')
    uname lines 1-1 read
      system: kernel=6.1.0-18-amd64 kernel-code=6001000 os=linux (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.units import coded

_LINUX = lazy(
    r"\s*Linux (?P<host>[\w.-]+) (?P<kernel>\d+\.\d\S*) #\S.*?\s(?P<arch>x86_64|i[3-6]86|aarch64|ppc64(?:le)?|s390x|ia64|armv\w+|riscv64)\b"
)
_SUNOS = lazy(
    r"\s*SunOS (?P<host>[\w.-]+) (?P<release>5\.\d+(?:\.\d+)?) (?P<kernel>\S+) (?P<machine>sun4\w|i86pc)(?: (?P<arch>\S+))?"
)
_OTHER = lazy(r"\s*(?P<os>FreeBSD|NetBSD|OpenBSD|HP-UX|AIX) (?P<host>[\w.-]+) (?P<release>\S+) ")
# uname -mrs: without the name of the host
_SHORT = lazy(
    r"\s*(?P<os>FreeBSD|NetBSD|OpenBSD) (?P<release>\d+\.\d+\S*)(?: (?P<arch>amd64|arm64|i386|aarch64|powerpc\w*|riscv64?))?\s*\Z"
)
_SYSTEMS = {"FreeBSD": "freebsd", "NetBSD": "netbsd", "OpenBSD": "openbsd", "HP-UX": "hp-ux", "AIX": "aix"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    line = lines[start]
    if _LINUX.match(line) or _SUNOS.match(line) or ("uname" in command and (_SHORT.match(line) or _OTHER.match(line))):
        return start, start + 1
    return None


def _read(output: Output) -> Reading:
    line = output.lines[0]
    values: dict[str, str | int]
    if match := _LINUX.match(line):
        values = {"os": "linux", **coded("kernel", match["kernel"]), "arch": match["arch"]}
    elif match := _SUNOS.match(line):
        illumos = re.match(r"(illumos|omnios|joyent|oi_)", match["kernel"]) is not None
        values = {"os": "illumos" if illumos else "solaris", "os-release": match["release"], "kernel": match["kernel"]}
        if match["arch"]:
            values["arch"] = match["arch"]
        # 8 KiB base pages on sun4u and sun4v, 4 KiB on x86
        values["page-size-bytes"] = 8192 if match["machine"].startswith("sun4") else 4096
        if illumos:
            values["zfs-era"] = "openzfs"
        elif match["release"] in ("5.10", "5.11"):
            values["zfs-era"] = "solaris-10" if match["release"] == "5.10" else "solaris-11"
    else:
        match = _SHORT.match(line) or _OTHER.match(line)
        assert match is not None  # extent lets no other line through
        values = {"os": _SYSTEMS[match["os"]], "os-release": match["release"]}
    return Reading([Row("system", values, output.whole)], host=match.groupdict().get("host"))


# Three numbers are a Linux kernel, `5.10` alone is a SunOS.
_RELEASE = lazy(r"\s*(?:(?:Linux )?(?P<kernel>\d+\.\d+\.\d[\w.+~-]*+)|(?:SunOS )?(?P<release>5\.\d{1,2}))\s*$")
_ASKED = lazy(r"(?:^|[\s;|&(/])uname\s+-[a-z]*r")


def _read_release(output: Output) -> Reading:
    match = _RELEASE.match(output.lines[0])
    assert match is not None
    values: dict[str, str | int] = {"os": "solaris", "os-release": match["release"]}
    if match["kernel"]:
        values = {"os": "linux", **coded("kernel", match["kernel"])}
    return Reading([Row("system", values, output.whole)])


# What SunOS calls its kernel's version: the patch up to Solaris 10, the package's version in Solaris 11.
_VERSION = lazy(r"\s*(?P<kernel>Generic_\d{6}-\d+|11\.[1-4](?:\.\d+){2,4}|(?:illumos|omnios|joyent|oi)[_-][\w.-]+)\s*$")
_VERSION_ASKED = lazy(r"uname\s+-v\s*$")


def _read_version(output: Output) -> Reading:
    kernel = output.lines[0].strip()
    values: dict[str, str | int] = {"os": "solaris", "kernel": kernel}
    if kernel.startswith("11."):
        values |= {"os-release": "5.11", "zfs-era": "solaris-11"}
    elif not kernel.startswith("Generic_"):
        values |= {"os": "illumos", "os-release": "5.11", "zfs-era": "openzfs"}
    return Reading([Row("system", values, output.whole)])


HINTS = ("Linux ", "SunOS ", "FreeBSD ", "AIX ", "HP-UX ", "NetBSD ", "OpenBSD ", "illumos", "uname ")
READERS = (
    Reader("uname", None, extent_of(_VERSION, most=1), _read_version, commands=_VERSION_ASKED),
    Reader("uname", None, extent_of(_RELEASE, most=1), _read_release, commands=_ASKED),
    Reader("uname", lazy(r"\s*(?:Linux|SunOS|FreeBSD|NetBSD|OpenBSD|HP-UX|AIX) \S"), _extent, _read),
)
