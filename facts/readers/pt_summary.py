"""``pt-summary``: Percona's report on a host, of which host, kernel and memory settings are read.

Every section begins with ``# Name ####``; its lines are ``name | value``. ``DirtyPolicy`` is vm.dirty_ratio and
vm.dirty_background_ratio, ``DirtyStatus`` (2.0 and later) vm.dirty_bytes and vm.dirty_background_bytes. Sizes are
rounded to one decimal. A section pasted alone is read as well.

Sample::

    >>> from facts.readers import show
    >>> show('''# Memory #####################################################
    ...        Total | 62.8G
    ...        Dirty | 144 kB
    ...     UsedRSS | 11.1G
    ...  Swappiness | 60
    ... DirtyPolicy | 40, 10
    ... DirtyStatus | 0, 0
    ... ''')
    pt-summary lines 1-7 read
      system: ram-bytes=67430986547 (2-2)
      vm-settings: dirty-background-limit-bytes=0 dirty-background-ratio-percent=10 dirty-limit-bytes=0 dirty-ratio-percent=40 swappiness=60 (5-7)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import integer, size, version_code

_TITLE = lazy(r"\s*# (?:Percona Toolkit|Aspersa) System Summary Report #+\s*$")
_SECTION = lazy(r"\s*# (?P<name>[A-Z].{2,50}?) #{5,}\s*$")
_PAIR = lazy(r"\s*(?P<name>[A-Za-z][\w ]{0,18}?) \| (?P<value>(?:.*\S)?)\s*$")
_END = lazy(r"\s*# The End #+\s*$")
_FILE_SYSTEMS = lazy(r"\s*(?:Filesystem\s+Size\s+Used|\S+\s+[\d.]+[KMGTP]?\s+\d+%\s+\w+\s)")
_COARSE = 0.02


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _TITLE.match(lines[start]):
        for index in range(start + 1, min(len(lines), start + 5000)):
            if _END.match(lines[index]):
                return start, index + 1
    elif start + 1 >= len(lines) or _PAIR.match(lines[start + 1]) is None:
        return None
    end = start + 1
    while end < len(lines) and lines[end].strip() and (prompt_of(lines[end]) is None or _SECTION.match(lines[end])):
        end += 1
    return start, end


def _read(output: Output) -> Reading:
    reading = Reading()
    section = ""
    system: dict[str, tuple[Value, int]] = {}
    inferred: dict[str, tuple[Value, int]] = {}
    settings: dict[str, tuple[Value, int]] = {}
    for index, line in enumerate(output.lines):
        if match := _SECTION.match(line):
            section = match["name"]
            continue
        match = _PAIR.match(line)
        if match is None:
            continue
        name, value = match["name"], match["value"]
        if name == "Hostname" and re.fullmatch(r"[\w.-]+", value):
            reading.host = value
        elif name == "Platform" and value == "Linux":
            system["os"] = ("linux", index)
        elif name == "Kernel" and (code := version_code(value)) is not None:
            system["kernel"], system["kernel-code"] = (value, index), (code, index)
        elif section == "Memory" and name == "Total":
            _total(inferred, value, index)
        elif name == "Swappiness":
            _number(output, reading, settings, "swappiness", value, index)
        elif name in ("DirtyPolicy", "DirtyStatus"):
            end = "ratio-percent" if name == "DirtyPolicy" else "limit-bytes"
            first, _, second = value.partition(",")
            _number(output, reading, settings, f"dirty-{end}", first, index)
            _number(output, reading, settings, f"dirty-background-{end}", second, index)
    for template, cells, guessed in (
        ("system", system, False),
        ("system", inferred, True),
        ("vm-settings", settings, False),
    ):
        if cells:
            indexes = [index for _, index in cells.values()]
            values = {slot: value for slot, (value, _) in cells.items()}
            reading.rows.append(Row(template, values, output.span(min(indexes), max(indexes)), inferred=guessed))
    return reading


def _total(cells: dict[str, tuple[Value, int]], text: str, index: int) -> None:
    total = size(text)
    number = re.match(r"[\d.]+", text)
    if total is not None and number is not None and float(number[0]) > 0.1 / _COARSE:
        cells["ram-bytes"] = (total, index)


def _number(
    output: Output, reading: Reading, cells: dict[str, tuple[Value, int]], slot: str, text: str, index: int
) -> None:
    value = integer(text)
    if value is not None:
        cells[slot] = (value, index)
    elif text.strip():
        reading.refusals.append(Refusal(output.span(index), f"`{text.strip()[:40]}` is no number"))


HINTS = ("System Summary Report", "# Memory ####")
READERS = (
    Reader(
        "pt-summary", lazy(r"\s*# (?:Percona Toolkit|Aspersa) System|\s*# Memory #{5,}"), _extent, _read,
        of_no_use=(("title", _TITLE), ("section", _SECTION), ("end", _END), ("another field", _PAIR), ("file systems", _FILE_SYSTEMS)),
    ),
)  # fmt: skip
