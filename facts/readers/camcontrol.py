"""``camcontrol identify DISK`` of FreeBSD: a drive's model, sectors, turns and cache; ``camcontrol devlist``: the models.

The lines of the first do not name the disk, so the command has to. What a filter left of them is read by `disk_sectors`.

Sample::

    >>> from facts.readers import show
    >>> show('''# camcontrol identify ada1
    ... pass1: <WDC WD20EARX-00PASB0 51.0AB51> ATA8-ACS SATA 3.x device
    ... pass1: 600.000MB/s transfers (SATA 3.x, UDMA6, PIO 8192bytes)
    ...
    ... protocol              ATA8-ACS SATA 3.x
    ... device model          WDC WD20EARX-00PASB0
    ... sector size           logical 512, physical 4096, offset 0
    ... media RPM             5400
    ...
    ... Feature                      Support  Enabled   Value           Vendor
    ... read ahead                     yes\tyes
    ... write cache                    yes\tno
    ... ''')
    camcontrol-identify lines 2-12 read
      disk-settings: device=ada1 drive-cache=off logical-block-bytes=512 model=WDC WD20EARX-00PASB0 physical-block-bytes=4096 rotational=yes (6-12)

    >>> show("<ST8000AS0002-1NA17Z AR15>         at scbus3 target 0 lun 0 (pass3,ada3)")
    camcontrol-devlist lines 1-1 read
      disk-settings: device=ada3 model=ST8000AS0002-1NA17Z recording=shingled (1-1)
      system: os=freebsd (1-1)
"""  # noqa: E501

from __future__ import annotations

from facts.kit import Lines, Values, extent_of
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.recording import recording_of
from facts.schema import Value

_COMMAND = lazy(r".*\bcamcontrol\s+identify\s+(?:-\S+\s+)*(?:/dev/)?(?P<device>[a-z]+\d+)\b(?!.*\|)")
_HEAD = lazy(r"\s*pass\d+: <.*> .*device\s*\Z")
_MODEL = lazy(r"\s*device model\s{2,}(?P<model>\S(?:.*\S)?)\s*\Z")
_SECTORS = lazy(r"\s*sector size\s+logical (?P<logical>\d{3,5}), physical (?P<physical>\d{3,5}), offset \d+\s*\Z")
_TURNS = lazy(r"\s*media RPM\s+(?:(?P<none>non-rotating)|(?P<turns>[1-9]\d{3,4})|unknown)\s*\Z")
_CACHE = lazy(r"\s*write cache\s+yes\s+(?P<on>yes|no)\b")
_FIELD = lazy(
    r"\s*(?:pass\d+: |Feature\s+Support\b|[A-Za-z](?:[\w/()-]| (?! ))*\s{2,}\S|[A-Za-z](?:[\w/() -])*\s*\Z"
    r"|\s*\S.{0,30}\s(?:yes|no)\b)"
)


def _read(output: Output) -> Reading:
    asked = _COMMAND.match(output.command)
    reading = Reading()
    values: dict[str, Value | bool] = {}
    lines: list[int] = []
    for pattern in (_MODEL, _SECTORS, _TURNS, _CACHE):
        for index, match in output.matches(pattern):
            if pattern is _MODEL:
                values["model"] = match["model"]
            elif pattern is _SECTORS:
                values |= {f"{what}-block-bytes": int(match[what]) for what in ("logical", "physical")}
            elif pattern is _CACHE:
                values["drive-cache"] = "on" if match["on"] == "yes" else "off"
            elif match["none"] or match["turns"]:
                values["rotational"] = "no" if match["none"] else "yes"
            else:
                continue
            lines.append(index)
            reading.used.append(output.span(index))
    if asked is not None and lines:
        values["device"] = asked["device"]
        reading.rows.append(Row("disk-settings", values, output.span(min(lines), max(lines))))
    return reading


def _listed(values: Values, command: str) -> Values | str:
    device = next((name for name in str(values["names"]).split(",") if not name.startswith(("pass", "cd", "ses"))), "")
    if not device:
        return "no disk"
    found: Values = {"device": device, "model": str(values["model"])}
    if recording := recording_of(str(values["model"])):
        found["recording"] = recording
    return found


_DEVLIST = Lines(
    "camcontrol-devlist", "disk-settings", system="freebsd", row=_listed,
    # the last word between the brackets is the drive's firmware
    line=lazy(
        r"\s*<(?P<model>[^<>\s]++(?: ++[^<>\s]++){0,6}?) ++[^<>\s]{1,12}>\s+at scbus\d+ target \d+ lun \d+ \((?P<names>[\w,]+)\)\s*\Z"
    ),
)  # fmt: skip
HINTS = ("camcontrol identify", "media RPM", "at scbus")
BEFORE = ("disk_sectors",)
READERS = (
    Reader("camcontrol-identify", _HEAD, extent_of(_FIELD, head=_HEAD, blanks=1), _read, of_no_use=(("another field", _FIELD),)),
    _DEVLIST.reader(),
)  # fmt: skip
