"""Parts of ``zpool status`` without the line ``pool:``: a device table, the lines above it, or a few rows of it.

People copy from the middle. The first row of a whole table names the pool; where that row is missing, the command may name
it, and else the pool is "". A table counts as whole only from its heading to ``errors:``.

Samples::

    >>> from facts.readers import show
    >>> show('''        NAME        STATE     READ WRITE CKSUM
    ...         tank        DEGRADED     0     0     0
    ...           mirror-0  DEGRADED     0     0     0
    ...             sda     ONLINE       0     0     0
    ...             sdb     FAULTED      5   100     0  too many errors
    ... ''')
    zpool-status-part lines 1-5 read
      zpool-status: checksum-errors=0 pool=tank read-errors=0 state=degraded write-errors=0 (1-5)
      pool-device: checksum-errors=0 device=sda pool=tank read-errors=0 role=data state=online vdev=mirror \
whole-disk=yes write-errors=0 (4-4)
      pool-device: checksum-errors=0 device=sdb pool=tank read-errors=5 role=data state=faulted vdev=mirror \
whole-disk=yes write-errors=100 (5-5)

    >>> show('''$ zpool status tank | grep scan:
    ...   scan: scrub repaired 0B in 01:02:03 with 0 errors on Sun Mar 12 01:26:04 2023
    ... ''')
    zpool-status-part lines 2-2 read
      zpool-status: pool=tank scan=scrub-done scan-errors=0 scan-repaired-bytes=0 (2-2)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.pool_messages import condition_of, message_of
from facts.pool_text import GROUP, HEADER, KEY, POOL, VDEV_ROW, accounted, end_of_config, end_of_errors, skip_blank
from facts.readers.zpool_status import LOST, POOL_STATES, Pool, device_row, read_keys, scan_of, take_table
from facts.readers.zpool_tree import is_inner, shape, tree_of
from facts.reading import Output, Reader, Reading, Refusal, Row, Span, prompt_of
from facts.zfs_commands import parse_command

_COUNT = r"(?:-|\d+(?:\.\d+)?[KMGT]?)"
_ROW = lazy(
    rf"\s*\S+\s+(?:ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED|SPLIT)\s+{_COUNT}\s+{_COUNT}\s+{_COUNT}"
    r"(?:\s+(?:\d+|-))?(?:\s+(?:\(|[a-z]{3,}\b|\d+(?:\.\d+)?[KMGT]? (?:repaired|resilvered)\b).*)?\s*\Z"
)
_ERRORS = lazy(r"(?:No known data errors|Permanent errors have been|\d+ data errors, use|List of errors unavailable)")
_ACTION = lazy(
    r"(?:Attach the missing|Destroy and re-create|Determine if the (?:device|pool)|Enable all features|Export the pool"
    r"|Make sure the (?:affected )?(?:devices|pool)|Move the data|Online the device|Replace the (?:device|faulted|affected)"
    r"|Restore the (?:file|affected)|Run 'zpool|The pool can(?:not)? be imported|Upgrade the pool|Wait for the resilver)"
)
_IMPORT = lazy(r"\s*action:\s+The pool can(?:not)? be imported")
_WORDS = ("status", "action", "see", "comment")
_LONGEST_TEXT = 6
_BELOW = lazy(r"(?:\t| {4})\s*+\S")


def _is_strong(lines: Sequence[str], index: int) -> bool:
    """Whether a line is one of ``zpool status`` whatever stands around it."""
    line = lines[index]
    key = KEY.match(line)
    if key is None:
        return _ROW.match(line) is not None
    name, text = key["key"], key["value"] or ""
    if name in ("scan", "scrub"):
        return scan_of(text) != ""
    if name == "status":
        return condition_of(" ".join([text, *lines[index + 1 : index + 3]])) is not None and len(text.split()) > 3
    if name == "errors":
        return _ERRORS.match(text) is not None
    if name == "dedup":
        return text.startswith(("DDT entries ", "no DDT entries"))
    if name == "action":
        return _ACTION.match(text) is not None
    return name == "see" and message_of(text) is not None


def _may_stand(line: str) -> bool:
    """A line that belongs to such an output where others of it stand around it."""
    key = KEY.match(line)
    if key is None:
        return HEADER.match(line) is not None
    name, text = key["key"], key["value"] or ""
    if name == "state":
        return text.lower() in POOL_STATES and text.isupper()
    if name == "config":
        return not text
    return name == "pool" and POOL.match(line) is not None


def _end_of_text(lines: Sequence[str], index: int) -> int:
    """The line after a text that goes on below its key: over indented lines, or up to the next key."""
    end = index
    while end < len(lines) and _BELOW.match(lines[end]) and not KEY.match(lines[end]):
        if HEADER.match(lines[end]) or _ROW.match(lines[end]) or prompt_of(lines[end]) is not None:
            return end
        end += 1
    if end > index:
        return end
    for following in range(index, min(len(lines), index + _LONGEST_TEXT)):
        if not lines[following].strip() or prompt_of(lines[following]) is not None:
            break
        if KEY.match(lines[following]) or HEADER.match(lines[following]):
            return following
    return index


def _extent(lines: Sequence[str], start: int, command: str) -> Span | None:
    strong = False
    index = end = start
    while index < len(lines):
        line = lines[index]
        if not line.strip():
            if index - end > 1:
                break
            index += 1
            continue
        own = _is_strong(lines, index)
        key = KEY.match(line)
        if not own and not _may_stand(line):
            break
        if end > start and key and key["key"] == "pool":
            break
        strong = strong or own
        index += 1
        if key is None or key["key"] == "config":
            first = skip_blank(lines, index) if key else index - 1
            if key and not (first < len(lines) and (HEADER.match(lines[first]) or _ROW.match(lines[first]))):
                end = index
                continue
            end = index = max(index, end_of_config(lines, first))
            strong = strong or any(VDEV_ROW.match(row) and _ROW.match(row) for row in lines[first:index])
        elif key["key"] == "errors":
            end = index = end_of_errors(lines, index) if (key["value"] or "").endswith(":") else index
        else:
            end = index = _end_of_text(lines, index)
    return (start, end) if strong else None


def _table(lines: Sequence[str]) -> int | None:
    """Where the rows of the table begin; None where there are none."""
    return next((n for n, line in enumerate(lines) if HEADER.match(line) or _ROW.match(line)), None)


def _top_row(lines: Sequence[str], table: int) -> str:
    """The name in the row of the pool; "" where the first row is that of something inside a pool."""
    headed = HEADER.match(lines[table]) is not None
    rows = [match for line in lines[table + headed :] if (match := VDEV_ROW.match(line))]
    if not rows or is_inner(rows[0]["name"]) or not re.match(r"[A-Za-z][\w.:-]*\Z", rows[0]["name"]):
        return ""
    if headed:
        return str(rows[0]["name"])
    depths = [len(row["indent"].expandtabs()) for row in rows]
    above = len(rows) > 1 and (depths[1] > depths[0] or is_inner(rows[1]["name"]))
    return str(rows[0]["name"]) if above else ""


def _asked(command: str) -> str:
    """The only pool that a command asks for, or ""."""
    known = parse_command(command, "zpool", "status")
    named = [name for name in known.operands if not name.isdecimal()] if known else []
    return named[0] if len(named) == 1 and re.match(r"[A-Za-z][\w.:-]*\Z", named[0]) else ""


def _pool(output: Output) -> Pool:
    lines = output.lines
    said = POOL.match(lines[0])
    table = _table(lines)
    top = _top_row(lines, table) if table is not None else ""
    pool = Pool(said["pool"] if said else top or _asked(output.command), 0, len(lines), None)
    headless = table is not None and not HEADER.match(lines[table])
    pool.columns = ("READ", "WRITE", "CKSUM")
    if headless and table is not None:
        first = VDEV_ROW.match(lines[table])
        depth = len(first["indent"].expandtabs()) if first else 0
        end = max(table + 1, end_of_config(lines, table))
        read_keys(pool, lines[:table], 0, table)
        take_table(pool, lines, table, end, -1 if top else max(0, depth - 1))
        read_keys(pool, lines, end, len(lines))
    else:
        read_keys(pool, lines, 0, len(lines))
    if top and table is not None and "state" not in pool.values:
        row = next(match for line in lines[table:] if (match := VDEV_ROW.match(line)))
        pool.values["state"] = row["state"].lower()
    return pool


def _read(output: Output) -> Reading:
    pool = _pool(output)
    imported = not any(map(_IMPORT.match, output.lines))
    tree = tree_of(pool.devices)
    working = {device.name for device, _ in tree.leaves if device.role != "spare"}
    shown = [(device, vdev) for device, vdev in tree.leaves if device.role != "spare" or device.name not in working]
    reading = Reading()
    values = {"pool": pool.name, **pool.values}
    if not imported:
        values["imported"] = False
    elif pool.devices and not pool.refusals and _is_whole(output.lines):
        logs = [vdev for device, vdev in tree.leaves if device.role == "log"]
        values |= shape(tree.data_vdevs, sum(device.role == "data" for device, _ in tree.leaves), logs)
    devices = [device_row(output, pool, device, vdev) for device, vdev in shown]
    if len(values) > 1:
        spans = {slot: output.span(*at) for slot, at in pool.spans.items()}
        reading.rows.append(Row("zpool-status", values, output.whole, spans))
    reading.rows += devices
    reading.refusals += [Refusal(output.span(line), reason) for line, reason in pool.refusals]
    reading.unnamed += [output.first + line for line in pool.unnamed]
    for index, rule in accounted(output.lines):
        reading.pass_over(rule, output.span(index)) if rule else reading.used.append(output.span(index))
    table = _table(output.lines)
    if table is not None:
        end = max(table + 1, end_of_config(output.lines, table))
        refused = {line for line, _ in pool.refusals}
        reading.used += [
            output.span(n)
            for n in range(table, end)
            if n not in refused and (VDEV_ROW.match(output.lines[n]) or GROUP.match(output.lines[n]))
        ]
    return reading


def _is_whole(lines: Sequence[str]) -> bool:
    """Whether the device table is there from its heading to its end."""
    head = next((n for n, line in enumerate(lines) if HEADER.match(line)), None)
    return head is not None and any(re.match(r"\s*errors:", line) for line in lines[head:])


HINTS = (
    " CKSUM", "scan: ", "scrub: ", "ZFS-8000", "errors: ", "One or more devices", " ONLINE ", " DEGRADED ", " FAULTED ",
    " UNAVAIL ", " REMOVED ", " OFFLINE ", "action: ", "DDT entries ",
)  # fmt: skip
READERS = (
    Reader(
        "zpool-status-part",
        lazy(
            r"\s*(?:NAME\s+STATE\s+READ\s+WRITE\s+CKSUM"
            r"|(?:scan|scrub|status|errors|action|see|state|config|pool|dedup):"
            r"|\S+\s+(?:ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|REMOVED|SUSPENDED|SPLIT)\s+[\d-])"
        ),
        _extent,
        _read,
        faults=LOST,
    ),
)
