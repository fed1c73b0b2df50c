"""The lines of a vmstat output: its header, its samples, and what stands above these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from facts.patterns import lazy
from facts.series.cells import leading
from facts.series.timeline import stamp_line, stamp_of

_LINUX = frozenset("r b w swpd free buff cache inact active si so bi bo in cs us sy id wa st gu".split())
BSD_MEMORY = frozenset(("avm", "fre", "free"))
_TRANSLATED = {
    "frei": "free", "puff": "buff", "puffer": "buff", "inakt": "inact", "aktiv": "active",
    "libre": "free", "tampon": "buff", "búfer": "buff", "caché": "cache",
}  # fmt: skip
"""Columns of memory as procps names them in other languages."""
_HEADER_ENDS = frozenset("cs us sy id wa st t gu fpo fpf".split())
"""What a narrow terminal may put on a line of its own behind a header."""

_MOST_STAMP = 6
_BANNER = lazy(r"\s*(?:.{0,32}\s)?(?:-*(?:procs|Prozesse)\b|kthr\b|memory\s+page\b|-[- ]*$|filesystem$)")


class Layout(NamedTuple):
    """What a header says.

    Attributes:
        system: ``linux``, ``solaris`` or ``bsd`` (with its relatives).
        names: the columns; the CPU's ``sy`` is ``sys`` where the system calls are ``sy``.
        prefix: fields in front of the first column (a timestamp that a pipe put there, before the samples at least).
        left: columns up to where a varying number of disk columns begins; 0 where there are none.
        lines: lines that the header takes (2 when a narrow terminal wrapped it).
        cpus: so many times the columns of the processor stand behind each other (``vmstat -P``); `names` has them once.
    """

    system: str
    names: tuple[str, ...]
    prefix: int
    left: int
    lines: int
    cpus: int = 1


class Sample:
    """One sample: the index of its line, and its values in the order of the layout's names."""

    __slots__ = ("line", "values")

    def __init__(self, line: int, values: list[float]) -> None:
        """Take what it is made with; the rest comes later."""
        self.line = line
        self.values = values


def layout_at(lines: Sequence[str], index: int) -> Layout | None:
    """The header with the column names at ``lines[index]``, or None.

    >>> layout = layout_at([" r  b   swpd   frei   Puff  Cache   si   so    bi    bo   in   cs us sy id wa st"], 0)
    >>> layout.system, layout.names[2:6]
    ('linux', ('swpd', 'free', 'buff', 'cache'))
    """
    tokens = lines[index].split()
    first = next((i for i, t in enumerate(tokens[:7]) if t in ("r", "swap")), None)
    if first is None or len(tokens) - first < 6:
        return None
    names = [_TRANSLATED.get(token.lower(), "cache" if token == "Cache" else token) for token in tokens[first:]]
    taken = 1
    following = lines[index + 1].split() if index + 1 < len(lines) else []
    if following and len(following) < 8 and set(following) <= _HEADER_ENDS:
        glued = names[-1] + following[0]
        names = [*names[:-1], glued, *following[1:]] if names[-1] not in _HEADER_ENDS else names + following
        taken = 2
    if {"swpd", "free", "bi", "bo"} <= set(names):
        count = next((i for i, name in enumerate(names) if name not in _LINUX), len(names))
        first = first or _stamped(lines, index + taken, count)
        return Layout("linux", tuple("sys" if n == "sy" else n for n in names[:count]), first, 0, taken)
    if {"swap", "free", "sr", "de"} <= set(names):
        left = 0 if "epi" in names else names.index("sr") + 1
        first = first or _stamped(lines, index + taken, len(names))
        return Layout("solaris", _cpu_named(names), first, left, taken)
    if "avm" in names and ({"fre", "free"} & set(names)) and "us" in names:
        cpus = names.count("us")
        cut = len(names) - 3 * (cpus - 1)
        if cpus > 1 and names[names.index("us") :] != ["us", "sy", "id"] * cpus:
            return None
        return Layout("bsd", _cpu_named(names[:cut]), first, 0, taken, cpus)
    return None


def _stamped(lines: Sequence[str], index: int, count: int) -> int:
    """How many fields of a timestamp stand before the columns of the sample at ``lines[index]``.

    >>> _stamped(["21:21:49  2  0 376", "2019-04-12 21:21:54 2 0 376", "2  0 376"], 0, 3), _stamped(["2 0 376 21:21:49"], 0, 3)
    (1, 0)
    """
    fields = lines[index].split() if index < len(lines) else []
    before, rest = fields[: len(fields) - count], fields[len(fields) - count :]
    if not 0 < len(before) <= _MOST_STAMP or leading(rest) != count or leading(before) == len(before):
        return 0
    return len(before) if stamp_of(" ".join(before)) is not None else 0


_HUMAN = lazy(r"(?P<number>\d+(?:\.\d+)?)(?P<unit>[KMG])\Z")  # FreeBSD writes large counts so, in thousands


def without_units(fields: Sequence[str], layout: Layout) -> list[str]:
    """The fields of BSD as plain numbers, each processor's columns as the mean of all; memory keeps its units.

    >>> without_units("0 525G 4.7K 2 4 94 4 8 88".split(), Layout("bsd", ("r", "avm", "sy", "us", "sys", "id"), 0, 0, 1, 2))
    ['0', '525G', '4700.0', '3.0', '6.0', '91.0']
    """
    plain = []
    for number, field in enumerate(fields):
        name = layout.names[number] if number < len(layout.names) else ""
        match = _HUMAN.match(field) if name not in BSD_MEMORY else None
        plain.append(str(float(match["number"]) * 1000 ** " KMG".index(match["unit"])) if match else field)
    cut = len(layout.names) - 3
    told = plain[cut:]
    if layout.cpus > 1 and len(told) == 3 * layout.cpus and all(field.isdecimal() for field in told):
        plain[cut:] = [str(sum(map(int, told[at::3])) / layout.cpus) for at in range(3)]
    return plain


def _cpu_named(names: list[str]) -> tuple[str, ...]:
    if "us" not in names:
        return tuple(names)
    cpu = names.index("us")
    return (*names[:cpu], *("sys" if n == "sy" else n for n in names[cpu:]))


def is_banner(line: str) -> bool:
    """Whether a line stands above a header and holds nothing."""
    return _BANNER.match(line) is not None and not stamp_line(line)
