"""``/proc/PID/status`` and ``grep VmPTE /proc/[0-9]*/status``: the memory of single processes, with their page tables.

``VmRSS`` counts shared memory too; ``VmSwap`` (2.6.34 and later) is what of it lies in swap; ``VmPTE`` are the page tables,
which are in no other list.

Samples::

    >>> from facts.readers import show
    >>> show('''Name:   oracle
    ... State:  S (sleeping)
    ... Pid:    20331
    ... VmPeak: 25820332 kB
    ... VmRSS:  20120332 kB
    ... VmPTE:     41220 kB
    ... VmSwap:    10220 kB
    ... ''')
    proc-status lines 1-7 read
      process-load: name=oracle page-tables-bytes=42209280 pid=20331 resident-bytes=20603219968 role=other swapped-bytes=10465280 (1-7)
      system: os=linux (1-1)

    >>> show('''/proc/20331/status:VmPTE:     41220 kB
    ... /proc/20335/status:VmPTE:     40100 kB
    ... ''')
    proc-status lines 1-2 read
      process-load: page-tables-bytes=42209280 pid=20331 (1-1)
      process-load: page-tables-bytes=41062400 pid=20335 (2-2)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value

_SLOTS = {"VmPTE": "page-tables-bytes", "VmRSS": "resident-bytes", "VmSwap": "swapped-bytes"}
_NAMES = frozenset(
    """Name Umask State Tgid Ngid Pid PPid TracerPid Uid Gid FDSize Groups NStgid NSpid NSpgid NSsid Kthread VmPeak VmSize VmLck
    VmPin VmHWM VmRSS RssAnon RssFile RssShmem VmData VmStk VmExe VmLib VmPTE VmPMD VmSwap HugetlbPages CoreDumping THP_enabled
    untag_mask Threads SigQ SigPnd ShdPnd SigBlk SigIgn SigCgt CapInh CapPrm CapEff CapBnd CapAmb NoNewPrivs Seccomp
    Seccomp_filters Speculation_Store_Bypass SpeculationIndirectBranch Cpus_allowed Cpus_allowed_list Mems_allowed
    Mems_allowed_list voluntary_ctxt_switches nonvoluntary_ctxt_switches x86_Thread_features
    x86_Thread_features_locked""".split()
)
_GREP = lazy(r"\s*/proc/(?P<pid>\d{1,10})/status:(?P<name>Vm(?:PTE|RSS|Swap)):\s+(?P<kb>\d{1,12}) kB\s*$")
_FIELD = lazy(
    r"\s*(?P<name>[A-Z][A-Za-z0-9_]{1,30}|(?:non)?voluntary_ctxt_switches|x86_[A-Za-z_]{1,30}|untag_mask):\s*+(?P<value>\S(?:.*\S)?)?\s*$"
)
_KB = lazy(r"(\d{1,12}) kB$")
_KERNEL_THREADS = ("kswapd", "khugepaged", "kcompactd")
_MOST = 30


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if (end := run(lines, start, _GREP)) > start:
        return start, end
    end = run(lines, start, _FIELD)
    names = {match["name"] for line in lines[start:end] if (match := _FIELD.match(line))}
    return (start, end) if "Pid" in names and names & _SLOTS.keys() else None


def _read(output: Output) -> Reading:
    reading = Reading()
    found: dict[int, tuple[dict[str, Value], list[int]]] = {}
    pid, values, begin = 0, dict[str, Value](), 0
    for index, line in enumerate(output.lines):
        if match := _GREP.match(line):
            entry, at = found.setdefault(int(match["pid"]), ({"pid": int(match["pid"])}, []))
            entry[_SLOTS[match["name"]]] = int(match["kb"]) * 1024.0
            at.append(index)
            reading.used.append(output.span(index))
            continue
        match = _FIELD.match(line)
        if match is None:
            continue
        name, text = match["name"], match["value"] or ""
        size = _KB.match(text)
        if name not in _NAMES:
            reading.unnamed.append(output.first + index)
        elif name not in ("Name", "Pid", *_SLOTS):
            reading.pass_over("another field", output.span(index))
        elif (name in _SLOTS and size is None) or (name == "Pid" and not text.isdecimal()):
            reading.refusals.append(Refusal(output.span(index), f"{name}: `{text[:40]}` is not understood"))
        else:
            reading.used.append(output.span(index))
            if name == "Name":
                pid, values, begin = 0, {"name": text, "role": _role(text)}, index
            elif name == "Pid":
                values["pid"] = pid = int(text)
            elif size is not None:
                values[_SLOTS[name]] = int(size[1]) * 1024.0
        if pid:
            found[pid] = (values, [begin, index])
    largest = sorted(found.values(), key=lambda e: -sum(v for v in e[0].values() if isinstance(v, float)))[:_MOST]
    for process, at in sorted(largest, key=lambda e: e[1]):
        reading.rows.append(Row("process-load", process, output.span(min(at), max(at))))
    reading.infer_system("linux", output.span(0))
    return reading


def _role(name: str) -> str:
    return next((thread for thread in _KERNEL_THREADS if name.startswith(thread)), "other")


HINTS = ("VmPTE", "VmSwap", "VmRSS")
READERS = (Reader("proc-status", lazy(r"\s*(?:Name:\s+\S|/proc/\d+/status:Vm)"), _extent, _read),)
