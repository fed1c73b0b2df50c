'''``cciss_vol_status -V``: volumes, drives and cache of a Smart Array controller, as the driver tells them.

Sample::

    >>> from facts.readers import show
    >>> show("""Controller: Smart Array P410i
    ...   Running firmware: 6.60
    ... /dev/sda: (Smart Array P410i) RAID 5 Volume 0 status: Using interim recovery mode.
    ...   Failed drives:
    ...          connector 1I box 1 bay 4         HP      EF0300FARMU              6SJ8ND84TEST     HPD6
    ...   Physical drives: 1
    ...          connector 1I box 1 bay 1         HP      EF0300FATFD              JXY1TEST         HPDB OK
    ... /dev/sg0(Smart Array P410i:0): Non-Volatile Cache status:
    ...                 Write cache enabled: No
    ... """)
    cciss-vol-status lines 1-9 read
      controller: cache=disabled family=cciss firmware=6.60 model=Smart Array P410i name=Smart Array P410i (1-9)
      controller-array: array=/dev/sda volume 0 level=RAID-5 state=degraded (3-3)
      controller-drive: drive=Smart Array P410i 1I:1:4 model=HP EF0300FARMU state=failed usage=1I:1:4 (5-5)
      controller-drive: drive=Smart Array P410i 1I:1:1 model=HP EF0300FATFD state=ok usage=1I:1:1 (7-7)
'''

from __future__ import annotations

import re

from facts.kit import ANY, Values, account_fields, extent_of, names
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.states import Words, not_understood

_CARD = lazy(r"\s*Controller: (?P<model>(?:HPE? )?Smart .*\S)\s*\Z")
_STATUS = lazy(
    r"\s*(?P<device>/dev/\S+?):? ?\((?P<model>[^()]{1,60})\) (?:RAID (?P<level>\S+) Volume (?P<volume>\d+)|Enclosure .{1,120}?)"
    r"(?:\(.{0,60}?\))? status: (?P<state>[^.]+)\.\s*(?P<more>.*?)\s*\Z"
)
_CACHE_OF = lazy(r"\s*/dev/\S+?:? ?\((?P<model>[^():]{1,60}):\d+\): Non-Volatile Cache status:")
_DRIVE = lazy(
    r"\s+connector (?P<port>\w+) box (?P<box>\d+) bay (?P<bay>\d+)\s+(?:INQUIRY FAILED"
    r"|(?P<vendor>\S+)\s+(?P<model>\S+)(?:\s+\S+){0,2}?\s+\S{4}(?:\s+(?P<state>OK|[A-Z][A-Za-z. ]{3,40}))?)\s*\Z"
)
_SECTION = lazy(r"\s*(?P<name>Failed drives|Physical drives|Spare drives)\b.*:")
_KEYED = lazy(r"\s+(?P<key>[A-Z][\w -]{2,40}?): (?P<value>\S.*)")
_OTHER = lazy(r"\s*(?:Total of \d+ failed physical drives|(?:Flash|Battery) backed cache present)")
_VOLUMES = Words(
    {
        "normal": "OK", "failed": "FAILED|Failed|Wrong physical drive was replaced|A physical drive is not properly connected",
        "degraded": "Using interim recovery mode|Ready for recovery operation", "rebuilding": "Currently recovering",
        "migrating": "Currently expanding|Queued for expansion", "initializing": "Not yet available",
    },
    silent="Not configured|Hardware is overheating|Hardware was overheated",
)  # fmt: skip
_DRIVES = Words({"ok": "OK", "failed": "FAILED|Failed"})
# what is said of the spare drives behind the state of a volume
_CALM_MORE = frozenset(("", "At least one spare drive designated", "At least one spare drive remains available"))
_SWITCH = {"Yes": "ok", "No": "disabled"}
_READ = names("Running firmware|Write cache enabled")
_UNUSED = names(
    """Board ID|Logical drives|ROM firmware|Cache configured|Total cache memory|Cache Ratio|Read cache memory|Write cache memory
    |Physical drives|Failed drives|Spare drives"""
)


def _read(output: Output) -> Reading:
    reading = Reading()
    cards: dict[str, tuple[Values, list[int]]] = {}
    card, section = "", ""

    def put(model: str, index: int, values: Values) -> None:
        known, lines = cards.setdefault(model, ({"name": model, "family": "cciss", "model": model}, []))
        known |= values
        lines.append(index)

    for index, line in enumerate(output.lines):
        span = output.span(index)
        if (match := _CARD.match(line)) or (match := _CACHE_OF.match(line)):
            card = match["model"]
            put(card, index, {})
            reading.used.append(span)
        elif match := _STATUS.match(line):
            card, section = match["model"], ""
            put(card, index, {}) if card not in cards else None
            _status(reading, match, span)
        elif match := _SECTION.match(line):
            section = match["name"]
        elif match := _DRIVE.match(line):
            place = f"{match['port']}:{match['box']}:{match['bay']}"
            drive: Values = {"drive": f"{card} {place}", "usage": place}
            if match["model"]:
                drive["model"] = f"{match['vendor']} {match['model']}"
            state = _DRIVES.read(match["state"], span, reading.refusals) if match["state"] else ""
            if section == "Failed drives" or state:
                drive["state"] = state or "failed"
            reading.rows.append(Row("controller-drive", drive, span))
        elif (
            (match := _KEYED.match(line))
            and card
            and match["key"].strip() in ("Running firmware", "Write cache enabled")
        ):
            if match["key"].strip() == "Running firmware":
                put(card, index, {"firmware": match["value"].strip()})
            elif cache := _SWITCH.get(match["value"].strip()):
                put(card, index, {"cache": cache})
            else:
                reading.refusals.append(Refusal(span, f"not understood: {line.strip()[:60]}"))
    account_fields(output, reading, _KEYED, _READ, _UNUSED)
    first = [
        Row("controller", values, output.span(min(lines), max(lines))) for values, lines in cards.values()
    ]  # fmt: skip
    reading.rows[:0] = first
    return reading


def _status(reading: Reading, match: re.Match[str], span: tuple[int, int]) -> None:
    """The state of a volume, and what is said of its spare drives; or that of an enclosure."""
    state = _VOLUMES.of(match["state"])
    if match["volume"] is None:
        if state == "normal":
            reading.pass_over("enclosure in order", span)
        else:
            reading.refusals.append(not_understood(match["state"], span))
        return
    values: Values = {"array": f"{match['device']} volume {match['volume']}"}
    if match["level"].isdecimal():  # 1(1+0) may be either
        values["level"] = f"RAID-{match['level']}"
    elif match["level"] == "ADG":
        values["level"] = "RAID-6"
    if state is None:
        reading.refusals.append(not_understood(match["state"], span))
    elif state:
        values["state"] = state
    reading.rows.append(Row("controller-array", values, span))
    if more := [text for text in re.split(r"\.\s*", match["more"]) if text not in _CALM_MORE]:
        reading.refusals.append(Refusal(span, f"not understood: {more[0][:80]}"))


_FORMS = (_CARD, _STATUS, _CACHE_OF, _DRIVE, _SECTION, _KEYED, _OTHER)
_EXTENT = extent_of(*_FORMS, tells=(_STATUS, _CACHE_OF), blanks=ANY, most=5_000)
HINTS = (" status: ", "Non-Volatile Cache status", "Controller: Smart", "Controller: HP")
READERS = (
    Reader(
        "cciss-vol-status", lazy(rf"{_CARD.pattern}|\s*/dev/\S+?:? ?\(\w.* status:"), _EXTENT, _read,
        of_no_use=(("heading", _SECTION), ("summary", _OTHER)),
    ),
)  # fmt: skip
