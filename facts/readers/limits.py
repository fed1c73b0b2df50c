"""``ulimit -l``: how much memory an account or a process may lock, in the four places that say so.

``/etc/security/limits.conf`` and limits.d hold ``domain type item value`` with memlock in kB. ``ulimit -a`` prints one
line per limit: bash ``max locked memory (kbytes, -l) 64``, ksh93 ``locked address space (Kibytes) (-l) 64``, zsh and
busybox ``-l: locked-in-memory size (kbytes) 64``, dash ``locked memory(kbytes) 64``, csh ``memorylocked 64 kbytes``.
``/proc/PID/limits`` is in bytes. ``LimitMEMLOCK=`` of a systemd unit is in bytes with K, M, G, or ``infinity``.

Sample::

    >>> from facts.readers import show
    >>> show('''[oracle@db1 ~]$ ulimit -l
    ... 64
    ... [oracle@db1 ~]$ grep memlock /etc/security/limits.conf
    ... oracle soft memlock 3145728
    ... oracle hard memlock unlimited
    ... ''')
    ulimit lines 2-2 read
      memlock-limit: soft-bytes=65536 source=ulimit user=oracle (2-2)
    limits-conf lines 4-5 read
      memlock-limit: hard-bytes=9200000000000000000 soft-bytes=3221225472 source=limits-conf user=oracle (4-5)

    >>> show('''Limit                     Soft Limit           Hard Limit           Units
    ... Max locked memory         65536                67108864             bytes
    ... ''', command='cat /proc/2413/limits')
    proc-limits lines 1-2 read
      memlock-limit: hard-bytes=67108864 process=2413 soft-bytes=65536 source=proc-limits user= (2-2)

    >>> show('''[Service]
    ... User=oracle
    ... LimitMEMLOCK=64M
    ... ''')
    systemd-limits lines 1-3 read
      memlock-limit: hard-bytes=67108864 soft-bytes=67108864 source=systemd user=oracle (3-3)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import bytes_of, limit

# limits.conf
_ITEMS = """core data fsize memlock nofile rss stack cpu nproc as maxlogins maxsyslogins nonewprivs priority locks
    sigpending msgqueue nice rtprio rttime chroot""".split()
_PATH = r"(?:/(?=\S{0,400}?limits)[^\s:]{0,400}+:(?:\d{1,6}:)?)?"
_CONF = lazy(
    rf"\s*+(?P<path>{_PATH})\s*+(?P<domain>[\w.@%$:*\\-]+)\s++(?P<type>soft|hard|-)\s++(?P<item>{'|'.join(_ITEMS)})\s+(?P<value>\S+)\s*(?:[#*<].*)?$"
)
_MOST_REMARKS = 300
"""The file as it is delivered has some fifty."""
_CONF_COMMENT = lazy(rf"\s*+{_PATH}\s*+#")
_CONF_HEAD = lazy(r"\s*#\s*/etc/security/limits\.(?:conf|d)")


def _is_remark(line: str) -> bool:
    if not _CONF_COMMENT.match(line):
        return False
    prompt = prompt_of(line)
    return prompt is None or _CONF_HEAD.match(line) is not None


def _conf_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    headed = _CONF_HEAD.match(lines[start]) is not None
    if not headed and _CONF.match(lines[start]) is None:
        return None
    begin, end = start, start
    while begin > max(0, start - _MOST_REMARKS) and _is_remark(lines[begin - 1]):
        begin -= 1
    remarks = 0
    while end < len(lines) and remarks < _MOST_REMARKS:
        if _CONF.match(lines[end]):
            remarks = 0
        elif _is_remark(lines[end]) or not lines[end].strip():
            remarks += 1
        else:
            break
        end += 1
    if headed and not any(
        _CONF.match(line) or "End of file" in line or "<domain>" in line for line in lines[start:end]
    ):
        return None
    return begin, end


def _read_conf(output: Output) -> Reading:
    reading = Reading()
    users: dict[str, dict[str, tuple[float, int]]] = {}
    for index, match in output.matches(_CONF):
        if match["item"] != "memlock":
            reading.pass_over("another limit", output.span(index))
            continue
        value = limit(match["value"], 1024)
        if value is None:
            reading.refusals.append(Refusal(output.span(index), f"memlock: `{match['value'][:40]}` is no number of kB"))
            continue
        slots = {"soft": ("soft-bytes",), "hard": ("hard-bytes",), "-": ("soft-bytes", "hard-bytes")}[match["type"]]
        for slot in slots:
            users.setdefault(match["domain"], {})[slot] = (value, index)
            reading.used.append(output.span(index))
    for user, cells in users.items():
        reading.rows.append(_row(output, {"user": user, "source": "limits-conf"}, cells))
    return reading


def _row(output: Output, values: dict[str, Value], cells: dict[str, tuple[float, int]]) -> Row:
    """The row of the slots in `cells`, each with its index."""
    indexes = [index for _, index in cells.values()]
    values |= {slot: value for slot, (value, _) in cells.items()}
    spans = {slot: output.span(index) for slot, (_, index) in cells.items()}
    return Row("memlock-limit", values, output.span(min(indexes), max(indexes)), spans)


# ulimit
_AMOUNT = r"(?P<value>\d+|unlimited)"
_LOCKED = lazy(
    r"\s*(?:max locked memory\s+\((?P<bash>\w+), -l\)"
    r"|locked address space \((?P<ksh>\w+)\)\s+\(-l\)"
    r"|-l: locked.in.memory size \((?P<zsh>\w+)\)|-l: locked memory \((?P<busybox>\w+)\)"
    r"|locked memory\((?P<dash>\w+)\)|lockedmem\((?P<mksh>\w+)\)"
    rf"|memorylocked)\s+{_AMOUNT}(?P<csh>\s+kbytes)?\s*(?:[#*<].*)?$"
)
_ANY_LIMIT = lazy(
    r"\s*(?:[a-zA-Z][a-zA-Z /-]*\([\w \d]*,? ?(?:-\w)?\)(?:\s*\(-\w\))?\s+(?:\d+|unlimited|hard"
    r"|soft)"  # bash, ksh, dash
    r"|[a-zA-Z][a-z -]+\(-\w\)\s+(?:\d+|unlimited)"
    r"|-[a-zA-Z]: [a-zA-Z -]+(?:\([\w -]+\)\s+|(?<! )\s++)(?:\d+|unlimited)"
    r"|(?:process|nofiles|locks|rtprio|cputime|filesize|datasize|stacksize|coredumpsize|memoryuse|vmemoryuse|descriptors"
    r"|memorylocked|maxproc|maxlocks|maxsignal|maxmessage|maxnice|maxrtprio|maxrttime|threads)\s+(?:\d+|unlimited)(?:\s+\w+)?"
    r")\s*(?:[#*<].*)?$"
)
_ULIMIT = lazy(r"\bulimit\s+(?:-[HS]\s+)?-[HS]*l[HS]*\b")
_ONE = lazy(rf"\s*{_AMOUNT}\s*(?:[#*<].*)?$")
_UNITS = {"kbytes": 1024, "kibytes": 1024, "kb": 1024, "kib": 1024, "kibs": 1024, "blocks": 512, "bytes": 1}


def _ulimit_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _ULIMIT.search(command) and _ONE.match(lines[start]):
        return start, start + 1
    end = run(lines, start, _ANY_LIMIT)
    if end - start >= 3 or (end > start and any(_LOCKED.match(line) for line in lines[start:end])):
        return start, end
    return None


def _account(output: Output) -> str:
    """Whose limit a shell shows: the account that the command names, else the one that the prompt names."""
    match = re.search(
        r"\b(?:su|sudo|runuser)\b(?:(?!\b(?:su|sudo|runuser)\b).)*?(?:-u\s+|-l\s+|\s-\s+|\s)(?P<user>[a-z_][\w-]*)\s",
        output.command + " ",
    )
    return match["user"] if match else output.user


def _slots(command: str) -> tuple[str, ...]:
    options = "".join(re.findall(r"\s-([A-Za-z]+)", command.partition("ulimit")[2])) if "ulimit" in command else ""
    if "H" in options:
        return ("soft-bytes", "hard-bytes") if "S" in options else ("hard-bytes",)
    return ("soft-bytes",)


def _read_ulimit(output: Output) -> Reading:
    for index, line in enumerate(output.lines):
        match = _LOCKED.match(line)
        unit: float | None = 1024
        if match:
            name = next(
                (u for u in (match[k] for k in ("bash", "ksh", "zsh", "busybox", "dash", "mksh")) if u), "kbytes"
            )
            unit = _UNITS.get(name.lower())
        elif len(output.lines) == 1:
            match = _ONE.match(line)
        if match is None:
            continue
        value = None if unit is None else limit(match["value"], unit)
        if value is None:
            return Reading(refusals=[Refusal(output.span(index), "locked memory: unknown unit")])
        values: dict[str, Value] = {"user": _account(output), "source": "ulimit"}
        values.update(dict.fromkeys(_slots(output.command), value))
        return Reading([Row("memlock-limit", values, output.span(index))])
    return Reading()


# /proc/PID/limits
_OF_REPORT = lazy(r"(?:^|/)proc/\d+/limits\Z")
_PROC_HEAD = lazy(r"\s*Limit\s+Soft Limit\s+Hard Limit\s+Units")
_PROC = lazy(
    r"\s*+(?:/proc/(?P<pid>\w+)/limits:\s*+)?Max (?P<name>[a-z][a-z ]*?(?<! ))\s++(?P<soft>\d+|unlimited)\s+(?P<hard>\d+"
    r"|unlimited)(?:\s+\w+)?\s*(?:[#*<].*)?$"
)


def _proc_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    first = start + 1 if _PROC_HEAD.match(lines[start]) else start
    end = run(lines, first, _PROC)
    return (start, end) if end > first else None


_PROCESS = r"(?:/proc/|prlimit (?:(?!-p)\S+ ){0,4}?(?:-p|--pid)[ =]*)"


def _process(command: str) -> str:
    """The process that a command asks about: its number, or the name by which the command finds it."""
    match = re.search(rf"{_PROCESS}(?P<pid>\d+|self)\b", command) or re.search(
        rf"{_PROCESS}(?:\$\(|`)(?:pgrep|pidof)(?:(?!/proc/(?:\$\(|`))[^)`])*?(?<![\w-])(?P<pid>[\w-]{{3,}})\s*(?:\)|`)",
        command,
    )
    return match["pid"] if match else ""


def _limit_row(output: Output, index: int, process: str, soft: Value, hard: Value) -> list[Row]:
    """The limit of a process, and the instance whose monitor it is."""
    values: dict[str, Value] = {"user": "", "source": "proc-limits", "soft-bytes": soft, "hard-bytes": hard}
    from facts.readers._oracle import instance_of_process  # most texts with a word for a limit hold none

    instance = instance_of_process(process)
    rows = [Row("oracle-instance", instance, output.span(index))] if instance else []
    return [*rows, Row("memlock-limit", values | ({"process": process} if process else {}), output.span(index))]


def _read_proc(output: Output) -> Reading:
    reading = Reading()
    # a report of the whole host holds those of every process: which one matters, the file does not tell
    of_report = not output.command_line and _OF_REPORT.search(output.path) is not None
    for index, match in output.matches(_PROC):
        if match["name"] != "locked memory":
            continue
        if of_report:
            reading.pass_over("process that nobody asked for", output.span(index))
            continue
        soft, hard = limit(match["soft"]), limit(match["hard"])
        if soft is None or hard is None:
            reading.refusals.append(Refusal(output.span(index), "locked memory: no number of bytes"))
            continue
        reading.rows += _limit_row(output, index, match["pid"] or _process(output.command), soft, hard)
    return reading


# prlimit
_PRLIMIT = lazy(r"\s*[A-Z]{2,12}\s+[a-z].*?\s(?P<soft>\d+|unlimited)\s+(?P<hard>\d+|unlimited)(?:\s+[a-z]+)?\s*\Z")
_PRLIMIT_HEAD = lazy(r"\s*RESOURCE\s+DESCRIPTION\s+SOFT\s+HARD\b")


def _prlimit_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _PRLIMIT_HEAD, _PRLIMIT)
    return (start, end) if end > start + 1 else None


def _read_prlimit(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_PRLIMIT):
        soft, hard = limit(match["soft"]), limit(match["hard"])
        if output.lines[index].split()[0] != "MEMLOCK" or soft is None or hard is None:
            reading.pass_over("another limit", output.span(index))
            continue
        reading.rows += _limit_row(output, index, _process(output.command), soft, hard)
    return reading


# systemd
_SECTION = lazy(r"\s*\[(?:Unit|Service|Install|Manager)\]\s*$")
_ASSIGNMENT = lazy(r"\s*[A-Z][A-Za-z]+=")
_MEMLOCK = lazy(r"\s*(?P<default>Default)?LimitMEMLOCK(?P<soft>Soft)?=(?P<value>\S*)\s*$")
_UNIT_PATH = lazy(r"\s*# (?P<path>/\S+/(?P<name>[\w@.\\-]+\.(?:service|conf)))\s*$")
_ORACLE_START = lazy(r"dbstart|sqlplus|\bracone|/oracle/product/")
_UNIT_IN_COMMAND = lazy(r"systemctl\s+(?:cat|show)\s+(?:-\S+\s+)*(?P<unit>[\w@.-]+)|/(?P<file>[\w@.-]+\.service)\b")
_ORACLE_ACCOUNTS = ("oracle", "grid")
_ORACLE_NAME = lazy(r"(?i)oracle|dbora|(?<![a-z])ora(?![a-z])|dbstart|rdbms|ohas|(?<![a-z])grid(?![a-z])")
_OF_UNIT = lazy(r"[\w@.\\-]+\.service(?:\.d/[^/]+)?\Z")


def _unit_line(line: str) -> bool:
    text = line.strip()
    return not text or _SECTION.match(line) is not None or _ASSIGNMENT.match(line) is not None or text[0] in "#;"


def _systemd_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    begin = start
    while begin > 0 and _ASSIGNMENT.match(lines[begin - 1]):
        begin -= 1
    end = start + 1
    while end < len(lines) and (_unit_line(lines[end]) or lines[end - 1].rstrip().endswith("\\")):
        path = _UNIT_PATH.match(lines[end])
        if path["name"].endswith(".service") if path else prompt_of(lines[end]) is not None:
            break  # the next unit, or a command
        end += 1
    held = lines[begin:end]
    if any(_MEMLOCK.match(line) for line in held) or any(line.strip() == "[Service]" for line in held):
        return begin, end
    return None


def _systemd_value(text: str) -> float | None:
    match = re.fullmatch(r"(\d{1,20})([KMGT]?)B?", text)
    return limit(match[1], bytes_of(match[2])) if match else limit(text)


def _read_systemd(output: Output) -> Reading:
    reading = Reading()
    unit = ""
    user = ""
    cells: dict[str, tuple[float, int]] = {}
    for index, line in enumerate(output.lines):
        if index and output.lines[index - 1].rstrip().endswith("\\"):
            reading.pass_over("rest of another setting", output.span(index))
        elif match := _UNIT_PATH.match(line):
            unit = unit or match["name"]
            reading.used.append(output.span(index))
        elif match := re.match(r"\s*User=(\S+)\s*$", line):
            user = match[1]
            reading.used.append(output.span(index))
        elif (match := _MEMLOCK.match(line)) and not match["default"]:
            soft, _, hard = match["value"].partition(":")
            for slot, text in (("soft-bytes", soft), ("hard-bytes", hard or soft)):
                if match["soft"] and slot == "hard-bytes":
                    continue
                value = _systemd_value(text)
                if value is None:
                    reading.refusals.append(Refusal(output.span(index), f"LimitMEMLOCK: `{text[:40]}` is no size"))
                    break
                cells[slot] = (value, index)
    if (not unit or "@." in unit) and (match := _UNIT_IN_COMMAND.search(output.command)):
        unit = match["unit"] or match["file"]
    values: dict[str, Value] = {"user": user, "source": "systemd", **({"process": unit} if unit else {})}
    if cells and _is_another(output.lines, user, unit or output.path):
        for index in {index for _, index in cells.values()}:
            reading.pass_over("limit of another service", output.span(index))
    elif cells:
        reading.rows.append(_row(output, values, cells))
    elif not reading.refusals and _starts_oracle(output.lines, user):
        reading.rows.append(Row("memlock-limit", {**values, "stated": "no"}, output.whole))
    return reading


def _starts(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.lstrip().startswith("ExecStart=")]


def _starts_oracle(lines: Sequence[str], user: str) -> bool:
    """Whether a whole unit starts Oracle: where it sets no limit, the default of systemd holds, and not limits.conf."""
    return any(line.strip() == "[Service]" for line in lines) and any(
        user in _ORACLE_ACCOUNTS or _ORACLE_START.search(line) for line in _starts(lines)
    )


def _is_another(lines: Sequence[str], user: str, named: str) -> bool:
    """Whether a unit, or what is added to one, is of a service that is known not to be Oracle: a whole host has hundreds."""
    name = named[match.start() :] if (match := _OF_UNIT.search(named)) else named.rpartition("/")[2]
    if user in _ORACLE_ACCOUNTS or _ORACLE_NAME.search(name):  # a folder may be named after a host, or an account
        return False
    return bool(user or match or _starts(lines)) and not _starts_oracle(lines, user)


HINTS = (
    "ulimit", " soft ", " soft\t", "\tsoft", " hard ", " hard\t", "\thard", " - ",
    "-l)", "-l:", "locked", "memlock", "(blocks", "Max ", "[Service]", "LimitMEMLOCK",
    "RESOURCE DESCRIPTION",
)  # fmt: skip
READERS = (
    Reader(
        "limits-conf",
        lazy(rf"\s*+{_PATH}\s*+[*%@:\w][\w.@%$:*\\-]*\s+(?:soft|hard|-)\s+[a-z]|\s*#\s*/etc/security/limits"),
        _conf_extent,
        _read_conf,
        of_no_use=(("remark", _CONF_COMMENT),),
    ),
    Reader(
        "ulimit",
        lazy(r"\s*(?:[a-zA-Z][a-zA-Z /-]{2,30}\(|-[a-zA-Z]: |(?:cputime|memorylocked|filesize)\s)"),
        _ulimit_extent,
        _read_ulimit,
        commands=_ULIMIT,
        of_no_use=(("another limit", _ANY_LIMIT),),
    ),
    Reader(
        "proc-limits",
        lazy(r"\s*+(?:Limit\s+Soft Limit|(?:/proc/\w+/limits:\s*+)?Max [a-z])"),
        _proc_extent,
        _read_proc,
        of_no_use=(("heading", _PROC_HEAD), ("another limit", _PROC)),
    ),
    Reader("prlimit", _PRLIMIT_HEAD, _prlimit_extent, _read_prlimit, of_no_use=(("heading", _PRLIMIT_HEAD),)),
    Reader(
        "systemd-limits",
        lazy(r"\s*(?:\[(?:Unit|Service)\]|LimitMEMLOCK|# /\S+\.(?:service|conf)\s*$)"),
        _systemd_extent,
        _read_systemd,
        of_no_use=(
            ("section", _SECTION),
            ("another setting", _ASSIGNMENT),
            ("remark", lazy(r"\s*[#;]")),
        ),
    ),
)
