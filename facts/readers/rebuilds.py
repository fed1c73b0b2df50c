"""``vxtask list`` of Veritas, ``aggr status -r`` and ``sysconfig -r`` of ONTAP: what is being copied or reconstructed.

Samples::

    >>> from facts.readers import show
    >>> show('''TASKID  PTID TYPE/STATE    PCT   PROGRESS
    ...    162       ATCOPY/R 12.34%  0/209715200/25879552 PLXATT vol01 vol01-02 datadg
    ... ''')
    vxtask lines 1-2 read
      md-array: array=vol01 sync-action=recovery sync-percent=12.34 (2-2)

    >>> show('''    RAID group /aggr0/plex0/rg0 (reconstruction 34% completed, block checksums)
    ... ''')
    ontap-raid lines 1-1 read
      md-array: array=/aggr0/plex0/rg0 sync-action=recovery sync-percent=34 (1-1)
"""

from __future__ import annotations

from facts.kit import Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row

_TASK_HEAD = lazy(r"\s*TASKID\s+PTID\s+TYPE/STATE\s+PCT\s+PROGRESS\s*\Z")
_TASK = lazy(
    r"\s*\d+\s+(?:\d+\s+)?(?P<type>[A-Z]+)/(?P<state>[A-Z])\s+(?P<percent>\d{1,3}(?:\.\d+)?)%\s+\S+(?:\s+(?P<work>[A-Z]+))?(?:\s+(?P<volume>[\w.-]+))?.*\Z"
)
# the copies that vxtask(1M) lists; R is running
_COPIES = {
    "ATCOPY": "recovery", "PLXATT": "recovery", "RDWRBACK": "resync", "ECREBUILD": "recovery", "PARITY": "resync", "SDMV": "reshape",
    "SNAPSYNC": "resync", "SYNC": "resync", "RELAYOUT": "reshape", "VOLMV": "reshape",
}  # fmt: skip


def _task_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_TASK))
    for at, match in output.matches(_TASK):
        if match["state"] == "R" and (action := _COPIES.get(match["type"])):
            values: Values = {
                "array": match["volume"] or "volume", "sync-action": action, "sync-percent": float(match["percent"])
            }  # fmt: skip
            reading.rows.append(Row("md-array", values, output.span(at)))
    return reading


_GROUP = lazy(r"\s*RAID group (?P<group>/\S+) \((?P<said>[^)]*)\)\s*\Z")
_DONE = lazy(r"reconstruction (?P<percent>\d{1,3})% completed")
_ONTAP = lazy(
    r"\s*(?:Aggregate \S+ \(.*|Plex /\S+ \(.*|RAID Disk\s+Device\s.*|-{4,}[- ]*|(?:dparity|tparity|parity|data|spare|copy)\s+\S+\s.*"
    r"|Pool\d spare disks.*|Spare disks.*|Volume \S+ \(.*)\Z"
)


def _group_read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_GROUP))
    for at, match in output.matches(_GROUP):
        values: Values = {"array": match["group"], "sync-action": "none"}
        if done := _DONE.search(match["said"]):
            values |= {"sync-action": "recovery", "sync-percent": float(done["percent"])}
        elif "reconstruct" in match["said"]:
            values["sync-action"] = "recovery"
        reading.rows.append(Row("md-array", values, output.span(at)))
    return reading


HINTS = ("TYPE/STATE", "RAID group /")
READERS = (
    Reader("vxtask", _TASK_HEAD, extent_of(_TASK, head=_TASK_HEAD), _task_read, of_no_use=(("heading", _TASK_HEAD),)),
    Reader(
        "ontap-raid", lazy(r"\s*(?:Aggregate \S+ \(|Plex /\S+ \(|RAID group /\S+ \()"), extent_of(_GROUP, _ONTAP, tells=(_GROUP,), blanks=1),
        _group_read, of_no_use=(("disk or heading", _ONTAP),),
    ),
)  # fmt: skip
