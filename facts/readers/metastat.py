'''``metastat`` and ``metastat -c``: the volumes of Solaris Volume Manager (DiskSuite), how they stand and what is synchronised.

Mirrors and RAID-5 volumes give rows; stripes, submirrors and soft partitions are parts of these and give none.

Samples::

    >>> from facts.readers import show
    >>> show("""d10: Mirror
    ...     Submirror 0: d11
    ...       State: Okay
    ...     Submirror 1: d12
    ...       State: Resyncing
    ...     Resync in progress: 41 % done
    ...     Pass: 1
    ...     Size: 286657920 blocks (136 GB)
    ... """)
    metastat lines 1-8 read
      md-array: array=d10 failed-members=0 level=raid1 members=2 members-missing=0 state=active sync-action=resync \
sync-percent=41 (1-8)
      system: os=solaris (1-1)

    >>> show("""# metastat -c
    ... d10              m  136GB d11 d12 (resync-41%)
    ...     d11          s  136GB c1t0d0s0
    ...     d12          s  136GB c1t1d0s0 (maint)
    ... """)
    metastat lines 2-4 read
      md-array: array=d10 failed-members=1 level=raid1 members=2 members-missing=0 state=active sync-action=resync \
sync-percent=41 (2-4)
      system: os=solaris (2-2)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.kit import ANY, Values, run
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Row
from facts.states import Words

_NAME = r"(?:[\w.-]{1,40}/)?[a-z]\w{0,30}"
_VOLUME = lazy(
    rf"(?P<array>{_NAME}): (?P<what>Mirror|RAID|Submirror of \S+|Concat/Stripe|Subdevice of \S+|Soft Partition|Trans"
    r"|Logging device for \S+|\d+ hot spares?|Hot spare pool)\b"
)
_SHORT = lazy(
    rf"(?P<indent>\s*)(?P<name>{_NAME})\s+(?P<kind>[mrspt])\s+(?P<size>[\d.]+[KMGT]?B)\b(?P<rest>(?: +\S+)*)\s*\Z"
)
_BELONGS = lazy(
    r"\s+\S|\Z|Device Relocation Information:|Device +Reloc|Original device:|Device +Start|\w(?>\w*?t)\w+d\d+ +(?:Yes|No)\b|hsp\d+"
)
_STATE = lazy(r"\s+State: +(?P<state>\S(?:.*\S)?)\s*\Z")
_PROGRESS = lazy(r"\s+(?P<what>Resync|Initialization|Regeneration) in progress: +(?P<percent>\d+(?:\.\d+)?) ?% done")
_SUBMIRROR = lazy(r"\s+Submirror \d+: ")
_OF_NO_USE = (
    ("how the volume is laid out", lazy(
        r"\s+(?:Pass|Read option|Write option|Size|Interlace|Stripe \d+|Hot spare pool|Device|Dirty region log entries"
        r"|Original device|Flags|Optimized read)\b ?:|Original device:|\s+Stripe \d+:|\s+Stripe \d+: \(interlace"
    )),
    ("what to do", lazy(r"\s+Invoke: ")),
    ("components", lazy(
        r"\s+(?:Device|Extent)\s+Start Block|\s+(?:/\S*/)?(?:[a-z]\w*d\d+(?:s\d+)?|d\d+)\s+\d+\s+(?:Yes|No)\b"
        r"|\s+\d+\s+\d+\s+\d+\s*\Z"
    )),
    ("disks", lazy(r"Device Relocation Information:|Device +Reloc|\w+d\d+ +(?:Yes|No)\b")),
    ("hot spares", lazy(r"hsp\d+: |\s+Device\s+Status\s+Length|\s+\w+d\d+(?:s\d+)?\s+(?:Available|In use|Broken|Attention)\s+\d+ blocks")),
)  # fmt: skip
_SHORT_PROGRESS = lazy(r"\((?:resync|init|regen)\w*-(?P<percent>\d+(?:\.\d+)?)%\)")
# of submirrors and RAID volumes; those of the short form are in brackets
_STATES = Words(
    {
        "well": "Okay", "failed": "Needs maintenance|Last erred|Unavailable|Invalid|Maintenance",
        "syncing": "Resyncing|Initializing|Regenerating|Resync cancelled",
    },
    silent="Offline|Unknown|Attaching|Detaching",
)  # fmt: skip
_SHORT_STATES = Words(
    {"failed": "maint|last-erred|unavail", "syncing": "resyncing|initializing|regenerating|resync|init|regen"},
    silent="unknown|spared|hotspared",
)
_FLAG = lazy(r" \((?P<flag>[^()\s]{1,40})\)")
_ONE = lazy(r"metastat\b(?:(?!metastat\b).)*\s[a-z]+\d+\s*\Z")
_LEVELS = {"Mirror": "raid1", "RAID": "raid5", "m": "raid1", "r": "raid5"}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    short = _SHORT.match(lines[start])
    if short is not None and "metastat" not in command:
        return None
    return start, run(lines, start + 1, _VOLUME, _SHORT, _BELONGS, blanks=ANY)


def _read(output: Output) -> Reading:
    one = _ONE.search(output.command) is not None
    reading = Reading(complete=frozenset() if one else frozenset(("md-array",)))
    heads = [n for n, line in enumerate(output.lines) if _VOLUME.match(line) or _top(line)]
    # below the volumes stands a table of the disks
    last = next((n for n, line in enumerate(output.lines) if line.startswith("Device Relocation")), len(output.lines))
    heads = [n for n in heads if n < last]
    for start, end in zip(heads, [*heads[1:], last], strict=bool(heads)):
        while end > start + 1 and not output.lines[end - 1].strip():
            end -= 1
        _volume(output, reading, start, end)
    reading.rows.append(Row("system", {"os": "solaris"}, output.span(0), inferred=True))
    return reading


def _top(line: str) -> bool:
    """Whether a line of the short form begins a volume of its own; the parts of one are indented below it.

    A mirror is indented as well, where a soft partition lies on it.
    """
    match = _SHORT.match(line)
    return match is not None and (not match["indent"] or match["kind"] in _LEVELS)


def _volume(output: Output, reading: Reading, start: int, end: int) -> None:
    long = _VOLUME.match(output.lines[start])
    head = long or _SHORT.match(output.lines[start])
    what = "" if head is None else head["what" if long else "kind"]
    if head is None or what not in _LEVELS:
        _other(output, reading, start, end)
        return
    values: Values = {
        "array": (head["array"] if long else head["name"]), "level": _LEVELS[what], "state": "active", "sync-action": "none",
        "members-missing": 0,
    }  # fmt: skip
    body = output.lines[start:end]
    before = len(reading.refusals)
    if long:
        states = [
            _STATES.read(match["state"], output.span(start + n), reading.refusals)
            for n, line in enumerate(body) if (match := _STATE.match(line))
        ]  # fmt: skip
        progress = next((match for line in body if (match := _PROGRESS.match(line))), None)
        failed, syncing = states.count("failed"), "syncing" in states
        if what == "Mirror":
            values["members"] = sum(line.lstrip().startswith("Submirror ") for line in body)
    else:
        progress = _SHORT_PROGRESS.search(body[0])
        flags = [
            (n, _SHORT_STATES.read(re.sub(r"-[\d.]+%\Z", "", match["flag"]), output.span(start + n), reading.refusals))
            for n, line in enumerate(body) for match in _FLAG.finditer(line)
        ]  # fmt: skip
        failed = sum(n > 0 and flag == "failed" for n, flag in flags)
        syncing = (0, "syncing") in flags
        if what == "m":
            values["members"] = sum(not word.startswith("(") for word in head["rest"].split())
    if failed or len(reading.refusals) == before:
        values["failed-members"] = failed
    if len(reading.refusals) > before:
        for slot in ("state", "sync-action", "members-missing"):
            del values[slot]
    if progress is not None or syncing:
        values["sync-action"] = "resync"
    if progress is not None:
        values["sync-percent"] = float(progress["percent"])
    reading.rows.append(Row("md-array", values, output.span(start, end - 1)))
    told = (_VOLUME, _SUBMIRROR, _STATE, _PROGRESS) if long else (_SHORT,)
    reading.used += [
        output.span(start + n) for n, line in enumerate(body) if any(pattern.match(line) for pattern in told)
    ]


def _other(output: Output, reading: Reading, start: int, end: int) -> None:
    """A part of a mirror or RAID volume, whose state the volume itself tells; stripes alone have none."""
    reading.pass_over("part of a volume", output.span(start))
    for index in range(start + 1, end):
        if match := _STATE.match(output.lines[index]):
            if _STATES.of(match["state"]) is not None:
                reading.pass_over("part of a volume", output.span(index))
        elif _SHORT.match(output.lines[index]):
            reading.pass_over("part of a volume", output.span(index))


HINTS = (": Mirror", ": RAID", "metastat", ": Submirror of", ": Concat/Stripe", ": Soft Partition")
READERS = (
    Reader(
        "metastat",
        lazy(rf"(?:{_VOLUME.pattern}|{_SHORT.pattern})"),
        _extent,
        _read,
        lazy(r"(?:^|[\s;|&(/])metastat\b"),
        of_no_use=_OF_NO_USE,
    ),
)
