"""``docker stats``, ``systemctl show``, ``systemctl status``, ``systemd-cgtop``: limits and use of memory of control groups.

``docker stats`` (podman, nerdctl alike) prints the host's memory as limit where a container has none, and leaves the
inactive page cache out of what is used; so only the limit is taken. ``systemctl show`` prints properties, ``infinity`` for
no limit; which unit stands in the command or in ``Id=``. ``systemctl status`` says the limit behind the use. ``systemd-cgtop``
says the use alone.

Samples::

    >>> from facts.readers import show
    >>> show('''$ docker stats --no-stream
    ... CONTAINER ID   NAME       CPU %     MEM USAGE / LIMIT   MEM %     NET I/O       BLOCK I/O        PIDS
    ... b95a83497c91   importer   1.28%     181.4MiB / 256MiB   70.86%    916B / 0B     147kB / 12.1GB   9
    ... ''')
    docker-stats lines 2-3 read
      cgroup: cgroup=importer container-id=b95a83497c91 memory-max-bytes=268435456 (3-3)
      system: os=linux (2-2)

    >>> show('''$ systemctl show -p MemoryMax,MemoryHigh,MemoryCurrent imp.service
    ... MemoryCurrent=521142272
    ... MemoryHigh=infinity
    ... MemoryMax=536870912
    ... ''')
    systemctl-memory lines 2-4 read
      cgroup: cgroup=imp.service memory-current-bytes=521142272 memory-high-bytes=9200000000000000000 memory-max-bytes=536870912 (2-4)
      system: os=linux (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import Line, Table, Values, column, extent_of, never, run, unused
from facts.patterns import lazy
from facts.readers.cgroup_files import group_name
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.units import UNLIMITED, limit, size

_STATS_HEAD = lazy(r"\s*(?:CONTAINER(?: ID)?|ID)\s+(?:NAME\s+)?CPU %\s.*MEM USAGE ?/ ?LIMIT.*$")
_STATS = lazy(
    r"\s*(?P<id>[\w.-]{4,64})\s+(?:(?P<name>[\w./-]+)\s+)?(?:[\d.,]+%|--)\s+(?:[\d.]+s\s+[\d.]+%\s+)?"
    r"(?P<used>[\d.]+ ?[kKMGT]?i?B|--) / (?P<limit>[\d.]+ ?[kKMGT]?i?B|--)\s"
)
_SHOW = lazy(
    r"\s*(?P<key>MemoryMax|MemoryHigh|MemoryCurrent|MemoryLimit|Id|EffectiveMemoryMax)=(?P<value>\[not set\]|\S*)\s*$"
)
_SHOW_ANY = lazy(r"\s*[A-Z]\w{1,60}=.*$")
_SHOWN = {
    "MemoryMax": "memory-max-bytes", "EffectiveMemoryMax": "memory-max-bytes", "MemoryLimit": "memory-max-bytes",
    "MemoryHigh": "memory-high-bytes", "MemoryCurrent": "memory-current-bytes",
}  # fmt: skip
_UNIT = lazy(r"(?<![\w@:.\\-])(?P<unit>[\w@:.\\-]+\.(?:service|slice|scope))\b")
_STATUS_HEAD = lazy(r"\s*[●○×*]\s(?P<unit>[\w@:.\\-]+\.(?:service|slice|scope))\b")
_STATUS_LINE = lazy(r"\s{9,}+\S|\s{1,80}(?:[A-Z][\w ]{1,20}: |[├└─│ ]{2,}|Loaded|Active)")
_STATUS_MEMORY = lazy(r"\s*Memory: (?P<used>[\d.]+[KMGT]?B?)(?: \((?P<more>[^)]{1,200})\))?")


def _read_stats(output: Output) -> Reading:
    reading = Reading()
    for index, match in output.matches(_STATS):
        if match["limit"] == "--":
            continue
        limit = size(match["limit"])
        if limit is None:
            reading.refusals.append(Refusal(output.span(index), f"`{match['limit']}` is no size"))
            continue
        values: Values = {"cgroup": match["name"] or match["id"], "memory-max-bytes": limit}
        if re.fullmatch(r"[0-9a-f]{12,64}", match["id"]):
            values["container-id"] = match["id"]
        reading.rows.append(Row("cgroup", values, output.span(index)))
    reading.infer_system("linux", output.span(0))
    return reading


def _show_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _SHOW.match(lines[start]) or lines[start].lstrip().startswith("Id="):
        return None
    begin = start
    while begin > 0 and _SHOW_ANY.match(lines[begin - 1]):
        begin -= 1
    return begin, run(lines, start, _SHOW_ANY)


def _read_show(output: Output) -> Reading:
    reading = Reading()
    unit = _UNIT.search(output.command)
    values: Values = {"cgroup": unit["unit"] if unit else "/"}
    lines: dict[str, Span] = {}
    for index, match in output.matches(_SHOW):
        key, text, span = match["key"], match["value"], output.span(index)
        # the largest number of all stands for a use that is not known
        if text in ("", "[not set]") or (key == "MemoryCurrent" and limit(text) == UNLIMITED):
            reading.pass_over("not set", span)
        elif key == "Id":
            values["cgroup"] = text
            reading.used.append(span)
        elif (amount := limit(text)) is None:
            reading.refusals.append(Refusal(span, f"{key}: `{text[:40]}` is no number"))
        else:
            reading.used.append(span)
            if not (key == "MemoryLimit" and "memory-max-bytes" in values):
                values[_SHOWN[key]], lines[_SHOWN[key]] = amount, span
    if lines:
        at = sorted(lines.values())
        reading.rows.append(Row("cgroup", values, (at[0][0], at[-1][1]), lines))
    reading.infer_system("linux", output.span(0))
    return reading


def _read_status(output: Output) -> Reading:
    head = _STATUS_HEAD.match(output.lines[0])
    values: Values = {"cgroup": head["unit"] if head else "/"}
    reading = Reading()
    for index, match in output.matches(_STATUS_MEMORY):
        used = size(match["used"])
        if used is None:
            return Reading(refusals=[Refusal(output.span(index), f"`{match['used']}` is no size")])
        values["memory-current-bytes"] = used
        for key, text in re.findall(r"(max|high|limit): ([\d.]+[KMGT]?B?)", match["more"] or ""):
            if (limit := size(text)) is not None:
                values["memory-high-bytes" if key == "high" else "memory-max-bytes"] = limit
        reading.rows.append(Row("cgroup", values, output.span(index)))
        break
    reading.infer_system("linux", output.span(0))
    return reading


def _top_row(line: Line) -> Values | str:
    if line.values["cgroup"] == "/" or "memory-current-bytes" not in line.values:
        return "group without its memory"
    return {**line.values, "cgroup": group_name(str(line.values["cgroup"]))}


_TOP = Table(
    "systemd-cgtop", "cgroup",
    columns=(
        column("cgroup", "Control Group"),
        column("memory-current-bytes", "Memory", parse=lambda cell: size(cell.replace(",", "."))),
        unused("Tasks", "Proc", "Proc+", "%CPU", "Input/s", "Output/s"),
    ),
    needs=("memory-current-bytes",), row=_top_row, system="linux", covers=never,
)  # fmt: skip

HINTS = ("MEM USAGE", "Memory", "Control Group")
READERS = (
    Reader(
        "docker-stats",
        _STATS_HEAD,
        extent_of(_STATS, head=_STATS_HEAD),
        _read_stats,
        of_no_use=(("heading", _STATS_HEAD), ("container that is gone", _STATS)),
    ),
    Reader("systemctl-memory", _SHOW, _show_extent, _read_show, of_no_use=(("another property", _SHOW_ANY),)),
    Reader(
        "systemctl-status",
        _STATUS_HEAD,
        extent_of(_STATUS_LINE, head=_STATUS_HEAD, tells=(_STATUS_MEMORY,)),
        _read_status,
        of_no_use=(("name of a unit", _STATUS_HEAD), ("another field", _STATUS_LINE)),
    ),
    _TOP.reader(),
)
