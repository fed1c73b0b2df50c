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

from facts.kit import run_while
from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row, prompt_of
from facts.schema import Value
from facts.units import coded, integer, size, version_code

_TITLE = lazy(r"\s*# (?:Percona Toolkit|Aspersa) System Summary Report #+\s*$")
_SECTION = lazy(r"\s*# (?P<name>[A-Z].{2,50}?) #{5,}\s*$")
_PAIR = lazy(r"\s*(?P<name>[A-Za-z][\w ]{0,18}?) \| (?P<value>(?:.*\S)?)\s*$")
_END = lazy(r"\s*# The End #+\s*$")
_FILE_SYSTEMS = lazy(r"\s*(?:Filesystem\s+Size\s+Used|\S+\s+[\d.]+[KMGTP]?\s+\d+%\s+\w+\s)")
_COARSE = 0.02
_SETTINGS = {
    "Swappiness": ("swappiness",),
    "DirtyPolicy": ("dirty-ratio-percent", "dirty-background-ratio-percent"),
    "DirtyStatus": ("dirty-limit-bytes", "dirty-background-limit-bytes"),
}


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if _TITLE.match(lines[start]):
        for index in range(start + 1, min(len(lines), start + 5000)):
            if _END.match(lines[index]):
                return start, index + 1
    elif start + 1 >= len(lines) or _PAIR.match(lines[start + 1]) is None:
        return None
    return start, run_while(lines, start + 1, lambda line: prompt_of(line) is None or _SECTION.match(line))


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
        if (match := _PAIR.match(line)) is None:
            continue
        name, text = match["name"], match["value"]
        if name == "Hostname" and re.fullmatch(r"[\w.-]+", text):
            reading.host = text
        elif name == "Platform" and text == "Linux":
            system["os"] = ("linux", index)
        elif name == "Kernel" and version_code(text) is not None:
            system |= {slot: (value, index) for slot, value in coded("kernel", text).items()}
        elif section == "Memory" and name == "Total" and (total := _total(text)) is not None:
            inferred["ram-bytes"] = (total, index)
        for slot, part in zip(_SETTINGS.get(name, ()), text.split(",", 1), strict=False):
            if (value := integer(part)) is not None:
                settings[slot] = (value, index)
            elif part.strip():
                reading.refusals.append(Refusal(output.span(index), f"`{part.strip()[:40]}` is no number"))
    for template, cells in (("system", system), ("system", inferred), ("vm-settings", settings)):
        if cells:
            indexes = [index for _, index in cells.values()]
            values = {slot: value for slot, (value, _) in cells.items()}
            lines = output.span(min(indexes), max(indexes))
            reading.rows.append(Row(template, values, lines, inferred=cells is inferred))
    return reading


def _total(text: str) -> float | None:
    """The memory, where its one decimal is exact enough."""
    number = re.match(r"[\d.]+", text)
    return size(text) if number is not None and float(number[0]) > 0.1 / _COARSE else None


HINTS = ("System Summary Report", "# Memory ####")
READERS = (
    Reader(
        "pt-summary", lazy(r"\s*# (?:Percona Toolkit|Aspersa) System|\s*# Memory #{5,}"), _extent, _read,
        of_no_use=(("title", _TITLE), ("section", _SECTION), ("end", _END), ("another field", _PAIR), ("file systems", _FILE_SYSTEMS)),
    ),
)  # fmt: skip
