"""``zpool status``: state, scan and devices of each pool. Also ``zpool import``, which lists pools not yet imported.

Known versions: Solaris 10 (``scrub:``), Solaris 11 and illumos (``scan:``), OpenZFS up to 2.3 with ``-v``, ``-s``,
``-D``, ``-p``, ``-e``, ``-T d|u`` and repeated with an interval; ``-x`` on a healthy host, which is one sentence. A
copy that has lost the error columns or its indentation is read as far as it goes.

Samples::

    >>> from facts.readers import show
    >>> show('''  pool: tank
    ...  state: DEGRADED
    ... status: One or more devices are faulted in response to persistent errors.
    ...   scan: resilvered 1.2G in 0h1m with 0 errors on Fri Aug 19 15:33:19 2022
    ... config:
    ...
    ...         NAME        STATE     READ WRITE CKSUM
    ...         tank        DEGRADED     0     0     0
    ...           mirror-0  DEGRADED     0     0     0
    ...             c1t0d0  ONLINE       0     0     0
    ...             c1t1d0  FAULTED      5   100     0  too many errors
    ...         logs
    ...           c1t2d0    ONLINE       0     0     0
    ...
    ... errors: No known data errors
    ... ''')
    zpool-status lines 1-15 read
      zpool-status: checksum-errors=0 condition=devices-faulted data-devices=2 data-vdevs=1 has-log-device=yes log-devices=1 log-mirrored=no \
permanent-errors=no pool=tank read-errors=0 scan=resilver-done scan-errors=0 state=degraded write-errors=0 (1-15)
      pool-device: checksum-errors=0 device=c1t0d0 pool=tank read-errors=0 role=data state=online vdev=mirror \
whole-disk=yes write-errors=0 (10-10)
      pool-device: checksum-errors=0 device=c1t1d0 pool=tank read-errors=5 role=data state=faulted vdev=mirror \
whole-disk=yes write-errors=100 (11-11)
      pool-device: checksum-errors=0 device=c1t2d0 pool=tank read-errors=0 role=log state=online vdev=disk \
whole-disk=yes write-errors=0 (13-13)

    >>> show('''# zpool import
    ...   pool: old
    ...     id: 14702934086626715962
    ...  state: ONLINE
    ... action: The pool can be imported using its name or numeric identifier.
    ... config:
    ...         old         ONLINE
    ...           c2t0d0    ONLINE
    ... ''')
    zpool-import lines 2-8 read
      zpool-status: imported=no pool=old state=online (2-8)
      pool-device: device=c2t0d0 pool=old role=data state=online vdev=disk whole-disk=yes (8-8)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.pool_messages import SUSPENDED, condition_of, message_of
from facts.pool_text import (
    DETAILS,
    GROUP,
    HEADER,
    KEY,
    POOL,
    VDEV_ROW,
    WORDS,
    accounted,
    end_of_config,
    end_of_pool,
    skip_blank,
    starts_pool,
)
from facts.readers.zpool_tree import GROUP_ROLES, Device, shape, tree_of
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.stamps import stamp_line
from facts.states import not_understood
from facts.subjects import device_slots
from facts.units import size

_ALL_WELL = lazy(r"\s*(?:all pools are healthy|no pools available)\s*\Z")
_WELL = lazy(r"\s*pool '(?P<pool>[^']+)' is healthy\s*\Z")
_DEDUP = lazy(
    r"DDT entries (?P<entries>\d+), size (?P<disk>[\d.]+[KMGTP]?)B? on disk, (?P<core>[\d.]+[KMGTP]?)B? in core"
    r"(?:, (?P<cached>[\d.]+[KMGTP]?)B? cached)?"
)
_BLOCK_SIZE = lazy(r"block size: (?P<configured>\d+)B configured, (?P<native>\d+)B native")
_ERRORS = lazy(r"ermanent errors|persistent errors|\d+ data errors|errors unavailable")
POOL_STATES = frozenset({"online", "degraded", "faulted", "offline", "unavail", "removed", "suspended"})
_LEAST_ENTRY_BYTES = 20


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _ALL_WELL.match(lines[start]) or _WELL.match(lines[start]):
        return start, start + 1
    if not starts_pool(lines, start):
        return None
    begin, index, end = start, start, start
    if start and stamp_line(lines[start - 1]) is not None:
        begin = start - 1
    while starts_pool(lines, index):
        end = end_of_pool(lines, index)
        index = skip_blank(lines, end)
        if index < len(lines) and stamp_line(lines[index]) is not None:
            index = skip_blank(lines, index + 1)
    return begin, end


@dataclass(slots=True)
class Pool:
    """One pool as it stands in the output."""

    name: str
    start: int
    end: int
    time: float | None
    values: dict[str, Value | bool] = field(default_factory=dict)
    devices: list[Device] = field(default_factory=list)
    columns: tuple[str, ...] = ()
    refusals: list[tuple[int, str]] = field(default_factory=list)
    unnamed: list[int] = field(default_factory=list)
    spans: dict[str, tuple[int, int]] = field(default_factory=dict)


# as the source prints them; a sequential resilver names its device in brackets
_WHAT = r"(?:error |thorough )?(?P<what>scrub|resilver)(?: ?\([^()]{1,80}\))?"
_SCANS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("none", lazy(r"none requested\b")),
    ("{}-running", lazy(rf"{_WHAT} (?:in progress|started)\b|(?P<what2>resilver)ing\b")),
    ("paused", lazy(rf"{_WHAT} paused\b")),
    ("canceled", lazy(rf"{_WHAT} (?:cancell?ed|stopped)\b")),
    ("{}-done", lazy(rf"{_WHAT} (?:repaired|completed?)\b|(?P<what2>resilver)ed\b|(?P<what3>scrub)bed\b")),
)


def scan_of(text: str) -> str:
    """The allowed symbol for a ``scan:`` or ``scrub:`` line, "" for words that are not understood."""
    for symbol, form in _SCANS:
        if match := form.match(text):
            return symbol.format(next((name for name in match.groups() if name), "scrub"))
    return ""


def _take_state(pool: Pool, text: str, line: int) -> None:
    state = text.split()[0].lower() if text else ""
    if state in POOL_STATES:
        pool.values["state"] = state
    else:
        pool.refusals.append((line, not_understood(state, (line, line)).reason))


def _take_scan(pool: Pool, text: str, line: int) -> None:
    symbol = scan_of(text)
    if not symbol:
        pool.refusals.append((line, not_understood(text, (line, line)).reason))
        return
    if str(pool.values.get("scan", "")).endswith("-running"):
        return  # a sequential resilver has a line for each device: the one that runs counts
    pool.values["scan"] = symbol
    if match := re.search(r"with (\d+) errors", text):
        pool.values["scan-errors"] = int(match[1])
    if match := re.search(r"(?:repaired|resilvered) (\d+(?:\.\d+)?[KMGTPE]?)B?\b", text):
        repaired = size(match[1])
        if repaired is not None and symbol == "scrub-done":
            pool.values["scan-repaired-bytes"] = repaired


_SCAN_RATE = lazy(
    r"\s+\S+ scanned (?:out of \S+ )?at (?P<scanned>[\d.]+[KMG]?)B?/s(?:, \S+ issued at (?P<issued>[\d.]+[KMG]?)B?/s)?"
)


def _take_rate(pool: Pool, lines: Sequence[str]) -> None:
    """How fast the scan that runs goes: the first line below it, which of newer releases tells what was issued as well."""
    if (match := _SCAN_RATE.match(lines[0]) if lines else None) and (rate := size(match["issued"] or match["scanned"])):
        pool.values["scan-bytes-s"] = rate


def _take_dedup(pool: Pool, text: str) -> None:
    if text.startswith("no DDT"):
        pool.values["dedup-entries"] = 0
    elif match := _DEDUP.search(text):
        entries = int(match["entries"])
        pool.values["dedup-entries"] = entries
        for slot, part in (("dedup-on-disk-bytes", "disk"), ("dedup-in-core-bytes", "core")):
            pool.values[slot] = dedup_bytes(match[part], entries)
        if match["cached"]:
            pool.values["dedup-cached-bytes"] = size(match["cached"]) or 0.0


def dedup_bytes(text: str, entries: int) -> float:
    """The size of a whole table: up to OpenZFS 2.2 that of one entry is told, in bytes and later with a unit.

    >>> dedup_bytes("320", 1000), dedup_bytes("4.24K", 5248804), dedup_bytes("51.0M", 265611)
    (320000.0, 22789047255.04, 53477376.0)
    """
    value = size(text) or 0.0
    return value * entries if value < entries * _LEAST_ENTRY_BYTES or (text.isdecimal() and value <= 4096) else value


def _take_errors(pool: Pool, text: str, line: int) -> None:
    if text.startswith(("No known", "no known")):
        pool.values["permanent-errors"] = False
    elif _ERRORS.search(text):
        # The list is asked for only where the pool counts errors, so one that is unavailable has entries.
        pool.values["permanent-errors"] = True
    else:
        pool.refusals.append((line, f"errors: `{text[:40]}` is not known"))


def _take_words(pool: Pool, lines: Sequence[str], index: int, text: str) -> None:
    """The text after ``status:``, which goes on over indented lines."""
    words = [text]
    for line in lines[index + 1 : index + 8]:
        if not line.strip() or KEY.match(line) or not WORDS.match(line):
            break
        words.append(line)
    if (condition := condition_of(" ".join(words))) is None:
        pool.unnamed.append(index)
    else:
        pool.values["condition"] = condition
        pool.spans["condition"] = (index, index + len(words) - 1)


def _take_message(pool: Pool, text: str, line: int) -> None:
    if (message := message_of(text)) is None:
        pool.unnamed.append(line)
    else:
        pool.values["message"], pool.spans["message"] = message, (line, line)


def _conclude(pool: Pool) -> None:
    """What the words tell that no figure of the pool says."""
    values, message = pool.values, pool.values.get("message")
    if "condition" not in values and (condition := condition_of("", str(message))) is not None:
        values["condition"], pool.spans["condition"] = condition, pool.spans["message"]
    if values.get("condition") in SUSPENDED:
        values["state"], pool.spans["state"] = "suspended", pool.spans["condition"]
    if values.get("condition") == "data-corrupted" and "permanent-errors" not in values:
        values["permanent-errors"], pool.spans["permanent-errors"] = True, pool.spans["condition"]


def take_table(pool: Pool, lines: Sequence[str], start: int, end: int, top: int = -1) -> None:
    """Take the rows of a device table; `top` is the depth of the pool's row where that stands above them."""
    role = "data"
    for index in range(start, end):
        line = lines[index]
        if not line.strip():
            continue
        if header := HEADER.match(line):
            counters = ("READ", "WRITE", "CKSUM") if header["counters"] else ()
            pool.columns = counters + tuple(header["more"].split())
        elif (group := GROUP.match(line)) and top >= 0 and len(group["indent"].expandtabs()) <= top:
            role = GROUP_ROLES[group["group"] or "spares"]
        elif row := VDEV_ROW.match(line):
            depth = len(row["indent"].expandtabs())
            if top < 0:
                top = depth
                pool.values.update(_counters(pool, index, row["rest"], "pool"))
            else:
                pool.devices.append(Device(index, row["name"], row["state"], row["rest"], depth, role))
        else:
            words = line.split()
            strange = len(words) > 2 and words[1].isalpha() and words[2].isdecimal()
            reason = (
                not_understood(words[1], (index, index)).reason
                if strange
                else "row of the device table without a state"
            )
            pool.refusals.append((index, reason))


_COUNTERS = {
    "READ": "read-errors",
    "WRITE": "write-errors",
    "CKSUM": "checksum-errors",
    "SLOW": "slow-ios",
}


def _counters(pool: Pool, index: int, rest: str, what: str) -> dict[str, Value | bool]:
    """The counters after a state, as far as they stand there."""
    values: dict[str, Value | bool] = {}
    words = rest.split()
    for column in pool.columns:
        if column not in _COUNTERS:
            break
        if not words:
            pool.refusals.append((index, f"no {column} column: the row is cut off"))
            break
        word = words.pop(0)
        if word == "-":
            continue
        if not re.fullmatch(r"\d+(?:[.,]\d+)?[KMGTPE]?", word) or (number := size(word.replace(",", "."))) is None:
            pool.refusals.append((index, f"{column} is not a number: {word}"))
            break
        if what == "device" or column != "SLOW":
            values[_COUNTERS[column]] = round(number)
    return values


def _is_spare_row(device: Device) -> bool:
    return device.state in ("AVAIL", "INUSE") or (device.role == "spare" and not re.match(r"\s*\d", device.rest))


def _read_pool(lines: Sequence[str], start: int, end: int, time: float | None) -> Pool:
    match = POOL.match(lines[start])
    assert match is not None  # extent lets no other line through
    pool = Pool(match["pool"], start, end, time)
    read_keys(pool, lines, start + 1, end)
    return pool


def read_keys(pool: Pool, lines: Sequence[str], index: int, end: int) -> None:
    """Take what is said of a pool, from the line at `index` on."""
    details = False
    while index < end:
        key = KEY.match(lines[index])
        if key is None and not details and HEADER.match(lines[index]):  # a copy that has lost `config:`
            index = max(index + 1, _take_config(pool, lines, index, end))
            continue
        details = details or DETAILS.match(lines[index]) is not None
        index += 1
        if key is None or (details and key["key"] not in ("errors", "dedup")):
            continue
        name, text = key["key"], key["value"] or ""
        if name == "state":
            _take_state(pool, text, index - 1)
        elif name in ("scan", "scrub"):
            _take_scan(pool, text, index - 1)
            _take_rate(pool, lines[index:end])
        elif name == "config":
            index = _take_config(pool, lines, index, end)
        elif name == "errors":
            _take_errors(pool, text, index - 1)
        elif name == "dedup":
            _take_dedup(pool, text)
        elif name == "status":
            _take_words(pool, lines[:end], index - 1, text)
        elif name == "see":
            _take_message(pool, text, index - 1)
    _conclude(pool)


def _take_config(pool: Pool, lines: Sequence[str], index: int, end: int) -> int:
    """Take a device table; returns the line after it."""
    table_end = min(end, end_of_config(lines, index))
    take_table(pool, lines, index, table_end)
    return table_end


def device_row(output: Output, pool: Pool, device: Device, vdev: str) -> Row:
    """The row of one device that lies in a vdev of that kind."""
    values: dict[str, Value | bool] = {"pool": pool.name, "device": device.name, "role": device.role, "vdev": vdev}
    state = device.state.lower()
    if state not in ("suspended", "split"):
        values["state"] = state
    if not _is_spare_row(device):
        values.update(_counters(pool, device.line, device.rest, "device"))
    values |= device_slots(device.name, vdev)
    if match := _BLOCK_SIZE.search(device.rest):
        values["configured-block-bytes"] = int(match["configured"])
        values["native-block-bytes"] = int(match["native"])
    return Row("pool-device", values, output.span(device.line), time=pool.time)


def _rows(output: Output, pool: Pool, imported: bool) -> list[Row]:
    tree = tree_of(pool.devices)
    working = {device.name for device, _ in tree.leaves if device.role != "spare"}
    # A spare in use stands also where it works: it is one device.
    shown = [(d, vdev) for d, vdev in tree.leaves if d.role != "spare" or d.name not in working]
    devices = [device_row(output, pool, device, vdev) for device, vdev in shown]
    values: dict[str, Value | bool] = {"pool": pool.name, **pool.values}
    if not imported:
        values["imported"] = False
    elif pool.devices and not pool.refusals and not _shows_part(output.command):
        logs = [vdev for device, vdev in tree.leaves if device.role == "log"]
        values |= shape(tree.data_vdevs, sum(device.role == "data" for device, _ in tree.leaves), logs)
    spans = {slot: output.span(*at) for slot, at in pool.spans.items()}
    return [Row("zpool-status", values, output.span(pool.start, pool.end - 1), spans, pool.time), *devices]


def _shows_part(command: str) -> bool:
    """Whether the command shows only some devices of a pool (``-e``)."""
    return re.search(r"\bzpool\s+status\s+(?:-\S+\s+)*-[A-Za-z]*e", command) is not None


def _pools(output: Output) -> list[Pool]:
    lines = output.lines
    pools = []
    time = None
    index = 0
    while index < len(lines):
        if starts_pool(lines, index):
            end = end_of_pool(lines, index)
            pools.append(_read_pool(lines, index, end, time))
            index = end
        else:
            time = stamp_line(lines[index]) or time
            index += 1
    return pools


def _healthy(output: Output) -> Reading | None:
    """What ``zpool status -x`` says where nothing is wrong."""
    line = output.lines[0]
    complete, used = frozenset({"zpool-status", "pool-device"}), [output.span(0)]
    if match := _WELL.match(line):
        values: dict[str, Value | bool] = {"pool": match["pool"], "state": "online", "said-healthy": True}
        # The sentence is printed only for a pool without counted or permanent errors.
        none = {"pool": match["pool"], "permanent-errors": False}
        none |= dict.fromkeys(("read-errors", "write-errors", "checksum-errors"), 0)
        return Reading(
            [Row("zpool-status", values, output.whole), Row("zpool-status", none, output.whole, inferred=True)]
        )
    if "no pools" in line:
        return Reading(complete=complete | {"zpool-list"}, used=used)
    return Reading(complete=complete, used=used) if _ALL_WELL.match(line) else None


def _read(output: Output, imported: bool = True) -> Reading:
    if (reading := _healthy(output)) is not None:
        return reading
    reading = Reading()
    pools = _pools(output)
    for pool in pools:
        reading.rows += _rows(output, pool, imported)
        reading.refusals += [Refusal(output.span(line), reason) for line, reason in pool.refusals]
        reading.unnamed += [output.first + line for line in pool.unnamed]
        for index, rule in accounted(output.lines[pool.start : pool.end]):
            line = output.span(pool.start + index)
            reading.pass_over(rule, line) if rule else reading.used.append(line)
    reading.used += [output.span(n) for n, line in enumerate(output.lines) if stamp_line(line) is not None]
    if not _shows_part(output.command):
        shown = {"zpool-status", "pool-device"} if all(pool.devices for pool in pools) else {"zpool-status"}
        reading.complete = frozenset(shown if imported else ())
    return reading


def _is_import(lines: Sequence[str], start: int, command: str) -> bool:
    if re.search(r"\bzpool\s+import\b", command):
        return True
    head = lines[start : start + 14]
    return any(re.match(r"\s*action: The pool can(?:not)? be imported", line) for line in head[: _first(head, HEADER)])


def _first(lines: Sequence[str], pattern: re.Pattern[str]) -> int:
    return next((i for i, line in enumerate(lines) if pattern.match(line)), len(lines))


def _extent_import(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    return _extent(lines, start, command) if POOL.match(lines[start]) and _is_import(lines, start, command) else None


def _read_import(output: Output) -> Reading:
    return _read(output, imported=False)


# what a group of devices counts beside its devices is beyond repair
LOST = lazy(
    r"\A\s+(?:mirror|raidz[123]?|draid\S*|replacing|spare|indirect)(?:-\d+)?\s+[A-Z]+\s+(?!0\s+0\s+0(?:\s|\Z))[\d.]+[KMGT]?\s+[\d.]+[KMGT]?\s+\d"
)
HINTS = ("pool:", "pools are healthy", "no pools available", "is healthy")
BEFORE = ("date_line", "zpool_parts")
READERS = (
    Reader("zpool-import", lazy(r"\s*pool:\s"), _extent_import, _read_import),
    Reader(
        "zpool-status",
        lazy(r"\s*(?:pool:\s|all pools are healthy|no pools available|pool '[^']+' is healthy)"),
        _extent,
        _read,
        faults=LOST,
    ),
)
