"""``free``: memory and swap in a small table.

Old versions print ``total used free shared buffers cached`` and a line ``-/+ buffers/cache:``; since procps-ng 3.3.10
it is ``total used free shared buff/cache available``, with ``-w`` ``buffers`` and ``cache`` apart. The unit stands in
no version: ``-b``, ``-k`` (the default), ``-m``, ``-g`` of the command tell it, ``-h`` writes it behind each figure.
Without the command it is told by figures that are all whole pages, or by a sum that only one unit makes a host of. What is rounded to more than a fiftieth of all memory
is left out. /proc/meminfo outweighs all of it.

Sample::

    >>> from facts.readers import show
    >>> show('''$ free
    ...               total        used        free      shared  buff/cache   available
    ... Mem:       16266620     3012104     1183008      401332    12071508    12520964
    ... Swap:       4194300       51200     4143100
    ... ''')
    free lines 2-4 read
      meminfo: mem-available-bytes=12821467136 mem-free-bytes=1211400192 mem-total-bytes=16657018880 samples=1 swap-free-bytes=4242534400 swap-total-bytes=4294963200 (3-4)
      system: os=linux ram-bytes=16657018880 (3-3)
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Sequence

from facts.patterns import lazy
from facts.reading import Output, Reader, Reading, Refusal, Row
from facts.schema import Value
from facts.stamps import stamp_line

_START = lazy(r"\s*(?:total\s+used\s+free|gesamt\s+benutzt\s+frei)\s")
_NUMBER = r"(?:\d+(?:[.,]\d+)?(?:[BKMGTPE]i?)?)"
_ROW = lazy(
    rf"\s*(?P<label>Mem|Swap|Total|Low|High|Speicher|Auslager|Swap|Gesamt|-/\+ [Bb]uffers/cache"
    rf"|-/\+ Puffer/Cache):?(?P<cells>(?:\s+{_NUMBER})+)\s*(?:[*<#].*)?$"
)
_NAMES = {"gesamt": "total", "benutzt": "used", "frei": "free", "verfügbar": "available"}
_UNIT_OF_OPTION = {"b": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
_SUFFIXED = lazy(r"(?P<number>\d+(?:[.,]\d+)?)(?P<unit>[BKMGTPE])i?")
_POWERS = "BKMGTPE"
_COARSE = 0.02
_LEAST_KB, _LEAST_BYTES = 8_000_000, 64_000_000_000
_LEAST_MB, _MOST_MB = 30_000, 250_000


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if start + 1 >= len(lines) or _ROW.match(lines[start + 1]) is None:
        return None
    if not lines[start + 1].lstrip().startswith(("Mem", "Speicher")):
        return None
    end = index = start
    while index < len(lines) and index - end < 3:
        line = lines[index]
        if _START.match(line) or _ROW.match(line):
            end = index + 1
        elif line.strip() and stamp_line(line) is None:
            break
        index += 1
    begin = start - 1 if start and stamp_line(lines[start - 1]) is not None else start
    return begin, end


def _unit_of_command(command: str) -> int | None:
    match = re.search(r"\bfree\b(?P<options>(?:\s+-\S+|\s+\d+)*)", command)
    if match is None:
        return None
    options = match["options"]
    if re.search(r"--(?:si|tebi|tera|giga|mega|kilo|peta)\b", options):
        return None
    for name, option in (("--bytes", "b"), ("--kibi", "k"), ("--mebi", "m"), ("--gibi", "g")):
        if name in options:
            return _UNIT_OF_OPTION[option]
    letters = "".join(re.findall(r"(?<!-)-([a-zA-Z]+)", options))
    return next((_UNIT_OF_OPTION[letter] for letter in letters if letter in _UNIT_OF_OPTION), 1 << 10)


def _unit_of_figures(figures: Sequence[int]) -> int | None:
    """Memory comes in pages of 4 KiB: figures that are multiples of a page, in bytes or in kB, give the unit away."""
    counted = [figure for figure in figures if figure]
    if len(counted) < 6:
        return None
    if sum(figure % 4096 == 0 for figure in counted) * 2 > len(counted):
        return 1
    return 1 << 10 if all(figure % 4 == 0 for figure in counted) else None


def _unit_of_total(total: str, header: Sequence[str]) -> int | None:
    """What the sum of the memory leaves possible: no host has 8 TB in MB by chance, and none with `available` so little in kB.

    >>> _unit_of_total("16432112", []), _unit_of_total("128651", ["available"]), _unit_of_total("128651", [])
    (1024, 1048576, None)
    """
    if not total.isdecimal():
        return None
    if _LEAST_KB <= int(total) < _LEAST_BYTES:
        return 1 << 10
    # -g would make more than any host has, and 3.3.10 runs on none with so few kB
    return 1 << 20 if "available" in header and _LEAST_MB <= int(total) < _MOST_MB else None


def _bytes(text: str, unit: int | None) -> tuple[float, bool] | None:
    """The bytes of a cell, and whether they are exact; None where the unit is not known."""
    if match := _SUFFIXED.fullmatch(text):
        power = _POWERS.index(match["unit"])
        number = float(match["number"].replace(",", "."))
        return number * 1024.0**power, power == 0 or number == 0
    if not text.isdecimal():
        return None
    if text == "0":
        return 0.0, True
    return None if unit is None else (float(text) * unit, unit <= 1 << 10)


def _step(text: str, unit: int | None) -> float:
    """By how many bytes a cell may be off: what -m, -g and -h round to is little beside all memory, or too much."""
    match = _SUFFIXED.fullmatch(text)
    size = 1024.0 ** _POWERS.index(match["unit"]) if match else float(unit or 1)
    return size * (0.1 if re.search(r"[.,]\d", text) else 1.0)


def _coarse(text: str) -> bool:
    """Whether the figure is rounded by more than a fiftieth."""
    match = _SUFFIXED.fullmatch(text)
    number = (match["number"] if match else text).replace(",", ".")
    step = 0.1 if "." in number else 1.0
    return float(number) == 0 or step / float(number) > _COARSE


def _read(output: Output) -> Reading:
    header: list[str] = []
    rows: dict[str, tuple[dict[str, str], int]] = {}
    samples = 0
    time = stamp = None
    for index, line in enumerate(output.lines):
        if _START.match(line):
            header = [_NAMES.get(word, word) for word in line.split()]
            rows, samples, time = {}, samples + 1, stamp
        elif match := _ROW.match(line):
            label = {"Speicher": "Mem", "Auslager": "Swap"}.get(match["label"], match["label"])
            rows[label] = (dict(zip(header, match["cells"].split(), strict=False)), index)
        else:
            stamp = stamp_line(line) or stamp
    reading = Reading()
    memory, at = rows.get("Mem", ({}, 0))
    if not memory:
        reading.refusals.append(Refusal(output.whole, "the line of the memory is missing"))
        return reading
    figures = [int(c) for cells, _ in rows.values() for c in cells.values() if c.isdecimal()]
    unit = _unit_of_command(output.command)
    if unit is None:
        unit = _unit_of_figures(figures) or _unit_of_total(memory.get("total", ""), header)
    total = _bytes(memory["total"], unit)
    if total is None:
        reading.refusals.append(Refusal(output.span(at), "the unit of the figures is not told"))
        return reading
    wanted = {("Mem", "total"): "mem-total-bytes", ("Mem", "free"): "mem-free-bytes",
              ("Mem", "available"): "mem-available-bytes", ("Mem", "cached"): "cached-bytes",
              ("Swap", "total"): "swap-total-bytes", ("Swap", "free"): "swap-free-bytes"}  # fmt: skip
    values: dict[str, Value] = {}
    for (label, column), slot in wanted.items():
        cell = rows.get(label, ({}, 0))[0].get(column)
        value = _bytes(cell, unit) if cell is not None else None
        if cell is not None and value is not None and (value[1] or _step(cell, unit) <= _COARSE * total[0]):
            values[slot] = value[0]
    if values:
        last = max(i for _, i in rows.values())
        reading.rows.append(
            Row("meminfo", values | {"samples": samples}, output.span(at, last), time=time, inferred=True)
        )
    system: dict[str, Value] = {"os": "linux"}
    if total[1] or not _coarse(memory["total"]):
        system["ram-bytes"] = total[0]
    reading.rows.append(Row("system", system, output.span(at), inferred=True))
    return reading


HINTS = ("total ", "gesamt ")
READERS = (Reader("free", _START, _extent, _read),)
