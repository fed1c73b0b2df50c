"""``gmirror status``, ``graid3 status`` and ``graid status`` of FreeBSD: the mirrors of GEOM, and which component is written anew.

Old releases print the part done alone, ``ad6 (14%)``. A component that is gone is not listed: a set that is degraded and writes
none anew misses one at least.

Samples::

    >>> from facts.readers import show
    >>> show('''      Name    Status  Components
    ... mirror/gm0  DEGRADED  ada0 (ACTIVE)
    ...                       ada1 (SYNCHRONIZING, 14%)
    ... ''')
    gmirror lines 1-3 read
      md-array: array=mirror/gm0 level=raid1 members=2 members-missing=1 state=active sync-action=recovery \
sync-percent=14 (2-3)
      part-of: part=ada0 relation=device-in-array whole=mirror/gm0 (2-2)
      part-of: part=ada1 relation=device-in-array whole=mirror/gm0 (3-3)
      system: os=freebsd (1-1)
"""

from __future__ import annotations

from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.schema import Value

_HEAD = lazy(r"\s*Name\s+Status\s+Components\s*$")
_SET = lazy(
    r"\s*(?P<set>(?:mirror|raid3|raid)/\S+)\s+(?P<status>COMPLETE|OPTIMAL|SUBOPTIMAL|DEGRADED|STARTING)\s+(?P<rest>\S.*)$"
)
_COMPONENT = lazy(r"\s*(?P<name>[\w/.-]+)(?:\s+\((?:[A-Z]+ \()?(?P<state>[A-Z]+)?(?:,? ?(?P<percent>\d+)%)?\)?\))?\s*$")


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + bool(_HEAD.match(lines[start]))
    if end >= len(lines) or not _SET.match(lines[end]):
        return None
    while end < len(lines) and (
        _SET.match(lines[end]) or (lines[end].startswith(" ") and _COMPONENT.match(lines[end]))
    ):
        end += 1
    return start, end


def _read(output: Output) -> Reading:
    reading = Reading()
    for _, start, after in output.parts(_SET):
        head = _SET.match(output.lines[start])
        assert head is not None
        texts = [head["rest"], *output.lines[start + 1 : after]]
        found = [(start + n, match) for n, text in enumerate(texts) if (match := _COMPONENT.match(text))]
        synced = [
            match["percent"]
            for _, match in found
            if match["percent"] or match["state"] in ("SYNCHRONIZING", "REBUILD", "RESYNC")
        ]
        missing = 0 if head["status"] in ("COMPLETE", "OPTIMAL") else len(synced) or 1
        values: dict[str, Value | bool] = {
            "array": head["set"], "state": "active", "sync-action": "recovery" if synced else "none",
            "members": len(found) + (missing if not synced else 0), "members-missing": missing,
        }  # fmt: skip
        if head["set"].startswith("mirror/"):
            values["level"] = "raid1"
        if synced and synced[0]:
            values["sync-percent"] = float(synced[0])
        reading.rows.append(Row("md-array", values, output.span(start, after - 1)))
        reading.used += [output.span(n) for n, _ in found]
        for n, match in found:
            part: dict[str, Value | bool] = {"part": match["name"], "whole": head["set"], "relation": "device-in-array"}
            reading.rows.append(Row("part-of", part, output.span(n)))
    reading.rows.append(Row("system", {"os": "freebsd"}, output.span(0), inferred=True))
    return reading


HINTS = ("Components", "mirror/", "raid3/", "raid/r")
READERS = (
    Reader(
        "gmirror", lazy(r"\s*(?:Name\s+Status\s+Components|(?:mirror|raid3|raid)/\S+\s+(?:COMPLETE|OPTIMAL|SUBOPTIMAL|DEGRADED|STARTING)\s)"),
        _extent, _read, of_no_use=(("heading", _HEAD),),
    ),
)  # fmt: skip
