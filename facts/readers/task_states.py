"""``ps -eo stat,wchan,...``, ``/proc/PID/stack``: which tasks wait uninterruptibly (state D), and where in the kernel.

Known forms of ``ps``: any list of columns with STAT or S, WCHAN and a command, as ``-eo``, ``axl`` and ``-el`` print them;
and lines without their heading, as ``grep`` and ``awk`` leave them, where the command shows the columns. WCHAN may be cut
off after six characters. The journal's own thread tells the driver of ext3: ``kjournald`` is its own, ``jbd2/...`` is ext4's
and says nothing of ext3. ``cat /proc/PID/stack`` is the call trace of one task.

Samples::

    >>> from facts.readers import show
    >>> show('''$ ps -eo pid,stat,wchan:24,cmd
    ...   PID STAT WCHAN                    CMD
    ...     1 Ss   poll_schedule_timeout    /sbin/init
    ...   698 D    journal_commit_transacti [kjournald]
    ...  2345 Dl   log_wait_commit          /usr/sbin/mysqld
    ...  2417 D+   log_wait_commit          vi notes
    ... ''')
    ps-waits lines 2-6 read
      blocked-tasks: names=kjournald, mysqld, vi output=input:2 place=ext3-journal tasks=2 (4-6)
      ext3-driver: driver=ext3 (4-4)

    >>> show('''# cat /proc/2345/stack
    ... [<0>] jbd2_log_wait_commit+0xb4/0x110
    ... [<0>] ext4_sync_file+0x1d2/0x3a0
    ... [<0>] do_fsync+0x38/0x60
    ... [<0>] __x64_sys_fsync+0x10/0x20
    ... ''')
    proc-stack lines 2-5 read
      blocked-tasks: in-fsync=1 names=2345 output=input:2 place=ext4-journal tasks=1 (2-5)

    >>> show('''== 21044
    ... [<ffffffff81175180>] compact_zone+0x310/0x3a0
    ... [<ffffffff811755f1>] try_to_compact_pages+0xe1/0x120
    ... [<ffffffff81188e2d>] do_huge_pmd_anonymous_page+0x14d/0x3b0
    ... == 21051
    ... [<ffffffff8117c1a8>] migrate_pages+0xc8/0x4d0
    ... [<ffffffff811750e7>] compact_zone+0x277/0x3a0
    ... [<ffffffff81188e2d>] do_huge_pmd_anonymous_page+0x14d/0x3b0
    ... ''')
    proc-stack lines 2-8 read
      blocked-tasks: in-fsync=0 names= output=input:2 place=compaction tasks=2 (2-8)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import extent_of, run_while
from facts.patterns import lazy
from facts.readers.task_traces import FRAME, waiting_values
from facts.readers.wait_places import THREADS, is_fsync, place_of_trace, place_of_wait
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of

_HEADER = lazy(
    r"\s*+(?=(?:.*\s)?(?:STAT|S)\s)(?=.*\b(?:WCHAN|PID)\b)(?:[A-Z%][A-Z%]*\s+)+(?:CMD|COMMAND|COMM|ARGS|WCHAN)\s*$"
)
_PS = lazy(r"(?:^|[\s;|&(/])ps\s+(?P<arguments>[^|;&>]*)")
_COLUMN_LIST = lazy(r"(?:^|\s)-?[A-Za-z]*o\s*(?P<list>[a-z%][\w:=,%-]*)")
_PARTIAL = lazy(r"\|\s*(?:e|f)?grep\b|\|\s*awk\b|\|\s*head\b|\s-[pCu]\s*\S")
_NAMES = {
    "stat": "STAT", "s": "STAT", "state": "STAT", "wchan": "WCHAN", "pid": "PID", "tid": "TID", "spid": "TID",
    "lwp": "TID", "cmd": "CMD", "comm": "CMD", "args": "CMD", "command": "CMD", "ucmd": "CMD", "ucomm": "CMD",
}  # fmt: skip
_HEAD_NAMES = {"S": "STAT", "STAT": "STAT", "COMMAND": "CMD", "COMM": "CMD", "ARGS": "CMD", "LWP": "TID", "SPID": "TID"}
_STATE = lazy(r"[DRSTtWXZIP][<NLsl+]{0,5}$")
_STACK_LINE = lazy(r"\s*(?:\[<[0-9a-f]{1,16}>\]\s+)(?:[A-Za-z_][\w.]*\+0x[0-9a-f]+/0x[0-9a-f]+|0x[0-9a-f]+)")
_STACK_OF = lazy(r"/proc/(?P<pid>\d+|[\w$]+)/(?:task/\d+/)?stack")
_STACK_END = lazy(r"\s*\[<f{8,16}>\] 0xf{8,16}\s*$")
_STACK_ENTRY = lazy(
    r"\s*\[<[0-9a-f]{1,16}>\] (?:system_call_fastpath|tracesys|sysenter_|ia32_sys|entry_SYSCALL|entry_INT80|ret_from_fork|child_rip"
    r"|kernel_thread_helper|el0t?_\w*svc|ret_fast_syscall)"
)
"""Where a task came into the kernel, or began there: nothing of it lies further out."""
_STACK_TITLE = lazy(
    r"\s*$|(?:[=#>*-]{1,6} *+)?(?:/proc/[\w/]{3,40}|(?i:pid|tid|task|thread|process|lwp)\b\W{0,3}\d{1,10}|\d{2,10})"
    r"(?:[:.,) ]{1,3}[\[(/a-zA-Z_][^\d]{0,50})?[ :]*+(?:[=#<*-]{1,6})?\s*$"
)
"""What a loop prints above each stack: a number of a task, or its path."""
_MOST_TITLES = 3


# What the usual commands print where no columns are asked for.
_USUAL = (
    (lazy(r"\s*-?a?u[xw]*a?\b|\s*-?aux"), "USER PID %CPU %MEM VSZ RSS TTY STAT START TIME CMD"),
    (lazy(r"\s*-?(?:axl|alx|lax|xal|laxw*)\b"), "F UID PID PPID PRI NI VSZ RSS WCHAN STAT TTY TIME CMD"),
    (lazy(r"\s*-(?:el|le|Al)\b"), "F STAT UID PID PPID C PRI NI ADDR SZ WCHAN TTY TIME CMD"),
)


def _columns(header: str) -> list[str]:
    return [_HEAD_NAMES.get(word, word) for word in header.split()]


def _ordered(command: str) -> list[str]:
    """The columns that a command asks for with ``-o``, or [] where it does not say."""
    match = _PS.search(command)
    if match is None:
        return []
    columns = []
    for part in _COLUMN_LIST.finditer(" " + match["arguments"]):
        for word in part["list"].split(","):
            name = re.split(r"[:=]", word)[0].lower()
            columns.append(_NAMES.get(name, name.upper()))
    if not columns:
        columns = next((names.split() for usual, names in _USUAL if usual.match(match["arguments"])), [])
    return columns if "STAT" in columns else []


def _task(line: str, columns: Sequence[str]) -> dict[str, str] | None:
    words = line.split(None, len(columns) - 1)
    if len(words) < len(columns) - (columns[-1] == "CMD"):
        return None
    task = dict(zip(columns, words, strict=False))
    if not _STATE.match(task.get("STAT", "")):
        return None
    number = task.get("PID") or task.get("TID") or "1"
    return task if number.isdecimal() else None


def _name(task: dict[str, str]) -> str:
    text = task.get("CMD", "").strip()
    if text.startswith("["):
        return text.strip("[]")
    word = text.split()[0] if text else task.get("PID", "")
    # jbd2/sda1-8 is a name, /usr/sbin/mysqld a path
    return (word.rpartition("/")[2] if word.startswith(("/", ".")) else word).rstrip(":") or word


def _ps_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    headed = _HEADER.match(lines[start]) is not None
    columns = _columns(lines[start]) if headed else _ordered(command)
    # With a heading and without WCHAN it is a list of processes: what they wait for is not in it.
    if "STAT" not in columns or (headed and "WCHAN" not in columns):
        return None

    def fits(line: str) -> bool:
        repeated = _HEADER.match(line) is not None and _columns(line) == columns
        return prompt_of(line) is None and (repeated or _task(line, columns) is not None)

    end = run_while(lines, start + headed, fits)
    if end == start + headed:
        return None
    # A listing in which nobody waits says something only where it shows what tasks wait for.
    told = "WCHAN" in columns or any(" D" in line or "kjournald" in line for line in lines[start:end])
    return (start, end) if told else None


def _read_ps(output: Output) -> Reading:
    headed = _HEADER.match(output.lines[0]) is not None
    columns = _columns(output.lines[0]) if headed else _ordered(output.command)
    reading = Reading()
    places: dict[str, list[tuple[int, dict[str, str]]]] = {}
    journal: int | None = None
    for index, line in enumerate(output.lines):
        task = _task(line, columns)
        if task is None:
            continue
        reading.pass_over("a task that does not wait", output.span(index))
        if journal is None and re.match(r"\[?kjournald\]?$", task.get("CMD", "").strip()):
            journal = index
        if task["STAT"].startswith("D"):
            place = place_of_wait(task["WCHAN"]) if "WCHAN" in columns else None
            places.setdefault(place or "unknown", []).append((index, task))
            reading.used.append(output.span(index))
    for place, found in places.items():
        waiting = {task.get("PID", str(index)) for index, task in found if not THREADS.match(_name(task))}
        values = waiting_values(output, place, [_name(task) for _, task in found], len(waiting))
        reading.rows.append(Row("blocked-tasks", values, output.span(found[0][0], found[-1][0])))
    if journal is not None:
        reading.rows.append(Row("ext3-driver", {"driver": "ext3"}, output.span(journal)))
    if headed and "WCHAN" in columns and not _PARTIAL.search(output.command):
        reading.complete = frozenset({"blocked-tasks"})
    return reading


def _stacks(output: Output) -> list[tuple[int, int]]:
    """The stacks of one output: each ends with an address of all ones, at the entry of the kernel, or where the output ends."""
    found, begin = [], 0
    for index, line in enumerate(output.lines):
        if _STACK_END.match(line) or _STACK_ENTRY.match(line) or not _STACK_LINE.match(line):
            found.append((begin, index))
            begin = index + 1
    if begin < len(output.lines):
        found.append((begin, len(output.lines) - 1))
    return found


_one_stack = extent_of(_STACK_LINE, least=3, command=_STACK_OF)


def _stack_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """One stack, and those that follow below a title each."""
    extent = _one_stack(lines, start, command)
    while extent is not None:
        end = extent[1]
        titles = run_while(lines, end, lambda line: prompt_of(line) is None and _STACK_TITLE.match(line))
        if titles == end or titles - end > _MOST_TITLES or titles == len(lines):
            break
        following = _one_stack(lines, titles, command) if _STACK_LINE.match(lines[titles]) else None
        if following is None:
            break
        extent = extent[0], following[1]
    return extent


def _read_stack(output: Output) -> Reading:
    pids = [match["pid"] for match in _STACK_OF.finditer(output.command) if match["pid"].isdecimal()]
    places: dict[str, list[tuple[int, int, bool]]] = {}
    of_nfsd = False
    for begin, end in _stacks(output):
        frames = [(m["name"], m["module2"] or "") for line in output.lines[begin : end + 1] if (m := FRAME.match(line))]
        if frames:
            place = place_of_trace(frames)
            of_nfsd = of_nfsd or any(module == "nfsd" for _, module in frames)
            places.setdefault(place, []).append((begin, end, is_fsync(name for name, _ in frames)))
    if not places:
        return Reading(refusals=[Refusal(output.whole, "no function is named")])
    reading = Reading(used=output.matching(_STACK_LINE))
    for place, found in places.items():
        names = ["nfsd"] if of_nfsd else pids if len(places) == 1 else []
        values = waiting_values(output, place, names, len(found))
        values["in-fsync"] = sum(synced for _, _, synced in found)
        reading.rows.append(Row("blocked-tasks", values, output.span(found[0][0], found[-1][1])))
    return reading


HINTS = ("STAT", " S ", "S  ", "WCHAN", "ps ", "/stack", ">] ")
BEFORE = ("processes",)
READERS = (
    Reader(
        "ps-waits",
        _HEADER,
        _ps_extent,
        _read_ps,
        lazy(r"(?:^|[\s;|&(/])ps\s[^|]*\|"),
        open_ended=True,
        of_no_use=(("heading", _HEADER),),
    ),
    Reader("proc-stack", _STACK_LINE, _stack_extent, _read_stack, _STACK_OF, of_no_use=(("title", _STACK_TITLE),)),
)
