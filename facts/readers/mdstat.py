"""``cat /proc/mdstat``: the Linux software RAID arrays, their members, and what is being rebuilt.

Known versions: the form of 2.4 to today, with ``(F)`` failed, ``(S)`` spare, ``(W)`` write-mostly, ``(J)`` journal,
``(R)`` replacement members, external metadata containers, ``resync=DELAYED`` and ``PENDING``; with a capital
``Md0`` as well, as word processors and forums begin a line. How many members an array should have is printed as
``[4/3]`` only for levels with redundancy.

Sample::

    >>> from facts.readers import show
    >>> show('''Personalities : [raid1]
    ... md0 : active raid1 sdb1[1] sda1[0](F)
    ...       104320 blocks [2/1] [_U]
    ...
    ... unused devices: <none>
    ... ''')
    mdstat lines 1-5 read
      md-array: array=md0 failed-members=1 level=raid1 members=2 members-missing=1 state=active sync-action=none (2-3)
      part-of: part=sdb1 relation=device-in-array whole=md0 (2-2)
      part-of: part=sda1 relation=device-in-array whole=md0 (2-2)
      system: os=linux (1-1)

The line of the progress alone says that some array is worked on::

    >>> show('''[=>...................]  recovery =  6.6% (16304448/243537216) finish=308.6min speed=12266K/sec
    ... ''')
    md-progress lines 1-1 read
      md-array: array= state=active sync-action=recovery sync-kb-s=12266 sync-percent=6.6 (1-1)
      system: os=linux (1-1)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.states import Words, not_understood
from facts.units import number

_PERSONALITIES = lazy(r"\s*Personalities\s*:(?:\s*\[\w+\])*\s*$")
_ARRAY = lazy(
    r"\s*(?P<array>[mM]d(?:_?[\w.-]+|/\S+)?)\s*:\s*(?P<state>[A-Za-z][\w-]{0,30})(?=\s|\Z)\s*(?:\((?P<mode>[a-z-]+)\)\s*)?(?P<rest>.*)"
)
_ALONE = lazy(
    r"\s*[mM]d[\w/.-]*\s*:\s*(?:in)?active\s+(?:\([a-z-]+\)\s+)?(?:raid\d+|linear|multipath|[\w/-]+\[\d+\]).*\[\d+\](?:\([A-Z]\))*\s*\Z"
)
"""The first line of an array, which somebody may have quoted without the others."""
_STATES = Words({"active": "active", "inactive": "inactive|broken"})
_FLAGS = frozenset("FSWJR")  # failed, spare, write-mostly, journal, replacement
_MEMBER = lazy(r"(?<![\w/!.:-])(?P<name>[\w/!.:-]+)\[(?P<slot>\d+)\](?P<flags>(?:\([A-Z]\))*)")
_BAR = lazy(r"\[[=>.]{5,}\]")
_SYNCING = lazy(r"(?:resync|recovery|check|reshape)\s*=")
_LEVEL = lazy(r"(?:raid\d+|linear|multipath|faulty|container)\b")
_COUNTS = lazy(r"\[(?P<wanted>\d+)/(?P<present>\d+)\]")
_SYNC = lazy(
    r"(?P<action>resync|recovery|check|reshape|repair)\s*=\s*(?:(?P<percent>[\d.,]+)\s*%|(?P<state>DELAYED|PENDING"
    r"|REMOTE))"
)
_BELONGS = lazy(
    r"\s*(?:\d+ blocks\b|bitmap:|\[[=>.]+\]|(?:resync|recovery|check|reshape|repair)\s*=|\d+ near|algorithm|super\b"
    r"|ppl\b)"
)
_BITMAP = lazy(r"\s*bitmap:")
_UNUSED = lazy(r"\s*unused devices\s*:")
_LEVELS = frozenset(("raid0", "raid1", "raid4", "raid5", "raid6", "raid10", "linear", "container"))
_ACTIONS = {"resync": "resync", "recovery": "recovery", "check": "check", "repair": "check", "reshape": "reshape"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if not _PERSONALITIES.match(lines[start]) and not (
        _ARRAY.match(lines[start]) and (_has_blocks(lines, start) or _ALONE.match(lines[start]))
    ):
        return None
    end = index = start + 1
    while index < len(lines):
        line = lines[index]
        if _UNUSED.match(line):
            return start, index + 1
        if _ARRAY.match(line) or _BELONGS.match(line) or _is_wrapped_members(lines, index):
            end = index + 1
        elif line.strip() and not line.lstrip().startswith("read_ahead"):
            break
        if _PERSONALITIES.match(line) or prompt_of(line) is not None:
            break
        index += 1
    return start, end


def _has_blocks(lines: Sequence[str], start: int) -> bool:
    return any("blocks" in line and re.match(r"\s*\d+ blocks", line) for line in lines[start + 1 : start + 3])


def _is_wrapped_members(lines: Sequence[str], index: int) -> bool:
    """The list of members goes on where an 80-column terminal cut it."""
    words = lines[index].split()
    return bool(words) and len(lines[index - 1]) >= 70 and all(_MEMBER.fullmatch(word) for word in words)


def _read(output: Output) -> Reading:
    reading = Reading(complete=frozenset(("md-array",)))
    for _, start, after in output.parts(_ARRAY):
        end = start + 1
        while end < after and (_BELONGS.match(output.lines[end]) or _is_wrapped_members(output.lines, end)):
            end += 1
        _array(output, reading, start, end)
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _array(output: Output, reading: Reading, start: int, end: int) -> None:
    head = _ARRAY.match(output.lines[start])
    assert head is not None
    array = "m" + head["array"][1:]  # a word processor, or a forum, begins a line with a capital
    rest = " ".join(
        [head["rest"], *(line for n in range(start + 1, end) if not _BELONGS.match(line := output.lines[n]))]
    )
    body = " ".join(output.lines[n] for n in range(start + 1, end))
    members = list(_MEMBER.finditer(rest))
    values: dict[str, Value | bool] = {
        "array": array,
        "sync-action": "none",
    }
    if state := _STATES.read(head["state"], output.span(start), reading.refusals):
        values["state"] = state
    failed = sum("(F)" in m["flags"] for m in members)
    if strange := [flag for m in members for flag in re.findall(r"[A-Z]", m["flags"]) if flag not in _FLAGS]:
        reading.refusals.append(not_understood(f"({strange[0]})", output.span(start)))
    if failed or not strange:
        values["failed-members"] = failed
    level = _LEVEL.search(rest.split("[", 1)[0])
    if level and level[0] in _LEVELS:
        values["level"] = level[0]
    elif state == "inactive" and re.search(r"super external:(?!/)", body):
        values["level"] = "container"
    if counts := _COUNTS.search(body):
        values["members"] = int(counts["wanted"])
        values["members-missing"] = max(0, int(counts["wanted"]) - int(counts["present"]))
    elif values.get("level") in ("raid0", "linear"):
        values["members"], values["members-missing"] = len(members), 0
    if sync := _SYNC.search(body):
        values["sync-action"] = _ACTIONS[sync["action"]] if sync["percent"] else "pending"
        percent = number(sync["percent"]) if sync["percent"] else None
        if percent is not None:
            values["sync-percent"] = percent
        if speed := re.search(r"speed=(\d{1,9})K/sec", body):
            values["sync-kb-s"] = float(speed[1])
    elif _BAR.search(body) or _SYNCING.search(body):
        del values["sync-action"]
        where = next(
            n
            for n in range(start, end)
            if re.search(r"\[[=>.]{5,}\]|(?:resync|recovery|check|reshape)\s*=", output.lines[n])
        )
        reading.refusals.append(Refusal(output.span(where), "the progress of the rebuild cannot be read"))
    if end == start + 1 and state == "active":
        del values["sync-action"]  # its other lines were left out
        reading.complete -= {"md-array"}
    if not members and "(" not in rest and state == "active":
        reading.refusals.append(Refusal(output.span(start), "no members of the array are named"))
    reading.rows.append(Row("md-array", values, output.span(start, end - 1)))
    reading.used += [output.span(n) for n in range(start, end) if not _BITMAP.match(output.lines[n])]
    for member in members:
        part: dict[str, Value | bool] = {"part": member["name"], "whole": array, "relation": "device-in-array"}
        reading.rows.append(Row("part-of", part, output.span(start)))


def _progress_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return start, start + 1


def _read_progress(output: Output) -> Reading:
    match = _PROGRESS.match(output.lines[0])
    assert match is not None
    values: dict[str, Value | bool] = {"array": "", "state": "active", "sync-action": _ACTIONS[match["action"]]}
    if (percent := number(match["percent"])) is not None:
        values["sync-percent"] = percent
    values["sync-kb-s"] = float(match["speed"])
    whole = output.whole
    return Reading([Row("md-array", values, whole), Row("system", {"os": "linux"}, whole, inferred=True)])


_PROGRESS = lazy(
    r"\s*(?:\[[=>.]+\]\s*)?(?P<action>resync|recovery|check|reshape|repair)\s*=\s*(?P<percent>[\d.,]+)\s*%"
    r"\s*\(\d+/\d+\)\s*finish=[\d.]+min\s*speed=(?P<speed>\d{1,9})K/sec\s*$"
)
HINTS = ("Personalities", ": active", ": inactive", "min speed=")
READERS = (
    Reader(
        "mdstat",
        lazy(r"\s*(?:Personalities\s*:|[mM]d[\w/.-]*\s*:\s*(?:in)?active)"),
        _extent,
        _read,
        of_no_use=(
            ("levels that the kernel knows", _PERSONALITIES), ("devices of no array", _UNUSED), ("bitmap", _BITMAP),
            ("read-ahead", lazy(r"\s*read_ahead \d+ sectors")),
        ),
    ),
    Reader("md-progress", _PROGRESS, _progress_extent, _read_progress, of_no_use=()),
)  # fmt: skip
