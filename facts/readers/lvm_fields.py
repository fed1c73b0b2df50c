"""``lvs``, ``pvs`` and ``vgs`` with ``--reportformat json`` or ``--nameprefixes``: the same as their tables, see `facts.readers.lvm`.

Samples::

    >>> from facts.readers import show
    >>> show('''{"report": [{"lv": [
    ...   {"lv_name":"db", "vg_name":"vg0", "lv_attr":"rwi-aor---", "copy_percent":"40.52"},
    ...   {"lv_name":"home", "vg_name":"vg0", "lv_attr":"-wi-ao----", "copy_percent":""}
    ... ]}]}
    ... ''')
    lvs-json lines 1-4 read
      md-array: array=vg0/db sync-action=resync sync-percent=40.52 (1-4)
      system: os=linux (1-1)

    >>> show('''LVM2_LV_NAME='db'|LVM2_VG_NAME='vg0'|LVM2_LV_ATTR='rwi-aor---'|LVM2_COPY_PERCENT='40.52'
    ... LVM2_LV_NAME='home'|LVM2_VG_NAME='vg0'|LVM2_LV_ATTR='-wi-ao----'|LVM2_COPY_PERCENT=''
    ... ''')
    lvs-fields lines 1-2 read
      md-array: array=vg0/db sync-action=resync sync-percent=40.52 (1-1)
      system: os=linux (1-1)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from facts.kit import JSON_LINES, Line, Values, extent_of
from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.readers.lvm import ACTIONS, FAULT, TALK, array_of, member_of
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


_PREFIXED = lazy(r"\s*LVM2_[A-Z_]+='")
_FIELD = lazy(r"LVM2_(?P<name>[A-Z0-9_]+)='(?P<value>[^']*)'")
_TALKS = TALK[0][1]


def _read_prefixed(output: Output) -> Reading:
    """A row for each RAID volume and each disk of a group."""
    reading = Reading([Row("system", {"os": "linux"}, output.span(0), inferred=True)])
    for index, line in enumerate(output.lines):
        entry = {match["name"].lower(): match["value"].strip() for match in _FIELD.finditer(line)}
        made = _array(entry) if "lv_name" in entry else _disk(entry) if "pv_name" in entry else None
        if isinstance(made, dict):
            reading.rows.insert(-1, Row("md-array" if "lv_name" in entry else "part-of", made, output.span(index)))
        elif isinstance(made, str) or "vg_name" in entry:
            reading.pass_over(made or "volume group", output.span(index))
    return reading


_FAULT = lazy(
    rf"HEALTH_STATUS=['\"]\w|health_status\" ?: ?\"\w|PARTIAL=['\"](?:1|partial)|vg_partial\" ?: ?\"(?:1|partial)|{FAULT.pattern}"
)
HINTS = ('"report"', "LVM2_")
READERS = (
    Reader(
        "lvs-json", lazy(r'\s*\{\s*(?:\Z|"report"|"log")'), lambda lines, start, command: json_extent(lines, start, _MARKS),
        _read, of_no_use=JSON_LINES, faults=_FAULT,
    ),
    Reader("lvs-fields", _PREFIXED, extent_of(_PREFIXED, _TALKS), _read_prefixed, of_no_use=TALK, faults=_FAULT),
)  # fmt: skip
