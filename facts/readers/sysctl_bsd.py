"""``sysctl -a`` of the BSDs: FreeBSD prints ``name: value``, OpenBSD ``name=value``, NetBSD ``name = value``.

Only what says which system it is, how much memory it has and how its ZFS and its disks' caches are set is read.

Sample::

    >>> from facts.readers import show
    >>> show('''kern.ostype: FreeBSD
    ... kern.osrelease: 13.1-RELEASE
    ... hw.physmem: 34253246464
    ... vfs.zfs.txg.timeout: 5
    ... kstat.zfs.misc.arcstats.size: 12884901888
    ... ''')
    sysctl-bsd lines 1-5 read
      system: os=freebsd os-release=13.1-RELEASE ram-bytes=34253246464 (1-3)
      zfs-parameters: txg-timeout-seconds=5 (4-4)
      arc: size-bytes=12884901888 (5-5)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.schema import Value
from facts.units import count

_TOP = r"(?:kern|hw|vfs|kstat|machdep|security|compat|ddb|proc|vm|net|dev|debug|user|p1003_1b)"
_OWN = r"(?:kern|hw|vfs|kstat|machdep)"
_LINE = lazy(rf"\s*(?P<name>{_TOP}\.[\w.%-]+)(?::\s|\s?=\s?|:$)(?P<value>(?:.*\S)?)\s*$")
_STARTS = lazy(rf"\s*{_OWN}\.[a-z]\S*\s?[=:]")
_MANY_LINES = lazy(
    r"\s*(?:kern\.(?:version|geom\.conf\w+|sched\.topology_spec|msgbuf)|vm\.phys_\w+|machdep\.(?:smap|efi_map))\s?[:=]"
)
"""Their values go on below, up to the next name."""
_REST = lazy(r"\s*</?[a-z][\w-]*[ >/]|\s+\S{1,80}@\S{1,200}:/\S|\d{1,3} [A-Z]{2,12} \S+ \d+ ")
"""XML, who built the kernel where, a line of `kern.geom.conftxt`."""
_MOST_OF_A_VALUE = 5_000
_SLOTS = {
    "kern.ostype": ("system", "os"),
    "kern.osrelease": ("system", "os-release"),
    "hw.physmem": ("system", "ram-bytes"),
    "hw.physmem64": ("system", "ram-bytes"),
    "hw.memsize": ("system", "ram-bytes"),
    "hw.ncpu": ("system", "cpus"),
    "hw.pagesize": ("system", "page-size-bytes"),
    "vfs.zfs.txg.timeout": ("zfs-parameters", "txg-timeout-seconds"),
    "vfs.zfs.immediate_write_sz": ("zfs-parameters", "immediate-write-bytes"),
    "vfs.zfs.arc_max": ("zfs-parameters", "arc-max-bytes"),
    "vfs.zfs.arc.max": ("zfs-parameters", "arc-max-bytes"),
    "kstat.zfs.misc.arcstats.size": ("arc", "size-bytes"),
    "kstat.zfs.misc.arcstats.c": ("arc", "target-bytes"),
    "kstat.zfs.misc.arcstats.c_max": ("arc", "max-bytes"),
    "kstat.zfs.misc.arcstats.c_min": ("arc", "min-bytes"),
    "kstat.zfs.misc.arcstats.arc_meta_used": ("arc", "metadata-bytes"),
    "kstat.zfs.misc.arcstats.arc_meta_limit": ("arc", "metadata-limit-bytes"),
}
_WRITE_CACHES = {"hw.ata.wc": "ad", "kern.cam.ada.write_cache": "ada"}
"""Whether FreeBSD switches the cache of every disk of that driver on."""
_SYSTEMS = {"FreeBSD": "freebsd", "NetBSD": "netbsd", "OpenBSD": "openbsd"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _LINE.match(lines[start]):
        return None
    end = index = start
    open_value = False
    while index < min(len(lines), end + _MOST_OF_A_VALUE):
        if _LINE.match(lines[index]):
            end, open_value = index + 1, _MANY_LINES.match(lines[index]) is not None
        elif not open_value or prompt_of(lines[index]) is not None:
            break
        index += 1
    return (start, end) if end - start > 1 or "sysctl" in command else None


def _read(output: Output) -> Reading:
    reading = Reading()
    values: dict[str, dict[str, Value]] = {"system": {}, "zfs-parameters": {}, "arc": {}}
    lines: dict[str, dict[str, Span]] = {template: {} for template in values}
    for index, line in enumerate(output.lines):
        match = _LINE.match(line)
        if match is None:
            continue
        name, text, span = match["name"], match["value"], output.span(index)
        if name in _WRITE_CACHES and text in ("0", "1"):
            cache: dict[str, Value] = {"device": _WRITE_CACHES[name], "drive-cache": "on" if text == "1" else "off"}
            reading.rows.append(Row("disk-settings", cache, span))
            reading.used.append(span)
            continue
        template, slot = _SLOTS.get(name, ("", ""))
        value = _SYSTEMS.get(text) if slot == "os" else text if slot == "os-release" else count(text)
        if name == "kern.hostname" and text:
            reading.host = text
            reading.used.append(span)
        elif not slot or text == "Darwin":
            reading.pass_over("another setting", span)
        elif value is None and slot == "os":
            reading.unnamed.append(output.first + index)
        elif value is None:
            reading.refusals.append(Refusal(span, f"{name}: `{text[:40]}` is no number"))
        else:
            values[template][slot], lines[template][slot] = value, span
            reading.used.append(span)
    for template, cells in values.items():
        if cells:
            spans = list(lines[template].values())
            reading.rows.append(Row(template, cells, (spans[0][0], spans[-1][1]), lines[template]))
    return reading


HINTS = ("kern.", "hw.", "vfs.", "kstat.")
READERS = (Reader("sysctl-bsd", _STARTS, _extent, _read, of_no_use=(("rest of a value", _REST),)),)
