"""``dmesg``, ``/var/log/messages``, ``journalctl -k``, ``/var/adm/messages``: what the kernel said.

Known forms: the ring buffer with seconds (``[   12.345678]``), with dates (``dmesg -T``), with levels (``<4>``,
``dmesg -x``) and, as before 2006, with nothing; BSD, ISO and RFC 5424 syslog of Linux, Solaris and FreeBSD; the short
forms of the journal; and single messages without any prefix, as they stand in tickets. Disk errors become one row per
device and kind; a log without any says so in its own row, so that it counts as looked at. What cluster software wrote
between the kernel's lines is read too.

Sample::

    >>> from facts.readers import show
    >>> show('''Aug 24 02:10:11 db1 kernel: sd 0:0:1:0: [sdb] Sense Key : Medium Error [current]
    ... Aug 24 02:10:11 db1 kernel: sd 0:0:1:0: [sdb] Add. Sense: Unrecovered read error
    ... Aug 24 02:10:11 db1 kernel: end_request: I/O error, dev sdb, sector 33470855
    ... Aug 24 02:10:15 db1 kernel: Buffer I/O error on device sdc1, logical block 12
    ... ''')
    kernel-log lines 1-4 read
      kernel-log: disk-errors=2 messages=4 output=input:1 (1-4)
      system: os=linux (1-1)
      disk-error: count=1 device=sdb distinct-sectors=1 first-sector=33470855 kind=medium-error (1-3)
      disk-error: count=1 device=sdc kind=io-error (4-4)

    >>> show('''# dmesg | tail -2
    ... Linux version 2.6.18-92.el5 (mockbuild@builder) (gcc version 4.1.2) #1 SMP Tue Jun 10 18:51:06 EDT 2008
    ... Adding 1052248k swap on /dev/sda3.  Priority:-1 extents:1
    ... ''')
    kernel-log lines 2-3 read
      kernel-log: disk-errors=0 messages=2 output=input:2 (2-3)
      system: kernel=2.6.18-92.el5 kernel-code=2006018 os=linux (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers import (
    controller_log,
    disk_errors,
    ext_mounts,
    guest_events,
    ha_messages,
    jvm_reports,
    kernel_events,
    kernel_faults,
    kill_reports,
    log_times,
    smartd_events,
    task_traces,
)
from facts.readers import kernel_messages as km
from facts.readers.controller_log import ControllerEvents
from facts.readers.disk_errors import DiskErrors
from facts.readers.ext_mounts import ExtMounts
from facts.readers.guest_events import GuestEvents
from facts.readers.jvm_reports import JvmReports
from facts.readers.kernel_events import KernelEvents
from facts.readers.kill_reports import KillReports
from facts.readers.log_lines import PREFIX, LogLine, is_cut, orchestrates, parse
from facts.readers.log_shapes import Log, Tells, concern, kinds_of, may_hold, quick_log, told
from facts.readers.log_stretch import CATALOG, ELLIPSIS, log_lines, pass_messages, stretch
from facts.readers.log_times import bad_dates, ends_at, host_of, span_of, times, undated, within_years
from facts.readers.smartd_events import SmartdEvents
from facts.readers.task_traces import TaskTraces
from facts.reading import FRAME, MOST_FRAMES, Output, Place, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value

_COMMAND = lazy(r"(?:^|[\s;|&(/])dmesg\b|(?:/var/(?:log|adm)/|log/)(?:messages|syslog|kern\.log|dmesg)|\bjournalctl\b")
_WHOLE_LOG = lazy(
    r"\s*(?:sudo )?(?:cat|more|less|zcat|xzcat) /var/(?:log|adm)/(?:messages|syslog|kern\.log)[\w.-]*\s*\Z"
)
_DMESG = lazy(r"(?:^|[\s;|&(/])dmesg\b")
# A part of a log is shown: what is not in it may still have happened.
_PARTIAL = lazy(r"\b(?:e|z|f)?grep\b|\b(?:head|tail|awk|sed)\b")
_BOOT = lazy(
    r"\s*(?:Linux version \d+\.\d\S* \(\S[^\s@]*@\S+\)|FreeBSD \d+\.\d+-\S.* #\d|SunOS Release 5\.\d+ Version )"
)
_REFUSED = lazy(r"\s*(?:dmesg|journalctl): .*(?:not permitted|[Pp]ermission denied|failed|No journal files)")
_SECTION = lazy(r"(?:=|-|#|\*|\+){3,}")
_DOTS = lazy(r"\s*(?:\.{3}|…|\[?(?:\.\.\.|snip)\]?|--)\s*$")
_COMPLETE = ("disk-error", "kernel-event", "ha-event", "path-history", "link-history")
_RING_CLOCK = lazy(r"\s*(?:<\d+>)?\[\s*(?P<seconds>\d+\.\d{3,9})\]")
_MOST_ABOVE = 5
_INNER_REPEAT = lazy(r"message repeated \d+ times: \[ ?(?P<message>.*?)\]?$")
TELLS: tuple[Tells, ...] = (
    Tells(starts=(km.PANIC,), needles=lazy("anic")), *log_times.TELLS, *ha_messages.TELLS, *guest_events.TELLS, *task_traces.TELLS,
    *kill_reports.TELLS, *ext_mounts.TELLS, *smartd_events.TELLS, *disk_errors.TELLS, *controller_log.TELLS, *kernel_events.TELLS,
    *kernel_faults.TELLS, *jvm_reports.TELLS,
    Tells(within=(ha_messages.ERROR,), programs=ha_messages.PROGRAMS),
)  # fmt: skip
"""Every pattern that a log is read with."""


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    first = parse(lines[start])
    if first is not None:
        if _WHOLE_LOG.match(command):
            return stretch(
                lines, start, kinds_of(lines, first.host, TELLS, start)
            )  # a log in which the kernel said nothing says so
        if not (
            concern(lines[start : start + 1], None)
            or first.program in ha_messages.PROGRAMS
            or ha_messages.classify(first.message)
        ):
            return None
        kinds = kinds_of(lines, first.host, TELLS, start)
        begin, end = stretch(lines, start, kinds)
        if km.BARE.match(lines[start]) and is_cut(lines[start]):
            end = max(end, _bare_end(lines, start))  # more of it without who said it
        return (begin, end) if concern(lines[start:end], kinds and kinds[start:end]) else None
    if _REFUSED.match(lines[start]):
        return start, start + 1
    below = _DMESG.search(command) is not None and _first_below(lines, start)
    if _BOOT.match(lines[start]) or below:
        if below and (prompt_of(lines[start]) is not None or not re.search(r"[A-Za-z]{3}", lines[start])):
            return None  # the next prompt: nothing was printed
        if below and any(parse(line) for line in lines[start : start + _MOST_ABOVE]):
            return None  # what somebody wrote above a log with stamps
        return start, _until_gap(lines, start)
    if km.BARE.match(lines[start]):
        return start, _bare_end(lines, start)
    return None


def _first_below(lines: Sequence[str], start: int) -> bool:
    return (
        start == 0
        or prompt_of(lines[start - 1]) is not None
        or (start < MOST_FRAMES and all(map(FRAME.match, lines[:start])))
    )


def _until_gap(lines: Sequence[str], start: int) -> int:
    """The end of a ring buffer without prefixes: an empty line, a prompt, a heading."""
    end = start + 1
    while end < len(lines) and lines[end].strip() and not _SECTION.match(lines[end]) and prompt_of(lines[end]) is None:
        end += 1
    return end


def _bare_end(lines: Sequence[str], start: int) -> int:
    """The end of a run of messages without prefixes; single empty lines and dots may stand between two of them."""
    end = index = start + 1
    while index < len(lines):
        line = lines[index]
        if km.BARE_GO_ON.match(line) or (index == end and parse(line) is not None):
            end = index = index + 1
        elif (
            index == end
            and index + 1 < len(lines)
            and (not line.strip() or _DOTS.match(line))
            and km.BARE.match(lines[index + 1])
        ):
            index += 1
        else:
            break
    return end


def _messages(output: Output) -> Sequence[LogLine]:
    """The lines of the log; lines without a prefix count as the kernel's where the log has none."""
    quick = quick_log(output.lines, TELLS)
    if quick is not None and len(quick) * 2 >= len(output.lines):
        return quick
    said = sum(1 for line in output.lines if line.strip() and not CATALOG.match(line))
    if quick is not None and len(quick) * 2 >= said:
        return quick
    found = log_lines(output.lines)
    if len(found) * 2 >= said:
        return found
    bare = []
    for index, text in enumerate(output.lines):
        if text.strip() and not _DOTS.match(text):
            line = parse(text)
            message = line.message if line is not None else re.sub(r"^\s*kernel: ", "", text)
            bare.append(LogLine(message.lstrip(" ") if line is None else message, index=index))
    return bare


class _Heard:
    """All that listen to a log: fed with each message that may tell something, in order."""

    def __init__(self) -> None:
        self.disks, self.events, self.cluster, self.guest = (
            DiskErrors(),
            KernelEvents(),
            ha_messages.HaEvents(),
            GuestEvents(),
        )
        self.traces, self.mounts, self.kills = TaskTraces(), ExtMounts(), KillReports()
        self.controllers, self.smartd = ControllerEvents(), SmartdEvents()
        self.java = JvmReports()
        self._counted: list[int] = []
        self._faults: list[tuple[int, str]] = []
        self._before = -1

    def feed(self, at: int, line: LogLine) -> None:
        """Take the line at position `at` of the log."""
        if orchestrates(line.program):
            return
        if self._before < at - 1:
            self.traces.passed_over(at - 1)
        self._before = at
        message, weight = line.message, 1
        if line.repeats:
            inner = _INNER_REPEAT.search(message)
            if inner is None:
                for repeat in (self.disks.repeat, self.events.repeat, self.cluster.repeat, self.controllers.repeat):
                    repeat(at - 1, line.repeats)
                return
            message, weight = inner["message"], line.repeats
        if km.PANIC.match(message):
            self.cluster.add("panic", "reboot" if "reboot after" in message else "panic", at, message)
        counts = self.cluster.feed(at, message, weight)
        self.guest.feed(at, message, line.program)
        self.smartd.feed(at, message, line.program)
        if not line.kernel:
            self.controllers.feed_daemon(at, message, weight)
        self.traces.feed(at, message)
        self.mounts.feed(at, message)
        self.kills.feed(at, message)
        counts = (not line.kernel and self.java.feed(at, message)) or counts
        if may_hold(km.INTERESTING, message) and km.INTERESTING.search(message):
            counts = self._interesting(at, line, message, weight) or counts
        if counts:
            self._counted.append(at)
        elif kernel_faults.is_fault(message) if line.kernel else self._of_service(line.program, message):
            self._faults.append((at, message))

    def _of_service(self, program: str, message: str) -> bool:
        if program in ha_messages.PROGRAMS and ha_messages.ERROR.search(message):
            return True
        told = program == smartd_events.PROGRAM and self.smartd.told(message)
        return not told and kernel_faults.of_service(program, message)

    def _interesting(self, at: int, line: LogLine, message: str, weight: int) -> bool:
        """Return whether the message is one of an event or of an error."""
        counts = False
        if line.kernel:
            counts = self.disks.feed(at, message, weight)
            self.controllers.feed(at, message, weight)
        known = len(self.events.events)
        self.events.feed(at, message, weight)
        return counts or len(self.events.events) > known

    def faults(self) -> list[int]:
        """The positions of messages about faults that no row holds."""
        kinds = {event.kind for event in self.events.events}
        known = (
            kernel_faults.OF_A_DUMP
            if "out-of-memory-kill" in kinds
            else kernel_faults.ZONE
            if "page-allocation-failure" in kinds
            else None
        )
        counted = set(self.counted())
        return [at for at, message in self._faults if at not in counted and (known is None or not known.match(message))]

    def counted(self) -> list[int]:
        """The positions of the messages that rows rest on."""
        return self._counted + [at for trace in self.traces.traces for at in range(trace.at, trace.last + 1)]


def _read(output: Output) -> Reading:
    if len(output.lines) == 1 and _REFUSED.match(output.lines[0]):
        return Reading(refusals=[Refusal(output.whole, "the kernel log could not be read: no permission")])
    log = _messages(output)
    heard = _Heard()
    kernel_messages = log.by_kernel if isinstance(log, Log) else 0
    for at, line in told(log):
        heard.feed(at, line)
        kernel_messages += line.kernel and not (line.repeats and _INNER_REPEAT.search(line.message) is None)
    where: Sequence[int] = log.where if isinstance(log, Log) else [line.index for line in log]
    when = times(log, ends_at(output), output.boot)
    fragment = not _whole(output) and (not any(line.program for line in log) or is_cut(output.lines[0]))
    watched = all(line.program == smartd_events.PROGRAM for line in log)  # somebody looked for one program only
    partial = fragment or watched or _PARTIAL.search(output.command) is not None
    complete = frozenset() if partial else frozenset(_COMPLETE if kernel_messages else ("ha-event",))
    faults = heard.faults()
    if any(kernel_faults.OF_A_DUMP.match(log[at].message) for at in faults):
        complete -= {"kernel-event"}  # the line that tells what was killed is missing
    reading = Reading(
        _rows(output, heard, log, where, when, kernel_messages),
        [Refusal(output.span(index), "there is no such date") for index in bad_dates(log)],
        host_of(log),
        complete,
        used=[output.span(where[at]) for at in heard.counted()],
        unnamed=[output.first + where[at] for at in faults],
    )
    pass_messages(reading, output, where)
    return reading


def _rows(
    output: Output,
    heard: _Heard,
    log: Sequence[LogLine],
    where: Sequence[int],
    when: Sequence[float | None],
    kernel_messages: int,
) -> list[Row]:
    """The row of the log itself, then those of all that was heard, by line."""
    within = within_years(log)
    errors = heard.disks.rows(output, where, when)
    rows = [
        *heard.events.rows(output, where, when),
        *heard.disks.settings(output, where, when),
        *heard.events.outages(output, where, when, _clocks(output, log, within)),
        *heard.guest.rows(output, where, when),
        *heard.traces.rows(output, where, when),
        *heard.mounts.rows(output, where, when),
        *heard.kills.rows(output, where, when),
        *errors,
        *heard.cluster.rows(output, where, when, within),
        *heard.cluster.nodes(output, where, host_of(log)),
        *heard.controllers.rows(output, where, when),
        *heard.smartd.rows(output, where, when),
        *(
            heard.java.rows(output, output.span(where[heard.java.heard[0]], where[heard.java.heard[-1]]))
            if heard.java.heard
            else ()
        ),
    ]
    rows.sort(key=lambda row: (row.template != "system", row.lines[0]))
    return [_summary(output, kernel_messages, errors, when), *rows]


def _clocks(output: Output, log: Sequence[LogLine], clocks: Sequence[float | None]) -> Sequence[float | None]:
    """What time passed from line to line, by its date or by the seconds since the boot."""
    if any(clock is not None for clock in clocks):
        return clocks
    rings = [_RING_CLOCK.match(output.lines[line.index]) for line in log]
    return [float(ring["seconds"]) if ring else None for ring in rings]


def _whole(output: Output) -> bool:
    return _BOOT.match(output.lines[0]) is not None or _DMESG.search(output.command) is not None


def _summary(output: Output, messages: int, errors: Sequence[Row], when: Sequence[float | None]) -> Row:
    values: dict[str, Value | bool] = {"output": output.label, "messages": messages}
    values["disk-errors"] = sum(
        count for row in errors if row.values["kind"] != "recovered" and isinstance(count := row.values["count"], int)
    )
    until = None
    if span := span_of(when):
        values["first-time"], values["last-time"] = span
        until = span[1]
    if output.boot is not None and output.until is not None and until is not None:
        until = max(output.until, until)  # the ring buffer holds what was said last until it is captured
    return Row("kernel-log", values, output.whole, time=until)


HINTS = (
    "] ", "kernel", "vmunix", "unix:", "Linux version", "SunOS Release", "dmesg", "journalctl", "/var/log/",
    "I/O error", "error, dev", "sd ", "ata0", "ata1", "ata2", "ata3", "ata4", "ata5", "ata6", "ata7", "ata8", "ata9",
    "error=0x", "status=0x", "Sense", "sense key", "WARNING: /", "NOTICE: /",
    "blocked for more than", "symbol", "version magic", "module verification", "modules-load[", "smartd[", "Out of ", "lockup",
    "page allocation", "panic", "nfs: server", "lockd: server", "GAB ", "LLT ", "VXFEN ", "Mem-", "oom-kill", "kB min:", "ree swap",
    "timekeeping: ", "otal swap", "Swap cache", "total_vm", "Call Trace:", "Call trace:", "(NOTLB)", "(L-TLB)", "SysRq", "sysrq",
    "pid father",
    "stack:", " 0x000", " 0x800", " 0x004", "multipath", "checker failed", "EXT", "XFS", "mpt", "arcmsr", "mega", "<MRMON", "3w-", "aacraid",
    "CAM status", "FAILURE - ", "TIMEOUT - ", "WARNING - ", "SUNW-MSG-ID", "SCSI ", "sct 0x", "nvme nvme", "nvme 0", "raid",
    "Aborting journal",
    "ink is ", "ink up", "ink Up", "ink down", "ink Down", "link status", "LOOP", "rport-", "clocksource", "(ada", "(da", "(nda",
    "out of ", "FreeBSD ", "smartd: ", "kthread starved", "detected stall", "isabling barriers", "disabling flush", "BTRFS",
    "parent transid", "has encountered an unc", "zio pool=", "was killed: ", "swap_pager", "ZFS: ", "ZFS[", "zed[", "zed: ",
    "Lost carrier", "Unit Hang", "Reset adapter", "NETDEV WATCHDOG",
)  # fmt: skip
BEFORE = ("ha_log",)
# somebody may have put the host before or behind the name
_HOST, _REST = (
    r"(?:[A-Za-z][\w-]{0,60}[-_.])?",
    r"(?:[-_][A-Za-z][\w-]{0,60})?(?:\.old|\.\d{1,3}|-\d{8}(?:-\d+)?)?(?:\.log)?",
)
PLACES = (
    Place(rf"{_HOST}dmesg{_REST}", "dmesg", ("db1/dmesg.txt", "dmesg-db1.log", "dmesg.old")),
    Place(
        rf"{_HOST}(?P<log>messages|syslog|kern\.log){_REST}",
        "cat /var/log/{log}",
        ("var/log/messages-20240107", "messages_db1.txt", "db1_kern.log.1", "syslog"),
    ),
)
READERS = (
    Reader(
        "kernel-log",
        lazy(rf"(?:{PREFIX}|{km.BARE_BEGIN}|{_BOOT.pattern}|{_REFUSED.pattern})"),
        _extent,
        _read,
        _COMMAND,
        lambda output: undated(output, TELLS),
        of_no_use=(("left out", ELLIPSIS), ("explanation of the journal", CATALOG)),
    ),
)
