"""``lvs``, ``pvs`` and ``vgs`` with ``--reportformat json``: the same as their tables, see `facts.readers.lvm`.

Sample::

    >>> from facts.readers import show
    >>> show('''{"report": [{"lv": [
    ...   {"lv_name":"db", "vg_name":"vg0", "lv_attr":"rwi-aor---", "copy_percent":"40.52"},
    ...   {"lv_name":"home", "vg_name":"vg0", "lv_attr":"-wi-ao----", "copy_percent":""}
    ... ]}]}
    ... ''')
    lvs-json lines 1-4 read
      md-array: array=vg0/db sync-action=resync sync-percent=40.52 (1-4)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.kit import JSON_LINES, Line, Values
from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.readers.lvm import ACTIONS, array_of, member_of
from facts.reading import Output, Reader, Reading, Row
from facts.units import number

_MARKS = ('"lv_name"', '"pv_name"', '"vg_name"')


def _entries(document: Any, name: str) -> Iterator[Mapping[str, Any]]:
    reports = document.get("report") if isinstance(document, dict) else None
    for report in reports if isinstance(reports, list) else ():
        found = report.get(name) if isinstance(report, dict) else None
        yield from (entry for entry in (found if isinstance(found, list) else ()) if isinstance(entry, dict))


def _array(entry: Mapping[str, Any]) -> Values | str | None:
    cells = {"Attr": str(entry["lv_attr"])} if "lv_attr" in entry else {}
    values: Values = {
        "array": str(entry["lv_name"]),
        "group": str(entry.get("vg_name", "")),
        "attributes": cells.get("Attr", ""),
    }
    percent = number(
        str(entry.get("copy_percent") or entry.get("sync_percent") or entry.get("raid_sync_percent") or "")
    )
    if percent is not None:
        values["sync-percent"] = percent
    if action := ACTIONS.get(str(entry.get("raid_sync_action", ""))):
        values["sync-action"] = action
    return array_of(Line(values, {**cells, "LV": str(entry["lv_name"])}, ""))


def _disk(entry: Mapping[str, Any]) -> Values | str | None:
    group = str(entry.get("vg_name", ""))
    values: Values = {"part": str(entry["pv_name"]), **({"whole": group} if group else {})}
    return member_of(Line(values, {}, ""))


def _read(output: Output) -> Reading:
    document, refusal = loaded(output)
    reading = Reading(refusals=[] if refusal is None else [refusal])
    made = [("md-array", _array(entry)) for entry in _entries(document, "lv") if "lv_name" in entry]
    made += [("part-of", _disk(entry)) for entry in _entries(document, "pv") if "pv_name" in entry]
    reading.rows += [Row(template, values, output.whole) for template, values in made if isinstance(values, dict)]
    if refusal is None:
        reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


HINTS = ('"report"',)
READERS = (
    Reader(
        "lvs-json", lazy(r'\s*\{\s*(?:\Z|"report"|"log")'), lambda lines, start, command: json_extent(lines, start, _MARKS),
        _read, of_no_use=JSON_LINES,
    ),
)  # fmt: skip
