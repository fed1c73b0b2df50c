'''``lsblk``, ``lsblk -t``, ``lsblk -o NAME,ROTA,LOG-SEC,PHY-SEC,SCHED,ZONED,MODEL``, as a table or with ``-J``.

``lsblk -P`` prints names with values. Only whole disks give rows, and only where a column says more than their size. A column
may be empty, and a model may hold blanks: a word belongs to the column whose heading it stands under.

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

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from facts.kit import JSON_LINES, Values, extent_of, run
from facts.kit.cells import aligned, shown, spans
from facts.patterns import lazy
from facts.readers.json_text import json_extent, loaded
from facts.reading import Output, Reader, Reading, Refusal, Row, Span
from facts.recording import recording_of

_HEADER = lazy(
    r"\s*K?NAME\s+(?:[A-Z][\w:%-]*\s+)*"
    r"(?:MAJ:MIN|KNAME|PATH|FSTYPE|TYPE|DISC-ALN|DISC-GRAN|ROTA|SCHED|PHY-SEC|LOG-SEC|ZONED|MODEL|ALIGNMENT|MOUNTPOINTS?|VENDOR|SERIAL|HCTL|TRAN|WWN)\b"
)
_MOST_COLUMNS = 120
"""`lsblk -O` has some eighty."""
_ROW = lazy(r"\s*+[├└│|` ]*+[─-]{0,2}[A-Za-z][\w/.+:@-]*(?:\s|\Z)")
_DEVICE_ROW = lazy(
    r"\s*+[├└│|` ]*+[─-]{0,2}(?:/dev/)?(?:sd[a-z]|[hv]d[a-z]|xvd|nvme\d|mmcblk|md\w|dm-|loop|sr\d|zram|nbd|ram\d|dasd|pmem|bcache|drbd|rbd)"
)
_BRANCH = lazy(r"\A[\s├└│|`─-]+")
_TREE = lazy(r"\s*[├└│|`]")
_PARTITION = lazy(r"(?:(?:sd|hd|vd|xvd)[a-z]+\d+|(?:nvme\d+n\d+|mmcblk\d+)p\d+)\Z")
_NO_DISK = lazy(r"(?:loop|sr|ram|zram|fd|md|dm-|nbd)\d*")
_PAIRS = lazy(r'\s*(?:[A-Z][A-Z0-9:%_-]*="[^"]*" ?){2,120}\s*\Z')
_PAIR = lazy(r'([A-Z][A-Z0-9:%_-]*)="([^"]*)"')
_ELLIPSIS = lazy(r"\s*(?:\.{3}|…)\s*\Z")
_TROUBLE = lazy(r"lsblk: \S+: ")
_ZONED = {"none": "none", "host-aware": "host-aware", "host-managed": "host-managed"}


# what certainly stands in these columns: by it a device is told from other text
_WHOLE, _FLAG = lazy(r"-?\d+\Z"), lazy(r"(?:0|1|True|False)\Z")
_CERTAIN = {
    "maj:min": lazy(r"\d+:\d+\Z"), "rota": _FLAG, "rm": _FLAG, "ro": _FLAG, "log-sec": _WHOLE, "phy-sec": _WHOLE, "min-io": _WHOLE,
    "opt-io": _WHOLE, "alignment": _WHOLE, "rq-size": _WHOLE, "ra": _WHOLE, "disc-aln": _WHOLE,
    "fstype": lazy(r"[A-Za-z][\w.-]{1,24}\Z"), "uuid": lazy(r"(?=.*\d)[\w-]{4,40}\Z"), "fsuse%": lazy(r"\d+%\Z"),
}  # fmt: skip


def _understood(line: str, cells: Mapping[str, str], span: Span, refusals: list[Refusal]) -> bool:
    """Whether a line is that of a device; what cannot be in its column is refused."""
    wrong, told = _wrong(cells)
    known = _DEVICE_ROW.match(line) is not None or _TREE.match(line) is not None
    name = _BRANCH.sub("", cells.get("name", "")).partition(" (dm-")[0]
    if " " in name or (len(wrong) == told and not (known and not wrong)):
        return False
    refusals.extend(Refusal(span, f"{name.upper()}: {shown(cells[name])} is not understood") for name in wrong)
    return True


def _wrong(cells: Mapping[str, str]) -> tuple[list[str], int]:
    """The columns whose cells cannot be theirs, and how many have a cell that can be told."""
    told = {name: cell for name, cell in cells.items() if name in _CERTAIN and cell not in ("", "-", "None")}
    return [name for name, cell in told.items() if not _CERTAIN[name].match(cell)], len(told)


def settings(cells: Mapping[str, str]) -> Values:
    """The slots that the columns of lsblk tell, by their names in lower case."""
    values: Values = {}
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
    reading = Reading()
    head = spans(output.lines[0])[:_MOST_COLUMNS]
    for index, line in enumerate(output.lines[1:], 1):
        cells = _cells(line, head)
        if _understood(line, cells, output.span(index), reading.refusals):
            _device(output, reading, index, cells, _TREE.match(line) is not None)
    return _found(output, reading)


def _cells(line: str, head: Sequence[tuple[str, int, int]]) -> dict[str, str]:
    cells = {name.lower(): cell for (name, _, _), cell in zip(head, aligned(line, head), strict=True) if cell}
    if _wrong(cells)[0] and len(words := _BRANCH.sub("", line).split()) == len(head):
        return {
            name.lower(): cell for (name, _, _), cell in zip(head, words, strict=True)
        }  # blanks were lost on the way
    return cells


def _device(output: Output, reading: Reading, index: int, cells: Mapping[str, str], below: bool) -> None:
    """The row of a whole disk, where a column says more than its size."""
    name = (cells.get("name") or cells.get("kname") or "").removeprefix("/dev/")
    if below or not name or not _is_disk(name, cells.get("type", "")):
        reading.pass_over("no whole disk", output.span(index))
    else:
        reading.rows += _disk(name, cells, output.span(index))
        reading.pass_over("nothing but sizes", output.span(index))


_WWN = lazy(r"0x(?P<hex>[0-9a-f]{16}(?:[0-9a-f]{16})?)\Z")
_SERIAL = lazy(r"[A-Za-z0-9][\w-]{5,}\Z")


def _disk(name: str, cells: Mapping[str, str], lines: Span) -> Iterator[Row]:
    """What the columns of a disk tell: its settings, and the names that it keeps."""
    if values := settings(cells):
        yield Row("disk-settings", {"device": name, **values}, lines)
    if _WWN.match(wwn := cells.get("wwn", "")):
        yield Row("device-label", {"label": f"wwn-{wwn}", "device": name}, lines)
    if _SERIAL.match(serial := cells.get("serial", "")):
        yield Row("device-label", {"label": f"serial-{serial}", "device": name}, lines)


def _pairs_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    end = run(lines, start, _PAIRS, _TROUBLE)
    begin = start
    while begin and _TROUBLE.match(lines[begin - 1]):
        begin -= 1
    named = any("NAME=" in line and "MAJ:MIN=" in line for line in lines[start:end])
    return (begin, end) if named or ("lsblk" in command and end > start) else None


def _read_pairs(output: Output) -> Reading:
    """``lsblk -P``: a line of names with quoted values for each device."""
    reading = Reading()
    for index, line in enumerate(output.lines):
        cells = {name.lower(): value.strip() for name, value in _PAIR.findall(line)}
        if cells and _understood("sda", cells, output.span(index), reading.refusals):
            _device(output, reading, index, cells, cells.get("type", "disk") != "disk")
    return _found(output, reading)


def _found(output: Output, reading: Reading) -> Reading:
    """The disks, and that the host runs Linux; nothing where no column told more than sizes."""
    disks = [row for row in reading.rows if row.template == "disk-settings"]
    if disks and all("physical-block-bytes" in row.values for row in disks) and "/dev/" not in output.command:
        reading.complete = frozenset({"disk-settings"})
    reading.infer_system("linux", output.span(0))
    return reading


def _json_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return json_extent(lines, start, ('"blockdevices"',))


_USED = lazy(r'.*"(?:name|kname|type|rota|log-sec|phy-sec|sched|zoned|model)"\s*:')


def _text(thing: Any) -> str:
    return "" if thing is None else str(thing)


def _read_json(output: Output) -> Reading:
    document, refusal = loaded(output)
    if refusal is not None:
        return Reading(refusals=[refusal])
    listed = document.get("blockdevices") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        return Reading(refusals=[Refusal(output.whole, "no list of disks in it")])
    reading = Reading(used=output.matching(_USED))
    for item in listed:
        if not isinstance(item, dict):
            continue
        cells = {str(key).lower(): _text(value) for key, value in item.items() if not isinstance(value, (list, dict))}
        name = (cells.get("name") or cells.get("kname") or "").removeprefix("/dev/")
        if name and _is_disk(name, cells.get("type", "")):
            reading.rows += _disk(name, cells, output.whole)
    return _found(output, reading)


# A line without its heading: the default columns of all versions, of which the last one may be empty.
_HEADLESS = lazy(
    r"\s*+[├└│|` ]*+[─-]{0,2}[A-Za-z][\w/.+:@-]{0,100}(?: \(dm-\d+\))?\s+\d{1,4}:\d{1,8}\s+[01]\s+\d+(?:[.,]\d+)?[BKMGTPE]?\s+[01]\s+"
    r"(?:disk|part|lvm|crypt|raid\d{1,2}|linear|md|mpath|loop|rom|dm|dmraid|swap|zram|thin|cache)(?:\s+(?:/|\[SWAP\]).{0,200}|\s*)\Z"
)
_TREE_MOUNT = lazy(r"[│ ]{6,200}(?:/\S{0,200}|\[SWAP\])\s*\Z")
"""A further mount point of the device above."""


def _read_headless(output: Output) -> Reading:
    """Some devices of the list, of which the default columns tell nothing but sizes."""
    reading = Reading()
    for index, line in enumerate(output.lines):
        if _HEADLESS.match(line) or _TREE_MOUNT.match(line):
            reading.pass_over("nothing but sizes", output.span(index))
    reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


HINTS = ("NAME ", "KNAME", '"blockdevices"', 'NAME="', " 0 disk", " 0 part", " 0 lvm", " 0 crypt", " 0 raid", " 0 mpath", " 0 loop",
         " 0 rom", " 0 dm", " 1 disk", " 1 part", " 1 lvm", " 1 rom", " 1 loop")  # fmt: skip
READERS = (
    Reader(
        "lsblk",
        _HEADER,
        extent_of(_ROW, head=_HEADER, tells=(_DEVICE_ROW,), most=20_000),
        _read,
        of_no_use=(("heading", _HEADER),),
    ),
    Reader(
        "lsblk",
        _HEADLESS,
        extent_of(_HEADLESS, _TREE_MOUNT, _ELLIPSIS, most=5_000),
        _read_headless,
        of_no_use=(("left out", _ELLIPSIS),),
    ),
    Reader("lsblk", _PAIRS, _pairs_extent, _read_pairs, of_no_use=(("message", _TROUBLE),)),
    Reader("lsblk-json", lazy(r"\s*\{"), _json_extent, _read_json, of_no_use=JSON_LINES),
)
