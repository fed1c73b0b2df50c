"""``cat /proc/pressure/io``: the share of time in which tasks waited for a resource (Linux 4.20 and later).

Two lines: ``some`` is the time in which at least one task waited, ``full`` that in which all did. The file for the CPU
has only ``some`` before 5.13. Which resource it is stands in the path alone: in the command, in ``grep``'s prefix, or in
the header line of ``head`` and ``tail``.

Sample::

    >>> from facts.readers import show
    >>> show('''$ cat /proc/pressure/io
    ... some avg10=61.37 avg60=48.02 avg300=20.11 total=4839201
    ... full avg10=55.90 avg60=41.75 avg300=17.60 total=3911845
    ... ''')
    psi lines 2-3 read
      pressure: full-10-seconds-percent=55.9 full-300-seconds-percent=17.6 full-60-seconds-percent=41.75 resource=io some-10-seconds-percent=61.37 some-300-seconds-percent=20.11 some-60-seconds-percent=48.02 (2-3)
      system: os=linux (2-2)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Place, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.units import amount

_LINE = lazy(
    r"\s*+(?:/\S*pressure[/.](?P<resource>cpu|io|memory|irq)\S{0,200}?:\s*+)?(?P<who>some|full) avg10=(?P<a10>\S+) avg60="
    r"(?P<a60>\S+) avg300=(?P<a300>\S+)(?: total=\d+)?\s*(?:[*<#(].*)?$"
)
_HEADER = lazy(r"\s*(?:==> )?(?:/proc/pressure/)?(?P<resource>cpu|io|memory|irq):?(?: <==)?\s*$")
_COMMAND = lazy(r"pressure[/.](?P<names>\{[a-z,]+\}|[a-z*]+)")
# The pressure of one control group is no pressure of the host; it is read with the group's other files.
_OF_A_GROUP = lazy(r"cgroup|\b(?:cpu|io|memory|irq)\.pressure")
_GLOB_ORDER = ("cpu", "io", "memory")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _OF_A_GROUP.search(command) or _OF_A_GROUP.search(lines[start]):
        return None
    first = start + 1 if _HEADER.match(lines[start]) else start
    if first >= len(lines) or _LINE.match(lines[first]) is None:
        return None
    end = index = start
    while index < len(lines) and index - end < 3:
        if _LINE.match(lines[index]) or (
            _HEADER.match(lines[index]) and _LINE.match("".join(lines[index + 1 : index + 2]))
        ):
            end = index + 1
        elif lines[index].strip():
            break
        index += 1
    return start, end


def _groups(output: Output) -> list[tuple[str, list[tuple[int, re.Match[str]]]]]:
    """The lines of each resource, with its name or ""."""
    groups: list[tuple[str, list[tuple[int, re.Match[str]]]]] = []
    named = ""
    for index, line in enumerate(output.lines):
        if header := _HEADER.match(line):
            named = header["resource"]
            groups.append((named, []))
        elif match := _LINE.match(line):
            name = match["resource"] or named
            last = groups[-1] if groups else None
            if last is None or last[0] != name or any(m["who"] == match["who"] for _, m in last[1]):
                groups.append((name, []))
            groups[-1][1].append((index, match))
    return [group for group in groups if group[1]]


def _names_of_command(command: str, count: int) -> list[str]:
    names = [n for match in _COMMAND.finditer(command) for n in match["names"].strip("{}").split(",")]
    if names == ["*"]:
        return list(_GLOB_ORDER) if count == len(_GLOB_ORDER) else []
    return names if all(n in ("cpu", "io", "memory", "irq") for n in names) else []


def _read(output: Output) -> Reading:
    reading = Reading()
    groups = _groups(output)
    if not any(name for name, _ in groups):
        names = _names_of_command(output.command, len(groups))
        if len(names) == 1:
            names = names * len(groups)
        if len(names) == len(groups):
            groups = [(name, lines) for name, (_, lines) in zip(names, groups, strict=True)]
    last: dict[str, Row] = {}
    for name, lines in groups:
        span = output.span(lines[0][0], lines[-1][0])
        if not name:
            reading.refusals.append(Refusal(span, "which resource is waited for is not told"))
            continue
        values: dict[str, Value] = {"resource": name}
        for index, match in lines:
            for key, seconds in (("a10", 10), ("a60", 60), ("a300", 300)):
                value = amount(match[key])
                if value is None or value > 100:
                    reading.refusals.append(
                        Refusal(output.span(index), f"avg{seconds}: `{match[key][:40]}` is no share")
                    )
                else:
                    values[f"{match['who']}-{seconds}-seconds-percent"] = value
            reading.used.append(output.span(index))
        last[name] = Row("pressure", values, span)
    reading.rows.extend(last.values())
    if last:
        reading.rows.append(Row("system", {"os": "linux"}, output.span(groups[0][1][0][0]), inferred=True))
    return reading


HINTS = ("avg10=",)
PLACES = (
    Place(
        r"(?:proc[-_.])?pressure[-_./]{1,2}(?P<resource>cpu|io|memory|irq)(?:\.log)?",
        "cat /proc/pressure/{resource}",
        ("db1/pressure/io", "proc_pressure_cpu.txt"),
    ),
)
READERS = (
    Reader(
        "psi",
        lazy(
            r"\s*+(?:/\S*pressure\S{0,200}:\s*+)?(?:some|full) avg10=|\s*(?:==> )?(?:/proc/pressure/)?(?:cpu|io|memory"
            r"|irq):?(?: <==)?\s*$"
        ),
        _extent,
        _read,
        of_no_use=(("name of a resource", _HEADER),),
    ),
)
