'''``sas2ircu N DISPLAY|STATUS``, ``sas2ircu LIST``, ``sas3ircu``, and ``mpt-status``: the integrated RAID of LSI's SAS cards.

Samples::

    >>> from facts.readers import show
    >>> show("""LSI Corporation SAS2 IR Configuration Utility.
    ... Version 13.00.00.00 (2012.02.17)
    ... Copyright (c) 2009-2012 LSI Corporation. All rights reserved.
    ...
    ... Background command progress status for controller 0...
    ... IR Volume 1
    ...   Volume ID                               : 79
    ...   Current operation                       : Synchronize
    ...   Volume status                           : Enabled
    ...   Volume state                            : Degraded
    ...   Percentage complete                     : 26.1%
    ... SAS2IRCU: Command STATUS Completed Successfully.
    ... """)
    sas2ircu lines 1-12 read
      controller: family=mpt name=mpt 0 (5-5)
      controller-array: array=mpt 0:1 progress-percent=26.1 state=rebuilding (6-11)

    >>> show("""ioc0 vol_id 0 type IM, 2 phy, 136 GB, state DEGRADED, flags ENABLED RESYNC_IN_PROGRESS
    ... ioc0 phy 1 scsi_id 1 IBM-ESXS PYH146C3-ETS10FN RXQN, 136 GB, state ONLINE, flags OUT_OF_SYNC
    ... """)
    mpt-status lines 1-2 read
      controller-array: array=ioc0:0 level=RAID-1 state=rebuilding (1-1)
      controller-drive: drive=ioc0 phy 1 model=IBM-ESXS PYH146C3-ETS10FN state=rebuilding (2-2)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, Lines, Values, account_fields, names, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.states import Words
from facts.units import number

_STARTS = lazy(
    r"\s*(?:\*{40,}\s*\Z|(?:LSI|Avago|Broadcom)\b.{0,24} SAS[23] IR Configuration|Read configuration has been initiated for controller"
    r"|Background command progress status for controller|Controller information\s*\Z)"
)
_OWN = lazy(
    r"(?:LSI|Avago|Broadcom)\b.{0,24} SAS[23] IR Configuration|SAS[23]IRCU:|  Controller type +: |.* for controller \d"
)
_KEYED = lazy(r"\s{1,4}(?P<key>[A-Z][\w /()\[\]#-]{1,40}?)\s*: ?(?P<value>(?:.*\S)?)\s*\Z")
_CARD = lazy(
    r"\s*(?:Read configuration has been initiated|Background command progress status) for controller (?P<number>\d+)"
)
_LISTED = lazy(r"\s*(?P<number>\d+)\s+(?P<model>SAS\w+)\s+\w+h\s+\w+h\s+\w+h:")
_VOLUME = lazy(r"\s*IR [Vv]olume (?P<number>\d+)\s*\Z")
_DEVICE = lazy(r"\s*Device is an? (?P<kind>\S.*?)\s*\Z")
_HEADING = lazy(
    r"\s*(?:(?:Controller|IR [Vv]olume|Physical device|Enclosure) information\s*\Z|Adapter +Vendor|Index +Type|Initiator at ID #\d+)"
)
_FRAME = lazy(
    r"\s*(?:(?:LSI|Avago|Broadcom)\b.{0,24} SAS[23] IR Configuration|Version \d+\.|Copyright \(c\)"
    r"|SAS[23]IRCU: (?:Command \w+|Utility) Completed Successfully|SAS[23]IRCU: there are no IR volumes|SAS[23]IRCU: Error executing command"
    r" STATUS)"
)
_NO_CARD = lazy(r"SAS[23]IRCU: MPTLib2 Error \d+")
# from the utility's guide
_VOLUMES = Words(
    {
        "normal": "Okay (OKY)|Optimal|Online (ONL)|Okay|Online", "degraded": "Degraded (DGD)|Degraded",
        "failed": "Failed (FLD)|Missing (MIS)|Failed|Missing", "initializing": "Initializing (INIT)|Initializing",
        "rebuilding": "Rebuilding (RBLD)|Resyncing (RSY)",
    },
    silent="Inactive, Okay (OKY)|Inactive|Unknown",
)  # fmt: skip
_DRIVES = Words(
    {
        "ok": "Optimal (OPT)|Online (ONL)", "free": "Ready (RDY)|Available (AVL)", "spare": "Hot Spare (HSP)",
        "failed": "Failed (FLD)", "absent": "Missing (MIS)", "rebuilding": "Rebuilding (RBLD)",
    },
    silent="Standby (SBY)|Out of Sync (OSY)|Degraded (DGD)|Unknown",
)  # fmt: skip
_TASKS = Words(
    {
        "rebuilding": "Synchronize|Rebuild", "checking": "Consistency Check", "migrating": "Online Capacity Expansion",
        "initializing": "Background Init|Background Initialization|Make Data Consistent",
    },
    silent="None",
)  # fmt: skip
_READ = names(
    "Controller type|Firmware version|Status of volume|Volume state|RAID level|Current operation|Percentage complete"
)
_READ |= names("Enclosure #|Slot #|State|Manufacturer|Model Number")
_UNUSED = names(
    """BIOS version|Channel description|Initiator ID|Maximum physical devices|Concurrent commands supported|Slot|Segment|Bus|Device
    |Function|RAID Support|Volume ID|Volume wwid|Size (in MB)|Boot|Physical hard disks|PHY[#] Enclosure#/Slot#|SAS Address
    |Size (in MB)/(in sectors)|Firmware Revision|Serial No|Unit Serial No(VPD)|GUID|Protocol|Drive Type|Enclosure#|Logical ID|Numslots
    |StartSlot|Physical disk I/Os|Number of device slots|Volume size (in sectors)|Number of remaining sectors"""
)


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    forms = (_KEYED, _CARD, _LISTED, _VOLUME, _DEVICE, _HEADING, _FRAME, _OWN, lazy(r"\s*-[- ]+\Z"))
    ends = lazy(r"SAS[23]IRCU: (?:Utility Completed|Error executing|MPTLib2 Error)")
    end = run(lines, start + 1, *forms, blanks=ANY, last=ends, most=5_000)
    return (start, end) if any(_OWN.match(line) for line in lines[start : min(end, start + 12)]) else None


def _read(output: Output) -> Reading:
    reading = Reading(used=output.matching(_CARD, _LISTED, _VOLUME, _DEVICE))
    asked = re.search(r"\bsas[23]ircu\s+(\d+)", output.command)
    name = f"mpt {asked[1] if asked else 0}"
    heads = (_CARD, _LISTED, _VOLUME, _DEVICE, _HEADING)
    starts = [n for n, line in enumerate(output.lines) if any(head.match(line) for head in heads)]
    card = Row("controller", {"name": name, "family": "mpt"}, output.span(0))
    for start, end in zip(starts, [*starts[1:], len(output.lines)], strict=bool(starts)):
        line = output.lines[start]
        fields = {
            match["key"]: (match["value"], n)
            for n in range(start + 1, end) if (match := _KEYED.match(output.lines[n]))
        }  # fmt: skip
        if match := _CARD.match(line):
            name = f"mpt {match['number']}"
            card = Row("controller", {"name": name, "family": "mpt"}, output.span(start))
        elif match := _LISTED.match(line):
            listed: Values = {"name": f"mpt {match['number']}", "family": "mpt", "model": match["model"]}
            reading.rows.append(Row("controller", listed, output.span(start)))
        elif "Controller type" in fields:
            last = max(fields["Controller type"][1], fields.get("Firmware version", ("", 0))[1])
            values: Values = {**card.values, "model": fields["Controller type"][0]}
            if "Firmware version" in fields:
                values["firmware"] = fields["Firmware version"][0]
            card = Row("controller", values, output.span(card.lines[0] - output.first, last))
        elif match := _VOLUME.match(line):
            reading.rows.append(_volume(output, reading, f"{name}:{match['number']}", start, fields))
        elif (match := _DEVICE.match(line)) and "disk" in match["kind"].lower() and "Slot #" in fields:
            reading.rows.append(_drive(output, reading, name, start, fields))
    if not any(row.template == "controller" for row in reading.rows) and not output.matching(_NO_CARD):
        reading.rows.insert(0, card)
    account_fields(output, reading, _KEYED, _READ, _UNUSED, {"volume status": "Enabled"})
    return reading


def _volume(output: Output, reading: Reading, array: str, start: int, fields: dict[str, tuple[str, int]]) -> Row:
    values: Values = {"array": array}
    last = start
    for key in ("Status of volume", "Volume state", "Current operation"):
        if key in fields:
            text, last = fields[key]
            words = _TASKS if key == "Current operation" else _VOLUMES
            state = words.read(text, output.span(last), reading.refusals)
            if state and (key != "Current operation" or values.get("state") != "failed"):
                values["state"] = state
    if "Current operation" in fields and "Volume state" in fields:
        last = max(last, fields["Volume state"][1])
    if "RAID level" in fields and (level := re.match(r"RAID(\w+)\Z", fields["RAID level"][0])):
        values["level"], last = f"RAID-{level[1]}", max(last, fields["RAID level"][1])
    if "Percentage complete" in fields and (done := number(fields["Percentage complete"][0].rstrip("% "))) is not None:
        values["progress-percent"], last = done, max(last, fields["Percentage complete"][1])
    return Row("controller-array", values, output.span(start, last))


def _drive(output: Output, reading: Reading, name: str, start: int, fields: dict[str, tuple[str, int]]) -> Row:
    place = f"enclosure {fields.get('Enclosure #', ('-', 0))[0]} slot {fields['Slot #'][0]}"
    values: Values = {"drive": f"{name} {place}", "usage": place}
    last = fields["Slot #"][1]
    if "State" in fields:
        text, last = fields["State"]
        if state := _DRIVES.read(text, output.span(last), reading.refusals):
            values["state"] = state
    if "Model Number" in fields:
        model, last = fields["Model Number"]
        values["model"] = " ".join(f"{fields.get('Manufacturer', ('', 0))[0]} {model}".split()).removeprefix("ATA ")
    return Row("controller-drive", values, output.span(start, last))


_MPT_STATES = Words({"normal": "OPTIMAL", "degraded": "DEGRADED", "failed": "FAILED|MISSING"})
_MPT_DRIVES = Words(
    {"ok": "ONLINE", "absent": "MISSING", "failed": "FAILED|FAILED_REQUESTED|OFFLINE_REQUESTED|OTHER_OFFLINE|NOT_COMPATIBLE"},
    silent="INITIALIZING",
)  # fmt: skip
_MPT_LEVELS = {"IM": "RAID-1", "IME": "RAID-1E", "IS": "RAID-0"}
_SYNCING = ("RESYNC_IN_PROGRESS", "OUT_OF_SYNC")


def _mpt(values: Values, command: str) -> tuple[str, Values] | str:
    if "scsi" in values:
        return "how far one drive is"
    card, flags = values["card"], str(values.get("flags", "")).split()
    syncing = any(flag in flags for flag in _SYNCING)
    if "volume" in values:
        slots: Values = {"array": f"{card}:{values['volume']}", "state": values["volume-state"]}
        if level := _MPT_LEVELS.get(str(values["type"])):
            slots["level"] = level
    else:
        slots = {"drive": f"{card} phy {values['phy']}", "state": values["drive-state"]}
        slots["model"] = " ".join(str(values["model"]).split()).removeprefix("ATA ")
    if syncing and slots["state"] in ("normal", "degraded", "ok"):
        slots["state"] = "rebuilding"
    return ("controller-array" if "volume" in values else "controller-drive"), {k: v for k, v in slots.items() if v}


_MPT = Lines(
    "mpt-status", "controller-array",
    lazy(
        r"\s*(?P<card>ioc\d+) (?:vol_id (?P<volume>\d+) type (?P<type>\w+), \d+ phy, \d+ [KMGT]B, state (?P<volume_state>\w+)"
        r"|phy (?P<phy>\d+) scsi_id \d+ (?P<model>\S.*?)\s+(?:\S+\s*)?, \d+ [KMGT]B, state (?P<drive_state>\w+)), flags (?P<flags>[A-Z_ ]+)"
        r"|\s*scsi_id (?P<scsi>\d+) \d+%"
    ),
    parse={"volume-state": _MPT_STATES.of, "drive-state": _MPT_DRIVES.of},
    row=_mpt,
)  # fmt: skip

HINTS = ("IR Configuration Utility", "SAS2IRCU", "SAS3IRCU", "for controller ", "Controller type", " vol_id ")
BEFORE = ("arcconf",)
READERS = (
    Reader("sas2ircu", _STARTS, _extent, _read, of_no_use=(
        ("heading", _HEADING), ("what the utility says of itself", _FRAME), ("ruling", lazy(r"\s*\*+\Z")), ("no such card", _NO_CARD))),
    _MPT.reader(),
)  # fmt: skip
