'''Lists of processes: ``top -b``, ``ps aux`` and ``ps -eo``, ``prstat``, ``pidstat``.

All are tables with a header that names the columns; which columns there are differs with tool, version and options, so they
are found by name. Of a long list the largest and the busiest processes become rows, and the kernel's threads of memory
(kswapd, khugepaged, kcompactd, those of the ZFS cache); of several rounds of ``top`` or ``pidstat`` the last one counts, of ``pidstat`` its
averages where they stand. The lines of ``top`` on memory (``Mem:`` in k, ``KiB Mem :``, ``MiB Mem :``) are read as well.

Samples::

    >>> from facts.readers import show
    >>> show("""top - 10:00:01 up 12 days,  1:02,  3 users,  load average: 9.10, 8.20, 7.30
    ... Tasks: 212 total,   3 running, 209 sleeping,   0 stopped,   0 zombie
    ... %Cpu(s): 12.1 us, 41.0 sy,  0.0 ni, 40.2 id,  6.5 wa,  0.0 hi,  0.2 si,  0.0 st
    ... MiB Mem :  31830.2 total,    180.7 free,  31143.5 used,    506.0 buff/cache
    ... MiB Swap:  16384.0 total,   8404.5 free,   7979.5 used.    294.2 avail Mem
    ...
    ...   PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND
    ...    88 root      20   0       0      0      0 R  74.0   0.0  99:01.10 kswapd0
    ...  2212 tomcat    20   0   12.4g   7.9g   4120 S  11.2  25.4 811:01.00 java
    ... """)  # doctest: +NORMALIZE_WHITESPACE
    top lines 1-9 read
      process-load: cpu-percent=74 name=kswapd0 pid=88 resident-bytes=0 role=kswapd user=root (8-8)
      process-load: cpu-percent=11.2 name=java pid=2212 resident-bytes=8482560410 role=other user=tomcat (9-9)
      cpu-load: busy-mean-percent=53.1 idle-mean-percent=40.2 load-average=9.1 output=input:1 samples=1 since-boot=yes
        steal-max-percent=0 system-max-percent=41 system-mean-percent=41 wait-max-percent=6.5 wait-mean-percent=6.5 (3-3)
      meminfo: mem-available-bytes=308491059 mem-free-bytes=189477683 mem-total-bytes=33376383795 samples=1
        swap-free-bytes=8812756992 swap-total-bytes=17179869184 (4-5)
      system: os=linux ram-bytes=33376383795 (4-4)

    >>> show("""KiB Mem:   8174508 total,  8129900 used,    44608 free,     3120 buffers
    ... KiB Swap:  8388600 total,  3120456 used,  5268144 free.   610244 cached Mem
    ... """)  # doctest: +NORMALIZE_WHITESPACE
    top lines 1-2 read
      meminfo: cached-bytes=624889856 mem-free-bytes=45678592 mem-total-bytes=8370696192 samples=1
        swap-free-bytes=5394579456 swap-total-bytes=8589926400 (1-2)
      system: os=linux ram-bytes=8370696192 (1-1)

    >>> show("""Swap: 8192M Total, 7904M Used, 288M Free, 96% Inuse, 14M In, 22M Out
    ...   PID USERNAME    THR PRI NICE   SIZE    RES STATE    C   TIME    WCPU COMMAND
    ... 60112 postgres      1  20    0  4412M   812M swread   3   4:12   2.10% postgres
    ... 60118 postgres      1  20    0  4408M   804M swread   1   4:02   1.88% postgres
    ... """)  # doctest: +NORMALIZE_WHITESPACE
    top lines 1-4 read
      process-load: cpu-percent=2.1 name=postgres pid=60112 resident-bytes=851443712 role=other user=postgres (3-3)
      process-load: cpu-percent=1.88 name=postgres pid=60118 resident-bytes=843055104 role=other user=postgres (4-4)
      vmstat: os=other output=input:1 samples=1 since-boot=no swap-in-max-kb-s=7168 swap-out-max-kb-s=11264
        swapping-percent=100 swapping-samples=1 (1-1)
      blocked-tasks: names=postgres output=input:1 place=swap tasks=2 (3-4)

    >>> show("""USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
    ... postgres  2212  3.1  1.2 398520 24180 ?        Ss   Jul01   0:02 postgres: writer process
    ... """)
    ps-list lines 1-2 read
      process-load: cpu-percent=3.1 name=postgres pid=2212 resident-bytes=24760320 role=other user=postgres (2-2)
'''

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from facts.kit import run, run_while
from facts.patterns import lazy
from facts.readers._oracle import instance_of_process
from facts.readers.task_traces import waiting_values
from facts.reading import Output, Reader, Reading, Row, prompt_of
from facts.schema import Value
from facts.units import bytes_of, number, size

_LARGEST, _BUSIEST = 15, 10
_USERS = ("USER", "USERNAME", "UID", "RUSER", "EUSER")
_RESIDENT = ("RES", "RSS", "RSZ")
_CPUS = ("%CPU", "CPU", "WCPU", "PCPU", "C")
_NAMES = ("COMMAND", "CMD", "COMM", "Command", "ARGS", "PROCESS/NLWP", "BEFEHL")
_ROLES = lazy(
    r"\[?(?:(?P<kernel>kswapd|khugepaged|kcompactd)\d{0,4}(?:[:/].*)?|(?:zfskern\W)?(?P<arc>arc_(?:adapt|reclaim|prune|evict|reap))(?:[/_}].*)?)\]?$"
)
_SYNC_THREAD = lazy(r"\[?(?P<array>md\d{1,3})_(?P<action>resync|reshape)\]?$")
"""The kernel's thread of an array that is rebuilt, checked or reshaped; it is there only as long as that takes."""
_LETTER = lazy(r"[^\W\d]")
_SPREAD = frozenset(("STARTED", "LSTART"))
"""Columns whose values hold blanks: what stands behind them is found from nowhere."""


def _bytes(text: str) -> float | None:
    return size(text, bare=1024)


def _percent(text: str) -> float | None:
    return number(text.rstrip("%"))


class _Table:
    """The columns of one header."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        cut = next((i for i, name in enumerate(self.names) if name in _SPREAD), len(self.names))
        self.at = {name: i for i, name in enumerate(self.names) if i < cut}
        self.pid = self.at["PID"]
        self.last = next((i for i, n in enumerate(self.names) if n in _NAMES), len(self.names) - 1)

    def first(self, names: Sequence[str]) -> int | None:
        """Where the first of some columns stands."""
        return next((self.at[name] for name in names if name in self.at), None)

    def row(self, fields: list[str]) -> dict[str, Value] | None:
        """What one line tells, or None where it is no line of this table."""
        if len(fields) <= self.pid or not fields[self.pid].isdecimal() or len(fields[self.pid]) > 10:
            return None
        values: dict[str, Value] = {"pid": int(fields[self.pid])}
        for slot, names, read in (("cpu-percent", _CPUS, _percent), ("resident-bytes", _RESIDENT, _bytes)):
            at = self.first(names)
            if at is not None and at < len(fields) and (value := read(fields[at])) is not None:
                values[slot] = value
        user = self.first(_USERS)
        if user is not None and user < len(fields):
            values["user"] = fields[user]
        at = self.at.get("majflt/s", len(fields))
        if at < len(fields) and (faults := number(fields[at])) is not None:
            values["major-faults-s"] = faults
        name = self._name(fields)
        if self.last < len(fields) and not any(map(_LETTER.search, fields[self.last :])):
            return None
        if name:
            values["name"] = name
            role = _ROLES.match(name)
            values["role"] = (role["kernel"] or "arc") if role else "other"
        return values

    def _name(self, fields: list[str]) -> str:
        behind = len(self.names) - 1 - self.last
        if self.last >= len(fields):
            return ""
        text = fields[self.last] if behind == 0 and self.names[self.last] not in _SPREAD else fields[-1 - behind]
        if _SPREAD & set(self.names) and self.last > min(self.names.index(n) for n in _SPREAD & set(self.names)):
            text = fields[-1]
        return (
            text.rpartition("/")[0]
            if self.names[self.last] == "PROCESS/NLWP"
            else text.rpartition("/")[2].rstrip(":")[:60]
        )


def _chosen(found: dict[int, tuple[dict[str, Value], int]]) -> list[tuple[dict[str, Value], int]]:
    """The largest, the busiest and the kernel's threads of memory, in the order of the list."""
    entries = list(found.values())

    def top(slot: str, count: int) -> list[tuple[dict[str, Value], int]]:
        known = [e for e in entries if float(e[0].get(slot, 0.0)) > 0]
        return sorted(known, key=lambda e: -float(e[0][slot]))[:count]

    threads = [e for e in entries if e[0].get("role", "other") != "other"][:_LARGEST]
    keep = {id(e[0]) for e in (*top("resident-bytes", _LARGEST), *top("cpu-percent", _BUSIEST), *threads)}
    return [e for e in entries if id(e[0]) in keep]


def _process_rows(found: dict[int, tuple[dict[str, Value], int]], output: Output, lines: Sequence[int]) -> Reading:
    rows = [Row("process-load", values, output.span(index)) for values, index in _chosen(found)]
    for values, index in found.values():
        if instance := instance_of_process(str(values.get("name", ""))):
            rows.append(Row("oracle-instance", instance, output.span(index)))
        if sync := _SYNC_THREAD.match(str(values.get("name", ""))):
            rows.append(
                Row(
                    "md-array",
                    {"array": sync["array"], "sync-action": sync["action"]},
                    output.span(index),
                    inferred=True,
                )
            )
    reading = Reading(rows)
    for index in lines:
        reading.pass_over("a smaller process, or an earlier round", output.span(index))
    return reading


# top, ps, prstat

_HEADER = lazy(r"\s*(?:[A-Z%][A-Za-z0-9%/+:_-]*\s+){0,20}PID(?:\s+[A-Z%][A-Za-z0-9%/+:_-]*){1,24}\s*$")
_TOP_HEAD = lazy(
    r"\s*(?:top - \d|last pid: *\d|load averages?: |Tasks:|Threads:|%?Cpu|%CPU|CPU[: ]|\d+ (?:processes|threads)|CPU states:"
    r"|(?:[KMGT]iB )?(?:Mem|Spch|Swap|Memory|PhysMem|ARC|Kernel|Processes)\b|[\d.]+[KMGT]? Compressed,|$)"
)
_BSD_LINE = lazy(
    r"\s*(?P<what>Mem|ARC|Swap): *(?P<cells>\d+[KMGT]? (?:Active|Inact|Laundry|Wired|Buf|Free|Total|Used|MFU|MRU)\b.*)$"
)
_BSD_CELL = lazy(r"(?<![\w.])(\d+[KMGT]?) (Active|Inact|Laundry|Wired|Cache|Free|Total|Used|In|Out)\b")
_BSD_MEMORY = frozenset(("Active", "Inact", "Laundry", "Wired", "Cache", "Free"))
"""The queues that each page of memory is in; ``Buf`` is a part of what is wired."""
_TOP_MEMORY = lazy(
    r"\s*(?:(?P<unit>[KMGT])iB )?(?P<what>Mem|Spch|Swap) ?:\s*(?P<total>[\d.,]+)(?P<suffix>[kKmMgG]?)[\s+]*(?:total|gesamt),\s*(?P<rest>.*)$"
)
_TOP_CELL = lazy(
    r"(?<![\d.,])([\d.,]+)([kKmMgG]?)[\s+]*(free|frei|used|avail Mem|verfü Spch|cached|buffers|buff/cache)"
)
_GERMAN = {"frei": "free", "verfü Spch": "avail Mem", "be": "us", "un": "id"}
"""What procps prints in a German locale, where the whole of it is translated."""
_TOP_CPU = lazy(r"\s*%?C(?:pu|PU)\(s\):\s*(?P<cells>[\d.,]+ ?%?\s*(?:us|be),.*)$")
_TOP_LOAD = lazy(r"top - .*load average: +(?P<load>\d+[.,]\d\d),")
_CPU_CELL = lazy(r"(?<![\d.])(?<!\d,)(\d[\d.,]*) ?%?\s*(us|be|sy|ni|id|un|wa|hi|si|st)\b")
_PRSTAT_END = lazy(r"Total: +\d+ (?:processes|lwps)")


def _table_extent(lines: Sequence[str], start: int) -> int | None:
    """The end of a table of processes whose header stands at `start`, or None."""
    names = lines[start].split()
    if "PID" not in names or names.count("PID") > 1:
        return None
    table = _Table(names)
    end = run_while(lines, start + 1, lambda line: prompt_of(line) is None and table.row(line.split()) is not None)
    return end if end > start + 1 else None


def _list_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _HEADER.match(lines[start]):
        return None
    names = set(lines[start].split())
    if not names & set(_RESIDENT) and not names & {"%CPU", "WCPU", "PCPU", "CPU"}:
        return None
    end = _table_extent(lines, start)
    if end is None:
        return None
    while end < len(lines):  # prstat repeats its header
        if _PRSTAT_END.match(lines[end]):
            end += 1
        elif lines[end] == lines[start] and (more := _table_extent(lines, end)) is not None:
            end = more
        else:
            break
    return start, end


def _top_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    index, rounds, end = start, 0, start
    while index < len(lines) and prompt_of(lines[index]) is None:
        if _HEADER.match(lines[index]) and (after := _table_extent(lines, index)) is not None:
            index, end, rounds = after, after, rounds + 1
        elif _TOP_HEAD.match(lines[index]):
            end = index + 1 if lines[index].strip() else end
            index += 1
        else:
            break
    told = any(_TOP_MEMORY.match(line) or _TOP_CPU.match(line) or _BSD_LINE.match(line) for line in lines[start:end])
    return (start, end) if rounds or told else None


def _read_list(output: Output) -> Reading:
    table: _Table | None = None
    found: dict[int, tuple[dict[str, Value], int]] = {}
    lines = []
    for index, line in enumerate(output.lines):
        if _HEADER.match(line):
            table, found = _Table(line.split()), {}
        elif table is not None and (values := table.row(line.split())) is not None:
            found[int(values["pid"])] = (values, index)
            lines.append(index)
    return _process_rows(found, output, lines)


def _read_top(output: Output) -> Reading:
    reading = _read_list(output)
    values: dict[str, Value] = {}
    at: list[int] = []
    for index, line in enumerate(output.lines):
        if match := _TOP_MEMORY.match(line):
            reading.used.append(output.span(index))
            unit = bytes_of(match["unit"] or match["suffix"] or "k")
            slots = _memory_cells(match, unit)
            at = [index] if match["what"] != "Swap" else [*at, index]
            values |= slots
    if (cpu := _cpu_row(output)) is not None:
        reading.rows.append(cpu)
    _read_bsd_memory(output, reading)
    _read_swap_waits(output, reading)
    if values:
        row = Row("meminfo", values | {"samples": 1}, output.span(min(at), max(at)), inferred=True)
        reading.rows.append(row)
        system: dict[str, Value] = {"os": "linux"}
        if (total := values.get("mem-total-bytes")) is not None:
            system["ram-bytes"] = total
        reading.rows.append(Row("system", system, output.span(min(at)), inferred=True))
    return reading


def _read_bsd_memory(output: Output, reading: Reading) -> None:
    """What ``top`` of FreeBSD shows above its table, in the last round: memory, the ZFS cache, swap."""
    last = {
        match["what"]: (n, match["cells"]) for n, line in enumerate(output.lines) if (match := _BSD_LINE.match(line))
    }
    sizes = {
        what: {name: size(text) or 0.0 for text, name in _BSD_CELL.findall(cells)} for what, (_, cells) in last.items()
    }
    memory, swap, cache = (sizes.get(what, {}) for what in ("Mem", "Swap", "ARC"))
    reading.used += [output.span(n) for n, _ in last.values()]
    if "Total" in cache:
        reading.rows.append(Row("arc", {"size-bytes": cache["Total"]}, output.span(last["ARC"][0]), inferred=True))
    if {"In", "Out"} & set(swap):
        reading.rows.append(Row("vmstat", _bsd_swapping(swap, output), output.span(last["Swap"][0]), inferred=True))
    if not {"Active", "Wired", "Free"} <= set(memory):
        return
    total = sum(memory[name] for name in _BSD_MEMORY & set(memory))
    values: dict[str, Value | bool] = {
        "samples": 1, "mem-total-bytes": total, "mem-free-bytes": memory["Free"],
        "mem-available-bytes": memory["Free"] + memory.get("Inact", 0.0) + memory.get("Cache", 0.0),
    }  # fmt: skip
    if "Total" in swap:
        values["swap-total-bytes"] = swap["Total"]
        values["swap-free-bytes"] = swap["Free"] if "Free" in swap else max(0.0, swap["Total"] - swap.get("Used", 0.0))
    at = last["Mem"][0]
    reading.rows.append(Row("meminfo", values, output.span(at), inferred=True))
    reading.rows.append(Row("system", {"os": "freebsd", "ram-bytes": total}, output.span(at), inferred=True))


_BSD_INTERVAL_SECONDS = 2
"""How often FreeBSD's ``top`` looks, where it is not told otherwise."""


def _bsd_swapping(swap: dict[str, float], output: Output) -> dict[str, Value | bool]:
    """What was swapped since the round before: ``top`` shows it only where there was any."""
    into, out = (swap.get(name, 0.0) / 1024 / _BSD_INTERVAL_SECONDS for name in ("In", "Out"))
    return {
        "output": output.label, "os": "other", "since-boot": False, "samples": 1, "swapping-samples": 1,
        "swapping-percent": 100.0, "swap-in-max-kb-s": into, "swap-out-max-kb-s": out,
    }  # fmt: skip


_SWAP_WAITS = frozenset(("swread", "swpin", "swbuf"))
"""States of FreeBSD in which a process waits for a page from swap."""


def _read_swap_waits(output: Output, reading: Reading) -> None:
    """Who waits for swap in the last round of FreeBSD's ``top``."""
    table: _Table | None = None
    found: list[tuple[int, str]] = []
    for index, line in enumerate(output.lines):
        if _HEADER.match(line):
            table, found = _Table(line.split()), []
            continue
        fields = line.split()
        task = table.row(fields) if table is not None else None
        if task is not None and table is not None and fields[table.at.get("STATE", 0)] in _SWAP_WAITS:
            found.append((index, str(task.get("name", ""))))
    if found:
        values = waiting_values(output, "swap", [name for _, name in found], len(found))
        reading.rows.append(Row("blocked-tasks", values, output.span(found[0][0], found[-1][0])))


def _cpu_row(output: Output) -> Row | None:
    """The processors in the last round; the only round of top is the average since boot."""
    found = [(index, match) for index, line in enumerate(output.lines) if (match := _TOP_CPU.match(line))]
    if not found:
        return None
    index, match = found[-1]
    told = _CPU_CELL.findall(match["cells"])
    cells = {_GERMAN.get(name, name): value for text, name in told if (value := number(text)) is not None}
    values: dict[str, Value | bool] = {"output": output.label, "samples": 1, "since-boot": len(found) == 1}
    if "us" in cells and "sy" in cells:
        values["busy-mean-percent"] = cells["us"] + cells.get("ni", 0.0) + cells["sy"]
        values["system-mean-percent"] = values["system-max-percent"] = cells["sy"]
    if "id" in cells:
        values["idle-mean-percent"] = cells["id"]
    if "wa" in cells:
        values["wait-mean-percent"] = values["wait-max-percent"] = cells["wa"]
    if "st" in cells:
        values["steal-max-percent"] = cells["st"]
    loads = [match for line in output.lines[:index] if (match := _TOP_LOAD.search(line))]
    if loads and (load := number(loads[-1]["load"])) is not None:
        values["load-average"] = load
    return Row("cpu-load", values, output.span(index))


def _memory_cells(match: re.Match[str], unit: float) -> dict[str, Value]:
    """The cells of one line of top on memory or swap."""
    memory = match["what"] != "Swap"
    slots: dict[str, Value] = {}
    cells = [(match["total"], match["suffix"], "total"), *_TOP_CELL.findall(match["rest"])]
    for text, suffix, what in cells:
        slot = {
            ("total", True): "mem-total-bytes", ("free", True): "mem-free-bytes", ("total", False): "swap-total-bytes",
            ("free", False): "swap-free-bytes", ("avail Mem", False): "mem-available-bytes",
            ("cached", False): "cached-bytes",
        }.get((_GERMAN.get(what, what), memory))  # fmt: skip
        value = number(text)
        if slot and value is not None:
            slots[slot] = value * (bytes_of(suffix) if suffix else unit)
    return slots


# pidstat

_TIME = r"(?:\d\d?:\d\d:\d\d(?:\s+[AP]M)?|\d{10})"
_PID_HEADER = lazy(
    rf"\s*(?:#\s*Time|{_TIME}|Average:|Durchschn\.:|Moyenne\s?:)\s++(?:(?:UID|USER)\s*+)?(?:TGID|PID)\s+\S"
)
_PID_ROW = lazy(rf"\s*(?P<time>{_TIME}|Average:|Durchschn\.:|Moyenne\s?:)\s+(?P<rest>\S.*)$")
_PID_BANNER = lazy(r"\s*Linux \d\S* \([^)]*\)\s")


def _pidstat_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    index = start
    while index < len(lines) and index - start < 3 and not _PID_HEADER.match(lines[index]):
        if not (_PID_BANNER.match(lines[index]) or not lines[index].strip()):
            return None
        index += 1
    if index >= len(lines) or not _PID_HEADER.match(lines[index]):
        return None
    return start, run(lines, index + 1, _PID_HEADER, _PID_ROW, blanks=2)


def _read_pidstat(output: Output) -> Reading:
    table: _Table | None = None
    found: dict[int, tuple[dict[str, Value], int]] = {}
    lines = []
    for index, line in enumerate(output.lines):
        match = _PID_ROW.match(line)
        if _PID_HEADER.match(line):
            rest = match["rest"] if match else line.split("Time", 1)[1]
            table = _Table(rest.split()) if "PID" in rest.split() else None
        elif match and table is not None and (values := table.row(match["rest"].split())) is not None:
            before = found.get(int(values["pid"]), ({}, index))[0]
            found[int(values["pid"])] = (before | values, index)
            lines.append(index)
    reading = _process_rows(found, output, lines)
    banner = re.match(r"\s*Linux \d\S* \(([^)]+)\)", output.lines[0])
    if banner:
        reading.host = banner[1]
    reading.infer_system("linux", output.span(0))
    return reading


def _reader(
    kind: str,
    starts: str,
    extent: Callable[..., tuple[int, int] | None],
    read: Callable[..., Reading],
    *heads: re.Pattern[str],
) -> Reader:
    return Reader(
        kind, lazy(starts), extent, read, open_ended=True, of_no_use=tuple(("heading", head) for head in heads)
    )


_STARTS_PIDSTAT = rf"\s*(?:Linux \d\S* \(|(?:#\s*Time|{_TIME})\s++(?:(?:UID|USER)\s*+)?(?:TGID|PID)\s)"
_STARTS_TOP = (
    r"\s*(?:top - \d|last pid: *\d|load averages?: .*\d\d:\d\d:\d\d"
    r"|(?:Tasks|Threads): +\d+ total,|%?C(?:pu|PU)\(s\): *[\d.,]+ ?%? ?(?:us|be)[, ]"
    r"|(?:[KMGT]iB )?(?:Mem|Spch) ?:\s+[\d.,]+[kKmMgG]?[\s+]*(?:total|gesamt),"
    r"|Mem: *\d+[KMGT]? Active, |ARC: *\d+[KMGT]? Total, |Swap: *\d+[KMGT]? Total, )"
)
HINTS = ("PID", "top - ", "iB Mem", "iB Spch", "Mem:", "Cpu(s):", "CPU(s):", "Tasks: ", "Threads: ", "ARC: ", "Swap: ")
READERS = (
    _reader("pidstat", _STARTS_PIDSTAT, _pidstat_extent, _read_pidstat, _PID_HEADER, _PID_BANNER),
    _reader("top", _STARTS_TOP, _top_extent, _read_top, _HEADER, _TOP_HEAD),
    _reader("prstat", r"\s*PID USERNAME\s", _list_extent, _read_list, _HEADER, _PRSTAT_END),
    _reader("ps-list", r"\s*(?:[A-Z%][A-Za-z0-9%/+:_-]*\s+){0,20}PID\s+[A-Z%]", _list_extent, _read_list, _HEADER),
)
