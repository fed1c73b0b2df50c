"""``prtconf`` and its like: memory and processors of the host.

``prtconf`` and ``prtdiag`` of Solaris (``System Configuration:``, ``Memory size: 2048 Megabytes``), ``psrinfo`` (one
line for each processor, or with ``-p`` their number), ``isainfo``; ``lscpu`` of Linux.

Samples::

    >>> from facts.readers import show
    >>> show('''System Configuration:  Sun Microsystems  sun4u
    ... Memory size: 2048 Megabytes
    ... ''')
    prtconf lines 1-2 read
      system: arch=sparc ram-bytes=2147483648 (1-2)
      system: os=solaris page-size-bytes=8192 (1-2)

    >>> show('''Architecture:          x86_64
    ... CPU op-mode(s):        32-bit, 64-bit
    ... Byte Order:            Little Endian
    ... CPU(s):                32
    ... Thread(s) per core:    2
    ... ''')
    lscpu lines 1-5 read
      system: arch=x86_64 cpus=32 (1-5)
      system: os=linux (1-5)

    >>> show('''$ psrinfo
    ... 0       on-line   since 05/07/2012 09:11:02
    ... 1       on-line   since 05/07/2012 09:11:04
    ... ''')
    psrinfo lines 2-3 read
      system: cpus=2 (2-3)
      system: os=solaris (2-3)

    >>> show('''$ isainfo -kv
    ... 64-bit sparcv9 kernel modules
    ... ''')
    isainfo lines 2-2 read
      system: arch=sparc (2-2)
      system: os=solaris page-size-bytes=8192 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from facts.kit import extent_of, run, run_while
from facts.patterns import lazy
from facts.readers.guest_events import hypervisor_of
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value
from facts.units import bytes_of, integer

_CONFIGURATION = lazy(r"\s*System Configuration:\s+(?P<vendor>\S(?:.*?\S)??)\s+(?P<machine>sun4\w|i86pc)\b.*")
_MEMORY = lazy(r"\s*Memory size:\s+(?P<number>\d+)\s?(?P<unit>Megabytes|Gigabytes|MB|GB|TB)\b.*")
_PRTDIAG = lazy(r"\s*System clock frequency:.*")
_PSRINFO = lazy(r"\s*\d+\s+(?:on-line|off-line|no-intr|faulted|spare|powered-off)\s+since\s+\S.*")
_COUNT = lazy(r"\s*(?P<count>\d{1,5})\s*\Z")
_ISAINFO = lazy(
    r"\s*(?:(?:64|32)-bit (?P<long>sparcv?9?|amd64|i386) (?:applications|kernel modules)|(?P<short>sparcv9 sparc"
    r"|amd64 i386|sparc|i386))\s*\Z"
)
_LSCPU = lazy(r"\s*(?P<key>[A-Z][\w ().-]*?):(?:\s+(?P<value>\S(?:.*\S)?))?\s*\Z")
_OF_LSCPU = lazy(r"\s*(?:Architecture|CPU\(s\)|Hypervisor(?: vendor)?):")
_NOT_OF_LSCPU = lazy(
    r"\s*(?:CPU (?:op-mode\(s\)|family|MHz|(?:min|max|dynamic|static) MHz|\(s\) scaling MHz)|CPU\(s\) scaling MHz|Address sizes|Byte Order"
    r"|(?:On|Off)-line CPU\(s\) list|(?:BIOS )?(?:Vendor ID|Model name|CPU family)|Model|Thread\(s\) per core"
    r"|Core\(s\) per (?:socket|cluster)"
    r"|(?:CPU )?[Ss]ocket(?:\(s\))?|Cluster\(s\)|Book\(s\)|Drawer\(s\)|(?:Socket|Book)\(s\) per \w+|Stepping|BogoMIPS|Dispatching mode"
    r"|Physical (?:sockets|chips|cores/chip)|Flags|Frequency boost|Virtualization(?: features| type)?|Caches \(sum of all\)"
    r"|L\d[di]?(?: cache)?(?: \(sum of all\))?|NUMA(?: node\(s\)| node\d+ CPU\(s\))?|Machine type|Vulnerabilities|Vulnerability [\w /-]+"
    r"|Gather data sampling|Indirect target selection|Itlb multihit|L1tf|Mds|Meltdown|Mmio stale data|Reg file data sampling|Retbleed"
    r"|Spec (?:rstack overflow|store bypass)|Spectre v\d|Srbds|Tsa|Tsx async abort|Ghostwrite|Old microcode|Vmscape|Node \d+):"
)
_LSCPU_MORE = lazy(r"\s{8,}\S")
_OTHERS_OF_LSCPU = (("another field", _NOT_OF_LSCPU), ("more of a field", _LSCPU_MORE))
_INSTRUCTIONS = lazy(r"[\t ]+[a-z][\w. ]*+\Z")
_NUMA_NODE = lazy(r"\s*NUMA node\d+ CPU\(s\):.*")


def _rows(
    values: dict[str, Value | bool], implied: dict[str, Value | bool], output: Output, *used: re.Pattern[str]
) -> Reading:
    rows = [Row("system", values, output.whole), Row("system", implied, output.whole, inferred=True)]
    return Reading(rows, used=output.matching(*used))


def _solaris(sparc: bool | None) -> dict[str, Value | bool]:
    if sparc is None:
        return {"os": "solaris"}
    return {"os": "solaris", "page-size-bytes": 8192 if sparc else 4096}


def _extent_prtconf(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _MEMORY.match(lines[start]):
        return start, start + 1
    if not _CONFIGURATION.match(lines[start]):
        return None
    for index in range(start + 1, min(start + 4, len(lines))):
        if _MEMORY.match(lines[index]):
            return start, index + 1
        if lines[index].strip() and not _PRTDIAG.match(lines[index]):
            break
    return None


def _read_prtconf(output: Output) -> Reading:
    values: dict[str, Value | bool] = {}
    sparc = None
    for line in output.lines:
        if match := _CONFIGURATION.match(line):
            sparc = match["machine"].startswith("sun4")
            values["arch"] = "sparc" if sparc else "i386"
        elif match := _MEMORY.match(line):
            values["ram-bytes"] = float(int(match["number"]) * bytes_of(match["unit"]))
    return _rows(values, _solaris(sparc), output, _CONFIGURATION, _MEMORY)


def _read_psrinfo(output: Output) -> Reading:
    working = [line for line in output.lines if re.search(r"\s(?:on-line|no-intr)\s", line)]
    return _rows({"cpus": len(working)}, _solaris(None), output, _PSRINFO)


def _read_count(output: Output) -> Reading:
    """``psrinfo -p`` counts sockets, not processors; ``nproc`` and ``_NPROCESSORS_ONLN`` count threads."""
    if re.search(r"\bpsrinfo\s+-p", output.command):
        return Reading()
    return Reading([Row("system", {"cpus": int(output.lines[0])}, output.whole)])


def _extent_isainfo(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _ISAINFO.match(lines[start]) or not (" " in lines[start].strip() or "isainfo" in command):
        return None
    return start, run_while(lines, start, lambda line: _ISAINFO.match(line) or line.startswith(("\t", "        ")))


def _read_isainfo(output: Output) -> Reading:
    match = _ISAINFO.match(output.lines[0])
    name = (match["long"] or match["short"]) if match else ""
    sparc = name.startswith("sparc")
    return _rows({"arch": "sparc" if sparc else "i386"}, _solaris(sparc), output, _ISAINFO)


def _extent_lscpu(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _LSCPU, _LSCPU_MORE)
    keys = {match["key"] for line in lines[start:end] if (match := _LSCPU.match(line))}
    return (start, end) if {"Architecture", "CPU(s)"} <= keys else None


def _online(found: Mapping[str, str]) -> int | None:
    """How many processors run: those that are off-line are counted among all."""
    parts = found.get("On-line CPU(s) list", "").split(",")
    if any(name.startswith("Off-line CPU(s)") for name in found) and all(
        re.fullmatch(r"\d+(?:-\d+)?", p) for p in parts
    ):
        ends = [[int(end) for end in part.split("-")] for part in parts]
        return sum(end[-1] - end[0] + 1 for end in ends)
    return integer(found["CPU(s)"])


def _read_lscpu(output: Output) -> Reading:
    found: dict[str, str] = {}
    for line in output.lines:
        if (match := _LSCPU.match(line)) and not _NUMA_NODE.match(line):
            found.setdefault(match["key"], match["value"] or "")
    values: dict[str, Value | bool] = {"arch": found["Architecture"]}
    if (count := _online(found)) is not None:
        values["cpus"] = count
    reading = _rows(values, {"os": "linux"}, output, _OF_LSCPU)
    # a field of a later version, or the next line of one
    known = (_OF_LSCPU, _NOT_OF_LSCPU, _LSCPU_MORE)
    reading.unnamed = [output.first + n for n, line in enumerate(output.lines) if not any(p.match(line) for p in known)]
    if vendor := found.get("Hypervisor vendor") or found.get("Hypervisor"):
        name = hypervisor_of(vendor) or "other"
        reading.rows.append(Row("platform", {"virtual": True, "hypervisor": name}, output.whole))
    return reading


HINTS = (
    "System Configuration", "Memory size", "on-line", "off-line", "psrinfo", "-bit ", "isainfo", "amd64 i386",
    "sparcv9 sparc", "Architecture:", "nproc", "NPROCESSORS",
)  # fmt: skip
READERS = (
    Reader(
        "prtconf",
        lazy(r"\s*(?:System Configuration:|Memory size:)\s"),
        _extent_prtconf,
        _read_prtconf,
        of_no_use=(("heading", _PRTDIAG),),
    ),
    Reader("psrinfo", _PSRINFO, extent_of(_PSRINFO), _read_psrinfo),
    Reader(
        "psrinfo",
        None,
        extent_of(_COUNT, most=1),
        _read_count,
        commands=lazy(r"\bpsrinfo\s+-p\s*$|(?:^|\|\s*)nproc\b|_NPROCESSORS_ONLN"),
        of_no_use=(("number of sockets", _COUNT),),
    ),
    Reader(
        "isainfo",
        lazy(r"\s*(?:(?:64|32)-bit \w+ (?:applications|kernel)|sparcv9 sparc|amd64 i386)"),
        _extent_isainfo,
        _read_isainfo,
        of_no_use=(("instructions", _INSTRUCTIONS),),
    ),
    Reader("lscpu", lazy(r"\s*Architecture:\s"), _extent_lscpu, _read_lscpu, of_no_use=_OTHERS_OF_LSCPU),
)
