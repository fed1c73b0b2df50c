'''``disk smart drv=N``, ``disk sttest drv=N``: the SMART list of one drive behind an Areca RAID card.

The list holds normalised values, thresholds and states. Raw values stand in it only where the firmware prints a column
RAW; they are those that smartctl would show. A self-test that the card refuses is read as that.

Sample::

    >>> from facts.readers import show
    >>> show("""CLI> disk smart drv=2
    ... S.M.A.R.T Information For Drive[#02]
    ...   # Attribute Items                           Flag   Value  Thres  State
    ... ===============================================================================
    ...   5 Reallocated Sector Count                  0x33   200    140    OK
    ... 197 Current Pending Sector Count              0x12   193      0    OK
    ... ===============================================================================
    ... """)
    areca-smart lines 2-7 read
      areca-smart: drive=2 failing-attributes=0 pending-normalised=193 reallocated-normalised=200 (2-6)
'''

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.readers.areca_events import SUCCESS
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.states import Words
from facts.units import integer

_RULE = lazy(r"\s*={20,}\s*$")
_END = lazy(r"\s*(?:GuiErrMsg|ErrMsg)")
_SMART = lazy(r"\s*S\.M\.A\.R\.T\.? Information For Drive\s*\[#0{0,6}(?P<drive>\d{1,6})\]", re.IGNORECASE)
_REFUSED = lazy(
    r"\s*(?:Gui)?ErrMsg(?:<0x\w+>)?:\s*Drive\s+#?0{0,6}(?P<drive>\d{1,6})\s+Is Not Available", re.IGNORECASE
)
_SELF_TEST = lazy(r"\bdisk\s+(?:sttest|dctest)\b")
_SMART_ROW = lazy(
    r"\s*(?P<id>\d{1,3})\s+(?P<name>[A-Za-z].*?(?<!\s))\s++(?P<flag>0x[0-9a-fA-F]{2,4})\s+(?P<numbers>\S.*)$"
)
_NORMALISED = {
    5: "reallocated-normalised",
    197: "pending-normalised",
    198: "offline-uncorrectable-normalised",
    199: "crc-normalised",
}
_RAW = {
    5: "reallocated-raw",
    187: "reported-uncorrectable-raw",
    196: "reallocation-events-raw",
    197: "pending-raw",
    198: "offline-uncorrectable-raw",
    199: "crc-errors-raw",
}
_HEADER = lazy(r"\s*#\s+Attribute(?: Items)?\s.*\bFlag\b")
_STATES = Words({"ok": "OK", "failed": "Failed|Fail"}, silent="N.A.|NA|-")


def _smart_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _REFUSED.match(lines[start]):
        return start, start + 1
    end, rules = start + 1, 0
    for index in range(start + 1, len(lines)):
        line = lines[index]
        if not line.strip() or prompt_of(line) is not None or _SMART.match(line):
            break
        if _RULE.match(line):
            rules += 1
        elif rules >= 2:
            return start, index + 1 if _END.match(line) else index
        elif rules and not re.match(r"\s*\d{1,3}\s+\S", line):
            break
        end = index + 1
    return start, end


def _read_smart(output: Output) -> Reading:
    if match := _REFUSED.match(output.lines[0]):
        if not _SELF_TEST.search(output.command):
            return Reading(
                refusals=[Refusal(output.whole, "the card has no answer for this drive; what was asked is not known")]
            )
        return Reading([Row("areca-smart", {"drive": match["drive"], "self-test-refused": True}, output.whole)])
    drive = _SMART.match(output.lines[0])
    values: dict[str, Value | bool] = {"drive": drive["drive"] if drive else ""}
    refusals: list[Refusal] = []
    columns = next((line.split() for line in output.lines if _HEADER.match(line)), [])
    raw = columns[columns.index("Flag") + 1 :] if "Flag" in columns else []
    at = next((n for n, name in enumerate(raw) if name.upper() in ("RAW", "RAW_VALUE")), None)
    told: dict[str, Value | bool] = {}
    failing = last = 0
    used = output.matching(_SMART)
    for index, line in enumerate(output.lines):
        if not re.match(r"\s*\d{1,3}\s+\S", line):
            continue
        match = _SMART_ROW.match(line)
        words = match["numbers"].split() if match else []
        value = integer(words[0]) if words else None
        if match is None or value is None or len(words) < 3:
            refusals.append(Refusal(output.span(index), "not a row of attribute, flag, value, threshold, state"))
            continue
        last = index
        used.append(output.span(index))
        number = int(match["id"])
        if at is not None and at < len(words):
            count = integer(words.pop(at).replace(",", ""))
            if number in _RAW and count is None:
                refusals.append(Refusal(output.span(index), "no number in the column of raw values"))
            elif number in _RAW and count is not None:
                told[_RAW[number]] = count
        failing += _STATES.read(" ".join(words[2:]), output.span(index), refusals) == "failed"
        if slot := _NORMALISED.get(number):
            values[slot] = value
    if not last:
        return Reading(refusals=refusals or [Refusal(output.whole, "no attribute rows")])
    # among states that are not understood there may be others
    if failing or not refusals:
        values["failing-attributes"] = failing
    rows = [Row("areca-smart", values, output.span(0, last))]
    if told:
        name = f"areca,{values['drive']}"
        rows.append(Row("smart", {"device": name, "access": name, "protocol": "ata", **told}, output.span(0, last)))
    return Reading(rows, refusals, used=used)


HINTS = ("S.M.A.R.T", "Is Not Available", "is not available")
READERS = (
    Reader(
        "areca-smart",
        lazy(
            r"\s*S\.M\.A\.R\.T\.? Information For Drive"
            r"|\s*(?:Gui)?ErrMsg(?:<0x\w+>)?:\s*Drive\s+#?\d+\s+Is Not Available"
        ),
        _smart_extent,
        _read_smart,
        of_no_use=(("heading", _HEADER), SUCCESS),
    ),
)
