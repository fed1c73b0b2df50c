r"""``datapath query adapter``, ``vxdmpadm listctlr``, ``vxdisk path``, ``cfgadm -o show_FCP_dev``, ``multipathd show maps json``, an alarm.

Lists in which a line stands for an adapter, a path or an alarm. Of an adapter or of a path alone only the failure is told, since what
else leads to the same disks stands elsewhere.

Samples::

    >>> from facts.readers import show
    >>> show('''Adpt#     Name   State     Mode             Select     Errors  Paths  Active
    ...     0   fscsi0  NORMAL   ACTIVE            8120441          0     24      24
    ...     1   fscsi1  FAILED   ACTIVE             912044         96     24       0
    ... ''')
    sdd-adapters lines 1-3 read
      multipath-map: failed-paths=24 map=fscsi1 (3-3)

    >>> show('''CTLR-NAME       ENCLR-TYPE      STATE      ENCLR-NAME
    ... =====================================================
    ... c2              EMC             ENABLED    emc0
    ... c3              EMC             DISABLED   emc0
    ... ''')
    vxdmpadm-controllers lines 1-4 read
      multipath-map: failed-paths=1 map=c3 (4-4)

    >>> show('''SUBPATH                     DANAME               DMNAME       GROUP        STATE
    ... c2t50d0s2                   emc0_01d0            data01       datadg       ENABLED
    ... c3t51d0s2                   emc0_01d0            data01       datadg       DISABLED
    ... ''')
    vxdisk-paths lines 1-3 read
      multipath-map: active-paths=1 failed-paths=1 map=emc0_01d0 paths=2 (2-3)

    >>> show('''c2::50060e8005ab5400,0         disk         connected    configured   unknown
    ... c3::50060e8005ab5410,0         disk         connected    configured   failing
    ... ''')
    cfgadm-paths lines 1-2 read
      multipath-map: failed-paths=1 map=c3::50060e8005ab5410,0 (2-2)
      system: os=solaris (1-1)

    >>> show('''CRITICAL - mpatha: 2 of 4 paths failed (sdd, sdh)
    ... ''')
    path-alert lines 1-1 read
      multipath-map: active-paths=2 failed-paths=2 map=mpatha paths=4 (1-1)

    >>> show('''{"maps": [{"name": "mpatha", "path_groups": [{"paths": [{"dev": "sdb", "dm_st": "active", "chk_st": "ready"},
    ...  {"dev": "sdd", "dm_st": "failed", "chk_st": "faulty"}]}]}]}
    ... ''')
    multipathd-json lines 1-2 read
      multipath-map: active-paths=1 failed-paths=1 map=mpatha paths=2 (1-2)
      system: os=linux (1-2)
"""

from __future__ import annotations

from typing import Any

from facts.kit import Lines, Values, extent_of
from facts.patterns import lazy
from facts.readers.json_text import json_reader
from facts.readers.other_paths import Paths, state_of
from facts.reading import Output, Reader, Reading, Row

_SDD_HEAD = lazy(r"\s*Adpt#\s+(?:Adapter )?Name\s+State\s+Mode\s+Select\s+Errors\s+Paths\s+Active\s*\Z")
_RULE = lazy(r"\s*={10,}\s*\Z")


def _sdd_row(values: Values, command: str) -> Values | str:
    """An adapter that lost paths."""
    lost = int(str(values.pop("paths"))) - int(str(values.pop("active")))
    return {**values, "failed-paths": lost} if values.pop("state") != "NORMAL" and lost > 0 else "sound"


_SDD = Lines(
    "sdd-adapters", "multipath-map", first=_SDD_HEAD, row=_sdd_row, of_no_use=(("heading", _SDD_HEAD),),
    line=lazy(r"\s*\d+ +(?P<map>\S+) +(?P<state>NORMAL|DEGRAD|FAILED) +(?:ACTIVE|OFFLINE) +"
        r"\d{1,12} +\d{1,12} +(?P<paths>\d{1,6}) +(?P<active>\d{1,6})\s*\Z"),
)  # fmt: skip


def _failed_one(values: Values, command: str) -> Values | str:
    """What stands for at least one path."""
    return {**values, "failed-paths": 1} if values.pop("state") not in ("ENABLED", "unknown", "ok") else "sound"


_CTLR_HEAD = lazy(r"\s*CTLR-NAME\s+ENCLR-TYPE\s+STATE\s+ENCLR-NAME.*\Z")
_CONTROLLERS = Lines(
    "vxdmpadm-controllers", "multipath-map", first=_CTLR_HEAD, row=_failed_one, of_no_use=(("heading", _CTLR_HEAD), ("rule", _RULE)),
    line=lazy(r"\s*(?P<map>\S{2,60}) +\S{2,60} +(?P<state>ENABLED|DISABLED) +\S{2,60}(?: +\d+)?\s*\Z"),
)  # fmt: skip
_CFGADM = Lines(
    "cfgadm-paths", "multipath-map", row=_failed_one, system="solaris",
    line=lazy(r"\s*(?P<map>c\d+::[0-9a-f]{16},\d+) +disk +connected +configured +(?P<state>unknown|ok|failing)\s*\Z"),
)  # fmt: skip

_SUBPATH_HEAD = lazy(r"\s*SUBPATH\s+DANAME\s+DMNAME\s+GROUP\s+STATE\s*\Z")
_SUBPATH = lazy(r"\s*\S{2,80} +(?P<disk>\S{2,80}) +\S{1,80} +\S{1,80} +(?P<state>ENABLED|DISABLED)\s*\Z")


def _subpaths_read(output: Output) -> Reading:
    reading, paths = Reading(complete=frozenset(("multipath-map",)), used=output.matching(_SUBPATH)), Paths()
    for n, match in output.matches(_SUBPATH):
        paths.add(match["disk"], state_of(match["state"], "ENABLED", "DISABLED"), n)
    paths.into(reading, output)
    return reading


_ALERT = lazy(
    r".{0,120}?\b(?P<map>mpath\w{1,8}|[23]6?[0-9a-f]{15,32}|naa\.[0-9a-f]{16,32}|hdisk\d+|emcpower\w+): ?"
    r"(?P<failed>\d{1,3}) ?(?:of|/) ?(?P<paths>\d{1,3})"
    r" paths? (?:(?:is|are|has|have) )?(?:failed|down|faulty|dead|lost|offline)\b"
    r"|.{0,120}?\b(?P<failed2>\d{1,3}) ?(?:of|/) ?(?P<paths2>\d{1,3}) paths? (?:of|to) (?P<map2>\S{2,60}) (?:is|are|has|have) "
    r"(?:failed|down|faulty|dead|lost|offline)\b"
)


_OVER = lazy(r".{0,200}?\b(?:RESOLVED|[Rr]esolved|RECOVERY|[Rr]ecovered)\b|\s*OK\b")


def _alert_read(output: Output) -> Reading:
    reading = Reading()
    for n, match in output.matches(_ALERT):
        if _OVER.match(output.lines[n]):
            reading.pass_over("an alarm that is over", output.span(n))
            continue
        failed, paths = int(match["failed"] or match["failed2"]), int(match["paths"] or match["paths2"])
        values: Values = {
            "map": match["map"] or match["map2"], "paths": paths, "active-paths": max(0, paths - failed), "failed-paths": failed,
        }  # fmt: skip
        reading.rows.append(Row("multipath-map", values, output.span(n)))
    return reading


def _json_read(output: Output, document: Any) -> Reading:
    reading, paths = Reading(complete=frozenset(("multipath-map",))), Paths()
    maps = document.get("maps") or [document.get("map") or {}] if isinstance(document, dict) else []
    for one in maps:
        for group in one.get("path_groups") or []:
            for path in group.get("paths") or []:
                state = state_of(str(path.get("dm_st")), "active", "failed", "undef")
                paths.add(str(one.get("name") or one.get("uuid")), state, 0)
    paths.into(reading, output)
    reading.rows = [Row(row.template, row.values, output.whole) for row in reading.rows]
    reading.infer_system("linux", output.whole)
    return reading


HINTS = ("Adpt#", "CTLR-NAME", "SUBPATH", "::", " paths ", '"path_groups"')
READERS = (
    _SDD.reader(),
    _CONTROLLERS.reader(),
    _CFGADM.reader(),
    Reader(
        "vxdisk-paths", _SUBPATH_HEAD, extent_of(_SUBPATH, head=_SUBPATH_HEAD), _subpaths_read, of_no_use=(("heading", _SUBPATH_HEAD),)
    ),
    Reader("path-alert", _ALERT, extent_of(_ALERT), _alert_read),
    json_reader("multipathd-json", _json_read, '"path_groups"'),
)  # fmt: skip
