"""``free``: memory and swap in a small table.

Old versions print ``total used free shared buffers cached`` and a line ``-/+ buffers/cache:``; since procps-ng 3.3.10
it is ``total used free shared buff/cache available``, with ``-w`` ``buffers`` and ``cache`` apart. The unit stands in
no version: ``-b``, ``-k`` (the default), ``-m``, ``-g`` of the command tell it, ``-h`` writes it behind each figure.
Without the command it is told by figures that are all whole pages, or none, or by a sum that only one unit makes a host of. What is rounded to more than a twenty-fifth of all memory
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
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Place, Reader, Reading, Refusal, Row, Span
from facts.schema import Value
from facts.stamps import stamp_line
from facts.units import bytes_of

_START = lazy(
    r"\s*(?:total\s+(?:used\s+free|utilisé\s+libre|usad[oa]s?\s+li[bv]res?)|gesamt\s+benutzt\s+frei|razem\s+użyte\s+wolne"
    r"|totalt\s+använt\s+fritt|всего\s+занято\s+свободно|总计\s+已用\s+空闲)\s"
)
_FIGURE = r"\d+(?:[.,]\d+)?(?:[BKMGTPE]i?)?"
_NUMBERS = lazy(r"\d+(?:[.,]\d+)?(?:[BKMGTPE]i?)?(?:\s+\d+(?:[.,]\d+)?(?:[BKMGTPE]i?)?)*\Z")
_ROW = lazy(
    r"\s*(?P<label>Mem\.?|Swap|Total|Low|High|Speicher|Auslager|Gesamt|Partition d'échange|Échange|Inter(?:cambio)?|Pamięć|Wymiana"
    r"|Minne|Växling|Память|Подкачка|内存|交换|-/\+ [Bb]uffers/cache|-/\+ Puffer/Cache)\s?[:\uff1a]?\s+(?P<cells>\S.*?)\s*(?:[*<#].*)?$"
)
_NAMES = {
    word: name
    for name, words in {
        "total": "gesamt razem totalt всего 总计", "free": "frei libre libres livre livres wolne fritt свободно 空闲",
        "available": "verfügbar disponible disponibles disponível disponíveis dostępne tillgängligt tillgängl. доступно 可用",
    }.items()
    for word in words.split()
}  # fmt: skip
_UNIT_OF_WORD = {
    "--bytes": 1, "--kibi": 1 << 10, "--mebi": 1 << 20, "--gibi": 1 << 30, "--tebi": 1 << 40,
    "--kilo": 10**3, "--mega": 10**6, "--giga": 10**9, "--tera": 10**12,
}  # fmt: skip
_SUFFIXED = lazy(r"(?P<number>\d+(?:[.,]\d+)?)(?P<unit>[BKMGTPE])i?")
_POWERS = "BKMGTPE"
_COARSE = 0.04
_LEAST_KB, _LEAST_BYTES = 8_000_000, 64_000_000_000
_LEAST_MB, _MOST_MB = 30_000, 250_000
_LEAST_ROUNDED_MB, _MOST_GB = 1_500, 64


_HEADLESS = lazy(rf"\s*Mem(?:\.|:)\s+(?:{_FIGURE}\s+){{4,6}}{_FIGURE}\s*\Z")
_BELOW = lazy(rf"\s*(?:-/\+ [Bb]uffers/cache:(?:\s+{_FIGURE}){{2}}|Swap:(?:\s+{_FIGURE}){{3}})\s*\Z")
_FIRST_COLUMNS = ["total", "used", "free"]
"""What the first columns of all versions show; of the others their number does not tell."""


def _headless_extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    """The lines of the table without its heading, where another one than that of the memory is there too."""
    end = start + 1
    while end < len(lines) and end - start < 3 and _BELOW.match(lines[end]):
        end += 1
    return (start, end) if end > start + 1 else None


def _extent(lines: Sequence[str], start: int, command: str) -> tuple[int, int] | None:
    if start + 1 >= len(lines):
        return None
    if (first := _ROW.match(lines[start + 1])) is None or _LABELS.get(first["label"], first["label"]) != "Mem":
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
    words = options.split()
    if found := [_UNIT_OF_WORD[word] for word in words if word in _UNIT_OF_WORD]:
        return found[-1]
    letters = "".join(re.findall(r"(?<!-)-([a-zA-Z]+)", options))
    unit = next((bytes_of(letter) for letter in letters if letter in "bkmgt"), 1 << 10)
    return 1000 ** (unit.bit_length() // 10) if "--si" in words else unit


def _unit_of_figures(figures: Sequence[int]) -> int | None:
    """Memory comes in pages of 4 KiB: figures that are multiples of a page, in bytes or in kB, give the unit away."""
    counted = [figure for figure in figures if figure]
    if len(counted) < 6:
        return None
    if sum(figure % 4096 == 0 for figure in counted) * 2 > len(counted):
        return 1
    return 1 << 10 if all(figure % 4 == 0 for figure in counted) else None


def _unit_of_rounded(total: int, figures: Sequence[int], header: Sequence[str]) -> int | None:
    """Figures that are no multiples of a page's four kB are MB or GB, and their sum tells which of both.

    >>> _unit_of_rounded(16049, [16049, 15800, 249], []), _unit_of_rounded(62, [62, 58, 3], ["available"])
    (1048576, 1073741824)
    >>> _unit_of_rounded(498, [498, 350, 148], ["available"]) is _unit_of_rounded(16048, [16048, 15800, 248], []) is None
    True
    """
    if not any(figure % 4 for figure in figures):
        return None
    if total >= _LEAST_ROUNDED_MB:
        return 1 << 20
    # 3.3.10 and later run on few hosts with so little memory, and these print kB
    return 1 << 30 if total < _MOST_GB and "available" in header else None


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


def _bytes(text: str, unit: int | None, base: float) -> tuple[float, bool] | None:
    """The bytes of a cell, and whether they are exact; None where the unit is not known."""
    if match := _SUFFIXED.fullmatch(text):
        power = _POWERS.index(match["unit"])
        number = float(match["number"].replace(",", "."))
        return number * base**power, power == 0 or number == 0
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
    """Whether the figure is rounded by more than a tenth: old releases print 15G for all up to 15.99."""
    match = _SUFFIXED.fullmatch(text)
    number = (match["number"] if match else text).replace(",", ".")
    step = 0.1 if "." in number else 1.0
    return float(number) == 0 or step / float(number) > 0.1


_LABELS = {
    **dict.fromkeys(("Mem.", "Speicher", "Pamięć", "Minne", "Память", "内存"), "Mem"),
    **dict.fromkeys(
        (
            "Auslager",
            "Partition d'échange",
            "Échange",
            "Inter",
            "Intercambio",
            "Wymiana",
            "Växling",
            "Подкачка",
            "交换",
        ),
        "Swap",
    ),
}
_SLOTS = {
    ("Mem", "total"): "mem-total-bytes", ("Mem", "free"): "mem-free-bytes", ("Mem", "available"): "mem-available-bytes",
    ("Mem", "cached"): "cached-bytes", ("Swap", "total"): "swap-total-bytes", ("Swap", "free"): "swap-free-bytes",
}  # fmt: skip


@dataclass(slots=True)
class _Sample:
    """One table: the cells of each line by its label, and the time above it."""

    header: list[str]
    time: float | None
    rows: dict[str, tuple[dict[str, str], int]] = field(default_factory=dict)

    def figures(self) -> list[int]:
        return [int(cell) for cells, _ in self.rows.values() for cell in cells.values() if cell.isdecimal()]


def _samples(output: Output, reading: Reading) -> list[_Sample]:
    samples: list[_Sample] = []
    stamp = None
    if _HEADLESS.match(output.lines[0]):
        samples.append(_Sample(_FIRST_COLUMNS, None))
    for index, line in enumerate(output.lines):
        if _START.match(line):
            samples.append(_Sample([_NAMES.get(word, word) for word in line.split()], stamp))
            reading.pass_over("heading", output.span(index))
        elif (match := _ROW.match(line)) and samples:
            label = _LABELS.get(match["label"], match["label"])
            if not _NUMBERS.match(match["cells"]):
                reading.refusals.append(Refusal(output.span(index), f"{label}: no numbers"))
            elif label in ("Mem", "Swap"):
                reading.used.append(output.span(index))
                samples[-1].rows[label] = (dict(zip(samples[-1].header, match["cells"].split(), strict=False)), index)
            else:
                reading.pass_over("sum of other lines", output.span(index))
        elif (time := stamp_line(line)) is not None:
            reading.used.append(output.span(index))
            stamp = time
    return samples


def _read(output: Output) -> Reading:
    reading = Reading()
    samples = _samples(output, reading)
    last = samples[-1]
    memory, at = last.rows.get("Mem", ({}, 0))
    if not memory:
        if not reading.refusals:
            reading.refusals.append(Refusal(output.whole, "the line of the memory is missing"))
        return reading
    unit = _unit_of_command(output.command)
    if unit is None:
        figures, whole = last.figures(), memory.get("total", "")
        unit = _unit_of_figures(figures) or _unit_of_total(whole, last.header)
        if unit is None and whole.isdecimal():
            unit = _unit_of_rounded(int(whole), figures, last.header)
    base = 1000.0 if "--si" in output.command.split() else 1024.0
    total = _bytes(memory["total"], unit, base)
    if total is None:
        reading.refusals.append(Refusal(output.span(at), "the unit of the figures is not told"))
        return reading
    values: dict[str, Value] = {}
    lines: dict[str, Span] = {}
    for (label, column), slot in _SLOTS.items():
        cells, index = last.rows.get(label, ({}, 0))
        cell = cells.get(column)
        value = _bytes(cell, unit, base) if cell is not None else None
        if cell is not None and value is not None and (value[1] or _step(cell, unit) <= _COARSE * total[0]):
            values[slot], lines[slot] = value[0], output.span(index)
    if values:
        end = max(index for _, index in last.rows.values())
        values["samples"] = len(samples)
        reading.rows.append(Row("meminfo", values, output.span(at, end), lines, last.time, inferred=True))
    system: dict[str, Value] = {"os": "linux"}
    if total[1] or not _coarse(memory["total"]):
        system["ram-bytes"] = total[0]
    reading.rows.append(Row("system", system, output.span(at), inferred=True))
    return reading


HINTS = ("total ", "gesamt ", "razem ", "totalt ", "всего ", "总计 ", "Swap:", "-/+ buffers", "-/+ Buffers")
PLACES = (
    Place(
        r"free(?P<options>(?:[ _]*-(?:[bkmghtwlv]{1,3}|-(?:bytes|[kmgt]\w\wi|[kmgt]\w{3}|human|si|wide))(?![a-z])){1,4})(?:\.log)?",
        "free {options}",
        ("db1/free_-m", "free -m.txt", "free-h.out", "free --mega --wide"),
    ),
)
READERS = (
    Reader("free", _START, _extent, _read, of_no_use=()),
    Reader("free", _HEADLESS, _headless_extent, _read, of_no_use=()),
)
