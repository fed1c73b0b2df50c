'''How a disk's write cache is set: ``hdparm``, ``sdparm --get=WCE``, ``camcontrol modepage``, ``format -e``, ``grep . /sys/block/*/queue/*``.

The files below ``/sys/block`` are read as ``grep`` or ``tail`` lists them, or one alone below its ``cat``. There
``write_cache`` is what the kernel takes the cache for, which may have been overridden; ``hdparm`` and ``sdparm`` ask the
drive. ``md/sync_action`` tells what an array of Linux software RAID is doing.

Samples::

    >>> from facts.readers import show
    >>> show("""/dev/sda:
    ...  write-caching =  1 (on)
    ... """)
    hdparm lines 1-2 read
      disk-settings: device=sda drive-cache=on (1-2)
      system: os=linux (1-1)

    >>> show("""/sys/block/sda/queue/write_cache:write through
    ... /sys/block/sda/queue/rotational:1
    ... /sys/block/md0/md/sync_action:check
    ... """)
    sysfs-block lines 1-3 read
      disk-settings: device=sda kernel-view=write-through rotational=yes (1-2)
      md-array: array=md0 sync-action=check (3-3)
      system: os=linux (1-1)

    >>> show("""    /dev/sdb: SEAGATE   ST4000NM0023      0006
    ... WCE           0  [cha: y, def:  1, sav:  0]
    ... """)
    sdparm lines 1-2 read
      disk-settings: device=sdb drive-cache=off model=SEAGATE ST4000NM0023 (1-2)
'''

from __future__ import annotations

from collections.abc import Sequence

from facts.kit import ANY, extent_of, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.recording import recording_of
from facts.schema import Value

_DEVICE = lazy(r"\s*/dev/(?P<device>[a-z]\w*):\s*\Z")
_HDPARM = lazy(
    r"\s*(?:write-caching = |setting drive write-caching|ATA device, with|look-ahead|SG_IO: |HDIO_|readahead|IO_support"
    r"|multcount|readonly|geometry|Timing |drive state is|Model=|APM_level|unmaskirq|using_dma|acoustic)"
)
_TITLE = lazy(
    r"(?:ATA device|Standards|Configuration|Capabilities|Commands/feat|Security|Logical Unit|HW reset|Checksum|Integrity"
    r"|DMA|PIO|SG_IO|Device-Reported|Device Sleep|HDIO_|Media Serial|Used: )"
)
_CACHING = lazy(r"\s*write-caching = *(?P<on>[01])\b")
_FEATURE = lazy(r"(?P<star>\s+\*)?\s+Write cache\s*\Z")
_MODEL = lazy(r"\s*Model Number:\s+(?P<model>\S(?:.*\S)?)\s*\Z")
_SECTOR = lazy(r"\s*(?P<kind>Logical|Physical)\s+Sector size:\s+(?P<bytes>\d{3,5}) bytes")
_ROTATION = lazy(r"\s*Nominal Media Rotation Rate: (?P<rate>\S(?:.*\S)?)\s*\Z")
_INQUIRY = lazy(r"\s*Model=(?P<model>[^,]*[^,\s]),")
_ENABLED = lazy(r"\s*AdvancedPM=.*\bWriteCache=(?P<state>enabled|disabled)\b")
# `hdparm -t`: what came from the disk itself; `-T` reads from memory
_TIMING = lazy(
    r"\s*Timing (?:buffered|O_DIRECT) disk reads:\s++(?P<megabytes>\d+) MB in ++(?P<seconds>\d+\.\d+) seconds =[ ]++\d+\.\d+ [kM]B/sec\s*\Z"
)
_CACHED = lazy(r"\s*Timing cached reads:[^=]*+= +(?P<rate>\d+\.\d+) (?P<unit>[kM])B/sec\s*\Z")
_MEMORY_SLOW = 100.0
# what else hdparm prints, with its options and of `-i` and `-I`
_OF_HDPARM = (
    ("device", _DEVICE),
    ("heading", _TITLE),
    ("another setting", lazy(
        r"\s*(?:look-ahead|setting |SG_IO:|HDIO_|readahead|IO_support|multcount|readonly|geometry|drive state is|APM_level|unmaskirq"
        r"|using_dma|acoustic|keepsettings|nowerr|wdidle3|queue_depth|write-caching = +not supported|\* signifies)"
    )),
    ("timing", lazy(r"\s*Timing ")),
    ("identity", lazy(
        r"\s*(?:Serial Number|Firmware Revision|Media (?:Serial|Manufacturer)|Transport|Config=|RawCHS=|\(maybe\)|BuffType=|CurCHS=|IORDY="
            r"|PIO modes:"
        r"|U?DMA modes:|AdvancedPM=|Drive conforms|Used:|Supported:|Likely used|Unique ID|NAA\s|IEEE OUI)"
    )),
    ("sizes", lazy(
        r"\s+(?:Logical\s+max|cylinders|heads|sectors/track|bytes/|CHS current|LBA\d* +user|Logical Sector-0|device size|cache/buffer"
            r"|Form Factor"
        r"|Sector size|LBA, |Queue depth|Standby timer|R/W multiple|Advanced power|Recommended acoustic|DMA:|PIO:|Cycle time|bytes avail"
            r"|Buffer "
    r"|Can Advanced|Power-Up|LBA\b)"
    )),
    ("feature", lazy(r"\s+(?:\*\s+|\s{4,})[A-Z\d{(]|\s*Enabled\s+Supported:|\s+\*?\s*(?:unknown |reserved |frozen-|test ext)")),
    ("security", lazy(
        r"\s+(?:(?:not\s+)?(?:supported|enabled|locked|frozen|expired: )|Master password|Security level|supported: enh|\d+min for|DEVSLP"
            r"|Minimum DEVSLP)"
    )),
    ("reset", lazy(r"\s+(?:CBLID-|Device num )")),
)  # fmt: skip
_OF_SDPARM = (
    (
        "another field",
        lazy(r"\s*[A-Z][A-Z0-9_]{1,12} +-?(?:\d+|0x[0-9a-f]+) +(?:\[|\Z)|\s*[\w ]+(?:mode page|\[\w+\])[^:]*:"),
    ),
)
_SDPARM = lazy(r"\s*/dev/(?P<device>\w+): (?P<vendor>\S+)\s+(?P<product>\S.*?(?<!\s))\s{2,}+\S++\s*+\Z")
_WCE = lazy(r"\s*(?:WCE|Write cache enable:?)\s+(?P<on>[01])\b")
_SDPARM_EXTENT = extent_of(lazy(rf"(?!{_SDPARM.pattern})"), head=_SDPARM, tells=(_WCE,), most=40)
# the caching page (8) of a SCSI disk as FreeBSD prints it
_PAGE = lazy(r"\s*[A-Z][\w -]{1,40}:\s+\d{1,6}(?:\s*\Z|\s\S)")
_PAGE_WCE = lazy(r"\s*WCE:\s+(?P<on>[01])\b")
_PAGE_OF = lazy(r".*\bcamcontrol\s+mode(?:page)?\b.*?\s(?:-n\s+)?(?P<device>(?:a?da|nda)\d+)\b")
# the menus of Solaris' format -e, down to what the disk answers
_MENU = lazy(
    r"\s*(?:selecting \S|\[disk formatted|(?:format|cache|write_cache)> ?\S|(?:WRITE_|READ_)?CACHE MENU:"
    r"|(?:write_cache|read_cache|display|enable|disable|quit|!<cmd>) +- |quit\s*\Z|FORMAT MENU:|\w+ +- \S|Write Cache is )"
)
_MENU_SAYS = lazy(r"\s*Write Cache is (?P<state>enabled|disabled)\b")
_MENU_OF = lazy(r"\s*selecting (?P<device>c\w+d\d+)")
_FORMAT_OF = lazy(r".*\bformat\b.*\b(?P<device>c\w+d\d+)\b")
_FILE = (
    r"/sys/(?:block|class/block|devices/\S{1,160}?/block)/(?P<device>[\w!.-]+)/"
    r"(?P<file>(?:queue|device|md)/(?:write_cache|rotational|zoned|logical_block_size|physical_block_size|scheduler|model"
    r"|sync_action|sync_speed|hw_sector_size))"
)
_LISTED = lazy(rf"\s*{_FILE}:(?P<value>.*)")
_TITLED = lazy(rf"\s*==> ?{_FILE} ?<==\s*\Z")
_COMMAND = lazy(rf"(?:cat|head|more|tail)\s+{_FILE}\s*\Z")
_ANY_FILE = lazy(r"\s*(?:==> ?)?/sys/(?:block|class/block|devices)/\S+")
_ANY_TITLE = lazy(r"\s*==> ?/\S+ ?<==\s*\Z")
_SCHEDULER = lazy(r"(?:(?:[a-z][\w-]* )*\[(?P<chosen>[\w-]+)\](?: [a-z][\w-]*)*|(?P<only>[a-z][\w-]*))\Z")
_NO_DISK = lazy(r"(?:loop|ram|zram|sr|fd|md|dm-)\d")
_ACTIONS = {"idle": "none", "frozen": "none", "resync": "resync", "recover": "recovery", "check": "check",
            "repair": "check", "reshape": "reshape"}  # fmt: skip


def _hdparm_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    following = [line for line in lines[start + 1 : start + 5] if line.strip()]
    if not following or not any(_HDPARM.match(line) for line in following[:3]):
        return None
    return start, run(lines, start + 1, _TITLE, lazy(r"\s"), blanks=ANY, most=200)


def _timed(output: Output, device: str, reading: Reading) -> None:
    """What `-t` read from the disk; where reads from memory crawl, it is the host that is slow, not the disk."""
    if _NO_DISK.match(device) or any(
        match["unit"] == "k" or float(match["rate"]) < _MEMORY_SLOW
        for line in output.lines
        if (match := _CACHED.match(line))
    ):
        return
    for index, line in enumerate(output.lines):
        if (match := _TIMING.match(line)) and (seconds := float(match["seconds"])):
            total = float(match["megabytes"]) * 2**20
            values: dict[str, Value | bool] = {
                "target": device, "number": output.first + index, "program": "hdparm", "direction": "read",
                "total-bytes": total, "seconds": seconds, "bytes-s": total / seconds,
            }  # fmt: skip
            reading.used.append(output.span(index))
            reading.rows.append(Row("bulk-write", values, output.span(index)))


def _read_hdparm(output: Output) -> Reading:
    head = _DEVICE.match(output.lines[0])
    assert head is not None
    values: dict[str, Value | bool] = {}
    reading = Reading()
    last = 0
    for index, line in enumerate(output.lines):
        found: dict[str, Value | bool] = {}
        if match := _CACHING.match(line):
            found["drive-cache"] = "on" if match["on"] == "1" else "off"
        elif match := _FEATURE.match(line):
            found["drive-cache"] = "on" if match["star"] else "off"
        elif match := _MODEL.match(line) or _INQUIRY.match(line):
            found["model"] = match["model"]
            if recording := recording_of(match["model"]):
                found["recording"] = recording
        elif match := _SECTOR.match(line):
            found[f"{match['kind'].lower()}-block-bytes"] = int(match["bytes"])
        elif match := _ROTATION.match(line):
            found["rotational"] = not match["rate"].lower().startswith("solid")
        elif match := _ENABLED.match(line):
            found["drive-cache"] = "on" if match["state"] == "enabled" else "off"
        if found:
            reading.used.append(output.span(index))
            values |= found
            last = index
    _timed(output, head["device"], reading)
    if values:
        reading.rows.append(Row("disk-settings", {"device": head["device"], **values}, output.span(0, last)))
        reading.rows.append(Row("system", {"os": "linux"}, output.span(0), inferred=True))
    return reading


def _read_sdparm(output: Output) -> Reading:
    head = _SDPARM.match(output.lines[0])
    assert head is not None
    model = " ".join(f"{head['vendor']} {head['product']}".split()).removeprefix("ATA ")
    values: dict[str, Value | bool] = {"device": head["device"], "model": model}
    if recording := recording_of(model):
        values["recording"] = recording
    for line in output.lines[1:]:
        if match := _WCE.match(line):
            values["drive-cache"] = "on" if match["on"] == "1" else "off"
    return Reading([Row("disk-settings", values, output.whole)], used=output.matching(_SDPARM, _WCE))


def _read_page(output: Output) -> Reading:
    device = _PAGE_OF.match(output.command)
    states = [match["on"] == "1" for _, match in output.matches(_PAGE_WCE)]
    values: dict[str, Value | bool] = {
        "device": device["device"] if device else "da",
        "drive-cache": "on" if states[0] else "off",
    }
    return Reading([Row("disk-settings", values, output.whole)], used=output.matching(_PAGE_WCE))


def _read_menu(output: Output) -> Reading:
    device = next((match["device"] for _, match in output.matches(_MENU_OF)), "")
    if not device and (match := _FORMAT_OF.match(output.command)):
        device = match["device"]
    reading = Reading(used=output.matching(_MENU_SAYS, _MENU_OF))
    for index, match in output.matches(_MENU_SAYS):
        values: dict[str, Value | bool] = {
            "device": device or "disk",
            "drive-cache": "on" if match["state"] == "enabled" else "off",
        }
        reading.rows = [Row("disk-settings", values, output.span(index))]  # the last word counts
    reading.infer_system("solaris", output.span(0))
    return reading


def _sysfs_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _COMMAND.search(command) and not _ANY_FILE.match(lines[start]):
        return (start, start + 1) if lines[start].strip() else None
    end = start + 1
    titled = _ANY_TITLE.match(lines[start]) is not None
    for index in range(start + 1, min(len(lines), start + 20_000)):
        line = lines[index]
        if prompt_of(line) is not None:
            break
        if _ANY_FILE.match(line) or (titled and index == end and line.strip()):
            end, titled = index + 1, _ANY_TITLE.match(line) is not None
        elif line.strip():
            break
    return start, end


def _setting(file: str, value: str) -> tuple[str, Value | bool] | tuple[()] | None:
    """The slot that one file below queue or device tells, none where it tells nothing, None where it is not understood."""
    name, text = file.rpartition("/")[2], value.strip()
    if name == "hw_sector_size" or not text:
        return ()
    if name == "write_cache" and text in ("write back", "write through"):
        return "kernel-view", text.replace(" ", "-")
    if name == "rotational" and text in ("0", "1"):
        return "rotational", text == "1"
    if name == "zoned" and text in ("none", "host-aware", "host-managed"):
        return "zoned", text
    if name in ("logical_block_size", "physical_block_size") and text.isdecimal():
        return f"{name.partition('_')[0]}-block-bytes", int(text)
    if name == "scheduler" and (chosen := _SCHEDULER.match(text)):
        return "scheduler", chosen["chosen"] or chosen["only"]
    return ("model", text) if name == "model" else None


def _listed(output: Output, reading: Reading) -> list[tuple[int, str, str, str]]:
    """Line, device, file and value of every file that is listed; of another than ours neither name nor value is of use."""
    found, title, other = [], None, False
    for index, line in enumerate(output.lines):
        if match := _LISTED.match(line):
            found.append((index, match["device"], match["file"], match["value"]))
        elif _ANY_TITLE.match(line):
            title = _TITLED.match(line)
            other = title is None
            (reading.used if title else reading.passed.setdefault("another file", [])).append(output.span(index))
        elif title is not None and line.strip():
            found.append((index, title["device"], title["file"], line))
            title = None
        elif other and line.strip():
            if len(line.split()) == 1:
                reading.pass_over("another file", output.span(index))
            other = False
    if not found and (match := _COMMAND.search(output.command)):
        found.append((0, match["device"], match["file"], output.lines[0]))
    return found


def _read_sysfs(output: Output) -> Reading:
    reading = Reading()
    things: dict[tuple[str, str], tuple[dict[str, Value | bool], list[int]]] = {}
    for index, device, file, value in _listed(output, reading):
        text = value.strip()
        if file.startswith("md/"):
            told = _of_array(file, text)
        elif _NO_DISK.match(device):
            reading.pass_over("no disk", output.span(index))
            continue
        else:
            told = _setting(file, value)
        if told is None:
            reading.refusals.append(Refusal(output.span(index), f"{file}: `{text[:40]}` is not understood"))
        elif not told:
            reading.pass_over("nothing to tell", output.span(index))
        else:
            template, key = ("md-array", "array") if file.startswith("md/") else ("disk-settings", "device")
            values, lines = things.setdefault((template, device), ({key: device}, []))
            values[told[0]] = told[1]
            if told[0] == "model" and (recording := recording_of(text)):
                values["recording"] = recording
            reading.used.append(output.span(index))
            lines.append(index)
    by_template = sorted(things.items(), key=lambda thing: thing[0][0])
    reading.rows = [
        Row(template, values, output.span(lines[0], lines[-1])) for (template, _), (values, lines) in by_template
    ]
    reading.infer_system("linux", output.span(0))
    return reading


def _of_array(file: str, text: str) -> tuple[str, Value | bool] | tuple[()] | None:
    """The slot that one file below md tells, none where nothing runs."""
    if file == "md/sync_action":
        return ("sync-action", _ACTIONS[text]) if text in _ACTIONS else None
    if text == "none":
        return ()
    return ("sync-kb-s", float(text)) if text.isdecimal() else None


HINTS = (
    "hdparm",
    "multcount",
    "drive state is:",
    " reads:",
    "write-caching",
    "WriteCache=",
    "Model=",
    "ATA device, with",
    "WCE",
    "Write Cache is ",
    "/sys/block/",
    "/sys/class/block/",
    "/block/",
)
READERS = (
    Reader("hdparm", lazy(r"\s*/dev/[a-z]\w*:\s*\Z"), _hdparm_extent, _read_hdparm, of_no_use=_OF_HDPARM),
    Reader("sdparm", lazy(r"\s*/dev/\w+: \S+\s+\S"), _SDPARM_EXTENT, _read_sdparm, of_no_use=_OF_SDPARM),
    Reader(
        "camcontrol-modepage",
        lazy(r"\s*(?:IC|WCE|ABPF):\s+\d"),
        extent_of(_PAGE, tells=(_PAGE_WCE,), most=40),
        _read_page,
        of_no_use=(("another field", _PAGE),),
    ),
    Reader(
        "format-cache",
        lazy(
            r"\s*(?:selecting c\w|(?:format|cache|write_cache)> |(?:WRITE_)?CACHE MENU:|Write Cache is (?:en|dis)abled)"
        ),
        extent_of(_MENU, tells=(_MENU_SAYS,), blanks=1, most=80),
        _read_menu,
        of_no_use=(("menu", _MENU),),
    ),
    Reader(
        "sysfs-block",
        lazy(r"\s*(?:==> ?)?/sys/(?:block|class/block|devices)/\S+/(?:queue|device|md)/\w+(?::\s*\S| <==)"),
        _sysfs_extent,
        _read_sysfs,
        _COMMAND,
        of_no_use=(("another file", lazy(rf"{_ANY_FILE.pattern}:")),),
    ),
)
