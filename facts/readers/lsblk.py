'''``lsblk``, ``lsblk -t``, ``lsblk -o NAME,ROTA,LOG-SEC,PHY-SEC,SCHED,ZONED,MODEL``, as a table or with ``-J``.

Only whole disks give rows, and only where a column says more than their size. A column may be empty, and a model may hold
blanks: a word belongs to the column whose heading it stands under.

Samples::

    >>> from facts.readers import show
    >>> show("""NAME   ROTA PHY-SEC LOG-SEC SCHED       MODEL
    ... sda       1    4096     512 mq-deadline WDC WD40EFAX-68JH4N0
    ... ├─sda1    1    4096     512 mq-deadline
    ... sdb       0     512     512             Samsung SSD 860
    ... """)
    lsblk lines 1-4 read
      disk-settings: device=sda logical-block-bytes=512 model=WDC WD40EFAX-68JH4N0 physical-block-bytes=4096 \
recording=shingled rotational=yes scheduler=mq-deadline (2-2)
      disk-settings: device=sdb logical-block-bytes=512 model=Samsung SSD 860 physical-block-bytes=512 rotational=no (4-4)
      system: os=linux (1-1)

    >>> show("""{
    ...    "blockdevices": [
    ...       {"name":"sda", "type":"disk", "rota":true, "log-sec":512, "phy-sec":4096, "zoned":"host-managed"}
    ...    ]
    ... }
    ... """)
    lsblk-json lines 1-5 read
      disk-settings: device=sda logical-block-bytes=512 physical-block-bytes=4096 recording=host-managed rotational=yes \
zoned=host-managed (1-5)
      system: os=linux (1-1)
'''

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.recording import recording_of
from facts.schema import Value

_HEADER = lazy(
    r"\s*K?NAME\s+(?:[A-Z][\w:%-]*\s+)*"
    r"(?:MAJ:MIN|KNAME|FSTYPE|TYPE|ROTA|SCHED|PHY-SEC|LOG-SEC|ZONED|MODEL|ALIGNMENT|MOUNTPOINTS?|VENDOR|SERIAL|HCTL|TRAN|WWN)\b"
)
_MOST_COLUMNS = 120
"""`lsblk -O` has some eighty."""
_ROW = lazy(r"\s*+[├└│|` ]*+[─-]{0,2}[A-Za-z][\w/.+:@-]*(?:\s|\Z)")
_DEVICE_ROW = lazy(
    r"\s*+[├└│|` ]*+[─-]{0,2}(?:/dev/)?(?:sd[a-z]|[hv]d[a-z]|xvd|nvme\d|mmcblk|md\w|dm-|loop|sr\d|zram|nbd|ram\d|dasd|pmem)"
)
_TREE = lazy(r"\s*[├└│|`]")
_PARTITION = lazy(r"(?:(?:sd|hd|vd|xvd)[a-z]+\d+|(?:nvme\d+n\d+|mmcblk\d+)p\d+)\Z")
_NO_DISK = lazy(r"(?:loop|sr|ram|zram|fd|md|dm-|nbd)\d*")
_ZONED = {"none": "none", "host-aware": "host-aware", "host-managed": "host-managed"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = start + 1
    for index in range(start + 1, min(len(lines), start + 20_000)):
        line = lines[index]
        if not line.strip() or prompt_of(line) is not None or not _ROW.match(line):
            break
        end = index + 1
    return (start, end) if any(_DEVICE_ROW.match(line) for line in lines[start + 1 : end]) else None


def _columns(header: str) -> list[tuple[str, int, int]]:
    return [(match[0], match.start(), match.end()) for match in islice(re.finditer(r"\S+", header), _MOST_COLUMNS)]


def _cells(line: str, columns: Sequence[tuple[str, int, int]]) -> dict[str, str]:
    """Each word under the heading that it is aligned with, on its left or its right side."""
    found: dict[str, str] = {}
    at = 0
    for match in re.finditer(r"\S+", line):
        near = min(
            range(at, len(columns)),
            key=lambda n: (min(abs(match.start() - columns[n][1]), abs(match.end() - columns[n][2])), n),
        )
        name, begin, _ = columns[near]
        if name in found and near == at:
            found[name] += f" {match[0]}"
        elif at and near > at and match.start() < begin - 1 and match.end() < begin and columns[at][0] in found:
            found[columns[at][0]] += f" {match[0]}"  # goes on where a text is wider than its heading
            continue
        else:
            found[name] = match[0]
        at = near
    return found


def settings(cells: Mapping[str, str]) -> dict[str, Value | bool]:
    """The slots that the columns of lsblk tell, by their names in lower case."""
    values: dict[str, Value | bool] = {}
    if cells.get("rota") in ("0", "1", "True", "False"):
        values["rotational"] = cells["rota"] in ("1", "True")
    for column, slot in (("log-sec", "logical-block-bytes"), ("phy-sec", "physical-block-bytes")):
        if cells.get(column, "").isdecimal():
            values[slot] = int(cells[column])
    if (scheduler := cells.get("sched", "")) and scheduler not in ("-", "None"):
        values["scheduler"] = scheduler
    if zoned := _ZONED.get(cells.get("zoned", "")):
        values["zoned"] = zoned
    if (model := cells.get("model", "").strip().replace("_", " ")) and model not in ("-", "None"):
        values["model"] = model
        if recording := recording_of(model):
            values["recording"] = recording
    if values.get("zoned") == "host-managed":
        values["recording"] = "host-managed"
    return values


def _is_disk(name: str, kind: str) -> bool:
    return kind in ("", "disk") and not _PARTITION.match(name) and not _NO_DISK.match(name)


def _read(output: Output) -> Reading:
    columns = _columns(output.lines[0])
    rows = []
    for index, line in enumerate(output.lines[1:], 1):
        cells = {name.lower(): text for name, text in _cells(line, columns).items()}
        name = cells.get("name") or cells.get("kname") or ""
        name = name.removeprefix("/dev/")
        if _TREE.match(line) or not name or not _is_disk(name, cells.get("type", "")):
            continue
        if values := settings(cells):
            rows.append(Row("disk-settings", {"device": name, **values}, output.span(index)))
        rows.extend(_labels(name, cells, output.span(index)))
    return _found(output, rows)


_WWN = lazy(r"0x(?P<hex>[0-9a-f]{16}(?:[0-9a-f]{16})?)\Z")
_SERIAL = lazy(r"[A-Za-z0-9][\w-]{5,}\Z")


def _labels(name: str, cells: Mapping[str, str], lines: Span) -> Iterator[Row]:
    """The names that a disk keeps, by its columns."""
    if _WWN.match(wwn := cells.get("wwn", "")):
        yield Row("device-label", {"label": f"wwn-{wwn}", "device": name}, lines)
    if _SERIAL.match(serial := cells.get("serial", "")):
        yield Row("device-label", {"label": f"serial-{serial}", "device": name}, lines)


def _found(output: Output, rows: list[Row]) -> Reading:
    """The disks, and that the host runs Linux; nothing where no column told more than sizes."""
    disks = [row for row in rows if row.template == "disk-settings"]
    whole = disks and all("physical-block-bytes" in row.values for row in disks) and "/dev/" not in output.command
    complete = frozenset({"disk-settings"}) if whole else frozenset()
    system = Row("system", {"os": "linux"}, output.span(0), inferred=True)
    return Reading([*rows, system] if rows else [], complete=complete)


def _json_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return json_extent(lines, start, ('"blockdevices"',))


def _text(thing: Any) -> str:
    return "" if thing is None else str(thing)


def _read_json(output: Output) -> Reading:
    document, refusal = loaded(output)
    if refusal is not None:
        return Reading(refusals=[refusal])
    listed = document.get("blockdevices") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        return Reading(refusals=[Refusal(output.whole, "no list of disks in it")])
    rows = []
    for item in listed:
        if not isinstance(item, dict):
            continue
        cells = {str(key).lower(): _text(value) for key, value in item.items() if not isinstance(value, (list, dict))}
        name = (cells.get("name") or cells.get("kname") or "").removeprefix("/dev/")
        if not name or not _is_disk(name, cells.get("type", "")):
            continue
        if values := settings(cells):
            rows.append(Row("disk-settings", {"device": name, **values}, output.whole))
        rows.extend(_labels(name, cells, output.whole))
    return _found(output, rows)


HINTS = ("NAME ", "KNAME", '"blockdevices"')
READERS = (
    Reader("lsblk", _HEADER, _extent, _read),
    Reader("lsblk-json", lazy(r"\s*\{"), _json_extent, _read_json),
)
