"""What the readers of Oracle's outputs share: parameters, versions and ``ORA-`` errors as slots and rows."""

from __future__ import annotations

import re
from calendar import timegm
from collections.abc import Mapping
from dataclasses import dataclass, field

from facts.patterns import lazy
from facts.reading import Output, Refusal, Row, Span
from facts.schema import Value
from facts.units import integer, size

_MONTHS = {m: n for n, m in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(), 1)}
_DATE = lazy(r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\w{3}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})")
_ISO = lazy(r"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)")


def clock(text: str) -> float | None:
    """Seconds since 1970 of ``Tue Sep 28 08:16:05 2010`` or ``2019-04-27T15:18:31.19-04:00``, the host's own clock.

    >>> clock("Tue Sep 28 08:16:05 2010"), clock("2010-09-28T08:16:05.192974-04:00"), clock("yesterday")
    (1285661765.0, 1285661765.0, None)
    """
    if match := _DATE.match(text):
        month = _MONTHS.get(match[1], 0)
        parts = (int(match[6]), month, int(match[2]), int(match[3]), int(match[4]), int(match[5]))
    elif match := _ISO.match(text):
        parts = (int(match[1]), int(match[2]), int(match[3]), int(match[4]), int(match[5]), int(match[6]))
    else:
        return None
    if not (1 <= parts[1] <= 12 and 1 <= parts[2] <= 31 and parts[3] < 24 and parts[4] < 60 and parts[5] < 61):
        return None
    return float(timegm(parts))


def version_slots(version: str) -> dict[str, Value]:
    """The slots of ``oracle-instance`` that a version as printed fills.

    >>> version_slots("11.2.0.3.0")
    {'version': '11.2.0.3.0', 'version-code': 11020003}
    """
    parts = [int(p) for p in version.split(".")[:4]]
    parts += [0] * (4 - len(parts))
    code = parts[0] * 1_000_000 + parts[1] * 10_000 + parts[2] * 100 + parts[3]
    return {"version": version, "version-code": code}


BANNER = lazy(
    r"\s*(?:Disconnected from )?(?:Oracle(?: AI)? Database|Oracle\d+i|ORACLE RDBMS|Oracle Automatic Storage Management)"
    r"\s.{0,60}?\bRelease (?P<version>\d+(?:\.\d+){3,4})\b"
)

_SIZES = {
    "sga_target": "sga-target-bytes",
    "sga_max_size": "sga-max-size-bytes",
    "memory_target": "memory-target-bytes",
    "memory_max_target": "memory-max-target-bytes",
    "pga_aggregate_target": "pga-aggregate-target-bytes",
    "db_cache_size": "buffer-cache-bytes",
    "db_block_size": "db-block-size-bytes",
}
_WORDS = {
    "use_large_pages": (
        "use-large-pages",
        {"true": "true", "false": "false", "only": "only", "auto": "auto", "auto_only": "auto-only"},
    ),
    "filesystemio_options": (
        "filesystemio-options",
        {"none": "none", "asynch": "asynch", "directio": "directio", "setall": "setall"},
    ),
    "_enable_numa_support": ("numa-support", {"true": "yes", "false": "no"}),
    "lock_sga": ("lock-sga", {"true": "yes", "false": "no"}),
    "instance_type": ("type", {"asm": "asm", "rdbms": "rdbms"}),
}
RELEVANT = frozenset(_SIZES) | frozenset(_WORDS) | {"processes"}
"""The parameters that fill a slot, in lower case."""

LARGE_PAGES = _WORDS["use_large_pages"][1]
"""What is printed for ``use_large_pages``, in lower case, to its symbol."""

Setting = tuple[str, int]
"""A value as printed and the index of its line."""


def unquoted(value: str) -> str:
    """A parameter's value without quotes and blanks."""
    return value.strip().rstrip(";").strip().strip("'\"").strip()


@dataclass(slots=True)
class Slots:
    """What a set of parameters comes to."""

    values: dict[str, Value] = field(default_factory=dict)
    lines: dict[str, Span] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)


def parameter_slots(settings: Mapping[str, Setting], output: Output) -> Slots:
    """The slots of ``oracle-instance`` that parameters fill; names in lower case. What cannot be read is refused."""
    found = Slots()
    for name, (printed, index) in settings.items():
        if name not in RELEVANT or not (text := unquoted(printed)):
            continue
        slot: str
        value: Value | None
        if name in _SIZES:
            slot, value = _SIZES[name], size(text)
            if name == "db_cache_size" and value == 0:
                continue  # sized by the instance itself
        elif name == "processes":
            slot, value = "processes", integer(text)
        else:
            slot, words = _WORDS[name]
            value = words.get(text.lower())
            if value is None and name == "instance_type":
                continue  # asmproxy and the like: neither
        if value is None:
            found.refusals.append(Refusal(output.span(index), f"`{text}` is not a value of {name}"))
            continue
        found.values[slot] = value
        found.lines[slot] = output.span(index)
    return found


def instance_type(instance: str) -> dict[str, Value]:
    """The type that an instance's name gives away (``+ASM1``), as a slot."""
    return {"type": "asm"} if instance.upper().startswith("+ASM") else {}


# as other programs print them: docker-compose, Puppet, the database configuration assistant
PRINTED_BY = (
    r"\s*+(?:[\w.-]{1,60}\s{0,30}\|\s{0,4}(?:SQL>\s?)?|(?:Notice|Error|notice|err): /Stage\[\S{1,200}(?: \(\w+\))?: "
    r"|\[(?:FATAL|WARNING|ERROR|SEVERE)\]:? |[\w-]{1,30}_log: )?+"
)
"""What may stand before an error of the server on its line."""
ERROR = lazy(rf"{PRINTED_BY}ORA-(?P<code>\d{{3,5}})(?P<text>: ?\S.*| signalled during: .*)$")
OS_ERROR = lazy(
    rf"{PRINTED_BY}(?:(?P<linux>Linux[\w-]*)|(?P<solaris>(?:Intel )?SVR4(?: UNIX)?|Solaris-\w+)"
    r"|(?P<aix>IBM AIX [\w /.-]{0,20}|AIX)|(?P<hpux>HPUX-?\w*|HP-UX)) Error: (?P<number>\d+): \S"
)
# messages that stand without their code where a script has cut it off
_BARE_ERRORS = {"MEMORY_TARGET not supported on this system": "ORA-00845"}
BARE_ERROR = lazy(rf"{PRINTED_BY}(?P<text>{'|'.join(_BARE_ERRORS)})\.?\s*$")
_STATUS = lazy(r"failed with status: ?(\d+)")
SHM = lazy(r"at least (?P<needed>\d+) bytes\b.*?Current available is (?P<available>\d+)", re.IGNORECASE)


@dataclass(slots=True)
class _Error:
    first: int  # its first line of all
    begin: int  # the latest occurrence's lines
    last: int
    count: int = 0
    text: str = ""
    time: float | None = None
    os_error: int | None = None
    needed: float | None = None
    available: float | None = None


@dataclass(slots=True)
class Errors:
    """The ``ORA-`` errors of one output, by code."""

    by_code: dict[str, _Error] = field(default_factory=dict)
    last: _Error | None = None
    os: str | None = None

    def take(self, text: str, index: int, time: float | None = None) -> bool:
        """Note a line that prints an error, or what the operating system said of the one above."""
        if match := ERROR.match(text):
            error = self.note(f"ORA-{int(match['code']):05d}", match["text"].lstrip(": ").strip(), index, time)
            if status := _STATUS.search(text):
                error.os_error = int(status[1])
            self.last = error
            return True
        if match := BARE_ERROR.match(text):
            self.last = self.note(_BARE_ERRORS[match["text"]], match["text"], index, time)
            return True
        if match := OS_ERROR.match(text):
            self.os = next(name for name in ("linux", "solaris", "aix", "hpux") if match[name]).replace("hpux", "hp-ux")
            if self.last is not None:
                self.last.os_error, self.last.last = int(match["number"]), index
            return self.last is not None
        if text.strip() and not text.lstrip().startswith("Additional information"):
            self.last = None
        return False

    def note(self, code: str, text: str, index: int, time: float | None) -> _Error:
        """Count one occurrence."""
        error = self.by_code.setdefault(code, _Error(index, index, index))
        error.count += 1
        error.begin = error.last = index
        error.text = text
        error.time = time if time is not None else error.time
        return error

    def rows(self, instance: str, output: Output) -> list[Row]:
        """One row for each code, in order; its lines are those of the latest occurrence."""
        rows = []
        for code, error in self.by_code.items():
            values: dict[str, Value] = {"instance": instance, "code": code, "count": error.count, "text": error.text}
            optional = {
                "os-error": error.os_error,
                "needed-bytes": error.needed,
                "available-bytes": error.available,
                "last-time": error.time,
            }
            values.update({slot: value for slot, value in optional.items() if value is not None})
            lines = {"count": output.span(error.first, error.last)} if error.count > 1 else {}
            rows.append(Row("oracle-error", values, output.span(error.begin, error.last), lines, error.time))
        return rows

    def system(self, output: Output) -> list[Row]:
        """The operating system, where an error message names it."""
        first = min((error.first for error in self.by_code.values()), default=0)
        last = max((error.last for error in self.by_code.values()), default=0)
        return [Row("system", {"os": self.os}, output.span(first, last), inferred=True)] if self.os else []


_MONITOR = lazy(r"(?P<kind>ora|asm)_pmon_(?P<sid>[\w+$#-]{1,30})")


def instance_of_process(name: str) -> dict[str, Value | bool] | None:
    """What the process monitor of an instance tells by its name, as slots of ``oracle-instance``; None of another process.

    >>> instance_of_process("ora_pmon_ORCL1"), instance_of_process("pmon")
    ({'instance': 'ORCL1', 'running': 'yes'}, None)
    """
    match = _MONITOR.fullmatch(name)
    if match is None:
        return None
    values: dict[str, Value | bool] = {"instance": match["sid"], "running": "yes"}
    return values if match["kind"] == "ora" else {**values, "type": "asm"}
