'''Counters of SCSI drives and SAS links by other tools than smartctl: ``sg_logs``, sysfs, ``lsiutil``.

``sg_logs`` names the drive in its command only. The kernel and LSI's tool count at the adapter's or expander's end of a link;
which drive hangs on a phy they do not say.

Samples::

    >>> from facts.readers import show
    >>> show("""# sg_logs --page=3 /dev/sg4
    ...     SEAGATE   ST4000NM0023      0004
    ... Read error counter page  [0x3]
    ...   Errors corrected with possible delays = 214
    ...   Total uncorrected errors = 37
    ... """)
    sg-logs lines 2-5 read
      smart: access= device=/dev/sg4 filler-signs=0 protocol=scsi uncorrected-errors=37 unreadable=no (3-5)

    >>> show("""/sys/class/sas_phy/phy-0:2/invalid_dword_count:418833
    ... /sys/class/sas_phy/phy-0:2/loss_of_dword_sync_count:214
    ... """)
    sas-phys lines 1-2 read
      sas-phy: link-faults=418833 phy=phy-0:2 sync-losses=214 (1-2)
      system: os=linux (1-1)

    >>> show("""Adapter Phy 1:  Link Up
    ...   Invalid DWord Count                                          74
    ...   Loss of DWord Synch Count                                     2
    ... """)
    lsiutil-phys lines 1-3 read
      sas-phy: link-faults=74 phy=adapter phy 1 sync-losses=2 (1-3)

    >>> show("""PhyNo InvalidDwordCount RunDisparityErrCount LossDwordSynchCount PhyResetProblemCount
    ... --------------------------------------------------------------------------------------
    ...     1            123312               120021                  44                    0
    ... """)
    phy-table lines 1-3 read
      sas-phy: link-faults=123312 phy=adapter phy 1 sync-losses=44 (3-3)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, Pairs, Values, extent_of, key, never, unused_keys
from facts.kit.pairs import Block
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.units import integer

_ASKED = lazy(r".*\bsg_logs\b.*?\s(?P<device>/dev/\S+)")
_SLOTS = {
    "invalid dword": "link-faults",
    "running disparity error": "link-faults",
    "loss of dword sync": "sync-losses",
    "phy reset problem": "",
}


def _drive(block: Block) -> Values | str:
    asked = _ASKED.match(block.command)
    if asked is None:
        return "counters of a drive that no line names"
    values = {"device": asked["device"], "access": "", "protocol": "scsi", "unreadable": False, "filler-signs": 0}
    return values | {slot: value for slot, value in block.values.items() if slot == "uncorrected-errors"}


_SG_LOGS = Pairs(
    "sg-logs", "smart", row=_drive, covers=never,
    head=lazy(r"\s*(?:Read|Verify) error counter (?:log )?page\s+\[(?:0x)?[35]\]"),
    keys=(
        key("uncorrected-errors", "Total uncorrected errors", parse=integer),
        unused_keys(
            "Errors corrected without substantial delay", "Errors corrected with possible delays", "Total rewrites or rereads",
            "Total errors corrected", "Total times correction algorithm processed", "Total bytes processed",
        ),
    ),
    of_no_use=(("vendor, product, revision", lazy(r" {4}\S{1,8} +\S.{0,20} +\S{1,4}\s*\Z")),),
)  # fmt: skip

_SYSFS = lazy(
    r"\s*/sys/(?:\S*/)?(?P<phy>phy-[\d:]+)/(?P<name>invalid_dword|running_disparity_error|loss_of_dword_sync|phy_reset_problem)_count"
    r"[:=]\s*(?P<count>\d{1,18})\s*\Z"
)
_PHY = lazy(
    r"\s*(?:(?P<what>Adapter|Expander\b.{0,40}?|\w+) Phy +(?P<number>\d+): +Link (?:Up|Down)\b.*|Phy (?:No|Number) ?[:=] ?(?P<no>\d+))\Z",
    re.IGNORECASE,
)
_COUNT = lazy(
    r"\s*(?P<name>Invalid D?Word|Running Disparity Error|Loss of DWord Synch?|Phy Reset Problem) Count"
    r"(?:\s+|\s*[:=]\s*)(?P<count>\d[\d,]{0,17})\s*\Z",
    re.IGNORECASE,
)
_TABLE = lazy(r"\s*Phy ?No\.?\s+Invalid ?D?Word\S*(?:\s+[A-Z]\S*){1,5}\s*\Z", re.IGNORECASE)
_RULE = lazy(r"\s*-{10,}\s*\Z")
_TABLE_ROW = lazy(r"\s*(?P<number>\d{1,3})(?P<counts>(?:\s+\d{1,18}){2,5})\s*\Z")


def _add(phys: dict[str, tuple[Values, list[int]]], phy: str, name: str, count: int, index: int) -> None:
    """Several counters count the same fault at different places, so the largest is kept."""
    values, lines = phys.setdefault(phy, ({"phy": phy}, []))
    lines.append(index)
    if slot := _SLOTS[name.lower().replace("_", " ").replace("invalid word", "invalid dword").removesuffix("h")]:
        values[slot] = max(count, int(values.get(slot, 0)))


def _reading(output: Output, phys: dict[str, tuple[Values, list[int]]]) -> Reading:
    reading = Reading()
    for values, lines in phys.values():
        reading.rows.append(Row("sas-phy", values, output.span(min(lines), max(lines))))
        reading.used += [output.span(index) for index in lines]
    return reading


def _read_sysfs(output: Output) -> Reading:
    phys: dict[str, tuple[Values, list[int]]] = {}
    for index, match in output.matches(_SYSFS):
        _add(phys, match["phy"], match["name"], int(match["count"]), index)
    reading = _reading(output, phys)
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _read_lsiutil(output: Output) -> Reading:
    phys: dict[str, tuple[Values, list[int]]] = {}
    phy = ""
    for index, line in enumerate(output.lines):
        if match := _PHY.match(line):
            phy = f"{(match['what'] or 'adapter').lower()} phy {match['number'] or match['no']}"
            phys.setdefault(phy, ({"phy": phy}, [index]))
            if "No Errors" in line:
                phys[phy][0]["link-faults"] = 0
        elif (match := _COUNT.match(line)) and phy:
            _add(phys, phy, match["name"], int(match["count"].replace(",", "")), index)
    return _reading(output, phys)


def _read_table(output: Output) -> Reading:
    """A row for each phy: its number, invalid words, disparity errors, losses of the pace."""
    phys: dict[str, tuple[Values, list[int]]] = {}
    for index, match in output.matches(_TABLE_ROW):
        for name, count in zip(_SLOTS, match["counts"].split(), strict=False):
            _add(phys, f"adapter phy {match['number']}", name, int(count), index)
    return _reading(output, phys)


def _sysfs_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return extent_of(_SYSFS, tells=(_SYSFS,))(lines, start, command)


HINTS = (
    "error counter page", "error counter log page", "/phy-", "Phy 0: ", "DWord Count", "word count", "Phy No", "PhyNo",
)  # fmt: skip
READERS = (
    _SG_LOGS.reader(),
    Reader("sas-phys", _SYSFS, _sysfs_extent, _read_sysfs),
    Reader("lsiutil-phys", _PHY, extent_of(_PHY, _COUNT, tells=(_COUNT,), blanks=ANY), _read_lsiutil),
    Reader(
        "phy-table",
        _TABLE,
        extent_of(_TABLE, _TABLE_ROW, _RULE, tells=(_TABLE_ROW,)),
        _read_table,
        of_no_use=(("heading", _TABLE), ("rule", _RULE)),
    ),
)
